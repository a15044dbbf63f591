//! The window's title while it is open.
//!
//! miniquad sets a title once and cannot change it. Where windows are X11 windows, this asks the
//! X server to; elsewhere the first title stays.

/// The title of our window.
pub struct Title {
    shown: String,
    #[cfg(target_os = "linux")]
    window: Option<x11::Window>,
}

/// A title that no other window has, by which ours is found at first.
pub fn first() -> String {
    if cfg!(target_os = "linux") {
        format!("Rightwell ({})", std::process::id())
    } else {
        "Rightwell".to_owned()
    }
}

impl Title {
    /// The title of the window that was opened with [`first`].
    pub fn new() -> Title {
        Title {
            shown: first(),
            #[cfg(target_os = "linux")]
            window: x11::Window::find(&first()),
        }
    }

    /// Changes the title, where that is possible.
    pub fn set(&mut self, title: &str) {
        if self.shown != title {
            title.clone_into(&mut self.shown);
            #[cfg(target_os = "linux")]
            if let Some(window) = &self.window {
                window.name(title);
            }
        }
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use x11rb::connection::Connection;
    use x11rb::errors::ReplyOrIdError;
    use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, PropMode};
    use x11rb::rust_connection::RustConnection;
    use x11rb::wrapper::ConnectionExt as _;

    /// One window of the X server, with a connection of its own to it.
    pub(super) struct Window {
        connection: RustConnection,
        id: u32,
        net_wm_name: u32,
        utf8_string: u32,
    }

    impl Window {
        /// The window with that name; none without an X server.
        pub(super) fn find(name: &str) -> Option<Window> {
            Window::search(name).ok().flatten()
        }

        fn search(name: &str) -> Result<Option<Window>, ReplyOrIdError> {
            let Ok((connection, screen)) = x11rb::connect(None) else {
                return Ok(None);
            };
            // A window manager may put windows into frames of its own: look two levels deep.
            let mut candidates = vec![connection.setup().roots[screen].root];
            for _ in 0..3 {
                let mut children = Vec::new();
                for &window in &candidates {
                    let Ok(tree) = connection.query_tree(window)?.reply() else {
                        continue;
                    };
                    children.extend(tree.children);
                }
                for &id in &children {
                    let (wm_name, any) = (AtomEnum::WM_NAME, AtomEnum::ANY);
                    let property = connection.get_property(false, id, wm_name, any, 0, 64)?;
                    if property
                        .reply()
                        .is_ok_and(|found| found.value == name.as_bytes())
                    {
                        return Window::new(connection, id).map(Some);
                    }
                }
                candidates = children;
            }
            Ok(None)
        }

        fn new(connection: RustConnection, id: u32) -> Result<Window, ReplyOrIdError> {
            let atom = |name: &[u8]| -> Result<u32, ReplyOrIdError> {
                Ok(connection.intern_atom(false, name)?.reply()?.atom)
            };
            let (net_wm_name, utf8_string) = (atom(b"_NET_WM_NAME")?, atom(b"UTF8_STRING")?);
            Ok(Window {
                connection,
                id,
                net_wm_name,
                utf8_string,
            })
        }

        /// Names the window; a server that is gone is no concern of the title.
        pub(super) fn name(&self, title: &str) {
            let properties = [
                (u32::from(AtomEnum::WM_NAME), u32::from(AtomEnum::STRING)),
                (self.net_wm_name, self.utf8_string),
            ];
            for (property, kind) in properties {
                let bytes = title.as_bytes();
                let _ = self.connection.change_property8(
                    PropMode::REPLACE,
                    self.id,
                    property,
                    kind,
                    bytes,
                );
            }
            let _ = self.connection.flush();
        }
    }
}

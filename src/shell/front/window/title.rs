//! The window's title while it is open.
//!
//! miniquad sets a title once and cannot change it. Where windows are X11 windows, the X server is
//! asked to; elsewhere the first title stays.

use super::x11::Window;

/// The title of our window.
pub struct Title {
    shown: String,
    window: Option<Window>,
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
    pub fn new(window: Option<Window>) -> Title {
        Title {
            shown: first(),
            window,
        }
    }

    /// Changes the title, where that is possible.
    pub fn set(&mut self, title: &str) {
        if self.shown != title {
            title.clone_into(&mut self.shown);
            if let Some(window) = &self.window {
                window.name(title);
            }
        }
    }
}

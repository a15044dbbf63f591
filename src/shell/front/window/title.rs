//! The window's title while it is open.
//!
//! miniquad sets a title once and cannot change it. On X11 the X server changes it. On other systems the first title
//! stays.

use super::x11::Window;

/// The title of our window.
pub struct WindowTitle {
    shown: String,
    window: Option<Window>,
}

/// Returns a unique title. The X server finds our window by it.
pub fn first() -> String {
    if cfg!(target_os = "linux") {
        format!("Rightwell ({})", std::process::id())
    } else {
        "Rightwell".to_owned()
    }
}

impl WindowTitle {
    /// Tracks the title of a window opened with [`first`].
    pub fn new(window: Option<Window>) -> WindowTitle {
        WindowTitle {
            shown: first(),
            window,
        }
    }

    /// Changes the title where possible.
    pub fn set(&mut self, title: &str) {
        if self.shown != title {
            title.clone_into(&mut self.shown);
            if let Some(window) = &self.window {
                window.name(title);
            }
        }
    }
}

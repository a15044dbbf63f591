//! The window's title while it is open.
//!
//! miniquad sets the title once and cannot change it. On X11, this module changes it through the X server. On other
//! systems the first title remains, and a web page shows the title in its tab.

use crate::host::page::{self, PageRequest};

use super::x11::Window;

/// The title of our window.
pub struct WindowTitle {
    shown: String,
    window: Option<Window>,
}

/// Returns a unique title, by which the X server finds the window.
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
            page::ask(PageRequest::Title(title));
            if let Some(window) = &self.window {
                window.name(title);
            }
        }
    }
}

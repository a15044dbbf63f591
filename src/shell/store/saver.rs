//! Changes of files in the background.

use std::sync::mpsc::{Receiver, Sender, channel};

use crate::shell::error::CliError;
use crate::shell::host::disk::Disk;
use crate::shell::host::log;

/// Has the disk thread change files, and collects what the screen should say about that.
#[derive(Debug)]
pub struct Saver {
    disk: Disk,
    sender: Sender<String>,
    notices: Receiver<String>,
}

impl Saver {
    /// Returns a saver that uses this thread.
    pub fn new(disk: &Disk) -> Saver {
        let (sender, notices) = channel();
        Saver {
            disk: disk.clone(),
            sender,
            notices,
        }
    }

    /// Runs a task later. It returns what the screen should say. An error is also printed.
    pub fn save(&self, task: impl FnOnce() -> Result<Option<String>, CliError> + Send + 'static) {
        let sender = self.sender.clone();
        self.disk.run(move || {
            let notice = task().unwrap_or_else(|error| {
                log::say(&error);
                Some(error.to_string())
            });
            // Nobody listens once the scene is gone.
            notice
                .into_iter()
                .for_each(|notice| drop(sender.send(notice)));
        });
    }

    /// Returns the next notice.
    pub fn take_notice(&self) -> Option<String> {
        self.notices.try_recv().ok()
    }
}

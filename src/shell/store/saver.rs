//! Changes to files, made in the background.

use std::sync::mpsc::{Receiver, Sender, channel};

use crate::shell::error::CliError;
use crate::shell::host::disk::Disk;
use crate::shell::host::log;

/// Queue of changes to files, which the disk thread makes. Collects the notices about them.
#[derive(Debug)]
pub struct SaveQueue {
    disk: Disk,
    sender: Sender<String>,
    notices: Receiver<String>,
}

impl SaveQueue {
    /// Returns a saver that uses this disk thread.
    pub fn new(disk: &Disk) -> SaveQueue {
        let (sender, notices) = channel();
        SaveQueue {
            disk: disk.clone(),
            sender,
            notices,
        }
    }

    /// Queues a change. It may return a notice. An error becomes a notice and is also printed.
    pub fn save(&self, task: impl FnOnce() -> Result<Option<String>, CliError> + Send + 'static) {
        let sender = self.sender.clone();
        self.disk.run(move || {
            let notice = task().unwrap_or_else(|error| {
                log::say(&error);
                Some(error.to_string())
            });
            // Once the scene is gone, no one receives notices.
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

//! Queue of file changes, made in the background.

use std::sync::mpsc::{Receiver, Sender, channel};

use crate::error::CliError;
use crate::host::disk::Disk;
use crate::host::log;

/// Queue of changes to files. The disk thread makes the changes, and the queue collects its notices.
#[derive(Debug)]
pub struct SaveQueue {
    disk: Disk,
    sender: Sender<String>,
    notices: Receiver<String>,
}

impl SaveQueue {
    /// Returns a queue for this disk thread.
    pub fn new(disk: &Disk) -> SaveQueue {
        let (sender, notices) = channel();
        SaveQueue {
            disk: disk.clone(),
            sender,
            notices,
        }
    }

    /// Queues a change. The change may return a notice. Its error becomes a notice and is also printed.
    pub fn save(&self, task: impl FnOnce() -> Result<Option<String>, CliError> + Send + 'static) {
        let sender = self.sender.clone();
        self.disk.run(move || {
            let notice = task().unwrap_or_else(|error| {
                log::say(&error);
                Some(error.to_string())
            });
            // Once the scene is gone, nobody receives notices.
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

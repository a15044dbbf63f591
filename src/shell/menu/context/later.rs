//! Tasks in the background whose results the menu waits for.

use std::fmt;

use crate::shell::host::disk::Pending;
use crate::shell::scene::Request;

use super::AppContext;

/// Background task with its continuation.
pub struct BackgroundTask(Box<dyn FnMut(&mut AppContext) -> Progress>);

/// Progress of a task: `None` while it runs, then its request to the program.
type Progress = Option<Option<Request>>;

impl BackgroundTask {
    /// Calls `then` with the result once the task has ended.
    pub fn new<T: Send + 'static>(
        pending: Pending<T>,
        then: impl FnOnce(&mut AppContext, T) -> Option<Request> + 'static,
    ) -> BackgroundTask {
        let mut then = Some(then);
        BackgroundTask(Box::new(move |context| {
            let result = pending.take()?;
            Some(then.take().and_then(|then| then(context, result)))
        }))
    }

    /// Continues if the task has ended.
    pub fn poll(&mut self, context: &mut AppContext) -> Progress {
        (self.0)(context)
    }
}

impl fmt::Debug for BackgroundTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

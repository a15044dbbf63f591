//! Background tasks, whose results the menu uses.

use std::fmt;

use crate::host::disk::PendingResult;
use crate::scene::Request;

use super::AppContext;

/// Background task, with the function that handles its result.
pub struct BackgroundTask(Box<dyn FnMut(&mut AppContext) -> Progress>);

/// Progress of a task: `None` while it runs. After its end, its request to the program, if any.
type Progress = Option<Option<Request>>;

impl BackgroundTask {
    /// Returns a task that calls `then` with the result of `pending`.
    pub fn new<T: Send + 'static>(
        pending: PendingResult<T>,
        then: impl FnOnce(&mut AppContext, T) -> Option<Request> + 'static,
    ) -> BackgroundTask {
        let mut then = Some(then);
        BackgroundTask(Box::new(move |context| {
            let result = pending.take()?;
            Some(then.take().and_then(|then| then(context, result)))
        }))
    }

    /// If the task has ended, passes its result to the handler.
    pub fn poll(&mut self, context: &mut AppContext) -> Progress {
        (self.0)(context)
    }
}

impl fmt::Debug for BackgroundTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

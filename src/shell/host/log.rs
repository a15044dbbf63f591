//! Messages to the user, on standard error.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rightwell::rules::sanitize::plain;

/// Maximum number of lines held back. After a long run, only the last lines matter.
const WAITING_MAX: usize = 10;

static LOG: Mutex<Log> = Mutex::new(Log { waiting: None });

/// Writes a line. While a screen is drawn in the terminal, holds the line back until `release`.
///
/// Control characters are escaped.
pub fn say(line: impl ToString) {
    let line = log().take_in(plain(&line.to_string()));
    line.into_iter().for_each(write);
}

/// Starts to hold lines back, because the terminal now shows a drawn screen.
pub fn hold() {
    log().waiting.get_or_insert_default();
}

/// Writes the lines that were held back, once the drawn screen is gone.
pub fn release() {
    let lines = log().waiting.take().unwrap_or_default();
    lines.into_iter().for_each(write);
}

fn log() -> MutexGuard<'static, Log> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a line. Errors are ignored, because a closed or full standard error must not prevent a save.
fn write(line: String) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The lines held back. `None` if lines are written at once.
struct Log {
    waiting: Option<VecDeque<String>>,
}

impl Log {
    /// Holds the line back, or returns it if it must be written at once.
    fn take_in(&mut self, line: String) -> Option<String> {
        let Some(lines) = &mut self.waiting else {
            return Some(line);
        };
        if lines.len() == WAITING_MAX {
            lines.pop_front();
        }
        lines.push_back(line);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wait_while_a_picture_is_shown_and_the_last_ones_are_kept() {
        let mut log = Log { waiting: None };
        assert_eq!(log.take_in("now".to_owned()).as_deref(), Some("now"));
        log.waiting = Some(VecDeque::new());
        for number in 1..=12 {
            assert_eq!(log.take_in(format!("line {number}")), None);
        }
        let lines: Vec<String> = log.waiting.unwrap().into();
        assert_eq!(lines.len(), WAITING_MAX);
        assert_eq!(lines[0], "line 3");
    }
}

//! Standard error: what is said to whoever started the program.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rightwell::rules::sanitize::plain;

/// Lines that wait at most: of long runs only the last ones are of use.
const WAITING_MAX: usize = 10;

static LOG: Mutex<Log> = Mutex::new(Log { waiting: None });

/// Writes a line, or keeps it until [`release`] if lines would now stand in the middle of a picture.
/// Control characters in it are written out.
pub fn say(line: impl ToString) {
    let line = log().take_in(plain(&line.to_string()));
    line.into_iter().for_each(write);
}

/// From now on the terminal shows a picture: lines wait.
pub fn hold() {
    log().waiting.get_or_insert_default();
}

/// The picture is gone: writes the last lines that waited.
pub fn release() {
    let lines = log().waiting.take().unwrap_or_default();
    lines.into_iter().for_each(write);
}

fn log() -> MutexGuard<'static, Log> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A standard error that is gone or full must not stop what is being saved.
fn write(line: String) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Whether lines wait, and which.
struct Log {
    waiting: Option<VecDeque<String>>,
}

impl Log {
    /// Takes a line, and gives it back if it need not wait.
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

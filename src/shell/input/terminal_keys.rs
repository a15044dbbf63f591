//! Keys as a terminal reports them: it says what is pressed, again and again while it is held.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::shell::host::clock::Time;
use crate::shell::input::action::Action;

/// The shortest time between two that a terminal reports: fifteen in a second.
const INTERVAL_MIN: Duration = Duration::from_micros(66_666);

/// What a key asks for. Ctrl-C is a key here: in raw mode it sends no signal.
pub fn action(key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Action::Quit);
    }
    Some(match key.code {
        KeyCode::F(1) => Action::Help,
        KeyCode::F(2) => Action::PlayFast,
        KeyCode::F(3) => Action::Slower,
        KeyCode::F(4) => Action::Faster,
        KeyCode::F(5) => Action::Filter,
        KeyCode::F(6) => Action::Previous,
        KeyCode::F(7) => Action::Next,
        KeyCode::F(8) => Action::NewGame,
        KeyCode::F(9) => Action::LevelDown,
        KeyCode::F(10) => Action::LevelUp,
        KeyCode::F(12) => Action::Screenshot,
        KeyCode::Char(' ') => Action::Pause,
        KeyCode::Char('.') => Action::Step,
        KeyCode::Left => Action::SeekBack,
        KeyCode::Right => Action::SeekForward,
        KeyCode::Up => Action::PreviousPiece,
        KeyCode::Down => Action::NextPiece,
        KeyCode::Tab => Action::KeepRecording,
        KeyCode::Char('g' | 'G') => Action::Goal,
        KeyCode::Esc => Action::Leave,
        _ => return None,
    })
}

/// A key that a terminal reports again and again by itself, often faster than anybody can watch.
#[derive(Debug, Default)]
pub struct Limited {
    last: Option<Time>,
}

impl Limited {
    /// Whether the key acts, being reported now.
    pub fn acts(&mut self, now: Time) -> bool {
        let acts = self
            .last
            .is_none_or(|last| now.saturating_duration_since(last) >= INTERVAL_MIN);
        if acts {
            self.last = Some(now);
        }
        acts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::host::clock::now;

    #[test]
    fn what_a_terminal_repeats_is_limited() {
        for interval in [5, 33, 50] {
            let (begin, mut key) = (now(), Limited::default());
            let reports = (0..2000).step_by(interval);
            let acts = reports.filter(|&time| key.acts(begin + Duration::from_millis(time as u64)));
            let acts = acts.count();
            assert!((20..=30).contains(&acts), "{acts}");
        }
    }
}

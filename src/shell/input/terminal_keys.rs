//! Keys as terminals report them: presses and repeats, but no releases.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::host::clock::Time;

/// Minimum time between two repeats that count: fifteen repeats per second.
const INTERVAL_MIN: Duration = Duration::from_micros(66_666);

/// Key pressed in a terminal: its name in the settings, and the letter that it types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalKey {
    pub name: String,
    pub letter: Option<char>,
    /// True for Ctrl-C. In raw mode, Ctrl-C sends no signal.
    pub quits: bool,
}

/// Converts a key event. Returns `None` unless it is a press of a key with a name.
pub fn key(key: KeyEvent) -> Option<TerminalKey> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let letter = match key.code {
        KeyCode::Char(letter) => Some(letter),
        _ => None,
    };
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (letter == Some('c')).then(|| TerminalKey {
            name: String::new(),
            letter: None,
            quits: true,
        });
    }
    let name = match key.code {
        KeyCode::F(number) => format!("F{number}"),
        KeyCode::Char(letter) => match letter {
            ' ' => "Space".to_owned(),
            '.' => "Period".to_owned(),
            ',' => "Comma".to_owned(),
            '-' => "Minus".to_owned(),
            '/' => "Slash".to_owned(),
            letter => letter.to_ascii_uppercase().to_string(),
        },
        code @ (KeyCode::Left
        | KeyCode::Right
        | KeyCode::Up
        | KeyCode::Down
        | KeyCode::PageUp
        | KeyCode::PageDown
        | KeyCode::Home
        | KeyCode::End
        | KeyCode::Insert
        | KeyCode::Delete
        | KeyCode::Backspace
        | KeyCode::Enter
        | KeyCode::Tab) => format!("{code:?}"),
        KeyCode::Esc => "Escape".to_owned(),
        _ => return None,
    };
    Some(TerminalKey {
        name,
        letter,
        quits: false,
    })
}

/// Limits how often a key repeats. Terminals often repeat faster than a person can follow.
#[derive(Debug, Default)]
pub struct RepeatLimit {
    last: Option<Time>,
}

impl RepeatLimit {
    /// Returns whether a press or repeat at this time counts.
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
    use crate::host::clock::now;

    #[test]
    fn keys_have_the_names_of_the_settings() {
        for (code, name) in [
            (KeyCode::Left, "Left"),
            (KeyCode::PageDown, "PageDown"),
            (KeyCode::Enter, "Enter"),
            (KeyCode::Backspace, "Backspace"),
            (KeyCode::Esc, "Escape"),
            (KeyCode::F(12), "F12"),
            (KeyCode::Char('g'), "G"),
        ] {
            assert_eq!(key(code.into()).unwrap().name, name);
        }
    }

    #[test]
    fn repeats_of_a_terminal_are_limited() {
        for interval in [5, 33, 50] {
            let (begin, mut key) = (now(), RepeatLimit::default());
            let reports = (0..2000).step_by(interval);
            let acts = reports.filter(|&time| key.acts(begin + Duration::from_millis(time as u64)));
            let acts = acts.count();
            assert!((20..=30).contains(&acts), "{acts}");
        }
    }
}

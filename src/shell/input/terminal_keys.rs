//! Keys as a terminal reports them.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::shell::input::action::Action;

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
        KeyCode::Esc => Action::Leave,
        _ => return None,
    })
}

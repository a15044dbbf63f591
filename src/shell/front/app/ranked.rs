//! Games that count for the high scores: warns before a hint, a piece taken back, or another speed makes one practice.

use crate::host::clock::now;
use crate::input::action::Action;
use crate::options::speed::Speed;
use crate::scene::SceneCommand;
use crate::store::settings::HintMode;

use super::App;

/// Title of the question, and of the news that a game does not count.
const TITLE: &str = "Practice";
const QUESTION: &str = "Then this game does not count. Same key again: yes";

impl App {
    /// Asks before an action that would make the game practice. Returns whether the player has yet to confirm it, by
    /// the same action.
    pub(super) fn asks_to_unrank(&mut self, action: Action) -> bool {
        let can = self.can();
        let is_asked = match action {
            Action::Slower | Action::Faster | Action::Step => true,
            Action::TakeBack => can.does(action),
            Action::Hint => can.does(action) && self.coach.hint == HintMode::Key,
            _ => false,
        };
        if !is_asked || !self.is_for_high_scores() {
            return false;
        }
        let is_confirmed = self.notice.take_if(|notice| notice.text == QUESTION);
        match is_confirmed {
            Some(_) => self.send(SceneCommand::Unrank),
            None => self.announce(TITLE, QUESTION),
        }
        is_confirmed.is_none()
    }

    /// Returns whether the question, or the news that the game does not count, is shown.
    pub(super) fn is_warned(&self) -> bool {
        let mut notices = self.notice.iter();
        notices.any(|notice| notice.title == Some(TITLE) && now() < notice.until)
    }

    /// Returns whether the person plays for the high scores.
    pub(super) fn is_for_high_scores(&self) -> bool {
        let can = self.can();
        can.counts && !can.is_practice
    }

    /// Makes a game practice that runs at another speed than the console's, and announces it.
    pub(super) fn note_speed(&mut self) {
        let speed = self.top().speed;
        if speed != Speed::Times(1.0) && self.can().counts {
            self.send(SceneCommand::Unrank);
            self.announce(TITLE, &format!("Speed {speed}: this game does not count"));
        }
    }
}

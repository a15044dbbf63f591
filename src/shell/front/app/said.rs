//! Status line and notices.

use std::time::Duration;

use crate::front::overlay;
use crate::front::status::{Status, StatusExtras};
use crate::host::clock::{Time, now};
use crate::input::action::Action;
use crate::input::pad_help;
use crate::scene::ReviewState;

use super::App;

/// Time for which a notice, or each of its pages, is shown.
pub(super) const NOTICE_TIME: Duration = Duration::from_secs(4);

/// Further time for which the news of a finished background task is shown, unless a key is pressed.
const LASTING: Duration = Duration::from_secs(60 * 60);

/// Notice on the screen.
#[derive(Debug)]
pub(super) struct Notice {
    /// Title of a message over the game screen. `None` for a notice beside it.
    pub(super) title: Option<&'static str>,
    pub(super) text: String,
    /// Time at which the notice disappears.
    pub(super) until: Time,
}

impl Notice {
    /// Returns title and text as one text.
    fn in_words(&self) -> String {
        let title = self
            .title
            .map(|title| format!("{}: ", title.to_lowercase()));
        title.unwrap_or_default() + &self.text
    }
}

impl App {
    /// Updates the piece rate, and the time that the user has watched or played.
    pub(super) fn look(&mut self) {
        let now = now();
        let passed = now.saturating_duration_since(self.looked);
        self.looked = now;
        if !self.is_stopped() {
            self.watched = self.watched.saturating_add(passed);
        }
        // The card has been there for a whole game.
        self.is_welcome &= self.hud().summary.is_none();
        let pieces = self.hud().totals.as_ref().map(|totals| totals.pieces);
        self.piece_rate.note(pieces, now);
    }

    /// Returns the status line.
    pub fn status(&self) -> Status {
        let watching = StatusExtras {
            pieces_per_second: self.piece_rate.per_second(),
            lacks_sound: self.lacks_sound(),
        };
        let named = |text: &String| self.named(text);
        let status = Status::of(self.top(), watching, named);
        match self.devices.is_touched || self.menu.is_some() {
            true => status.without_keys(),
            false => status,
        }
    }

    /// Returns the summary of a finished game, with the key for its review.
    fn summary(&self) -> Option<String> {
        let summary = self.named(self.hud().summary.as_ref()?);
        let Some(key) = self.review_key() else {
            return Some(summary);
        };
        let keys = &self.settings().program_keys;
        let again = match self.devices.is_touched || !self.can().does(Action::NewGame) {
            true => String::new(),
            false => format!(", {}: new game", Action::NewGame.key(keys)),
        };
        Some(format!("{summary}. {key}: review{again}"))
    }

    /// Returns the key or button that reviews the finished game, if it can be reviewed.
    pub(super) fn review_key(&self) -> Option<String> {
        let is_offered = self.can().review == ReviewState::Offered;
        is_offered.then(|| self.named("{SELECT|next_mistake}"))
    }

    /// Returns the coach's comment in one sentence, for screens without panels.
    pub fn coach_says(&self) -> Option<String> {
        self.hud().said.clone()
    }

    /// Replaces buttons in braces with the names of their keys.
    pub(super) fn named(&self, text: &str) -> String {
        let text = match self.devices.is_touched {
            true => &text.replace("{MENU}", "MENU"),
            false => text,
        };
        let names_pad = self.devices.has_pad && !self.devices.names_keys || self.devices.is_touched;
        pad_help::named(text, self.settings(), names_pad)
    }

    /// Shows a notice for [`NOTICE_TIME`] per page.
    pub(super) fn say(&mut self, notice: String) {
        let text = self.named(&notice);
        let time = NOTICE_TIME * overlay::pages(&text) as u32;
        self.notice = Some(Notice {
            title: None,
            text,
            until: now() + time,
        });
    }

    /// Shows a message with a title over the game screen for [`NOTICE_TIME`].
    pub(super) fn announce(&mut self, title: &'static str, text: &str) {
        self.notice = Some(Notice {
            title: Some(title),
            text: self.named(text),
            until: now() + NOTICE_TIME,
        });
    }

    /// Returns the index of the notice's page to show now.
    pub fn notice_page(&self) -> usize {
        self.notice.as_ref().map_or(0, |notice| {
            let left = notice.until.saturating_duration_since(now()).as_millis();
            let behind = left.saturating_sub(1) / NOTICE_TIME.as_millis();
            overlay::pages(&notice.text).saturating_sub(1 + behind as usize)
        })
    }

    /// Returns the notice to show now as one text, if there is one.
    pub fn notice(&mut self) -> Option<String> {
        self.follow_notices();
        let failure = self.top().failure.as_ref();
        let failure = failure.map(|failure| format!("the player failed: {failure}"));
        failure
            .or_else(|| self.notice.as_ref().map(Notice::in_words))
            .or_else(|| self.summary())
    }

    /// Returns the notice to show beside the game screen. Omits a message that is shown over it.
    pub(super) fn notice_beside(&mut self) -> Option<String> {
        self.follow_notices();
        match &self.notice {
            Some(notice) if notice.title.is_none() => Some(notice.text.clone()),
            _ if self.card().is_some() => None,
            _ => self.notice(),
        }
    }

    /// Takes the next notice from the context, and removes a notice whose time is over.
    fn follow_notices(&mut self) {
        if let Some(notice) = self.context.take_said() {
            self.say(notice);
            // News of a finished task stays until a key.
            self.notice
                .iter_mut()
                .for_each(|notice| notice.until += LASTING);
        }
        self.notice.take_if(|notice| now() >= notice.until);
    }
}

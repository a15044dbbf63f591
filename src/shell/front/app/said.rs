//! What is said beside the picture: the status line and the notice of the moment.

use std::time::Duration;

use crate::shell::front::status::{Status, Watching};
use crate::shell::host::clock::now;

use super::App;

/// How long a watcher who presses nothing is told how to play.
pub(super) const FIRST_TIME: Duration = Duration::from_secs(12);

impl App {
    /// Notes what goes on, for the status line.
    pub(super) fn look(&mut self) {
        let now = now();
        let passed = now.saturating_duration_since(self.looked);
        self.looked = now;
        if !self.is_stopped() {
            self.watched = self.watched.saturating_add(passed).min(FIRST_TIME);
        }
        let pieces = self.activity().totals().map(|totals| totals.pieces);
        self.piece_rate.note(pieces, now);
    }

    /// What the status line says.
    pub fn status(&self) -> Status {
        let watching = Watching {
            pieces_per_second: self.piece_rate.per_second(),
            is_new: self.watched < FIRST_TIME && self.activity().invites_to_play(),
        };
        Status::of(self.top(), watching)
    }

    /// The notice of this moment.
    pub fn notice(&mut self) -> Option<String> {
        let of_activity = self.stack.top_mut().activity.take_notice();
        if let Some(notice) = self.desk.take_said().or(of_activity) {
            self.say(notice);
        }
        self.notice.take_if(|(_, until)| now() >= *until);
        let failure = self.top().failure.as_ref();
        let failure = failure.map(|failure| format!("the player failed: {failure}"));
        failure
            .or_else(|| self.notice.as_ref().map(|(notice, _)| notice.clone()))
            .or_else(|| self.activity().summary())
    }
}

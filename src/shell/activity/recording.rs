//! A recording is played.

mod review;

use std::path::PathBuf;
use std::time::Duration;

use rightwell::engine::{Events, View};
use rightwell::render::{Overlay, ReviewPanel};
use rightwell::rules::score::SCORE_MAX;
use rightwell::rules::{Buttons, Region};
use rightwell::session::{Category, Figures, Person, Recorded, Summary};

use crate::shell::input::action::{Action, HelpLine};
use crate::shell::store::kept::Shelf;

use super::person::PersonActivity;
use super::{Activity, Listed, Outcome, Target, frames_per_second, title, words};

pub use review::Begin;
use review::Review;

/// Seconds that the arrow keys skip.
const SEEK_SECONDS: f64 = 10.0;

const KEYS: &[HelpLine] = &[
    (
        &[Action::SeekBack, Action::SeekForward],
        "10 SECONDS BACK, ON",
    ),
    (
        &[Action::PreviousPiece, Action::NextPiece],
        "PIECE BEFORE, NEXT",
    ),
    (&[Action::GoOn], "PLAY ON FROM HERE"),
    (&[Action::NextMistake], "NEXT MISTAKE"),
    (&[Action::PreviousMistake], "MISTAKE BEFORE"),
    (&[Action::TryAgain], "TRY THE MISTAKE AGAIN"),
    (&[Action::Practise], "PRACTISE FROM HERE"),
    (&[Action::WorstMoves], "LIST OF WORST MOVES"),
];

/// How many of these lines matches have too: they are not rated.
const OF_ALL: usize = 3;

/// What the review's panel says of keys, in ever less important ones.
pub const REVIEW_HINTS: &[(Action, &str)] = &[
    (Action::NextMistake, "NEXT"),
    (Action::PreviousMistake, "BACK"),
    (Action::TryAgain, "TRY"),
    (Action::Practise, "PLAY ON"),
    (Action::WorstMoves, "WORST"),
];

/// A recording on show. It begins where its first piece appears; what comes before and what comes
/// after the last picture is not played, but what comes before can be gone back to.
#[derive(Debug)]
pub struct RecordingActivity {
    recorded: Recorded,
    /// Where the first piece appears, and the last frame that shows something.
    first: u64,
    last: u64,
    /// Where scores and games go that are played on from here, if anything can be kept.
    places: Option<Places>,
    next: Option<Box<dyn Activity>>,
    notice: Option<String>,
    review: Review,
}

/// The file of high scores, and where games are kept.
type Places = (PathBuf, Shelf);

impl RecordingActivity {
    /// A recording from its first piece on; `places` are for what is played on from it.
    pub fn new(recorded: Recorded, places: Option<Places>) -> RecordingActivity {
        RecordingActivity::of(recorded, places, None)
    }

    /// The same, to be reviewed: it waits until its moves are rated, and goes from mistake to mistake.
    pub fn reviewing(
        recorded: Recorded,
        places: Option<Places>,
        begin: Begin,
    ) -> RecordingActivity {
        RecordingActivity::of(recorded, places, Some(begin))
    }

    /// The same, going only through errors of that kind, or through all mistakes.
    #[must_use]
    pub fn keep_to(mut self, kind: Option<Category>) -> RecordingActivity {
        self.review.keep_to(kind);
        self
    }

    fn of(
        mut recorded: Recorded,
        places: Option<Places>,
        review: Option<Begin>,
    ) -> RecordingActivity {
        let review = Review::new(&recorded, review);
        let place = recorded.seek();
        let (first, last) = (place.first_piece(), place.last_picture());
        place.seek(first);
        RecordingActivity {
            recorded,
            first,
            last,
            places,
            next: None,
            notice: None,
            review,
        }
    }

    /// Plays on from here as a game of the person's own.
    fn go_on(&mut self) {
        let playback = match &self.recorded {
            // At a mistake it is the position that is wanted.
            Recorded::Console(playback) if !self.review.is_standing() => playback,
            Recorded::Match(_) => {
                self.notice = Some("a match cannot be played on".to_owned());
                return;
            }
            _ => return self.practise(),
        };
        let person = Person::going_on(playback);
        if !person.is_in_game() {
            self.notice = Some("no game is on here that could be played on".to_owned());
            return;
        }
        let Some((scores, shelf)) = self.places.clone() else {
            self.notice = Some("there is no folder of yours to keep anything in".to_owned());
            return;
        };
        self.next = Some(Box::new(PersonActivity::going_on(person, scores, shelf)));
    }
}

impl Activity for RecordingActivity {
    fn step(&mut self, _patience: Duration, _held: [Buttons; 2]) -> Outcome {
        if self.is_at_end() {
            return Outcome::Stepped(Events::default());
        }
        self.review.go_away();
        Outcome::Stepped(self.recorded.seek().step())
    }

    fn view(&self) -> View {
        self.recorded.view()
    }

    fn title(&self) -> String {
        let points = self.recorded.summary().map(|summary| summary.score);
        let points = points.map(|points| points.min(SCORE_MAX.into()) as u32);
        title("replay", points)
    }

    fn status(&self) -> Vec<String> {
        let place = self.recorded.place();
        if self.is_at_end() {
            return vec!["end of the replay".to_owned(), "end".to_owned()];
        }
        let Some(played) = place.frame().checked_sub(self.first) else {
            let before = "replay, before the first piece";
            return vec![before.to_owned(), "before the first piece".to_owned()];
        };
        let clock = |frames| minutes(frames as f64 / frames_per_second(self.region()));
        let (now, end) = (clock(played), clock(self.last - self.first));
        let rated = self.review.progress();
        let rated = rated.map(|rated| format!("replay {now} of {end}, {rated}"));
        let said = vec![
            format!("replay {now} of {end}"),
            format!("{now} of {end}"),
            now,
        ];
        let habit = self.review.habit().iter().cloned();
        habit.chain(rated).chain(said).collect()
    }

    fn overlay(&self) -> Overlay {
        Overlay {
            outlines: self.review.outlines(),
            ..overlay(&self.recorded)
        }
    }

    fn figures(&self) -> Option<Figures> {
        self.recorded.figures().copied()
    }

    fn totals(&self) -> Option<Summary> {
        self.recorded.summary()
    }

    fn summary(&self) -> Option<String> {
        let summary = self.recorded.summary().filter(|_| self.is_at_end())?;
        Some(match (&self.recorded, summary.ending) {
            (Recorded::Sighted(_), None) => words::unended(&summary),
            _ => words::summary(&summary),
        })
    }

    fn keys(&self) -> &'static [HelpLine] {
        match self.recorded {
            Recorded::Match(_) => &KEYS[..OF_ALL],
            _ => KEYS,
        }
    }

    fn act(&mut self, action: Action) {
        let skipped = (SEEK_SECONDS * frames_per_second(self.region())).round() as u64;
        let last = self.last;
        match action {
            Action::NextMistake | Action::PreviousMistake => {
                self.go_to_mistake(action == Action::NextMistake);
                return;
            }
            Action::TryAgain => return self.try_again(),
            Action::Practise => return self.practise(),
            Action::GoOn => return self.go_on(),
            _ => self.review.go_away(),
        }
        let place = self.recorded.seek();
        match action {
            Action::SeekBack => place.seek(place.frame().saturating_sub(skipped)),
            Action::SeekForward => place.seek(place.frame() + skipped),
            Action::PreviousPiece => place.seek_previous_piece(),
            Action::NextPiece => place.seek_next_piece(),
            _ => return,
        }
        if place.frame() > last {
            place.seek(last);
        }
    }

    fn attend(&mut self) -> Option<bool> {
        self.attend_review()
    }

    fn review(&self) -> Option<ReviewPanel> {
        self.review_panel()
    }

    fn worst(&self) -> Vec<Listed> {
        self.worst_moves()
    }

    fn jump(&mut self, target: Target) {
        self.jump_to(target);
    }

    fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    fn take_next(&mut self) -> Option<Box<dyn Activity>> {
        self.next.take()
    }

    fn region(&self) -> Region {
        self.recorded.region()
    }

    fn begins_paused(&self) -> bool {
        self.review.is_due()
    }

    fn is_at_end(&self) -> bool {
        self.recorded.place().frame() >= self.last
    }
}

/// Seconds of play as minutes and seconds.
fn minutes(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What lies over the picture.
pub fn overlay(recorded: &Recorded) -> Overlay {
    Overlay {
        inputs: recorded.held(),
        ..Overlay::default()
    }
}

//! A recording is played.

use std::time::Duration;

use rightwell::engine::View;
use rightwell::rules::Buttons;
use rightwell::session::{ConsolePlayback, DragPlayback, MatchPlayback, Seek};

use crate::shell::input::action::{Action, HelpLine};

use super::{Activity, FRAMES_PER_SECOND, Outcome, frames_per_second, title};

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
];

/// A recording of any kind.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// Games without gravity.
    Drag(Box<DragPlayback>),
    /// A console's history.
    Console(Box<ConsolePlayback>),
    /// A match.
    Match(Box<MatchPlayback>),
}

impl Recorded {
    /// Video frames in a second.
    pub fn frames_per_second(&self) -> f64 {
        match self {
            Recorded::Drag(_) => FRAMES_PER_SECOND,
            Recorded::Console(playback) => frames_per_second(playback.console().region()),
            Recorded::Match(playback) => frames_per_second(playback.versus().start().region),
        }
    }

    /// The place in the recording.
    pub fn place(&self) -> &dyn Seek {
        match self {
            Recorded::Drag(playback) => &**playback,
            Recorded::Console(playback) => &**playback,
            Recorded::Match(playback) => &**playback,
        }
    }

    /// The place in the recording, to be moved.
    pub fn seek(&mut self) -> &mut dyn Seek {
        match self {
            Recorded::Drag(playback) => &mut **playback,
            Recorded::Console(playback) => &mut **playback,
            Recorded::Match(playback) => &mut **playback,
        }
    }

    /// What the screen shows.
    pub fn view(&self) -> View {
        match self {
            Recorded::Drag(playback) => playback.game().view(),
            Recorded::Console(playback) => playback.console().view(),
            Recorded::Match(playback) => playback.versus().view(),
        }
    }

    /// The score there, where one game is on show.
    fn points(&self) -> Option<u32> {
        match self {
            Recorded::Drag(playback) => Some(playback.game().score().points()),
            Recorded::Console(playback) => {
                playback.console().game().map(|game| game.score().points())
            }
            Recorded::Match(_) => None,
        }
    }
}

/// A recording on show.
#[derive(Debug)]
pub struct RecordingActivity(Recorded);

impl RecordingActivity {
    /// A recording from its present place on.
    pub fn new(recorded: Recorded) -> RecordingActivity {
        RecordingActivity(recorded)
    }
}

impl Activity for RecordingActivity {
    fn step(&mut self, _patience: Duration, _held: [Buttons; 2]) -> Outcome {
        Outcome::Stepped(self.0.seek().step())
    }

    fn view(&self) -> View {
        self.0.view()
    }

    fn title(&self) -> String {
        title("replay", self.0.points())
    }

    fn status(&self) -> Vec<String> {
        let place = self.0.place();
        if place.is_at_end() {
            return vec!["end of the replay".to_owned(), "end".to_owned()];
        }
        let clock = |frame| minutes(frame as f64 / self.frames_per_second());
        let (now, end) = (clock(place.frame()), clock(place.frames()));
        vec![
            format!("replay {now} of {end}"),
            format!("{now} of {end}"),
            now,
        ]
    }

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn act(&mut self, action: Action) {
        let skipped = (SEEK_SECONDS * self.frames_per_second()).round() as u64;
        let place = self.0.seek();
        match action {
            Action::SeekBack => place.seek(place.frame().saturating_sub(skipped)),
            Action::SeekForward => place.seek(place.frame() + skipped),
            Action::PreviousPiece => place.seek_previous_piece(),
            _ => place.seek_next_piece(),
        }
    }

    fn frames_per_second(&self) -> f64 {
        self.0.frames_per_second()
    }

    fn is_at_end(&self) -> bool {
        self.0.place().is_at_end()
    }
}

/// Seconds of play as minutes and seconds.
fn minutes(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

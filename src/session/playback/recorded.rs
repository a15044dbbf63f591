//! A recording of any kind, read from its text and ready to be moved about in.

use crate::engine::{
    DragRecording, DragRecordingError, Fm2Error, History, MatchRecording, NgfError, RecordingError,
    RecordingKind, Side, VersusStartError, View, read_ngf,
};
use crate::rules::{Buttons, Region};
use crate::session::captured::{CapturedGame, CapturedTextError};
use crate::session::game_stats::GameStats;
use crate::session::tally::Summary;

use super::{CapturedPlayback, ConsolePlayback, DragPlayback, MatchPlayback, Seek, Verdict};

/// A recording of any kind with a place in it.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// Games without gravity.
    Drag(Box<DragPlayback>),
    /// A console's history.
    Console(Box<ConsolePlayback>),
    /// A match.
    Match(Box<MatchPlayback>),
    /// A game that a camera saw, or that was seen in a video.
    Captured(Box<CapturedPlayback>),
}

/// Why a text is no recording that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordedError {
    /// A wrong line of a movie.
    #[error(transparent)]
    Movie(#[from] Fm2Error),
    /// Wrong RON of a console's history or of a match.
    #[error(transparent)]
    Text(#[from] RecordingError),
    /// Games without gravity that cannot be read or played.
    #[error(transparent)]
    Drag(#[from] DragRecordingError),
    /// A match that cannot begin so.
    #[error(transparent)]
    Match(#[from] VersusStartError),
    /// Bytes that no camera's recording has.
    #[error(transparent)]
    Captured(#[from] NgfError),
    /// A wrong text of a captured game.
    #[error(transparent)]
    Seen(#[from] CapturedTextError),
    /// A camera's recording in which no game can be found.
    #[error("no piece of a game is seen in it")]
    NothingSeen,
}

impl Recorded {
    /// Plays the FCEUX movie with this text once and stands at its beginning.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn from_fm2(text: &str) -> Result<Recorded, RecordedError> {
        Ok(Recorded::from_history(History::from_fm2(text)?))
    }

    /// Plays the recording with this text in RON once and stands at its beginning.
    ///
    /// # Errors
    /// What is wrong and where; a text of no kind is read as games without gravity, the oldest one.
    pub fn from_ron(text: &str) -> Result<Recorded, RecordedError> {
        Ok(match RecordingKind::detect(text) {
            Some(RecordingKind::Console) => Recorded::from_history(History::from_ron(text)?),
            Some(RecordingKind::Match) => {
                let playback = MatchPlayback::new(MatchRecording::from_ron(text)?)?;
                Recorded::Match(Box::new(playback))
            }
            Some(RecordingKind::Captured) => Recorded::from_captured(CapturedGame::from_ron(text)?),
            Some(RecordingKind::Drag) | None => {
                let playback = DragPlayback::new(DragRecording::from_ron(text)?)?;
                Recorded::Drag(Box::new(playback))
            }
        })
    }

    /// Rebuilds the longest game in these bytes, the frames of an unpacked `.ngf` file, and stands at its
    /// first piece.
    ///
    /// # Errors
    /// What is wrong with the bytes, or that no game is seen in them.
    pub fn from_ngf(bytes: &[u8]) -> Result<Recorded, RecordedError> {
        let game = CapturedGame::longest_in(&read_ngf(bytes)?).ok_or(RecordedError::NothingSeen)?;
        Ok(Recorded::from_captured(game))
    }

    /// Stands at the first piece of a game that was seen; it must have one.
    pub fn from_captured(game: CapturedGame) -> Recorded {
        Recorded::Captured(Box::new(CapturedPlayback::new(game)))
    }

    /// Plays a console's history once and stands at power-on.
    pub fn from_history(history: History) -> Recorded {
        Recorded::Console(Box::new(ConsolePlayback::new(history)))
    }

    /// The same recording with all of its games, also where it is kept for one.
    #[must_use]
    pub fn whole(self) -> Recorded {
        match self {
            Recorded::Console(playback) => Recorded::Console(Box::new(playback.whole())),
            recorded => recorded,
        }
    }

    /// Compares the end with what the recording says.
    pub fn check(&self) -> Verdict {
        match self {
            Recorded::Drag(playback) => playback.check(),
            Recorded::Console(playback) => playback.check(),
            Recorded::Match(playback) => playback.check(),
            Recorded::Captured(playback) => playback.check(),
        }
    }

    /// Which release of the cartridge sets the pace.
    pub fn region(&self) -> Region {
        match self {
            Recorded::Drag(_) => Region::Ntsc,
            Recorded::Captured(playback) => playback.game().region,
            Recorded::Console(playback) => playback.console().region(),
            Recorded::Match(playback) => playback.versus().start().region,
        }
    }

    /// The place in the recording.
    pub fn place(&self) -> &dyn Seek {
        match self {
            Recorded::Drag(playback) => &**playback,
            Recorded::Console(playback) => &**playback,
            Recorded::Match(playback) => &**playback,
            Recorded::Captured(playback) => &**playback,
        }
    }

    /// The place in the recording, to be moved.
    pub fn seek(&mut self) -> &mut dyn Seek {
        match self {
            Recorded::Drag(playback) => &mut **playback,
            Recorded::Console(playback) => &mut **playback,
            Recorded::Match(playback) => &mut **playback,
            Recorded::Captured(playback) => &mut **playback,
        }
    }

    /// What the screen shows.
    pub fn view(&self) -> View {
        match self {
            Recorded::Drag(playback) => playback.game().view(),
            Recorded::Console(playback) => playback.console().view(),
            Recorded::Match(playback) => playback.versus().view(),
            Recorded::Captured(playback) => playback.view(),
        }
    }

    /// What the game on the screen has come to, where one is; of a match, none.
    pub fn summary(&self) -> Option<Summary> {
        match self {
            Recorded::Drag(playback) => Some(playback.summary()),
            Recorded::Console(playback) => playback.summary(),
            Recorded::Captured(playback) => Some(playback.summary()),
            Recorded::Match(_) => None,
        }
    }

    /// What is counted of the game on the screen, where one is; of a match, of both sides.
    pub fn figures(&self) -> [Option<&GameStats>; 2] {
        match self {
            Recorded::Drag(playback) => [Some(playback.figures()), None],
            Recorded::Console(playback) => [playback.figures(), None],
            Recorded::Captured(playback) => [Some(playback.figures()), None],
            Recorded::Match(playback) => Side::BOTH.map(|side| Some(playback.figures(side))),
        }
    }

    /// What is held at the pads there are: one for a console, both in a match, else none.
    pub fn held(&self) -> [Option<Buttons>; 2] {
        match self {
            Recorded::Drag(_) | Recorded::Captured(_) => [None; 2],
            Recorded::Console(playback) => [Some(playback.held()), None],
            Recorded::Match(playback) => playback.held().map(Some),
        }
    }
}

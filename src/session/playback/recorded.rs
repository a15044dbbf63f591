//! Recordings of all kinds, parsed from text and ready to seek.

use crate::engine::{
    DragRecording, DragRecordingError, Fm2Error, History, MatchRecording, NgfError, RecordingError,
    RecordingKind, Side, VersusStartError, View, read_ngf,
};
use crate::rules::{Buttons, Region};
use crate::session::captured::{CapturedGame, CapturedTextError};
use crate::session::game_stats::GameStats;
use crate::session::summary::Summary;

use super::{
    CapturedMatchError, CapturedMatchPlayback, CapturedPlayback, ConsolePlayback, DragPlayback,
    MatchPlayback, Seek, Verdict,
};

/// Recording of any kind, with a current position.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// Games without gravity.
    Drag(Box<DragPlayback>),
    /// A console's history.
    Console(Box<ConsolePlayback>),
    /// A match.
    Match(Box<MatchPlayback>),
    /// A game seen by a camera or in a video.
    Captured(Box<CapturedPlayback>),
    /// The games of two players in a video.
    CapturedMatch(Box<CapturedMatchPlayback>),
}

/// Reason why a text cannot be played as a recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordedError {
    /// A line of a movie is invalid.
    #[error(transparent)]
    Movie(#[from] Fm2Error),
    /// The RON text of a console's history or of a match is invalid.
    #[error(transparent)]
    Text(#[from] RecordingError),
    /// The recording of a game without gravity cannot be read or played.
    #[error(transparent)]
    Drag(#[from] DragRecordingError),
    /// The match cannot start with these settings.
    #[error(transparent)]
    Match(#[from] VersusStartError),
    /// The bytes are not a recording of a camera.
    #[error(transparent)]
    Captured(#[from] NgfError),
    /// The text of a captured game is invalid.
    #[error(transparent)]
    CameraView(#[from] CapturedTextError),
    /// A camera's recording contains no game.
    #[error("no game found: no piece is visible")]
    NothingSeen,
}

impl Recorded {
    /// Plays an FCEUX movie once and then returns to its beginning. `text` is the content of the movie file.
    ///
    /// # Errors
    /// The first faulty line.
    pub fn from_fm2(text: &str) -> Result<Recorded, RecordedError> {
        Ok(Recorded::from_history(History::from_fm2(text)?))
    }

    /// Plays a recording in RON once and then returns to its beginning. A text without the field that identifies its
    /// kind is read as games without gravity, the oldest kind.
    ///
    /// # Errors
    /// The fault and its position.
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

    /// Rebuilds the longest game in `bytes`, the frames of an unpacked `.ngf` file. The playback is at its first piece.
    ///
    /// # Errors
    /// The fault in the bytes, or the fact that they contain no game.
    pub fn from_ngf(bytes: &[u8]) -> Result<Recorded, RecordedError> {
        let game = CapturedGame::longest_in(&read_ngf(bytes)?).ok_or(RecordedError::NothingSeen)?;
        Ok(Recorded::from_captured(game))
    }

    /// Returns a playback at the first piece of a captured game. The game must have a piece.
    pub fn from_captured(game: CapturedGame) -> Recorded {
        Recorded::Captured(Box::new(CapturedPlayback::new(game)))
    }

    /// Returns a playback of the captured games of two players, at the first piece of all.
    ///
    /// # Errors
    /// If the games are not those of two players in one video.
    pub fn from_captured_match(games: Vec<CapturedGame>) -> Result<Recorded, CapturedMatchError> {
        let playback = CapturedMatchPlayback::new(games)?;
        Ok(Recorded::CapturedMatch(Box::new(playback)))
    }

    /// Plays a console's history once and then returns to power-on.
    pub fn from_history(history: History) -> Recorded {
        Recorded::Console(Box::new(ConsolePlayback::new(history)))
    }

    /// Returns the recording with all its games, even if it has a main game.
    #[must_use]
    pub fn whole(self) -> Recorded {
        match self {
            Recorded::Console(playback) => Recorded::Console(Box::new(playback.whole())),
            recorded => recorded,
        }
    }

    /// Compares the end of the playback with the recorded end.
    pub fn check(&self) -> Verdict {
        match self {
            Recorded::Drag(playback) => playback.check(),
            Recorded::Console(playback) => playback.check(),
            Recorded::Match(playback) => playback.check(),
            Recorded::Captured(playback) => playback.check(),
            Recorded::CapturedMatch(_) => Verdict::NothingToCompare,
        }
    }

    /// Returns the region that sets the frame rate.
    pub fn region(&self) -> Region {
        match self {
            Recorded::Drag(_) => Region::Ntsc,
            Recorded::Captured(playback) => playback.game().region,
            Recorded::CapturedMatch(playback) => playback.game(Side::Left).game().region,
            Recorded::Console(playback) => playback.console().region(),
            Recorded::Match(playback) => playback.versus().start().region,
        }
    }

    /// Returns the playback, to query its position.
    pub fn place(&self) -> &dyn Seek {
        match self {
            Recorded::Drag(playback) => &**playback,
            Recorded::Console(playback) => &**playback,
            Recorded::Match(playback) => &**playback,
            Recorded::Captured(playback) => &**playback,
            Recorded::CapturedMatch(playback) => &**playback,
        }
    }

    /// Returns the playback, to seek in it.
    pub fn seek(&mut self) -> &mut dyn Seek {
        match self {
            Recorded::Drag(playback) => &mut **playback,
            Recorded::Console(playback) => &mut **playback,
            Recorded::Match(playback) => &mut **playback,
            Recorded::Captured(playback) => &mut **playback,
            Recorded::CapturedMatch(playback) => &mut **playback,
        }
    }

    /// Returns the view of the screen.
    pub fn view(&self) -> View {
        match self {
            Recorded::Drag(playback) => playback.game().view(),
            Recorded::Console(playback) => playback.console().view(),
            Recorded::Match(playback) => playback.versus().view(),
            Recorded::Captured(playback) => playback.view(),
            Recorded::CapturedMatch(playback) => playback.view(),
        }
    }

    /// Returns the summary of the game on the screen, if there is one. `None` for matches.
    pub fn summary(&self) -> Option<Summary> {
        match self {
            Recorded::Drag(playback) => Some(playback.summary()),
            Recorded::Console(playback) => playback.summary(),
            Recorded::Captured(playback) => Some(playback.summary()),
            Recorded::Match(_) | Recorded::CapturedMatch(_) => None,
        }
    }

    /// Returns the statistics of the game on the screen, if there is one. For matches, those of both sides.
    pub fn figures(&self) -> [Option<&GameStats>; 2] {
        match self {
            Recorded::Drag(playback) => [Some(playback.figures()), None],
            Recorded::Console(playback) => [playback.figures(), None],
            Recorded::Captured(playback) => [Some(playback.figures()), None],
            Recorded::Match(playback) => Side::BOTH.map(|side| Some(playback.figures(side))),
            Recorded::CapturedMatch(playback) => {
                Side::BOTH.map(|side| Some(playback.figures(side)))
            }
        }
    }

    /// Returns the buttons at each gamepad: one for a console, two for a match, otherwise none.
    pub fn held(&self) -> [Option<Buttons>; 2] {
        match self {
            Recorded::Drag(_) | Recorded::Captured(_) | Recorded::CapturedMatch(_) => [None; 2],
            Recorded::Console(playback) => [Some(playback.held()), None],
            Recorded::Match(playback) => playback.held().map(Some),
        }
    }
}

//! Playback of games without gravity, from the start or any other point.

use crate::engine::drag_recording::{DragRecordingError, RecordedGame};
use crate::engine::{DragGame, DragRecording, Event, Events};

use crate::session::ending::{Ending, PAUSE_FRAMES};
use crate::session::game_stats::GameStats;
use crate::session::summary::Summary;

use super::{Playback, Replay, Seek, Verdict};

/// Recording of games without gravity, with a current position.
///
/// All inputs are played once at creation, so later calls cannot fail.
pub type DragPlayback = Playback<ReplayedDragGame>;

/// State at one point of a recording.
#[derive(Clone, Debug)]
pub struct ReplayedDragGame {
    /// Index of the current game.
    index: usize,
    game: DragGame,
    /// Number of frames played of the current game.
    game_frame: u64,
    /// Index of the piece that gets the next input.
    piece: usize,
    /// Index of the next input among those of its piece.
    input: usize,
    /// Number of frames for which the next input has already been held.
    held: u32,
    /// Number of idle frames in the current game, after its last input or after its end.
    idle: u32,
    stats: GameStats,
}

impl DragPlayback {
    /// Plays the whole recording once and then returns to the beginning.
    ///
    /// # Errors
    /// [`DragRecordingError`] with the game and the piece of an invalid input.
    pub fn new(recording: DragRecording) -> Result<DragPlayback, DragRecordingError> {
        let first = ReplayedDragGame::new(&recording, 0)?;
        let frames = recording
            .games
            .iter()
            .try_fold(0u64, |sum, game| sum.checked_add(game.frames));
        let frames = frames.ok_or(DragRecordingError::Start {
            game: recording.games.len(),
            message: "frames: the total is too large".to_owned(),
        })?;
        Playback::new_validated(recording, first, frames)
    }

    /// Compares the end of the playback with the recorded end.
    pub fn check(&self) -> Verdict {
        let end = self.recording.end;
        Verdict::compare(end, self.frames(), self.end.game.hash())
    }

    /// Returns the summary of the current game.
    pub fn summary(&self) -> Summary {
        let now = &self.now;
        let ending = now.game.is_finished().then_some(Ending::ToppedOut);
        now.stats.summary(now.game.score(), ending)
    }

    /// Returns the statistics of the current game.
    pub const fn figures(&self) -> &GameStats {
        &self.now.stats
    }

    /// Returns the current game.
    pub const fn game(&self) -> &DragGame {
        &self.now.game
    }
}

impl Replay for ReplayedDragGame {
    type Recording = DragRecording;
    type Fault = DragRecordingError;

    fn step(
        &mut self,
        recording: &DragRecording,
        _frame: u64,
    ) -> Result<(Events, bool), DragRecordingError> {
        let game_before = self.index;
        let events = self.play_frame(recording)?;
        let is_first = self.index != game_before;
        Ok((events, is_first || events.contains(Event::Spawned)))
    }
}

impl ReplayedDragGame {
    fn new(
        recording: &DragRecording,
        index: usize,
    ) -> Result<ReplayedDragGame, DragRecordingError> {
        let start = recording.games[index].start.clone();
        let game = DragGame::new(start).map_err(|error| DragRecordingError::Start {
            game: index + 1,
            message: error.to_string(),
        })?;
        Ok(ReplayedDragGame {
            index,
            stats: GameStats::of_drag(&game),
            game,
            game_frame: 0,
            piece: 0,
            input: 0,
            held: 0,
            idle: 0,
        })
    }

    fn play_frame(&mut self, recording: &DragRecording) -> Result<Events, DragRecordingError> {
        let recorded = &recording.games[self.index];
        self.game_frame += 1;
        let events = if self.game.is_finished() {
            None
        } else if self.game.wants_input() {
            self.play_input(recorded)?
        } else {
            Some(self.game.step(None))
        };
        match events {
            Some(events) => self.stats.follow_drag(&self.game, events),
            None => self.stand_still(recorded)?,
        }
        // The last frame of a game already shows the start of the next game, as it did during the original play.
        let is_last = self.index + 1 == recording.games.len();
        if self.game_frame >= recorded.frames && !is_last {
            *self = ReplayedDragGame::new(recording, self.index + 1)?;
        }
        Ok(events.unwrap_or_default())
    }

    /// Counts an idle frame. Pauses between games are short, so a longer one is an error. Otherwise a file that claims
    /// a huge pause could keep the program busy forever.
    fn stand_still(&mut self, recorded: &RecordedGame) -> Result<(), DragRecordingError> {
        self.idle += 1;
        if self.idle <= PAUSE_FRAMES {
            return Ok(());
        }
        Err(DragRecordingError::Start {
            game: self.index + 1,
            message: format!(
                "frames {}; allowed: at most {} (including the final pause of {PAUSE_FRAMES} frames)",
                recorded.frames,
                self.game_frame - 1
            ),
        })
    }

    /// Plays the next recorded input. Returns `None` after the last one.
    fn play_input(
        &mut self,
        recorded: &RecordedGame,
    ) -> Result<Option<Events>, DragRecordingError> {
        let Some(inputs) = recorded.pieces.get(self.piece) else {
            return Ok(None);
        };
        let fault = |message: String| DragRecordingError::Input {
            game: self.index + 1,
            piece: self.piece + 1,
            message,
        };
        let Some(held) = inputs.0.get(self.input) else {
            return Err(fault(
                "the inputs for the piece end before it locks or the game ends".to_owned(),
            ));
        };
        let piece = self.game.pose().piece();
        let input = held.input.input(piece).ok_or_else(|| {
            fault(format!(
                "invalid input '{held}': {piece} has no such rotation"
            ))
        })?;
        self.game
            .check(input)
            .map_err(|error| fault(format!("{error}: '{held}'")))?;
        self.held += 1;
        if self.held == held.frames {
            self.held = 0;
            self.input += 1;
            if held.input.ends_piece() {
                self.input = 0;
                self.piece += 1;
            }
        }
        Ok(Some(self.game.step(Some(input))))
    }
}

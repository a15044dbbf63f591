//! A recording is played again, forwards and from anywhere.

use crate::engine::recording::{RecordedGame, RecordingError};
use crate::engine::{DragGame, Event, Events, Recording};

use super::ending::PAUSE_FRAMES;
use super::track::{Head, Seek, Track, Verdict, seek_by_track};

/// A recording with a place in it.
///
/// All inputs are played once when it is made, so a replay that exists cannot fail later.
#[derive(Clone, Debug)]
pub struct Replay {
    track: Track<Playhead>,
}

seek_by_track!(Replay);

/// A place in a recording.
#[derive(Clone, Debug)]
struct Playhead {
    /// Frames played.
    frame: u64,
    /// The game in play.
    index: usize,
    game: DragGame,
    /// Frames played of that game.
    game_frame: u64,
    /// Next input: piece, input of the piece, frame of the input.
    piece: usize,
    input: usize,
    held: u32,
    /// Frames of that game in which nothing happened: its inputs are used up, or it is over.
    idle: u32,
}

impl Replay {
    /// Plays the whole recording once and stands at its beginning.
    ///
    /// # Errors
    /// [`RecordingError`] with game and piece of an input that cannot be played.
    pub fn new(recording: Recording) -> Result<Replay, RecordingError> {
        let first = Playhead::new(&recording, 0, 0)?;
        let frames = recording
            .games
            .iter()
            .try_fold(0u64, |sum, game| sum.checked_add(game.frames));
        let frames = frames.ok_or(RecordingError::Start {
            game: recording.games.len(),
            message: "frames: more than can be counted".to_owned(),
        })?;
        let track = Track::new(recording, first, frames)?;
        Ok(Replay { track })
    }

    /// Compares the end with what the recording says.
    pub fn check(&self) -> Verdict {
        match &self.track.tape().end {
            Some(end) => {
                let found = (self.frames(), self.track.end().game.hash());
                Verdict::of((end.frame, &end.hash), found)
            }
            None => Verdict::NothingToCompare,
        }
    }

    /// The game in play.
    pub const fn game(&self) -> &DragGame {
        &self.track.now().game
    }
}

impl Head for Playhead {
    type Tape = Recording;
    type Fault = RecordingError;

    fn frame(&self) -> u64 {
        self.frame
    }

    fn step(&mut self, recording: &Recording) -> Result<(Events, bool), RecordingError> {
        let game_before = self.index;
        let events = self.play_frame(recording)?;
        let is_first = self.index != game_before;
        Ok((events, is_first || events.contains(Event::Spawned)))
    }
}

impl Playhead {
    fn new(recording: &Recording, index: usize, frame: u64) -> Result<Playhead, RecordingError> {
        let start = recording.games[index].start.clone();
        let game = DragGame::new(start).map_err(|error| RecordingError::Start {
            game: index + 1,
            message: error.to_string(),
        })?;
        Ok(Playhead {
            frame,
            index,
            game,
            game_frame: 0,
            piece: 0,
            input: 0,
            held: 0,
            idle: 0,
        })
    }

    fn play_frame(&mut self, recording: &Recording) -> Result<Events, RecordingError> {
        let recorded = &recording.games[self.index];
        self.frame += 1;
        self.game_frame += 1;
        let events = if self.game.is_finished() {
            None
        } else if self.game.wants_input() {
            self.play_input(recorded)?
        } else {
            Some(self.game.step(None))
        };
        if events.is_none() {
            self.stand_still(recorded)?;
        }
        // The last frame of a game shows the next one's beginning, as when it was played.
        let is_last = self.index + 1 == recording.games.len();
        if self.game_frame >= recorded.frames && !is_last {
            *self = Playhead::new(recording, self.index + 1, self.frame)?;
        }
        Ok(events.unwrap_or_default())
    }

    /// A frame in which nothing happens. Between games there is a short pause; a file that asks
    /// for more would keep the program busy for ever.
    fn stand_still(&mut self, recorded: &RecordedGame) -> Result<(), RecordingError> {
        self.idle += 1;
        if self.idle <= PAUSE_FRAMES {
            return Ok(());
        }
        Err(RecordingError::Start {
            game: self.index + 1,
            message: format!(
                "frames {}; allowed: at most {}, the last {PAUSE_FRAMES} of which are the pause after it",
                recorded.frames,
                self.game_frame - 1
            ),
        })
    }

    /// Plays the next recorded input; after the last one the game stands still.
    fn play_input(&mut self, recorded: &RecordedGame) -> Result<Option<Events>, RecordingError> {
        let Some(inputs) = recorded.pieces.get(self.piece) else {
            return Ok(None);
        };
        let fault = |message: String| RecordingError::Input {
            game: self.index + 1,
            piece: self.piece + 1,
            message,
        };
        let Some(held) = inputs.0.get(self.input) else {
            return Err(fault("the piece is neither locked nor given up".to_owned()));
        };
        let piece = self.game.pose().piece();
        let input = held
            .input
            .input(piece)
            .ok_or_else(|| fault(format!("{piece} has no such rotation: '{held}'")))?;
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

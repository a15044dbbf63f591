//! A recording is played again, forwards and from anywhere.

use crate::engine::recording::{RecordedGame, RecordingError};
use crate::engine::{DragGame, Event, Events, Recording};

use super::exhibition::PAUSE_FRAMES;

/// Frames between two kept copies of the state: a seek runs at most so many frames.
const KEYFRAME_DISTANCE: u64 = 1_200;

/// A recording with a place in it.
///
/// All inputs are played once when it is made, so a replay that exists cannot fail later.
#[derive(Clone, Debug)]
pub struct Replay {
    recording: Recording,
    now: Playhead,
    keyframes: Vec<Playhead>,
    /// Frames in which a piece appeared, in order.
    spawns: Vec<u64>,
    frames: u64,
    end_hash: u64,
}

/// Whether a replay ends as its recording says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Frame and state are the recorded ones.
    Same,
    /// They are not.
    Different {
        /// Recorded and found frame.
        frames: (u64, u64),
        /// Recorded and found state hash.
        hashes: (String, String),
    },
    /// The recording does not say how it ends.
    NothingToCompare,
}

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
        let mut head = Playhead::new(&recording, 0, 0)?;
        let frames = recording.games.iter().map(|game| game.frames);
        // A sum that does not fit is refused below: no game can fill so many frames.
        let frames = frames.fold(0, u64::saturating_add);
        let mut keyframes = Vec::new();
        let mut spawns = vec![0];
        while head.frame < frames {
            if head.frame.is_multiple_of(KEYFRAME_DISTANCE) {
                keyframes.push(head.clone());
            }
            let game_before = head.index;
            let events = head.step(&recording)?;
            if events.contains(Event::Spawned) || head.index != game_before {
                spawns.push(head.frame);
            }
        }
        let end_hash = head.game.hash();
        let now = match keyframes.first() {
            Some(first) => first.clone(),
            None => head,
        };
        Ok(Replay {
            recording,
            now,
            keyframes,
            spawns,
            frames,
            end_hash,
        })
    }

    /// Compares the end with what the recording says.
    pub fn check(&self) -> Verdict {
        let Some(end) = &self.recording.end else {
            return Verdict::NothingToCompare;
        };
        let hash = format!("{:016X}", self.end_hash);
        if end.frame == self.frames && end.hash.eq_ignore_ascii_case(&hash) {
            Verdict::Same
        } else {
            Verdict::Different {
                frames: (end.frame, self.frames),
                hashes: (end.hash.clone(), hash),
            }
        }
    }

    /// One frame; nothing happens at the end.
    pub fn step(&mut self) -> Events {
        if self.is_at_end() {
            return Events::default();
        }
        self.now
            .step(&self.recording)
            .expect("every input was played when the replay was made")
    }

    /// Goes to the state after `frame` frames, or to the end.
    pub fn seek(&mut self, frame: u64) {
        let frame = frame.min(self.frames);
        let keyframe = (frame / KEYFRAME_DISTANCE) as usize;
        if let Some(keyframe) = self
            .keyframes
            .get(keyframe.min(self.keyframes.len().saturating_sub(1)))
            && (frame < self.now.frame || keyframe.frame > self.now.frame)
        {
            self.now = keyframe.clone();
        }
        while self.now.frame < frame {
            self.step();
        }
    }

    /// Goes to where the next piece appears, or to the end.
    pub fn seek_next_piece(&mut self) {
        let next = self
            .spawns
            .partition_point(|&spawn| spawn <= self.now.frame);
        self.seek(self.spawns.get(next).copied().unwrap_or(self.frames));
    }

    /// Goes back to where the current piece appeared, or, just there, the one before.
    pub fn seek_previous_piece(&mut self) {
        let here = self.spawns.partition_point(|&spawn| spawn < self.now.frame);
        self.seek(here.checked_sub(1).map_or(0, |before| self.spawns[before]));
    }

    /// Whether nothing is left.
    pub const fn is_at_end(&self) -> bool {
        self.now.frame >= self.frames
    }

    /// Frames played.
    pub const fn frame(&self) -> u64 {
        self.now.frame
    }

    /// Frames of the whole recording.
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// The game in play.
    pub const fn game(&self) -> &DragGame {
        &self.now.game
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

    fn step(&mut self, recording: &Recording) -> Result<Events, RecordingError> {
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

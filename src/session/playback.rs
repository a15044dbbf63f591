//! Playback of a recording, from the start or any other point.

mod about;
mod captured;
mod console;
mod drag;
mod recorded;
mod versus;

pub use about::{About, Mode};
pub use captured::CapturedPlayback;
pub use console::ConsolePlayback;
pub use drag::DragPlayback;
pub use recorded::{Recorded, RecordedError};
pub use versus::MatchPlayback;

use crate::engine::{End, Events};

/// Frames between two stored copies of the state: the maximum that a seek has to run.
const KEYFRAME_DISTANCE: u64 = 1_200;

/// State of a game at some point of a recording.
pub trait Replay: Clone {
    /// Type of the recording.
    type Recording;
    /// Reason why a recording cannot be played.
    type Fault;

    /// Returns the start frame of the recording's main game, if it has one.
    fn game_of(_: &Self::Recording) -> Option<u64> {
        None
    }

    /// Plays the next frame, number `frame`. Returns its events and whether a piece spawned.
    fn step(
        &mut self,
        recording: &Self::Recording,
        frame: u64,
    ) -> Result<(Events, bool), Self::Fault>;

    /// Returns the kind of screen shown.
    fn shown(&self) -> ScreenKind {
        ScreenKind::Game
    }

    /// Returns whether a game is on, up to its last ending.
    fn is_in_game(&self) -> bool {
        true
    }
}

/// Kind of screen at a point of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenKind {
    /// No game: black, or the screens before the menus, or the demo.
    Nothing,
    /// An ending, a name entry or a score table.
    Rest,
    /// A lost game with its curtain closing.
    Lost,
    /// A running game.
    Game,
}

/// Navigation in a recording.
pub trait Seek {
    /// Returns the number of frames played.
    fn frame(&self) -> u64;

    /// Returns the frames of the whole recording.
    fn frames(&self) -> u64;

    /// Plays one frame. Does nothing at the end.
    fn step(&mut self) -> Events;

    /// Seeks to the state after `frame` frames, or to the end.
    fn seek(&mut self, frame: u64);

    /// Seeks to the next spawn, or to the end.
    fn seek_next_piece(&mut self);

    /// Seeks back to the spawn of the current piece. If already there, seeks to the previous spawn.
    fn seek_previous_piece(&mut self);

    /// Returns whether the recording has a main game, to which the following methods refer.
    fn is_of_one_game(&self) -> bool;

    /// Returns the frame of the first spawn in the first game; 0 if there is no game.
    fn first_piece(&self) -> u64;

    /// Returns the frame of the last spawn up to now; 0 before the first spawn.
    fn last_piece(&self) -> u64;

    /// Returns the last frame with a game or its ending on the screen, or the end of the recording if it has no game.
    /// Later frames are black or, after a single game, show a closed curtain.
    fn last_picture(&self) -> u64;

    /// Returns the last frame with a game and no curtain on the screen, if there is one.
    fn last_game(&self) -> Option<u64>;

    /// Returns whether the playback has reached its end.
    fn is_at_end(&self) -> bool {
        self.frame() >= self.frames()
    }
}

/// A recording with a current position and stored copies of the state.
///
/// It plays everything once when it is created, so it cannot fail later.
#[derive(Clone, Debug)]
pub struct Playback<R: Replay> {
    recording: R::Recording,
    now: R,
    /// Frames played.
    frame: u64,
    end: R,
    /// State after each [`KEYFRAME_DISTANCE`] frames.
    keyframes: Vec<R>,
    /// Frames with a spawn, in order.
    spawns: Vec<u64>,
    frames: u64,
    /// Extent of the whole recording, and of its main game.
    whole: GameSpan,
    game: Option<GameSpan>,
}

/// Frames from the end of a lost game that still belong to it: its curtain closes in 36 steps of four frames, and
/// stays for two seconds.
const CURTAIN_FRAMES: u64 = 36 * 4 + 120;

/// Extent of a recording, or of one of its games.
#[derive(Clone, Copy, Debug, Default)]
struct GameSpan {
    /// First frame with a piece, last frame with anything on the screen, last frame with a game.
    first_piece: Option<u64>,
    last_picture: Option<u64>,
    last_game: Option<u64>,
    /// The game was lost in that last frame.
    is_lost: bool,
    /// The game ended before the current frame.
    is_over: bool,
}

impl GameSpan {
    /// Adds the next frame.
    fn note(&mut self, frame: u64, shown: ScreenKind, has_new_piece: bool) {
        match shown {
            ScreenKind::Nothing => return,
            ScreenKind::Rest => {}
            ScreenKind::Lost => {
                // The field is still visible in this frame.
                if !self.is_lost {
                    (self.last_game, self.is_lost) = (Some(frame), true);
                }
            }
            ScreenKind::Game => {
                if has_new_piece {
                    self.first_piece.get_or_insert(frame);
                }
                (self.last_game, self.is_lost) = (Some(frame), false);
            }
        }
        self.last_picture = Some(frame);
    }

    /// Adds the next frame of the main game.
    fn note_of_one(&mut self, frame: u64, place: &impl Replay, has_new_piece: bool) {
        self.is_over |= !place.is_in_game();
        let stands = place.shown() == ScreenKind::Lost
            && (self.last_game).is_some_and(|last| self.is_lost && frame > last + CURTAIN_FRAMES);
        if !self.is_over && !stands {
            self.note(frame, place.shown(), has_new_piece);
        }
    }
}

impl<R: Replay> Playback<R> {
    /// Plays `frames` frames of `recording` once and returns to the beginning.
    fn played_through(
        recording: R::Recording,
        first: R,
        frames: u64,
    ) -> Result<Playback<R>, R::Fault> {
        let mut whole = GameSpan::default();
        whole.note(0, first.shown(), true);
        let mut playback = Playback {
            recording,
            keyframes: vec![first.clone()],
            spawns: vec![0],
            end: first.clone(),
            now: first,
            frame: 0,
            frames: 0,
            whole,
            game: None,
        };
        playback.play_to(frames)?;
        Ok(playback)
    }

    /// Extends the playback to `frames` frames.
    fn play_to(&mut self, frames: u64) -> Result<(), R::Fault> {
        for frame in self.frames + 1..=frames {
            let (_, has_new_piece) = self.end.step(&self.recording, frame - 1)?;
            if has_new_piece {
                self.spawns.push(frame);
            }
            self.whole.note(frame, self.end.shown(), has_new_piece);
            if R::game_of(&self.recording) == Some(frame) && self.end.is_in_game() {
                self.game = Some(GameSpan::default());
            }
            if let Some(game) = &mut self.game {
                game.note_of_one(frame, &self.end, has_new_piece);
            }
            if frame.is_multiple_of(KEYFRAME_DISTANCE) {
                self.keyframes.push(self.end.clone());
            }
            self.frames = frame;
        }
        Ok(())
    }

    /// Returns the extent of the main game if one is set, otherwise of the whole recording.
    fn span(&self) -> &GameSpan {
        self.game.as_ref().unwrap_or(&self.whole)
    }
}

impl<R: Replay> Seek for Playback<R> {
    fn is_of_one_game(&self) -> bool {
        self.game.is_some()
    }

    fn first_piece(&self) -> u64 {
        self.span().first_piece.unwrap_or(0)
    }

    fn last_picture(&self) -> u64 {
        self.span().last_picture.unwrap_or(self.frames)
    }

    fn last_game(&self) -> Option<u64> {
        self.span().last_game
    }

    fn frame(&self) -> u64 {
        self.frame
    }

    fn frames(&self) -> u64 {
        self.frames
    }

    fn step(&mut self) -> Events {
        if self.is_at_end() {
            return Events::default();
        }
        match self.now.step(&self.recording, self.frame) {
            Ok((events, _)) => {
                self.frame += 1;
                events
            }
            Err(_) => unreachable!("every frame was played when this was made"),
        }
    }

    fn seek(&mut self, frame: u64) {
        let frame = frame.min(self.frames);
        let before = frame / KEYFRAME_DISTANCE;
        let keyframe = before * KEYFRAME_DISTANCE;
        if frame < self.frame || keyframe > self.frame {
            self.now = self.keyframes[before as usize].clone();
            self.frame = keyframe;
        }
        while self.frame() < frame {
            self.step();
        }
    }

    fn last_piece(&self) -> u64 {
        let come = self.spawns.partition_point(|&spawn| spawn <= self.frame());
        self.spawns[come - 1]
    }

    fn seek_next_piece(&mut self) {
        let next = self.spawns.partition_point(|&spawn| spawn <= self.frame());
        self.seek(self.spawns.get(next).copied().unwrap_or(self.frames));
    }

    fn seek_previous_piece(&mut self) {
        let here = self.spawns.partition_point(|&spawn| spawn < self.frame());
        self.seek(here.checked_sub(1).map_or(0, |before| self.spawns[before]));
    }
}

/// Result of comparing a playback's end with its recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Frame and state match the recording.
    Same,
    /// They differ.
    Different {
        /// End in the recording.
        recorded: End,
        /// End of the playback.
        found: End,
    },
    /// The recording has no end noted.
    NothingToCompare,
}

impl Verdict {
    /// Compares the recorded end, if there is one, with the actual frame and state hash.
    fn compare(recorded: Option<End>, frame: u64, hash: u64) -> Verdict {
        let found = End { frame, hash };
        match recorded {
            None => Verdict::NothingToCompare,
            Some(recorded) if recorded == found => Verdict::Same,
            Some(recorded) => Verdict::Different { recorded, found },
        }
    }
}

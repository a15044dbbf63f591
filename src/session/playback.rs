//! A recording is played again: forwards, and from anywhere in it.

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

/// Frames between two kept copies of the state: a seek runs at most so many frames.
const KEYFRAME_DISTANCE: u64 = 1_200;

/// A game that a recording drives: its state at some place of the recording.
pub trait Replay: Clone {
    /// What is recorded.
    type Recording;
    /// Why a recording cannot be played.
    type Fault;

    /// Frames played when the first piece of the game is there for which it is kept, if it is kept for one.
    fn game_of(_: &Self::Recording) -> Option<u64> {
        None
    }

    /// Plays the next frame, which there is, after so many; also says whether a piece has appeared.
    fn step(
        &mut self,
        recording: &Self::Recording,
        frame: u64,
    ) -> Result<(Events, bool), Self::Fault>;

    /// What the screen shows there.
    fn shown(&self) -> Shown {
        Shown::Game
    }

    /// Whether a game is on there, up to its last ending.
    fn is_in_game(&self) -> bool {
        true
    }
}

/// What the screen shows at a place of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing of a game: black, or what comes before the menus, or the demo.
    Nothing,
    /// An ending, a name entry or a table of scores.
    Rest,
    /// A game that is lost, whose curtain closes.
    Lost,
    /// A game.
    Game,
}

/// Moving about in a recording.
pub trait Seek {
    /// Frames played.
    fn frame(&self) -> u64;

    /// Frames of the whole recording.
    fn frames(&self) -> u64;

    /// One frame; nothing happens at the end.
    fn step(&mut self) -> Events;

    /// Goes to the state after `frame` frames, or to the end.
    fn seek(&mut self, frame: u64);

    /// Goes to where the next piece appears, or to the end.
    fn seek_next_piece(&mut self);

    /// Goes back to where the current piece appeared, or, just there, the one before.
    fn seek_previous_piece(&mut self);

    /// Whether it is kept for one of its games, which is the one meant by what follows.
    fn is_of_one_game(&self) -> bool;

    /// Where the first piece of the first game appears; 0 if there is no game.
    fn first_piece(&self) -> u64;

    /// Where the piece appeared that had appeared last by the present frame; 0 before the first one.
    fn last_piece(&self) -> u64;

    /// The last frame in which a game, or what belongs to it, is on the screen; the end if there is
    /// none. What comes behind it is black; of one game, also a curtain that only stands.
    fn last_picture(&self) -> u64;

    /// The last frame in which a game is on the screen and no curtain over it, if there is one.
    fn last_game(&self) -> Option<u64>;

    /// Whether nothing is left.
    fn is_at_end(&self) -> bool {
        self.frame() >= self.frames()
    }
}

/// A recording with a place in it, and kept copies of the state.
///
/// All of it is played once when this is made, so it cannot fail later.
#[derive(Clone, Debug)]
pub struct Playback<R: Replay> {
    recording: R::Recording,
    now: R,
    /// Frames played.
    frame: u64,
    end: R,
    /// The state after each [`KEYFRAME_DISTANCE`] frames.
    keyframes: Vec<R>,
    /// Frames in which a piece appeared, in order.
    spawns: Vec<u64>,
    frames: u64,
    /// All of it, and the game for which it is kept.
    whole: GameSpan,
    game: Option<GameSpan>,
}

/// Frames from the end of a lost game on that belong to it: its curtain closes in 36 steps of four frames,
/// and stays for two seconds.
const CURTAIN_FRAMES: u64 = 36 * 4 + 120;

/// Where a recording, or a game of it, begins and ends.
#[derive(Clone, Copy, Debug, Default)]
struct GameSpan {
    /// The first frame with a piece, the last one with a picture, the last one with a game.
    first_piece: Option<u64>,
    last_picture: Option<u64>,
    last_game: Option<u64>,
    /// Whether that game was lost in that frame.
    is_lost: bool,
    /// Whether it ends before the present frame.
    is_over: bool,
}

impl GameSpan {
    /// The next frame.
    fn note(&mut self, frame: u64, shown: Shown, has_new_piece: bool) {
        match shown {
            Shown::Nothing => return,
            Shown::Rest => {}
            Shown::Lost => {
                // The field is still to be seen as it is.
                if !self.is_lost {
                    (self.last_game, self.is_lost) = (Some(frame), true);
                }
            }
            Shown::Game => {
                if has_new_piece {
                    self.first_piece.get_or_insert(frame);
                }
                (self.last_game, self.is_lost) = (Some(frame), false);
            }
        }
        self.last_picture = Some(frame);
    }

    /// The next frame of the one game that it is.
    fn note_of_one(&mut self, frame: u64, place: &impl Replay, has_new_piece: bool) {
        self.is_over |= !place.is_in_game();
        let stands = place.shown() == Shown::Lost
            && (self.last_game).is_some_and(|last| self.is_lost && frame > last + CURTAIN_FRAMES);
        if !self.is_over && !stands {
            self.note(frame, place.shown(), has_new_piece);
        }
    }
}

impl<R: Replay> Playback<R> {
    /// Plays `frames` frames of `recording` once and stands at the beginning.
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

    /// Plays on until it is so many frames long.
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

    /// The game for which it is kept, or all of it.
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

/// Whether a playback ends as its recording says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Frame and state are the recorded ones.
    Same,
    /// They are not.
    Different {
        /// As it was recorded.
        recorded: End,
        /// As it was found.
        found: End,
    },
    /// The recording does not say how it ends.
    NothingToCompare,
}

impl Verdict {
    /// Compares the recorded end, if there is one, with frame and fingerprint of the one found.
    fn compare(recorded: Option<End>, frame: u64, hash: u64) -> Verdict {
        let found = End { frame, hash };
        match recorded {
            None => Verdict::NothingToCompare,
            Some(recorded) if recorded == found => Verdict::Same,
            Some(recorded) => Verdict::Different { recorded, found },
        }
    }
}

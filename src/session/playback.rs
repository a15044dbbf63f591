//! Playback of recordings, from the start or any other point.

mod captured;
mod captured_match;
mod console;
mod drag;
mod info;
mod recorded;
mod versus;

pub use captured::CapturedPlayback;
pub use captured_match::{CapturedMatchError, CapturedMatchPlayback};
pub use console::ConsolePlayback;
pub use drag::DragPlayback;
pub use info::{Mode, RecordingInfo};
pub use recorded::{Recorded, RecordedError};
pub use versus::MatchPlayback;

use crate::engine::{Events, RecordingEnd};

/// Number of frames between two keyframes. A seek runs at most this many frames.
const KEYFRAME_DISTANCE: u64 = 1_200;

/// State of a game at one point of a recording.
pub trait Replay: Clone {
    /// Type of the recording.
    type Recording;
    /// Reason why a recording cannot be played.
    type Fault;

    /// Returns the start frame of the recording's main game, if it has one.
    fn game_of(_: &Self::Recording) -> Option<u64> {
        None
    }

    /// Plays the frame with index `frame`. Returns its events and whether a piece spawned.
    fn step(
        &mut self,
        recording: &Self::Recording,
        frame: u64,
    ) -> Result<(Events, bool), Self::Fault>;

    /// Returns the kind of screen shown.
    fn shown(&self) -> ScreenKind {
        ScreenKind::Game
    }

    /// Returns whether a game, including its ending, is in progress.
    fn is_in_game(&self) -> bool {
        true
    }
}

/// Kind of screen at one point of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenKind {
    /// No game: a black screen, a screen before the menus, or the demo.
    Nothing,
    /// An ending scene, a name entry or a score table.
    AfterGame,
    /// A lost game, with its curtain closing or closed.
    Lost,
    /// A game in play.
    Game,
}

/// Navigation in a recording.
pub trait Seek {
    /// Returns the number of frames played.
    fn frame(&self) -> u64;

    /// Returns the number of frames in the whole recording.
    fn frames(&self) -> u64;

    /// Plays one frame. Does nothing at the end of the recording.
    fn step(&mut self) -> Events;

    /// Seeks to the state after `frame` frames, or to the end if the recording is shorter.
    fn seek(&mut self, frame: u64);

    /// Seeks to the next spawn, or to the end if there is none.
    fn seek_next_piece(&mut self);

    /// Seeks backwards to the spawn of the current piece. If the playback is already there, seeks to the previous
    /// spawn.
    fn seek_previous_piece(&mut self);

    /// Returns whether the recording has a main game. If it has, the methods for first and last frames refer to the
    /// main game.
    fn has_main_game(&self) -> bool;

    /// Returns the frame of the first spawn. 0 if there is no game.
    fn first_piece(&self) -> u64;

    /// Returns the frame of the last spawn so far. 0 before the first spawn.
    fn last_piece(&self) -> u64;

    /// Returns the last frame that shows a game or its ending. Later frames are black or, after a single game, show a
    /// closed curtain. If there is no game, returns the end of the recording.
    fn last_shown(&self) -> u64;

    /// Returns the last frame that shows a game without its curtain, if there is one.
    fn last_game(&self) -> Option<u64>;

    /// Returns whether the playback has reached its end.
    fn is_at_end(&self) -> bool {
        self.frame() >= self.frames()
    }
}

/// Recording with a current position and keyframes.
///
/// The whole recording is played once at creation, so later calls cannot fail.
#[derive(Clone, Debug)]
pub struct Playback<R: Replay> {
    recording: R::Recording,
    now: R,
    /// Number of frames played.
    frame: u64,
    end: R,
    /// Keyframes: the state after every [`KEYFRAME_DISTANCE`] frames.
    keyframes: Vec<R>,
    /// Frames in which pieces spawned, in order.
    spawns: Vec<u64>,
    frames: u64,
    /// Span of the whole recording.
    whole: GameSpan,
    /// Span of the main game.
    game: Option<GameSpan>,
}

/// Number of frames after the end of a lost game that still belong to it: the curtain closes in 36 steps of four frames
/// and stays for two seconds.
const CURTAIN_FRAMES: u64 = 36 * 4 + 120;

/// Span of frames: of a whole recording, or of one of its games.
#[derive(Clone, Copy, Debug, Default)]
struct GameSpan {
    /// First frame with a piece.
    first_piece: Option<u64>,
    /// Last frame whose screen is not black.
    last_shown: Option<u64>,
    /// Last frame with a game.
    last_game: Option<u64>,
    /// True if the game was lost in frame `last_game`.
    is_lost: bool,
    /// True if the game was over in an earlier frame.
    is_over: bool,
}

impl GameSpan {
    /// Extends the span by the next frame of the recording.
    fn note(&mut self, frame: u64, shown: ScreenKind, has_new_piece: bool) {
        match shown {
            ScreenKind::Nothing => return,
            ScreenKind::AfterGame => {}
            ScreenKind::Lost => {
                // The frame in which the game is lost still shows the playfield.
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
        self.last_shown = Some(frame);
    }

    /// Extends the span of the main game by the next frame.
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
    /// Plays the first `frames` frames of `recording` to validate them, then returns to the first frame.
    fn new_validated(
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

    /// Returns the span of the main game if there is one, otherwise that of the whole recording.
    fn span(&self) -> &GameSpan {
        self.game.as_ref().unwrap_or(&self.whole)
    }
}

impl<R: Replay> Seek for Playback<R> {
    fn has_main_game(&self) -> bool {
        self.game.is_some()
    }

    fn first_piece(&self) -> u64 {
        self.span().first_piece.unwrap_or(0)
    }

    fn last_shown(&self) -> u64 {
        self.span().last_shown.unwrap_or(self.frames)
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
            Err(_) => unreachable!("the constructor played every frame"),
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

/// Result of comparing the end of a playback with the recorded end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Frame and state match the recording.
    Same,
    /// Frame or state differ from the recording.
    Different {
        /// End in the recording.
        recorded: RecordingEnd,
        /// End of the playback.
        found: RecordingEnd,
    },
    /// The recording has no end mark.
    NothingToCompare,
}

impl Verdict {
    /// Compares the recorded end, if any, with the actual frame and state hash.
    fn compare(recorded: Option<RecordingEnd>, frame: u64, hash: u64) -> Verdict {
        let found = RecordingEnd { frame, hash };
        match recorded {
            None => Verdict::NothingToCompare,
            Some(recorded) if recorded == found => Verdict::Same,
            Some(recorded) => Verdict::Different { recorded, found },
        }
    }
}

//! State of a capture. The capture thread writes it, and the scene reads it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rightwell::session::{
    CapturedGame, CapturedPlayback, LastFrameState, ReviewedGame, ReviewedMove, Seek,
};

/// State of a capture.
#[derive(Clone, Debug, Default)]
pub struct CaptureState {
    /// Reading of the latest frame.
    pub(super) frame: LiveFrame,
    /// Game in play of each player of the reader, or the last finished one. It contains the ratings of the moves that
    /// have been captured so far.
    pub(super) rated: [Option<Arc<RatedGame>>; 2],
    /// End of the source. `None` while the source runs, `Some(None)` after it ended normally, `Some(Some(reason))`
    /// after a failure.
    pub(super) end: Option<Option<String>>,
    /// True if the user wants the current frame packed.
    is_pack_wanted: bool,
    /// Message of the capture thread that the scene has yet to show.
    pub(super) notice: Option<String>,
}

/// Reading of a frame.
#[derive(Clone, Debug, Default)]
pub struct LiveFrame {
    /// Reading of each player of the reader. `None` if the frame does not show the player's game.
    pub now: [Option<LastFrameState>; 2],
    /// Players to show: one, or two with the left or upper one first.
    pub shown: LivePlayers,
    /// Seconds since the first frame.
    pub seconds: u32,
}

/// Players of a live video, by their index in the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LivePlayers {
    /// One player.
    One(usize),
    /// Two players with their names, the left or upper one first.
    Two([(usize, String); 2]),
}

impl Default for LivePlayers {
    fn default() -> LivePlayers {
        LivePlayers::One(0)
    }
}

/// Captured game so far, with its rated moves.
#[derive(Debug)]
pub struct RatedGame {
    /// Playback of the game, which shows the last captured frame.
    pub(super) playback: CapturedPlayback,
    pub(super) reviewed: ReviewedGame,
    pub(super) is_over: bool,
}

impl RatedGame {
    /// Returns a game that is in play or, if `is_over`, finished. `reviewed` contains the moves of `game`, in order.
    pub fn new(game: CapturedGame, reviewed: ReviewedGame, is_over: bool) -> RatedGame {
        let mut playback = CapturedPlayback::new(game);
        playback.seek(playback.frames());
        RatedGame {
            playback,
            reviewed,
            is_over,
        }
    }

    /// Returns the last rated move.
    pub(super) fn last(&self) -> Option<&ReviewedMove> {
        self.reviewed.moves().last()
    }
}

/// State that the capture thread and the scene share.
#[derive(Clone, Debug, Default)]
pub struct SharedCapture(Arc<Mutex<CaptureState>>);

impl SharedCapture {
    /// Stores the reading of a frame.
    pub fn see(&self, frame: LiveFrame) {
        self.look().frame = frame;
    }

    /// Stores a player's game with newly rated moves.
    pub fn rate(&self, player: usize, rated: Arc<RatedGame>) {
        self.look().rated[player] = Some(rated);
    }

    /// Records that the source has ended. `fault` is the reason if it failed.
    pub fn end(&self, fault: Option<String>) {
        let mut followed = self.look();
        followed.frame.now = [None; 2];
        followed.end.get_or_insert(fault);
    }

    /// Asks the capture thread to pack the next frame with its reading.
    pub(super) fn ask_to_pack(&self) {
        self.look().is_pack_wanted = true;
    }

    /// Returns whether the user wants this frame packed. Returns true once for each request.
    pub fn takes_pack_request(&self) -> bool {
        std::mem::take(&mut self.look().is_pack_wanted)
    }

    /// Stores a message to the user.
    pub fn say(&self, notice: String) {
        self.look().notice = Some(notice);
    }

    /// Returns the state, which the capture thread cannot change meanwhile.
    pub(super) fn look(&self) -> MutexGuard<'_, CaptureState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

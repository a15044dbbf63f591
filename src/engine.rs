//! Game logic without side effects, frame by frame. Every state is one cloneable value.
//!
//! This module contains the game machines, their shared parts, the view of the screen ([`View`]), the console's history
//! ([`History`]) and recordings. It knows no colours, no files and no AI. There are three entry points:
//! - [`Console`]: the whole machine with its [`PadGame`].
//! - [`DragGame`]: the game without gravity.
//! - [`Versus`]: two pad games that exchange garbage.
//!
//! # Order of work in a frame
//! 1. Vertical blank: rows, digits and the sprites prepared by the previous tick are copied to the screen. The frame
//!    counter and the randomizer advance by one.
//! 2. Tick: the game takes the input and runs one play state. Its changes are visible one frame later.
//!
//! So after `step` number N, `view` is the console's screen in frame N.

pub mod console;
pub mod direct_start;
pub mod drag_game;
pub mod drag_recording;
pub mod endless;
pub mod event;
pub mod history;
pub mod ngf;
pub mod pad_game;
pub mod persistent_memory;
pub mod play_state;
pub mod quirks;
pub mod recording;
pub mod score_time;
pub mod screen;
pub mod start_position;
pub mod state;
pub mod training;
pub mod versus;
pub mod view;

mod core;
mod demo;
mod display;
mod garbage;
mod words;

pub use console::{Console, HighScore, HighScores, NAME_CHARACTERS};
pub use direct_start::{DirectStart, DirectStartError, direct_start};
pub use drag_game::{DragGame, DragInput, DragStart, InputFault};
pub use drag_recording::{DragRecording, DragRecordingError};
pub use endless::EndlessStart;
pub use event::{Event, Events};
pub use history::{
    Command, Fm2Error, ForeignMovieError, History, HistorySetting, InputFrame, Race,
    RecordedConsole, movie_text,
};
pub use ngf::{NgfError, NgfFrame, read_ngf};
pub use pad_game::{PadGame, PadPosition, PadStart, PieceSource, TickOutcome};
pub use persistent_memory::PersistentMemory;
pub use play_state::PlayState;
pub use recording::{RecordingEnd, RecordingError, RecordingKind};
pub use score_time::CrashRule;
pub use screen::Screen;
pub use start_position::{
    POSITION_EXAMPLE, PastedPosition, PositionFormat, StartPosition, StartPositionError,
};
pub use state::GameState;
pub use training::{DrillProgress, Linecap, Training, TrainingError, TrainingMode};
pub use versus::{
    GarbageHoles, GarbageRules, MatchRecording, Versus, VersusStart, VersusStartError, VersusState,
};
pub use view::{
    EndingView, GameType, GameView, LevelMenuView, MatchKind, MatchStage, MenuView, Music,
    NameEntryView, RoundOutcome, ScoreView, Side, SideView, Tempo, VersusView, View,
};

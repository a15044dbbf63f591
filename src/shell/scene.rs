//! Scenes: everything that the program can show, such as a game, a replay or the editor. Each has its own file and
//! implements [`Scene`].
//!
//! The main loop in `front/` uses scenes only through this trait. To add a scene, write a file here, and start the
//! scene in a command or in another scene.

pub mod app_context;
pub mod autoplay;
pub mod begin;
pub mod coach;
pub mod coached;
pub mod contest;
pub mod context;
pub mod editor;
pub mod live;
pub mod match_play;
mod outlines;
pub mod panel;
pub mod person;
mod plan;
pub mod practice;
pub mod projection;
pub mod rating;
pub mod recording;
pub mod speed_test;
pub mod stack;
pub mod trained;

mod filters;
mod name_taps;
mod tree;
pub mod words;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rightwell::engine::{Events, Side, StartPosition, View};
use rightwell::lab::projection::Projection;
use rightwell::menu::Input;
use rightwell::players::{Opponent, Strategy};
use rightwell::render::panel::{Figure, PanelPart};
use rightwell::render::{Overlay, TreePicture};
use rightwell::rules::{Buttons, Region};
use rightwell::session::{Category, Contestant, GameStats, Summary};

use crate::input::action::{Action, HelpLine};
use crate::input::pad_help::PadUse;
use crate::options::scenes::SceneArgs;
use crate::options::speed::Speed;

use begin::GhostSource;
use coach::CoachSettings;
use contest::MatchFacts;
use context::Context;
use panel::ScenePanel;
use person::RaceResult;

/// New scene and its initial speed.
#[derive(Debug)]
pub struct BegunScene {
    /// Scene to step and show.
    pub scene: Box<dyn Scene>,
    /// Initial speed.
    pub speed: Speed,
}

/// Input for one step of a scene.
#[derive(Clone, Copy, Debug)]
pub struct StepInput {
    /// Maximum wait for the plan of a computer player.
    pub patience: Duration,
    /// Buttons that people hold on each of the two pads. A person who plays alone uses the first pad.
    pub held: [Buttons; 2],
}

impl StepInput {
    /// Returns an input with these held buttons and no time to wait.
    #[cfg(test)]
    pub const fn of(held: [Buttons; 2]) -> StepInput {
        let patience = Duration::ZERO;
        StepInput { patience, held }
    }
}

/// Outcome of one step of a scene.
#[derive(Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The step was made, with these events. A match reports the events of both sides together.
    Stepped(Events),
    /// No step was made, because a plan was not ready within the maximum wait.
    Waiting,
    /// The player has failed. No further step is possible.
    Failed(String),
}

/// Scene that the main loop steps and draws.
///
/// Only the top of the [stack](stack::Stack) is stepped.
pub trait Scene: fmt::Debug {
    /// Called once, before all other methods.
    fn begin(&mut self, _context: &mut Context) {}

    /// Advances the scene by one step.
    fn step(&mut self, input: StepInput, context: &mut Context) -> StepOutcome;

    /// Runs once per display frame, even while the scene is paused.
    fn tick(&mut self, _coach: &CoachSettings, _context: &mut Context) {}

    /// Returns the screen to draw.
    fn view(&self) -> View;

    /// Returns the texts, panels and overlay around the screen.
    fn hud(&self) -> Hud;

    /// Returns the interactions that are possible now.
    fn can(&self) -> Capabilities;

    /// Returns options that reproduce this scene, or `None` if this is impossible. `begun` contains the options with
    /// which the scene was started.
    fn link(&self, _begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        None
    }

    /// Handles a command from the user or from the menu.
    fn handle(&mut self, _command: SceneCommand, _context: &mut Context) {}
}

/// Texts, panels and overlay around the screen of a scene. In the texts, buttons of the gamepad are in braces, see
/// [`named`](crate::input::pad_help::named).
#[derive(Debug, Default)]
pub struct Hud {
    /// Window title.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a title")
    )]
    pub title: String,
    /// Texts for the status line, longest first. The longest one that fits is shown. Empty if there is no status.
    pub status: Vec<String>,
    /// Overlay on the screen: pattern to be built, cells of a finished pattern, pads. The front end leaves out the
    /// parts that are switched off.
    pub overlay: Overlay,
    /// Search tree over the playfield, if it is switched on.
    pub tree: Option<TreePicture>,
    /// Panels, most important first.
    pub panels: Vec<ScenePanel>,
    /// The position that is being edited.
    pub edited: Option<StartPosition>,
    /// True if the user has opened the panels. The layout then makes room for them.
    pub is_opened: bool,
    /// One sentence from the coach about the current move, for front ends without room for panels.
    pub said: Option<String>,
    /// Rows to which the user can [jump](SceneCommand::Jump): kinds of errors, and single moves.
    pub worst: Vec<ErrorListRow>,
    /// Names of both players, if a person can [take over a side](SceneCommand::PlayOn) of this match.
    pub sides: Option<[String; 2]>,
    /// Totals of the current game. They have no upper limit, unlike the counters on the console's screen.
    pub totals: Option<Summary>,
    /// Statistics of the game, or of both sides of a match.
    pub figures: [Option<Box<GameStats>>; 2],
    /// Facts about a match that the screen does not show.
    pub contest: Option<MatchFacts>,
    /// Position from which playouts estimate how the game will end. Set only while a piece is falling.
    pub projection: Option<Projection>,
    /// Result of a finished game, in words. Set only while the user has time to read it.
    pub summary: Option<String>,
    /// Remark on `summary`, such as the reason why the score does not count.
    pub remark: Option<String>,
    /// Result of a finished race, against the ghost.
    pub race: Option<RaceResult>,
    /// Figures of a drill for the card after the game, the key figure first. Empty for other games, whose card shows
    /// their totals.
    pub drill_figures: Vec<Figure>,
    /// Result of a person's finished game beyond its totals.
    pub own_result: Option<OwnResult>,
}

/// Result of a person's finished game beyond its totals, for its card.
#[derive(Debug)]
pub struct OwnResult {
    /// Best score of this player at this start, and accuracy.
    pub figures: Vec<Figure>,
    /// Cost of all mistakes in a sentence. `None` before the moves are rated, and if they cost less than half a line.
    pub cost: Option<String>,
    /// Worst move in a sentence, once the moves are rated.
    pub worst: Option<PanelPart>,
    /// True if the player has yet to enter a name for the high scores.
    pub enters_name: bool,
    /// True if the next game has the same start.
    pub starts_again: bool,
}

/// Interactions that are possible in a scene now. The program derives keys and help from them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capabilities {
    /// Keys of the scene, as in the help. The scene receives only their actions.
    pub keys: &'static [HelpLine],
    /// Actions in `keys` that the help does not list, because the scene only explains why they do not work now.
    pub unlisted: &'static [Action],
    /// For each pad, whether a person plays with it.
    pub people: [bool; 2],
    /// Use of these pads.
    pub pads: PadUse,
    /// Region of the console. It determines the frame rate.
    pub region: Region,
    /// State of the review.
    pub review: ReviewState,
    /// True if the shown or finished game can be raced.
    pub can_be_raced: bool,
    /// True if pieces jump to their locks (PLAY_FAST).
    pub is_play_fast: bool,
    /// True if people play for practice. The scores of practice games are not saved.
    pub is_practice: bool,
    /// True if the score of the game in play counts for the high scores.
    pub counts: bool,
    /// True if a name for the high scores is being entered. Letters are then typed, and the speed is the console's.
    pub enters_name: bool,
    /// True if a game would be lost by leaving the scene. The program then asks for confirmation.
    pub is_busy: bool,
    /// True if the game that would be lost is a match.
    pub is_match: bool,
    /// True during the pause between two games. The length of the pause does not depend on the speed.
    pub is_between_games: bool,
    /// True if there is nothing more to step now, as at the end of a recording.
    pub is_at_end: bool,
    /// True if the status line may explain how to play when the program starts with this scene.
    pub invites_to_play: bool,
}

impl Capabilities {
    /// Returns whether the scene handles this action.
    pub fn does(&self, action: Action) -> bool {
        let mut keys = self.keys.iter();
        keys.any(|(actions, _)| actions.contains(&action))
    }
}

/// State of the review of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReviewState {
    /// There is no review.
    #[default]
    None,
    /// The game is over. A key opens its review.
    Offered,
    /// A review is open. Keys move from mistake to mistake.
    Open,
}

/// Command to a scene.
#[derive(Debug)]
pub enum SceneCommand {
    /// The user pressed a key for one of the scene's own actions.
    Act(Action),
    /// The user chose a row in the list of errors.
    Jump(JumpTarget),
    /// Play on from the current frame of a recorded match. A person takes this side, and this opponent takes the other.
    PlayOn(Side, Arc<Opponent>),
    /// Let this player, under this filter, play on from the next piece.
    PlayBy(Arc<Strategy>),
    /// Make the game in play practice.
    Unrank,
    /// Type into the name for the high scores.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "people play only in a window")
    )]
    Type(Input),
    /// Change the edited position.
    Edit(EditorCommand),
    /// Save the game as a state, or load a state.
    State(StateRequest),
    /// Start the next game or exercise, after the scene above this one was closed.
    Next,
    /// Race the finished or shown game.
    Race,
    /// Race the player's best game that began at the level of the finished one.
    RaceBest,
    /// Review the last game.
    Review,
    /// Review the ghost of the race.
    ReviewGhost,
}

/// Command to the position editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorCommand {
    /// Replace the position.
    Set(StartPosition),
    /// Parse a position from text.
    Paste(String),
    /// Draw (`true`) or erase the cell at this column and row.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a mouse")
    )]
    Draw((i8, i8), bool),
    /// Choose the block to draw, by its index in [`editor::BLOCKS`].
    Block(usize),
    /// Show the best locks.
    Rate,
}

/// Request to save or load a state. The number of a state begins at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateRequest {
    /// Save the game in the state with this number.
    Save(usize),
    /// Play on from the state with this number.
    Load(usize),
}

/// Request to the program, from a scene or from the menu over it.
#[derive(Debug)]
pub enum Request {
    /// Show a notice beside the picture.
    Notify(String),
    /// Show a message over the game screen, with a title.
    Announce(&'static str, String),
    /// Pause (`true`) or resume the scene.
    Pause(bool),
    /// The scene has begun another game. Buttons that are still held do not count until they are pressed again.
    BeginAnew,
    /// Race a recording, in place of all scenes.
    Race(GhostSource),
    /// Put a scene on top.
    Push(Box<dyn Scene>),
    /// Close the top scene. The scene below continues.
    Leave {
        /// True if the scene below is to start its next game or exercise.
        for_next: bool,
    },
    /// Save these players as the choice for the next match.
    Remember([Contestant; 2]),
    /// Close the menu.
    Close,
    /// Send a command to the scene and leave the menu open.
    Send(SceneCommand),
    /// Open the editor's menu page.
    Edit,
    /// Copy a text to the clipboard.
    Copy(String),
    /// Pass the text in the clipboard to the editor.
    Paste,
    /// Close the menu and send a command to the scene.
    CloseAndSend(SceneCommand),
    /// Replace all scenes with this one.
    Begin(BegunScene),
    /// End the program.
    Quit,
}

/// Destination of a click, or of a row in the list of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpTarget {
    /// Move whose piece spawned in this frame of the recording.
    Move(u64),
    /// First error of this kind, or the first mistake for `None`. From then on, the keys for the next and previous
    /// mistake go only to errors of this kind.
    Kind(Option<Category>),
    /// Move of the game in play, by its index among the rated moves.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a mouse")
    )]
    Nth(usize),
    /// Time in a recording, from 0 at its first piece to [`JumpTarget::TIME_STEPS`] at its end.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a mouse")
    )]
    Time(u16),
    /// Lock for the current piece, by its index in the list of best locks, 0 for the best. The playfield then shows its
    /// outline.
    Place(usize),
    /// Reason of the AI's plan, by its index in the list. A small board then marks its cells.
    Reason(usize),
}

impl JumpTarget {
    /// Number of steps from the first piece of a recording to its end.
    pub const TIME_STEPS: u16 = 1000;
}

/// Row in a list of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorListRow {
    /// Destination of the row.
    pub target: JumpTarget,
    /// Text of the row, up to 24 characters.
    pub label: String,
    /// Longer explanation.
    pub hint: String,
}

impl ErrorListRow {
    /// Column headings for a list of error kinds.
    pub const KINDS: &'static str = "KIND           MOVES SHARE";
    /// Column headings for a list of moves.
    pub const MOVES: &'static str = "PIECE    LOST WHY";
}

/// Returns the window's title: the player, and the score if there is one.
fn title(who: &str, points: Option<u32>) -> String {
    match points {
        Some(points) => format!("{who} - {points}"),
        None => who.to_owned(),
    }
}

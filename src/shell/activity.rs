//! What can be on the screen: one file each behind one trait.
//!
//! The loop in `front/` knows the trait only. Another activity is another file here, and whoever
//! begins it, a command or an activity below it, says so in one line.

pub mod autoplay;
pub mod coach;
pub mod coached;
pub mod contest;
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
use rightwell::players::Opponent;
use rightwell::render::{Overlay, TreePicture};
use rightwell::rules::{Buttons, Region};
use rightwell::session::{Category, Contestant, GameStats, Summary};

use crate::shell::input::action::{Action, HelpLine};
use crate::shell::options::scenes::SceneArgs;
use crate::shell::options::speed::Speed;

use coach::Coaching;
use contest::Contest;
use panel::ScenePanel;

/// Video frames of the NTSC console in a second.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)".
pub const FRAMES_PER_SECOND: f64 = 60.0988;
/// Video frames of the PAL console in a second.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)".
const PAL_FRAMES_PER_SECOND: f64 = 50.007;

/// Something that has just begun, and how fast it runs at first.
#[derive(Debug)]
pub struct Begun {
    /// What is stepped and shown.
    pub activity: Box<dyn Activity>,
    /// Its speed.
    pub speed: Speed,
}

/// What became of a step.
#[derive(Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// It was made, and this happened in it; of a match, on both sides together.
    Stepped(Events),
    /// Not in the time given: a plan is missing.
    Waiting,
    /// Never again: the player has failed.
    Failed(String),
}

/// Something that is stepped and shown.
///
/// It makes its steps only while it lies on top of the [stack](stack::Stack).
pub trait Activity: fmt::Debug {
    /// Makes one step, waiting at most so long for a plan. `held` is what people hold on both pads;
    /// a person alone has the first.
    fn step(&mut self, patience: Duration, held: [Buttons; 2]) -> StepOutcome;

    /// What the screen shows.
    fn view(&self) -> View;

    /// What is told beside and over that.
    fn hud(&self) -> Hud;

    /// What can be done with it now.
    fn can(&self) -> Can;

    /// Returns the options that lead to what is on the screen, if any do. `begun` are those that began it.
    fn link(&self, _begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        None
    }

    /// Does what follows from something that happens to it.
    fn handle(&mut self, _happening: Happening) {}

    /// What it asks of the program since this was called last; whoever lets it step or tells it something
    /// carries that out.
    fn requests(&mut self) -> Vec<Request> {
        Vec::new()
    }
}

/// What is told of an activity beside and over what the screen shows. Buttons of the gamepad stand in braces in
/// it, see [`named`](crate::shell::input::pad_help::named).
#[derive(Debug, Default)]
pub struct Hud {
    /// What the window's title says of it.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a title")
    )]
    pub title: String,
    /// What the status line says of it: all, and then ever shorter texts for where there is less
    /// room. None where there is nothing to say.
    pub status: Vec<String>,
    /// What lies over the picture: the goal, the cells of a picture that is done, the pads. Whoever
    /// shows it leaves out what is not wanted.
    pub overlay: Overlay,
    /// The search tree that lies over the field, if somebody wants to see it.
    pub tree: Option<TreePicture>,
    /// What it has to say in panels, the most important ones first.
    pub panels: Vec<ScenePanel>,
    /// The position that is edited.
    pub edited: Option<StartPosition>,
    /// Whether somebody has opened these, so that the picture makes room for them.
    pub is_opened: bool,
    /// What the coach says of the move that is on in a sentence, for where there is no room for panels.
    pub said: Option<String>,
    /// What one can [jump](Happening::Jump) to: kinds of errors and moves.
    pub worst: Vec<Listed>,
    /// Who plays in a match on one of whose sides a person can [go on](Happening::PlayOn) from here.
    pub sides: Option<[String; 2]>,
    /// What the game on the screen has come to, without the limits of the counters on it.
    pub totals: Option<Summary>,
    /// What is counted of the game on the screen; of a match, of both sides.
    pub figures: [Option<Box<GameStats>>; 2],
    /// What a match has to tell beside its picture.
    pub contest: Option<Contest>,
    /// What its player can be let go on from, now that a piece is on its way, to see what is likely to
    /// come of the game.
    pub projection: Option<Projection>,
    /// What a game that is over has come to, in words, while there is time to read it.
    pub summary: Option<String>,
}

/// What can be done with an activity now: keys and help follow from it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Can {
    /// What it does with keys, as the help shows it. Other actions than these never reach it.
    pub keys: &'static [HelpLine],
    /// On which pads people play.
    pub people: [bool; 2],
    /// Whether their pads move pieces.
    pub moves_pieces: bool,
    /// Whose console it is, which says how many video frames a second has.
    pub region: Region,
    /// Whether moves are reviewed.
    pub review: Reviewing,
    /// Whether it leaves out how pieces move (PLAY_FAST).
    pub is_play_fast: bool,
    /// Whether what people play is practice: their score is not kept.
    pub is_practice: bool,
    /// Whether leaving it would break something off, so that it is asked twice.
    pub is_busy: bool,
    /// Whether that is a match, and not a game of one.
    pub is_match: bool,
    /// Whether a game has ended and the next one has not begun: such a pause lasts its time at any
    /// speed.
    pub is_between_games: bool,
    /// Whether there is nothing to step for now, as at the end of a recording.
    pub is_at_end: bool,
    /// Whether somebody who has just started the program sees it first, and is told how to play.
    pub invites_to_play: bool,
}

impl Can {
    /// Whether a key's action is one of its own.
    pub fn does(&self, action: Action) -> bool {
        let mut keys = self.keys.iter();
        keys.any(|(actions, _)| actions.contains(&action))
    }
}

/// Whether moves are reviewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reviewing {
    /// They are not.
    #[default]
    None,
    /// The game is over, and a key leads to its review.
    Offered,
    /// They are, and keys lead from mistake to mistake.
    Open,
}

/// Something that happens to an activity.
#[derive(Debug)]
pub enum Happening {
    /// A round of the loop, paused or not, and what is wanted of the coach beside a person's game.
    Round(Coaching),
    /// A key asks for one of its own actions.
    Act(Action),
    /// A row of the list of errors is gone to.
    Jump(Target),
    /// A recorded match is to go on from here, a person taking that side and a computer the other.
    PlayOn(Side, Arc<Opponent>),
    /// The position is to be edited.
    Edit(Edit),
    /// The game is to be saved as a state, or one is to be loaded.
    State(StateWish),
    /// What lay over it was left for the next one of its kind.
    Next,
}

/// What is wanted of an editor of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// It has this position.
    Set(StartPosition),
    /// It takes in a position that is a text.
    Paste(String),
    /// The cell of this column and row is drawn, or erased.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a mouse")
    )]
    Draw((i8, i8), bool),
    /// Which kind of block is drawn.
    Block(usize),
    /// The best places are to be told.
    Rate,
}

/// What is wanted of a saved state, by its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateWish {
    /// The game is to be saved there as it is.
    Save(usize),
    /// The game that was saved there is to go on.
    Load(usize),
}

/// What an activity, or the menu over it, asks of the program.
#[derive(Debug)]
pub enum Request {
    /// To say something.
    Say(String),
    /// To pause what is on, or to let it go on.
    Pause(bool),
    /// To lay that over what is on.
    Lay(Box<dyn Activity>),
    /// To leave what is on for what lies below it, or for the next one of its kind there.
    Leave {
        /// Whether the next one is wanted.
        for_next: bool,
    },
    /// To remember who plays the next match.
    Remember([Contestant; 2]),
    /// To close the menu.
    Close,
    /// To tell what is on of that, without closing the menu.
    Inform(Happening),
    /// To open the page of the editor that is on.
    Edit,
    /// To copy a text, for other programs.
    Copy(String),
    /// To tell the editor that is on what was copied.
    Paste,
    /// To close the menu and tell what is on of that.
    Tell(Happening),
    /// To show something else in the place of all that is on.
    Begin(Begun),
    /// To end.
    Quit,
}

/// Where a row of a list of errors leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To the move whose piece came in that frame of the recording.
    Move(u64),
    /// To the first error of a kind, or to the first mistake: from then on from one of these to the next.
    Kind(Option<Category>),
    /// To a move of the game that is on, by its place among the rated ones.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a mouse")
    )]
    Nth(usize),
    /// To one of the best places for the piece that is on, the best being 0: it is shown in the field.
    Place(usize),
}

/// A row in a list of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Where it leads.
    pub target: Target,
    /// What the list says of it, on up to 24 letters.
    pub label: String,
    /// More of it.
    pub hint: String,
}

impl Listed {
    /// What stands over kinds of errors.
    pub const KINDS: &'static str = "KIND           MOVES SHARE";
    /// What stands over moves.
    pub const MOVES: &'static str = "PIECE    LOST WHY";
}

/// What of an activity's overlay is shown; a picture that is done always stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The goal behind the field.
    pub goal: bool,
    /// The pads.
    pub inputs: bool,
}

impl Shown {
    /// What is wanted of an overlay.
    pub fn of(self, overlay: Overlay) -> Overlay {
        Overlay {
            goal: overlay.goal.filter(|_| self.goal),
            highlight: overlay.highlight,
            outlines: overlay.outlines,
            legend: overlay.legend,
            cursor: overlay.cursor,
            mark: overlay.mark,
            inputs: overlay.inputs.map(|held| held.filter(|_| self.inputs)),
        }
    }
}

/// Video frames in a second of a console.
pub fn frames_per_second(region: Region) -> f64 {
    match region {
        Region::Ntsc => FRAMES_PER_SECOND,
        Region::Pal => PAL_FRAMES_PER_SECOND,
    }
}

/// A title of who plays and the score, if there is one.
fn title(who: &str, points: Option<u32>) -> String {
    match points {
        Some(points) => format!("{who} - {points}"),
        None => who.to_owned(),
    }
}

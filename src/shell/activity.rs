//! What can be on the screen: one file each behind one trait.
//!
//! The loop in `front/` knows the trait only. Another activity is another file here, and whoever
//! begins it, a command or an activity below it, says so in one line.

pub mod autoplay;
pub mod coach;
pub mod match_play;
mod outlines;
pub mod person;
pub mod practice;
pub mod projection;
pub mod rating;
pub mod recording;
pub mod speed;
pub mod stack;

mod filters;
mod name_taps;
mod tree;
pub mod words;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rightwell::engine::{Events, Side, View};
use rightwell::lab::projection::Projection;
use rightwell::players::Opponent;
use rightwell::render::{Overlay, ReviewPanel, TreePicture};
use rightwell::rules::{Buttons, Region};
use rightwell::session::{Category, Contestant, GameStats, Summary};

use crate::shell::input::action::{Action, HelpLine};

use coach::Coaching;

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
    pub speed: speed::Speed,
}

/// What became of a step.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was made, and this happened in it; of a match, on both sides together.
    Stepped(Events),
    /// Not in the time given: a plan is missing.
    Waiting,
    /// Never again: the player has failed.
    Failed(String),
}

/// Something that is stepped and shown.
///
/// It makes its steps only while it lies on top of the [stack](stack::Stack). Most of it needs to
/// be said by few activities and has a default.
pub trait Activity: fmt::Debug {
    /// Makes one step, waiting at most so long for a plan. `held` is what people hold on both pads;
    /// a person alone has the first.
    fn step(&mut self, patience: Duration, held: [Buttons; 2]) -> Outcome;

    /// What the screen shows.
    fn view(&self) -> View;

    /// What the window's title says of it.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has a title")
    )]
    fn title(&self) -> String;

    /// What the status line says of it: all, and then ever shorter texts for where there is less
    /// room; at least one.
    fn status(&self) -> Vec<String>;

    /// What lies over the picture: the goal, the cells of a picture that is done, the pads. Whoever
    /// shows it leaves out what is not wanted.
    fn overlay(&self) -> Overlay {
        Overlay::default()
    }

    /// Takes over what is wanted of the coach beside a person's game; asked between steps and before
    /// each picture.
    fn coach(&mut self, _wanted: &Coaching) {}

    /// The search tree that lies over the picture, if somebody wants to see it.
    fn tree(&self) -> Option<TreePicture> {
        None
    }

    /// Whether it leaves out how pieces move (PLAY_FAST).
    fn is_play_fast(&self) -> bool {
        false
    }

    /// What the game on the screen has come to, without the limits of the counters on it.
    fn totals(&self) -> Option<Summary> {
        None
    }

    /// What the lab counts of the game on the screen.
    fn figures(&self) -> Option<GameStats> {
        None
    }

    /// What its player can be let go on from, now that a piece is on its way, to see what is likely to
    /// come of the game.
    fn projection(&self) -> Option<Projection> {
        None
    }

    /// What a game that is over has come to, in words, while there is time to read it.
    fn summary(&self) -> Option<String> {
        None
    }

    /// What it does with keys, as the help shows it. Other actions than these never reach it.
    fn keys(&self) -> &'static [HelpLine] {
        &[]
    }

    /// Does what a key asks for.
    fn act(&mut self, _action: Action) {}

    /// Looks after what goes on beside its steps; it is asked in every round, paused or not. Says that it is
    /// to be paused from now on, or to go on.
    fn attend(&mut self) -> Option<bool> {
        None
    }

    /// The review of the move that is on, without the keys.
    fn review(&self) -> Option<ReviewPanel> {
        None
    }

    /// What one can go to by [`Activity::jump`]: kinds of errors and moves.
    fn worst(&self) -> Vec<Listed> {
        Vec::new()
    }

    /// Goes where a row of that list leads.
    fn jump(&mut self, _target: Target) {}

    /// Who plays in a match on one of whose sides a person can go on from here.
    fn sides(&self) -> Option<[String; 2]> {
        None
    }

    /// Lays over it the match as it goes on from here, a person taking that side and a computer the other.
    fn play_on(&mut self, _side: Side, _opponent: Arc<Opponent>) {}

    /// Who plays the next match; none where nobody chooses that here.
    fn next_contestants(&self) -> Option<&[Contestant; 2]> {
        None
    }

    /// What there is to say, once.
    fn take_notice(&mut self) -> Option<String> {
        None
    }

    /// On which pads people play.
    fn people(&self) -> [bool; 2] {
        [false; 2]
    }

    /// Whose console it is, which says how many video frames a second has.
    fn region(&self) -> Region {
        Region::Ntsc
    }

    /// Whether somebody who has just started the program sees it first, and is told how to play.
    fn invites_to_play(&self) -> bool {
        false
    }

    /// Whether leaving it would break something off, so that it is asked twice.
    fn is_busy(&self) -> bool {
        false
    }

    /// Whether that is a match, and not a game of one.
    fn is_match(&self) -> bool {
        false
    }

    /// Whether a game has ended and the next one has not begun: such a pause lasts its time at any
    /// speed.
    fn is_between_games(&self) -> bool {
        false
    }

    /// Whether there is nothing to step for now, as at the end of a recording.
    fn is_at_end(&self) -> bool {
        false
    }

    /// What is to be laid over it, asked after each step and action.
    fn take_next(&mut self) -> Option<Box<dyn Activity>> {
        None
    }

    /// Whether it waits for the watcher to let it go on when it is laid over another one.
    fn begins_paused(&self) -> bool {
        false
    }

    /// Whether it is over for good, so that what lies below it goes on.
    fn is_done(&self) -> bool {
        false
    }
}

/// Where a row of a list of errors leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To the move whose piece came in that frame of the recording.
    Move(u64),
    /// To the first error of a kind, or to the first mistake: from then on from one of these to the next.
    Kind(Option<Category>),
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

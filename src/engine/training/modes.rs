//! Modes, and the facts that their table has about each.

use serde::{Deserialize, Serialize};

use crate::rules::{Pose, counted};

use super::table::MODES;
use super::wells::taps_to_column;

/// Kind of training, in the order of the menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TrainingMode {
    /// The cartridge's A-type, with a score that has no limit.
    Tetris,
    /// Fewer I pieces.
    Drought,
    /// A seed of three bytes gives everybody the same pieces.
    Seed,
    /// Starts ten lines before the first level-up, with points.
    Transition,
    /// The score is compared with a target at line 230.
    Pace,
    /// The speed never changes.
    Marathon,
    /// Level 29 at two rows a frame.
    Killscreen,
    /// Cells that make the stack uneven are marked.
    Stacking,
    /// A small field for slides and spins, rebuilt for each piece.
    Setups,
    /// The T must be spun into a cavity.
    TSpins,
    /// Only I pieces, to be tapped past a tower to a wall.
    Tap,
    /// Only I pieces, each for the open well.
    TapQuantity,
    /// Each piece goes to a marked target beside a wall, over stacks of all heights.
    Wells,
    /// Autoshift starts after another delay.
    DasDelay,
    /// Each piece should spawn with a full autoshift charge.
    DasCharge,
    /// B-type: twenty-five lines, starting from a field with garbage.
    BType,
    /// Garbage rows rise from below.
    Garbage,
    /// A field of alternating cells, to dig through with as few points lost as possible.
    Checkerboard,
    /// Solid rows at the bottom that never clear.
    Floor,
    /// Solid columns at the left and right.
    Crunch,
    /// The stack must stay below a given height.
    LowStack,
    /// Locked cells are invisible.
    Invisible,
    /// Up drops a piece and locks it.
    HardDrop,
}

/// Kind of skill that a mode trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingGroup {
    /// Moving single pieces.
    Technique,
    /// Building the stack.
    Stacking,
    /// Lasting under pressure.
    Survival,
    /// Comparing results with others or with a target.
    Tests,
}

impl TrainingGroup {
    /// All groups, in the order of the menus.
    pub const ALL: [TrainingGroup; 4] = [
        TrainingGroup::Technique,
        TrainingGroup::Stacking,
        TrainingGroup::Survival,
        TrainingGroup::Tests,
    ];

    /// Returns the heading of the group.
    pub const fn title(self) -> &'static str {
        match self {
            TrainingGroup::Technique => "Technique",
            TrainingGroup::Stacking => "Stacking",
            TrainingGroup::Survival => "Survival",
            TrainingGroup::Tests => "Tests",
        }
    }
}

/// Description of a mode.
#[derive(Clone, Copy, Debug)]
pub struct TrainingModeFacts {
    /// The mode.
    pub mode: TrainingMode,
    /// Name on the command line.
    pub name: &'static str,
    /// Name on the screen.
    pub title: &'static str,
    /// Skill that the mode trains.
    pub group: TrainingGroup,
    /// Purpose of the mode, in a sentence or two.
    pub about: &'static str,
    /// Usual start level: low for slow exercises.
    pub level: u8,
    /// Parameter of the mode, if it has one.
    pub values: Option<TrainingValues>,
    /// Unit in which results are compared. More is better.
    pub measure: DrillMeasure,
    /// True if the mode rebuilds the field for each piece. Such a game has no late levels, high scores or crashes.
    pub is_rebuilt: bool,
    /// True if a computer that knows only the cartridge's rules can play the mode.
    pub suits_computers: bool,
}

/// Unit of a mode's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillMeasure {
    /// Longest streak of successes.
    Streak,
    /// Lines cleared.
    Lines,
    /// Score.
    Points,
}

impl DrillMeasure {
    /// Formats a result with its unit.
    pub fn in_words(self, result: u64) -> String {
        match self {
            DrillMeasure::Streak => format!("{result} in a row"),
            DrillMeasure::Lines => counted(result, "line"),
            DrillMeasure::Points => counted(result, "point"),
        }
    }
}

/// Progress of a training game, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DrillProgress {
    /// Successes in a row.
    pub streak: u32,
    /// Longest streak of successes in this game.
    pub best: u32,
    /// Number of failures in this game.
    pub misses: u32,
    /// Pose in which the current piece should lock, if the mode has a target.
    pub target: Option<Pose>,
    /// Number of taps to the target of the next piece, if the target is known.
    pub next_taps: Option<i8>,
    /// Autoshift charge at the spawn of the current piece, if the mode trains it and this is not the first piece.
    pub charge: Option<u8>,
}

impl DrillProgress {
    /// Returns the number of taps from the spawn to the target of the current piece, negative to the left, if there is a
    /// target.
    pub fn taps(&self) -> Option<i8> {
        self.target.map(|target| taps_to_column(target.x))
    }
}

/// Numeric parameter of a mode.
#[derive(Clone, Copy, Debug)]
pub struct TrainingValues {
    /// Name of the parameter, such as `target`.
    pub title: &'static str,
    /// Effect of the parameter, beside a meaning.
    pub hint: &'static str,
    /// Effect of the numbers, for the command line.
    pub about: &'static str,
    /// Highest value; the lowest is 0.
    pub most: u32,
    /// Default value.
    pub usual: u32,
    /// Returns the meaning of a value in two or three words. No two values have the same.
    pub meaning: fn(u32) -> String,
}

impl TrainingMode {
    /// All modes, in the order of the menus.
    pub const ALL: [TrainingMode; MODES.len()] = {
        let mut all = [TrainingMode::Tetris; MODES.len()];
        let mut index = 0;
        while index < MODES.len() {
            all[index] = MODES[index].mode;
            index += 1;
        }
        all
    };

    /// Returns the mode with this name on the command line.
    pub fn named(name: &str) -> Option<TrainingMode> {
        TrainingMode::ALL
            .into_iter()
            .find(|mode| mode.facts().name == name)
    }

    /// Returns the names of all modes, separated by commas.
    pub fn names() -> String {
        TrainingMode::ALL.map(|mode| mode.facts().name).join(", ")
    }

    /// Returns the allowed values in words.
    pub fn allowed(self) -> String {
        match (self, self.facts().values) {
            (TrainingMode::Seed, _) => {
                "six hexadecimal digits, the first four at least 0002".to_owned()
            }
            (_, Some(TrainingValues { most, .. })) => format!("0-{most}"),
            (_, None) => "none".to_owned(),
        }
    }

    /// Returns the purpose of the mode and the effect of its value.
    pub fn about(self) -> String {
        let facts = self.facts();
        match facts.values {
            Some(values) => format!("{} {}", facts.about, values.about),
            None => facts.about.to_owned(),
        }
    }

    /// Returns whether clears score. In other modes, hits or rows left do.
    pub const fn scores_clears(self) -> bool {
        !matches!(
            self,
            TrainingMode::TapQuantity
                | TrainingMode::Wells
                | TrainingMode::TSpins
                | TrainingMode::Checkerboard
        )
    }

    /// Returns the description of the mode.
    pub const fn facts(self) -> &'static TrainingModeFacts {
        &MODES[self as usize]
    }
}

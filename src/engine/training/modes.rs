//! Table of the modes: names, values and purposes.

use serde::{Deserialize, Serialize};

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

/// Description of a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingModeFacts {
    /// The mode.
    pub mode: TrainingMode,
    /// Name on the command line.
    pub name: &'static str,
    /// Name on the screen.
    pub title: &'static str,
    /// Purpose of the mode, in a sentence or two.
    pub about: &'static str,
    /// Parameter of the mode, if it has one.
    pub values: Option<TrainingValues>,
    /// Unit in which results are compared. More is better.
    pub measure: DrillMeasure,
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

/// Numeric parameter of a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingValues {
    /// Name of the parameter in a menu.
    pub title: &'static str,
    /// Highest value; the lowest is 0.
    pub most: u32,
    /// Default value.
    pub usual: u32,
}

const fn values(title: &'static str, most: u32, usual: u32) -> Option<TrainingValues> {
    Some(TrainingValues { title, most, usual })
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

    /// Returns the description of the mode.
    pub const fn facts(self) -> &'static TrainingModeFacts {
        &MODES[self as usize]
    }
}

/// Values that most modes have in common, as a base for the table.
const PLAIN: TrainingModeFacts = TrainingModeFacts {
    mode: TrainingMode::Tetris,
    name: "",
    title: "",
    about: "",
    values: None,
    measure: DrillMeasure::Points,
    suits_computers: true,
};

/// One row per mode, in the order of the menus.
static MODES: [TrainingModeFacts; 23] = [
    TrainingModeFacts {
        mode: TrainingMode::Tetris,
        name: "tetris",
        title: "Tetris",
        about: "The cartridge's A-type from any level. The score has no limit.",
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Drought,
        name: "drought",
        title: "Drought",
        about: "Fewer I pieces. 0-2: as many as on the cartridge; 10: about half as many; 18: none.",
        values: values("dryness", 18, 13),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Seed,
        name: "seed",
        title: "Seed",
        about: "Players who enter the same six digits get the same pieces, for remote matches.",
        values: values("seed", 0xFF_FFFF, 0x89_8800),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Transition,
        name: "transition",
        title: "Transition",
        about: "Starts ten lines before the first level-up. The value is the score at the start in hundreds of \
        thousands. 16: lines and score start at 0, with a level-up every ten lines.",
        values: values("points", 16, 4),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Pace,
        name: "pace",
        title: "Pace",
        about: "Shows how far the score is ahead of or behind a target at line 230. The value is the target in \
        hundreds of thousands; 0: no target.",
        values: values("target", 15, 10),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Marathon,
        name: "marathon",
        title: "Marathon",
        about: "Pieces keep the speed of the start level. 0: the level stays too; 1: the level counts up; 2: the level \
        counts up from 0; 3: the level counts up, and lines score by it; 4: the level counts up from 0, and lines \
        score by it.",
        values: values("level", 4, 1),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Killscreen,
        name: "killscreen",
        title: "Killscreen",
        about: "Level 29 with pieces falling two rows per frame.",
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Stacking,
        name: "stacking",
        title: "Stacking",
        about: "Colours the cells that make the stack uneven: single cells, gaps one wide, a step over \
        column 0, a cell above an empty one.",
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Setups,
        name: "setups",
        title: "Setups",
        about: "A small field for slides and spins, rebuilt for each piece. 0: Z spins; 1: S and T \
        spins; 2: T spins; 3: I slides; 4: J and L slide under overhangs; 5: T, J, L and I slide; 6: J and L slide and \
        turn; 7: J and L slide twice.",
        values: values("setup", 7, 0),
        measure: DrillMeasure::Lines,
        suits_computers: false,
    },
    TrainingModeFacts {
        mode: TrainingMode::TSpins,
        name: "t-spins",
        title: "T-spins",
        about: "Spin the T into its slot. Each success scores a double; a T that locks elsewhere resets the \
        score to 0.",
        measure: DrillMeasure::Streak,
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Tap,
        name: "tap",
        title: "Tap",
        about: "Only I pieces: tap each over a tower. 1-16: tower in column 1, target at the left wall; 17-32: tower \
        in column 8, target at the right wall; 0: no tower.",
        values: values("tower", 32, 8),
        measure: DrillMeasure::Lines,
        suits_computers: false,
    },
    TrainingModeFacts {
        mode: TrainingMode::TapQuantity,
        name: "tap-quantity",
        title: "Tap quantity",
        about: "Only I pieces: drop each into the open well; the next well is shown. A miss resets the score to 0. \
        The value is the height of the rows (0 means 4); from 16 on, line clears have no animation.",
        values: values("height", 31, 4),
        measure: DrillMeasure::Streak,
        suits_computers: false,
    },
    TrainingModeFacts {
        mode: TrainingMode::Wells,
        name: "wells",
        title: "Wells",
        about: "Move each piece to its target beside a wall, over stacks of all heights. The cells to fill \
        are open; the taps needed are shown. A miss resets the score to 0.",
        values: values("height", 16, 8),
        measure: DrillMeasure::Streak,
        suits_computers: false,
    },
    TrainingModeFacts {
        mode: TrainingMode::DasDelay,
        name: "das-delay",
        title: "DAS delay",
        about: "Pieces autoshift after this many frames instead of 16.",
        values: values("frames", 16, 16),
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::DasCharge,
        name: "das-charge",
        title: "DAS charge",
        about: "The cartridge's game: start each piece with full DAS charge. Hold a direction for sixteen frames to \
        charge, or push against a wall or the stack to charge at once; a tap loses the charge.",
        measure: DrillMeasure::Streak,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::BType,
        name: "b-type",
        title: "B-type",
        about: "Twenty-five lines from a field with garbage. The value is its height: 0, 3, 5, 8, 10, 12, 14, 16 or 18 rows.",
        values: values("height", 8, 5),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Garbage,
        name: "garbage",
        title: "Garbage",
        about: "Rows rise from below. 0: until you are Tetris-ready; 1: now and then; 2: now and then, with the hole \
        in your rightmost gap; 3: after every second piece; 4: no rows, but cells keep changing.",
        values: values("kind", 4, 1),
        measure: DrillMeasure::Lines,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Checkerboard,
        name: "checkerboard",
        title: "Checkerboard",
        about: "Dig through alternating cells to the lowest row. The score starts at a thousand per step of \
        height and drops with each clear.",
        values: values("height", 8, 3),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Floor,
        name: "floor",
        title: "Floor",
        about: "Solid rows at the bottom that never clear. With 0, no row ever clears.",
        values: values("rows", 12, 4),
        measure: DrillMeasure::Lines,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Crunch,
        name: "crunch",
        title: "Crunch",
        about: "Solid columns at the sides: the value divided by 4 at the left, the remainder at the right.",
        values: values("columns", 15, 5),
        measure: DrillMeasure::Lines,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::LowStack,
        name: "low-stack",
        title: "Low stack",
        about: "The game ends when a piece locks above this many rows, even if rows would clear.",
        values: values("rows", 18, 5),
        measure: DrillMeasure::Lines,
        suits_computers: false,
    },
    TrainingModeFacts {
        mode: TrainingMode::Invisible,
        name: "invisible",
        title: "Invisible",
        about: "Locked cells are hidden until the game is over.",
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::HardDrop,
        name: "hard-drop",
        title: "Hard drop",
        about: "Up drops the piece and locks it at once; Select drops it without locking. A ghost shows \
        where it lands.",
        ..PLAIN
    },
];

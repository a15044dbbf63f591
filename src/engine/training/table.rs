//! Table of the modes: names, values and purposes.

use crate::rules::counted;

use super::field::GARBAGE_ROWS;
use super::modes::{DrillMeasure, TrainingGroup, TrainingMode, TrainingModeFacts, TrainingValues};

/// Returns a number of rows in words.
fn rows(count: u32) -> String {
    counted(count, "row")
}

/// Returns a height of B-type in words.
fn garbage_rows(height: u32) -> String {
    rows(GARBAGE_ROWS[height as usize].into())
}

/// Returns the word of a value from a list.
fn word<const COUNT: usize>(words: [&str; COUNT], value: u32) -> String {
    words[value as usize].to_owned()
}

/// Values that most modes have in common, as a base for the table.
const PLAIN: TrainingModeFacts = TrainingModeFacts {
    mode: TrainingMode::Tetris,
    name: "",
    title: "",
    group: TrainingGroup::Tests,
    about: "",
    level: 18,
    values: None,
    measure: DrillMeasure::Points,
    is_rebuilt: false,
    suits_computers: true,
};

/// One row per mode, in the order of the command line.
pub(super) static MODES: [TrainingModeFacts; 23] = [
    TrainingModeFacts {
        mode: TrainingMode::Tetris,
        name: "tetris",
        title: "Tetris",
        group: TrainingGroup::Tests,
        about: "The cartridge's A-type from any level. The score has no limit.",
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Drought,
        name: "drought",
        title: "Drought",
        group: TrainingGroup::Survival,
        about: "Survive while fewer I pieces come than on the cartridge.",
        values: Some(TrainingValues {
            title: "drought",
            hint: "How many I pieces are left out: about half at 10 of 18, all at 18.",
            about: "0-2: as many as on the cartridge; 10: about half as many; 18: none.",
            most: 18,
            usual: 13,
            meaning: |value| {
                let word = match value {
                    0..=2 => "usual",
                    3..=7 => "mild",
                    8..=12 => "dry",
                    13..=17 => "hard",
                    _ => "no I",
                };
                format!("{value} of 18, {word}")
            },
        }),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Seed,
        name: "seed",
        title: "Seed",
        group: TrainingGroup::Tests,
        about: "Players who enter the same six digits get the same pieces, for remote matches.",
        values: Some(TrainingValues {
            title: "digits",
            hint: "Six digits to share with others, from 000200.",
            about: "The digits are hexadecimal, from 000200.",
            most: 0xFF_FFFF,
            usual: 0x89_8800,
            meaning: |value| format!("{value:06X}"),
        }),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Transition,
        name: "transition",
        title: "Transition",
        group: TrainingGroup::Tests,
        about: "Starts ten lines before the first level-up, with points.",
        values: Some(TrainingValues {
            title: "score",
            hint: "Score at the start. The last choice also starts at 0 lines, with a level-up every ten lines.",
            about: "The value is the score at the start in hundreds of thousands. 16: lines and score start at 0, with a level-up every ten lines.",
            most: 16,
            usual: 4,
            meaning: |value| match value {
                0 => "0".to_owned(),
                16 => "0, at 0 lines".to_owned(),
                _ => format!("{value}00,000"),
            },
        }),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Pace,
        name: "pace",
        title: "Pace",
        group: TrainingGroup::Tests,
        about: "Shows how far the score is ahead of or behind a target at line 230.",
        values: Some(TrainingValues {
            title: "target",
            hint: "Score to reach at line 230.",
            about: "The value is the target in hundreds of thousands; 0: no target.",
            most: 15,
            usual: 10,
            meaning: |value| match value {
                0 => "none".to_owned(),
                10.. => format!("1,{}00,000", value - 10),
                _ => format!("{value}00,000"),
            },
        }),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Marathon,
        name: "marathon",
        title: "Marathon",
        group: TrainingGroup::Survival,
        about: "Pieces keep the speed of the start level.",
        values: Some(TrainingValues {
            title: "shown",
            hint: "What the shown level does, and whether lines score by it.",
            about: "0: the level stays too; 1: the level counts up; 2: the level counts up from 0; 3: the level counts up, and lines score by it; 4: the level counts up from 0, and lines score by it.",
            most: 4,
            usual: 1,
            meaning: |value| {
                word(
                    [
                        "stays",
                        "rises",
                        "rises from 0",
                        "rises and pays",
                        "from 0, pays",
                    ],
                    value,
                )
            },
        }),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Killscreen,
        name: "killscreen",
        title: "Killscreen",
        group: TrainingGroup::Survival,
        about: "Survive at level 29 with pieces that fall two rows per frame.",
        level: 29,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Stacking,
        name: "stacking",
        title: "Stacking",
        group: TrainingGroup::Stacking,
        about: "Colours the cells that make the stack uneven: single cells, gaps one wide, cells over holes.",
        level: 0,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Setups,
        name: "setups",
        title: "Setups",
        group: TrainingGroup::Technique,
        about: "Slide and spin each piece into a small field that is rebuilt for the next one.",
        level: 0,
        values: Some(TrainingValues {
            title: "setup",
            hint: "The pieces, and how they get into the field.",
            about: "0: Z spins; 1: S and T spins; 2: T spins; 3: I slides; 4: J and L slide under overhangs; 5: T, J, L and I slide; 6: J and L slide and turn; 7: J and L slide twice.",
            most: 7,
            usual: 0,
            meaning: |value| {
                word(
                    [
                        "Z spins",
                        "S and T spins",
                        "T spins",
                        "I slides",
                        "J and L slides",
                        "T J L I slides",
                        "J and L turns",
                        "J and L twice",
                    ],
                    value,
                )
            },
        }),
        measure: DrillMeasure::Lines,
        is_rebuilt: true,
        suits_computers: false,
    },
    TrainingModeFacts {
        mode: TrainingMode::TSpins,
        name: "t-spins",
        title: "T-spins",
        group: TrainingGroup::Technique,
        about: "Spin the T into its slot: each success scores a double, and a miss resets the score to 0.",
        level: 0,
        measure: DrillMeasure::Streak,
        is_rebuilt: true,
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Tap,
        name: "tap",
        title: "Tap",
        group: TrainingGroup::Technique,
        about: "Turn each I upright and tap it over a tower to the wall behind it.",
        values: Some(TrainingValues {
            title: "tower",
            hint: "Height of the tower, and the wall behind it.",
            about: "1-16: tower in column 1, target at the left wall; 17-32: tower in column 8, target at the right wall; 0: no tower.",
            most: 32,
            usual: 8,
            meaning: |value| match value {
                0 => "none".to_owned(),
                1..=16 => format!("{}, left", rows(value)),
                _ => format!("{}, right", rows(value - 16)),
            },
        }),
        measure: DrillMeasure::Streak,
        is_rebuilt: true,
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::TapQuantity,
        name: "tap-quantity",
        title: "Tap quantity",
        group: TrainingGroup::Technique,
        about: "Drop each I piece into the open well. A miss resets the score to 0.",
        values: Some(TrainingValues {
            title: "rows",
            hint: "Height of the rows. Quick: line clears have no animation.",
            about: "The value is the height of the rows (0 means 4); from 16 on, line clears have no animation.",
            most: 31,
            usual: 4,
            meaning: |value| match value {
                0 => "four".to_owned(),
                16 => "four, quick".to_owned(),
                17.. => format!("{}, quick", value - 16),
                _ => value.to_string(),
            },
        }),
        measure: DrillMeasure::Streak,
        is_rebuilt: true,
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Wells,
        name: "wells",
        title: "Wells",
        group: TrainingGroup::Technique,
        about: "Move each piece into its gap beside a wall. A miss resets the score to 0.",
        values: Some(TrainingValues {
            title: "height",
            hint: "Greatest height of the stack.",
            about: "The value is the greatest height of the stack in rows.",
            most: 16,
            usual: 8,
            meaning: |value| format!("up to {}", rows(value)),
        }),
        measure: DrillMeasure::Streak,
        is_rebuilt: true,
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::DasDelay,
        name: "das-delay",
        title: "DAS delay",
        group: TrainingGroup::Technique,
        about: "Pieces autoshift after another number of frames than 16.",
        values: Some(TrainingValues {
            title: "delay",
            hint: "Frames until a held direction moves the piece on. The cartridge has 16.",
            about: "The value is the number of frames.",
            most: 16,
            usual: 16,
            meaning: |value| counted(value, "frame"),
        }),
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::DasCharge,
        name: "das-charge",
        title: "DAS charge",
        group: TrainingGroup::Technique,
        about: "Start each piece with full DAS charge: hold a direction for 16 frames or push against a wall.",
        measure: DrillMeasure::Streak,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::BType,
        name: "b-type",
        title: "B-type",
        group: TrainingGroup::Stacking,
        about: "Clear twenty-five lines from a field with garbage.",
        level: 0,
        values: Some(TrainingValues {
            title: "height",
            hint: "Height of the garbage.",
            about: "The value is the height of the garbage: 0, 3, 5, 8, 10, 12, 14, 16 or 18 rows.",
            most: 8,
            usual: 5,
            meaning: garbage_rows,
        }),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Garbage,
        name: "garbage",
        title: "Garbage",
        group: TrainingGroup::Survival,
        about: "Rows of garbage rise from below.",
        level: 5,
        values: Some(TrainingValues {
            title: "garbage",
            hint: "When rows rise, and where their hole is.",
            about: "0: until you are Tetris-ready; 1: now and then; 2: now and then, with the hole in your rightmost gap; 3: after every second piece; 4: no rows, but cells keep changing.",
            most: 4,
            usual: 1,
            meaning: |value| {
                word(
                    [
                        "until ready",
                        "now and then",
                        "in your gap",
                        "every 2 pieces",
                        "cells change",
                    ],
                    value,
                )
            },
        }),
        measure: DrillMeasure::Lines,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Checkerboard,
        name: "checkerboard",
        title: "Checkerboard",
        group: TrainingGroup::Survival,
        about: "Dig through alternating cells to the lowest row; each clear costs points.",
        level: 0,
        values: Some(TrainingValues {
            title: "height",
            hint: "Height of the field. A higher one starts with more points.",
            about: "The value is the height: 1, 3, 5, 8, 10, 12, 14, 16 or 18 rows. The score starts at a thousand per step.",
            most: 8,
            usual: 3,
            meaning: |value| match value {
                0 => rows(1),
                _ => garbage_rows(value),
            },
        }),
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Floor,
        name: "floor",
        title: "Floor",
        group: TrainingGroup::Stacking,
        about: "Solid rows at the bottom never clear.",
        level: 5,
        values: Some(TrainingValues {
            title: "floor",
            hint: "Height of the floor. Without a floor, no row ever clears.",
            about: "The value is their number. With 0, no row ever clears.",
            most: 12,
            usual: 4,
            meaning: |value| match value {
                0 => "no clears".to_owned(),
                _ => rows(value),
            },
        }),
        measure: DrillMeasure::Lines,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Crunch,
        name: "crunch",
        title: "Crunch",
        group: TrainingGroup::Stacking,
        about: "Solid columns at the sides leave a narrow field.",
        level: 5,
        values: Some(TrainingValues {
            title: "walls",
            hint: "Width of the walls at the left and at the right.",
            about: "Width of the walls: the value divided by 4 at the left, the remainder at the right.",
            most: 15,
            usual: 5,
            meaning: |value| format!("{} and {} wide", value / 4, value % 4),
        }),
        measure: DrillMeasure::Lines,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::LowStack,
        name: "low-stack",
        title: "Low stack",
        group: TrainingGroup::Stacking,
        about: "The game ends when a piece locks above the marked row, even if rows would clear.",
        level: 5,
        values: Some(TrainingValues {
            title: "limit",
            hint: "Number of rows that the stack may be high.",
            about: "The value is the number of rows below the mark.",
            most: 18,
            usual: 5,
            meaning: rows,
        }),
        measure: DrillMeasure::Lines,
        suits_computers: false,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::Invisible,
        name: "invisible",
        title: "Invisible",
        group: TrainingGroup::Stacking,
        about: "Locked cells are hidden until the game is over.",
        level: 0,
        ..PLAIN
    },
    TrainingModeFacts {
        mode: TrainingMode::HardDrop,
        name: "hard-drop",
        title: "Hard drop",
        group: TrainingGroup::Technique,
        about: "Up drops the piece and locks it at once; Select drops it without locking.",
        level: 0,
        ..PLAIN
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_values_of_a_mode_have_the_same_meaning() {
        let all = MODES.iter().filter_map(|facts| facts.values);
        for values in all.filter(|values| values.most < 0x100) {
            let meanings: BTreeSet<String> = (0..=values.most).map(values.meaning).collect();
            assert_eq!(meanings.len(), values.most as usize + 1, "{}", values.title);
        }
    }
}

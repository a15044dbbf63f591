//! Recipe of a learnt table. The table's file contains it as text. A resumed run must match it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::LearningSettings;

/// All values that determine a learnt table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// Parameters of learning.
    pub lesson: LearningSettings,
    /// Name of the table that learning continued from, or `nothing`.
    pub from: String,
    /// [Checksum](crate::players::value_table::Table::checksum) of that table.
    pub from_checksum: Option<u32>,
    /// Input method: `drag`, or `pad` with level and hands.
    pub input: String,
    /// Version of the program.
    pub version: String,
}

impl Recipe {
    /// Describes the first difference to another recipe. Does not compare the content of the initial table.
    pub fn difference(&self, other: &Recipe) -> Option<String> {
        let mut pairs = self.words().into_iter().zip(other.words());
        let (mine, others) = pairs.find(|(mine, others)| mine != others)?;
        let (name, others) = (mine.0, others.1);
        Some(format!("{name} is {}; the checkpoint has {others}", mine.1))
    }

    /// Returns the name and the value of each part of the recipe.
    fn words(&self) -> [(&'static str, String); 14] {
        let LearningSettings {
            burns: [single, double, triple],
            game_over,
            discount,
            step,
            known_pieces,
            decisions,
            candidates,
            garbage,
            mistakes,
            pieces,
            seed,
        } = self.lesson;
        [
            ("from", self.from.clone()),
            ("pieces", pieces.to_string()),
            ("game over", game_over.to_string()),
            ("burns", format!("{single},{double},{triple}")),
            ("step", step.to_string()),
            ("garbage", garbage.to_string()),
            ("mistakes", mistakes.to_string()),
            ("discount", discount.to_string()),
            ("known pieces", known_pieces.to_string()),
            ("decisions", decisions.to_string()),
            ("candidates", candidates.to_string()),
            ("input", self.input.clone()),
            ("seed", format!("{seed:016X}")),
            ("rightwell", self.version.clone()),
        ]
    }
}

/// Formats the recipe as one line.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, value)) in self.words().into_iter().enumerate() {
            let value = value.replace(char::is_control, "?");
            let between = if place == 0 { "" } else { ", " };
            write!(f, "{between}{name} {value}")?;
            if let (0, Some(checksum)) = (place, self.from_checksum) {
                write!(f, " (crc32 {checksum:08X})")?;
            }
        }
        Ok(())
    }
}

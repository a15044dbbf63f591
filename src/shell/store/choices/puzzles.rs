//! Which puzzles were chosen last.

use serde::{Deserialize, Serialize};

use super::option;

/// The word for puzzles of all kinds.
pub const ANY: &str = "any";

/// Which puzzles are shown. All texts are as on the command line, or [`ANY`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PuzzlesChoice {
    pub theme: String,
    pub stars: String,
}

impl Default for PuzzlesChoice {
    fn default() -> PuzzlesChoice {
        PuzzlesChoice {
            theme: ANY.to_owned(),
            stars: ANY.to_owned(),
        }
    }
}

impl PuzzlesChoice {
    /// The command line that says the same.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec!["puzzles".to_owned()];
        for (name, value) in [("theme", &self.theme), ("stars", &self.stars)] {
            if value != ANY {
                words.extend(option(name, value));
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_chosen_is_asked_for() {
        let mut choice = PuzzlesChoice::default();
        assert_eq!(choice.words().join(" "), "puzzles");
        choice.stars = "3".to_owned();
        assert_eq!(choice.words().join(" "), "puzzles --stars 3");
        choice.theme = "tuck".to_owned();
        assert_eq!(choice.words().join(" "), "puzzles --theme tuck --stars 3");
    }
}

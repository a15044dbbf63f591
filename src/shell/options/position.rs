//! The option `--position`.

use rightwell::engine::{PastedPosition, StartPosition};

use super::words::OptionWord;

/// Position on the command line or in a link, in the format of this program or of another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionArg {
    position: StartPosition,
    /// True if the text contains no level, so that `--level` chooses it.
    lacks_level: bool,
}

impl PositionArg {
    /// Returns the position. `level` is its level if the text contains none.
    pub fn at(self, level: u8) -> StartPosition {
        let mut position = self.position;
        if self.lacks_level {
            position.level = level;
        }
        position
    }

    /// Returns the position. A text without a level is at level 18.
    pub const fn whole(self) -> StartPosition {
        self.position
    }

    /// Returns whether the text contains no level.
    pub const fn lacks_level(self) -> bool {
        self.lacks_level
    }
}

impl From<StartPosition> for PositionArg {
    fn from(position: StartPosition) -> PositionArg {
        PositionArg {
            position,
            lacks_level: false,
        }
    }
}

impl OptionWord for PositionArg {
    fn word(&self) -> String {
        self.position.to_string()
    }

    fn from_word(word: &str) -> Result<PositionArg, String> {
        let read = || {
            let pasted: PastedPosition = word.parse()?;
            pasted.complete().map(|position| PositionArg {
                position,
                lacks_level: pasted.level.is_none(),
            })
        };
        read().map_err(|error: rightwell::engine::StartPositionError| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_text_without_a_level_gets_the_level_of_the_option() {
        let code = "TI-18-96-250000-1ZYZYZYZY-1M8"
            .parse::<StartPosition>()
            .unwrap();
        let own = PositionArg::from_word(&code.to_string()).unwrap();
        assert_eq!((own.lacks_level(), own.at(3).level), (false, 18));
        let nestris = code
            .written_as(rightwell::engine::PositionFormat::Nestris)
            .unwrap();
        let foreign = PositionArg::from_word(&nestris).unwrap();
        assert_eq!((foreign.at(3).level, foreign.whole().level), (3, 18));
        let error = PositionArg::from_word(&"0".repeat(200)).unwrap_err();
        assert!(error.contains("contains no current piece"), "{error}");
    }
}

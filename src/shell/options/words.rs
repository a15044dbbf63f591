//! Words for the values of options. The command line, links, the menu and the file of choices share them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use rightwell::capture::FieldSide;
use rightwell::engine::training::{ClearScoring, LinecapEffect, ScoreDisplay};
use rightwell::engine::versus::GarbageHoles;
use rightwell::engine::{CrashRule, GameType, Side};
use rightwell::rules::{RandomizerKind, Region, SzShare};
use rightwell::search::Sight;
use rightwell::session::Category;
use rightwell::session::puzzles::Theme;
use serde::{Deserialize, Deserializer, Serializer, de};

use super::hint_mode::HintMode;

/// Value with a word, such as `pad` for a kind of input.
pub trait OptionWord: Sized {
    /// Returns the word.
    fn word(&self) -> String;

    /// Parses a word.
    ///
    /// # Errors
    /// If no value has this word. The error lists the allowed words.
    fn from_word(word: &str) -> Result<Self, String>;
}

/// Type with a fixed set of values, each with a word.
pub trait WordTable: Copy + PartialEq + Send + Sync + 'static {
    /// Returns all values, each with its word and a help text.
    fn table() -> Vec<(Self, &'static str, &'static str)>;
}

/// Implements `WordTable` for a type, from its values, words and help texts.
macro_rules! word_table {
    ($type:ty { $($value:expr => $word:expr, $help:expr;)+ }) => {
        impl WordTable for $type {
            fn table() -> Vec<($type, &'static str, &'static str)> {
                vec![$(($value, $word, $help)),+]
            }
        }
    };
}
pub(super) use word_table;

impl<T: WordTable> OptionWord for T {
    fn word(&self) -> String {
        let mut table = T::table().into_iter();
        let row = table.find(|(value, _, _)| value == self);
        row.expect("the table has every value").1.to_owned()
    }

    fn from_word(word: &str) -> Result<T, String> {
        let table = T::table();
        let row = table.iter().find(|(_, known, _)| *known == word);
        row.map(|row| row.0).ok_or_else(|| {
            let known: Vec<&str> = table.iter().map(|(_, known, _)| *known).collect();
            format!("allowed: {}", known.join(", "))
        })
    }
}

/// Writes `None` as the empty word.
impl<T: OptionWord> OptionWord for Option<T> {
    fn word(&self) -> String {
        self.as_ref().map(T::word).unwrap_or_default()
    }

    fn from_word(word: &str) -> Result<Option<T>, String> {
        match word {
            "" => Ok(None),
            word => T::from_word(word).map(Some),
        }
    }
}

/// Implements `OptionWord` for a type through its `Display` and `FromStr`.
macro_rules! word_by_text {
    ($($type:ty),+) => {$(
        impl OptionWord for $type {
            fn word(&self) -> String {
                self.to_string()
            }

            fn from_word(word: &str) -> Result<$type, String> {
                word.parse().map_err(|error: <$type as FromStr>::Err| error.to_string())
            }
        }
    )+};
}

word_by_text!(u8, String, HintMode, RandomizerKind, Sight);

/// Returns the help text of a value.
pub fn help<T: WordTable>(value: T) -> &'static str {
    let mut table = T::table().into_iter();
    table
        .find(|row| row.0 == value)
        .map_or("", |(_, _, help)| help)
}

/// Serializes a value as its word.
pub fn serialize<T: OptionWord, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.word())
}

/// Deserializes a value from its word.
pub fn deserialize<'de, T: OptionWord, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let word = String::deserialize(deserializer)?;
    T::from_word(&word).map_err(de::Error::custom)
}

/// Serde functions for seeds: hexadecimal digits, or the empty word for `None`.
pub mod seed {
    use super::*;

    /// Serializes a seed.
    pub fn serialize<S: Serializer>(seed: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        let word = seed.map(|seed| format!("{seed:X}"));
        serializer.serialize_str(&word.unwrap_or_default())
    }

    /// Deserializes a seed.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<u64>, D::Error> {
        let word = String::deserialize(deserializer)?;
        let seed = (!word.is_empty()).then(|| parse_seed(&word));
        seed.transpose().map_err(de::Error::custom)
    }
}

/// Serializes a path. `None` becomes the empty word.
pub fn path<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    let path = path.as_deref().unwrap_or(Path::new(""));
    serializer.serialize_str(&path.to_string_lossy())
}

/// Parses a seed of 1 to 16 hexadecimal digits.
///
/// # Errors
/// If the text is not 1 to 16 hexadecimal digits.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    if text.is_empty() || text.len() > 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("allowed: 1 to 16 hexadecimal digits".to_owned());
    }
    u64::from_str_radix(text, 16).map_err(|error| error.to_string())
}

/// Returns a parser for clap that accepts the words of a type. Help and errors list the words.
pub fn parser<T: WordTable>() -> impl TypedValueParser<Value = T> {
    let listed = T::table().into_iter().map(|(_, word, help)| {
        let value = PossibleValue::new(word);
        if help.is_empty() {
            value
        } else {
            value.help(help)
        }
    });
    PossibleValuesParser::new(listed)
        .map(|word| T::from_word(&word).expect("clap accepts only these words"))
}

word_table!(Region {
    Region::Ntsc => "ntsc", "North America, 60 frames a second";
    Region::Pal => "pal", "Europe, 50 frames a second";
});

// Types of games. The option `--height` sets the garbage of a B-type game.
word_table!(GameType {
    GameType::A => "a", "Endless, with rising levels";
    GameType::B { height: 0 } => "b", "Twenty-five lines, with garbage";
});

/// Randomizers for help and menu, each with its word and a help text. A user may also choose another share of S and Z.
pub const RANDOMIZERS: [(RandomizerKind, &str, &str); 5] = [
    (
        RandomizerKind::Nes,
        "nes",
        "The cartridge's own shift register, bit for bit",
    ),
    (
        RandomizerKind::NesOdds,
        "nes-odds",
        "The cartridge's odds, but from a generator that takes far longer to repeat",
    ),
    (
        RandomizerKind::Uniform,
        "uniform",
        "Equal odds for all seven pieces",
    ),
    (
        RandomizerKind::Sz(SzShare::new(50).expect("a share in percent")),
        "sz:50",
        "As uniform, but half of the pieces are replaced by S or Z",
    ),
    (
        RandomizerKind::Sz(SzShare::ALL),
        "sz",
        "Only S and Z, with equal odds",
    ),
];

/// Returns the help text of a randomizer.
pub fn randomizer_help(kind: RandomizerKind) -> &'static str {
    let mut listed = RANDOMIZERS.into_iter();
    let found = listed.find(|(known, ..)| *known == kind);
    found.map_or("As uniform, but a share is replaced by S or Z", |row| row.2)
}

/// Parser for clap that accepts randomizers. Help and completions list [`RANDOMIZERS`].
#[derive(Clone, Copy, Debug)]
pub struct RandomizerParser;

impl TypedValueParser for RandomizerParser {
    type Value = RandomizerKind;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<RandomizerKind, clap::Error> {
        let by_word = StringValueParser::new().try_map(|word| word.parse::<RandomizerKind>());
        by_word.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let listed = RANDOMIZERS.map(|(_, word, help)| PossibleValue::new(word).help(help));
        Some(Box::new(listed.into_iter()))
    }
}

impl WordTable for CrashRule {
    fn table() -> Vec<(CrashRule, &'static str, &'static str)> {
        let row = |(rule, word): (CrashRule, _)| (rule, word, rule.about());
        CrashRule::NAMES.map(row).into()
    }
}

impl WordTable for LinecapEffect {
    fn table() -> Vec<(LinecapEffect, &'static str, &'static str)> {
        LinecapEffect::ALL
            .map(|effect| (effect, effect.name(), ""))
            .into()
    }
}

word_table!(Theme {
    Theme::Clean => Theme::Clean.name(), "Keep a clean field without holes";
    Theme::Tuck => Theme::Tuck.name(), "Slide in under an overhang";
    Theme::Burn => Theme::Burn.name(), "Clear rows at the right moment";
    Theme::Dig => Theme::Dig.name(), "Dig out holes, or keep them open";
    Theme::Well => Theme::Well.name(), "Uncover the well, or take a Tetris";
    Theme::Spin => Theme::Spin.name(), "Turn in under an overhang";
    Theme::Overhang => Theme::Overhang.name(), "Cover cells on purpose";
    Theme::Drought => Theme::Drought.name(), "A Tetris is ready, but no I comes";
    Theme::LevelEnd => Theme::LevelEnd.name(), "The last lines before pieces fall faster";
});

/// Kinds of mistakes, by the words that reviews use.
impl WordTable for Category {
    fn table() -> Vec<(Category, &'static str, &'static str)> {
        Category::ALL.map(|kind| (kind, kind.word(), "")).into()
    }
}

// Ways to display scores of a million or more.
word_table!(ClearScoring {
    ClearScoring::All => "all", "Every clear scores";
    ClearScoring::Tetrises => "tetrises", "Only Tetrises score";
    ClearScoring::Penalty => "penalty", "Only Tetrises score, and smaller clears cost their points";
});

word_table!(ScoreDisplay {
    ScoreDisplay::Classic => "classic", "First digit 0-9 and A-F";
    ScoreDisplay::Letters => "letters", "First digit 0-9 and A-Z";
    ScoreDisplay::Digits => "digits", "The last six digits";
    ScoreDisplay::Capped => "capped", "999999 at most";
    ScoreDisplay::Hidden => "hidden", "Shows the score only after the game";
});

// Kinds of garbage rows, by the position of their hole.
word_table!(GarbageHoles {
    GarbageHoles::Fixed => "classic", "Garbage rows with their hole in one column for the whole round";
    GarbageHoles::Changing => "changing", "Garbage rows with their hole in a new column for each attack";
    GarbageHoles::Off => "off", "No garbage: the first side to top out loses";
});

// Sides of a frame with two playfields.
word_table!(FieldSide {
    FieldSide::Left => "left", "The left one";
    FieldSide::Right => "right", "The right one";
});

// Sides of a match.
word_table!(Side {
    Side::Left => "left", "The left one";
    Side::Right => "right", "The right one";
});

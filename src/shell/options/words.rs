//! Words of options that stand for values of the library.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use rightwell::capture::FieldSide;
use rightwell::engine::training::ScoreDisplay;
use rightwell::engine::versus::Holes;
use rightwell::engine::{CrashRule, GameType, Side};
use rightwell::rules::{RandomizerKind, Region};

/// All values of an option: each with its word on the command line and its help.
type Words<T> = [(T, &'static str, &'static str)];

/// Returns a parser of these words. Help and errors list them.
fn parser<T: Copy + Send + Sync>(words: &'static Words<T>) -> impl TypedValueParser<Value = T> {
    let listed = |&(_, word, help): &(T, _, _)| PossibleValue::new(word).help(help);
    PossibleValuesParser::new(words.iter().map(listed)).map(|given| {
        let known = words.iter().find(|(_, word, _)| *word == given);
        known.expect("clap has refused other words").0
    })
}

/// Releases of the cartridge.
pub fn region() -> impl TypedValueParser<Value = Region> {
    parser(
        const {
            &[
                (
                    Region::Ntsc,
                    Region::Ntsc.name(),
                    "North America, 60 frames a second",
                ),
                (
                    Region::Pal,
                    Region::Pal.name(),
                    "Europe, 50 frames a second",
                ),
            ]
        },
    )
}

/// Types of games. `--height` sets the garbage of a B-type game.
pub fn game_type() -> impl TypedValueParser<Value = GameType> {
    parser(
        const {
            &[
                (GameType::A, "a", "Endless, with rising levels"),
                (
                    GameType::B { height: 0 },
                    "b",
                    "Twenty-five lines, with garbage",
                ),
            ]
        },
    )
}

/// Randomizers.
pub fn randomizer() -> impl TypedValueParser<Value = RandomizerKind> {
    parser(
        const {
            &[
                (
                    RandomizerKind::Nes,
                    RandomizerKind::Nes.name(),
                    "The cartridge's shift register, bit for bit",
                ),
                (
                    RandomizerKind::NesOdds,
                    RandomizerKind::NesOdds.name(),
                    "The cartridge's odds, drawn from a long generator",
                ),
                (
                    RandomizerKind::Uniform,
                    RandomizerKind::Uniform.name(),
                    "All seven pieces alike",
                ),
            ]
        },
    )
}

/// Rules for crashes. The option's help explains them.
pub fn crash_rule() -> impl TypedValueParser<Value = CrashRule> {
    let words = CrashRule::NAMES.map(|(_, word)| word);
    PossibleValuesParser::new(words).map(|given| {
        let known = CrashRule::NAMES.into_iter().find(|known| known.1 == given);
        known.expect("clap has refused other words").0
    })
}

/// Displays of a score from a million points on.
pub fn score_display() -> impl TypedValueParser<Value = ScoreDisplay> {
    parser(
        const {
            &[
                (ScoreDisplay::Classic, "classic", "0-9 and A-F in front"),
                (ScoreDisplay::Letters, "letters", "0-9 and A-Z in front"),
                (ScoreDisplay::Digits, "digits", "The last six digits"),
                (ScoreDisplay::Capped, "capped", "999999 at most"),
                (
                    ScoreDisplay::Hidden,
                    "hidden",
                    "Nothing until the game is over",
                ),
            ]
        },
    )
}

/// Holes of garbage rows.
pub fn holes() -> impl TypedValueParser<Value = Holes> {
    parser(
        const {
            &[
                (
                    Holes::Fixed,
                    "classic",
                    "One column a side for the whole round",
                ),
                (
                    Holes::Changing,
                    "changing",
                    "Another column with each attack",
                ),
                (Holes::Off, "off", "No garbage"),
            ]
        },
    )
}

/// Sides of a frame with two playfields.
pub fn field_side() -> impl TypedValueParser<Value = FieldSide> {
    parser(
        const {
            &[
                (FieldSide::Left, "left", "The left one"),
                (FieldSide::Right, "right", "The right one"),
            ]
        },
    )
}

/// Sides of a match.
pub fn match_side() -> impl TypedValueParser<Value = Side> {
    parser(
        const {
            &[
                (Side::Left, "left", "The left one"),
                (Side::Right, "right", "The right one"),
            ]
        },
    )
}

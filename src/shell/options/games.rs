//! Options for games and their sound.

use clap::Args;
use rightwell::rules::RandomizerKind;
use serde::Serialize;

use super::controls::ControlArgs;
use super::position::PositionArg;
use super::words::{self, OptionWord, parse_seed};

/// Default player.
pub const PLAYER: &str = "survival";

/// Default filter: none.
pub const FILTER: &str = "none";

/// Options for sound.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct SoundArgs {
    /// Start without sound (M turns it on)
    #[arg(long)]
    pub mute: bool,
    #[command(flatten)]
    pub music: MusicArgs,
}

/// Option for the music of games.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct MusicArgs {
    /// Music of games: menu (as chosen in the console's menu), off, the name of a tune, or a file
    #[arg(long, value_name = "NAME|FILE.tune")]
    pub music: Option<String>,
}

/// Options for the player and its games.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct GameArgs {
    /// Player: a name (see `rightwell players`) or a file
    #[arg(long, value_name = "NAME|FILE.ron", default_value = PLAYER)]
    pub player: String,
    /// Filter of the player's locks. well keeps the right column open for Tetrises. pattern:NAME and pattern:FILE.png
    /// build a picture; several, separated by commas (pattern:heart,smiley), are built in turn. well-plain and
    /// pattern-plain:NAME are the published WellFilter and PatternFilter: the player decides, and they forbid locks. none
    /// allows all locks
    #[arg(long, value_name = "FILTER", default_value = FILTER)]
    pub filter: String,
    /// Start each game at this position, one line of text that usually includes the level (for its formats, see
    /// src/shell/command/README.md)
    #[arg(long, value_name = "TEXT", value_parser = PositionArg::from_word)]
    #[serde(with = "words")]
    pub position: Option<PositionArg>,
    /// Start level, 0-29; with --input pad up to 255
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub level: u8,
    /// Seed of the games, up to 16 hexadecimal digits [default: random; the program prints it]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    #[serde(with = "words::seed")]
    pub seed: Option<u64>,
    /// Randomizer of the pieces; sz:P replaces P percent of them [default: nes-odds for drag, nes for pad]
    #[arg(long, value_name = "KIND", value_parser = words::RandomizerParser)]
    #[serde(with = "words")]
    pub randomizer: Option<RandomizerKind>,
    #[command(flatten)]
    pub controls: ControlArgs,
}

/// Option for the endless demo.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DemoArgs {
    /// Play the endless demo: `survival` plays without gravity. The game repeats for ever after 8075 pieces, while score,
    /// lines and level keep rising. The demo starts at a random one of these pieces; --seed sets how many to skip, and F8
    /// jumps to another one
    #[arg(long)]
    pub demo: bool,
}

impl Default for GameArgs {
    fn default() -> GameArgs {
        GameArgs {
            player: PLAYER.to_owned(),
            filter: FILTER.to_owned(),
            position: None,
            level: 0,
            seed: None,
            randomizer: None,
            controls: ControlArgs::default(),
        }
    }
}

//! Options for games and their sound.

use clap::Args;
use rightwell::engine::StartPosition;
use rightwell::rules::RandomizerKind;
use serde::Serialize;

use super::controls::ControlArgs;
use super::words::{self, Word, parse_seed};

/// Default player.
pub const PLAYER: &str = "survival";

/// Default filter: none.
pub const FILTER: &str = "none";

/// Options of sound.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct SoundArgs {
    /// Start without sound (M turns it on)
    #[arg(long)]
    pub mute: bool,
    #[command(flatten)]
    pub music: MusicArgs,
}

/// Option of the music of games.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct MusicArgs {
    /// Music of games: menu (as chosen in the console's menu), off, a tune, or your own file
    #[arg(long, value_name = "NAME|FILE.tune")]
    pub music: Option<String>,
}

/// Options of who plays what.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct GameArgs {
    /// Player: a name (see `rightwell players`) or a file
    #[arg(long, value_name = "NAME|FILE.ron", default_value = PLAYER)]
    pub player: String,
    /// Filter of the player's locks: none, well, pattern:NAME or pattern:FILE.png; well-plain and pattern-plain:NAME
    /// only forbid locks. Several pictures, separated by commas (pattern:heart,smiley), are built in turn
    #[arg(long, value_name = "FILTER", default_value = FILTER)]
    pub filter: String,
    /// Start each game at this position, a line of text (see the page on commands) that includes the level
    #[arg(long, value_name = "TEXT", value_parser = StartPosition::from_word)]
    #[serde(with = "words")]
    pub position: Option<StartPosition>,
    /// Start level, 0-29; with --input pad up to 255
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub level: u8,
    /// Seed of the games, up to 16 hexadecimal digits [default: a fresh one, which is printed]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    #[serde(with = "words::seed")]
    pub seed: Option<u64>,
    /// Randomizer of the pieces [default: nes-odds for drag, nes for pad]
    #[arg(long, value_name = "KIND", value_parser = words::parser::<RandomizerKind>())]
    #[serde(with = "words")]
    pub randomizer: Option<RandomizerKind>,
    #[command(flatten)]
    pub controls: ControlArgs,
}

/// Option of the endless demo.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DemoArgs {
    /// Play the endless demo: a game of `survival` without gravity that repeats for ever after 6220 pieces, while
    /// score, lines and level go on. It starts at a random piece of the cycle; --seed sets how many pieces to skip, and
    /// F8 jumps to another piece
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

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
    /// No sound (M turns it on)
    #[arg(long)]
    pub mute: bool,
    #[command(flatten)]
    pub music: MusicArgs,
}

/// Option of the music of games.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct MusicArgs {
    /// The music of games: menu (what the console's menu says), off, a tune, or a file of your own
    #[arg(long, value_name = "NAME|FILE.tune")]
    pub music: Option<String>,
}

/// Options of who plays what.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct GameArgs {
    /// The player: a name (see `rightwell players`) or a file
    #[arg(long, value_name = "NAME|FILE.ron", default_value = PLAYER)]
    pub player: String,
    /// What the player may do: none, well, pattern:NAME or pattern:FILE.png; well-plain and
    /// pattern-plain:NAME only refuse squares. Several pictures with commas between them
    /// (pattern:heart,smiley) are built in turn, one a field
    #[arg(long, value_name = "FILTER", default_value = FILTER)]
    pub filter: String,
    /// The position the games begin at, as a line of text (see the page on commands); it says the level
    #[arg(long, value_name = "TEXT", value_parser = StartPosition::from_word)]
    #[serde(with = "words")]
    pub position: Option<StartPosition>,
    /// Level the games begin with, 0-29; with --input pad up to 255
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub level: u8,
    /// Seed of the games, up to 16 hexadecimal digits [default: fresh, and said]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    #[serde(with = "words::seed")]
    pub seed: Option<u64>,
    /// Who chooses the pieces [default: nes-odds for drag, nes for pad]
    #[arg(long, value_name = "KIND", value_parser = words::parser::<RandomizerKind>())]
    #[serde(with = "words")]
    pub randomizer: Option<RandomizerKind>,
    #[command(flatten)]
    pub controls: ControlArgs,
}

/// Option of the endless demo.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DemoArgs {
    /// The endless demo: `survival` plays without gravity, and after 6220 pieces all is as at the
    /// beginning and comes again, for ever; only score, lines and level go on. It begins anywhere in
    /// it; --seed says after how many pieces, 0 for none, and F8 goes elsewhere
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

//! Options shared by several commands, as typed and as checked.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use rightwell::engine::{DragStart, StartPosition, StartPositionError};
use rightwell::players::{Pattern, Strategy};
use rightwell::rules::sanitize::sanitized;
use rightwell::rules::{Randomizer, RandomizerKind};
use rightwell::session::{Autoplay, Controls, EndlessDemo, Series};
use rightwell::sound::Repertoire;

use crate::shell::command::controls::{ControlArgs, HandsArgs};
use crate::shell::error::CliError;
use crate::shell::host::{log, randomness};
use crate::shell::menu::context::{AppContext, SoundOptions};
use crate::shell::options::words;
use crate::shell::store::{load, tunes};

/// Sound, as typed.
#[derive(Args, Clone, Debug, Default)]
pub struct SoundArgs {
    /// No sound (M turns it on)
    #[arg(long)]
    pub mute: bool,
    #[command(flatten)]
    pub music: MusicArgs,
}

/// Music of games, as typed.
#[derive(Args, Clone, Debug, Default)]
pub struct MusicArgs {
    /// The music of games: menu (what the console's menu says), off, a tune, or a file of your own
    #[arg(long, value_name = "NAME|FILE.tune")]
    pub music: Option<String>,
}

impl SoundArgs {
    /// Applies the options to a window's sound. Reads and checks a tune's file.
    pub fn apply(&self, context: &mut AppContext) -> Result<(), CliError> {
        context.sound = SoundOptions {
            mute: self.mute,
            music: self.music.name_in(&mut context.tunes)?,
            trouble: None,
        };
        Ok(())
    }
}

impl MusicArgs {
    /// Returns the name of the music. A file is added to the known tunes.
    pub fn name_in(&self, known: &mut Repertoire) -> Result<Option<String>, CliError> {
        let Some(music) = &self.music else {
            return Ok(None);
        };
        if tunes::is_file(music) {
            let id = tunes::add_file(known, Path::new(music))?;
            return Ok(known.name(id).map(str::to_owned));
        }
        if !["menu", "off"].contains(&music.as_str()) && known.find(music).is_none() {
            let names: Vec<&str> = known.names().collect();
            return Err(CliError::usage(format!(
                "no music {}; allowed: menu, off, {}, or a file ending in .tune",
                sanitized(music),
                names.join(", ")
            )));
        }
        Ok(Some(music.clone()))
    }
}

/// Player and games, as typed.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// The player: a name (see `rightwell players`) or a file
    #[arg(long, value_name = "NAME|FILE.ron", default_value = "survival")]
    pub player: String,
    /// What the player may do: none, well, pattern:NAME or pattern:FILE.png; well-plain and
    /// pattern-plain:NAME only refuse squares. Several pictures with commas between them
    /// (pattern:heart,smiley) are built in turn, one a field
    #[arg(long, value_name = "FILTER", default_value = "none")]
    pub filter: String,
    /// The position the games begin at, as a line of text (see the page on commands); it says the level
    #[arg(long, value_name = "TEXT", conflicts_with = "level", value_parser = parse_position)]
    pub position: Option<StartPosition>,
    /// Level the games begin with, 0-29; with --input pad up to 255
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub level: u8,
    /// Seed of the games, up to 16 hexadecimal digits [default: fresh, and said]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Who chooses the pieces [default: nes-odds for drag, nes for pad]
    #[arg(long, value_name = "KIND", value_parser = words::randomizer())]
    pub randomizer: Option<RandomizerKind>,
    #[command(flatten)]
    pub controls: ControlArgs,
}

/// The endless demo, as typed.
#[derive(Args, Clone, Copy, Debug)]
pub struct DemoArgs {
    /// The endless demo: `survival` plays without gravity, and after 6220 pieces all is as at the
    /// beginning and comes again, for ever; only score, lines and level go on. It begins anywhere in
    /// it; --seed says after how many pieces, 0 for none, and F8 goes elsewhere
    #[arg(long, conflicts_with_all = ["player", "filter", "position", "randomizer"], conflicts_with_all = ControlArgs::NAMES, conflicts_with_all = HandsArgs::NAMES)]
    pub demo: bool,
}

impl DemoArgs {
    /// Checks the options, and replaces the games by the demo if it is requested.
    pub fn resolve(self, game: &GameArgs) -> Result<Game, CliError> {
        if !self.demo {
            return game.resolve();
        }
        let place = match game.seed {
            Some(seed) => seed,
            None => randomness::bits()?,
        };
        let demo = EndlessDemo::new(place);
        Ok(Game {
            series: EndlessDemo::series(game.level),
            strategy: Arc::clone(demo.strategy()),
            demo: Some(demo),
            is_fresh: game.seed.is_none(),
        })
    }
}

/// Player and games, found and checked.
#[derive(Clone, Debug)]
pub struct Game {
    pub series: Series,
    pub strategy: Arc<Strategy>,
    /// The endless demo, if it is requested.
    demo: Option<EndlessDemo>,
    /// Whether the program drew the seed.
    is_fresh: bool,
}

impl GameArgs {
    /// Names of the options in clap, without the controls' own.
    pub const NAMES: [&str; 6] = [
        "player",
        "filter",
        "position",
        "level",
        "seed",
        "randomizer",
    ];

    /// Finds player and filter. Checks the seed or draws one.
    pub fn resolve(&self) -> Result<Game, CliError> {
        let mut controls = self.controls.resolve()?;
        if controls == Controls::Drag && self.level > DragStart::LEVEL_MAX {
            return Err(CliError::usage(format!(
                "--level {}; allowed: 0-{}, with --input pad 0-255",
                self.level,
                DragStart::LEVEL_MAX
            )));
        }
        if let Some(position) = &self.position {
            self.controls.check_position(position, &mut controls)?;
        }
        let strategy = load::strategy(&self.player, &self.filter).map_err(CliError::usage)?;
        let usual = match controls {
            Controls::Drag => RandomizerKind::NesOdds,
            Controls::Pad(_) => RandomizerKind::Nes,
        };
        let randomizer = self.randomizer.unwrap_or(usual);
        let seed = match self.seed {
            Some(seed) => seed,
            None => fresh_seed(randomizer)?,
        };
        Randomizer::new(randomizer, seed, 0).map_err(CliError::usage)?;
        Ok(Game {
            series: Series {
                level: self.position.map_or(self.level, |position| position.level),
                randomizer,
                seed,
                controls,
                position: self.position,
            },
            strategy: Arc::new(strategy),
            demo: None,
            is_fresh: self.seed.is_none(),
        })
    }
}

impl Game {
    /// Reports a drawn seed, so that the games can be repeated.
    pub fn say_seed(&self) {
        if self.is_fresh {
            let place = self.demo.as_ref().map(|demo| demo.place(0));
            say_seed(place.unwrap_or(self.series.seed));
        }
    }

    /// Creates the autoplay. A drawn seed is reported.
    pub fn autoplay(self) -> Autoplay {
        self.say_seed();
        if let Some(demo) = self.demo {
            return Autoplay::endless(demo, self.series.level);
        }
        let gallery = gallery(&self.strategy);
        let mut autoplay = Autoplay::new(self.series, self.strategy)
            .expect("the series was checked with the options");
        autoplay.set_gallery(gallery);
        autoplay
    }
}

/// Returns the pictures to build in turn. A requested picture repeats.
fn gallery(strategy: &Strategy) -> Vec<Pattern> {
    match strategy.pattern() {
        Some(_) if !strategy.round().is_empty() => strategy.round().to_vec(),
        Some(pattern) => vec![pattern.clone()],
        None => {
            let all = load::patterns().into_iter();
            all.filter_map(|(_, found)| found.ok()).collect()
        }
    }
}

/// Reports a seed on standard error.
pub fn say_seed(seed: u64) {
    log::say(format!("seed {seed:016X}"));
}

/// Draws a seed from the system's randomness.
pub fn fresh_seed(randomizer: RandomizerKind) -> Result<u64, CliError> {
    match randomizer {
        RandomizerKind::Nes => randomness::register().map(u64::from),
        _ => randomness::bits(),
    }
}

/// Parses a position.
pub fn parse_position(text: &str) -> Result<StartPosition, String> {
    text.parse()
        .map_err(|error: StartPositionError| error.to_string())
}

/// Parses a seed.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    if text.is_empty() || text.len() > 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("allowed: 1 to 16 hexadecimal digits".to_owned());
    }
    u64::from_str_radix(text, 16).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_asked_for_stays_and_the_others_go_round_where_none_is() {
        let names = |filter: &str| {
            let gallery = gallery(&load::strategy("survival", filter).unwrap());
            let names = gallery.iter().map(|pattern| pattern.name().to_owned());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names("pattern:smiley"), ["smiley"]);
        let list = "pattern:smiley,house,smiley";
        assert_eq!(names(list), ["smiley", "house", "smiley"]);
        let fault = load::strategy("survival", "pattern:smiley,hut").unwrap_err();
        assert!(fault.to_string().starts_with("unknown pattern 'hut'"));
        assert!(names("none").len() > 10);
    }
}

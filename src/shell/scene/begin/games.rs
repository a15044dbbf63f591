//! Starts the games of an AI.

use std::sync::Arc;

use rightwell::engine::DragStart;
use rightwell::players::{Pattern, Strategy};
use rightwell::rules::{Randomizer, RandomizerKind};
use rightwell::session::{Autoplay, Controls, EndlessDemo, SeriesSettings};

use crate::error::CliError;
use crate::host::{log, randomness};
use crate::options::games::{DemoArgs, GameArgs};
use crate::options::given::refuse_beside;
use crate::options::position::PositionArg;
use crate::options::scenes::WatchArgs;
use crate::scene::BegunScene;
use crate::scene::autoplay::AutoplayScene;
use crate::store::load;

impl DemoArgs {
    /// Checks the options. With `--demo`, loads the endless demo, otherwise the games.
    pub fn resolve(self, game: &GameArgs) -> Result<AiGames, CliError> {
        if !self.demo {
            return game.resolve();
        }
        let others = GameArgs {
            level: 0,
            seed: None,
            ..game.clone()
        };
        refuse_beside("--demo", &others)?;
        let place = match game.seed {
            Some(seed) => seed,
            None => randomness::bits()?,
        };
        let demo = EndlessDemo::new(place);
        Ok(AiGames {
            series: EndlessDemo::series(game.level),
            strategy: Arc::clone(demo.strategy()),
            demo: Some(demo),
            is_fresh: game.seed.is_none(),
        })
    }
}

/// An AI's games: options that have been checked, and the loaded strategy.
#[derive(Clone, Debug)]
pub struct AiGames {
    pub series: SeriesSettings,
    pub strategy: Arc<Strategy>,
    /// The endless demo, if the user requested it.
    demo: Option<EndlessDemo>,
    /// True if the program drew the seed at random.
    is_fresh: bool,
}

impl GameArgs {
    /// Loads player and filter. Checks the seed, or draws one.
    pub fn resolve(&self) -> Result<AiGames, CliError> {
        let mut controls = self.controls.resolve()?;
        if controls == Controls::Drag && self.level > DragStart::LEVEL_MAX {
            return Err(CliError::usage(format!(
                "--level {} is out of range; allowed: 0-{}, or 0-255 with `--input pad`",
                self.level,
                DragStart::LEVEL_MAX
            )));
        }
        let position = self.position.map(|position| position.at(self.level));
        if let Some(position) = &position {
            let level = GameArgs {
                level: self.level,
                ..GameArgs::default()
            };
            if !self.position.is_some_and(PositionArg::lacks_level) {
                refuse_beside("--position", &level)?;
            }
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
        let series = SeriesSettings {
            level: position.map_or(self.level, |position| position.level),
            randomizer,
            seed,
            controls,
            position,
        };
        check_known_pieces(&strategy, &series)?;
        Ok(AiGames {
            series,
            strategy: Arc::new(strategy),
            demo: None,
            is_fresh: self.seed.is_none(),
        })
    }
}

/// Checks whether these games show as many pieces as the player searches.
pub fn check_known_pieces(strategy: &Strategy, series: &SeriesSettings) -> Result<(), CliError> {
    let (player, known) = (strategy.player(), series.known_pieces());
    if player.known_pieces() <= known {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "player {} searches {} known pieces, but these games show {known}; allowed: `--input drag` with `--randomizer \
        nes-odds` or `uniform`",
        player.name(),
        player.known_pieces()
    )))
}

impl AiGames {
    /// Prints the seed if the program drew it, so that the user can repeat the games.
    pub fn say_seed(&self) {
        if self.is_fresh {
            let place = self.demo.as_ref().map(|demo| demo.place(0));
            say_seed(place.unwrap_or(self.series.seed));
        }
    }

    /// Returns the games. Prints the seed if the program drew it.
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

/// Returns the patterns to be built in turn. If the user has chosen a single pattern, it is built again and again.
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

/// Prints a seed to standard error.
pub fn say_seed(seed: u64) {
    log::say(format!("seed {seed:016X}"));
}

/// Draws a seed from the system's random numbers.
pub fn fresh_seed(randomizer: RandomizerKind) -> Result<u64, CliError> {
    match randomizer {
        RandomizerKind::Nes => randomness::register().map(u64::from),
        _ => randomness::bits(),
    }
}

/// Starts the games of an AI.
pub fn begin(args: &WatchArgs) -> Result<BegunScene, CliError> {
    Ok(begun(args.demo.resolve(&args.game)?, args))
}

/// Returns the scene for games whose options have been checked.
pub fn begun(game: AiGames, args: &WatchArgs) -> BegunScene {
    let mut autoplay = game.autoplay();
    autoplay.set_play_fast(args.fast);
    BegunScene {
        scene: Box::new(AutoplayScene::new(autoplay)),
        speed: args.speed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_pattern_repeats_and_otherwise_all_patterns_take_turns() {
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

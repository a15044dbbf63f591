//! Starts matches.

use std::sync::Arc;

use rightwell::engine::{GarbageRules, VersusStart};
use rightwell::players::Opponent;
use rightwell::rules::{RandomizerKind, Region};
use rightwell::session::{Contestant, Match};

use crate::error::CliError;
use crate::options::given;
use crate::options::scenes::{PERSON, RulesArgs, VersusArgs};
use crate::scene::BegunScene;
use crate::scene::app_context::AppContext;
use crate::scene::match_play::MatchScene;
use crate::store::load;

use super::games::{fresh_seed, say_seed};

/// Default of `--best-of`.
pub const BEST_OF: u8 = 3;

/// Starts a match.
pub fn begin(args: &VersusArgs, context: &AppContext) -> Result<BegunScene, CliError> {
    let (start, contestants) = resolve(args)?;
    begun(args, start, contestants, context)
}

/// Checks the options. Returns the start of the match and the players of both sides.
pub fn resolve(args: &VersusArgs) -> Result<(VersusStart, [Contestant; 2]), CliError> {
    let contestants = contestants(args)?;
    let setting = MatchSetting {
        level: args.level,
        seed: args.seed,
        randomizer: args.randomizer,
        region: args.region,
    };
    let start = args.rules.start(setting, &contestants, BEST_OF)?;
    Ok((start, contestants))
}

/// Returns the scene of a match whose options were checked.
pub fn begun(
    args: &VersusArgs,
    start: VersusStart,
    contestants: [Contestant; 2],
    context: &AppContext,
) -> Result<BegunScene, CliError> {
    let store = context.home()?.recording_store(args.save_replay.clone());
    if args.seed.is_none() {
        say_seed(start.seed);
    }
    let play = Match::new(start, contestants).map_err(CliError::usage)?;
    let speed = if play.has_person() {
        args.speed.limited()
    } else {
        args.speed
    };
    Ok(BegunScene {
        scene: Box::new(MatchScene::new(play, &store)),
        speed,
    })
}

/// Returns the players of both sides. The options for player and dials apply to the right side, or to the left side if
/// a person plays on the right.
fn contestants(args: &VersusArgs) -> Result<[Contestant; 2], CliError> {
    args.dials.hands.check()?;
    let mut lines = [args.left.clone(), args.right.clone()];
    let side = usize::from(lines[1] != PERSON);
    let set = given::options(&args.dials);
    let dials = set
        .iter()
        .map(|(dial, value)| (dial.as_str(), value.as_deref().unwrap_or("on")));
    if lines[side] == PERSON && (args.player.is_some() || !set.is_empty()) {
        return Err(CliError::usage(
            "`--player` and the computer's options need a computer player: pass a player's name to `--left` or `--right`",
        ));
    }
    if let Some(player) = &args.player {
        player.clone_into(&mut lines[side]);
    }
    let seat = |at: usize| match lines[at].as_str() {
        PERSON => Ok(Contestant::Person),
        line if at == side => {
            let opponent = opponent(line)?;
            let turned = opponent.with_changes(dials.clone(), load::hand, load::pattern);
            let turned = turned.map_err(CliError::usage)?;
            Ok(Contestant::Computer(Arc::new(turned)))
        }
        line => opponent(line).map(Contestant::Computer),
    };
    Ok([seat(0)?, seat(1)?])
}

/// Options that matches share with single games.
#[derive(Clone, Copy, Debug)]
pub struct MatchSetting {
    pub level: u8,
    pub seed: Option<u64>,
    pub randomizer: Option<RandomizerKind>,
    pub region: Option<Region>,
}

impl RulesArgs {
    /// Rejects options for match rules in a single-player game.
    pub fn check_absent(&self) -> Result<(), CliError> {
        given::refuse(self, |option| {
            format!("`{option}` is only for matches; pass `--match A B` to play one")
        })
    }

    /// Returns the start of a match between these contestants. `best_of` is the default maximum number of decided
    /// rounds.
    pub fn start(
        &self,
        setting: MatchSetting,
        contestants: &[Contestant; 2],
        best_of: u8,
    ) -> Result<VersusStart, CliError> {
        let randomizer = setting.randomizer.unwrap_or(RandomizerKind::NesOdds);
        let start = VersusStart {
            names: Contestant::names(contestants),
            levels: [self.left_level, self.right_level].map(|own| own.unwrap_or(setting.level)),
            garbage: GarbageRules {
                holes: self.garbage.unwrap_or_default(),
                cancelling: self.cancelling,
            },
            best_of: self.best_of.unwrap_or(best_of),
            seed: match setting.seed {
                Some(seed) => seed,
                None => fresh_seed(randomizer)?,
            },
            randomizer,
            region: setting.region.unwrap_or_default(),
        };
        start.check().map_err(CliError::usage)?;
        Ok(start)
    }
}

/// Loads a computer player from its name and optional dials.
pub fn opponent(line: &str) -> Result<Arc<Opponent>, CliError> {
    load::opponent(line).map(Arc::new).map_err(CliError::usage)
}

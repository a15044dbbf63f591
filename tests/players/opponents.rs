//! Tests of the opponents with names: each is clearly stronger than the one before.

use std::sync::Arc;

use rightwell::engine::{GarbageRules, VersusStart};
use rightwell::lab::{Control, MatchBatch, MatchTally, RunResults, Shard};
use rightwell::players::Opponent;
use rightwell::rules::{RandomizerKind, Region};

use crate::support::cases::share;

/// Plays the batch of `simulate --match WEAKER STRONGER --games GAMES --seed 1 --level LEVEL`.
fn matches(weaker: &Arc<Opponent>, stronger: &Arc<Opponent>, games: u64, level: u8) -> MatchTally {
    let opponents = [weaker, stronger].map(Arc::clone);
    let batch = MatchBatch {
        start: VersusStart {
            names: opponents.clone().map(|opponent| opponent.name().to_owned()),
            levels: [level; 2],
            garbage: GarbageRules::default(),
            best_of: 1,
            seed: 1,
            randomizer: RandomizerKind::NesOdds,
            region: Region::Ntsc,
        },
        opponents,
        games,
        shard: Shard::WHOLE,
    };
    batch.run_on(&RunResults::without_memory(), &Control::default())
}

fn each_wins_against_the_one_below(games: u64, level: u8) {
    let opponents: Vec<_> = Opponent::built_in().into_iter().map(Arc::new).collect();
    for pair in opponents.windows(2) {
        let [weaker, stronger] = pair else {
            unreachable!("windows of two")
        };
        let tally = matches(weaker, stronger, games, level);
        let (name, wins) = (stronger.name(), tally.wins[1]);
        println!("{name} wins {wins} of {games} against {}", weaker.name());
        assert_eq!(tally.games(), games);
        assert_eq!(tally.undecided, 0, "{name}");
        assert_eq!(tally.sides.map(|side| side.desyncs), [0, 0], "{name}");
        assert!(wins * 100 >= games * 65, "{name} wins {wins} of {games}");
    }
}

#[test]
fn each_named_opponent_wins_at_least_65_percent_of_matches_against_the_one_below() {
    each_wins_against_the_one_below(share(60).max(20), 0);
}

#[test]
fn each_named_opponent_wins_40_matches_at_level_9() {
    each_wins_against_the_one_below(40, 9);
}

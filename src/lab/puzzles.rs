//! Search for puzzles in games of the built-in players, with a check of each by playouts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use rand::RngExt;
use rayon::prelude::*;

use crate::engine::{CrashRule, GameType};
use crate::players::{Input, NamedHand, Player, Position, TreeMemory};
use crate::rules::randomizer::generator;
use crate::rules::{Board, Pose, Randomizer, RandomizerKind, Region};
use crate::search::Hand;
use crate::session::puzzles::{Puzzle, PuzzleMiner, SECOND_LOSES, Theme};
use crate::session::review::{LevelGroup, PlayoutLoss};
use crate::session::{Move, MovesByLevel, PadControls, Rater};

use super::{Control, Playouts};

/// Taps per second of the hands that must agree on the best locks of a puzzle. They see NEXT at once, as its solver does.
/// From level 29 on, the first ones decide alone: the others hardly reach the walls.
const TAPS: [u64; 3] = [30, 15, 12];
/// Number of pieces per game.
const PIECES: usize = 160;
/// Minimum distance between two puzzles of a game, in pieces.
const APART: usize = 8;
/// On average, one piece in this many gets a careless lock.
const CARELESS: u32 = 9;
/// Number of games in a round, which are played in parallel.
const ROUND: u64 = 4;
/// After this number of rounds, there is room for one more puzzle of each kind.
const ROUNDS: u64 = 8;

/// Players of the games. The first three build for Tetrises, and their playfields look like those of human players.
const PLAYERS: [&str; 5] = ["scorer", "plateau", "summit", "survival", "dellacherie"];

/// Playouts that check a puzzle: about one Tetris far, with a judge that looks ahead to NEXT only. Both save time.
const CHECK: Playouts = Playouts {
    pairs: 40,
    error: 0.15,
    pieces: 24,
    seed: 1,
};

/// Finds `count` puzzles, sorted from easy to hard. Each theme gets an equal share in each group of levels, as far as
/// possible. Equal seeds give equal puzzles. A stopped search returns its puzzles so far: a search for that many would find
/// them too.
pub fn mine(count: usize, seed: u64, control: &Control) -> Vec<Puzzle> {
    let miner = PuzzleMiner::default();
    let hands = TAPS.map(|rate| {
        MovesByLevel::new(PadControls {
            hand: Hand::new(rate, 0).expect("the rate is allowed"),
            region: Region::Ntsc,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Off,
            training: None,
        })
    });
    let check = Check::new();
    let mut found: BTreeMap<(Theme, LevelGroup), Vec<Puzzle>> = BTreeMap::new();
    let mut known = BTreeSet::new();
    let mut rounds = 0;
    let sum = |found: &BTreeMap<_, Vec<Puzzle>>| found.values().map(Vec::len).sum::<usize>();
    while sum(&found) < count && !control.is_stopped() {
        let games = rounds * ROUND..(rounds + 1) * ROUND;
        rounds += 1;
        let most = rounds.div_ceil(ROUNDS) as usize;
        let candidates: Vec<Vec<Puzzle>> = games
            .into_par_iter()
            .map(|game| of_game(&miner, &hands, seed, game, control))
            .collect();
        let mut candidates: Vec<Puzzle> = candidates.into_iter().flatten().collect();
        // No more are checked than there is room for.
        let mut room = BTreeMap::new();
        candidates.retain(|puzzle| {
            let kind = kind(puzzle);
            let of_kind = found.get(&kind).map_or(0, Vec::len);
            let room = room.entry(kind).or_insert(most - of_kind);
            let Position {
                board,
                current,
                next,
                ..
            } = &puzzle.position;
            let is_kept = *room > 0 && known.insert((*board, *current, *next));
            *room -= usize::from(is_kept);
            is_kept
        });
        let is_confirmed: Vec<bool> = candidates
            .par_iter()
            .map(|puzzle| check.confirms(puzzle, control))
            .collect();
        if control.is_stopped() {
            break;
        }
        for (puzzle, is_confirmed) in candidates.into_iter().zip(is_confirmed) {
            if is_confirmed {
                found.entry(kind(&puzzle)).or_default().push(puzzle);
            }
        }
        let so_far = sum(&found).min(count) as u64;
        control.games.store(so_far, Ordering::Relaxed);
    }
    // Take one puzzle of each kind in turn, so that each kind gets an equal share.
    let mut by_kind: Vec<_> = found.into_values().map(Vec::into_iter).collect();
    let in_turn = (0..rounds).flat_map(|_| {
        let of_each: Vec<Puzzle> = by_kind.iter_mut().filter_map(Iterator::next).collect();
        of_each
    });
    let mut puzzles: Vec<Puzzle> = in_turn.take(count).collect();
    puzzles.sort_by_key(|puzzle| (puzzle.stars, puzzle.theme));
    puzzles
}

/// Groups of levels. Equally many games start in each.
const LEVELS: [LevelGroup; 4] = [
    LevelGroup::Below18,
    LevelGroup::Level18,
    LevelGroup::From19To28,
    LevelGroup::From29,
];

/// Returns a random level and number of lines at which a game starts.
fn start(levels: LevelGroup, chance: &mut impl rand::Rng) -> (u8, u16) {
    match levels {
        LevelGroup::Below18 => {
            let level = chance.random_range(0..18);
            (level, 10 * u16::from(level) + chance.random_range(0..5))
        }
        LevelGroup::Level18 => (18, chance.random_range(0..120)),
        LevelGroup::From19To28 => (19, chance.random_range(130..140)),
        // So early only in games that start at 29. The playouts measure points until line 230.
        LevelGroup::From29 => (29, chance.random_range(0..100)),
    }
}

/// Returns what puzzles should be even over.
fn kind(puzzle: &Puzzle) -> (Theme, LevelGroup) {
    (puzzle.theme, LevelGroup::of(puzzle.position.level))
}

/// Check of puzzles by playing on.
struct Check {
    /// Judge of the second-best locks.
    rater: Rater,
    /// Judge that plays on.
    player: Rater,
}

impl Check {
    fn new() -> Check {
        let hand = NamedHand::named(Rater::HAND)
            .expect("the hand is built in")
            .hand();
        let judge = Player::named(Rater::JUDGE).expect("the player is built in");
        let hands = Some((hand, Region::Ntsc));
        Check {
            player: Rater::new(judge.no_deeper_than(2), hands),
            rater: Rater::new(judge, hands),
        }
    }

    /// Returns whether the second-best locks of the piece and of NEXT lose at least [`SECOND_LOSES`] lines by playouts,
    /// even if the result is a standard error too high.
    fn confirms(&self, puzzle: &Puzzle, control: &Control) -> bool {
        let position = &puzzle.position;
        let after = position.after(puzzle.best, None);
        let is_clear = |position: &Position, best: Option<Pose>| {
            let loss = self.second_loss(position, best, puzzle.fingerprint(), control);
            loss.is_some_and(|found| found.loss - found.error >= SECOND_LOSES)
        };
        is_clear(position, Some(puzzle.best)) && after.is_some_and(|after| is_clear(&after, None))
    }

    /// Returns the loss of the second-best lock by playouts. `None` if another lock than `best` is the best
    /// one for these hands, or if the work is stopped.
    fn second_loss(
        &self,
        position: &Position,
        best: Option<Pose>,
        seed: u64,
        control: &Control,
    ) -> Option<PlayoutLoss> {
        let found = self.rater.best(position, 2)?;
        let [first, second, ..] = &found.rating.moves[..] else {
            return None;
        };
        let field = |lock: Pose| position.board.lock(lock);
        if best.is_some_and(|best| field(best) != field(first.lock)) {
            return None;
        }
        let played = Move {
            lock: second.lock,
            rows: field(second.lock).1 as u8,
            ..found.played
        };
        // The number seeds the pieces.
        let reviewed = self.rater.rate(seed as u32 as usize, &played)?;
        let is_clear = |so_far: &PlayoutLoss| {
            so_far.error <= CHECK.error || (so_far.loss - SECOND_LOSES).abs() > 2.0 * so_far.error
        };
        let goes_on = || !control.is_stopped();
        CHECK.play_out_until(&self.player, &reviewed, is_clear, goes_on)
    }
}

/// Returns the puzzles found in one game.
fn of_game(
    miner: &PuzzleMiner,
    hands: &[MovesByLevel],
    seed: u64,
    game: u64,
    control: &Control,
) -> Vec<Puzzle> {
    let mut chance = generator(seed, game);
    let (level, lines) = start(LEVELS[game as usize % LEVELS.len()], &mut chance);
    let name = PLAYERS[game as usize % PLAYERS.len()];
    let player = Player::named(name).expect("the player is built in");
    let hand = &hands[chance.random_range(0..hands.len())];
    let mut pieces = Randomizer::new(RandomizerKind::NesOdds, seed, game)
        .expect("this randomizer takes any seed");
    let mut position = Position {
        level,
        lines,
        ..Position::new(Board::EMPTY, pieces.choose(), pieces.choose())
    };
    let mut memory = TreeMemory::default();
    let (mut puzzles, mut since) = (Vec::new(), 0);
    for _ in 0..PIECES {
        if control.is_stopped() {
            break;
        }
        control.pieces.fetch_add(1, Ordering::Relaxed);
        since += 1;
        let agreeing = match position.level {
            0..29 => hands,
            _ => &hands[..1],
        };
        if since >= APART
            && let Some(puzzle) = miner.puzzle(&position, agreeing)
        {
            puzzles.push(puzzle);
            since = 0;
        }
        let moves = hand.at(position.level);
        let is_careless = chance.random_ratio(1, CARELESS);
        let lock = match is_careless {
            true => careless(
                &player,
                &mut memory,
                &position,
                &Input::Pad(moves),
                &mut chance,
            ),
            false => player
                .decide(&mut memory, &position, &*moves)
                .map(|line| line.locks[0]),
        };
        let after = lock.and_then(|lock| position.after(lock, Some(pieces.choose())));
        let Some(after) = after else {
            break;
        };
        position = after;
    }
    puzzles
}

/// Returns a random one of the four locks after the best one.
fn careless(
    player: &Player,
    memory: &mut TreeMemory,
    position: &Position,
    input: &Input,
    chance: &mut impl rand::Rng,
) -> Option<Pose> {
    let Input::Pad(moves) = input else {
        return None;
    };
    let best = player.decide(memory, position, &**moves)?.locks[0];
    let judge = Player::named("scorer").expect("the player is built in");
    let rating = judge.rate(position, best, input)?;
    match rating.moves.get(1..5.min(rating.moves.len()))? {
        [] => Some(best),
        others => Some(others[chance.random_range(0..others.len())].lock),
    }
}

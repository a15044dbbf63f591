//! Search for puzzles in games of the built-in players.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use rand::RngExt;
use rayon::prelude::*;

use crate::engine::{CrashRule, GameType};
use crate::players::{Input, NamedHand, Player, Position, TreeMemory};
use crate::rules::randomizer::generator;
use crate::rules::{Board, Pose, Randomizer, RandomizerKind, Region};
use crate::session::puzzles::{Puzzle, PuzzleMiner, Theme};
use crate::session::{MovesByLevel, PadControls};

use super::Control;

/// Hands that must agree on the best move of a puzzle. Both see NEXT immediately. They tap 30 and 12 times per second.
const HANDS: [&str; 2] = ["machine", "tapper"];
/// Number of pieces per game.
const PIECES: usize = 160;
/// Minimum distance between two puzzles of a game, in pieces.
const APART: usize = 8;
/// On average, one piece in this many gets a careless lock.
const CARELESS: u32 = 9;
/// Number of games played in parallel.
const ROUND: u64 = 8;

/// Players of the games. They build for Tetrises, and their playfields look like those of human players.
const PLAYERS: [&str; 3] = ["scorer", "plateau", "summit"];

/// Finds `count` puzzles, sorted from easy to hard. Each theme gets an equal share as far as possible. Equal seeds give
/// equal puzzles. Returns fewer puzzles if the search is stopped.
pub fn mine(count: usize, seed: u64, control: &Control) -> Vec<Puzzle> {
    let miner = PuzzleMiner::default();
    let hands = HANDS.map(|name| {
        MovesByLevel::new(PadControls {
            hand: NamedHand::named(name).expect("the hand is built in").hand(),
            region: Region::Ntsc,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Off,
            training: None,
        })
    });
    let mut found: BTreeMap<Theme, Vec<Puzzle>> = BTreeMap::new();
    let wanted = count.div_ceil(Theme::ALL.len());
    let mut games = 0..u64::MAX;
    let is_enough = |found: &BTreeMap<Theme, Vec<Puzzle>>| {
        let enough = |theme| found.get(theme).is_some_and(|of_it| of_it.len() >= wanted);
        Theme::ALL.iter().all(enough)
    };
    while !is_enough(&found) && !control.is_stopped() {
        let round: Vec<u64> = games.by_ref().take(ROUND as usize).collect();
        let puzzles: Vec<Vec<Puzzle>> = round
            .into_par_iter()
            .map(|game| of_game(&miner, &hands, seed, game, control))
            .collect();
        for puzzle in puzzles.into_iter().flatten() {
            let of_theme = found.entry(puzzle.theme).or_default();
            if of_theme.len() < wanted {
                of_theme.push(puzzle);
            }
        }
        let found_so_far: usize = found.values().map(Vec::len).sum();
        control
            .games
            .store(found_so_far.min(count) as u64, Ordering::Relaxed);
    }
    // Take one puzzle of each theme in turn, so that each theme gets an equal share.
    let mut by_theme: Vec<_> = found.into_values().map(Vec::into_iter).collect();
    let rounds = (0..wanted).flat_map(|_| {
        let round: Vec<Puzzle> = by_theme.iter_mut().filter_map(Iterator::next).collect();
        round
    });
    let mut puzzles: Vec<Puzzle> = rounds.take(count).collect();
    puzzles.sort_by_key(|puzzle| (puzzle.stars, puzzle.theme));
    puzzles
}

/// Returns the puzzles found in one game.
fn of_game(
    miner: &PuzzleMiner,
    hands: &[MovesByLevel; 2],
    seed: u64,
    game: u64,
    control: &Control,
) -> Vec<Puzzle> {
    let mut chance = generator(seed, game);
    let (level, lines) = match game % 2 {
        0 => (18, chance.random_range(0..120)),
        _ => (19, chance.random_range(130..140)),
    };
    let name = PLAYERS[game as usize % PLAYERS.len()];
    let player = Player::named(name).expect("the player is built in");
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
        let moves = hands.each_ref().map(|hand| hand.at(position.level));
        let inputs = moves.clone().map(Input::Pad);
        if since >= APART
            && let Some(puzzle) = miner.puzzle(&position, &inputs)
        {
            puzzles.push(puzzle);
            since = 0;
        }
        let is_careless = chance.random_ratio(1, CARELESS);
        let lock = match is_careless {
            true => careless(&player, &mut memory, &position, &inputs[1], &mut chance),
            false => player
                .decide(&mut memory, &position, &*moves[1])
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

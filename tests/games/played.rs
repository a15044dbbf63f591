//! Games of this program with their true moves, and the comparison of readings with these moves.

use std::sync::Arc;

use rightwell::capture::Sighting;
use rightwell::engine::{CrashRule, GameType, StartPosition};
use rightwell::players::{Pattern, Player, Strategy, StrategyKind};
use rightwell::rules::score::line_points;
use rightwell::rules::{Piece, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{
    Autoplay, CapturedGame, CapturedPiece, ConsolePlayback, Controls, GameMoves, Move, PadControls,
    PieceOutcome, Recorded, Seek, SeriesSettings,
};

use crate::support::sightings::sighted;

/// The original game, and the contents of its frames.
pub struct Played {
    pub name: String,
    pub level: u8,
    pub region: Region,
    pub moves: Vec<Move>,
    pub lines: u16,
    /// Final score.
    pub score: u64,
    pub playback: ConsolePlayback,
    pub sightings: Vec<Sighting>,
}

impl Played {
    /// Returns the points for clears, without soft drops.
    pub fn clear_points(&self) -> u64 {
        // The level after a clear counts.
        let after = self.moves.iter().skip(1).chain(self.moves.last());
        let clears = self.moves.iter().zip(after);
        let points = clears.map(|(played, after)| line_points(played.rows, after.position.level));
        points.map(u64::from).sum()
    }
}

/// Maximum distance in frames between a played piece and its reading.
pub const NEAR: u64 = 8;

/// Plays this number of pieces of an A-type game. `lines` is the line count at the start.
pub fn play(level: u8, region: Region, lines: u16, pieces: u64, seed: u64) -> Played {
    play_type(GameType::A, level, region, lines, pieces, seed)
}

/// Plays a game of this type: see [`play`].
pub fn play_type(
    game_type: GameType,
    level: u8,
    region: Region,
    lines: u16,
    pieces: u64,
    seed: u64,
) -> Played {
    let pad = PadControls {
        hand: Hand::from_rate(["15", "20"][usize::from(level % 2)].parse().unwrap(), 0).unwrap(),
        region,
        game_type,
        double_killscreen: false,
        crash: CrashRule::Off,
        training: None,
    };
    let mut series = SeriesSettings {
        level,
        randomizer: RandomizerKind::NesOdds,
        seed,
        controls: Controls::Pad(pad),
        position: None,
    };
    if lines > 0 {
        let mut position = StartPosition::new(Piece::T, Piece::J);
        (position.level, position.lines, position.region) = (level, lines, region);
        series.position = Some(position);
    }
    let player = Player::named("survival").unwrap();
    let well = StrategyKind::find("well", Pattern::named).unwrap();
    let strategy = Strategy::new(player.into(), well);
    let mut autoplay = Autoplay::new(series, Arc::new(strategy)).unwrap();
    autoplay.record();
    while autoplay.ending().is_none() && autoplay.summary().unwrap().pieces < pieces {
        autoplay.advance();
    }
    // Wait until the curtain has closed, if the game is over.
    for _ in 0..200 {
        if autoplay.ending().is_some() {
            autoplay.advance();
        }
    }
    let playback = ConsolePlayback::new(autoplay.history().unwrap());
    let recorded = Recorded::Console(Box::new(playback.clone()));
    // B-type games have no moves to rate.
    let game = GameMoves::from_recording(&recorded).into_iter().next();
    let moves = game.map_or_else(Vec::new, |game| game.moves);
    Played {
        name: format!("level {level} {} {lines}", region.name()),
        level,
        region,
        lines: moves.last().map_or_else(
            || autoplay.summary().map_or(0, |game| game.lines as u16),
            |last| last.position.lines + u16::from(last.rows),
        ),
        moves,
        score: autoplay.summary().map_or(0, |game| game.score),
        sightings: sightings(playback.clone(), region),
        playback,
    }
}

/// Returns the reading of each frame.
fn sightings(mut playback: ConsolePlayback, region: Region) -> Vec<Sighting> {
    playback.seek(playback.first_piece().saturating_sub(20));
    let mut seen = Vec::new();
    while !playback.is_at_end() {
        playback.step();
        let frame = playback.frame();
        let micros = match region {
            Region::Ntsc => frame * 1_000_000_000_000 / 60_098_800,
            Region::Pal => frame * 1_000_000_000_000 / 50_007_000,
        };
        seen.push(sighted(&playback.console().view(), frame, micros));
    }
    seen
}

/// Number of locks, and numbers of errors in reading them.
#[derive(Debug, Default)]
pub struct Score {
    pub locks: usize,
    pub certain: usize,
    pub repaired: usize,
    pub wrong: usize,
    /// Locks that were reported as certain but are wrong.
    pub wrong_but_certain: usize,
}

impl Score {
    /// Adds the moves of a game. Compares each move with the piece that was read at its frame.
    pub fn add(&mut self, name: &str, moves: &[Move], game: &CapturedGame) {
        for (number, played) in moves.iter().enumerate() {
            self.locks += 1;
            let end = moves.get(number + 1).map_or(u64::MAX, |next| next.frame);
            let is_then =
                |piece: &&CapturedPiece| (played.frame..end).contains(&(piece.frame + NEAR));
            let found = game.pieces.iter().find(is_then);
            let is_it = |piece: &CapturedPiece| match piece.outcome {
                PieceOutcome::Locked { lock, rows, .. } => {
                    (lock, rows) == (played.lock, played.rows)
                }
                _ => false,
            };
            let is_said = |piece: &CapturedPiece| {
                matches!(
                    piece.outcome,
                    PieceOutcome::Locked {
                        is_certain: true,
                        ..
                    }
                )
            };
            match found {
                Some(piece) if is_it(piece) && is_said(piece) => self.certain += 1,
                Some(piece) if is_it(piece) => self.repaired += 1,
                other => {
                    self.wrong += 1;
                    if other.is_some_and(is_said) {
                        self.wrong_but_certain += 1;
                    }
                    let found = other.map(|piece| (piece.piece, piece.frame, piece.outcome));
                    eprintln!(
                        "  {name} {number}: {:?} rows {} at {}: {found:?}",
                        played.lock, played.rows, played.frame
                    );
                }
            }
        }
    }
}

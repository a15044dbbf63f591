//! Tests of games that are read from video frames. The games are this program's own, undamaged and damaged.

use std::sync::{Arc, LazyLock};

use rightwell::capture::Sighting;
use rightwell::engine::{CrashRule, GameType, StartPosition};
use rightwell::players::{Pattern, Player, Strategy, StrategyKind};
use rightwell::rules::{Piece, RandomizerKind, Region};
use rightwell::search::{Hand, Rhythm};
use rightwell::session::{
    Autoplay, CapturedGame, CapturedPiece, ConsolePlayback, Controls, GameMoves, Move, PadControls,
    PieceOutcome, Recorded, Seek, SeriesSettings, VideoGames,
};

use crate::support::sightings::{Damage, damaged, sighted};

/// The original game, and the contents of its frames.
struct Played {
    name: String,
    level: u8,
    region: Region,
    moves: Vec<Move>,
    lines: u16,
    sightings: Vec<Sighting>,
}

/// Maximum distance in frames between a played piece and its reading.
const NEAR: u64 = 8;

/// Games: level, region, lines at the start, number of pieces.
const GAMES: [(u8, Region, u16, u64); 12] = [
    (0, Region::Ntsc, 0, 20),
    (0, Region::Pal, 0, 20),
    (9, Region::Ntsc, 0, 40),
    (9, Region::Pal, 92, 50),
    (18, Region::Ntsc, 0, 90),
    (18, Region::Ntsc, 122, 70),
    (18, Region::Pal, 122, 70),
    (19, Region::Ntsc, 0, 90),
    (19, Region::Ntsc, 193, 70),
    (19, Region::Pal, 188, 70),
    (29, Region::Ntsc, 0, 90),
    (29, Region::Pal, 0, 70),
];

static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let games = GAMES.iter().zip(1..);
    games
        .map(|(&(level, region, lines, pieces), seed)| play(level, region, lines, pieces, seed))
        .collect()
});

fn play(level: u8, region: Region, lines: u16, pieces: u64, seed: u64) -> Played {
    let pad = PadControls {
        hand: Hand::from_rate(["15", "20"][usize::from(level % 2)].parse().unwrap(), 0).unwrap(),
        region,
        game_type: GameType::A,
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
    let game = GameMoves::from_recording(&Recorded::Console(Box::new(playback.clone()))).remove(0);
    Played {
        name: format!("level {level} {} {lines}", region.name()),
        level,
        region,
        lines: game
            .moves
            .last()
            .map_or(0, |last| last.position.lines + u16::from(last.rows)),
        moves: game.moves,
        sightings: sightings(playback, region),
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

fn games(sightings: &[Sighting]) -> Vec<CapturedGame> {
    let mut reader = VideoGames::new();
    let mut games: Vec<CapturedGame> = sightings
        .iter()
        .filter_map(|seen| reader.see(seen))
        .collect();
    games.extend(reader.end());
    games
}

/// Number of locks, and numbers of errors in reading them.
#[derive(Debug, Default)]
struct Score {
    locks: usize,
    certain: usize,
    repaired: usize,
    wrong: usize,
    /// Locks that were reported as certain but are wrong.
    wrong_but_certain: usize,
}

impl Score {
    /// Adds the moves of a game. Compares each move with the piece that was read at its frame.
    fn add(&mut self, name: &str, moves: &[Move], game: &CapturedGame) {
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

/// Checks all games with this damage: nearly all locks must be found, and lines, Tetrises and levels must be correct.
fn seen(name: &str, damage: Damage) {
    let (score, wrong) = score_of(name, damage);
    assert_eq!(score.wrong_but_certain, 0, "{name}");
    assert!(200 * score.wrong <= score.locks, "{name}: {score:?}");
    assert_eq!(wrong, [""; 0], "{name}");
}

/// Checks all games with heavy damage: one lock in every `one_of` locks may be missing.
fn seen_mostly(name: &str, damage: Damage, one_of: usize) {
    let (score, _) = score_of(name, damage);
    assert_eq!(score.wrong_but_certain, 0, "{name}");
    assert!(one_of * score.wrong <= score.locks, "{name}: {score:?}");
}

/// Returns the score of all games with this damage, and a message for each error.
fn score_of(name: &str, damage: Damage) -> (Score, Vec<String>) {
    let mut score = Score::default();
    let mut wrong = Vec::new();
    for (played, seed) in PLAYED.iter().zip(1..) {
        let found = games(&damaged(&played.sightings, damage, seed));
        let Some(game) = found.iter().max_by_key(|game| game.pieces.len()) else {
            score.locks += played.moves.len();
            wrong.push(format!("{}: nothing", played.name));
            continue;
        };
        if found.len() > 1 {
            wrong.push(format!("{}: {} games", played.name, found.len()));
        }
        score.add(&played.name, &played.moves, game);
        let clears = |rows: u8| {
            played
                .moves
                .iter()
                .filter(|played| played.rows == rows)
                .count() as u32
        };
        let first = played.moves[0].position.lines;
        if !damage.no_digits || first == 0 {
            if game.lines() != played.lines {
                wrong.push(format!(
                    "{}: lines {} for {}",
                    played.name,
                    game.lines(),
                    played.lines
                ));
            }
            let levels = played.moves.iter().filter(|played| {
                let far = |piece: &&CapturedPiece| played.frame.abs_diff(piece.frame);
                let piece = game.pieces.iter().min_by_key(far);
                piece.is_none_or(|piece| piece.level != played.position.level)
            });
            let levels = levels.count();
            // From level 18 on, the speed of the pieces tells the level. Below, soft drops make the speed unclear, so
            // the level must come from the digits. The digits are known only after a clear.
            let has_clears = played.lines > first;
            let is_told = match (played.region, played.level) {
                (Region::Ntsc, 18..) | (Region::Pal, 18..29) => true,
                // On PAL, level 19 is as fast as level 29.
                (Region::Pal, 29..) => false,
                _ => !damage.no_digits && has_clears,
            };
            if levels > 0 && is_told {
                wrong.push(format!(
                    "{}: {levels} levels, the first {}",
                    played.name, game.pieces[0].level
                ));
            }
        }
        if game.clears() != [1, 2, 3, 4].map(clears) {
            wrong.push(format!("{}: clears {:?}", played.name, game.clears()));
        }
    }
    eprintln!("{name}: {score:?} {wrong:#?}");
    (score, wrong)
}

#[test]
fn every_frame() {
    seen("every frame", Damage::default());
}

#[test]
fn half_of_the_frames() {
    let damage = Damage {
        every: 2,
        ..Damage::default()
    };
    seen("every other frame", damage);
}

#[test]
fn blended_frames() {
    let damage = Damage {
        every: 2,
        blended: true,
        ..Damage::default()
    };
    seen("blended", damage);
}

#[test]
fn dropped_frames() {
    let damage = Damage {
        dropped: 20,
        ..Damage::default()
    };
    seen("dropped", damage);
}

#[test]
fn wrong_cells() {
    let damage = Damage {
        wrong: 10,
        ..Damage::default()
    };
    seen("wrong cells", damage);
}

#[test]
fn a_covered_corner() {
    let damage = Damage {
        covered: Some(([8, 9], [0, 3])),
        ..Damage::default()
    };
    seen("covered at the top", damage);
}

#[test]
fn a_covered_floor() {
    let damage = Damage {
        covered: Some(([7, 9], [17, 19])),
        ..Damage::default()
    };
    seen_mostly("covered at the bottom", damage, 20);
}

#[test]
fn no_digits() {
    let damage = Damage {
        no_digits: true,
        ..Damage::default()
    };
    seen("no digits", damage);
}

#[test]
fn all_of_it_at_half_the_rate() {
    let damage = Damage {
        every: 2,
        blended: true,
        dropped: 5,
        wrong: 5,
        covered: Some(([8, 9], [0, 3])),
        no_digits: false,
    };
    seen("all of it", damage);
}

/// Time limit in milliseconds: half a second minus the delay of the frames.
const SOON: u64 = 420;

#[test]
fn locks_are_reported_soon_during_a_game() {
    let (mut reported, mut late, mut wrong) = (0, Vec::new(), 0);
    for played in PLAYED.iter() {
        let mut reader = VideoGames::new();
        let mut locks = 0;
        for seen in &played.sightings {
            reader.see(seen);
            if reader.locks() <= locks {
                continue;
            }
            locks = reader.locks();
            let so_far = reader.so_far().unwrap();
            let mut last = so_far.pieces.iter().rev();
            let Some((piece, lock)) = last.find_map(|piece| match piece.outcome {
                PieceOutcome::Locked { lock, .. } => Some((piece, lock)),
                PieceOutcome::Unknown | PieceOutcome::Last => None,
            }) else {
                continue;
            };
            let mut known = played.moves.iter().rev();
            let known = known.find(|played| played.frame <= piece.frame + NEAR);
            wrong += usize::from(known.is_none_or(|known| known.lock != lock));
            reported += 1;
            // A slow piece rests for a while before it locks. So only fast pieces are timed.
            if played.level >= 18 {
                let came = played.sightings.iter();
                let mut came = came.filter(|seen| seen.frame == piece.frame);
                let came = came.next().unwrap().time;
                let moved = piece
                    .poses_seen
                    .last()
                    .map_or(0, |way| way.time - piece.time);
                late.push((seen.time - came) / 1_000 - u64::from(moved));
            }
        }
    }
    late.sort_unstable();
    let (median, most) = (late[late.len() / 2], late[late.len() - 1]);
    eprintln!("{reported} told, {wrong} of them wrong, after {median} ms, at most {most}");
    assert!(
        reported > 650 && 200 * wrong <= reported,
        "{wrong} of {reported}"
    );
    assert!(most <= SOON, "{late:?}");
}

#[test]
fn the_rate_of_taps_is_measured() {
    for played in PLAYED.iter() {
        let found = games(&played.sightings);
        assert_eq!(
            CapturedGame::from_ron(&found[0].to_ron()).as_ref(),
            Ok(&found[0])
        );
        let rhythm = found[0].rhythm();
        let hertz = [1_500_u32, 2_000][usize::from(played.level % 2)];
        let Some(Rhythm::Rate(rate)) = rhythm else {
            panic!("{}: {rhythm:?}", played.name);
        };
        let measured = u32::from(rate.hundredths());
        assert!(
            20 * measured.abs_diff(hertz) <= hertz,
            "{}: {rate}",
            played.name
        );
    }
}

//! Tests of games that are read from video frames. The games are this program's own, undamaged and damaged.

use std::sync::LazyLock;

use rightwell::capture::Sighting;
use rightwell::rules::{Pose, Region};
use rightwell::search::Rhythm;
use rightwell::session::{CapturedGame, CapturedPiece, LinesFrom, PieceOutcome, VideoGameFinder};

use crate::played::{NEAR, Played, Score, play};
use crate::support::cases::{sample, share};
use crate::support::sightings::{Damage, damaged};

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

/// Games in [`GAMES`], as this program plays them.
pub static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let games = GAMES.iter().zip(1..);
    games
        .map(|(&(level, region, lines, pieces), seed)| play(level, region, lines, pieces, seed))
        .collect()
});

/// Returns the games in a video with these readings.
pub fn games(sightings: &[Sighting]) -> Vec<CapturedGame> {
    let mut reader = VideoGameFinder::new();
    let mut games: Vec<CapturedGame> = sightings
        .iter()
        .filter_map(|seen| reader.see(seen))
        .collect();
    games.extend(reader.end());
    games
}

/// Checks all games with this damage: nearly all locks must be found.
fn seen(name: &str, damage: Damage) {
    seen_mostly(name, damage, 200);
}

/// Checks all games with heavy damage: one lock in every `one_of` locks may be missing. Lines, clears, levels and scores
/// must be correct.
fn seen_mostly(name: &str, damage: Damage, one_of: usize) {
    let (score, wrong) = score_of(name, damage);
    assert_eq!(score.wrong_but_certain, 0, "{name}");
    assert!(one_of * score.wrong <= score.locks, "{name}: {score:?}");
    assert_eq!(wrong, [""; 0], "{name}");
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
        // A score that cannot be read is the sum of the clears, if the level is known.
        let is_score = [played.score, played.clear_points()].map(Some);
        let is_known = !damage.no_digits && game.possible_levels.is_none();
        if is_known && !is_score.contains(&game.score.map(u64::from)) {
            wrong.push(format!(
                "{}: score {:?} for {}",
                played.name, game.score, played.score
            ));
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
    seen_mostly("covered at the bottom", damage, 100);
}

#[test]
fn a_covered_lower_left_corner() {
    let damage = Damage {
        covered: Some(([0, 2], [17, 19])),
        ..Damage::default()
    };
    seen_mostly("covered at the lower left", damage, 60);
}

#[test]
fn text_over_the_floor() {
    let damage = Damage {
        covered: Some(([4, 9], [18, 19])),
        every: 2,
        ..Damage::default()
    };
    seen_mostly("covered along the floor", damage, 200);
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
fn no_next() {
    let damage = Damage {
        no_next: true,
        no_digits: true,
        ..Damage::default()
    };
    seen("neither NEXT nor digits", damage);
}

#[test]
fn blended_frames_without_next() {
    let damage = Damage {
        every: 2,
        blended: true,
        no_next: true,
        no_digits: true,
        ..Damage::default()
    };
    seen("blended, neither NEXT nor digits", damage);
}

#[test]
fn all_of_it_at_half_the_rate() {
    let damage = Damage {
        every: 2,
        blended: true,
        dropped: 5,
        wrong: 5,
        covered: Some(([8, 9], [0, 3])),
        ..Damage::default()
    };
    seen("all of it", damage);
}

/// Time limit in milliseconds: half a second minus the delay of the frames.
const SOON: u64 = 420;

#[test]
fn locks_are_reported_soon_during_a_game() {
    let (mut reported, mut late, mut wrong) = (0, Vec::new(), 0);
    for played in sample(PLAYED.len()).map(|index| &PLAYED[index]) {
        let mut reader = VideoGameFinder::new();
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
        reported > share(650) && wrong <= (reported / 200).max(1),
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

#[test]
fn a_film_that_stands_still_after_a_tetris_does_not_swap_its_last_two_pieces() {
    let played = play(19, Region::Ntsc, 0, 26, 36);
    let mut sightings = played.sightings.clone();
    let last = sightings.last().unwrap().clone();
    for frame in 1..=60 {
        let mut seen = last.clone();
        seen.frame += frame;
        seen.time += frame * 1_000_000 / 60;
        sightings.push(seen);
    }
    // Two vertical I in the last two columns: in either order, the same cells are left after the Tetris.
    let played_locks: Vec<Pose> = played.moves.iter().map(|played| played.lock).collect();
    let [.., one, other] = played_locks[..] else {
        panic!("{played_locks:?}");
    };
    assert_eq!((one.x, other.x), (8, 9));
    let game = games(&sightings).swap_remove(0);
    let locks = game.pieces.iter().filter_map(|piece| match piece.outcome {
        PieceOutcome::Locked { lock, .. } => Some(lock),
        PieceOutcome::Unknown | PieceOutcome::Last => None,
    });
    assert_eq!(locks.collect::<Vec<_>>(), played_locks);
}

#[test]
fn a_closing_curtain_shows_no_piece_and_no_clear() {
    let mut topped_out = 0;
    for seed in sample(12) {
        let played = play(29, Region::Ntsc, 0, 100, seed as u64);
        if played.moves.len() == 100 {
            continue;
        }
        topped_out += 1;
        for no_next in [false, true] {
            let damage = Damage {
                no_digits: true,
                no_next,
                ..Damage::default()
            };
            let game = games(&damaged(&played.sightings, damage, 0)).swap_remove(0);
            assert!(game.has_topped_out, "seed {seed}");
            assert_eq!(
                (game.lines(), game.lines_from),
                (played.lines, LinesFrom::Start),
                "seed {seed}"
            );
            // The piece that does not fit is no move.
            let extra = game.pieces.len() - played.moves.len();
            assert!(extra <= 1, "seed {seed}: {extra} more pieces");
        }
    }
    assert!(topped_out > share(3));
}

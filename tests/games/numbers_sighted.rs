//! Tests of the numbers beside the playfield of a video: lines, level and score are right or said to be unknown.

use std::collections::BTreeSet;

use rightwell::capture::{DIGITS, Sighting};
use rightwell::engine::GameType;
use rightwell::rules::Region;
use rightwell::rules::score::line_points;
use rightwell::session::{CapturedGame, LinesFrom, ScoreFrom, ShownNumber};

use crate::games_sighted::{PLAYED, games};
use crate::played::{Played, play, play_type};
use crate::support::sightings::digit;

/// Difference between the two shapes of a digit.
const SECOND_SHAPES: u8 = 40;

#[test]
fn a_b_type_game_keeps_its_level_while_its_lines_count_down() {
    let played = play_type(GameType::B { height: 2 }, 2, Region::Ntsc, 0, 40, 7);
    let found = games(&played.sightings);
    assert_eq!(found.len(), 1);
    assert!(played.lines > 5, "{}", played.lines);
    assert_eq!(found[0].lines(), played.lines);
    assert!(found[0].pieces.iter().all(|piece| piece.level == 2));
}

#[test]
fn a_digit_of_the_score_that_is_misread_for_six_pieces_changes_no_score() {
    /// Position of the ten thousands among the digits: lines, then score.
    const MISREAD: usize = 4;
    let played = &PLAYED[4];
    let [first, last] = [40, 46].map(|piece| played.moves[piece].frame);
    let right = games(&played.sightings).swap_remove(0);
    let digits = played
        .sightings
        .iter()
        .filter_map(|seen| Some(seen.game.as_ref()?.digits));
    let shapes: BTreeSet<u8> = digits
        .flat_map(|all| all[3..9].to_vec())
        .flatten()
        .collect();
    for other in shapes {
        let mut sightings = played.sightings.clone();
        for seen in &mut sightings {
            if (first..last).contains(&seen.frame)
                && let Some(game) = &mut seen.game
            {
                game.digits[MISREAD] = Some(other);
            }
        }
        let game = games(&sightings).swap_remove(0);
        assert_eq!(game.disagreements, []);
        assert_eq!(game.score, right.score);
        for (piece, right) in game.pieces.iter().zip(&right.pieces) {
            // While it is misread, points for soft drops are missing.
            let missing = right.score.unwrap() - piece.score.unwrap();
            assert!(missing < 1_000, "{:?}: {:?}", piece.frame, piece.score);
        }
    }
}

/// Returns a game whose line count shows an 8 and never a 9. So 11 or 111 more lines only add one to each digit.
fn without_nine(level: u8) -> Played {
    let shows = |played: &Played, digit: u16| {
        let mut lines = played.moves.iter().map(|played| played.position.lines);
        lines.any(|lines| lines % 10 == digit)
    };
    let mut games = (0..).map(|seed| play(level, Region::Ntsc, 0, 40, seed));
    games
        .find(|played| shows(played, 8) && !shows(played, 9))
        .unwrap()
}

#[test]
fn a_game_whose_zeros_have_two_shapes_is_not_taken_for_one_from_11_or_111_lines() {
    let played = without_nine(18);
    // All zeros of the lines have another shape than the score's zeros, or only the first one has, without a score.
    for (places, has_score) in [(0..3, true), (0..1, false)] {
        let mut sightings = played.sightings.clone();
        for game in sightings.iter_mut().filter_map(|seen| seen.game.as_mut()) {
            for shape in game.digits[places.clone()].iter_mut().flatten() {
                *shape += SECOND_SHAPES;
            }
            if !has_score {
                game.digits[3..].fill(None);
            }
        }
        let game = games(&sightings).swap_remove(0);
        assert_eq!((game.pieces[0].lines, game.lines()), (0, played.lines));
        assert_eq!(game.lines_from, LinesFrom::Start);
    }
}

#[test]
fn a_line_count_seen_only_at_the_end_in_one_shape_does_not_move_the_start_from_0() {
    let played = &PLAYED[2];
    let last = played.moves[played.moves.len() - 1].frame;
    let mut sightings = played.sightings.clone();
    for seen in &mut sightings {
        let Some(game) = &mut seen.game else { continue };
        game.digits = [None; DIGITS];
        if seen.frame >= last {
            game.digits[..3].fill(Some(30));
        }
    }
    let game = games(&sightings).swap_remove(0);
    assert_eq!((game.pieces[0].lines, game.lines()), (0, played.lines));
    assert_eq!(game.lines_from, LinesFrom::Start);
}

#[test]
fn a_digit_of_the_level_that_is_misread_all_the_time_does_not_outweigh_colours_and_score() {
    /// Position of the level's last digit.
    const MISREAD: usize = DIGITS - 1;
    let played = &PLAYED[2];
    let clears = played.moves.iter().filter(|played| played.rows > 0);
    assert_eq!(clears.count(), 2);
    let mut sightings = played.sightings.clone();
    // A shape that no other number shows.
    let shape = 30;
    for game in sightings.iter_mut().filter_map(|seen| seen.game.as_mut()) {
        game.digits[MISREAD] = Some(shape);
        game.likely_digits[MISREAD] = Some(8);
    }
    let game = games(&sightings).swap_remove(0);
    assert!(game.pieces.iter().all(|piece| piece.level == 9));
    assert_eq!(game.possible_levels, None);
    let what: Vec<ShownNumber> = game.disagreements.iter().map(|one| one.what).collect();
    assert_eq!(what, [ShownNumber::Level]);
    // Without the score, the colours and the digits are equally strong. A score at the end has no rise.
    let last = played.moves[played.moves.len() - 1].frame;
    for seen in &mut sightings {
        let Some(game) = &mut seen.game else { continue };
        if seen.frame < last {
            game.digits[3..9].fill(None);
        }
        for (likely, shape) in game.likely_digits[3..9].iter_mut().zip(&game.digits[3..9]) {
            *likely = shape.and_then(digit);
        }
    }
    let game = games(&sightings).swap_remove(0);
    assert_eq!((game.possible_levels, game.score), (Some((8, 9)), None));
}

#[test]
fn a_level_whose_digit_has_two_shapes_unlike_that_of_the_lines_is_still_possible() {
    const MISREAD: usize = DIGITS - 1;
    let mut games_at_18 = (0..).map(|seed| play(18, Region::Ntsc, 0, 40, seed));
    let played = games_at_18.find(|played| played.lines == 8).unwrap();
    let half = played.moves[20].frame;
    let mut sightings = played.sightings.clone();
    for seen in &mut sightings {
        let Some(game) = &mut seen.game else { continue };
        // Shapes that no other number shows.
        game.digits[MISREAD] = Some(if seen.frame < half { 30 } else { 31 });
        game.likely_digits = [None; DIGITS];
        game.digits[3..9].fill(None);
    }
    let game = games(&sightings).swap_remove(0);
    // The lines' digits contradict all shapes for one reason: another shape is the 8.
    assert_eq!(game.possible_levels, Some((11, 18)));
}

/// Returns the frames of this game from its eleventh piece on.
fn from_the_middle(played: &Played) -> Vec<Sighting> {
    let first = played.moves[10].frame;
    let sightings = played.sightings.iter().filter(|seen| seen.frame > first);
    sightings.cloned().collect()
}

#[test]
fn a_number_that_stays_at_clears_does_not_hide_clears_in_a_cut() {
    let played = play(5, Region::Ntsc, 0, 60, 1);
    let clear = 20
        + played.moves[20..]
            .iter()
            .position(|played| played.rows > 0)
            .unwrap();
    let cut = played.moves[clear - 2].frame + 5..played.moves[clear + 2].frame;
    let mut sightings = from_the_middle(&played);
    sightings.retain(|seen| !cut.contains(&seen.frame));
    for game in sightings.iter_mut().filter_map(|seen| seen.game.as_mut()) {
        game.digits = [None; DIGITS];
        game.digits[..3].copy_from_slice(&[30, 31, 32].map(Some));
    }
    let game = games(&sightings).swap_remove(0);
    assert_eq!(game.lines_from, LinesFrom::FirstPiece);
    let lines: u16 = played.moves[10..]
        .iter()
        .map(|played| u16::from(played.rows))
        .sum();
    assert_eq!(game.lines(), lines);
}

#[test]
fn zeros_that_appear_after_clears_are_no_score() {
    let mut sightings = from_the_middle(&PLAYED[4]);
    let shown_from = PLAYED[4].moves[80].frame;
    for seen in &mut sightings {
        let Some(game) = &mut seen.game else { continue };
        game.digits = [None; DIGITS];
        if seen.frame >= shown_from {
            game.digits[3..9].fill(Some(30));
            game.likely_digits[3..9].fill(Some(0));
        }
    }
    let game = games(&sightings).swap_remove(0);
    assert!(game.clears()[3] > 0);
    assert_eq!((game.pieces[0].level, game.possible_levels), (18, None));
    assert_eq!(game.score, None);
}

#[test]
fn a_score_that_becomes_unreadable_is_said_to_be_counted_from_there_on() {
    let played = &PLAYED[4];
    for (unreadable_from, wanted) in [(40, ScoreFrom::ScreenUntil(39)), (0, ScoreFrom::Clears)] {
        let first = played.moves[unreadable_from].frame;
        let mut sightings = played.sightings.clone();
        for seen in sightings.iter_mut().filter(|seen| seen.frame >= first) {
            if let Some(game) = &mut seen.game {
                game.digits[3..9].fill(None);
            }
        }
        let game = games(&sightings).swap_remove(0);
        assert_eq!(game.score_from, wanted);
        let clears = |pieces: std::ops::Range<usize>| -> u64 {
            let levels = game.pieces[pieces.clone()].iter().map(|piece| piece.level);
            let rows = played.moves[pieces].iter().map(|played| played.rows);
            let points = levels
                .zip(rows)
                .map(|(level, rows)| line_points(rows, level));
            points.map(u64::from).sum()
        };
        let read = u64::from(game.pieces[unreadable_from.max(1) - 1].score.unwrap());
        let rest = unreadable_from.max(1) - 1..played.moves.len();
        assert_eq!(game.score.map(u64::from), Some(read + clears(rest)));
        assert_eq!(CapturedGame::from_ron(&game.to_ron()), Ok(game));
    }
}

/// Returns the readings of a video with a frame every `interval` microseconds, `speed` times as fast as the game.
fn filmed(played: &Played, interval: u64, speed: u64) -> Vec<Sighting> {
    let all = &played.sightings;
    let first = all[0].time;
    let frames = (0..).map(|frame| {
        let time = first + frame * interval * speed;
        let index = all.partition_point(|seen| seen.time <= time) - 1;
        let frame_time = frame * interval;
        (index + 1 < all.len()).then(|| Sighting {
            frame,
            time: frame_time,
            ..all[index].clone()
        })
    });
    frames.map_while(|seen| seen).collect()
}

#[test]
fn without_digits_a_level_that_only_the_console_tells_is_not_stated() {
    let mut both = 0;
    for (played, levels) in [(&PLAYED[4], (8, 18)), (&PLAYED[7], (9, 19))] {
        for interval in [20_000, 40_000] {
            let mut sightings = filmed(played, interval, 1);
            for game in sightings.iter_mut().filter_map(|seen| seen.game.as_mut()) {
                game.digits = [None; DIGITS];
            }
            let game = games(&sightings).swap_remove(0);
            assert_eq!(game.pieces[0].level, levels.1, "the usual one is rated");
            let told = (
                game.region,
                game.possible_levels,
                game.level_on_other_console,
            );
            eprintln!("{interval}: {told:?}");
            if game.possible_levels.is_some() {
                assert_eq!(told, (Region::Ntsc, Some(levels), Some(levels.0)));
                assert_eq!(game.score, None);
                both += 1;
            }
        }
    }
    assert!(both > 0);
}

#[test]
fn legible_digits_tell_the_level_of_a_video_that_is_sped_up() {
    let played = &PLAYED[4];
    for interval in [16_639, 33_278] {
        let game = games(&filmed(played, interval, 2)).swap_remove(0);
        assert_eq!(
            (game.pieces[0].level, game.possible_levels),
            (18, None),
            "{interval}"
        );
        assert_eq!(game.disagreements, [], "{interval}");
    }
}

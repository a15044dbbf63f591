//! Tests of the pattern builder: what it chooses on single boards, and whole games.

use rightwell::players::pattern_builder::rows::PatternRows;
use rightwell::players::pattern_builder::value::PatternJudge;
use rightwell::players::pattern_builder::weights::Weights;
use rightwell::players::{Pattern, PatternBuilder, Position};
use rightwell::rules::randomizer::ODDS;
use rightwell::rules::{Board, Piece, Pose, Randomizer, RandomizerKind};
use rightwell::search::{NoFilter, ReachableLocks, SearchLeaf, reach};

/// Pattern of four rows. The two lowest rows have one white cell each, and the two rows above them have two each.
const BOTTLE: &str = "XXXX..XXXX XXXX..XXXX XXXX.XXXXX XXXXX.XXXX";

fn builder(picture: &str) -> PatternBuilder {
    PatternBuilder::new(Pattern::new("picture", picture.parse().unwrap()).unwrap())
}

fn position(board: &str, current: Piece, next: Piece) -> Position {
    Position::new(board.parse().unwrap(), current, next)
}

/// Returns the board on which the builder of `picture` has placed all pieces of its decision.
fn after(picture: &str, board: &str, current: Piece, next: Piece) -> Board {
    let position = position(board, current, next);
    let line = builder(picture).decide(&position, &NoFilter).unwrap();
    let lock = |board: Board, &pose| board.lock(pose).0;
    line.locks.iter().fold(position.board, lock)
}

/// Plays the game with number `game` of seed 1, starting with `board`, until the pattern is complete. Returns the
/// number of pieces. Returns `None` if the pattern is not complete after `pieces` pieces.
fn pieces_needed(builder: &PatternBuilder, board: &str, game: u64, pieces: u32) -> Option<u32> {
    let mut randomizer = Randomizer::new(RandomizerKind::NesOdds, 1, game).unwrap();
    let mut board: Board = board.parse().unwrap();
    let mut current = randomizer.choose();
    for piece in 1..=pieces {
        let next = randomizer.choose();
        let line = builder.decide(&Position::new(board, current, next), &NoFilter)?;
        board = board.lock(line.locks[0]).0;
        current = next;
        if builder.pattern().is_done(&board) {
            return Some(piece);
        }
    }
    None
}

#[test]
fn the_last_cell_of_a_pattern_is_set_for_any_next() {
    let all_but_four = "......XXXX XXXX..XXXX XXXX.XXXXX XXXXX.XXXX";
    for next in Piece::ALL {
        let position = position(all_but_four, Piece::I, next);
        let line = builder(BOTTLE).decide(&position, &NoFilter).unwrap();
        let board = position.board.lock(line.locks[0]).0;
        assert!(builder(BOTTLE).pattern().is_done(&board), "{next}: {board}");
    }
}

#[test]
fn white_cells_of_finished_rows_stay_open() {
    for current in Piece::ALL {
        for next in Piece::ALL {
            let board = after(BOTTLE, "XXXX.XXXXX XXXXX.XXXX", current, next);
            let done = builder(BOTTLE).pattern().rows_done(&board);
            assert!(done >= 2, "{current}{next}: {board}");
        }
    }
}

#[test]
fn dirty_rows_are_filled_cleared_and_tried_again() {
    let dirty = "X..X.X.... .X..X..XXX XXXXXX.XX. .XXXXXXXXX";
    for game in 0..3 {
        let needed = pieces_needed(&builder(BOTTLE), dirty, game, 500);
        assert!(needed.is_some(), "game {game}");
    }
}

#[test]
fn missing_black_cells_are_not_covered() {
    let partly = "XXXX.XXX.. XXXXX.XX..";
    for current in Piece::ALL {
        for next in Piece::ALL {
            let board = after(BOTTLE, partly, current, next);
            for y in 18..20 {
                for x in 8..10 {
                    let covered = (0..y).any(|above| board.contains(x, above));
                    assert!(board.contains(x, y) || !covered, "{current}{next}: {board}");
                }
            }
        }
    }
}

#[test]
fn the_builder_clears_pattern_rows_rather_than_lose() {
    // The two lowest rows match the pattern. Only one column is open from the top, and it leads to their white cells.
    let picture = "XX.XXXXXXX XXXXX.XXXX XXXXX.XXXX";
    let high = "XXXXX.XXXX ".repeat(19);
    let board = after(picture, &high, Piece::I, Piece::O);
    assert_eq!(board.count(), 19 * 9 + 4 + 4 - 4 * 10, "{board}");
}

#[test]
fn with_room_for_one_piece_the_builder_places_it() {
    let room = ".XXX..XXXX .XXX..XXXX ".to_owned() + &"XXXX.XXXXX ".repeat(18);
    let decide =
        |board: &str| builder(BOTTLE).decide(&position(board, Piece::O, Piece::I), &NoFilter);
    assert_eq!(decide(&room).unwrap().locks.len(), 1);
    assert_eq!(decide(&"XXXX.XXXXX ".repeat(20)), None);
}

#[test]
fn without_a_next_piece_the_mean_over_it_decides() {
    let pattern = Pattern::new("picture", BOTTLE.parse().unwrap()).unwrap();
    let value = PatternJudge {
        picture: PatternRows::from_pattern(&pattern),
        weights: Weights::TUNED,
    };
    let locks = |board: &Board, piece| -> Vec<Pose> {
        let found = reach(board, piece, &NoFilter);
        found.iter().flat_map(ReachableLocks::iter).collect()
    };
    for board in [
        "",
        "XX.X..XXXX XXXXX.XX..",
        "X..X.X.... .X..X..XXX XXXXXX.XX.",
    ] {
        let board: Board = board.parse().unwrap();
        for current in Piece::ALL {
            let mut leaves: Vec<(SearchLeaf, Pose)> = locks(&board, current)
                .into_iter()
                .map(|lock| (SearchLeaf::root(board).after(lock), lock))
                .collect();
            leaves.sort_by_key(|(leaf, _)| value.of(leaf));
            let mean = |leaf: &SearchLeaf| {
                let best = |next| {
                    let after = locks(&leaf.board, next).into_iter();
                    after.map(|lock| value.of(&leaf.after(lock))).min().unwrap()
                };
                let odds = ODDS[current.index()];
                let sum: i64 = Piece::ALL
                    .into_iter()
                    .map(|next| i64::from(odds[next.index()]) * best(next))
                    .sum();
                sum / 64
            };
            let judged = leaves
                .iter()
                .take(16)
                .map(|(leaf, lock)| (mean(leaf), *lock));
            let (expected, lock) = judged.min_by_key(|&(mean, _)| mean).unwrap();
            let position = Position::new(board, current, Piece::I).without_next();
            let line = builder(BOTTLE).decide(&position, &NoFilter).unwrap();
            assert_eq!(
                (line.value, line.locks),
                (expected, vec![lock]),
                "{current}: {board}"
            );
        }
    }
}

#[test]
fn equal_positions_are_decided_alike() {
    let position = position("XX.X..XXXX XXXXX.XX..", Piece::L, Piece::S);
    let decide = || builder(BOTTLE).decide(&position, &NoFilter);
    assert_eq!(decide(), decide());
}

#[test]
fn the_silhouettes_of_all_seven_pieces_are_built() {
    for piece in Piece::ALL {
        let name = format!("silhouette-{}", piece.letter().to_ascii_lowercase());
        let builder = PatternBuilder::new(Pattern::named(&name).unwrap());
        let needed = pieces_needed(&builder, "", 0, 3000);
        assert!(needed.is_some(), "{name}");
    }
}

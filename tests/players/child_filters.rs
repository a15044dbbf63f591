//! The two published child filters, checked in whole games against versions without any shortcut.

use std::sync::Arc;

use rightwell::players::{Input, Pattern, Player, Position, Strategy, StrategyKind, TreeMemory};
use rightwell::rules::{Board, Piece, Pose, Randomizer, RandomizerKind};
use rightwell::search::ChildFilter;

/// Squares of a pose as (column, row), those above the playfield included.
type Squares = [(i8, i8); 4];

/// Returns whether the well filter allows these squares of a piece.
fn well_allows(board: &Board, piece: Piece, squares: Squares) -> bool {
    let squares_of = |y: i8| (0..10).filter(|&x| board.contains(x, y)).count();
    let lowest_empty_row = (0..20).rev().find(|&y| squares_of(y) == 0);
    if lowest_empty_row.is_none_or(|y| y < 10) {
        return true;
    }
    let well_row = (0..20).rev().find(|&y| squares_of(y) < 9).unwrap();
    let rows_below = 19 - well_row;
    let mut in_well = squares.into_iter().filter(|&(x, _)| x == 9);
    if rows_below < 4 {
        in_well.all(|(_, y)| y < well_row)
    } else {
        piece == Piece::I || in_well.count() == 0
    }
}

/// Returns whether the filter of this picture allows these squares of a piece.
fn pattern_allows(board: &Board, picture: &Pattern, squares: Squares) -> bool {
    let is_above = |y: i8| y < picture.top_row();
    let is_black = |x: i8, y: i8| picture.filled().contains(x, y);
    let fits = |y: i8| (0..10).all(|x| board.contains(x, y) == is_black(x, y));
    let spoils = |x: i8, y: i8| !is_above(y) && !is_black(x, y);
    let is_empty = |y: i8| (0..10).all(|x| !board.contains(x, y));
    if (0..20).rev().find(|&y| is_empty(y)).is_none_or(|y| y < 2) {
        return true;
    }
    let mut working_row = 19;
    while !is_above(working_row) && fits(working_row) {
        working_row -= 1;
    }
    if (0..10).any(|x| board.contains(x, working_row) && spoils(x, working_row)) {
        working_row += 1;
    }
    let is_free = |(x, y): (i8, i8)| y < working_row || y == working_row && !spoils(x, y);
    squares.into_iter().all(is_free)
}

/// A game by `survival` under a filter, without gravity.
struct Game {
    strategy: Strategy,
    randomizer: Randomizer,
    board: Board,
    current: Piece,
}

impl Game {
    fn new(filter: &str, number: u64) -> Game {
        let mut randomizer = Randomizer::new(RandomizerKind::Uniform, 1, number).unwrap();
        Game {
            strategy: Strategy::new(
                Arc::new(Player::named("survival").unwrap()),
                StrategyKind::find(filter, Pattern::named).unwrap(),
            ),
            current: randomizer.choose(),
            board: Board::EMPTY,
            randomizer,
        }
    }

    /// Places the next piece and returns the number of rows that it clears. `None` if the player gives up.
    fn advance(&mut self) -> Option<u32> {
        let next = self.randomizer.choose();
        let position = Position::new(self.board, self.current, next);
        let mut memory = TreeMemory::default();
        let chain = self.strategy.decide(&mut memory, &position, &Input::Drag)?;
        let (board, rows) = self.board.lock(chain.locks[0]);
        (self.board, self.current) = (board, next);
        Some(rows)
    }
}

/// Checks every pose of every piece on this board.
fn assert_same(filter: &StrategyKind, board: &Board, allows: impl Fn(Piece, Squares) -> bool) {
    for piece in Piece::ALL {
        for orientation in (0..piece.rotation_count()).map(|turns| piece.orientation(turns)) {
            for (x, y) in (0..10).flat_map(|x| (0..20).map(move |y| (x, y))) {
                let pose = Pose { orientation, x, y };
                if pose.fits(board) {
                    let found = filter.validate(board, pose);
                    let wanted = allows(piece, pose.cells());
                    assert_eq!(found, wanted, "{filter}: {pose:?} on {board:?}");
                }
            }
        }
    }
}

#[test]
fn the_well_filter_refuses_what_its_rule_refuses() {
    let mut game = Game::new("well-plain", 0);
    for _ in 0..600 {
        let board = game.board;
        assert_same(game.strategy.kind(), &board, |piece, squares| {
            well_allows(&board, piece, squares)
        });
        game.advance();
    }
}

#[test]
fn the_pattern_filter_refuses_what_its_rule_refuses() {
    for name in ["tetriminos", "smiley", "checkerboard"] {
        let picture = Pattern::named(name).unwrap();
        let mut game = Game::new(&format!("pattern-plain:{name}"), 0);
        for _ in 0..400 {
            let board = game.board;
            assert_same(game.strategy.kind(), &board, |_, squares| {
                pattern_allows(&board, &picture, squares)
            });
            if game.advance().is_none() {
                game.board = Board::EMPTY;
            }
        }
    }
}

#[test]
fn pictures_are_completed_under_the_published_filter() {
    for (name, least) in [("tetriminos", 8), ("smiley", 8), ("house", 6)] {
        let picture = Pattern::named(name).unwrap();
        let is_completed = |number: &u64| {
            let mut game = Game::new(&format!("pattern-plain:{name}"), *number);
            (0..3_000).any(|_| game.advance().is_some() && picture.is_done(&game.board))
        };
        let completed = (0..10).filter(is_completed).count();
        assert!(completed >= least, "{name}: {completed} of 10 games");
    }
}

#[test]
fn twelve_in_a_hundred_rows_are_tetrises_under_the_published_filter() {
    let (mut rows, mut in_tetrises) = (0, 0);
    for number in 0..6 {
        let mut game = Game::new("well-plain", number);
        for _ in 0..3_000 {
            let cleared = game.advance().expect("no game is lost");
            rows += cleared;
            in_tetrises += if cleared == 4 { 4 } else { 0 };
        }
    }
    assert!(
        100 * in_tetrises > 12 * rows,
        "{in_tetrises} of {rows} rows"
    );
}

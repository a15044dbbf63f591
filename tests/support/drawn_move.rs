//! Review of a move on a playfield that is drawn as text.

use std::sync::Arc;

use rightwell::menu::wrap;
use rightwell::players::{Input, NamedHand, Player, Position};
use rightwell::render::Frame;
use rightwell::rules::motion::{COLUMNS, ROWS};
use rightwell::rules::{Board, Orientation, Piece, Pose, Region};
use rightwell::search::PadMoves;
use rightwell::session::reasons::Category;
use rightwell::session::{LossReason, Move, ReviewedMove};

/// `scorer`, with one fixed table for all levels. If the tables are learned again, these tests must still find the same
/// lock better, for the same reason.
const JUDGE: &str = r#"(
    version: 1,
    name: "judge",
    about: "judges drawn moves",
    known_pieces: 2,
    evaluator: ValueTable((
        table: "scorer",
        burns: (0.867, 1.667, 2.0),
        game_over: 60,
        beam: 16,
        deep_beam: 8,
        deep_locks: 2,
    )),
)"#;

/// Playfield, pieces as `current next`, level and lines. The lock is given as column and row of the pivot, and number
/// of turns.
pub struct Case {
    pub field: &'static str,
    pub pieces: &'static str,
    pub level: u8,
    pub lines: u16,
    pub played: (i8, i8, u8),
}

impl Case {
    /// Returns the reasons why the move loses, rated for the hands `tournament`.
    pub fn reasons(&self) -> Vec<LossReason> {
        self.reviewed().reasons
    }

    pub fn reviewed(&self) -> ReviewedMove {
        let rows: Vec<&str> = self.field.split_whitespace().collect();
        let mut board = Board::EMPTY;
        for (from_floor, row) in rows.iter().rev().enumerate() {
            assert_eq!(row.len(), COLUMNS as usize, "{row}");
            for (x, cell) in row.bytes().enumerate().filter(|(_, cell)| *cell == b'X') {
                assert_eq!(cell, b'X');
                board.insert(x as i8, ROWS - 1 - from_floor as i8);
            }
        }
        let mut pieces = self
            .pieces
            .chars()
            .map(|letter| Piece::from_letter(letter).unwrap());
        let (current, next) = (pieces.next().unwrap(), pieces.next().unwrap());
        let position = Position {
            level: self.level,
            lines: self.lines,
            ..Position::new(board, current, next)
        };
        let (x, y, rotation) = self.played;
        let orientation = Orientation::all()
            .find(|turned| turned.piece() == current && turned.rotation() == rotation)
            .unwrap();
        let lock = Pose { orientation, x, y };
        assert!(
            lock.fits(&board) && lock.rests(&board),
            "the piece cannot lock there"
        );
        let hand = NamedHand::named("tournament").unwrap();
        let moves = PadMoves::new(hand.hand(), self.level, Region::Ntsc);
        let input = Input::Pad(Arc::new(moves));
        let judge = Player::from_ron("judge.ron", JUDGE).unwrap();
        let played = Move {
            rows: board.lock(lock).1 as u8,
            position,
            lock,
            frame: 0,
            seen: None,
        };
        ReviewedMove::rate(1, &played, &judge, &input).unwrap()
    }

    /// Asserts that the first reason is of this category and has this sentence.
    pub fn is(&self, category: Category, sentence: &str) {
        let reasons = self.reasons();
        let first = reasons.first().expect("it loses");
        assert_eq!(
            (first.category, &*first.sentence),
            (category, sentence),
            "{reasons:?}"
        );
        // There is room for two lines in a notice.
        let lines = wrap(sentence, Frame::COLUMNS);
        assert!(lines.len() <= 2, "{lines:?}");
    }
}

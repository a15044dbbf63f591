//! Evaluator with a learnt table of board values, and with a search that goes beyond the known pieces.
//!
//! The cost of a board is a sum of table entries, see [`entries`]. It predicts how many points, in lines, the rest of
//! the game will lose by burns or by its end.
//!
//! The table was learnt by playing. Every few pieces, the cost of the earlier board was moved towards the cost of the
//! later board plus the losses in between. This is temporal difference learning over boards after a lock, as in Szita
//! and Szepesvári 2010, and in Jaskowski 2018 for other games.

mod aspects;
pub mod entries;
mod file;
mod hand_tables;
mod mirror;

use std::borrow::Cow;
use std::iter;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Control, Counter, LineCounter, Pose};
use crate::search::{
    Cost, LockChain, Lookahead, MoveGenerator, NextCosts, RatedLock, RatedLocks, SearchRoot,
    best_line_ahead, best_locks_ahead, costs_ahead, deep_cost_ahead, rate_ahead,
};

use super::position::Position;
use super::stakes::GameLosses;
pub use super::stakes::UNITS;
pub use aspects::{Aspect, AspectCosts};
use entries::{PER_FIELD, entries_of};
use file::NamedTable;
pub use file::{MissingTable, ReadFile, Table, supply_tables};
use hand_tables::HandTable;
pub use hand_tables::HandTableFile;
pub use mirror::in_the_mirror;

/// Value-table evaluator in a player file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueTableFile {
    /// Main table: a built-in one, see [`Table::names`], or a file beside the player file. It is for hands that tap 30
    /// times per second and see NEXT at once, for play without gravity, and for levels without an entry in `tables`.
    pub table: String,
    /// Tables for other hands and levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<HandTableFile>,
    /// Loss for clearing one, two or three rows at once, in lines (0-1000).
    pub burns: [f64; 3],
    /// Loss for losing the game, in lines (0-1000).
    pub game_over: f64,
    /// Number of lines at which the game ends. `None` for games without a limit.
    #[serde(default)]
    pub last_line: Option<u32>,
    /// Number of best boards after the known pieces that are compared by their mean over all seven third pieces
    /// (0-500).
    #[serde(alias = "fields")]
    pub beam: usize,
    /// Number of boards of the beam that are then compared by their mean over the third and the fourth piece (0-100).
    #[serde(alias = "deep_fields")]
    pub deep_beam: usize,
    /// Number of best locks of the third piece for which the fourth piece is searched (1-10).
    pub deep_locks: usize,
}

/// Number of lines before the last line of a game over which boards lose their influence.
///
/// Source: 100 games of 60 lines from level 19 with 12 taps score 276,000 points with 0 lines, 294,400 with 10, 294,000
/// with 15, 294,800 with 20, 293,600 with 28, and 292,100 with 40. At the double killscreen with 30 taps, 150 games
/// score 354,000 with 0, 371,000 with 6, 373,000 with 10, and 371,000 with 20. 70, 72, 69 and 33 % of them reach the end.
const ENDING: u32 = 10;

/// Judge built from a valid [`ValueTableFile`].
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTable {
    table: Arc<Table>,
    /// Name of `table`. If the table failed to load, it is requested again.
    source: NamedTable,
    hand_tables: Arc<[HandTable]>,
    stakes: GameLosses,
    lookahead: Lookahead,
    ahead: Option<Ahead>,
}

/// Table for the next faster level. It gains influence while that level approaches.
#[derive(Clone, Debug, PartialEq)]
struct Ahead {
    table: Arc<Table>,
    line: u32,
    /// Number of lines before that level over which the influence of `table` grows.
    approach: u32,
    /// Cost of an empty board by the present table minus its cost by this table. It is added to every cost of this
    /// table. Otherwise the player would delay the faster level because of losses that the level brings in any case.
    surplus: i64,
}

impl ValueTable {
    /// Builds the judge that `file` describes. `read` loads the table files named there.
    ///
    /// # Errors
    /// All faults in the file, one message each.
    pub fn new(file: &ValueTableFile, read: ReadFile<'_>) -> Result<ValueTable, Vec<String>> {
        let source = Table::find(&file.table, read).map_err(|fault| vec![fault])?;
        let (hand_tables, mut faults) = hand_tables::read_all(&file.tables, read);
        let stakes = GameLosses::new(file.burns, file.game_over, file.last_line, &mut faults);
        let counts = [
            ("beam", file.beam, 0, 500),
            ("deep_beam", file.deep_beam, 0, 100),
            ("deep_locks", file.deep_locks, 1, 10),
        ];
        for (name, value, min, max) in counts {
            if !(min..=max).contains(&value) {
                faults.push(format!("{name} {value}; allowed: {min} to {max}"));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(ValueTable {
            ahead: None,
            table: Arc::clone(source.get()),
            source,
            hand_tables: hand_tables.into(),
            stakes,
            lookahead: Lookahead {
                beam: file.beam,
                deep_beam: file.deep_beam,
                deep_locks: file.deep_locks,
            },
        })
    }

    /// Iterates over all tables. The table for the fastest hands comes first.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        let others = self.hand_tables.iter().map(|other| &**other.table.get());
        iter::once(&*self.table).chain(others)
    }

    /// Returns this judge for games that end after `last_line` lines. `None` keeps the limit of the file.
    #[must_use]
    pub fn ending_with(&self, last_line: Option<u32>) -> ValueTable {
        ValueTable {
            stakes: self.stakes.ending_with(last_line),
            ..self.clone()
        }
    }

    /// Returns the best locks of the known pieces. They are judged by the mean over the unknown pieces that follow.
    /// `None` if the current piece has no lock.
    pub fn line(&self, position: &Position, moves: &dyn MoveGenerator) -> Option<LockChain> {
        let root = position.root();
        let judge = self.for_hands(position, moves);
        best_line_ahead(&root, moves, &*judge, self.lookahead)
    }

    /// Returns the lock of the current piece that leads to the cheapest board, ignoring NEXT. `None` if there is no
    /// lock.
    pub(super) fn single_line(
        &self,
        position: &Position,
        moves: &dyn MoveGenerator,
    ) -> Option<LockChain> {
        let root = SearchRoot {
            next: None,
            ..position.root()
        };
        let no_further = Lookahead {
            beam: 0,
            deep_beam: 0,
            ..self.lookahead
        };
        best_line_ahead(&root, moves, &*self.for_hands(position, moves), no_further)
    }

    /// Returns the cost of the board after each lock of the current piece, repeated for all seven next pieces.
    pub(super) fn single_costs(
        &self,
        position: &Position,
        locks: &[Pose],
        moves: &dyn MoveGenerator,
    ) -> Vec<NextCosts> {
        let judge = self.for_hands(position, moves);
        let lines = u32::from(position.lines);
        let cost = |&lock: &Pose| {
            let (board, rows) = position.board.lock(lock);
            [judge.clear(rows, lines) + judge.board(&board, lines + rows); 7]
        };
        locks.iter().map(cost).collect()
    }

    /// Returns, for each lock of the current piece, one cost for each possible next piece. It is the cost of the
    /// cheapest board after both pieces.
    pub fn costs(
        &self,
        position: &Position,
        locks: &[Pose],
        moves: &dyn MoveGenerator,
    ) -> Vec<NextCosts> {
        let root = position.root();
        costs_ahead(&root, locks, moves, &*self.for_hands(position, moves))
    }

    /// Rates `played`, a lock of the current piece, against the best lock that `moves` finds.
    pub(super) fn rate(
        &self,
        position: &Position,
        played: Pose,
        moves: &dyn MoveGenerator,
    ) -> RatedLocks {
        let judge = self.for_hands(position, moves);
        rate_ahead(&position.root(), played, moves, &*judge, self.lookahead)
    }

    /// Returns the best locks of the current piece: `played`, every cheaper lock, and at least `least` locks in all if
    /// the piece has that many.
    pub(super) fn best_locks(
        &self,
        position: &Position,
        played: Pose,
        moves: &dyn MoveGenerator,
        least: usize,
    ) -> Vec<RatedLock> {
        let (root, judge) = (position.root(), self.for_hands(position, moves));
        best_locks_ahead(&root, played, moves, &*judge, self.lookahead, least)
    }

    /// Returns the margin, one line: [`ValueTable::deep_cost`] may reverse the order of two means of
    /// [`ValueTable::costs`] only if they differ by at most the margin. `None` if this judge has no deeper search.
    pub const fn margin(&self) -> Option<i64> {
        if self.lookahead.beam == 0 && self.lookahead.deep_beam == 0 {
            return None;
        }
        Some(UNITS as i64)
    }

    /// Returns the cost of `lock` followed by NEXT, averaged over the unknown pieces after them.
    pub fn deep_cost(&self, position: &Position, lock: Pose, moves: &dyn MoveGenerator) -> i64 {
        let root = position.root();
        let judge = self.for_hands(position, moves);
        deep_cost_ahead(&root, lock, moves, &*judge, self.lookahead)
    }

    /// Returns this judge with the table for the hands of `moves` and the level of `position`. Both the game and the
    /// table may have a last line; the nearest one that is still ahead applies. If none is ahead, there is no limit.
    pub(super) fn for_hands(
        &self,
        position: &Position,
        moves: &dyn MoveGenerator,
    ) -> Cow<'_, ValueTable> {
        let level = match moves.has_double_killscreen() {
            true => position.level,
            false => position.level.min(Control::DOUBLE_LEVEL - 1),
        };
        let (other, next) = match moves.hand() {
            Some(hand) => hand_tables::tables_for(&self.hand_tables, hand, level),
            None => (None, None),
        };
        let is_to_come =
            |next: &&HandTable| moves.has_double_killscreen() || next.level < Control::DOUBLE_LEVEL;
        let next = next.filter(is_to_come);
        let ends = [
            Some(self.stakes.last_line()),
            other.and_then(|other| other.last_line),
            next.and_then(|next| next.last_line),
        ];
        let next = next.filter(|next| next.approach > 0);
        let to_come = ends.into_iter().flatten();
        let to_come = to_come.filter(|&end| u32::from(position.lines) < end);
        let last_line = to_come.min().unwrap_or(u32::MAX);
        let own = self.source.get();
        let is_usual = Arc::ptr_eq(own, &self.table)
            && other.is_none()
            && next.is_none()
            && last_line == self.stakes.last_line();
        if is_usual {
            return Cow::Borrowed(self);
        }
        let table = other.map_or(own, |other| other.table.get());
        Cow::Owned(ValueTable {
            ahead: next.and_then(|next| {
                let counter = LineCounter(Counter::new(position.lines));
                let line = u32::from(counter.lines_at(position.level, next.level)?);
                let ahead = next.table.get();
                // A level that begins at or after the game's last line is never reached.
                (line < last_line).then(|| Ahead {
                    table: Arc::clone(ahead),
                    line,
                    approach: next.approach,
                    surplus: cost_of(table, &Board::EMPTY) - cost_of(ahead, &Board::EMPTY),
                })
            }),
            table: Arc::clone(table),
            stakes: self.stakes.ending_with(Some(last_line)),
            ..self.clone()
        })
    }

    /// Returns this judge with its search limited to `pieces` pieces, including the current one. With fewer than 3
    /// pieces it does not average over the third piece, and with fewer than 4 not over the fourth.
    #[must_use]
    pub fn no_deeper_than(&self, pieces: u8) -> ValueTable {
        let Lookahead {
            beam,
            deep_beam,
            deep_locks,
        } = self.lookahead;
        ValueTable {
            lookahead: Lookahead {
                beam: if pieces < 3 { 0 } else { beam },
                deep_beam: if pieces < 4 { 0 } else { deep_beam },
                deep_locks,
            },
            ..self.clone()
        }
    }

    /// Returns the losses from burns and from the end of the game.
    #[inline(always)]
    pub(super) const fn stakes(&self) -> GameLosses {
        self.stakes
    }
}

impl Cost for ValueTable {
    #[inline(always)]
    fn clear(&self, rows: u32, lines: u32) -> i64 {
        self.stakes.clear(rows, lines)
    }

    /// Near the last line, a board differs ever less from an empty one.
    #[inline(always)]
    fn board(&self, board: &Board, lines: u32) -> i64 {
        self.near_end(self.endless(board, lines), lines)
    }

    #[inline(always)]
    fn loss(&self, lines: u32) -> i64 {
        self.near_end(self.stakes.loss(lines), lines)
    }
}

impl ValueTable {
    /// Returns the influence of boards after `lines` lines, 0 to [`ENDING`].
    #[inline(always)]
    fn influence(&self, lines: u32) -> i64 {
        i64::from(self.stakes.last_line().saturating_sub(lines).min(ENDING))
    }

    /// Returns a cost, reduced by the influence of boards after `lines` lines. The cost of an empty board always stays:
    /// without it, the player would burn rows to end the game sooner.
    #[inline(always)]
    fn near_end(&self, cost: i64, lines: u32) -> i64 {
        let influence = self.influence(lines);
        if influence == i64::from(ENDING) {
            return cost;
        }
        let empty = cost_of(&self.table, &Board::EMPTY);
        empty + (cost - empty) * influence / i64::from(ENDING)
    }

    /// Returns the cost of a board in a game without a last line.
    #[inline(always)]
    fn endless(&self, board: &Board, lines: u32) -> i64 {
        let Some(ahead) = &self.ahead else {
            return cost_of(&self.table, board);
        };
        // Lines left until the faster level, at most the length of the approach.
        let left = i64::from(ahead.line.saturating_sub(lines).min(ahead.approach));
        let whole = i64::from(ahead.approach);
        if left == whole {
            return cost_of(&self.table, board);
        }
        let entries = entries_of(board);
        let later = sum(&ahead.table, &entries) + ahead.surplus;
        match left {
            0 => later,
            _ => (sum(&self.table, &entries) * left + later * (whole - left)) / whole,
        }
    }
}

/// Returns the cost of a board by a table.
#[inline(always)]
fn cost_of(table: &Table, board: &Board) -> i64 {
    sum(table, &entries_of(board))
}

#[inline(always)]
fn sum(table: &Table, entries: &[u32; PER_FIELD]) -> i64 {
    let mut cost = 0;
    for &entry in entries {
        cost += i64::from(table.cost(entry));
    }
    cost
}

const _: () = assert!(PER_FIELD < 64, "a sum of 16-bit entries stays small");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Evaluator, Player};
    use crate::rules::{Piece, Region};
    use crate::search::{Hand, PadMoves};

    /// Returns a judge with extra tables for level 29 and for the double killscreen.
    fn judge(approach: u32) -> ValueTable {
        let table = |level, table: &str| HandTableFile {
            taps: "30 Hz".to_owned(),
            level,
            late: false,
            table: table.to_owned(),
            last_line: None,
            approach,
        };
        let file = ValueTableFile {
            table: "machine".to_owned(),
            tables: vec![table(29, "scorer"), table(39, "well")],
            burns: [0.867, 1.667, 2.0],
            game_over: 60.0,
            last_line: None,
            beam: 0,
            deep_beam: 0,
            deep_locks: 1,
        };
        ValueTable::new(&file, &|_| Err("no files are read here".to_owned())).unwrap()
    }

    #[test]
    fn faster_level_table_gains_weight_before_its_level() {
        let mut board = Board::EMPTY;
        (0..9).for_each(|x| board.insert(x, 19));
        let cost = |name: &str, board: &Board| {
            let table = Table::built_in(name).unwrap();
            let entries = entries_of(board);
            entries
                .map(|entry| i64::from(table.cost(entry)))
                .iter()
                .sum::<i64>()
        };
        // Cost relative to an empty board.
        let from_empty = |name: &str| cost(name, &board) - cost(name, &Board::EMPTY);
        let moves = |level, double| {
            let moves = PadMoves::new(Hand::FASTEST, level, Region::Ntsc);
            moves.before_double_killscreen(double)
        };
        let at = |lines, level| Position {
            lines,
            level,
            ..Position::new(board, Piece::I, Piece::O)
        };
        for (approach, counted, [now, then]) in [
            (20, 209, [20, 0]),
            (20, 215, [15, 5]),
            (20, 229, [1, 19]),
            (20, 230, [0, 20]),
            (20, 240, [0, 20]),
            (0, 229, [20, 0]),
            (0, 230, [20, 0]),
        ] {
            let judge = judge(approach);
            let position = at(205, 26);
            let judge = judge.for_hands(&position, &moves(26, false));
            let found = judge.board(&board, counted) - judge.board(&Board::EMPTY, counted);
            let wanted = (now * from_empty("machine") + then * from_empty("scorer")) / 20;
            assert!((found - wanted).abs() <= 2, "{found} {wanted} at {counted}");
        }
        let end = judge(20).ending_with(Some(230));
        let end = end.for_hands(&at(205, 26), &moves(26, false));
        let found = end.board(&board, 225) - end.board(&Board::EMPTY, 225);
        let wanted = from_empty("machine") * 5 / 10;
        assert_eq!(found, wanted, "nobody comes to level 29");
        let judge = judge(20);
        for (double, wanted) in [(false, "scorer"), (true, "well")] {
            for (position, counted) in [(at(329, 38), 330), (at(333, 39), 333)] {
                let judge = judge.for_hands(&position, &moves(position.level, double));
                let found = judge.board(&board, counted) - judge.board(&Board::EMPTY, counted);
                assert_eq!(found, from_empty(wanted), "{double} {counted}");
            }
        }
    }

    #[test]
    fn hands_that_cannot_play_the_double_killscreen_plan_up_to_it() {
        let scorer = Player::named("scorer").unwrap();
        let Evaluator::ValueTable(judge) = scorer.evaluator() else {
            panic!("it judges by a table");
        };
        let mut board = Board::EMPTY;
        (0..9).for_each(|x| board.insert(x, 19));
        let position = Position {
            lines: 325,
            level: 38,
            ..Position::new(board, Piece::I, Piece::O)
        };
        for (taps, is_over_at_330) in [("15 Hz", true), ("20 Hz", true), ("24 Hz", false)] {
            let excess = |double| {
                let hand = Hand::FASTEST.with_rhythm(taps.parse().unwrap());
                let moves = PadMoves::new(hand, 38, Region::Ntsc).before_double_killscreen(double);
                let judge = judge.for_hands(&position, &moves);
                judge.board(&board, 330) - judge.board(&Board::EMPTY, 330)
            };
            assert_eq!(excess(true) == 0, is_over_at_330, "{taps}");
            assert_ne!(excess(false), 0, "{taps}");
        }
    }
}

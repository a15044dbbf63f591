//! The search over the known pieces, and beyond them over the pieces nobody knows yet.
//!
//! In plain words: all locks of the current and the next piece are tried, and each field they lead
//! to has a cost. The cheapest fields are looked at again: what would be the cost, on average,
//! after the best lock of the piece that comes then? The cheapest of those a second time, one
//! piece further on; there only the few best locks of the third piece are followed. The averages
//! weigh the pieces by how often the cartridge's randomizer chooses them.
//!
//! Only the current piece is placed by now. When the next one is, the piece after it will be seen:
//! so a lock of the current piece is as good as the fields after it together, each unknown piece
//! choosing the one that suits it best. The same holds for the third piece and the fourth.

mod rated;

use crate::rules::{Board, Piece, Pose};

pub use rated::{RatedLock, RatedLocks, best_locks_ahead, rate_ahead};

use super::chain::LockLine;
use super::dispatch;
use super::move_generator::MoveGenerator;
use super::odds::mean_by_odds;
use super::reach::Reach;
use super::sight::{NextCosts, for_each_next};

/// Puts a cost on play: the sum of what clears cost on the way and of what the field at its end
/// will cost. Lower is better.
pub trait Cost {
    /// What it costs to clear `rows` (0-4) rows at once when `lines` were cleared before.
    fn clear(&self, rows: u32, lines: u32) -> i64;
    /// What a game with this field will cost when `lines` were cleared.
    fn board(&self, board: &Board, lines: u32) -> i64;
    /// What it costs to find no place for a piece when `lines` were cleared.
    fn loss(&self, lines: u32) -> i64;
}

/// How far and how broadly a search looks beyond the known pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// Fields after both known pieces that are judged by the average over the third piece; 0 takes
    /// the cheapest as it is.
    pub beam: usize,
    /// Those of them that are judged once more, by the third and the fourth piece.
    pub deep_beam: usize,
    /// Locks of the third piece that are followed to the fourth.
    pub deep_locks: usize,
}

/// A game as the search sees it.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The settled cells.
    pub board: Board,
    /// The piece to be placed.
    pub current: Piece,
    /// The one after it, if it is known.
    pub next: Option<Piece>,
    /// Lines cleared so far.
    pub lines: u32,
}

/// Fields kept for each lock of the current piece: leaves room for others.
const FIELDS_PER_LOCK: usize = 4;

/// The line over the known pieces with the lowest expected cost, or none if the current piece
/// has no lock.
///
/// Where the next piece is not known, the first mean is that over this one. If it is known and can
/// be placed after none of the current piece's locks, the line has one lock only. Among equal costs
/// the first lock wins, in the order of rotation, column, row.
pub fn best_line_ahead<C: Cost>(
    root: &Root,
    moves: &dyn MoveGenerator,
    cost: &C,
    lookahead: Lookahead,
) -> Option<LockLine> {
    let search = Search {
        moves,
        cost,
        lookahead,
    };
    search.best(root)
}

/// What each of these locks of the current piece costs for each piece that may come next: the cheapest
/// field after both. What the position says of the next piece is not looked at.
pub fn costs_ahead<C: Cost>(
    root: &Root,
    locks: &[Pose],
    moves: &dyn MoveGenerator,
    cost: &C,
) -> Vec<NextCosts> {
    for_each_next(locks, |lock, next| {
        let (board, rows) = root.board.lock(lock);
        let paid = cost.clear(rows, root.lines);
        paid + cheapest(&board, root.lines + rows, next, moves, cost, &mut 0)
    })
}

/// What one lock of the current piece costs with the next piece that `root` says, judged as far
/// ahead as `lookahead` goes. Only the field that is cheapest by the third piece is looked at
/// again by the fourth.
pub fn deep_cost_ahead<C: Cost>(
    root: &Root,
    lock: Pose,
    moves: &dyn MoveGenerator,
    cost: &C,
    lookahead: Lookahead,
) -> i64 {
    let search = Search {
        moves,
        cost,
        lookahead,
    };
    search.deep_cost(lock, root)
}

/// The cost after the best lock of one piece.
fn cheapest<C: Cost>(
    board: &Board,
    lines: u32,
    piece: Piece,
    moves: &dyn MoveGenerator,
    cost: &C,
    leaves: &mut u64,
) -> i64 {
    let Some(locks) = moves.locks(board, piece) else {
        return cost.loss(lines);
    };
    *leaves += u64::from(locks.count());
    dispatch::on_this_processor(
        #[inline(always)]
        || {
            let mut best = i64::MAX;
            for lock in locks.iter() {
                best = best.min(Child::after(board, lines, lock, cost).value);
            }
            best
        },
    )
}

/// The fields after each of these locks, by rotation, column, row.
fn children<C: Cost>(board: &Board, lines: u32, locks: &Reach, cost: &C) -> Vec<Child> {
    let mut children = Vec::with_capacity(64);
    dispatch::on_this_processor(
        #[inline(always)]
        || {
            for lock in locks.iter() {
                children.push(Child::after(board, lines, lock, cost));
            }
        },
    );
    children
}

/// A field after one more lock.
#[derive(Clone, Copy)]
struct Child {
    /// What clearing rows costs, and the field itself.
    value: i64,
    /// What clearing rows costs.
    paid: i64,
    board: Board,
    lines: u32,
    lock: Pose,
}

impl Child {
    #[inline(always)]
    fn after<C: Cost>(board: &Board, lines: u32, lock: Pose, cost: &C) -> Child {
        let (board, rows) = board.lock(lock);
        let paid = cost.clear(rows, lines);
        let lines = lines + rows;
        Child {
            value: paid + cost.board(&board, lines),
            paid,
            board,
            lines,
            lock,
        }
    }
}

struct Search<'a, C> {
    moves: &'a dyn MoveGenerator,
    cost: &'a C,
    lookahead: Lookahead,
}

/// A field after the known pieces.
#[derive(Clone, Copy)]
struct Field {
    /// As far as it is known by now.
    value: i64,
    /// What the way there cost.
    paid: i64,
    board: Board,
    lines: u32,
    /// The locks that lead there; twice the same where one piece is known.
    locks: [Pose; 2],
    /// The value for each piece that may come after the known ones, once it has been judged.
    by_piece: NextCosts,
}

impl<C: Cost> Search<'_, C> {
    fn best(&self, root: &Root) -> Option<LockLine> {
        let locks = self.moves.locks(&root.board, root.current)?;
        let mut fields = Vec::with_capacity(256);
        let mut leaves = 0;
        let mut group = Vec::with_capacity(64);
        for lock in locks.iter() {
            self.fields_after(lock, root, &mut group);
            leaves += group.len() as u64;
            // Only the cheapest of a lock can matter.
            group.sort_by_key(|field: &Field| field.value);
            fields.extend(group.drain(..).take(FIELDS_PER_LOCK));
        }
        if fields.is_empty() {
            return self.last_line(root);
        }
        fields.sort_by_key(|field| field.value);
        self.drop_repeated(&mut fields);
        if self.lookahead.beam > 0 {
            for field in &mut fields {
                leaves += self.judge(field, 1);
            }
            fields.sort_by_key(|field| field.value);
        }
        fields.truncate(self.lookahead.deep_beam.max(1));
        let is_open = fields
            .iter()
            .any(|field| field.locks[0] != fields[0].locks[0]);
        if is_open {
            for field in &mut fields {
                leaves += self.judge(field, 2);
            }
        }
        let (value, best) = self.cheapest_first_lock(&fields)?;
        Some(LockLine {
            locks: best.locks[..1 + usize::from(root.next.is_some())].to_vec(),
            value,
            leaves,
        })
    }

    /// The cheapest of these fields of the first lock whose fields together are cheapest, and what they
    /// cost.
    fn cheapest_first_lock<'f>(&self, fields: &'f [Field]) -> Option<(i64, &'f Field)> {
        let together = |first: &Field| {
            if self.lookahead.beam == 0 {
                return first.value;
            }
            let alike = |field: &&Field| field.locks[0] == first.locks[0];
            let mut cheapest = [i64::MAX; 7];
            for field in fields.iter().filter(alike) {
                lower(&mut cheapest, &field.by_piece);
            }
            mean_by_odds(first.last_piece(), &cheapest)
        };
        let valued = fields.iter().map(|field| (together(field), field));
        valued.min_by_key(|(value, field)| (*value, field.value))
    }

    /// The cost of one lock, the next piece being known.
    fn deep_cost(&self, lock: Pose, root: &Root) -> i64 {
        let mut fields = Vec::with_capacity(64);
        self.fields_after(lock, root, &mut fields);
        if fields.is_empty() {
            let (_, rows) = root.board.lock(lock);
            return self.cost.clear(rows, root.lines) + self.cost.loss(root.lines + rows);
        }
        fields.sort_by_key(|field| field.value);
        fields.truncate(FIELDS_PER_LOCK);
        if self.lookahead.beam > 0 {
            for field in &mut fields {
                self.judge(field, 1);
            }
            fields.sort_by_key(|field| field.value);
        }
        if self.lookahead.deep_beam > 0 {
            self.judge(&mut fields[0], 2);
        }
        fields[0].value
    }

    /// Every field that `lock` and the next piece, if it is known, lead to.
    fn fields_after(&self, lock: Pose, root: &Root, fields: &mut Vec<Field>) {
        let Some(next) = root.next else {
            let alone = children(&root.board, root.lines, &Reach::only(lock), self.cost);
            fields.extend(alone.iter().map(|child| Field::new(child, [lock, lock], 0)));
            return;
        };
        let (board, rows) = root.board.lock(lock);
        let paid = self.cost.clear(rows, root.lines);
        let Some(others) = self.moves.locks(&board, next) else {
            return;
        };
        let after = children(&board, root.lines + rows, &others, self.cost);
        fields.extend(
            after
                .iter()
                .map(|child| Field::new(child, [lock, child.lock], paid)),
        );
    }

    /// The line of the current piece alone: the next one will find no place.
    fn last_line(&self, root: &Root) -> Option<LockLine> {
        let locks = self.moves.locks(&root.board, root.current)?;
        let fields = children(&root.board, root.lines, &locks, self.cost);
        let best = fields.iter().min_by_key(|field| field.value)?;
        Some(LockLine {
            locks: vec![best.lock],
            value: best.value,
            leaves: u64::from(locks.count()),
        })
    }

    /// Keeps the cheapest fields, each board once.
    fn drop_repeated(&self, fields: &mut Vec<Field>) {
        let wanted = self.lookahead.beam.max(1);
        let mut kept: Vec<Field> = Vec::with_capacity(wanted);
        for field in fields.iter() {
            if kept.len() == wanted {
                break;
            }
            let is_repeated =
                |other: &Field| other.value == field.value && other.board == field.board;
            if !kept.iter().any(is_repeated) {
                kept.push(*field);
            }
        }
        *fields = kept;
    }

    /// Values a field by the next `depth` unknown pieces. Returns how many leaves were visited.
    fn judge(&self, field: &mut Field, depth: u32) -> u64 {
        let mut leaves = 0;
        for piece in Piece::ALL {
            let cost = if depth == 1 {
                self.cheapest(&field.board, field.lines, piece, &mut leaves)
            } else {
                self.cheapest_ahead(&field.board, field.lines, piece, &mut leaves)
            };
            field.by_piece[piece.index()] = field.paid + cost;
        }
        field.value = mean_by_odds(field.last_piece(), &field.by_piece);
        leaves
    }

    /// The cost after the best lock of a piece.
    fn cheapest(&self, board: &Board, lines: u32, piece: Piece, leaves: &mut u64) -> i64 {
        cheapest(board, lines, piece, self.moves, self.cost, leaves)
    }

    /// The mean cost over the piece after this one, which chooses among the best locks of this one.
    fn cheapest_ahead(&self, board: &Board, lines: u32, piece: Piece, leaves: &mut u64) -> i64 {
        let Some(locks) = self.moves.locks(board, piece) else {
            return self.cost.loss(lines);
        };
        let mut fields = children(board, lines, &locks, self.cost);
        fields.sort_by_key(|field| field.value);
        fields.truncate(self.lookahead.deep_locks);
        let mut lowest = [i64::MAX; 7];
        for field in fields {
            let costs = Piece::ALL
                .map(|next| field.paid + self.cheapest(&field.board, field.lines, next, leaves));
            lower(&mut lowest, &costs);
        }
        mean_by_odds(piece, &lowest)
    }
}

impl Field {
    /// The field after these locks, the first of which has cost `paid`.
    fn new(child: &Child, locks: [Pose; 2], paid: i64) -> Field {
        Field {
            value: paid + child.value,
            paid: paid + child.paid,
            board: child.board,
            lines: child.lines,
            locks,
            by_piece: [0; 7],
        }
    }

    /// The piece after which the unknown ones come.
    fn last_piece(&self) -> Piece {
        self.locks[1].orientation.piece()
    }
}

/// Each of `costs` down to that of `others`, if it is lower.
fn lower(costs: &mut NextCosts, others: &NextCosts) {
    for (cost, other) in costs.iter_mut().zip(others) {
        *cost = (*cost).min(*other);
    }
}

//! Search over the known pieces and the unknown pieces after them.
//!
//! The search tries all locks of the current and the next piece and computes the cost of each resulting board. It then
//! judges the cheapest boards again, by their mean cost after the best lock of the third piece. The cheapest of these
//! it judges once more by the fourth piece, but there it follows only the few best locks of the third piece. The means
//! weigh the pieces by the odds of the cartridge's randomizer.
//!
//! The player commits only to the lock of the current piece. By the time the next piece locks, the third piece is
//! visible. So the search values a lock of the current piece by all the boards it can lead to: for each possible third
//! piece, the cheapest of these boards counts. It values locks of the third piece in the same way, by the possible
//! fourth pieces.

mod rated;

use crate::rules::{Board, Piece, Pose};

pub use rated::{RatedLock, RatedLocks, best_locks_ahead, rate_ahead};

use super::chain::LockChain;
use super::move_generator::MoveGenerator;
use super::odds::mean_by_odds;
use super::processor::on_this_processor;
use super::reach::ReachableLocks;
use super::sight::{NextCosts, for_each_next};

/// Cost of play: the cost of all clears plus the cost of the final board. Lower is better.
pub trait Cost {
    /// Returns the cost of clearing `rows` (0-4) rows at once after `lines` lines.
    fn clear(&self, rows: u32, lines: u32) -> i64;
    /// Returns the cost expected in the rest of a game with this board after `lines` lines.
    fn board(&self, board: &Board, lines: u32) -> i64;
    /// Returns the cost of losing the game after `lines` lines because a piece has no lock.
    fn loss(&self, lines: u32) -> i64;
}

/// Depth and breadth of a search beyond the known pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// Number of boards after the known pieces that are judged by the mean over the third piece. With 0, the board that
    /// is cheapest by itself wins.
    pub beam: usize,
    /// Number of boards from the beam that are judged again, by the third and the fourth piece.
    pub deep_beam: usize,
    /// Number of locks of the third piece for which the search tries the fourth piece.
    pub deep_locks: usize,
}

/// Position from which a search starts.
#[derive(Clone, Copy, Debug)]
pub struct SearchRoot {
    /// Settled cells.
    pub board: Board,
    /// Piece to lock.
    pub current: Piece,
    /// Next piece, if known.
    pub next: Option<Piece>,
    /// Number of lines cleared so far.
    pub lines: u32,
}

/// Maximum number of boards stored for each lock of the current piece. The limit leaves room in the beam for other
/// locks.
const FIELDS_PER_LOCK: usize = 4;

/// Returns the locks of the known pieces with the lowest expected cost, or `None` if the current piece has no lock.
///
/// If the next piece is unknown, the search first averages over the next piece instead of the third. If the next piece
/// is known but has no lock after any lock of the current piece, the result has only one lock. Among equal costs the
/// first lock wins, ordered by rotation, column, row.
pub fn best_line_ahead<C: Cost>(
    root: &SearchRoot,
    moves: &dyn MoveGenerator,
    cost: &C,
    lookahead: Lookahead,
) -> Option<LockChain> {
    let search = AheadSearch {
        moves,
        cost,
        lookahead,
    };
    search.best(root)
}

/// Returns, for each of `locks` and each possible next piece, the cost of the cheapest board after both. Ignores the
/// next piece in `root`.
pub fn costs_ahead<C: Cost>(
    root: &SearchRoot,
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

/// Returns the cost of one lock of the current piece followed by the next piece of `root`. Searches as far ahead as
/// `lookahead` says, with one exception: the fourth piece is tried only for the board that is cheapest by the third
/// piece.
pub fn deep_cost_ahead<C: Cost>(
    root: &SearchRoot,
    lock: Pose,
    moves: &dyn MoveGenerator,
    cost: &C,
    lookahead: Lookahead,
) -> i64 {
    let search = AheadSearch {
        moves,
        cost,
        lookahead,
    };
    search.deep_cost(lock, root)
}

/// Returns the cost of the cheapest board after any lock of `piece`, or the cost of a loss if there is no lock.
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
    on_this_processor(
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

/// Returns the board after each of `locks`, ordered by rotation, column, row.
fn children<C: Cost>(board: &Board, lines: u32, locks: &ReachableLocks, cost: &C) -> Vec<Child> {
    let mut children = Vec::with_capacity(64);
    on_this_processor(
        #[inline(always)]
        || {
            for lock in locks.iter() {
                children.push(Child::after(board, lines, lock, cost));
            }
        },
    );
    children
}

/// Board after one more lock.
#[derive(Clone, Copy)]
struct Child {
    /// Cost of the clears plus the cost of the board itself.
    value: i64,
    /// Cost of the clears.
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

struct AheadSearch<'a, C> {
    moves: &'a dyn MoveGenerator,
    cost: &'a C,
    lookahead: Lookahead,
}

/// Board after the known pieces.
#[derive(Clone, Copy)]
struct KnownBoard {
    /// Cost by the deepest judgement so far.
    value: i64,
    /// Cost of the clears that lead to the board.
    paid: i64,
    board: Board,
    lines: u32,
    /// Locks that lead to the board. If only one piece is known, its lock appears twice.
    locks: [Pose; 2],
    /// Cost for each possible piece after the known ones. All 0 until the board is judged.
    by_piece: NextCosts,
}

impl<C: Cost> AheadSearch<'_, C> {
    fn best(&self, root: &SearchRoot) -> Option<LockChain> {
        let locks = self.moves.locks(&root.board, root.current)?;
        let mut fields = Vec::with_capacity(256);
        let mut leaves = 0;
        let mut group = Vec::with_capacity(64);
        for lock in locks.iter() {
            self.fields_after(lock, root, &mut group);
            leaves += group.len() as u64;
            // Follow only the cheapest boards that result from this lock.
            group.sort_by_key(|field: &KnownBoard| field.value);
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
        Some(LockChain {
            locks: best.locks[..1 + usize::from(root.next.is_some())].to_vec(),
            value,
            leaves,
        })
    }

    /// Returns the cost of the best first lock, and the cheapest board after that lock. The cost of a first lock takes
    /// all boards after it into account.
    fn cheapest_first_lock<'f>(&self, fields: &'f [KnownBoard]) -> Option<(i64, &'f KnownBoard)> {
        let together = |first: &KnownBoard| {
            if self.lookahead.beam == 0 {
                return first.value;
            }
            let alike = |field: &&KnownBoard| field.locks[0] == first.locks[0];
            let mut cheapest = [i64::MAX; 7];
            for field in fields.iter().filter(alike) {
                lower(&mut cheapest, &field.by_piece);
            }
            mean_by_odds(first.last_piece(), &cheapest)
        };
        let valued = fields.iter().map(|field| (together(field), field));
        valued.min_by_key(|(value, field)| (*value, field.value))
    }

    /// Returns the cost of one lock with a known next piece.
    fn deep_cost(&self, lock: Pose, root: &SearchRoot) -> i64 {
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

    /// Adds every board after `lock` and the next piece to `fields`. If the next piece is unknown, adds the board after
    /// `lock` alone.
    fn fields_after(&self, lock: Pose, root: &SearchRoot, fields: &mut Vec<KnownBoard>) {
        let Some(next) = root.next else {
            let alone = children(
                &root.board,
                root.lines,
                &ReachableLocks::only(lock),
                self.cost,
            );
            fields.extend(
                alone
                    .iter()
                    .map(|child| KnownBoard::new(child, [lock, lock], 0)),
            );
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
                .map(|child| KnownBoard::new(child, [lock, child.lock], paid)),
        );
    }

    /// Returns the best lock of the current piece as the only lock of a chain. For positions in which the next piece
    /// has no lock.
    fn last_line(&self, root: &SearchRoot) -> Option<LockChain> {
        let locks = self.moves.locks(&root.board, root.current)?;
        let fields = children(&root.board, root.lines, &locks, self.cost);
        let best = fields.iter().min_by_key(|field| field.value)?;
        Some(LockChain {
            locks: vec![best.lock],
            value: best.value,
            leaves: u64::from(locks.count()),
        })
    }

    /// Drops duplicate boards, then keeps only the cheapest ones, as many as the beam is wide.
    fn drop_repeated(&self, fields: &mut Vec<KnownBoard>) {
        let wanted = self.lookahead.beam.max(1);
        let mut distinct: Vec<KnownBoard> = Vec::with_capacity(wanted);
        for field in fields.iter() {
            if distinct.len() == wanted {
                break;
            }
            let is_repeated =
                |other: &KnownBoard| other.value == field.value && other.board == field.board;
            if !distinct.iter().any(is_repeated) {
                distinct.push(*field);
            }
        }
        *fields = distinct;
    }

    /// Judges a board by the next `depth` unknown pieces. Returns the number of leaves visited.
    fn judge(&self, field: &mut KnownBoard, depth: u32) -> u64 {
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

    fn cheapest(&self, board: &Board, lines: u32, piece: Piece, leaves: &mut u64) -> i64 {
        cheapest(board, lines, piece, self.moves, self.cost, leaves)
    }

    /// Returns the mean cost over the pieces that may follow `piece`. For each of them, only the few cheapest locks of
    /// `piece` are tried, and the best of these counts.
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

impl KnownBoard {
    /// Returns the board after these locks. `paid` is the cost of the first lock's clear.
    fn new(child: &Child, locks: [Pose; 2], paid: i64) -> KnownBoard {
        KnownBoard {
            value: paid + child.value,
            paid: paid + child.paid,
            board: child.board,
            lines: child.lines,
            locks,
            by_piece: [0; 7],
        }
    }

    /// Returns the last known piece.
    fn last_piece(&self) -> Piece {
        self.locks[1].orientation.piece()
    }
}

/// Replaces each cost by its counterpart in `others` if that is lower.
fn lower(costs: &mut NextCosts, others: &NextCosts) {
    for (cost, other) in costs.iter_mut().zip(others) {
        *cost = (*cost).min(*other);
    }
}

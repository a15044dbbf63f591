//! Frames of one piece, as evidence for the settled cells under it.

use crate::capture::Sighting;

use super::TIME_MAX;
use super::places::{looks, resting, shared};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece, Pose, Step};

/// Playfield in one frame, or in several identical ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldFrame {
    /// Occupied cells.
    pub(super) board: Board,
    /// Cells whose reading is uncertain.
    pub(super) doubtful: Board,
    /// Piece in the NEXT box.
    pub(super) next: Option<Piece>,
    /// Number of the first of the identical frames.
    pub(super) number: u64,
    /// Time of the first of the identical frames, in milliseconds.
    pub(super) time: u32,
    /// Number of identical frames.
    pub(super) count: u32,
}

/// Difference between the playfield in a frame and an expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// Number of cells that differ.
    pub(super) cells: u32,
    /// Pose of the piece, if any part of it is visible.
    pub(super) pose: Option<Pose>,
}

/// Number of wrong cells at which counting stops.
pub(super) const WRONG_MAX: u32 = 8;
/// Maximum number of wrong cells in a nearly correct frame.
const NEARLY_WRONG_MAX: u32 = 3;
/// Minimum percentage of frames that must show a cell before it counts as settled.
const SETTLED_PERCENT: u32 = 80;
/// Minimum number of frames that must show the result of a lock without doubt before the lock is certain.
const CLEAR_FRAMES: u32 = 2;

/// Maximum number of rows by which the middle of a turning piece rises.
const RISE_MAX: i8 = 1;

impl FieldFrame {
    /// Returns the playfield of a frame, if it shows one.
    pub(super) fn of(sighting: &Sighting) -> Option<FieldFrame> {
        let seen = sighting.game.as_ref()?;
        Some(FieldFrame {
            board: seen.board,
            doubtful: seen.doubtful,
            next: seen.next,
            number: sighting.frame,
            time: (sighting.time / 1_000).min(TIME_MAX.into()) as u32,
            count: 1,
        })
    }

    /// Returns whether both frames show the same playfield and the same NEXT.
    pub(super) fn is_same_field(&self, other: &FieldFrame) -> bool {
        (self.board, self.doubtful, self.next) == (other.board, other.doubtful, other.next)
    }

    /// Returns the number of settled cells that are missing in the frame, and the occupied cells of the frame that are
    /// not settled.
    pub(super) fn difference(&self, settled: &Board) -> (u32, Board) {
        let missing = settled.without(&self.board).without(&self.doubtful);
        let more = self.board.without(settled).without(&self.doubtful);
        (missing.count(), more)
    }

    /// Returns the pose of the piece if the frame shows only these settled cells and the piece. If several poses fit,
    /// it returns the one with the most visible cells.
    pub(super) fn pose_over(&self, settled: &Board, piece: Piece) -> Option<Pose> {
        let (missing, more) = self.difference(settled);
        if missing > 0 || more.count() > 4 {
            return None;
        }
        let seen = self.board.union(&self.doubtful);
        let fits = |look: &Board| {
            seen.union(look) == seen && look.union(&more) == *look && !look.intersects(settled)
        };
        let all = looks(piece).iter();
        let fitting = all.filter(|(look, _)| fits(look));
        let best = fitting.max_by_key(|(look, _)| 4 * shared(look, &self.board).count());
        best.map(|&(_, pose)| pose)
    }

    /// Compares the frame with these settled cells plus the piece, in the pose that fits the frame best. Stops counting
    /// at `most` wrong cells.
    pub(super) fn mismatch(&self, settled: &Board, piece: Piece, most: u32) -> Mismatch {
        let (missing, more) = self.difference(settled);
        let far = Mismatch {
            cells: most,
            pose: None,
        };
        if missing + more.count().saturating_sub(4) >= most {
            return far;
        }
        let seen = self.board.union(&self.doubtful);
        let spawn = Pose::spawn(piece);
        let poses = looks(piece).iter().filter_map(|&(look, pose)| {
            // A piece can overlap settled cells only where its spawn is blocked.
            let is_free = !look.intersects(settled);
            if !is_free && pose != spawn {
                return None;
            }
            let look = look.without(settled);
            let wrong = more.without(&look).count() + look.without(&seen).count();
            let doubted = look.without(&self.board).count();
            // Among equally good poses, prefer the one with the most visible cells.
            Some((wrong, doubted, 4 - look.count(), pose))
        });
        let best = poses.min_by_key(|&(wrong, doubted, hidden, _)| (wrong, doubted, hidden));
        let Some((wrong, doubted, hidden, pose)) = best else {
            return far;
        };
        let is_seen = wrong + doubted + hidden < 4;
        Mismatch {
            cells: (missing + wrong).min(most),
            pose: is_seen.then_some(pose),
        }
    }
}

/// Frames from a piece's spawn to the next spawn.
#[derive(Clone, Debug)]
pub(super) struct PieceFrames {
    pub(super) piece: Piece,
    pub(super) frames: Vec<FieldFrame>,
}

/// Possible lock of a piece, with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LockAnswer {
    pub(super) lock: Pose,
    /// Settled cells before the lock, with the hidden cells that its clear proves.
    pub(super) settled: Board,
    /// True if the frames prove the lock and its result.
    pub(super) is_certain: bool,
}

impl PieceFrames {
    pub(super) fn add(&mut self, frame: FieldFrame) {
        match self.frames.last_mut() {
            Some(last) if last.is_same_field(&frame) => last.count += frame.count,
            _ => self.frames.push(frame),
        }
    }

    /// Returns the number of frames that show exactly these settled cells and the piece, minus the frames before the
    /// first of them.
    fn frames_with(&self, settled: &Board) -> u32 {
        let fits = |frame: &&FieldFrame| frame.pose_over(settled, self.piece).is_some();
        let count = |frame: &FieldFrame| frame.count;
        let before = self.frames.iter().take_while(|frame| !fits(frame));
        let before: u32 = before.map(count).sum();
        let fitting: u32 = self.frames.iter().filter(fits).map(count).sum();
        fitting.saturating_sub(before)
    }

    /// Returns the lock of `before` on `settled` whose result matches the most frames. `None` if several locks tie, or
    /// if none matches.
    pub(super) fn lock_before(&self, settled: &Board, before: &PieceFrames) -> Option<LockAnswer> {
        let after = before.results(settled);
        let (lock, after) =
            before.best_supported(after, settled, |after| self.frames_with(after))?;
        // The lock is certain if all changed cells are visible and the piece was seen in this pose.
        let there = settled.with(lock);
        let changed = there
            .without(settled)
            .union(&there.without(&after))
            .union(&after.without(&there));
        let below = lock.after(Step::Down).cells();
        let is_clear = |frame: &&FieldFrame| {
            // The cell that supports the piece must be visible too. If it is hidden, the piece may have fallen further.
            let mut under = below.into_iter();
            let rests = under.any(|(x, y)| {
                y == ROWS || settled.contains(x, y) && !frame.doubtful.contains(x, y)
            });
            rests
                && !frame.doubtful.intersects(&changed)
                && frame.pose_over(&after, self.piece).is_some()
        };
        let clear: u32 = (self.frames.iter().filter(is_clear))
            .map(|frame| frame.count)
            .sum();
        let was_there = before.last_pose(settled).map(|(pose, _)| pose) == Some(lock);
        let settled_before = before.settled_before(settled, lock, &after);
        let is_proven = was_there && before.is_one_piece(settled) && clear >= CLEAR_FRAMES;
        Some(LockAnswer {
            lock,
            settled: settled_before,
            is_certain: is_proven && settled_before == *settled,
        })
    }

    /// Returns the lock of `before` whose result matches the most frames. A few cells of each frame may be wrong.
    pub(super) fn approximate_lock_before(
        &self,
        settled: &Board,
        before: &PieceFrames,
    ) -> Option<LockAnswer> {
        let nearly_support = |after: &Board| {
            let wrong_in = |frame: &FieldFrame| {
                let (missing, more) = frame.difference(after);
                let hidden = frame.doubtful.count().min(4);
                let more = more.count();
                let away = more.saturating_sub(4) + 4_u32.saturating_sub(more + hidden);
                missing + away
            };
            // Frames with fewer wrong cells count more.
            let support_of_frames = self.frames.iter().map(|frame| {
                let wrong = wrong_in(frame);
                (NEARLY_WRONG_MAX + 1).saturating_sub(wrong) * frame.count
            });
            support_of_frames.sum()
        };
        let after = before.results(settled);
        let (lock, after) = before.best_supported(after, settled, nearly_support)?;
        Some(LockAnswer {
            lock,
            settled: before.settled_before(settled, lock, &after),
            is_certain: false,
        })
    }

    /// Tries all pairs of successive locks on `settled` and compares the result of each pair with the frames. Returns
    /// the first lock of the best pair. The second piece may have no frames of its own.
    pub(super) fn two_locks_before(
        &self,
        settled: &Board,
        [first, second]: [&PieceFrames; 2],
    ) -> Option<LockAnswer> {
        let pairs = resting(first.piece, settled).flat_map(|lock| {
            let after = settled.lock(lock).0;
            let seconds: Vec<Pose> = resting(second.piece, &after).collect();
            seconds
                .into_iter()
                .map(move |second| (lock, after.lock(second).0))
        });
        // If pairs with different first locks lead to one result, the first of these pairs wins.
        let (lock, _) = first.best_supported(pairs, settled, |after| self.frames_with(after))?;
        Some(LockAnswer {
            lock,
            settled: *settled,
            is_certain: false,
        })
    }

    /// Returns the lock on `settled` at which the piece rests in the last frames that show it.
    pub(super) fn last_lock(&self, settled: &Board) -> Option<Pose> {
        let (pose, times) = self.last_pose(settled)?;
        // The piece was seen in this pose more than once, so it no longer moved.
        (times > 1 && pose.fits(settled) && pose.rests(settled)).then_some(pose)
    }

    /// Returns the pose of the piece in the last frames that show it, and the number of these frames.
    fn last_pose(&self, settled: &Board) -> Option<(Pose, u32)> {
        let seen = self.frames.iter().rev().filter_map(|frame| {
            let pose = frame.pose_over(settled, self.piece)?;
            Some((pose, frame.count))
        });
        let (mut rest, mut times) = (None, 0);
        for (pose, count) in seen {
            if rest.is_some_and(|rest| rest != pose) {
                break;
            }
            rest = Some(pose);
            times += count;
        }
        Some((rest?, times))
    }

    /// Returns the last pose in which all cells of the piece are clearly visible.
    pub(super) fn clear_pose(&self, settled: &Board) -> Option<Pose> {
        let mut seen = self.frames.iter().rev().filter_map(|frame| {
            let pose = frame.pose_over(settled, self.piece)?;
            let is_clear = !Board::EMPTY.with(pose).intersects(&frame.doubtful);
            is_clear.then_some(pose)
        });
        seen.next()
    }

    /// Returns all locks of the piece with the settled cells after them. If a row is full except for hidden cells, a lock
    /// may clear it, so the lock occurs twice.
    pub(super) fn results(&self, settled: &Board) -> impl Iterator<Item = (Pose, Board)> {
        let hidden = self.hidden();
        resting(self.piece, settled).flat_map(move |lock| {
            let filled = filled(settled, lock, &hidden);
            let other = (filled != *settled).then(|| (lock, filled.lock(lock).0));
            [(lock, settled.lock(lock).0)].into_iter().chain(other)
        })
    }

    /// Returns the settled cells before a lock with this result: see [`PieceFrames::results`].
    fn settled_before(&self, settled: &Board, lock: Pose, after: &Board) -> Board {
        match settled.lock(lock).0 == *after {
            true => *settled,
            false => filled(settled, lock, &self.hidden()),
        }
    }

    /// Returns the cells that are doubtful in all frames.
    fn hidden(&self) -> Board {
        let doubtful = self.frames.iter().map(|frame| frame.doubtful);
        doubtful
            .reduce(|all, doubtful| shared(&all, &doubtful))
            .unwrap_or(Board::EMPTY)
    }

    /// Returns whether the frames prove that they show this piece, and no other one after it: all four cells are seen
    /// clearly, and the piece never rises. If some cells are above the playfield or doubtful, it may be another piece.
    fn is_one_piece(&self, settled: &Board) -> bool {
        let heights = self.frames.iter().filter_map(|frame| {
            let pose = frame.pose_over(settled, self.piece)?;
            let cells = Board::EMPTY.with(pose);
            let is_clear = cells.count() == 4 && !cells.intersects(&frame.doubtful);
            is_clear.then_some(pose.y)
        });
        let heights: Vec<i8> = heights.collect();
        let rises = heights.windows(2).any(|pair| pair[1] < pair[0] - RISE_MAX);
        !heights.is_empty() && !rises
    }

    /// Returns the cells that are occupied in nearly all frames. Skips the spawn rows. For cells that are never
    /// visible, uses `believed`.
    pub(super) fn settled_cells(&self, believed: &Board) -> Board {
        let all: u32 = self.frames.iter().map(|frame| frame.count).sum();
        let mut settled_cells = Board::EMPTY;
        for (x, y) in cells() {
            // Both halves of the frames must show a cell. The cells where the piece comes to rest are still empty in
            // the first half.
            let (mut before, mut halves) = (0, [[0; 2]; 2]);
            for frame in &self.frames {
                let half = &mut halves[usize::from(2 * before >= all)];
                before += frame.count;
                if !frame.doubtful.contains(x, y) {
                    half[usize::from(frame.board.contains(x, y))] += frame.count;
                }
            }
            let is_clear = halves.iter().any(|[empty, full]| empty + full > 0);
            let is_full = |[empty, full]: &[u32; 2]| 100 * full >= SETTLED_PERCENT * (empty + full);
            let is_there = match is_clear {
                true => y > 1 && halves.iter().all(is_full),
                false => believed.contains(x, y),
            };
            if is_there {
                settled_cells.insert(x, y);
            }
        }
        settled_cells
    }

    /// Returns the candidate lock with the most support. If several locks have equal results, prefers the one in which
    /// the piece was seen. `None` if different results tie.
    fn best_supported(
        &self,
        candidates: impl Iterator<Item = (Pose, Board)>,
        settled: &Board,
        support: impl Fn(&Board) -> u32,
    ) -> Option<(Pose, Board)> {
        let mut best: Vec<(Pose, Board)> = Vec::new();
        let mut most = 0;
        for candidate in candidates {
            let count = support(&candidate.1);
            if count > most {
                best.clear();
                most = count;
            }
            if count == most && count > 0 {
                best.push(candidate);
            }
        }
        // With equal support, results that need hidden cells give way.
        let needs_none = |(lock, after): &(Pose, Board)| settled.lock(*lock).0 == *after;
        if best.iter().any(needs_none) {
            best.retain(needs_none);
        }
        let differ = |best: &[(Pose, Board)]| best.windows(2).any(|pair| pair[0].1 != pair[1].1);
        // If different results have equal support, the last clear pose of the piece decides.
        if differ(&best)
            && let Some(clear) = self.clear_pose(settled)
        {
            best.retain(|(lock, _)| {
                (lock.orientation, lock.x) == (clear.orientation, clear.x) && lock.y >= clear.y
            });
        }
        let first = *best.first()?;
        if differ(&best) {
            return None;
        }
        let seen = (best.len() > 1).then(|| self.last_lock(settled)).flatten();
        let is_it = |found: &&(Pose, Board)| Some(found.0) == seen;
        Some(best.iter().find(is_it).copied().unwrap_or(first))
    }
}

/// Returns the settled cells with the hidden cells of those rows that a lock would make full.
fn filled(settled: &Board, lock: Pose, hidden: &Board) -> Board {
    let there = settled.with(lock);
    let touched: u32 = lock
        .cells()
        .iter()
        .filter(|(_, y)| *y >= 0)
        .fold(0, |rows, (_, y)| rows | 1 << y);
    let full = there.union(hidden).full_rows() & !there.full_rows() & touched;
    let rows = Board::from_rows(std::array::from_fn(|y| match full >> y & 1 {
        1 => hidden.row(y as i8) & !there.row(y as i8),
        _ => 0,
    }));
    settled.union(&rows)
}

/// Iterates over all cells of the playfield.
pub(super) fn cells() -> impl Iterator<Item = (i8, i8)> {
    (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)))
}

//! Tracker of one game in a video. It detects spawns from the playfield and NEXT alone.

use std::collections::VecDeque;

use super::places::resting;
use crate::capture::GameSighting;
use crate::rules::{Board, Piece, Pose};

use super::CapturedPiece;
use super::curtain_detector::{CurtainDetector, FrameOutcome};
use super::figures::{NumberReadings, PieceFigures};
use super::lock_resolver::{LockResolver, SeenSpawn};
use super::piece_frames::{FieldFrame, Mismatch, PieceFrames, WRONG_MAX};
use super::start_finder::{TrackingStart, can_become};

/// Minimum advantage of the next piece over the current one at which tracking switches to it. The advantage is the
/// difference in wrong cells, summed over frames.
const SWITCH_MARGIN: i32 = 8;
/// Minimum advantage of a spawned piece over all other pieces, in wrong cells, if NEXT is unknown.
const PIECE_LEAD: u32 = 3;
/// Number of frames after which a smaller advantage is enough.
const UNDECIDED_MAX: u32 = 30;
/// Number of successive equal frames, with the whole piece and without doubtful cells, that show a piece at rest. Then a
/// smaller advantage is enough.
const STILL_FRAMES: u32 = 3;
/// Evidence, in wrong cells, that the next piece has spawned, in a frame in which NEXT has changed.
const NEXT_CHANGED: i32 = 3;
/// Evidence in a frame in which NEXT has not changed. It speaks against a spawn.
const NEXT_UNCHANGED: i32 = -1;
/// Penalty, in wrong cells, for a piece other than the announced NEXT.
const NEXT_CONTRADICTED: u32 = 3;
/// A frame with at least this many wrong cells counts as unexplained.
const UNEXPLAINED: u32 = 5;
/// A frame with at most this many wrong cells counts as explained.
const EXPLAINED_MAX: u32 = 2;
/// Milliseconds without an explained frame after which the tracker assumes that a second piece has locked unseen, or
/// looks for a new starting point. A line clear lasts half a second.
const LOST: u32 = 600;
/// Milliseconds without a visible playfield after which a nearly empty playfield counts as a new game.
const ABSENCE: u32 = 2_000;
/// Upper limit (exclusive) of the cells in a nearly empty playfield.
const FEW_CELLS: u32 = 8;
/// Number of cells of a piece.
const PIECE_CELLS: u32 = 4;
/// Minimum duration of a piece in milliseconds. It limits how many pieces can lock in a gap of the video.
pub(super) const PIECE_TIME_MIN: u32 = 400;
/// Number of most recent frames for which the tracker stores the digits read (score, lines, level).
pub(super) const RECENT_FRAMES: usize = 4;

/// Possible lock of a piece, the settled cells after it, and the number of frames that support it.
#[derive(Clone, Copy, Debug)]
struct LockCandidate {
    lock: Pose,
    board: Board,
    votes: u32,
}

/// Run of frames that the next piece explains better than the current one.
#[derive(Clone, Debug)]
struct NextPieceRun {
    /// Index of the run's first frame in the frames of the current piece.
    from: usize,
    /// Advantage of the next piece, in wrong cells.
    advantage: i32,
    frame_count: u32,
}

/// State of the current game in the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastFrameState {
    /// Settled cells.
    pub settled: Board,
    /// Lock of the previous piece, or the spawn pose of the current piece if that lock is unknown.
    pub locked: Pose,
    /// Current piece.
    pub piece: Piece,
    /// Pose of the piece, if visible.
    pub pose: Option<Pose>,
    /// NEXT, if visible.
    pub next: Option<Piece>,
}

/// Tracker of one game.
#[derive(Clone, Debug)]
pub(super) struct Tracker {
    resolver: LockResolver,
    settled: Board,
    piece: Piece,
    /// False if the current piece differs from the announced NEXT, or if the tracker has just skipped an unseen piece.
    follows_next: bool,
    current: PieceFrames,
    /// Possible locks of the current piece. `None` until computed.
    candidates: Option<Vec<LockCandidate>>,
    /// Possible locks of the previous piece. The first one is the lock currently assumed.
    alternatives: Vec<LockCandidate>,
    run: Option<NextPieceRun>,
    /// True if rows that the current piece filled were seen to disappear.
    clears: bool,
    /// Time of the last explained frame.
    explained_at: u32,
    /// Time of the last frame.
    last_time: u32,
    curtain: CurtainDetector,
    figures: PieceFigures,
    readings: Vec<NumberReadings>,
    /// Number readings in the last frames.
    recent: VecDeque<NumberReadings>,
}

impl Tracker {
    pub(super) fn new(start: TrackingStart) -> Tracker {
        let TrackingStart {
            settled,
            piece,
            frames,
        } = start;
        let last_time = frames.last().map_or(0, |frame| frame.time);
        let mut tracker = Tracker {
            resolver: LockResolver::from(settled),
            settled,
            piece,
            follows_next: true,
            current: PieceFrames {
                piece,
                frames: Vec::new(),
            },
            candidates: None,
            alternatives: vec![LockCandidate::known(piece, settled)],
            run: None,
            clears: false,
            explained_at: last_time,
            last_time,
            curtain: CurtainDetector::default(),
            figures: PieceFigures::default(),
            readings: Vec::new(),
            recent: VecDeque::new(),
        };
        for frame in frames {
            tracker.add_frame(frame);
        }
        tracker
    }

    fn add_frame(&mut self, frame: FieldFrame) {
        self.last_time = frame.time;
        self.current.add(frame);
    }

    /// Returns the piece that NEXT showed most often before a possible next spawn.
    fn next(&self) -> Option<Piece> {
        let all = &self.current.frames;
        let mut nexts = [0; Piece::COUNT];
        for frame in &all[..self.run.as_ref().map_or(all.len(), |run| run.from)] {
            if let Some(next) = frame.next {
                nexts[next.index()] += frame.count;
            }
        }
        let most = Piece::ALL
            .into_iter()
            .max_by_key(|piece| nexts[piece.index()])?;
        (nexts[most.index()] > 0).then_some(most)
    }

    pub(super) fn is_lost(&self, frame: &FieldFrame) -> bool {
        frame.time.saturating_sub(self.explained_at) > LOST
    }

    pub(super) fn see(&mut self, frame: &FieldFrame, seen: &GameSighting) -> FrameOutcome {
        let absence = frame.time.saturating_sub(self.last_time);
        self.recent.push_back(NumberReadings::of(seen));
        if self.recent.len() > RECENT_FRAMES {
            self.recent.pop_front();
        }
        if let Some(outcome) = self.curtain.see(frame, &self.settled) {
            return outcome;
        }
        let here = frame.mismatch(&self.settled, self.piece, WRONG_MAX);
        let is_new = absence > ABSENCE && self.settled.count() < FEW_CELLS;
        if here.cells == 0 && here.pose.is_some() && !is_new {
            self.run = None;
            self.explained_at = frame.time;
            self.alternatives[0].votes += 1;
            self.add_frame(*frame);
            self.figures.see(seen);
            return FrameOutcome::Going;
        }
        if self.take_alternative(frame) {
            self.add_frame(*frame);
            return FrameOutcome::Going;
        }
        // A blurred piece has no certain pose. So a frame with doubtful cells counts as explained even without a pose.
        let may_be_there = here.pose.is_some() || !frame.doubtful.is_empty();
        if here.cells <= EXPLAINED_MAX && may_be_there && !is_new {
            self.explained_at = frame.time;
        }
        let there = self.successor_mismatch(frame);
        self.clears |= here.cells > 0 && self.shows_clear(frame);
        self.add_frame(*frame);
        // If NEXT is not visible, it is no evidence.
        let next_evidence = match (frame.next, self.next()) {
            (Some(next), Some(usual)) if next == usual => NEXT_UNCHANGED,
            (Some(_), Some(_)) => NEXT_CHANGED,
            _ => 0,
        };
        let advantage = here.cells.cast_signed() - there.cells.cast_signed();
        let is_explained = here.cells.min(there.cells) < UNEXPLAINED;
        if is_explained && (advantage != 0 || self.run.is_some()) {
            self.add_evidence(advantage + next_evidence);
        }
        if there.cells <= EXPLAINED_MAX && self.run.is_some() {
            self.explained_at = self.explained_at.max(frame.time.saturating_sub(LOST / 2));
        }
        if self.is_due()
            && let Some((settled, piece, from)) = self.find_successor()
        {
            self.switch_piece(settled, piece, from);
            self.explained_at = frame.time;
            self.figures.see(seen);
        } else if self.is_lost(frame)
            && let Some((between, settled, piece)) = self.find_skipped_piece(frame)
        {
            self.skip_piece(between, settled, piece);
            self.explained_at = frame.time;
        }
        FrameOutcome::Going
    }

    /// Switches to an alternative lock of the previous piece if more frames support it. Returns whether it switched.
    fn take_alternative(&mut self, frame: &FieldFrame) -> bool {
        let all = &mut self.alternatives;
        let mut best: Option<usize> = None;
        for index in 1..all.len() {
            if frame.pose_over(&all[index].board, self.piece).is_some() {
                all[index].votes += 1;
                let is_more = |best: usize| all[index].votes > all[best].votes;
                if best.is_none_or(is_more) {
                    best = Some(index);
                }
            }
        }
        let Some(best) = best else { return false };
        if all[best].votes <= all[0].votes {
            return false;
        }
        all.swap(0, best);
        self.settled = all[0].board;
        self.candidates = None;
        self.run = None;
        self.explained_at = frame.time;
        true
    }

    /// Returns the smallest mismatch of a frame with the next piece, over all possible locks of the current piece.
    fn successor_mismatch(&mut self, frame: &FieldFrame) -> Mismatch {
        let next = self.next();
        let candidates = self.candidates();
        let mut best = Mismatch {
            cells: UNEXPLAINED,
            pose: None,
        };
        let pieces = next.into_iter().chain(Piece::ALL);
        for candidate in candidates.iter() {
            for piece in pieces.clone() {
                let mismatch = next_mismatch(frame, &candidate.board, piece, next, best.cells);
                if mismatch.cells < best.cells {
                    best = mismatch;
                }
            }
        }
        best
    }

    fn candidates(&mut self) -> &mut Vec<LockCandidate> {
        let (settled, current) = (self.settled, &self.current);
        self.candidates.get_or_insert_with(|| {
            let mut candidates: Vec<LockCandidate> = Vec::new();
            for (lock, board) in current.results(&settled) {
                if !candidates.iter().any(|candidate| candidate.board == board) {
                    candidates.push(LockCandidate {
                        lock,
                        board,
                        votes: 0,
                    });
                }
            }
            candidates
        })
    }

    /// Adds one frame to the run: the next piece's advantage in it, in wrong cells.
    fn add_evidence(&mut self, advantage: i32) {
        let last = self.current.frames.len() - 1;
        match &mut self.run {
            None if advantage > 0 => {
                self.run = Some(NextPieceRun {
                    from: last,
                    advantage,
                    frame_count: 1,
                });
            }
            None => {}
            Some(run) => {
                run.advantage += advantage;
                run.frame_count += 1;
                if run.advantage <= 0 {
                    self.run = None;
                }
            }
        }
    }

    fn is_due(&self) -> bool {
        let run = self.run.as_ref();
        run.is_some_and(|run| run.advantage >= SWITCH_MARGIN && run.frame_count > 1)
    }

    /// Returns the best explanation of the run: the settled cells, the spawned piece, and the index of its first frame.
    fn find_successor(&mut self) -> Option<(Board, Piece, usize)> {
        let &NextPieceRun {
            from,
            frame_count: count,
            ..
        } = self.run.as_ref()?;
        let next = self.next();
        let (settled, piece) = (self.settled, self.piece);
        let frames = self.current.frames[from..].to_vec();
        let clear_pose = self.current.clear_pose(&settled);
        let candidates = self.candidates();
        // If candidates tie, the pose straight below the last clear pose wins.
        let is_below_it = |lock: Pose| {
            let column = |pose: Pose| (pose.orientation, pose.x);
            clear_pose.is_some_and(|pose| column(lock) == column(pose) && lock.y >= pose.y)
        };
        candidates.sort_by_key(|candidate| !is_below_it(candidate.lock));
        let mut best: Option<(u32, usize, Board, Piece)> = None;
        let mut rivals: Vec<(u32, Piece)> = Vec::new();
        for candidate in candidates.iter() {
            for spawned in Piece::ALL {
                let (mut wrong, mut first) = (0, None);
                for (index, frame) in frames.iter().enumerate() {
                    if best.is_some_and(|(least, ..)| wrong >= least + PIECE_LEAD) {
                        break;
                    }
                    let mismatch =
                        next_mismatch(frame, &candidate.board, spawned, next, UNEXPLAINED);
                    if mismatch.pose.is_some() && mismatch.cells <= EXPLAINED_MAX {
                        first.get_or_insert(index);
                    }
                    // Before its spawn, a piece explains nothing.
                    let is_there = first.is_some();
                    wrong += frame.count
                        * if is_there {
                            mismatch.cells
                        } else {
                            UNEXPLAINED
                        };
                }
                let Some(first) = first else { continue };
                rivals.push((wrong, spawned));
                if best.is_none_or(|(least, ..)| wrong < least) {
                    best = Some((wrong, first, candidate.board, spawned));
                }
            }
        }
        let (least, first, board, spawned) = best?;
        // Without NEXT, blended frames can fit several pieces. Then more frames decide, up to those of the piece at rest.
        let last = frames.last()?;
        let is_whole = last.difference(&board).1.count() == 4;
        let is_still = last.count >= STILL_FRAMES && last.doubtful.is_empty() && is_whole;
        let is_rival =
            |&(wrong, piece): &(u32, Piece)| piece != spawned && wrong < least + PIECE_LEAD;
        if next.is_none() && count < UNDECIDED_MAX && !is_still && rivals.iter().any(is_rival) {
            return None;
        }
        let is_ours = |frame: &FieldFrame| {
            let ours = frame.mismatch(&settled, piece, UNEXPLAINED).cells;
            ours < next_mismatch(frame, &board, spawned, next, UNEXPLAINED).cells
        };
        let first = (first..frames.len()).find(|&index| !is_ours(&frames[index]))?;
        Some((board, spawned, from + first))
    }

    fn switch_piece(&mut self, settled: Board, piece: Piece, from: usize) {
        let follows_next = self.next().is_none_or(|next| next == piece);
        let later = self.current.frames.split_off(from);
        let mut alternatives = self.candidates.take().unwrap_or_default();
        let is_it = |candidate: &LockCandidate| candidate.board == settled;
        match alternatives.iter().position(is_it) {
            Some(index) => alternatives.swap(0, index),
            None => alternatives.insert(0, LockCandidate::known(piece, settled)),
        }
        self.push(Some(piece));
        self.settled = settled;
        self.piece = piece;
        self.follows_next = follows_next;
        self.alternatives = alternatives;
        self.begin_piece(later);
    }

    /// Passes the current piece with all its frames to the resolver.
    fn push(&mut self, next: Option<Piece>) {
        let frames = std::mem::replace(
            &mut self.current,
            PieceFrames {
                piece: self.piece,
                frames: Vec::new(),
            },
        );
        let first = frames.frames.first();
        let spawn = SeenSpawn {
            piece: self.piece,
            next,
            follows_next: self.follows_next,
            lines: 0,
            level: 0,
            score: None,
            das: None,
            time: first.map_or(self.last_time, |frame| frame.time),
            frame: first.map_or(0, |frame| frame.number),
        };
        self.resolver.push(spawn, frames);
        let figures = std::mem::take(&mut self.figures);
        self.readings.push(figures.seen());
    }

    fn begin_piece(&mut self, frames: Vec<FieldFrame>) {
        self.current = PieceFrames {
            piece: self.piece,
            frames: Vec::new(),
        };
        self.candidates = None;
        self.run = None;
        self.clears = false;
        for frame in frames {
            self.add_frame(frame);
        }
    }

    /// Looks for a state in which the next piece has already locked unseen and a further piece is in motion. Returns
    /// the unseen piece, the settled cells, and the piece in motion.
    fn find_skipped_piece(&mut self, frame: &FieldFrame) -> Option<(Piece, Board, Piece)> {
        if !frame.doubtful.is_empty() {
            return None;
        }
        let between = self.next()?;
        let candidates = self.candidates().clone();
        for candidate in &candidates {
            for lock in resting(between, &candidate.board) {
                let settled = candidate.board.lock(lock).0;
                let spawned = Piece::ALL
                    .into_iter()
                    .find(|&piece| frame.pose_over(&settled, piece).is_some());
                if let Some(piece) = spawned {
                    return Some((between, settled, piece));
                }
            }
        }
        None
    }

    fn skip_piece(&mut self, between: Piece, settled: Board, piece: Piece) {
        let last = self.current.frames.pop();
        self.push(Some(between));
        self.piece = between;
        // NEXT was not seen while the skipped piece was in play.
        self.follows_next = false;
        self.begin_piece(Vec::new());
        self.push(Some(piece));
        self.piece = piece;
        self.settled = settled;
        self.alternatives = vec![LockCandidate::known(piece, settled)];
        self.begin_piece(last.into_iter().collect());
    }

    /// Continues the game at a new starting point. Returns `false` if the pieces locked since the last known state
    /// cannot have led to it.
    pub(super) fn continue_with(&mut self, start: &TrackingStart) -> bool {
        let Some(first) = start.frames.first() else {
            return false;
        };
        let passed = first.time.saturating_sub(self.explained_at);
        let pieces = passed / PIECE_TIME_MIN + 2;
        let can_follow = |before: &Board, pieces: u32| {
            can_become(before, &start.settled, &first.doubtful, pieces)
        };
        // The last lock may be wrong, so another one or the settled cells before it may lead here.
        let mut last = self.alternatives.iter();
        let is_possible = last.any(|candidate| can_follow(&candidate.board, pieces))
            || can_follow(&self.settled, pieces)
            || can_follow(self.resolver.settled(), pieces + LockResolver::WAITING_MAX);
        // A piece that has locked is visible. If the playfield is empty, another game has begun.
        let is_restart = start.settled.is_empty() && first.doubtful.count() < PIECE_CELLS;
        if !is_possible || is_restart {
            return false;
        }
        let is_before = |frame: &FieldFrame| frame.time < first.time;
        self.current.frames.retain(is_before);
        self.push(None);
        self.piece = start.piece;
        self.follows_next = true;
        self.settled = start.settled;
        self.alternatives = vec![LockCandidate::known(self.piece, self.settled)];
        self.begin_piece(start.frames.clone());
        self.explained_at = self.last_time;
        true
    }

    /// Returns whether a frame shows full rows of the current piece disappearing from the middle outwards.
    fn shows_clear(&self, frame: &FieldFrame) -> bool {
        let seen = frame.board.without(&frame.doubtful);
        resting(self.piece, &self.settled).any(|lock| {
            let there = self.settled.with(lock);
            let full = there.full_rows();
            let shows = |gone: u16| {
                let columns = ((1 << (2 * gone)) - 1) << (5 - gone);
                let remaining = Board::from_rows(std::array::from_fn(|y| match full >> y & 1 {
                    1 => there.row(y as i8) & !columns,
                    _ => there.row(y as i8),
                }));
                seen == remaining.without(&frame.doubtful)
            };
            full != 0 && (1..=4).any(shows)
        })
    }

    /// Returns the number of pieces that were seen to lock.
    pub(super) fn locks(&self) -> usize {
        self.readings.len() + usize::from(self.clears)
    }

    /// Returns the state of the game in the last frame.
    pub(super) fn now(&self) -> LastFrameState {
        let last = self.current.frames.last();
        LastFrameState {
            settled: self.settled,
            locked: self.alternatives[0].lock,
            piece: self.piece,
            pose: last.and_then(|frame| frame.pose_over(&self.settled, self.piece)),
            next: last.and_then(|frame| frame.next),
        }
    }

    /// Returns the number of pieces whose outcome is final.
    pub(super) fn pieces(&self) -> usize {
        self.resolver.pieces().len()
    }

    /// Reads the numbers beside the playfield.
    pub(super) fn read(&mut self, seen: &GameSighting) {
        self.figures.see(seen);
    }

    /// Returns the pieces of the game, the number readings for each piece, and the number readings of the last frames.
    pub(super) fn end(mut self) -> (Vec<CapturedPiece>, Vec<NumberReadings>, Vec<NumberReadings>) {
        let next = self.next();
        self.push(next);
        (self.resolver.end(), self.readings, self.recent.into())
    }
}

impl LockCandidate {
    /// Returns a candidate for settled cells that are already known. Its lock is a placeholder.
    const fn known(piece: Piece, board: Board) -> LockCandidate {
        LockCandidate {
            lock: Pose::spawn(piece),
            board,
            votes: 0,
        }
    }
}

/// Returns the mismatch of a frame with a piece and these settled cells. If NEXT announced another piece, adds a
/// penalty. Stops counting at `most` wrong cells.
fn next_mismatch(
    frame: &FieldFrame,
    settled: &Board,
    piece: Piece,
    announced: Option<Piece>,
    most: u32,
) -> Mismatch {
    let follows_next = announced.is_none_or(|next| next == piece);
    let other = u32::from(!follows_next) * NEXT_CONTRADICTED;
    let mut mismatch = frame.mismatch(settled, piece, most.saturating_sub(other));
    // If the piece is invisible, it explains less of the frame, so it gets a penalty.
    let unseen = u32::from(mismatch.pose.is_none()) * EXPLAINED_MAX;
    mismatch.cells = (mismatch.cells + unseen + other).min(most);
    mismatch
}

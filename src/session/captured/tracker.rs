//! Follows one game in a video. Finds its spawns by playfield and NEXT alone.

use std::collections::VecDeque;

use crate::capture::GameSighting;
use crate::rules::motion::ROWS;
use crate::rules::{Board, Piece, Pose};
use crate::session::places::{resting, without};

use super::CapturedPiece;
use super::figures::{NumberReadings, PieceFigures};
use super::follow::{Follow, SeenSpawn};
use super::opening::TrackingStart;
use super::shots::{FieldFrame, Mismatch, PieceFrames, WRONG_MAX};

/// Minimum advantage of the next piece before it replaces the current one, in wrong cells summed over frames.
const ENOUGH: i32 = 8;
/// Evidence for a spawn if NEXT has changed, in wrong cells.
const NEXT_CHANGED: i32 = 3;
/// Evidence for a spawn if NEXT has not changed, in wrong cells.
const NEXT_STAYED: i32 = -1;
/// Penalty for a piece other than the announced NEXT, in wrong cells.
const NOT_AS_TOLD: u32 = 3;
/// Number of wrong cells from which on a frame counts as unexplained.
const UNEXPLAINED: u32 = 5;
/// Maximum number of wrong cells in an explained frame.
const NEARLY: u32 = 2;
/// Milliseconds without an explained frame after which the tracker assumes two locks at once, or looks for a new
/// starting point. A line clear takes half a second.
const LOST: u32 = 600;
/// Milliseconds without a visible playfield after which a nearly empty playfield starts a new game.
const AWAY: u32 = 2_000;
/// Upper limit (exclusive) of the cells in a nearly empty playfield.
const FEW_CELLS: u32 = 8;
/// Minimum number of milliseconds per piece. It limits how many pieces can lock during a gap in the video.
const QUICKEST: u32 = 400;
/// Number of top rows by which the closing curtain is recognised.
const CURTAIN_ROWS: i8 = 3;
/// Minimum number of visible cells in each of these rows.
const CURTAIN_CELLS: u32 = 9;

/// Number of most recent frames whose number readings are kept.
const LASTS: usize = 4;

/// Result of tracking one frame.
pub(super) enum Outcome {
    Going,
    Curtain,
}

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
    better: i32,
    pictures: u32,
}

/// State of the current game in the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastFrameState {
    /// Settled cells.
    pub settled: Board,
    /// Lock of the previous piece, or its spawn pose if the lock is unknown.
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
    follow: Follow,
    settled: Board,
    piece: Piece,
    /// True if the announced NEXT does not contradict the piece.
    is_told: bool,
    shots: PieceFrames,
    /// Possible locks of the current piece. `None` until computed.
    lefts: Option<Vec<LockCandidate>>,
    /// Possible locks of the previous piece. The first one is assumed to be right.
    rivals: Vec<LockCandidate>,
    run: Option<NextPieceRun>,
    /// True if rows filled by the current piece were seen to disappear.
    clears: bool,
    /// Time of the last explained frame.
    explained: u32,
    /// Time of the last frame.
    last: u32,
    curtains: u32,
    figures: PieceFigures,
    seen: Vec<NumberReadings>,
    /// Number readings in the last frames.
    lasts: VecDeque<NumberReadings>,
}

impl Tracker {
    pub(super) fn new(beginning: TrackingStart) -> Tracker {
        let TrackingStart {
            settled,
            piece,
            shots,
        } = beginning;
        let last = shots.last().map_or(0, |shot| shot.time);
        let mut tracker = Tracker {
            follow: Follow::from(settled),
            settled,
            piece,
            is_told: true,
            shots: PieceFrames {
                piece,
                shots: Vec::new(),
            },
            lefts: None,
            rivals: vec![LockCandidate::known(piece, settled)],
            run: None,
            clears: false,
            explained: last,
            last,
            curtains: 0,
            figures: PieceFigures::default(),
            seen: Vec::new(),
            lasts: VecDeque::new(),
        };
        for shot in shots {
            tracker.note(shot);
        }
        tracker
    }

    /// Adds a frame to the current piece.
    fn note(&mut self, shot: FieldFrame) {
        self.last = shot.time;
        self.shots.add(shot);
    }

    /// Returns the piece that NEXT showed most often before another piece may have spawned.
    fn next(&self) -> Option<Piece> {
        let all = &self.shots.shots;
        let mut nexts = [0; Piece::COUNT];
        for shot in &all[..self.run.as_ref().map_or(all.len(), |run| run.from)] {
            if let Some(next) = shot.next {
                nexts[next.index()] += shot.count;
            }
        }
        let most = Piece::ALL
            .into_iter()
            .max_by_key(|piece| nexts[piece.index()])?;
        (nexts[most.index()] > 0).then_some(most)
    }

    pub(super) fn is_lost(&self, shot: &FieldFrame) -> bool {
        shot.time.saturating_sub(self.explained) > LOST
    }

    pub(super) fn see(&mut self, shot: &FieldFrame, seen: &GameSighting) -> Outcome {
        let away = shot.time.saturating_sub(self.last);
        self.lasts.push_back(NumberReadings::of(seen));
        if self.lasts.len() > LASTS {
            self.lasts.pop_front();
        }
        if is_curtain(shot) {
            self.curtains += 1;
            if self.curtains > 2 {
                return Outcome::Curtain;
            }
            return Outcome::Going;
        }
        self.curtains = 0;
        let here = shot.mismatch(&self.settled, self.piece, WRONG_MAX);
        let is_new = away > AWAY && self.settled.count() < FEW_CELLS;
        if here.cells == 0 && here.pose.is_some() && !is_new {
            self.run = None;
            self.explained = shot.time;
            self.rivals[0].votes += 1;
            self.note(*shot);
            self.figures.see(seen);
            return Outcome::Going;
        }
        if self.take_rival(shot) {
            self.note(*shot);
            return Outcome::Going;
        }
        // A piece that is blurred in this frame has no certain pose, so the frame can count as explained without one.
        let may_be_there = here.pose.is_some() || !shot.doubtful.is_empty();
        if here.cells <= NEARLY && may_be_there && !is_new {
            self.explained = shot.time;
        }
        let there = self.best_left(shot);
        self.clears |= here.cells > 0 && self.shows_clear(shot);
        self.note(*shot);
        // NEXT is no evidence while it is invisible.
        let told = match (shot.next, self.next()) {
            (Some(next), Some(usual)) if next == usual => NEXT_STAYED,
            (Some(_), Some(_)) => NEXT_CHANGED,
            _ => 0,
        };
        let better = here.cells.cast_signed() - there.cells.cast_signed();
        let is_explained = here.cells.min(there.cells) < UNEXPLAINED;
        if is_explained && (better != 0 || self.run.is_some()) {
            self.weigh(better + told);
        }
        if there.cells <= NEARLY && self.run.is_some() {
            self.explained = self.explained.max(shot.time.saturating_sub(LOST / 2));
        }
        if self.is_due()
            && let Some((settled, piece, from)) = self.successor()
        {
            self.succeed(settled, piece, from);
            self.explained = shot.time;
            self.figures.see(seen);
        } else if self.is_lost(shot)
            && let Some((between, settled, piece)) = self.two_later(shot)
        {
            self.skip_one(between, settled, piece);
            self.explained = shot.time;
        }
        Outcome::Going
    }

    /// Switches to an alternative lock of the previous piece if more frames support it. Returns whether it switched.
    fn take_rival(&mut self, shot: &FieldFrame) -> bool {
        let mut best: Option<usize> = None;
        for place in 1..self.rivals.len() {
            if shot
                .pose_over(&self.rivals[place].board, self.piece)
                .is_some()
            {
                self.rivals[place].votes += 1;
                let is_more = |best: usize| self.rivals[place].votes > self.rivals[best].votes;
                if best.is_none_or(is_more) {
                    best = Some(place);
                }
            }
        }
        let Some(best) = best else { return false };
        if self.rivals[best].votes <= self.rivals[0].votes {
            return false;
        }
        self.rivals.swap(0, best);
        self.settled = self.rivals[0].board;
        self.lefts = None;
        self.run = None;
        self.explained = shot.time;
        true
    }

    /// Returns the smallest mismatch of a frame with the next piece, after any possible lock of the current one.
    fn best_left(&mut self, shot: &FieldFrame) -> Mismatch {
        let next = self.next();
        let lefts = self.lefts();
        let mut best = Mismatch {
            cells: UNEXPLAINED,
            pose: None,
        };
        let pieces = next.into_iter().chain(Piece::ALL);
        for left in lefts.iter() {
            for piece in pieces.clone() {
                let mismatch = next_misfit(shot, &left.board, piece, next, best.cells);
                if mismatch.cells < best.cells {
                    best = mismatch;
                }
            }
        }
        best
    }

    fn lefts(&mut self) -> &mut Vec<LockCandidate> {
        let (settled, piece) = (self.settled, self.piece);
        self.lefts.get_or_insert_with(|| {
            let mut lefts: Vec<LockCandidate> = Vec::new();
            for lock in resting(piece, &settled) {
                let board = settled.lock(lock).0;
                if !lefts.iter().any(|left| left.board == board) {
                    lefts.push(LockCandidate {
                        lock,
                        board,
                        votes: 0,
                    });
                }
            }
            lefts
        })
    }

    /// Adds one frame's advantage of the next piece, in wrong cells, to the run.
    fn weigh(&mut self, better: i32) {
        let last = self.shots.shots.len() - 1;
        match &mut self.run {
            None if better > 0 => {
                self.run = Some(NextPieceRun {
                    from: last,
                    better,
                    pictures: 1,
                });
            }
            None => {}
            Some(run) => {
                run.better += better;
                run.pictures += 1;
                if run.better <= 0 {
                    self.run = None;
                }
            }
        }
    }

    fn is_due(&self) -> bool {
        let run = self.run.as_ref();
        run.is_some_and(|run| run.better >= ENOUGH && run.pictures > 1)
    }

    /// Returns the best explanation of the run: settled cells, spawned piece, and index of the piece's first frame.
    fn successor(&mut self) -> Option<(Board, Piece, usize)> {
        let from = self.run.as_ref()?.from;
        let next = self.next();
        let (settled, piece) = (self.settled, self.piece);
        let shots = self.shots.shots[from..].to_vec();
        let seen = self.shots.clear_pose(&settled);
        let lefts = self.lefts();
        // In a tie, the lock straight below the last clear pose wins.
        lefts.sort_by_key(|left| !seen.is_some_and(|pose| is_below(left.lock, pose)));
        let mut best: Option<(u32, usize, Board, Piece)> = None;
        for left in lefts.iter() {
            for come in Piece::ALL {
                let (mut wrong, mut first) = (0, None);
                for (place, shot) in shots.iter().enumerate() {
                    if best.is_some_and(|(least, ..)| wrong >= least) {
                        break;
                    }
                    let mismatch = next_misfit(shot, &left.board, come, next, UNEXPLAINED);
                    wrong += mismatch.cells * shot.count;
                    if mismatch.pose.is_some() && mismatch.cells <= NEARLY {
                        first.get_or_insert(place);
                    }
                }
                let Some(first) = first else { continue };
                if best.is_none_or(|(least, ..)| wrong < least) {
                    best = Some((wrong, first, left.board, come));
                }
            }
        }
        let (_, first, board, come) = best?;
        // Earlier frames still show the current piece.
        let is_ours = |shot: &FieldFrame| {
            let ours = shot.mismatch(&settled, piece, UNEXPLAINED).cells;
            ours < next_misfit(shot, &board, come, next, UNEXPLAINED).cells
        };
        let first = (first..shots.len()).find(|&place| !is_ours(&shots[place]))?;
        Some((board, come, from + first))
    }

    /// Switches to the next piece.
    fn succeed(&mut self, settled: Board, piece: Piece, from: usize) {
        let is_told = self.next().is_none_or(|told| told == piece);
        let later = self.shots.shots.split_off(from);
        let mut rivals = self.lefts.take().unwrap_or_default();
        let place = rivals.iter().position(|left| left.board == settled);
        match place {
            Some(place) => rivals.swap(0, place),
            None => rivals.insert(0, LockCandidate::known(piece, settled)),
        }
        self.push(Some(piece));
        self.settled = settled;
        self.piece = piece;
        self.is_told = is_told;
        self.rivals = rivals;
        self.begin_piece(later);
    }

    /// Passes on the current piece with all its frames.
    fn push(&mut self, next: Option<Piece>) {
        let shots = std::mem::replace(
            &mut self.shots,
            PieceFrames {
                piece: self.piece,
                shots: Vec::new(),
            },
        );
        let first = shots.shots.first();
        let spawn = SeenSpawn {
            piece: self.piece,
            next,
            is_told: self.is_told,
            lines: 0,
            level: 0,
            score: None,
            das: None,
            time: first.map_or(self.last, |shot| shot.time),
            frame: first.map_or(0, |shot| shot.frame),
        };
        self.follow.push(spawn, shots);
        let figures = std::mem::take(&mut self.figures);
        self.seen.push(figures.seen());
    }

    fn begin_piece(&mut self, shots: Vec<FieldFrame>) {
        self.shots = PieceFrames {
            piece: self.piece,
            shots: Vec::new(),
        };
        self.lefts = None;
        self.run = None;
        self.clears = false;
        for shot in shots {
            self.note(shot);
        }
    }

    /// Looks for a state in which the next piece has already locked unseen and another piece is in motion. Returns the
    /// unseen piece, the settled cells, and the piece in motion.
    fn two_later(&mut self, shot: &FieldFrame) -> Option<(Piece, Board, Piece)> {
        if !shot.doubtful.is_empty() {
            return None;
        }
        let between = self.next()?;
        let lefts = self.lefts().clone();
        for left in &lefts {
            for lock in resting(between, &left.board) {
                let settled = left.board.lock(lock).0;
                let come = Piece::ALL
                    .into_iter()
                    .find(|&piece| shot.pose_over(&settled, piece).is_some());
                if let Some(piece) = come {
                    return Some((between, settled, piece));
                }
            }
        }
        None
    }

    fn skip_one(&mut self, between: Piece, settled: Board, piece: Piece) {
        let last = self.shots.shots.pop();
        self.push(Some(between));
        self.piece = between;
        // Nobody saw NEXT while the skipped piece was in play.
        self.is_told = false;
        self.begin_piece(Vec::new());
        self.push(Some(piece));
        self.piece = piece;
        self.settled = settled;
        self.rivals = vec![LockCandidate::known(piece, settled)];
        self.begin_piece(last.into_iter().collect());
    }

    /// Continues the game at a new starting point. Returns `false` if the pieces since cannot have led there.
    pub(super) fn goes_on_with(&mut self, beginning: &TrackingStart) -> bool {
        let Some(first) = beginning.shots.first() else {
            return false;
        };
        let passed = first.time.saturating_sub(self.explained);
        let pieces = passed / QUICKEST + 2;
        if !can_become(&self.settled, &beginning.settled, &first.doubtful, pieces) {
            return false;
        }
        let is_before = |shot: &FieldFrame| shot.time < first.time;
        self.shots.shots.retain(is_before);
        self.push(None);
        self.piece = beginning.piece;
        self.is_told = true;
        self.settled = beginning.settled;
        self.rivals = vec![LockCandidate::known(self.piece, self.settled)];
        self.begin_piece(beginning.shots.clone());
        self.explained = self.last;
        true
    }

    /// Returns whether a frame shows full rows of the current piece disappearing from the middle outwards.
    fn shows_clear(&self, shot: &FieldFrame) -> bool {
        let seen = without(&shot.board, &shot.doubtful);
        resting(self.piece, &self.settled).any(|lock| {
            let there = self.settled.with(lock);
            let full = there.full_rows();
            let shows = |gone: u16| {
                let columns = ((1 << (2 * gone)) - 1) << (5 - gone);
                let left = Board::from_rows(std::array::from_fn(|y| match full >> y & 1 {
                    1 => there.row(y as i8) & !columns,
                    _ => there.row(y as i8),
                }));
                seen == without(&left, &shot.doubtful)
            };
            full != 0 && (1..=4).any(shows)
        })
    }

    /// Returns the number of pieces that were seen to lock.
    pub(super) fn locks(&self) -> usize {
        self.seen.len() + usize::from(self.clears)
    }

    /// Returns the state of the game in the last frame.
    pub(super) fn now(&self) -> LastFrameState {
        let last = self.shots.shots.last();
        LastFrameState {
            settled: self.settled,
            locked: self.rivals[0].lock,
            piece: self.piece,
            pose: last.and_then(|shot| shot.pose_over(&self.settled, self.piece)),
            next: last.and_then(|shot| shot.next),
        }
    }

    /// Returns the number of pieces whose outcome is final.
    pub(super) fn pieces(&self) -> usize {
        self.follow.pieces().len()
    }

    /// Reads the numbers beside the playfield.
    pub(super) fn read(&mut self, seen: &GameSighting) {
        self.figures.see(seen);
    }

    /// Returns the pieces of the game, the number readings of each piece, and those of the last frames.
    pub(super) fn end(mut self) -> (Vec<CapturedPiece>, Vec<NumberReadings>, Vec<NumberReadings>) {
        let next = self.next();
        self.push(next);
        (self.follow.end(), self.seen, self.lasts.into())
    }
}

impl LockCandidate {
    /// Returns a candidate for known settled cells. Its lock is a placeholder.
    const fn known(piece: Piece, board: Board) -> LockCandidate {
        let lock = Pose::spawn(piece);
        LockCandidate {
            lock,
            board,
            votes: 0,
        }
    }
}

/// Returns whether `pieces` pieces and their clears can turn `before` into `after`, as far as cells are visible. From
/// the floor up, each row must contain an earlier row. Some earlier rows may be gone.
fn can_become(before: &Board, after: &Board, doubtful: &Board, pieces: u32) -> bool {
    let (mut come, mut gone) = (0, 0);
    let mut old = ROWS - 1;
    for new in (0..ROWS).rev() {
        let hidden = doubtful.row(new);
        let row = after.row(new) & !hidden;
        // Rows with more than four cells may have been cleared.
        while old >= 0 && before.row(old) & !hidden & !row != 0 && before.row(old).count_ones() > 4
        {
            (old, gone) = (old - 1, gone + 1);
        }
        let was = if old >= 0 {
            before.row(old) & !hidden
        } else {
            0
        };
        if was & !row != 0 {
            return false;
        }
        come += (row & !was).count_ones();
        old -= 1;
    }
    !after.is_empty() && come <= 4 * pieces && gone <= 4 * pieces
}

/// Returns whether `pose` equals `of` or lies straight below it.
fn is_below(pose: Pose, of: Pose) -> bool {
    (pose.orientation, pose.x) == (of.orientation, of.x) && pose.y >= of.y
}

/// Returns the mismatch of a frame with a piece over these settled cells. Adds a penalty if NEXT announced another
/// piece. Stops counting at `most` wrong cells.
fn next_misfit(
    shot: &FieldFrame,
    settled: &Board,
    piece: Piece,
    told: Option<Piece>,
    most: u32,
) -> Mismatch {
    let is_told = told.is_none_or(|told| told == piece);
    let other = u32::from(!is_told) * NOT_AS_TOLD;
    let mut mismatch = shot.mismatch(settled, piece, most.saturating_sub(other));
    // An invisible piece explains less, so it costs extra.
    let unseen = u32::from(mismatch.pose.is_none()) * NEARLY;
    mismatch.cells = (mismatch.cells + unseen + other).min(most);
    mismatch
}

/// Returns whether the curtain has started to close.
fn is_curtain(shot: &FieldFrame) -> bool {
    (0..CURTAIN_ROWS).all(|y| shot.board.row(y).count_ones() >= CURTAIN_CELLS)
}

//! Locks that a piece can reach by gamepad, computed row by row for all poses of a row at once. Fast enough for
//! searches.
//!
//! A piece stays in a row for as many frames as gravity allows. In each frame a thumb may tap once it has rested
//! enough. All poses (column and rotation) that are possible with equally rested thumbs form one number, with one bit
//! per pose. So each frame updates all of them at once.
//!
//! This method finds every lock that steady thumbs (see [`Hand`]) can reach, for two reasons:
//! 1. Down is never needed. A pushed piece enters the row below with a fall timer of 0 and with its thumbs as they are.
//!    A piece that falls by itself also enters that row with a fall timer of 0, and its thumbs are at least as rested.
//!    A piece at rest eventually locks by itself.
//! 2. Waiting only serves to rest thumbs. So all frames of a row are played. A row ends early only if taps with rested
//!    thumbs lead to no new pose.
//!
//! [`MixedPaceRow`] handles thumbs that tap by a pattern of several taps, and pairs of thumbs that differ.
//!
//! Above the stack nothing blocks the piece. The sets of these rows are the same for all boards and are computed only
//! once.

mod mixed;

use crate::rules::motion::ROWS;
use crate::rules::{Board, Buttons, Control, Piece, Pose, Region};
use crate::search::move_generator::MoveGenerator;
use crate::search::pivots::Pivots;
use crate::search::processor::on_this_processor;
use crate::search::reach::ReachableLocks;

use super::cells::{Cells, FreePoses, LANE, shifted, turned};
use super::hand::Hand;
use super::layers::FallSimulation;
use super::pace::Paces;
use super::rule::TapRules;
use super::{PadPiece, Tuck, pad_locks};
use mixed::{MixedPaceRow, MixedState};

/// Move generator for freshly spawned pieces, moved by gamepad under the gravity of one level. It assumes steady
/// thumbs, see [`Hand`].
///
/// At 30 Hz the generator finds every lock. A slower hand can reach a few more by resting first and then tapping faster
/// than its rate. If the taps of a rate are not a whole or half number of frames apart, the rate is rounded down to the
/// next one for which they are. [`pad_reach`](super::pad_reach) is exact.
#[derive(Clone, Debug)]
pub struct PadMoves {
    hand: Hand,
    level: u8,
    region: Region,
    gravity_frames: u16,
    reaction_frames: u16,
    /// True if pieces fall two rows in every frame.
    is_double: bool,
    /// True if pieces will fall two rows in every frame at higher levels of the game.
    has_double: bool,
    paces: Paces,
    /// Unblocked fall of each piece: for each row, its sets of poses and the remaining idle frames on entering the row.
    flights: Vec<EmptyFieldPath>,
}

/// Path of a piece down through an empty playfield.
#[derive(Clone, Debug)]
struct EmptyFieldPath {
    /// For each row: frames left before the hands react when the piece enters it.
    idle_frames: [u16; ROWS as usize],
    /// Sets of poses on entering each row, one for each pair of debts. All sets of a row come before those of the next
    /// row.
    entries: Vec<u64>,
    /// For each row: states of [unlike thumbs](Paces::are_mixed) when the piece enters it.
    mixed: Vec<Vec<MixedState>>,
}

/// Poses in which a piece can lock: one set of columns and rotations for each row.
type FoundRows = [u64; ROWS as usize];

impl PadMoves {
    /// Returns the move generator for hands at a level.
    pub fn new(hand: Hand, level: u8, region: Region) -> PadMoves {
        PadMoves::falling(hand, level, region, false)
    }

    /// Returns the move generator for hands at the double killscreen, where pieces fall two rows in every frame.
    pub fn double_killscreen(hand: Hand, region: Region) -> PadMoves {
        PadMoves::falling(hand, Control::DOUBLE_LEVEL, region, true)
    }

    /// Returns the move generator for these hands and for pieces under the gravity of `piece`.
    pub fn like(piece: PadPiece, hand: Hand) -> PadMoves {
        let is_double = piece.control.rows_at_once(piece.level) > 1;
        let moves = PadMoves::falling(hand, piece.level, piece.region, is_double);
        moves.before_double_killscreen(piece.control.double_killscreen)
    }

    /// Returns this move generator for a game with or without a double killscreen at higher levels.
    #[must_use]
    pub fn before_double_killscreen(self, has_double: bool) -> PadMoves {
        let has_double = self.is_double || has_double;
        PadMoves { has_double, ..self }
    }

    fn falling(hand: Hand, level: u8, region: Region, is_double: bool) -> PadMoves {
        let mut moves = PadMoves {
            hand,
            level,
            region,
            gravity_frames: u16::from(region.gravity_frames(level)),
            reaction_frames: u16::from(hand.reaction_frames()),
            is_double,
            has_double: is_double,
            paces: Paces::new(hand, region),
            flights: Vec::new(),
        };
        moves.flights = Piece::ALL
            .iter()
            .map(|&piece| moves.flight(piece))
            .collect();
        moves
    }

    /// Returns the tuck by which these hands bring a freshly spawned piece to `lock`, see [`Tuck::to`].
    pub fn tuck(&self, board: &Board, piece: Piece, lock: Pose) -> Option<Tuck> {
        Tuck::to(board, self.fresh(piece), self.hand, lock)
    }

    /// Returns a freshly spawned piece.
    fn fresh(&self, piece: Piece) -> PadPiece {
        let mut fresh = PadPiece::fresh(piece, self.level, self.region);
        fresh.control.double_killscreen = self.is_double;
        fresh
    }

    /// Returns the number of frames that a piece spends in row `y`. A piece that falls two rows a frame spends none in
    /// every second row.
    #[inline(always)]
    fn frames_in(&self, y: usize) -> u16 {
        match self.is_double && y % 2 == 1 {
            true => 0,
            false => self.gravity_frames,
        }
    }

    /// Computes the free fall of a piece.
    fn flight(&self, piece: Piece) -> EmptyFieldPath {
        let room = FreePoses::on(&Board::EMPTY, piece);
        let mut flight = EmptyFieldPath {
            idle_frames: [0; ROWS as usize],
            entries: Vec::new(),
            mixed: Vec::new(),
        };
        if self.paces.are_mixed() {
            let mut row = MixedPaceRow::new(piece, self.paces, self.reaction_frames);
            row.add(MixedState::rested(1 << Pose::spawn(piece).x));
            for y in 0..ROWS as usize {
                flight.idle_frames[y] = row.idle_frames;
                flight.mixed.push(row.states());
                row.play(self.frames_in(y), room.row(y), room.row(y + 1));
            }
            return flight;
        }
        let size = self.paces.states();
        let sets = (vec![0; size], vec![0; size]);
        let mut row = SweepRow::new(piece, self.paces, sets, self.reaction_frames);
        row.sets[0] = 1 << Pose::spawn(piece).x;
        for y in 0..ROWS as usize {
            flight.idle_frames[y] = row.idle_frames;
            flight.entries.extend_from_slice(&row.sets);
            row.play(self.frames_in(y), room.row(y), room.row(y + 1));
        }
        flight
    }

    /// Returns the poses in which the piece can lock, for thumbs that can tap in every second frame.
    #[inline(always)]
    fn sweep_fastest<const ROTATIONS: u8>(
        &self,
        flight: &EmptyFieldPath,
        first: usize,
        room: &FreePoses,
    ) -> FoundRows {
        let mut found = [0; ROWS as usize];
        // One set for each state of the thumbs: both rested, only the A and B thumb tired, only the Left and Right
        // thumb tired, both tired. A tired thumb has just tapped.
        let &[mut rested, mut turner, mut shifter, mut tired] = flight.entries[4 * first..]
            .first_chunk()
            .expect("each row has four sets");
        let mut idle_frames = flight.idle_frames[first];
        let mut here = room.row(first);
        for (y, found) in found.iter_mut().enumerate().skip(first) {
            let below = room.row(y + 1);
            let frames = self.frames_in(y);
            let idle = idle_frames.min(frames);
            idle_frames -= idle;
            for _ in idle..frames {
                let all = rested | turner | shifter | tired;
                let moved = shifted(rested, here);
                let both = turned(moved, here, ROTATIONS);
                let shift = moved | shifted(turner, here);
                let turn = turned(rested | shifter, here, ROTATIONS);
                if (all | shift | turn | both) & !rested == 0 {
                    break;
                }
                (rested, turner, shifter, tired) = (all, turn, shift, both);
            }
            let seen = rested | turner | shifter | tired;
            // A piece that spawns on settled cells can move away but cannot lock there.
            *found = seen & !below & here;
            rested &= below;
            turner &= below;
            shifter &= below;
            tired &= below;
            if seen & below == 0 {
                break;
            }
            here = below;
        }
        found
    }

    /// Returns the poses in which the piece can lock, for thumbs of any pace.
    #[inline(never)]
    fn sweep(
        &self,
        piece: Piece,
        flight: &EmptyFieldPath,
        first: usize,
        room: &FreePoses,
    ) -> FoundRows {
        if self.paces.are_mixed() {
            let mut row = MixedPaceRow::new(piece, self.paces, flight.idle_frames[first]);
            for &state in &flight.mixed[first] {
                row.add(state);
            }
            return sweep_rows(
                room,
                first,
                |y| self.frames_in(y),
                |frames, here, below| row.play(frames, here, below),
            );
        }
        let size = self.paces.states();
        let mut buffer = [0; 2 * USUAL_STATES];
        let mut large = Vec::new();
        let sets = if size <= USUAL_STATES {
            &mut buffer[..2 * size]
        } else {
            large.resize(2 * size, 0);
            &mut large[..]
        };
        let (sets, next) = sets.split_at_mut(size);
        sets.copy_from_slice(&flight.entries[size * first..][..size]);
        let mut row = SweepRow::new(piece, self.paces, (sets, next), flight.idle_frames[first]);
        sweep_rows(
            room,
            first,
            |y| self.frames_in(y),
            |frames, here, below| row.play(frames, here, below),
        )
    }
}

/// Returns the locks that steady thumbs can reach, or `None` if there are none. The piece is under control and Down is
/// released. At 30 Hz these are all locks.
pub(super) fn steady_locks(cells: &Cells, piece: PadPiece, hand: Hand) -> Option<ReachableLocks> {
    let kind = piece.pose.piece();
    let paces = Paces::new(hand, piece.region);
    let (shift, turn) = piece.thumb_states(TapRules::steady(hand, piece.region));
    // Number of frames left in the first row.
    let mut fall = FallSimulation::new(piece);
    let mut left = 1;
    while fall.next(Buttons::NONE) == 0 {
        left += 1;
    }
    let first = piece.pose.y as usize;
    let is_double = piece.control.rows_at_once(piece.level) > 1;
    let frames_in = |y: usize| match y - first {
        0 => left,
        // A piece that falls two rows a frame spends no frame in every second row.
        rows if is_double && rows % 2 == 1 => 0,
        _ => piece.region.gravity_frames(piece.level).into(),
    };
    let room = cells.room(kind);
    let place = u32::from(piece.pose.orientation.rotation()) * LANE + piece.pose.x as u32;
    let start = MixedState {
        shift: shift.debt as u8,
        turn: turn.debt as u8,
        set: 1 << place,
    };
    let idle_frames = hand.reaction_frames().into();
    let found = if paces.are_mixed() {
        let mut row = MixedPaceRow::new(kind, paces, idle_frames);
        row.add(start);
        sweep_rows(&room, first, frames_in, |frames, here, below| {
            row.play(frames, here, below)
        })
    } else {
        let sets = (vec![0; paces.states()], vec![0; paces.states()]);
        let mut row = SweepRow::new(kind, paces, sets, idle_frames);
        row.sets[usize::from(start.shift) * paces.turn.debts() + usize::from(start.turn)] =
            start.set;
        sweep_rows(&room, first, frames_in, |frames, here, below| {
            row.play(frames, here, below)
        })
    };
    let locks = pivots(&found, first);
    let is_any = locks.iter().any(|locks| !locks.is_empty());
    is_any.then(|| ReachableLocks::new(kind, locks))
}

/// Returns the poses in which a piece can lock if it starts in row `first` and spends `frames_in(y)` frames in each
/// row. `play` receives these frames, the room in the row, and the room in the row below.
#[inline(always)]
fn sweep_rows(
    room: &FreePoses,
    first: usize,
    frames_in: impl Fn(usize) -> u16,
    mut play: impl FnMut(u16, u64, u64) -> (u64, bool),
) -> FoundRows {
    let mut found = [0; ROWS as usize];
    for (y, found) in found.iter_mut().enumerate().skip(first) {
        let (locks, is_over) = play(frames_in(y), room.row(y), room.row(y + 1));
        *found = locks;
        if is_over {
            break;
        }
    }
    found
}

/// Number of pairs of thumb states whose sets are stored without a heap allocation.
const USUAL_STATES: usize = 9 * 9;

impl PadMoves {
    #[inline(always)]
    fn locks_inline(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        if self.hand.button_order().is_some() {
            return pad_locks(board, self.fresh(piece), self.hand);
        }
        let [a, b, c, d] = board.words();
        let all = a | b | c | d;
        let all = all | all >> 21 | all >> 42;
        let top = (all & 0xF_FFFF | 1 << ROWS).trailing_zeros() as usize;
        // Highest row in which a piece could touch a settled cell.
        let first = top.saturating_sub(2).min(ROWS as usize - 1);
        let room = FreePoses::on(board, piece);
        let flight = &self.flights[piece.index()];
        let found = match (self.paces.states(), piece.rotation_count()) {
            (4, 1) => self.sweep_fastest::<1>(flight, first, &room),
            (4, 2) => self.sweep_fastest::<2>(flight, first, &room),
            (4, _) => self.sweep_fastest::<4>(flight, first, &room),
            _ => self.sweep(piece, flight, first, &room),
        };
        let locks = pivots(&found, first);
        let is_any = locks.iter().any(|locks| !locks.is_empty());
        is_any.then(|| ReachableLocks::new(piece, locks))
    }
}

impl MoveGenerator for PadMoves {
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        on_this_processor(
            #[inline(always)]
            || self.locks_inline(board, piece),
        )
    }

    fn hand(&self) -> Option<Hand> {
        Some(self.hand)
    }

    fn has_double_killscreen(&self) -> bool {
        self.has_double
    }
}

/// Converts the sets of the rows from `first` on to one set of pivots for each rotation.
#[inline(always)]
fn pivots(found: &FoundRows, first: usize) -> [Pivots; 4] {
    let mut locks = [Pivots::NONE; 4];
    for (y, &row) in found.iter().enumerate().skip(first) {
        let mut row = row;
        while row != 0 {
            let bit = row.trailing_zeros();
            row &= row - 1;
            locks[(bit / LANE) as usize].insert((bit % LANE) as i8, y as i8);
        }
    }
    locks
}

/// Sets of poses of a piece in the row that it is in.
struct SweepRow<Sets> {
    /// One set for each pair of debts: first by the Left and Right thumb, then by the A and B thumb.
    sets: Sets,
    next: Sets,
    /// Number of frames left before the hands react.
    idle_frames: u16,
    paces: Paces,
    rotations: u8,
}

impl<Sets: AsMut<[u64]>> SweepRow<Sets> {
    /// Returns an empty row. The hands react after `idle_frames` frames. `sets` and `next` each have one set for
    /// every state of both thumbs.
    fn new(
        piece: Piece,
        paces: Paces,
        (sets, next): (Sets, Sets),
        idle_frames: u16,
    ) -> SweepRow<Sets> {
        SweepRow {
            sets,
            next,
            idle_frames,
            paces,
            rotations: piece.rotation_count(),
        }
    }

    /// Plays all frames of a row and falls into the next row. Returns the poses in which the piece can lock, and
    /// whether no pose can fall further.
    fn play(&mut self, frames: u16, room: u64, room_below: u64) -> (u64, bool) {
        match (self.paces.shift.debts(), self.paces.shift.frame()) {
            (2, 1) => self.play_sized::<2, 1>(frames, room, room_below),
            (3, 1) => self.play_sized::<3, 1>(frames, room, room_below),
            (4, 1) => self.play_sized::<4, 1>(frames, room, room_below),
            (5, 1) => self.play_sized::<5, 1>(frames, room, room_below),
            (5, 2) => self.play_sized::<5, 2>(frames, room, room_below),
            (6, 1) => self.play_sized::<6, 1>(frames, room, room_below),
            (7, 2) => self.play_sized::<7, 2>(frames, room, room_below),
            (9, 2) => self.play_sized::<9, 2>(frames, room, room_below),
            _ => self.play_sized::<0, 0>(frames, room, room_below),
        }
    }

    /// Like [`SweepRow::play`], for a pace known at compile time, or for any pace if `DEBTS` is 0.
    #[inline(always)]
    fn play_sized<const DEBTS: usize, const FRAME: usize>(
        &mut self,
        frames: u16,
        room: u64,
        room_below: u64,
    ) -> (u64, bool) {
        let (debts, frame) = match DEBTS {
            0 => {
                let pace = self.paces.shift;
                (pace.debts(), usize::from(pace.frame()))
            }
            _ => (DEBTS, FRAME),
        };
        let idle = frames.min(self.idle_frames);
        self.idle_frames -= idle;
        let rotations = self.rotations;
        for _ in idle..frames {
            let sets = &self.sets.as_mut()[..debts * debts];
            let rested = sets[0];
            let tired = sets[1..].iter().fold(0, |all, set| all | set);
            let moved = shifted(rested, room);
            let moved = moved | turned(rested | moved, room, rotations);
            if (tired | moved) & !rested == 0 {
                // Thumbs that are rested have already made every tap that is possible now. Only their set is still
                // needed.
                self.sets.as_mut()[1..].fill(0);
                break;
            }
            self.frame(debts, frame, room);
        }
        self.fall(room, room_below)
    }

    /// Ends a row. Returns the poses in which the piece can lock, and whether no pose can fall further.
    #[inline(always)]
    fn fall(&mut self, room: u64, room_below: u64) -> (u64, bool) {
        // These sets still contain the poses of earlier frames, with thumbs that have rested more.
        let mut seen = 0;
        for set in self.sets.as_mut() {
            seen |= *set;
            *set &= room_below;
        }
        (seen & !room_below & room, seen & room_below == 0)
    }

    /// Runs one frame in which the hands may tap. Each thumb's debt (see [`Pace`](super::pace::Pace)) falls by `frame`.
    #[inline(always)]
    fn frame(&mut self, debts: usize, frame: usize, room: u64) {
        let rotations = self.rotations;
        let sets = &self.sets.as_mut()[..debts * debts];
        let next = &mut self.next.as_mut()[..debts * debts];
        next.fill(0);
        let tap = debts - frame;
        for shift in 0..debts {
            let shift_rest = shift.saturating_sub(frame) * debts;
            for turn in 0..debts {
                let set = sets[shift * debts + turn];
                if set == 0 {
                    continue;
                }
                let turn_rest = turn.saturating_sub(frame);
                next[shift_rest + turn_rest] |= set;
                if turn < frame {
                    next[shift_rest + turn + tap] |= turned(set, room, rotations);
                }
                if shift < frame {
                    let shift_tired = (shift + tap) * debts;
                    let moved = shifted(set, room);
                    next[shift_tired + turn_rest] |= moved;
                    if turn < frame {
                        next[shift_tired + turn + tap] |= turned(moved, room, rotations);
                    }
                }
            }
        }
        std::mem::swap(&mut self.sets, &mut self.next);
    }
}

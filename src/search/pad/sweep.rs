//! Where pieces can lock by pad, row by row for whole sets of columns: quick enough to look ahead.
//!
//! In plain words: a piece is in a row for as many frames as gravity gives it, and in each of them
//! either thumb may tap if it is not tired. All columns of all rotations in which a piece can be,
//! its thumbs being equally tired, are the bits of one number; a frame moves the number as a whole.
//!
//! Why this finds every lock that [`pad_reach`](super::pad_reach) finds:
//! 1. Down is never needed. Pushed down, a piece is in the row below with a fall timer of 0 and
//!    thumbs as tired as they are; falling by itself it comes there in the same state, the thumbs
//!    rested as well or better, and a resting piece locks by itself in the end.
//! 2. Waiting is never needed either, except for thumbs to rest: so within a row all frames are
//!    played, and a row ends early once its set is closed under taps with rested thumbs.
//!
//! Above the pile nothing is in the way: the sets in each row are the same for all fields, and are
//! made only once.

use crate::rules::motion::ROWS;
use crate::rules::{Board, Piece, Pose, Region};
use crate::search::mover::Mover;
use crate::search::pivots::Pivots;
use crate::search::reach::Reach;

use super::hand::{Hand, Pace};

/// Moves fresh pieces by pad under the gravity of one level.
#[derive(Clone, Debug)]
pub struct PadMover {
    gravity_frames: u16,
    reaction_frames: u16,
    pace: Pace,
    /// For each piece and each row: what is there when the row is entered, and in which frame of
    /// it, nothing being in the way.
    flights: Vec<Flight>,
}

/// A piece's way down through an empty playfield.
#[derive(Clone, Debug)]
struct Flight {
    /// Frames that are already over when the piece enters the row; more than 0 only while nobody
    /// reacts.
    frame: [u16; ROWS as usize],
    /// The sets by debt of the one and of the other thumb, row after row.
    entries: Vec<u64>,
}

/// Columns by rotation: 16 bits each.
const LANE: u32 = 16;
/// The ten columns of each rotation.
const COLUMNS_SET: u64 = 0x03FF;

impl PadMover {
    /// The mover for hands at a level.
    pub fn new(hand: Hand, level: u8, region: Region) -> PadMover {
        let mut mover = PadMover {
            gravity_frames: u16::from(region.gravity_frames(level)),
            reaction_frames: u16::from(hand.reaction_frames()),
            pace: Pace::new(hand, region),
            flights: Vec::new(),
        };
        mover.flights = Piece::ALL
            .iter()
            .map(|&piece| mover.flight(piece))
            .collect();
        mover
    }

    /// The free fall of a piece.
    fn flight(&self, piece: Piece) -> Flight {
        let free = free_sets(&Board::EMPTY, piece, 0);
        let size = self.pace.debts() * self.pace.debts();
        let mut flight = Flight {
            frame: [0; ROWS as usize],
            entries: vec![0; size * ROWS as usize],
        };
        let spawn = Pose::spawn(piece);
        let mut row = Row::new(self, piece);
        row.sets[0] = 1 << spawn.x;
        row.idle_frames = self.reaction_frames;
        for y in 0..ROWS as usize {
            flight.frame[y] = row.idle_frames;
            flight.entries[y * size..][..size].copy_from_slice(&row.sets);
            row.play(free[y], free[y + 1]);
        }
        flight
    }
}

impl Mover for PadMover {
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        let [a, b, c, d] = board.words();
        let all = a | b | c | d;
        let all = all | all >> 21 | all >> 42;
        let top = (all & 0xF_FFFF | 1 << ROWS).trailing_zeros() as usize;
        let first = top.saturating_sub(2).min(ROWS as usize - 1);
        let free = free_sets(board, piece, first);
        let flight = &self.flights[Piece::ALL.iter().position(|&p| p == piece)?];
        let mut row = Row::new(self, piece);
        let size = row.sets.len();
        row.sets
            .copy_from_slice(&flight.entries[first * size..][..size]);
        row.idle_frames = flight.frame[first];
        let mut locks = [Pivots::NONE; 4];
        for y in first..ROWS as usize {
            let mut found = row.play(free[y], free[y + 1]);
            while found != 0 {
                let bit = found.trailing_zeros();
                found &= found - 1;
                locks[(bit / LANE) as usize].insert((bit % LANE) as i8, y as i8);
            }
            if row.is_empty {
                break;
            }
        }
        Some(Reach::of(piece, locks)).filter(|reach| reach.count() > 0)
    }
}

/// The columns in which each rotation of the piece fits, row by row from `first` on. The row below
/// the floor has none.
fn free_sets(board: &Board, piece: Piece, first: usize) -> [u64; ROWS as usize + 1] {
    // Free cells of each row, two rows above the top first.
    let mut cells = [0x3FF_u64; ROWS as usize + 4];
    for y in first.saturating_sub(2)..ROWS as usize {
        cells[y + 2] = u64::from(!board.row(y as i8) & 0x3FF);
    }
    cells[ROWS as usize + 2] = 0;
    cells[ROWS as usize + 3] = 0;
    let mut free = [0; ROWS as usize + 1];
    for rotation in 0..piece.rotation_count() {
        let squares = piece.orientation(rotation).squares();
        for (y, free) in free.iter_mut().enumerate().skip(first) {
            let mut set = COLUMNS_SET;
            for (dx, dy) in squares {
                let row = cells[(y as i8 + 2 + dy) as usize];
                set &= if dx < 0 { row << -dx } else { row >> dx };
            }
            *free |= set << (u32::from(rotation) * LANE);
        }
    }
    free
}

/// A piece's sets in the present row.
struct Row {
    /// By debt of the thumb of Left and Right, then of that of A and B.
    sets: Vec<u64>,
    next: Vec<u64>,
    is_empty: bool,
    /// Frames left in which nobody reacts.
    idle_frames: u16,
    gravity_frames: u16,
    pace: Pace,
    rotations: u8,
}

impl Row {
    fn new(mover: &PadMover, piece: Piece) -> Row {
        let size = mover.pace.debts() * mover.pace.debts();
        Row {
            sets: vec![0; size],
            next: vec![0; size],
            is_empty: false,
            idle_frames: 0,
            gravity_frames: mover.gravity_frames,
            pace: mover.pace,
            rotations: piece.rotation_count(),
        }
    }

    /// Plays all frames of a row and falls into the next one. Returns where the piece can lock.
    fn play(&mut self, free: u64, free_below: u64) -> u64 {
        match self.pace.debts() {
            2 => self.play_sized::<2>(free, free_below),
            3 => self.play_sized::<3>(free, free_below),
            4 => self.play_sized::<4>(free, free_below),
            5 => self.play_sized::<5>(free, free_below),
            6 => self.play_sized::<6>(free, free_below),
            9 => self.play_sized::<9>(free, free_below),
            _ => self.play_sized::<0>(free, free_below),
        }
    }

    /// [`Row::play`] for a number of debts known beforehand, or any if that is 0.
    #[inline(always)]
    fn play_sized<const DEBTS: usize>(&mut self, free: u64, free_below: u64) -> u64 {
        let debts = if DEBTS == 0 { self.pace.debts() } else { DEBTS };
        let mut frames = self.gravity_frames;
        let idle = frames.min(self.idle_frames);
        self.idle_frames -= idle;
        frames -= idle;
        let mut seen = self.sets.iter().fold(0, |all, set| all | set);
        for _ in 0..frames {
            let tired = self.sets[1..].iter().fold(0, |all, set| all | set);
            let rested = self.sets[0];
            let moved = self.taps(rested, free);
            if (tired | moved) & !rested == 0 {
                // Whatever is tapped now could be tapped before: only the rested need go on.
                self.sets[1..].fill(0);
                break;
            }
            self.frame(debts, free);
            seen = self.sets.iter().fold(seen, |all, set| all | set);
        }
        let mut left = 0;
        for set in &mut self.sets {
            *set &= free_below;
            left |= *set;
        }
        self.is_empty = left == 0;
        // A piece that spawns on settled cells may still be moved away, but not lock there.
        seen & !free_below & free
    }

    /// One frame with reactions.
    #[inline(always)]
    fn frame(&mut self, debts: usize, free: u64) {
        self.next.fill(0);
        let pace = self.pace;
        for shift_debt in 0..debts {
            for turn_debt in 0..debts {
                let set = self.sets[shift_debt * debts + turn_debt];
                if set == 0 {
                    continue;
                }
                let shift_rest = usize::from(pace.after(shift_debt as u8, false)) * debts;
                let turn_rest = usize::from(pace.after(turn_debt as u8, false));
                self.next[shift_rest + turn_rest] |= set;
                let may_turn = pace.may_tap(turn_debt as u8) && self.rotations > 1;
                let turn_tired = usize::from(turn_debt as u8 + pace.just_tapped());
                if may_turn {
                    self.next[shift_rest + turn_tired] |= self.turned(set) & free;
                }
                if pace.may_tap(shift_debt as u8) {
                    let shift_tired = usize::from(shift_debt as u8 + pace.just_tapped()) * debts;
                    let shifted = (set << 1 | set >> 1) & free;
                    self.next[shift_tired + turn_rest] |= shifted;
                    if may_turn {
                        self.next[shift_tired + turn_tired] |= self.turned(shifted) & free;
                    }
                }
            }
        }
        std::mem::swap(&mut self.sets, &mut self.next);
    }

    /// Where one tap of each thumb at most leads.
    #[inline(always)]
    fn taps(&self, set: u64, free: u64) -> u64 {
        let shifted = (set << 1 | set >> 1) & free;
        (shifted | self.turned(set | shifted)) & free
    }

    /// One turn either way.
    #[inline(always)]
    fn turned(&self, set: u64) -> u64 {
        match self.rotations {
            1 => set,
            2 => set << LANE | set >> LANE,
            _ => set.rotate_left(LANE) | set.rotate_right(LANE),
        }
    }
}

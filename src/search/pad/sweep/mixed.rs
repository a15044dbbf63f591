//! A row of the sweep for thumbs that tap by a pattern of several taps, or that differ from each other.
//!
//! Such thumbs have hundreds of states, but only a few are in use. A pose is dropped from a state if it is also in
//! another state whose thumbs can do at least as much. Two indexes of a pattern with a tap between them cannot be
//! compared, so a row ends early only if nothing changes in a frame.

use crate::rules::Piece;
use crate::search::pad::cells::{shifted, turned};
use crate::search::pad::pace::Paces;

/// Poses with equal states of both thumbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MixedState {
    /// Debt of the thumb for Left and Right, as in [`Paces`].
    pub(super) shift: u8,
    /// Debt of the thumb for A and B, as in [`Paces`].
    pub(super) turn: u8,
    pub(super) set: u64,
}

impl MixedState {
    /// Returns poses with thumbs that have not tapped yet.
    pub(super) fn rested(set: u64) -> MixedState {
        MixedState {
            shift: 0,
            turn: 0,
            set,
        }
    }
}

/// Poses of a piece in its current row.
pub(super) struct MixedPaceRow {
    states: States,
    next: States,
    /// Number of frames left before the hands react.
    pub(super) idle_frames: u16,
    paces: Paces,
    rotations: u8,
}

impl MixedPaceRow {
    /// Returns an empty row. The hands react after `idle_frames` frames.
    pub(super) fn new(piece: Piece, paces: Paces, idle_frames: u16) -> MixedPaceRow {
        MixedPaceRow {
            states: States::none(paces),
            next: States::none(paces),
            idle_frames,
            paces,
            rotations: piece.rotation_count(),
        }
    }

    /// Adds poses in which the piece enters the row.
    pub(super) fn add(&mut self, state: MixedState) {
        self.states.add(state.shift, state.turn, state.set);
    }

    /// Returns all poses by thumb state. A pose that is also in a better state is left out.
    pub(super) fn states(&self) -> Vec<MixedState> {
        let mut states = Vec::new();
        self.states.for_each(|shift, turn, set| {
            states.push(MixedState { shift, turn, set });
        });
        states
    }

    /// Plays `frames` frames in a row and falls into the next row. Returns the poses in which the piece can lock, and
    /// whether no pose can fall further.
    pub(super) fn play(&mut self, frames: u16, room: u64, room_below: u64) -> (u64, bool) {
        let idle = frames.min(self.idle_frames);
        self.idle_frames -= idle;
        for left in (0..frames - idle).rev() {
            self.frame(room);
            std::mem::swap(&mut self.states, &mut self.next);
            if left > 0 && self.states.are_as(&self.next) {
                break;
            }
        }
        // These sets still contain the poses of earlier frames, with thumbs that have rested more.
        let seen = self.states.keep(room_below);
        (seen & !room_below & room, seen & room_below == 0)
    }

    /// Computes the states of the next frame, in `next`.
    fn frame(&mut self, room: u64) {
        let MixedPaceRow {
            states,
            next,
            paces,
            rotations,
            ..
        } = self;
        next.clear();
        states.for_each(
            #[inline(always)]
            |shift, turn, set| {
                let shift_rest = paces.shift.after(shift, false);
                let turn_rest = paces.turn.after(turn, false);
                next.add(shift_rest, turn_rest, set);
                let can_turn = *rotations > 1 && paces.turn.may_tap(turn);
                let turn_tired = paces.turn.after(turn, can_turn);
                if can_turn {
                    next.add(shift_rest, turn_tired, turned(set, room, *rotations));
                }
                if paces.shift.may_tap(shift) {
                    let shift_tired = paces.shift.after(shift, true);
                    let moved = shifted(set, room);
                    next.add(shift_tired, turn_rest, moved);
                    if can_turn {
                        next.add(shift_tired, turn_tired, turned(moved, room, *rotations));
                    }
                }
            },
        );
        next.drop_worse(*paces);
    }
}

/// Sets of poses by the state of both thumbs.
struct States {
    /// One set for each pair of debts: first by the Left and Right thumb, then by the A and B thumb.
    sets: Vec<u64>,
    turns: usize,
    /// Debts in use by the thumb for Left and Right, as bits.
    shifts_used: u64,
    /// Debts in use by the thumb for A and B, as bits, for each debt of the thumb for Left and Right.
    turns_used: [u64; 64],
}

impl States {
    fn none(paces: Paces) -> States {
        States {
            sets: vec![0; paces.states()],
            turns: paces.turn.debts(),
            shifts_used: 0,
            turns_used: [0; 64],
        }
    }

    #[inline(always)]
    fn set_index(&self, shift: u8, turn: u8) -> usize {
        usize::from(shift) * self.turns + usize::from(turn)
    }

    #[inline(always)]
    fn add(&mut self, shift: u8, turn: u8, set: u64) {
        if set != 0 {
            let index = self.set_index(shift, turn);
            self.sets[index] |= set;
            self.shifts_used |= 1 << shift;
            self.turns_used[usize::from(shift)] |= 1 << turn;
        }
    }

    #[inline(always)]
    fn for_each(&self, mut each: impl FnMut(u8, u8, u64)) {
        for shift in bits(self.shifts_used) {
            for turn in bits(self.turns_used[usize::from(shift)]) {
                each(shift, turn, self.sets[self.set_index(shift, turn)]);
            }
        }
    }

    fn clear(&mut self) {
        for shift in bits(self.shifts_used) {
            for turn in bits(std::mem::take(&mut self.turns_used[usize::from(shift)])) {
                let index = self.set_index(shift, turn);
                self.sets[index] = 0;
            }
        }
        self.shifts_used = 0;
    }

    /// Keeps only the poses in `room`. Returns all previous poses, including the dropped ones.
    fn keep(&mut self, room: u64) -> u64 {
        let mut seen = 0;
        for shift in bits(self.shifts_used) {
            for turn in bits(self.turns_used[usize::from(shift)]) {
                let index = self.set_index(shift, turn);
                seen |= self.sets[index];
                self.sets[index] &= room;
                if self.sets[index] == 0 {
                    self.leave(shift, turn);
                }
            }
        }
        seen
    }

    /// Marks a state as empty.
    #[inline(always)]
    fn leave(&mut self, shift: u8, turn: u8) {
        let turns = &mut self.turns_used[usize::from(shift)];
        *turns &= !(1 << turn);
        if *turns == 0 {
            self.shifts_used &= !(1 << shift);
        }
    }

    fn are_as(&self, other: &States) -> bool {
        self.shifts_used == other.shifts_used
            && bits(self.shifts_used).all(|shift| {
                let turns = self.turns_used[usize::from(shift)];
                turns == other.turns_used[usize::from(shift)]
                    && bits(turns).all(|turn| {
                        let index = self.set_index(shift, turn);
                        self.sets[index] == other.sets[index]
                    })
            })
    }

    /// Drops poses that are also in another state, if the thumbs of that state can do at least as much.
    fn drop_worse(&mut self, paces: Paces) {
        for shift in bits(self.shifts_used) {
            let shifts = paces.shift.as_good(shift) & self.shifts_used;
            for turn in bits(self.turns_used[usize::from(shift)]) {
                let turns = paces.turn.as_good(turn);
                let mut as_good = 0;
                for other in bits(shifts) {
                    let own = u64::from(other == shift) << turn;
                    for turn in bits(self.turns_used[usize::from(other)] & turns & !own) {
                        as_good |= self.sets[self.set_index(other, turn)];
                    }
                }
                let index = self.set_index(shift, turn);
                self.sets[index] &= !as_good;
                if self.sets[index] == 0 {
                    self.leave(shift, turn);
                }
            }
        }
    }
}

/// Iterates over the indexes of the set bits.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::RngExt;

    use crate::rules::motion::{COLUMNS, ROWS};
    use crate::rules::randomizer::generator;
    use crate::rules::{Board, Pose, Region};
    use crate::search::pad::Rhythm;
    use crate::search::pad::cells::FreePoses;
    use crate::search::pad::pace::Pace;

    use super::*;

    /// Returns the locks in each row and the number of states left at the end. The piece spends `frames` frames in each
    /// row.
    fn swept(piece: Piece, paces: Paces, board: &Board, frames: u16) -> (Vec<u64>, usize) {
        let room = FreePoses::on(board, piece);
        let mut row = MixedPaceRow::new(piece, paces, 0);
        row.add(MixedState::rested(1 << Pose::spawn(piece).x));
        let (mut found, mut states) = (Vec::new(), 0);
        for y in 0..ROWS as usize {
            states = row.states().len();
            let (locks, is_over) = row.play(frames, room.row(y), room.row(y + 1));
            found.push(locks);
            if is_over {
                break;
            }
        }
        (found, states)
    }

    /// Simple reference implementation that keeps every state.
    fn plainly_swept(piece: Piece, paces: Paces, board: &Board, frames: u16) -> Vec<u64> {
        let room = FreePoses::on(board, piece);
        let Paces { shift, turn } = paces;
        let mut states = BTreeMap::from([((0, 0), 1 << Pose::spawn(piece).x)]);
        let mut found = Vec::new();
        for y in 0..ROWS as usize {
            let (here, below) = (room.row(y), room.row(y + 1));
            for _ in 0..frames {
                let mut next: BTreeMap<(u8, u8), u64> = BTreeMap::new();
                for ((left, right), set) in states {
                    for (taps, turns) in
                        [(false, false), (false, true), (true, false), (true, true)]
                    {
                        if taps && !shift.may_tap(left) || turns && !turn.may_tap(right) {
                            continue;
                        }
                        let set = if taps { shifted(set, here) } else { set };
                        let set = match turns {
                            true => turned(set, here, piece.rotation_count()),
                            false => set,
                        };
                        let after = (shift.after(left, taps), turn.after(right, turns));
                        *next.entry(after).or_default() |= set;
                    }
                }
                states = next;
            }
            let seen = states.values().fold(0, |all, set| all | set);
            found.push(seen & !below & here);
            states.values_mut().for_each(|set| *set &= below);
            if seen & below == 0 {
                break;
            }
        }
        found
    }

    #[test]
    fn poses_dropped_for_better_thumbs_lead_to_no_other_lock() {
        let board: Board = "....XX....\nXXX.XX..XX\nXX...X.XXX\nXX.XXX.XXX\nX..XXX.XXX\nXX.XXX.XX."
            .parse()
            .unwrap();
        for (letters, most) in [
            ("X.X..X...X.X....X.X.X.X..X..X....X.X...X.X.X", 17),
            ("X.X..........................................", 2),
            ("X............................................", 1),
        ] {
            let letters = format!("{letters}{}", ".".repeat(60 - letters.len()));
            let shift = Rhythm::from_taps(&letters).unwrap();
            for turn in [shift, Rhythm::Rate("1".parse().unwrap())] {
                let paces = Paces {
                    shift: Pace::new(shift, Region::Ntsc),
                    turn: Pace::new(turn, Region::Ntsc),
                };
                for (piece, frames) in [(Piece::T, 13), (Piece::I, 2), (Piece::O, 2)] {
                    let (locks, _) = swept(piece, paces, &board, frames);
                    let all = plainly_swept(piece, paces, &board, frames);
                    assert_eq!(locks, all, "{letters} {turn} {piece:?}");
                }
                let (_, left) = swept(Piece::T, paces, &Board::EMPTY, 48);
                assert!(left <= most * most, "{left} states are left, {letters}");
            }
        }
    }

    #[test]
    fn random_boards_have_the_locks_that_playing_every_state_finds() {
        let mut chance = generator(1, 0);
        for letters in ["X.X.X.X...........", "X.X..", "X..X...X....."] {
            let rhythm = Rhythm::from_taps(letters).unwrap();
            let paces = Paces {
                shift: Pace::new(rhythm, Region::Ntsc),
                turn: Pace::new(rhythm, Region::Ntsc),
            };
            for case in 0..400 {
                let mut board = Board::EMPTY;
                for y in chance.random_range(2..20)..ROWS {
                    for x in 0..COLUMNS {
                        if chance.random_range(0..10) < 4 {
                            board.insert(x, y);
                        }
                    }
                }
                let piece = Piece::ALL[case % 7];
                let frames = [1, 2, 3, 6][case % 4];
                let (found, _) = swept(piece, paces, &board, frames);
                let all = plainly_swept(piece, paces, &board, frames);
                assert_eq!(found, all, "{letters} {piece:?} {frames}\n{board}");
            }
        }
    }
}

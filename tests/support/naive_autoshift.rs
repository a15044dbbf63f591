//! Plain reference of hands that use autoshift: a breadth-first search that moves pieces with the game's own code. In
//! every frame, it tries all sets of buttons that the hands may press.

use std::collections::{BTreeSet, VecDeque};

use rightwell::rules::{Board, Buttons, Control, Pad, Pose};
use rightwell::search::PadPiece;

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const TURNS: Buttons = Buttons::A.with(Buttons::B);

/// Action of the thumb on Left and Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grip {
    /// It only taps.
    Taps,
    /// It has held a direction since before the piece spawned.
    Holds,
    /// It has held a direction since before the piece spawned, and an obstacle blocked the last shift.
    Blocked,
    /// The piece has slipped past the obstacle, so the thumb must release the direction.
    Slipped,
}

/// Complete state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pose: Pose,
    das: u8,
    fall_timer: u8,
    down: i8,
    held: u8,
    down_frames: u8,
    grip: Grip,
    /// Number of quick taps so far, and frames since the last one. The frames count only up to the gap before the next
    /// tap.
    taps: (u8, u8),
    /// Frames since A or B was pressed, up to four.
    turn_rest: u8,
}

impl State {
    /// Returns the state of a piece that has just spawned.
    pub fn first(piece: PadPiece) -> State {
        let direction = piece.held.only(SIDEWAYS);
        let is_one = direction == Buttons::LEFT || direction == Buttons::RIGHT;
        State {
            pose: piece.pose,
            das: piece.control.das,
            fall_timer: piece.control.fall_timer,
            down: piece.control.down,
            held: piece.held.bits(),
            down_frames: 0,
            grip: if is_one { Grip::Holds } else { Grip::Taps },
            taps: (0, 6),
            turn_rest: 4,
        }
    }

    /// Returns the state one frame later, and whether the piece is then at rest. Returns `None` if these hands may not
    /// press these buttons. With `charges`, a direction may stay held as long as it does not shift the piece.
    pub fn after(
        &self,
        held: Buttons,
        (board, piece, charges): (&Board, PadPiece, bool),
    ) -> Option<(State, bool)> {
        let before = Buttons::from_bits(self.held);
        let mut next = *self;
        let mut pad = Pad {
            held: before,
            new: Buttons::NONE,
        };
        pad.read(held);
        next.down_frames = match (self.down_frames, held.has(Buttons::DOWN)) {
            (_, true) if held.has(SIDEWAYS) => return None,
            (1 | 2, false) => return None,
            (_, false) => 0,
            (0, true) if before.has(Buttons::DOWN) => 0,
            (3, true) => 2,
            (frames, true) => frames + 1,
        };
        let gap = piece.region.autoshift_delay_frames() - piece.region.autoshift_reload();
        next.taps.1 = (self.taps.1 + 1).min(gap);
        next.turn_rest = (self.turn_rest + 1).min(4);
        if held.has(TURNS) {
            if before.has(TURNS) || next.turn_rest < 4 {
                return None;
            }
            next.turn_rest = 0;
        }
        let mut is_charging = false;
        if !held.has(SIDEWAYS) {
            next.grip = Grip::Taps;
        } else if !before.has(SIDEWAYS) {
            if self.taps.0 == 3 || next.taps.1 < gap {
                return None;
            }
            next.taps = (self.taps.0 + 1, 0);
        } else if held.only(SIDEWAYS) != before.only(SIDEWAYS) {
            return None;
        } else if matches!(self.grip, Grip::Taps | Grip::Slipped) {
            is_charging = true;
            if !charges {
                return None;
            }
        }
        let mut control = Control {
            das: self.das,
            fall_timer: self.fall_timer.wrapping_add(1),
            down: self.down,
            pushes: 0,
            autoshift_frames: None,
            double_killscreen: piece.control.double_killscreen,
        };
        let done = control.tick(&mut next.pose, pad, piece.level, piece.region, board);
        if is_charging && (done.shifted || control.das == piece.region.autoshift_delay_frames()) {
            return None;
        }
        next.grip = match next.grip {
            Grip::Blocked if done.shifted => Grip::Slipped,
            // If a shift is blocked, the counter becomes fully charged.
            Grip::Holds if control.das == piece.region.autoshift_delay_frames() => Grip::Blocked,
            grip => grip,
        };
        // The counter matters only if a direction has been held since before the spawn, or with `charges`. Otherwise it
        // is set to 0, so that equal states are recognized as equal.
        next.das = match next.grip {
            Grip::Holds | Grip::Blocked => control.das,
            _ if charges => control.das,
            _ => 0,
        };
        next.fall_timer = control.fall_timer;
        next.down = control.down;
        next.held = held.bits();
        Some((next, done.rests))
    }

    /// Returns `true` if an obstacle blocks the direction that is held, or has blocked it before. The effect of the
    /// next frame then depends on the thumb, not only on the piece.
    pub fn is_or_was_blocked(&self) -> bool {
        matches!(self.grip, Grip::Blocked | Grip::Slipped)
    }

    pub fn pose(&self) -> Pose {
        self.pose
    }
}

/// Returns all locks that can be reached on the board.
pub fn locks(board: &Board, piece: PadPiece) -> BTreeSet<Pose> {
    locks_from(State::first(piece), board, piece)
}

/// Returns all locks that can be reached on the board, from this state of `piece`.
pub fn locks_from(first: State, board: &Board, piece: PadPiece) -> BTreeSet<Pose> {
    let mut locks = BTreeSet::new();
    let mut seen = BTreeSet::from([first]);
    let mut queue = VecDeque::from([first]);
    let none = Buttons::NONE;
    while let Some(state) = queue.pop_front() {
        for shift in [none, Buttons::LEFT, Buttons::RIGHT] {
            for turn in [none, Buttons::A, Buttons::B] {
                for down in [none, Buttons::DOWN] {
                    let after = state.after(shift | turn | down, (board, piece, false));
                    match after {
                        None => {}
                        Some((next, true)) if next.pose.fits(board) => {
                            locks.insert(next.pose);
                        }
                        Some((next, false)) if seen.insert(next) => queue.push_back(next),
                        Some(_) => {}
                    }
                }
            }
        }
    }
    locks
}

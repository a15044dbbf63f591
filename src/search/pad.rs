//! Locks that a piece can reach by gamepad under gravity, and the buttons of each frame that lead to them.
//!
//! - [`PadMoves`] finds the locks of freshly spawned pieces, fast enough for searches. It assumes steady thumbs, see
//!   [`Hand`].
//! - [`pad_locks`] finds the locks of any piece under control, by the exact rule of [`Hand`].
//! - [`pad_path()`] finds the buttons that lead to a lock. If possible, they are pressed as a person would press them.
//! - [`Tuck`] measures in how many frames a piece can be moved in under an overhang, and finds its lock after a miss.
//! - [`mod@hovers`] finds poses in which a piece can wait until NEXT is seen, and the locks still reachable from there.
//! - [`pad_reach`] finds all locks and the inputs for each. The inputs are the shortest possible for steady thumbs.

mod autoshift;
mod cells;
mod frames;
mod hand;
mod hovers;
mod in_motion;
mod layers;
mod pace;
mod pad_path;
mod rhythm;
mod rule;
mod stage;
mod sweep;
mod taps;
mod tuck;
mod turn_shift_fall;
mod walk;

pub use hand::{Hand, HandError, Sight, TapHz};
pub use hovers::{HoveringPiece, hovers};
pub use in_motion::InMotionMoves;
pub use pad_path::pad_path;
pub use rhythm::{ButtonOrder, Rhythm, TapPattern};
pub use sweep::PadMoves;
pub use taps::{Taps, Thumbs};
pub use tuck::Tuck;

use crate::rules::{Buttons, Control, ControlEffects, Occupancy, Pad, Piece, Pose, Region};
use crate::search::reach::ReachableLocks;

use autoshift::ThumbGrip;
use cells::Cells;
use frames::ReachedLocks;
use layers::PoseLayers;
use pace::Paces;
use rule::{TapRules, Thumb};
use stage::DownStage;
use turn_shift_fall::turn_shift_fall;

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const TURNS: Buttons = Buttons::A.with(Buttons::B);

/// A piece under control: its pose, its input counters, the taps so far, and the level and region that set its gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadPiece {
    /// Pose of the piece.
    pub pose: Pose,
    /// Input counters before the next tick. That tick first advances the fall timer.
    pub control: Control,
    /// Buttons held in the last frame. In the next frame each thumb releases its button; Down stays held until it has
    /// pushed the piece.
    pub held: Buttons,
    /// Taps of each thumb since the piece came under control.
    pub thumbs: Thumbs,
    /// Level, for gravity.
    pub level: u8,
    /// Release of the cartridge.
    pub region: Region,
}

impl PadPiece {
    /// Returns a piece that has just spawned, with all counters 0 and nothing held.
    pub fn fresh(piece: Piece, level: u8, region: Region) -> PadPiece {
        PadPiece {
            pose: Pose::spawn(piece),
            control: Control::default(),
            held: Buttons::NONE,
            thumbs: Thumbs::default(),
            level,
            region,
        }
    }

    /// Returns the piece after frames in which these buttons were held.
    #[must_use]
    pub fn after(mut self, field: &impl Occupancy, inputs: &[Buttons]) -> PadPiece {
        for &held in inputs {
            self.frame(field, held);
        }
        self
    }

    /// Runs one frame and returns its effects.
    fn frame(&mut self, field: &impl Occupancy, held: Buttons) -> ControlEffects {
        let mut pad = Pad {
            held: self.held,
            new: Buttons::NONE,
        };
        pad.read(held);
        let PadPiece { level, region, .. } = *self;
        self.control.fall_timer = self.control.fall_timer.wrapping_add(1);
        let done = self.control.tick(&mut self.pose, pad, level, region, field);
        self.held = pad.held;
        self.thumbs = self.thumbs.after(pad);
        done
    }

    /// Returns the first frame in which hands that press one button at a time press one.
    fn first_beat(&self, hand: Hand) -> usize {
        let down_frames = DownStage::begin(self.control).frames_to_go_on();
        let is_down = self.held.has(SIDEWAYS.with(TURNS));
        down_frames
            .max(hand.reaction_frames().into())
            .max(is_down.into())
    }

    /// Returns the state of both thumbs before the next frame: Left and Right first, then A and B.
    fn thumb_states(&self, rules: TapRules) -> (Thumb, Thumb) {
        let TapRules { shift, turn } = rules;
        let mut thumbs = (
            shift.begin(self.thumbs.sideways, self.held.has(SIDEWAYS)),
            turn.begin(self.thumbs.turns, self.held.has(TURNS)),
        );
        if shift.autoshifts() {
            let goes_down = DownStage::begin(self.control).must_go_on();
            // A thumb that has already tapped holds its direction only since its last tap.
            let is_free = goes_down || self.thumbs.sideways.count > 0;
            thumbs.0.grip = ThumbGrip::begin(self.held, is_free);
        }
        thumbs
    }
}

/// A lock and the number of frames to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadLock {
    /// Pose at rest.
    pub pose: Pose,
    /// Number of frames of the path found. It includes the last frame, in which the piece tries to fall and cannot. At
    /// 30 Hz no shorter path exists. For other hands there is sometimes a path that is a few frames shorter.
    pub frames: u16,
}

/// Locks that a piece can reach by pad, each with inputs that lead to it.
#[derive(Clone, Debug)]
pub struct PadReach {
    /// Locks that steady thumbs can reach, with the shortest inputs. `None` if this search was not run.
    shortest: Option<ReachedLocks>,
    /// Inputs to each of the other locks.
    others: Vec<(Pose, Vec<Buttons>)>,
    /// Locks ordered by rotation, column and row.
    locks: Vec<PadLock>,
}

impl PadReach {
    /// Returns these locks with their inputs.
    fn of(others: Vec<(Pose, Vec<Buttons>)>) -> PadReach {
        let lock = |(pose, inputs): &(Pose, Vec<Buttons>)| PadLock {
            pose: *pose,
            frames: inputs.len() as u16,
        };
        PadReach {
            shortest: None,
            locks: others.iter().map(lock).collect(),
            others,
        }
        .sorted()
    }

    fn sorted(mut self) -> PadReach {
        self.locks
            .sort_by_key(|lock| (lock.pose.orientation.rotation(), lock.pose.x, lock.pose.y));
        self
    }

    /// Returns the number of locks.
    pub fn count(&self) -> usize {
        self.locks.len()
    }

    /// Iterates over all locks, ordered by rotation, column, row.
    pub fn iter(&self) -> impl Iterator<Item = PadLock> {
        self.locks.iter().copied()
    }

    /// Returns the buttons of each frame until the piece rests at `pose`, or `None` if `pose` is not reachable.
    pub fn inputs(&self, pose: Pose) -> Option<Vec<Buttons>> {
        let other = self.others.iter().find(|(lock, _)| *lock == pose);
        match other {
            Some((_, inputs)) => Some(inputs.clone()),
            None => self.shortest.as_ref()?.inputs(pose),
        }
    }
}

/// Returns the locks that `piece` can reach on `field` with these hands, and inputs for each.
///
/// A pose in which the piece overlaps settled cells is no lock: it ends the game.
pub fn pad_reach(field: &impl Occupancy, piece: PadPiece, hand: Hand) -> PadReach {
    let cells = Cells::from_field(field);
    if hand.button_order() == Some(ButtonOrder::TurnShiftFall) {
        return PadReach::of(turn_shift_fall(&cells, piece, hand));
    }
    let rules = TapRules::exact(hand, piece.region);
    // The search for shortest inputs requires that both thumbs tap at one common, fixed interval. If a rest saves up
    // taps, it also requires that the thumbs have not tapped yet.
    let is_steady =
        has_one_pace(hand, piece.region) && (!rules.save() || piece.thumbs == Thumbs::default());
    let shortest = is_steady.then(|| ReachedLocks::new(&cells, piece, hand));
    let mut locks: Vec<PadLock> = shortest
        .iter()
        .flat_map(ReachedLocks::iter)
        .map(|(pose, frames)| PadLock { pose, frames })
        .collect();
    let mut others = Vec::new();
    if rules.save() || !is_steady {
        let layers = PoseLayers::new(&cells, piece, rules, hand);
        for pose in layers.locks().iter().flat_map(ReachableLocks::iter) {
            if locks.iter().any(|lock| lock.pose == pose) {
                continue;
            }
            if let Some(inputs) = pad_path::path_to(&cells, piece, hand, &layers, pose) {
                let frames = inputs.len() as u16;
                locks.push(PadLock { pose, frames });
                others.push((pose, inputs));
            }
        }
    }
    PadReach {
        shortest,
        others,
        locks,
    }
    .sorted()
}

/// Returns the locks of [`pad_reach`] without inputs, or `None` if there are none. This is much faster.
pub fn pad_locks(field: &impl Occupancy, piece: PadPiece, hand: Hand) -> Option<ReachableLocks> {
    exact_locks(&Cells::from_field(field), piece, hand)
}

/// Like [`pad_locks`], for cells.
fn exact_locks(cells: &Cells, piece: PadPiece, hand: Hand) -> Option<ReachableLocks> {
    if hand.button_order() == Some(ButtonOrder::TurnShiftFall) {
        let locks = turn_shift_fall(cells, piece, hand);
        return ReachableLocks::of(piece.pose.piece(), locks.into_iter().map(|(lock, _)| lock));
    }
    let rules = TapRules::exact(hand, piece.region);
    PoseLayers::new(cells, piece, rules, hand).locks()
}

/// Returns whether both thumbs tap at one common, fixed interval.
fn has_one_pace(hand: Hand, region: Region) -> bool {
    hand.taps_freely() && !Paces::new(hand, region).are_mixed()
}

//! All locks a piece can reach by pad, under gravity, and the buttons of each frame.
//!
//! - [`PadMoves`] finds the locks of fresh pieces for steady thumbs: the quick one, to look ahead.
//! - [`pad_locks`] finds the locks of any piece under control, by the exact rule of [`Hand`].
//! - [`pad_path`] finds buttons that lead to one of them: natural ones where there are.
//! - [`Tuck`] says how long there is to move a piece in under an overhang, and what a miss leads to.
//! - [`mod@hovers`] finds where a piece can wait until NEXT is seen, and what can be reached from there.
//! - [`pad_reach`] finds all of it at once, the ways of steady thumbs being the shortest there are.

mod autoshift;
mod cells;
mod frames;
mod hand;
mod hovers;
mod layers;
mod pace;
mod rhythm;
mod rule;
mod stage;
mod sweep;
mod taps;
mod tuck;
mod under_way;
mod walk;
mod way;

pub use hand::{Hand, HandError, Sight, TapHz};
pub use hovers::{Hover, hovers};
pub use rhythm::{Rhythm, TapPattern};
pub use sweep::PadMoves;
pub use taps::{Taps, Thumbs};
pub use tuck::Tuck;
pub use under_way::UnderWay;
pub use way::pad_path;

use crate::rules::{Buttons, Control, Controlled, Occupancy, Pad, Piece, Pose, Region};
use crate::search::reach::Reach;

use autoshift::Grip;
use cells::Cells;
use frames::Shortest;
use layers::Layers;
use pace::Paces;
use rule::{Rules, Thumb};
use stage::Stage;

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const TURNS: Buttons = Buttons::A.with(Buttons::B);

/// A piece under control: where it is, what its counters are, and how it falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadPiece {
    /// Where it is.
    pub pose: Pose,
    /// The counters before the next tick; that tick counts the fall timer up first.
    pub control: Control,
    /// What was held in the last frame. A thumb that held a button is up in the next one; Down is
    /// held on until it has pushed.
    pub held: Buttons,
    /// What each thumb has tapped since the piece came under control.
    pub thumbs: Thumbs,
    /// The level, for gravity.
    pub level: u8,
    /// Which release of the cartridge.
    pub region: Region,
}

impl PadPiece {
    /// A piece that has just spawned, all counters 0, nothing held.
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

    /// The piece after frames in which these buttons were held.
    #[must_use]
    pub fn after(mut self, field: &impl Occupancy, inputs: &[Buttons]) -> PadPiece {
        for &held in inputs {
            self.frame(field, held);
        }
        self
    }

    /// One frame; says what came of it.
    fn frame(&mut self, field: &impl Occupancy, held: Buttons) -> Controlled {
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

    /// What a thumb owes before the next frame: that of Left and Right, and that of A and B.
    fn owed(&self, rules: Rules) -> (Thumb, Thumb) {
        let Rules { shift, turn } = rules;
        let mut thumbs = (
            shift.begin(self.thumbs.sideways, self.held.has(SIDEWAYS)),
            turn.begin(self.thumbs.turns, self.held.has(TURNS)),
        );
        if shift.autoshifts() {
            let goes_down = Stage::begin(self.control).must_go_on();
            // What is held after a tap is held since then.
            let is_free = goes_down || self.thumbs.sideways.count > 0;
            thumbs.0.grip = Grip::begin(self.held, is_free);
        }
        thumbs
    }
}

/// A lock and how soon it can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadLock {
    /// Where the piece rests.
    pub pose: Pose,
    /// Frames to get there on the way found: the last one is that in which the drop fails. At 30 Hz
    /// no way has fewer; other hands now and then have one that is some frames shorter.
    pub frames: u16,
}

/// The locks that can be reached by pad, each with a way to it.
#[derive(Clone, Debug)]
pub struct PadReach {
    /// The shortest ways of steady thumbs, where they are looked for.
    shortest: Option<Shortest>,
    /// Ways to the other locks.
    others: Vec<(Pose, Vec<Buttons>)>,
    /// By rotation, column and row.
    locks: Vec<PadLock>,
}

impl PadReach {
    /// How many locks there are.
    pub fn count(&self) -> usize {
        self.locks.len()
    }

    /// Every lock, ordered by rotation, column, row.
    pub fn iter(&self) -> impl Iterator<Item = PadLock> {
        self.locks.iter().copied()
    }

    /// The buttons of each frame up to that in which the piece rests at `pose`, or none if it
    /// cannot get there.
    pub fn inputs(&self, pose: Pose) -> Option<Vec<Buttons>> {
        let other = self.others.iter().find(|(lock, _)| *lock == pose);
        match other {
            Some((_, inputs)) => Some(inputs.clone()),
            None => self.shortest.as_ref()?.inputs(pose),
        }
    }
}

/// The locks that `piece` can reach on `field` with these hands, and ways to them.
///
/// Poses in which the piece overlaps settled cells are no locks: they end a game.
pub fn pad_reach(field: &impl Occupancy, piece: PadPiece, hand: Hand) -> PadReach {
    let cells = Cells::from_field(field);
    let rules = Rules::exact(hand, piece.region);
    // Slow thumbs that have tapped already are not steady.
    let is_steady =
        has_one_pace(hand, piece.region) && (!rules.save() || piece.thumbs == Thumbs::default());
    let shortest = is_steady.then(|| Shortest::new(&cells, piece, hand));
    let mut locks: Vec<PadLock> = shortest
        .iter()
        .flat_map(Shortest::iter)
        .map(|(pose, frames)| PadLock { pose, frames })
        .collect();
    let mut others = Vec::new();
    if rules.save() || !is_steady {
        let layers = Layers::new(&cells, piece, rules, hand);
        for pose in layers.locks().iter().flat_map(Reach::iter) {
            if locks.iter().any(|lock| lock.pose == pose) {
                continue;
            }
            if let Some(inputs) = way::to(&cells, piece, hand, &layers, pose) {
                let frames = inputs.len() as u16;
                locks.push(PadLock { pose, frames });
                others.push((pose, inputs));
            }
        }
    }
    locks.sort_by_key(|lock| (lock.pose.orientation.rotation(), lock.pose.x, lock.pose.y));
    PadReach {
        shortest,
        others,
        locks,
    }
}

/// The locks that `piece` can reach on `field` with these hands, or none if there are none: those
/// of [`pad_reach`], found much quicker.
pub fn pad_locks(field: &impl Occupancy, piece: PadPiece, hand: Hand) -> Option<Reach> {
    let rules = Rules::exact(hand, piece.region);
    Layers::new(&Cells::from_field(field), piece, rules, hand).locks()
}

/// Whether both thumbs tap alike, every so many frames.
fn has_one_pace(hand: Hand, region: Region) -> bool {
    !hand.autoshifts() && !Paces::new(hand, region).are_unlike()
}

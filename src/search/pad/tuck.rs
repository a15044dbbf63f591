//! Tucks: locks under an overhang, how long there is for the press that leads in, and where the piece
//! rests if that press is missed.
//!
//! In plain words: a piece that falls past an opening must be moved in while it is beside it. How many
//! frames that is hangs on gravity, and on nothing that the hands can do; the fewer there are, the
//! more often people miss them.

use crate::rules::motion::Occupancy;
use crate::rules::{Buttons, Pose};

use super::hand::Hand;
use super::way::pad_path;
use super::{PadPiece, SIDEWAYS, TURNS};

/// A way to a lock under an overhang, some pose straight above it being blocked, whose last press
/// moves or turns the piece in under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuck {
    /// The frame of the last press, from 0. Both thumbs in the same frame are one press.
    pub press: usize,
    /// In how many successive frames that press leads to the same lock, if the buttons before it are
    /// the same and nothing is held after it: 1 to [`Tuck::WINDOW_MAX`], where counting ends.
    pub window: u8,
    /// Which of these frames the press came in, from 1; where counting ended, at least so late a one.
    pub place: u8,
    /// The buttons of each frame without that press, up to the frame in which the piece rests.
    pub missed: Vec<Buttons>,
    /// Where it rests then.
    pub fallen: Pose,
}

/// How often of a thousand tucks the last press is missed, by windows of one frame, two, and so on.
///
/// Source: what users of a published program asked for, as good as people who play in clubs.
const MISSES: [u16; Tuck::WINDOW_MAX as usize] = [500, 200, 40, 10, 5, 0];

impl Tuck {
    /// Windows are not counted any further: nobody misses so wide a one.
    pub const WINDOW_MAX: u8 = 6;

    /// Whether only a tuck leads to `lock`: a pose straight above it, up to the top row, is blocked.
    pub fn is_needed(field: &impl Occupancy, lock: Pose) -> bool {
        (0..lock.y).any(|y| !Pose { y, ..lock }.fits(field))
    }

    /// The tuck that these buttons are, or none if they are no tuck. They may end before the piece
    /// rests: it falls on by itself then.
    pub fn find(field: &impl Occupancy, piece: PadPiece, inputs: &[Buttons]) -> Option<Tuck> {
        let fall = Fall { field, piece };
        let way = fall.along(inputs);
        if !Tuck::is_needed(field, way.lock) {
            return None;
        }
        let (press, buttons) = way.last_press?;
        let before = piece.after(field, &inputs[..press]).pose;
        let after = piece.after(field, &inputs[..=press]).pose;
        let is_beside =
            |pose: Pose| (pose.orientation, pose.x) != (way.lock.orientation, way.lock.x);
        if !is_beside(before) || is_beside(after) {
            return None;
        }
        let inputs = &inputs[..way.inputs.len().min(inputs.len())];
        let missed = fall.along(&without(inputs, press, buttons));
        let (earlier, later) = fall.window(inputs, press, buttons, way.lock);
        Some(Tuck {
            press,
            window: earlier + 1 + later,
            place: earlier + 1,
            fallen: missed.lock,
            missed: missed.inputs,
        })
    }

    /// The tuck by which these hands bring `piece` to `lock`, see [`pad_path`]; none if it is none, or
    /// they cannot.
    pub fn to(field: &impl Occupancy, piece: PadPiece, hand: Hand, lock: Pose) -> Option<Tuck> {
        if !Tuck::is_needed(field, lock) {
            return None;
        }
        Tuck::find(field, piece, &pad_path(field, piece, hand, lock)?)
    }

    /// How often of a thousand times people miss the last press, 0 to 500.
    pub const fn misses_of_thousand(&self) -> u16 {
        MISSES[self.window as usize - 1]
    }

    /// The cost of the tuck, rounded down, if `cost` is that of its lock and `fallen` that of where
    /// the piece rests if the press is missed.
    pub fn blend(&self, cost: i64, fallen: i64) -> i64 {
        let misses = i128::from(self.misses_of_thousand());
        let sum = i128::from(cost) * (1000 - misses) + i128::from(fallen) * misses;
        sum.div_euclid(1000) as i64
    }
}

/// The buttons without what was pressed in that frame, however long it is held on.
fn without(inputs: &[Buttons], press: usize, buttons: Buttons) -> Vec<Buttons> {
    let mut inputs = inputs.to_vec();
    let mut left = buttons;
    for held in &mut inputs[press..] {
        left = held.only(left);
        *held = held.without(left);
    }
    inputs
}

/// A piece about to be moved.
#[derive(Clone, Copy)]
struct Fall<'a, F> {
    field: &'a F,
    piece: PadPiece,
}

/// What came of some buttons.
struct Way {
    lock: Pose,
    /// Those up to the frame in which the piece rests.
    inputs: Vec<Buttons>,
    /// The last frame in which Left, Right, A or B were pressed, and which.
    last_press: Option<(usize, Buttons)>,
}

impl<F: Occupancy> Fall<'_, F> {
    /// Plays these buttons, and nothing after them, until the piece rests.
    fn along(&self, inputs: &[Buttons]) -> Way {
        let mut piece = self.piece;
        let mut way = Way {
            lock: piece.pose,
            inputs: Vec::with_capacity(inputs.len()),
            last_press: None,
        };
        loop {
            let frame = way.inputs.len();
            let held = inputs.get(frame).copied().unwrap_or(Buttons::NONE);
            let pressed = held.without(piece.held).only(SIDEWAYS.with(TURNS));
            if !pressed.is_empty() {
                way.last_press = Some((frame, pressed));
            }
            let done = piece.frame(self.field, held);
            way.inputs.push(held);
            way.lock = piece.pose;
            if done.rests {
                return way;
            }
        }
    }

    /// In how many successive frames before that of `press`, and after it, these buttons lead to `lock`.
    fn window(&self, inputs: &[Buttons], press: usize, buttons: Buttons, lock: Pose) -> (u8, u8) {
        const OTHERS_MAX: u8 = Tuck::WINDOW_MAX - 1;
        let before = &inputs[..press];
        let mut delayed = before.to_vec();
        let mut later = 0;
        while later < OTHERS_MAX {
            delayed.push(Buttons::NONE);
            let pressed = [&delayed[..], &[buttons]].concat();
            if self.along(&pressed).lock != lock {
                break;
            }
            later += 1;
        }
        let mut earlier = 0;
        for frame in (0..press).rev() {
            let mut pressed = before.to_vec();
            pressed[frame] = pressed[frame].with(buttons);
            if earlier + later == OTHERS_MAX
                || !self.is_free(before, frame, buttons)
                || self.along(&pressed).lock != lock
            {
                break;
            }
            earlier += 1;
        }
        (earlier, later)
    }

    /// Whether the thumbs of these buttons could press them in that frame: they hold nothing else, and
    /// were not down on the same ones in the frame before.
    fn is_free(&self, before: &[Buttons], frame: usize, buttons: Buttons) -> bool {
        let last = match frame {
            0 => self.piece.held,
            _ => before[frame - 1],
        };
        let thumbs = [SIDEWAYS, TURNS]
            .into_iter()
            .filter(|&thumb| buttons.has(thumb));
        let mut all = thumbs;
        !last.has(buttons) && !all.any(|thumb| before[frame].has(thumb))
    }
}

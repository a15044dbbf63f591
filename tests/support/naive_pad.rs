//! A plain twin of the lock search for pads: a queue, every allowed set of buttons in every frame,
//! the real control, and the taps so far as a list. Slow, and too simple to hide a mistake.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rightwell::rules::{Board, Buttons, Control, Pad, Pose, Region};
use rightwell::search::{Hand, PadPiece};

/// Everything the future depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    pose: Pose,
    fall_timer: u8,
    down: i8,
    held: u8,
    /// Frames that Down has been held, 0 when it is not; after the third push-frame 3, 2, 3 ...
    down_frames: u8,
    /// How many frames ago the last taps of each thumb were, the last one first; 0 = none.
    taps: [[u16; 8]; 2],
}

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const TURNS: Buttons = Buttons::A.with(Buttons::B);

/// Every lock that fits, with its fewest frames.
pub fn locks(board: &Board, piece: PadPiece, hand: Hand) -> BTreeMap<Pose, u16> {
    let second = if piece.region == Region::Ntsc { 60 } else { 50 };
    let hz = u16::from(hand.tap_hz());
    let first = State {
        pose: piece.pose,
        fall_timer: piece.control.fall_timer,
        down: piece.control.down,
        held: 0,
        down_frames: 0,
        taps: [[0; 8]; 2],
    };
    let mut locks = BTreeMap::new();
    let mut seen = BTreeSet::from([first]);
    let mut queue = VecDeque::from([(first, 0u16)]);
    while let Some((state, frame)) = queue.pop_front() {
        for held in all_sets() {
            if frame < u16::from(hand.reaction_frames()) && !held.is_empty() {
                continue;
            }
            let Some(down_frames) = hold_down(state.down_frames, held) else {
                continue;
            };
            let mut next = State {
                down_frames,
                ..state
            };
            let thumbs = [SIDEWAYS, TURNS];
            let may = (0..2).all(|thumb| {
                let taps = held.has(thumbs[thumb]);
                tap(&mut next.taps[thumb], taps, second, hz)
            });
            if !may {
                continue;
            }
            let mut pad = Pad {
                held: Buttons::from_bits(state.held),
                new: Buttons::NONE,
            };
            pad.read(held);
            let mut control = Control {
                das: 0,
                fall_timer: state.fall_timer.wrapping_add(1),
                down: state.down,
                pushes: 0,
            };
            let done = control.tick(&mut next.pose, pad, piece.level, piece.region, board);
            if done.rests {
                if next.pose.fits(board) {
                    locks.entry(next.pose).or_insert(frame + 1);
                }
                continue;
            }
            next.fall_timer = control.fall_timer;
            next.down = control.down;
            next.held = held.bits();
            if seen.insert(next) {
                queue.push_back((next, frame + 1));
            }
        }
    }
    locks
}

/// One of Left and Right or none, one of A and B or none, Down or not.
fn all_sets() -> impl Iterator<Item = Buttons> {
    let none = Buttons::NONE;
    [none, Buttons::LEFT, Buttons::RIGHT]
        .into_iter()
        .flat_map(move |shift| {
            [none, Buttons::A, Buttons::B]
                .into_iter()
                .flat_map(move |turn| [none, Buttons::DOWN].map(move |down| shift | turn | down))
        })
}

/// The frames that Down has been held after one more frame; none if that may not be.
fn hold_down(frames: u8, held: Buttons) -> Option<u8> {
    match (frames, held.has(Buttons::DOWN)) {
        (_, true) if held.has(SIDEWAYS) => None,
        (1 | 2, false) => None,
        (_, false) => Some(0),
        (3, true) => Some(2),
        (_, true) => Some(frames + 1),
    }
}

/// One more frame of a thumb; whether it may do so.
fn tap(taps: &mut [u16; 8], now: bool, second: u16, hz: u16) -> bool {
    for ago in taps.iter_mut().filter(|ago| **ago > 0) {
        *ago += 1;
    }
    if now {
        for (k, &ago) in (1..).zip(taps.iter()) {
            // A tap in the frame before is 2 frames "ago" here: the list counts this one from 1.
            let frames = ago.saturating_sub(1);
            if ago > 0 && (frames < second * k / hz || frames < 2) {
                return false;
            }
        }
        taps.rotate_right(1);
        taps[0] = 1;
        if second.is_multiple_of(hz) {
            // Gaps of a whole number of frames each: the last tap says it all.
            taps[1..].fill(0);
        }
    }
    // What can no longer be in the way is forgotten, so that states meet.
    for (k, ago) in (1..).zip(taps.iter_mut()) {
        if *ago > second * k / hz + 2 {
            *ago = 0;
        }
    }
    true
}

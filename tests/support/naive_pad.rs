//! Plain references for the search for locks with a gamepad. They are slow, but too simple to hide a mistake. One is a
//! breadth-first search that moves pieces with the game's own code, and tries in every frame all sets of buttons that
//! the hands may press. The other plays all sequences of buttons in the real game.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rightwell::engine::play_state::PlayState;
use rightwell::engine::{PadGame, PersistentMemory};
use rightwell::rules::{Board, Buttons, Control, Pad, Pose, Region};
use rightwell::search::{ButtonOrder, Hand, PadPiece, Rhythm};

/// Taps of one thumb, for the current piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Thumb {
    taps: u32,
    /// Frames since the first tap. If the hands have a pattern: frames since the last tap, as far as they matter.
    frames: u32,
    is_down: bool,
}

impl Thumb {
    /// Advances by one frame. If `taps`, returns whether the thumb may tap in this frame, otherwise whether it may
    /// rest.
    fn frame(&mut self, taps: bool, region: Region, hand: Hand, buttons: Buttons) -> bool {
        match hand.rhythm() {
            Rhythm::Rate(rate) => {
                let second = if region == Region::Ntsc { 60 } else { 50 };
                self.frame_by_rate(taps, second, rate.hundredths().into())
            }
            Rhythm::Pattern(pattern) => self.frame_by_gaps(taps, &pattern.gaps()),
            // `Hands::press_one` decides when these hands tap.
            Rhythm::OneButton(_) => true,
            Rhythm::Autoshift => {
                assert_eq!(buttons, TURNS, "the other thumb has its own reference");
                self.frame_by_gaps(taps, &[4])
            }
        }
    }

    /// Version of [`Thumb::frame`] for a pattern: each tap must wait for the gap after the previous tap.
    fn frame_by_gaps(&mut self, taps: bool, gaps: &[u8]) -> bool {
        let gap = match self.taps {
            0 => 0,
            taps => u32::from(gaps[(taps as usize - 1) % gaps.len()]),
        };
        self.frames = (self.frames + 1).min(gap);
        if taps {
            if self.is_down || self.frames < gap {
                return false;
            }
            // After its last gap, the pattern starts again.
            self.taps = self.taps % gaps.len() as u32 + 1;
            self.frames = 0;
        }
        self.is_down = taps;
        true
    }

    fn frame_by_rate(&mut self, taps: bool, second: u32, hundredths: u32) -> bool {
        if self.taps > 0 {
            self.frames += 1;
        }
        if taps {
            let soonest = 100 * second * self.taps / hundredths;
            if self.is_down || self.frames < soonest {
                return false;
            }
            self.taps += 1;
        }
        self.is_down = taps;
        if 100 * second <= 2 * hundredths {
            // If the thumb may tap in every second frame, earlier taps do not limit the next one.
            (self.taps, self.frames) = (0, 0);
        }
        true
    }
}

/// History of the hands, as far as it limits the next buttons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Hands {
    /// Number of frames in which Down has been held, 0 if it is up. After the push in the third frame, the number
    /// alternates between 2 and 3.
    down_frames: u8,
    thumbs: [Thumb; 2],
    /// Stage of hands that press one button at a time, see [`press_one`].
    stage: u8,
}

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const TURNS: Buttons = Buttons::A.with(Buttons::B);

impl Hands {
    /// Returns the hands after one more frame with these buttons. Returns `None` if the hands may not press them.
    pub fn after(&self, held: Buttons, frame: u16, hand: Hand, region: Region) -> Option<Hands> {
        // Once pressed, Down stays held until it has pushed the piece down one row. Holding it is not a reaction.
        let goes_on = matches!(self.down_frames, 1 | 2);
        let pressed = if goes_on {
            held.without(Buttons::DOWN)
        } else {
            held
        };
        if frame < u16::from(hand.reaction_frames()) && !pressed.is_empty() {
            return None;
        }
        let mut next = *self;
        next.down_frames = hold_down(self.down_frames, held)?;
        if let Rhythm::OneButton(order) = hand.rhythm() {
            let is_beat = frame >= u16::from(hand.reaction_frames())
                && (frame - u16::from(hand.reaction_frames())).is_multiple_of(2);
            next.stage = press_one(self.stage, held, is_beat, order)?;
        }
        for (thumb, buttons) in next.thumbs.iter_mut().zip([SIDEWAYS, TURNS]) {
            if !thumb.frame(held.has(buttons), region, hand, buttons) {
                return None;
            }
        }
        Some(next)
    }

    /// Returns hands that have not tapped for this piece, but have held these buttons since before its spawn.
    pub fn holding(held: Buttons) -> Hands {
        let mut hands = Hands::default();
        hands.thumbs[0].is_down = held.has(SIDEWAYS);
        hands.thumbs[1].is_down = held.has(TURNS);
        hands
    }

    /// Updates the hands after a frame in which these buttons were held, even if they were not allowed to. `new`
    /// contains the buttons that were pressed in this frame.
    pub fn follow(&mut self, held: Buttons, new: Buttons, hand: Hand) {
        self.down_frames = match (self.down_frames, held.has(Buttons::DOWN)) {
            (_, false) => 0,
            // If Down has been held since before the spawn, it has no effect.
            (0, true) => u8::from(new.has(Buttons::DOWN)),
            (3, true) => 2,
            (frames, true) => frames + 1,
        };
        for (thumb, buttons) in self.thumbs.iter_mut().zip([SIDEWAYS, TURNS]) {
            let is_new = new.has(buttons);
            thumb.frames += u32::from(thumb.taps > 0);
            thumb.taps += u32::from(is_new);
            if is_new && matches!(hand.rhythm(), Rhythm::Pattern(_)) {
                thumb.frames = 0;
            }
            thumb.is_down = held.has(buttons);
        }
    }
}

/// Returns the stage of hands that press one button at a time, after a frame with the buttons `held`. Returns `None` if
/// they may not press these.
///
/// Stages: 0 at the start, 1 to 3 after that many presses of A in order, 4 to 6 of B, 7 after Left, 8 after Right, 9 if
/// only Down may follow.
fn press_one(stage: u8, held: Buttons, is_beat: bool, order: ButtonOrder) -> Option<u8> {
    let is_ordered = order == ButtonOrder::TurnShiftFall;
    if held.is_empty() {
        // Hands with an order do not wait between buttons.
        return Some(if is_beat && is_ordered { 9 } else { stage });
    }
    if held == Buttons::DOWN {
        return Some(9);
    }
    let button = [Buttons::A, Buttons::B, Buttons::LEFT, Buttons::RIGHT];
    let button = button.iter().position(|button| *button == held)?;
    match (button, stage) {
        _ if !is_beat || stage == 9 => None,
        _ if !is_ordered => Some(0),
        (0, 0..=2) | (1, 4..=5) => Some(stage + 1),
        (1, 0) => Some(4),
        (2, 0..=7) => Some(7),
        (3, 0..=6 | 8) => Some(8),
        _ => None,
    }
}

/// Complete state of the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    pose: Pose,
    fall_timer: u8,
    down: i8,
    held: u8,
    hands: Hands,
}

/// Returns all locks that can be reached on the board, each with the minimum number of frames.
pub fn locks(board: &Board, piece: PadPiece, hand: Hand) -> BTreeMap<Pose, u16> {
    locks_from(board, piece, Hands::default(), hand)
}

/// Returns all locks that a falling piece can reach, if the hands are in this state.
pub fn locks_from(board: &Board, piece: PadPiece, hands: Hands, hand: Hand) -> BTreeMap<Pose, u16> {
    let first = State {
        pose: piece.pose,
        fall_timer: piece.control.fall_timer,
        down: piece.control.down,
        held: piece.held.bits(),
        hands,
    };
    let mut locks = BTreeMap::new();
    let mut seen = BTreeSet::from([first]);
    let mut queue = VecDeque::from([(first, 0u16)]);
    while let Some((state, frame)) = queue.pop_front() {
        for held in all_sets() {
            let Some(hands) = state.hands.after(held, frame, hand, piece.region) else {
                continue;
            };
            let mut next = State { hands, ..state };
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
                autoshift_frames: None,
                double_killscreen: piece.control.double_killscreen,
            };
            let done = control.tick(&mut next.pose, pad, piece.level, piece.region, board);
            let is_vain = held.has(SIDEWAYS) && !done.shifted || held.has(TURNS) && !done.rotated;
            let turns = [0, 1, 2, 3, 1, 2, 3, 0, 0, 0][usize::from(next.hands.stage)];
            let is_vain = is_vain || turns >= piece.pose.piece().rotation_count().max(1);
            if is_vain && hand.rhythm() == Rhythm::OneButton(ButtonOrder::TurnShiftFall) {
                continue;
            }
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

/// Plays all sequences of buttons that these hands may press. Adds each pose in which the piece comes to rest, with the
/// minimum number of frames. Returns the number of sequences.
pub fn play_everything(
    game: &PadGame,
    carry: &PersistentMemory,
    (hand, region): (Hand, Region),
    (hands, frame): (Hands, u16),
    locks: &mut BTreeMap<Pose, u16>,
) -> u64 {
    if game.play_state() != PlayState::Control {
        let frames = locks.entry(game.pose()).or_insert(frame);
        *frames = frame.min(*frames);
        return 1;
    }
    let mut sequences = 0;
    for held in all_sets() {
        if let Some(hands) = hands.after(held, frame, hand, region) {
            let (mut game, mut carry) = (game.clone(), *carry);
            game.step(&mut carry, held);
            let next = (hands, frame + 1);
            sequences += play_everything(&game, &carry, (hand, region), next, locks);
        }
    }
    sequences
}

/// Iterates over all sets of buttons: Left, Right or neither, A, B or neither, with or without Down.
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

/// Returns the number of frames for which Down has been held, after one more frame. Returns `None` if `held` is not
/// allowed.
fn hold_down(frames: u8, held: Buttons) -> Option<u8> {
    match (frames, held.has(Buttons::DOWN)) {
        (_, true) if held.has(SIDEWAYS) => None,
        (1 | 2, false) => None,
        (_, false) => Some(0),
        (3, true) => Some(2),
        (_, true) => Some(frames + 1),
    }
}

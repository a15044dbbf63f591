//! Shortest inputs of steady thumbs, found by a breadth-first search over frames.
//!
//! In every frame one thumb taps Left, Right or neither, the other A, B or neither, and Down is held or not.
//! [`Control::tick`] computes the result. Down pushes in its third frame and in every second frame after that. Down is
//! never released in its first or second frame, and is never held together with Left or Right. A path ends with the
//! frame in which the piece rests.
//!
//! Optimizations. None of them changes the locks found or their frames:
//! 1. States of one frame may differ only in how soon the thumbs may tap again. Such a state is dropped if another one
//!    allows both thumbs to tap at least as soon. Autoshift plays no part, because taps last one frame.
//! 2. A tap that moves nothing only delays the thumb's next tap, so it is not tried.
//! 3. A tap is never delayed without need. Suppose that nothing was pressed in a frame and the piece did not fall. Then
//!    a Left or Right that was possible in that frame is not tried in the next one: pressing it sooner has already led
//!    to the new pose. A and B are treated alike if no Left or Right came in between. Only a new row, or a thumb that
//!    was not ready, gives new states to try.
//! 4. A soft drop is not delayed either, if no thumb gains by waiting and the piece would not fall by itself meanwhile.
//!    A soft drop that begins one frame sooner ends one frame sooner.
//! 5. If the piece falls by itself in every frame, Down only prevents other motion, so it is not tried.

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Buttons, Control, Pad, Pose, Region};

use super::cells::Cells;
use super::hand::Hand;
use super::pace::Pace;
use super::rule::TapRules;
use super::stage::DownStage;
use super::{PadPiece, SIDEWAYS, TURNS};

/// Locks that steady thumbs can reach, each with a shortest path.
#[derive(Clone, Debug)]
pub(super) struct ReachedLocks {
    nodes: Vec<Node>,
    /// Final node of the path to each lock.
    ends: Vec<Node>,
}

impl ReachedLocks {
    /// Runs the search. Both thumbs must have equal [`Pace`]s whose states are debts. Unless the thumbs can tap in
    /// every second frame, they must not have tapped for this piece yet.
    pub(super) fn new(cells: &Cells, piece: PadPiece, hand: Hand) -> ReachedLocks {
        let mut search = FrameSearch::new(cells, piece, hand);
        let mut next = 0;
        while next < search.nodes.len() {
            search.expand(next as u32);
            next += 1;
        }
        ReachedLocks {
            nodes: search.nodes,
            ends: search.ends,
        }
    }

    /// Iterates over the locks, each with the number of frames it takes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Pose, u16)> {
        self.ends.iter().map(|end| (end.pose, end.frame))
    }

    /// Returns the buttons of each frame that lead to `lock`.
    pub(super) fn inputs(&self, lock: Pose) -> Option<Vec<Buttons>> {
        let mut node = self.ends.iter().find(|end| end.pose == lock)?;
        let mut inputs = Vec::with_capacity(usize::from(node.frame));
        while node.frame > 0 {
            inputs.push(node.held);
            node = &self.nodes[node.parent as usize];
        }
        inputs.reverse();
        Some(inputs)
    }
}

/// State after a frame, and the frame that led there.
#[derive(Clone, Copy, Debug)]
struct Node {
    pose: Pose,
    fall_timer: u8,
    down: i8,
    stage: DownStage,
    /// Debt of the thumb for Left and Right, see [`Pace`].
    shift_debt: u8,
    /// Debt of the thumb for A and B, see [`Pace`].
    turn_debt: u8,
    /// Actions that need not be tried in this state.
    covered: SkippedActions,
    /// Buttons of the frame that led here.
    held: Buttons,
    /// Number of frames from the start to this state.
    frame: u16,
    parent: u32,
}

/// Actions that need not be tried in a state, because they were possible one frame sooner.
#[derive(Clone, Copy, Debug, Default)]
struct SkippedActions {
    shift: bool,
    turn: bool,
    /// Start of a soft drop. Valid only while the piece does not fall by itself before the push.
    push: bool,
}

struct FrameSearch<'a> {
    cells: &'a Cells,
    level: u8,
    region: Region,
    double_killscreen: bool,
    gravity_frames: u8,
    pace: Pace,
    /// Number of frames at the start in which no button is pressed.
    idle_frames: u16,
    turns: &'static [Buttons],
    nodes: Vec<Node>,
    ends: Vec<Node>,
    ended: [bool; POSES],
    /// For each pose, fall timer, stage of Down, and debt of the Left and Right thumb: least debt of the A and B thumb
    /// so far.
    least_debt: Vec<u8>,
    /// Number of possible fall timers.
    timers: usize,
}

/// Number of poses: four rotations in each cell.
const POSES: usize = 4 * ROWS as usize * COLUMNS as usize;
const UNSEEN: u8 = u8::MAX;

impl<'a> FrameSearch<'a> {
    fn new(cells: &'a Cells, piece: PadPiece, hand: Hand) -> FrameSearch<'a> {
        let PadPiece {
            pose,
            control,
            held,
            level,
            region,
            thumbs: _,
        } = piece;
        let gravity_frames = region.gravity_frames(level);
        let pace = Pace::new(hand.sideways(), region);
        // The timer keeps counting while the first piece hangs at the top. A piece whose fall is more than 128 frames
        // overdue waits until the timer overflows.
        let hang = usize::from(control.down.min(0).unsigned_abs());
        let timers = match usize::from(control.fall_timer) + hang + 1 {
            128.. => 256,
            last => last.max(usize::from(gravity_frames)),
        };
        let rotations = usize::from(pose.piece().rotation_count());
        let poses = rotations * ROWS as usize * COLUMNS as usize;
        let (shift, turn) = piece.thumb_states(TapRules::steady(hand, region));
        let start = Node {
            pose,
            fall_timer: control.fall_timer,
            down: control.down,
            stage: DownStage::begin(control),
            shift_debt: shift.debt as u8,
            turn_debt: turn.debt as u8,
            covered: SkippedActions::default(),
            held,
            frame: 0,
            parent: 0,
        };
        FrameSearch {
            cells,
            level,
            region,
            double_killscreen: control.double_killscreen,
            gravity_frames,
            pace,
            idle_frames: u16::from(hand.reaction_frames()),
            turns: match rotations {
                1 => &[Buttons::NONE],
                2 => &[Buttons::B, Buttons::NONE],
                _ => &[Buttons::B, Buttons::A, Buttons::NONE],
            },
            nodes: vec![start],
            ends: Vec::new(),
            ended: [false; POSES],
            least_debt: vec![UNSEEN; poses * timers * DownStage::COUNT * pace.debts()],
            timers,
        }
    }

    /// Tries everything the hands may do in the next frame.
    fn expand(&mut self, parent: u32) {
        let node = self.nodes[parent as usize];
        if node.frame < self.idle_frames {
            let held = match node.stage.must_go_on() {
                true => Buttons::DOWN,
                false => Buttons::NONE,
            };
            return self.tick(parent, &node, held);
        }
        let can_turn = self.pace.may_tap(node.turn_debt);
        let can_shift = self.pace.may_tap(node.shift_debt) && !node.covered.shift;
        if !node.stage.must_go_on() {
            let shifts: &[Buttons] = if can_shift {
                &[Buttons::LEFT, Buttons::RIGHT, Buttons::NONE]
            } else {
                &[Buttons::NONE]
            };
            for &shift in shifts {
                let is_new = shift != Buttons::NONE || !node.covered.turn;
                self.turn(parent, &node, shift, can_turn && is_new);
            }
        }
        if node.stage.is_held() {
            self.turn(parent, &node, Buttons::DOWN, can_turn && !node.covered.turn);
        } else if self.is_push_new(&node) {
            self.turn(parent, &node, Buttons::DOWN, can_turn);
        }
    }

    /// Tries `held` with each turn and without one.
    #[inline]
    fn turn(&mut self, parent: u32, node: &Node, held: Buttons, can_turn: bool) {
        if can_turn {
            for &turn in self.turns {
                self.tick(parent, node, held | turn);
            }
        } else {
            self.tick(parent, node, held);
        }
    }

    /// Returns whether starting a soft drop in this state could lead to a new state.
    fn is_push_new(&self, node: &Node) -> bool {
        if node.held.has(Buttons::DOWN) {
            // Down must be released before it can be pressed again.
            return false;
        }
        if node.stage == DownStage::Hangs {
            return true;
        }
        let falls_meanwhile = u16::from(node.fall_timer) + 2 >= u16::from(self.gravity_frames);
        self.gravity_frames > 1 && (falls_meanwhile || !node.covered.push)
    }

    /// Runs one frame.
    #[inline]
    fn tick(&mut self, parent: u32, node: &Node, held: Buttons) {
        let mut pad = Pad {
            held: node.held,
            new: Buttons::NONE,
        };
        pad.read(held);
        let mut control = Control {
            fall_timer: node.fall_timer.wrapping_add(1),
            down: node.down,
            double_killscreen: self.double_killscreen,
            ..Control::default()
        };
        let mut pose = node.pose;
        let done = control.tick(&mut pose, pad, self.level, self.region, self.cells);
        let (shifts, turns) = (held.has(SIDEWAYS), held.has(TURNS));
        if shifts && !done.shifted || turns && !done.rotated {
            return;
        }
        let child = Node {
            pose,
            fall_timer: control.fall_timer,
            down: control.down,
            stage: node.stage.after(control.down),
            shift_debt: self.pace.after(node.shift_debt, shifts),
            turn_debt: self.pace.after(node.turn_debt, turns),
            covered: self.covered(node, held, control.fall_timer),
            held,
            frame: node.frame + 1,
            parent,
        };
        if done.rests {
            self.end(child);
        } else if self.is_new(&child) {
            self.nodes.push(child);
        }
    }

    /// Returns the actions that need not be tried after the buttons `held` in state `node`. The fall timer is then
    /// `fall_timer`.
    #[inline]
    fn covered(&self, node: &Node, held: Buttons, fall_timer: u8) -> SkippedActions {
        let fell = fall_timer == 0;
        if fell || node.frame < self.idle_frames {
            return SkippedActions::default();
        }
        let is_idle = held.is_empty();
        SkippedActions {
            shift: is_idle && self.pace.may_tap(node.shift_debt),
            turn: !held.has(TURNS) && self.pace.may_tap(node.turn_debt),
            push: is_idle
                && node.stage == DownStage::Released
                && !node.held.has(Buttons::DOWN)
                && node.turn_debt == 0
                && self.pace.is_free_after_three(node.shift_debt),
        }
    }

    /// Records the lock of a piece that has come to rest. The first node that rests in a pose has the shortest path to
    /// it.
    fn end(&mut self, node: Node) {
        let ended = &mut self.ended[index(node.pose)];
        if !*ended && node.pose.fits(self.cells) {
            *ended = true;
            self.ends.push(node);
        }
    }

    /// Returns true if no earlier state is at least as good. Then records this state.
    #[inline]
    fn is_new(&mut self, node: &Node) -> bool {
        let state = (index(node.pose) * self.timers + usize::from(node.fall_timer))
            * DownStage::COUNT
            + node.stage as usize;
        let debts = self.pace.debts();
        let debt = usize::from(node.shift_debt);
        let least = &mut self.least_debt[state * debts..][..=debt];
        if least.iter().any(|&least| least <= node.turn_debt) {
            return false;
        }
        least[debt] = node.turn_debt;
        true
    }
}

fn index(pose: Pose) -> usize {
    let rotation = usize::from(pose.orientation.rotation());
    (rotation * ROWS as usize + pose.y as usize) * COLUMNS as usize + pose.x as usize
}

//! Frame by frame, the poses that a piece can reach, for any tapping rule and any piece under control. The inputs that
//! lead to a lock are traced back through these sets.
//!
//! A Down that is held at the start stays held until it has pushed the piece down a row. After that the piece only
//! falls by itself, so its row is known in every frame. This still finds every lock: another push would only bring the
//! piece into the row below sooner, with a fall timer of 0, less rested thumbs, fewer saved-up taps and fewer frames
//! left.
//!
//! A layer holds the poses before one frame, in one set for each state of the thumbs. A pose is dropped from a set if
//! it is also in another set whose thumbs can do at least as much. Long patterns have many sets, so only sets of one
//! group are compared, see [`TapRules::group`].

mod held;

use crate::rules::motion::{COLUMNS, Occupancy};
use crate::rules::{Buttons, Control, Pad, Piece, Pose, Region};
use crate::search::pivots::Pivots;
use crate::search::reach::ReachableLocks;

use super::PadPiece;
use super::autoshift::{ShiftFrames, ThumbGrip};
use super::cells::{Cells, FreePoses, LANE, shifted, turned};
use super::hand::Hand;
use super::rule::{TapRule, TapRules, Thumb};
use super::stage::DownStage;
use super::{SIDEWAYS, TURNS};

/// Poses of one row that are possible with one and the same state of both thumbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LayerEntry {
    shift: Thumb,
    turn: Thumb,
    set: u64,
}

/// Range of the entries that describe the piece before one frame, and the row of all their poses.
#[derive(Clone, Copy, Debug)]
struct FrameLayer {
    first: usize,
    last: usize,
    y: i8,
}

/// Poses that come to rest at the end of a frame.
#[derive(Clone, Copy, Debug)]
struct RestingPoses {
    frame: usize,
    y: i8,
    set: u64,
}

/// All layers of a piece.
pub(super) struct PoseLayers {
    piece: Piece,
    room: FreePoses,
    rules: TapRules,
    /// True if the hands press one button at a time, in every second frame.
    one_button: bool,
    /// First frame in which such hands press a button.
    first_beat: usize,
    /// Number of frames before the hands react.
    idle_frames: usize,
    /// Frames in which a direction held since before the spawn shifts the piece.
    shifts: ShiftFrames,
    /// Number of frames at the start in which Down stays held, so that the hands cannot press Left or Right.
    down_frames: usize,
    entries: Vec<LayerEntry>,
    layers: Vec<FrameLayer>,
    rests: Vec<RestingPoses>,
    /// For each [group](TapRules::group): the frame in which its entries were added, and their indexes.
    groups: Vec<(usize, Vec<usize>)>,
    /// True if nothing changed in the last frame, so that the next frame can only make the piece fall.
    is_still: bool,
}

impl PoseLayers {
    /// Computes the layers of all frames.
    pub(super) fn new(cells: &Cells, piece: PadPiece, rules: TapRules, hand: Hand) -> PoseLayers {
        let kind = piece.pose.piece();
        let (shift, turn) = piece.thumb_states(rules);
        let start = LayerEntry {
            shift,
            turn,
            set: 1 << bit_of(piece.pose),
        };
        let idle_frames = usize::from(hand.reaction_frames());
        let down_frames = DownStage::begin(piece.control).frames_to_go_on();
        let mut layers = PoseLayers {
            piece: kind,
            room: cells.room(kind),
            rules,
            one_button: hand.button_order().is_some(),
            first_beat: piece.first_beat(hand),
            idle_frames,
            shifts: ShiftFrames::new(piece.control, piece.region),
            down_frames,
            entries: vec![start],
            layers: Vec::new(),
            rests: Vec::new(),
            groups: vec![Default::default(); rules.groups()],
            is_still: false,
        };
        let mut fall = FallSimulation::new(piece);
        let mut layer = FrameLayer {
            first: 0,
            last: 1,
            y: piece.pose.y,
        };
        while layer.first < layer.last {
            layers.layers.push(layer);
            let held = layers.held_on(layers.layers.len() - 1);
            layer = layers.play(layer, fall.next(held));
        }
        layers
    }

    /// Returns the locks, or `None` if there are none.
    pub(super) fn locks(&self) -> Option<ReachableLocks> {
        let mut locks = [Pivots::NONE; 4];
        for rest in &self.rests {
            for bit in bits(rest.set) {
                locks[(bit / LANE) as usize].insert((bit % LANE) as i8, rest.y);
            }
        }
        (!self.rests.is_empty()).then(|| ReachableLocks::new(self.piece, locks))
    }

    /// Plays one frame and then lets the piece fall `rows` rows. Returns the next layer.
    fn play(&mut self, layer: FrameLayer, rows: i8) -> FrameLayer {
        let frame = self.layers.len() - 1;
        let room = self.room.row(layer.y as usize);
        let first = self.entries.len();
        if self.is_still {
            self.entries.extend_from_within(layer.first..layer.last);
        } else {
            for index in layer.first..layer.last {
                self.spread(self.entries[index], room, first, frame);
            }
        }
        let mut next = FrameLayer {
            first,
            last: first,
            y: layer.y,
        };
        for _ in 0..rows {
            let here = self.room.row(next.y as usize);
            let below = self.room.row(next.y as usize + 1);
            let mut set = 0;
            for entry in &mut self.entries[first..] {
                set |= entry.set & !below & here;
                entry.set &= below;
            }
            if set != 0 {
                let y = next.y;
                self.rests.push(RestingPoses { frame, y, set });
            }
            next.y += 1;
            if below == 0 {
                break;
            }
        }
        // Remove empty entries.
        let mut last = first;
        for index in first..self.entries.len() {
            if self.entries[index].set != 0 {
                self.entries[last] = self.entries[index];
                last += 1;
            }
        }
        self.entries.truncate(last);
        next.last = last;
        // Often nothing changes until the piece falls.
        let is_same = self.entries[first..] == self.entries[layer.first..layer.last];
        if is_same {
            self.entries.truncate(first);
            (next.first, next.last) = (layer.first, layer.last);
        }
        let is_free = frame >= self.idle_frames.max(self.down_frames);
        let is_usual = !self.rules.shift.autoshifts() && !self.one_button;
        self.is_still = is_same && rows == 0 && is_free && is_usual;
        next
    }

    /// Returns the buttons held in a frame in addition to any taps.
    fn held_on(&self, frame: usize) -> Buttons {
        if frame < self.down_frames {
            Buttons::DOWN
        } else {
            Buttons::NONE
        }
    }

    /// Adds the poses to which an entry leads after one frame, before the fall.
    fn spread(&mut self, entry: LayerEntry, room: u64, first: usize, frame: usize) {
        let LayerEntry { shift, turn, set } = entry;
        let rules = self.rules;
        let rotations = self.piece.rotation_count();
        if let Some(held) = shift.grip.held() {
            return self.spread_held(entry, held, room, first, frame);
        }
        if self.one_button {
            for (shifts, turns) in [(false, false), (false, true), (true, false)] {
                let Some((shift, turn)) = self.thumbs_after(&entry, frame, shifts, turns) else {
                    continue;
                };
                let set = match (shifts, turns) {
                    (true, _) => shifted(set, room),
                    (_, true) => turned(set, room, rotations),
                    _ => set,
                };
                self.add(first, shift, turn, set);
            }
            return;
        }
        let (shift_rest, turn_rest) = (rules.shift.rested(shift), rules.turn.rested(turn));
        self.add(first, shift_rest, turn_rest, set);
        if frame < self.idle_frames {
            return;
        }
        let turn_set = |set: u64| {
            let stays = if rules.turn.gains_by_any_tap(turn) {
                set & !both_turned(room, rotations)
            } else {
                0
            };
            turned(set, room, rotations) | stays
        };
        let can_turn = rotations > 1 && rules.turn.may_tap(turn);
        let turn_tired = rules.turn.tapped(turn);
        if can_turn {
            self.add(first, shift_rest, turn_tired, turn_set(set));
        }
        if rules.shift.may_tap(shift) && frame >= self.down_frames {
            let stays = if rules.shift.gains_by_any_tap(shift) {
                set & !(room << 1 & room >> 1)
            } else {
                0
            };
            let moved = shifted(set, room) | stays;
            let shift_tired = rules.shift.tapped(shift);
            self.add(first, shift_tired, turn_rest, moved);
            if can_turn {
                self.add(first, shift_tired, turn_tired, turn_set(moved));
            }
        }
    }

    /// Adds poses to the layer that begins at entry `first`, unless the layer already has them.
    fn add(&mut self, first: usize, shift: Thumb, turn: Thumb, set: u64) {
        let entry = LayerEntry { shift, turn, set };
        let Some(group) = self.rules.group((shift, turn)) else {
            self.add_among(first..self.entries.len(), entry);
            return;
        };
        let (since, mut others) = std::mem::take(&mut self.groups[group]);
        let frame = self.layers.len();
        if since != frame {
            others.clear();
        }
        let place = self.entries.len();
        if self.add_among(others.iter().copied(), entry) {
            others.push(place);
        }
        self.groups[group] = (frame, others);
    }

    /// Adds the poses of `new` that `others` lack. Returns whether there were any, so that they became a new entry.
    fn add_among(&mut self, others: impl Iterator<Item = usize> + Clone, new: LayerEntry) -> bool {
        let rules = self.rules;
        let LayerEntry {
            shift,
            turn,
            mut set,
        } = new;
        for index in others.clone() {
            let entry = &self.entries[index];
            if rules.are_as_good((entry.shift, entry.turn), (shift, turn)) {
                set &= !entry.set;
            }
        }
        if set == 0 {
            return false;
        }
        let mut is_there = false;
        for index in others {
            let entry = &mut self.entries[index];
            if entry.shift == shift && entry.turn == turn {
                entry.set |= set;
                is_there = true;
            } else if rules.are_as_good((shift, turn), (entry.shift, entry.turn)) {
                entry.set &= !set;
            }
        }
        if !is_there {
            self.entries.push(LayerEntry { shift, turn, set });
        }
        !is_there
    }

    /// Returns the buttons of each frame that lead to `lock`. The piece falls by itself, and all taps are as early as
    /// possible.
    pub(super) fn inputs(&self, lock: Pose) -> Option<Vec<Buttons>> {
        let bit = bit_of(lock);
        let rest = self
            .rests
            .iter()
            .find(|rest| rest.y == lock.y && rest.set >> bit & 1 == 1)?;
        let mut inputs = vec![Buttons::NONE; rest.frame + 1];
        let mut target = Target { bit, thumbs: None };
        for frame in (0..=rest.frame).rev() {
            let (taps, from) = self.back(frame, target)?;
            inputs[frame] = taps | self.held_on(frame);
            target = from;
        }
        Some(inputs)
    }

    /// Returns the buttons of a frame that lead to `target` before the fall, and the target one frame earlier.
    fn back(&self, frame: usize, target: Target) -> Option<(Buttons, Target)> {
        let FrameLayer { first, last, y } = self.layers[frame];
        let room = self.room.row(y as usize);
        let to = 1 << target.bit;
        let near = to | shifted(to, u64::MAX);
        let near = near | both_ways(near, self.piece.rotation_count());
        let mut best: Option<((usize, i32), Buttons, Target)> = None;
        for entry in &self.entries[first..last] {
            for held in ACTIONS {
                let (shifts, turns) = (held.has(SIDEWAYS), held.has(TURNS));
                if entry.shift.grip != ThumbGrip::Free {
                    let cost = (usize::from(turns), entry.shift.debt + entry.turn.debt);
                    if best.as_ref().is_none_or(|&(least, ..)| cost < least)
                        && let Some(bit) = self.back_held(entry, held, &target, (frame, room), near)
                    {
                        let thumbs = Some((entry.shift, entry.turn));
                        best = Some((cost, held, Target { bit, thumbs }));
                    }
                    continue;
                }
                let is_idle = !held.is_empty() && frame < self.idle_frames;
                if is_idle || shifts && frame < self.down_frames {
                    continue;
                }
                let Some(thumbs) = self.thumbs_after(entry, frame, shifts, turns) else {
                    continue;
                };
                if target.thumbs.is_some_and(|wanted| wanted != thumbs) {
                    continue;
                }
                let effort = usize::from(shifts) + usize::from(turns);
                let cost = (effort, entry.shift.debt + entry.turn.debt);
                if best.as_ref().is_some_and(|&(least, ..)| least <= cost) {
                    continue;
                }
                let from = bits(entry.set & near)
                    .find(|&bit| self.moved(entry, bit, held, room) == Some(target.bit));
                if let Some(bit) = from {
                    let thumbs = Some((entry.shift, entry.turn));
                    best = Some((cost, held, Target { bit, thumbs }));
                }
            }
        }
        best.map(|(_, held, target)| (held, target))
    }

    /// Returns the thumbs after a frame, or `None` if their rules forbid its taps.
    fn thumbs_after(
        &self,
        entry: &LayerEntry,
        frame: usize,
        shifts: bool,
        turns: bool,
    ) -> Option<(Thumb, Thumb)> {
        let after = |rule: TapRule, thumb: Thumb, taps: bool| {
            (!taps || rule.may_tap(thumb)).then(|| rule.after(thumb, taps))
        };
        let TapRules { shift, turn } = self.rules;
        let is_beat = frame >= self.first_beat && (frame - self.first_beat).is_multiple_of(2);
        if self.one_button && (shifts && turns || !is_beat && (shifts || turns)) {
            return None;
        }
        Some((
            after(shift, entry.shift, shifts)?,
            after(turn, entry.turn, turns)?,
        ))
    }

    /// Returns the pose after these buttons, or `None` if a tap neither moves the piece nor is useful otherwise.
    fn moved(&self, entry: &LayerEntry, bit: u32, held: Buttons, room: u64) -> Option<u32> {
        let rotations = u32::from(self.piece.rotation_count());
        let go = |bit: u32, to: Option<u32>, rule: TapRule, thumb: Thumb| match to {
            Some(to) if room >> to & 1 == 1 => Some(to),
            _ if rule.gains_by_any_tap(thumb) => Some(bit),
            _ => None,
        };
        let mut bit = bit;
        if held.has(SIDEWAYS) {
            let to = if held.has(Buttons::RIGHT) {
                Some(bit + 1)
            } else {
                bit.checked_sub(1)
            };
            let to = to.filter(|to| to % LANE < COLUMNS as u32);
            bit = go(bit, to, self.rules.shift, entry.shift)?;
        }
        if held.has(TURNS) {
            let by = if held.has(Buttons::A) {
                1
            } else {
                rotations - 1
            };
            let rotation = (bit / LANE + by) % rotations;
            let to = Some(rotation * LANE + bit % LANE);
            bit = go(bit, to, self.rules.turn, entry.turn)?;
        }
        Some(bit)
    }
}

/// Pose that the piece must reach by a frame, and the state of the thumbs there if it matters.
struct Target {
    bit: u32,
    thumbs: Option<(Thumb, Thumb)>,
}

/// Buttons that the thumbs can tap in a frame, starting with none.
const ACTIONS: [Buttons; 9] = {
    const SHIFTS: [Buttons; 3] = [Buttons::NONE, Buttons::LEFT, Buttons::RIGHT];
    const TURNS: [Buttons; 3] = [Buttons::NONE, Buttons::A, Buttons::B];
    let mut actions = [Buttons::NONE; 9];
    let mut index = 0;
    while index < 9 {
        actions[index] = SHIFTS[index / 3].with(TURNS[index % 3]);
        index += 1;
    }
    actions
};

/// Returns the poses from which the piece has room for a turn both by A and by B.
fn both_turned(room: u64, rotations: u8) -> u64 {
    match rotations {
        2 => room << LANE | room >> LANE,
        _ => room.rotate_left(LANE) & room.rotate_right(LANE),
    }
}

/// Returns the poses to which one turn in either direction leads, whether they are free or not.
fn both_ways(set: u64, rotations: u8) -> u64 {
    turned(set, u64::MAX, rotations)
}

/// Returns the bit of a pose in the set of its row.
fn bit_of(pose: Pose) -> u32 {
    u32::from(pose.orientation.rotation()) * LANE + pose.x as u32
}

/// Iterates over the bits of a set.
fn bits(set: u64) -> impl Iterator<Item = u32> {
    let mut set = set;
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// Simulates the fall of a piece without taps, frame by frame. Down stays held only as long as it must.
pub(super) struct FallSimulation {
    control: Control,
    level: u8,
    region: Region,
}

impl FallSimulation {
    pub(super) fn new(piece: PadPiece) -> FallSimulation {
        FallSimulation {
            control: piece.control,
            level: piece.level,
            region: piece.region,
        }
    }

    /// Runs one more frame with these buttons held and returns the number of rows fallen.
    pub(super) fn next(&mut self, held: Buttons) -> i8 {
        let mut pose = Pose::spawn(Piece::O);
        let pad = Pad {
            held,
            new: Buttons::NONE,
        };
        let control = &mut self.control;
        control.fall_timer = control.fall_timer.wrapping_add(1);
        control.tick(&mut pose, pad, self.level, self.region, &EmptyField);
        pose.y
    }
}

/// A field without cells.
struct EmptyField;

impl Occupancy for EmptyField {
    fn is_occupied(&self, _x: i8, _y: i8) -> bool {
        false
    }
}

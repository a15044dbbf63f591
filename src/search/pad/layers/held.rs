//! Layers of hands whose thumb holds a direction for autoshift, see [`autoshift`](super::super::autoshift).

use crate::rules::Buttons;
use crate::search::pad::autoshift::ThumbGrip;
use crate::search::pad::cells::turned;
use crate::search::pad::rule::Thumb;
use crate::search::pad::{SIDEWAYS, TURNS};

use super::{LayerEntry, PoseLayers, Target, bits};

impl PoseLayers {
    /// Like [`PoseLayers::spread`], for a thumb that holds a direction.
    pub(super) fn spread_held(
        &mut self,
        entry: LayerEntry,
        held: Buttons,
        room: u64,
        first: usize,
        frame: usize,
    ) {
        let LayerEntry { shift, turn, set } = entry;
        let rule = self.rules.shift;
        let rotations = self.piece.rotation_count();
        let turn_rule = self.rules.turn;
        let can_turn = rotations > 1 && turn_rule.may_tap(turn) && frame >= self.idle_frames;
        let is_due = self.shifts.are_due(frame);
        let mut add = |thumb: Thumb, set: u64| {
            self.add(first, thumb, turn_rule.rested(turn), set);
            if can_turn {
                let turned = turned(set, room, rotations);
                self.add(first, thumb, turn_rule.tapped(turn), turned);
            }
        };
        add(rule.let_go(shift), set);
        let to = match held {
            Buttons::RIGHT => set << 1,
            _ => set >> 1,
        };
        let moved = to & room;
        let stays = match held {
            Buttons::RIGHT => set & !(room >> 1),
            _ => set & !(room << 1),
        };
        let holds = rule.rested(shift);
        let blocked = holds.with(ThumbGrip::Blocked(held));
        match shift.grip {
            ThumbGrip::Blocked(_) => {
                add(rule.slipped(shift), moved);
                add(holds, stays);
            }
            _ if is_due => {
                add(holds, moved);
                add(blocked, stays);
            }
            _ => add(holds, set),
        }
    }

    /// Returns the thumb, and the bit of the pose, after a frame in which the thumb keeps holding its direction. If
    /// `held` has no direction, the thumb releases it. `None` if the thumb may not hold `held`.
    fn hold(
        &self,
        thumb: Thumb,
        bit: u32,
        held: Buttons,
        at: (usize, u64),
    ) -> Option<(Thumb, u32)> {
        let (frame, room) = at;
        let rule = self.rules.shift;
        let direction = thumb.grip.held()?;
        if !held.has(SIDEWAYS) {
            return Some((rule.let_go(thumb), bit));
        }
        if held.only(SIDEWAYS) != direction {
            return None;
        }
        let to = match direction {
            Buttons::RIGHT => Some(bit + 1),
            _ => bit.checked_sub(1),
        };
        let to = to.filter(|to| room >> to & 1 == 1);
        let holds = rule.rested(thumb);
        let blocked = holds.with(ThumbGrip::Blocked(direction));
        Some(match (thumb.grip, to) {
            (ThumbGrip::Blocked(_), Some(to)) => (rule.slipped(thumb), to),
            (ThumbGrip::Blocked(_), None) => (holds, bit),
            (_, Some(to)) if self.shifts.are_due(frame) => (holds, to),
            (_, None) if self.shifts.are_due(frame) => (blocked, bit),
            _ => (holds, bit),
        })
    }

    /// Like [`PoseLayers::back`], but from an entry whose thumb holds a direction.
    pub(super) fn back_held(
        &self,
        entry: &LayerEntry,
        held: Buttons,
        target: &Target,
        at: (usize, u64),
        near: u64,
    ) -> Option<u32> {
        let (frame, room) = at;
        let turns = held.has(TURNS);
        if turns && (frame < self.idle_frames || !self.rules.turn.may_tap(entry.turn)) {
            return None;
        }
        let turn = self.rules.turn.after(entry.turn, turns);
        let spin = held.only(TURNS);
        bits(entry.set & near).find(|&bit| {
            let Some((shift, bit)) = self.hold(entry.shift, bit, held, at) else {
                return false;
            };
            let is_so = target.thumbs.is_none_or(|wanted| wanted == (shift, turn));
            is_so && self.moved(entry, bit, spin, room) == Some(target.bit)
        })
    }
}

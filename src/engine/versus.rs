//! Two games of the cartridge against each other, with garbage rows between them.
//!
//! The cartridge has an unfinished mode of that kind, which no menu reaches: it sends 0, 1, 2 and 4
//! rows for 1 to 4 cleared ones, lets them in after the receiver's own piece has locked, and has one
//! hole column a player. This much is kept. Its faults are not: one NEXT piece for both, rows that
//! count as complete because of their hole, a crash instead of an end.
//!
//! Both sides get the same pieces in the same order, each at its own place in them. What one side
//! does in a frame reaches the other in the next one, so neither is first.

#[cfg(test)]
mod alone;
mod garbage;
mod read;
mod recording;
mod start;

pub use garbage::{GarbageRules, Holes, attack, surplus};
pub use read::{SideState, VersusState};
pub use recording::MatchRecording;
pub use start::{VersusStart, VersusStartError};

use crate::rules::{Buttons, Pad, Randomizer};

use super::carry::Carry;
use super::event::{Event, Events};
use super::pad_game::{PadGame, PadPosition, PadStart};
use super::play_state::PlayState;
use super::quirks;
use super::view::{RoundOutcome, Side};

use garbage::Pending;

/// A match: rounds until one side has won more than half of them.
///
/// [`Versus::step`] is one video frame with one pad a side. Start on either pad stops both games and
/// lets them go on. A round that is over shows its curtain for a while, then the next one begins by
/// itself, or at once with Start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versus {
    start: VersusStart,
    corners: [Corner; 2],
    wins: [u8; 2],
    /// Rounds played before this one, draws included.
    round: u32,
    /// Frames of the match, and frames of the round in which the games were on.
    frames: u64,
    round_frames: u32,
    phase: Phase,
}

/// What belongs to one side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Corner {
    game: PadGame,
    carry: Carry,
    /// The pad with Start and Select, which the games never see.
    pad: Pad,
    pending: Pending,
    /// Rows sent in this round.
    sent: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Playing,
    Paused,
    /// The round is over for so many frames.
    Over(RoundOutcome, u32),
}

/// Frames of a round's end in which Start is not looked at: until the curtain is closed.
///
/// Source: the cartridge's curtain, 36 steps of four frames.
const CURTAIN_FRAMES: u32 = 148;
/// Frames from the end of a round to the next one.
const BREAK_FRAMES: u32 = 300;

/// What the games see of a pad: Start and Select belong to the match.
const PLAYING: Buttons = Buttons::RIGHT
    .with(Buttons::LEFT)
    .with(Buttons::DOWN)
    .with(Buttons::UP)
    .with(Buttons::B)
    .with(Buttons::A);

impl Versus {
    /// The first round of a match, in the frame before its first tick.
    ///
    /// # Errors
    /// [`VersusStartError`] names the first value that is not allowed.
    pub fn new(start: VersusStart) -> Result<Versus, VersusStartError> {
        start.check()?;
        Ok(Versus {
            corners: corners(&start, 0),
            start,
            wins: [0; 2],
            round: 0,
            frames: 0,
            round_frames: 0,
            phase: Phase::Playing,
        })
    }

    /// One video frame with these buttons held, left pad first; says what happened on each side.
    pub fn step(&mut self, held: [Buttons; 2]) -> [Events; 2] {
        self.frames += 1;
        for (corner, held) in self.corners.iter_mut().zip(held) {
            corner.pad.read(held);
        }
        let is_start = self
            .corners
            .iter()
            .any(|corner| corner.pad.new.has(Buttons::START));
        match self.phase {
            Phase::Paused if is_start => self.leave_pause(),
            Phase::Paused => [Events::default(); 2],
            Phase::Playing if is_start => self.pause(),
            Phase::Playing => self.play(),
            Phase::Over(outcome, frames) => self.rest(outcome, frames + 1, is_start),
        }
    }

    fn pause(&mut self) -> [Events; 2] {
        self.phase = Phase::Paused;
        both(Event::Paused)
    }

    fn leave_pause(&mut self) -> [Events; 2] {
        self.phase = Phase::Playing;
        both(Event::Resumed)
    }

    /// A frame of both games.
    fn play(&mut self) -> [Events; 2] {
        self.round_frames += 1;
        let surplus = surplus(self.round_frames);
        // Both games first, then what they do to each other.
        let attacks = self.corners.each_mut().map(|corner| corner.frame(surplus));
        let sent = self.exchange(attacks);
        self.look_for_the_end();
        let mut events = self.corners.each_ref().map(|corner| corner.game.events());
        for (events, rows) in events.iter_mut().zip(sent) {
            if rows > 0 {
                events.insert(Event::GarbageSent);
            }
        }
        events
    }

    /// Both sides' attacks of a frame; returns the rows that go over. What sets out in this frame
    /// is not cancelled in it, so neither side is first.
    fn exchange(&mut self, attacks: [u32; 2]) -> [u32; 2] {
        let GarbageRules { holes, cancelling } = self.start.garbage;
        if holes == Holes::Off {
            return [0; 2];
        }
        let mut sent = attacks;
        if cancelling {
            for (corner, rows) in self.corners.iter_mut().zip(&mut sent) {
                *rows = corner.pending.cancel(*rows);
            }
        }
        for side in Side::BOTH {
            let rows = sent[side.index()];
            self.corners[side.index()].sent += rows;
            self.send(side.other(), rows);
        }
        sent
    }

    /// Sends rows of garbage to a side. In a match only clears do so; this is for situations made
    /// up, see [`Versus::make_up`].
    pub fn send(&mut self, to: Side, rows: u32) {
        self.corners[to.index()].pending.add(rows);
    }

    fn look_for_the_end(&mut self) {
        let outcome = match self.corners.each_ref().map(|corner| corner.game.is_over()) {
            [false, false] => return,
            [true, true] => RoundOutcome::Draw,
            [true, false] => RoundOutcome::Won(Side::Right),
            [false, true] => RoundOutcome::Won(Side::Left),
        };
        if let RoundOutcome::Won(side) = outcome {
            self.wins[side.index()] += 1;
        }
        self.phase = Phase::Over(outcome, 0);
    }

    /// A frame after the end of a round: the curtain closes over who has lost.
    fn rest(&mut self, outcome: RoundOutcome, frames: u32, is_start: bool) -> [Events; 2] {
        self.phase = Phase::Over(outcome, frames.min(BREAK_FRAMES));
        let is_due = frames >= BREAK_FRAMES || is_start && frames > CURTAIN_FRAMES;
        if is_due && !self.is_decided() {
            self.next_round();
            return both(Event::ScreenChanged);
        }
        self.corners.each_mut().map(Corner::curtain_frame)
    }

    fn next_round(&mut self) {
        self.round += 1;
        let pads = self.corners.each_ref().map(|corner| corner.pad);
        self.corners = corners(&self.start, self.round);
        for (corner, pad) in self.corners.iter_mut().zip(pads) {
            corner.pad = pad;
        }
        self.round_frames = 0;
        self.phase = Phase::Playing;
    }

    /// Puts one side into a situation made up: its piece has just spawned, and no button was held.
    /// The pieces after its NEXT are drawn as before.
    ///
    /// From here on the match has no history that inputs alone would lead to.
    pub fn make_up(&mut self, side: Side, position: PadPosition) {
        let corner = &mut self.corners[side.index()];
        corner.carry.control = Default::default();
        corner.carry.pad = Pad::default();
        corner.game = corner.game.elsewhere(position, &mut corner.carry);
    }
}

impl Corner {
    /// A frame of the game; returns the rows of garbage that it sends.
    fn frame(&mut self, surplus: u32) -> u32 {
        let mut held = self.pad.held.only(PLAYING);
        if quirks::takes_two_frames(held) {
            // Nobody slows only one side down.
            held = Buttons::DOWN;
        }
        self.game.vertical_blank(self.carry.frame);
        self.carry.vertical_blank(held);
        let before = self.game.play_state();
        self.game.tick(&mut self.carry);
        match (before, self.game.play_state()) {
            (PlayState::Garbage, _) if self.pending.rows() > 0 => {
                self.game.receive(&self.pending.take());
                0
            }
            (PlayState::RowCheck, PlayState::LineClear) => {
                attack(self.game.completed_lines(), surplus)
            }
            _ => 0,
        }
    }

    /// A frame after the round: a lost game's curtain closes, the other one stands still.
    fn curtain_frame(&mut self) -> Events {
        let is_shown = self.game.is_curtain_closed() && self.game.is_redrawn();
        if !self.game.is_over() || is_shown {
            return Events::default();
        }
        self.game.step(&mut self.carry, Buttons::NONE);
        self.game.events()
    }
}

/// Both sides at the beginning of a round.
fn corners(start: &VersusStart, round: u32) -> [Corner; 2] {
    Side::BOTH.map(|side| {
        let mut carry = Carry::default();
        let pad_start = PadStart {
            region: start.region,
            level: start.levels[side.index()],
            ..PadStart::default()
        };
        let mut game = PadGame::new(pad_start, &mut carry);
        let pieces = Randomizer::new(start.randomizer, start.seed, round.into());
        game.draw_pieces_from(pieces.expect("the start was checked"));
        Corner {
            game,
            carry,
            pad: Pad::default(),
            pending: Pending::new(start.garbage.holes, start.seed, round, side.index()),
            sent: 0,
        }
    })
}

fn both(event: Event) -> [Events; 2] {
    let mut events = Events::default();
    events.insert(event);
    [events; 2]
}

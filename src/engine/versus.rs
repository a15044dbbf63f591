//! Two games of the cartridge against each other, with garbage rows between them.
//!
//! The cartridge contains an unfinished mode of this kind, which no menu reaches. In that mode a clear of 1 to 4 rows
//! sends 0, 1, 2 or 4 rows. They rise after the receiver's own piece has locked, and each player has one hole column.
//! This module reproduces these rules but not that mode's faults: both sides share one NEXT piece, rows count as
//! complete in spite of their hole, and the game crashes instead of ending.
//!
//! Both sides draw the same sequence of pieces, each at its own pace. An action of one side reaches the other side in
//! the next frame, so neither side has priority.

#[cfg(test)]
mod alone;
mod garbage;
mod read;
mod recording;
mod start;

pub use garbage::{GarbageHoles, GarbageRules, attack, surplus};
pub use read::{SideState, VersusState};
pub use recording::MatchRecording;
pub use start::{VersusStart, VersusStartError};

use crate::rules::{Buttons, Pad, Randomizer};

use super::event::{Event, Events};
use super::pad_game::{PadGame, PadPosition, PadStart};
use super::persistent_memory::PersistentMemory;
use super::play_state::PlayState;
use super::quirks;
use super::view::{RoundOutcome, Side};

use garbage::GarbageQueue;

/// A match: rounds until one side has won more than half of them.
///
/// [`Versus::step`] runs one video frame with one pad for each side. Start on either pad pauses or resumes both games.
/// After a round the curtain closes. The next round begins 300 frames after the end, or earlier with Start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versus {
    start: VersusStart,
    corners: [Corner; 2],
    wins: [u8; 2],
    /// Number of rounds played before this one, draws included.
    round: u32,
    /// Number of frames since the start of the match. `round_frames` counts only frames of this round in which the
    /// games ran.
    frames: u64,
    round_frames: u32,
    phase: Phase,
}

/// State of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Corner {
    game: PadGame,
    carry: PersistentMemory,
    /// Pad of this side's player. The game never receives its Start and Select.
    pad: Pad,
    pending: GarbageQueue,
    /// Number of garbage rows sent to the opponent in this round.
    sent: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Playing,
    Paused,
    /// Outcome of the round, and frames since its end.
    Over(RoundOutcome, u32),
}

/// Number of frames after the end of a round in which Start has no effect, because the curtain is still closing.
///
/// Source: the cartridge's curtain, 36 steps of four frames.
const CURTAIN_FRAMES: u32 = 148;
/// Number of frames from the end of a round to the next one.
const BREAK_FRAMES: u32 = 300;

/// Buttons that are passed to the games. Start controls the match instead.
const PLAYING: Buttons = Buttons::RIGHT
    .with(Buttons::LEFT)
    .with(Buttons::DOWN)
    .with(Buttons::UP)
    .with(Buttons::B)
    .with(Buttons::A);

impl Versus {
    /// Starts the first round of a match, in the frame before its first tick.
    ///
    /// # Errors
    /// [`VersusStartError`] with the first illegal value.
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

    /// Runs one video frame with these buttons held, left pad first, and returns the events of each side.
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

    /// Runs a frame of both games.
    fn play(&mut self) -> [Events; 2] {
        self.round_frames += 1;
        let surplus = surplus(self.round_frames);
        // Attacks are exchanged only after both games have run.
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

    /// Exchanges the attacks of a frame and returns the rows that each side sends. Rows sent in this frame can be
    /// cancelled from the next frame on, so neither side has priority.
    fn exchange(&mut self, attacks: [u32; 2]) -> [u32; 2] {
        let GarbageRules { holes, cancelling } = self.start.garbage;
        if holes == GarbageHoles::Off {
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

    /// Queues garbage rows for a side. In a match only clears send rows. Callers use this function to set up situations
    /// by hand, see [`Versus::set_position`].
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

    /// Runs a frame after the end of a round: closes the curtain over the loser, then starts the next round.
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

    /// Puts one side into a position set up by the caller: its piece has just spawned, and no button is held. The
    /// randomizer still chooses the pieces after NEXT.
    ///
    /// Afterwards inputs alone cannot reproduce the state of the match.
    pub fn set_position(&mut self, side: Side, position: PadPosition) {
        let corner = &mut self.corners[side.index()];
        corner.carry.control = Default::default();
        corner.carry.pad = Pad::default();
        corner.game = corner.game.moved_to(position, &mut corner.carry);
    }
}

impl Corner {
    /// Runs a frame of the game and returns the garbage rows it sends.
    fn frame(&mut self, surplus: u32) -> u32 {
        let mut held = self.pad.held.only(PLAYING);
        if quirks::takes_two_frames(held) {
            // The three buttons together would halve the speed of this side alone, see `quirks::takes_two_frames`.
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

    /// Runs a frame after the round: the curtain closes over a lost game, and the other game does not run.
    fn curtain_frame(&mut self) -> Events {
        let is_shown = self.game.is_curtain_closed() && self.game.is_redrawn();
        if !self.game.is_over() || is_shown {
            return Events::default();
        }
        self.game.step(&mut self.carry, Buttons::NONE);
        self.game.events()
    }
}

/// Returns both sides at the beginning of a round.
fn corners(start: &VersusStart, round: u32) -> [Corner; 2] {
    Side::BOTH.map(|side| {
        let mut carry = PersistentMemory::default();
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
            pending: GarbageQueue::new(start.garbage.holes, start.seed, round, side.index()),
            sent: 0,
        }
    })
}

fn both(event: Event) -> [Events; 2] {
    let mut events = Events::default();
    events.insert(event);
    [events; 2]
}

//! Measures a player's tapping rhythm from the buttons pressed in a game.

use crate::engine::{Event, PadGame, PlayState};
use crate::rules::{Buttons, Region};
use crate::search::Rhythm;

use super::playback::{ConsolePlayback, Seek};

/// Number of frames without a tap that end a burst.
///
/// Source: the tap display of TetrisGYM.
const PAUSE: u64 = 16;
/// Maximum number of taps in a burst.
const TAPS_MAX: u64 = 16;
/// Minimum number of taps in a burst from which a rate is measured. Two successive taps are often unrelated.
const TAPS_MIN: u64 = 3;
/// Number of frames for which a direction must be held to count as DAS.
const HOLD_FRAMES: u64 = 16;

/// Burst: consecutive taps to one side.
#[derive(Clone, Copy, Debug)]
struct Burst {
    side: Buttons,
    taps: u64,
    first: u64,
    last: u64,
}

/// Counter of the bursts and the holds of a game, frame by frame.
#[derive(Clone, Debug, Default)]
struct Meter {
    frame: u64,
    burst: Option<Burst>,
    held: Buttons,
    /// Number of frames for which a direction has been held.
    holding: u64,
    /// Mean number of frames between two taps, for each burst.
    gaps: Vec<f64>,
    holds: usize,
}

impl Meter {
    /// Runs one frame with these buttons held. `is_moved` is true if the buttons can move the piece in this frame.
    fn step(&mut self, held: Buttons, is_moved: bool, is_new_piece: bool) {
        self.frame += 1;
        if is_new_piece {
            self.end_burst();
        }
        let sides = [Buttons::LEFT, Buttons::RIGHT];
        let side = sides.into_iter().find(|&side| held.has(side));
        let side = side.filter(|_| !(held.has(Buttons::LEFT) && held.has(Buttons::RIGHT)));
        let is_tap = side.is_some_and(|side| !self.held.has(side));
        self.holding = match side {
            Some(_) if !is_tap => self.holding + 1,
            Some(_) => 1,
            None => 0,
        };
        self.holds += usize::from(self.holding == HOLD_FRAMES);
        self.held = held;
        if let Some(side) = side.filter(|_| is_tap && is_moved) {
            self.tap(side);
        }
    }

    fn tap(&mut self, side: Buttons) {
        let frame = self.frame;
        if let Some(burst) = &mut self.burst
            && burst.side == side
            && frame - burst.last < PAUSE
            && burst.taps < TAPS_MAX
        {
            burst.taps += 1;
            burst.last = frame;
            return;
        }
        self.end_burst();
        self.burst = Some(Burst {
            side,
            taps: 1,
            first: frame,
            last: frame,
        });
    }

    fn end_burst(&mut self) {
        if let Some(burst) = self.burst.take()
            && burst.taps >= TAPS_MIN
        {
            let frames = (burst.last - burst.first) as f64;
            self.gaps.push(frames / (burst.taps - 1) as f64);
        }
    }

    /// Returns the player's rhythm, or `None` if there is too little data.
    fn rhythm(mut self, region: Region) -> Option<Rhythm> {
        self.end_burst();
        Rhythm::of_bursts(self.gaps, self.holds, region)
    }
}

/// Returns the rhythm of a recording's player: DAS if there were more holds of a direction than bursts of at least
/// three taps, otherwise the median rate of these bursts. `None` if there are fewer than five holds and fewer than five
/// bursts.
pub fn measured(playback: &ConsolePlayback) -> Option<Rhythm> {
    let mut playback = playback.clone();
    playback.seek(0);
    let mut meter = Meter::default();
    while !playback.is_at_end() {
        let console = playback.console();
        let game = console.game().filter(|_| !console.is_demo());
        let is_moved =
            |game: &PadGame| game.play_state() == PlayState::Control && !game.is_paused();
        let (is_on, is_moved) = (game.is_some(), game.is_some_and(is_moved));
        let events = playback.step();
        let held = if is_on {
            playback.held()
        } else {
            Buttons::NONE
        };
        meter.step(held, is_moved, events.contains(Event::Spawned));
    }
    let region = playback.console().region();
    meter.rhythm(region)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rhythm for these pieces. Each letter is one frame: `L`, `R` or `.`.
    fn rhythm(pieces: &[&str]) -> Option<Rhythm> {
        let mut meter = Meter::default();
        for piece in pieces {
            for (frame, held) in piece.bytes().enumerate() {
                let held = match held {
                    b'L' => Buttons::LEFT,
                    b'R' => Buttons::RIGHT,
                    _ => Buttons::NONE,
                };
                meter.step(held, true, frame == 0);
            }
        }
        meter.rhythm(Region::Ntsc)
    }

    #[test]
    fn the_rate_is_the_median_of_the_bursts() {
        let every_fifth = "L....L....L....L....";
        let every_fourth = ".R...R...R..........";
        let pieces = [
            every_fifth,
            every_fifth,
            every_fifth,
            every_fourth,
            every_fifth,
        ];
        assert_eq!(rhythm(&pieces), "12 Hz".parse().ok());
        assert_eq!(rhythm(&pieces[..4]), None, "too few to tell");
    }

    #[test]
    fn two_taps_and_taps_to_both_sides_are_no_burst() {
        let pieces = ["L....L....R....R....L"; 9];
        assert_eq!(rhythm(&pieces), None);
    }

    #[test]
    fn directions_held_are_autoshift() {
        let pieces = [
            "LLLLLLLLLLLLLLLLLLLLLLLL...",
            "R...R..RRRRRRRRRRRRRRRRRRR...",
        ]
        .repeat(4);
        assert_eq!(rhythm(&pieces), Some(Rhythm::Autoshift));
    }
}

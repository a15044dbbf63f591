//! Taps to the left and right: number, speed and delay.

use crate::rules::{Buttons, Region};

/// Number of frames without a tap after which a new burst starts.
///
/// Source: the Hz display of TetrisGYM.
pub(in crate::session) const PAUSE: u8 = 16;
/// Maximum number of taps in a burst.
const TAPS_MAX: u8 = 15;
/// Longest delay to report, in frames.
const DELAY_MAX: u8 = 15;
/// A tap counts as too early if it comes at most this many frames before the piece is under control.
const EARLY: i8 = 3;
/// Minimum number of taps for a meaningful speed.
const FAST_TAPS: u8 = 3;

/// Statistics of the taps in a console game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taps {
    region: Region,
    all: u64,
    bursts: u64,
    burst: Option<Burst>,
    fastest: Option<Burst>,
    /// True once the current piece has been tapped, so that its next tap can continue the burst.
    goes_on: bool,
    /// Number of frames since the last tap.
    pause: u8,
    /// Number of frames that the current piece has been under control before its first tap.
    frames: u8,
    delay: Option<i8>,
    /// Number of frames since a tap that came before the piece was under control.
    early: Option<i8>,
}

/// Burst: quick taps to one side during one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// True if the taps go to the right.
    pub is_right: bool,
    /// Number of taps, 1-15.
    pub taps: u8,
    /// Number of frames from the first tap to the last tap.
    pub frames: u16,
    region: Region,
}

impl Burst {
    /// Returns the taps per second, rounded down to hundredths, or `None` for a single tap.
    ///
    /// Source: the Hz display of TetrisGYM: 6010 (NTSC) or 5001 (PAL) hundredths, times the taps after the first,
    /// divided by the frames.
    pub fn hz(&self) -> Option<f64> {
        self.hundredths().map(|hz| f64::from(hz) / 100.0)
    }

    /// Returns the taps per second in hundredths, or `None` for a single tap.
    pub fn hundredths(&self) -> Option<u32> {
        let frames_in_100_seconds = match self.region {
            Region::Ntsc => 6_010,
            Region::Pal => 5_001,
        };
        let intervals = u32::from(self.taps.saturating_sub(1));
        (frames_in_100_seconds * intervals)
            .checked_div(self.frames.into())
            .filter(|_| intervals > 0)
    }
}

impl Taps {
    pub(in crate::session) const fn new(region: Region) -> Taps {
        Taps {
            region,
            all: 0,
            bursts: 0,
            burst: None,
            fastest: None,
            goes_on: false,
            pause: PAUSE,
            frames: 0,
            delay: None,
            early: None,
        }
    }

    /// Counts a frame in which no piece is under control. `new` are the newly pressed buttons.
    pub(super) fn wait(&mut self, new: Buttons) {
        let early = self.early.map(|frames| frames + 1);
        self.early = early.filter(|&frames| frames <= EARLY);
        if self.early.is_none() && side(new).is_some() {
            self.early = Some(1);
        }
    }

    /// Starts counting for a new piece, which is under control from the next frame on.
    pub(super) fn begin_piece(&mut self) {
        self.goes_on = false;
        self.pause = PAUSE;
        self.frames = 0;
        self.delay = self.early.take().map(|frames| -frames);
    }

    /// Follows a frame under control, with these newly pressed buttons.
    pub(in crate::session) fn control(&mut self, new: Buttons) {
        self.pause = PAUSE.min(self.pause + 1);
        match side(new) {
            Some(is_right) => self.tap(is_right),
            None => self.frames = DELAY_MAX.min(self.frames + 1),
        }
    }

    fn tap(&mut self, is_right: bool) {
        self.all += 1;
        self.delay.get_or_insert(self.frames as i8);
        let goes_on = self.goes_on && self.pause < PAUSE;
        let burst = self
            .burst
            .filter(|burst| goes_on && burst.is_right == is_right && burst.taps < TAPS_MAX);
        let burst = match burst {
            Some(burst) => Burst {
                taps: burst.taps + 1,
                frames: burst.frames + u16::from(self.pause),
                ..burst
            },
            None => {
                self.bursts += 1;
                Burst {
                    is_right,
                    taps: 1,
                    frames: 0,
                    region: self.region,
                }
            }
        };
        self.burst = Some(burst);
        self.goes_on = true;
        self.pause = 0;
        let hz = |burst: Burst| burst.hundredths();
        if burst.taps >= FAST_TAPS && hz(burst) > self.fastest.and_then(hz) {
            self.fastest = Some(burst);
        }
    }

    /// Returns the number of taps in the whole game.
    pub const fn all(&self) -> u64 {
        self.all
    }

    /// Returns the number of bursts in the whole game.
    pub const fn bursts(&self) -> u64 {
        self.bursts
    }

    /// Returns the latest burst. A new burst starts with a piece's first tap, with a tap to the other side, after 16
    /// frames without a tap, or with the 16th tap.
    ///
    /// Source: the Hz display of TetrisGYM.
    pub const fn burst(&self) -> Option<Burst> {
        self.burst
    }

    /// Returns the fastest burst of at least three taps.
    pub const fn fastest(&self) -> Option<Burst> {
        self.fastest
    }

    /// Returns the number of frames under control before the current piece's first tap, 0-15. If the tap came one to
    /// three frames too early, returns -1 to -3. `None` before the first tap.
    ///
    /// Source: the Hz display of TetrisGYM.
    pub const fn delay(&self) -> Option<i8> {
        self.delay
    }
}

/// Returns the side of a tap: `true` for right, `false` for left. `None` if both directions or none of them were
/// pressed.
fn side(new: Buttons) -> Option<bool> {
    match (new.has(Buttons::LEFT), new.has(Buttons::RIGHT)) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a piece that is under control from frame 0 on. `at` lists the frames with newly pressed buttons.
    fn tapped(taps: &mut Taps, at: &[(u32, Buttons)]) {
        taps.begin_piece();
        let last = at.last().map_or(0, |&(frame, _)| frame);
        for frame in 0..=last {
            let new = at.iter().find(|&&(tap, _)| tap == frame);
            taps.control(new.map_or(Buttons::NONE, |&(_, new)| new));
        }
    }

    fn left(frames: &[u32]) -> Taps {
        let mut taps = Taps::new(Region::Ntsc);
        let at: Vec<_> = frames.iter().map(|&frame| (frame, Buttons::LEFT)).collect();
        tapped(&mut taps, &at);
        taps
    }

    #[test]
    fn four_taps_in_seven_frames_are_25_75_hz() {
        let taps = left(&[5, 7, 10, 12]);
        let burst = taps.burst().unwrap();
        assert_eq!(burst.hz(), Some(25.75));
        assert_eq!((burst.taps, burst.frames, burst.is_right), (4, 7, false));
        assert_eq!((taps.delay(), taps.fastest()), (Some(5), Some(burst)));
        assert_eq!(left(&[5]).burst().unwrap().hz(), None);
        let mut pal = Taps::new(Region::Pal);
        tapped(
            &mut pal,
            &[5, 7, 10, 12].map(|frame| (frame, Buttons::RIGHT)),
        );
        // 5001 hundredths x 3 / 7 = 2143 hundredths.
        assert_eq!(pal.burst().unwrap().hz(), Some(21.43));
    }

    #[test]
    fn a_burst_ends_at_a_turn_a_pause_sixteen_taps_or_a_spawn() {
        let of = |taps: &Taps| (taps.bursts(), taps.burst().unwrap().taps);
        assert_eq!(of(&left(&[0, 15])), (1, 2));
        assert_eq!(of(&left(&[0, 16])), (2, 1));
        let many: Vec<u32> = (0..16).map(|tap| 4 * tap).collect();
        assert_eq!(of(&left(&many[..15])), (1, 15));
        assert_eq!(of(&left(&many)), (2, 1));
        let mut both = Taps::new(Region::Ntsc);
        tapped(&mut both, &[(0, Buttons::LEFT), (3, Buttons::RIGHT)]);
        assert_eq!(of(&both), (2, 1));
        assert!(both.burst().unwrap().is_right);
        tapped(&mut both, &[(0, Buttons::RIGHT)]);
        assert_eq!((of(&both), both.all()), ((3, 1), 3));
        tapped(&mut both, &[(0, Buttons::LEFT | Buttons::RIGHT)]);
        assert_eq!(
            both.all(),
            3,
            "left and right pressed together are not a tap"
        );
    }

    #[test]
    fn the_delay_is_at_most_fifteen_and_negative_for_a_tap_too_early() {
        assert_eq!(left(&[0]).delay(), Some(0));
        assert_eq!(left(&[40]).delay(), Some(15));
        assert_eq!(left(&[]).delay(), None);
        // Pairs of the number of frames without control after the tap, and the expected delay.
        for (after, delay) in [(0, Some(-1)), (1, Some(-2)), (2, Some(-3)), (3, None)] {
            let mut taps = Taps::new(Region::Ntsc);
            taps.wait(Buttons::LEFT);
            (0..after).for_each(|_| taps.wait(Buttons::NONE));
            taps.begin_piece();
            assert_eq!(taps.delay(), delay, "{after}");
            taps.control(Buttons::LEFT);
            assert_eq!(taps.delay(), delay.or(Some(0)));
        }
    }
}

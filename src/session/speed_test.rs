//! Test of how fast and how evenly a player taps to the left or right, outside a game.

use crate::rules::{Buttons, Region};

use super::game_stats::taps::{Burst, PAUSE, Taps};

/// Speed test that runs frame by frame.
#[derive(Clone, Debug)]
pub struct SpeedTest {
    taps: Taps,
    /// Number of frames between the taps of the current burst.
    gaps: Vec<u8>,
    /// Number of frames since the last tap.
    pause: u8,
    last: Vec<TimedBurst>,
    best: Option<TimedBurst>,
}

/// Burst of at least two taps, with its evenness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedBurst {
    /// The burst.
    pub burst: Burst,
    /// Smallest number of frames between two of its taps, 1-15.
    pub shortest: u8,
    /// Largest number of frames between two of its taps, 1-15.
    pub longest: u8,
}

impl SpeedTest {
    /// Minimum number of taps in a burst that counts. Shorter bursts reach high speeds too easily.
    pub const TAPS_MIN: u8 = 5;
    /// Number of latest bursts to store.
    pub const LAST: usize = 10;

    /// Returns a test without taps, at the frame rate of this region.
    pub fn new(region: Region) -> SpeedTest {
        SpeedTest {
            taps: Taps::new(region),
            gaps: Vec::new(),
            pause: PAUSE,
            last: Vec::new(),
            best: None,
        }
    }

    /// Runs one frame with these newly pressed buttons. Returns the burst that ends in this frame, if it counts. A
    /// burst ends after 16 frames without a tap, with a tap to the other side, or with the 16th tap.
    pub fn step(&mut self, new: Buttons) -> Option<TimedBurst> {
        let (all, before) = (self.taps.all(), self.burst());
        self.pause = PAUSE.min(self.pause + 1);
        self.taps.control(new);
        if self.taps.all() == all {
            return (self.pause == PAUSE).then(|| self.end(before)).flatten();
        }
        let gap = std::mem::take(&mut self.pause);
        if self.taps.burst().is_some_and(|burst| burst.taps > 1) {
            self.gaps.push(gap);
            return None;
        }
        self.end(before)
    }

    fn end(&mut self, ended: Option<TimedBurst>) -> Option<TimedBurst> {
        self.gaps.clear();
        let ended = ended.filter(|ended| ended.burst.taps >= SpeedTest::TAPS_MIN)?;
        if self.last.len() == SpeedTest::LAST {
            self.last.remove(0);
        }
        self.last.push(ended);
        let hz = |timed: TimedBurst| timed.burst.hundredths();
        if hz(ended) > self.best.and_then(hz) {
            self.best = Some(ended);
        }
        Some(ended)
    }

    /// Returns the current burst. `None` before its second tap and after its end.
    pub fn burst(&self) -> Option<TimedBurst> {
        Some(TimedBurst {
            burst: self.taps.burst()?,
            shortest: *self.gaps.iter().min()?,
            longest: *self.gaps.iter().max()?,
        })
    }

    /// Returns the number of frames between the taps of the current burst, oldest first.
    pub fn gaps(&self) -> &[u8] {
        &self.gaps
    }

    /// Returns the latest bursts that count, oldest first.
    pub fn last(&self) -> &[TimedBurst] {
        &self.last
    }

    /// Returns the fastest burst that counts.
    pub const fn best(&self) -> Option<TimedBurst> {
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bursts that end during these frames. Each letter is one frame: `L`, `R`, or `.` for no tap.
    fn tapped(test: &mut SpeedTest, frames: &str) -> Vec<TimedBurst> {
        let new = frames.bytes().map(|letter| match letter {
            b'L' => Buttons::LEFT,
            b'R' => Buttons::RIGHT,
            _ => Buttons::NONE,
        });
        new.filter_map(|new| test.step(new)).collect()
    }

    #[test]
    fn a_burst_has_its_speed_and_its_shortest_and_longest_gap() {
        let mut test = SpeedTest::new(Region::Ntsc);
        assert_eq!(tapped(&mut test, "L....L...L.....L....L"), []);
        let on = test.burst().unwrap();
        assert_eq!((on.burst.taps, on.shortest, on.longest), (5, 4, 6));
        assert_eq!(test.gaps(), [5, 4, 6, 5]);
        // 6010 hundredths x 4 intervals / 20 frames = 1202 hundredths.
        assert_eq!(on.burst.hz(), Some(12.02));
        assert_eq!(tapped(&mut test, &".".repeat(15)), []);
        assert_eq!(tapped(&mut test, "."), [on]);
        assert_eq!((test.burst(), test.best()), (None, Some(on)));
        assert_eq!(test.last(), [on]);
    }

    #[test]
    fn four_taps_are_too_few_and_the_other_side_is_another_burst() {
        let mut test = SpeedTest::new(Region::Ntsc);
        assert_eq!(tapped(&mut test, "L.L.L.L................."), []);
        let ended = tapped(&mut test, "R..R..R..R..R..L");
        assert_eq!(ended.len(), 1);
        assert!(ended[0].burst.is_right && ended[0].burst.taps == 5);
        assert!(test.gaps().is_empty());
    }

    #[test]
    fn the_best_stays_and_the_last_ten_move_on() {
        let mut test = SpeedTest::new(Region::Pal);
        let fast = tapped(&mut test, "L.L.L.L.L................");
        for _ in 0..SpeedTest::LAST {
            tapped(&mut test, "L...L...L...L...L................");
        }
        assert_eq!(test.best(), fast.first().copied());
        assert_eq!(test.last().len(), SpeedTest::LAST);
        assert!(!test.last().contains(&fast[0]));
        assert_eq!(fast[0].burst.hundredths(), Some(2500));
    }
}

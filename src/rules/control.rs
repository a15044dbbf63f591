//! Control of the falling piece: a pure function runs one tick of shift, rotate and drop.

use super::buttons::{Buttons, Pad};
use super::hash::StateHash;
use super::motion::{Occupancy, Pose, Step};
use super::region::Region;

/// Input counters of the piece under control: autoshift, gravity, soft drop.
///
/// Source: `autorepeatX`, `fallTimer`, `autorepeatY` and `holdDownPoints` of the disassembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Control {
    /// Autoshift counter: number of frames for which a direction has been held. It carries over to the next piece and
    /// the next game.
    pub das: u8,
    /// Number of ticks since the piece last tried to fall. The game advances this timer in every play state.
    pub fall_timer: u8,
    /// Counter of the Down button. Negative while the first piece hangs at the top, 0 until Down is pressed, then the
    /// number of frames since the last soft drop, from 1.
    pub down: i8,
    /// Number of rows by which holding Down has pushed the piece. If the player leaves a game early, the number is not
    /// reset.
    pub pushes: u8,
    /// True if pieces fall two rows at once from [`Control::DOUBLE_LEVEL`] on, as in tournaments.
    ///
    /// The cartridge does not do this. The setting lasts for one game.
    pub double_killscreen: bool,
    /// Autoshift delay in frames, if training overrides the console's delay.
    ///
    /// The setting lasts for one game.
    pub autoshift_frames: Option<u8>,
}

/// Effects of one tick of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ControlEffects {
    /// True if the piece moved left or right.
    pub shifted: bool,
    /// True if the piece turned. An O counts as turned although it looks unchanged.
    pub rotated: bool,
    /// True if the piece has come to rest: it tried to fall and could not.
    pub rests: bool,
}

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const DIRECTIONS: Buttons = SIDEWAYS.with(Buttons::UP).with(Buttons::DOWN);
/// Value of the Down counter at which the piece is pushed down a row.
const PUSH_FRAMES: i8 = 3;

impl Control {
    /// Level of the double killscreen, ten above [`Control::KILLSCREEN_LEVEL`].
    ///
    /// Source: the rules of the Classic Tetris World Championship from 2023 on.
    pub const DOUBLE_LEVEL: u8 = 39;

    /// First level at which pieces fall in every frame.
    ///
    /// Source: gravity table of the disassembly.
    pub const KILLSCREEN_LEVEL: u8 = 29;

    /// Returns the number of rows that a piece falls at once at `level`.
    #[inline]
    pub const fn rows_at_once(&self, level: u8) -> u8 {
        1 + (self.double_killscreen && level >= Control::DOUBLE_LEVEL) as u8
    }

    /// Prepares for a new game: the first piece hangs for a while. The autoshift counter and the pushes are not reset.
    pub const fn begin_game(&mut self, region: Region) {
        self.fall_timer = 0;
        self.down = -region.first_piece_delay_frames();
        self.double_killscreen = false;
        self.autoshift_frames = None;
    }

    /// Prepares for the next piece.
    pub const fn begin_piece(&mut self) {
        self.fall_timer = 0;
        self.down = 0;
    }

    /// Runs one tick of control: shift, then rotate, then drop, each at most once.
    ///
    /// The caller must already have advanced the fall timer for this tick.
    ///
    /// Source: the disassembly's `shift_tetrimino`, `rotate_tetrimino` and `drop_tetrimino`.
    #[inline]
    pub fn tick(
        &mut self,
        pose: &mut Pose,
        pad: Pad,
        level: u8,
        region: Region,
        field: &impl Occupancy,
    ) -> ControlEffects {
        ControlEffects {
            shifted: self.shift(pose, pad, region, field),
            rotated: rotate(pose, pad, field),
            rests: self.drop(pose, pad, level, region, field),
        }
    }

    /// Shifts the piece and returns whether it moved.
    ///
    /// Holding Down freezes the autoshift counter. A newly pressed direction shifts at once; a direction still held
    /// waits for the counter. A blocked shift charges the counter fully. Right takes precedence over Left.
    #[inline]
    fn shift(&mut self, pose: &mut Pose, pad: Pad, region: Region, field: &impl Occupancy) -> bool {
        if pad.held.has(Buttons::DOWN) {
            return false;
        }
        let delay = match self.autoshift_frames {
            None => region.autoshift_delay_frames(),
            Some(frames) => frames,
        };
        if pad.new.has(SIDEWAYS) {
            self.das = 0;
        } else if pad.held.has(SIDEWAYS) {
            self.das = self.das.wrapping_add(1);
            if self.das < delay {
                return false;
            }
            self.das = region.autoshift_reload();
        } else {
            return false;
        }
        let step = if pad.held.has(Buttons::RIGHT) {
            Step::Right
        } else {
            Step::Left
        };
        match pose.step(step, field) {
            Some(shifted) => {
                *pose = shifted;
                true
            }
            None => {
                self.das = delay;
                false
            }
        }
    }

    /// Drops the piece and returns whether it has come to rest: it tried to fall, by Down or by gravity, and could not.
    #[inline]
    fn drop(
        &mut self,
        pose: &mut Pose,
        pad: Pad,
        level: u8,
        region: Region,
        field: &impl Occupancy,
    ) -> bool {
        if self.down < 0 {
            if !pad.new.has(Buttons::DOWN) {
                self.down += 1;
                return false;
            }
            self.down = 0;
        }
        if !self.is_pushed(pad) {
            let late = self.fall_timer.wrapping_sub(region.gravity_frames(level));
            if late & 0x80 != 0 {
                return false;
            }
        }
        self.fall_timer = 0;
        for _ in 0..self.rows_at_once(level) {
            match pose.step(Step::Down, field) {
                Some(fallen) => *pose = fallen,
                None => return true,
            }
        }
        false
    }

    /// Advances the Down counter and returns whether the piece is pushed down a row in this tick.
    #[inline]
    fn is_pushed(&mut self, pad: Pad) -> bool {
        if self.down == 0 {
            if !pad.held.has(SIDEWAYS) && pad.new.only(DIRECTIONS) == Buttons::DOWN {
                self.down = 1;
            }
            return false;
        }
        if pad.held.only(DIRECTIONS) != Buttons::DOWN {
            self.down = 0;
            self.pushes = 0;
            return false;
        }
        self.down += 1;
        if self.down < PUSH_FRAMES {
            return false;
        }
        self.down = 1;
        self.pushes = self.pushes.wrapping_add(1);
        true
    }

    /// Adds the counters to a state hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        hash.bytes(&[self.das, self.fall_timer, self.down as u8, self.pushes]);
        if self.double_killscreen {
            hash.bytes(&[1]);
        }
        if let Some(frames) = self.autoshift_frames {
            hash.bytes(&[2, frames]);
        }
    }
}

/// Turns the piece if there is room: clockwise on a newly pressed A, otherwise counter-clockwise on a newly pressed B.
#[inline]
fn rotate(pose: &mut Pose, pad: Pad, field: &impl Occupancy) -> bool {
    let step = if pad.new.has(Buttons::A) {
        Step::Clockwise
    } else if pad.new.has(Buttons::B) {
        Step::Counterclockwise
    } else {
        return false;
    };
    match pose.step(step, field) {
        Some(turned) => {
            *pose = turned;
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Piece};

    /// Lets an O fall for one tick above a floor that begins at row `floor`. Returns the row of its pivot and whether
    /// it rests.
    fn falls(double_killscreen: bool, level: u8, floor: i8) -> (i8, bool) {
        let mut board = Board::EMPTY;
        for x in 0..10 {
            board.insert(x, floor);
        }
        let mut control = Control {
            fall_timer: 1,
            double_killscreen,
            ..Control::default()
        };
        let mut pose = Pose::spawn(Piece::O);
        let done = control.tick(&mut pose, Pad::default(), level, Region::Ntsc, &board);
        (pose.y, done.rests)
    }

    #[test]
    fn at_the_double_killscreen_a_piece_falls_two_rows_and_rests_where_either_fails() {
        // An O with its pivot in row y also fills row y + 1.
        assert_eq!(falls(true, 39, 19), (2, false));
        assert_eq!(falls(true, 39, 4), (2, false));
        assert_eq!(falls(true, 39, 3), (1, true));
        assert_eq!(falls(true, 39, 2), (0, true));
        assert_eq!(falls(true, 38, 19), (1, false));
        assert_eq!(falls(false, 39, 19), (1, false), "the cartridge");
        assert_eq!(falls(false, 255, 3), (1, false), "the cartridge");
    }
}

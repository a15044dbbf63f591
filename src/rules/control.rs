//! A piece under control: one pure tick of shift, rotate and drop.

use super::buttons::{Buttons, Pad};
use super::hash::StateHash;
use super::motion::{Occupancy, Pose, Step};
use super::region::Region;

/// The counters behind the buttons.
///
/// Source: `autorepeatX`, `fallTimer`, `autorepeatY` and `holdDownPoints` of the disassembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Control {
    /// The autoshift counter, in frames a direction has been held. It outlives pieces and games.
    pub das: u8,
    /// Ticks since the piece last tried to fall. The game counts it in every play state.
    pub fall_timer: u8,
    /// The Down counter: negative while the first piece hangs, 0 before Down is pressed, then the
    /// frames since the last soft drop, from 1.
    pub down: i8,
    /// Rows the piece was pushed down by holding Down. It outlives a game that is left early.
    pub pushes: u8,
    /// Whether pieces fall two rows at once from [`Control::DOUBLE_LEVEL`] on, as tournaments have it.
    /// The cartridge does not; it holds for a game.
    pub double_killscreen: bool,
    /// Frames a direction is held before a piece shifts by itself, where training has another number than
    /// the console. It holds for a game.
    pub autoshift_frames: Option<u8>,
}

/// What one tick of control did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Controlled {
    /// The piece moved left or right.
    pub shifted: bool,
    /// The piece turned; an O counts as turned though it looks the same.
    pub rotated: bool,
    /// The piece tried to fall and could not: it rests.
    pub rests: bool,
}

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const DIRECTIONS: Buttons = SIDEWAYS.with(Buttons::UP).with(Buttons::DOWN);
/// The Down counter's value at which the piece is pushed down a row.
const PUSH_FRAMES: i8 = 3;

impl Control {
    /// The level of the double killscreen: ten after that from which on pieces fall in every frame.
    ///
    /// Source: the rules of the Classic Tetris World Championship from 2023 on.
    pub const DOUBLE_LEVEL: u8 = 39;

    /// The level from which on pieces fall in every frame.
    ///
    /// Source: gravity table of the disassembly.
    pub const KILLSCREEN_LEVEL: u8 = 29;

    /// Rows a piece falls at once at a level.
    #[inline]
    pub const fn rows_at_once(&self, level: u8) -> u8 {
        1 + (self.double_killscreen && level >= Control::DOUBLE_LEVEL) as u8
    }

    /// Gets ready for a game: the first piece hangs for a while. Autoshift and pushes stay.
    pub const fn begin_game(&mut self, region: Region) {
        self.fall_timer = 0;
        self.down = -region.first_piece_delay_frames();
        self.double_killscreen = false;
        self.autoshift_frames = None;
    }

    /// Gets ready for the next piece.
    pub const fn begin_piece(&mut self) {
        self.fall_timer = 0;
        self.down = 0;
    }

    /// One tick of control: shift, then rotate, then drop, each at most once.
    ///
    /// The fall timer must have been counted up for this tick already.
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
    ) -> Controlled {
        Controlled {
            shifted: self.shift(pose, pad, region, field),
            rotated: rotate(pose, pad, field),
            rests: self.drop(pose, pad, level, region, field),
        }
    }

    /// Down held freezes the counter; a new direction shifts at once; a held one by the counter.
    /// A blocked shift charges the counter fully. Right wins over Left.
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

    /// Whether the piece rests: it was to fall, by Down or by its weight, and could not.
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

    /// Counts Down; whether the piece is pushed down a row in this tick.
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

    /// Adds the counters to a fingerprint.
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

/// A new A turns clockwise, otherwise a new B counter-clockwise, if there is room.
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

    /// The row of an O over a floor of rows from `floor` on after a tick, and whether it rests.
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
        // An O with its pivot in row y fills row y + 1, too.
        assert_eq!(falls(true, 39, 19), (2, false));
        assert_eq!(falls(true, 39, 4), (2, false));
        assert_eq!(falls(true, 39, 3), (1, true));
        assert_eq!(falls(true, 39, 2), (0, true));
        assert_eq!(falls(true, 38, 19), (1, false));
        assert_eq!(falls(false, 39, 19), (1, false), "the cartridge");
        assert_eq!(falls(false, 255, 3), (1, false), "the cartridge");
    }
}

//! Differences between the two releases of the cartridge, for 60 and for 50 frames per second.

use super::level::gravity_frames;

/// Release of the cartridge.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize,
)]
pub enum Region {
    /// North America: 60.0988 frames a second.
    #[default]
    Ntsc,
    /// Europe: 50.007 frames a second.
    Pal,
}

/// Number of video frames (PAL) for which a piece stays on each row, by level. The last entry applies to all higher
/// levels.
///
/// Source: gravity table of the disassembly's PAL build; tetris.wiki, "Level speeds".
const PAL_GRAVITY_FRAMES: [u8; 20] = [
    36, 32, 29, 25, 22, 18, 15, 11, 7, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1,
];

impl Region {
    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Region::Ntsc => "ntsc",
            Region::Pal => "pal",
        }
    }

    /// Returns the number of video frames for which a falling piece stays on each row at `level`.
    #[inline]
    pub const fn gravity_frames(self, level: u8) -> u8 {
        let last = PAL_GRAVITY_FRAMES.len() - 1;
        match self {
            Region::Ntsc => gravity_frames(level),
            Region::Pal if (level as usize) < last => PAL_GRAVITY_FRAMES[level as usize],
            Region::Pal => PAL_GRAVITY_FRAMES[last],
        }
    }

    /// Returns the number of frames for which a direction must be held until it shifts the piece again. A blocked shift
    /// sets the autoshift counter to this number.
    ///
    /// Source: the disassembly's `DAS_RESET`.
    #[inline]
    pub const fn autoshift_delay_frames(self) -> u8 {
        match self {
            Region::Ntsc => 16,
            Region::Pal => 12,
        }
    }

    /// Returns the value of the autoshift counter after a shift. From this value on, the piece shifts every 6 frames
    /// (NTSC) or 4 frames (PAL).
    ///
    /// Source: the disassembly's `DAS_DELAY`.
    #[inline]
    pub const fn autoshift_reload(self) -> u8 {
        match self {
            Region::Ntsc => 10,
            Region::Pal => 8,
        }
    }

    /// Returns the number of frames in which the first piece of a game does not fall.
    ///
    /// Source: the disassembly's `INITIAL_AUTOREPEAT_Y`, as a negative number.
    pub const fn first_piece_delay_frames(self) -> i8 {
        match self {
            Region::Ntsc => 96,
            Region::Pal => 76,
        }
    }

    /// Returns the number of frames for which the legal screen ignores Start. After twice this number it ends by
    /// itself.
    ///
    /// Source: the disassembly's `LEGAL_SLEEP_TIME`.
    pub const fn legal_frames(self) -> u16 {
        match self {
            Region::Ntsc => 255,
            Region::Pal => 204,
        }
    }

    /// Returns the blink period of a menu cursor in frames. The cursor is hidden in one frame of each period.
    ///
    /// Source: the disassembly's `MENU_CURSOR_MASK` plus one.
    pub const fn blink_frames(self) -> u16 {
        match self {
            Region::Ntsc => 4,
            Region::Pal => 2,
        }
    }

    /// Returns the three pauses of an ending in frames: before a scene, between its parts, and for each hundred
    /// points of a bonus.
    ///
    /// Source: the disassembly's `ENDING_SLEEP_TIME_1` to `_3`.
    pub const fn ending_frames(self) -> [u8; 3] {
        match self {
            Region::Ntsc => [128, 64, 2],
            Region::Pal => [102, 51, 1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pal_pieces_fall_faster_by_frames() {
        let levels = [0, 9, 10, 13, 16, 18, 19, 28, 29, 255];
        let frames = levels.map(|level| Region::Pal.gravity_frames(level));
        assert_eq!(frames, [36, 5, 4, 3, 2, 2, 1, 1, 1, 1]);
        let frames = levels.map(|level| Region::Ntsc.gravity_frames(level));
        assert_eq!(frames, [48, 6, 5, 4, 3, 3, 2, 2, 1, 1]);
    }
}

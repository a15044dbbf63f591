//! The cartridge's bugs that this replica keeps, one function each.
//!
//! Some live where their tables or memory are; they are listed here to be found:
//!
//! | bug | function |
//! | --- | --- |
//! | rows above the field are the end of its memory page | [`Page::write`](crate::rules::Page::write) |
//! | a complete top row shifts the whole page and counts twice | [`Page::remove_top_row`](crate::rules::Page::remove_top_row) |
//! | soft drop points are added in binary to decimal digits | [`Score::add_soft_drop`](crate::rules::Score::add_soft_drop) |
//! | a B-type bonus passes the limit of the score | [`Score::add_bonus`](crate::rules::Score::add_bonus) |
//! | the level is compared with the lines read as hexadecimal | [`LineCounter::count`](crate::rules::LineCounter::count) |
//! | past level 29 the shown number comes from other data | [`level_digits`] |
//! | past level 137 the colours come from program code | [`level_colours`](crate::rules::level::level_colours) |
//! | row 0 is not blanked in the line-clear animation | [`is_animated`] |
//! | the wall may flash in the next game | [`wall_flashes`] |
//! | lines found before a reset count in the next game | [`one_more_line`] |
//! | Left, Right and Down together halve the game's speed | [`takes_two_frames`] |
//! | a step of the program may wait a frame by accident | [`waits_by_accident`] |
//! | only one row of the field decides the music's speed | [`wants_fast_music`] |
//! | levels 10-19 get the bonus of levels 0-9 | [`bonus_digit`] |
//!
//! What comes of the time that the score routine takes at the highest levels is in
//! [`score_time`](crate::engine::score_time). Left out on purpose: what the cartridge reads behind its
//! points table when more than four lines are counted at once.

use crate::rules::level::level_digits;
use crate::rules::{Buttons, Cell, Page};

/// Whether a completed row goes blank on the screen: the list of rows uses 0 for "none".
///
/// Source: the disassembly's line-clear animation.
pub const fn is_animated(row: u8) -> bool {
    row != 0
}

/// Whether the wall is white in a frame: four lines are noted, and the frame counter's last two
/// bits are 0. A reset leaves the note standing, so the next game begins flashing.
///
/// Source: the disassembly's vertical blank routine; TetrisNESBugfix.
#[inline]
pub const fn wall_flashes(completed_lines: u8, frame: u16) -> bool {
    completed_lines == 4 && frame.is_multiple_of(4)
}

/// The number of completed lines after one more. A reset between row check and score leaves the
/// number standing, so they count with the next game's first piece.
///
/// The replica stops at four, see the module.
///
/// Source: the disassembly's set-up, which does not clear `completedLines`.
pub const fn one_more_line(completed_lines: u8) -> u8 {
    if completed_lines < 4 {
        completed_lines + 1
    } else {
        4
    }
}

/// Whether a tick takes a second frame: exactly Left, Right and Down are held. In that frame only
/// Start is looked at, and no sprites are prepared.
///
/// Their sum, 7, is also the number of the main loop's next step, and the loop waits whenever the
/// value last handled equals that number.
///
/// Source: the disassembly's main loop; meta_nestris.
#[inline]
pub const fn takes_two_frames(held: Buttons) -> bool {
    held.bits() == 7
}

/// Whether leaving a screen takes a frame more: the value the program last handled equals the
/// number of the step the last game was left in, see [`takes_two_frames`].
///
/// Source: the disassembly's main loop.
pub const fn waits_by_accident(last_value: u8, mode_step: u8) -> bool {
    last_value == mode_step
}

/// Whether the music is to be fast: the sixth row from the top is not empty. A stack that reaches
/// higher but leaves that row empty does not count.
///
/// Source: the disassembly's music speed routine.
pub fn wants_fast_music(page: &Page) -> bool {
    page.row(5).iter().any(|&cell| cell != Cell::EMPTY)
}

/// The digit of the level that a B-type bonus is counted by: the last one shown.
///
/// Source: the disassembly's B-type ending.
pub const fn bonus_digit(level: u8) -> u8 {
    level_digits(level)[1]
}

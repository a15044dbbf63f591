//! Bugs of the cartridge that this replica reproduces, one function each.
//!
//! A bug of a table or a memory layout is implemented next to that table or layout. Complete list:
//!
//! | bug | function |
//! | --- | --- |
//! | the end of the field's memory page stores the rows above the field | [`PlayfieldMemory::write`](crate::rules::PlayfieldMemory::write) |
//! | a complete top row shifts the whole page and counts twice | [`PlayfieldMemory::remove_top_row`](crate::rules::PlayfieldMemory::remove_top_row) |
//! | soft drop points are added in binary to decimal digits | [`Score::add_soft_drop`](crate::rules::Score::add_soft_drop) |
//! | a B-type bonus can exceed the limit of the score | [`Score::add_bonus`](crate::rules::Score::add_bonus) |
//! | the level is compared with the lines read as hexadecimal | [`LineCounter::count`](crate::rules::LineCounter::count) |
//! | past level 29 the shown number comes from other data | [`level_digits`] |
//! | past level 137 the colours come from program code | [`level_colours`](crate::rules::level::level_colours) |
//! | row 0 is not blanked in the line-clear animation | [`is_animated`] |
//! | the wall flashes at the start of a game after a reset | [`wall_flashes`] |
//! | lines found before a reset count in the next game | [`one_more_line`] |
//! | Left, Right and Down together halve the game's speed | [`takes_two_frames`] |
//! | leaving a screen may take an extra frame by accident | [`waits_by_accident`] |
//! | only one row of the field decides the music's speed | [`wants_fast_music`] |
//! | levels 10-19 get the bonus of levels 0-9 | [`bonus_digit`] |
//!
//! The effects of the score routine's running time at the highest levels are in
//! [`score_time`](crate::engine::score_time). One bug is left out on purpose: with more than four lines at once, the
//! cartridge reads past its points table.

use crate::rules::level::level_digits;
use crate::rules::{Buttons, Cell, PlayfieldMemory};

/// Returns whether the animation blanks a completed row. It does not blank row 0, because the list of rows uses 0 for
/// "none".
///
/// Source: the disassembly's line-clear animation.
pub const fn is_animated(row: u8) -> bool {
    row != 0
}

/// Returns whether the wall is white in a frame: four completed lines are stored, and the frame counter is a multiple
/// of four. A reset does not clear the stored lines, so the next game begins with a flash.
///
/// Source: the disassembly's vertical blank routine; TetrisNESBugfix.
#[inline]
pub const fn wall_flashes(completed_lines: u8, frame: u16) -> bool {
    completed_lines == 4 && frame.is_multiple_of(4)
}

/// Returns the number of completed lines after another line is completed. A reset between row check and score does not
/// clear the number, so the lines count with the first piece of the next game.
///
/// The replica's number never exceeds four, see the module documentation.
///
/// Source: the disassembly's set-up, which does not clear `completedLines`.
pub const fn one_more_line(completed_lines: u8) -> u8 {
    if completed_lines < 4 {
        completed_lines + 1
    } else {
        4
    }
}

/// Returns whether this tick takes two frames, which happens when exactly Left, Right and Down are held. The second
/// frame reacts only to Start and prepares no sprites.
///
/// The main loop compares the last value it handled with the number of its next step, and waits for another frame if
/// they are equal. Here the last value is the held buttons: the bits of Left, Right and Down add up to 7, the number of
/// the next step.
///
/// Source: the disassembly's main loop; meta_nestris.
#[inline]
pub const fn takes_two_frames(held: Buttons) -> bool {
    held.bits() == 7
}

/// Returns whether leaving a screen takes an extra frame. `last_value` is the last value that the program handled.
/// `mode_step` is the step of the main loop in which the last game or demo ended. If the two are equal, the main loop
/// waits for another frame, as in [`takes_two_frames`].
///
/// Source: the disassembly's main loop.
pub const fn waits_by_accident(last_value: u8, mode_step: u8) -> bool {
    last_value == mode_step
}

/// Returns whether the music must be fast: the sixth row from the top is not empty. A higher stack whose sixth row is
/// empty does not make it fast.
///
/// Source: the disassembly's music speed routine.
pub fn wants_fast_music(page: &PlayfieldMemory) -> bool {
    page.row(5).iter().any(|&cell| cell != Cell::EMPTY)
}

/// Returns the last digit of the level as shown, which scales a B-type bonus.
///
/// Source: the disassembly's B-type ending.
pub const fn bonus_digit(level: u8) -> u8 {
    level_digits(level)[1]
}

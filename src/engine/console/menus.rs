//! The screens before a game: legal screen, title, type menu and level menu.
//!
//! Each function runs one pass of the program through its screen and returns the next destination, if any. A button has
//! an effect only if no other button is newly pressed.
//!
//! Source: the disassembly's `gameMode_legalScreen` to `gameMode_levelMenu`.

use super::{Destination, Move};
use crate::engine::event::{Event, Events};
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::view::MenuView;
use crate::rules::{Buttons, Region, StateHash};

/// Choices made in the menus. They persist from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct MenuChoices {
    pub(super) is_b_type: bool,
    /// Music 0-2, or 3 for none.
    pub(super) music: u8,
    /// Start level, 0-9 in the menus, 0-19 in a game.
    pub(super) level: u8,
    /// Height, 0-5.
    pub(super) height: u8,
    /// True if the level menu's cursor is on the height.
    pub(super) is_on_height: bool,
}

/// The last value that the cartridge's program handles before it leaves a screen, for each way out: Start, or B in the
/// level menu; B in the type menu; the timeout of the title screen; the end of the legal screen.
/// [`quirks::waits_by_accident`](crate::engine::quirks::waits_by_accident) explains the effect.
const AFTER_CONFIRM: u8 = 2;
const AFTER_BACK_TO_TITLE: u8 = 0;
const AFTER_TIMEOUT: u8 = 6;
const AFTER_LEGAL: u8 = 0x10;

/// High byte of the frame counter at which the title screen times out.
const TITLE_TIMEOUT: u16 = 5;

const LEVEL_MAX: u8 = 9;
const HEIGHT_MAX: u8 = 5;
/// Music choice for no music.
pub(super) const NO_TUNE: u8 = 3;

/// Runs pass number `pass` of the legal screen, from 0.
pub(super) fn legal(pass: u16, carry: &PersistentMemory, region: Region) -> Option<Move> {
    let frames = region.legal_frames();
    let left = pass == 2 * frames || (pass >= frames && carry.pad.new == Buttons::START);
    left.then_some(Move::new(Destination::Title, AFTER_LEGAL))
}

/// Runs pass number `pass` of the title screen, from 0. The first pass ignores all buttons.
pub(super) fn title(pass: u16, carry: &mut PersistentMemory, events: &mut Events) -> Option<Move> {
    if pass == 0 {
        carry.clear_frame_high();
        None
    } else if carry.pad.new == Buttons::START {
        events.insert(Event::MenuConfirmed);
        Some(Move::new(Destination::TypeMenu, AFTER_CONFIRM))
    } else if carry.frame >> 8 == TITLE_TIMEOUT {
        events.insert(Event::MenuConfirmed);
        Some(Move::new(Destination::Demo, AFTER_TIMEOUT))
    } else {
        None
    }
}

/// Runs a pass of the type menu.
pub(super) fn type_menu(
    choice: &mut MenuChoices,
    carry: &mut PersistentMemory,
    events: &mut Events,
) -> Option<Move> {
    match carry.pad.new {
        Buttons::RIGHT => choice.is_b_type = true,
        Buttons::LEFT => choice.is_b_type = false,
        Buttons::DOWN => choice.music = (choice.music + 1).min(NO_TUNE),
        Buttons::UP => choice.music = choice.music.saturating_sub(1),
        Buttons::START => {
            events.insert(Event::MenuConfirmed);
            return Some(Move::new(Destination::LevelMenu, AFTER_CONFIRM));
        }
        Buttons::B => {
            events.insert(Event::MenuConfirmed);
            carry.clear_frame_high();
            return Some(Move::new(Destination::Title, AFTER_BACK_TO_TITLE));
        }
        _ => return None,
    }
    events.insert(Event::MenuMoved);
    None
}

/// Runs a pass of the level menu. Each pass but the last draws two columns for the garbage of a two-player game, which
/// steps the shift register.
pub(super) fn level_menu(
    choice: &mut MenuChoices,
    carry: &mut PersistentMemory,
    events: &mut Events,
) -> Option<Move> {
    if choice.navigate(carry.pad.new) {
        events.insert(Event::MenuMoved);
    }
    if carry.pad.new == Buttons::START {
        if carry.pad.held == Buttons::A.with(Buttons::START) {
            choice.level += 10;
        }
        events.insert(Event::MenuConfirmed);
        return Some(Move::new(Destination::Game, AFTER_CONFIRM));
    }
    if carry.pad.new == Buttons::B {
        events.insert(Event::MenuConfirmed);
        return Some(Move::new(Destination::TypeMenu, AFTER_CONFIRM));
    }
    carry.draw_column();
    carry.draw_column();
    None
}

impl MenuChoices {
    /// Resets the level to its last digit and puts the cursor on it.
    pub(super) fn open_level_menu(&mut self) {
        self.level %= 10;
        self.is_on_height = false;
    }

    /// Moves the level menu's cursor. Returns whether the button makes a sound. It also makes one at an edge, where the
    /// cursor cannot move.
    fn navigate(&mut self, new: Buttons) -> bool {
        let (value, max, row) = if self.is_on_height {
            (&mut self.height, HEIGHT_MAX, 3)
        } else {
            (&mut self.level, LEVEL_MAX, 5)
        };
        match new {
            Buttons::RIGHT if *value < max => *value += 1,
            Buttons::LEFT if *value > 0 => *value -= 1,
            Buttons::DOWN if *value < row => *value += row,
            Buttons::UP if *value >= row => *value -= row,
            Buttons::A if self.is_b_type => self.is_on_height = !self.is_on_height,
            Buttons::RIGHT | Buttons::LEFT | Buttons::DOWN | Buttons::UP => {}
            _ => return false,
        }
        true
    }

    /// Returns the sprites that a pass prepares for the next frame.
    pub(super) fn view(&self, frame: u16, region: Region) -> MenuView {
        MenuView {
            is_b_type: self.is_b_type,
            music: self.music,
            level: self.level.min(LEVEL_MAX),
            height: self.height,
            is_on_height: self.is_on_height,
            has_cursors: true,
            is_cursor_lit: !frame.is_multiple_of(region.blink_frames()),
        }
    }

    pub(super) fn hash_into(self, hash: &mut StateHash) {
        hash.bytes(&[
            u8::from(self.is_b_type),
            self.music,
            self.level,
            self.height,
            u8::from(self.is_on_height),
        ]);
    }
}

//! Start of a pad game without its menus: the console runs unseen from power-on.
//!
//! This gives the game a complete history: its inputs since power-on are a movie that any emulator can play. The driver
//! chooses type, level and height in the menus, then goes back to the type menu with B. There it waits for the frame
//! from which the shift register reaches the seed exactly when the first piece is chosen.

use std::iter::repeat_n;

use crate::rules::randomizer::UnreachableSeed;
use crate::rules::{Buttons, Lfsr, Region};

use super::console::Console;
use super::pad_game::PadGame;
use super::screen::Screen;
use super::view::GameType;

/// Start of a pad game whose menus are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectStart {
    /// Release of the cartridge.
    pub region: Region,
    /// A-type, or B-type with a height of 0-5.
    pub game_type: GameType,
    /// First level. Levels from 20 on are set in the frame before the first tick, because the menus end at 19.
    pub level: u8,
    /// State of the shift register when the first piece is chosen. Bit 0 is ignored. The other bits must not all be 0,
    /// because the register never reaches that state.
    pub seed: u16,
}

/// Reason why a game cannot start with these values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DirectStartError {
    /// The menus do not offer this height.
    #[error("height {0} is out of range; allowed: 0-5")]
    Height(u8),
    /// The shift register never reaches the seed.
    #[error(transparent)]
    Seed(#[from] UnreachableSeed),
}

/// Number of steps of the shift register from Start in the type menu to the choice of the first piece: four while the
/// level menu loads, four while the game loads.
const STEPS_TO_FIRST_PIECE: u32 = 8;

impl DirectStart {
    /// Highest level the menus offer.
    pub const MENU_LEVEL_MAX: u8 = 19;
    /// Highest garbage height the menus offer.
    pub const HEIGHT_MAX: u8 = 5;

    /// Returns the level if it is above the menus' maximum, so that the console must set it directly.
    pub fn level_to_set(&self) -> Option<u8> {
        (self.level > DirectStart::MENU_LEVEL_MAX).then_some(self.level)
    }

    /// Checks whether a game can start with these values.
    ///
    /// # Errors
    /// [`DirectStartError`] with the fault and the allowed values.
    pub fn check(&self) -> Result<(), DirectStartError> {
        if let GameType::B { height } = self.game_type
            && height > DirectStart::HEIGHT_MAX
        {
            return Err(DirectStartError::Height(height));
        }
        if self.seed < 2 {
            return Err(UnreachableSeed(self.seed).into());
        }
        Ok(())
    }
}

/// Returns the console in the frame before the first tick of a game, and the inputs of all video frames since
/// power-on. `music` is 0-2, or 3 for none.
///
/// # Errors
/// [`DirectStartError`] if no game can start with these values.
pub fn direct_start(
    start: DirectStart,
    music: u8,
) -> Result<(Console, Vec<Buttons>), DirectStartError> {
    start.check()?;
    let mut driver = Driver::new(start.region);
    driver.press_until(Buttons::NONE, Buttons::START, Screen::Title);
    driver.press_until(Buttons::NONE, Buttons::START, Screen::TypeMenu);
    let is_b_type = (start.game_type != GameType::A).then_some(Buttons::RIGHT);
    let downs = (0..music).map(|_| Buttons::DOWN);
    for button in is_b_type.into_iter().chain(downs) {
        driver.wait_for_cursor();
        driver.tap(button);
    }
    driver.press_until(Buttons::NONE, Buttons::START, Screen::LevelMenu);
    driver.wait_for_cursor();
    let menu_level = start.level.min(DirectStart::MENU_LEVEL_MAX);
    driver.choose(menu_level % 10, 5);
    if let GameType::B { height } = start.game_type {
        driver.tap(Buttons::A);
        driver.choose(height, 3);
    }
    driver.press_until(Buttons::NONE, Buttons::B, Screen::TypeMenu);
    driver.wait_for_seed(start.seed);
    driver.press_until(Buttons::NONE, Buttons::START, Screen::LevelMenu);
    let held = if menu_level >= 10 {
        Buttons::A
    } else {
        Buttons::NONE
    };
    driver.press_until(held, Buttons::START, Screen::Game);
    while driver.console.game().is_none_or(PadGame::is_being_set_up) {
        driver.step(Buttons::NONE);
    }
    if let Some(level) = start.level_to_set() {
        driver.console.set_level(level);
    }
    Ok((driver.console, driver.inputs))
}

/// A console and the buttons pressed on it so far.
struct Driver {
    console: Console,
    inputs: Vec<Buttons>,
}

impl Driver {
    fn new(region: Region) -> Driver {
        Driver {
            console: Console::power_on(region),
            inputs: Vec::new(),
        }
    }

    fn step(&mut self, buttons: Buttons) {
        self.console.step(buttons);
        self.inputs.push(buttons);
    }

    /// Presses a button for one frame and releases it for another.
    fn tap(&mut self, button: Buttons) {
        self.step(button);
        self.step(Buttons::NONE);
    }

    /// Holds `held` until the first frame in which adding `button` opens `screen`, then presses both.
    fn press_until(&mut self, held: Buttons, button: Buttons, screen: Screen) {
        loop {
            let mut tried = self.console.clone();
            tried.step(held | button);
            if tried.screen() == screen {
                self.console = tried;
                self.inputs.push(held | button);
                return;
            }
            self.step(held);
        }
    }

    /// Waits until the menu reacts to buttons in the next frame.
    fn wait_for_cursor(&mut self) {
        while !self.console.is_menu_open() {
            self.step(Buttons::NONE);
        }
    }

    /// Moves a level menu's cursor from 0 to `value`. A row of the menu has `row` entries.
    fn choose(&mut self, value: u8, row: u8) {
        if value >= row {
            self.tap(Buttons::DOWN);
        }
        for _ in 0..value % row {
            self.tap(Buttons::RIGHT);
        }
    }

    /// Waits in the type menu for the frame in which pressing Start makes the first piece use `seed`.
    fn wait_for_seed(&mut self, seed: u16) {
        self.wait_for_cursor();
        // Start takes effect in the next frame at the earliest.
        let mut lfsr = self.console.carry().choice.lfsr;
        for _ in 0..=STEPS_TO_FIRST_PIECE {
            lfsr.step();
        }
        for frames in 0..Lfsr::PERIOD {
            if (lfsr.state() ^ seed) >> 1 == 0 {
                self.console.wait_in_type_menu(frames);
                self.inputs.extend(repeat_n(Buttons::NONE, frames as usize));
                return;
            }
            lfsr.step();
        }
        unreachable!("the shift register runs through all states but 0");
    }
}

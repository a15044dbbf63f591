//! A pad game without its menus: the console run unseen from power-on.
//!
//! So every game has a true history, and its inputs since power-on are a movie that any emulator
//! plays. Type, level and height are chosen in the menus, then B leads back to the type menu, where
//! some frames pass until the shift register will hold the seed when the first piece is chosen.

use crate::rules::randomizer::UnreachableSeed;
use crate::rules::{Buttons, Lfsr, Region};

use super::console::Console;
use super::pad_game::PadGame;
use super::screen::Screen;
use super::view::GameType;

/// What a pad game begins with when its menus are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectStart {
    /// Which release of the cartridge.
    pub region: Region,
    /// A-type, or B-type with a height of 0-5.
    pub game_type: GameType,
    /// The first level. From 20 on it is set in the frame before the first tick, for the menus
    /// end at 19.
    pub level: u8,
    /// The shift register's state when the first piece is chosen. Bit 0 is ignored; without it
    /// 0 is the one state that is never reached.
    pub seed: u16,
}

/// Why a game cannot begin so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DirectStartError {
    /// The menus do not offer the height.
    #[error("height {0} is not allowed; allowed: 0-5")]
    Height(u8),
    /// The shift register never holds the seed.
    #[error(transparent)]
    Seed(#[from] UnreachableSeed),
}

/// Steps of the shift register from the Start in the type menu until the first piece is chosen:
/// four while the level menu is loaded, four while the game is.
const STEPS_TO_FIRST_PIECE: u32 = 8;

impl DirectStart {
    /// The highest level the menus offer.
    pub const MENU_LEVEL_MAX: u8 = 19;
    /// The highest garbage the menus offer.
    pub const HEIGHT_MAX: u8 = 5;

    /// The level that has to be set because the menus do not offer it.
    pub fn level_to_set(&self) -> Option<u8> {
        (self.level > DirectStart::MENU_LEVEL_MAX).then_some(self.level)
    }

    /// Whether a game can begin so.
    ///
    /// # Errors
    /// [`DirectStartError`] with what is wrong and what is allowed.
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

/// The console in the frame before the first tick of a game with that music, 0-2 or 3 for none, and the
/// inputs of all video frames since power-on.
///
/// # Errors
/// [`DirectStartError`] when no game can begin so.
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

/// A console and what was pressed on it.
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

    /// Presses a button for a frame and lets it go for another.
    fn tap(&mut self, button: Buttons) {
        self.step(button);
        self.step(Buttons::NONE);
    }

    /// Holds `held` and adds `button` in the first frame in which it leads to `screen`.
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

    /// Waits until the frame after which the menu looks at buttons.
    fn wait_for_cursor(&mut self) {
        while !self.console.is_menu_open() {
            self.step(Buttons::NONE);
        }
    }

    /// Moves a level menu's cursor from 0 to `value`; its second row begins at `row`.
    fn choose(&mut self, value: u8, row: u8) {
        if value >= row {
            self.tap(Buttons::DOWN);
        }
        for _ in 0..value % row {
            self.tap(Buttons::RIGHT);
        }
    }

    /// Waits in the type menu for the frame in which Start leads to `seed`.
    fn wait_for_seed(&mut self, seed: u16) {
        self.wait_for_cursor();
        // Start comes in the next frame at the earliest.
        let mut lfsr = self.console.carry().choice.lfsr;
        for _ in 0..=STEPS_TO_FIRST_PIECE {
            lfsr.step();
        }
        for _ in 0..Lfsr::PERIOD {
            if (lfsr.state() ^ seed) >> 1 == 0 {
                return;
            }
            lfsr.step();
            self.step(Buttons::NONE);
        }
        unreachable!("the shift register runs through all states but 0");
    }
}

//! A console in play that keeps its own history.

use crate::engine::console::{Console, HighScores};
use crate::engine::direct_start::{DirectStart, DirectStartError, direct_start};
use crate::engine::event::Events;
use crate::rules::{Buttons, RandomizerKind, Region};

use super::{Command, History, InputFrame};

/// A console whose history is kept: what is done to it is written down first and then played from
/// there, so nothing can be played that is not recorded.
///
/// Who needs no recording, or does what no history can say, gives it up by
/// [`RecordedConsole::forget`].
#[derive(Clone, Debug)]
pub struct RecordedConsole {
    console: Console,
    history: Option<History>,
}

impl RecordedConsole {
    /// A console switched on with these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> RecordedConsole {
        RecordedConsole::after(History::new(region, scores))
    }

    /// The console to which all this was done. Its end is not looked at.
    pub fn after(history: History) -> RecordedConsole {
        RecordedConsole {
            console: history.play(),
            history: Some(history),
        }
    }

    /// A game without its menus, on a console switched on with `scores`, in the frame before its
    /// first tick.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn direct(
        start: DirectStart,
        scores: HighScores,
    ) -> Result<RecordedConsole, DirectStartError> {
        let (console, inputs) = direct_start(start)?;
        let mut history = History::new(start.region, scores);
        for held in inputs {
            let command = Command::None;
            history.push(InputFrame { command, held });
        }
        if let Some(level) = start.level_to_set() {
            history.push_level(level);
        }
        // The way through the menus was found with the cartridge's own scores.
        if *history.scores() != HighScores::default() {
            return Ok(RecordedConsole::after(history));
        }
        Ok(RecordedConsole {
            console,
            history: Some(history),
        })
    }

    /// One video frame with these buttons held.
    #[inline]
    pub fn step(&mut self, held: Buttons) -> Events {
        match &mut self.history {
            None => self.console.step(held),
            Some(_) => self.play(InputFrame {
                command: Command::None,
                held,
            }),
        }
    }

    /// Presses the reset button and goes through the menus into a game, to the frame before its first
    /// tick.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn reset_into(&mut self, start: DirectStart) -> Result<(), DirectStartError> {
        let (_, inputs) = direct_start(start)?;
        let mut command = Command::Reset;
        for held in inputs {
            self.play(InputFrame { command, held });
            command = Command::None;
        }
        if let Some(level) = start.level_to_set() {
            self.set(|history| history.push_level(level));
        }
        Ok(())
    }

    /// Lets another randomizer choose the pieces of the game on the screen, which must not have
    /// begun: game number `game` (from 0) of the series of `seed`.
    pub fn draw_pieces_from(&mut self, randomizer: RandomizerKind, seed: u64, game: u64) {
        self.set(|history| history.push_randomizer(randomizer, seed, game));
    }

    fn play(&mut self, frame: InputFrame) -> Events {
        let Some(history) = &mut self.history else {
            return frame.play(&mut self.console);
        };
        let index = history.len();
        history.push(frame);
        history.play_frame(index, &mut self.console)
    }

    /// Writes down what is set between two frames, and sets it.
    fn set(&mut self, push: impl FnOnce(&mut History)) {
        match &mut self.history {
            Some(history) => {
                push(history);
                history.set_up(history.len(), &mut self.console);
            }
            None => {
                let mut unkept = History::new(self.console.region(), HighScores::default());
                push(&mut unkept);
                unkept.set_up(0, &mut self.console);
            }
        }
    }

    /// Gives the history up and hands out the console, to which anything may be done from here on.
    pub fn forget(&mut self) -> &mut Console {
        self.history = None;
        &mut self.console
    }

    /// The machine.
    #[inline]
    pub const fn console(&self) -> &Console {
        &self.console
    }

    /// Everything since power-on with the present state as its end, if it is kept.
    pub fn history(&self) -> Option<History> {
        let history = self.history.clone()?;
        Some(history.ending_as(&self.console))
    }
}

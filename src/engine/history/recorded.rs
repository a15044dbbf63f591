//! A running console that records its own history.

use crate::engine::console::{Console, HighScores};
use crate::engine::direct_start::{DirectStart, DirectStartError, direct_start};
use crate::engine::event::Events;
use crate::engine::score_time::CrashRule;
use crate::engine::start_position::StartPosition;
use crate::engine::training::Training;
use crate::rules::{Buttons, RandomizerKind, Region};

use super::{Command, History, HistorySetting, InputFrame, Race};

/// A console that records its history. Each action is first recorded and then played from the record, so the record is
/// always complete.
///
/// Callers that need no recording, or do something that a history cannot express, drop the history with
/// [`RecordedConsole::forget`].
#[derive(Clone, Debug)]
pub struct RecordedConsole {
    console: Console,
    history: Option<History>,
}

impl RecordedConsole {
    /// Returns a console that is switched on with these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> RecordedConsole {
        RecordedConsole::after(History::new(region, scores))
    }

    /// Plays `history` and returns the console. Does not check the end recorded in the history.
    pub fn after(history: History) -> RecordedConsole {
        RecordedConsole {
            console: history.play(),
            history: Some(history),
        }
    }

    /// Continues with `console`, which must already be in the state that `history` leads to. Does not replay the
    /// history.
    pub const fn resumed(console: Console, history: History) -> RecordedConsole {
        RecordedConsole {
            console,
            history: Some(history),
        }
    }

    /// Starts a game without its menus, on a console switched on with `scores`, and stops in the frame before its
    /// first tick.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start with these values.
    pub fn direct(
        start: DirectStart,
        scores: HighScores,
    ) -> Result<RecordedConsole, DirectStartError> {
        RecordedConsole::direct_with_music(start, 0, scores)
    }

    /// Like [`RecordedConsole::direct`], with this music chosen in the menus, see [`Console::music`].
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start with these values.
    pub fn direct_with_music(
        start: DirectStart,
        music: u8,
        scores: HighScores,
    ) -> Result<RecordedConsole, DirectStartError> {
        let (console, inputs) = direct_start(start, music)?;
        let mut history = History::new(start.region, scores);
        for held in inputs {
            let command = Command::None;
            history.push(InputFrame { command, held });
        }
        if let Some(level) = start.level_to_set() {
            history.push_setting(HistorySetting::Level(level));
        }
        // The inputs of the direct start were found with the cartridge's high scores. With other scores, replay them.
        if *history.scores() != HighScores::default() {
            return Ok(RecordedConsole::after(history));
        }
        Ok(RecordedConsole {
            console,
            history: Some(history),
        })
    }

    /// Runs one video frame with these buttons held.
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

    /// Presses the reset button and goes through the menus into a game, up to the frame before its first tick.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start with these values.
    pub fn reset_into(&mut self, start: DirectStart) -> Result<(), DirectStartError> {
        let (_, inputs) = direct_start(start, 0)?;
        let mut command = Command::Reset;
        for held in inputs {
            self.play(InputFrame { command, held });
            command = Command::None;
        }
        if let Some(level) = start.level_to_set() {
            self.set(HistorySetting::Level(level));
        }
        Ok(())
    }

    /// Makes another randomizer choose the pieces of the game on the screen, as game number `game` (from 0) of the
    /// series of `seed`. The game must not have begun.
    pub fn draw_pieces_from(&mut self, randomizer: RandomizerKind, seed: u64, game: u64) {
        self.set(HistorySetting::Pieces(randomizer, seed, game));
    }

    /// Gives the game on the screen a double killscreen, see [`Console::set_double_killscreen`].
    pub fn set_double_killscreen(&mut self) {
        self.set(HistorySetting::DoubleKillscreen);
    }

    /// Sets the crash rule from here on, see [`Console::set_crash`].
    pub fn set_crash(&mut self, rule: CrashRule) {
        if self.console.crash_rule() != rule {
            self.set(HistorySetting::Crash(rule));
        }
    }

    /// Starts a training mode in the game on the screen. The game must not have begun, and [`Training::check`] must
    /// allow the training.
    pub fn train(&mut self, training: Training) {
        self.set(HistorySetting::Training(training));
    }

    /// Restarts the game on the screen at a position, see [`Console::begin_at`].
    pub fn begin_at(&mut self, position: StartPosition) {
        self.set(HistorySetting::Position(position));
    }

    /// Makes the game on the screen a race, and gives it the pieces of the ghost. The game must not have begun.
    pub fn race(&mut self, race: Race) {
        self.set(HistorySetting::Race(Box::new(race)));
    }

    /// Records that the player undid moves back to this point: `pieces` pieces in all.
    pub fn note_taken_back(&mut self, pieces: u32) {
        self.set(HistorySetting::TakenBack(pieces));
    }

    /// Records that the player of the game on the screen sees a hint.
    pub fn note_hint(&mut self) {
        self.set(HistorySetting::Hint);
    }

    /// Plays one video frame from its recorded form.
    pub fn play(&mut self, frame: InputFrame) -> Events {
        let Some(history) = &mut self.history else {
            return frame.play(&mut self.console);
        };
        let index = history.len();
        history.push(frame);
        history.play_frame(index, &mut self.console)
    }

    /// Records a setting between two frames and applies it.
    fn set(&mut self, setting: HistorySetting) {
        setting.apply(&mut self.console);
        if let Some(history) = &mut self.history {
            history.push_setting(setting);
        }
    }

    /// Drops the history and returns the console, which the caller may now change at will.
    pub fn forget(&mut self) -> &mut Console {
        self.history = None;
        &mut self.console
    }

    /// Returns the console.
    #[inline]
    pub const fn console(&self) -> &Console {
        &self.console
    }

    /// Returns the input of each frame since power-on, or nothing if the history was dropped.
    pub fn frames(&self) -> &[InputFrame] {
        self.history.as_ref().map_or(&[], History::frames)
    }

    /// Returns the starting position of the game that began after `game` frames, see [`History::position`]. `None` if
    /// the history was dropped.
    pub fn position(&self, game: u64) -> Option<StartPosition> {
        self.history.as_ref()?.position(game)
    }

    /// Returns the number of pieces taken back in the game that began after `game` frames, see
    /// [`History::taken_back`]. `None` if the history was dropped.
    pub fn taken_back(&self, game: u64) -> Option<u32> {
        self.history.as_ref()?.taken_back(game)
    }

    /// Returns the history since power-on with the current state as its end. `None` if the history was dropped.
    pub fn history(&self) -> Option<History> {
        let history = self.history.clone()?;
        Some(history.ending_as(&self.console))
    }
}

impl AsRef<Console> for RecordedConsole {
    fn as_ref(&self) -> &Console {
        &self.console
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::console::HighScore;
    use crate::engine::view::GameType;

    fn start(level: u8) -> DirectStart {
        DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level,
            seed: 0xF2FD,
        }
    }

    /// Checks that the history so far leads to the console's current state.
    fn assert_history_leads_here(console: &RecordedConsole) {
        let history = console.history().unwrap();
        let again = history.play();
        assert_eq!(again, *console.console());
        let end = history.end().unwrap();
        assert_eq!((end.frame, end.hash), (again.frames(), again.hash()));
    }

    #[test]
    fn the_recorded_history_leads_to_the_same_console() {
        let mut scores = HighScores::default();
        scores.set_table(false, [HighScore::new("OTHER", 1, 1); 3]);
        for scores in [HighScores::default(), scores] {
            let mut console = RecordedConsole::direct(start(29), scores).unwrap();
            // A recording may end right here, just after a level was set.
            assert_history_leads_here(&console);
            console.draw_pieces_from(RandomizerKind::Uniform, 5, 2);
            assert_history_leads_here(&console);
            console.set_double_killscreen();
            assert!(console.console().carry().control.double_killscreen);
            assert_history_leads_here(&console);
            console.set_crash(CrashRule::Strict);
            assert_eq!(
                console.console().game().unwrap().crash_rule(),
                CrashRule::Strict
            );
            assert_history_leads_here(&console);
            for _ in 0..200 {
                console.step(Buttons::LEFT);
            }
            assert_history_leads_here(&console);
            console.reset_into(start(19)).unwrap();
            assert!(!console.console().carry().control.double_killscreen);
            let game = console.console().game().unwrap();
            assert_eq!(game.crash_rule(), CrashRule::Strict, "it stays");
            assert_history_leads_here(&console);
            assert_eq!(console.history().unwrap().settings.len(), 4);
        }
    }

    #[test]
    fn dropping_the_history_changes_nothing() {
        let new = || RecordedConsole::direct(start(25), HighScores::default()).unwrap();
        let (mut kept, mut forgotten) = (new(), new());
        forgotten.forget();
        for console in [&mut kept, &mut forgotten] {
            console.draw_pieces_from(RandomizerKind::NesOdds, 9, 0);
            for _ in 0..150 {
                console.step(Buttons::DOWN);
            }
            console.reset_into(start(3)).unwrap();
            console.draw_pieces_from(RandomizerKind::Uniform, 9, 1);
            for _ in 0..150 {
                console.step(Buttons::DOWN);
            }
        }
        assert_eq!(kept.console(), forgotten.console());
        assert!(kept.history().is_some() && forgotten.history().is_none());
    }
}

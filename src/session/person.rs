//! A person at the console.

use crate::engine::{
    Console, CrashRule, DirectStart, DirectStartError, Events, HighScores, History, InputFrame,
    PadGame, RecordedConsole, Screen, StartPosition, Training,
};
use crate::rules::{Buttons, Region};

use super::game_stats::GameStats;
use super::hinted::Hinted;
use super::playback::{ConsolePlayback, Seek, Verdict};
use super::tally::{ConsoleTally, Summary};

/// A console that a person plays, with its history.
#[derive(Clone, Debug)]
pub struct Person {
    console: RecordedConsole,
    tally: ConsoleTally,
    hinted: Hinted,
}

impl AsRef<Console> for Person {
    fn as_ref(&self) -> &Console {
        self.console()
    }
}

impl Person {
    /// A console switched on with these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> Person {
        Person::at(RecordedConsole::power_on(region, scores))
    }

    /// A game without its menus, on a console switched on with `scores`.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn direct(start: DirectStart, scores: HighScores) -> Result<Person, DirectStartError> {
        Person::direct_with_music(start, 0, scores)
    }

    /// The same with that music chosen in the menus, see [`crate::engine::Console::music`].
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn direct_with_music(
        start: DirectStart,
        music: u8,
        scores: HighScores,
    ) -> Result<Person, DirectStartError> {
        let console = RecordedConsole::direct_with_music(start, music, scores)?;
        Ok(Person::at(console))
    }

    /// A console to which all this was done. What the game on its screen has come to is counted from
    /// here on.
    pub fn after(history: History) -> Person {
        let hinted = Hinted::after(&history);
        Person {
            hinted,
            ..Person::at(RecordedConsole::after(history))
        }
    }

    /// Somebody who goes on from the present place of a recording as its player could have done:
    /// the history up to there is that of the recording.
    pub fn going_on(playback: &ConsolePlayback) -> Person {
        Person {
            tally: playback.tally().clone(),
            ..Person::after(playback.history())
        }
    }

    /// Somebody who goes on from the end of a history that was saved for that, which is practice; none if it does
    /// not lead to a game or does not end as it says.
    pub fn loaded(mut history: History) -> Option<Person> {
        let end = history.len();
        let mut playback = ConsolePlayback::new(history.clone()).whole();
        if playback.check() != Verdict::Same || !playback.seek_to_game(end) {
            return None;
        }
        let pieces = history.taken_back(end).unwrap_or(0);
        history.take_back(end, pieces);
        Some(Person {
            tally: playback.tally().clone(),
            ..Person::after(history)
        })
    }

    fn at(console: RecordedConsole) -> Person {
        let tally = ConsoleTally::new(console.console());
        let hinted = Hinted::new(console.console());
        Person {
            console,
            tally,
            hinted,
        }
    }

    /// The same person at a console with that rule about the time of the score routine.
    #[must_use]
    pub fn with_crash(mut self, rule: CrashRule) -> Person {
        self.console.set_crash(rule);
        self
    }

    /// One video frame as it stands in a history.
    pub fn play(&mut self, frame: InputFrame) -> Events {
        let events = self.console.play(frame);
        self.follow(events);
        events
    }

    /// One video frame with these buttons held.
    pub fn step(&mut self, held: Buttons) -> Events {
        let events = self.console.step(held);
        self.follow(events);
        events
    }

    fn follow(&mut self, events: Events) {
        self.tally.follow(self.console.console(), events);
        self.hinted.follow(self.console.console());
    }

    /// The person is shown a hint: from now on the game on the screen is one with hints, which its
    /// recording says. Says whether it was none before.
    pub fn note_hint(&mut self) -> bool {
        let is_first = self.is_in_game() && !self.has_hints();
        if is_first {
            self.hinted.note();
            self.console.note_hint();
        }
        is_first
    }

    /// Lets the game on the screen begin at a position, which is practice. What it has come to is counted from
    /// here on.
    pub fn begin_at(&mut self, position: StartPosition) {
        self.console.begin_at(position);
        self.tally = ConsoleTally::new(self.console());
        self.hinted.note();
    }

    /// The position that the game on the screen began at, if it is another one than an empty field.
    pub fn position(&self) -> Option<StartPosition> {
        let began = self.hinted.began().filter(|_| self.is_in_game())?;
        self.console.position(began)
    }

    /// Begins a training mode in the game on the screen, which must not have begun. Its value must be one
    /// that [`Training::check`] allows.
    pub fn train(&mut self, training: Training) {
        self.console.train(training);
        self.hinted.note();
    }

    /// What is trained in the game that is on, or in the last one until the next begins.
    pub fn training(&self) -> Option<Training> {
        let game = self.console().game()?;
        game.training().map(|(training, _)| *training)
    }

    /// Takes a piece back: the game goes on from where the last piece that locked had just appeared, as it was
    /// then; of a game that is over, from where the last piece had. What was played since is dropped. Says
    /// how many pieces were taken back to there, with those of what is dropped; none, and nothing is done, where
    /// there is no piece to be taken back.
    pub fn take_back(&mut self) -> Option<u32> {
        let began = self.hinted.began().filter(|_| self.is_in_game())?;
        let mut playback = ConsolePlayback::new(self.history()).whole();
        playback.seek(playback.frames());
        let spawn = playback.last_piece();
        playback.seek(spawn);
        if !self.console().is_game_ended() {
            playback.seek_previous_piece();
        }
        let mut history = self.history();
        let to = playback.frame().max(history.set_up(began));
        if to >= history.len() || playback.frame() < began {
            return None;
        }
        playback.seek(to);
        let all = history.taken_back(to).unwrap_or(0).saturating_add(1);
        history.take_back(to, all);
        *self = Person {
            tally: playback.tally().clone(),
            ..Person::after(history)
        };
        Some(all)
    }

    /// Notes that the game on the screen was taken back to here, by so many pieces in all or by none from a
    /// saved state: it is practice.
    pub fn note_taken_back(&mut self, pieces: u32) {
        self.console.note_taken_back(pieces);
        self.hinted.note();
    }

    /// How many pieces were taken back in the game on the screen, if that was done in it.
    pub fn taken_back(&self) -> Option<u32> {
        let began = self.hinted.began().filter(|_| self.is_in_game())?;
        self.console.taken_back(began)
    }

    /// Whether hints were shown or something was trained in the game that is on, or in the last one until
    /// the next begins: its score is not kept.
    pub const fn has_hints(&self) -> bool {
        self.hinted.has_hints()
    }

    /// The machine.
    pub const fn console(&self) -> &Console {
        self.console.console()
    }

    /// Whether a game of the person is on, from its first pieces to when it is left.
    pub fn is_in_game(&self) -> bool {
        self.console().is_in_game()
    }

    /// What the game on the screen has come to; the demo is none.
    pub fn summary(&self) -> Option<Summary> {
        self.tally.summary(self.console())
    }

    /// What is counted of the game on the screen; the demo is none.
    pub fn figures(&self) -> Option<&GameStats> {
        self.tally.figures()
    }

    /// Whether the curtain is closed over a game, so that Start leads on.
    pub fn is_curtain_closed(&self) -> bool {
        self.is_in_game()
            && self.console().screen() == Screen::Game
            && self
                .console()
                .game()
                .is_some_and(PadGame::is_curtain_closed)
    }

    /// What was held in the last frame.
    pub fn held(&self) -> Buttons {
        let last = self.frames().last();
        last.map_or(Buttons::NONE, |frame| frame.held)
    }

    /// What was done in each frame since power-on.
    pub fn frames(&self) -> &[InputFrame] {
        self.console.frames()
    }

    /// Everything since power-on, ending now, kept for the game that began last.
    pub fn history(&self) -> History {
        let history = self.console.history();
        let history = history.expect("the history of a person's console is never given up");
        history.kept_for(self.hinted.began())
    }
}

//! Person at the console.

use crate::engine::{
    Command, Console, CrashRule, DirectStart, DirectStartError, Event, Events, HighScores, History,
    InputFrame, PadGame, Race, RecordedConsole, Screen, StartPosition, Training,
};
use crate::rules::{Buttons, Region};

use super::game_stats::GameStats;
use super::playback::{ConsolePlayback, Seek, Verdict};
use super::practice_flag::PracticeFlag;
use super::spawns::SpawnSnapshots;
use super::summary::Summary;
use super::totals::ConsoleTotals;

/// Console that a person plays, with its history.
#[derive(Clone, Debug)]
pub struct Person {
    console: RecordedConsole,
    totals: ConsoleTotals,
    practice_flag: PracticeFlag,
    /// Snapshots of the current game at its spawns, for undo.
    spawns: SpawnSnapshots,
}

impl AsRef<Console> for Person {
    fn as_ref(&self) -> &Console {
        self.console()
    }
}

impl Person {
    /// Switches on a console that has these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> Person {
        Person::at(RecordedConsole::power_on(region, scores))
    }

    /// Starts a game directly, without the menus, on a console that has these high scores.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn direct(start: DirectStart, scores: HighScores) -> Result<Person, DirectStartError> {
        Person::direct_with_music(start, 0, scores)
    }

    /// Starts like [`Person::direct`], with `music` as the choice in the menus: see [`crate::engine::Console::music`].
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn direct_with_music(
        start: DirectStart,
        music: u8,
        scores: HighScores,
    ) -> Result<Person, DirectStartError> {
        let mut person = Person::at(RecordedConsole::direct_with_music(start, music, scores)?);
        person.spawns.push(person.console.console(), &person.totals);
        Ok(person)
    }

    /// Replays `history` and continues at its end. The totals of the game on the screen start there.
    pub fn after(history: History) -> Person {
        let practice_flag = PracticeFlag::after(&history);
        Person {
            practice_flag,
            ..Person::at(RecordedConsole::after(history))
        }
    }

    /// Continues at the current position of a recording. The history contains the recording up to that position.
    pub fn resume_from(playback: &ConsolePlayback) -> Person {
        let console = playback.console().clone();
        Person {
            console: RecordedConsole::resumed(console, playback.history()),
            totals: playback.totals().clone(),
            practice_flag: playback.practice_flag(),
            spawns: SpawnSnapshots::default(),
        }
    }

    /// Continues at the end of a saved history. The game becomes practice. `None` if no game is in progress at the end
    /// of the history, or if the replay ends in another state than recorded.
    pub fn loaded(mut history: History) -> Option<Person> {
        let end = history.len();
        let mut playback = ConsolePlayback::new(history.clone()).whole();
        if playback.check() != Verdict::Same || !playback.seek_to_game(end) {
            return None;
        }
        let pieces = history.taken_back(end).unwrap_or(0);
        history.take_back(end, pieces);
        Some(Person {
            totals: playback.totals().clone(),
            ..Person::after(history)
        })
    }

    fn at(console: RecordedConsole) -> Person {
        let totals = ConsoleTotals::new(console.console());
        let practice_flag = PracticeFlag::new(console.console());
        Person {
            console,
            totals,
            practice_flag,
            spawns: SpawnSnapshots::default(),
        }
    }

    /// Returns this person with the given crash rule set on the console.
    #[must_use]
    pub fn with_crash(mut self, rule: CrashRule) -> Person {
        self.console.set_crash(rule);
        self.spawns.amend(self.console.console(), &self.totals);
        self
    }

    /// Plays one recorded frame.
    pub fn play(&mut self, frame: InputFrame) -> Events {
        let had_game = self.console().game().is_some();
        let events = self.console.play(frame);
        self.follow(events, had_game);
        events
    }

    /// Plays one frame with these buttons held.
    pub fn step(&mut self, held: Buttons) -> Events {
        self.play(InputFrame {
            command: Command::None,
            held,
        })
    }

    fn follow(&mut self, events: Events, had_game: bool) {
        let console = self.console.console();
        self.totals.follow(console, events);
        self.practice_flag.follow(console);
        if !self.practice_flag.is_in_game() {
            self.spawns.clear();
        } else if events.contains(Event::Spawned) || !had_game && console.game().is_some() {
            self.spawns.push(console, &self.totals);
        }
    }

    /// Records that the person is shown a hint. The game on the screen becomes practice, also in its recording. Returns
    /// true if it was not practice before.
    pub fn note_hint(&mut self) -> bool {
        let is_first = self.is_in_game() && !self.is_unranked();
        if is_first {
            self.practice_flag.mark_practice();
            self.console.note_hint();
        }
        is_first
    }

    /// Restarts the game on the screen at a position, as practice. Its totals start at this position.
    pub fn begin_at(&mut self, position: StartPosition) {
        self.console.begin_at(position);
        self.totals = ConsoleTotals::new(self.console());
        self.spawns.amend(self.console.console(), &self.totals);
        self.practice_flag.mark_practice();
    }

    /// Makes the game on the screen a race, as practice. The game must not have started yet.
    pub fn race(&mut self, race: Race) {
        self.console.race(race);
        self.totals = ConsoleTotals::new(self.console());
        self.spawns.amend(self.console.console(), &self.totals);
        self.practice_flag.mark_practice();
    }

    /// Gives the game on the screen a double killscreen, as practice. The game must not have started yet.
    pub fn set_double_killscreen(&mut self) {
        self.console.set_double_killscreen();
        self.spawns.amend(self.console.console(), &self.totals);
        self.practice_flag.mark_practice();
    }

    /// Returns the start position of the game on the screen, if it did not start with an empty playfield.
    pub fn position(&self) -> Option<StartPosition> {
        let began = self.practice_flag.began().filter(|_| self.is_in_game())?;
        self.console.position(began)
    }

    /// Starts a training mode in the game on the screen. The game must not have started yet, and [`Training::check`]
    /// must allow the training.
    pub fn train(&mut self, training: Training) {
        self.console.train(training);
        self.spawns.amend(self.console.console(), &self.totals);
        self.practice_flag.mark_practice();
    }

    /// Returns the training mode of the game on the screen, if it has one.
    pub fn training(&self) -> Option<Training> {
        let game = self.console().game()?;
        game.training().map(|(training, _)| *training)
    }

    /// Undoes one piece: the game returns to the spawn of the last locked piece. If the game is over, it returns to the
    /// spawn of its last piece.
    ///
    /// Removes everything played since that spawn. Returns the total number of pieces undone so far in this game,
    /// including any in the removed part. `None` if there is no piece to undo.
    pub fn take_back(&mut self) -> Option<u32> {
        let began = self.practice_flag.began().filter(|_| self.is_in_game())?;
        let mut history = self.history();
        let came = self.piece_to_take_back()?;
        let to = came.max(history.last_setting_frame(began));
        if to >= history.len() || came < began {
            return None;
        }
        let (console, totals) = self.state_at(to, &history);
        let all = history.taken_back(to).unwrap_or(0).saturating_add(1);
        history.take_back(to, all);
        self.spawns.truncate(came);
        self.console = RecordedConsole::resumed(console, history);
        self.totals = totals;
        self.practice_flag.mark_practice();
        Some(all)
    }

    /// Returns the spawn frame of the piece to which the next undo returns.
    fn piece_to_take_back(&self) -> Option<u64> {
        let is_over = self.console().is_game_ended();
        if let Some(came) = self.spawns.frame_before(usize::from(!is_over)) {
            return Some(came);
        }
        // The game was loaded from a recording, so no snapshot of this spawn was stored.
        let mut playback = ConsolePlayback::new(self.history()).whole();
        playback.seek(playback.frames());
        let spawn = playback.last_piece();
        playback.seek(spawn);
        if !is_over {
            playback.seek_previous_piece();
        }
        Some(playback.frame())
    }

    /// Returns the console and the totals after `frames` frames.
    fn state_at(&self, frames: u64, history: &History) -> (Console, ConsoleTotals) {
        let Some(spawn) = self.spawns.last_by(frames) else {
            let mut playback = ConsolePlayback::new(history.clone()).whole();
            playback.seek(frames);
            return (playback.console().clone(), playback.totals().clone());
        };
        let (mut console, mut totals) = (spawn.console.clone(), spawn.totals.clone());
        for frame in console.frames()..frames {
            let events = history.play_frame(frame, &mut console);
            totals.follow(&console, events);
        }
        (console, totals)
    }

    /// Records that pieces of the game on the screen were undone, and that the game has become practice. `pieces` is
    /// the total number of undone pieces, or 0 if a saved state was loaded.
    pub fn note_taken_back(&mut self, pieces: u32) {
        self.console.note_taken_back(pieces);
        self.practice_flag.mark_practice();
    }

    /// Returns the number of undone pieces in the game on the screen, or `None` if nothing was undone.
    pub fn taken_back(&self) -> Option<u32> {
        let began = self.practice_flag.began().filter(|_| self.is_in_game())?;
        self.console.taken_back(began)
    }

    /// Returns whether the current or last game is practice, for example because of hints or training. The score of a
    /// practice game does not count.
    pub const fn is_unranked(&self) -> bool {
        self.practice_flag.is_unranked()
    }

    /// Returns the console.
    pub const fn console(&self) -> &Console {
        self.console.console()
    }

    /// Returns whether the person's game is in progress, from its first piece until the person leaves it.
    pub fn is_in_game(&self) -> bool {
        self.console().is_in_game()
    }

    /// Returns the summary of the game on the screen. `None` for the demo.
    pub fn summary(&self) -> Option<Summary> {
        self.totals.summary(self.console())
    }

    /// Returns the statistics of the game on the screen. `None` for the demo.
    pub fn figures(&self) -> Option<&GameStats> {
        self.totals.figures()
    }

    /// Returns whether the curtain of a game has closed, so that Start leaves the game.
    pub fn is_curtain_closed(&self) -> bool {
        self.is_in_game()
            && self.console().screen() == Screen::Game
            && self
                .console()
                .game()
                .is_some_and(PadGame::is_curtain_closed)
    }

    /// Returns the buttons held in the last frame.
    pub fn held(&self) -> Buttons {
        let last = self.frames().last();
        last.map_or(Buttons::NONE, |frame| frame.held)
    }

    /// Returns the input of each frame since power-on.
    pub fn frames(&self) -> &[InputFrame] {
        self.console.frames()
    }

    /// Returns the history from power-on until now, with the last game as its main game.
    pub fn history(&self) -> History {
        let history = self.console.history();
        let history = history.expect("a person's console always keeps its history");
        history.with_main_game(self.practice_flag.began())
    }
}

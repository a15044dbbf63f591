//! Playback of console histories, from power-on or any other point.

use std::convert::Infallible;

use crate::engine::{Console, Event, Events, History, InputFrame, Screen};
use crate::rules::Buttons;
use crate::session::game_stats::GameStats;
use crate::session::practice_flag::PracticeFlag;
use crate::session::summary::Summary;
use crate::session::totals::ConsoleTotals;

use super::{Playback, Replay, ScreenKind, Seek, Verdict};

/// Console history with a current position. After the last frame no button is held, see [`ConsolePlayback::run_on`].
pub type ConsolePlayback = Playback<ReplayedConsole>;

/// Console driven by a history.
#[derive(Clone, Debug)]
pub struct ReplayedConsole {
    console: Console,
    totals: ConsoleTotals,
    practice_flag: PracticeFlag,
}

impl Replay for ReplayedConsole {
    type Recording = History;
    type Fault = Infallible;

    fn game_of(history: &History) -> Option<u64> {
        history.game()
    }

    fn step(&mut self, history: &History, frame: u64) -> Result<(Events, bool), Infallible> {
        let had_game = self.console.game().is_some();
        let events = history.play_frame(frame, &mut self.console);
        self.totals.follow(&self.console, events);
        self.practice_flag.follow(&self.console);
        if history.has_practice_after(frame + 1) {
            self.practice_flag.mark_practice();
        }
        // The first piece of a game exists as soon as the game is set up, without a spawn event.
        let is_first = !had_game && self.console.game().is_some();
        Ok((events, is_first || events.contains(Event::Spawned)))
    }

    fn shown(&self) -> ScreenKind {
        if self.console.is_blank() || self.console.is_demo() {
            return ScreenKind::Nothing;
        }
        match (self.console.screen(), self.console.game()) {
            (Screen::Game, Some(game)) if game.is_over() => ScreenKind::Lost,
            (Screen::Game, Some(_)) => ScreenKind::Game,
            (screen, _) => match screen {
                Screen::Ending | Screen::NameEntry | Screen::LevelMenu => ScreenKind::AfterGame,
                Screen::Game | Screen::Legal | Screen::Title | Screen::TypeMenu => {
                    ScreenKind::Nothing
                }
            },
        }
    }

    fn is_in_game(&self) -> bool {
        self.console.is_in_game()
    }
}

impl ConsolePlayback {
    /// Plays the whole history once and then returns to power-on. Movies from other programs have no end mark. If such
    /// a movie stops pressing buttons before its last game ends, the playback continues until the game has ended.
    pub fn new(history: History) -> ConsolePlayback {
        let (frames, has_end) = (history.len(), history.end().is_some());
        let console = history.power_on();
        let first = ReplayedConsole {
            totals: ConsoleTotals::new(&console),
            practice_flag: PracticeFlag::new(&console),
            console,
        };
        let Ok(mut playback) = Playback::new_validated(history, first, frames);
        if !has_end {
            let rest = rest_of(playback.end.console.clone());
            playback = playback.run_on(frames + rest);
        }
        playback
    }

    /// Extends the playback to `frames` frames, with no button held.
    #[must_use]
    pub fn run_on(mut self, frames: u64) -> ConsolePlayback {
        let Ok(()) = self.play_to(frames);
        self
    }

    /// Plays the whole history from power-on, even if it has a main game.
    #[must_use]
    pub fn whole(mut self) -> ConsolePlayback {
        self.game = None;
        self
    }

    /// Compares the end of the playback with the recorded end.
    pub fn check(&self) -> Verdict {
        let end = self.recording.end();
        Verdict::compare(end, self.frames(), self.end.console.hash())
    }

    /// Returns the history from power-on to the current frame, without an end mark.
    pub fn history(&self) -> History {
        let mut history = self.recording.until(self.frame());
        while history.len() < self.frame() {
            history.push(InputFrame::default());
        }
        history
    }

    /// Seeks to the state after `frame` frames. Returns whether a person's game is in progress in that state.
    pub(in crate::session) fn seek_to_game(&mut self, frame: u64) -> bool {
        self.seek(frame);
        self.console().is_in_game()
    }

    /// Returns the buttons of the current frame.
    pub fn held(&self) -> Buttons {
        let frames = self.recording.frames();
        let before = usize::try_from(self.frame())
            .ok()
            .and_then(|frame| frame.checked_sub(1));
        let frame = before.and_then(|before| frames.get(before));
        frame.map_or(Buttons::NONE, |frame| frame.held)
    }

    /// Returns the summary of the game on the screen, up to the current frame.
    pub fn summary(&self) -> Option<Summary> {
        let now = &self.now;
        now.totals.summary(&now.console)
    }

    /// Returns whether the current or last game is practice and has shown a hint up to the current frame.
    pub fn has_hints(&self) -> bool {
        let shown = self
            .recording
            .hints()
            .iter()
            .any(|&hint| hint <= self.frame());
        shown && self.now.practice_flag.is_unranked()
    }

    /// Returns whether pieces of the current or last game were undone up to the current frame, or whether the game
    /// continues a saved state.
    pub fn is_taken_back(&self) -> bool {
        self.game_has(|history, game| history.taken_back(game).is_some())
    }

    /// Returns whether the current or last game started at a position instead of an empty playfield.
    pub fn has_position(&self) -> bool {
        self.game_has(|history, game| history.position(game).is_some())
    }

    /// Returns the name of the ghost that the current or last game raced, if it was a race.
    pub fn ghost(&self) -> Option<&str> {
        let race = self.recording.race(self.now.practice_flag.began()?)?;
        Some(&race.ghost)
    }

    /// Calls `predicate` with the history up to the current frame and with the frame at which the current or last game
    /// started. Returns its result, or false if there was no game.
    fn game_has(&self, predicate: impl Fn(&History, u64) -> bool) -> bool {
        let game = self.now.practice_flag.began();
        game.is_some_and(|game| predicate(&self.history(), game))
    }

    /// Returns the statistics of the game on the screen, up to the current frame.
    pub fn figures(&self) -> Option<&GameStats> {
        self.now.totals.figures()
    }

    /// Returns the totals at the current frame.
    pub(in crate::session) const fn totals(&self) -> &ConsoleTotals {
        &self.now.totals
    }

    /// Returns the practice flag at the current frame.
    pub(in crate::session) const fn practice_flag(&self) -> PracticeFlag {
        self.now.practice_flag
    }

    /// Returns the console at the current frame.
    pub const fn console(&self) -> &Console {
        &self.now.console
    }
}

/// Maximum number of frames played after the last button: 20 seconds.
const REST_MAX: u64 = 20 * 60;

/// Returns how many frames without buttons it takes until the console's game has ended: its last piece locks, and then
/// its curtain closes, its rocket flies, or its bonus is counted. Returns 0 if another piece spawns first, or if the
/// game has already ended.
fn rest_of(mut console: Console) -> u64 {
    for frame in 0..REST_MAX {
        if !console.is_in_game() || console.is_game_done() {
            return frame;
        }
        if console.step(Buttons::NONE).contains(Event::Spawned) {
            return 0;
        }
    }
    if console.is_game_ended() { REST_MAX } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{HighScores, View};
    use crate::rules::{Cell, Piece, Region};
    use crate::session::ending::Ending;
    use crate::session::playback::{Mode, Recorded, RecordingInfo};
    use crate::session::{
        DueSaves, FoundJournal, GameMoves, Journal, Person, SaveWatcher, UnsavedContent,
    };

    /// Returns a person who watches the demo, starts a game, loses it and leaves it.
    fn played() -> Person {
        let mut person = Person::power_on(Region::Ntsc, HighScores::default());
        let mut had_demo = false;
        for frame in 0..3_000 {
            let starts = frame > 2_400 && frame % 8 == 0 && !person.is_in_game();
            person.step(if starts {
                Buttons::START
            } else {
                Buttons::NONE
            });
            had_demo |= person.console().is_demo();
        }
        assert!(had_demo && person.is_in_game());
        for frame in 0.. {
            let is_over = person.is_curtain_closed();
            let held = match is_over && frame % 8 == 0 {
                true => Buttons::START,
                false if is_over => Buttons::NONE,
                false => Buttons::DOWN,
            };
            person.step(held);
            if !person.is_in_game() {
                break;
            }
        }
        person
    }

    #[test]
    fn the_first_piece_is_that_of_a_game_and_not_of_the_demo() {
        let mut playback = ConsolePlayback::new(played().history());
        let first = playback.first_piece();
        playback.seek(first - 1);
        assert!(playback.console().game().is_none() && playback.summary().is_none());
        playback.step();
        assert!(playback.console().game().is_some() && !playback.console().is_demo());
        assert_eq!(playback.summary().map(|summary| summary.pieces), Some(0));
    }

    #[test]
    fn the_later_pieces_of_a_move_are_those_that_spawned() {
        let recorded = Recorded::from_history(played().history());
        let games = GameMoves::from_recording(&recorded);
        let (game, moves) = (&games[0], &games[0].moves);
        assert_eq!(game.pieces.len(), moves.len());
        let came = moves.iter().map(|played| played.position.current);
        let came: Vec<Piece> = came.chain(moves.last().unwrap().position.next).collect();
        for place in 0..moves.len() {
            assert_eq!(game.later_pieces(place), came[place + 2..], "{place}");
        }
    }

    #[test]
    fn the_last_frame_shown_is_not_the_black_after_the_game() {
        let person = played();
        assert_eq!(person.console().view(), View::Blank);
        let mut playback = ConsolePlayback::new(person.history());
        let last_game = playback.last_game().expect("a game was played");
        assert!(last_game < playback.last_shown() && playback.last_shown() < playback.frames());
        playback.seek(playback.last_shown());
        assert!(matches!(playback.console().view(), View::Game(_)));
        playback.seek(last_game);
        let View::Game(game) = playback.console().view() else {
            panic!("the lost game must be on the screen");
        };
        assert!(
            !game.field.contains(&Cell::CURTAIN),
            "no curtain is over it"
        );
        let summary = playback.summary().unwrap();
        assert_eq!(summary.ending, Some(Ending::ToppedOut));
        assert!(summary.pieces >= 10 && summary.score > 0, "{summary:?}");
    }

    #[test]
    fn a_movie_that_ends_in_a_piece_continues_to_the_end_of_the_game() {
        let history = played().history();
        let whole = ConsolePlayback::new(history.clone());
        let lost = whole.last_game().unwrap();
        let cut = |frame: u64| ConsolePlayback::new(history.until(frame));
        let mut movie = cut(lost - 4);
        assert!(movie.frames() > lost + 36 * 4 - 64 && movie.frames() < lost + 300);
        movie.seek(movie.frames());
        assert!(movie.console().is_game_done());
        assert_eq!(movie.summary().unwrap().ending, Some(Ending::ToppedOut));
        // A recording that continues the movie contains its whole history.
        assert_eq!(movie.history().len(), movie.frames());
        // A history that was cut in the middle of a game, or that has an end mark, is not extended.
        let first = whole.first_piece();
        for frame in [first - 1, first + 100, (first + lost) / 2, movie.frames()] {
            assert_eq!(cut(frame).frames(), frame);
        }
        let console = history.until(lost - 4).play();
        let ended = history.until(lost - 4).ending_as(&console);
        assert_eq!(ConsolePlayback::new(ended).frames(), lost - 4);
    }

    #[test]
    fn a_recording_without_a_game_begins_at_power_on_and_ends_at_its_end() {
        let mut person = Person::power_on(Region::Pal, HighScores::default());
        for _ in 0..200 {
            person.step(Buttons::NONE);
        }
        let playback = ConsolePlayback::new(person.history());
        assert_eq!((playback.first_piece(), playback.last_shown()), (0, 200));
        assert_eq!(playback.last_game(), None);
    }

    #[test]
    fn a_resumed_recording_keeps_its_history_and_console() {
        let person = played();
        let mut playback = ConsolePlayback::new(person.history());
        let (first, last) = (playback.first_piece(), playback.last_shown());
        for frame in [first, first + 1_000, (first + last) / 2, last - 250] {
            playback.seek(frame);
            let mut other = Person::resume_from(&playback);
            assert_eq!(other.console(), playback.console());
            assert_eq!(other.summary(), playback.summary());
            let (mut journal, mut bytes) = (
                Journal::after(other.frames().len()),
                Journal::head(&other.history().to_ron()),
            );
            let mut save_watcher = SaveWatcher::new(&other);
            for frame in 0..240_u16 {
                let tapped = Buttons::from_bits((frame.wrapping_mul(40_503) >> 8) as u8 & 0xC7);
                other.step(tapped);
                assert_eq!(save_watcher.after_frame(&other), DueSaves::default());
            }
            assert!(
                save_watcher.at_the_end(&other).recording,
                "a game that the player leaves is saved"
            );
            bytes.extend(journal.part(other.frames()));
            let found = FoundJournal::read(&bytes).unwrap().unsaved().unwrap();
            let Some(UnsavedContent::Person { person: found, .. }) = found else {
                panic!("a game is on");
            };
            assert_eq!(found.history(), other.history());
            assert_eq!(
                other.frames()[..frame as usize],
                person.frames()[..frame as usize]
            );
            let mut again = ConsolePlayback::new(other.history());
            assert_eq!(again.check(), Verdict::Same);
            again.seek(again.frames());
            assert_eq!(
                (again.console(), again.summary()),
                (other.console(), other.summary())
            );
        }
    }

    #[test]
    fn a_recording_info_describes_the_game() {
        let person = played();
        let playback = ConsolePlayback::new(person.history());
        let frames = playback.last_shown() - playback.first_piece();
        let mut recorded = Recorded::from_ron(&person.history().to_ron()).unwrap();
        let about = RecordingInfo::describe(&mut recorded);
        assert!(matches!(about.mode, Mode::Console(Some(_))));
        assert_eq!((about.frames, about.region), (frames, Region::Ntsc));
        assert_eq!(recorded.place().frame(), about.last_game);
        assert_eq!(about.summary, recorded.summary());
    }
}

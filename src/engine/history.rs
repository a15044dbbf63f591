//! History of a console: its state at power-on and every input, command and setting since.
//!
//! A person, an AI at the gamepad, the line protocol and a movie all produce this history, and every game can be
//! replayed from it. FCEUX movies ([`History::from_fm2`]) and this program's own recordings ([`History::from_ron`])
//! are its text forms. [`movie_text`] makes a text of the movies of other programs.

mod fm2;
mod foreign;
mod recorded;
mod ron;

pub use fm2::{Fm2Error, Fm2Fault};
pub use foreign::{ForeignMovieError, movie_text};
pub use recorded::RecordedConsole;

use crate::rules::{Buttons, Piece, Randomizer, RandomizerKind, Region};

use super::console::{Console, HighScores};
use super::event::Events;
use super::recording::RecordingEnd;
use super::score_time::CrashRule;
use super::start_position::StartPosition;
use super::training::Training;

/// A console's state at power-on, and every input, command and setting since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Release of the cartridge.
    region: Region,
    /// High scores at power-on.
    scores: HighScores,
    frames: Vec<InputFrame>,
    /// Settings made between frames, in ascending order. Each is stored with the number of frames played before it.
    settings: Vec<(u64, HistorySetting)>,
    /// Start frame of the recording's main game, if the recording has one.
    game: Option<u64>,
    end: Option<RecordingEnd>,
}

/// Input for one video frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct InputFrame {
    /// Reset or power switch, pressed before the frame.
    pub command: Command,
    /// Buttons held on the first pad. The game reads no other.
    pub held: Buttons,
}

impl InputFrame {
    fn play(self, console: &mut Console) -> Events {
        match self.command {
            Command::Reset => console.press_reset(),
            Command::Power if console.frames() > 0 => console.switch_off_and_on(),
            Command::None | Command::Power => {}
        }
        console.step(self.held)
    }
}

/// A command to the console itself, outside the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Command {
    /// No command.
    #[default]
    None,
    /// Press the reset button.
    Reset,
    /// Switch off and on. Before the first frame this has no effect.
    Power,
}

/// A race against a recorded game, the ghost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// Name of the ghost's recording.
    pub ghost: String,
    /// Pieces of the ghost, which the player gets too. After the last one, and if there are none, the cartridge
    /// chooses the pieces.
    pub sequence: Vec<Piece>,
}

/// A setting made in a game between two frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistorySetting {
    /// Level that no menu offers, 20-255.
    Level(u8),
    /// Randomizer other than the cartridge's, in a game that has not begun: its kind, the seed of a series of games,
    /// and the number of this game in the series, from 0.
    Pieces(RandomizerKind, u64, u64),
    /// Double killscreen, see [`Console::set_double_killscreen`].
    DoubleKillscreen,
    /// Crash rule from here on, see [`Console::set_crash`].
    Crash(CrashRule),
    /// Training mode in a game that has not begun.
    Training(Training),
    /// Starting position of the game on the screen, see [`Console::begin_at`].
    Position(StartPosition),
    /// Race of a game that has not begun.
    Race(Box<Race>),
    /// The player undid moves and went on from here. The number counts the pieces undone in all; 0 means that the
    /// player loaded a saved state. Has no effect on the game itself.
    TakenBack(u32),
    /// A hint is shown to the player. Has no effect on the game itself.
    Hint,
}

impl HistorySetting {
    fn apply(&self, console: &mut Console) {
        match *self {
            HistorySetting::Level(level) => console.set_level(level),
            HistorySetting::Pieces(kind, seed, game) => {
                if let Ok(randomizer) = Randomizer::new(kind, seed, game) {
                    console.draw_pieces_from(randomizer);
                }
            }
            HistorySetting::DoubleKillscreen => console.set_double_killscreen(),
            HistorySetting::Crash(rule) => console.set_crash(rule),
            HistorySetting::Training(training) => console.train(training),
            HistorySetting::Position(position) => console.begin_at(&position),
            HistorySetting::Race(ref race) => console.give_sequence(&race.sequence),
            HistorySetting::TakenBack(_) | HistorySetting::Hint => {}
        }
    }

    /// Returns whether the setting makes a game practice, so that its scores do not count.
    pub const fn is_practice(&self) -> bool {
        matches!(
            self,
            HistorySetting::Hint
                | HistorySetting::Training(_)
                | HistorySetting::Position(_)
                | HistorySetting::Race(_)
                | HistorySetting::TakenBack(_)
        )
    }
}

impl History {
    /// Returns the history of a console that was just switched on with these high scores.
    pub const fn new(region: Region, scores: HighScores) -> History {
        History {
            region,
            scores,
            frames: Vec::new(),
            settings: Vec::new(),
            game: None,
            end: None,
        }
    }

    /// Adds a frame.
    pub fn push(&mut self, frame: InputFrame) {
        self.frames.push(frame);
    }

    /// Adds a setting to the game on the screen, after the last recorded frame.
    pub fn push_setting(&mut self, setting: HistorySetting) {
        self.settings.push((self.len(), setting));
    }

    /// Returns whether any game has a double killscreen.
    pub fn has_double_killscreen(&self) -> bool {
        self.settings
            .iter()
            .any(|(_, set)| *set == HistorySetting::DoubleKillscreen)
    }

    /// Returns the console before the first frame.
    pub fn power_on(&self) -> Console {
        Console::with_scores(self.region, self.scores.clone())
    }

    /// Plays frame number `index`, from 0, then applies the settings after it. The console must have played all earlier
    /// frames. Past the last frame no button is held.
    pub fn play_frame(&self, index: u64, console: &mut Console) -> Events {
        let frame = self
            .frames
            .get(usize::try_from(index).unwrap_or(usize::MAX));
        let events = frame.copied().unwrap_or_default().play(console);
        for setting in self.settings_after(index.saturating_add(1)) {
            setting.apply(console);
        }
        events
    }

    /// Returns the settings made after `played` frames.
    fn settings_after(&self, played: u64) -> impl Iterator<Item = &HistorySetting> {
        let first = self.settings.partition_point(|&(frame, _)| frame < played);
        let rest = self.settings[first..].iter();
        rest.map_while(move |(frame, set)| (*frame == played).then_some(set))
    }

    /// Returns the console after all frames.
    pub fn play(&self) -> Console {
        let mut console = self.power_on();
        for index in 0..self.len() {
            self.play_frame(index, &mut console);
        }
        console
    }

    /// Returns the first `frames` frames of the history, with the settings changed up to that point.
    #[must_use]
    pub fn until(&self, frames: u64) -> History {
        let mut begin = self.clone();
        begin.truncate(frames);
        begin
    }

    fn truncate(&mut self, frames: u64) {
        self.frames
            .truncate(usize::try_from(frames).unwrap_or(usize::MAX));
        let settings = self.settings.partition_point(|&(frame, _)| frame <= frames);
        self.settings.truncate(settings);
        self.game = self.game.filter(|&game| game <= frames);
        self.end = None;
    }

    /// Truncates the history to `frames` frames and records that the player undid moves back to this point. `pieces` is
    /// the total number of undone pieces: all those ever taken back to this point or to a later one.
    pub fn take_back(&mut self, frames: u64, pieces: u32) {
        self.truncate(frames);
        let first = self.settings.partition_point(|&(frame, _)| frame < frames);
        let is_taken_back =
            |(_, set): &(u64, HistorySetting)| matches!(set, HistorySetting::TakenBack(_));
        // The search from the end makes many take-backs to one frame with many hints take linear time.
        let earlier = self.settings[first..].iter().rposition(is_taken_back);
        if let Some(earlier) = earlier {
            self.settings.remove(first + earlier);
        }
        self.push_setting(HistorySetting::TakenBack(pieces));
    }

    /// Returns the number of frames before the last setting in the game that began after `game` frames, or `game` if it
    /// has no settings. Hints and undos do not count as settings.
    pub fn last_setting_frame(&self, game: u64) -> u64 {
        let is_note = |set: &HistorySetting| {
            matches!(set, HistorySetting::Hint | HistorySetting::TakenBack(_))
        };
        let last = self.settings.iter().rev().find(|(_, set)| !is_note(set));
        last.map_or(game, |&(frame, _)| frame.max(game))
    }

    /// Returns the number of pieces that the player took back to frame `from` or later. Returns `None` if the player
    /// took back nothing and loaded no saved state there.
    pub fn taken_back(&self, from: u64) -> Option<u32> {
        let settings = self.settings.iter().filter(|(frame, _)| *frame >= from);
        let counts = settings.filter_map(|(_, set)| match set {
            HistorySetting::TakenBack(pieces) => Some(*pieces),
            _ => None,
        });
        counts.reduce(u32::saturating_add)
    }

    /// Returns the history with another main game: the game whose first piece appears after `game` frames. Earlier
    /// frames then only lead up to it. With `None`, the recording has no main game and covers all its games.
    #[must_use]
    pub const fn with_main_game(mut self, game: Option<u64>) -> History {
        self.game = game;
        self
    }

    /// Returns the history with the state of `console` recorded as its end.
    #[must_use]
    pub fn ending_as(mut self, console: &Console) -> History {
        self.end = Some(RecordingEnd {
            frame: console.frames(),
            hash: console.hash(),
        });
        self
    }

    /// Returns the last training set in the main game, or in any game if the recording has no main game.
    pub fn training(&self) -> Option<Training> {
        self.last_setting(self.game.unwrap_or(0), |set| match set {
            HistorySetting::Training(training) => Some(*training),
            _ => None,
        })
    }

    /// Returns the starting position of the game that began after `game` frames, if it did not begin with an empty
    /// field.
    pub fn position(&self, game: u64) -> Option<StartPosition> {
        self.last_setting(game, |set| match set {
            HistorySetting::Position(position) => Some(*position),
            _ => None,
        })
    }

    /// Returns the race of the game that began after `game` frames, if it was one.
    pub fn race(&self, game: u64) -> Option<&Race> {
        self.last_setting(game, |set| match set {
            HistorySetting::Race(race) => Some(&**race),
            _ => None,
        })
    }

    /// Returns the last setting made after `from` frames or later for which `find` returns a value.
    fn last_setting<'a, T>(
        &'a self,
        from: u64,
        find: impl Fn(&'a HistorySetting) -> Option<T>,
    ) -> Option<T> {
        let settings = self.settings.iter().rev();
        let mut settings = settings.take_while(|(frame, _)| *frame >= from);
        settings.find_map(|(_, set)| find(set))
    }

    /// Returns whether an emulator with the NTSC cartridge can replay the history as a movie.
    ///
    /// If the history starts with other high scores than the cartridge's, the replay may show one name entry too many
    /// or too few.
    pub fn is_for_emulators(&self) -> bool {
        self.region == Region::Ntsc
            && self
                .settings
                .iter()
                .all(|(_, set)| *set == HistorySetting::Hint)
    }

    /// Returns whether the history contains commands to the console itself.
    pub fn has_commands(&self) -> bool {
        self.frames
            .iter()
            .any(|frame| frame.command != Command::None)
    }

    /// Returns the number of settings between frames.
    pub fn settings_len(&self) -> usize {
        self.settings.len()
    }

    /// Returns the number of frames since power-on.
    pub fn len(&self) -> u64 {
        self.frames.len() as u64
    }

    /// Returns whether no frame has been played.
    pub const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Returns the release of the cartridge.
    pub const fn region(&self) -> Region {
        self.region
    }

    /// Returns the high scores at power-on.
    pub const fn scores(&self) -> &HighScores {
        &self.scores
    }

    /// Returns the input of each frame.
    pub fn frames(&self) -> &[InputFrame] {
        &self.frames
    }

    /// Returns the frame counts at which a hint was first shown in a game, in order.
    pub fn hints(&self) -> Vec<u64> {
        let hints = self
            .settings
            .iter()
            .filter(|(_, set)| *set == HistorySetting::Hint);
        hints.map(|(frame, _)| *frame).collect()
    }

    /// Returns whether a hint was first shown in a game after `played` frames.
    pub fn has_hint_after(&self, played: u64) -> bool {
        self.settings_after(played)
            .any(|set| *set == HistorySetting::Hint)
    }

    /// Returns the number of pieces taken back to the point after `played` frames, if any were.
    pub fn taken_back_to(&self, played: u64) -> Option<u32> {
        self.settings_after(played).find_map(|set| match set {
            HistorySetting::TakenBack(pieces) => Some(*pieces),
            _ => None,
        })
    }

    /// Returns whether a setting made after `played` frames makes the game practice, see
    /// [`HistorySetting::is_practice`].
    pub fn has_practice_after(&self, played: u64) -> bool {
        self.settings_after(played).any(HistorySetting::is_practice)
    }

    /// Returns the start frame of the main game, if the recording has one.
    pub const fn game(&self) -> Option<u64> {
        self.game
    }

    /// Returns the end, if it was recorded.
    pub const fn end(&self) -> Option<RecordingEnd> {
        self.end
    }
}

//! A console's history: what it was at power-on, and all that was done to it since.
//!
//! A person, an AI at the gamepad, the line protocol and a movie make the same history, and
//! whatever was played can be played again from it. FCEUX movies ([`History::from_fm2`]) and this
//! program's own recordings ([`History::from_ron`]) are texts of it.

mod fm2;
mod recorded;
mod ron;

pub use fm2::{Fm2Error, Fm2Fault};
pub use recorded::RecordedConsole;

use crate::rules::{Buttons, Randomizer, RandomizerKind, Region};

use super::console::{Console, HighScores};
use super::event::Events;
use super::recording::End;
use super::score_time::CrashRule;
use super::start_position::StartPosition;
use super::training::Training;

/// What a console was at power-on, and all that was done to it since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The release of the cartridge.
    region: Region,
    /// The high scores the console has at power-on.
    scores: HighScores,
    frames: Vec<InputFrame>,
    /// Settings between frames, each behind the number of frames before it, in ascending order.
    settings: Vec<(u64, HistorySetting)>,
    /// Frames played when the game begins for which it is kept, if it is kept for one.
    game: Option<u64>,
    end: Option<End>,
}

/// What is done in a video frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct InputFrame {
    /// What is done to the console itself before the frame.
    pub command: Command,
    /// What is held on the first pad; the game reads no other.
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

/// Something done to the console itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Command {
    /// Nothing.
    #[default]
    None,
    /// The reset button is pressed.
    Reset,
    /// It is switched off and on; before the first frame that is nothing new.
    Power,
}

/// Something set in a game between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistorySetting {
    /// A level that no menu offers, 20-255.
    Level(u8),
    /// Another randomizer than the cartridge's, in a game that has not begun: which one, the seed of a series
    /// of games, and which game of the series this is, from 0.
    Pieces(RandomizerKind, u64, u64),
    /// A double killscreen, see [`Console::set_double_killscreen`].
    DoubleKillscreen,
    /// What is done about the score routine's time from here on, see [`Console::set_crash`].
    Crash(CrashRule),
    /// A training mode in a game that has not begun.
    Training(Training),
    /// The position that the game on the screen begins at, see [`Console::begin_at`].
    Position(StartPosition),
    /// The game was taken back to here: by so many pieces in all, or by none from a saved state. The game itself
    /// knows nothing of it.
    TakenBack(u32),
    /// The player is shown a hint. The game itself knows nothing of it.
    Hint,
}

impl HistorySetting {
    fn apply(self, console: &mut Console) {
        match self {
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
            HistorySetting::TakenBack(_) | HistorySetting::Hint => {}
        }
    }

    /// Whether a game with it is no game of the cartridge that counts: its scores are not kept.
    pub const fn is_practice(self) -> bool {
        matches!(
            self,
            HistorySetting::Hint
                | HistorySetting::Training(_)
                | HistorySetting::Position(_)
                | HistorySetting::TakenBack(_)
        )
    }
}

impl History {
    /// The history of a console just switched on with these high scores.
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

    /// Adds what is set in the game on the screen after the frames so far.
    pub fn push_setting(&mut self, setting: HistorySetting) {
        self.settings.push((self.len(), setting));
    }

    /// Whether a game of it has a double killscreen.
    pub fn has_double_killscreen(&self) -> bool {
        self.settings
            .iter()
            .any(|&(_, set)| set == HistorySetting::DoubleKillscreen)
    }

    /// The console before the first frame.
    pub fn power_on(&self) -> Console {
        Console::with_scores(self.region, self.scores.clone())
    }

    /// Plays frame number `index`, from 0, on a console that played those before it, and what was set
    /// after it; behind the last one no button is held.
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

    /// What was set when `played` frames were played.
    fn settings_after(&self, played: u64) -> impl Iterator<Item = HistorySetting> {
        let first = self.settings.partition_point(|&(frame, _)| frame < played);
        let rest = self.settings[first..].iter();
        rest.map_while(move |&(frame, set)| (frame == played).then_some(set))
    }

    /// The console after all frames.
    pub fn play(&self) -> Console {
        let mut console = self.power_on();
        for index in 0..self.len() {
            self.play_frame(index, &mut console);
        }
        console
    }

    /// The same history up to `frames` frames, with what was set there.
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

    /// Takes it back to `frames` frames; `pieces` pieces in all are taken back to there, or later.
    pub fn take_back(&mut self, frames: u64, pieces: u32) {
        self.truncate(frames);
        let first = self.settings.partition_point(|&(frame, _)| frame < frames);
        let is_there =
            |&(_, set): &(u64, HistorySetting)| matches!(set, HistorySetting::TakenBack(_));
        let there: Vec<_> = self
            .settings
            .drain(first..)
            .filter(|set| !is_there(set))
            .collect();
        self.settings.extend(there);
        self.push_setting(HistorySetting::TakenBack(pieces));
    }

    /// Frames played when all was set that a game begins with which began after `game` frames: that number if
    /// nothing was.
    pub fn set_up(&self, game: u64) -> u64 {
        let is_said = |set| matches!(set, HistorySetting::Hint | HistorySetting::TakenBack(_));
        let settings = self.settings.iter().rev();
        let last = settings.copied().find(|&(_, set)| !is_said(set));
        last.map_or(game, |(frame, _)| frame.max(game))
    }

    /// How many pieces were taken back to `from` frames or later, if any were or a saved state was loaded there.
    pub fn taken_back(&self, from: u64) -> Option<u32> {
        let settings = self.settings.iter().filter(|&&(frame, _)| frame >= from);
        let counts = settings.filter_map(|&(_, set)| match set {
            HistorySetting::TakenBack(pieces) => Some(pieces),
            _ => None,
        });
        counts.reduce(u32::saturating_add)
    }

    /// The same history kept for the game whose first piece is there after so many frames; all before it
    /// was played on the same console. Without a number it is kept for all of its games.
    #[must_use]
    pub const fn kept_for(mut self, game: Option<u64>) -> History {
        self.game = game;
        self
    }

    /// The same history with its end noted, which is the state of `console`.
    #[must_use]
    pub fn ending_as(mut self, console: &Console) -> History {
        self.end = Some(End {
            frame: console.frames(),
            hash: console.hash(),
        });
        self
    }

    /// What is trained in the last of its games, if that is one of training.
    pub fn training(&self) -> Option<Training> {
        let settings = self.settings.iter().rev();
        let from = self.game.unwrap_or(0);
        settings
            .take_while(|&&(frame, _)| frame >= from)
            .find_map(|&(_, set)| match set {
                HistorySetting::Training(training) => Some(training),
                _ => None,
            })
    }

    /// The position that the game began at which began after so many frames, if it is another one than an empty
    /// field.
    pub fn position(&self, game: u64) -> Option<StartPosition> {
        let settings = self.settings.iter().rev();
        settings
            .take_while(|&&(frame, _)| frame >= game)
            .find_map(|&(_, set)| match set {
                HistorySetting::Position(position) => Some(position),
                _ => None,
            })
    }

    /// Whether a movie for emulators with the NTSC cartridge can say it. Where the high scores at
    /// power-on are not the cartridge's, a name entry may come there or not.
    pub fn is_for_emulators(&self) -> bool {
        self.region == Region::Ntsc
            && self
                .settings
                .iter()
                .all(|&(_, set)| set == HistorySetting::Hint)
    }

    /// Whether anything was done to the console itself.
    pub fn has_commands(&self) -> bool {
        self.frames
            .iter()
            .any(|frame| frame.command != Command::None)
    }

    /// Number of settings between frames.
    pub fn settings_len(&self) -> usize {
        self.settings.len()
    }

    /// Frames since power-on.
    pub fn len(&self) -> u64 {
        self.frames.len() as u64
    }

    /// Whether no frame was played.
    pub const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The release of the cartridge.
    pub const fn region(&self) -> Region {
        self.region
    }

    /// The high scores at power-on.
    pub const fn scores(&self) -> &HighScores {
        &self.scores
    }

    /// What was done in each frame.
    pub fn frames(&self) -> &[InputFrame] {
        &self.frames
    }

    /// Frames played before a hint was first shown in a game, in their order.
    pub fn hints(&self) -> Vec<u64> {
        let hints = self
            .settings
            .iter()
            .filter(|&&(_, set)| set == HistorySetting::Hint);
        hints.map(|&(frame, _)| frame).collect()
    }

    /// Whether a hint was first shown in a game when `played` frames were played.
    pub fn has_hint_after(&self, played: u64) -> bool {
        self.settings_after(played)
            .any(|set| set == HistorySetting::Hint)
    }

    /// How many pieces were taken back to where `played` frames were played, if it was taken back to there.
    pub fn taken_back_to(&self, played: u64) -> Option<u32> {
        self.settings_after(played).find_map(|set| match set {
            HistorySetting::TakenBack(pieces) => Some(pieces),
            _ => None,
        })
    }

    /// Whether something was set when `played` frames were played that makes the game one of practice, see
    /// [`HistorySetting::is_practice`].
    pub fn has_practice_after(&self, played: u64) -> bool {
        self.settings_after(played).any(HistorySetting::is_practice)
    }

    /// Frames played when the first piece of the game is there for which it is kept, if it is kept for one.
    pub const fn game(&self) -> Option<u64> {
        self.game
    }

    /// Where it ends, if that was noted.
    pub const fn end(&self) -> Option<End> {
        self.end
    }
}

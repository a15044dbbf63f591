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

use serde::{Deserialize, Serialize};

use crate::rules::{Buttons, Randomizer, RandomizerKind, Region};

use super::console::{Console, HighScores};
use super::event::Events;
use super::recording::End;

/// What a console was at power-on, and all that was done to it since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The release of the cartridge.
    region: Region,
    /// The high scores the console has at power-on.
    scores: HighScores,
    frames: Vec<InputFrame>,
    /// In the order of frames.
    levels: Vec<LevelSet>,
    /// In the order of frames.
    pieces: Vec<PiecesSet>,
    /// Frames played before a double killscreen is set, in their order.
    double_killscreens: Vec<u64>,
    /// Frames played before a hint was first shown in a game, in their order.
    hints: Vec<u64>,
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

/// A level that no menu offers, set in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSet {
    /// Frames played before it is set.
    pub frame: u64,
    /// The level, 20-29.
    pub level: u8,
}

/// Another randomizer than the cartridge's, set in a game that has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PiecesSet {
    /// Frames played before it is set.
    pub frame: u64,
    /// Which one.
    pub randomizer: RandomizerKind,
    /// The seed of a series of games.
    pub seed: u64,
    /// Which game of the series this is, from 0.
    pub game: u64,
}

impl History {
    /// The history of a console just switched on with these high scores.
    pub const fn new(region: Region, scores: HighScores) -> History {
        History {
            region,
            scores,
            frames: Vec::new(),
            levels: Vec::new(),
            pieces: Vec::new(),
            double_killscreens: Vec::new(),
            hints: Vec::new(),
            game: None,
            end: None,
        }
    }

    /// Adds a frame.
    pub fn push(&mut self, frame: InputFrame) {
        self.frames.push(frame);
    }

    /// Adds a level, 20-29, set in the game on the screen after the frames so far.
    pub fn push_level(&mut self, level: u8) {
        let frame = self.len();
        self.levels.push(LevelSet { frame, level });
    }

    /// Adds another randomizer, set after the frames so far: game number `game` (from 0) of the
    /// series of `seed`.
    pub fn push_randomizer(&mut self, randomizer: RandomizerKind, seed: u64, game: u64) {
        self.pieces.push(PiecesSet {
            frame: self.len(),
            randomizer,
            seed,
            game,
        });
    }

    /// Adds that the game on the screen after the frames so far has a double killscreen, see
    /// [`Console::set_double_killscreen`].
    pub fn push_double_killscreen(&mut self) {
        self.double_killscreens.push(self.len());
    }

    /// Whether a game of it has a double killscreen.
    pub fn has_double_killscreen(&self) -> bool {
        !self.double_killscreens.is_empty()
    }

    /// Adds that the player of the game on the screen was shown a hint after the frames so far. The game
    /// itself knows nothing of it.
    pub fn push_hint(&mut self) {
        self.hints.push(self.len());
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
        self.set_up(index.saturating_add(1), console);
        events
    }

    /// Sets what was set when `played` frames were played.
    fn set_up(&self, played: u64, console: &mut Console) {
        let at = self.levels.partition_point(|set| set.frame < played);
        if let Some(set) = self.levels.get(at).filter(|set| set.frame == played) {
            console.set_level(set.level);
        }
        let at = self.pieces.partition_point(|set| set.frame < played);
        if let Some(set) = self.pieces.get(at).filter(|set| set.frame == played)
            && let Ok(randomizer) = Randomizer::new(set.randomizer, set.seed, set.game)
        {
            console.draw_pieces_from(randomizer);
        }
        if self.double_killscreens.binary_search(&played).is_ok() {
            console.set_double_killscreen();
        }
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
        begin
            .frames
            .truncate(usize::try_from(frames).unwrap_or(usize::MAX));
        begin.levels.retain(|set| set.frame <= frames);
        begin.pieces.retain(|set| set.frame <= frames);
        begin.double_killscreens.retain(|&set| set <= frames);
        begin.hints.retain(|&shown| shown <= frames);
        begin.game = begin.game.filter(|&game| game <= frames);
        begin.end = None;
        begin
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

    /// Whether a movie for emulators with the NTSC cartridge can say it. Where the high scores at
    /// power-on are not the cartridge's, a name entry may come there or not.
    pub fn is_for_emulators(&self) -> bool {
        self.region == Region::Ntsc
            && self.levels.is_empty()
            && self.pieces.is_empty()
            && self.double_killscreens.is_empty()
    }

    /// Whether anything was done to the console itself.
    pub fn has_commands(&self) -> bool {
        self.frames
            .iter()
            .any(|frame| frame.command != Command::None)
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
    pub fn hints(&self) -> &[u64] {
        &self.hints
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

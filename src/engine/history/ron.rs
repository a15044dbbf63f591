//! A history as this program's own recording in RON. It covers games that an FCEUX movie of the NTSC cartridge cannot
//! express: games of the PAL release, games that begin above level 19, other randomizers, double killscreens, crashes,
//! training games and games that begin at a position.
//!
//! Inputs are words of the letters `RLDUTSBA`, or `-` for none, followed by a star and the number of frames they are
//! held: `-*267 T -*4 T`. The format cannot express switching off and on.

use serde::{Deserialize, Serialize};

use crate::engine::console::{ENTRIES, HighScore, HighScores};
use crate::engine::direct_start::DirectStart;
use crate::engine::recording::{self, RecordingEnd, RecordingError, SETTINGS_MAX};
use crate::engine::score_time::CrashRule;
use crate::engine::start_position::StartPosition;
use crate::engine::training::Training;
use crate::engine::words;
use crate::rules::{Piece, RandomizerKind, Region, sanitized};

use super::{Command, History, HistorySetting, InputFrame, Race};

/// Version that this program writes and reads.
const VERSION: u32 = 1;

/// Format of the file. The field `console` is specific to this kind of recording, see
/// [`RecordingKind`](recording::RecordingKind).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    console: Region,
    /// High scores at power-on: both tables, best entry first.
    scores: [Table; 2],
    #[serde(deserialize_with = "recording::bounded")]
    inputs: Vec<String>,
    /// Frames that begin with a press of the reset button; frame 0 is the first.
    #[serde(
        default,
        deserialize_with = "recording::bounded",
        skip_serializing_if = "Vec::is_empty"
    )]
    resets: Vec<u64>,
    /// Frames, except frame 0, that begin with a press of the power switch.
    #[serde(
        default,
        deserialize_with = "recording::bounded",
        skip_serializing_if = "Vec::is_empty"
    )]
    powers: Vec<u64>,
    /// First level above 19 that was set in a game. No menu offers such levels.
    #[serde(default)]
    level: Option<LevelSet>,
    /// All other levels above 19 that were set, one per later game.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    more_levels: Vec<LevelSet>,
    /// Settings of randomizers other than the cartridge's.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    pieces: Vec<PiecesSet>,
    /// Settings of training modes.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    trainings: Vec<TrainingSet>,
    /// Settings of starting positions.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    positions: Vec<PositionSet>,
    /// Races against recorded games.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    races: Vec<RaceSet>,
    /// Numbers of frames played before the double killscreen is set.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    double_killscreens: Vec<u64>,
    /// Frames to which the player rewound a game.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    taken_back: Vec<TakenBack>,
    /// Settings of the crash rule.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    crashes: Vec<CrashSet>,
    /// Frames at the start of which a game first shows a hint. Frame 0 is the first frame.
    #[serde(
        default,
        deserialize_with = "recording::bounded_settings",
        skip_serializing_if = "Vec::is_empty"
    )]
    hints: Vec<u64>,
    /// Start frame of the recording's main game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    end: Option<RecordingEnd>,
}

/// A level that no menu offers, set in a game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelSet {
    /// Number of frames played before the level is set.
    frame: u64,
    level: u8,
}

/// A crash rule, set in a game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CrashSet {
    /// Number of frames played before the rule is set.
    frame: u64,
    rule: CrashRule,
}

/// A randomizer other than the cartridge's, set in a game that has not begun.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PiecesSet {
    /// Number of frames played before the randomizer is set.
    frame: u64,
    randomizer: RandomizerKind,
    seed: u64,
    game: u64,
}

/// A training mode, set in a game that has not begun.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrainingSet {
    /// Number of frames played before the training is set.
    frame: u64,
    training: Training,
}

/// A starting position, set in a game that has not begun.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionSet {
    /// Number of frames played before the position is set.
    frame: u64,
    position: StartPosition,
}

/// A race, set in a game that has not begun.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RaceSet {
    /// Number of frames played before the race is set.
    frame: u64,
    /// Name of the ghost's recording.
    ghost: String,
    /// Letters of the ghost's pieces, if the player gets them too.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    sequence: String,
}

/// Frame to which the player rewound a game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakenBack {
    /// Number of frames played before this point.
    frame: u64,
    /// Number of pieces taken back; 0 if a saved state was loaded.
    pieces: u32,
}

/// A high score table in the file, best entry first.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Table(#[serde(deserialize_with = "recording::bounded")] Vec<String>);

impl History {
    /// Reads a recording.
    ///
    /// # Errors
    /// [`RecordingError`] with the position in the text, or with the field and the allowed values.
    pub fn from_ron(text: &str) -> Result<History, RecordingError> {
        let file: File = recording::read_ron(text)?;
        file.history().map_err(RecordingError::Field)
    }

    /// Returns the history as a recording.
    pub fn to_ron(&self) -> String {
        let table = |is_b_type| {
            let entries = self.scores.table(is_b_type).iter();
            Table(entries.map(ToString::to_string).collect())
        };
        let presses = |command| {
            let frames = (0..).zip(&self.frames);
            let pressed = frames.filter(move |(_, frame)| frame.command == command);
            pressed.map(|(index, _)| index)
        };
        let mut file = File {
            version: VERSION,
            console: self.region,
            scores: [table(false), table(true)],
            inputs: words::write(self.frames.iter().map(|frame| frame.held), words::letters),
            resets: presses(Command::Reset).collect(),
            // The console is switched on in frame 0 anyway.
            powers: presses(Command::Power).filter(|&frame| frame > 0).collect(),
            level: None,
            more_levels: Vec::new(),
            pieces: Vec::new(),
            trainings: Vec::new(),
            positions: Vec::new(),
            races: Vec::new(),
            taken_back: Vec::new(),
            double_killscreens: Vec::new(),
            crashes: Vec::new(),
            hints: Vec::new(),
            game: self.game,
            end: self.end,
        };
        for (frame, setting) in &self.settings {
            let frame = *frame;
            match *setting {
                HistorySetting::Level(level) if file.level.is_none() => {
                    file.level = Some(LevelSet { frame, level });
                }
                HistorySetting::Level(level) => file.more_levels.push(LevelSet { frame, level }),
                HistorySetting::Pieces(randomizer, seed, game) => file.pieces.push(PiecesSet {
                    frame,
                    randomizer,
                    seed,
                    game,
                }),
                HistorySetting::Training(training) => {
                    file.trainings.push(TrainingSet { frame, training });
                }
                HistorySetting::Position(position) => {
                    file.positions.push(PositionSet { frame, position });
                }
                HistorySetting::Race(ref race) => file.races.push(RaceSet {
                    frame,
                    ghost: race.ghost.clone(),
                    sequence: race.sequence.iter().map(|piece| piece.letter()).collect(),
                }),
                HistorySetting::TakenBack(pieces) => {
                    file.taken_back.push(TakenBack { frame, pieces });
                }
                HistorySetting::DoubleKillscreen => file.double_killscreens.push(frame),
                HistorySetting::Crash(rule) => file.crashes.push(CrashSet { frame, rule }),
                HistorySetting::Hint => file.hints.push(frame),
            }
        }
        recording::write_ron(&file)
    }
}

impl File {
    /// Returns the number of settings of all kinds.
    fn settings(&self) -> usize {
        usize::from(self.level.is_some())
            + self.more_levels.len()
            + self.pieces.len()
            + self.trainings.len()
            + self.positions.len()
            + self.races.len()
            + self.double_killscreens.len()
            + self.taken_back.len()
            + self.crashes.len()
            + self.hints.len()
    }

    fn history(self) -> Result<History, String> {
        if self.version != VERSION {
            return Err(format!(
                "unsupported version {}; allowed: {VERSION}",
                self.version
            ));
        }
        let count = self.settings();
        if count > SETTINGS_MAX {
            return Err(format!(
                "{count} settings are too many; allowed: at most {SETTINGS_MAX}"
            ));
        }
        let mut settings = Vec::with_capacity(count);
        for LevelSet { frame, level } in self.level.into_iter().chain(self.more_levels) {
            if level <= DirectStart::MENU_LEVEL_MAX {
                return Err(format!("level: {level}; allowed: 20-255"));
            }
            settings.push((frame, HistorySetting::Level(level)));
        }
        for set in self.pieces {
            if set.randomizer == RandomizerKind::Nes {
                return Err("pieces: Nes; allowed: NesOdds, Uniform, Sz".to_owned());
            }
            let pieces = HistorySetting::Pieces(set.randomizer, set.seed, set.game);
            settings.push((set.frame, pieces));
        }
        for PositionSet { frame, position } in self.positions {
            if position.region != self.console {
                let fault =
                    format!("positions: {position} has a different region from the console");
                return Err(format!("{fault}; allowed: {}", self.console.name()));
            }
            settings.push((frame, HistorySetting::Position(position)));
        }
        for RaceSet {
            frame,
            ghost,
            sequence,
        } in self.races
        {
            let sequence = pieces(&sequence)?;
            let race = Box::new(Race { ghost, sequence });
            settings.push((frame, HistorySetting::Race(race)));
        }
        let at = |setting: HistorySetting| move |frame| (frame, setting.clone());
        let killscreens = self.double_killscreens.into_iter();
        settings.extend(killscreens.map(at(HistorySetting::DoubleKillscreen)));
        let crashes = self.crashes.into_iter();
        settings.extend(crashes.map(|set| (set.frame, HistorySetting::Crash(set.rule))));
        for TrainingSet { frame, training } in self.trainings {
            let checked = training.check();
            checked.map_err(|fault| format!("trainings: {fault}"))?;
            settings.push((frame, HistorySetting::Training(training)));
        }
        for TakenBack { frame, pieces } in self.taken_back {
            settings.push((frame, HistorySetting::TakenBack(pieces)));
        }
        settings.extend(self.hints.into_iter().map(at(HistorySetting::Hint)));
        settings.sort_by_key(|(frame, _)| *frame);
        Ok(History {
            frames: frames(&self.inputs, &self.resets, &self.powers)?,
            settings,
            game: self.game,
            end: self.end,
            ..History::new(self.console, scores(&self.scores)?)
        })
    }
}

/// Returns the pieces with these letters.
fn pieces(letters: &str) -> Result<Vec<Piece>, String> {
    let piece = |letter: char| {
        Piece::from_letter(letter).ok_or_else(|| {
            let letter = letter.to_string();
            let letter = sanitized(&letter);
            format!("races: invalid piece '{letter}' in a sequence; allowed: letters of TJZOSLI")
        })
    };
    letters.chars().map(piece).collect()
}

fn scores(tables: &[Table; 2]) -> Result<HighScores, String> {
    let mut scores = HighScores::default();
    for (is_b_type, Table(lines)) in [false, true].into_iter().zip(tables) {
        let entries: Result<Vec<HighScore>, ()> = lines.iter().map(|line| line.parse()).collect();
        let entries = entries
            .as_deref()
            .map(|entries| entries.first_chunk::<ENTRIES>());
        match entries {
            Ok(Some(table)) if lines.len() == ENTRIES => scores.set_table(is_b_type, *table),
            _ => {
                return Err(
                    "scores: incomplete table; a table has three entries of name, points, level"
                        .to_owned(),
                );
            }
        }
    }
    Ok(scores)
}

fn frames(inputs: &[String], resets: &[u64], powers: &[u64]) -> Result<Vec<InputFrame>, String> {
    let command = Command::None;
    let mut frames: Vec<InputFrame> = words::read(inputs, words::buttons)?
        .into_iter()
        .map(|held| InputFrame { command, held })
        .collect();
    let count = frames.len();
    for (name, presses, command) in [
        ("resets", resets, Command::Reset),
        ("powers", powers, Command::Power),
    ] {
        for &index in presses {
            let frame = usize::try_from(index)
                .ok()
                .and_then(|index| frames.get_mut(index));
            let out_of_range =
                || format!("{name}: {index} is out of range; the recording has {count} frames");
            frame.ok_or_else(out_of_range)?.command = command;
        }
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::console::Console;
    use crate::engine::recording::RecordingKind;
    use crate::rules::Buttons;

    #[test]
    fn a_history_is_read_as_it_was_written() {
        let inputs = [
            Buttons::NONE,
            Buttons::START,
            Buttons::LEFT.with(Buttons::A),
        ];
        let mut history = History::new(Region::Pal, HighScores::default());
        for (index, held) in inputs.into_iter().cycle().take(700).enumerate() {
            let command = match index {
                500 => Command::Reset,
                600 => Command::Power,
                _ => Command::None,
            };
            history.push(InputFrame { command, held });
            if index.is_multiple_of(300) {
                history.push_setting(HistorySetting::Level(29));
                history.push_setting(HistorySetting::Pieces(RandomizerKind::Uniform, 7, 1));
                let position = "TIP-18-96-250000-1ZYZYZYZY-N1R".parse().unwrap();
                history.push_setting(HistorySetting::Position(position));
                history.push_setting(HistorySetting::Race(Box::new(Race {
                    ghost: "my \"best\"".to_owned(),
                    sequence: vec![Piece::T, Piece::I, Piece::O],
                })));
                history.push_setting(HistorySetting::DoubleKillscreen);
                history.push_setting(HistorySetting::Crash(CrashRule::TopOut));
                history.push_setting(HistorySetting::Training("drought:15".parse().unwrap()));
                history.push_setting(HistorySetting::TakenBack(3));
                history.push_setting(HistorySetting::Hint);
            }
        }
        let console: Console = history.play();
        let history = history.ending_as(&console).with_main_game(Some(300));
        let text = history.to_ron();
        assert_eq!(RecordingKind::detect(&text), Some(RecordingKind::Console));
        assert_eq!(History::from_ron(&text), Ok(history));
    }

    #[test]
    fn wrong_inputs_are_named() {
        for word in ["Q", "T*0", "T*x", "*3", "T*99999999999", "--"] {
            let text = History::new(Region::Pal, HighScores::default()).to_ron();
            let text = text.replace("inputs: []", &format!("inputs: [\"{word}\"]"));
            let error = History::from_ron(&text).unwrap_err();
            assert!(error.to_string().contains(&format!("'{word}'")), "{error}");
        }
        let error = History::from_ron("(\nversion: 1,\n consule: Pal)").unwrap_err();
        assert!(error.to_string().starts_with("line 3"), "{error}");
        let text = "(version: 1, console: Pal, scores: ([], []), inputs: [], end: None)";
        let error = History::from_ron(text).unwrap_err().to_string();
        assert!(error.contains("scores"), "{error}");
    }
}

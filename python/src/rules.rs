//! Rules of the games: names and numbers from Python, checked.

use std::fmt::Display;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rightwell::engine::{
    CrashRule, DirectStart, DragStart, GameType, HighScores, PastedPosition, RecordedConsole,
    StartPosition,
};
use rightwell::players::NamedHand;
use rightwell::rules::{Lfsr, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{Controls, MovesByLevel, PadControls, PadGameSetup, SeriesSettings};

/// Returns a `ValueError` with this message.
pub fn wrong(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Rules of games at the console.
#[derive(Clone, Debug)]
pub struct ConsoleRules {
    series: SeriesSettings,
    pad: PadControls,
}

/// Options that only some console games have.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConsoleOptions<'a> {
    /// Height of the garbage in a B-type game, 0-5. `None` for an A-type game.
    pub height: Option<u8>,
    /// Training mode, as in `rightwell modes`.
    pub mode: Option<&'a str>,
    /// Start position, in any format that names level and pieces.
    pub position: Option<&'a str>,
    /// Rule for crashes; empty for the default.
    pub crash: &'a str,
    /// True if pieces fall two rows a frame from level 39 on.
    pub double_killscreen: bool,
}

impl ConsoleRules {
    /// Checks the rules of console games.
    pub fn new(level: u8, region: &str, options: ConsoleOptions<'_>) -> PyResult<ConsoleRules> {
        let game_type = match options.height {
            None => GameType::A,
            Some(height) => GameType::B { height },
        };
        let mut region = region_named(region)?;
        let position = options.position.map(position).transpose()?;
        if let Some(position) = &position {
            if game_type != GameType::A || options.mode.is_some() {
                return Err(wrong(
                    "`position` cannot be combined with a B-type game or `mode`",
                ));
            }
            region = position.region;
        }
        let mut rules = CrashRule::NAMES.into_iter();
        let Some((crash, _)) = rules.find(|(_, name)| *name == options.crash) else {
            let names = CrashRule::NAMES.map(|(_, name)| name).join(", ");
            return Err(wrong(format!(
                "crash {:?}; allowed: {names}",
                options.crash
            )));
        };
        let training = options
            .mode
            .map(|mode| mode.parse().map_err(wrong))
            .transpose()?;
        let pad = PadControls {
            hand: Hand::FASTEST,
            region,
            game_type,
            double_killscreen: options.double_killscreen,
            crash,
            training,
        };
        let rules = ConsoleRules {
            series: series(level, RandomizerKind::Nes, Controls::Pad(pad), position),
            pad,
        };
        rules.setup(2)?;
        Ok(rules)
    }

    /// Names the rules, one `name=value` a line.
    pub fn describe(&self) -> String {
        let (pad, level) = (&self.pad, self.series.level);
        let (game_type, height) = match pad.game_type {
            GameType::A => ("a", 0),
            GameType::B { height } => ("b", height),
        };
        let crash = CrashRule::NAMES
            .into_iter()
            .find(|(rule, _)| *rule == pad.crash);
        let lines = [
            ("game", &"console" as &dyn Display),
            ("game_type", &game_type),
            ("level", &level),
            ("height", &height),
            ("region", &pad.region.name()),
            ("mode", &or_none(pad.training)),
            ("position", &or_none(self.series.position)),
            ("crash", &crash.map_or("", |(_, name)| name)),
            ("double_killscreen", &pad.double_killscreen),
        ];
        described(&lines)
    }

    /// Switches a console on and starts the game with this seed: the state of the shift register when the first piece
    /// is chosen, 2-65535.
    pub fn begin(&self, seed: u16) -> PyResult<RecordedConsole> {
        self.setup(seed)?.console().map_err(wrong)
    }

    fn setup(&self, seed: u16) -> PyResult<PadGameSetup> {
        let series = SeriesSettings {
            seed: seed.into(),
            ..self.series.clone()
        };
        PadGameSetup::new(&series, self.pad, 0).map_err(wrong)
    }
}

/// Rules of games in which an action is a lock.
#[derive(Clone, Debug)]
pub struct PlacementRules {
    /// Start of each game. The seed is 0 until a game begins.
    pub series: SeriesSettings,
    /// Hands at the console. `None` without gravity.
    pub hands: Option<Hands>,
    region: Region,
}

/// Hands, and the console on which they play.
#[derive(Clone, Debug)]
pub struct Hands {
    name: String,
    /// Moves of the hands.
    pub moves: Arc<MovesByLevel>,
    /// Start of each game, before its pieces are chosen.
    start: DirectStart,
    /// Console in the frame before the first tick of such a game. All games begin with a copy of it.
    console: RecordedConsole,
}

impl PlacementRules {
    /// Checks the rules of placement games.
    pub fn new(
        level: u8,
        hand: Option<&str>,
        region: &str,
        randomizer: &str,
        position_text: Option<&str>,
    ) -> PyResult<PlacementRules> {
        let mut region = region_named(region)?;
        let position = position_text.map(position).transpose()?;
        if let Some(position) = &position {
            region = position.region;
        }
        let randomizer = match randomizer.parse::<RandomizerKind>() {
            Ok(kind) if kind != RandomizerKind::Nes => kind,
            _ => {
                return Err(wrong(format!(
                    "randomizer {randomizer:?}; allowed: nes-odds, uniform, sz, and sz:0 to sz:100"
                )));
            }
        };
        if hand.is_none() && level > DragStart::LEVEL_MAX {
            let most = DragStart::LEVEL_MAX;
            return Err(wrong(format!(
                "level {level} is out of range; allowed: 0-{most} without hands"
            )));
        }
        let hands = hand
            .map(|name| Hands::new(name, region, level))
            .transpose()?;
        let controls = match &hands {
            None => Controls::Drag,
            Some(hands) => Controls::Pad(hands.moves.controls()),
        };
        let series = series(level, randomizer, controls, position);
        Ok(PlacementRules {
            series,
            hands,
            region,
        })
    }

    /// Names the rules, one `name=value` a line.
    pub fn describe(&self) -> String {
        let (series, hands) = (&self.series, self.hands.as_ref());
        let lines = [
            ("game", &"placement" as &dyn Display),
            ("level", &series.level),
            ("hand", &or_none(hands.map(|hands| hands.name.as_str()))),
            ("region", &self.region.name()),
            ("randomizer", &series.randomizer),
            ("position", &or_none(series.position)),
        ];
        described(&lines)
    }

    /// Begins a game for these hands. With `is_recorded`, the console records its history.
    pub fn begin(&self, hands: &Hands, seed: u64, is_recorded: bool) -> PyResult<RecordedConsole> {
        let mut console = match is_recorded {
            true => RecordedConsole::direct(hands.start, HighScores::default()).map_err(wrong)?,
            false => hands.console.clone(),
        };
        console.draw_pieces_from(self.series.randomizer, seed, 0);
        if let Some(position) = self.series.position {
            console.begin_at(position);
        }
        Ok(console)
    }
}

impl Hands {
    fn new(name: &str, region: Region, level: u8) -> PyResult<Hands> {
        let start = DirectStart {
            region,
            game_type: GameType::A,
            level,
            seed: Lfsr::POWER_ON.state(),
        };
        let mut console = RecordedConsole::direct(start, HighScores::default()).map_err(wrong)?;
        console.forget();
        let moves = Arc::new(MovesByLevel::new(PadControls {
            hand: NamedHand::named(name).map_err(wrong)?.hand(),
            region,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Off,
            training: None,
        }));
        Ok(Hands {
            name: name.to_owned(),
            moves,
            start,
            console,
        })
    }
}

/// Returns one `name=value` a line.
fn described(rules: &[(&str, &dyn Display)]) -> String {
    let lines = rules
        .iter()
        .map(|(name, value)| format!("{name}={value}\n"));
    lines.collect()
}

fn or_none(value: Option<impl Display>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn series(
    level: u8,
    randomizer: RandomizerKind,
    controls: Controls,
    position: Option<StartPosition>,
) -> SeriesSettings {
    SeriesSettings {
        level,
        randomizer,
        seed: 0,
        controls,
        position,
    }
}

/// Returns the region with this name.
pub fn region_named(name: &str) -> PyResult<Region> {
    match name {
        "ntsc" => Ok(Region::Ntsc),
        "pal" => Ok(Region::Pal),
        _ => Err(wrong(format!("region {name:?}; allowed: ntsc, pal"))),
    }
}

fn position(text: &str) -> PyResult<StartPosition> {
    let pasted: PastedPosition = text.parse().map_err(wrong)?;
    let position = pasted.complete().map_err(wrong)?;
    position.check().map_err(wrong)?;
    Ok(position)
}

/// Checks the height of a B-type game.
pub fn checked_height(height: u8) -> PyResult<u8> {
    match height {
        0..=DirectStart::HEIGHT_MAX => Ok(height),
        _ => Err(wrong(format!(
            "height {height} is out of range; allowed: 0-5"
        ))),
    }
}

//! What can be chosen for an AI's games.

use rightwell::menu::{Field, Preview, Row};
use rightwell::players::Pattern;

use crate::shell::store::choices::{Choices, OWN_HAND, WatchChoice};
use crate::shell::store::load;

use super::desk::Desk;
use super::mode::{Choice, Values};
use super::rows;

/// The rows of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchRow {
    Begin,
    Demo,
    Player,
    Filter,
    Pattern,
    Input,
    Hand,
    TapHz,
    Reaction,
    Sight,
    Region,
    Type,
    Height,
    Level,
    DoubleKillscreen,
    Randomizer,
    Seed,
    Speed,
    Fast,
}

const FILTERS: [&str; 5] = ["none", "well", "pattern", "well-plain", "pattern-plain"];
const RANDOMIZERS: [&str; 4] = ["usual", "nes", "nes-odds", "uniform"];

/// What there is to choose from.
#[derive(Debug)]
pub struct Known {
    /// The players, the user's own behind ours.
    players: Vec<String>,
    /// The pictures that can be used.
    patterns: Vec<(String, Pattern)>,
}

impl Choice for WatchChoice {
    type RowId = WatchRow;
    type Known = Known;

    const TITLE: &'static str = "WATCH";
    const BEGIN: WatchRow = WatchRow::Begin;

    fn look(desk: &Desk) -> Known {
        let patterns = load::patterns().into_iter();
        Known {
            players: rows::players(desk),
            patterns: patterns
                .filter_map(|(name, pattern)| Some((name, pattern.ok()?)))
                .collect(),
        }
    }

    fn settle(&mut self, known: &Known) -> Option<String> {
        let usual = WatchChoice::default();
        let player = rows::settle(&mut self.player, &known.players, "player", &usual.player);
        let names: Vec<String> = known
            .patterns
            .iter()
            .map(|(name, _)| name.clone())
            .collect();
        let picture = (names.first())
            .filter(|_| self.has_pattern())
            .and_then(|first| rows::settle(&mut self.pattern, &names, "picture", first));
        rows::both(player, picture)
    }

    fn of(choices: &Choices) -> &WatchChoice {
        &choices.watch
    }

    fn of_mut(choices: &mut Choices) -> &mut WatchChoice {
        &mut choices.watch
    }

    fn rows(&self, known: &Known) -> Vec<Row<WatchRow>> {
        let mut all = if self.demo {
            vec![rows::level(WatchRow::Level, "LEVEL", self.level)]
        } else {
            self.rows_of_games(known)
        };
        all.push(rows::seed(WatchRow::Seed, &self.seed, 16));
        all.push(rows::speed(WatchRow::Speed, &self.speed, &rows::SPEEDS));
        all.push(Row::new(
            WatchRow::Fast,
            "PLAY_FAST",
            Field::yes(self.fast),
            "No path and no animation: with each picture the next piece is down",
        ));
        all.push(Row::new(
            WatchRow::Demo,
            "ENDLESS",
            Field::yes(self.demo),
            "The endless demo: a game that comes round for ever. SEED says where it begins",
        ));
        all
    }

    fn read(&self, rows: &Values<'_, WatchRow>) -> WatchChoice {
        WatchChoice {
            demo: rows.is_yes(WatchRow::Demo, self.demo),
            player: rows.text(WatchRow::Player, &self.player),
            filter: rows.text(WatchRow::Filter, &self.filter),
            pattern: rows.text(WatchRow::Pattern, &self.pattern),
            input: rows.text(WatchRow::Input, &self.input),
            hand: rows.text(WatchRow::Hand, &self.hand),
            tap_hz: rows.number(WatchRow::TapHz, self.tap_hz),
            reaction: rows.number(WatchRow::Reaction, self.reaction),
            sight: rows.text(WatchRow::Sight, &self.sight),
            region: rows.text(WatchRow::Region, &self.region),
            game_type: rows.text(WatchRow::Type, &self.game_type),
            height: rows.number(WatchRow::Height, self.height),
            level: rows.number(WatchRow::Level, self.level),
            double_killscreen: rows.is_yes(WatchRow::DoubleKillscreen, self.double_killscreen),
            randomizer: rows.text(WatchRow::Randomizer, &self.randomizer),
            seed: rows.text(WatchRow::Seed, &self.seed),
            speed: rows.text(WatchRow::Speed, &self.speed),
            fast: rows.is_yes(WatchRow::Fast, self.fast),
        }
    }

    fn words(&self) -> Vec<String> {
        self.words()
    }

    fn preview(&self, known: &Known) -> Option<Preview> {
        let is_chosen = |(name, _): &&(String, Pattern)| *name == self.pattern;
        let found = known.patterns.iter().find(is_chosen);
        let (_, pattern) = found.filter(|_| self.has_pattern() && !self.demo)?;
        Some(preview(pattern))
    }
}

impl WatchChoice {
    /// The rows that say who plays which games, and how.
    fn rows_of_games(&self, known: &Known) -> Vec<Row<WatchRow>> {
        let players: Vec<&str> = known.players.iter().map(String::as_str).collect();
        let patterns: Vec<&str> = known
            .patterns
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        let mut all = vec![
            Row::new(
                WatchRow::Player,
                "PLAYER",
                Field::choice(&players, &self.player),
                "Who plays. The strongest are scorer and survival",
            ),
            Row::new(
                WatchRow::Filter,
                "FILTER",
                Field::choice(&FILTERS, &self.filter),
                filter_hint(&self.filter),
            ),
        ];
        if self.has_pattern() && !patterns.is_empty() {
            let field = Field::choice(&patterns, &self.pattern);
            all.push(Row::new(
                WatchRow::Pattern,
                "PICTURE",
                field,
                "What is built",
            ));
        }
        let input_hint =
            "Drag: no gravity, pieces go anywhere. Pad: the exact console, with buttons";
        let input = Field::choice(&["drag", "pad"], &self.input);
        all.push(Row::new(WatchRow::Input, "INPUT", input, input_hint));
        if self.input == "pad" {
            all.push(rows::hand(WatchRow::Hand, &self.hand));
            if self.hand == OWN_HAND {
                let taps = Field::number(self.tap_hz, 1, 30);
                let frames = Field::number(self.reaction, 0, 60);
                all.push(Row::new(
                    WatchRow::TapHz,
                    "TAPS",
                    taps,
                    "Taps of a thumb in a second",
                ));
                all.push(Row::new(
                    WatchRow::Reaction,
                    "REACTION",
                    frames,
                    "Frames before the first tap of a piece",
                ));
                all.push(rows::sight(WatchRow::Sight, &self.sight, self.reaction));
            }
            all.push(rows::region(WatchRow::Region, &self.region));
            all.push(rows::game_type(WatchRow::Type, &self.game_type));
            if self.game_type == "b" {
                all.push(rows::height(WatchRow::Height, self.height));
            }
        }
        all.push(rows::level(WatchRow::Level, "LEVEL", self.level));
        if self.input == "pad" {
            all.push(Row::new(
                WatchRow::DoubleKillscreen,
                "DOUBLE 39",
                Field::yes(self.double_killscreen),
                "Two rows a frame from level 39 on, as in tournaments; the cartridge does not do it",
            ));
        }
        all.push(Row::new(
            WatchRow::Randomizer,
            "PIECES",
            Field::choice(&RANDOMIZERS, &self.randomizer),
            "Who chooses the pieces. nes: the cartridge bit for bit; nes-odds: its odds; uniform",
        ));
        all
    }
}

fn filter_hint(filter: &str) -> &'static str {
    match filter {
        "well" => "Keeps the right column open and takes Tetrises in it",
        "pattern" => "Builds a picture out of falling pieces",
        "well-plain" => "Only refuses the squares of the right column",
        "pattern-plain" => "Only refuses squares beside the picture",
        _ => "The player as it is",
    }
}

/// The picture, its cells three pixels wide.
fn preview(pattern: &Pattern) -> Preview {
    const CELL: usize = 3;
    const INK: u8 = 0x27;
    const PAPER: u8 = 0x0F;
    let (width, height) = (10 * CELL, 20 * CELL);
    let ink = |place: usize| {
        let (x, y) = (place % width / CELL, place / width / CELL);
        if pattern.filled().contains(x as i8, y as i8) {
            INK
        } else {
            PAPER
        }
    };
    Preview {
        width,
        height,
        pixels: (0..width * height).map(ink).collect(),
    }
}

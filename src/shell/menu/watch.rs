//! The page on which an AI's games are chosen.

use rightwell::menu::{Answer, Field, Input, Page, Preview, Row, Sheet};
use rightwell::players::{Pattern, Player};

use crate::shell::store::choices::WatchChoice;
use crate::shell::store::load;

use super::desk::Desk;
use super::main_page::begin;
use super::{Below, MenuPage, Takes, Turn, rows};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Begin,
    Player,
    Filter,
    Pattern,
    Input,
    TapHz,
    Reaction,
    Region,
    Type,
    Height,
    Level,
    Randomizer,
    Seed,
    Speed,
    Fast,
}

const FILTERS: [&str; 5] = ["none", "well", "pattern", "well-plain", "pattern-plain"];
const RANDOMIZERS: [&str; 4] = ["usual", "nes", "nes-odds", "uniform"];

/// An AI's games to be chosen.
#[derive(Debug)]
pub struct WatchPage {
    page: Page<Name>,
    players: Vec<String>,
    patterns: Vec<(String, Pattern)>,
    below: Below,
}

impl WatchPage {
    /// The page as it was left last.
    pub fn new(desk: &Desk, below: Below) -> WatchPage {
        let patterns = load::patterns().into_iter();
        let patterns = patterns.filter_map(|(name, pattern)| Some((name, pattern.ok()?)));
        let mut new = WatchPage {
            page: Page::new("WATCH", vec![begin_row()]).started_by(Name::Begin),
            players: Player::names().map(str::to_owned).collect(),
            patterns: patterns.collect(),
            below,
        };
        new.set_rows(&desk.choices.watch);
        new
    }

    fn set_rows(&mut self, choice: &WatchChoice) {
        self.page.set_rows(self.rows(choice));
        let pattern = choice.has_pattern().then_some(&choice.pattern);
        let found = pattern.and_then(|name| self.patterns.iter().find(|(known, _)| known == name));
        self.page
            .set_preview(found.map(|(_, pattern)| preview(pattern)));
    }

    fn rows(&self, choice: &WatchChoice) -> Vec<Row<Name>> {
        let players: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let patterns: Vec<&str> = self
            .patterns
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        let mut all = vec![
            begin_row(),
            Row::new(
                Name::Player,
                "PLAYER",
                Field::choice(&players, &choice.player),
                "Who plays. The strongest are scorer and survival",
            ),
            Row::new(
                Name::Filter,
                "FILTER",
                Field::choice(&FILTERS, &choice.filter),
                filter_hint(&choice.filter),
            ),
        ];
        if choice.has_pattern() && !patterns.is_empty() {
            let field = Field::choice(&patterns, &choice.pattern);
            all.push(Row::new(Name::Pattern, "PICTURE", field, "What is built"));
        }
        let input_hint =
            "Drag: no gravity, pieces go anywhere. Pad: the exact console, with buttons";
        let input = Field::choice(&["drag", "pad"], &choice.input);
        all.push(Row::new(Name::Input, "INPUT", input, input_hint));
        if choice.input == "pad" {
            let taps = Field::number(choice.tap_hz, 1, 30);
            let frames = Field::number(choice.reaction, 0, 60);
            all.push(Row::new(
                Name::TapHz,
                "TAPS",
                taps,
                "Taps of a thumb in a second",
            ));
            all.push(Row::new(
                Name::Reaction,
                "REACTION",
                frames,
                "Frames before the first tap of a piece",
            ));
            all.push(rows::region(Name::Region, &choice.region));
            all.push(rows::game_type(Name::Type, &choice.game_type));
            if choice.game_type == "b" {
                all.push(rows::height(Name::Height, choice.height));
            }
        }
        all.push(rows::level(Name::Level, "LEVEL", choice.level));
        all.push(Row::new(
            Name::Randomizer,
            "PIECES",
            Field::choice(&RANDOMIZERS, &choice.randomizer),
            "Who chooses the pieces. nes: the cartridge bit for bit; nes-odds: its odds; uniform",
        ));
        all.push(rows::seed(Name::Seed, &choice.seed, 16));
        all.push(rows::speed(Name::Speed, &choice.speed, &rows::SPEEDS));
        all.push(Row::new(
            Name::Fast,
            "PLAY_FAST",
            Field::yes(choice.fast),
            "No path and no animation: a piece a picture",
        ));
        all
    }

    /// The choice as the page says it now.
    fn choice(&self, old: &WatchChoice) -> WatchChoice {
        let value = |name, old: &str| {
            let field = self.page.field(&name);
            field.map_or_else(|| old.to_owned(), Field::value)
        };
        let number = |name, old: u32| value(name, &old.to_string()).parse().unwrap_or(old);
        WatchChoice {
            player: value(Name::Player, &old.player),
            filter: value(Name::Filter, &old.filter),
            pattern: value(Name::Pattern, &old.pattern),
            input: value(Name::Input, &old.input),
            tap_hz: number(Name::TapHz, old.tap_hz),
            reaction: number(Name::Reaction, old.reaction),
            region: value(Name::Region, &old.region),
            game_type: value(Name::Type, &old.game_type),
            height: number(Name::Height, old.height),
            level: number(Name::Level, old.level),
            randomizer: value(Name::Randomizer, &old.randomizer),
            seed: rows::typed(self.page.field(&Name::Seed)),
            speed: value(Name::Speed, &old.speed),
            fast: value(Name::Fast, "no") == "yes",
        }
    }
}

fn begin_row() -> Row<Name> {
    let hint = "Begins with what is chosen here. START begins from every row";
    Row::new(Name::Begin, "BEGIN", Field::Act, hint)
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

impl MenuPage for WatchPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> Takes {
        rows::takes(&self.page)
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(_) => begin(desk.choices.watch.words(), &self.below, desk),
            Answer::Changed(_) => {
                let choice = self.choice(&desk.choices.watch);
                self.set_rows(&choice);
                desk.choices.watch = choice;
                Turn::Stay
            }
            Answer::Left => Turn::Back,
            Answer::Nothing => Turn::Stay,
        }
    }
}

//! The page on which a match is chosen.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};
use rightwell::players::{Opponent, Player};

use crate::shell::store::choices::{PERSON, VersusChoice};

use super::desk::Desk;
use super::main_page::begin;
use super::{Below, MenuPage, Takes, Turn, rows};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Begin,
    Left,
    Right,
    HasDials,
    Player,
    TapHz,
    Reaction,
    Depth,
    Misdrops,
    Aggression,
    Rules,
    Garbage,
    Cancelling,
    BestOf,
    LeftLevel,
    RightLevel,
    Randomizer,
    Seed,
    Region,
    Speed,
}

/// A match to be chosen.
#[derive(Debug)]
pub struct VersusPage {
    page: Page<Name>,
    below: Below,
}

impl VersusPage {
    /// The page as it was left last.
    pub fn new(desk: &Desk, below: Below) -> VersusPage {
        let rows = page_rows(&desk.choices.versus);
        VersusPage {
            page: Page::new("VERSUS", rows).started_by(Name::Begin),
            below,
        }
    }

    /// The choice as the page says it now.
    fn choice(&self, old: &VersusChoice) -> VersusChoice {
        let value = |name, old: &str| {
            let field = self.page.field(&name);
            field.map_or_else(|| old.to_owned(), Field::value)
        };
        let number = |name, old: u32| value(name, &old.to_string()).parse().unwrap_or(old);
        VersusChoice {
            left: value(Name::Left, &old.left),
            right: value(Name::Right, &old.right),
            has_dials: value(Name::HasDials, "no") == "yes",
            player: value(Name::Player, &old.player),
            tap_hz: number(Name::TapHz, old.tap_hz),
            reaction: number(Name::Reaction, old.reaction),
            depth: number(Name::Depth, old.depth),
            misdrops: number(Name::Misdrops, old.misdrops),
            aggression: number(Name::Aggression, old.aggression),
            garbage: value(Name::Garbage, &old.garbage),
            cancelling: value(Name::Cancelling, "no") == "yes",
            best_of: number(Name::BestOf, old.best_of),
            left_level: number(Name::LeftLevel, old.left_level),
            right_level: number(Name::RightLevel, old.right_level),
            randomizer: value(Name::Randomizer, &old.randomizer),
            seed: rows::typed(self.page.field(&Name::Seed)),
            region: value(Name::Region, &old.region),
            speed: value(Name::Speed, &old.speed),
        }
    }
}

fn page_rows(choice: &VersusChoice) -> Vec<Row<Name>> {
    let opponents = Opponent::built_in();
    let seats: Vec<&str> = std::iter::once(PERSON)
        .chain(opponents.iter().map(Opponent::name))
        .collect();
    let seat = |name, label, value: &str| {
        let hint = "A person, or an opponent; those further on are stronger";
        Row::new(name, label, Field::choice(&seats, value), hint)
    };
    let begin_hint = "Begins with what is chosen here. START begins from every row";
    let mut all = vec![
        Row::new(Name::Begin, "BEGIN", Field::Act, begin_hint),
        seat(Name::Left, "LEFT", &choice.left),
        seat(Name::Right, "RIGHT", &choice.right),
    ];
    if choice.has_computer() {
        let hint = "Another player and other hands for the computer than its own";
        let field = Field::yes(choice.has_dials);
        all.push(Row::new(Name::HasDials, "DIALS", field, hint));
        if choice.has_dials {
            all.extend(dials(choice));
        }
    }
    all.extend(rules(choice));
    all
}

/// The computer's dials.
fn dials(choice: &VersusChoice) -> Vec<Row<Name>> {
    let players: Vec<&str> = Player::names().collect();
    let number = |name, label, value, least, greatest, hint| {
        Row::new(name, label, Field::number(value, least, greatest), hint)
    };
    let player = Field::choice(&players, &choice.player);
    vec![
        Row::new(Name::Player, "PLAYER", player, "Who judges the boards"),
        number(
            Name::TapHz,
            "TAPS",
            choice.tap_hz,
            1,
            30,
            "Taps of a thumb in a second",
        ),
        number(
            Name::Reaction,
            "REACTION",
            choice.reaction,
            0,
            60,
            "No button before so many frames of a piece",
        ),
        number(
            Name::Depth,
            "DEPTH",
            choice.depth,
            1,
            4,
            "Pieces it looks ahead",
        ),
        number(
            Name::Misdrops,
            "MISDROPS",
            choice.misdrops,
            0,
            100,
            "Pieces of a hundred that land beside their place",
        ),
        number(
            Name::Aggression,
            "AGGRESSION",
            choice.aggression,
            0,
            100,
            "Up to which height of the stack it attacks: 0 never, 100 always",
        ),
    ]
}

/// How the match is played.
fn rules(choice: &VersusChoice) -> Vec<Row<Name>> {
    let best_of = Field::Number {
        value: choice.best_of,
        range: (1, 99),
        step: 2,
    };
    vec![
        Row::new(Name::Rules, "", Field::Heading, ""),
        Row::new(
            Name::Garbage,
            "GARBAGE",
            Field::choice(&["classic", "changing", "off"], &choice.garbage),
            "Holes in one column a side for the whole round, in another one each time; or none",
        ),
        Row::new(
            Name::Cancelling,
            "CANCELLING",
            Field::yes(choice.cancelling),
            "Your own clears first take away what is coming",
        ),
        Row::new(
            Name::BestOf,
            "BEST OF",
            best_of,
            "Who wins more than half of so many rounds",
        ),
        rows::level(Name::LeftLevel, "LEVEL LEFT", choice.left_level),
        rows::level(Name::RightLevel, "LEVEL RIGHT", choice.right_level),
        Row::new(
            Name::Randomizer,
            "PIECES",
            Field::choice(&["nes-odds", "uniform"], &choice.randomizer),
            "The cartridge's odds, or all pieces alike",
        ),
        rows::seed(Name::Seed, &choice.seed, 16),
        rows::region(Name::Region, &choice.region),
        rows::speed(Name::Speed, &choice.speed, &rows::SPEEDS),
    ]
}

impl MenuPage for VersusPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> Takes {
        rows::takes(&self.page)
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(_) => begin(desk.choices.versus.words(), &self.below, desk),
            Answer::Changed(_) => {
                let mut choice = self.choice(&desk.choices.versus);
                // Digits can type an even number.
                choice.best_of |= 1;
                self.page.set_rows(page_rows(&choice));
                desk.choices.versus = choice;
                Turn::Stay
            }
            Answer::Left => Turn::Back,
            Answer::Nothing => Turn::Stay,
        }
    }
}

//! The page on which a person's games are chosen.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use crate::shell::store::choices::PlayChoice;

use super::desk::Desk;
use super::main_page::begin;
use super::{Below, MenuPage, Takes, Turn, rows};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Begin,
    From,
    Type,
    Level,
    Height,
    Seed,
    Region,
    Speed,
}

const TITLE: &str = "title screen";
const DIRECT: &str = "first piece";

/// A person's games to be chosen.
#[derive(Debug)]
pub struct PlayPage {
    page: Page<Name>,
    below: Below,
}

impl PlayPage {
    /// The page as it was left last.
    pub fn new(desk: &Desk, below: Below) -> PlayPage {
        let rows = page_rows(&desk.choices.play);
        PlayPage {
            page: Page::new("PLAY", rows).started_by(Name::Begin),
            below,
        }
    }

    /// The choice as the page says it now.
    fn choice(&self, old: &PlayChoice) -> PlayChoice {
        let value = |name, old: &str| {
            let field = self.page.field(&name);
            field.map_or_else(|| old.to_owned(), Field::value)
        };
        let number = |name, old: u32| value(name, &old.to_string()).parse().unwrap_or(old);
        PlayChoice {
            is_direct: value(Name::From, TITLE) == DIRECT,
            game_type: value(Name::Type, &old.game_type),
            level: number(Name::Level, old.level),
            height: number(Name::Height, old.height),
            seed: match self.page.field(&Name::Seed) {
                None => old.seed.clone(),
                field => rows::typed(field),
            },
            region: value(Name::Region, &old.region),
            speed: value(Name::Speed, &old.speed),
        }
    }
}

fn page_rows(choice: &PlayChoice) -> Vec<Row<Name>> {
    let hint = "Begins with what is chosen here. START begins from every row";
    let from = if choice.is_direct { DIRECT } else { TITLE };
    let from_hint = "From power-on, through the console's own screens, or straight into a game";
    let mut all = vec![
        Row::new(Name::Begin, "BEGIN", Field::Act, hint),
        Row::new(
            Name::From,
            "FROM",
            Field::choice(&[TITLE, DIRECT], from),
            from_hint,
        ),
    ];
    if choice.is_direct {
        all.push(rows::game_type(Name::Type, &choice.game_type));
        all.push(rows::level(Name::Level, "LEVEL", choice.level));
        if choice.game_type == "b" {
            all.push(rows::height(Name::Height, choice.height));
        }
        all.push(rows::seed(Name::Seed, &choice.seed, 4));
    }
    all.push(rows::region(Name::Region, &choice.region));
    // Without a limit what a person plays would fill the memory.
    let counted = &rows::SPEEDS[..rows::SPEEDS.len() - 1];
    all.push(rows::speed(Name::Speed, &choice.speed, counted));
    all
}

impl MenuPage for PlayPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> Takes {
        rows::takes(&self.page)
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(_) => begin(desk.choices.play.words(), &self.below, desk),
            Answer::Changed(_) => {
                let choice = self.choice(&desk.choices.play);
                self.page.set_rows(page_rows(&choice));
                desk.choices.play = choice;
                Turn::Stay
            }
            Answer::Left => Turn::Back,
            Answer::Nothing => Turn::Stay,
        }
    }
}

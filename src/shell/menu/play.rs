//! What can be chosen for a person's games.

use rightwell::menu::{Field, Row};

use crate::shell::store::choices::{Choices, PlayChoice};

use super::desk::Desk;
use super::mode::{Choice, Values};
use super::rows;

/// The rows of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
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

impl Choice for PlayChoice {
    type Name = Name;
    type Known = ();

    const TITLE: &'static str = "PLAY";
    const BEGIN: Name = Name::Begin;

    fn look(_: &Desk) {}

    fn of(choices: &Choices) -> &PlayChoice {
        &choices.play
    }

    fn of_mut(choices: &mut Choices) -> &mut PlayChoice {
        &mut choices.play
    }

    fn rows(&self, (): &()) -> Vec<Row<Name>> {
        let from = if self.is_direct { DIRECT } else { TITLE };
        let from = Field::choice(&[TITLE, DIRECT], from);
        let hint = "From power-on, through the console's own screens, or straight into a game";
        let mut all = vec![Row::new(Name::From, "FROM", from, hint)];
        if self.is_direct {
            all.push(rows::game_type(Name::Type, &self.game_type));
            all.push(rows::level(Name::Level, "LEVEL", self.level));
            if self.game_type == "b" {
                all.push(rows::height(Name::Height, self.height));
            }
            all.push(rows::seed(Name::Seed, &self.seed, 4));
        }
        all.push(rows::region(Name::Region, &self.region));
        // Without a limit what a person plays would fill the memory.
        let counted = &rows::SPEEDS[..rows::SPEEDS.len() - 1];
        all.push(rows::speed(Name::Speed, &self.speed, counted));
        all
    }

    fn read(&self, rows: &Values<'_, Name>) -> PlayChoice {
        PlayChoice {
            is_direct: rows.text(Name::From, TITLE) == DIRECT,
            game_type: rows.text(Name::Type, &self.game_type),
            level: rows.number(Name::Level, self.level),
            height: rows.number(Name::Height, self.height),
            seed: rows.text(Name::Seed, &self.seed),
            region: rows.text(Name::Region, &self.region),
            speed: rows.text(Name::Speed, &self.speed),
        }
    }

    fn words(&self) -> Vec<String> {
        self.words()
    }
}

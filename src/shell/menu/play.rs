//! What can be chosen for a person's games.

use rightwell::menu::{Field, Row};

use crate::shell::store::choices::{Choices, PlayChoice};

use super::desk::Desk;
use super::mode::{Choice, Values};
use super::rows;

/// The rows of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayRow {
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
    type RowId = PlayRow;
    type Known = ();

    const TITLE: &'static str = "PLAY";
    const BEGIN: PlayRow = PlayRow::Begin;

    fn look(_: &Desk) {}

    fn of(choices: &Choices) -> &PlayChoice {
        &choices.play
    }

    fn of_mut(choices: &mut Choices) -> &mut PlayChoice {
        &mut choices.play
    }

    fn rows(&self, (): &()) -> Vec<Row<PlayRow>> {
        let from = if self.is_direct { DIRECT } else { TITLE };
        let from = Field::choice(&[TITLE, DIRECT], from);
        let hint = "From power-on, through the console's own screens, or straight into a game";
        let mut all = vec![Row::new(PlayRow::From, "FROM", from, hint)];
        if self.is_direct {
            all.push(rows::game_type(PlayRow::Type, &self.game_type));
            all.push(rows::level(PlayRow::Level, "LEVEL", self.level));
            if self.game_type == "b" {
                all.push(rows::height(PlayRow::Height, self.height));
            }
            all.push(rows::seed(PlayRow::Seed, &self.seed, 4));
        }
        all.push(rows::region(PlayRow::Region, &self.region));
        // Without a limit what a person plays would fill the memory.
        let counted = &rows::SPEEDS[..rows::SPEEDS.len() - 1];
        all.push(rows::speed(PlayRow::Speed, &self.speed, counted));
        all
    }

    fn read(&self, rows: &Values<'_, PlayRow>) -> PlayChoice {
        PlayChoice {
            is_direct: rows.text(PlayRow::From, TITLE) == DIRECT,
            game_type: rows.text(PlayRow::Type, &self.game_type),
            level: rows.number(PlayRow::Level, self.level),
            height: rows.number(PlayRow::Height, self.height),
            seed: rows.text(PlayRow::Seed, &self.seed),
            region: rows.text(PlayRow::Region, &self.region),
            speed: rows.text(PlayRow::Speed, &self.speed),
        }
    }

    fn words(&self) -> Vec<String> {
        self.words()
    }
}

//! What can be chosen for a match.

use rightwell::menu::{Field, Row};
use rightwell::players::Opponent;

use crate::shell::store::choices::{Choices, OWN_HAND, PERSON, VersusChoice};
use crate::shell::store::load;
use crate::shell::store::own::Own;

use super::desk::Desk;
use super::mode::{Choice, Values};
use super::rows;

/// The rows of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersusRow {
    Begin,
    Left,
    Right,
    HasDials,
    Player,
    Hand,
    TapHz,
    Reaction,
    Sight,
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

/// Who there is to choose from, the user's own behind ours.
#[derive(Debug)]
pub struct Known {
    /// A person, and the opponents, weakest first.
    seats: Vec<String>,
    /// The players.
    players: Vec<String>,
}

impl Choice for VersusChoice {
    type RowId = VersusRow;
    type Known = Known;

    const TITLE: &'static str = "VERSUS";
    const BEGIN: VersusRow = VersusRow::Begin;

    fn look(desk: &Desk) -> Known {
        let ours = std::iter::once(PERSON).chain(Opponent::names());
        let own = Own::Opponent.names(desk.folders());
        Known {
            seats: ours.map(str::to_owned).chain(own).collect(),
            players: rows::players(desk),
        }
    }

    fn settle(&mut self, known: &Known) -> Option<String> {
        let usual = VersusChoice::default();
        let left = rows::settle(&mut self.left, &known.seats, "opponent", &usual.right);
        let right = rows::settle(&mut self.right, &known.seats, "opponent", &usual.right);
        let player = match self.has_dials {
            true => rows::settle(&mut self.player, &known.players, "player", &usual.player),
            false => None,
        };
        rows::both(rows::both(left, right), player)
    }

    fn of(choices: &Choices) -> &VersusChoice {
        &choices.versus
    }

    fn of_mut(choices: &mut Choices) -> &mut VersusChoice {
        &mut choices.versus
    }

    fn rows(&self, known: &Known) -> Vec<Row<VersusRow>> {
        let seats: Vec<&str> = known.seats.iter().map(String::as_str).collect();
        let seat = |name, label, value: &str| {
            let hint =
                "A person, or an opponent; those further on are stronger, then come your own";
            Row::new(name, label, Field::choice(&seats, value), hint)
        };
        let mut all = vec![
            seat(VersusRow::Left, "LEFT", &self.left),
            seat(VersusRow::Right, "RIGHT", &self.right),
        ];
        if self.has_computer() {
            let hint = "Sets the computer's player, hands, depth and misdrops one by one";
            let field = Field::yes(self.has_dials);
            all.push(Row::new(VersusRow::HasDials, "FINE-TUNE", field, hint));
            if self.has_dials {
                all.extend(dials(self, &known.players));
            }
        }
        all.extend(rules(self));
        all
    }

    fn read(&self, rows: &Values<'_, VersusRow>) -> VersusChoice {
        VersusChoice {
            left: rows.text(VersusRow::Left, &self.left),
            right: rows.text(VersusRow::Right, &self.right),
            has_dials: rows.is_yes(VersusRow::HasDials, self.has_dials),
            player: rows.text(VersusRow::Player, &self.player),
            hand: rows.text(VersusRow::Hand, &self.hand),
            tap_hz: rows.number(VersusRow::TapHz, self.tap_hz),
            reaction: rows.number(VersusRow::Reaction, self.reaction),
            sight: rows.text(VersusRow::Sight, &self.sight),
            depth: rows.number(VersusRow::Depth, self.depth),
            misdrops: rows.number(VersusRow::Misdrops, self.misdrops),
            aggression: rows.number(VersusRow::Aggression, self.aggression),
            garbage: rows.text(VersusRow::Garbage, &self.garbage),
            cancelling: rows.is_yes(VersusRow::Cancelling, self.cancelling),
            best_of: rows.number(VersusRow::BestOf, self.best_of),
            left_level: rows.number(VersusRow::LeftLevel, self.left_level),
            right_level: rows.number(VersusRow::RightLevel, self.right_level),
            randomizer: rows.text(VersusRow::Randomizer, &self.randomizer),
            seed: rows.text(VersusRow::Seed, &self.seed),
            region: rows.text(VersusRow::Region, &self.region),
            speed: rows.text(VersusRow::Speed, &self.speed),
        }
    }

    /// Dials begin as the opponent has them that they are for.
    fn follow(self, before: &VersusChoice, known: &Known, desk: &Desk) -> VersusChoice {
        let name = match self.right.as_str() {
            PERSON => &self.left,
            right => right,
        };
        if !self.has_dials || before.has_dials {
            return self;
        }
        let mut choice = match load::opponent_of(name, desk.folders()) {
            Ok(opponent) => self.with_dials_of(&opponent),
            Err(_) => self,
        };
        // A file beside the opponent's is none of the players: the row shows who is chosen.
        if !known.players.contains(&choice.player) {
            choice.player = VersusChoice::default().player;
        }
        choice
    }

    fn words(&self) -> Vec<String> {
        self.words()
    }
}

/// The computer's dials.
fn dials(choice: &VersusChoice, players: &[String]) -> Vec<Row<VersusRow>> {
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let number = |name, label, value, least, greatest, hint| {
        Row::new(name, label, Field::number(value, least, greatest), hint)
    };
    let player = Field::choice(&players, &choice.player);
    let mut all = vec![
        Row::new(VersusRow::Player, "PLAYER", player, "Who judges the boards"),
        rows::hand(VersusRow::Hand, &choice.hand),
    ];
    if choice.hand == OWN_HAND {
        all.push(number(
            VersusRow::TapHz,
            "TAPS",
            choice.tap_hz,
            1,
            30,
            "Taps of a thumb in a second",
        ));
        all.push(number(
            VersusRow::Reaction,
            "REACTION",
            choice.reaction,
            0,
            60,
            "No button before so many frames of a piece",
        ));
        all.push(rows::sight(
            VersusRow::Sight,
            &choice.sight,
            choice.reaction,
        ));
    }
    all.extend([
        number(
            VersusRow::Depth,
            "DEPTH",
            choice.depth,
            1,
            4,
            "Pieces it looks ahead",
        ),
        number(
            VersusRow::Misdrops,
            "MISDROPS",
            choice.misdrops,
            0,
            100,
            "Pieces of a hundred that land beside their place",
        ),
        number(
            VersusRow::Aggression,
            "AGGRESSION",
            choice.aggression,
            0,
            100,
            "Up to which height of the stack it attacks: 0 never, 100 always",
        ),
    ]);
    all
}

/// How the match is played.
fn rules(choice: &VersusChoice) -> Vec<Row<VersusRow>> {
    let best_of = Field::Number {
        value: choice.best_of,
        range: (1, 99),
        step: 2,
    };
    vec![
        Row::new(VersusRow::Rules, "", Field::Heading, ""),
        Row::new(
            VersusRow::Garbage,
            "GARBAGE",
            Field::choice(&["classic", "changing", "off"], &choice.garbage),
            match choice.garbage.as_str() {
                "changing" => "Garbage rows; their hole is in another column each time",
                "off" => "No garbage: whoever tops out loses",
                _ => "Garbage rows; their hole stays in one column for a round",
            },
        ),
        Row::new(
            VersusRow::Cancelling,
            "CANCELLING",
            Field::yes(choice.cancelling),
            "Your own clears first take away what is coming",
        ),
        Row::new(
            VersusRow::BestOf,
            "BEST OF",
            best_of,
            "Who wins more than half of so many rounds",
        ),
        rows::level(VersusRow::LeftLevel, "LEVEL LEFT", choice.left_level),
        rows::level(VersusRow::RightLevel, "LEVEL RIGHT", choice.right_level),
        Row::new(
            VersusRow::Randomizer,
            "PIECES",
            Field::choice(&["nes-odds", "uniform"], &choice.randomizer),
            "The cartridge's odds, or all pieces alike",
        ),
        rows::seed(VersusRow::Seed, &choice.seed, 16),
        rows::region(VersusRow::Region, &choice.region),
        rows::speed(VersusRow::Speed, &choice.speed, &rows::SPEEDS),
    ]
}

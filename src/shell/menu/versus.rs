//! What can be chosen for a match.

use rightwell::menu::Field;
use rightwell::players::Opponent;

use crate::shell::options::scenes::PERSON;
use crate::shell::store::choices::{Choices, OWN_HAND, VersusChoice};
use crate::shell::store::load;
use crate::shell::store::own::Own;

use super::context::AppContext;
use super::form::{Holds, ModeForm, SPEEDS};
use super::mode::ModeChoice;
use super::rows;
use super::strength::{self, Told};

/// Who there is to choose from, the user's own behind ours.
#[derive(Debug)]
pub struct KnownOpponents {
    /// A person, and the opponents, weakest first.
    seats: Vec<String>,
    /// The players.
    players: Vec<String>,
    /// What they are.
    opponents_told: Told,
    players_told: Told,
}

impl ModeChoice for VersusChoice {
    type Known = KnownOpponents;

    const TITLE: &'static str = "VERSUS";
    const COMMAND: &'static str = "versus";

    fn look(context: &AppContext) -> KnownOpponents {
        let ours = std::iter::once(PERSON).chain(Opponent::names());
        let own = Own::Opponent.names(context.folders());
        KnownOpponents {
            seats: ours.map(str::to_owned).chain(own).collect(),
            players: rows::players(context),
            opponents_told: strength::opponents(context.folders()),
            players_told: strength::players(context.folders()),
        }
    }

    fn among(choices: &mut Choices) -> &mut VersusChoice {
        &mut choices.versus
    }

    fn rows(&self, known: &KnownOpponents, form: &mut ModeForm<VersusChoice>) {
        let hint = "A person, or an opponent; those further on are stronger, then come your own";
        let told = |name: &String| known.opponents_told.get(name).cloned().unwrap_or_default();
        form.choice("LEFT", "left", &known.seats, |c| &mut c.left, hint);
        form.tell(told(&self.left));
        form.choice("RIGHT", "right", &known.seats, |c| &mut c.right, hint);
        form.tell(told(&self.right));
        if self.has_computer() {
            let hint = "Sets the computer's player, hands, depth and misdrops one by one";
            form.yes("FINE-TUNE", "", |c| &mut c.has_dials, hint);
            if self.has_dials {
                self.dials(known, form);
            }
        }
        form.told("", Field::Heading, "");
        self.rules(form);
    }

    /// Dials begin as the opponent has them that they are for.
    fn follow(
        self,
        before: &VersusChoice,
        _known: &KnownOpponents,
        context: &AppContext,
    ) -> VersusChoice {
        let name = match self.right.as_str() {
            PERSON => &self.left,
            right => right,
        };
        if !self.has_dials || before.has_dials {
            return self;
        }
        match load::opponent_of(name, context.folders()) {
            Ok(opponent) => self.with_dials_of(&opponent),
            Err(_) => self,
        }
    }
}

impl VersusChoice {
    /// The rows of the computer's dials.
    fn dials(&self, known: &KnownOpponents, form: &mut ModeForm<VersusChoice>) {
        let hint = "Who judges the boards";
        form.choice("PLAYER", "player", &known.players, |c| &mut c.player, hint);
        form.tell(
            known
                .players_told
                .get(&self.player)
                .cloned()
                .unwrap_or_default(),
        );
        form.hand(|c| &mut c.hand);
        if self.hand == OWN_HAND {
            form.taps(
                |c| &mut c.tap_hz,
                |c| &mut c.reaction,
                "No button before so many frames of a piece",
                |c| &mut c.sight,
            );
        }
        let hint = "Pieces it looks ahead";
        form.number("DEPTH", "depth", (1, 4), |c| &mut c.depth, hint);
        let hint = "Pieces of a hundred that land beside their place";
        form.number("MISDROPS", "misdrops", (0, 100), |c| &mut c.misdrops, hint);
        let hint = "Up to which height of the stack it attacks: 0 never, 100 always";
        let value: fn(&mut VersusChoice) -> &mut u32 = |c| &mut c.aggression;
        form.number("AGGRESSION", "aggression", (0, 100), value, hint);
    }

    /// The rows of how the match is played.
    fn rules(&self, form: &mut ModeForm<VersusChoice>) {
        let hint = match self.garbage.as_str() {
            "changing" => "Garbage rows; their hole is in another column each time",
            "off" => "No garbage: whoever tops out loses",
            _ => "Garbage rows; their hole stays in one column for a round",
        };
        let kinds = ["classic", "changing", "off"];
        form.choice("GARBAGE", "garbage", &kinds, |c| &mut c.garbage, hint);
        let hint = "Your own clears first take away what is coming";
        form.yes("CANCELLING", "cancelling", |c| &mut c.cancelling, hint);
        let best_of = Field::Number {
            value: self.best_of,
            range: (1, 99),
            step: 2,
        };
        let hint = "Who wins more than half of so many rounds";
        let holds = Holds::Number(|c: &mut VersusChoice| &mut c.best_of);
        form.add("BEST OF", "best-of", holds, best_of, hint);
        form.level("LEVEL LEFT", "left-level", |c| &mut c.left_level);
        form.level("LEVEL RIGHT", "right-level", |c| &mut c.right_level);
        let kinds = ["nes-odds", "uniform"];
        let hint = "The cartridge's odds, or all pieces alike";
        form.choice("PIECES", "randomizer", &kinds, |c| &mut c.randomizer, hint);
        form.seed(16, |c| &mut c.seed);
        form.region(|c| &mut c.region);
        form.speed(&SPEEDS, |c| &mut c.speed);
    }
}

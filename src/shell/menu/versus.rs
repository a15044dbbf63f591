//! Rows of the page for matches.

use rightwell::menu::{Field, ValueDescription};
use rightwell::players::Opponent;
use rightwell::rules::RandomizerKind;

use crate::options::forms::{FilterKind, VersusForm};
use crate::options::scenes::{PERSON, SceneArgs};
use crate::options::words::{RANDOMIZERS, randomizer_help};
use crate::scene::app_context::AppContext;
use crate::store::choices::SavedChoices;
use crate::store::load;
use crate::store::own::UserFileKind;

use super::form::{FormRows, replace_unknown};
use super::mode::ModeForm;
use super::rows;
use super::strength::{self, StrengthTexts};

/// Opponents and players to choose from.
#[derive(Debug)]
pub struct KnownOpponents {
    /// Person, then the names of the opponents, weakest first.
    seats: Vec<String>,
    /// Names of the players, the built-in ones first.
    players: Vec<String>,
    /// Names of the patterns without errors.
    patterns: Vec<String>,
    /// Descriptions of the opponents.
    opponents_told: StrengthTexts,
    players_told: StrengthTexts,
}

impl ModeForm for VersusForm {
    type Lookups = KnownOpponents;

    const TITLE: &'static str = "VERSUS";

    fn look(context: &AppContext) -> KnownOpponents {
        let ours = std::iter::once(PERSON).chain(Opponent::names());
        let own = UserFileKind::Opponent.names(context.folders());
        KnownOpponents {
            seats: ours.map(str::to_owned).chain(own).collect(),
            players: rows::players(context),
            patterns: rows::patterns(),
            opponents_told: strength::opponents(context.folders()),
            players_told: strength::players(context.folders()),
        }
    }

    fn among(choices: &mut SavedChoices) -> &mut VersusForm {
        &mut choices.versus
    }

    fn settle(&mut self, known: &KnownOpponents) -> Vec<String> {
        let usual = VersusForm::default();
        let seats = &known.seats;
        let left = replace_unknown("PLAYER 1", &mut self.left, seats, &usual.left);
        let right = replace_unknown("PLAYER 2", &mut self.right, seats, &usual.right);
        let mut said: Vec<String> = left.into_iter().chain(right).collect();
        if self.has_computer() && self.has_dials {
            let player = &mut self.player;
            said.extend(replace_unknown(
                "PLAYER",
                player,
                &known.players,
                &usual.player,
            ));
            if self.filter.has_pattern() {
                let pattern = &mut self.pattern;
                let known = &known.patterns;
                said.extend(replace_unknown("PICTURE", pattern, known, &usual.pattern));
            }
        }
        said
    }

    fn scene_args(&self) -> SceneArgs {
        SceneArgs::Versus(self.args())
    }

    fn rows(&self, known: &KnownOpponents, rows: &mut FormRows<VersusForm>) {
        let hint = "A person or an opponent, weakest first. Your own come last";
        rows.some("PLAYER 1", &known.seats, |f| &mut f.left, hint);
        rows.tell(of(&known.opponents_told, &self.left));
        rows.some("PLAYER 2", &known.seats, |f| &mut f.right, hint);
        rows.tell(of(&known.opponents_told, &self.right));
        if self.has_computer() {
            let hint = "Sets player, hands, filter and other dials of the opponent";
            rows.either("CUSTOM OPPONENT", ["off", "on"], |f| &mut f.has_dials, hint);
            if self.has_dials {
                self.rows_of_dials(known, rows);
            }
        }
        rows.show("", Field::Heading, "");
        self.rows_of_rules(rows);
    }

    /// If the user chooses to change the dials, copies the opponent's dials into the form.
    fn follow(self, before: &VersusForm, _: &KnownOpponents, context: &AppContext) -> VersusForm {
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

fn of(told: &StrengthTexts, name: &str) -> ValueDescription {
    told.get(name).cloned().unwrap_or_default()
}

impl VersusForm {
    /// Adds the rows for the computer's dials.
    fn rows_of_dials(&self, known: &KnownOpponents, rows: &mut FormRows<VersusForm>) {
        let hint = "AI that evaluates the boards";
        rows.some("PLAYER", &known.players, |f| &mut f.player, hint);
        rows.tell(of(&known.players_told, &self.player));
        let hint = "Frames before the first button of a piece";
        rows.hands(|f| &mut f.hands, hint);
        let hint = "Number of pieces to look ahead";
        rows.number("DEPTH", (1, 4), |f| &mut f.depth, hint);
        let hint = "Percentage of pieces that lock in the wrong place";
        rows.number("MISDROPS", (0, 100), |f| &mut f.misdrops, hint);
        if self.filter == FilterKind::None {
            let hint = "Stack height up to which it attacks: 0 never, 100 always";
            rows.number("AGGRESSION", (0, 100), |f| &mut f.aggression, hint);
        } else {
            let none = Field::Told("none".to_owned());
            rows.show("AGGRESSION", none, "A filter excludes attacks");
        }
        rows.explained("FILTER", |f| &mut f.filter);
        if self.filter.has_pattern() && !known.patterns.is_empty() {
            let hint = "Picture to build";
            rows.some("PICTURE", &known.patterns, |f| &mut f.pattern, hint);
        }
    }

    /// Adds the rows for the rules of the match.
    fn rows_of_rules(&self, rows: &mut FormRows<VersusForm>) {
        rows.explained("GARBAGE", |f| &mut f.garbage);
        let hint = "Clears cancel incoming garbage first";
        rows.yes("CANCELLING", |f| &mut f.cancelling, hint);
        let best_of = Field::Number {
            value: self.best_of.into(),
            range: (1, 99),
            step: 2,
        };
        let hint = "Number of rounds. More than half wins the match";
        rows.add_number("BEST OF", best_of, |f| &mut f.best_of, hint);
        rows.level("PLAYER 1 LEVEL", |f| &mut f.left_level);
        rows.level("PLAYER 2 LEVEL", |f| &mut f.right_level);
        let kinds = RANDOMIZERS.into_iter().map(|row| row.0);
        let kinds: Vec<_> = kinds.filter(|&kind| kind != RandomizerKind::Nes).collect();
        let hint = randomizer_help(self.randomizer);
        rows.some("PIECES", &kinds, |f| &mut f.randomizer, hint);
        rows.seed(16, |f| &mut f.seed);
        rows.region(|f| &mut f.region);
        rows.speed(true, |f| &mut f.speed);
    }
}

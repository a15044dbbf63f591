//! Descriptions of players and opponents, with their strength.

use std::collections::BTreeMap;

use rightwell::menu::ValueDescription;
use rightwell::players::{Evaluator, Opponent, Player, StrategyKind};
use rightwell::rules::counted;
use rightwell::rules::sanitize::plain;

use crate::store::folders::Folders;
use crate::store::load;
use crate::store::own::UserFileKind;

/// Descriptions of players or opponents, by name.
pub type StrengthTexts = BTreeMap<String, ValueDescription>;

/// Returns the descriptions of the players, including the user's own.
pub fn players(folders: Option<&Folders>) -> StrengthTexts {
    let ours = Player::built_in().into_iter();
    let ours = ours.map(|player| (player.name().to_owned(), of_player(&player)));
    let own = UserFileKind::Player.names(folders).into_iter().map(|name| {
        let found = load::player_of_folders(&name, folders);
        let told = found.map_or_else(|error| unusable(&error), |player| of_player(&player));
        (name, told)
    });
    ours.chain(own).collect()
}

/// Returns the descriptions of the opponents, including the user's own.
pub fn opponents(folders: Option<&Folders>) -> StrengthTexts {
    let known = Opponent::built_in();
    let weaker = [None].into_iter().chain(known.iter().map(Some));
    let ours = known.iter().zip(weaker).enumerate();
    let ours = ours.map(|(place, (opponent, weaker))| {
        let mut told = of_opponent(opponent);
        let strength = format!("{} of {}", place + 1, known.len());
        let first = ("Strength".to_owned(), strength);
        told.figures.insert(0, first);
        if let Some(weaker) = weaker {
            let word = format!("Beats {}", weaker.name());
            told.figures.insert(1, (word, format!("{LEAST_WINS}%+")));
        }
        (opponent.name().to_owned(), told)
    });
    let own = UserFileKind::Opponent
        .names(folders)
        .into_iter()
        .map(|name| {
            let found = load::opponent_of(&name, folders);
            let told = found.map_or_else(|error| unusable(&error), |found| of_opponent(&found));
            (name, told)
        });
    ours.chain(own).collect()
}

/// Minimum number of wins, in a hundred matches, of each built-in opponent against the next weaker one.
///
/// Source: `assets/opponents/README.md`, checked by `tests/players/opponents.rs`.
const LEAST_WINS: u32 = 65;

fn unusable(error: &impl ToString) -> ValueDescription {
    ValueDescription {
        about: plain(&format!("cannot be used: {}", error.to_string())).to_string(),
        figures: Vec::new(),
    }
}

fn of_player(player: &Player) -> ValueDescription {
    let judges = match player.evaluator() {
        Evaluator::SixFeatures(_) => "six features",
        Evaluator::WeightedSum(_) => "weighted features",
        Evaluator::ValueTable(_) => "costs it has learnt",
        Evaluator::Uct(_) => "games it tries",
    };
    ValueDescription {
        about: plain(player.about()).to_string(),
        figures: vec![
            (
                "Looks at".to_owned(),
                counted(player.known_pieces(), "piece"),
            ),
            ("Judges by".to_owned(), judges.to_owned()),
        ],
    }
}

fn of_opponent(opponent: &Opponent) -> ValueDescription {
    let (dials, hand) = (opponent.dials(), opponent.dials().hand);
    let last = match opponent.filter() {
        StrategyKind::Alone => ("Attacks up to", format!("{}% high", dials.aggression)),
        filter => ("Filter", filter.to_string()),
    };
    let figures = [
        ("Player", opponent.player().name().to_owned()),
        ("Taps", hand.rhythm().to_string()),
        ("Reaction", counted(hand.reaction_frames(), "frame")),
        ("Looks ahead", counted(dials.depth, "piece")),
        ("Misdrops", format!("{}%", dials.misdrops)),
        last,
    ];
    let figures = figures.map(|(word, value)| (word.to_owned(), value));
    ValueDescription {
        about: plain(opponent.about()).to_string(),
        figures: figures.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_player_and_opponent_is_described_with_figures() {
        let (players, opponents) = (players(None), opponents(None));
        for name in Player::names() {
            let about = Player::named(name).unwrap().about().to_owned();
            assert_eq!(players[name].about, about, "in full");
            assert_eq!(players[name].figures.len(), 2);
        }
        let veteran = &opponents["veteran"].figures;
        let has = |word: &str, value: &str| {
            assert!(
                veteran.contains(&(word.to_owned(), value.to_owned())),
                "{veteran:?}"
            );
        };
        has("Strength", "6 of 8");
        has("Beats club", "65%+");
        has("Player", "fighter");
        has("Misdrops", "3%");
        let weakest = &opponents["first-day"].figures;
        assert!(!weakest.iter().any(|(word, _)| word.starts_with("Beats")));
    }
}

//! `players`, `hands`, `opponents`, `modes` and `patterns`: what there is.

use std::fmt::Display;

use rightwell::engine::TrainingMode;
use rightwell::players::{NamedHand, Opponent, Player};
use rightwell::rules::counted;
use rightwell::rules::sanitize::plain;

use crate::shell::activity::speed_test;
use crate::shell::error::CliError;
use crate::shell::store::files;
use crate::shell::store::load;
use crate::shell::store::own::Own;

/// One line a player: name and what it does, the user's own behind ours.
pub fn players() -> Result<(), CliError> {
    for player in Player::built_in() {
        files::print(&format!("{:<12} {}\n", player.name(), player.about()))?;
    }
    for name in load::own_names(Own::Player) {
        let found = load::player(&name).map(|player| player.about().to_owned());
        print_own(&name, found)?;
    }
    Ok(())
}

/// One line a pair of hands: name, taps, when NEXT is seen, and whose hands they are, fastest first.
pub fn hands() -> Result<(), CliError> {
    for known in NamedHand::built_in() {
        let (name, about, hand) = (known.name(), known.about(), known.hand());
        let (taps, sight) = (hand.rhythm().to_string(), hand.sight());
        let slips = if hand.tuck_misdrops() {
            " (tuck misdrops)"
        } else {
            ""
        };
        files::print(&format!(
            "{name:<12} {taps:<18} sight {sight:<5} {about}{slips}\n"
        ))?;
    }
    Ok(())
}

/// One line an opponent: name and what it does, weakest first, then the user's own.
pub fn opponents() -> Result<(), CliError> {
    for opponent in Opponent::built_in() {
        files::print(&format!("{:<12} {}\n", opponent.name(), opponent.about()))?;
    }
    for name in load::own_names(Own::Opponent) {
        let found = load::opponent(&name).map(|opponent| opponent.about().to_owned());
        print_own(&name, found)?;
    }
    Ok(())
}

/// What the user calls it, with what it says of itself, or what is wrong with it.
fn print_own(name: &str, about: Result<String, impl Display>) -> Result<(), CliError> {
    let about = about.unwrap_or_else(|error| format!("cannot be used: {error}"));
    files::print(&format!("{name:<12} {}\n", plain(&about)))
}

/// One line a picture: name and size, or what is wrong with it.
pub fn patterns() -> Result<(), CliError> {
    for (name, pattern) in load::patterns() {
        let about = match pattern {
            Ok(pattern) => {
                let cells = pattern.filled().count();
                format!(
                    "{}, {}",
                    counted(pattern.rows(), "row"),
                    counted(cells, "filled cell")
                )
            }
            Err(error) => format!("cannot be used: {error}"),
        };
        files::print(&format!("{name:<12} {about}\n"))?;
    }
    Ok(())
}

/// One line a training mode: name, values, and what it is for; then the speed test.
pub fn modes() -> Result<(), CliError> {
    for mode in TrainingMode::ALL {
        let facts = mode.facts();
        let value = match (mode, facts.values) {
            (TrainingMode::Seed, _) => ":HEX".to_owned(),
            (_, Some(values)) => format!(":0-{}", values.most),
            (_, None) => String::new(),
        };
        let name = format!("{}{value}", facts.name);
        files::print(&format!("{name:<18} {}\n", facts.about))?;
    }
    files::print(&format!("{:<18} {}\n", speed_test::NAME, speed_test::ABOUT))
}

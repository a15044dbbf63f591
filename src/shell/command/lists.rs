//! `players`, `hands`, `opponents`, `modes` and `patterns`: lists of names.

use std::fmt::Display;

use rightwell::engine::TrainingMode;
use rightwell::players::{NamedHand, Opponent, Player};
use rightwell::rules::counted;
use rightwell::rules::sanitize::plain;

use crate::error::CliError;
use crate::scene::speed_test;
use crate::store::files;
use crate::store::load;
use crate::store::own::UserFileKind;

/// Prints one line per player: name and description. The user's own players are last.
pub fn players() -> Result<(), CliError> {
    for player in Player::built_in() {
        files::print(&format!("{:<12} {}\n", player.name(), player.about()))?;
    }
    for name in load::own_names(UserFileKind::Player) {
        let found = load::player(&name).map(|player| player.about().to_owned());
        print_own(&name, found)?;
    }
    Ok(())
}

/// Prints one line per entry of the list of hands, fastest first: name, taps, frames until the player sees NEXT, and
/// description.
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

/// Prints one line per opponent, weakest first: name and description. The user's own opponents are last.
pub fn opponents() -> Result<(), CliError> {
    for opponent in Opponent::built_in() {
        files::print(&format!("{:<12} {}\n", opponent.name(), opponent.about()))?;
    }
    for name in load::own_names(UserFileKind::Opponent) {
        let found = load::opponent(&name).map(|opponent| opponent.about().to_owned());
        print_own(&name, found)?;
    }
    Ok(())
}

/// Prints the line of one of the user's own players or opponents: name and description, or the error of its file.
fn print_own(name: &str, about: Result<String, impl Display>) -> Result<(), CliError> {
    let about = about.unwrap_or_else(|error| format!("cannot be used: {error}"));
    files::print(&format!("{name:<12} {}\n", plain(&about)))
}

/// Prints one line per pattern: name and size, or the error of its file.
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

/// Prints one line per training mode: name, values and purpose. The speed test is last.
pub fn modes() -> Result<(), CliError> {
    for mode in TrainingMode::ALL {
        let facts = mode.facts();
        let value = match (mode, facts.values) {
            (TrainingMode::Seed, _) => ":HEX".to_owned(),
            (_, Some(values)) => format!(":0-{}", values.most),
            (_, None) => String::new(),
        };
        let name = format!("{}{value}", facts.name);
        files::print(&format!("{name:<18} {}\n", mode.about()))?;
    }
    files::print(&format!("{:<18} {}\n", speed_test::NAME, speed_test::ABOUT))
}

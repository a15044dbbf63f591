//! `players` and `patterns`: what there is.

use rightwell::players::{Opponent, Player};

use crate::shell::error::CliError;
use crate::shell::store::files;
use crate::shell::store::load;

/// One line a player: name and what it does.
pub fn players() -> Result<(), CliError> {
    for player in Player::built_in() {
        files::print(&format!("{:<12} {}\n", player.name(), player.about()))?;
    }
    Ok(())
}

/// One line an opponent: name and what it does, weakest first.
pub fn opponents() -> Result<(), CliError> {
    for opponent in Opponent::built_in() {
        files::print(&format!("{:<12} {}\n", opponent.name(), opponent.about()))?;
    }
    Ok(())
}

/// One line a picture: name and size, or what is wrong with it.
pub fn patterns() -> Result<(), CliError> {
    for (name, pattern) in load::patterns() {
        let about = match pattern {
            Ok(pattern) => {
                let cells = pattern.filled().count();
                format!("{} rows, {cells} filled cells", pattern.rows())
            }
            Err(error) => format!("cannot be used: {error}"),
        };
        files::print(&format!("{name:<12} {about}\n"))?;
    }
    Ok(())
}

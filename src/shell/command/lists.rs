//! `players`, `hands`, `opponents` and `patterns`: what there is.

use rightwell::players::{NamedHand, Opponent, Player};

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

/// One line a pair of hands: name, taps, when NEXT is seen, and whose hands they are, fastest first.
pub fn hands() -> Result<(), CliError> {
    for known in NamedHand::built_in() {
        let (name, about, hand) = (known.name(), known.about(), known.hand());
        let (taps, sight) = (hand.rhythm().to_string(), hand.sight());
        files::print(&format!("{name:<12} {taps:<18} sight {sight:<5} {about}\n"))?;
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

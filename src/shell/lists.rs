//! `players` and `patterns`: what there is.

use rightwell::players::{Pattern, Player};

/// One line a player: name and what it does.
pub fn players() {
    for player in Player::built_in() {
        println!("{:<12} {}", player.name(), player.about());
    }
}

/// One line a picture: name and size, or what is wrong with it.
pub fn patterns() {
    for (name, pattern) in Pattern::all() {
        match pattern {
            Ok(pattern) => {
                let cells = pattern.filled().count();
                println!("{name:<12} {} rows, {cells} filled cells", pattern.rows());
            }
            Err(error) => println!("{name:<12} cannot be used: {error}"),
        }
    }
}

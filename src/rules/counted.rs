//! A number with its noun in the singular or plural.

use std::fmt::Display;

/// Returns the number with its noun: `1 game`, `2 games`, `1 match`, `0 matches`.
///
/// `number` may already be formatted, for example with commas.
pub fn counted(number: impl Display, word: &str) -> String {
    let number = number.to_string();
    let plural = match word {
        _ if number == "1" => "",
        word if word.ends_with("ch") || word.ends_with('s') => "es",
        _ => "s",
    };
    format!("{number} {word}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_has_no_plural_and_none_has() {
        let words = ["game", "move", "row", "match"];
        let of = |number: u64| words.map(|word| counted(number, word));
        assert_eq!(of(1), ["1 game", "1 move", "1 row", "1 match"]);
        assert_eq!(of(0), ["0 games", "0 moves", "0 rows", "0 matches"]);
        assert_eq!(of(21), ["21 games", "21 moves", "21 rows", "21 matches"]);
        assert_eq!(counted("1,000", "frame"), "1,000 frames");
        assert_eq!(counted(2, "Tetris"), "2 Tetrises");
    }
}

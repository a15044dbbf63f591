//! Filters that the user selects with keys while an AI plays.

use std::sync::Arc;

use rightwell::players::{Pattern, PatternError, Strategy, StrategyKind, WellFilter};

use crate::input::pad_help::capitalized;
use crate::store::load;

/// Name of the picture that the key of the filters builds first.
const FIRST: &str = "smiley";

/// Filters in the order of their key, and the pictures to build.
#[derive(Debug)]
pub struct FilterMenu {
    patterns: Vec<(String, Result<Pattern, PatternError>)>,
    /// Index of the pattern that was chosen last.
    chosen: usize,
}

impl FilterMenu {
    /// Returns a menu whose current filter is `kind`. If the folder does not contain the pattern of `kind`, adds it.
    pub fn new(kind: &StrategyKind) -> FilterMenu {
        let mut patterns = load::patterns();
        let first = patterns.iter().position(|(name, _)| name == FIRST);
        let mut chosen = first.unwrap_or(0);
        if let Some(pattern) = kind.pattern() {
            let same = |(_, known): &(String, Result<Pattern, PatternError>)| {
                known.as_ref() == Ok(pattern)
            };
            chosen = patterns.iter().position(same).unwrap_or_else(|| {
                patterns.insert(0, (pattern.name().to_owned(), Ok(pattern.clone())));
                0
            });
        }
        FilterMenu { patterns, chosen }
    }

    /// Returns the strategy after `present` in the round of all five kinds: none, the two learnt builders, the two
    /// published filters.
    pub fn next_kind(&mut self, present: &Strategy) -> Result<Arc<Strategy>, String> {
        self.follow(present);
        let kind = match present.kind() {
            StrategyKind::Alone => StrategyKind::building(self.pattern(0)?),
            StrategyKind::Pattern(_) => StrategyKind::Well(Box::default()),
            StrategyKind::Well(_) => StrategyKind::WellFilter(WellFilter),
            StrategyKind::WellFilter(_) => StrategyKind::filtering(self.pattern(0)?),
            StrategyKind::PatternFilter(_) => StrategyKind::Alone,
        };
        Ok(Arc::new(present.with(kind)))
    }

    /// Returns a strategy that builds the pattern `step` positions after the current one. If `present` builds no
    /// pattern, a builder returns to the pattern that was chosen last.
    pub fn next_pattern(
        &mut self,
        present: &Strategy,
        step: isize,
    ) -> Result<Arc<Strategy>, String> {
        self.follow(present);
        Ok(Arc::new(match present.pattern() {
            Some(_) => present.with_pattern(self.pattern(step)?),
            None => present.with(StrategyKind::building(self.pattern(0)?)),
        }))
    }

    /// Selects the pattern that `present` builds. Such a strategy advances to the next pattern by itself.
    fn follow(&mut self, present: &Strategy) {
        let place = present.pattern().and_then(|pattern| self.place_of(pattern));
        self.chosen = place.unwrap_or(self.chosen);
    }

    fn place_of(&self, pattern: &Pattern) -> Option<usize> {
        let known = |(_, known): &(String, Result<Pattern, PatternError>)| {
            known.as_ref().is_ok_and(|known| known == pattern)
        };
        self.patterns.iter().position(known)
    }

    /// Chooses the pattern `step` positions after the last chosen one.
    fn pattern(&mut self, step: isize) -> Result<Pattern, String> {
        let count = self.patterns.len() as isize;
        let mut next = self.chosen as isize + step;
        // Skip files with errors. `rightwell patterns` reports these errors.
        for _ in 0..count {
            self.chosen = next.rem_euclid(count) as usize;
            if let Ok(pattern) = &self.patterns[self.chosen].1 {
                return Ok(pattern.clone());
            }
            next += if step < 0 { -1 } else { 1 };
        }
        Err("no picture can be used".to_owned())
    }
}

/// Returns a sentence that names the player or its aim.
pub fn in_words(strategy: &Strategy) -> String {
    let player = capitalized(strategy.player().name());
    match strategy.kind() {
        StrategyKind::Alone => format!("The AI plays: {player}"),
        StrategyKind::Well(_) => "The AI keeps a well open for Tetrises".to_owned(),
        StrategyKind::Pattern(builder) => format!("The AI builds {}", picture(builder.pattern())),
        StrategyKind::WellFilter(_) => format!("{player} keeps a well open, as published"),
        StrategyKind::PatternFilter(filter) => {
            format!(
                "{player} builds {}, as published",
                picture(filter.pattern())
            )
        }
    }
}

/// Returns the sentence in fewer letters.
pub fn in_short(strategy: &Strategy) -> String {
    match strategy.kind() {
        StrategyKind::Alone => capitalized(strategy.player().name()),
        StrategyKind::Well(_) | StrategyKind::WellFilter(_) => "Open well".to_owned(),
        StrategyKind::Pattern(builder) => capitalized(builder.pattern().name()),
        StrategyKind::PatternFilter(filter) => capitalized(filter.pattern().name()),
    }
}

/// Names a picture in a sentence. Pictures that are not in the list have their names in quotes.
pub fn picture(pattern: &Pattern) -> String {
    let name = pattern.name();
    match name {
        "heart" | "house" | "smiley" | "tree" | "moon" | "tower" | "checkerboard" => {
            format!("a {name}")
        }
        "tetriminos" => "the seven tetriminos".to_owned(),
        "big-t" => "a big T".to_owned(),
        "slanted-t" => "a slanted T".to_owned(),
        _ => match name.strip_prefix("silhouette-") {
            Some(piece) => format!("a silhouette of {}", piece.to_uppercase()),
            None => format!("\"{name}\""),
        },
    }
}

#[cfg(test)]
mod tests {
    use rightwell::players::Player;

    use super::*;

    #[test]
    fn the_key_goes_through_all_five_kinds_from_whichever_the_game_began_with() {
        let player = Arc::new(Player::named("dellacherie").unwrap());
        let round = [
            "none".to_owned(),
            format!("pattern:{FIRST}"),
            "well".to_owned(),
            "well-plain".to_owned(),
            format!("pattern-plain:{FIRST}"),
        ];
        for (start, filter) in round.iter().enumerate() {
            let kind = StrategyKind::find(filter, Pattern::named).unwrap();
            let mut menu = FilterMenu::new(&kind);
            let mut strategy = Arc::new(Strategy::new(Arc::clone(&player), kind));
            for step in 1..=round.len() {
                strategy = menu.next_kind(&strategy).unwrap();
                assert_eq!(strategy.filter(), round[(start + step) % round.len()]);
                assert_eq!(strategy.player().name(), "dellacherie", "who plays stays");
            }
        }
    }

    #[test]
    fn the_pictures_of_both_kinds_change_in_both_directions() {
        for kind in ["pattern", "pattern-plain"] {
            let chosen = StrategyKind::find(&format!("{kind}:house"), Pattern::named).unwrap();
            let mut menu = FilterMenu::new(&chosen);
            let player = Arc::new(Player::named("survival").unwrap());
            let house = Strategy::new(player, chosen);
            let next = menu.next_pattern(&house, 1).unwrap();
            assert_eq!(next.filter(), format!("{kind}:moon"));
            let back = menu.next_pattern(&next, -1).unwrap();
            assert_eq!(back.filter(), format!("{kind}:house"));
        }
    }

    #[test]
    fn filters_are_named_in_words() {
        let words = |filter: &str| {
            let kind = StrategyKind::find(filter, Pattern::named).unwrap();
            let player = Arc::new(Player::named("survival").unwrap());
            in_words(&Strategy::new(player, kind))
        };
        assert_eq!(words("none"), "The AI plays: Survival");
        assert_eq!(words("well"), "The AI keeps a well open for Tetrises");
        assert_eq!(words("pattern:heart"), "The AI builds a heart");
        assert_eq!(
            words("well-plain"),
            "Survival keeps a well open, as published"
        );
        assert_eq!(
            words("pattern-plain:silhouette-t"),
            "Survival builds a silhouette of T, as published"
        );
    }
}

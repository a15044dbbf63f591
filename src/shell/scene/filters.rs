//! Filters that the user selects with keys while an AI plays.

use std::sync::Arc;

use rightwell::players::{Pattern, PatternError, Strategy, StrategyKind};

use crate::shell::store::load;

/// List of the filters that the keys select: none, well, and all patterns.
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
        let mut chosen = 0;
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

    /// Returns the strategy that follows `present` in the order no filter, well, pattern.
    pub fn next_kind(&mut self, present: &Strategy) -> Result<Arc<Strategy>, String> {
        self.follow(present);
        match present.kind() {
            StrategyKind::Alone => Ok(Arc::new(present.with(StrategyKind::Well(Box::default())))),
            StrategyKind::Well(_) | StrategyKind::WellFilter(_) => self.pattern(present, 0),
            StrategyKind::Pattern(_) | StrategyKind::PatternFilter(_) => {
                Ok(Arc::new(present.with(StrategyKind::Alone)))
            }
        }
    }

    /// Returns a strategy that builds the pattern `step` positions after the current one. If `present` builds no
    /// pattern, returns to the pattern that was chosen last.
    pub fn next_pattern(
        &mut self,
        present: &Strategy,
        step: isize,
    ) -> Result<Arc<Strategy>, String> {
        self.follow(present);
        let step = if present.pattern().is_some() { step } else { 0 };
        self.pattern(present, step)
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

    /// Returns a strategy with the pattern `step` positions after the last chosen one. The new strategy builds the
    /// pattern if `present` builds patterns. Otherwise it only filters locks.
    fn pattern(&mut self, present: &Strategy, step: isize) -> Result<Arc<Strategy>, String> {
        let count = self.patterns.len() as isize;
        let mut next = self.chosen as isize + step;
        // Skip files with errors. `rightwell patterns` reports these errors.
        for _ in 0..count {
            self.chosen = next.rem_euclid(count) as usize;
            if let Ok(pattern) = &self.patterns[self.chosen].1 {
                let pattern = pattern.clone();
                return Ok(Arc::new(match present.pattern() {
                    Some(_) => present.with_pattern(pattern),
                    None => present.with(StrategyKind::building(pattern)),
                }));
            }
            next += if step < 0 { -1 } else { 1 };
        }
        Err("no picture can be used".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use rightwell::players::Player;

    use super::*;

    #[test]
    fn kinds_cycle_and_patterns_go_both_ways() {
        let mut menu = FilterMenu::new(&StrategyKind::Alone);
        let alone = Strategy::alone(Arc::new(Player::named("scorer").unwrap()));
        let name = |strategy: &Strategy| strategy.kind().to_string();
        let well = menu.next_kind(&alone).unwrap();
        assert_eq!(name(&well), "well");
        let first = menu.next_kind(&well).unwrap();
        assert_eq!(name(&first), format!("pattern:{}", load::patterns()[0].0));
        let second = menu.next_pattern(&first, 1).unwrap();
        assert_ne!(name(&second), name(&first));
        let again = menu.next_pattern(&second, -1).unwrap();
        assert_eq!(name(&again), name(&first));
        let round = menu.next_kind(&again).unwrap();
        assert_eq!(name(&round), "none");
        assert_eq!(round.player().name(), "scorer", "who plays stays");
    }
}

//! The filters that the keys go through.

use std::sync::Arc;

use rightwell::players::{Pattern, PatternError, Strategy, StrategyKind};

use crate::shell::store::load;

/// None, well, and every picture there is.
#[derive(Debug)]
pub struct FilterMenu {
    patterns: Vec<(String, Result<Pattern, PatternError>)>,
    /// The picture chosen last.
    chosen: usize,
}

impl FilterMenu {
    /// A menu that stands at `kind`; a picture from elsewhere is added.
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

    /// The kind after that of `present`: none, well, pattern.
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

    /// The picture `step` places on from that of `present`, or the one chosen last.
    pub fn next_pattern(
        &mut self,
        present: &Strategy,
        step: isize,
    ) -> Result<Arc<Strategy>, String> {
        self.follow(present);
        let step = if present.pattern().is_some() { step } else { 0 };
        self.pattern(present, step)
    }

    /// The picture being built is the one chosen: when one is done the next comes by itself.
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

    /// The picture `step` places on from the one chosen last, built in the way of `present`.
    fn pattern(&mut self, present: &Strategy, step: isize) -> Result<Arc<Strategy>, String> {
        let count = self.patterns.len() as isize;
        let mut next = self.chosen as isize + step;
        // Pictures that cannot be used are passed over; `rightwell patterns` says what is wrong.
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
    fn kinds_go_round_and_patterns_both_ways() {
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

//! The filters that the keys go through.

use std::sync::Arc;

use rightwell::players::{Filter, Pattern, PatternBuilder, PatternError};

/// None, well, and every picture there is.
#[derive(Debug)]
pub struct FilterMenu {
    patterns: Vec<(String, Result<Pattern, PatternError>)>,
    /// The picture chosen last.
    chosen: usize,
}

impl FilterMenu {
    /// A menu that stands at `filter`; a picture from elsewhere is added.
    pub fn new(filter: &Filter) -> FilterMenu {
        let mut patterns = Pattern::all();
        let mut chosen = 0;
        if let Some(pattern) = filter.pattern() {
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

    /// The kind after `filter`: none, well, pattern.
    pub fn next_kind(&mut self, filter: &Filter) -> Result<Arc<Filter>, String> {
        match filter {
            Filter::None => Ok(Arc::new(Filter::Well(Box::default()))),
            Filter::Well(_) | Filter::WellPlain(_) => self.pattern(filter, 0),
            Filter::Pattern(_) | Filter::PatternPlain(_) => Ok(Arc::new(Filter::None)),
        }
    }

    /// The picture `step` places on from `filter`'s, or the one chosen last.
    pub fn next_pattern(&mut self, filter: &Filter, step: isize) -> Result<Arc<Filter>, String> {
        let Some(present) = filter.pattern() else {
            return self.pattern(filter, 0);
        };
        // When a picture is done the next one comes by itself.
        if let Some(place) = self.place_of(present) {
            self.chosen = place;
        }
        self.pattern(filter, step)
    }

    fn place_of(&self, pattern: &Pattern) -> Option<usize> {
        let known = |(_, known): &(String, Result<Pattern, PatternError>)| {
            known.as_ref().is_ok_and(|known| known == pattern)
        };
        self.patterns.iter().position(known)
    }

    /// The picture `step` places on from the one chosen last, built in the way of `filter`.
    fn pattern(&mut self, filter: &Filter, step: isize) -> Result<Arc<Filter>, String> {
        let count = self.patterns.len() as isize;
        let mut next = self.chosen as isize + step;
        // Pictures that cannot be used are passed over; `rightwell patterns` says what is wrong.
        for _ in 0..count {
            self.chosen = next.rem_euclid(count) as usize;
            if let Ok(pattern) = &self.patterns[self.chosen].1 {
                return Ok(Arc::new(match filter.pattern() {
                    Some(_) => filter.with_pattern(pattern.clone()),
                    None => Filter::Pattern(Box::new(PatternBuilder::new(pattern.clone()))),
                }));
            }
            next += if step < 0 { -1 } else { 1 };
        }
        Err("no picture can be used".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_go_round_and_patterns_both_ways() {
        let mut menu = FilterMenu::new(&Filter::None);
        let well = menu.next_kind(&Filter::None).unwrap();
        assert_eq!(well.to_string(), "well");
        let first = menu.next_kind(&well).unwrap();
        assert_eq!(
            first.to_string(),
            format!("pattern:{}", Pattern::all()[0].0)
        );
        let second = menu.next_pattern(&first, 1).unwrap();
        assert_ne!(second.to_string(), first.to_string());
        let again = menu.next_pattern(&second, -1).unwrap();
        assert_eq!(again.to_string(), first.to_string());
        assert_eq!(menu.next_kind(&again).unwrap().to_string(), "none");
    }
}

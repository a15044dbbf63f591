//! The filters that the keys go through.

use std::sync::Arc;

use rightwell::players::{Filter, Pattern, PatternError, PatternFilter, WellFilter};

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
            Filter::None => Ok(Arc::new(Filter::Well(WellFilter))),
            Filter::Well(_) => self.pattern(0),
            Filter::Pattern(_) => Ok(Arc::new(Filter::None)),
        }
    }

    /// The picture `step` places on from `filter`'s, or the one chosen last.
    pub fn next_pattern(&mut self, filter: &Filter, step: isize) -> Result<Arc<Filter>, String> {
        self.pattern(if filter.pattern().is_some() { step } else { 0 })
    }

    fn pattern(&mut self, step: isize) -> Result<Arc<Filter>, String> {
        let count = self.patterns.len() as isize;
        let mut next = self.chosen as isize + step;
        // Pictures that cannot be used are passed over; `rightwell patterns` says what is wrong.
        for _ in 0..count {
            self.chosen = next.rem_euclid(count) as usize;
            if let Ok(pattern) = &self.patterns[self.chosen].1 {
                let filter = PatternFilter::new(pattern.clone());
                return Ok(Arc::new(Filter::Pattern(filter)));
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

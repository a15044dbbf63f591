//! Fields: the contents of the rows of a menu.

/// Content of a row, with its allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A heading between rows. The cursor skips it.
    Heading,
    /// An action that choosing the row performs.
    Act,
    /// An action with its current value beside it, such as a key.
    Shown(String),
    /// A read-only value.
    Told(String),
    /// One of several words; left and right cycle through them.
    Choice {
        /// All words, at least one.
        values: Vec<String>,
        /// Index of the current word.
        at: usize,
    },
    /// A whole number; left and right change it by a step, and digits type it.
    Number {
        /// Current value.
        value: u32,
        /// Minimum and maximum.
        range: (u32, u32),
        /// Step between allowed numbers, starting at the minimum.
        step: u32,
    },
    /// A typed text.
    Text {
        /// Current text.
        value: String,
        /// Allowed letters, including capitals and digits.
        letters: &'static str,
        /// Maximum number of letters.
        max: usize,
        /// Placeholder for an empty text.
        empty: String,
    },
}

impl Field {
    /// Creates a choice of words. Selects the first word if `value` is not one of them.
    pub fn choice(values: &[&str], value: &str) -> Field {
        Field::Choice {
            values: values.iter().map(|&value| value.to_owned()).collect(),
            at: values.iter().position(|known| *known == value).unwrap_or(0),
        }
    }

    /// Creates a choice of yes or no.
    pub fn yes(is_yes: bool) -> Field {
        Field::choice(&["no", "yes"], if is_yes { "yes" } else { "no" })
    }

    /// Creates a number in steps of one.
    pub const fn number(value: u32, least: u32, greatest: u32) -> Field {
        Field::Number {
            value,
            range: (least, greatest),
            step: 1,
        }
    }

    /// Returns the text beside the row's label.
    pub fn value(&self) -> String {
        match self {
            Field::Heading | Field::Act => String::new(),
            Field::Shown(value) | Field::Told(value) => value.clone(),
            Field::Choice { values, at } => values[*at].clone(),
            Field::Number { value, .. } => value.to_string(),
            Field::Text { value, empty, .. } if value.is_empty() => empty.clone(),
            Field::Text { value, .. } => value.clone(),
        }
    }

    /// Returns the value without the placeholder of an empty text.
    pub fn content(&self) -> String {
        match self {
            Field::Text { value, .. } => value.clone(),
            field => field.value(),
        }
    }

    /// Returns all words of a choice, or the range of a number.
    pub fn values(&self) -> Vec<String> {
        match self {
            Field::Choice { values, .. } => values.clone(),
            Field::Number {
                range: (least, greatest),
                ..
            } => vec![format!("{least} to {greatest}")],
            _ => Vec::new(),
        }
    }

    /// Returns whether left and right change the value.
    pub const fn turns(&self) -> bool {
        matches!(self, Field::Choice { .. } | Field::Number { .. })
    }

    /// Selects the next or the previous value, and returns whether the value changed.
    pub(super) fn turn(&mut self, forward: bool) -> bool {
        match self {
            Field::Choice { values, at } => {
                let count = values.len();
                *at = (*at + if forward { 1 } else { count - 1 }) % count;
                count > 1
            }
            Field::Number { value, range, step } => {
                let old = *value;
                let (least, greatest) = *range;
                *value = match forward {
                    _ if old < least || old > greatest => least,
                    true if old == greatest => least,
                    true => greatest.min(least + ((old - least) / *step + 1) * *step),
                    false if old == least => greatest,
                    false => least + (old - least - 1) / *step * *step,
                };
                *value != old
            }
            _ => false,
        }
    }

    /// Returns the maximum of a number field. `None` for other fields.
    pub(super) const fn greatest(&self) -> Option<u32> {
        match self {
            Field::Number { range, .. } => Some(range.1),
            _ => None,
        }
    }

    /// Sets a number, clamped to its range and rounded down to an allowed value. Returns whether the value changed.
    pub(super) fn set_number(&mut self, number: u32) -> bool {
        let Field::Number { value, range, step } = self else {
            return false;
        };
        let within = number.clamp(range.0, range.1) - range.0;
        let old = std::mem::replace(value, range.0 + within / *step * *step);
        *value != old
    }

    /// Appends a letter to a text, and returns whether it was accepted.
    pub(super) fn type_letter(&mut self, letter: char) -> bool {
        let Field::Text {
            value,
            letters,
            max,
            ..
        } = self
        else {
            return false;
        };
        let alike = |known: &char| known.eq_ignore_ascii_case(&letter);
        let allowed = letters.chars().find(|known| *known == letter);
        let Some(letter) = allowed.or_else(|| letters.chars().find(alike)) else {
            return false;
        };
        let has_room = value.chars().count() < *max;
        if has_room {
            value.push(letter);
        }
        has_room
    }

    /// Removes the last letter of a text, and returns whether there was one.
    pub(super) fn erase(&mut self) -> bool {
        match self {
            Field::Text { value, .. } => value.pop().is_some(),
            _ => false,
        }
    }

    /// Changes the last letter of a text to the next or the previous allowed letter, for typing with a gamepad. Returns
    /// whether the text changed.
    pub(super) fn spin(&mut self, forward: bool) -> bool {
        let Field::Text { value, letters, .. } = self else {
            return false;
        };
        let letters: Vec<char> = letters.chars().collect();
        let place = value
            .pop()
            .and_then(|last| letters.iter().position(|known| *known == last));
        let count = letters.len();
        let next = match (place, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(place), true) => (place + 1) % count,
            (Some(place), false) => (place + count - 1) % count,
        };
        value.push(letters[next]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_go_round_both_ways() {
        let mut field = Field::choice(&["a", "b", "c"], "b");
        let mut turned = |forward| {
            assert!(field.turn(forward));
            field.value()
        };
        assert_eq!([true, true, false].map(&mut turned), ["c", "a", "c"]);
        assert_eq!(Field::choice(&["a", "b"], "x").value(), "a");
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut field = Field::number(28, 0, 29);
        let mut turned = |forward| {
            field.turn(forward);
            field.value()
        };
        let values = [true, true, false, false].map(&mut turned);
        assert_eq!(values, ["29", "0", "29", "28"]);
        let mut odd = Field::Number {
            value: 3,
            range: (1, 99),
            step: 2,
        };
        let mut turned = |forward| {
            odd.turn(forward);
            odd.value()
        };
        let values = [true, false, false, false].map(&mut turned);
        assert_eq!(values, ["5", "3", "1", "99"]);
    }

    #[test]
    fn a_number_that_is_not_allowed_becomes_one_that_is() {
        let mut odd = Field::Number {
            value: 3,
            range: (1, 99),
            step: 2,
        };
        let mut set = |number| {
            odd.set_number(number);
            odd.value()
        };
        assert_eq!([0, 4, 21, 500].map(&mut set), ["1", "3", "21", "99"]);
    }

    #[test]
    fn texts_take_their_letters_only_and_spin_through_them() {
        let mut field = Field::Text {
            value: String::new(),
            letters: "0123456789ABCDEF",
            max: 2,
            empty: "any".to_owned(),
        };
        assert_eq!(field.value(), "any");
        assert!(!field.type_letter('g') && field.type_letter('a'));
        assert_eq!(field.value(), "A");
        assert!(field.spin(true) && field.value() == "B");
        assert!(field.type_letter('0') && !field.type_letter('0'));
        assert!(field.spin(false) && field.value() == "BF");
        assert!(field.erase() && field.erase() && !field.erase());
    }
}

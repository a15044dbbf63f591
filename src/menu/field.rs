//! What a row of a menu holds.

/// What a row of a menu holds, and what its value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A line between rows, which cannot be chosen.
    Heading,
    /// Chosen, it does something.
    Act,
    /// Chosen, it does something; beside it stands what there is now, as with a key.
    Shown(String),
    /// Only to be read.
    Told(String),
    /// One of some words, which left and right go through, round and round.
    Choice {
        /// All of them; at least one.
        values: Vec<String>,
        /// The place of the one that is set.
        at: usize,
    },
    /// A whole number, which left and right change by a step, and which digits type.
    Number {
        /// The one that is set.
        value: u32,
        /// The least and the greatest that are allowed.
        range: (u32, u32),
        /// How far allowed numbers are apart, from the least one on.
        step: u32,
    },
    /// A text, which is typed.
    Text {
        /// What stands there.
        value: String,
        /// The letters that are allowed, capitals and digits among them.
        letters: &'static str,
        /// Letters at most.
        max: usize,
        /// What stands in the place of an empty text.
        empty: String,
    },
}

impl Field {
    /// One of these words; the first where `value` is none of them.
    pub fn choice(values: &[&str], value: &str) -> Field {
        Field::Choice {
            values: values.iter().map(|&value| value.to_owned()).collect(),
            at: values.iter().position(|known| *known == value).unwrap_or(0),
        }
    }

    /// Yes or no.
    pub fn yes(is_yes: bool) -> Field {
        Field::choice(&["no", "yes"], if is_yes { "yes" } else { "no" })
    }

    /// A number in steps of one.
    pub const fn number(value: u32, least: u32, greatest: u32) -> Field {
        Field::Number {
            value,
            range: (least, greatest),
            step: 1,
        }
    }

    /// What stands beside the row's label.
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

    /// What is set: the value, without what stands in the place of an empty text.
    pub fn content(&self) -> String {
        match self {
            Field::Text { value, .. } => value.clone(),
            field => field.value(),
        }
    }

    /// What it may be set to, word by word; of a number, its range.
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

    /// Whether left and right change it.
    pub const fn turns(&self) -> bool {
        matches!(self, Field::Choice { .. } | Field::Number { .. })
    }

    /// Sets the next value, or the one before; whether it is another one now.
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

    /// The greatest number that is allowed; none where it is no number.
    pub(super) const fn greatest(&self) -> Option<u32> {
        match self {
            Field::Number { range, .. } => Some(range.1),
            _ => None,
        }
    }

    /// Sets the allowed number that comes nearest from below; whether it is another one.
    pub(super) fn set_number(&mut self, number: u32) -> bool {
        let Field::Number { value, range, step } = self else {
            return false;
        };
        let within = number.clamp(range.0, range.1) - range.0;
        let old = std::mem::replace(value, range.0 + within / *step * *step);
        *value != old
    }

    /// Types a letter at the end of a text; whether it was taken.
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

    /// Takes the last letter of a text away; whether there was one.
    pub(super) fn erase(&mut self) -> bool {
        match self {
            Field::Text { value, .. } => value.pop().is_some(),
            _ => false,
        }
    }

    /// Changes the last letter of a text to the next one allowed, or the one before, as hands at a
    /// gamepad write.
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

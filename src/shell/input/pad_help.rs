//! The keys of the gamepads as the help shows them.

use crate::shell::store::settings::{KeyMap, Settings};

/// Lines of the help: a button, and the key of one person or the keys of two.
#[derive(Clone, Debug, Default)]
pub struct PadHelp {
    /// The keys of a person alone.
    alone: Vec<(String, String)>,
    /// Those of two people at one keyboard, left and right.
    two: Vec<(String, String)>,
}

impl PadHelp {
    /// The keys as they are set.
    pub fn new(settings: &Settings) -> PadHelp {
        PadHelp {
            alone: lines([&settings.keys], ["KEY"]),
            two: lines(
                [&settings.left_keys, &settings.right_keys],
                ["LEFT", "RIGHT"],
            ),
        }
    }

    /// The lines for those who play, `people` being the pads with somebody at them.
    pub fn lines(&self, people: [bool; 2]) -> &[(String, String)] {
        match people {
            [false, false] => &[],
            [true, true] => &self.two,
            _ => &self.alone,
        }
    }
}

/// A heading and a line a button, one column a person.
fn lines<const N: usize>(keys: [&KeyMap; N], headings: [&str; N]) -> Vec<(String, String)> {
    let columns = keys.map(|keys| {
        let keys = keys.named().map(|(_, key)| short_name(key));
        keys.collect::<Vec<_>>()
    });
    let width = |column: &[String]| column.iter().map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = (columns.iter().zip(headings))
        .map(|(column, heading)| width(column).max(heading.len()))
        .collect();
    let line = |names: Vec<&str>| {
        let padded = names.iter().zip(&widths);
        let padded: Vec<String> = padded
            .map(|(name, width)| format!("{name:<width$}"))
            .collect();
        padded.join(" ").trim_end().to_owned()
    };
    let heading = ("PAD".to_owned(), line(headings.to_vec()));
    let buttons = keys[0].named().map(|(button, _)| button.to_uppercase());
    let buttons = buttons.enumerate().map(|(place, button)| {
        let names = columns.iter().map(|column| &*column[place]);
        (button, line(names.collect()))
    });
    std::iter::once(heading).chain(buttons).collect()
}

/// A key's name as the settings have it, the side of the keyboard as one letter.
fn short_name(name: &str) -> String {
    let sides = [("Left", "L "), ("Right", "R ")];
    let side = sides.into_iter().find_map(|(side, short)| {
        let rest = name.strip_prefix(side)?;
        (!rest.is_empty()).then(|| format!("{short}{rest}"))
    });
    side.unwrap_or_else(|| name.to_owned()).to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::input::action::TEXT_MAX;

    #[test]
    fn keys_of_two_people_stand_beside_each_other() {
        let help = PadHelp::new(&Settings::default());
        let lines = help.lines([true, true]);
        let line = |place: usize| (lines[place].0.as_str(), lines[place].1.as_str());
        assert_eq!(line(0), ("PAD", "LEFT RIGHT"));
        assert_eq!(line(1), ("LEFT", "A    LEFT"));
        assert_eq!(line(8), ("SELECT", "2    R SHIFT"));
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn the_longest_names_fit_beside_each_other() {
        let settings = Settings {
            left_keys: KeyMap::pad("A D W S RightControl KpSubtract 1 2"),
            right_keys: KeyMap::pad("H J U N RightBracket Apostrophe Enter RightShift"),
            ..Settings::default()
        };
        let help = PadHelp::new(&settings);
        for (button, keys) in help.lines([true, true]) {
            assert!(button.len() < 7, "{button}");
            assert!(keys.len() <= TEXT_MAX, "{keys}");
        }
    }
}

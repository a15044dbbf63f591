//! Buttons of a gamepad, with SDL's names.

use std::fmt;

use crate::store::settings::{PAD_NAMES, pad_number};

/// Index of the first button without a name.
const NUMBERED: u8 = 64;
const _: () = assert!(PAD_NAMES.len() < NUMBERED as usize);

/// A button with a name, half an axis, or a button without a name: `b0` to `b63`, numbered as in mapping strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PadButton(u8);

impl PadButton {
    /// The button in the middle, such as the one with the maker's logo. It opens the program's menu.
    pub const GUIDE: PadButton = PadButton(5);

    /// Returns all buttons that have names.
    #[cfg(test)]
    pub fn all() -> impl Iterator<Item = PadButton> {
        (0..PAD_NAMES.len() as u8).map(PadButton)
    }

    /// Returns the button with this name, such as `a` or `b12`.
    pub fn named(name: &str) -> Option<PadButton> {
        let place = PAD_NAMES.iter().position(|known| *known == name);
        let number = || PadButton::numbered(pad_number(name)?);
        place.map_or_else(number, |place| Some(PadButton(place as u8)))
    }

    /// Returns the unnamed button with this number, 0-63.
    pub fn numbered(number: u8) -> Option<PadButton> {
        (number < NUMBERED).then(|| PadButton(NUMBERED + number))
    }

    /// Returns the index of the button in lists of all buttons, 0-127.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    fn bit(self) -> u128 {
        1 << self.0
    }
}

/// Formats the name as in the settings.
impl fmt::Display for PadButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match PAD_NAMES.get(self.index()) {
            Some(name) => f.write_str(name),
            None => write!(f, "b{}", self.0 - NUMBERED),
        }
    }
}

/// Set of buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PadButtonSet(u128);

impl PadButtonSet {
    /// Returns the set with one button.
    pub fn from_button(button: PadButton) -> PadButtonSet {
        PadButtonSet(button.bit())
    }

    /// Returns the union.
    pub fn with(self, other: PadButtonSet) -> PadButtonSet {
        PadButtonSet(self.0 | other.0)
    }

    /// Returns the buttons that are not in the other set.
    pub fn without(self, other: PadButtonSet) -> PadButtonSet {
        PadButtonSet(self.0 & !other.0)
    }

    /// Returns the intersection.
    pub fn only(self, other: PadButtonSet) -> PadButtonSet {
        PadButtonSet(self.0 & other.0)
    }

    pub fn has(self, button: PadButton) -> bool {
        self.0 & button.bit() != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the buttons in the order of their names.
    pub fn iter(self) -> impl Iterator<Item = PadButton> {
        (0..128).map(PadButton).filter(move |one| self.has(*one))
    }
}

impl FromIterator<PadButton> for PadButtonSet {
    fn from_iter<I: IntoIterator<Item = PadButton>>(buttons: I) -> PadButtonSet {
        let buttons = buttons.into_iter().map(PadButtonSet::from_button);
        buttons.fold(PadButtonSet::default(), PadButtonSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_button_and_back() {
        let numbers = (0..64).filter_map(PadButton::numbered);
        for button in PadButton::all().chain(numbers) {
            assert_eq!(PadButton::named(&button.to_string()), Some(button));
        }
        assert_eq!(PadButton::GUIDE.to_string(), "guide");
        for wrong in ["", "A", "b64", "b+1", "b999", "leftx", "h0.1", "select"] {
            assert_eq!(PadButton::named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let all: PadButtonSet = ["a", "b63", "+righty"]
            .into_iter()
            .filter_map(PadButton::named)
            .collect();
        let names: Vec<String> = all.iter().map(|one| one.to_string()).collect();
        assert_eq!(names, ["a", "+righty", "b63"]);
        assert!(all.without(all).is_empty());
    }
}

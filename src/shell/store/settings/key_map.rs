//! What keys are set for, each with the name of its key.

use super::action::{PROGRAM_KEYS, is_of_recordings};

/// The buttons of a gamepad in the order of the file.
pub const BUTTONS: [&str; 8] = ["left", "right", "up", "down", "b", "a", "start", "select"];

/// What keys are set for, each with the name of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap(Vec<(&'static str, String)>);

impl KeyMap {
    /// The buttons of a gamepad with these keys, in the order of [`BUTTONS`] and with blanks between
    /// them.
    pub fn pad(keys: &str) -> KeyMap {
        let keys = keys.split(' ').map(str::to_owned);
        KeyMap(BUTTONS.into_iter().zip(keys).collect())
    }

    /// The keys of the program as they are unless others are set.
    pub fn program() -> KeyMap {
        KeyMap(
            PROGRAM_KEYS
                .map(|(_, name, key)| (name, key.to_owned()))
                .into(),
        )
    }

    /// What keys are set for, in the order of the file.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    /// What keys are set for, with their keys, in the order of the file.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, key)| (*name, key.as_str()))
    }

    /// The key of what has that name; none without it.
    pub fn key_of(&self, name: &str) -> Option<&str> {
        let found = self.named().find(|(known, _)| *known == name);
        found.map(|(_, key)| key)
    }

    /// What has that key.
    pub fn name_of<'a>(&'a self, key: &str) -> impl Iterator<Item = &'static str> + use<'a> {
        let key = key.to_owned();
        let found = self.named().filter(move |(_, known)| *known == key);
        found.map(|(name, _)| name)
    }

    /// Sets the key of what stands at that place in the order of the file.
    pub fn set(&mut self, place: usize, key: &str) {
        key.clone_into(&mut self.0[place].1);
    }

    /// The keys of the program that nobody at a gamepad can have.
    pub fn taken(&self) -> impl Iterator<Item = &str> {
        let taken = self.named();
        let taken = taken.filter(|(name, _)| !is_of_recordings(name));
        taken.map(|(_, key)| key)
    }
}

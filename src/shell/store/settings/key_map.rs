//! Key bindings: names of buttons or actions, each with its key.

use super::action::{PROGRAM_KEYS, is_of_recordings};

/// The buttons of a controller, in the order of the file.
pub const BUTTONS: [&str; 8] = ["left", "right", "up", "down", "b", "a", "start", "select"];

/// Key bindings by name, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap(Vec<(&'static str, String)>);

impl KeyMap {
    /// Returns bindings for the buttons of a controller. `keys` lists the keys in the order of [`BUTTONS`], separated
    /// by spaces.
    pub fn pad(keys: &str) -> KeyMap {
        let keys = keys.split(' ').map(str::to_owned);
        KeyMap(BUTTONS.into_iter().zip(keys).collect())
    }

    /// Returns the default keys of the program.
    pub fn program() -> KeyMap {
        KeyMap(
            PROGRAM_KEYS
                .map(|(_, name, key)| (name, key.to_owned()))
                .into(),
        )
    }

    /// Returns the names, in the order of the file.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    /// Returns the names and their keys, in the order of the file.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, key)| (*name, key.as_str()))
    }

    /// Returns the key that is bound to this name.
    pub fn key_of(&self, name: &str) -> Option<&str> {
        let found = self.named().find(|(known, _)| *known == name);
        found.map(|(_, key)| key)
    }

    /// Returns the names bound to a key.
    pub fn name_of<'a>(&'a self, key: &str) -> impl Iterator<Item = &'static str> + use<'a> {
        let key = key.to_owned();
        let found = self.named().filter(move |(_, known)| *known == key);
        found.map(|(name, _)| name)
    }

    /// Binds a key to the name at this index.
    pub fn set(&mut self, place: usize, key: &str) {
        key.clone_into(&mut self.0[place].1);
    }

    /// Returns the program's keys that no controller may use.
    pub fn taken(&self) -> impl Iterator<Item = &str> {
        let taken = self.named();
        let taken = taken.filter(|(name, _)| !is_of_recordings(name));
        taken.map(|(_, key)| key)
    }
}

//! Reader of the settings. It reads field by field and collects the faults.

use std::ops::Range;

use rightwell::rules::counted;

use super::fields::{RonField, fields_of};
use super::key_map::{BUTTONS, KeyMap};
use super::value::{SettingValue, from_ron, short};

/// Maximum number of faults that get a message of their own.
pub const FAULTS_MAX: usize = 10;

/// A settings text and its faults so far.
pub struct SettingsReader<'a> {
    text: &'a str,
    /// The first faults, one message each, with the line number.
    faults: Vec<String>,
    /// Number of further faults.
    more: usize,
}

impl<'a> SettingsReader<'a> {
    /// Returns a reader with no faults recorded yet.
    pub fn new(text: &'a str) -> SettingsReader<'a> {
        SettingsReader {
            text,
            faults: Vec::new(),
            more: 0,
        }
    }

    /// Returns the faults, one message each, with the line number.
    pub fn faults(self) -> Vec<String> {
        let mut faults = self.faults;
        if self.more > 0 {
            faults.push(format!("and {}", counted(self.more, "more fault")));
        }
        faults
    }

    /// Records a fault of a field.
    pub fn fault(&mut self, field: &RonField, message: &str) {
        if self.faults.len() == FAULTS_MAX {
            self.more += 1;
            return;
        }
        let before = &self.text.as_bytes()[..field.at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let name = short(field.name);
        self.faults.push(format!("line {line}, {name}: {message}"));
    }

    /// Parses the value of a field, or records its fault.
    fn value<T>(
        &mut self,
        field: &RonField,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let read = read(&self.text[self.span(field)?]);
        read.map_err(|fault| self.unusable(field, &fault)).ok()
    }

    /// Returns the byte range of a field's value, or records a missing colon.
    fn span(&mut self, field: &RonField) -> Option<Range<usize>> {
        if field.value.is_none() {
            self.unusable(field, "missing colon");
        }
        field.value.clone()
    }

    /// Records the reason why a field's value is not used.
    fn unusable(&mut self, field: &RonField, why: &str) {
        self.fault(field, &format!("{why}; using the default"));
    }

    /// Returns the field with this name. If the name occurs several times, the last field is used and the others are
    /// recorded as faults.
    fn find<'f>(&mut self, fields: &'f [RonField<'f>], name: &str) -> Option<&'f RonField<'f>> {
        let mut found: Vec<_> = fields.iter().filter(|field| field.name == name).collect();
        let last = found.pop();
        for field in found {
            self.fault(field, "is set twice; the last value counts");
        }
        last
    }

    /// Reads the value of a field if the field exists. Returns whether the value was usable.
    pub fn read(&mut self, fields: &[RonField], name: &str, value: SettingValue) -> bool {
        let field = self.find(fields, name);
        field.is_none_or(|field| self.value(field, |text| value.read(text)).is_some())
    }

    /// Reads the keys for one keyboard. They are in one block of the file, or in two.
    ///
    /// All keys must differ from each other and from `taken`. A faulty key gets its default. If this causes another
    /// conflict, all keys get their defaults.
    pub fn keys(
        &mut self,
        fields: &[RonField],
        blocks: &mut [(&str, &mut KeyMap)],
        taken: Option<&KeyMap>,
        is_key: fn(&str) -> bool,
    ) {
        let defaults: Vec<KeyMap> = blocks.iter().map(|(_, keys)| (**keys).clone()).collect();
        // Each valid key: index of its block, index within the block, and name.
        let mut chosen: Vec<(usize, usize, String)> = Vec::new();
        for (block, (name, map)) in blocks.iter().enumerate() {
            let Some(field) = self.find(fields, name) else {
                continue;
            };
            let set = self.block(field, &map.names(), is_key, taken, &chosen);
            chosen.extend(set.into_iter().map(|(place, key)| (block, place, key)));
        }
        for (block, button, key) in &chosen {
            blocks[*block].1.set(*button, key);
        }
        let mut all: Vec<&str> = Vec::new();
        for (_, keys) in blocks.iter() {
            all.extend(keys.named().map(|(_, key)| key));
        }
        all.extend(taken.iter().flat_map(|keys| keys.taken()));
        all.sort_unstable();
        if all.windows(2).any(|pair| pair[0] == pair[1]) {
            let names = blocks.iter().map(|(name, _)| *name);
            let first = fields
                .iter()
                .find(|field| names.clone().any(|name| name == field.name));
            if let Some(field) = first {
                let message = "together with the default keys, two actions would share a key; using the defaults for all keys";
                self.fault(field, message);
            }
            for ((_, keys), default) in blocks.iter_mut().zip(defaults) {
                **keys = default;
            }
        }
    }

    /// Returns the valid keys of a block, each with its index.
    fn block(
        &mut self,
        field: &RonField,
        names: &[&'static str],
        is_key: fn(&str) -> bool,
        taken: Option<&KeyMap>,
        chosen: &[(usize, usize, String)],
    ) -> Vec<(usize, String)> {
        let Some(at) = self.span(field) else {
            return Vec::new();
        };
        let text = self.text;
        let value = text[at.clone()].trim();
        let mut keys: Vec<(usize, String)> = Vec::new();
        let mut is_block = value.starts_with('(');
        for inner in fields_of(text, at, names) {
            let Some(button) = names.iter().position(|name| *name == inner.name) else {
                is_block &= inner.value.is_some();
                let allowed = names.join(", ");
                let what = if names == BUTTONS {
                    "button"
                } else {
                    "key of the program"
                };
                self.fault(&inner, &format!("is not a {what}; allowed: {allowed}"));
                continue;
            };
            let Some(key) = self.value(&inner, from_ron::<String>) else {
                continue;
            };
            let before = (chosen.iter().map(|(_, place, key)| (place, key)))
                .chain(keys.iter().map(|(place, key)| (place, key)))
                .find(|(_, other)| **other == key)
                .map(|(place, _)| names[*place]);
            let of_program = taken
                .filter(|taken| taken.taken().any(|other| other == key))
                .and_then(|taken| taken.name_of(&key).next());
            let name = short(&key);
            if !is_key(&key) {
                self.unusable(&inner, &format!("'{name}' is not a key that can be chosen"));
            } else if let Some(other) = before.or(of_program) {
                self.unusable(&inner, &format!("'{name}' is already the key of {other}"));
            } else {
                keys.push((button, key));
            }
        }
        if !is_block {
            self.unusable(
                field,
                &format!("'{}' is not a list of keys in parentheses", short(value)),
            );
        }
        keys
    }
}

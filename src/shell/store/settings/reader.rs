//! Reads the fields of the settings one by one and collects what is wrong with each.

use std::ops::RangeInclusive;
use std::str::FromStr;

use rightwell::rules::counted;
use rightwell::rules::echo::{echo_ends, plain};
use serde::de::DeserializeOwned;

use super::fields::{Field, fields_of};
use super::key_map::{BUTTONS, KeyMap};

/// Faults that are told one by one, at most: who has made more of them knows where to look.
pub const FAULTS_MAX: usize = 10;

/// A text of settings, and the faults found in it so far.
pub struct Reader<'a> {
    text: &'a str,
    /// The first ones, one text each, with the line.
    faults: Vec<String>,
    /// How many more there are.
    more: usize,
}

/// What stands in the place of a value that cannot be used.
const DEFAULT_IS_USED: &str = "; the default is used";

impl<'a> Reader<'a> {
    /// A text without faults as yet.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            faults: Vec::new(),
            more: 0,
        }
    }

    /// The faults, one text each, with the line.
    pub fn faults(self) -> Vec<String> {
        let mut faults = self.faults;
        if self.more > 0 {
            faults.push(format!("and {}", counted(self.more, "more fault")));
        }
        faults
    }

    /// Notes what is wrong with a field.
    pub fn fault(&mut self, field: &Field, message: &str) {
        if self.faults.len() == FAULTS_MAX {
            self.more += 1;
            return;
        }
        let before = &self.text.as_bytes()[..field.at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let name = short(field.name);
        self.faults.push(format!("line {line}, {name}: {message}"));
    }

    /// The value of a field, unless it is not there or faulty.
    fn value<T: DeserializeOwned>(&mut self, field: &Field) -> Option<T> {
        let Some(value) = field.value else {
            self.fault(field, &format!("a colon is missing{DEFAULT_IS_USED}"));
            return None;
        };
        match ron::from_str(value) {
            Ok(value) => Some(value),
            Err(error) => {
                let message = format!(
                    "{}: {}{DEFAULT_IS_USED}",
                    quoted(value),
                    echo_ends(&error.code.to_string())
                );
                self.fault(field, &message);
                None
            }
        }
    }

    /// The field of that name; of two the last, and the others are faults.
    fn find<'f>(&mut self, fields: &'f [Field<'f>], name: &str) -> Option<&'f Field<'f>> {
        let mut found: Vec<_> = fields.iter().filter(|field| field.name == name).collect();
        let last = found.pop();
        for field in found {
            self.fault(field, "is set twice; the last one counts");
        }
        last
    }

    /// The number that a field sets, if it is allowed.
    pub fn number(
        &mut self,
        fields: &[Field],
        name: &str,
        allowed: RangeInclusive<u32>,
    ) -> Option<u32> {
        let field = self.find(fields, name)?;
        let number: i64 = self.value(field)?;
        let known = u32::try_from(number).ok();
        let number_allowed = known.filter(|number| allowed.contains(number));
        if number_allowed.is_none() {
            let (least, most) = allowed.into_inner();
            let range = if least == most {
                least.to_string()
            } else {
                format!("{least}-{most}")
            };
            self.fault(
                field,
                &format!("{number}; allowed: {range}{DEFAULT_IS_USED}"),
            );
        }
        number_allowed
    }

    /// Whether a field says true, if it says anything.
    pub fn flag(&mut self, fields: &[Field], name: &str) -> Option<bool> {
        let field = self.find(fields, name)?;
        self.value(field)
    }

    /// The text that a field sets.
    pub fn text(&mut self, fields: &[Field], name: &str) -> Option<String> {
        let field = self.find(fields, name)?;
        self.value(field)
    }

    /// What the text that a field sets stands for, if that is allowed.
    pub fn parsed<T: FromStr<Err = String>>(&mut self, fields: &[Field], name: &str) -> Option<T> {
        let field = self.find(fields, name)?;
        let text: String = self.value(field)?;
        let parsed = text.parse();
        parsed
            .map_err(|why| {
                let message = format!("'{}'; {why}{DEFAULT_IS_USED}", short(&text));
                self.fault(field, &message);
            })
            .ok()
    }

    /// The list of texts that a field sets.
    pub fn texts(&mut self, fields: &[Field], name: &str) -> Option<Vec<String>> {
        let field = self.find(fields, name)?;
        self.value(field)
    }

    /// The place of the word that a field sets among those that are allowed.
    pub fn word(&mut self, fields: &[Field], name: &str, allowed: &[&str]) -> Option<usize> {
        let field = self.find(fields, name)?;
        let word: String = self.value(field)?;
        let place = allowed.iter().position(|known| *known == word);
        if place.is_none() {
            let allowed = allowed.join(", ");
            self.fault(
                field,
                &format!("'{}'; allowed: {allowed}{DEFAULT_IS_USED}", short(&word)),
            );
        }
        place
    }

    /// Sets the keys of one keyboard, in one block or two, that the fields name. All of them must
    /// differ, from each other and from those `taken`: where that cannot be had with the defaults for
    /// faulty ones, all are the defaults.
    pub fn keys(
        &mut self,
        fields: &[Field],
        blocks: &mut [(&str, &mut KeyMap)],
        taken: Option<&KeyMap>,
        is_key: &impl Fn(&str) -> bool,
    ) {
        let defaults: Vec<KeyMap> = blocks.iter().map(|(_, keys)| (**keys).clone()).collect();
        // Which keys were set, by block and button, with their fields.
        let mut chosen: Vec<(usize, usize, String)> = Vec::new();
        for (block, (name, map)) in blocks.iter().enumerate() {
            let Some(field) = self.find(fields, name) else {
                continue;
            };
            let set = self.block(field, map.names(), is_key, taken, &chosen);
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
                let message =
                    "with the defaults two of them would have one key; all keys are the defaults";
                self.fault(field, message);
            }
            for ((_, keys), default) in blocks.iter_mut().zip(defaults) {
                **keys = default;
            }
        }
    }

    /// The keys that a block sets and that can be chosen, each with its place in the block.
    fn block(
        &mut self,
        field: &Field,
        names: &[&'static str],
        is_key: &impl Fn(&str) -> bool,
        taken: Option<&KeyMap>,
        chosen: &[(usize, usize, String)],
    ) -> Vec<(usize, String)> {
        let Some(value) = field.value else {
            self.fault(field, &format!("a colon is missing{DEFAULT_IS_USED}"));
            return Vec::new();
        };
        let begin = field.at + field.name.len();
        let offset = begin + self.text[begin..].find(':').unwrap_or(0) + 1;
        let mut keys: Vec<(usize, String)> = Vec::new();
        let mut is_block = value.trim_start().starts_with('(');
        for inner in fields_of(value, names) {
            let inner = Field {
                at: inner.at + offset,
                ..inner
            };
            let Some(button) = names.iter().position(|name| *name == inner.name) else {
                is_block &= inner.value.is_some();
                let allowed = names.join(", ");
                let what = if names == BUTTONS {
                    "button"
                } else {
                    "key of the program"
                };
                self.fault(&inner, &format!("is no {what}; allowed: {allowed}"));
                continue;
            };
            let Some(key) = self.value::<String>(&inner) else {
                continue;
            };
            let before = (chosen.iter().map(|(_, place, key)| (place, key)))
                .chain(keys.iter().map(|(place, key)| (place, key)))
                .find(|(_, other)| **other == key)
                .map(|(place, _)| names[*place]);
            let of_program = taken
                .filter(|taken| taken.taken().any(|other| other == key))
                .and_then(|taken| taken.name_of(&key).next());
            if !is_key(&key) {
                let message = format!(
                    "'{}' is no key that can be chosen{DEFAULT_IS_USED}",
                    short(&key)
                );
                self.fault(&inner, &message);
            } else if let Some(other) = before.or(of_program) {
                let message = format!(
                    "'{}' is the key of {other} already{DEFAULT_IS_USED}",
                    short(&key)
                );
                self.fault(&inner, &message);
            } else {
                keys.push((button, key));
            }
        }
        if !is_block {
            self.fault(
                field,
                &format!("{} is no block of keys{DEFAULT_IS_USED}", quoted(value)),
            );
        }
        keys
    }
}

/// The beginning of a value, for a message of one line.
fn quoted(value: &str) -> String {
    format!("'{}'", short(value.trim()))
}

fn short(text: &str) -> String {
    plain(&text.chars().take(40).collect::<String>())
}

//! The kinds of values that settings have: how each stands in the file and is read from there.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rightwell::rules::sanitize::{plain, sanitized_ends};
use serde::de::DeserializeOwned;

use super::key_map::KeyMap;

/// A setting's value, to be read or set.
pub enum Value<'a> {
    /// Yes or no.
    Flag(&'a mut bool),
    /// A number, which ones are allowed, and how far those of the menu are apart.
    Number(&'a mut u32, RangeInclusive<u32>, u32),
    /// Any text.
    Text(&'a mut String),
    /// A text that stands for something.
    Word(&'a mut dyn Word),
    /// A list of texts.
    Texts(&'a mut Vec<String>),
    /// A block of keys; they are read together, as some of them must differ.
    Keys(&'a mut KeyMap),
}

/// What is said by a word.
pub trait Word: fmt::Display {
    /// Takes over what the text says, or says what is allowed.
    fn take(&mut self, text: &str) -> Result<(), String>;
}

impl<T: FromStr<Err = String> + fmt::Display> Word for T {
    fn take(&mut self, text: &str) -> Result<(), String> {
        *self = text.parse()?;
        Ok(())
    }
}

impl Value<'_> {
    /// Takes over what stands in the file, or says what is wrong with it.
    pub fn read(self, text: &str) -> Result<(), String> {
        match self {
            Value::Flag(flag) => *flag = from_ron(text)?,
            Value::Number(number, range, _) => {
                let said: i64 = from_ron(text)?;
                let known = u32::try_from(said).ok();
                let allowed = known.filter(|number| range.contains(number));
                *number = allowed.ok_or_else(|| match range.into_inner() {
                    (least, most) if least == most => format!("{said}; allowed: {least}"),
                    (least, most) => format!("{said}; allowed: {least}-{most}"),
                })?;
            }
            Value::Text(own) => *own = from_ron(text)?,
            Value::Word(word) => {
                let said: String = from_ron(text)?;
                let taken = word.take(&said);
                taken.map_err(|why| format!("'{}'; {why}", short(&said)))?;
            }
            Value::Texts(texts) => *texts = from_ron(text)?,
            Value::Keys(_) => {}
        }
        Ok(())
    }

    /// As it stands in the file.
    pub fn written(&self) -> String {
        match self {
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number, ..) => number.to_string(),
            Value::Text(text) => format!("{text:?}"),
            Value::Word(word) => format!("{:?}", word.to_string()),
            Value::Texts(texts) => format!("{texts:?}"),
            Value::Keys(keys) => {
                let named = keys.named();
                let lines = named.map(|(name, key)| format!("        {name}: {key:?},\n"));
                format!("(\n{}    )", lines.collect::<String>())
            }
        }
    }
}

/// What the text says in RON, or what is wrong with it.
pub fn from_ron<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    ron::from_str(text).map_err(|error| {
        let code = sanitized_ends(&error.code.to_string());
        format!("'{}': {code}", short(text.trim()))
    })
}

/// The beginning of a text, for a message of one line.
pub fn short(text: &str) -> String {
    plain(&text.chars().take(40).collect::<String>())
}

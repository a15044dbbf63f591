//! Kinds of setting values, and their form in the file.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rightwell::rules::RonFault;
use rightwell::rules::sanitize::plain;
use serde::de::DeserializeOwned;

use super::key_map::KeyMap;

/// Mutable access to the value of a setting.
pub enum SettingValue<'a> {
    /// Yes or no.
    Flag(&'a mut bool),
    /// A number, its range, and the step in the menu.
    Number(&'a mut u32, RangeInclusive<u32>, u32),
    /// Any text.
    Text(&'a mut String),
    /// One word of a fixed set.
    Word(&'a mut dyn SettingWord),
    /// A list of texts.
    Texts(&'a mut Vec<String>),
    /// A block of keys. All blocks are read together, because keys of different blocks must differ too.
    Keys(&'a mut KeyMap),
}

/// Value that is written as one word.
pub trait SettingWord: fmt::Display {
    /// Sets the value from a text. If the text is invalid, returns the allowed values as the error.
    fn take(&mut self, text: &str) -> Result<(), String>;
}

impl<T: FromStr<Err = String> + fmt::Display> SettingWord for T {
    fn take(&mut self, text: &str) -> Result<(), String> {
        *self = text.parse()?;
        Ok(())
    }
}

impl SettingValue<'_> {
    /// Parses the value from the file. Returns the error if the value is invalid.
    pub fn read(self, text: &str) -> Result<(), String> {
        match self {
            SettingValue::Flag(flag) => *flag = from_ron(text)?,
            SettingValue::Number(number, range, _) => {
                let said: i64 = from_ron(text)?;
                let known = u32::try_from(said).ok();
                let allowed = known.filter(|number| range.contains(number));
                *number = allowed.ok_or_else(|| match range.into_inner() {
                    (least, most) if least == most => format!("{said}; allowed: {least}"),
                    (least, most) => format!("{said}; allowed: {least}-{most}"),
                })?;
            }
            SettingValue::Text(own) => *own = from_ron(text)?,
            SettingValue::Word(word) => {
                let said: String = from_ron(text)?;
                let taken = word.take(&said);
                taken.map_err(|why| format!("'{}'; {why}", short(&said)))?;
            }
            SettingValue::Texts(texts) => *texts = from_ron(text)?,
            SettingValue::Keys(_) => {}
        }
        Ok(())
    }

    /// Formats the value for the file.
    pub fn written(&self) -> String {
        match self {
            SettingValue::Flag(flag) => flag.to_string(),
            SettingValue::Number(number, ..) => number.to_string(),
            SettingValue::Text(text) => format!("{text:?}"),
            SettingValue::Word(word) => format!("{:?}", word.to_string()),
            SettingValue::Texts(texts) => format!("{texts:?}"),
            SettingValue::Keys(keys) => {
                let named = keys.named();
                let lines = named.map(|(name, key)| format!("        {name}: {key:?},\n"));
                format!("(\n{}    )", lines.collect::<String>())
            }
        }
    }
}

/// Parses RON. Returns the error if the text is invalid.
pub fn from_ron<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    ron::from_str(text).map_err(|error| {
        let fault = RonFault::from(error).message;
        format!("'{}': {fault}", short(text.trim()))
    })
}

/// Returns at most 40 letters of a text, for a message of one line.
pub fn short(text: &str) -> String {
    plain(&text.chars().take(40).collect::<String>())
}

//! Given options: those of a struct that differ from its default.

use serde::Serialize;
use serde_json::Value;

use crate::shell::error::CliError;

/// Returns the words of the given options.
pub fn words<T: Serialize + Default>(args: &T) -> Vec<String> {
    let value = |args: &T| serde_json::to_value(args).expect("options are plain values");
    let mut words = Vec::new();
    add_words(&mut words, &value(args), &value(&T::default()));
    words
}

/// Adds the words of the options in a group and in the groups within it.
fn add_words(words: &mut Vec<String>, group: &Value, defaults: &Value) {
    for (name, value) in group.as_object().into_iter().flatten() {
        let option = format!("--{}", name.replace('_', "-"));
        match value {
            value if *value == defaults[name] => {}
            Value::Object(_) => add_words(words, value, &defaults[name]),
            Value::Bool(_) => words.push(option),
            Value::String(text) => words.extend([option, text.clone()]),
            value => words.extend([option, value.to_string()]),
        }
    }
}

/// Refuses a given option with a message about it.
///
/// # Errors
/// The message about the first given option.
pub fn refuse<T: Serialize + Default>(
    args: &T,
    message: impl FnOnce(&str) -> String,
) -> Result<(), CliError> {
    match words(args).first() {
        Some(option) => Err(CliError::usage(message(option))),
        None => Ok(()),
    }
}

/// Refuses given options beside another option.
pub fn refuse_beside<T: Serialize + Default>(option: &str, args: &T) -> Result<(), CliError> {
    refuse(args, |given| {
        format!("`{option}` cannot be combined with `{given}`")
    })
}

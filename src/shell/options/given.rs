//! Given options: all options of a struct that differ from its default.

use serde::Serialize;
use serde_json::Value;

use crate::shell::error::CliError;

/// Name of an option without its dashes, and its value. A flag has none.
pub type GivenOption = (String, Option<String>);

/// Returns the given options.
pub fn options<T: Serialize + Default>(args: &T) -> Vec<GivenOption> {
    let value = |args: &T| serde_json::to_value(args).expect("options are plain values");
    let mut options = Vec::new();
    add_options(&mut options, &value(args), &value(&T::default()));
    options
}

/// Adds the given options of a group and of the groups within it.
fn add_options(options: &mut Vec<GivenOption>, group: &Value, defaults: &Value) {
    for (field, value) in group.as_object().into_iter().flatten() {
        let name = field.replace('_', "-");
        match value {
            value if *value == defaults[field] => {}
            Value::Object(_) => add_options(options, value, &defaults[field]),
            Value::Bool(_) => options.push((name, None)),
            Value::String(text) => options.push((name, Some(text.clone()))),
            value => options.push((name, Some(value.to_string()))),
        }
    }
}

/// Returns the given options as words of a command line.
pub fn words<T: Serialize + Default>(args: &T) -> Vec<String> {
    let words = options(args).into_iter();
    let words = words.flat_map(|(name, value)| [Some(format!("--{name}")), value]);
    words.flatten().collect()
}

/// Rejects the first given option.
///
/// # Errors
/// If an option is given, with this message.
pub fn refuse<T: Serialize + Default>(
    args: &T,
    message: impl FnOnce(&str) -> String,
) -> Result<(), CliError> {
    match options(args).first() {
        Some((name, _)) => Err(CliError::usage(message(&format!("--{name}")))),
        None => Ok(()),
    }
}

/// Rejects options that cannot be combined with another option.
pub fn refuse_beside<T: Serialize + Default>(option: &str, args: &T) -> Result<(), CliError> {
    refuse(args, |given| {
        format!("`{option}` cannot be combined with `{given}`")
    })
}

//! Options that the user gave: those that differ from their defaults.

use serde::Serialize;
use serde_json::Value;

use crate::error::CliError;

/// Name of an option without its dashes, and its value. A flag has no value.
pub type GivenOption = (String, Option<String>);

/// Returns the options that differ from their defaults.
pub fn options<T: Serialize + Default>(args: &T) -> Vec<GivenOption> {
    let value = |args: &T| serde_json::to_value(args).expect("options can always be serialized");
    let mut options = Vec::new();
    add_options(&mut options, &value(args), &value(&T::default()));
    options
}

/// Adds the options of a group, and of its subgroups, that differ from their defaults.
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

/// Returns the options that differ from their defaults, as command-line arguments.
pub fn words<T: Serialize + Default>(args: &T) -> Vec<String> {
    let words = options(args).into_iter();
    let words = words.flat_map(|(name, value)| [Some(format!("--{name}")), value]);
    words.flatten().collect()
}

/// Returns an error if any option differs from its default. `message` turns the first such option into the text of the
/// error.
pub fn refuse<T: Serialize + Default>(
    args: &T,
    message: impl FnOnce(&str) -> String,
) -> Result<(), CliError> {
    match options(args).first() {
        Some((name, _)) => Err(CliError::usage(message(&format!("--{name}")))),
        None => Ok(()),
    }
}

/// Rejects options that cannot be combined with `option`.
pub fn refuse_beside<T: Serialize + Default>(option: &str, args: &T) -> Result<(), CliError> {
    refuse(args, |given| {
        format!("`{option}` cannot be combined with `{given}`")
    })
}

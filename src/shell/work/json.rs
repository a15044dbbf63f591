//! Reports as JSON.

use std::path::Path;

use serde::Serialize;

use crate::error::CliError;
use crate::store::files;

/// Writes a report to a file, or to standard output if `path` is `-`. Returns whether it went to standard output, where
/// nothing else may then be printed.
pub fn write(report: &impl Serialize, path: &Path) -> Result<bool, CliError> {
    let mut text = serde_json::to_string_pretty(report).map_err(CliError::failed)?;
    text.push('\n');
    let is_printed = path.as_os_str() == "-";
    match is_printed {
        true => files::print(&text)?,
        false => drop(files::write_whole(path, text.as_bytes())?),
    }
    Ok(is_printed)
}

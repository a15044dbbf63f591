//! `--plots DIR`: writes a folder of plots, and a page that shows them.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::plots::{NAMES, PAGE, PlotFile};

use crate::error::{CliError, shown};
use crate::host::{log, page};
use crate::store::files;

/// Checks that the plots can be written, before the long work begins. If the folder is missing, its parent must exist.
pub fn check(folder: &Path) -> Result<(), CliError> {
    let wrong = |why: &str| {
        let folder = shown(folder);
        Err(CliError::usage(format!(
            "--plots {folder}: {why}; allowed: an existing folder, or a new folder inside one"
        )))
    };
    if page::IS_HERE {
        return Err(CliError::usage(
            "`--plots` is not available in the browser version",
        ));
    }
    match fs::metadata(folder) {
        Ok(found) if found.is_dir() => {
            let mut all = all(folder).into_iter();
            all.try_for_each(|file| files::check_writable(&file))
        }
        Ok(_) => wrong("it is not a folder"),
        Err(_) if folder.symlink_metadata().is_ok() => wrong("it is a broken link"),
        // The parent folder must exist and accept new files.
        Err(_) => files::check_writable(folder),
    }
}

/// Returns the paths of all files that may be written to the folder.
pub fn all(folder: &Path) -> Vec<PathBuf> {
    let names = pictures().chain([PAGE.to_owned()]);
    names.map(|name| folder.join(name)).collect()
}

/// Returns the file names of all possible plots.
fn pictures() -> impl Iterator<Item = String> {
    let endings = ["svg", "png"];
    NAMES
        .iter()
        .flat_map(move |name| endings.map(|ending| format!("{name}.{ending}")))
}

/// Writes the files, and creates the folder if necessary.
///
/// Replaces the files of earlier plots. Deletes earlier plots that these figures do not produce. Leaves all other files
/// alone.
pub fn write(folder: &Path, plots: &[PlotFile]) -> Result<(), CliError> {
    if !folder.is_dir() {
        fs::create_dir(folder).map_err(|error| {
            CliError::failed(format!("cannot create {}: {error}", shown(folder)))
        })?;
    }
    for plot in plots {
        files::write_whole(&folder.join(&plot.name), &plot.bytes)?;
    }
    for name in pictures() {
        let stale = folder.join(&name);
        if !plots.iter().any(|plot| plot.name == name) && stale.is_file() {
            fs::remove_file(&stale).map_err(|error| {
                CliError::failed(format!("cannot remove {}: {error}", shown(&stale)))
            })?;
        }
    }
    let page = shown(&folder.join(PAGE));
    log::say(format!(
        "plots and figures written; open {page} to see them"
    ));
    Ok(())
}

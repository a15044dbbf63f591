//! `completions` and `man`: shell completions and manual pages, generated from the command line.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::error::{CliError, shown};
use crate::host::log;
use crate::store::files;

/// Options of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// Shell for which to print completions
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Options of `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write the pages of all commands to this folder instead
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// Prints a completion script for the shell.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<(), CliError> {
    let mut script = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    print(script)
}

/// Prints the manual page of the program, or writes the pages of all commands.
pub fn man(args: &ManArgs, program: Command) -> Result<(), CliError> {
    let Some(folder) = &args.output else {
        return print(page(program)?);
    };
    if !folder.is_dir() {
        let folder = shown(folder);
        return Err(CliError::usage(format!("there is no folder {folder}")));
    }
    let mut program = program.disable_help_subcommand(true);
    program.build();
    write(folder, &program)
}

fn print(bytes: Vec<u8>) -> Result<(), CliError> {
    files::print(&String::from_utf8(bytes).map_err(CliError::failed)?)
}

fn page(command: Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    let man = Man::new(command);
    man.render(&mut page).map_err(CliError::failed)?;
    Ok(page)
}

/// Writes the pages of a command and its subcommands.
fn write(folder: &Path, command: &Command) -> Result<(), CliError> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    files::write_whole(&path, &page(command.clone())?)?;
    log::say(format!("{} written", shown(&path)));
    command
        .get_subcommands()
        .try_for_each(|below| write(folder, below))
}

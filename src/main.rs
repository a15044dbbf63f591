//! The program: reads the command line, runs a command, turns errors into exit codes.

mod shell;

use std::process::ExitCode;

fn main() -> ExitCode {
    match shell::run() {
        Ok(()) => ExitCode::from(shell::exit_code()),
        Err(error) => {
            shell::say(format!("rightwell: {error}"));
            error.exit_code()
        }
    }
}

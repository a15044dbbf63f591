//! The program: runs the command line and turns errors into exit codes.

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

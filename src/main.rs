//! The program: runs the command line and turns errors into exit codes.

use std::process::ExitCode;

fn main() -> ExitCode {
    match rightwell_shell::run() {
        Ok(()) => ExitCode::from(rightwell_shell::exit_code()),
        Err(error) => {
            rightwell_shell::say(format!("rightwell: {error}"));
            error.exit_code()
        }
    }
}

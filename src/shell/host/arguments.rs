//! The command line as typed, for messages and reports.

use std::ffi::OsString;
use std::path::Path;

use rightwell::rules::sanitize::{plain, quoted};

/// Returns the command line, including the program name.
pub fn all() -> Vec<OsString> {
    std::env::args_os().collect()
}

/// Returns the command line quoted for a shell.
pub fn command_line() -> String {
    let words = words().into_iter().map(|word| quoted(&word));
    let line: Vec<String> = ["rightwell".to_owned()].into_iter().chain(words).collect();
    line.join(" ")
}

/// Returns the arguments, without the program name.
pub fn words() -> Vec<String> {
    let words = all().into_iter().skip(1);
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}

/// Returns a path as an argument of a printed command: quoted for a shell, and never taken for an option.
pub fn path_argument(path: &Path) -> String {
    let path = plain(&path.to_string_lossy());
    let here = if path.starts_with('-') { "./" } else { "" };
    quoted(&format!("{here}{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_a_printed_command_is_one_word_and_no_option() {
        let said = |path: &str| path_argument(Path::new(path));
        assert_eq!(said("games/a.fm2.gz"), "games/a.fm2.gz");
        assert_eq!(said("a b;touch X.gz"), "'a b;touch X.gz'");
        assert_eq!(said("--check"), "./--check");
        let long = "x".repeat(300);
        assert_eq!(said(&long), long, "a shortened path names no file");
    }
}

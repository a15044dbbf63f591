//! The page that the program is on in a browser: its address, links to it, its devices, and the files beside it.

use std::fs::File;
use std::io::{self, Read};

use rightwell::players::supply_tables;

#[cfg(feature = "window")]
use super::exit;
use super::places::variable;

/// What says the address of the page, without what stands behind a question mark.
const ADDRESS: &str = "RIGHTWELL_PAGE";

/// Has tables come from the page, if there is one: each is a file beside it, which is fetched when it is read.
pub fn begin() {
    supply_tables(|name| {
        let mut table = Vec::new();
        let file = open(&format!("/web/{name}"));
        let read = file.and_then(|mut file| file.read_to_end(&mut table));
        read.unwrap_or_else(|error| panic!("the page has no table {name}: {error}"));
        table
    });
}

/// Whether this program runs on a page: then it hands files to the browser one by one, and does without the code of
/// what needs folders, or files that stay.
pub const IS_HERE: bool = cfg!(target_family = "wasm");

/// Opens what the page has of that name: `/dev/sound`, `/dev/pads`, or `/web/` and a file beside it.
///
/// # Errors
/// If it has none.
pub fn open(path: &str) -> io::Result<File> {
    File::options().read(true).write(true).open(path)
}

/// Ends the program where it is on a page: there its rounds are the browser's, and nothing comes after them.
#[cfg(feature = "window")]
pub fn end() {
    if IS_HERE {
        exit::at_once();
    }
}

/// Whether there is a page that links can lead to.
pub fn has_links() -> bool {
    variable(ADDRESS).is_some()
}

/// The link that begins what these words behind the program's name ask for.
pub fn link<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let address = variable(ADDRESS)?;
    Some(format!("{}?{}", address.to_str()?, query(words)))
}

/// The words as an address says them: the command, then options, each with its value behind `=`.
fn query<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut query = String::new();
    for word in words {
        match word.strip_prefix("--") {
            _ if query.is_empty() => query += &escaped(word),
            Some(option) => query = query + "&" + &escaped(option),
            None => query = query + "=" + &escaped(word),
        }
    }
    query
}

/// A word with `%` and two digits for each byte that means something else in an address.
fn escaped(word: &str) -> String {
    let mut said = String::new();
    for byte in word.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.,:~".contains(&byte) {
            said.push(byte.into());
        } else {
            said += &format!("%{byte:02X}");
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_says_a_command_line() {
        let words = [
            "watch",
            "--player",
            "my own",
            "--fast",
            "--filter",
            "pattern:smiley",
            "--seed",
            "1F",
        ];
        let expected = "watch&player=my%20own&fast&filter=pattern:smiley&seed=1F";
        assert_eq!(query(words), expected);
        assert_eq!(query(["play"]), "play");
    }
}

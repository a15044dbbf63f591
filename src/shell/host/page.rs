//! The page that the program is on in a browser: its address, links to it, its devices, and the files beside it.

use std::fs::File;
use std::io::{self, Read, Write};

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
        read.map_err(|_| format!("cannot load {name}; check the network and try again"))?;
        Ok(table)
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

/// Long work whose progress the page shows, with a button to stop it.
pub struct LongWork(File);

impl LongWork {
    /// Begins to show it, if there is a page.
    pub fn begin() -> Option<LongWork> {
        match IS_HERE {
            true => open("/dev/work").ok().map(LongWork),
            false => None,
        }
    }

    /// Shows that so much of it is done, of how much in all if that is known, and how many pieces that were. Says
    /// whether it is to be stopped.
    pub fn show(&mut self, done: u64, total: Option<u64>, pieces: u64) -> bool {
        let counts = [done, total.unwrap_or(0), pieces];
        let counts = counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let shown = counts.map(u32::to_ne_bytes).concat();
        let mut is_stopped = [0; 4];
        let asked = self
            .0
            .write_all(&shown)
            .and_then(|()| self.0.read_exact(&mut is_stopped));
        asked.is_ok() && is_stopped != [0; 4]
    }
}

/// Ends the program where it is on a page: there its rounds are the browser's, and nothing comes after them.
#[cfg(feature = "window")]
pub fn end() {
    if IS_HERE {
        exit::at_once();
    }
}

/// Whether fingers play, on buttons of the page: then nobody has keys, and there is no room beside the picture.
pub fn is_touched() -> bool {
    variable("RIGHTWELL_TOUCH").is_some()
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

/// Letters of a link that holds a recording, at most: longer ones are cut off by many who pass them on.
const LETTERS_MAX: usize = 8_000;

/// The link that plays a packed recording of that name and holds it, if that is not too long. What stands behind `#` in it
/// is sent to no server.
pub fn link_to_recording(name: &str, packed: &[u8]) -> Option<String> {
    let link = format!("{}#{}={}", link(["replay"])?, escaped(name), base64(packed));
    (link.len() <= LETTERS_MAX).then_some(link)
}

/// Bytes as letters that an address may have (RFC 4648, section 5), without padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let letters = bytes.chunks(3).flat_map(|three| {
        let number = (0..3).fold(0, |number, place| {
            number << 8 | u32::from(three.get(place).copied().unwrap_or(0))
        });
        let letters = [18, 12, 6, 0].map(|shift| LETTERS[(number >> shift & 63) as usize]);
        letters.into_iter().take(three.len() + 1)
    });
    letters.map(char::from).collect()
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
    fn bytes_are_said_in_letters() {
        for (bytes, letters) in [
            (&b""[..], ""),
            (b"f", "Zg"),
            (b"fo", "Zm8"),
            (b"foobar", "Zm9vYmFy"),
            (&[0xFB, 0xFF], "-_8"),
        ] {
            assert_eq!(base64(bytes), letters);
        }
    }

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

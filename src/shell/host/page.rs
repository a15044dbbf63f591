//! The web page that runs the program in a browser: its address, links, devices and files.

use std::fs::File;
use std::io::{self, Read, Write};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rightwell::players::supply_tables;

#[cfg(feature = "window")]
use super::exit;
use super::places::variable;

/// Environment variable with the web page's address, without the query.
const ADDRESS: &str = "RIGHTWELL_PAGE";

/// Makes large value tables load from files beside the page when they are first used. Does nothing outside a browser.
pub fn begin() {
    supply_tables(|name| {
        let mut table = Vec::new();
        let file = open(&format!("/web/{name}"));
        let read = file.and_then(|mut file| file.read_to_end(&mut table));
        read.map_err(|_| {
            format!("cannot load {name}; check the network connection and try again")
        })?;
        Ok(table)
    });
}

/// True in the browser build. There, the program hands files to the browser one by one, and code that needs folders or
/// permanent files is left out.
pub const IS_HERE: bool = cfg!(target_family = "wasm");

/// Opens a resource of the web page: `/dev/sound`, `/dev/pads`, `/dev/page`, or `/web/NAME` for a file beside the page.
///
/// # Errors
/// If the page has no such resource.
pub fn open(path: &str) -> io::Result<File> {
    File::options().read(true).write(true).open(path)
}

/// Something that only the web page itself can do.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "a web page has a window")
)]
pub enum PageRequest<'a> {
    /// Lets the user choose a recording to open.
    OpenRecording,
    /// Saves all games, scores and settings as one file.
    SaveAll,
    /// Lets the user choose such a file to read.
    ReadAll,
    /// Shows the text below the screen.
    ShowAbout,
    /// Changes the title of the browser's tab.
    Title(&'a str),
    /// Asks the user before the page is left, or no longer does so.
    AskBeforeLeaving(bool),
}

/// Hands a request to the web page. Does nothing outside a browser.
pub fn ask(request: PageRequest<'_>) {
    if IS_HERE && let Ok(mut page) = open("/dev/page") {
        let (word, text) = match request {
            PageRequest::OpenRecording => ("open", ""),
            PageRequest::SaveAll => ("save", ""),
            PageRequest::ReadAll => ("read", ""),
            PageRequest::ShowAbout => ("about", ""),
            PageRequest::Title(title) => ("title", title),
            PageRequest::AskBeforeLeaving(asks) => ("guard", if asks { "1" } else { "" }),
        };
        // A page of another version may not know the request.
        page.write_all(format!("{word} {text}").as_bytes()).ok();
    }
}

/// Progress of a long task. The web page shows it with a stop button.
pub struct LongTaskProgress(File);

impl LongTaskProgress {
    /// Shows the progress bar. Returns `None` outside a browser.
    pub fn begin() -> Option<LongTaskProgress> {
        match IS_HERE {
            true => open("/dev/work").ok().map(LongTaskProgress),
            false => None,
        }
    }

    /// Updates the progress: `done` of `total` steps (`None` if unknown), and the number of pieces played so far.
    ///
    /// Returns whether the user has pressed stop.
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

/// Ends the program in a browser, where the web page runs the main loop and `main` never returns. Does nothing outside a
/// browser.
#[cfg(feature = "window")]
pub fn end() {
    if IS_HERE {
        exit::at_once();
    }
}

/// Returns whether the player uses the web page's touch buttons. If so, there is no keyboard, and no room beside the game.
pub fn is_touched() -> bool {
    variable("RIGHTWELL_TOUCH").is_some()
}

/// Returns whether a stream shows the web page, with nothing but the game screen.
pub fn is_clean() -> bool {
    variable("RIGHTWELL_CLEAN").is_some()
}

/// Returns the colour around the game screen that the web page's address asks for: green or transparent.
pub fn ground() -> Option<String> {
    variable("RIGHTWELL_GROUND")?.into_string().ok()
}

/// Returns whether the web page has an address to link to.
pub fn has_links() -> bool {
    variable(ADDRESS).is_some()
}

/// Returns a link that starts the program with these arguments. `None` if the web page has no address.
pub fn link<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let address = variable(ADDRESS)?;
    Some(format!("{}?{}", address.to_str()?, query(words)))
}

/// Maximum length in characters of a link with a recording. Many services cut off longer links.
const LETTERS_MAX: usize = 8_000;

/// Returns a link that contains a compressed recording and plays it. `None` if the link would be too long.
///
/// Browsers do not send the part after `#` to any server.
pub fn link_to_recording(name: &str, packed: &[u8]) -> Option<String> {
    let link = format!(
        "{}#{}={}",
        link(["replay"])?,
        escaped(name),
        BASE64_URL_SAFE_NO_PAD.encode(packed)
    );
    (link.len() <= LETTERS_MAX).then_some(link)
}

/// Formats arguments as a query: the command, then each option with its value after `=`.
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

/// Percent-encodes every byte that has a special meaning in an address.
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
    fn a_link_encodes_a_command_line() {
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

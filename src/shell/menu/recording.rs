//! Page with the actions for one recording.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use rightwell::menu::Field;

use crate::error::{CliError, shown};
use crate::host::page;
use crate::host::places::Media;
use crate::scene::Request;
use crate::scene::app_context::AppContext;
use crate::store::catalogue::{self, RecordingEntry};
use crate::store::read::{self, FileKind};
use crate::store::{files, pack};

use super::act_page::{ActionPage, ActionRows};
use super::film::film_page;
use super::question::{QuestionText, ask_if};
use super::recordings::{LETTERS, TYPED_MAX};
use super::start::{open_or_ask, race_or_ask};
use super::{PageAction, SceneInfo};

/// Uses of a recording besides playing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordingUses {
    /// True if its moves can be rated.
    pub is_reviewable: bool,
    /// True if its game can be raced.
    pub is_raceable: bool,
}

/// Returns the page of one recording.
pub fn recording_page(
    entry: &RecordingEntry,
    uses: RecordingUses,
    below: &SceneInfo,
) -> ActionPage {
    let mut rows = ActionRows::default();
    let mut open = |label, hint, is_reviewed| {
        let (path, below) = (entry.path.clone(), below.clone());
        rows.act(label, hint, move |context| {
            open_or_ask(&below, context, path.clone(), is_reviewed)
        });
    };
    let hint = "Plays from the first piece. Arrow keys seek. Take over at any time";
    open("WATCH", hint, false);
    if uses.is_reviewable {
        let hint = "Rates every move, then jumps from mistake to mistake and shows better moves";
        open("REVIEW", hint, true);
    }
    if uses.is_raceable && below.is_windowed {
        race_row(entry, below, &mut rows);
    }
    let filmed = entry.clone();
    let hint = "Saves a video, a GIF or an image of the game";
    rows.open("FILM", hint, move |_| film_page(&filmed));
    if page::has_links() {
        let hint = "Downloads the recording. Drop it on this page or open it with the program";
        let path = entry.path.clone();
        rows.act("DOWNLOAD", hint, move |context| download(&path, context));
        let hint = "Copies a link that plays the recording, if it is short enough";
        let path = entry.path.clone();
        rows.act("COPY LINK", hint, move |context| {
            let path = path.clone();
            context.read_later(
                move || link(&path),
                |_, link| Some(link.map_or_else(Request::Notify, Request::Copy)),
            );
            PageAction::Stay
        });
    }
    names(entry, &mut rows);
    let path = entry.path.clone();
    let hint = "Moves the recording to the bin folder";
    rows.act("DELETE", hint, move |context| ask_to_delete(&path, context));
    rows.into_page(&entry.name).started_by_first()
}

/// Adds the row that races the recording.
fn race_row(entry: &RecordingEntry, below: &SceneInfo, rows: &mut ActionRows) {
    let (path, below) = (entry.path.clone(), below.clone());
    let hint = "Play against this game: it runs beside yours, with the same pieces";
    rows.act("RACE", hint, move |context| {
        race_or_ask(&below, context, path.clone())
    });
}

/// Copies the recording to the working folder, where the web page offers it for download.
fn download(recording: &Path, context: &mut AppContext) -> PageAction {
    let (name, ending) = pack::split(recording);
    let path = context.free_output(&name, ending.trim_start_matches('.'), Media::Videos);
    let from = recording.to_owned();
    let download = move || {
        let bytes = read::bytes(&from, FileKind::Recording).map_err(CliError::from)?;
        files::write_new(&path, &bytes).map(|_| format!("{} is downloaded", shown(&path)))
    };
    context.run_later(download, |_, downloaded| {
        Some(Request::Notify(
            downloaded.unwrap_or_else(|error| error.to_string()),
        ))
    });
    PageAction::Stay
}

/// Returns a link that contains the recording, or the reason why there is none.
fn link(path: &Path) -> Result<String, String> {
    let text = pack::read_recording(path).map_err(|error| error.to_string())?;
    let (name, ending) = pack::split(path);
    let name = format!("{name}{}.gz", ending.trim_end_matches(".gz"));
    let packed = pack::contents(Path::new(&name), &text);
    let too_long =
        || "the recording is too long for a link; download it and send the file".to_owned();
    page::link_to_recording(&name, &packed).ok_or_else(too_long)
}

/// Adds the row with the recording's name, and the row that renames the recording.
fn names(entry: &RecordingEntry, rows: &mut ActionRows) {
    let field = Field::Text {
        value: entry.name.clone(),
        letters: LETTERS,
        max: TYPED_MAX,
        empty: String::new(),
    };
    let name = Rc::new(RefCell::new(entry.name.clone()));
    let rename = || {
        let (entry, name) = (entry.clone(), Rc::clone(&name));
        move |context: &mut AppContext| rename(&entry, &name.borrow(), context)
    };
    let typed = Rc::clone(&name);
    let changed = move |text: &str| {
        text.clone_into(&mut typed.borrow_mut());
        PageAction::Stay
    };
    let hint = "Renamed recordings are never deleted";
    rows.add("NAME", field, hint, changed, rename());
    rows.act("RENAME", "Gives the recording this name", rename());
}

/// Renames the recording and goes back. Stays on the page if the name is unchanged or not allowed.
fn rename(entry: &RecordingEntry, name: &str, context: &mut AppContext) -> PageAction {
    if name == entry.name {
        return PageAction::Stay;
    }
    let (path, name) = (entry.path.clone(), name.to_owned());
    if let Err(error) = catalogue::renamed(&path, &name) {
        return PageAction::say(error.to_string());
    }
    let rename = move || catalogue::rename(&path, &name);
    context.run_later(rename, |_, renamed| {
        renamed
            .err()
            .map(|error| Request::Notify(error.to_string()))
    });
    PageAction::Back
}

fn ask_to_delete(recording: &Path, context: &mut AppContext) -> PageAction {
    let path = recording.to_owned();
    let text = QuestionText {
        title: "DELETE THIS RECORDING?",
        no: "KEEP IT",
        yes: "DELETE",
        hint: "It moves to the bin folder. You can bring it back",
        is_of_game: false,
    };
    ask_if(true, text, context, move |context| {
        let path = path.clone();
        context.run_later(
            move || catalogue::delete(&path),
            |context, deleted| {
                let said = match deleted {
                    Ok(deleted) => context.deleted.insert(deleted).notice(),
                    Err(error) => error.to_string(),
                };
                Some(Request::Notify(said))
            },
        );
        PageAction::Back
    })
}

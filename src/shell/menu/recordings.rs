//! Pages of recordings: the list, and the actions for one recording.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rightwell::engine::GameType;
use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Preview, Sheet};
use rightwell::render::Frame;
use rightwell::rules::{Region, counted};
use rightwell::session::{Mode, RecordingInfo};

use crate::shell::error::{CliError, shown};
use crate::shell::host::clock::{file_time, when};
use crate::shell::host::page;
use crate::shell::scene::app_context::AppContext;
use crate::shell::scene::{Request, frames_per_second, words};
use crate::shell::store::catalogue::{self, RecordingEntry};
use crate::shell::store::descriptions::{Description, Descriptions};
use crate::shell::store::read::{self, FileKind};
use crate::shell::store::recording_store::KeptKind;
use crate::shell::store::{files, pack};

use super::act_page::{ActPage, ActRows};
use super::question::{QuestionText, ask_if};
use super::start::open_or_ask;
use super::{InputKind, MenuPage, PageAction, SceneInfo, rows};

/// Characters that may be typed in a path or name.
const LETTERS: &str =
    "abcdefghijklmnopqrstuvwxyz0123456789-_. ABCDEFGHIJKLMNOPQRSTUVWXYZ/\\:~()+,'";

/// Maximum number of typed characters. A longer path is not cut but rejected later.
const TYPED_MAX: usize = 4_096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordingsRow {
    Path,
    OpenPath,
    BringBack,
    Empty,
    RecordingEntry(usize),
}

/// Page with the list of recordings.
#[derive(Debug)]
pub struct RecordingsPage {
    page: Page<RecordingsRow>,
    path: String,
    folder: Option<PathBuf>,
    entries: Vec<RecordingEntry>,
    /// Descriptions of the recordings, loaded in the background while the page is shown.
    known: RefCell<Descriptions>,
    below: SceneInfo,
}

impl RecordingsPage {
    /// Returns the page with the user's recordings, newest first.
    pub fn new(context: &AppContext, below: SceneInfo) -> RecordingsPage {
        let folder = context.home().ok().map(|home| home.folders.recordings());
        let mut new = RecordingsPage {
            page: Page::new(
                "RECORDINGS",
                vec![MenuRow::new(RecordingsRow::Empty, "", Field::Heading, "")],
            ),
            path: String::new(),
            folder,
            entries: Vec::new(),
            known: RefCell::new(Descriptions::new()),
            below,
        };
        new.look(context);
        let first = new
            .entries
            .first()
            .map_or(RecordingsRow::Path, |_| RecordingsRow::RecordingEntry(0));
        new.page.go_to(&first);
        new
    }

    /// Returns the page with the user's games, for a review.
    pub fn for_review(context: &AppContext, below: SceneInfo) -> RecordingsPage {
        RecordingsPage::new(context, below)
    }

    /// Reads the folder of recordings again.
    fn look(&mut self, context: &AppContext) {
        self.entries = self
            .folder
            .as_deref()
            .map(catalogue::list)
            .unwrap_or_default();
        let entry = |(place, entry): (usize, &RecordingEntry)| {
            MenuRow::new(
                RecordingsRow::RecordingEntry(place),
                &entry.name,
                Field::Act,
                "",
            )
        };
        let mut all: Vec<MenuRow<RecordingsRow>> =
            self.entries.iter().enumerate().map(entry).collect();
        if all.is_empty() {
            all.push(MenuRow::new(
                RecordingsRow::Empty,
                "NONE IS KEPT YET",
                Field::Heading,
                "",
            ));
        }
        if let Some(deleted) = &context.deleted {
            let hint = deleted.said();
            all.push(MenuRow::new(
                RecordingsRow::BringBack,
                "BRING BACK THE LAST ONE",
                Field::Act,
                &hint,
            ));
        }
        // On a web page, files have no paths. A button below the canvas opens a file there.
        if !page::IS_HERE {
            let hint = "File to open: .fm2, .ron (also .gz) or .ngf. Or drop it on the window";
            let path = Field::Text {
                value: self.path.clone(),
                letters: LETTERS,
                max: TYPED_MAX,
                empty: "type a path".to_owned(),
            };
            all.push(MenuRow::new(RecordingsRow::Path, "FILE", path, hint));
        }
        if !self.path.is_empty() {
            all.push(MenuRow::new(
                RecordingsRow::OpenPath,
                "OPEN THE FILE",
                Field::Act,
                "Plays the file",
            ));
        }
        self.page.set_rows(all);
    }

    /// Returns the page, with the descriptions loaded so far.
    fn shown(&self) -> Page<RecordingsRow> {
        let mut page = self.page.clone();
        page.set_preview(None);
        let mut known = self.known.borrow_mut();
        if let RecordingsRow::RecordingEntry(place) = *page.name() {
            let entry = &self.entries[place];
            match known.look_up(entry) {
                Some(Ok(Description {
                    about: held,
                    picture,
                })) => {
                    page.set_preview(Some(preview(picture)));
                    page.set_hint(&about(entry, held));
                }
                Some(Err(error)) => page.set_hint(error),
                None => page.set_hint("loading.."),
            }
        }
        for line in page.sheet().lines {
            let entry = self.entries.get(line.row);
            if let Some(Ok(description)) = entry.and_then(|entry| known.look_up_later(entry)) {
                let mark = Field::Shown(mark(&description.about));
                page.set_field(&RecordingsRow::RecordingEntry(line.row), mark);
            }
        }
        page
    }

    /// Returns whether a recording contains a match. Uses the description, or the name if there is no description.
    fn is_match(&self, entry: &RecordingEntry) -> bool {
        let is_match = |held: &RecordingInfo| matches!(held.mode, Mode::Match { .. });
        match (entry.kind, self.known.borrow_mut().look_up(entry)) {
            (_, Some(Ok(description))) => is_match(&description.about),
            (kind, _) => matches!(kind, Some(KeptKind::Match | KeptKind::Computers)),
        }
    }
}

/// Returns the last frame of a recording at a quarter of its width and height.
fn preview(frame: &Frame) -> Preview {
    let (width, height) = (Frame::WIDTH / 4, Frame::HEIGHT / 4);
    let pixel = |place: usize| frame.pixel(place % width * 4 + 1, place / width * 4 + 1);
    Preview {
        width,
        height,
        pixels: (0..width * height).map(pixel).collect(),
    }
}

/// Returns a note if the last game started from a position or had pieces taken back. Empty otherwise.
fn mark(about: &RecordingInfo) -> String {
    let marks = [
        (about.has_position, "position"),
        (about.is_taken_back, "taken back"),
    ];
    let marks = marks.into_iter().filter(|(is_so, _)| *is_so);
    let words: Vec<&str> = marks.map(|(_, word)| word).collect();
    words.join(", ")
}

/// Describes the content of a recording.
fn about(entry: &RecordingEntry, about: &RecordingInfo) -> String {
    let mode = match &about.mode {
        Mode::Console(Some(_)) if about.training.is_some() => {
            let name = about.training.map(|training| training.in_words());
            name.unwrap_or_default()
        }
        Mode::Console(None) => "no game".to_owned(),
        Mode::Console(Some(GameType::A)) => "A-type".to_owned(),
        Mode::Console(Some(GameType::B { height })) => format!("B-type, height {height}"),
        Mode::Match {
            names: [left, right],
            wins: [lefts, rights],
        } => {
            format!("{left} {lefts}:{rights} {right}")
        }
        Mode::Captured => "A-type, from a video".to_owned(),
        Mode::WithoutGravity(games) => format!("AI without gravity, {}", counted(games, "game")),
    };
    let region = match about.region {
        Region::Ntsc => "",
        Region::Pal => ", PAL",
    };
    let said = [
        (about.has_position, " from a position"),
        (about.has_hints, " with hints"),
        (about.is_taken_back, ", taken back"),
    ];
    let said = said.map(|(is_so, words)| if is_so { words } else { "" });
    let said = said.concat();
    let totals = about
        .summary
        .as_ref()
        .map(|summary| format!(", {}, level {}", words::totals(summary), about.level));
    let seconds = (about.frames as f64 / frames_per_second(about.region)) as u64;
    let date = entry
        .written
        .map(|written| when(written, file_time()))
        .unwrap_or_default();
    format!(
        "{mode}{said}{region}{}, {}:{:02}. {date}",
        totals.unwrap_or_default(),
        seconds / 60,
        seconds % 60
    )
}

impl MenuPage for RecordingsPage {
    fn sheet(&self) -> Sheet {
        self.shown().sheet()
    }

    fn takes(&self) -> InputKind {
        rows::takes(&self.page)
    }

    fn refresh(&mut self, context: &AppContext) {
        self.look(context);
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        // The mouse position refers to the page as it is drawn.
        self.page = self.shown();
        match self.page.press(input) {
            Answer::Chosen(RecordingsRow::RecordingEntry(place)) => {
                let entry = &self.entries[place];
                PageAction::open(recording_page(entry, self.is_match(entry), &self.below))
            }
            Answer::Entered(_) if self.path.is_empty() => PageAction::Stay,
            Answer::Chosen(RecordingsRow::OpenPath) | Answer::Entered(_) => {
                let path = PathBuf::from(&self.path);
                open_or_ask(&self.below, context, path, false)
            }
            Answer::Chosen(RecordingsRow::BringBack) => {
                if let Some(deleted) = context.deleted.take() {
                    context.run_later(
                        move || catalogue::undelete(&deleted),
                        |_, undeleted| {
                            Some(Request::Notify(match undeleted {
                                Ok(_) => "it is back".to_owned(),
                                Err(error) => error.to_string(),
                            }))
                        },
                    );
                }
                PageAction::Stay
            }
            Answer::Changed(_) => {
                self.path = self
                    .page
                    .field(&RecordingsRow::Path)
                    .map(Field::content)
                    .unwrap_or_default();
                self.look(context);
                PageAction::Stay
            }
            Answer::Left => PageAction::Back,
            Answer::Nothing | Answer::Chosen(_) => PageAction::Stay,
        }
    }
}

/// Returns the page of one recording. Matches cannot be reviewed.
fn recording_page(entry: &RecordingEntry, is_match: bool, below: &SceneInfo) -> ActPage {
    let mut rows = ActRows::default();
    let mut open = |label, hint, is_reviewed| {
        let (path, below) = (entry.path.clone(), below.clone());
        rows.act(label, hint, move |context| {
            open_or_ask(&below, context, path.clone(), is_reviewed)
        });
    };
    let hint = "Plays from the first piece. Arrow keys seek. Take over at any time";
    open("WATCH", hint, false);
    if !is_match {
        let hint = "Rates every move, then jumps from mistake to mistake and shows better moves";
        open("REVIEW", hint, true);
    }
    outputs(entry, &mut rows);
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

/// Adds the rows that write a film or images of the recording into the working folder.
fn outputs(entry: &RecordingEntry, rows: &mut ActRows) {
    let outputs: [(_, _, [_; 2], &'static [_]); 3] = [
        (
            "SAVE VIDEO (MP4)",
            "an MP4 video with sound",
            ["--video", "mp4"],
            &["--first-piece"],
        ),
        (
            "SAVE GIF",
            "an animated GIF",
            ["--gif", "gif"],
            &["--first-piece", "--every", "2"],
        ),
        (
            "SAVE IMAGE",
            "the last frame as PNG",
            ["--png", "png"],
            &["--scale", "3"],
        ),
    ];
    for (label, what, [option, ending], more) in outputs {
        let hint = match page::IS_HERE {
            true => format!("Downloads {what}"),
            false => format!("Writes {what} to the current folder"),
        };
        let entry = entry.clone();
        rows.act(label, &hint, move |context| {
            let path = context.free_output(&entry.name, ending);
            let mut words: Vec<OsString> = vec!["record".into(), "--replay".into()];
            words.push(entry.path.clone().into());
            words.extend([option.into(), path.clone().into()]);
            words.extend(more.iter().map(OsString::from));
            let name = path.file_name().unwrap_or_default();
            let said = format!("{} is being written..", Path::new(name).display());
            context.record(words, path);
            PageAction::say(said)
        });
    }
}

/// Copies the recording to the working folder, where the web page offers it for download.
fn download(recording: &Path, context: &mut AppContext) -> PageAction {
    let (name, ending) = pack::split(recording);
    let path = context.free_output(&name, ending.trim_start_matches('.'));
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
fn names(entry: &RecordingEntry, rows: &mut ActRows) {
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
                    Ok(deleted) => context.deleted.insert(deleted).said(),
                    Err(error) => error.to_string(),
                };
                Some(Request::Notify(said))
            },
        );
        PageAction::Back
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_says_which_games_were_practice() {
        let entry = RecordingEntry {
            path: "game-000001.fm2.gz".into(),
            name: "game-000001".to_owned(),
            kind: None,
            written: None,
        };
        let plain = RecordingInfo {
            mode: Mode::Console(Some(GameType::A)),
            region: Region::Pal,
            summary: None,
            level: 18,
            training: None,
            has_hints: false,
            is_taken_back: false,
            has_position: false,
            frames: 3_000,
            last_game: 3_000,
        };
        assert_eq!(about(&entry, &plain), "A-type, PAL, 0:59. ");
        let hinted = RecordingInfo {
            has_hints: true,
            ..plain.clone()
        };
        assert_eq!(about(&entry, &hinted), "A-type with hints, PAL, 0:59. ");
        let taken_back = RecordingInfo {
            is_taken_back: true,
            has_position: true,
            ..plain.clone()
        };
        assert_eq!(
            about(&entry, &taken_back),
            "A-type from a position, taken back, PAL, 0:59. "
        );
        assert_eq!(mark(&plain), "");
        assert_eq!(mark(&taken_back), "position, taken back");
    }
}

//! Page with the list of recordings.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};
use rightwell::rules::counted;
use rightwell::session::{Mode, RecordingInfo};

use crate::host::clock::file_time;
use crate::host::disk::PendingResult;
use crate::host::page;
use crate::scene::Request;
use crate::scene::app_context::AppContext;
use crate::store::catalogue::{self, DeletedRecording, RecordingEntry};
use crate::store::descriptions::RecordingDescriptions;
use crate::store::personal_best::{PersonalBest, personal_bests};
use crate::store::recording_list::{ListOptions, RecordingGroup};
use crate::store::recording_store::RecordingCategory;

use super::question::{QuestionText, question};
use super::recording::{RecordingUses, recording_page};
use super::recording_rows::{self, COLUMNS};
use super::start::{open_or_ask, race_or_ask};
use super::{InputKind, MenuPage, PageAction, SceneInfo, rows};

/// Characters that may be typed in a path or name.
pub const LETTERS: &str =
    "abcdefghijklmnopqrstuvwxyz0123456789-_. ABCDEFGHIJKLMNOPQRSTUVWXYZ/\\:~()+,'";

/// Maximum number of typed characters. A longer path is not cut but rejected later.
pub const TYPED_MAX: usize = 4_096;

/// Values of the rows that change the list.
const ALL: &str = "all";
const BY_SCORE: &str = "score";
const BY_TIME: &str = "time";
const SHOWN: &str = "shown";
const HIDDEN: &str = "hidden";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordingsRow {
    Order,
    Group,
    Short,
    Header,
    RecordingEntry(usize),
    Bests,
    Best(usize),
    Empty,
    BringBack,
    EmptyBin,
    Path,
    OpenPath,
}

/// Effect of choosing a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Opens the recording's page.
    All,
    /// Reviews the recording. The list has no matches with garbage.
    Review,
    /// Races the recording. The list has no matches.
    Race,
}

/// Recordings in the folder, newest first, and those in its bin.
type Listing = (Vec<RecordingEntry>, Vec<PathBuf>);

/// Page with the list of recordings.
#[derive(Debug)]
pub struct RecordingsPage {
    page: RefCell<Page<RecordingsRow>>,
    path: String,
    folder: Option<PathBuf>,
    /// All recordings, newest first.
    entries: RefCell<Rc<[RecordingEntry]>>,
    /// Pending lists of the recordings and of those in the bin, which a background thread is reading.
    listing: RefCell<Option<PendingResult<Listing>>>,
    /// Recordings in the bin.
    in_bin: RefCell<Vec<PathBuf>>,
    /// Notice about the recording that was deleted last.
    deleted: Option<String>,
    options: ListOptions,
    purpose: Purpose,
    /// Descriptions of the recordings, loaded in the background while the page is shown.
    known: Rc<RefCell<RecordingDescriptions>>,
    /// True once a personal best is listed.
    has_bests: Cell<bool>,
    /// Revision of the descriptions in the rows.
    revision: Cell<usize>,
    below: SceneInfo,
}

impl RecordingsPage {
    /// Returns the page with the user's recordings, in the order that was chosen last.
    pub fn new(context: &mut AppContext, below: SceneInfo) -> RecordingsPage {
        RecordingsPage::titled("RECORDINGS", Purpose::All, context, below)
    }

    /// Returns the page with the user's recordings that can be reviewed. Choosing one reviews it.
    pub fn for_review(context: &mut AppContext, below: SceneInfo) -> RecordingsPage {
        RecordingsPage::titled("REVIEW MY GAMES", Purpose::Review, context, below)
    }

    /// Returns the page with the user's recordings that can be raced. Choosing one races it.
    pub fn for_race(context: &mut AppContext, below: SceneInfo) -> RecordingsPage {
        RecordingsPage::titled("RACE A GAME", Purpose::Race, context, below)
    }

    fn titled(
        title: &str,
        purpose: Purpose,
        context: &mut AppContext,
        below: SceneInfo,
    ) -> RecordingsPage {
        let folder = context.home().ok().map(|home| home.folders.recordings());
        let empty = MenuRow::new(RecordingsRow::Empty, "", Field::Heading, "");
        let page = Page::new(title, vec![empty]).with_columns(&COLUMNS);
        let mut new = RecordingsPage {
            page: RefCell::new(page),
            path: String::new(),
            folder,
            entries: RefCell::default(),
            listing: RefCell::default(),
            in_bin: RefCell::default(),
            deleted: None,
            options: context.recordings,
            purpose,
            known: context.descriptions(),
            has_bests: Cell::new(false),
            revision: Cell::new(0),
            below,
        };
        if purpose != Purpose::All {
            new.options.group = None;
        }
        new.look(context);
        new
    }

    /// Starts to read the folder of recordings again.
    fn look(&mut self, context: &AppContext) {
        let folder = self.folder.clone();
        let list = folder.map(|folder| {
            PendingResult::start(move || (catalogue::list(&folder), catalogue::in_bin(&folder)))
        });
        self.listing = RefCell::new(list);
        self.deleted = context.deleted.as_ref().map(DeletedRecording::notice);
        self.set_rows();
    }

    /// Shows the list of recordings if it has been read. The cursor begins at the first recording.
    fn hear_listing(&self) {
        #[cfg(test)]
        let done = |list: &PendingResult<_>| list.wait();
        #[cfg(not(test))]
        let done = PendingResult::take;
        let Some((entries, in_bin)) = self.listing.borrow().as_ref().and_then(done) else {
            return;
        };
        self.listing.take();
        self.in_bin.replace(in_bin);
        let is_first = self.entries.replace(entries.into()).is_empty();
        self.set_rows();
        if let (true, Some(&first)) = (is_first, self.listed().first()) {
            let first = RecordingsRow::RecordingEntry(first);
            self.page.borrow_mut().go_to(&first);
        }
    }

    /// Returns the indexes of the recordings to show.
    fn listed(&self) -> Vec<usize> {
        let (entries, known) = (self.entries.borrow(), self.known.borrow());
        let described = entries.iter().map(|entry| (entry, known.about(entry)));
        let described: Vec<(&RecordingEntry, Option<&RecordingInfo>)> = described.collect();
        let mut listed = self.options.listed(&described);
        listed.retain(|&place| {
            let (entry, about) = described[place];
            let uses = uses(entry, about);
            match self.purpose {
                Purpose::All => true,
                Purpose::Review => uses.is_reviewable,
                Purpose::Race => uses.is_raceable,
            }
        });
        listed
    }

    fn set_rows(&self) {
        let mut all = Vec::new();
        let entries = Rc::clone(&self.entries.borrow());
        if !entries.is_empty() {
            all.extend(self.option_rows());
        }
        let listed = self.listed();
        let listed_first = listed.first().copied();
        if listed.is_empty() {
            let label = match entries.is_empty() {
                true if self.listing.borrow().is_some() => "READING THE FOLDER..",
                true => "NONE YET: PLAY A GAME",
                false => "NOTHING TO SHOW",
            };
            all.push(MenuRow::new(
                RecordingsRow::Empty,
                label,
                Field::Heading,
                "",
            ));
        } else {
            all.push(recording_rows::header(RecordingsRow::Header));
        }
        let (known, now) = (self.known.borrow(), file_time());
        self.revision.set(known.revision());
        let bests = self.bests(&known);
        let best = bests.first().map(|best| RecordingsRow::Best(best.place));
        let best_rows = bests.into_iter().map(|best| {
            let (name, entry) = (RecordingsRow::Best(best.place), &entries[best.place]);
            recording_rows::best_row(name, entry, known.known(entry), &best, now)
        });
        if best.is_some() {
            let heading = |label| MenuRow::new(RecordingsRow::Bests, label, Field::Heading, "");
            all.push(heading("PERSONAL BEST"));
            all.extend(best_rows);
            all.push(heading("ALL GAMES"));
        }
        all.extend(listed.into_iter().map(|place| {
            let entry = &entries[place];
            let name = RecordingsRow::RecordingEntry(place);
            recording_rows::row(name, entry, known.known(entry), now)
        }));
        all.extend(self.file_rows());
        let first = listed_first.map(RecordingsRow::RecordingEntry);
        let mut page = self.page.borrow_mut();
        page.set_rows(all);
        // A personal best takes the place of the first recording, unless the user has moved the cursor.
        if let Some(best) = best
            && !self.has_bests.replace(true)
            && first.as_ref() == Some(page.name())
        {
            page.go_to(&best);
        }
    }

    /// Returns the personal bests among the recordings that are described so far, if one is to be raced.
    fn bests(&self, known: &RecordingDescriptions) -> Vec<PersonalBest> {
        if self.purpose != Purpose::Race {
            return Vec::new();
        }
        let entries = self.entries.borrow();
        let described = entries.iter().enumerate().filter_map(|(place, entry)| {
            let about = known.about(entry)?;
            Some((place, entry, about))
        });
        personal_bests(described)
    }

    /// Returns the rows that change the list.
    fn option_rows(&self) -> Vec<MenuRow<RecordingsRow>> {
        let chosen =
            |is_second, values: [&str; 2]| Field::choice(&values, values[usize::from(is_second)]);
        let order = chosen(self.options.is_by_score, [BY_TIME, BY_SCORE]);
        let hint = "Puts the newest or the best game first";
        let mut rows = vec![MenuRow::new(RecordingsRow::Order, "SORT BY", order, hint)];
        if self.purpose == Purpose::All {
            let words = RecordingGroup::ALL.map(RecordingGroup::word);
            let words: Vec<&str> = std::iter::once(ALL).chain(words).collect();
            let group = Field::choice(&words, self.options.group.map_or(ALL, |group| group.word()));
            let hint = "Shows recordings of one kind only";
            rows.push(MenuRow::new(RecordingsRow::Group, "KIND", group, hint));
        }
        let short = chosen(self.options.has_short, [HIDDEN, SHOWN]);
        let hint = "Games with fewer than ten pieces that took less than a minute";
        rows.push(MenuRow::new(
            RecordingsRow::Short,
            "SHORT GAMES",
            short,
            hint,
        ));
        rows
    }

    /// Returns the rows below the list.
    fn file_rows(&self) -> Vec<MenuRow<RecordingsRow>> {
        let mut all = Vec::new();
        if let Some(deleted) = &self.deleted {
            all.push(MenuRow::new(
                RecordingsRow::BringBack,
                "BRING BACK THE LAST ONE",
                Field::Act,
                deleted,
            ));
        }
        let in_bin = self.in_bin.borrow().len();
        if self.purpose == Purpose::All && in_bin > 0 {
            let hint = format!("{} in the bin. Asks first", counted(in_bin, "recording"));
            let label = "EMPTY THE BIN";
            all.push(MenuRow::new(
                RecordingsRow::EmptyBin,
                label,
                Field::Act,
                &hint,
            ));
        }
        // On a web page, files have no paths. A button below the canvas opens a file there.
        if !page::IS_HERE {
            let hint =
                "File to open: .fm2, .ron (also .gz), .fm3, .bk2 or .ngf. Or drop it on the window";
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
                match self.purpose {
                    Purpose::All => "Plays the file",
                    Purpose::Review => "Reviews the file",
                    Purpose::Race => "Races the file. In a folder: the game just above your best",
                },
            ));
        }
        if let Some(first) = all.first_mut() {
            first.begins_group = true;
        }
        all
    }

    /// Updates the rows and the thumbnail with the descriptions loaded so far, and requests the next description.
    fn update(&self) {
        self.hear_listing();
        let entries = Rc::clone(&self.entries.borrow());
        let entry = match *self.page.borrow().name() {
            RecordingsRow::RecordingEntry(place) | RecordingsRow::Best(place) => entries.get(place),
            _ => None,
        };
        let mut known = self.known.borrow_mut();
        known.hear();
        if let Some(entry) = entry {
            known.request(entry);
        }
        known.request_next(&entries);
        let is_new = known.revision() != self.revision.get();
        drop(known);
        if is_new {
            self.set_rows();
        }
        let known = self.known.borrow();
        let picture = entry.and_then(|entry| known.known(entry)?.as_ref().ok());
        let picture = picture.map(|description| description.picture.clone());
        self.page.borrow_mut().set_preview(picture);
    }

    /// Applies a new value of a row. The order and the hidden games are remembered while the program runs.
    fn change(&mut self, row: RecordingsRow, context: &mut AppContext) {
        let value = self.page.get_mut().field(&row).map(Field::content);
        let value = value.unwrap_or_default();
        match row {
            RecordingsRow::Order => self.options.is_by_score = value == BY_SCORE,
            RecordingsRow::Short => self.options.has_short = value == SHOWN,
            RecordingsRow::Group => {
                let mut groups = RecordingGroup::ALL.into_iter();
                self.options.group = groups.find(|group| group.word() == value);
            }
            _ => self.path = value,
        }
        context.recordings = ListOptions {
            group: match self.purpose {
                Purpose::All => self.options.group,
                Purpose::Review | Purpose::Race => context.recordings.group,
            },
            ..self.options
        };
        self.set_rows();
    }

    fn choose(&self, place: usize, context: &mut AppContext) -> PageAction {
        let entries = Rc::clone(&self.entries.borrow());
        let entry = &entries[place];
        if self.purpose != Purpose::All {
            return self.open(entry.path.clone(), context);
        }
        let uses = uses(entry, self.known.borrow().about(entry));
        PageAction::open(recording_page(entry, uses, &self.below))
    }

    /// Asks whether to delete the recordings in the bin, and names their number.
    fn empty_bin(&self) -> PageAction {
        let (folder, in_bin) = (self.folder.clone(), self.in_bin.borrow().clone());
        let hint = counted(in_bin.len(), "recording");
        let text = QuestionText {
            title: "EMPTY THE BIN?",
            no: "KEEP THEM",
            yes: "DELETE FOR GOOD",
            hint: &format!("This deletes {hint} in the bin for good"),
            is_of_game: false,
        };
        PageAction::open(question(text, move |context| {
            let folder = folder.unwrap_or_default();
            context.deleted = None;
            context.run_later(
                move || catalogue::empty_bin(&folder, &in_bin),
                |_, emptied| {
                    Some(Request::Notify(match emptied {
                        Ok(gone) => format!("{} deleted", counted(gone, "recording")),
                        Err(error) => error.to_string(),
                    }))
                },
            );
            PageAction::Back
        }))
    }

    /// Plays, reviews or races a file.
    fn open(&self, path: PathBuf, context: &mut AppContext) -> PageAction {
        match self.purpose {
            Purpose::All | Purpose::Review => {
                let is_reviewed = self.purpose == Purpose::Review;
                open_or_ask(&self.below, context, path, is_reviewed)
            }
            Purpose::Race => race_or_ask(&self.below, context, path),
        }
    }
}

/// Returns the uses of a recording: a match with garbage can only be played, a captured match also reviewed. Without a
/// description, the name of the recording decides.
fn uses(entry: &RecordingEntry, about: Option<&RecordingInfo>) -> RecordingUses {
    let is_played_match = match about {
        Some(about) => matches!(about.mode, Mode::Match { .. }),
        None => matches!(
            entry.kind,
            Some(RecordingCategory::Match | RecordingCategory::Computers)
        ),
    };
    let is_captured_match = about.is_some_and(|about| matches!(about.mode, Mode::CapturedMatch(_)));
    RecordingUses {
        is_reviewable: !is_played_match,
        is_raceable: !is_played_match && !is_captured_match,
    }
}

impl MenuPage for RecordingsPage {
    fn sheet(&self) -> Sheet {
        self.update();
        self.page.borrow().sheet()
    }

    fn takes(&self) -> InputKind {
        rows::takes(&self.page.borrow())
    }

    fn refresh(&mut self, context: &AppContext) {
        self.look(context);
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        let answer = self.page.get_mut().press(input);
        match answer {
            Answer::Chosen(RecordingsRow::RecordingEntry(place) | RecordingsRow::Best(place)) => {
                self.choose(place, context)
            }
            Answer::Entered(_) if self.path.is_empty() => PageAction::Stay,
            Answer::Chosen(RecordingsRow::OpenPath) | Answer::Entered(_) => {
                self.open(PathBuf::from(&self.path), context)
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
            Answer::Chosen(RecordingsRow::EmptyBin) => self.empty_bin(),
            Answer::Changed(row) => {
                self.change(row, context);
                PageAction::Stay
            }
            Answer::Left => PageAction::Back,
            Answer::Nothing | Answer::Chosen(_) => PageAction::Stay,
        }
    }
}

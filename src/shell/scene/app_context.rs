//! State of the program outside its scenes: settings, choices and background tasks. Scenes start from it, and menus
//! change it.

mod later;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};

use rightwell::players::Opponent;
use rightwell::session::Contestant;
use rightwell::sound::Repertoire;

use crate::error::{CliError, shown};
use crate::host::disk::PendingResult;
use crate::host::places::Media;
use crate::host::{clock, exit, log, places, threads};
use crate::options::scenes::{PERSON, SceneArgs};
use crate::store::catalogue::DeletedRecording;
use crate::store::choices::SavedChoices;
use crate::store::descriptions::RecordingDescriptions;
use crate::store::folders::Folders;
use crate::store::home::Home;
use crate::store::recording_list::ListOptions;
use crate::store::settings::{HintMode, Settings};
use crate::store::{recorded, tunes};
use crate::work::film::{FilmArgs, FilmJob, FilmPart};

use super::Request;
use super::coach::CoachSettings;
use later::BackgroundTask;

/// Film or image that is being written.
#[derive(Debug)]
struct FilmInProgress {
    path: PathBuf,
    thread: JoinHandle<Result<(), CliError>>,
    /// Number of frames written so far, and of all frames. 0 until it is known.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window shows the progress")
    )]
    frames: Arc<[AtomicU64; 2]>,
}

/// Sound options from the command line, and the reason why there is no sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoundOptions {
    /// True if all sound is off.
    pub mute: bool,
    /// Music that replaces the setting: `menu`, `off` or the name of a tune.
    pub music: Option<String>,
    /// Reason why there is no sound. `None` if there is sound.
    pub trouble: Option<String>,
}

/// Coach options from the command line. Each replaces a setting until the user changes that setting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoachOptions {
    /// When to show hints.
    pub hint: Option<HintMode>,
    /// Hands that the coach assumes.
    pub hand: Option<String>,
    /// True if each lock is marked with its loss.
    pub marks: bool,
    /// True if pieces may be taken back.
    pub practice: bool,
}

impl CoachOptions {
    /// Drops each option whose setting the user has changed.
    fn give_way(&mut self, old: &Settings, new: &Settings) {
        self.hint.take_if(|_| old.hint != new.hint);
        self.hand.take_if(|_| old.coach_hand != new.coach_hand);
        self.marks &= old.coach == new.coach;
    }
}

/// State of the program outside its scenes. Scenes start from it, and menus change it.
#[derive(Debug)]
pub struct AppContext {
    /// The user's folders and settings. `None` if the system knows no home folder.
    home: Option<Home>,
    /// The user's last choices in the menu.
    pub choices: SavedChoices,
    /// Settings that are used while `home` is `None`.
    homeless: Settings,
    /// Available tunes.
    pub tunes: Repertoire,
    /// Sound options of the command line.
    pub sound: SoundOptions,
    /// Coach options of the command line.
    pub coach: CoachOptions,
    /// Options with which the current scene was started. `None` for a recording.
    pub begun: Option<SceneArgs>,
    /// Number of changes to the settings so far.
    changes: u32,
    /// Recording that was deleted last. The user may restore it.
    pub deleted: Option<DeletedRecording>,
    /// Order and filter of the list of recordings.
    pub recordings: ListOptions,
    /// Descriptions of recordings. `None` until the list is shown.
    descriptions: Option<Rc<RefCell<RecordingDescriptions>>>,
    writing: Vec<FilmInProgress>,
    /// Background tasks that have not ended.
    tasks: Vec<BackgroundTask>,
    /// Number of scenes that have been started or chosen so far.
    pub scenes: u32,
    /// Tells the film threads to stop.
    stop: Arc<AtomicBool>,
    /// Notices to show at the start of the program.
    pub notices: Vec<String>,
}

impl AppContext {
    /// Loads folders, settings and choices. If there is no home folder, uses the defaults and saves nothing.
    pub fn open() -> AppContext {
        // Query the time zone now, because the first query makes the system read a file.
        clock::has_local_time();
        match Home::open() {
            Ok(home) => AppContext::from_home(home),
            Err(error) => {
                log::say(format!("rightwell: {error}"));
                let mut context = AppContext::without_home();
                context.notices.push(error.to_string());
                context
            }
        }
    }

    /// Loads settings and choices from these folders.
    pub fn from_home(home: Home) -> AppContext {
        let (choices, fault) = SavedChoices::load(&home.folders.choices());
        if let Some(fault) = &fault {
            log::say(format!("rightwell: {fault}"));
        }
        let mut context = AppContext::without_home();
        context.choices = choices;
        let faults = tunes::add_folder(&mut context.tunes, &home.folders.music());
        for fault in &faults {
            log::say(format!("rightwell: {fault}"));
        }
        let said = home.notices.iter().cloned();
        context.notices = said.chain(fault).chain(faults).collect();
        context.home = Some(home);
        context
    }

    /// Returns a context with the defaults, which saves nothing.
    pub fn without_home() -> AppContext {
        AppContext {
            home: None,
            choices: SavedChoices::default(),
            homeless: Settings::default(),
            tunes: Repertoire::built_in(),
            sound: SoundOptions::default(),
            coach: CoachOptions::default(),
            begun: None,
            changes: 0,
            deleted: None,
            recordings: ListOptions::default(),
            descriptions: None,
            writing: Vec::new(),
            tasks: Vec::new(),
            scenes: 0,
            stop: Arc::default(),
            notices: Vec::new(),
        }
    }

    /// Returns the user's folders with their settings.
    ///
    /// # Errors
    /// If the system knows no home folder.
    pub fn home(&self) -> Result<&Home, CliError> {
        let missing = || CliError::failed("nothing can be saved: no home folder was found");
        self.home.as_ref().ok_or_else(missing)
    }

    /// Returns the user's folders, if the system knows a home folder.
    pub fn folders(&self) -> Option<&Folders> {
        self.home.as_ref().map(|home| &home.folders)
    }

    /// Returns the current settings.
    pub const fn settings(&self) -> &Settings {
        match &self.home {
            Some(home) => &home.settings,
            None => &self.homeless,
        }
    }

    /// Returns the coach settings that apply while the hint key is released.
    pub fn coach_settings(&self) -> CoachSettings {
        let settings = self.settings();
        CoachSettings {
            hint: self.coach.hint.unwrap_or(settings.hint),
            is_asked: false,
            marks: self.coach.marks || settings.coach,
            practice: self.coach.practice || settings.practice,
            plan: settings.plan,
            ghost_stack: settings.ghost_stack,
            hand: (self.coach.hand.as_ref())
                .unwrap_or(&settings.coach_hand)
                .clone(),
            mistakes: (self.folders())
                .filter(|_| settings.keep_mistakes)
                .map(Folders::mistakes),
        }
    }

    /// Returns the descriptions of recordings, which all lists share.
    pub fn descriptions(&mut self) -> Rc<RefCell<RecordingDescriptions>> {
        Rc::clone(self.descriptions.get_or_insert_default())
    }

    /// Returns how often the settings have changed so far. Code that depends on settings reads them again when this
    /// number changes.
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// Changes the settings at once and writes them in the background. If they cannot be written, the change lasts
    /// until the program ends.
    pub fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        let old = self.settings().clone();
        match &mut self.home {
            Some(home) => change(&mut home.settings),
            None => change(&mut self.homeless),
        }
        if old == *self.settings() {
            return;
        }
        self.changes += 1;
        let new = self.settings().clone();
        self.coach.give_way(&old, &new);
        if let Some(home) = &self.home {
            let path = home.folders.settings();
            home.saver.save(move || new.save(&old, &path));
        }
    }

    /// Runs a task in the background, after all earlier writes. Then [`finished_tasks`](AppContext::finished_tasks)
    /// passes the result to `then`.
    pub fn run_later<T: Send + 'static>(
        &mut self,
        task: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(&mut AppContext, T) -> Option<Request> + 'static,
    ) {
        let pending = match &self.home {
            Some(home) => home.disk.ask(task),
            None => PendingResult::start(task),
        };
        self.tasks.push(BackgroundTask::new(pending, then));
    }

    /// Reads files in the background, at the same time as writes. Then [`finished_tasks`](AppContext::finished_tasks)
    /// passes the result to `then`.
    pub fn read_later<T: Send + 'static>(
        &mut self,
        task: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(&mut AppContext, T) -> Option<Request> + 'static,
    ) {
        self.tasks
            .push(BackgroundTask::new(PendingResult::start(task), then));
    }

    /// Returns the requests of the tasks that have ended since the last call. Returns `None` if no task has ended.
    pub fn finished_tasks(&mut self) -> Option<Vec<Request>> {
        let mut requests = Vec::new();
        let tasks = std::mem::take(&mut self.tasks);
        let all = tasks.len();
        for mut task in tasks {
            match task.poll(self) {
                Some(request) => requests.extend(request),
                None => self.tasks.push(task),
            }
        }
        (self.tasks.len() < all).then_some(requests)
    }

    /// Waits for all tasks and returns their requests.
    #[cfg(test)]
    pub fn finish_tasks(&mut self) -> Vec<Request> {
        let mut requests = Vec::new();
        while !self.tasks.is_empty() {
            std::thread::sleep(std::time::Duration::from_millis(1));
            requests.extend(self.finished_tasks().into_iter().flatten());
        }
        requests
    }

    /// Saves the players of a match as the menu's choice for the next match. Skips a computer player that the menu does
    /// not offer.
    pub fn remember_contestants(&mut self, contestants: &[Contestant; 2]) {
        let versus = &mut self.choices.versus;
        let seats = [&mut versus.left, &mut versus.right];
        for (seat, contestant) in seats.into_iter().zip(contestants) {
            match contestant {
                Contestant::Person => PERSON.clone_into(seat),
                Contestant::Computer(opponent) => {
                    let is_ours = |name: &&str| *name == opponent.name();
                    if let Some(name) = Opponent::names().find(is_ours) {
                        name.clone_into(seat);
                    }
                }
            }
        }
        // The dials of the form belonged to the previous player.
        versus.has_dials = false;
        self.save_choices();
    }

    /// Saves the choices in the background.
    pub fn save_choices(&self) {
        if let Some(home) = &self.home {
            let (choices, path) = (self.choices.clone(), home.folders.choices());
            home.saver.save(move || choices.save(&path).map(|()| None));
        }
    }

    /// Returns a path in the system's folder with this name and extension. If the file exists, the name gets a number.
    pub fn free_output(&self, name: &str, ending: &str, media: Media) -> PathBuf {
        let folder = places::media_folder(media).unwrap_or_default();
        let numbered = (2_u32..).map(|number| format!("{name}-{number}.{ending}"));
        let names = std::iter::once(format!("{name}.{ending}")).chain(numbered);
        let mut all = names.map(|name| folder.join(name));
        let is_free = |path: &PathBuf| {
            let is_being_written = self.writing.iter().any(|film| film.path == *path);
            !is_being_written && path.symlink_metadata().is_err()
        };
        all.find(is_free).expect("there is always a free number")
    }

    /// Writes a film or image of a recording to `path` in the background. `film` names the same path.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn write_film(
        &mut self,
        (film, part): (FilmArgs, FilmPart),
        recording: PathBuf,
        path: PathBuf,
    ) -> Result<(), CliError> {
        let stop = Arc::clone(&self.stop);
        let frames: Arc<[AtomicU64; 2]> = Arc::default();
        let counted = Arc::clone(&frames);
        let film = move || {
            let recorded = recorded::load(&recording)?;
            let job = FilmJob::of_recording(film, recorded, None).part(part);
            counted[1].store(job.frames, Ordering::Relaxed);
            job.write(&stop, &counted[0])
        };
        let thread = Builder::new().name("film".to_owned()).spawn(film);
        let thread = thread.map_err(|error| CliError::failed(threads::refused(error)))?;
        self.writing.push(FilmInProgress {
            path,
            thread,
            frames,
        });
        Ok(())
    }

    /// Returns the name of the film that is being written, and the share that is done (0 to 1).
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window shows the progress")
    )]
    pub fn film_progress(&self) -> Option<(String, f32)> {
        let film = self.writing.first()?;
        let [done, all] = [0, 1].map(|place| film.frames[place].load(Ordering::Relaxed));
        let name = Path::new(film.path.file_name()?).display().to_string();
        Some((name, done as f32 / all.max(1) as f32))
    }

    /// Returns the next notice about a finished film or image, or about a recovered game.
    pub fn take_said(&mut self) -> Option<String> {
        if let Some(found) = self.home.as_ref().and_then(Home::take_notice) {
            return Some(found);
        }
        let is_done = |film: &FilmInProgress| film.thread.is_finished();
        let done = self.writing.iter().position(is_done)?;
        let FilmInProgress { path, thread, .. } = self.writing.swap_remove(done);
        Some(match thread.join() {
            Ok(Ok(())) => {
                let place = places::file_in_words(&path, places::home().as_deref());
                format!("Saved: {place}")
            }
            result => {
                let fault = film_fault(&path, result);
                exit::failed(&fault);
                fault
            }
        })
    }
}

/// When the program ends, stops unfinished films. Their files contain the frames so far.
impl Drop for AppContext {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for FilmInProgress { path, thread, .. } in self.writing.drain(..) {
            match thread.join() {
                Ok(Ok(())) => {}
                result => exit::failed(film_fault(&path, result)),
            }
        }
    }
}

/// Returns the reason why a film or image was not written.
fn film_fault(path: &Path, result: std::thread::Result<Result<(), CliError>>) -> String {
    match result {
        Ok(Err(error)) => error.to_string(),
        _ => format!("{} could not be written", shown(path)),
    }
}

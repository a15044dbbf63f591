//! `play`: a person at the console, in the window.

use std::path::{Path, PathBuf};

use rightwell::engine::{Console, DirectStart, Screen};
use rightwell::rules::{Buttons, RandomizerKind, Region};
use rightwell::session::{Due, Keeping, Person};

use super::archive;
use super::cli::PlayArgs;
use super::controls;
use super::error::CliError;
use super::files;
use super::folders::Folders;
use super::options::{fresh_seed, say_seed};
use super::settings::Settings;
use super::stage::Stage;
use super::watch;

/// `play`: from the title screen, or straight into a game.
pub fn run(args: &PlayArgs) -> Result<(), CliError> {
    let start = direct(args)?;
    if let Some(path) = &args.save_replay {
        check_movie(path, args)?;
    }
    let folders = Folders::of_user()?;
    let (settings, faults) = Settings::load(&folders.settings(), watch::is_key);
    for fault in &faults {
        eprintln!("rightwell: {fault}");
    }
    let scores = archive::load_scores(&folders.scores())?;
    let region = Region::from(args.region);
    let person = match start {
        Some(start) => {
            if args.seed.is_none() {
                say_seed(start.seed.into());
            }
            Person::direct(start, scores).map_err(CliError::usage)?
        }
        None => Person::power_on(region, scores),
    };
    let desk = Desk {
        keeping: Keeping::new(&person),
        person,
        scores: folders.scores(),
        recordings: folders.recordings(),
        kept: settings.recordings_kept,
        save_replay: args.save_replay.clone(),
        notice: None,
    };
    watch::show_in_window(
        Stage::Person(Box::new(desk)),
        args.speed.limited(),
        &settings,
        &faults,
    )
}

/// The game to begin with, if one is asked for.
fn direct(args: &PlayArgs) -> Result<Option<DirectStart>, CliError> {
    let asked = args.level.is_some()
        || args.game_type.is_some()
        || args.height.is_some()
        || args.seed.is_some();
    if !asked {
        return Ok(None);
    }
    let game_type = controls::game_type(args.game_type, args.height)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed(RandomizerKind::Nes)?,
    };
    let start = DirectStart {
        region: args.region.into(),
        game_type,
        level: args.level.unwrap_or(0),
        seed: seed as u16,
    };
    start.check().map_err(CliError::usage)?;
    Ok(Some(start))
}

fn check_movie(path: &Path, args: &PlayArgs) -> Result<(), CliError> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let wrong = |why: &str| {
        Err(CliError::usage(format!(
            "cannot write {}: {why}",
            path.display()
        )))
    };
    let level = args.level.unwrap_or(0);
    match (ending, controls::check_fm2(args.region.into(), level)) {
        (Some("fm2"), Ok(())) | (Some("ron"), Err(_)) => files::check_writable(path),
        (Some("fm2"), Err(why)) => wrong(why),
        _ => wrong("allowed: a name ending in .fm2, or in .ron for PAL and from level 20 on"),
    }
}

/// A person at the console, and where the scores and recordings go.
#[derive(Debug)]
pub struct Desk {
    person: Person,
    keeping: Keeping,
    scores: PathBuf,
    recordings: PathBuf,
    kept: usize,
    /// Where everything since power-on goes at the end.
    save_replay: Option<PathBuf>,
    notice: Option<String>,
}

impl Desk {
    /// One video frame; writes what is worth keeping after it.
    pub fn step(&mut self, held: Buttons) {
        self.person.step(held);
        let due = self.keeping.after_frame(&self.person);
        self.write(due);
    }

    fn write(&mut self, due: Due) {
        if due.recording {
            self.keep();
        }
        if due.scores {
            self.save_scores();
        }
    }

    /// Keeps everything since power-on and says where.
    pub fn keep(&mut self) {
        let (ending, text) = archive::recording_of(&self.person);
        match archive::keep(&self.recordings, ("game", ending), &text, self.kept) {
            Ok(Some(path)) => {
                eprintln!("game kept as {}", path.display());
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                self.notice = Some(format!("game kept as {name}"));
            }
            Ok(None) => self.notice = Some("no recordings are kept: see settings.ron".to_owned()),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn save_scores(&mut self) {
        if let Err(error) = archive::save_scores(&self.scores, self.console().scores()) {
            self.complain(&error.to_string());
        }
    }

    fn complain(&mut self, what: &str) {
        eprintln!("{what}");
        self.notice = Some(what.to_owned());
    }

    /// Whether a game, or the entry of a name, would be broken off by quitting.
    pub fn is_busy(&self) -> bool {
        self.person.is_in_game() || self.console().screen() == Screen::NameEntry
    }

    /// The machine.
    pub fn console(&self) -> &Console {
        self.person.console()
    }

    /// What there is to say, once.
    pub fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }
}

/// However the program ends, a game that is broken off is kept, and so are the scores.
impl Drop for Desk {
    fn drop(&mut self) {
        self.write(self.keeping.at_the_end(&self.person));
        if !self.keeping.has_played() {
            return;
        }
        if let Some(path) = &self.save_replay {
            let (_, text) = archive::recording_of(&self.person);
            match files::write_whole(path, text.as_bytes()) {
                Ok(()) => eprintln!("{} written", path.display()),
                Err(error) => eprintln!("{error}"),
            }
        }
    }
}

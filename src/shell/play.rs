//! `play`: a person at the console, in the window.

use std::path::PathBuf;

use rightwell::engine::{Console, HighScores};
use rightwell::rules::{Buttons, Region};
use rightwell::session::Person;

use super::archive;
use super::cli::PlayArgs;
use super::error::CliError;
use super::folders::Folders;
use super::settings::Settings;
use super::stage::Stage;
use super::watch;

/// `play`: from the title screen, or straight into a game.
pub fn run(args: &PlayArgs) -> Result<(), CliError> {
    let folders = Folders::of_user()?;
    let (settings, faults) = Settings::load(&folders.settings(), watch::is_key);
    for fault in faults {
        eprintln!("rightwell: {fault}");
    }
    let scores = archive::load_scores(&folders.scores())?;
    let person = Person::power_on(Region::Ntsc, scores);
    let desk = Desk::new(
        person,
        folders.scores(),
        folders.recordings(),
        settings.recordings_kept,
    );
    watch::show_in_window(Stage::Person(Box::new(desk)), args.speed, &settings)
}

/// A person at the console, and where the scores and recordings go.
#[derive(Debug)]
pub struct Desk {
    person: Person,
    /// The high scores as they were written last.
    saved: HighScores,
    scores: PathBuf,
    recordings: PathBuf,
    kept: usize,
    was_in_game: bool,
    notice: Option<String>,
}

impl Desk {
    /// A desk for `person`; scores go to the file `scores`, at most `kept` movies to the folder
    /// `recordings`.
    pub fn new(person: Person, scores: PathBuf, recordings: PathBuf, kept: usize) -> Desk {
        Desk {
            saved: person.console().scores().clone(),
            was_in_game: person.is_in_game(),
            person,
            scores,
            recordings,
            kept,
            notice: None,
        }
    }

    /// One video frame. At the end of a game its recording is kept; changed scores are written
    /// when no name is being entered.
    pub fn step(&mut self, held: Buttons) {
        self.person.step(held);
        let is_in_game = self.person.is_in_game();
        if self.was_in_game && !is_in_game {
            self.keep();
        }
        self.was_in_game = is_in_game;
        let console = self.person.console();
        if console.screen() != "name" && *console.scores() != self.saved {
            self.save_scores();
        }
    }

    /// Keeps everything since power-on as a movie and says where.
    pub fn keep(&mut self) {
        let movie = self.person.movie().to_text();
        match archive::keep_movie(&self.recordings, &movie, self.kept) {
            Ok(Some(path)) => {
                eprintln!("game kept as {}", path.display());
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                self.notice = Some(format!("game kept as {name}"));
            }
            Ok(None) => {}
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn save_scores(&mut self) {
        self.saved = self.person.console().scores().clone();
        if let Err(error) = archive::save_scores(&self.scores, &self.saved) {
            self.complain(&error.to_string());
        }
    }

    fn complain(&mut self, what: &str) {
        eprintln!("{what}");
        self.notice = Some(what.to_owned());
    }

    /// Whether a game would be broken off by quitting.
    pub fn is_in_game(&self) -> bool {
        self.person.is_in_game()
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
        if self.person.is_in_game() {
            self.keep();
        }
        if *self.person.console().scores() != self.saved {
            self.save_scores();
        }
    }
}

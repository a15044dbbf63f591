//! What the menu works with: settings, choices, and how something is begun.

use crate::shell::activity::Begun;
use crate::shell::error::CliError;
use crate::shell::host::log;
use crate::shell::input::is_key;
use crate::shell::store::choices::Choices;
use crate::shell::store::home::Home;
use crate::shell::store::settings::Settings;

/// Makes what a command line asks for; the words are those behind the program's name.
pub type Launch = fn(&[String], &Desk) -> Result<Begun, CliError>;

/// What the menu works with.
#[derive(Debug)]
pub struct Desk {
    /// The user's folders, where the system names them.
    home: Option<Home>,
    /// What was chosen last.
    pub choices: Choices,
    settings: Settings,
    launch: Launch,
    /// How often something was set.
    changes: u32,
    /// What there is to say at the start.
    pub notices: Vec<String>,
}

impl Desk {
    /// The user's folders, settings and choices. Without folders there are the defaults, and nothing
    /// is kept.
    pub fn open(launch: Launch) -> Desk {
        match Home::open(is_key) {
            Ok(home) => Desk::of(home, launch),
            Err(error) => {
                log::say(format!("rightwell: {error}"));
                Desk {
                    notices: vec![error.to_string()],
                    ..Desk::without_home(launch)
                }
            }
        }
    }

    /// Settings and choices of these folders.
    pub fn of(home: Home, launch: Launch) -> Desk {
        let (choices, fault) = Choices::load(&home.folders.choices());
        if let Some(fault) = &fault {
            log::say(format!("rightwell: {fault}"));
        }
        Desk {
            choices,
            settings: home.settings.clone(),
            launch,
            changes: 0,
            notices: home.notices.iter().cloned().chain(fault).collect(),
            home: Some(home),
        }
    }

    /// The defaults, with no place to keep anything.
    pub fn without_home(launch: Launch) -> Desk {
        Desk {
            home: None,
            choices: Choices::default(),
            settings: Settings::default(),
            launch,
            changes: 0,
            notices: Vec::new(),
        }
    }

    /// The user's folders.
    ///
    /// # Errors
    /// If the system names none.
    pub fn home(&self) -> Result<&Home, CliError> {
        let missing = || CliError::failed("there is no folder of yours to keep anything in");
        self.home.as_ref().ok_or_else(missing)
    }

    /// The settings in force.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How often something was set: whoever works with the settings looks again when it is another
    /// number.
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// Sets something; it holds at once and is written at once. What cannot be written is said, and
    /// holds until the end.
    pub fn set(&mut self, change: impl FnOnce(&mut Settings)) -> Option<String> {
        let old = self.settings.clone();
        change(&mut self.settings);
        if old == self.settings {
            return None;
        }
        self.changes += 1;
        let home = self.home.as_mut()?;
        home.settings = self.settings.clone();
        match self.settings.save(&old, &home.folders.settings(), is_key) {
            Ok(said) => said,
            Err(error) => {
                log::say(&error);
                Some(error.to_string())
            }
        }
    }

    /// Begins what a command line asks for, and remembers what was chosen. What is wrong with it, or
    /// that the choices cannot be remembered, is said.
    pub fn begin(&self, words: &[String]) -> Result<Begun, CliError> {
        if let Some(home) = &self.home
            && let Err(error) = self.choices.save(&home.folders.choices())
        {
            log::say(&error);
        }
        (self.launch)(words, self)
    }
}

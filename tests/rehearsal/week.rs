//! The week of the simulated user, episode by episode.

mod play;
mod training;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::disk::Disk;
use crate::display::{self, Display, Window};
use crate::ledger::Ledger;
use crate::load::{Load, now};
use crate::program::{Report, Run, RunResult, command};
use crate::user::{Edit, Episode};

/// The settings, as the program generates them.
const SETTINGS: &str = "(
    version: 1,
    keys: (
        b: \"Z\",
    ),
    recordings_kept: 100,
    loop_hz: 120,
)
";
/// Maximum time for a person to play a game to its end.
const GAME_LIMIT: Duration = Duration::from_secs(90);
/// Minimum age of a temporary file that counts as left behind.
const OLD: Duration = Duration::from_millis(2100);

/// The user's week: the disk, what must exist on it, and the displays.
#[derive(Debug)]
pub struct Week {
    disk: Disk,
    ledger: Ledger,
    load: Load,
    displays: Vec<Display>,
    /// True if windows can be opened here, and true if terminals can.
    has_window: bool,
    has_terminal: bool,
    /// Change of the settings that is now in the file.
    edit: Option<Edit>,
    /// Events so far, for the report of a failure.
    pub story: Vec<String>,
}

impl Week {
    /// Creates a user with a new disk, with settings, and with a table of scores that every game beats.
    pub fn begin() -> RunResult<Week> {
        let disk = Disk::new()?;
        let mut week = Week {
            ledger: Ledger::default(),
            load: Load::watch(),
            displays: Vec::new(),
            has_window: display::is_here(),
            has_terminal: Run::can_have_terminal(&disk),
            edit: None,
            story: Vec::new(),
            disk,
        };
        fs::write(week.disk.settings(), SETTINGS).map_err(|error| error.to_string())?;
        crate::ledger::begin_scores(&week.disk)?;
        week.note("the disk is new");
        Ok(week)
    }

    /// Returns the parts of the rehearsal that are not possible on this computer.
    pub fn left_out(&self) -> Vec<&'static str> {
        let parts = [
            (
                self.has_window,
                "games in the window (built without it, or no Xvfb or xdotool)",
            ),
            (
                self.has_terminal,
                "matches in the terminal (no script of util-linux)",
            ),
            (
                self.disk.is_mounted,
                "full and read-only disks (no file system may be mounted)",
            ),
        ];
        let left_out = parts.into_iter().filter(|(is_here, _)| !is_here);
        left_out.map(|(_, what)| what).collect()
    }

    /// Returns `true` if anything can be played at all.
    pub fn can_play(&self) -> bool {
        self.has_window || self.has_terminal
    }

    /// Returns the counts.
    pub fn counts(&self) -> String {
        self.ledger.line()
    }

    /// Returns the home folder, so that it can be inspected after a failure.
    pub fn home(&self) -> &std::path::Path {
        self.disk.home()
    }

    fn note(&mut self, what: &str) {
        self.story.push(what.to_owned());
    }

    /// Runs an episode.
    pub fn live(&mut self, episode: &Episode) -> RunResult<()> {
        if self.disk.is_crowded() {
            self.settle()?;
            self.ledger.carry_away(&self.disk)?;
        }
        match episode {
            Episode::Play(play) => self.play(play),
            Episode::Together { levels } => self.together(*levels),
            Episode::Review { pick, film } => self.review(*pick, *film),
            Episode::Edit(edit) => self.edit(*edit),
            Episode::Training { seed, breaks } => self.training(*seed, *breaks),
        }
    }

    fn edit(&mut self, edit: Edit) -> RunResult<()> {
        let text = SETTINGS.replace(edit.from, edit.to);
        if text == SETTINGS {
            return Err(format!("the settings do not hold {:?}", edit.from));
        }
        fs::write(self.disk.settings(), text).map_err(|error| error.to_string())?;
        self.edit = Some(edit);
        let kind = if edit.is_faulty { "faulty" } else { "good" };
        self.ledger.count(&format!("{kind} settings"));
        Ok(())
    }

    fn review(&mut self, pick: usize, film: bool) -> RunResult<()> {
        let Some(path) = self.ledger.check_picked(&self.disk, pick)? else {
            return Ok(());
        };
        self.ledger.count("reviews");
        if film {
            let png = self.disk.outside().join("end.png");
            let line = format!("record --replay {} --png {}", path.display(), png.display());
            let report = command(&self.disk, &line)?;
            if report.code != 0 || !png.is_file() {
                return Err(format!("no picture: {}", report.story()));
            }
            self.ledger.count("pictures");
        }
        Ok(())
    }

    /// If there are unfinished games, starts the program for a short time, so that it recovers them.
    fn settle(&mut self) -> RunResult<()> {
        if self.ledger.unsaved().is_empty() {
            return Ok(());
        }
        self.start_shortly()
    }

    fn start_shortly(&mut self) -> RunResult<()> {
        let line = "versus --left first-day --right first-day --speed 1";
        let run = if self.has_terminal {
            let mut run =
                Run::start_in_terminal(&self.disk, &format!("{line} --display terminal"))?;
            // The program prints the seed after its notices about recovered games.
            let until = now() + GAME_LIMIT;
            while run.code().is_none() && !run.stderr().contains("seed ") && now() < until {
                sleep(Duration::from_millis(20));
            }
            run
        } else {
            self.open_displays(1)?;
            let name = self.displays[0].name();
            let mut run = Run::start(&self.disk, &format!("{line} --display window"), Some(name))?;
            self.displays[0].window(&mut run)?;
            run
        };
        run.signal("TERM");
        let report = run.wait()?;
        self.after(&[report], true).map(drop)
    }

    /// Reads the output of runs that have ended. Updates the list of games that must be recovered.
    fn after(&mut self, reports: &[Report], can_find: bool) -> RunResult<usize> {
        for report in reports {
            let story = format!("'{}' ended with {}", report.line, report.code);
            self.story.push(story);
            self.check_settings(report)?;
        }
        let own = self.ledger.take(&self.disk, reports, can_find)?;
        self.ledger.look_at_journals(&self.disk)?;
        Ok(own)
    }

    /// Checks that the program reports a setting if, and only if, it is invalid, and that it deletes no recording
    /// because of it.
    fn check_settings(&self, report: &Report) -> RunResult<()> {
        let is_named = report.stderr.contains("settings.ron, line");
        let is_faulty = self.edit.is_some_and(|edit| edit.is_faulty);
        if is_named != is_faulty {
            return Err(format!(
                "{:?}: faulty or not? {}",
                self.edit,
                report.story()
            ));
        }
        if is_faulty && report.stderr.contains(" is beyond the ") {
            return Err(format!(
                "{:?}: recordings are dropped: {}",
                self.edit,
                report.story()
            ));
        }
        Ok(())
    }

    fn open_displays(&mut self, number: usize) -> RunResult<()> {
        while self.displays.len() < number {
            self.displays.push(Display::open()?);
        }
        Ok(())
    }

    /// Runs two programs at the same time, each on a screen of its own and with a person. Both persons get a high
    /// score.
    fn together(&mut self, levels: [u8; 2]) -> RunResult<()> {
        if !self.has_window {
            return Ok(());
        }
        self.settle()?;
        self.ledger.new_season(&self.disk)?;
        self.open_displays(2)?;
        let mut seats: Vec<(Run, Window)> = Vec::new();
        for (level, display) in levels.iter().zip(&self.displays) {
            let line = format!("play --level {level} --speed 8");
            let mut run = Run::start(&self.disk, &line, Some(display.name()))?;
            let window = display.window(&mut run)?;
            window.hold("Down");
            seats.push((run, window));
        }
        let until = now() + GAME_LIMIT;
        while seats
            .iter()
            .any(|(run, _)| !run.stderr().contains(" kept as "))
        {
            if now() > until {
                let said: Vec<String> = seats.iter().map(|(run, _)| run.stderr()).collect();
                return Err(format!("two games do not end: {said:?}"));
            }
            for (_, window) in seats
                .iter()
                .filter(|(run, _)| !run.stderr().contains(" kept as "))
            {
                window.tap(&["Return"]);
            }
            sleep(Duration::from_millis(250));
        }
        for (run, window) in &seats {
            window.release("Down");
            // For half of the levels, both programs are interrupted while the persons enter their names.
            if levels[0].is_multiple_of(2) {
                window.tap(&["Return"]);
            }
            run.stderr();
        }
        let mut reports = Vec::new();
        for (run, window) in seats {
            reports.push(run.wait_with(GAME_LIMIT, play::leaving(Some(window)))?);
        }
        if let Some(report) = reports.iter().find(|report| report.code != 0) {
            return Err(report.story());
        }
        self.after(&reports, true)?;
        self.ledger.check_season(&self.disk)?;
        self.ledger.count("two at once");
        Ok(())
    }

    /// Ends the week: starts the program for the last time, then checks everything.
    pub fn end(&mut self) -> RunResult<()> {
        sleep(OLD);
        self.start_shortly()?;
        self.ledger.check_the_end(&self.disk)
    }
}

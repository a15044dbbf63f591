//! X display for the window, by Xvfb, and key presses in the window, by xdotool.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::disk::succeeds;
use crate::load::now;
use crate::program::{Run, RunResult};

/// Maximum wait for a window to appear.
const WINDOW_LIMIT: Duration = Duration::from_secs(60);

/// An X server that is running.
#[derive(Debug)]
pub struct Display {
    server: Child,
    name: String,
}

/// The program's window on an X server.
#[derive(Clone, Debug)]
pub struct Window {
    display: String,
    id: String,
}

/// Returns `true` if Xvfb and xdotool are available.
pub fn is_here() -> bool {
    let size = |display: Display| {
        succeeds(
            Command::new("xdotool")
                .env("DISPLAY", display.name())
                .arg("getdisplaygeometry"),
        )
    };
    cfg!(all(target_os = "linux", feature = "window")) && Display::open().is_ok_and(size)
}

impl Display {
    /// Starts an X server, which chooses a free display number.
    pub fn open() -> RunResult<Display> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24"])
            .args(["-noreset", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb: {error}"))?;
        let mut number = String::new();
        let mut lines = BufReader::new(server.stdout.take().expect("it is piped"));
        let read = lines.read_line(&mut number);
        let name = format!(":{}", number.trim());
        let display = Display { server, name };
        match read {
            Ok(1..) => Ok(display),
            _ => Err("Xvfb does not say its number".to_owned()),
        }
    }

    /// Returns the name of the display, for the environment of programs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits for the program's window.
    pub fn window(&self, run: &mut Run) -> RunResult<Window> {
        let until = now() + WINDOW_LIMIT;
        while now() < until {
            let mut search = Command::new("xdotool");
            search
                .env("DISPLAY", &self.name)
                .args(["search", "--name", "^Rightwell -"]);
            let found = search.output().map_err(|error| error.to_string())?;
            if let Some(id) = String::from_utf8_lossy(&found.stdout).lines().next() {
                return Ok(Window {
                    display: self.name.clone(),
                    id: id.to_owned(),
                });
            }
            if let Some(code) = run.code() {
                return Err(format!(
                    "'{}' shows no window and ends with {code}: {}",
                    run.line,
                    run.stderr()
                ));
            }
            sleep(Duration::from_millis(30));
        }
        Err(format!(
            "'{}' shows no window in {WINDOW_LIMIT:?}: {}",
            run.line,
            run.stderr()
        ))
    }
}

/// Kills the X server, as if it had crashed.
impl Drop for Display {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

impl Window {
    fn xdotool(&self) -> Command {
        let mut command = Command::new("xdotool");
        command.env("DISPLAY", &self.display);
        command
    }

    fn press(&self, how: &str, keys: &[&str]) {
        let mut command = self.xdotool();
        command.args(["windowfocus", &self.id, how]);
        if how == "key" {
            command.args(["--delay", "25"]);
        }
        // This fails if the window has been closed, which does no harm.
        succeeds(command.args(keys));
    }

    /// Presses and releases keys one by one.
    pub fn tap(&self, keys: &[&str]) {
        self.press("key", keys);
    }

    /// Presses a key and holds it.
    pub fn hold(&self, key: &str) {
        self.press("keydown", &[key]);
    }

    /// Releases a key.
    pub fn release(&self, key: &str) {
        self.press("keyup", &[key]);
    }

    /// Returns the points of the current game, which the title of the window shows.
    pub fn points(&self) -> Option<u32> {
        let title = self
            .xdotool()
            .args(["getwindowname", &self.id])
            .output()
            .ok()?;
        let title = String::from_utf8_lossy(&title.stdout).into_owned();
        title
            .trim()
            .strip_prefix("Rightwell - play - ")?
            .parse()
            .ok()
    }
}

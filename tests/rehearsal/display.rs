//! A display of its own for the window, and fingers for its keys: Xvfb and xdotool.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::disk::succeeds;
use crate::load::now;
use crate::program::{Run, Told};

/// How long a window may take to show.
const WINDOW_LIMIT: Duration = Duration::from_secs(60);

/// An X server.
#[derive(Debug)]
pub struct Display {
    server: Child,
    name: String,
}

/// A window on it.
#[derive(Clone, Debug)]
pub struct Window {
    display: String,
    id: String,
}

/// Whether there are displays and fingers here at all.
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
    /// Starts a server, which chooses a free number by itself.
    pub fn open() -> Told<Display> {
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

    /// What programs call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits for the program's window.
    pub fn window(&self, run: &mut Run) -> Told<Window> {
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
                    run.said()
                ));
            }
            sleep(Duration::from_millis(30));
        }
        Err(format!(
            "'{}' shows no window in {WINDOW_LIMIT:?}: {}",
            run.line,
            run.said()
        ))
    }
}

/// As when the X server crashes.
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
        // The window may have gone meanwhile.
        succeeds(command.args(keys));
    }

    /// Presses and releases keys, one after another.
    pub fn tap(&self, keys: &[&str]) {
        self.press("key", keys);
    }

    /// Presses a key and leaves the finger on it.
    pub fn hold(&self, key: &str) {
        self.press("keydown", &[key]);
    }

    /// Takes the finger off.
    pub fn release(&self, key: &str) {
        self.press("keyup", &[key]);
    }

    /// The points of the game that is on, as the title says them.
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

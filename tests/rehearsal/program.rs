//! Runs the program in the user's home, with a time limit, and captures its output.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::disk::{Disk, succeeds};
use crate::load::now;

/// A result, or a description of the failure.
pub type RunResult<T> = Result<T, String>;

/// Maximum wait for the program to end. On a busy computer, saving may be slow.
const END_LIMIT: Duration = Duration::from_secs(60);
/// Maximum time for a command that opens no screen.
const COMMAND_LIMIT: Duration = Duration::from_secs(120);
/// Time between two checks whether the program has ended.
const LOOK: Duration = Duration::from_millis(10);

/// A run of the program that has not ended.
#[derive(Debug)]
pub struct Run {
    child: Child,
    /// Standard input of the terminal, which stays open as long as this pipe is open.
    _keys: Option<ChildStdin>,
    /// Command line.
    pub line: String,
    stderr: PathBuf,
    /// For a run in a terminal: the files that contain the program's process id and its exit code.
    terminal: Option<[PathBuf; 2]>,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Report {
    pub line: String,
    /// Exit code, or 128 plus the number of the signal.
    pub code: i32,
    /// Standard error output.
    pub stderr: String,
}

impl Report {
    /// Returns how often the output contains a text.
    pub fn count(&self, words: &str) -> usize {
        self.stderr.matches(words).count()
    }

    /// Formats the run for an error message.
    pub fn story(&self) -> String {
        format!(
            "'{}' ended with {} and said:\n{}",
            self.line, self.code, self.stderr
        )
    }
}

fn program(disk: &Disk, display: Option<&str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rightwell"));
    environment(&mut command, disk, display);
    command
}

fn environment(command: &mut Command, disk: &Disk, display: Option<&str>) {
    command
        .current_dir(disk.outside())
        .env("HOME", disk.home())
        .env("XDG_CONFIG_HOME", disk.home().join("config"))
        .env("XDG_DATA_HOME", disk.home().join("data"))
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("DISPLAY");
    if let Some(display) = display {
        command.env("DISPLAY", display);
    }
}

impl Run {
    /// Starts the program, on a display or without one.
    pub fn start(disk: &Disk, line: &str, display: Option<&str>) -> RunResult<Run> {
        let stderr = Run::place(disk)?;
        let file = File::create(&stderr).map_err(|error| error.to_string())?;
        let mut command = program(disk, display);
        command
            .args(line.split_whitespace())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let child = command
            .stderr(file)
            .spawn()
            .map_err(|error| error.to_string())?;
        Ok(Run {
            child,
            _keys: None,
            line: line.to_owned(),
            stderr,
            terminal: None,
        })
    }

    /// Starts the program in a new terminal, which `script` opens.
    pub fn start_in_terminal(disk: &Disk, line: &str) -> RunResult<Run> {
        let stderr = Run::place(disk)?;
        let [pid, code] = ["pid", "code"].map(|ending| stderr.with_extension(ending));
        // Like an interactive shell, this shell tells the program when the terminal is closed. It keeps running
        // afterwards, to report the program's exit code.
        let shell = "stty cols 90 rows 30; exec 3<&0
            \"$REHEARSAL_PROGRAM\" $REHEARSAL_LINE <&3 2>\"$REHEARSAL_SAID\" &
            pid=$!
            trap \"kill -HUP $pid\" HUP
            echo $pid >\"$REHEARSAL_PID\"
            wait $pid
            code=$?
            while kill -0 $pid 2>/dev/null; do wait $pid; code=$?; done
            echo $code >\"$REHEARSAL_CODE\"";
        let mut command = Command::new("script");
        environment(&mut command, disk, None);
        command
            .args(["-qfc", shell, "/dev/null"])
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm-256color")
            .env("REHEARSAL_PROGRAM", env!("CARGO_BIN_EXE_rightwell"))
            .env("REHEARSAL_LINE", line)
            .env("REHEARSAL_SAID", &stderr)
            .env("REHEARSAL_PID", &pid)
            .env("REHEARSAL_CODE", &code)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        Ok(Run {
            _keys: child.stdin.take(),
            child,
            line: line.to_owned(),
            stderr,
            terminal: Some([pid, code]),
        })
    }

    /// Creates a new file for a run's output.
    fn place(disk: &Disk) -> RunResult<PathBuf> {
        let file = tempfile::Builder::new()
            .prefix("said-")
            .suffix(".txt")
            .tempfile_in(disk.outside());
        let kept = file
            .map_err(|error| error.to_string())?
            .into_temp_path()
            .keep();
        kept.map_err(|error| error.to_string())
    }

    /// Returns the standard error output so far.
    pub fn stderr(&self) -> String {
        let bytes = fs::read(&self.stderr).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn pid(&self) -> Option<String> {
        match &self.terminal {
            None => Some(self.child.id().to_string()),
            Some([pid, _]) => {
                let text = fs::read_to_string(pid).ok()?;
                text.ends_with('\n').then(|| text.trim().to_owned())
            }
        }
    }

    /// Describes the program's threads, for the report about a run that hangs.
    fn threads(&self) -> String {
        let pid = self.pid().unwrap_or_default();
        let mut command = Command::new("ps");
        command.args([
            "-L",
            "-o",
            "pid,ppid,lwp,stat,wchan:30,time,comm",
            "-p",
            &pid,
        ]);
        let output = command.output().map(|output| output.stdout);
        String::from_utf8_lossy(&output.unwrap_or_default()).into_owned()
    }

    /// Sends the signal with this name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        if let Some(pid) = self.pid() {
            succeeds(Command::new("kill").args(["-s", name, &pid]));
        }
    }

    /// Returns `true` if `script` can open a terminal on this computer.
    pub fn can_have_terminal(disk: &Disk) -> bool {
        let run = cfg!(target_os = "linux").then(|| Run::start_in_terminal(disk, "players"));
        let report = run.and_then(|run| run.ok()?.wait_with(Duration::from_secs(10), |_| {}).ok());
        report.is_some_and(|report| report.code == 0)
    }

    /// Closes the terminal. If there is none, sends a signal.
    pub fn hang_up(&mut self) {
        if self.terminal.is_some() {
            drop(self.child.kill());
            drop(self.child.wait());
        } else {
            self.signal("HUP");
        }
    }

    /// Types a key in the terminal.
    pub fn type_key(&mut self, key: &str) {
        use std::io::Write;
        if let Some(keys) = &mut self._keys {
            drop(keys.write_all(key.as_bytes()).and_then(|()| keys.flush()));
        }
    }

    /// Returns the exit code if the program has ended.
    pub fn code(&mut self) -> Option<i32> {
        match &self.terminal {
            None => {
                let status = self.child.try_wait().ok()??;
                Some(
                    status
                        .code()
                        .unwrap_or_else(|| 128 + status.signal().unwrap_or(0)),
                )
            }
            Some([_, code]) => {
                let text = fs::read_to_string(code).ok()?;
                text.strip_suffix('\n')?.trim().parse().ok()
            }
        }
    }

    /// Waits until the program ends. Calls `meanwhile` again and again.
    pub fn wait_with(
        mut self,
        limit: Duration,
        mut meanwhile: impl FnMut(&mut Run),
    ) -> RunResult<Report> {
        let until = now() + limit;
        loop {
            if let Some(code) = self.code() {
                let report = Report {
                    line: self.line.clone(),
                    code,
                    stderr: self.stderr(),
                };
                return check(report);
            }
            if now() >= until {
                let story = format!(
                    "'{}' hangs: it does not end in {limit:?} and said:\n{}\n{}",
                    self.line,
                    self.stderr(),
                    self.threads()
                );
                self.signal("KILL");
                return Err(story);
            }
            meanwhile(&mut self);
            sleep(LOOK);
        }
    }

    /// Waits until the program ends.
    pub fn wait(self) -> RunResult<Report> {
        self.wait_with(END_LIMIT, |_| {})
    }
}

/// Returns the report, or an error if the program panicked.
fn check(report: Report) -> RunResult<Report> {
    if report.stderr.contains("panicked") || report.code == 101 {
        return Err(format!("a panic: {}", report.story()));
    }
    Ok(report)
}

/// Kills the program, so that it does not run on after the rehearsal.
impl Drop for Run {
    fn drop(&mut self) {
        if self.code().is_none() {
            self.signal("KILL");
        }
        drop(self.child.kill());
        drop(self.child.wait());
        for file in [Some(&self.stderr)]
            .into_iter()
            .flatten()
            .chain(self.terminal.iter().flatten())
        {
            drop(fs::remove_file(file));
        }
    }
}

/// Runs a command that opens no screen, until it ends.
pub fn command(disk: &Disk, line: &str) -> RunResult<Report> {
    Run::start(disk, line, None)?.wait_with(COMMAND_LIMIT, |_| {})
}

//! One run of the program: the user plays, something may go wrong, and the program ends.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::display::Window;
use crate::load::now;
use crate::program::{Report, Run, RunResult};
use crate::user::{End, Hands, Play, Trouble, Who};

use super::{GAME_LIMIT, Week};

/// Maximum time until a frame is in the journal on the disk, if the computer is idle: one second, and one more for the
/// frame that is being drawn.
const JOURNAL_TIME: Duration = Duration::from_secs(2);
/// Maximum play time that a kill may lose.
const LOST_TIME: Duration = Duration::from_secs(2);
/// Time between key presses of a person who is leaving the program.
const KEY_PERIOD: Duration = Duration::from_millis(150);

/// Observations during play.
#[derive(Debug, Default)]
struct Seen {
    /// Points in the title of the window, each with the time when they were read.
    points: Vec<(Instant, u32)>,
    /// Age of the journal at the moment when the program was killed.
    journal_age: Option<Duration>,
}

impl Week {
    /// Plays as planned, and checks the result.
    pub fn play(&mut self, play: &Play) -> RunResult<()> {
        let needs_mount = matches!(
            play.trouble,
            Trouble::Full | Trouble::FullAtStart | Trouble::ReadOnly
        );
        let is_here = match play.who {
            Who::Terminal => self.has_terminal,
            _ => self.has_window,
        };
        if !is_here || needs_mount && !self.disk.is_mounted {
            return Ok(());
        }
        match play.trouble {
            Trouble::FullAtStart => self.disk.fill()?,
            Trouble::ReadOnly => self.disk.set_read_only(true)?,
            // A recording in the replacement folder must not have the name of an earlier one.
            Trouble::Gone | Trouble::Blocked => {
                self.settle()?;
                self.ledger.carry_away(&self.disk)?;
            }
            Trouble::None | Trouble::Full => {}
        }
        let before = self.ledger.unsaved().to_vec();
        let (mut run, window) = self.sit_down(play)?;
        let mut seen = Seen::default();
        hands(&mut run, window.as_ref(), play, play.time / 2, &mut seen)?;
        match play.trouble {
            Trouble::Full => self.disk.fill()?,
            Trouble::Gone | Trouble::Blocked => {
                self.disk.take_away(play.trouble == Trouble::Blocked)?;
            }
            _ => {}
        }
        hands(&mut run, window.as_ref(), play, play.time / 2, &mut seen)?;
        if play.is_mended {
            self.mend(play.trouble)?;
        }
        let ended = now();
        let report = self.end_it(run, window, play, &mut seen)?;
        if !play.is_mended {
            self.mend(play.trouble)?;
        }
        let can_find = !matches!(play.trouble, Trouble::FullAtStart | Trouble::ReadOnly);
        let own = self.after(std::slice::from_ref(&report), can_find)?;
        let unsaved = self.ledger.unsaved().iter();
        let unsaved = unsaved.filter(|unsaved| !before.contains(unsaved)).count();
        self.judge(play, &report, own, unsaved)?;
        self.judge_cut(play, &seen, ended, &report)?;
        self.count_play(play);
        Ok(())
    }

    fn sit_down(&mut self, play: &Play) -> RunResult<(Run, Option<Window>)> {
        if play.who == Who::Terminal {
            return Ok((Run::start_in_terminal(&self.disk, &play.line)?, None));
        }
        self.open_displays(1)?;
        let display = &self.displays[0];
        let mut run = Run::start(&self.disk, &play.line, Some(display.name()))?;
        let window = display.window(&mut run)?;
        Ok((run, Some(window)))
    }

    fn mend(&mut self, trouble: Trouble) -> RunResult<()> {
        match trouble {
            Trouble::FullAtStart | Trouble::Full => self.disk.free(),
            Trouble::ReadOnly => self.disk.set_read_only(false)?,
            Trouble::Gone | Trouble::Blocked => self.disk.bring_back()?,
            Trouble::None => {}
        }
        Ok(())
    }

    fn end_it(
        &mut self,
        mut run: Run,
        window: Option<Window>,
        play: &Play,
        seen: &mut Seen,
    ) -> RunResult<Report> {
        match play.end {
            End::Over => {
                if let Some(window) = &window {
                    play_to_the_end(&mut run, window)?;
                }
                return run.wait_with(GAME_LIMIT, leaving(window));
            }
            End::Leave => return run.wait_with(GAME_LIMIT, leaving(window)),
            End::Term => run.signal("TERM"),
            End::Interrupt => run.signal("INT"),
            End::Hangup => run.hang_up(),
            End::Twice(pause) => {
                run.signal("TERM");
                sleep(Duration::from_millis(pause));
                run.signal("TERM");
            }
            End::Kill => {
                seen.journal_age = self.journal_age();
                run.signal("KILL");
            }
            End::DisplayLost => {
                seen.journal_age = self.journal_age();
                self.displays.remove(0);
            }
        }
        run.wait()
    }

    /// Returns how long ago a journal was last written.
    fn journal_age(&self) -> Option<Duration> {
        let files = std::fs::read_dir(self.disk.recordings().join("journal")).ok()?;
        let written = files
            .flatten()
            .filter_map(|file| file.metadata().ok()?.modified().ok());
        written.max()?.elapsed().ok()
    }

    /// Checks the exit code, and checks that the game was saved or can be recovered.
    fn judge(&mut self, play: &Play, report: &Report, own: usize, unsaved: usize) -> RunResult<()> {
        let code = match play.end {
            End::Over | End::Leave => 0,
            End::Term | End::Twice(_) => 143,
            End::Interrupt => 130,
            End::Hangup => 129,
            End::Kill => 137,
            End::DisplayLost => 1,
        };
        // After these ends, only the journal is left. This also applies if the program waits for a terminal that has
        // been closed.
        let is_cut = matches!(play.end, End::Kill | End::DisplayLost | End::Twice(_))
            || (play.end, play.who) == (End::Hangup, Who::Terminal);
        let has_failed = report.code == 1 && !is_cut;
        let may_fail = play.trouble != Trouble::None && !play.is_mended;
        // The program itself may also notice that its terminal is gone.
        let is_closed = (play.end, play.who, report.code) == (End::Hangup, Who::Terminal, 1);
        if report.code != code && !(has_failed && may_fail) && !is_closed {
            return Err(format!(
                "{play:?}: exit code {} instead of {code}: {}",
                report.code,
                report.story()
            ));
        }
        let had_journal = !matches!(play.trouble, Trouble::FullAtStart | Trouble::ReadOnly);
        if has_failed {
            self.ledger.note_loss();
            self.ledger.count("said that saving failed");
        }
        // In a window, the game has begun as soon as the window is visible. In a terminal, the time counts from the
        // start of the program, and a busy computer may need all of it for the start.
        let has_begun = play.who != Who::Terminal || play.time > LOST_TIME;
        let is_surely_on = has_begun && (play.hands.stay_in_game() || play.who != Who::Person);
        let is_in_journal = had_journal && play.time > LOST_TIME;
        let must_be_there = is_surely_on && (is_in_journal || !has_failed && !is_cut);
        if must_be_there && own + unsaved == 0 {
            return Err(format!(
                "{play:?}: what was played is neither kept nor in a journal: {}",
                report.story()
            ));
        }
        // When the folder is back, the program continues the journal, so a saved game must not be in a journal too.
        if !is_cut && !has_failed && unsaved > 0 && play.trouble != Trouble::Gone {
            return Err(format!(
                "{play:?}: kept, and in a journal too: {:?}: {}",
                self.ledger.unsaved(),
                report.story()
            ));
        }
        Ok(())
    }

    /// Checks how much of the unfinished game is missing: no more than the limit allows.
    fn judge_cut(
        &mut self,
        play: &Play,
        seen: &Seen,
        ended: Instant,
        report: &Report,
    ) -> RunResult<()> {
        let is_on = play.hands.stay_in_game() || play.who != Who::Person;
        let (Some(age), true, Trouble::None) = (seen.journal_age, is_on, play.trouble) else {
            return Ok(());
        };
        let bound = JOURNAL_TIME + 4 * self.load.stall();
        if age > bound {
            return Err(format!(
                "{play:?}: the journal was {age:?} old instead of {bound:?}: {}",
                report.story()
            ));
        }
        if play.who != Who::Person {
            return Ok(());
        }
        let before = seen.points.iter().filter(|(at, _)| *at + bound < ended);
        let most = before.map(|(_, points)| *points).max().unwrap_or(0);
        let found = self
            .ledger
            .unsaved()
            .iter()
            .filter_map(|unsaved| unsaved.points)
            .max();
        match found {
            Some(found) if found >= most => {
                self.ledger.count("cut off and compared");
                Ok(())
            }
            _ => Err(format!(
                "{play:?}: {most} points were on the screen, {found:?} are in the journal: {}",
                report.story()
            )),
        }
    }

    fn count_play(&mut self, play: &Play) {
        self.ledger.count(match play.who {
            Who::Person => "games",
            Who::Match => "matches",
            Who::Computers => "computers in the window",
            Who::Terminal => "computers in the terminal",
        });
        match play.end {
            End::Over => self.ledger.count("played to the end"),
            End::Leave => self.ledger.count("left by the menu"),
            End::Term => self.ledger.count("SIGTERM"),
            End::Interrupt => self.ledger.count("SIGINT"),
            End::Hangup if play.who == Who::Terminal => self.ledger.count("closed terminals"),
            End::Hangup => self.ledger.count("SIGHUP"),
            End::Kill => self.ledger.count("kill -9"),
            End::Twice(_) => self.ledger.count("two signals"),
            End::DisplayLost => self.ledger.count("lost displays"),
        }
        match play.trouble {
            Trouble::None => {}
            Trouble::FullAtStart | Trouble::Full => self.ledger.count("full disks"),
            Trouble::Gone | Trouble::Blocked => self.ledger.count("folders taken away"),
            Trouble::ReadOnly => self.ledger.count("read-only disks"),
        }
    }
}

/// Presses the person's keys for some time.
fn hands(
    run: &mut Run,
    window: Option<&Window>,
    play: &Play,
    time: Duration,
    seen: &mut Seen,
) -> RunResult<()> {
    let until = now() + time;
    loop {
        match (&play.hands, window) {
            (Hands::Down, Some(window)) => {
                window.hold("Down");
                sleep(Duration::from_millis(150));
            }
            (Hands::Busy(keys) | Hands::Wild(keys), Some(window)) => window.tap(keys),
            (_, None) => sleep(Duration::from_millis(50)),
        }
        if let Some(code) = run.code() {
            return Err(format!(
                "{play:?}: it ends by itself with {code}: {}",
                run.stderr()
            ));
        }
        if play.who == Who::Person
            && let Some(points) = window.and_then(Window::points)
        {
            seen.points.push((now(), points));
        }
        if now() >= until {
            return Ok(());
        }
    }
}

/// Plays until the game or match is over and the person has left it. This includes entering a name.
fn play_to_the_end(run: &mut Run, window: &Window) -> RunResult<()> {
    let outcomes =
        |said: &str| said.matches(" kept as ").count() + said.matches("cannot write").count();
    let before = outcomes(&run.stderr());
    let until = now() + GAME_LIMIT;
    window.hold("Down");
    while outcomes(&run.stderr()) <= before {
        if now() > until || run.code().is_some() {
            return Err(format!(
                "'{}': the game does not end: {}",
                run.line,
                run.stderr()
            ));
        }
        window.tap(&["Return"]);
        sleep(Duration::from_millis(200));
    }
    window.release("Down");
    window.tap(&["x", "Return", "Return"]);
    Ok(())
}

/// Keys that lead through the menu out of the program: Esc, the last row, and yes if the program asks. The first text
/// of each pair is for the window, the second for the terminal.
const WAY_OUT: [(&str, &str); 5] = [
    ("Escape", "\u{1b}"),
    ("Up", "\u{1b}[A"),
    ("Return", "\r"),
    ("Down", "\u{1b}[B"),
    ("Return", "\r"),
];

/// Presses the keys of [`WAY_OUT`] until the program has ended.
pub fn leaving(window: Option<Window>) -> impl FnMut(&mut Run) {
    let mut next = now();
    let mut keys = WAY_OUT.into_iter().cycle();
    move |run| {
        if now() < next {
            return;
        }
        if let Some((key, typed)) = keys.next() {
            match &window {
                Some(window) => window.tap(&[key]),
                None => run.type_key(typed),
            }
        }
        next = now() + KEY_PERIOD;
    }
}

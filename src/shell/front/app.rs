//! The program behind a window or a terminal: keys in, pictures out.

#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Duration;

use rightwell::engine::{Events, View};
use rightwell::render::{Frame, Overlay, Renderer};
use rightwell::rules::Buttons;

use crate::shell::activity::speed::Speed;
use crate::shell::activity::stack::{Layer, Stack};
use crate::shell::activity::{Activity, FRAMES_PER_SECOND, Outcome, Shown};
use crate::shell::host::clock::{Time, now};
use crate::shell::host::{exit, log};
use crate::shell::input::action::{self, Action};
use crate::shell::input::pad_help::PadHelp;
use crate::shell::store::screenshot;

use super::overlay;
use super::pace::Pace;
use super::pacer::{BUDGET, Pacer};
use super::status::{Status, Watching};
use super::stop::Stop;

/// How long a notice stays.
const NOTICE_TIME: Duration = Duration::from_secs(4);
/// How long a single step waits for a plan.
const STEP_TIME: Duration = Duration::from_secs(2);
/// How long a watcher who presses nothing is told how to play.
const FIRST_TIME: Duration = Duration::from_secs(12);

/// What is on the screen, with all that a watcher can set.
#[derive(Debug)]
pub struct App {
    stack: Stack,
    renderer: Renderer,
    /// The game's own picture, and the one with status and help on it.
    frame: Frame,
    shown: Frame,
    pacer: Pacer,
    help: bool,
    notice: Option<(String, Time)>,
    /// What happened in the steps since it was asked for.
    events: Events,
    quit: bool,
    /// Until when a second Esc leaves a person's game.
    leave_asked: Option<Time>,
    /// Buttons of both pads held now, and those pressed since the last step, however shortly.
    held: [Buttons; 2],
    tapped: [Buttons; 2],
    /// Set from outside to end soon (Ctrl-C).
    stop: Stop,
    /// Whether there is a window that can fill the screen.
    windowed: bool,
    /// The gamepads' keys as the help shows them.
    pad_keys: PadHelp,
    /// What of an activity's overlay is shown.
    shown_over: Shown,
    pace: Pace,
    /// How long somebody may have watched without a key, and when that was looked at last.
    watched: Duration,
    looked: Time,
}

impl App {
    /// An activity to be shown at `speed`; `stop` ends it from outside.
    pub fn new(activity: Box<dyn Activity>, speed: Speed, stop: Stop) -> App {
        App {
            stack: Stack::new(activity, speed),
            renderer: Renderer::new(),
            frame: Frame::new(),
            shown: Frame::new(),
            pacer: Pacer::new(now()),
            help: false,
            notice: None,
            events: Events::default(),
            quit: false,
            leave_asked: None,
            held: [Buttons::NONE; 2],
            tapped: [Buttons::NONE; 2],
            stop,
            windowed: false,
            pad_keys: PadHelp::default(),
            shown_over: Shown {
                goal: true,
                inputs: false,
            },
            pace: Pace::default(),
            watched: Duration::ZERO,
            looked: now(),
        }
    }

    /// Sets what of an activity's overlay is shown.
    pub fn show_over(&mut self, shown: Shown) {
        self.shown_over = shown;
    }

    /// Shows these keys of the gamepads in the help, and what was wrong with the settings for a
    /// while.
    pub fn set_pad_keys(&mut self, keys: PadHelp, faults: &[String]) {
        self.pad_keys = keys;
        if let Some(first) = faults.first() {
            self.say(first.clone());
        }
    }

    /// Whether the program should end.
    pub fn wants_to_quit(&self) -> bool {
        if self.quit {
            self.stop.notice();
        }
        self.quit || self.stop.is_asked()
    }

    fn top(&self) -> &Layer {
        self.stack.top()
    }

    fn activity(&self) -> &dyn Activity {
        &*self.top().activity
    }

    /// Does what a key asks for; full screen is the window's own.
    pub fn act(&mut self, action: Action) {
        self.watched = FIRST_TIME;
        match action {
            Action::Help => self.help = !self.help,
            Action::Slower => self.set_speed(self.top().speed.slower()),
            Action::Faster => self.set_speed(self.top().speed.faster()),
            Action::Pause => {
                let top = self.stack.top_mut();
                top.is_paused = !top.is_paused;
            }
            Action::Step => self.single_step(),
            Action::Leave => self.ask_to_leave(),
            Action::Quit => self.quit = true,
            Action::FullScreen => {}
            Action::Screenshot => self.screenshot(),
            // A terminal does not say when a key is released: nobody can play there.
            Action::GoOn if !self.windowed => {}
            action => {
                let keys = self.activity().keys();
                if !keys.iter().any(|(actions, _)| actions.contains(&action)) {
                    return;
                }
                if action == Action::Goal {
                    self.shown_over.goal = !self.shown_over.goal;
                } else {
                    self.stack.top_mut().activity.act(action);
                    self.restack();
                }
            }
        }
    }

    /// Closes the help, or leaves what is on top; a person's game only when asked twice.
    fn ask_to_leave(&mut self) {
        let is_asked = self.leave_asked.take().is_some_and(|until| now() < until);
        if self.help {
            self.help = false;
        } else if self.activity().is_busy() && !is_asked {
            self.leave_asked = Some(now() + NOTICE_TIME);
            self.say("Esc again: leave and quit".to_owned());
        } else {
            self.leave();
        }
    }

    /// Goes back to what lies below, or ends the program.
    fn leave(&mut self) {
        self.quit |= !self.stack.pop();
        self.begin_anew();
    }

    /// Lays over the activity what it asks for, or leaves it if it is done; says whether another one
    /// is on top now.
    fn restack(&mut self) -> bool {
        let top = &mut self.stack.top_mut().activity;
        if top.is_done() {
            self.leave();
            return true;
        }
        let Some(next) = top.take_next() else {
            return false;
        };
        let waits = next.begins_paused();
        self.stack.push(next);
        self.stack.top_mut().is_paused = waits;
        self.begin_anew();
        true
    }

    /// Another activity is on top: what was pressed for the one before and the time that it owes
    /// are not its own.
    fn begin_anew(&mut self) {
        self.tapped = [Buttons::NONE; 2];
        self.leave_asked = None;
        self.pacer.forgive();
    }

    /// On which pads people play: a person alone has the first, but in a match that of their side.
    pub fn people(&self) -> [bool; 2] {
        self.activity().people()
    }

    fn has_person(&self) -> bool {
        self.people().contains(&true)
    }

    /// Whether the watcher has stopped it: a person cannot read the keys and play.
    fn is_stopped(&self) -> bool {
        self.top().is_paused || self.help && self.has_person()
    }

    fn set_speed(&mut self, speed: Speed) {
        // What a person plays is kept frame by frame: without a limit it would fill the memory.
        let has_person = self.has_person();
        self.stack.top_mut().speed = if has_person { speed.limited() } else { speed };
        self.pacer.forgive();
    }

    /// Pauses; while paused, makes one step.
    fn single_step(&mut self) {
        let top = self.stack.top_mut();
        let steps = top.is_paused && top.failure.is_none();
        top.is_paused = true;
        if steps {
            self.step(STEP_TIME);
        }
    }

    fn screenshot(&mut self) {
        self.draw_game();
        let notice = match screenshot::write(&self.frame, self.renderer.palette()) {
            Ok(path) => {
                log::say(format!("screenshot written to {}", path.display()));
                format!("screenshot: {}", file_name(&path))
            }
            Err(error) => {
                exit::saving_failed(&error);
                error.to_string()
            }
        };
        self.say(notice);
    }

    fn say(&mut self, notice: String) {
        self.notice = Some((notice, now() + NOTICE_TIME));
    }

    /// Makes the steps that are due, within the time a display frame can spare; says what happened
    /// in all steps since the last call.
    pub fn advance(&mut self) -> Events {
        self.make_due_steps();
        self.look();
        std::mem::take(&mut self.events)
    }

    /// Notes what goes on, for the status line.
    fn look(&mut self) {
        let now = now();
        let passed = now.saturating_duration_since(self.looked);
        self.looked = now;
        if !self.is_stopped() {
            self.watched = self.watched.saturating_add(passed).min(FIRST_TIME);
        }
        let pieces = self.activity().totals().map(|totals| totals.pieces);
        self.pace.note(pieces, now);
    }

    fn make_due_steps(&mut self) {
        let begin = now();
        let deadline = begin + BUDGET;
        let Layer {
            activity,
            speed,
            failure,
            ..
        } = self.stack.top();
        // Pauses between games are for people: they last three seconds at any speed.
        let times = match *speed {
            _ if self.is_stopped() || failure.is_some() || activity.is_at_end() => 0.0,
            _ if activity.is_between_games() => 1.0,
            Speed::Times(times) => times * activity.frames_per_second() / FRAMES_PER_SECOND,
            Speed::Max => 1.0,
        };
        let unlimited = *speed == Speed::Max && times > 0.0;
        self.pacer.pass(begin, times);
        while (unlimited && !self.activity().is_between_games()) || self.pacer.take() {
            let patience = deadline.saturating_duration_since(now());
            if patience.is_zero() || !self.step(patience) {
                self.pacer.forgive();
                return;
            }
        }
        if unlimited {
            self.pacer.forgive();
        }
    }

    /// Whether a step was made after which the same activity goes on.
    fn step(&mut self, patience: Duration) -> bool {
        let tapped = std::mem::take(&mut self.tapped);
        let buttons = [0, 1].map(|pad| self.held[pad].with(tapped[pad]));
        let top = self.stack.top_mut();
        match top.activity.step(patience, buttons) {
            Outcome::Stepped(events) => {
                self.events = self.events.with(events);
                !self.restack()
            }
            Outcome::Waiting => false,
            Outcome::Failed(message) => {
                log::say(format!("the player has failed: {message}"));
                top.failure = Some(message);
                false
            }
        }
    }

    fn draw_game(&mut self) {
        let view = self.view();
        self.renderer.draw(&view, &mut self.frame);
        let overlay = self.overlay();
        self.renderer.overlay(&view, &overlay, &mut self.frame);
    }

    /// What lies over the picture, as far as it is wanted.
    pub fn overlay(&self) -> Overlay {
        self.shown_over.of(self.activity().overlay())
    }

    /// What the screen shows, without what the program lays over it.
    pub fn view(&self) -> View {
        self.activity().view()
    }

    /// The picture of this moment, with status line, help and messages.
    pub fn picture(&mut self) -> &Frame {
        self.draw_game();
        self.shown.clone_from(&self.frame);
        let (status, notice, help) = (self.status(), self.notice(), self.help());
        let failure = self.stack.top().failure.as_ref();
        overlay::status(&self.renderer, &mut self.shown, &status);
        if let Some(failure) = failure {
            let title = "THE PLAYER FAILED";
            overlay::message(&self.renderer, &mut self.shown, title, failure);
        } else if let Some(notice) = notice {
            overlay::notice(&self.renderer, &mut self.shown, &notice);
        }
        if let Some(keys) = help {
            overlay::help(&self.renderer, &mut self.shown, &keys);
        }
        &self.shown
    }

    /// The colours of the picture.
    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// What the status line says.
    pub fn status(&self) -> Status {
        let watching = Watching {
            pieces_per_second: self.pace.per_second(),
            is_new: self.watched < FIRST_TIME && self.activity().invites_to_play(),
        };
        Status::of(self.top(), watching)
    }

    /// The notice of this moment.
    pub fn notice(&mut self) -> Option<String> {
        if let Some(notice) = self.stack.top_mut().activity.take_notice() {
            self.say(notice);
        }
        self.notice.take_if(|(_, until)| now() >= *until);
        let failure = self.top().failure.as_ref();
        let failure = failure.map(|failure| format!("the player failed: {failure}"));
        failure
            .or_else(|| self.notice.as_ref().map(|(notice, _)| notice.clone()))
            .or_else(|| self.activity().summary())
    }

    /// The keys and what they do, while the help is open.
    pub fn help(&self) -> Option<Vec<(String, String)>> {
        let mut keys = action::help(self.activity().keys(), self.windowed);
        keys.extend_from_slice(self.pad_keys.lines(self.people()));
        self.help.then_some(keys)
    }
}

/// However the loop has ended, what is shown is saved now, and that may take its time.
impl Drop for App {
    fn drop(&mut self) {
        self.stop.notice();
    }
}

/// What only a window knows: pads, focus and a title.
#[cfg(any(feature = "window", test))]
impl App {
    /// Says that there is a window, so that full screen is among the keys.
    pub fn set_windowed(&mut self) {
        self.windowed = true;
    }

    /// What people hold now on both pads, and what was pressed since the last call.
    pub fn set_buttons(&mut self, held: [Buttons; 2], tapped: [Buttons; 2]) {
        let is_stopped = self.is_stopped();
        self.held = held;
        for (sum, tapped) in self.tapped.iter_mut().zip(tapped) {
            // What is pressed while the program waits is not meant for the game.
            *sum = if is_stopped {
                Buttons::NONE
            } else {
                sum.with(tapped)
            };
        }
    }

    /// The window has lost the focus: a person's game waits.
    pub fn lose_focus(&mut self) {
        if self.has_person() && !self.top().is_paused {
            self.stack.top_mut().is_paused = true;
            self.say("paused: the window lost the focus. Space: go on".to_owned());
        }
    }

    /// The window's title.
    pub fn title(&self) -> String {
        format!("Rightwell - {}", self.activity().title())
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

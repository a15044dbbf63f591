//! The program behind a window or a terminal: keys in, pictures out.

mod hearing;
#[cfg(any(feature = "window", test))]
mod in_window;
mod lab;
mod look;
mod menu;
mod panels;
mod places;
mod said;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rightwell::engine::{Events, View};
use rightwell::render::{Frame, Overlay, Renderer};
use rightwell::rules::Buttons;

use crate::shell::activity::stack::{Layer, Stack};
use crate::shell::activity::{
    Begun, Can, FRAMES_PER_SECOND, Hud, Request, Reviewing, StepOutcome, frames_per_second,
};
use crate::shell::host::clock::{Time, now};
use crate::shell::host::places::{file_in_words, home};
use crate::shell::host::{drawing, exit, log, page};
use crate::shell::input::action::{self, Action, SceneKeys};
use crate::shell::input::pad_help::PadHelp;
use crate::shell::menu::ProgramMenu;
use crate::shell::menu::context::AppContext;
use crate::shell::options::speed::Speed;
use crate::shell::store::screenshot::Screenshot;
use crate::shell::store::settings::Settings;

use super::overlay;
use super::pacer::{BUDGET, Pacer};
use super::piece_rate::PieceRate;
use super::stop::Stop;
use super::strip::{self, StatusPlace};
use hearing::Hearing;
#[cfg(any(feature = "window", test))]
use in_window::InWindow;
use lab::Lab;
use places::Places;
use said::FIRST_TIME;

/// How long a single step waits for a plan.
const STEP_TIME: Duration = Duration::from_secs(2);

/// What other programs copied, and a text for them.
#[derive(Clone, Copy, Debug)]
pub struct Clipboard {
    pub get: fn() -> Option<String>,
    pub set: fn(&str),
}

/// What is on the screen, with all that a watcher can set.
#[derive(Debug)]
pub struct App {
    stack: Stack,
    renderer: Renderer,
    /// The game's own picture, and the one with status and help on it.
    frame: Frame,
    shown: Frame,
    /// Which settings the picture follows, by how often something had been set.
    followed: Option<u32>,
    /// What stands beside the picture.
    strip: Frame,
    pacer: Pacer,
    help: bool,
    /// Whether there is a game pad, whose buttons are in the help.
    has_pad: bool,
    /// Whether there are no keys, but buttons for fingers.
    is_touched: bool,
    /// Settings, choices and how things are begun.
    context: AppContext,
    hearing: Hearing,
    lab: Lab,
    /// The menu, while it is open.
    menu: Option<ProgramMenu>,
    notice: Option<(String, Time)>,
    /// What happened in the steps since it was asked for.
    events: Events,
    quit: bool,
    /// Buttons of both pads held now, and those pressed since the last step, however shortly.
    held: [Buttons; 2],
    tapped: [Buttons; 2],
    /// On which pads people played when buttons were told last; none where the scene is new since then.
    heard: Option<[bool; 2]>,
    /// Whether the key for hints is held, and that for a new game.
    asks_for_hint: bool,
    #[cfg(any(feature = "window", test))]
    in_window: InWindow,
    /// Set from outside to end soon (Ctrl-C).
    stop: Stop,
    /// Whether a person's game waits because they could not go on, not because they asked for it.
    waits: bool,
    /// Whether there is a window that can fill the screen.
    windowed: bool,
    /// What was copied, and where something is copied to.
    clipboard: Option<Clipboard>,
    piece_rate: PieceRate,
    /// The places for pieces that are told, and since when they are.
    places: Places,
    /// How long somebody has watched or played, at least the first time once a key was pressed, and when
    /// that was looked at last.
    watched: Duration,
    looked: Time,
}

impl App {
    /// Something to be shown, with what the menu works with; `stop` ends it from outside. What there is
    /// to say at the start is shown for a while.
    pub fn new(begun: Begun, context: AppContext, stop: Stop) -> App {
        let mut app = App {
            heard: Some(begun.activity.can().people),
            stack: Stack::new(begun),
            renderer: Renderer::new(),
            frame: Frame::new(),
            shown: Frame::new(),
            followed: None,
            strip: Frame::new(),
            pacer: Pacer::new(now()),
            help: false,
            has_pad: false,
            is_touched: page::is_touched(),
            menu: None,
            notice: None,
            events: Events::default(),
            quit: false,
            held: [Buttons::NONE; 2],
            tapped: [Buttons::NONE; 2],
            asks_for_hint: false,
            #[cfg(any(feature = "window", test))]
            in_window: InWindow::default(),
            stop,
            waits: false,
            windowed: false,
            clipboard: None,
            piece_rate: PieceRate::default(),
            places: ([None; 3], now()),
            watched: Duration::ZERO,
            looked: now(),
            hearing: Hearing::default(),
            lab: Lab::default(),
            context,
        };
        if let Some(first) = app.context.notices.first().cloned() {
            app.say(first);
        }
        app
    }

    /// The settings in force.
    pub const fn settings(&self) -> &Settings {
        self.context.settings()
    }

    /// How often something was set.
    pub const fn settings_changes(&self) -> u32 {
        self.context.changes()
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

    /// What is told of what is on.
    fn hud(&self) -> &Hud {
        self.top().hud()
    }

    /// What can be done with what is on.
    fn can(&self) -> Can {
        self.top().activity.can()
    }

    /// Does what a key asks for, unless somebody plays with it; full screen is the window's own. While the
    /// menu is open few keys of the program do anything.
    pub fn act(&mut self, action: Action) {
        drawing::step(|| self.act_step(action));
    }

    fn act_step(&mut self, action: Action) {
        self.watched = self.watched.max(FIRST_TIME);
        let is_of_menu = matches!(action, Action::Menu | Action::Screenshot | Action::Quit);
        if self.menu.is_some() && !is_of_menu || !self.keys().has(action) {
            return;
        }
        // Who goes on has read it, and it may stand where the status would change.
        self.notice = None;
        match action {
            Action::Help => self.help = !self.help,
            Action::Slower => self.set_speed(self.top().speed.slower()),
            Action::Faster => self.set_speed(self.top().speed.faster()),
            Action::Pause => {
                let top = self.stack.top_mut();
                top.is_paused = !top.is_paused;
                self.waits = false;
            }
            Action::Step => self.single_step(),
            Action::Menu => self.open_or_close_menu(),
            Action::Quit => self.quit = true,
            Action::FullScreen => {}
            Action::Screenshot => self.screenshot(),
            Action::Sound => self.toggle_sound(),
            Action::Statistics => self.turn_statistics(),
            // It does something as long as it is held.
            Action::Hint => {}
            // A terminal does not say when a key is released: nobody can play there.
            Action::GoOn | Action::TryAgain | Action::Practise | Action::Restart
                if !self.windowed => {}
            action => self.act_on_top(action),
        }
    }

    /// On which pads people play: a person alone has the first, but in a match that of their side.
    pub fn people(&self) -> [bool; 2] {
        self.can().people
    }

    /// The keys of the program that work now.
    fn keys(&self) -> SceneKeys<'_> {
        SceneKeys {
            settings: self.settings(),
            people: self.people(),
            has_pad: self.has_pad,
            is_windowed: self.windowed,
        }
    }

    fn has_person(&self) -> bool {
        self.people().contains(&true)
    }

    /// Whether nobody plays and keys lead from mistake to mistake.
    fn is_reviewed(&self) -> bool {
        self.can().review == Reviewing::Open
    }

    /// Whether the watcher has stopped it: a person cannot read the keys and play.
    fn is_stopped(&self) -> bool {
        self.menu.is_some() || self.top().is_paused || self.help && self.has_person()
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
        let screenshot = self.window_picture();
        self.context.run_later(
            move || screenshot.write(),
            |_, written| {
                Some(Request::Say(match written {
                    Ok(path) => {
                        log::say(format!("screenshot written to {}", path.display()));
                        let place = file_in_words(&path, home().as_deref());
                        format!("screenshot: {place}")
                    }
                    Err(error) => {
                        exit::failed(&error);
                        error.to_string()
                    }
                }))
            },
        );
    }

    /// Returns the window as it is, or the game's picture if there are no panels beside it.
    fn window_picture(&mut self) -> Screenshot {
        #[cfg(any(feature = "window", test))]
        if let Some(whole) = self.whole_window() {
            return whole;
        }
        self.draw_game();
        Screenshot::of_frame(&self.frame, self.renderer.palette())
    }

    /// Makes the steps that are due, within the time a display frame can spare; says what happened
    /// in all steps since the last call.
    pub fn advance(&mut self) -> Events {
        drawing::step(|| self.advance_step())
    }

    fn advance_step(&mut self) -> Events {
        self.follow_settings();
        self.attend();
        self.make_due_steps();
        self.attend();
        self.end_hearing();
        self.look();
        self.note_places();
        std::mem::take(&mut self.events)
    }

    fn make_due_steps(&mut self) {
        let begin = now();
        let deadline = begin + BUDGET;
        let times = self.times();
        let unlimited = self.top().speed == Speed::Max && times > 0.0;
        self.pacer.pass(begin, times);
        while (unlimited && !self.can().is_between_games) || self.pacer.take() {
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

    /// How many times the console's NTSC speed steps are due; 1 where there is no limit, 0 while
    /// nothing moves.
    fn times(&self) -> f64 {
        let Layer {
            activity,
            speed,
            failure,
            ..
        } = self.top();
        let can = activity.can();
        // Pauses between games are for people: they last three seconds at any speed.
        match *speed {
            _ if self.is_stopped() || failure.is_some() || can.is_at_end => 0.0,
            _ if can.is_between_games => 1.0,
            Speed::Times(times) => times * frames_per_second(can.region) / FRAMES_PER_SECOND,
            Speed::Max => 1.0,
        }
    }

    /// Whether a step was made after which the same activity goes on.
    fn step(&mut self, patience: Duration) -> bool {
        let tapped = std::mem::take(&mut self.tapped);
        let buttons = [0, 1].map(|pad| self.held[pad].with(tapped[pad]));
        let top = self.stack.top_mut();
        match top.activity.step(patience, buttons) {
            StepOutcome::Stepped(events) => {
                self.events = self.events.with(events);
                self.hear(events);
                !self.carry_out()
            }
            StepOutcome::Waiting => false,
            StepOutcome::Failed(message) => {
                log::say(format!("the player has failed: {message}"));
                top.failure = Some(message);
                false
            }
        }
    }

    /// Draws the game and what lies in its field.
    fn draw_game(&mut self) {
        self.draw_field(&self.overlay());
    }

    /// The same with other things over the field.
    fn draw_field(&mut self, overlay: &Overlay) {
        let view = self.view();
        self.renderer.draw(&view, &mut self.frame);
        self.renderer.overlay(&view, overlay, &mut self.frame);
        if let Some(tree) = &self.stack.top().hud().tree {
            self.renderer.tree(&view, tree, &mut self.frame);
        }
    }

    /// What the screen shows, without what the program lays over it.
    pub fn view(&self) -> View {
        self.top().activity.view()
    }

    /// The picture of this moment, with status line, help and messages.
    pub fn picture(&mut self) -> &Frame {
        self.picture_and_strip(StatusPlace::Over).0
    }

    /// The picture of this moment with help and messages, and the strip beside it; the status line
    /// is where it is said, and so are notices that find room there.
    pub fn picture_and_strip(&mut self, place: StatusPlace) -> (&Frame, &Frame) {
        #[cfg(any(feature = "window", test))]
        {
            self.in_window.layout = None;
        }
        self.draw_game();
        self.shown.clone_from(&self.frame);
        let (status, help) = (self.status(), self.help());
        let notice = self.notice().or_else(|| self.coach_says());
        let failure = self.stack.top().failure.as_ref();
        let mut is_beside = false;
        match place {
            StatusPlace::Over => overlay::status(&self.renderer, &mut self.shown, &status),
            StatusPlace::Beside(size) => {
                let said = notice.as_deref().filter(|_| failure.is_none());
                is_beside = strip::draw(&self.renderer, &mut self.strip, size, &status, said);
            }
            StatusPlace::Nowhere => {}
        }
        if let Some(failure) = failure {
            let title = "THE PLAYER FAILED";
            overlay::message(&self.renderer, &mut self.shown, title, failure);
        } else if let Some(notice) = notice.filter(|_| !is_beside) {
            let page = self.notice_page();
            overlay::notice(&self.renderer, &mut self.shown, &notice, page);
        }
        if let Some(keys) = help {
            overlay::help(&self.renderer, &mut self.shown, &keys);
        }
        if let Some(sheet) = self.sheet() {
            self.renderer.sheet(&sheet, &mut self.shown);
            let page = self.notice_page();
            if let Some((notice, _)) = self.notice.as_ref().filter(|_| !is_beside) {
                overlay::notice(&self.renderer, &mut self.shown, notice, page);
            }
        }
        (&self.shown, &self.strip)
    }

    /// The colours of the picture.
    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// The keys and what they do, while the help is open.
    pub fn help(&self) -> Option<Vec<(String, String)>> {
        if !self.help {
            return None;
        }
        let mut keys = self.keys().help(self.can().keys);
        if self.has_pad && self.is_reviewed() {
            let owned = |(button, does): (&str, &str)| (button.to_owned(), does.to_owned());
            keys.extend(action::PAD_LINES.map(owned));
        }
        let pads = PadHelp::new(self.settings()).lines(self.people(), self.has_pad);
        keys.extend_from_slice(&pads);
        Some(keys)
    }
}

/// However the loop has ended, what is shown is saved now, and that may take its time.
impl Drop for App {
    fn drop(&mut self) {
        self.stop.notice();
    }
}

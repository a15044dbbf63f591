//! Running program, independent of window and terminal: it turns keys into frames.

mod card;
mod dispatch;
mod hearing;
#[cfg(any(feature = "window", test))]
mod in_window;
mod lab;
mod look;
mod menu;
mod pages;
mod panels;
mod places;
mod ranked;
mod said;
#[cfg(test)]
mod tests;
mod welcome;

use std::time::Duration;

use rightwell::engine::{Events, View};
use rightwell::render::{Frame, Overlay, Renderer};
use rightwell::rules::Buttons;

use crate::host::clock::{Time, now};
use crate::host::places::{file_in_words, home};
use crate::host::{drawing, exit, log, page};
use crate::input::action::{self, Action, SceneKeys};
use crate::input::pad_help::PadHelp;
use crate::menu::ProgramMenu;
use crate::options::speed::{FRAMES_PER_SECOND, Speed, frames_per_second};
use crate::scene::app_context::AppContext;
use crate::scene::coach::CoachSettings;
use crate::scene::context::Context;
use crate::scene::stack::{SceneLayer, Stack};
use crate::scene::{BegunScene, Capabilities, Hud, Request, ReviewState, StepInput, StepOutcome};
use crate::store::screenshot::Screenshot;
use crate::store::settings::Settings;

use super::overlay;
use super::pacer::{BUDGET, Pacer};
use super::piece_rate::PieceRate;
use super::stop::StopFlag;
use super::strip::{self, StatusPlace};
use hearing::SoundState;
#[cfg(any(feature = "window", test))]
use in_window::WindowState;
use lab::LabPanels;
use pages::PanelPages;
use places::OutlineTimes;
use said::Notice;

/// Maximum time that a single step waits for a player's plan.
const STEP_TIME: Duration = Duration::from_secs(2);

/// Access to the clipboard.
#[derive(Clone, Copy, Debug)]
pub struct Clipboard {
    pub get: fn() -> Option<String>,
    pub set: fn(&str),
}

/// Frames of the program, and their renderer.
#[derive(Debug)]
struct Picture {
    renderer: Renderer,
    /// Frame of the game, without and with status, help and messages.
    frame: Frame,
    shown: Frame,
    /// Value of `settings_changes` that the renderer has applied.
    followed: Option<u32>,
    /// Strip of text beside the frame.
    strip: Frame,
}

/// Buttons of the players.
#[derive(Debug, Default)]
struct HeldButtons {
    /// Buttons held on both pads, and buttons pressed since the last step, even if already released.
    held: [Buttons; 2],
    tapped: [Buttons; 2],
    /// Pads that people were playing on at the last input, and whether a name was being entered. `None` after a change
    /// of scene.
    heard: Option<([bool; 2], bool)>,
    /// True if the hint key is held.
    asks_for_hint: bool,
}

/// Input and output devices of the user.
#[derive(Debug)]
struct Devices {
    /// True if a gamepad is connected. The help then lists its buttons.
    has_pad: bool,
    /// True if the last press was on a key. Texts then name keys, even if a gamepad is connected.
    names_keys: bool,
    /// True if the user plays with touch buttons instead of keys.
    is_touched: bool,
    /// True if a stream shows the program, without notices.
    is_clean: bool,
    /// True if the program has a window, which can fill the screen.
    windowed: bool,
    /// Clipboard, if the platform has one.
    clipboard: Option<Clipboard>,
}

/// State of the running program: the stack of scenes, and everything that is shown or heard with them.
#[derive(Debug)]
pub struct App {
    stack: Stack,
    /// Settings, choices and background tasks.
    context: AppContext,
    picture: Picture,
    buttons: HeldButtons,
    devices: Devices,
    pacer: Pacer,
    /// Settings of the coach, as of the last tick.
    coach: CoachSettings,
    hearing: SoundState,
    lab: LabPanels,
    /// Page of panels, and whether there is another one.
    pages: PanelPages,
    has_more: bool,
    help: bool,
    /// True until the welcome card has done its work.
    is_welcome: bool,
    /// Menu, while it is open.
    menu: Option<ProgramMenu>,
    /// Screen of the latest game, shown beside the first page of the menu.
    last_game: View,
    notice: Option<Notice>,
    /// Time at which the scene on top began.
    begun: Time,
    /// Time at which the countdown ends and the piece continues to fall.
    countdown: Option<Time>,
    /// Events of all steps since [`advance`](App::advance) last returned.
    events: Events,
    quit: bool,
    #[cfg(any(feature = "window", test))]
    in_window: WindowState,
    /// Shutdown request from outside (Ctrl-C).
    stop: StopFlag,
    /// True if the program itself has paused a person's game, for example after a loss of focus.
    waits: bool,
    piece_rate: PieceRate,
    /// Outlines in the playfield, and the time when they first appeared.
    places: OutlineTimes,
    /// Time that the user has watched or played, and when it was last updated.
    watched: Duration,
    looked: Time,
}

impl App {
    /// Returns the program at its first scene. `stop` requests its end. Shows the first notice of the context.
    pub fn new(begun: BegunScene, context: AppContext, stop: StopFlag) -> App {
        let mut app = App {
            buttons: HeldButtons {
                heard: Some((begun.scene.can().people, false)),
                ..HeldButtons::default()
            },
            stack: Stack::new(begun),
            picture: Picture {
                renderer: Renderer::new(),
                frame: Frame::new(),
                shown: Frame::new(),
                followed: None,
                strip: Frame::new(),
            },
            devices: Devices {
                has_pad: false,
                names_keys: false,
                is_touched: page::is_touched(),
                is_clean: page::is_clean(),
                windowed: false,
                clipboard: None,
            },
            pacer: Pacer::new(now()),
            help: false,
            is_welcome: true,
            menu: None,
            last_game: View::Blank,
            notice: None,
            begun: now(),
            countdown: None,
            events: Events::default(),
            quit: false,
            #[cfg(any(feature = "window", test))]
            in_window: WindowState::default(),
            stop,
            waits: false,
            piece_rate: PieceRate::default(),
            places: ([None; 3], now()),
            watched: Duration::ZERO,
            looked: now(),
            hearing: SoundState::default(),
            lab: LabPanels::default(),
            pages: PanelPages::Page(0),
            has_more: false,
            coach: context.coach_settings(),
            context,
        };
        if let Some(first) = app.context.notices.first().cloned() {
            app.say(first);
        }
        app.begin_scene();
        if app.stack.is_match() {
            app.count_down();
        }
        app
    }

    /// Returns the current settings.
    pub const fn settings(&self) -> &Settings {
        self.context.settings()
    }

    /// Returns the number of changes to the settings.
    pub const fn settings_changes(&self) -> u32 {
        self.context.changes()
    }

    /// Returns whether the program should end.
    pub fn wants_to_quit(&self) -> bool {
        if self.quit {
            self.stop.notice();
        }
        self.quit || self.stop.is_asked()
    }

    fn top(&self) -> &SceneLayer {
        self.stack.top()
    }

    /// Returns the texts around the current scene.
    fn hud(&self) -> &Hud {
        self.top().hud()
    }

    /// Returns the possible interactions with the current scene.
    fn can(&self) -> Capabilities {
        self.top().scene.can()
    }

    /// Runs the action of a key, unless a person plays with this key. The window handles full screen itself. While the
    /// menu is open, only the menu key, screenshots, sound and quitting work.
    pub fn act(&mut self, action: Action) {
        drawing::step(|| self.act_step(action));
    }

    fn act_step(&mut self, action: Action) {
        let is_of_menu = matches!(
            action,
            Action::Menu | Action::Screenshot | Action::Sound | Action::Quit
        );
        if self.menu.is_some() && !is_of_menu || !self.keys().has(action) {
            return;
        }
        if self.change_first_level(action) {
            return;
        }
        if matches!(action, Action::Menu | Action::Filter) {
            self.know_the_way();
            // Who builds pictures needs the keys for them.
            self.is_welcome &= action != Action::Filter;
        }
        if self.asks_to_unrank(action) {
            return;
        }
        // Remove the notice, because it may cover the status that this action changes.
        self.notice = None;
        match action {
            Action::Help => self.help = !self.help,
            Action::Slower => self.set_speed(self.top().speed.slower()),
            Action::Faster => self.set_speed(self.top().speed.faster()),
            Action::Pause => {
                let top = self.stack.top_mut();
                top.is_paused = !top.is_paused;
                let is_paused = top.is_paused;
                self.waits = false;
                self.countdown = None;
                // A person's paused game has a card of its own.
                if is_paused && !self.has_person() {
                    self.announce("Paused", "{PAUSE}: resume");
                }
            }
            Action::Step => self.single_step(),
            Action::Menu => self.open_or_close_menu(),
            Action::Quit => self.quit = true,
            Action::FullScreen => {}
            Action::CopyLink => self.fulfil(self.link().map(Request::Copy)),
            Action::Screenshot => self.screenshot(),
            Action::Sound => self.toggle_sound(),
            Action::Statistics => self.turn_statistics(),
            Action::Lab => self.turn_page(),
            // This action has an effect only while its key is held.
            Action::Hint => {}
            // A terminal does not report key releases, so games of a person cannot start there.
            Action::GoOn | Action::TryAgain | Action::Practise | Action::Restart
                if !self.devices.windowed => {}
            action => self.act_on_top(action),
        }
    }

    /// Returns the pads that people play on. A lone person has the first pad, or the pad of their side in a match.
    pub fn people(&self) -> [bool; 2] {
        self.can().people
    }

    /// Returns the keys of the program that work now.
    fn keys(&self) -> SceneKeys<'_> {
        SceneKeys {
            settings: self.settings(),
            people: self.people(),
            has_pad: self.devices.has_pad,
            is_windowed: self.devices.windowed,
            unlisted: self.can().unlisted,
        }
    }

    /// Returns whether texts may name keys.
    fn has_keys(&self) -> bool {
        self.devices.windowed && (self.devices.names_keys || !self.devices.has_pad)
    }

    fn has_person(&self) -> bool {
        self.people().contains(&true)
    }

    /// Returns whether a review is open. Keys then move from mistake to mistake.
    fn is_reviewed(&self) -> bool {
        self.can().review == ReviewState::Open
    }

    /// Returns whether the scene is stopped by a pause, the menu or a countdown, or by the help while a person plays.
    fn is_stopped(&self) -> bool {
        let is_covered = self.menu.is_some() || self.help && self.has_person();
        is_covered || self.top().is_paused || self.countdown_digit().is_some()
    }

    fn set_speed(&mut self, speed: Speed) {
        // The recording of a person's game contains every frame. Unlimited speed would fill the memory.
        let has_person = self.has_person();
        self.stack.top_mut().speed = if has_person { speed.limited() } else { speed };
        self.pacer.forgive();
    }

    /// Pauses the scene, or makes one step if the scene is already paused.
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
                Some(Request::Notify(match written {
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

    /// Returns an image of the window, or of the game's frame if no panels surround it.
    fn window_picture(&mut self) -> Screenshot {
        #[cfg(any(feature = "window", test))]
        if let Some(whole) = self.whole_window() {
            return whole;
        }
        self.draw_game();
        Screenshot::of_frame(&self.picture.frame, self.picture.renderer.palette())
    }

    /// Makes the due steps that fit into the time of a display frame. Returns the events of all steps since the last
    /// call.
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

    /// Returns the speed in multiples of the NTSC console's speed: 1 for unlimited speed, 0 while nothing moves.
    fn times(&self) -> f64 {
        let SceneLayer {
            scene,
            speed,
            failure,
            ..
        } = self.top();
        let can = scene.can();
        // Pauses between games last three seconds at any speed, because people need that time.
        match *speed {
            _ if self.is_stopped() || failure.is_some() || can.is_at_end => 0.0,
            _ if can.is_between_games => 1.0,
            _ if can.enters_name => frames_per_second(can.region) / FRAMES_PER_SECOND,
            Speed::Times(times) => times * frames_per_second(can.region) / FRAMES_PER_SECOND,
            Speed::Max => 1.0,
        }
    }

    /// Makes a step. Returns `false` if none was made, or if another scene is on top now.
    fn step(&mut self, patience: Duration) -> bool {
        let tapped = std::mem::take(&mut self.buttons.tapped);
        let held = [0, 1].map(|pad| self.buttons.held[pad].with(tapped[pad]));
        let top = self.stack.top_mut();
        let mut context = Context::default();
        let is_stepped = match top.scene.step(StepInput { patience, held }, &mut context) {
            StepOutcome::Stepped(events) => {
                self.events = self.events.with(events);
                self.hear(events);
                true
            }
            StepOutcome::Waiting => false,
            StepOutcome::Failed(message) => {
                log::say(format!("the player failed: {message}"));
                top.failure = Some(message);
                false
            }
        };
        let is_other = self.carry_out(context);
        is_stepped && !is_other
    }

    /// Draws the game with the overlay on its playfield.
    fn draw_game(&mut self) {
        self.draw_field(&self.overlay());
    }

    /// Draws the game with this overlay on its playfield.
    fn draw_field(&mut self, overlay: &Overlay) {
        let view = self.view();
        self.picture.renderer.draw(&view, &mut self.picture.frame);
        self.picture
            .renderer
            .overlay(&view, overlay, &mut self.picture.frame);
        if let Some(tree) = &self.stack.top().hud().tree {
            self.picture
                .renderer
                .tree(&view, tree, &mut self.picture.frame);
        }
        let is_game = matches!(view, View::Game(_) | View::Versus(_));
        if is_game || self.last_game == View::Blank {
            self.last_game = view;
        }
    }

    /// Returns the screen of the current scene, without anything that the program adds.
    pub fn view(&self) -> View {
        self.top().scene.view()
    }

    /// Returns the frame with status line, help and messages.
    pub fn picture(&mut self) -> &Frame {
        self.picture_and_strip(StatusPlace::Over).0
    }

    /// Returns the frame with help and messages, and the strip beside it. `place` determines where the status line
    /// goes. Notices go to the strip if they fit.
    pub fn picture_and_strip(&mut self, place: StatusPlace) -> (&Frame, &Frame) {
        #[cfg(any(feature = "window", test))]
        {
            self.in_window.layout = None;
        }
        self.draw_game();
        self.picture.shown.clone_from(&self.picture.frame);
        let (status, help) = (self.status(), self.help());
        self.draw_card();
        let notice = self.notice_beside().or_else(|| self.coach_says());
        let notice = notice.filter(|_| !self.devices.is_clean);
        let mut is_beside = false;
        match place {
            StatusPlace::Over => {
                overlay::status(&self.picture.renderer, &mut self.picture.shown, &status);
            }
            StatusPlace::Beside(size) => {
                let said = notice.as_deref();
                is_beside = strip::draw(
                    &self.picture.renderer,
                    &mut self.picture.strip,
                    size,
                    &status,
                    said,
                );
            }
            StatusPlace::OnPhone(_) | StatusPlace::Nowhere => {}
        }
        if let Some(notice) = notice.filter(|_| !is_beside) {
            let page = self.notice_page();
            overlay::notice(
                &self.picture.renderer,
                &mut self.picture.shown,
                &notice,
                page,
            );
        }
        if let Some(keys) = help {
            (self.picture.renderer).keys("KEYS", &keys, &mut self.picture.shown);
        }
        if let Some(sheet) = self.sheet() {
            self.picture
                .renderer
                .sheet(&sheet, &self.last_game, &mut self.picture.shown);
            let page = self.notice_page();
            if let Some(notice) = self.notice.as_ref().filter(|_| !is_beside) {
                overlay::notice(
                    &self.picture.renderer,
                    &mut self.picture.shown,
                    &notice.text,
                    page,
                );
            }
        }
        if let StatusPlace::OnPhone(screen) = place {
            self.picture.shown = (self.picture.renderer).on_phone(&self.picture.shown, screen);
        }
        (&self.picture.shown, &self.picture.strip)
    }

    /// Returns the renderer, whose palette the frame uses.
    pub fn renderer(&self) -> &Renderer {
        &self.picture.renderer
    }

    /// Returns the keys and their descriptions while the help is open.
    pub fn help(&self) -> Option<Vec<(String, String)>> {
        if !self.help {
            return None;
        }
        let pads = PadHelp::new(self.can().pads, self.settings());
        let mut keys = pads.lines(self.people(), self.devices.has_pad);
        keys.extend(self.keys().help(self.can().keys));
        if self.devices.has_pad && self.is_reviewed() {
            let owned = |(button, does): (&str, &str)| (button.to_owned(), does.to_owned());
            keys.extend(action::PAD_LINES.map(owned));
        }
        Some(keys)
    }
}

/// Tells [`StopFlag`] that the loop has ended. The scenes then save their data, however long that takes.
impl Drop for App {
    fn drop(&mut self) {
        self.stop.notice();
    }
}

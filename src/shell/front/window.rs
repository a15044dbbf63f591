//! The window: macroquad.

mod canvas;
mod focus;
mod layout;
mod pace;
mod place;
mod title;
#[cfg(target_os = "linux")]
mod x11;
#[cfg(not(target_os = "linux"))]
#[path = "window/no_x11.rs"]
mod x11;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use macroquad::conf::{Conf as MacroquadConf, UpdateTrigger};
use macroquad::miniquad::conf::{Conf, Icon, Platform};
use macroquad::prelude::*;
use rightwell::render::{Palette, icon};

use crate::shell::activity::worker::panic_message;
use crate::shell::front::app::App;
use crate::shell::front::strip::StatusPlace;
use crate::shell::host::clock::{Time, now};
use crate::shell::host::{log, places};
use crate::shell::input::action::Action;
use crate::shell::input::held::Repeated;
use crate::shell::input::pad_keys::Bindings;
use crate::shell::store::folders::Folders;
use crate::shell::store::settings::Settings;
use crate::shell::store::{load, window_place};

use canvas::Canvas;
use focus::Focus;
use layout::Layout;
use pace::Pace;
use place::Keeper;
use title::Title;
use x11::Server;

/// Why there is no window.
#[derive(Debug)]
pub struct NoWindow(pub String);

/// The keys of the program that act once; letters and digits stay free for pads.
const KEYS: [(KeyCode, Action); 19] = [
    (KeyCode::F1, Action::Help),
    (KeyCode::F2, Action::PlayFast),
    (KeyCode::F3, Action::Slower),
    (KeyCode::F4, Action::Faster),
    (KeyCode::F5, Action::Filter),
    (KeyCode::F6, Action::Previous),
    (KeyCode::F7, Action::Next),
    (KeyCode::F8, Action::NewGame),
    (KeyCode::F9, Action::LevelDown),
    (KeyCode::F10, Action::LevelUp),
    (KeyCode::F11, Action::FullScreen),
    (KeyCode::F12, Action::Screenshot),
    (KeyCode::Space, Action::Pause),
    (KeyCode::Left, Action::SeekBack),
    (KeyCode::Right, Action::SeekForward),
    (KeyCode::Up, Action::PreviousPiece),
    (KeyCode::Down, Action::NextPiece),
    (KeyCode::Tab, Action::KeepRecording),
    (KeyCode::Escape, Action::Leave),
];

/// The key that acts again and again while it is held.
const STEP_KEY: KeyCode = KeyCode::Period;

/// Whether there may be a display to open a window on.
pub fn is_likely() -> bool {
    let is_set = |name| places::variable(name).is_some();
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Shows the app until it ends or the window is closed.
///
/// An error means that no window could be opened; the app comes back untouched.
pub fn run(app: App, settings: &Settings) -> Result<(), (NoWindow, Box<App>)> {
    let server = Server::connect();
    let path = Folders::of_user().ok().map(|folders| folders.window());
    let kept = path.as_deref().and_then(window_place::load);
    let monitors = server.as_ref().map(Server::monitors);
    let opening = place::opening(kept, &monitors.unwrap_or_default());
    let conf = MacroquadConf {
        miniquad_conf: Conf {
            window_title: title::first(),
            window_width: opening.width as i32,
            window_height: opening.height as i32,
            high_dpi: true,
            window_resizable: true,
            fullscreen: settings.full_screen,
            icon: Some(icon()),
            platform: Platform {
                linux_wm_class: "rightwell",
                blocking_event_loop: server.is_some(),
                ..Default::default()
            },
            ..Default::default()
        },
        default_filter_mode: FilterMode::Nearest,
        // The alarm of the loop is a turn of the wheel.
        update_on: Some(UpdateTrigger {
            mouse_wheel: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    let app = Rc::new(RefCell::new(Some(app)));
    let shown = Rc::clone(&app);
    let settings = settings.clone();
    let keeper = Keeper::new(path, kept);
    let opened = silently(|| {
        macroquad::Window::from_config(conf, async move {
            // The window is open: panics are heard again from here on.
            let _ = std::panic::take_hook();
            let app = shown.borrow_mut().take();
            let window = server.and_then(|server| server.window(&title::first()));
            if let (Some(window), Some(corner)) = (&window, opening.corner) {
                window.move_to(corner);
            }
            let app = app.expect("the app is shown once");
            show(app, settings, window, keeper).await;
        });
    });
    match (opened, app.borrow_mut().take()) {
        (Err(reason), Some(app)) => Err((NoWindow(reason), Box::new(app))),
        // The app was on show when it panicked; the panic has been printed.
        (Err(_), None) => std::process::exit(101),
        (Ok(()), _) => Ok(()),
    }
}

/// Runs `open` without the usual report of a panic: a missing display is no fault of ours.
fn silently(open: impl FnOnce()) -> Result<(), String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(open));
    std::panic::set_hook(hook);
    result.map_err(|panic| panic_message(&*panic))
}

async fn show(mut app: App, settings: Settings, window: Option<x11::Window>, mut keeper: Keeper) {
    app.set_windowed();
    match load::palette(&settings.palette) {
        Ok(palette) => app.set_look(palette, settings.flashing),
        Err(error) => {
            log::say(format!("rightwell: {error}"));
            app.set_look(Palette::default(), settings.flashing);
        }
    }
    let bindings = Bindings::new(&settings);
    let mut title = Title::new(window.clone());
    let mut full_screen = settings.full_screen;
    let mut canvas = Canvas::new();
    let mut keys = Keys::default();
    let mut focus = Focus::new();
    let mut pace = Pace::new(Duration::from_secs(1) / settings.loop_hz, window.clone());
    while !app.wants_to_quit() {
        if focus.was_lost() {
            app.lose_focus();
        }
        keys.read();
        let people = app.people();
        app.set_buttons(
            bindings.pressed(people, &keys.held),
            bindings.pressed(people, &keys.new),
        );
        for action in keys.actions(now()) {
            if action == Action::FullScreen {
                full_screen = !full_screen;
                set_fullscreen(full_screen);
            }
            app.act(action);
        }
        app.advance();
        let (width, height) = true_size();
        let layout = Layout::new(width, height, settings.scaling, settings.status_line);
        let place = match layout.strip {
            _ if !settings.status_line => StatusPlace::Nowhere,
            Some(strip) => StatusPlace::Beside(strip.size),
            None => StatusPlace::Over,
        };
        let palette = app.renderer().palette().clone();
        let (picture, strip) = app.picture_and_strip(place);
        canvas.show(&layout, picture, strip, &palette);
        title.set(&app.title());
        if !full_screen {
            keeper.note(opened_size(), || window.as_ref()?.corner());
        }
        pace.round(app.until_step()).await;
    }
}

/// The program's icon, for systems that show one.
fn icon() -> Icon {
    let square = "an icon is a square";
    Icon {
        small: icon::rgba(1).try_into().expect(square),
        medium: icon::rgba(2).try_into().expect(square),
        big: icon::rgba(4).try_into().expect(square),
    }
}

/// The window's size in true pixels: macroquad's is divided by the display's scale.
fn true_size() -> (u32, u32) {
    let dpi = screen_dpi_scale();
    let [width, height] = [screen_width(), screen_height()].map(|size| (size * dpi).round());
    (width as u32, height as u32)
}

/// The window's size in the unit in which it is opened: true pixels on X11 only.
fn opened_size() -> (u32, u32) {
    if cfg!(target_os = "linux") {
        return true_size();
    }
    let [width, height] = [screen_width(), screen_height()].map(f32::round);
    (width as u32, height as u32)
}

/// What is held, and what has gone down since the round before.
///
/// Edges are derived from what is held: a key released while another window had the focus comes
/// back marked as a repeat, for which macroquad reports no press. A tap shorter than a frame is
/// never held but reported as pressed, so both are asked.
#[derive(Default)]
struct Keys {
    held: Vec<KeyCode>,
    new: Vec<KeyCode>,
    step: Repeated,
}

impl Keys {
    fn read(&mut self) {
        let held: Vec<KeyCode> = get_keys_down().into_iter().collect();
        let tapped = get_keys_pressed();
        let is_new = |key: &KeyCode| !self.held.contains(key);
        self.new = held.iter().copied().filter(is_new).collect();
        let short = tapped.into_iter().filter(|key| !held.contains(key));
        self.new.extend(short);
        self.held = held;
        // The queue of typed letters is never emptied by the frame.
        while get_char_pressed().is_some() {}
    }

    /// What the keys ask for now.
    fn actions(&mut self, now: Time) -> Vec<Action> {
        let is_new = |key| self.new.contains(key);
        let steps = (self.step).acts(now, self.held.contains(&STEP_KEY), is_new(&STEP_KEY));
        let once = KEYS.iter().filter(|(key, _)| is_new(key));
        let once = once.map(|(_, action)| *action);
        once.chain(steps.then_some(Action::Step)).collect()
    }
}

//! The window: macroquad.

mod focus;
mod title;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use macroquad::conf::Conf as MacroquadConf;
use macroquad::miniquad::conf::Conf;
use macroquad::prelude::*;
use rightwell::render::Frame as Picture;

use crate::shell::activity::worker::panic_message;
use crate::shell::front::app::App;
use crate::shell::host::clock::{Time, now};
use crate::shell::host::places;
use crate::shell::input::action::Action;
use crate::shell::input::held::Repeated;
use crate::shell::input::pad_keys::Bindings;
use crate::shell::store::settings::Settings;

use focus::Focus;
use title::Title;

/// The window opens at this many times the picture's size.
const FIRST_SCALE: i32 = 3;

/// Why there is no window.
#[derive(Debug)]
pub struct NoWindow(pub String);

/// The keys of the program that act once. Letters and digits stay free for pads, and so does Enter: a
/// key that is one of a pad too acts only where nobody plays.
const KEYS: [(KeyCode, Action); 21] = [
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
    (KeyCode::G, Action::Goal),
    (KeyCode::Enter, Action::GoOn),
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
    let conf = MacroquadConf {
        miniquad_conf: Conf {
            window_title: title::first(),
            window_width: Picture::WIDTH as i32 * FIRST_SCALE,
            window_height: Picture::HEIGHT as i32 * FIRST_SCALE,
            high_dpi: true,
            window_resizable: true,
            ..Default::default()
        },
        default_filter_mode: FilterMode::Nearest,
        ..Default::default()
    };
    let app = Rc::new(RefCell::new(Some(app)));
    let shown = Rc::clone(&app);
    let loop_time = Duration::from_secs(1) / settings.loop_hz;
    let bindings = Bindings::new(settings);
    let opened = silently(|| {
        macroquad::Window::from_config(conf, async move {
            // The window is open: panics are heard again from here on.
            let _ = std::panic::take_hook();
            let app = shown.borrow_mut().take();
            show(app.expect("the app is shown once"), loop_time, bindings).await;
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

async fn show(mut app: App, loop_time: Duration, bindings: Bindings) {
    app.set_windowed();
    let mut pixels = Image::gen_image_color(Picture::WIDTH as u16, Picture::HEIGHT as u16, BLACK);
    let texture = Texture2D::from_image(&pixels);
    texture.set_filter(FilterMode::Nearest);
    let mut title = Title::new();
    let mut full_screen = false;
    let palette = app.renderer().palette().clone();
    let mut keys = Keys::default();
    let mut focus = Focus::new();
    let mut deadline = now();
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
        app.picture().to_rgba(&palette, &mut pixels.bytes);
        texture.update(&pixels);
        clear_background(BLACK);
        draw_scaled(&texture);
        title.set(&app.title());
        deadline = (deadline + loop_time).max(now() - loop_time);
        std::thread::sleep(deadline.saturating_duration_since(now()));
        next_frame().await;
    }
}

/// Draws the picture in the middle at the largest whole scale that fits, in true pixels.
///
/// macroquad's screen size is divided by the display's scale, so sizes are multiplied by it to
/// choose the factor and divided again to draw.
fn draw_scaled(texture: &Texture2D) {
    let dpi = screen_dpi_scale();
    let (width, height) = (screen_width() * dpi, screen_height() * dpi);
    let fit = (width / Picture::WIDTH as f32).min(height / Picture::HEIGHT as f32);
    // A window smaller than the picture shows it shrunk rather than cut.
    let scale = if fit >= 1.0 { fit.floor() } else { fit };
    let size = vec2(Picture::WIDTH as f32, Picture::HEIGHT as f32) * scale;
    let x = ((width - size.x) / 2.0).floor().max(0.0);
    let y = ((height - size.y) / 2.0).floor().max(0.0);
    let params = DrawTextureParams {
        dest_size: Some(size / dpi),
        ..Default::default()
    };
    draw_texture_ex(texture, x / dpi, y / dpi, WHITE, params);
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

//! The window: macroquad.

mod focus;
mod keys;
mod pads;
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
use crate::shell::host::clock::now;
use crate::shell::host::places;
use crate::shell::input::action::Action;
use crate::shell::input::pad_keys::Bindings;

use focus::Focus;
use keys::{Hands, Keys};
use pads::WindowPads;
use title::Title;

/// The window opens at this many times the picture's size.
const FIRST_SCALE: i32 = 3;

/// Why there is no window.
#[derive(Debug)]
pub struct NoWindow(pub String);

/// Whether there may be a display to open a window on.
pub fn is_likely() -> bool {
    let is_set = |name| places::variable(name).is_some();
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Shows the app until it ends or the window is closed.
///
/// An error means that no window could be opened; the app comes back untouched.
pub fn run(app: App) -> Result<(), (NoWindow, Box<App>)> {
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
    let opened = silently(|| {
        macroquad::Window::from_config(conf, async move {
            // The window is open: panics are heard again from here on.
            let _ = std::panic::take_hook();
            let app = shown.borrow_mut().take();
            show(app.expect("the app is shown once")).await;
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

async fn show(mut app: App) {
    app.set_windowed();
    let mut bindings = Bindings::new(app.settings());
    let mut changes = app.settings_changes();
    let mut pixels = Image::gen_image_color(Picture::WIDTH as u16, Picture::HEIGHT as u16, BLACK);
    let texture = Texture2D::from_image(&pixels);
    texture.set_filter(FilterMode::Nearest);
    let mut title = Title::new();
    let mut full_screen = false;
    let palette = app.renderer().palette().clone();
    let mut keys = Keys::default();
    let mut hands = Hands::default();
    let mut focus = Focus::new();
    let mut pads = WindowPads::start(&mut app, now());
    let mut deadline = now();
    while !app.wants_to_quit() {
        if focus.was_lost() {
            app.lose_focus();
        }
        keys.read();
        if changes != app.settings_changes() {
            changes = app.settings_changes();
            bindings = Bindings::new(app.settings());
            pads.set(app.settings());
        }
        let people = app.people();
        let pressed = pads.round(&mut app, now(), focus.is_away(), |pads| {
            [&keys.held, &keys.new].map(|keys| bindings.pressed(people, pads, keys))
        });
        app.set_buttons(pressed.held, pressed.new);
        if !hands.work_menu(&mut app, &keys, &bindings, &pressed) {
            for action in keys.actions(now(), &app.settings().program_keys) {
                if action == Action::FullScreen {
                    full_screen = !full_screen;
                    set_fullscreen(full_screen);
                }
                app.act(action);
            }
        }
        app.advance();
        app.picture().to_rgba(&palette, &mut pixels.bytes);
        texture.update(&pixels);
        clear_background(BLACK);
        draw_scaled(&texture);
        title.set(&app.title());
        let loop_time = Duration::from_secs(1) / app.settings().loop_hz;
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

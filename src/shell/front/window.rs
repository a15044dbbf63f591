//! The window, through macroquad.

mod canvas;
mod focus;
mod keys;
mod mouse;
mod pace;
mod pads;
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
use std::sync::Arc;
use std::time::Duration;

use macroquad::conf::{Conf as MacroquadConf, UpdateTrigger};
use macroquad::miniquad::conf::{Conf, Icon, Platform};
use macroquad::miniquad::window::{clipboard_get, clipboard_set};
use macroquad::prelude::*;
use rightwell::render::icon;
use rightwell::sound::ConsoleSynth;

use crate::front::app::{App, Clipboard};
use crate::front::strip::StatusPlace;
use crate::host::clock::{FileTime, file_time, now};
use crate::host::page::{self, PageRequest};
use crate::host::speaker::Speaker;
use crate::host::worker::panic_message;
use crate::host::{console, places};
use crate::input::action::Action;
use crate::input::pad_keys::Bindings;
use crate::menu::InputKind;
use crate::store::folders::Folders;
use crate::store::settings::Settings;
use crate::store::window_place;

use canvas::Canvas;
use focus::FocusListener;
use keys::{Keys, MenuKeys};
use mouse::Mouse;
use pace::LoopClock;
use pads::WindowPads;
use place::{FullScreenReturn, PlaceSaver};
use title::WindowTitle;
use x11::Server;

/// Loop iterations before the first step. The first frames are slow, and catching up their steps at once would be
/// audible.
const OPENING_ROUNDS: u32 = 4;

/// Reason why no window opened.
#[derive(Debug)]
pub struct WindowError(pub String);

/// Returns whether a display for a window probably exists.
pub fn is_likely() -> bool {
    let is_set = |name| places::variable(name).is_some();
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Returns the reason why macroquad cannot run at this time. It counts seconds since 1970.
fn clock_fault(time: FileTime) -> Option<WindowError> {
    let why = "the system's clock is before 1970; set it to the right time";
    (time < FileTime::UNIX_EPOCH).then(|| WindowError(why.to_owned()))
}

/// Shows the app until the app ends or the window is closed.
///
/// If no window opens, returns the unchanged app with the error.
pub fn run(app: App) -> Result<(), (WindowError, Box<App>)> {
    if let Some(error) = clock_fault(file_time()) {
        return Err((error, Box::new(app)));
    }
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
            fullscreen: app.settings().full_screen,
            icon: Some(icon()),
            platform: Platform {
                linux_wm_class: "rightwell",
                blocking_event_loop: server.is_some(),
                ..Default::default()
            },
            ..Default::default()
        },
        default_filter_mode: FilterMode::Nearest,
        // The alarm of the loop arrives as an event of the mouse wheel.
        update_on: Some(UpdateTrigger {
            key_down: true,
            mouse_down: true,
            mouse_wheel: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    let app = Rc::new(RefCell::new(Some(app)));
    let shown = Rc::clone(&app);
    let keeper = PlaceSaver::new(path, kept);
    let opened = silently(|| {
        macroquad::Window::from_config(conf, async move {
            // The window is open, so report panics normally again.
            let _ = std::panic::take_hook();
            console::leave();
            let app = shown.borrow_mut().take();
            let window = server.and_then(|server| server.window(&title::first()));
            if let (Some(window), Some(corner)) = (&window, opening.corner) {
                window.move_to(corner);
            }
            let mut way_back = FullScreenReturn::default();
            let app = app.expect("the app must be shown only once");
            if app.settings().full_screen {
                way_back.fill((opening.width, opening.height), opening.corner);
            }
            show(app, window, keeper, way_back).await;
            page::end();
        });
    });
    let Err(reason) = opened else {
        // In a browser, the window is open now and the page's own loop runs the app.
        return Ok(());
    };
    match app.borrow_mut().take() {
        Some(app) => Err((WindowError(reason), Box::new(app))),
        // The app panicked while it was on the screen. The panic is already printed.
        None => std::process::exit(101),
    }
}

/// Runs `open` without printing a panic, because a missing display is not a bug of this program.
fn silently(open: impl FnOnce()) -> Result<(), String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(open));
    std::panic::set_hook(hook);
    result.map_err(|panic| panic_message(&*panic))
}

async fn show(
    mut app: App,
    window: Option<x11::Window>,
    mut keeper: PlaceSaver,
    mut way_back: FullScreenReturn,
) {
    app.set_windowed();
    app.set_clipboard(Clipboard {
        get: clipboard_get,
        set: clipboard_set,
    });
    let sound = ConsoleSynth::new(Arc::new(app.tunes().clone()));
    app.listen(Box::new(Speaker::start(sound)));
    let mut bindings = Bindings::new(app.settings());
    let mut changes = app.settings_changes();
    let mut title = WindowTitle::new(window.clone());
    let mut full_screen = app.settings().full_screen;
    let mut canvas = Canvas::new();
    let mut layout = app.layout(true_size());
    let mut mouse = Mouse::new();
    let mut keys = Keys::new();
    let mut hands = MenuKeys::default();
    let mut focus = FocusListener::new();
    let mut pads = WindowPads::start(&mut app, now());
    let mut pace = LoopClock::new(window.clone(), app.stop());
    let mut opening = OPENING_ROUNDS;
    let is_transparent = page::ground().as_deref() == Some("transparent");
    let mut asks = false;
    // Closing the window sets a flag instead of ending the program, so that everything is saved first.
    prevent_quit();
    while !(app.wants_to_quit() || is_quit_requested() && app.may_close()) {
        if focus.was_lost() {
            keys.forget();
            app.lose_focus();
        }
        app.set_away(focus.is_away());
        keys.read();
        if !keys.pressed().is_empty() {
            app.note_press(true);
        }
        if changes != app.settings_changes() {
            changes = app.settings_changes();
            bindings = Bindings::new(app.settings());
            pads.set(app.settings());
        }
        let (people, types) = (app.people(), app.takes_letters());
        let pressed = pads.round(&mut app, now(), focus.is_away(), |pads| {
            keys.of_play(types)
                .map(|keys| bindings.pressed(people, pads, &keys))
        });
        app.set_buttons(pressed.held, pressed.new);
        app.set_held_keys(|name| keys.holds(name));
        if !hands.work_menu(&mut app, &keys, &bindings, &pressed) {
            if types {
                keys.typed().for_each(|input| app.type_name(input));
            }
            for action in keys.actions(now(), &app.settings().program_keys, types) {
                if action == Action::FullScreen {
                    app.set_full_screen(!full_screen);
                }
                app.act(action);
            }
            app.press_pad(pressed.any_new);
        }
        for path in get_dropped_files().into_iter().filter_map(|file| file.path) {
            app.open_recording(&path);
        }
        let is_free = app.menu_takes().is_none();
        let pointed = mouse.inputs(&layout);
        if app
            .menu_takes()
            .is_some_and(|takes| takes != InputKind::AnyKey)
        {
            pointed.into_iter().for_each(|input| app.menu_input(input));
        } else if let Some((x, y)) = Mouse::pressed() {
            app.click(&layout, x, y);
        }
        for (x, y, is_erased) in mouse.drawn(is_free) {
            app.draw_with_mouse(layout.picture_point(x, y), is_erased);
        }
        if full_screen != app.settings().full_screen {
            full_screen = app.settings().full_screen;
            if full_screen {
                let corner = window.as_ref().and_then(x11::Window::corner);
                way_back.fill(opened_size(), corner);
            }
            set_fullscreen(full_screen);
        }
        if opening > 0 {
            opening -= 1;
            app.stand_by();
        } else {
            pace.wait_if_near(app.until_step());
            app.advance();
        }
        let Settings {
            status_line,
            scanlines,
            ..
        } = *app.settings();
        layout = app.layout(true_size());
        let palette = app.renderer().palette().clone();
        canvas.clear((!is_transparent).then(|| palette.rgb(app.settings().ground.colour())));
        if layout.columns.is_empty() {
            let place = match (layout.phone, layout.strip) {
                (Some(screen), _) => StatusPlace::OnPhone(screen),
                _ if !status_line => StatusPlace::Nowhere,
                (None, Some(strip)) => StatusPlace::Beside(strip.size),
                (None, None) => StatusPlace::Over,
            };
            let (picture, strip) = app.picture_and_strip(place);
            canvas.show(&layout, scanlines, picture, &palette);
            canvas.show_strip(&layout, strip, &palette);
        } else {
            let (picture, stage) = app.picture_and_panels(true_size(), &layout);
            canvas.show(&layout, scanlines, picture, &palette);
            canvas.show_columns(&layout, stage, &palette);
        }
        title.set(&app.title());
        if asks != app.asks_to_leave() {
            asks = !asks;
            page::ask(PageRequest::AskBeforeLeaving(asks));
        }
        if !full_screen {
            let corner = || window.as_ref()?.corner();
            keeper.note(opened_size(), corner);
            if let Some(place) = way_back.round(now(), opened_size(), corner)
                && let Some(window) = &window
            {
                window.move_to(place);
            }
        }
        let loop_time = Duration::from_secs(1) / app.settings().loop_hz;
        pace.round(app.until_step(), loop_time).await;
    }
}

/// Returns the program's icon.
fn icon() -> Icon {
    let square = "an icon is a square";
    Icon {
        small: icon::rgba(1).try_into().expect(square),
        medium: icon::rgba(2).try_into().expect(square),
        big: icon::rgba(4).try_into().expect(square),
    }
}

/// Returns the window's size in physical pixels. macroquad divides it by the display's scale.
fn true_size() -> (u32, u32) {
    let dpi = screen_dpi_scale();
    let [width, height] = [screen_width(), screen_height()].map(|size| (size * dpi).round());
    (width as u32, height as u32)
}

/// Returns the window's size in the unit in which windows are opened. On X11 these are physical pixels.
fn opened_size() -> (u32, u32) {
    if cfg!(target_os = "linux") {
        return true_size();
    }
    let [width, height] = [screen_width(), screen_height()].map(f32::round);
    (width as u32, height as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_1970_is_named_as_the_reason_for_no_window() {
        assert!(clock_fault(FileTime::UNIX_EPOCH).is_none());
        let before = FileTime::UNIX_EPOCH - Duration::from_secs(1);
        let error = clock_fault(before).unwrap();
        assert!(error.0.starts_with("the system's clock is before 1970"));
    }
}

//! The game in a terminal: drawn in half blocks, or as text if there is less room.

mod cells;
mod text;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crossterm::{cursor, event, execute, terminal};
use rightwell::menu::Input;

use crate::error::CliError;
use crate::front::app::App;
use crate::host::clock::now;
use crate::host::{log, signals};
use crate::input::action::Action;
use crate::input::menu_keys;
use crate::input::terminal_keys::{self, RepeatLimit, TerminalKey};
use crate::menu::InputKind;

use cells::{ColourDepth, Painter};

/// Time between screen updates, slow enough for a network.
const LOOP_TIME: Duration = Duration::from_millis(33);

/// Maximum size to draw, in characters. A terminal may claim any size.
const SIZE_MAX: (u16, u16) = (1_000, 500);

/// Returns whether both standard input and standard output are terminals.
pub fn is_likely() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Shows the app until it ends.
pub fn run(mut app: App) -> Result<(), CliError> {
    signals::watch_terminal();
    let restore = RawTerminal::prepare().map_err(CliError::failed)?;
    let result = show(&mut app);
    drop(restore);
    result.map_err(|error| CliError::failed(format!("terminal error: {error}")))
}

fn show(app: &mut App) -> io::Result<()> {
    let mut painter = Painter::new(ColourDepth::of_environment());
    let mut step = RepeatLimit::default();
    while !app.wants_to_quit() {
        let begin = now();
        app.advance();
        let size = drawn_size(terminal::size()?);
        // An opened panel needs room, so the game is drawn as text.
        let screen = match cells::has_room_for_picture(size) && !app.has_opened_panel() {
            true => text::with_picture(app, size),
            false => text::screen(app, size),
        };
        painter.paint(&screen, &mut io::stdout().lock())?;
        // Keys are processed in the rest of this iteration.
        loop {
            let left = LOOP_TIME.saturating_sub(now().saturating_duration_since(begin));
            if !event::poll(left)? {
                break;
            }
            match event::read()? {
                event::Event::Key(key) => {
                    if let Some(key) = terminal_keys::key(key) {
                        press(app, &key, &mut step);
                    }
                }
                event::Event::Resize(..) => painter.forget(),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Returns the size to draw in a terminal of this size. The rest of a terminal larger than any screen stays empty.
fn drawn_size((width, rows): (u16, u16)) -> (u16, u16) {
    (width.min(SIZE_MAX.0), rows.min(SIZE_MAX.1))
}

/// Runs the action of a key, or passes it to the open menu.
fn press(app: &mut App, key: &TerminalKey, step: &mut RepeatLimit) {
    if key.quits {
        app.act(Action::Quit);
        return;
    }
    let Some(takes) = app.menu_takes() else {
        let set = &app.settings().program_keys;
        let actions: Vec<Action> = Action::of_keys(set, |name| name == key.name).collect();
        for action in actions {
            if action != Action::Step || step.acts(now()) {
                app.act(action);
            }
        }
        return;
    };
    let types = takes == InputKind::Letters;
    let button = menu_keys::button_of(&key.name, types);
    match (takes, key.letter) {
        (InputKind::AnyKey, _) if key.name == "Escape" => app.menu_input(Input::Back),
        (InputKind::AnyKey, _) => app.menu_key(&key.name),
        (InputKind::Letters, Some(letter)) if button.is_none() => {
            app.menu_input(Input::Letter(letter));
        }
        _ => {
            let pressed = button.into_iter().flat_map(menu_keys::inputs_of);
            for input in pressed.chain(menu_keys::input_of(&key.name, types)) {
                app.menu_input(input);
            }
        }
    }
}

/// Terminal in raw mode on its alternate screen. Drop restores the terminal, even in a panic.
struct RawTerminal;

impl RawTerminal {
    fn prepare() -> io::Result<RawTerminal> {
        terminal::enable_raw_mode()?;
        log::hold();
        let restore = RawTerminal;
        execute!(
            io::stdout(),
            terminal::EnterAlternateScreen,
            terminal::SetTitle("Rightwell"),
            cursor::Hide
        )?;
        // Leave the alternate screen first, because a panic message would vanish with it.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            leave();
            hook(panic);
        }));
        Ok(restore)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        leave();
    }
}

fn leave() {
    // Errors are ignored: if a terminal rejects these commands, nothing else can restore it.
    let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
    let _ = io::stdout().flush();
    log::release();
}

#[cfg(test)]
pub mod tests {
    use super::*;

    #[test]
    fn a_terminal_that_claims_any_size_is_drawn_up_to_the_size_of_a_screen() {
        assert_eq!(drawn_size((80, 24)), (80, 24));
        assert_eq!(drawn_size((u16::MAX, u16::MAX)), SIZE_MAX);
    }

    /// Returns the text lines of a terminal of this size.
    pub fn lines_at(app: &mut App, size: (u16, u16)) -> Vec<String> {
        let screen = text::screen(app, size);
        let line = |row: &Vec<cells::Cell>| row.iter().map(|cell| cell.letter).collect();
        screen.iter().map(line).collect()
    }
}

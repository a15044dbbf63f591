//! Translates keys and gamepads to actions of the program and to buttons of the console's controllers.

pub mod action;
#[cfg(feature = "window")]
pub mod direction_repeat;
#[cfg(feature = "window")]
pub mod edges;
#[cfg(feature = "window")]
pub mod gamepad;
#[cfg(feature = "window")]
pub mod held;
pub mod menu_keys;
pub mod pad_help;
#[cfg(feature = "window")]
pub mod pad_keys;
#[cfg(not(target_family = "wasm"))]
pub mod terminal_keys;

/// Returns the console button with this name in the settings.
#[cfg(feature = "window")]
fn button_of(name: &str) -> rightwell::rules::Buttons {
    use rightwell::rules::Buttons;
    match name {
        "left" => Buttons::LEFT,
        "right" => Buttons::RIGHT,
        "up" => Buttons::UP,
        "down" => Buttons::DOWN,
        "b" => Buttons::B,
        "a" => Buttons::A,
        "start" => Buttons::START,
        _ => Buttons::SELECT,
    }
}

//! What keys and game pads mean: actions of the program, buttons of the console's gamepads.

pub mod action;
#[cfg(feature = "window")]
pub mod edges;
#[cfg(feature = "window")]
pub mod gamepad;
#[cfg(feature = "window")]
pub mod held;
#[cfg(feature = "window")]
pub mod menu_hands;
pub mod menu_keys;
pub mod pad_help;
#[cfg(feature = "window")]
pub mod pad_keys;
#[cfg(not(target_family = "wasm"))]
pub mod terminal_keys;

/// Whether a key of that name can be chosen for the gamepad.
#[cfg(feature = "window")]
pub fn is_key(name: &str) -> bool {
    pad_keys::is_key(name)
}

/// Without a window there are no keys, and none of them is wrong.
#[cfg(not(feature = "window"))]
pub fn is_key(_: &str) -> bool {
    true
}

/// The console's button of that name in the settings.
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

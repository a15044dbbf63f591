//! Keys and controller buttons in menus.

use rightwell::menu::Input;
use rightwell::rules::Buttons;

/// Keys whose meaning is fixed in every menu, each with the button that it acts as.
const KEYS: [(&str, Buttons); 8] = [
    ("Left", Buttons::LEFT),
    ("Right", Buttons::RIGHT),
    ("Up", Buttons::UP),
    ("Down", Buttons::DOWN),
    ("Enter", Buttons::A),
    ("KpEnter", Buttons::A),
    ("Space", Buttons::A),
    ("Escape", Buttons::B),
];

/// Returns the button that a key acts as in every menu.
///
/// `types` means that a text field is active. There, Space types a space and Enter ends the text, so neither acts as a
/// button.
pub fn button_of(key: &str, types: bool) -> Option<Buttons> {
    if types && matches!(key, "Space" | "Enter" | "KpEnter") {
        return None;
    }
    let found = KEYS.into_iter().find(|(known, _)| *known == key);
    found.map(|(_, button)| button)
}

/// Returns the input of a key that does not act as a button. `types` means that a text field is active.
pub fn input_of(key: &str, types: bool) -> Option<Input> {
    match key {
        "Enter" | "KpEnter" if types => Some(Input::Enter),
        "PageUp" => Some(Input::PageUp),
        "PageDown" => Some(Input::PageDown),
        "Backspace" | "Delete" => Some(Input::Erase),
        _ => None,
    }
}

/// Returns whether a key plays or acts while a name is typed. All other keys only type.
#[cfg_attr(
    not(feature = "window"),
    allow(
        dead_code,
        reason = "only in a window do keys act while a name is typed"
    )
)]
pub fn works_while_typing(key: &str) -> bool {
    let is_function = key.len() > 1 && key.starts_with('F');
    is_function || matches!(key, "Left" | "Right" | "Up" | "Down" | "Escape")
}

/// Returns the inputs for one press of these buttons.
pub fn inputs_of(pressed: Buttons) -> impl Iterator<Item = Input> {
    let all = [
        (Buttons::UP, Input::Up),
        (Buttons::DOWN, Input::Down),
        (Buttons::LEFT, Input::Left),
        (Buttons::RIGHT, Input::Right),
        (Buttons::A, Input::Accept),
        (Buttons::START, Input::Start),
        (Buttons::B, Input::Back),
    ];
    let pressed = all
        .into_iter()
        .filter(move |(button, _)| pressed.has(*button));
    pressed.map(|(_, input)| input)
}

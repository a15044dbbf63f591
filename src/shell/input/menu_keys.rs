//! What keys and pads do in the menu.

use rightwell::menu::Input;
use rightwell::rules::Buttons;

/// Keys that do the same in every menu, whatever else is set: what they press.
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

/// What a key presses in every menu; nothing if it is none of those, or types a letter or ends the text
/// where letters are typed.
pub fn button_of(key: &str, types: bool) -> Option<Buttons> {
    if types && matches!(key, "Space" | "Enter" | "KpEnter") {
        return None;
    }
    let found = KEYS.into_iter().find(|(known, _)| *known == key);
    found.map(|(_, button)| button)
}

/// What a key does in every menu that no button does; `types`: where letters are typed.
pub fn input_of(key: &str, types: bool) -> Option<Input> {
    match key {
        "Enter" | "KpEnter" if types => Some(Input::Enter),
        "PageUp" => Some(Input::PageUp),
        "PageDown" => Some(Input::PageDown),
        "Backspace" | "Delete" => Some(Input::Erase),
        _ => None,
    }
}

/// What one press of these buttons does.
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

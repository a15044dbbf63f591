//! Names of the buttons of a gamepad.

/// SDL's names, by position rather than by printed letter: `a` is the lower face button, `b` the right, `x` the left
/// and `y` the upper one. A half axis counts as a button, as in mapping strings.
///
/// Source: SDL's documentation of `SDL_AddGamepadMapping`, and `SDL_gamepad.h`.
pub const PAD_NAMES: [&str; 36] = [
    "a",
    "b",
    "x",
    "y",
    "back",
    "guide",
    "start",
    "leftstick",
    "rightstick",
    "leftshoulder",
    "rightshoulder",
    "dpup",
    "dpdown",
    "dpleft",
    "dpright",
    "misc1",
    "paddle1",
    "paddle2",
    "paddle3",
    "paddle4",
    "touchpad",
    "misc2",
    "misc3",
    "misc4",
    "misc5",
    "misc6",
    "lefttrigger",
    "righttrigger",
    "-leftx",
    "+leftx",
    "-lefty",
    "+lefty",
    "-rightx",
    "+rightx",
    "-righty",
    "+righty",
];

/// Button that always opens the program's menu.
const GUIDE: &str = "guide";

/// Number of buttons that can be named by their numbers.
const NUMBERS: u8 = 64;

/// Parses the name of a button without a name in SDL: `b0` to `b63`, as in mapping strings. Returns the number.
pub fn pad_number(name: &str) -> Option<u8> {
    let digits = name.strip_prefix('b')?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_number);
    number.filter(|number| *number < NUMBERS)
}

/// Returns whether this name is that of a gamepad button to which a console button may be assigned.
pub fn is_pad_name(name: &str) -> bool {
    (PAD_NAMES.contains(&name) && name != GUIDE) || pad_number(name).is_some()
}

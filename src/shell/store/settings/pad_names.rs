//! What can be pressed on a game pad, by name.

/// The names of SDL's game controller interface: `a` is the lower of the four buttons at the right,
/// `b` the right, `x` the left, `y` the upper one, whatever is printed on them. Half an axis is
/// pressed too, as halves are written in mapping strings.
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

/// Belongs to the program, whose menu it opens.
const GUIDE: &str = "guide";

/// Buttons without a name that can be told apart.
const NUMBERS: u8 = 64;

/// The number of a button that no mapping names, `b0` to `b63` as mapping strings number them.
pub fn pad_number(name: &str) -> Option<u8> {
    let digits = name.strip_prefix('b')?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_number);
    number.filter(|number| *number < NUMBERS)
}

/// Whether one of the console's buttons can be on what has that name.
pub fn is_pad_name(name: &str) -> bool {
    (PAD_NAMES.contains(&name) && name != GUIDE) || pad_number(name).is_some()
}

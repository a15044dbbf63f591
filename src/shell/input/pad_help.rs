//! Help lines for the controllers: which keys and which gamepad buttons act as their buttons.

use crate::input::action::TEXT_MAX;
use crate::store::settings::{Action, KeyMap, Settings};

/// Use of people's pads in a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PadUse {
    /// Nothing that the keys panel lists.
    #[default]
    None,
    /// They move pieces.
    Play,
    /// They draw blocks.
    Draw,
}

/// Help lines. Each names a button of the controller and its key, or its two keys if two people play.
#[derive(Clone, Debug, Default)]
pub struct PadHelp {
    /// Keys of a single player.
    alone: Vec<(String, String)>,
    /// Keys of a single player, each with the corresponding gamepad button.
    with_pad: Vec<(String, String)>,
    /// Keys of two people at one keyboard, left and right.
    two: Vec<(String, String)>,
}

/// Line about the menu button, which applies to every gamepad.
const MENU: (&str, &str) = ("GUIDE", "MENU; START+SELECT TOO");

impl PadHelp {
    /// Builds the lines from the settings.
    pub fn new(pads: PadUse, settings: &Settings) -> PadHelp {
        let alone = moves([true, false], pads, settings).into_iter();
        let select = (key_names(&settings.keys, &["select"]), "SELECT".to_owned());
        PadHelp {
            alone: alone
                .chain((pads != PadUse::Draw).then_some(select))
                .collect(),
            with_pad: with_cross(
                lines([(&settings.keys, "KEY"), (&settings.pad_buttons, "GAME PAD")]),
                settings,
            ),
            two: lines([
                (&settings.left_keys, "LEFT"),
                (&settings.right_keys, "RIGHT"),
            ]),
        }
    }

    /// Returns the lines for the people who play. `people` marks their controllers. With `has_pad`, the lines also name
    /// the gamepad's buttons.
    pub fn lines(&self, people: [bool; 2], has_pad: bool) -> Vec<(String, String)> {
        let mut lines = match people {
            [false, false] => Vec::new(),
            [true, true] => self.two.clone(),
            _ if has_pad => self.with_pad.clone(),
            _ => self.alone.clone(),
        };
        lines.extend(has_pad.then(|| (MENU.0.to_owned(), MENU.1.to_owned())));
        lines
    }
}

/// Returns what to write under the wells of a match: the keys of each person.
pub fn under_wells(people: [bool; 2], settings: &Settings) -> [[String; 2]; 2] {
    let keys = match people {
        [true, true] => [&settings.left_keys, &settings.right_keys],
        _ => [&settings.keys; 2],
    };
    [0, 1].map(|side| match people[side] {
        false => Default::default(),
        true => [
            key_names(keys[side], &["left", "right", "down"]) + ": move",
            key_names(keys[side], &["b", "a"]) + ": rotate",
        ],
    })
}

/// Returns the help lines for the keys that move pieces or draw, as few lines as possible. `people` marks the controllers
/// of the people who play.
pub fn moves(people: [bool; 2], pads: PadUse, settings: &Settings) -> Vec<(String, String)> {
    if pads == PadUse::Draw {
        let lines: [(&[&str], &str); 5] = [
            (&["left", "right", "up", "down"], "Move the cursor"),
            (&["a"], "Draw"),
            (&["b"], "Erase"),
            (&["select"], "Other colour"),
            (&["start"], "Editor's page"),
        ];
        let named = |(buttons, does): (&[&str], &str)| {
            (key_names(&settings.keys, buttons), does.to_owned())
        };
        return lines.map(named).into();
    }
    let players = match people {
        [false, false] => vec![],
        [true, true] => vec![
            (&settings.left_keys, "Left: "),
            (&settings.right_keys, "Right: "),
        ],
        _ => vec![(&settings.keys, "")],
    };
    let line = |keys: &KeyMap, buttons: &[&str], who, does| {
        (key_names(keys, buttons), format!("{who}{does}"))
    };
    let lines = players.into_iter().flat_map(|(keys, who)| {
        [
            line(keys, &["left", "right", "down"], who, "Move, drop"),
            line(keys, &["b", "a"], who, "Rotate"),
        ]
    });
    let alone = (people[0] != people[1]).then_some(&settings.keys);
    let start = alone.map(|keys| line(keys, &["start"], "", "Start, pause"));
    lines.chain(start).collect()
}

/// Replaces each name in braces, such as `{START}`, with the key for it. With `has_pad`, replaces it with the name of
/// the console's button instead.
///
/// `{A|try_again}` becomes the button A if `has_pad`, else the key of the action `try_again`. `{MENU}` becomes the menu
/// key. `{PAUSE}` becomes the key or button that resumes a game.
pub fn named(text: &str, settings: &Settings, has_pad: bool) -> String {
    let mut parts = text.split('{');
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let split = part.split_once('}');
        let name = split.and_then(|(control, _)| control_name(control, settings, has_pad));
        match (name, split) {
            (Some(name), Some((_, rest))) => named += &(name + rest),
            // Other text in braces stays unchanged.
            _ => named += &format!("{{{part}"),
        }
    }
    named
}

/// Returns the text that replaces a name in braces. `None` if there is no such name.
fn control_name(control: &str, settings: &Settings, has_pad: bool) -> Option<String> {
    let key_of = |action: Action| action.key(&settings.program_keys);
    let (button, action) = match control.split_once('|') {
        Some((button, action)) => (button, Some(Action::named(action)?)),
        None => (control, None),
    };
    match (button, action) {
        ("MENU", _) => Some(key_of(Action::Menu)),
        ("PAUSE", _) if has_pad => Some("START".to_owned()),
        ("PAUSE", _) => Some(key_of(Action::Pause)),
        (_, Some(action)) if !has_pad => Some(key_of(action)),
        _ => {
            let key = settings.keys.key_of(&button.to_lowercase())?;
            Some(match has_pad {
                true => button.to_owned(),
                false => short_name(key),
            })
        }
    }
}

/// Returns the keys for these buttons, separated by spaces.
fn key_names(keys: &KeyMap, buttons: &[&str]) -> String {
    let names = buttons.iter().filter_map(|button| keys.key_of(button));
    names.map(short_name).collect::<Vec<_>>().join(" ")
}

/// Builds a heading, then one line per button, with a key for each person.
fn lines<const N: usize>(columns: [(&KeyMap, &str); N]) -> Vec<(String, String)> {
    let heading = (
        "PAD".to_owned(),
        columns.map(|(_, heading)| heading).join(" / "),
    );
    let (first, _) = columns[0];
    let buttons = first.named().enumerate().map(|(place, (button, _))| {
        let key = |(keys, _): (&KeyMap, _)| keys.named().nth(place).map(|(_, key)| short_name(key));
        let names: Vec<String> = columns.into_iter().filter_map(key).collect();
        (button.to_uppercase(), names.join(" / "))
    });
    std::iter::once(heading).chain(buttons).collect()
}

/// Joins the lines of the four directions if the gamepad's cross moves the pieces, so that the longest help fits on the
/// screen.
fn with_cross(mut lines: Vec<(String, String)>, settings: &Settings) -> Vec<(String, String)> {
    let directions = ["left", "right", "up", "down"];
    let keys = key_names(&settings.keys, &directions);
    let is_cross = key_names(&settings.pad_buttons, &directions)
        == key_names(&Settings::default().pad_buttons, &directions);
    if is_cross && keys.chars().count() <= TEXT_MAX {
        lines.splice(1..5, [("CROSS".to_owned(), keys)]);
    }
    lines
}

/// Shortens a key's name for the help. Arrows become symbols. `Left` and `Right` in the name of a modifier key become
/// one letter.
///
/// Gamepad buttons get short names too: arrows for the d-pad, and positions for the four face buttons.
fn short_name(name: &str) -> String {
    let by_place = match name {
        "a" => "Lower",
        "b" => "Right",
        "x" => "Left",
        "y" => "Upper",
        "Left" => "\u{2190}",
        "Right" => "\u{2192}",
        "Up" => "\u{2191}",
        "Down" => "\u{2193}",
        "dpleft" => "CROSS \u{2190}",
        "dpright" => "CROSS \u{2192}",
        "dpup" => "CROSS \u{2191}",
        "dpdown" => "CROSS \u{2193}",
        _ => "",
    };
    if !by_place.is_empty() {
        return by_place.to_owned();
    }
    let sides = [
        ("Left", "L "),
        ("Right", "R "),
        ("left", "L "),
        ("right", "R "),
    ];
    let side = sides.into_iter().find_map(|(side, short)| {
        let rest = name.strip_prefix(side)?;
        (!rest.is_empty()).then(|| format!("{short}{rest}"))
    });
    capitalized(&side.unwrap_or_else(|| name.to_owned()))
}

/// Returns a text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_two_people_stand_beside_each_other() {
        let help = PadHelp::new(PadUse::Play, &Settings::default());
        let lines = help.lines([true, true], false);
        let line = |place: usize| (lines[place].0.as_str(), lines[place].1.as_str());
        assert_eq!(line(0), ("PAD", "LEFT / RIGHT"));
        assert_eq!(line(1), ("LEFT", "A / \u{2190}"));
        assert_eq!(line(8), ("SELECT", "2 / R Shift"));
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn a_gamepads_buttons_are_listed_beside_the_keys() {
        let help = PadHelp::new(PadUse::Play, &Settings::default());
        let lines = help.lines([true, false], true);
        let said: Vec<String> = (lines.iter())
            .map(|(button, names)| format!("{button:<7}{names}"))
            .collect();
        assert_eq!(
            said,
            [
                "PAD    KEY / GAME PAD",
                "CROSS  \u{2190} \u{2192} \u{2191} \u{2193}",
                "B      Z / Lower",
                "A      X / Right",
                "START  Enter / Start",
                "SELECT R Shift / Back",
                "GUIDE  MENU; START+SELECT TOO",
            ]
        );
        assert_eq!(help.lines([false, true], false).len(), 4);
        assert_eq!(help.lines([false; 2], true), lines[6..]);
        assert!(help.lines([false; 2], false).is_empty());
        let settings = Settings {
            pad_buttons: KeyMap::pad("leftshoulder rightshoulder dpup dpdown b a start back"),
            ..Settings::default()
        };
        let lines = PadHelp::new(PadUse::Play, &settings).lines([true, false], true);
        let left = ("LEFT".to_owned(), "\u{2190} / L shoulder".to_owned());
        assert_eq!(lines[1], left, "another button than the cross is named");
    }

    #[test]
    fn the_keys_that_move_pieces_take_few_lines() {
        let said = |people| {
            let lines = moves(people, PadUse::Play, &Settings::default());
            lines
                .into_iter()
                .map(|(keys, does)| format!("{keys} {does}"))
        };
        let alone = [
            "\u{2190} \u{2192} \u{2193} Move, drop",
            "Z X Rotate",
            "Enter Start, pause",
        ];
        assert!(said([true, false]).eq(alone));
        let two: Vec<String> = said([true, true]).collect();
        assert_eq!(two.len(), 4);
        assert_eq!(two[0], "A D S Left: Move, drop");
        assert_eq!(two[2], "\u{2190} \u{2192} \u{2193} Right: Move, drop");
        assert_eq!(said([false, false]).count(), 0);
    }

    #[test]
    fn each_persons_keys_stand_under_their_well() {
        let settings = Settings::default();
        let [left, right] = under_wells([true, true], &settings);
        assert_eq!(left, ["A D S: move", "G H: rotate"]);
        assert_eq!(right, ["\u{2190} \u{2192} \u{2193}: move", "K L: rotate"]);
        let [alone, computer] = under_wells([true, false], &settings);
        assert_eq!(alone[1], "Z X: rotate");
        assert_eq!(computer, ["", ""]);
    }

    #[test]
    fn buttons_in_braces_are_named_by_their_keys() {
        let settings = Settings {
            keys: KeyMap::pad("Left Right Up Down Z Space Enter RightShift"),
            ..Settings::default()
        };
        let text = "{A} draws, {SELECT}: again, {MENU}: menu; A piece, {these} stay";
        assert_eq!(
            named(text, &settings, false),
            "Space draws, R Shift: again, Esc: menu; A piece, {these} stay"
        );
        assert_eq!(
            named(text, &settings, true),
            "A draws, SELECT: again, Esc: menu; A piece, {these} stay"
        );
        let text = "{SELECT|try_again}: again, {open";
        assert_eq!(named(text, &settings, false), "R: again, {open");
        assert_eq!(named(text, &settings, true), "SELECT: again, {open");
    }

    #[test]
    fn the_longest_names_fit_beside_each_other() {
        let settings = Settings {
            left_keys: KeyMap::pad("A D W S RightControl KpSubtract 1 2"),
            right_keys: KeyMap::pad("H J U N RightBracket Apostrophe Enter RightShift"),
            ..Settings::default()
        };
        let help = PadHelp::new(PadUse::Play, &settings);
        let settings = Settings {
            keys: KeyMap::pad("A D W S RightControl KpSubtract RightBracket Apostrophe"),
            pad_buttons: KeyMap::pad(
                "leftshoulder rightshoulder lefttrigger righttrigger dpleft dpright leftstick touchpad",
            ),
            ..settings
        };
        let with_pad = PadHelp::new(PadUse::Play, &settings).lines([true, false], true);
        for (button, keys) in help.lines([true, true], true).iter().chain(&with_pad) {
            assert!(button.len() < 7, "{button}");
            let width = keys.replace(" / ", " ").chars().count();
            assert!(width <= TEXT_MAX, "{keys}");
        }
    }

    #[test]
    fn the_keys_of_an_editor_draw() {
        let lines = PadHelp::new(PadUse::Draw, &Settings::default()).lines([true, false], false);
        let lines: Vec<String> = lines
            .iter()
            .map(|(key, does)| format!("{key}: {does}"))
            .collect();
        let expected = [
            "\u{2190} \u{2192} \u{2191} \u{2193}: Move the cursor",
            "X: Draw",
            "Z: Erase",
            "R Shift: Other colour",
            "Enter: Editor's page",
        ];
        assert_eq!(lines, expected);
    }
}

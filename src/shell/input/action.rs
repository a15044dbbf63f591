//! Keys of the program's actions, and the lines about them in the help.

#[cfg(any(feature = "window", test))]
use rightwell::rules::Buttons;

use crate::host::page;
use crate::store::settings::{KeyMap, Settings};

pub use crate::store::settings::Action;

/// Actions of the gamepad's buttons while a rated recording is played back.
#[cfg(any(feature = "window", test))]
const OF_PAD: [(Buttons, Action); 8] = [
    (Buttons::LEFT, Action::SeekBack),
    (Buttons::RIGHT, Action::SeekForward),
    (Buttons::UP, Action::PreviousMistake),
    (Buttons::DOWN, Action::NextMistake),
    (Buttons::B, Action::TryAgain),
    (Buttons::A, Action::Practise),
    (Buttons::START, Action::Pause),
    (Buttons::SELECT, Action::WorstMoves),
];

/// Help lines for the gamepad while a rated recording is played back.
pub const PAD_LINES: [(&str, &str); 5] = [
    ("CROSS", "Mistakes, 10 seconds"),
    ("A", "Practise from here"),
    ("B", "Try the mistake again"),
    ("SELECT", "List of worst moves"),
    ("START", "Pause"),
];

/// Line of the help: the actions whose keys it lists, and what they do.
pub type HelpLine = (&'static [Action], &'static str);

/// Help line of the pages of panels, in scenes with one game. Their later pages also have the lab.
pub const LAB_LINE: HelpLine = (&[Action::Lab], "More panels, none");

/// Keys that work on every screen.
const PROGRAM: &[HelpLine] = &[
    (&[Action::Help], "This help"),
    (&[Action::Slower, Action::Faster], "Slower, faster"),
    (&[Action::Sound], "Sound off, on"),
    (&[Action::Statistics], "Statistics"),
    (&[Action::CopyLink], "Copy a link"),
    (&[Action::FullScreen], "Full screen"),
    (&[Action::Screenshot], "Screenshot"),
    (&[Action::Pause], "Pause"),
    (&[Action::Step], "One step"),
    (&[Action::Menu], "Menu"),
];

/// Keys that every user needs. The first line is the key that opens the full list.
const OF_ALL: &[HelpLine] = &[
    (&[Action::Help], "All keys"),
    (&[Action::Statistics], "Statistics"),
    (&[Action::Pause], "Pause"),
    (&[Action::Menu], "Menu"),
];

/// Maximum length of a help text in characters, so that it fits beside the key.
pub const TEXT_MAX: usize = 22;

impl Action {
    /// Returns the actions of the pressed keys, in the order of the settings.
    pub fn of_keys<'a>(
        keys: &'a KeyMap,
        is_pressed: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = Action> + 'a {
        let pressed = keys.named().filter(move |(_, key)| is_pressed(key));
        pressed.filter_map(|(name, _)| Action::named(name))
    }

    /// Returns the actions of pressed gamepad buttons while a rated recording is played back.
    #[cfg(any(feature = "window", test))]
    pub fn of_pad(pressed: Buttons) -> impl Iterator<Item = Action> {
        let asked = OF_PAD
            .into_iter()
            .filter(move |(button, _)| pressed.has(*button));
        asked.map(|(_, action)| action)
    }

    /// Returns the action's key as the help shows it. Empty if the action has no key.
    pub fn key(self, keys: &KeyMap) -> String {
        self.set_key(keys).map_or_else(String::new, shown)
    }

    /// Returns the action's key as the settings name it. `None` if the action has no key.
    pub fn set_key(self, keys: &KeyMap) -> Option<&str> {
        keys.key_of(self.name()?)
    }
}

/// Converts the name of a key from the settings to the form in the help.
fn shown(key: &str) -> String {
    match key {
        "Left" => "\u{2190}".to_owned(),
        "Right" => "\u{2192}".to_owned(),
        "Up" => "\u{2191}".to_owned(),
        "Down" => "\u{2193}".to_owned(),
        "Escape" => "Esc".to_owned(),
        "Period" => ".".to_owned(),
        "PageDown" => "PgDn".to_owned(),
        "PageUp" => "PgUp".to_owned(),
        "Backspace" => "Bksp".to_owned(),
        key => words_of(key),
    }
}

/// Returns the name of a key in words, such as `Right Shift`.
fn words_of(key: &str) -> String {
    let mut words = String::new();
    for letter in key.chars() {
        let is_next = letter.is_uppercase() && words.ends_with(char::is_lowercase);
        words.extend(is_next.then_some(' '));
        words.push(letter);
    }
    words
}

/// Program keys that work in a scene. A key with which a person plays does not work for the program.
#[derive(Clone, Copy, Debug)]
pub struct SceneKeys<'a> {
    /// Settings with the key bindings.
    pub settings: &'a Settings,
    /// For each of the two controllers, whether a person plays on it.
    pub people: [bool; 2],
    /// True if a gamepad is connected. If two people play, one of them may then also use the keys of a single player.
    pub has_pad: bool,
    /// True if the program runs in a window, where more keys work than in a terminal.
    pub is_windowed: bool,
    /// Actions that the help leaves out.
    pub unlisted: &'a [Action],
}

impl SceneKeys<'_> {
    /// Returns whether no player uses the action's key.
    pub fn has(&self, action: Action) -> bool {
        let key = action.set_key(&self.settings.program_keys);
        !key.is_some_and(|key| self.is_played_with(key))
    }

    /// Returns whether a person may be playing with this key.
    fn is_played_with(&self, key: &str) -> bool {
        let settings = self.settings;
        let alone = &settings.keys;
        let pads = match self.people {
            [false, false] => vec![],
            [true, true] => {
                let mut two = vec![&settings.left_keys, &settings.right_keys];
                two.extend(self.has_pad.then_some(alone));
                two
            }
            _ => vec![alone],
        };
        pads.into_iter()
            .any(|keys| keys.name_of(key).next().is_some())
    }

    /// Returns the full help: each key with its description. `own` contains the scene's lines.
    pub fn help(&self, own: &[HelpLine]) -> Vec<(String, String)> {
        self.in_words(PROGRAM.iter().chain(own))
    }

    /// Returns a short help: the keys of the scene, and those that every user needs.
    pub fn own_help(&self, own: &[HelpLine]) -> Vec<(String, String)> {
        self.in_words(OF_ALL.iter().chain(own))
    }

    /// Returns the help line for the menu key only.
    pub fn menu_help(&self) -> Vec<(String, String)> {
        self.in_words([(&[Action::Menu][..], "Menu")].iter())
    }

    fn in_words<'a>(&self, lines: impl Iterator<Item = &'a HelpLine>) -> Vec<(String, String)> {
        let for_windows = [
            Action::FullScreen,
            Action::GoOn,
            Action::TryAgain,
            Action::Practise,
            Action::Restart,
            Action::Sound,
        ];
        let is_there = |action: &&Action| {
            let is_offered = match action {
                Action::CopyLink => page::has_links(),
                action => self.is_windowed || !for_windows.contains(action),
            };
            is_offered && !self.unlisted.contains(action) && self.has(**action)
        };
        let mut lines: Vec<&HelpLine> = lines.collect();
        lines.sort_by_key(|(actions, _)| actions.first());
        let named = lines.into_iter().filter_map(|(actions, does)| {
            let actions = actions.iter().filter(is_there);
            let keys: Vec<String> = actions
                .map(|action| action.key(&self.settings.program_keys))
                .collect();
            (!keys.is_empty()).then(|| (keys.join(" "), (*does).to_owned()))
        });
        named.collect()
    }
}

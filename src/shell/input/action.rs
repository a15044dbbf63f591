//! What the keys of the program ask for, the same in every window, and how the help says it.

#[cfg(any(feature = "window", test))]
use rightwell::rules::Buttons;

use crate::shell::store::settings::{KeyMap, Settings};

pub use crate::shell::store::settings::Action;

/// What the buttons of a game pad ask for in a recording whose moves are rated, where nobody plays.
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

/// The same as the help shows it.
pub const PAD_LINES: [(&str, &str); 5] = [
    ("CROSS", "MISTAKES, 10 SECONDS"),
    ("A", "PRACTISE FROM HERE"),
    ("B", "TRY THE MISTAKE AGAIN"),
    ("SELECT", "LIST OF WORST MOVES"),
    ("START", "PAUSE"),
];

/// One line of the help: actions whose keys stand side by side, and what they do.
pub type HelpLine = (&'static [Action], &'static str);

/// The line of whatever shows one game, which the lab can count.
pub const LAB_LINE: HelpLine = (&[Action::Lab], "LAB ON, OFF");

/// What the program itself does with keys, whatever is on the screen.
const PROGRAM: &[HelpLine] = &[
    (&[Action::Help], "THIS HELP"),
    (&[Action::Slower, Action::Faster], "SLOWER, FASTER"),
    (&[Action::Sound], "SOUND OFF, ON"),
    (&[Action::Statistics], "STATISTICS"),
    (&[Action::FullScreen], "FULL SCREEN"),
    (&[Action::Screenshot], "SCREENSHOT"),
    (&[Action::Pause], "PAUSE"),
    (&[Action::Step], "ONE STEP"),
    (&[Action::Menu], "MENU"),
];

/// The keys that lead to all others, and those that everybody needs.
const OF_ALL: &[HelpLine] = &[
    (&[Action::Help], "ALL KEYS"),
    (&[Action::Statistics], "STATISTICS"),
    (&[Action::Pause], "PAUSE"),
    (&[Action::Menu], "MENU"),
];

/// Letters a help text may have: more do not fit beside the key in the box.
#[cfg(test)]
pub const TEXT_MAX: usize = 22;

impl Action {
    /// What the keys of these names ask for, in the order of the settings.
    pub fn of_keys<'a>(
        keys: &'a KeyMap,
        is_pressed: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = Action> + 'a {
        let pressed = keys.named().filter(move |(_, key)| is_pressed(key));
        pressed.filter_map(|(name, _)| Action::named(name))
    }

    /// What these buttons of a game pad ask for in a recording whose moves are rated.
    #[cfg(any(feature = "window", test))]
    pub fn of_pad(pressed: Buttons) -> impl Iterator<Item = Action> {
        let asked = OF_PAD
            .into_iter()
            .filter(move |(button, _)| pressed.has(*button));
        asked.map(|(_, action)| action)
    }

    /// The name of its key as the help shows it; none for what has no key of its own.
    pub fn key(self, keys: &KeyMap) -> String {
        self.set_key(keys).map_or_else(String::new, shown)
    }

    /// The name of its key in the settings; none for what has no key of its own.
    pub fn set_key(self, keys: &KeyMap) -> Option<&str> {
        keys.key_of(self.name()?)
    }
}

/// A key's name as the help shows it.
fn shown(key: &str) -> String {
    match key {
        "Left" => "\u{2190}".to_owned(),
        "Right" => "\u{2192}".to_owned(),
        "Up" => "\u{2191}".to_owned(),
        "Down" => "\u{2193}".to_owned(),
        "Escape" => "ESC".to_owned(),
        "Period" => ".".to_owned(),
        "PageDown" => "PGDN".to_owned(),
        "PageUp" => "PGUP".to_owned(),
        "Backspace" => "BKSP".to_owned(),
        key => key.to_uppercase(),
    }
}

/// The keys of the program in a scene. A key that somebody plays with there is none of them.
#[derive(Clone, Copy, Debug)]
pub struct SceneKeys<'a> {
    /// Keys as they are set.
    pub settings: &'a Settings,
    /// Pads that people play on.
    pub people: [bool; 2],
    /// Whether there is a game pad: one of two people may then have the keys of a person alone as well.
    pub has_pad: bool,
    /// Whether there is a window, which has more keys than a terminal.
    pub is_windowed: bool,
}

impl SceneKeys<'_> {
    /// Whether the key of an action, if it has one, is free of players.
    pub fn has(&self, action: Action) -> bool {
        let key = action.set_key(&self.settings.program_keys);
        !key.is_some_and(|key| self.is_played_with(key))
    }

    /// Whether a person plays with that key.
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

    /// The keys as the help shows them: name, what it does. `own` are those of the scene.
    pub fn help(&self, own: &[HelpLine]) -> Vec<(String, String)> {
        self.in_words(PROGRAM.iter().chain(own))
    }

    /// The keys of the scene alone, and those that lead to all others.
    pub fn own_help(&self, own: &[HelpLine]) -> Vec<(String, String)> {
        self.in_words(OF_ALL.iter().chain(own))
    }

    /// The key that leads to everything else.
    pub fn menu_help(&self) -> Vec<(String, String)> {
        self.in_words([(&[Action::Menu][..], "MENU")].iter())
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
            (self.is_windowed || !for_windows.contains(action)) && self.has(**action)
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

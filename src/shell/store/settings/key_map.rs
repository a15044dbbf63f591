//! What keys are set for, each with the name of its key.

/// The buttons of a gamepad in the order of the file.
pub const BUTTONS: [&str; 8] = ["left", "right", "up", "down", "b", "a", "start", "select"];

/// What keys of the program do, with the keys unless others are set.
const PROGRAM: [(&str, &str); 32] = [
    ("help", "F1"),
    ("play_fast", "F2"),
    ("slower", "F3"),
    ("faster", "F4"),
    ("filter", "F5"),
    ("previous", "F6"),
    ("next", "F7"),
    ("new_game", "F8"),
    ("level_down", "F9"),
    ("level_up", "F10"),
    ("toggle_full_screen", "F11"),
    ("screenshot", "F12"),
    ("pause", "Space"),
    ("step", "Period"),
    ("keep_recording", "Tab"),
    ("menu", "Escape"),
    ("seek_back", "Left"),
    ("seek_forward", "Right"),
    ("previous_piece", "Up"),
    ("next_piece", "Down"),
    ("toggle_goal", "G"),
    ("play_on", "Enter"),
    ("toggle_sound", "M"),
    ("toggle_lab", "L"),
    ("toggle_tree", "T"),
    ("show_hint", "H"),
    ("next_mistake", "PageDown"),
    ("previous_mistake", "PageUp"),
    ("try_again", "R"),
    ("practise", "P"),
    ("worst_moves", "W"),
    ("restart", "Backspace"),
];

/// How many of these somebody who plays may ask for. What follows is asked only where nobody plays with that
/// key, most of it in recordings and while pictures are built: a gamepad may have those keys too.
const OF_PLAYERS: usize = 16;

/// What keys are set for, each with the name of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap(Vec<(&'static str, String)>);

impl KeyMap {
    /// The buttons of a gamepad with these keys, in the order of [`BUTTONS`] and with blanks between
    /// them.
    pub fn pad(keys: &str) -> KeyMap {
        let keys = keys.split(' ').map(str::to_owned);
        KeyMap(BUTTONS.into_iter().zip(keys).collect())
    }

    /// The keys of the program as they are unless others are set.
    pub fn program() -> KeyMap {
        KeyMap(PROGRAM.map(|(name, key)| (name, key.to_owned())).into())
    }

    /// What keys are set for, in the order of the file.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    /// What keys are set for, with their keys, in the order of the file.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, key)| (*name, key.as_str()))
    }

    /// The key of what has that name; none without it.
    pub fn key_of(&self, name: &str) -> Option<&str> {
        let found = self.named().find(|(known, _)| *known == name);
        found.map(|(_, key)| key)
    }

    /// What has that key.
    pub fn name_of<'a>(&'a self, key: &str) -> impl Iterator<Item = &'static str> + use<'a> {
        let key = key.to_owned();
        let found = self.named().filter(move |(_, known)| *known == key);
        found.map(|(name, _)| name)
    }

    /// Sets the key of what stands at that place in the order of the file.
    pub fn set(&mut self, place: usize, key: &str) {
        key.clone_into(&mut self.0[place].1);
    }

    /// The keys of the program that nobody at a gamepad can have.
    pub fn taken(&self) -> impl Iterator<Item = &str> {
        let taken = self.named();
        let taken = taken.filter(|(name, _)| !KeyMap::is_of_recordings(name));
        taken.map(|(_, key)| key)
    }

    /// Whether what has that name is told to recordings only.
    pub fn is_of_recordings(name: &str) -> bool {
        PROGRAM[OF_PLAYERS..].iter().any(|(own, _)| *own == name)
    }
}

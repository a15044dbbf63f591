//! What the keys of the program ask for, the same in every window, and how the help says it.

#[cfg(any(feature = "window", test))]
use rightwell::rules::Buttons;

use crate::shell::store::settings::KeyMap;

/// Something a key asks for, in the order of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Shows or hides the keys.
    Help,
    /// Leaves path and animation out, or shows them again.
    PlayFast,
    /// The next slower speed.
    Slower,
    /// The next faster speed.
    Faster,
    /// The next kind of filter.
    Filter,
    /// The picture or the opponent before.
    Previous,
    /// The picture or the opponent after.
    Next,
    /// Leaves this game for the next.
    NewGame,
    /// Leaves a person's game for another one of its kind, when its key is held for a while.
    Restart,
    /// One level less for the next game.
    LevelDown,
    /// One level more for the next game.
    LevelUp,
    /// Ten seconds back in a recording.
    SeekBack,
    /// Ten seconds forward in a recording.
    SeekForward,
    /// Back to the piece before in a recording.
    PreviousPiece,
    /// On to the next piece in a recording.
    NextPiece,
    /// Keeps a recording of a person's games up to now.
    KeepRecording,
    /// Shows or hides the goal of a picture behind the field.
    Goal,
    /// Shows or hides the tree of a player that searches one.
    Tree,
    /// Shows somebody who plays the best place for the piece, while it is held.
    Hint,
    /// Plays on from the present point of a recording.
    GoOn,
    /// Goes to the next mistake in a recording whose moves are rated.
    NextMistake,
    /// Goes to the mistake before.
    PreviousMistake,
    /// Plays a mistake again, to find a better place.
    TryAgain,
    /// Practises from the present point of a recording, with the pieces that came there.
    Practise,
    /// Opens the list of the worst moves.
    WorstMoves,
    /// Turns the sound off, or on.
    Sound,
    /// Shows or hides the lab's view of a game.
    Lab,
    /// Fills the screen, or goes back to a window.
    FullScreen,
    /// Writes a picture file.
    Screenshot,
    /// Stops the game or lets it run.
    Pause,
    /// Makes one step and stops.
    Step,
    /// Opens the menu of the program, or closes it.
    Menu,
    /// Ends the program at once.
    Quit,
}

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
    (&[Action::FullScreen], "FULL SCREEN"),
    (&[Action::Screenshot], "SCREENSHOT"),
    (&[Action::Pause], "PAUSE"),
    (&[Action::Step], "ONE STEP"),
    (&[Action::Menu], "MENU"),
];

/// Letters a help text may have: more do not fit beside the key in the box.
#[cfg(test)]
pub const TEXT_MAX: usize = 22;

impl Action {
    /// All that have keys, with their names in the settings.
    const NAMED: [(Action, &str); 32] = [
        (Action::Help, "help"),
        (Action::PlayFast, "play_fast"),
        (Action::Slower, "slower"),
        (Action::Faster, "faster"),
        (Action::Filter, "filter"),
        (Action::Previous, "previous"),
        (Action::Next, "next"),
        (Action::NewGame, "new_game"),
        (Action::LevelDown, "level_down"),
        (Action::LevelUp, "level_up"),
        (Action::FullScreen, "toggle_full_screen"),
        (Action::Screenshot, "screenshot"),
        (Action::Pause, "pause"),
        (Action::Step, "step"),
        (Action::KeepRecording, "keep_recording"),
        (Action::Menu, "menu"),
        (Action::SeekBack, "seek_back"),
        (Action::SeekForward, "seek_forward"),
        (Action::PreviousPiece, "previous_piece"),
        (Action::NextPiece, "next_piece"),
        (Action::Goal, "toggle_goal"),
        (Action::GoOn, "play_on"),
        (Action::Sound, "toggle_sound"),
        (Action::Lab, "toggle_lab"),
        (Action::Tree, "toggle_tree"),
        (Action::Hint, "show_hint"),
        (Action::NextMistake, "next_mistake"),
        (Action::PreviousMistake, "previous_mistake"),
        (Action::TryAgain, "try_again"),
        (Action::Practise, "practise"),
        (Action::WorstMoves, "worst_moves"),
        (Action::Restart, "restart"),
    ];

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

    fn named(name: &str) -> Option<Action> {
        let found = Action::NAMED.into_iter().find(|(_, known)| *known == name);
        found.map(|(action, _)| action)
    }

    /// The name of its key as the help shows it; none for what has no key of its own.
    pub fn key(self, keys: &KeyMap) -> String {
        self.set_key(keys).map_or_else(String::new, shown)
    }

    /// The name of its key in the settings; none for what has no key of its own.
    pub fn set_key(self, keys: &KeyMap) -> Option<&str> {
        let mut named = Action::NAMED.into_iter();
        let (_, name) = named.find(|(action, _)| *action == self)?;
        keys.key_of(name)
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

/// The keys as the help shows them: name, what it does. `own` are those of what is on the screen;
/// `windowed`: with full screen.
pub fn help(own: &[HelpLine], windowed: bool, keys: &KeyMap) -> Vec<(String, String)> {
    let for_windows = [
        Action::FullScreen,
        Action::GoOn,
        Action::TryAgain,
        Action::Practise,
        Action::Restart,
        Action::Sound,
    ];
    let is_there =
        |line: &&HelpLine| windowed || !line.0.iter().any(|action| for_windows.contains(action));
    let mut lines: Vec<&HelpLine> = PROGRAM.iter().chain(own).filter(is_there).collect();
    lines.sort_by_key(|(actions, _)| actions.first());
    let named = lines.into_iter().map(|(actions, does)| {
        let keys: Vec<String> = actions.iter().map(|action| action.key(keys)).collect();
        (keys.join(" "), (*does).to_owned())
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_program_has_an_action_and_every_action_with_a_key_a_name() {
        let keys = KeyMap::program();
        let actions: Vec<Action> = Action::of_keys(&keys, |_| true).collect();
        assert_eq!(actions, Action::NAMED.map(|(action, _)| action));
        assert_eq!(actions.len(), keys.names().len());
    }
}

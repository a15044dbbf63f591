//! What keys of the program ask for, with their names in the file.

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
    /// Takes a piece back in a game of practice.
    TakeBack,
    /// Opens the saved states of a game of practice.
    States,
    /// Opens the editor of positions, or its page.
    Edit,
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
    /// Opens the page of training.
    Training,
    /// Shows more of a game's statistics, or less.
    Statistics,
    /// Shows where an AI goes and why, or not.
    Plan,
    /// Shows the next one of the best places in the field.
    NextPlace,
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

/// What has a key, with its name in the file and its key unless another one is set, in the order of the
/// file.
pub const PROGRAM_KEYS: [(Action, &str, &str); 39] = [
    (Action::Help, "help", "F1"),
    (Action::PlayFast, "play_fast", "F2"),
    (Action::Slower, "slower", "F3"),
    (Action::Faster, "faster", "F4"),
    (Action::Filter, "filter", "F5"),
    (Action::Previous, "previous", "F6"),
    (Action::Next, "next", "F7"),
    (Action::NewGame, "new_game", "F8"),
    (Action::LevelDown, "level_down", "F9"),
    (Action::LevelUp, "level_up", "F10"),
    (Action::FullScreen, "toggle_full_screen", "F11"),
    (Action::Screenshot, "screenshot", "F12"),
    (Action::Pause, "pause", "Space"),
    (Action::Step, "step", "Period"),
    (Action::KeepRecording, "keep_recording", "Tab"),
    (Action::Menu, "menu", "Escape"),
    (Action::SeekBack, "seek_back", "Left"),
    (Action::SeekForward, "seek_forward", "Right"),
    (Action::PreviousPiece, "previous_piece", "Up"),
    (Action::NextPiece, "next_piece", "Down"),
    (Action::Goal, "toggle_goal", "G"),
    (Action::GoOn, "play_on", "Enter"),
    (Action::Sound, "toggle_sound", "M"),
    (Action::Lab, "toggle_lab", "L"),
    (Action::Tree, "toggle_tree", "T"),
    (Action::Hint, "show_hint", "H"),
    (Action::NextMistake, "next_mistake", "PageDown"),
    (Action::PreviousMistake, "previous_mistake", "PageUp"),
    (Action::TryAgain, "try_again", "R"),
    (Action::Practise, "practise", "P"),
    (Action::WorstMoves, "worst_moves", "W"),
    (Action::Restart, "restart", "Backspace"),
    (Action::Statistics, "show_statistics", "S"),
    (Action::TakeBack, "take_back", "U"),
    (Action::States, "saved_states", "K"),
    (Action::Edit, "edit_position", "E"),
    (Action::Training, "open_training", "D"),
    (Action::Plan, "toggle_plan", "A"),
    (Action::NextPlace, "next_place", "B"),
];

/// How many of these somebody who plays may ask for. What follows is asked only where nobody plays with that
/// key, most of it in recordings and while pictures are built: a gamepad may have those keys too.
const OF_PLAYERS: usize = 16;

impl Action {
    /// What the key of that name asks for.
    pub fn named(name: &str) -> Option<Action> {
        let found = PROGRAM_KEYS
            .into_iter()
            .find(|(_, known, _)| *known == name);
        found.map(|(action, ..)| action)
    }

    /// The name of its key in the file; none for what has no key of its own.
    pub fn name(self) -> Option<&'static str> {
        let found = PROGRAM_KEYS
            .into_iter()
            .find(|(action, ..)| *action == self);
        found.map(|(_, name, _)| name)
    }
}

/// Whether the key of that name is told to recordings only.
pub fn is_of_recordings(name: &str) -> bool {
    PROGRAM_KEYS[OF_PLAYERS..]
        .iter()
        .any(|(_, own, _)| *own == name)
}

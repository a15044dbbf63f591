//! Actions of the program's keys, with their names in the file.

/// Action of a key. The help lists the actions in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Shows or hides the keys.
    Help,
    /// Turns PLAY_FAST on or off: pieces lock without path and animation.
    PlayFast,
    /// Selects the next slower speed.
    Slower,
    /// Selects the next faster speed.
    Faster,
    /// Selects the next kind of filter: none, well or pattern.
    Filter,
    /// Selects the previous pattern or opponent.
    Previous,
    /// Selects the next pattern or opponent.
    Next,
    /// Abandons this game and starts the next one.
    NewGame,
    /// Restarts a person's game, after the key has been held for a while.
    Restart,
    /// Lowers the level of the next game.
    LevelDown,
    /// Raises the level of the next game.
    LevelUp,
    /// Goes back ten seconds in a recording.
    SeekBack,
    /// Goes forward ten seconds in a recording.
    SeekForward,
    /// Goes to the previous piece of a recording.
    PreviousPiece,
    /// Goes to the next piece of a recording.
    NextPiece,
    /// Saves a recording of a person's games so far.
    KeepRecording,
    /// Shows or hides, behind the playfield, the pattern that is to be built.
    Goal,
    /// Shows or hides the search tree of a player that has one.
    Tree,
    /// Takes back a piece in a practice game.
    TakeBack,
    /// Opens the menu of saved states of a practice game.
    States,
    /// Opens the position editor, or the editor's menu page if the editor is open.
    Edit,
    /// Shows the best lock for the piece while the key is held.
    Hint,
    /// Continues the game from the current frame of a recording.
    GoOn,
    /// Goes to the next mistake of a rated recording.
    NextMistake,
    /// Goes to the previous mistake.
    PreviousMistake,
    /// Lets the user play a mistake again to find a better lock.
    TryAgain,
    /// Starts a practice game at the current piece of a recording, with the recording's pieces.
    Practise,
    /// Opens the list of the worst moves.
    WorstMoves,
    /// Turns the sound off or on.
    Sound,
    /// Shows or hides the lab's statistics of a game.
    Lab,
    /// Opens the training page.
    Training,
    /// Selects the next level of detail of a game's statistics.
    Statistics,
    /// Shows or hides the AI's plan and its reasons.
    Plan,
    /// Shows the next of the best locks in the playfield.
    NextPlace,
    /// Marks the cells of the next reason of the AI's plan.
    NextReason,
    /// Copies a link to the current scene. Only on a web page.
    CopyLink,
    /// Switches between full screen and window.
    FullScreen,
    /// Saves a screenshot.
    Screenshot,
    /// Pauses or resumes the game.
    Pause,
    /// Makes one step and pauses.
    Step,
    /// Opens or closes the program's menu.
    Menu,
    /// Ends the program at once.
    Quit,
}

/// Actions with keys, in the order of the file: name in the file and default key.
pub const PROGRAM_KEYS: [(Action, &str, &str); 41] = [
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
    (Action::NextReason, "next_reason", "N"),
    (Action::CopyLink, "copy_link", "C"),
];

/// Number of entries at the start of the table whose actions work even during play. No controller may use their keys.
/// Each of the other actions works only while no player uses its key.
const OF_PLAYERS: usize = 16;

impl Action {
    /// Returns the action with this name.
    pub fn named(name: &str) -> Option<Action> {
        let found = PROGRAM_KEYS
            .into_iter()
            .find(|(_, known, _)| *known == name);
        found.map(|(action, ..)| action)
    }

    /// Returns the name of the action in the file. Returns `None` if the action has no key of its own.
    pub fn name(self) -> Option<&'static str> {
        let found = PROGRAM_KEYS
            .into_iter()
            .find(|(action, ..)| *action == self);
        found.map(|(_, name, _)| name)
    }
}

/// Returns whether the action `name` works only while no player uses its key. If so, a controller may use that key too.
pub fn is_of_recordings(name: &str) -> bool {
    PROGRAM_KEYS[OF_PLAYERS..]
        .iter()
        .any(|(_, own, _)| *own == name)
}

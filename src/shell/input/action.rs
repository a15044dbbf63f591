//! What the keys of the program ask for, the same in every window, and how the help says it.

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
    /// Plays on from the present point of a recording.
    GoOn,
    /// Fills the screen, or goes back to a window.
    FullScreen,
    /// Writes a picture file.
    Screenshot,
    /// Stops the game or lets it run.
    Pause,
    /// Makes one step and stops.
    Step,
    /// Leaves what lies on top, at last the program.
    Leave,
    /// Ends the program at once.
    Quit,
}

/// One line of the help: actions whose keys stand side by side, and what they do.
pub type HelpLine = (&'static [Action], &'static str);

/// What the program itself does with keys, whatever is on the screen.
const PROGRAM: &[HelpLine] = &[
    (&[Action::Help], "THIS HELP"),
    (&[Action::Slower, Action::Faster], "SLOWER, FASTER"),
    (&[Action::FullScreen], "FULL SCREEN"),
    (&[Action::Screenshot], "SCREENSHOT"),
    (&[Action::Pause], "PAUSE"),
    (&[Action::Step], "ONE STEP"),
    (&[Action::Leave], "QUIT"),
];

/// Letters a help text may have: more do not fit beside the key in the box.
#[cfg(test)]
pub const TEXT_MAX: usize = 22;

impl Action {
    /// The name of its key; none for what has no key of its own.
    const fn key(self) -> &'static str {
        match self {
            Action::Help => "F1",
            Action::PlayFast => "F2",
            Action::Slower => "F3",
            Action::Faster => "F4",
            Action::Filter => "F5",
            Action::Previous => "F6",
            Action::Next => "F7",
            Action::NewGame => "F8",
            Action::LevelDown => "F9",
            Action::LevelUp => "F10",
            Action::FullScreen => "F11",
            Action::Screenshot => "F12",
            Action::SeekBack => "\u{2190}",
            Action::SeekForward => "\u{2192}",
            Action::PreviousPiece => "\u{2191}",
            Action::NextPiece => "\u{2193}",
            Action::KeepRecording => "TAB",
            Action::Goal => "G",
            Action::GoOn => "ENTER",
            Action::Pause => "SPACE",
            Action::Step => ".",
            Action::Leave => "ESC",
            Action::Quit => "",
        }
    }
}

/// The keys as the help shows them: name, what it does. `own` are those of what is on the screen;
/// `windowed`: with full screen.
pub fn help(own: &[HelpLine], windowed: bool) -> Vec<(String, String)> {
    let for_windows = [Action::FullScreen, Action::GoOn];
    let is_there =
        |line: &&HelpLine| windowed || !line.0.iter().any(|action| for_windows.contains(action));
    let mut lines: Vec<&HelpLine> = PROGRAM.iter().chain(own).filter(is_there).collect();
    lines.sort_by_key(|(actions, _)| actions.first());
    let named = lines.into_iter().map(|(actions, does)| {
        let keys: Vec<&str> = actions.iter().map(|action| action.key()).collect();
        (keys.join(" "), (*does).to_owned())
    });
    named.collect()
}

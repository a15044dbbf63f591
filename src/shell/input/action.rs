//! What the keys do, the same in every window.

/// Something a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The picture before.
    PreviousPattern,
    /// The picture after.
    NextPattern,
    /// Leaves this game for the next.
    NewGame,
    /// One level less for the next game.
    LevelDown,
    /// One level more for the next game.
    LevelUp,
    /// Fills the screen, or goes back to a window.
    FullScreen,
    /// Writes a picture file.
    Screenshot,
    /// Stops the game or lets it run.
    Pause,
    /// Makes one step and stops.
    Step,
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
    /// Ends the program.
    Quit,
}

/// The keys as the help shows them: name, what it does.
const COMMON: &[(&str, &str)] = &[("F1", "THIS HELP")];
const PLAY_FAST: &[(&str, &str)] = &[("F2", "PLAY_FAST ON, OFF")];
const SPEED: &[(&str, &str)] = &[("F3 F4", "SLOWER, FASTER")];
const EXHIBITION: &[(&str, &str)] = &[
    ("F5", "NO FILTER/WELL/PATTERN"),
    ("F6 F7", "OTHER PATTERN"),
    ("F8", "NEW GAME"),
    ("F9 F10", "LEVEL OF NEXT GAME"),
];
const REPLAY: &[(&str, &str)] = &[
    ("\u{2190} \u{2192}", "10 SECONDS BACK, ON"),
    ("\u{2191} \u{2193}", "PIECE BEFORE, NEXT"),
];
const PERSON: &[(&str, &str)] = &[("TAB", "KEEP A RECORDING NOW")];
const VERSUS: &[(&str, &str)] = &[
    ("F6 F7", "WEAKER, STRONGER NEXT"),
    ("F8", "NEXT MATCH NOW"),
    ("F9 F10", "LEVEL OF NEXT MATCH"),
    ("TAB", "KEEP A RECORDING NOW"),
];
const LAST: &[(&str, &str)] = &[
    ("F12", "SCREENSHOT"),
    ("SPACE", "PAUSE"),
    (".", "ONE STEP"),
    ("ESC", "QUIT"),
];

/// Letters a help text may have: more do not fit beside the key in the box.
#[cfg(test)]
const TEXT_MAX: usize = 22;

/// What is shown, as far as keys differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// An AI plays.
    Exhibition,
    /// A recording.
    Recording,
    /// A person plays.
    Person,
    /// Two against each other.
    Versus,
}

/// The keys that do something in a scene; `window`: with full screen.
pub fn keys(scene: Scene, window: bool) -> Vec<(&'static str, &'static str)> {
    let full_screen: &[(&str, &str)] = if window {
        &[("F11", "FULL SCREEN")]
    } else {
        &[]
    };
    let (play_fast, middle) = match scene {
        Scene::Exhibition => (PLAY_FAST, EXHIBITION),
        Scene::Recording => (&[][..], REPLAY),
        Scene::Person => (&[][..], PERSON),
        Scene::Versus => (&[][..], VERSUS),
    };
    COMMON
        .iter()
        .chain(play_fast)
        .chain(SPEED)
        .chain(middle)
        .chain(full_screen)
        .chain(LAST)
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_on_the_screen() {
        for scene in [
            Scene::Exhibition,
            Scene::Recording,
            Scene::Person,
            Scene::Versus,
        ] {
            for (key, text) in keys(scene, true) {
                assert!(key.chars().count() < 7, "{key}");
                assert!(text.chars().count() <= TEXT_MAX, "{text}");
            }
        }
    }
}

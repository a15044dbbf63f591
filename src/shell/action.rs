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
    /// Ends the program.
    Quit,
}

/// The keys as the help shows them: name, what it does.
const COMMON: &[(&str, &str)] = &[
    ("F1", "THIS HELP"),
    ("F2", "PLAY_FAST ON, OFF"),
    ("F3 F4", "SLOWER, FASTER"),
];
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
const LAST: &[(&str, &str)] = &[
    ("F12", "SCREENSHOT"),
    ("SPACE", "PAUSE"),
    (".", "ONE STEP"),
    ("ESC", "QUIT"),
];

/// Letters a help text may have: more do not fit beside the key in the box.
#[cfg(test)]
const TEXT_MAX: usize = 22;

/// The keys that do something here; `recording`: in a recording, `window`: with full screen.
pub fn keys(recording: bool, window: bool) -> Vec<(&'static str, &'static str)> {
    // A recording has its own inputs, which nothing changes.
    let common = if recording {
        COMMON.iter().filter(|(key, _)| *key != "F2").collect()
    } else {
        COMMON.iter().collect::<Vec<_>>()
    };
    let middle = if recording { REPLAY } else { EXHIBITION };
    let full_screen: &[(&str, &str)] = if window {
        &[("F11", "FULL SCREEN")]
    } else {
        &[]
    };
    common
        .into_iter()
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
        for recording in [false, true] {
            for (key, text) in keys(recording, true) {
                assert!(key.chars().count() < 7, "{key}");
                assert!(text.chars().count() <= TEXT_MAX, "{text}");
            }
        }
    }
}

//! What can be set, and what is set unless the file says something else.

use rightwell::session::Rater;
use rightwell::sound::Volumes;

use super::hint_mode::HintMode;
use super::key_map::KeyMap;

/// How the picture fills the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// At the largest whole multiple of its size.
    Whole,
    /// As large as there is room, every pixel sharp.
    Fill,
    /// As large as there is room and as wide as on a television, where pixels are not square.
    Television,
}

impl Scaling {
    /// All of them.
    pub const ALL: [Scaling; 3] = [Scaling::Whole, Scaling::Fill, Scaling::Television];

    /// Its name in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Scaling::Whole => "whole",
            Scaling::Fill => "fill",
            Scaling::Television => "television",
        }
    }
}

/// The settings in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The keys of the gamepad.
    pub keys: KeyMap,
    /// The keys of the left one of two people at one keyboard.
    pub left_keys: KeyMap,
    /// The keys of the right one.
    pub right_keys: KeyMap,
    /// The keys of the program.
    pub program_keys: KeyMap,
    /// What presses the buttons on a game pad, by SDL's names.
    pub pad_buttons: KeyMap,
    /// The same on the second one of two.
    pub second_pad_buttons: KeyMap,
    /// What the buttons of game pads are called, as SDL writes it; what the pads say of themselves
    /// where there is no line for them.
    pub pad_mappings: Vec<String>,
    /// The colours: a palette's name or a file that ends in `.pal`.
    pub palette: String,
    /// Whether the screen flashes at a Tetris.
    pub flashing: bool,
    /// How the picture fills the window.
    pub scaling: Scaling,
    /// Whether it fills the screen from the start.
    pub full_screen: bool,
    /// Whether there is a status line.
    pub status_line: bool,
    /// Whether the buttons are shown as they are pressed.
    pub input_display: bool,
    /// Whether a picture's goal shows behind the field.
    pub goal: bool,
    /// Whether the lab's view stands in the place of the statistics.
    pub lab: bool,
    /// When somebody who plays is shown where the piece is best put.
    pub hint: HintMode,
    /// Whether it is shown what each lock of somebody who plays was worth.
    pub coach: bool,
    /// The hands that hints and locks are judged for: a name, or a file that ends in `.ron`.
    pub coach_hand: String,
    /// Whether there is any sound.
    pub sound: bool,
    /// How loud effects and music are.
    pub volumes: Volumes,
    /// The music of games: `menu` is what the console's menu says, `off` none; else a tune's name.
    pub music: String,
    /// Whether the title screen has a tune.
    pub title_tune: bool,
    /// Whether there is sound while another window has the focus.
    pub sound_in_background: bool,
    /// Whether it is asked before something is broken off or deleted.
    pub confirmations: bool,
    /// How many recordings of a kind are kept, 0-10,000; none while anything in the file is faulty:
    /// then all are.
    pub recordings_kept: Option<usize>,
    /// Rounds of the window's loop in a second, 60-240.
    pub loop_hz: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            keys: KeyMap::pad("Left Right Up Down Z X Enter RightShift"),
            left_keys: KeyMap::pad("A D W S G H 1 2"),
            right_keys: KeyMap::pad("Left Right Up Down K L Enter RightShift"),
            program_keys: KeyMap::program(),
            pad_buttons: KeyMap::pad("dpleft dpright dpup dpdown a b start back"),
            second_pad_buttons: KeyMap::pad("dpleft dpright dpup dpdown a b start back"),
            pad_mappings: Vec::new(),
            palette: "rightwell".to_owned(),
            flashing: true,
            scaling: Scaling::Whole,
            full_screen: false,
            status_line: true,
            input_display: false,
            goal: true,
            lab: false,
            hint: HintMode::Key,
            coach: false,
            coach_hand: Rater::HAND.to_owned(),
            sound: true,
            volumes: Volumes::default(),
            music: "menu".to_owned(),
            title_tune: false,
            sound_in_background: false,
            confirmations: true,
            recordings_kept: Some(100),
            loop_hz: 120,
        }
    }
}

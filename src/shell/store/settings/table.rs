//! Table of all settings: name, type, default, limits, row in the menu, and comment in the file. To add a setting, add
//! one entry here and the code that uses it.

use std::ops::RangeInclusive;

use rightwell::session::Rater;
use rightwell::sound::{VOLUME_MAX, Volumes};

use crate::host::page;

use super::HintMode;
use super::VERSION;
use super::key_map::KeyMap;
use super::value::SettingValue;
use super::words::{Ground, KeysPanel, PanelPlace, Scaling, StatisticsPage};

/// Largest number of recordings per kind.
pub const KEPT_MAX: u32 = 10_000;
/// Range of the volumes.
const VOLUMES: RangeInclusive<u32> = 0..=VOLUME_MAX as u32;

/// Default of the statistics setting. On the web page, none are shown.
const STATISTICS: StatisticsPage = match page::IS_HERE {
    true => StatisticsPage::None,
    false => StatisticsPage::Compact,
};

/// Section of the menu page that contains a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsPart {
    /// Settings of graphics.
    Picture,
    /// Settings of the panels beside the game.
    Panels,
    /// Settings of sound.
    Sound,
    /// Settings of the coach and other help for players.
    Coach,
    /// Settings of keys and gamepads.
    Keys,
    /// All other settings in the menu.
    More,
    /// Settings that are only in the file, not in the menu.
    File,
}

/// A setting.
pub struct Setting {
    /// Name in the file.
    pub name: &'static str,
    /// Comment lines above the field in a new file.
    comment: &'static [&'static str],
    /// Section of the menu page that contains the setting.
    pub part: SettingsPart,
    /// Label in the menu.
    pub label: &'static str,
    /// Hint in the menu.
    pub hint: &'static str,
    /// Accesses the value.
    pub value: fn(&mut Settings) -> SettingValue,
}

/// Generates the settings struct and its table. Each entry consists of a comment for the file, `name: type = default`,
/// the kind of value with its limits, the section of the menu page, the label and the hint.
///
/// The comments of the entries are data: they are written into new settings files.
macro_rules! settings {
    ($(
        $(#[doc = $comment:literal])*
        $name:ident: $type:ty = $default:expr, $kind:ident $(($($limit:expr),+))?,
        $part:ident, $label:literal, $hint:literal;
    )+) => {
        /// The current settings.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $(#[doc = $hint] pub $name: $type,)+
            /// True if anything in the file is faulty. No recording is deleted until the user repairs the file.
            pub is_faulty: bool,
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($name: $default,)+ is_faulty: false }
            }
        }

        /// All settings, in the order of the file.
        pub const TABLE: &[Setting] = &[$(Setting {
            name: stringify!($name),
            comment: &[$($comment),*],
            part: SettingsPart::$part,
            label: $label,
            hint: $hint,
            value: |settings| SettingValue::$kind(&mut settings.$name $($(, $limit)+)?),
        }),+];
    };
}

settings! {
    /// Keys of the gamepad. Names: A to Z, 0 to 9, Left, Right, Up, Down, Enter, Backspace,
    /// LeftShift, RightShift, LeftControl, RightControl, LeftAlt, RightAlt, Comma, Minus, Slash,
    /// Semicolon, Apostrophe, LeftBracket, RightBracket, Backslash, Insert, Delete, Home, End,
    /// PageUp, PageDown, Equal, GraveAccent, Kp0 to Kp9, KpEnter, KpAdd, KpSubtract, KpMultiply,
    /// KpDivide, KpDecimal, and Space, Tab, Period, Escape, F1 to F12 unless program_keys uses them.
    keys: KeyMap = KeyMap::pad("Left Right Up Down Z X Enter RightShift"), Keys, Keys, "KEYS",
        "Your keys when you play alone or against the computer";

    /// Keys of two people who play against each other at one keyboard. All must be different.
    left_keys: KeyMap = KeyMap::pad("A D W S G H 1 2"), Keys, Keys, "TWO PLAYERS: LEFT KEYS",
        "Keys of the left player when two play at one keyboard";
    right_keys: KeyMap = KeyMap::pad("Left Right Up Down K L Enter RightShift"), Keys, Keys, "TWO PLAYERS: RIGHT KEYS",
        "Keys of the right player when two play at one keyboard";

    /// Keys of the program. All must be different from each other and from the keys of the gamepad,
    /// except seek_back and the keys listed after it, which work only while nobody plays with that key.
    program_keys: KeyMap = KeyMap::program(), Keys, Keys, "KEYS OF THE PROGRAM",
        "Keys that control the program, such as F1 to F12 and Space";

    /// Buttons of the first and the second gamepad, by SDL's names. These describe positions, not the
    /// printed letters: of the four buttons on the right, a is the lower, b the right, x the left, y the
    /// upper one. Other names: back, start, dpleft, dpright, dpup, dpdown, leftshoulder, rightshoulder,
    /// lefttrigger, righttrigger, leftstick, rightstick, misc1 to misc6, paddle1 to paddle4, touchpad.
    /// -leftx, +leftx, -lefty and so on are directions of the sticks. b0 to b63 are buttons without a
    /// name. Unless they are set here, the left stick works like the cross, x like a, and y like b.
    pad_buttons: KeyMap = KeyMap::pad("dpleft dpright dpup dpdown a b start back"), Keys, Keys, "GAME PAD",
        "Buttons of the gamepad";
    second_pad_buttons: KeyMap = KeyMap::pad("dpleft dpright dpup dpdown a b start back"), Keys, Keys, "SECOND GAME PAD",
        "Buttons of the second gamepad";

    /// Mappings for gamepads whose buttons have wrong names, one line of SDL's format each:
    /// "GUID,name,a:b0,b:b1,dpup:h0.1,…". The program reads them at its start. They take precedence over
    /// the environment variable SDL_GAMECONTROLLERCONFIG.
    pad_mappings: Vec<String> = Vec::new(), Texts, File, "",
        "Button names of gamepads, as SDL mappings";

    /// Colours: the name of a palette (the menu lists them), or a file that ends in .pal.
    palette: String = "rightwell".to_owned(), Text, Picture, "COLOURS",
        "Add your own as .pal files in the folder palettes beside settings.ron";

    /// Whether the screen flashes at a Tetris.
    flashing: bool = true, Flag, Picture, "FLASHING", "Flashes the screen at a Tetris";

    /// Size of the game in the window: "fill", a whole multiple if it nearly fills the window, otherwise as large as
    /// the window; "whole", always a whole multiple; "television", with pixels that are wider than high.
    scaling: Scaling = Scaling::Fill, Word, Picture, "SIZE",
        "Fills the window, or enlarges by whole multiples, or is as wide as on TV";

    /// Whether the game has the lines and the glow of an old television.
    scanlines: bool = false, Flag, Picture, "SCANLINES", "The lines and the glow of an old television";

    /// Whether the window starts in full screen (full_screen) and has a status line (status_line).
    /// Whether it shows the pressed buttons (input_display), the pattern to be built (goal), the lab (lab),
    /// an AI's plan (plan), and, in a race, the ghost's stack (ghost_stack). Whether left and right, up and down, A and B, Start and Select are swapped
    /// during play (goofy_foot). Whether the program asks before it leaves a game or deletes a file
    /// (confirmations).
    full_screen: bool = false, Flag, Picture, "FULL SCREEN", "Fills the whole screen. So does the key F11. The next start uses the last choice";
    status_line: bool = true, Flag, Panels, "STATUS LINE", "A status line at the bottom";
    input_display: bool = false, Flag, Panels, "PRESSED BUTTONS", "Shows the buttons of the gamepad beside the game";
    goal: bool = true, Flag, Panels, "TARGET PICTURE", "Shows the pattern to be built, behind the playfield";
    lab: bool = false, Flag, Panels, "LAB",
        "Shows where pieces have locked and how the game will probably go on";
    plan: bool = false, Flag, Panels, "AI'S PLAN",
        "Shows the AI's plan and its reasons. So does the key A";
    ghost_stack: bool = false, Flag, Panels, "GHOST'S STACK",
        "In a race, outlines the ghost's stack in your playfield";
    goofy_foot: bool = false, Flag, Keys, "GOOFY FOOT",
        "Swaps left and right, up and down, A and B, Start and Select during play";
    confirmations: bool = true, Flag, More, "ASK BEFORE LEAVING",
        "Asks before a game is left or a file deleted";

    /// Sides of the game on which to show panels, if there is room (panels): "both", "left", "right",
    /// "none". How many statistics to show (statistics): "compact", "full", "none". When to list the
    /// current keys (keys_panel): in the "first" minutes, "always", "never". Colour around the game, for
    /// chroma key in streams (ground): "black", "green", "blue", "magenta".
    panels: PanelPlace = PanelPlace::Both, Word, Panels, "SIDES",
        "Sides of the game on which panels are shown, if there is room";
    statistics: StatisticsPage = STATISTICS, Word, Panels, "STATISTICS",
        "How many statistics to show";
    keys_panel: KeysPanel = KeysPanel::First, Word, Panels, "SHOW KEYS",
        "Lists the current keys beside the game";
    ground: Ground = Ground::Black, Word, Picture, "BACKGROUND COLOUR",
        "Colour around the picture, for chroma key in streams";

    /// When to show the best lock of your piece (hint): "off"; "key", while H is held (show_hint in
    /// program_keys); "60" or another number of frames after the spawn, so that you decide first;
    /// "always". A game with hints does not count for high scores. Whether to mark each of your locks
    /// with its loss in lines (coach). The hands to assume for hints and marks (coach_hand): a name listed
    /// by `rightwell hands`, or a file that ends in .ron.
    hint: HintMode = HintMode::Key, Word, Coach, "HINT",
        "When to show the best lock of your piece. Games with hints set no high scores";
    coach: bool = false, Flag, Coach, "MARKS",
        "Marks each lock with its loss in lines and shows your accuracy";
    coach_hand: String = Rater::HAND.to_owned(), Text, Coach, "HANDS",
        "Hands for hints and marks, which show only locks that these hands can reach";

    /// Hands to assume for a game in a video if they cannot be measured there: a name listed by
    /// `rightwell hands`, or a file that ends in .ron. If this is empty, `rightwell review` asks once and
    /// writes the answer here.
    review_hand: String = String::new(), Text, File, "",
        "Hands to assume for a video that does not show how fast its player taps";

    /// Whether reviews of your own games save the mistakes as puzzles: the position, move, loss and hands
    /// of each mistake, in mistakes.ron beside the high scores. `rightwell puzzles --mine --empty`
    /// deletes them.
    keep_mistakes: bool = true, Flag, Coach, "KEEP MISTAKES",
        "Saves the mistakes in your reviewed games, to practise in PUZZLES";

    /// Whether every game, not only training, lets you take pieces back (take_back in program_keys) and
    /// save states (saved_states). A game in which you do so does not count for high scores.
    practice: bool = false, Flag, Coach, "PRACTICE",
        "Lets you take pieces back and save states. Such games set no high scores";

    /// Whether there is sound. Volumes of effects and music, 0 to 10. Music of games (music): "menu",
    /// the choice in the console's menu; "off"; or the name of a tune, which may be a file in the folder
    /// music beside this file. Whether the title screen, which is silent on the console, has a tune
    /// (title_tune). Whether the sound goes on while another window has the focus
    /// (sound_in_background).
    sound: bool = true, Flag, Sound, "SOUND", "Turns all sound on or off. So does the key M";
    effects_volume: u32 = 10, Number(VOLUMES, 1), Sound, "EFFECTS", "0 is silent, 10 is the loudest";
    music_volume: u32 = 10, Number(VOLUMES, 1), Sound, "MUSIC", "0 is silent, 10 is the loudest";
    music: String = "menu".to_owned(), Text, Sound, "TUNE",
        "Music: as chosen in the console's menu, none, or one tune";
    title_tune: bool = false, Flag, Sound, "TITLE TUNE", "Plays a tune at the title screen, which is silent on the cartridge";
    sound_in_background: bool = false, Flag, Sound, "IN BACKGROUND",
        "Keeps playing when another window has the focus";

    /// How many recordings to keep of each kind: your games, your matches, and matches between
    /// computers. Older ones move to the folder bin beside them, which the program never empties unasked.
    /// 0 keeps none. At most 10000.
    recordings_kept: u32 = 100, Number(0..=KEPT_MAX, 50), More, "KEEP LAST GAMES",
        "How many recordings to keep of each kind. Older ones go to the bin folder";

    /// How many times per second, at most, the window reads keys and draws: 60 to 240. On X11 it does so
    /// right before and right after each step of the game. On other systems, a higher number makes the
    /// game react faster and needs more power.
    loop_hz: u32 = 120, Number(60..=240, 30), More, "INPUT RATE (HZ)",
        "How often keys are read per second. More is faster but needs more power";
}

/// Comment at the beginning of a new file.
const HEAD: &str = "\
// Settings of Rightwell. The program created this file at its first start. Edit it here or in the\n\
// menu, which changes only what you choose there. When it starts, the program reports errors in this\n\
// file and uses the defaults of faulty fields. Until you fix them, it moves no recordings to the bin.\n";

impl Setting {
    /// Returns the names of all fields of the file.
    pub fn names() -> Vec<&'static str> {
        let names = TABLE.iter().map(|setting| setting.name);
        std::iter::once("version").chain(names).collect()
    }
}

impl Settings {
    /// Returns the maximum number of recordings of each kind. `None` keeps all; this is so while the file has faults.
    pub fn kept(&self) -> Option<usize> {
        (!self.is_faulty).then_some(self.recordings_kept as usize)
    }

    /// Returns the volumes of effects and music.
    pub const fn volumes(&self) -> Volumes {
        Volumes {
            effects: self.effects_volume as u8,
            music: self.music_volume as u8,
        }
    }

    /// Formats the settings as a new file.
    pub fn text(&self) -> String {
        let mut settings = self.clone();
        let mut lines = vec![format!("{HEAD}(\n    version: {VERSION},")];
        for setting in TABLE {
            lines.extend((!setting.comment.is_empty()).then(String::new));
            lines.extend(setting.comment.iter().map(|line| format!("    //{line}")));
            let value = (setting.value)(&mut settings).written();
            lines.push(format!("    {}: {value},", setting.name));
        }
        lines.join("\n") + "\n)\n"
    }
}

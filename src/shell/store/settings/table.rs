//! All settings in one table: name, type, default, limits, row in the menu, and comment in the file. A new setting
//! needs one entry here, and its use.

use std::ops::RangeInclusive;

use rightwell::session::Rater;
use rightwell::sound::{VOLUME_MAX, Volumes};

use crate::shell::host::page;

use super::HintMode;
use super::VERSION;
use super::key_map::KeyMap;
use super::value::SettingValue;
use super::words::{Ground, KeysPanel, PanelPlace, Scaling, StatisticsPage};

/// Largest number of recordings per kind.
pub const KEPT_MAX: u32 = 10_000;
/// Range of the volumes.
const VOLUMES: RangeInclusive<u32> = 0..=VOLUME_MAX as u32;

/// Initial statistics. Visitors of a web page see none.
const STATISTICS: StatisticsPage = match page::IS_HERE {
    true => StatisticsPage::None,
    false => StatisticsPage::Compact,
};

/// Section of the menu page that contains a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsPart {
    /// Graphics.
    Picture,
    /// Sound.
    Sound,
    /// Help for players.
    Coach,
    /// Keys and game pads.
    Keys,
    /// Everything else.
    More,
    /// Not in the menu, only in the file.
    File,
}

/// A setting.
pub struct Setting {
    /// Name in the file.
    pub name: &'static str,
    /// Comment lines above it in a new file.
    comment: &'static [&'static str],
    /// Section of the menu.
    pub part: SettingsPart,
    /// Label in the menu.
    pub label: &'static str,
    /// Hint in the menu.
    pub hint: &'static str,
    /// Accesses the value.
    pub value: fn(&mut Settings) -> SettingValue,
}

/// Generates the settings with their defaults and the table. Each entry has a comment for the file, `name: type =
/// default`, the kind of value with its limits, the section of the menu page, label and hint.
///
/// The comments of the entries are data: they are written into new settings files.
macro_rules! settings {
    ($(
        $(#[doc = $comment:literal])*
        $name:ident: $type:ty = $default:expr, $kind:ident $(($($limit:expr),+))?,
        $part:ident, $label:literal, $hint:literal;
    )+) => {
        /// The settings in force.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $(#[doc = $hint] pub $name: $type,)+
            /// Whether anything in the file is faulty: until it is mended no recording is dropped.
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
    /// The keys of the gamepad. Names: A to Z, 0 to 9, Left, Right, Up, Down, Enter, Backspace,
    /// LeftShift, RightShift, LeftControl, RightControl, LeftAlt, RightAlt, Comma, Minus, Slash,
    /// Semicolon, Apostrophe, LeftBracket, RightBracket, Backslash, Insert, Delete, Home, End,
    /// PageUp, PageDown, Equal, GraveAccent, Kp0 to Kp9, KpEnter, KpAdd, KpSubtract, KpMultiply,
    /// KpDivide, KpDecimal, and Space, Tab, Period, Escape, F1 to F12 as far as the program does not
    /// use them (program_keys).
    keys: KeyMap = KeyMap::pad("Left Right Up Down Z X Enter RightShift"), Keys, Keys, "KEYS",
        "Your keys when you play alone, or against the computer";

    /// The keys of two people at one keyboard, who play against each other; all of them different.
    left_keys: KeyMap = KeyMap::pad("A D W S G H 1 2"), Keys, Keys, "KEYS LEFT OF TWO",
        "The keys of one of two people at one keyboard";
    right_keys: KeyMap = KeyMap::pad("Left Right Up Down K L Enter RightShift"), Keys, Keys, "KEYS RIGHT OF TWO",
        "The keys of one of two people at one keyboard";

    /// The keys of the program itself; all of them different, and none of them on a gamepad, but for
    /// those from seek_back on, which are asked only where nobody plays with that key.
    program_keys: KeyMap = KeyMap::program(), Keys, Keys, "KEYS OF THE PROGRAM",
        "What is F1 to F12, Space and so on now";

    /// What presses the buttons on a game pad, and on the second one of two. Names are SDL's, by place
    /// and not by what is printed there: a is the lower of the four buttons at the right, b the right,
    /// x the left, y the upper one; back, start, dpleft, dpright, dpup, dpdown, leftshoulder,
    /// rightshoulder, lefttrigger, righttrigger, leftstick, rightstick, misc1 to misc6, paddle1 to
    /// paddle4, touchpad; -leftx, +leftx, -lefty and so on are the sticks, b0 to b63 buttons without a
    /// name. Unless they are set to something else the left stick moves like the cross, x does the
    /// same as a, and y as b.
    pad_buttons: KeyMap = KeyMap::pad("dpleft dpright dpup dpdown a b start back"), Keys, Keys, "GAME PAD",
        "Which buttons of a game pad are the console's";
    second_pad_buttons: KeyMap = KeyMap::pad("dpleft dpright dpup dpdown a b start back"), Keys, Keys, "SECOND GAME PAD",
        "The same on the second one of two game pads";

    /// What is where on a pad that the program gets wrong: lines as SDL writes them and as lists of
    /// pads hold them, "GUID,name,a:b0,b:b1,dpup:h0.1,…"; read at the start. Those in the variable
    /// SDL_GAMECONTROLLERCONFIG count as well, these more.
    pad_mappings: Vec<String> = Vec::new(), Texts, File, "",
        "What the buttons of game pads are called, as SDL writes it";

    /// The colours: a palette's name (the menu shows them), or a file that ends in .pal.
    palette: String = "rightwell".to_owned(), Text, Picture, "COLOURS",
        "Your own: .pal files in the folder palettes beside settings.ron";

    /// Whether the screen flashes at a Tetris.
    flashing: bool = true, Flag, Picture, "FLASHING", "Whether the screen flashes at a Tetris";

    /// How the picture fills the window: "whole" multiples of its size; "fill", as large as there is
    /// room; "television", where pixels are not square; "scanlines", the same in the lines of a television
    /// of the time, with a soft glow.
    scaling: Scaling = Scaling::Whole, Word, Picture, "SCALING",
        "Whole multiples, to the edge, wide as a television, with a television's lines";

    /// Whether it fills the screen from the start; whether there is a status line; whether the
    /// buttons are shown as they are pressed; whether a picture's goal shows behind the field; whether
    /// the lab's view of a game is shown; whether it is shown where an AI goes and why; whether left and
    /// right, up and down, A and B, Start and Select change over while you play; whether it is asked before
    /// something is broken off or deleted.
    full_screen: bool = false, Flag, Picture, "FULL SCREEN", "Also F11; found again at the next start";
    status_line: bool = true, Flag, Picture, "STATUS LINE", "What is going on, in a line at the bottom";
    input_display: bool = false, Flag, Picture, "BUTTONS", "Shows the buttons as they are pressed";
    goal: bool = true, Flag, Picture, "GOAL", "Shows the picture that is built behind the field";
    lab: bool = false, Flag, Picture, "LAB",
        "Shows where pieces lock and how the game stands, beside the picture";
    plan: bool = false, Flag, Picture, "PLAN",
        "Shows where the computer goes and why, beside the picture; also A";
    goofy_foot: bool = false, Flag, Keys, "GOOFY FOOT",
        "Left and right, up and down, A and B, Start and Select change over while you play";
    confirmations: bool = true, Flag, More, "ASK BEFORE",
        "Whether it is asked before something is broken off or deleted";

    /// Where panels stand beside the picture, as far as there is room: "both" sides, "left", "right", "none";
    /// what they show of a game's statistics: "compact", "full", "none"; when they show the keys that do
    /// something now: in the "first" minutes, "always", "never". The colour around the picture, which
    /// programs for streamers can take away: "black", "green", "blue", "magenta".
    panels: PanelPlace = PanelPlace::Both, Word, Picture, "PANELS",
        "Where statistics, coach, keys stand beside the picture, if there is room";
    statistics: StatisticsPage = STATISTICS, Word, Picture, "STATISTICS",
        "How much of a game's statistics is shown beside it";
    keys_panel: KeysPanel = KeysPanel::First, Word, Picture, "SHOW KEYS",
        "When the keys that do something now are shown beside the picture";
    ground: Ground = Ground::Black, Word, Picture, "SURROUND",
        "The colour around the picture: streaming programs can take it away";

    /// When you are shown, as you play, where the piece is best put: "off"; "key", while H is held
    /// (show_hint in program_keys); "60" or another number, so many frames after the piece came, so that
    /// you decide first; "always". A game with hints does not enter the high scores. Whether each lock of
    /// yours is rated as it is done, with no hint before; the hands that both are judged for, a name of
    /// `rightwell hands` or a file that ends in .ron.
    hint: HintMode = HintMode::Key, Word, Coach, "HINT",
        "The best place, at once. Such games are no high scores";
    coach: bool = false, Flag, Coach, "MARKS",
        "As you play: what each lock has lost, in lines, and how good the game is so far";
    coach_hand: String = Rater::HAND.to_owned(), Text, Coach, "HANDS",
        "The hands that hints and marks are judged for: what they can reach counts";

    /// The hands that a game seen in a video is rated for where its pictures do not tell them, a name of `rightwell
    /// hands` or a file that ends in .ron; nothing: `rightwell review` asks once and writes it here.
    review_hand: String = String::new(), Text, File, "",
        "The hands of games in videos, where they cannot be measured";

    /// Whether the mistakes of your own games are kept for puzzles when you review them: position, move,
    /// loss and hands of each, in mistakes.ron beside the high scores, until you take them out
    /// (rightwell puzzles --mine --empty).
    keep_mistakes: bool = false, Flag, Coach, "KEEP MISTAKES",
        "Of your games that you review: positions wait in PUZZLES, mistakes.ron";

    /// Whether pieces can be taken back (take_back in program_keys) and states saved (saved_states) in every
    /// game, and not in training alone. A game in which that was done does not enter the high scores.
    practice: bool = false, Flag, Coach, "PRACTICE",
        "Take pieces back, save states. Such games are no high scores";

    /// Whether there is any sound; how loud effects and music are, 0 to 10; the music of games: "menu",
    /// what the console's own menu says, "off", or the name of a tune, also of one in the folder music
    /// beside this file; whether the title screen has a tune, which the console's has not; whether
    /// there is sound while another window has the focus.
    sound: bool = true, Flag, Sound, "SOUND", "Also M";
    effects_volume: u32 = 10, Number(VOLUMES, 1), Sound, "EFFECTS", "0 is silent, 10 as loud as it gets";
    music_volume: u32 = 10, Number(VOLUMES, 1), Sound, "MUSIC", "0 is silent, 10 as loud as it gets";
    music: String = "menu".to_owned(), Text, Sound, "TUNE",
        "Of games: what the console's menu says, none, or always this one";
    title_tune: bool = false, Flag, Sound, "TITLE TUNE", "The console's title screen is silent";
    sound_in_background: bool = false, Flag, Sound, "BACKGROUND",
        "Whether there is sound while another window has the focus";

    /// How many recordings are kept of your games, of your matches, and of matches of computers; the
    /// oldest go to the folder bin beside them. 0 keeps none. At most 10000.
    recordings_kept: u32 = 100, Number(0..=KEPT_MAX, 50), More, "KEEP",
        "Recordings of a kind that are kept; older ones go to the bin folder";

    /// How often in a second, at most, keys are asked and the picture is shown: 60 to 240. On X11 this
    /// happens right before and after each step of the game; elsewhere more answers faster and takes
    /// more of the machine.
    loop_hz: u32 = 120, Number(60..=240, 30), More, "LOOP",
        "Rounds of the program's loop in a second: more answers faster and takes more power";
}

/// Beginning of a new file.
const HEAD: &str = "\
// Settings of Rightwell. This file was made at the first start. Change what you like, here or in the\n\
// program's menu, which changes nothing here but what is chosen there. A mistake is named when the\n\
// program starts, and the default is used in its place; until it is mended no recording is dropped.\n";

impl Setting {
    /// Returns the names of all fields of the file.
    pub fn names() -> Vec<&'static str> {
        let names = TABLE.iter().map(|setting| setting.name);
        std::iter::once("version").chain(names).collect()
    }
}

impl Settings {
    /// Returns the number of recordings kept per kind. `None` means all: also while the file has faults.
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

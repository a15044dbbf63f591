//! The page of settings: what is changed holds at once and is written at once.

use rightwell::menu::{Answer, Field, Input, Page, Preview, Row, Sheet};
use rightwell::players::NamedHand;
use rightwell::render::palette;
use rightwell::sound::{Repertoire, VOLUME_MAX};

use crate::shell::input::action::Action;
use crate::shell::store::own::Own;
use crate::shell::store::settings::{HintMode, Scaling, Settings};

use super::desk::Desk;
use super::question::{Question, Words};
use super::set_keys::{SetKeysPage, Which};
use super::{MenuPage, Takes, Turn, rows};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Heading(u8),
    Keys(Which),
    Palette,
    Flashing,
    Scaling,
    FullScreen,
    StatusLine,
    InputDisplay,
    Goal,
    Lab,
    Hint,
    Coach,
    CoachHand,
    Sound,
    EffectsVolume,
    MusicVolume,
    Music,
    TitleTune,
    InBackground,
    Confirmations,
    RecordingsKept,
    LoopHz,
    Defaults,
}

/// The settings.
#[derive(Debug)]
pub struct SettingsPage(Page<Name>);

impl SettingsPage {
    /// The settings in force.
    pub fn new(desk: &Desk) -> SettingsPage {
        let mut new = SettingsPage(Page::new("SETTINGS", page_rows(desk)));
        new.show(desk);
        new
    }

    fn show(&mut self, desk: &Desk) {
        self.0.set_rows(page_rows(desk));
        let is_palette = *self.0.name() == Name::Palette;
        self.0.set_preview(is_palette.then(palette_picture));
    }
}

/// Blocks of ten levels, one column each, as the palette shows them.
fn palette_picture() -> Preview {
    const CELL: usize = 6;
    let (width, height) = (10 * CELL, 8 * CELL);
    let pixel = |place: usize| {
        let (x, y) = (place % width, place / width);
        let [black, shine, first, second] = palette::block_colours((x / CELL) as u8);
        match (x % CELL, y % CELL) {
            (5, _) | (_, 5) => black,
            (0, 0) => shine,
            _ if (y / CELL).is_multiple_of(2) => first,
            _ => second,
        }
    };
    Preview {
        width,
        height,
        pixels: (0..width * height).map(pixel).collect(),
    }
}

/// The palettes by their names: ours, those of the user's folder, one that is a file elsewhere.
fn palettes(desk: &Desk) -> Vec<String> {
    let mut names: Vec<String> = palette::palettes().map(str::to_owned).collect();
    names.extend(Own::Palette.names(desk.folders()));
    let chosen = &desk.settings().palette;
    if !names.contains(chosen) {
        names.push(chosen.clone());
    }
    names
}

fn page_rows(desk: &Desk) -> Vec<Row<Name>> {
    let settings = desk.settings();
    let keys = |which: Which| {
        let label = which.title();
        Row::new(Name::Keys(which), label, Field::Act, which.hint())
    };
    let yes = |name, label, is_yes, hint| Row::new(name, label, Field::yes(is_yes), hint);
    let heading = |number, label| Row::new(Name::Heading(number), label, Field::Heading, "");
    let mut all = vec![heading(0, "PICTURE")];
    all.extend(picture_rows(settings, &palettes(desk)));
    let trouble = desk.sound.trouble.as_deref();
    let title = trouble.map_or("SOUND", |_| "SOUND: NOTHING IS HEARD");
    all.push(heading(1, title));
    all.extend(sound_rows(settings, &desk.tunes, trouble));
    all.push(heading(4, "COACH"));
    all.extend(coach_rows(settings));
    all.push(heading(2, "KEYS AND PADS"));
    all.extend(Which::ALL.map(keys));
    all.push(heading(3, "MORE"));
    all.push(yes(
        Name::Confirmations,
        "ASK BEFORE",
        settings.confirmations,
        "Whether it is asked before something is broken off or deleted",
    ));
    all.push(match settings.recordings_kept {
        Some(kept) => Row::new(
            Name::RecordingsKept,
            "KEEP",
            Field::Number {
                value: kept as u32,
                range: (0, 10_000),
                step: 50,
            },
            "Recordings of a kind that are kept; older ones go to the bin folder",
        ),
        None => Row::new(
            Name::RecordingsKept,
            "KEEP",
            Field::Shown("all".to_owned()),
            "While something in settings.ron is faulty all recordings are kept",
        ),
    });
    let loop_hz = Field::Number {
        value: settings.loop_hz,
        range: (60, 240),
        step: 30,
    };
    let loop_hint =
        "Rounds of the program's loop in a second: more answers faster and takes more power";
    all.push(Row::new(Name::LoopHz, "LOOP", loop_hz, loop_hint));
    let defaults_hint = "Everything here and all keys as on the first day";
    all.push(Row::new(
        Name::Defaults,
        "ALL AS AT FIRST",
        Field::Act,
        defaults_hint,
    ));
    all
}

/// The rows about what is seen.
fn picture_rows(settings: &Settings, palettes: &[String]) -> Vec<Row<Name>> {
    let yes = |name, label, is_yes, hint| Row::new(name, label, Field::yes(is_yes), hint);
    let palettes: Vec<&str> = palettes.iter().map(String::as_str).collect();
    let palette = Field::choice(&palettes, &settings.palette);
    let scaling = Field::choice(&Scaling::ALL.map(Scaling::name), settings.scaling.name());
    vec![
        Row::new(
            Name::Palette,
            "COLOURS",
            palette,
            "Your own: .pal files in the folder palettes beside settings.ron",
        ),
        yes(
            Name::Flashing,
            "FLASHING",
            settings.flashing,
            "Whether the screen flashes at a Tetris",
        ),
        Row::new(
            Name::Scaling,
            "SCALING",
            scaling,
            "Whole multiples, as large as there is room, or as wide as on a television",
        ),
        yes(
            Name::FullScreen,
            "FULL SCREEN",
            settings.full_screen,
            "Also F11; found again at the next start",
        ),
        yes(
            Name::StatusLine,
            "STATUS LINE",
            settings.status_line,
            "What is going on, in a line at the bottom",
        ),
        yes(
            Name::InputDisplay,
            "BUTTONS",
            settings.input_display,
            "Shows the buttons as they are pressed",
        ),
        yes(
            Name::Goal,
            "GOAL",
            settings.goal,
            "Shows the picture that is built behind the field",
        ),
        yes(
            Name::Lab,
            "LAB",
            settings.lab,
            "Shows where pieces lock and how the game stands, in the place of the statistics",
        ),
    ]
}

/// The rows about what somebody who plays is told.
fn coach_rows(settings: &Settings) -> Vec<Row<Name>> {
    let hint = settings.hint.to_string();
    let mut modes = vec!["off", "key", "30", "60", "120", "always"];
    if !modes.contains(&hint.as_str()) {
        modes.push(&hint);
    }
    let held = format!(
        "While {} is held: the best place. Such games are no high scores",
        Action::Hint.key(&settings.program_keys)
    );
    let about = match settings.hint {
        HintMode::Off => "Nothing is shown",
        HintMode::Key => &held,
        HintMode::After(_) => "So late, so that you decide first. Such games are no high scores",
        HintMode::Always => "The best place, at once. Such games are no high scores",
    };
    let hand = &settings.coach_hand;
    let mut hands: Vec<&str> = NamedHand::names().collect();
    if !hands.contains(&hand.as_str()) {
        hands.push(hand);
    }
    vec![
        Row::new(Name::Hint, "HINT", Field::choice(&modes, &hint), about),
        Row::new(
            Name::Coach,
            "MARKS",
            Field::yes(settings.coach),
            "As you play: what each lock has lost, in lines, and how good the game is so far",
        ),
        Row::new(
            Name::CoachHand,
            "HANDS",
            Field::choice(&hands, hand),
            "The hands that hints and marks are judged for: what they can reach counts",
        ),
    ]
}

/// The rows about what is heard, or why nothing is.
fn sound_rows(settings: &Settings, tunes: &Repertoire, trouble: Option<&str>) -> Vec<Row<Name>> {
    let yes = |name, label, is_yes, hint| Row::new(name, label, Field::yes(is_yes), hint);
    let volume = |name, label, value: u8| {
        let field = Field::Number {
            value: value.into(),
            range: (0, VOLUME_MAX.into()),
            step: 1,
        };
        Row::new(name, label, field, "0 is silent, 10 as loud as it gets")
    };
    let mut music = vec!["menu", "off"];
    music.extend(tunes.names());
    if !music.contains(&settings.music.as_str()) {
        music.push(&settings.music);
    }
    vec![
        yes(
            Name::Sound,
            "SOUND",
            settings.sound,
            trouble.unwrap_or("Also M"),
        ),
        volume(Name::EffectsVolume, "EFFECTS", settings.volumes.effects),
        volume(Name::MusicVolume, "MUSIC", settings.volumes.music),
        Row::new(
            Name::Music,
            "TUNE",
            Field::choice(&music, &settings.music),
            "Of games: what the console's menu says, none, or always this one",
        ),
        yes(
            Name::TitleTune,
            "TITLE TUNE",
            settings.title_tune,
            "The console's title screen is silent",
        ),
        yes(
            Name::InBackground,
            "BACKGROUND",
            settings.sound_in_background,
            "Whether there is sound while another window has the focus",
        ),
    ]
}

impl MenuPage for SettingsPage {
    fn sheet(&self) -> Sheet {
        self.0.sheet()
    }

    fn takes(&self) -> Takes {
        rows::takes(&self.0)
    }

    fn refresh(&mut self, desk: &Desk) {
        self.show(desk);
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        let turn = self.turn(input, desk);
        self.show(desk);
        turn
    }
}

impl SettingsPage {
    fn turn(&mut self, input: Input, desk: &mut Desk) -> Turn {
        match self.0.press(input) {
            Answer::Chosen(Name::Keys(which)) => {
                Turn::Open(Box::new(SetKeysPage::new(which, desk)))
            }
            Answer::Chosen(Name::Defaults) => Turn::Open(Box::new(Question::new(
                Words {
                    title: "RESET ALL SETTINGS?",
                    no: "KEEP THEM",
                    yes: "RESET",
                    hint: "All settings and keys become what they were at first",
                },
                Box::new(|desk| {
                    said_or_back(desk.set(|settings| {
                        // Recordings are not at risk: what is kept stays.
                        let kept = settings.recordings_kept;
                        *settings = Settings {
                            recordings_kept: kept,
                            ..Settings::default()
                        };
                    }))
                }),
            ))),
            Answer::Changed(name) => {
                let value = self.0.field(&name).map(Field::value).unwrap_or_default();
                let said = desk.set(|settings| set(settings, name, &value));
                said.map_or(Turn::Stay, Turn::say)
            }
            Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Chosen(_) | Answer::Entered(_) => Turn::Stay,
        }
    }
}

/// Goes back, or says first what there is to say.
fn said_or_back(said: Option<String>) -> Turn {
    said.map_or(Turn::Back, Turn::say)
}

/// Sets what a row says.
fn set(settings: &mut Settings, name: Name, value: &str) {
    let yes = value == "yes";
    match name {
        Name::Palette => value.clone_into(&mut settings.palette),
        Name::Flashing => settings.flashing = yes,
        Name::Scaling => {
            let named = Scaling::ALL
                .into_iter()
                .find(|scaling| scaling.name() == value);
            settings.scaling = named.unwrap_or(settings.scaling);
        }
        Name::FullScreen => settings.full_screen = yes,
        Name::StatusLine => settings.status_line = yes,
        Name::InputDisplay => settings.input_display = yes,
        Name::Goal => settings.goal = yes,
        Name::Lab => settings.lab = yes,
        Name::Hint => settings.hint = value.parse().unwrap_or(settings.hint),
        Name::Coach => settings.coach = yes,
        Name::CoachHand => value.clone_into(&mut settings.coach_hand),
        Name::Sound => settings.sound = yes,
        Name::EffectsVolume => {
            settings.volumes.effects = value.parse().unwrap_or(settings.volumes.effects);
        }
        Name::MusicVolume => {
            settings.volumes.music = value.parse().unwrap_or(settings.volumes.music);
        }
        Name::Music => value.clone_into(&mut settings.music),
        Name::TitleTune => settings.title_tune = yes,
        Name::InBackground => settings.sound_in_background = yes,
        Name::Confirmations => settings.confirmations = yes,
        Name::RecordingsKept => {
            settings.recordings_kept = value.parse().ok().or(settings.recordings_kept);
        }
        Name::LoopHz => settings.loop_hz = value.parse().unwrap_or(settings.loop_hz),
        Name::Heading(_) | Name::Keys(_) | Name::Defaults => {}
    }
}

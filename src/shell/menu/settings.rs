//! Page of settings. A change takes effect at once and is written at once.

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Preview, Sheet};
use rightwell::players::NamedHand;
use rightwell::render::palette;
use rightwell::rules::counted;

use crate::input::action::Action;
use crate::scene::Request;
use crate::scene::app_context::AppContext;
use crate::store::folders::Folders;
use crate::store::mistakes;
use crate::store::own::UserFileKind;
use crate::store::settings::{
    Ground, HintMode, KeysPanel, PanelPlace, Scaling, Setting, SettingValue, Settings,
    SettingsPart, StatisticsPage, TABLE,
};

use super::question::{QuestionText, question};
use super::set_keys::{KeyBindingGroup, SetKeysPage};
use super::{InputKind, MenuPage, PageAction, rows};

/// Pages of settings: title, and content for the row that opens the page. Settings of other parts are on the first page.
const PARTS: [(SettingsPart, &str, &str); 5] = [
    (
        SettingsPart::Picture,
        "PICTURE",
        "Colours, size, scanlines, full screen",
    ),
    (
        SettingsPart::Panels,
        "PANELS",
        "What is shown beside the game",
    ),
    (SettingsPart::Sound, "SOUND", "Volumes and tunes"),
    (
        SettingsPart::Coach,
        "COACH",
        "Hints, marks, saved mistakes, practice",
    ),
    (
        SettingsPart::Keys,
        "KEYS AND PADS",
        "Keys and buttons of players and program",
    ),
];

/// Values of the setting `hint` that the page offers.
const HINTS: [&str; 6] = ["off", "key", "30", "60", "120", "always"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SettingsRow {
    /// Row that opens the page of a part.
    Part(SettingsPart),
    /// Row of the setting with this name in the file.
    Setting(&'static str),
    EmptyMistakes,
    Defaults,
}

/// Page with the settings of one part, or first page, which leads to the parts.
#[derive(Debug)]
pub struct SettingsPage(Page<SettingsRow>, SettingsPart);

impl SettingsPage {
    /// Returns the first page with the current settings.
    pub fn new(context: &AppContext) -> SettingsPage {
        SettingsPage::of("SETTINGS", SettingsPart::More, context)
    }

    fn of(title: &str, part: SettingsPart, context: &AppContext) -> SettingsPage {
        let mut new = SettingsPage(Page::new(title, page_rows(part, context)), part);
        new.show(context);
        new
    }

    fn show(&mut self, context: &AppContext) {
        self.0.set_rows(page_rows(self.1, context));
        let is_palette = *self.0.name() == SettingsRow::Setting("palette");
        self.0.set_preview(is_palette.then(palette_picture));
    }
}

/// Returns an image of the blocks of ten levels in the current palette, one column per level.
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

fn page_rows(part: SettingsPart, context: &AppContext) -> Vec<MenuRow<SettingsRow>> {
    let mut settings = context.settings().clone();
    let mut rows = Vec::new();
    let act = |name, label: &str, hint: &str| MenuRow::new(name, label, Field::Act, hint);
    let is_first = part == SettingsPart::More;
    for (part, label, about) in PARTS.into_iter().filter(|_| is_first) {
        let is_silent = part == SettingsPart::Sound && context.sound.trouble.is_some();
        let about = if is_silent { "Nothing is heard" } else { about };
        rows.push(act(SettingsRow::Part(part), label, about));
    }
    for setting in TABLE.iter().filter(|setting| setting.part == part) {
        let field = field(setting, &mut settings, context);
        let hint = hint(setting, context);
        let name = SettingsRow::Setting(setting.name);
        rows.push(MenuRow::new(name, setting.label, field, &hint));
        if setting.name == "keep_mistakes" {
            let hint = "Deletes all saved mistakes. Asks first";
            rows.push(act(SettingsRow::EmptyMistakes, "CLEAR KEPT MISTAKES", hint));
        }
    }
    if is_first {
        let label = "RESET ALL SETTINGS AND KEYS";
        rows.push(act(
            SettingsRow::Defaults,
            label,
            "Resets all settings and keys",
        ));
    }
    rows
}

/// Returns the field that shows a setting.
fn field(setting: &Setting, settings: &mut Settings, context: &AppContext) -> Field {
    let choice = |set: &str| {
        let mut all = words(setting.name, context);
        if !all.iter().any(|known| known == set) {
            all.push(set.to_owned());
        }
        Field::choice(&all.iter().map(String::as_str).collect::<Vec<_>>(), set)
    };
    match (setting.value)(settings) {
        SettingValue::Flag(flag) => Field::yes(*flag),
        SettingValue::Number(..) if is_unknown(setting, context) => Field::Shown("all".to_owned()),
        SettingValue::Number(number, range, step) => Field::Number {
            value: *number,
            range: range.into_inner(),
            step,
        },
        SettingValue::Text(text) => choice(text),
        SettingValue::Word(word) => choice(&label(setting.name, &word.to_string())),
        SettingValue::Texts(_) | SettingValue::Keys(_) => Field::Act,
    }
}

/// Returns whether the number of recordings to keep is unknown because the settings file is faulty. All recordings are
/// then kept.
fn is_unknown(setting: &Setting, context: &AppContext) -> bool {
    setting.name == "recordings_kept" && context.settings().is_faulty
}

/// Returns the allowed values of a setting.
fn words(name: &str, context: &AppContext) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    match name {
        "palette" => {
            let ours = palette::palettes().map(str::to_owned);
            ours.chain(UserFileKind::Palette.names(context.folders()))
                .collect()
        }
        "scaling" => owned(Scaling::NAMES),
        "panels" => owned(PanelPlace::NAMES),
        "statistics" => owned(StatisticsPage::NAMES),
        "keys_panel" => KeysPanel::NAMES
            .iter()
            .map(|word| label(name, word))
            .collect(),
        "ground" => owned(Ground::NAMES),
        "hint" => HINTS.map(|word| label(name, word)).into(),
        "coach_hand" => NamedHand::names().map(str::to_owned).collect(),
        "music" => {
            let names = ["menu", "off"].into_iter().chain(context.tunes.names());
            names.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the label of a word of the file: delays of hints are shown in seconds.
fn label(name: &str, word: &str) -> String {
    match (name, word.parse()) {
        ("keys_panel", _) if word == "first" => "at start".to_owned(),
        ("hint", Ok(HintMode::After(60))) => "after 1 second".to_owned(),
        ("hint", Ok(HintMode::After(frames))) => {
            format!("after {} seconds", f64::from(frames) / 60.0)
        }
        _ => word.to_owned(),
    }
}

/// Returns the word of the file with this label.
fn word_of(name: &str, shown: String) -> String {
    let known: &[&str] = match name {
        "hint" => &HINTS,
        "keys_panel" => KeysPanel::NAMES,
        _ => &[],
    };
    let word = known.iter().find(|word| label(name, word) == shown);
    word.map_or(shown, |word| (*word).to_owned())
}

/// Returns the hint of a setting.
fn hint(setting: &Setting, context: &AppContext) -> String {
    let settings = context.settings();
    match (setting.name, settings.hint) {
        ("hint", HintMode::Off) => "No hints".to_owned(),
        ("hint", HintMode::Key) => format!(
            "Shows the best lock while {} is held. Games with hints set no high scores",
            Action::Hint.key(&settings.program_keys)
        ),
        ("hint", HintMode::After(_)) => {
            "Hints after a delay, so that you decide first. Games with hints set no high scores"
                .to_owned()
        }
        ("sound", _) => context
            .sound
            .trouble
            .as_deref()
            .unwrap_or(setting.hint)
            .to_owned(),
        _ if is_unknown(setting, context) => {
            "All recordings are kept until settings.ron is fixed".to_owned()
        }
        _ => setting.hint.to_owned(),
    }
}

impl MenuPage for SettingsPage {
    fn sheet(&self) -> Sheet {
        self.0.sheet()
    }

    fn takes(&self) -> InputKind {
        rows::takes(&self.0)
    }

    fn refresh(&mut self, context: &AppContext) {
        self.show(context);
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        let turn = self.turn(input, context);
        self.show(context);
        turn
    }
}

impl SettingsPage {
    fn turn(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        match self.0.press(input) {
            Answer::Chosen(SettingsRow::Setting(name)) => {
                let which = KeyBindingGroup::ALL
                    .into_iter()
                    .find(|which| which.name() == name);
                which.map_or(PageAction::Stay, |which| {
                    PageAction::open(SetKeysPage::new(which, context))
                })
            }
            Answer::Chosen(SettingsRow::Part(part)) => {
                let (_, title, _) = PARTS.into_iter().find(|row| row.0 == part).expect("a part");
                PageAction::open(SettingsPage::of(title, part, context))
            }
            Answer::Chosen(SettingsRow::EmptyMistakes) => empty_mistakes(context),
            Answer::Chosen(SettingsRow::Defaults) => PageAction::open(question(
                QuestionText {
                    title: "RESET ALL SETTINGS?",
                    no: "KEEP THEM",
                    yes: "RESET",
                    hint: "All settings and keys return to their defaults",
                    is_of_game: false,
                },
                |context: &mut AppContext| {
                    context.set(|settings| {
                        // The number of recordings to keep is not reset, because a lower number would move
                        // recordings to the bin.
                        *settings = Settings {
                            recordings_kept: settings.recordings_kept,
                            is_faulty: settings.is_faulty,
                            ..Settings::default()
                        };
                    });
                    PageAction::Back
                },
            )),
            Answer::Changed(name) => {
                let word = self.0.field(&name).map(Field::value).unwrap_or_default();
                let named = |setting: &&Setting| name == SettingsRow::Setting(setting.name);
                let Some(setting) = TABLE.iter().find(named) else {
                    return PageAction::Stay;
                };
                let word = word_of(setting.name, word);
                context.set(|settings| set((setting.value)(settings), &word));
                PageAction::Stay
            }
            Answer::Left => PageAction::Back,
            Answer::Nothing | Answer::Entered(_) => PageAction::Stay,
        }
    }
}

/// Empties the queue of mistakes, after a confirmation if there are any.
fn empty_mistakes(context: &AppContext) -> PageAction {
    let Some(file) = context.folders().map(Folders::mistakes) else {
        return PageAction::say("nothing can be saved: no home folder was found".to_owned());
    };
    match mistakes::load(&file) {
        Ok(kept) if kept.counts(None).all() == 0 => {
            PageAction::say("no mistakes are saved".to_owned())
        }
        Ok(_) => PageAction::open(question(
            QuestionText {
                title: "CLEAR KEPT MISTAKES?",
                no: "KEEP THEM",
                yes: "CLEAR",
                hint: "This deletes all waiting and solved mistakes for good",
                is_of_game: false,
            },
            move |context: &mut AppContext| {
                let empty = move || mistakes::empty(&file, None);
                context.run_later(empty, |_, emptied| {
                    Some(Request::Notify(match emptied {
                        Ok(gone) => format!("{} cleared", counted(gone, "mistake")),
                        Err(error) => error.to_string(),
                    }))
                });
                PageAction::Back
            },
        )),
        Err(error) => PageAction::say(error.to_string()),
    }
}

/// Parses the value of a row and assigns it to its setting.
fn set(value: SettingValue, word: &str) {
    match value {
        SettingValue::Flag(flag) => *flag = word == "yes",
        SettingValue::Number(number, ..) => *number = word.parse().unwrap_or(*number),
        SettingValue::Text(text) => word.clone_into(text),
        SettingValue::Word(own) => own.take(word).unwrap_or_default(),
        SettingValue::Texts(_) | SettingValue::Keys(_) => {}
    }
}

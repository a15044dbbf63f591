//! Pages of key bindings. The user selects a row and presses the key or button to bind.

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};

use crate::scene::app_context::AppContext;
use crate::store::settings::{KeyMap, PAD_NAMES, Settings, TABLE, is_of_recordings, is_pad_name};

use super::{InputKind, MenuPage, PageAction};

/// Group of keys or buttons with a page of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyBindingGroup {
    /// Keys of a single person.
    Alone,
    /// Keys of the left person at a shared keyboard.
    Left,
    /// Keys of the right person at a shared keyboard.
    Right,
    /// Keys of the program.
    Program,
    /// Buttons of the gamepad.
    Pad,
    /// Buttons of the second gamepad.
    SecondPad,
}

impl KeyBindingGroup {
    /// All groups, in the order of the menu.
    pub const ALL: [KeyBindingGroup; 6] = [
        KeyBindingGroup::Alone,
        KeyBindingGroup::Left,
        KeyBindingGroup::Right,
        KeyBindingGroup::Program,
        KeyBindingGroup::Pad,
        KeyBindingGroup::SecondPad,
    ];

    /// Returns the name of the group in the settings file.
    pub const fn name(self) -> &'static str {
        match self {
            KeyBindingGroup::Alone => "keys",
            KeyBindingGroup::Left => "left_keys",
            KeyBindingGroup::Right => "right_keys",
            KeyBindingGroup::Program => "program_keys",
            KeyBindingGroup::Pad => "pad_buttons",
            KeyBindingGroup::SecondPad => "second_pad_buttons",
        }
    }

    /// Returns the title of the group's page.
    fn title(self) -> &'static str {
        let mut all = TABLE.iter();
        let own = all.find(|setting| setting.name == self.name());
        own.map_or("", |setting| setting.label)
    }

    fn keys(self, settings: &Settings) -> &KeyMap {
        match self {
            KeyBindingGroup::Alone => &settings.keys,
            KeyBindingGroup::Left => &settings.left_keys,
            KeyBindingGroup::Right => &settings.right_keys,
            KeyBindingGroup::Program => &settings.program_keys,
            KeyBindingGroup::Pad => &settings.pad_buttons,
            KeyBindingGroup::SecondPad => &settings.second_pad_buttons,
        }
    }

    fn keys_mut(self, settings: &mut Settings) -> &mut KeyMap {
        match self {
            KeyBindingGroup::Alone => &mut settings.keys,
            KeyBindingGroup::Left => &mut settings.left_keys,
            KeyBindingGroup::Right => &mut settings.right_keys,
            KeyBindingGroup::Program => &mut settings.program_keys,
            KeyBindingGroup::Pad => &mut settings.pad_buttons,
            KeyBindingGroup::SecondPad => &mut settings.second_pad_buttons,
        }
    }

    const fn is_pad(self) -> bool {
        matches!(self, KeyBindingGroup::Pad | KeyBindingGroup::SecondPad)
    }

    /// Returns the groups that must not share keys with this one: itself, the other person at the keyboard, and the
    /// program.
    const fn rivals(self) -> &'static [KeyBindingGroup] {
        match self {
            KeyBindingGroup::Alone => &[KeyBindingGroup::Alone, KeyBindingGroup::Program],
            KeyBindingGroup::Left | KeyBindingGroup::Right => &[
                KeyBindingGroup::Left,
                KeyBindingGroup::Right,
                KeyBindingGroup::Program,
            ],
            KeyBindingGroup::Program => &[
                KeyBindingGroup::Program,
                KeyBindingGroup::Alone,
                KeyBindingGroup::Left,
                KeyBindingGroup::Right,
            ],
            KeyBindingGroup::Pad => &[KeyBindingGroup::Pad],
            KeyBindingGroup::SecondPad => &[KeyBindingGroup::SecondPad],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeysRow {
    Place(usize),
    Defaults,
}

/// Page of one group of keys.
#[derive(Debug)]
pub struct SetKeysPage {
    which: KeyBindingGroup,
    page: Page<KeysRow>,
    /// Index of the row that is waiting for a key press.
    awaited: Option<usize>,
}

impl SetKeysPage {
    /// Returns the page with the current keys.
    pub fn new(which: KeyBindingGroup, context: &AppContext) -> SetKeysPage {
        SetKeysPage {
            which,
            page: Page::new(which.title(), page_rows(which, context.settings(), None)),
            awaited: None,
        }
    }

    /// Changes keys. Returns an action that reports which other rows changed.
    fn change(
        &mut self,
        context: &mut AppContext,
        change: impl FnOnce(&mut Settings) -> Vec<String>,
    ) -> PageAction {
        let mut others = Vec::new();
        context.set(|settings| others = change(settings));
        self.show(context);
        if others.is_empty() {
            PageAction::Stay
        } else {
            PageAction::say(others.join("; "))
        }
    }

    fn show(&mut self, context: &AppContext) {
        let rows = page_rows(self.which, context.settings(), self.awaited);
        self.page.set_rows(rows);
    }
}

fn page_rows(
    which: KeyBindingGroup,
    settings: &Settings,
    awaited: Option<usize>,
) -> Vec<MenuRow<KeysRow>> {
    let keys = which.keys(settings).named().enumerate();
    let mut rows: Vec<MenuRow<KeysRow>> = keys
        .map(|(place, (name, key))| {
            let value = if awaited == Some(place) {
                if which.is_pad() {
                    "press it"
                } else {
                    "press a key"
                }
            } else {
                key
            };
            let label = name.replace('_', " ").to_uppercase();
            let hint = if which.is_pad() {
                "Choose a row, then press the new button. A button in use is swapped"
            } else {
                "Choose a row, then press the new key. A key in use is swapped"
            };
            MenuRow::new(
                KeysRow::Place(place),
                &label,
                Field::Shown(value.to_owned()),
                hint,
            )
        })
        .collect();
    let hint = "Resets these keys";
    rows.push(MenuRow::new(
        KeysRow::Defaults,
        "RESET TO DEFAULTS",
        Field::Act,
        hint,
    ));
    rows
}

/// Group of keys, and index of a row on its page.
type KeyPlace = (KeyBindingGroup, usize);

/// Binds a key to a row, and resolves conflicts. A row of another group returns to its default if that was the released
/// key. A row that used the new key moves to a free one. Returns a notice about each change.
fn set(settings: &mut Settings, which: KeyBindingGroup, place: usize, key: &str) -> Vec<String> {
    let names = which.keys(settings).names();
    let before = which.keys(settings).key_of(names[place]);
    let before = before.unwrap_or_default().to_owned();
    if before == key {
        return Vec::new();
    }
    let displaced = holders(settings, (which, place), key);
    which.keys_mut(settings).set(place, key);
    let mut said = Vec::new();
    let defaults = Settings::default();
    for &rival in which.rivals().iter().filter(|rival| **rival != which) {
        let mut named = rival.keys(&defaults).named();
        let home = named.position(|(_, default)| default == before);
        let at = home.map(|home| (rival, home));
        let Some(at) = at.filter(|at| holders(settings, *at, &before).is_empty()) else {
            continue;
        };
        let has_it = rival.keys(settings).named().nth(at.1);
        if has_it.is_some_and(|(_, present)| present != before) {
            rival.keys_mut(settings).set(at.1, &before);
            said.push(format!(
                "{} is back on {before}",
                name_of(settings, at, which)
            ));
        }
    }
    for at in displaced {
        let free = free_for(settings, at, &before);
        at.0.keys_mut(settings).set(at.1, &free);
        let name = name_of(settings, at, which);
        said.push(format!(
            "{key} was the key of {name}, which is now on {free}"
        ));
    }
    said
}

/// Returns the rows that use this key and therefore conflict with a row.
fn holders(settings: &Settings, (which, place): KeyPlace, key: &str) -> Vec<KeyPlace> {
    let name = which.keys(settings).names()[place];
    let mut all = Vec::new();
    for &rival in which.rivals() {
        // A program key that works only while nobody plays may also be a person's key.
        let are_apart = |theirs: &str| {
            (rival == KeyBindingGroup::Program) != (which == KeyBindingGroup::Program)
                && (is_of_recordings(theirs) || is_of_recordings(name))
        };
        let named = rival.keys(settings).named().enumerate();
        let found = named.filter(|(at, (theirs, taken))| {
            *taken == key && (rival, *at) != (which, place) && !are_apart(theirs)
        });
        all.extend(found.map(|(at, _)| (rival, at)));
    }
    all
}

/// Returns the name of a row. Adds the title of its page if that is another page with rows of the same names.
fn name_of(settings: &Settings, (which, place): KeyPlace, here: KeyBindingGroup) -> String {
    let name = which.keys(settings).names()[place].replace('_', " ");
    if which == here || which == KeyBindingGroup::Program {
        name
    } else {
        format!("{name} of {}", which.title())
    }
}

/// Returns a new key for a row: `before` if that causes no conflict, or else the first free key.
fn free_for(settings: &Settings, at: KeyPlace, before: &str) -> String {
    let letters = ('A'..='Z').map(|letter| letter.to_string());
    let pad = PAD_NAMES.map(str::to_owned).into_iter();
    let others: Vec<String> = if at.0.is_pad() {
        pad.collect()
    } else {
        letters.collect()
    };
    let mut candidates = std::iter::once(before.to_owned()).chain(others);
    let free = candidates.find(|key| holders(settings, at, key).is_empty());
    free.unwrap_or_else(|| before.to_owned())
}

impl MenuPage for SetKeysPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> InputKind {
        if self.awaited.is_some() {
            InputKind::AnyKey
        } else {
            InputKind::Buttons
        }
    }

    fn key(&mut self, key: &str, context: &mut AppContext) -> PageAction {
        let is_pad = is_pad_name(key);
        let Some(place) = self.awaited.filter(|_| is_pad == self.which.is_pad()) else {
            return PageAction::Stay;
        };
        self.awaited = None;
        let which = self.which;
        self.change(context, |settings| set(settings, which, place, key))
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        if self.awaited.take().is_some() {
            self.show(context);
            return PageAction::Stay;
        }
        match self.page.press(input) {
            Answer::Chosen(KeysRow::Place(place)) => {
                self.awaited = Some(place);
                self.show(context);
                PageAction::Stay
            }
            Answer::Chosen(KeysRow::Defaults) => {
                let which = self.which;
                let defaults = Settings::default();
                self.change(context, |settings| {
                    // Change the keys one by one, so that each action that lost its key gets it back.
                    let mut said = Vec::new();
                    for (place, (_, key)) in which.keys(&defaults).named().enumerate() {
                        said.extend(set(settings, which, place, key));
                    }
                    said
                })
            }
            Answer::Left => PageAction::Back,
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => PageAction::Stay,
        }
    }
}

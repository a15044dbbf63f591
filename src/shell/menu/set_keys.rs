//! The pages on which keys and buttons are set by pressing them.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use crate::shell::store::settings::{KeyMap, PAD_NAMES, Settings, is_pad_name};

use super::desk::Desk;
use super::{MenuPage, Takes, Turn};

/// Which keys are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Of a person alone.
    Alone,
    /// Of the left one of two at one keyboard.
    Left,
    /// Of the right one.
    Right,
    /// Of the program.
    Program,
    /// On a game pad.
    Pad,
    /// On the second game pad.
    SecondPad,
}

impl Which {
    /// All of them, in the order of the menu.
    pub const ALL: [Which; 6] = [
        Which::Alone,
        Which::Left,
        Which::Right,
        Which::Program,
        Which::Pad,
        Which::SecondPad,
    ];

    /// What its page is called.
    pub const fn title(self) -> &'static str {
        match self {
            Which::Alone => "KEYS",
            Which::Left => "KEYS LEFT OF TWO",
            Which::Right => "KEYS RIGHT OF TWO",
            Which::Program => "KEYS OF THE PROGRAM",
            Which::Pad => "GAME PAD",
            Which::SecondPad => "SECOND GAME PAD",
        }
    }

    /// What it is good for.
    pub const fn hint(self) -> &'static str {
        match self {
            Which::Alone => "Your keys when you play alone, or against the computer",
            Which::Left | Which::Right => "The keys of one of two people at one keyboard",
            Which::Program => "What is F1 to F12, Space and so on now",
            Which::Pad => "Which buttons of a game pad are the console's",
            Which::SecondPad => "The same on the second one of two game pads",
        }
    }

    fn of(self, settings: &Settings) -> &KeyMap {
        match self {
            Which::Alone => &settings.keys,
            Which::Left => &settings.left_keys,
            Which::Right => &settings.right_keys,
            Which::Program => &settings.program_keys,
            Which::Pad => &settings.pad_buttons,
            Which::SecondPad => &settings.second_pad_buttons,
        }
    }

    fn of_mut(self, settings: &mut Settings) -> &mut KeyMap {
        match self {
            Which::Alone => &mut settings.keys,
            Which::Left => &mut settings.left_keys,
            Which::Right => &mut settings.right_keys,
            Which::Program => &mut settings.program_keys,
            Which::Pad => &mut settings.pad_buttons,
            Which::SecondPad => &mut settings.second_pad_buttons,
        }
    }

    const fn is_pad(self) -> bool {
        matches!(self, Which::Pad | Which::SecondPad)
    }

    /// What may have no key in common with this: itself, whoever sits at the same keyboard, and the
    /// program.
    const fn rivals(self) -> &'static [Which] {
        match self {
            Which::Alone => &[Which::Alone, Which::Program],
            Which::Left | Which::Right => &[Which::Left, Which::Right, Which::Program],
            Which::Program => &[Which::Program, Which::Alone, Which::Left, Which::Right],
            Which::Pad => &[Which::Pad],
            Which::SecondPad => &[Which::SecondPad],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Place(usize),
    Defaults,
}

/// Keys or buttons to be set.
#[derive(Debug)]
pub struct SetKeysPage {
    which: Which,
    page: Page<Name>,
    /// The place that the next key is for.
    awaited: Option<usize>,
}

impl SetKeysPage {
    /// The keys as they are set.
    pub fn new(which: Which, desk: &Desk) -> SetKeysPage {
        SetKeysPage {
            which,
            page: Page::new(which.title(), page_rows(which, desk.settings(), None)),
            awaited: None,
        }
    }

    fn show(&mut self, desk: &Desk) {
        let rows = page_rows(self.which, desk.settings(), self.awaited);
        self.page.set_rows(rows);
    }
}

fn page_rows(which: Which, settings: &Settings, awaited: Option<usize>) -> Vec<Row<Name>> {
    let keys = which.of(settings).named().enumerate();
    let mut rows: Vec<Row<Name>> = keys
        .map(|(place, (name, key))| {
            let value = if awaited == Some(place) {
                if which.is_pad() {
                    "press it.."
                } else {
                    "press a key.."
                }
            } else {
                key
            };
            let label = name.replace('_', " ").to_uppercase();
            let hint = "Chosen, the next key or button is it; one that is taken changes places";
            Row::new(
                Name::Place(place),
                &label,
                Field::Shown(value.to_owned()),
                hint,
            )
        })
        .collect();
    let hint = "These keys as on the first day";
    rows.push(Row::new(Name::Defaults, "AS AT FIRST", Field::Act, hint));
    rows
}

/// Sets the key at a place; whoever had it gets the one that was there, so that none is lost. Says
/// who that was.
fn set(settings: &mut Settings, which: Which, place: usize, key: &str) -> Option<&'static str> {
    let (name, before) = which.of(settings).named().nth(place)?;
    let before = before.to_owned();
    let mut displaced = Vec::new();
    for &rival in which.rivals() {
        // What only recordings are told may be on a gamepad too.
        let are_apart = |theirs: &str| {
            (rival == Which::Program) != (which == Which::Program)
                && (KeyMap::is_of_recordings(theirs) || KeyMap::is_of_recordings(name))
        };
        let is_rival = |(theirs, taken): (&str, &str)| taken == key && !are_apart(theirs);
        let found = rival.of(settings).named().position(is_rival);
        if let Some(found) = found.filter(|found| (rival, *found) != (which, place)) {
            displaced.push((rival, found));
        }
    }
    which.of_mut(settings).set(place, key);
    for &(rival, found) in &displaced {
        let free = free_for(settings, rival, found, &before);
        rival.of_mut(settings).set(found, &free);
    }
    let (rival, found) = displaced.first()?;
    rival.of(settings).names().get(*found).copied()
}

/// A key for what stands at a place and has lost its own: `before`, if nobody there has it, or the
/// first that is free.
fn free_for(settings: &Settings, which: Which, place: usize, before: &str) -> String {
    let is_taken = |key: &str| {
        let mut all = which.rivals().iter().flat_map(|rival| {
            let named = rival.of(settings).named().enumerate();
            named.map(move |(at, (_, key))| ((*rival, at), key))
        });
        all.any(|(at, taken)| at != (which, place) && taken == key)
    };
    let letters = ('A'..='Z').map(|letter| letter.to_string());
    let pad = PAD_NAMES.map(str::to_owned).into_iter();
    let others: Vec<String> = if which.is_pad() {
        pad.collect()
    } else {
        letters.collect()
    };
    let mut candidates = std::iter::once(before.to_owned()).chain(others);
    let free = candidates.find(|key| !is_taken(key));
    free.unwrap_or_else(|| before.to_owned())
}

impl MenuPage for SetKeysPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> Takes {
        if self.awaited.is_some() {
            Takes::AnyKey
        } else {
            Takes::Buttons
        }
    }

    fn key(&mut self, key: &str, desk: &mut Desk) -> Turn {
        let is_pad = is_pad_name(key);
        let Some(place) = self.awaited.filter(|_| is_pad == self.which.is_pad()) else {
            return Turn::Stay;
        };
        self.awaited = None;
        let which = self.which;
        let mut other = None;
        let said = desk.set(|settings| other = set(settings, which, place, key));
        self.show(desk);
        let said = said.or(other.map(|other| {
            let other = other.replace('_', " ");
            format!("{key} was the key of {other}, which has another one now")
        }));
        said.map_or(Turn::Stay, Turn::Say)
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        if self.awaited.take().is_some() {
            self.show(desk);
            return Turn::Stay;
        }
        match self.page.press(input) {
            Answer::Chosen(Name::Place(place)) => {
                self.awaited = Some(place);
                self.show(desk);
                Turn::Stay
            }
            Answer::Chosen(Name::Defaults) => {
                let which = self.which;
                let defaults = Settings::default();
                let said = desk.set(|settings| {
                    // One by one, so that keys that another one has taken come back by changing places.
                    for (place, (_, key)) in which.of(&defaults).named().enumerate() {
                        set(settings, which, place, key);
                    }
                });
                self.show(desk);
                said.map_or(Turn::Stay, Turn::Say)
            }
            Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Changed(_) => Turn::Stay,
        }
    }
}

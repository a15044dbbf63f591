//! The rows of a mode's page while they are made: a row holds a value that is chosen, and is an option of
//! the mode's command.

use rightwell::engine::CrashRule;
use rightwell::menu::{Chosen, Field, MenuRow, Page};
use rightwell::players::NamedHand;
use rightwell::rules::sanitize::sanitized;

use crate::shell::store::choices::{OWN_HAND, sight_with};

/// Letters of a seed.
const HEXADECIMAL: &str = "0123456789ABCDEF";

/// The speeds as on the command line.
pub const SPEEDS: [&str; 10] = ["0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "max"];

/// Which value of what is chosen a row holds.
#[derive(Debug)]
pub enum Holds<C> {
    /// None: the row is only to be read.
    Nothing,
    /// A text.
    Text(fn(&mut C) -> &mut String),
    /// A number.
    Number(fn(&mut C) -> &mut u32),
    /// Whether it is that word.
    Is(fn(&mut C) -> &mut bool, &'static str),
}

/// The rows of a page, named by their labels. Those that do not matter now are left out, and so are
/// their options.
#[derive(Debug)]
pub struct ModeForm<C> {
    choice: C,
    rows: Vec<MenuRow<&'static str>>,
    holds: Vec<(&'static str, Holds<C>)>,
    words: Vec<String>,
    /// What was chosen in the place of a word that is not known: what to say.
    replaced: Option<String>,
}

impl<C: Default> ModeForm<C> {
    /// A form of no rows for what is chosen, and for the command of that name.
    pub fn new(choice: C, command: &str) -> ModeForm<C> {
        ModeForm {
            choice,
            rows: Vec::new(),
            holds: Vec::new(),
            words: vec![command.to_owned()],
            replaced: None,
        }
    }

    /// What is to be chosen instead, where a word is not known that is chosen now, and what to say of
    /// it; one word at a time, since other rows may follow from it.
    pub fn replacement(&mut self) -> Option<(String, C)> {
        let said = self.replaced.take()?;
        Some((said, std::mem::take(&mut self.choice)))
    }

    /// The rows, which the page has from then on.
    pub fn take_rows(&mut self) -> Vec<MenuRow<&'static str>> {
        std::mem::take(&mut self.rows)
    }

    /// The command line that says the same.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Sets what the rows of the page hold.
    pub fn fill(&self, choice: &mut C, page: &Page<&'static str>) {
        for (label, holds) in &self.holds {
            let Some(content) = page.field(label).map(Field::content) else {
                continue;
            };
            match holds {
                Holds::Nothing => {}
                Holds::Text(value) => *value(choice) = content,
                Holds::Number(value) => {
                    let value = value(choice);
                    *value = content.parse().unwrap_or(*value);
                }
                Holds::Is(value, yes) => *value(choice) = content == *yes,
            }
        }
    }

    /// Has the command line say an option.
    pub fn say(&mut self, option: &str, value: &str) {
        let words = [format!("--{option}"), value.to_owned()];
        self.words.extend(words);
    }

    /// A row of that label. Its option says what it holds, if it has an option and holds something.
    pub fn add(
        &mut self,
        label: &'static str,
        option: &str,
        holds: Holds<C>,
        field: Field,
        hint: &str,
    ) {
        let content = field.content();
        match holds {
            _ if option.is_empty() || content.is_empty() => {}
            Holds::Is(_, yes) => {
                let given = (content == yes).then(|| format!("--{option}"));
                self.words.extend(given);
            }
            _ => self.say(option, &content),
        }
        self.rows.push(MenuRow::new(label, label, field, hint));
        self.holds.push((label, holds));
    }

    /// Says something of what the last row is set to.
    pub fn tell(&mut self, chosen: Chosen) {
        if let Some(row) = self.rows.last_mut() {
            row.chosen = chosen;
        }
    }

    /// A row of one of these words. Where another one is chosen, as one of a file that has gone, the
    /// usual one takes its place, or the first.
    pub fn choice(
        &mut self,
        label: &'static str,
        option: &str,
        words: &[impl AsRef<str>],
        value: fn(&mut C) -> &mut String,
        hint: &str,
    ) {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let usual = std::mem::take(value(&mut C::default()));
        let chosen = value(&mut self.choice);
        if !words.contains(&chosen.as_str()) && self.replaced.is_none() {
            let is_known = words.contains(&usual.as_str());
            let instead = if is_known { &usual } else { words[0] };
            let unknown = sanitized(chosen);
            self.replaced = Some(format!(
                "{label}: '{unknown}' is not known; {instead} is chosen in its place"
            ));
            instead.clone_into(chosen);
        }
        let field = Field::choice(&words, value(&mut self.choice));
        self.add(label, option, Holds::Text(value), field, hint);
    }

    /// The same, but of the first word the command line says nothing.
    pub fn optional(
        &mut self,
        label: &'static str,
        option: &str,
        words: &[impl AsRef<str>],
        value: fn(&mut C) -> &mut String,
        hint: &str,
    ) {
        let chosen = value(&mut self.choice);
        let is_said = words[1..].iter().any(|word| word.as_ref() == chosen);
        let option = if is_said { option } else { "" };
        self.choice(label, option, words, value, hint);
    }

    /// A row of a number.
    pub fn number(
        &mut self,
        label: &'static str,
        option: &str,
        (least, greatest): (u32, u32),
        value: fn(&mut C) -> &mut u32,
        hint: &str,
    ) {
        let field = Field::number(*value(&mut self.choice), least, greatest);
        self.add(label, option, Holds::Number(value), field, hint);
    }

    /// A row of yes or no.
    pub fn yes(
        &mut self,
        label: &'static str,
        option: &str,
        value: fn(&mut C) -> &mut bool,
        hint: &str,
    ) {
        let field = Field::yes(*value(&mut self.choice));
        self.add(label, option, Holds::Is(value, "yes"), field, hint);
    }

    /// A row that is only to be read, or chosen.
    pub fn told(&mut self, label: &'static str, field: Field, hint: &str) {
        self.add(label, "", Holds::Nothing, field, hint);
    }

    /// The row of a seed of so many digits.
    pub fn seed(&mut self, digits: usize, value: fn(&mut C) -> &mut String) {
        let field = Field::Text {
            value: value(&mut self.choice).clone(),
            letters: HEXADECIMAL,
            max: digits,
            empty: "fresh".to_owned(),
        };
        let hint = "The same seed gives the same pieces. Empty: another one each time";
        self.add("SEED", "seed", Holds::Text(value), field, hint);
    }

    /// The row of the speed.
    pub fn speed(&mut self, speeds: &[&str], value: fn(&mut C) -> &mut String) {
        let hint = "Times the console's speed; F3 and F4 change it at any time";
        self.choice("SPEED", "speed", speeds, value, hint);
    }

    /// The row of the hands.
    pub fn hand(&mut self, value: fn(&mut C) -> &mut String) {
        let chosen = value(&mut self.choice).clone();
        let mut names: Vec<&str> = [OWN_HAND].into_iter().chain(NamedHand::names()).collect();
        if !names.contains(&chosen.as_str()) {
            names.push(&chosen);
        }
        let hint = match NamedHand::named(&chosen) {
            Ok(known) => known.about().to_owned(),
            Err(_) if chosen == OWN_HAND => "Taps, reaction and sight chosen one by one".to_owned(),
            Err(_) => "Hands that this menu does not know".to_owned(),
        };
        self.optional("HANDS", "hand", &names, value, &hint);
    }

    /// The row of the region.
    pub fn region(&mut self, value: fn(&mut C) -> &mut String) {
        let hint = "NTSC: America, 60 frames a second. PAL: Europe, 50, with tables of its own";
        self.choice("REGION", "region", &["ntsc", "pal"], value, hint);
    }

    /// The row of what is done about crashes.
    pub fn crash(&mut self, value: fn(&mut C) -> &mut String) {
        let chosen = value(&mut self.choice).clone();
        let mut rules = CrashRule::NAMES.into_iter();
        let rule = rules.find(|(_, name)| *name == chosen);
        let hint = rule.map_or(CrashRule::Off, |(rule, _)| rule).about();
        let names = CrashRule::NAMES.map(|(_, name)| name);
        self.optional("CRASHES", "crash", &names, value, hint);
    }

    /// The row of a level.
    pub fn level(&mut self, label: &'static str, option: &str, value: fn(&mut C) -> &mut u32) {
        let hint = "The level to begin with, 0 to 29";
        self.number(label, option, (0, 29), value, hint);
    }

    /// The row of the game type.
    pub fn game_type(&mut self, value: fn(&mut C) -> &mut String) {
        let hint = "A: endless. B: 25 lines, with garbage";
        self.choice("TYPE", "type", &["a", "b"], value, hint);
    }

    /// The row of a B-type game's garbage.
    pub fn height(&mut self, value: fn(&mut C) -> &mut u32) {
        let hint = "How high the garbage of a B-type game is";
        self.number("HEIGHT", "height", (0, 5), value, hint);
    }

    /// The rows of taps, reaction and of when NEXT is seen, which is not before that.
    pub fn taps(
        &mut self,
        tap_hz: fn(&mut C) -> &mut u32,
        reaction: fn(&mut C) -> &mut u32,
        reaction_hint: &str,
        sight: fn(&mut C) -> &mut String,
    ) {
        const SIGHTS: [&str; 11] = [
            "0", "9", "12", "15", "18", "21", "24", "30", "45", "60", "never",
        ];
        let hint = "Taps of a thumb in a second";
        self.number("TAPS", "tap-hz", (1, 30), tap_hz, hint);
        self.number("REACTION", "reaction", (0, 60), reaction, reaction_hint);
        let frames = *reaction(&mut self.choice);
        let chosen = sight_with(sight(&mut self.choice), frames).to_owned();
        let mut sights = SIGHTS.to_vec();
        sights.retain(|sight| sight_with(sight, frames) == *sight);
        if !sights.contains(&chosen.as_str()) {
            sights.push(&chosen);
            sights.sort_by_key(|sight| sight.parse().unwrap_or(u32::MAX));
        }
        let field = Field::choice(&sights, &chosen);
        let hint = "Frames of a piece before NEXT is seen: it is begun without";
        self.add("SIGHT", "sight", Holds::Text(sight), field, hint);
    }
}

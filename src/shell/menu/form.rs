//! Rows of a mode's page. Each row shows and changes one field of a form.

use rightwell::menu::{Field, MenuRow, Page, ValueDescription};
use rightwell::players::NamedHand;
use rightwell::rules::{Region, sanitized};

use crate::options::forms::HandsForm;
use crate::options::scenes::PERSON;
use crate::options::speed::{STEPS, Speed};
use crate::options::words::{self, OptionWord, WordTable, parse_seed};

/// Digits that a seed may contain.
pub const HEXADECIMAL: &str = "0123456789ABCDEF";

/// Function that returns a field of a form.
pub type FormField<F, T> = fn(&mut F) -> &mut T;

/// Function that writes the content of a row into the form.
type WriteContent<F> = Box<dyn Fn(&mut F, &str)>;

/// Rows of a page, identified by their labels. Omits rows that do not apply to the current choices.
pub struct FormRows<F> {
    form: F,
    rows: Vec<MenuRow<&'static str>>,
    bindings: Vec<(&'static str, WriteContent<F>)>,
}

impl<F: 'static> FormRows<F> {
    /// Returns an empty list of rows for a form.
    pub const fn new(form: F) -> FormRows<F> {
        FormRows {
            form,
            rows: Vec::new(),
            bindings: Vec::new(),
        }
    }

    /// Returns the rows, without the form.
    pub fn into_rows(self) -> Vec<MenuRow<&'static str>> {
        self.rows
    }

    /// Writes the values of the page's rows into a form.
    pub fn fill(&self, form: &mut F, page: &Page<&'static str>) {
        for (label, write) in &self.bindings {
            if let Some(field) = page.field(label) {
                write(form, &field.content());
            }
        }
    }

    /// Adds a row that does not change the form.
    pub fn show(&mut self, label: &'static str, field: Field, hint: &str) {
        self.rows.push(MenuRow::new(label, label, field, hint));
    }

    /// Adds a row whose value is written into the form.
    pub fn add(
        &mut self,
        label: &'static str,
        field: Field,
        hint: &str,
        write: impl Fn(&mut F, &str) + 'static,
    ) {
        self.show(label, field, hint);
        self.bindings.push((label, Box::new(write)));
    }

    /// Sets the description of the last row's value.
    pub fn tell(&mut self, chosen: ValueDescription) {
        if let Some(row) = self.rows.last_mut() {
            row.chosen = chosen;
        }
    }

    /// Sets the label of the last row, which keeps its name.
    pub fn label(&mut self, label: &str) {
        if let Some(row) = self.rows.last_mut() {
            label.clone_into(&mut row.label);
        }
    }

    /// Adds a row with a list of values. Adds the form's current value to the list if it is missing.
    pub fn some<T: OptionWord + PartialEq + Clone + 'static>(
        &mut self,
        label: &'static str,
        values: &[T],
        value: FormField<F, T>,
        hint: &str,
    ) {
        let now = value(&mut self.form).clone();
        let other = (!values.contains(&now)).then_some(&now);
        let values: Vec<T> = values.iter().chain(other).cloned().collect();
        let words: Vec<String> = values.iter().map(|value| shown(&value.word())).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let field = Field::choice(&words, &shown(&now.word()));
        self.add(label, field, hint, move |form, word| {
            let mut values = values.iter();
            if let Some(chosen) = values.find(|value| shown(&value.word()) == word) {
                *value(form) = chosen.clone();
            }
        });
    }

    /// Adds a row with all values of a type that has a fixed set of words.
    pub fn word<T: WordTable>(&mut self, label: &'static str, value: FormField<F, T>, hint: &str) {
        let values: Vec<T> = T::table().into_iter().map(|row| row.0).collect();
        self.some(label, &values, value, hint);
    }

    /// Adds a row with all values of a type. The row's hint explains the current value.
    pub fn explained<T: WordTable>(&mut self, label: &'static str, value: FormField<F, T>) {
        let hint = words::help(*value(&mut self.form));
        self.word(label, value, hint);
    }

    /// Adds a row with a list of values and a word for `None`. Adds the form's current value to the list if it is
    /// missing.
    pub fn optional<T: OptionWord + 'static>(
        &mut self,
        label: &'static str,
        none: &str,
        values: impl IntoIterator<Item = T>,
        value: impl Fn(&mut F) -> &mut Option<T> + 'static,
        hint: &str,
    ) {
        let now = value(&mut self.form).word();
        let words = values.into_iter().map(|value| value.word());
        let mut words: Vec<String> = [none.to_owned()].into_iter().chain(words).collect();
        if !now.is_empty() && !words.contains(&now) {
            words.push(now.clone());
        }
        let labels: Vec<String> = words.iter().map(|word| shown(word)).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let (field, none) = (Field::choice(&labels, &shown(&now)), none.to_owned());
        self.add(label, field, hint, move |form, label| {
            let word = words
                .iter()
                .find(|word| shown(word) == label && **word != none);
            *value(form) = word.and_then(|word| T::from_word(word).ok());
        });
    }

    /// Adds a row for a number in a range.
    pub fn number<T: Copy + Into<u32> + TryFrom<u32> + 'static>(
        &mut self,
        label: &'static str,
        (least, greatest): (u32, u32),
        value: impl Fn(&mut F) -> &mut T + 'static,
        hint: &str,
    ) {
        let field = Field::number((*value(&mut self.form)).into(), least, greatest);
        self.add_number(label, field, value, hint);
    }

    /// Adds a row that shows a number in `field`.
    pub fn add_number<T: TryFrom<u32> + 'static>(
        &mut self,
        label: &'static str,
        field: Field,
        value: impl Fn(&mut F) -> &mut T + 'static,
        hint: &str,
    ) {
        self.add(label, field, hint, move |form, number| {
            if let Some(number) = number.parse().ok().and_then(|n: u32| T::try_from(n).ok()) {
                *value(form) = number;
            }
        });
    }

    /// Adds a row with two words. The second word means `true`.
    pub fn either(
        &mut self,
        label: &'static str,
        [no, yes]: [&'static str; 2],
        value: FormField<F, bool>,
        hint: &str,
    ) {
        let now = if *value(&mut self.form) { yes } else { no };
        let field = Field::choice(&[no, yes], now);
        self.add(label, field, hint, move |form, word| {
            *value(form) = word == yes;
        });
    }

    /// Adds a row with the words no and yes.
    pub fn yes(&mut self, label: &'static str, value: FormField<F, bool>, hint: &str) {
        self.either(label, ["no", "yes"], value, hint);
    }

    /// Adds a row for a seed of at most `digits` digits.
    pub fn seed(&mut self, digits: usize, value: FormField<F, Option<u64>>) {
        let now = value(&mut self.form).map(|seed| format!("{seed:X}"));
        let field = Field::Text {
            value: now.unwrap_or_default(),
            letters: HEXADECIMAL,
            max: digits,
            empty: "random".to_owned(),
        };
        let hint = "The same seed gives the same pieces. Empty: a random seed";
        self.add("SEED", field, hint, move |form, digits| {
            *value(form) = parse_seed(digits).ok();
        });
    }

    /// Adds the row for the speed. `has_max` must be `false` for a person's game, whose recording would fill the memory
    /// at the maximum speed.
    pub fn speed(&mut self, has_max: bool, value: FormField<F, Speed>) {
        let hint = "Multiple of the console's speed. F3 and F4 change it during play";
        let speeds = &STEPS[..STEPS.len() - usize::from(!has_max)];
        self.some("SPEED", speeds, value, hint);
    }

    /// Adds the rows for a computer's hands. Hands with a name have no rows for taps, reaction and sight.
    pub fn hands(&mut self, value: FormField<F, HandsForm>, reaction_hint: &str) {
        let now = value(&mut self.form).clone();
        let hint = match now.hand.as_deref().map(NamedHand::named) {
            None => "Taps, reaction and delay of NEXT, set below".to_owned(),
            Some(Ok(known)) => known.about().to_owned(),
            Some(Err(_)) => "Hands saved by another version".to_owned(),
        };
        let names = NamedHand::names().map(str::to_owned);
        self.optional("HANDS", "own", names, move |f| &mut value(f).hand, &hint);
        if now.hand.is_some() {
            return;
        }
        let hint = "Taps per second";
        self.number("TAPS", (1, 30), move |f| &mut value(f).tap_hz, hint);
        let hint = reaction_hint;
        self.number("REACTION", (0, 60), move |f| &mut value(f).reaction, hint);
        let sights = sights(&now);
        let sights: Vec<&str> = sights.iter().map(String::as_str).collect();
        let field = Field::choice(&sights, &now.seen().to_string());
        let hint = "Frames before the player sees NEXT. Until then it plans without NEXT";
        self.add("SIGHT", field, hint, move |form, sight| {
            value(form).sight = sight.parse().unwrap_or_default();
        });
    }

    /// Adds the row for the console's region.
    pub fn region(&mut self, value: FormField<F, Region>) {
        let hint = "NTSC: America, 60 frames a second. PAL: Europe, 50, with other speeds";
        self.word("REGION", value, hint);
    }

    /// Adds a row for a level.
    pub fn level(&mut self, label: &'static str, value: FormField<F, u8>) {
        self.number(label, (0, 29), value, "Starting level, 0 to 29");
    }
}

/// Returns the word of a value as players read it.
fn shown(word: &str) -> String {
    match word {
        PERSON => "you".to_owned(),
        word => word.replace('-', " "),
    }
}

/// Returns the values of the row SIGHT, in frames. Omits values between 0 and the reaction time.
fn sights(hands: &HandsForm) -> Vec<String> {
    let offered = [0, 9, 12, 15, 18, 21, 24, 30, 45, 60];
    let is_useful = |frames: &u8| *frames == 0 || *frames >= hands.reaction;
    let mut sights: Vec<u8> = offered.into_iter().filter(is_useful).collect();
    sights.extend(hands.seen().frames());
    sights.sort_unstable();
    sights.dedup();
    let words = sights.into_iter().map(|frames| frames.to_string());
    words.chain(["never".to_owned()]).collect()
}

/// Replaces an unknown name with the default, or with the first known name if the default is unknown too. Returns a
/// notice if it replaced the name.
pub fn replace_unknown(
    label: &str,
    name: &mut String,
    known: &[impl AsRef<str>],
    usual: &str,
) -> Option<String> {
    let is_known = |name: &str| known.iter().any(|known| known.as_ref() == name);
    if is_known(name) {
        return None;
    }
    let instead = if is_known(usual) {
        usual
    } else {
        known.first()?.as_ref()
    };
    let old = std::mem::replace(name, instead.to_owned());
    Some(replaced(label, &old, instead))
}

/// Returns the notice that a value was replaced.
pub fn replaced(label: &str, old: &str, instead: &str) -> String {
    let old = sanitized(old);
    format!("{label}: unknown value '{old}'; using {instead}")
}

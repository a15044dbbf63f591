//! Reader of the text notation, line by line. `assets/music/README.md` describes the notation.

use std::ops::RangeInclusive;

use crate::rules::sanitize::sanitized_ends;

use super::key::Key;
use super::score::{Channel, Section};
use super::{Drum, Note, Tune, Vibrato, Voice};

/// Fault in the text of a tune.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TuneError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the fault, with the allowed values.
    pub what: String,
}

impl TuneError {
    /// Creates an error with a sanitized and shortened description.
    fn new(line: usize, what: &str) -> TuneError {
        let what = sanitized_ends(what);
        TuneError { line, what }
    }
}

/// Maximum number of sections in the order, and of steps in a tune.
const ORDER_MAX: usize = 256;
const STEPS_MAX: u32 = 100_000;

/// Parts of the tune that have been read.
#[derive(Default)]
struct Reader {
    name: Option<String>,
    tempo: Option<[u16; 2]>,
    key: Option<Key>,
    bar: u32,
    gain: u8,
    voices: Vec<(String, Voice)>,
    drums: Vec<(String, Drum)>,
    sections: Vec<(String, Section)>,
    order: Option<(Vec<usize>, Option<usize>)>,
}

/// Context in which notes are read: key, bar length, and the voices and drums by name.
pub(super) struct NotationContext<'a> {
    pub(super) key: Key,
    pub(super) bar: u32,
    pub(super) voices: &'a [(String, Voice)],
    pub(super) drums: &'a [(String, Drum)],
}

pub(super) fn read(text: &str) -> Result<Tune, TuneError> {
    let mut reader = Reader {
        bar: 16,
        gain: 100,
        ..Reader::default()
    };
    let mut last = 1;
    for (number, line) in text.lines().enumerate() {
        let line = without_comment(line);
        let mut words = line.split_whitespace();
        if let Some(first) = words.next() {
            last = number + 1;
            let rest: Vec<&str> = words.collect();
            reader
                .line(first, &rest)
                .map_err(|what| TuneError::new(last, &what))?;
        }
    }
    reader.finish().map_err(|what| TuneError::new(last, &what))
}

/// Removes the comment from a line. A `#` starts a comment only at the beginning of the line or after white space, so
/// it can also mean a sharp.
fn without_comment(line: &str) -> &str {
    let begins = |at: &usize| {
        line[..*at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
    };
    match line.match_indices('#').map(|(at, _)| at).find(begins) {
        Some(at) => &line[..at],
        None => line,
    }
}

impl Reader {
    fn line(&mut self, first: &str, rest: &[&str]) -> Result<(), String> {
        if let Some(channel) = Channel::from_word(first) {
            return self.bars(channel, rest);
        }
        match (first, rest) {
            ("name", [_, ..]) => self.name = Some(rest.join(" ")),
            ("tempo", [normal, fast]) => {
                let tempo = |word| number(word, "a tempo", 40..=400);
                self.tempo = Some([tempo(normal)?, tempo(fast)?]);
            }
            ("key", [tonic, scale]) => {
                let key = Key::from_names(tonic, scale).ok_or_else(|| {
                    let scales = Key::scales();
                    format!("unknown key {tonic} {scale}; allowed: a letter a-g, optionally with # or b, and one of \
                    {scales}")
                })?;
                self.key = Some(key);
            }
            ("bar", [steps]) => self.bar = number(steps, "a bar", 4..=32)?.into(),
            ("gain", [percent]) => self.gain = number(percent, "a gain", 10..=200)? as u8,
            ("voice", [name, kind, rest @ ..]) => {
                let voice = voice(kind, rest)?;
                self.voices.push((new_name(name, &self.voices)?, voice));
            }
            ("drum", [name, kind, rest @ ..]) => {
                let drum = drum(kind, rest)?;
                self.drums.push((new_name(name, &self.drums)?, drum));
            }
            ("section", [name]) => {
                let section = Section::default();
                let name = new_name(name, &self.sections)?;
                self.sections.push((name, section));
            }
            ("order", [_, ..]) => self.order = Some(self.order_of(rest)?),
            (
                "name" | "tempo" | "key" | "bar" | "gain" | "voice" | "drum" | "section" | "order",
                _,
            ) => {
                return Err(format!("{first} has the wrong number of values"));
            }
            _ => {
                return Err(format!(
                    "unknown word {first}; allowed: name, tempo, key, bar, gain, voice, drum, section, pulse1, \
                    pulse2, triangle, noise, order"
                ));
            }
        }
        Ok(())
    }

    /// Reads a channel's line for the current section.
    fn bars(&mut self, channel: Channel, words: &[&str]) -> Result<(), String> {
        let key = self
            .key
            .ok_or("the key is missing; set it before the first section")?;
        let (_, section) = self
            .sections
            .last_mut()
            .ok_or("notes are only allowed in a section")?;
        let band = NotationContext {
            key,
            bar: self.bar,
            voices: &self.voices,
            drums: &self.drums,
        };
        section.add(channel, words, &band)
    }

    /// Returns the section numbers in playing order, and the index at which the repeated part begins.
    fn order_of(&self, words: &[&str]) -> Result<(Vec<usize>, Option<usize>), String> {
        let (mut order, mut from, mut is_closed) = (Vec::new(), None, false);
        for word in words {
            match *word {
                "[" if from.is_none() => from = Some(order.len()),
                "]" if from.is_some_and(|from| from < order.len()) && !is_closed => {
                    is_closed = true;
                }
                "[" | "]" => return Err(format!("unexpected {word}")),
                _ if is_closed => {
                    return Err(format!(
                        "'{word}' after ]: the part in brackets repeats for ever; end the order with ]"
                    ));
                }
                name => {
                    let known = self.sections.iter().position(|(known, _)| known == name);
                    order.push(known.ok_or_else(|| format!("no section {name} is defined above"))?);
                }
            }
        }
        if from.is_some() != is_closed {
            return Err("[ is not closed".to_owned());
        }
        if order.is_empty() || order.len() > ORDER_MAX {
            return Err(format!(
                "wrong number of sections in the order; allowed: 1 to {ORDER_MAX}"
            ));
        }
        Ok((order, from))
    }

    fn finish(self) -> Result<Tune, String> {
        let missing = |what: &str| format!("the tune has no {what} line");
        let name = self.name.ok_or_else(|| missing("name"))?;
        let tempo = self.tempo.ok_or_else(|| missing("tempo"))?;
        let (order, from) = self.order.ok_or_else(|| missing("order"))?;
        for (name, section) in &self.sections {
            section
                .check()
                .map_err(|what| format!("section {name}: {what}"))?;
        }
        let mut tracks: [Vec<Note>; 4] = Default::default();
        let (mut end, mut repeats_from) = (0, None);
        for (place, &section) in order.iter().enumerate() {
            if from == Some(place) {
                repeats_from = Some(end);
            }
            let section = &self.sections[section].1;
            section.play(end, &mut tracks);
            end += section.bars() as u32 * self.bar;
            if end > STEPS_MAX {
                return Err(format!("the tune is longer than {STEPS_MAX} steps"));
            }
        }
        if end == repeats_from.unwrap_or(0) {
            return Err("the tune has no notes".to_owned());
        }
        Ok(Tune {
            name,
            tempo,
            gain: self.gain,
            voices: self.voices.into_iter().map(|(_, voice)| voice).collect(),
            drums: self.drums.into_iter().map(|(_, drum)| drum).collect(),
            tracks,
            end,
            repeats_from,
        })
    }
}

/// Checks that a name is valid and that nothing else of its kind has it.
fn new_name<T>(name: &str, known: &[(String, T)]) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    if !name.chars().all(is_plain) || name.starts_with('-') {
        return Err(format!(
            "invalid name {name}; allowed: letters, digits and -"
        ));
    }
    if known.iter().any(|(known, _)| known == name) {
        return Err(format!("{name} is already defined"));
    }
    Ok(name.to_owned())
}

/// Parses a number within a range.
pub(super) fn number(word: &str, what: &str, range: RangeInclusive<u16>) -> Result<u16, String> {
    let parsed = word.parse().ok().filter(|number| range.contains(number));
    parsed.ok_or_else(|| {
        let (least, most) = range.into_inner();
        format!("{word} is not {what}; allowed: {least} to {most}")
    })
}

/// Removes the leading numbers from `words`, at least one and at most 250, and returns them.
fn numbers(words: &mut &[&str], what: &str, most: u16) -> Result<Vec<u8>, String> {
    let is_number = |word: &&&str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let count = words.iter().take_while(is_number).count();
    if !(1..=250).contains(&count) {
        return Err(format!("{what} needs 1 to 250 numbers"));
    }
    let (taken, rest) = words.split_at(count);
    *words = rest;
    let read = |word: &&str| number(word, what, 0..=most).map(|number| number as u8);
    taken.iter().map(read).collect()
}

fn voice(kind: &str, mut words: &[&str]) -> Result<Voice, String> {
    let mut voice = Voice {
        arpeggio: 2,
        ..Voice::default()
    };
    let is_pulse = match kind {
        "pulse" => true,
        "triangle" => false,
        _ => {
            return Err(format!(
                "unknown kind of voice {kind}; allowed: pulse, triangle"
            ));
        }
    };
    while let [word, rest @ ..] = words {
        words = rest;
        let mut one = |range: RangeInclusive<u16>| -> Result<u8, String> {
            let [value, rest @ ..] = words else {
                return Err(format!("{word} needs a number"));
            };
            words = rest;
            Ok(number(value, &format!("a number for {word}"), range)? as u8)
        };
        match *word {
            "duty" if is_pulse => {
                let [width, rest @ ..] = words else {
                    return Err("duty needs a width".to_owned());
                };
                words = rest;
                let known = ["1/8", "1/4", "1/2", "3/4"]
                    .iter()
                    .position(|known| known == width);
                let known = known
                    .ok_or_else(|| format!("invalid duty {width}; allowed: 1/8, 1/4, 1/2, 3/4"))?;
                voice.duty = Some(known as u8);
            }
            "level" if is_pulse => voice.levels = numbers(&mut words, "level", 15)?,
            "frames" if !is_pulse => voice.frames = one(1..=250)?,
            "gap" => voice.gap = one(0..=60)?,
            "arp" if is_pulse => voice.arpeggio = one(1..=60)?,
            "slide" => voice.slide = one(0..=60)?,
            "vibrato" => {
                voice.vibrato = Some(Vibrato {
                    delay: one(0..=250)?,
                    period: one(2..=120)?,
                    depth: one(1..=16)?,
                });
            }
            _ => return Err(format!("{word} does not apply to a {kind}")),
        }
    }
    if is_pulse && (voice.duty.is_none() || voice.levels.is_empty()) {
        return Err("a pulse needs duty and level".to_owned());
    }
    Ok(voice)
}

fn drum(kind: &str, mut words: &[&str]) -> Result<Drum, String> {
    let is_metal = match kind {
        "noise" => false,
        "metal" => true,
        _ => {
            return Err(format!(
                "unknown kind of drum {kind}; allowed: noise, metal"
            ));
        }
    };
    let periods = numbers(&mut words, "a drum's period", 15)?;
    let ["level", rest @ ..] = words else {
        return Err("a drum needs `level` after its periods".to_owned());
    };
    words = rest;
    let levels = numbers(&mut words, "level", 15)?;
    if let [word, ..] = words {
        return Err(format!("{word} does not apply to a drum"));
    }
    Ok(Drum {
        is_metal,
        periods,
        levels,
    })
}

//! Sections of a tune: the bars of each channel, read note by note.

use super::notation::{NotationContext, number};
use super::pitch::Pitch;
use super::{CHORD_MAX, Note, NoteSound};

/// Channel of a tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    Pulse1,
    Pulse2,
    Triangle,
    Noise,
}

/// Limits of the pitches: the lowest of any channel, the highest of a pulse, and the highest of the triangle (a1, a7,
/// a6).
const LOWEST: Pitch = Pitch(33);
const HIGHEST: [Pitch; 2] = [Pitch(105), Pitch(93)];

impl Channel {
    /// Returns the channel with this name, which is the first word of a line of notes.
    pub(super) fn from_word(word: &str) -> Option<Channel> {
        Some(match word {
            "pulse1" => Channel::Pulse1,
            "pulse2" => Channel::Pulse2,
            "triangle" => Channel::Triangle,
            "noise" => Channel::Noise,
            _ => return None,
        })
    }

    const fn is_pulse(self) -> bool {
        matches!(self, Channel::Pulse1 | Channel::Pulse2)
    }
}

/// Sound or rest, with its length.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Element {
    sound: Option<NoteSound>,
    steps: u32,
    /// True if the element only makes the previous one longer.
    is_held: bool,
}

/// Bars of one channel in a section.
#[derive(Clone, Debug, Default)]
struct ChannelBars {
    voice: Option<usize>,
    bars: Vec<Vec<Element>>,
}

/// Section: bars of up to four channels.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    parts: [ChannelBars; 4],
}

impl Section {
    /// Adds a channel's line, with bars between `|`.
    pub(super) fn add(
        &mut self,
        channel: Channel,
        words: &[&str],
        band: &NotationContext,
    ) -> Result<(), String> {
        let ["|", bars @ .., "|"] = words else {
            return Err("a line of notes must begin and end with |".to_owned());
        };
        let part = &mut self.parts[channel as usize];
        let mut steps = None;
        for bar in bars.split(|word| *word == "|") {
            let bar = part.bar(channel, bar, band, &mut steps)?;
            part.bars.push(bar);
        }
        Ok(())
    }

    /// Returns the number of bars.
    pub(super) fn bars(&self) -> usize {
        self.parts
            .iter()
            .map(|part| part.bars.len())
            .max()
            .unwrap_or(0)
    }

    /// Checks that all channels that have bars have the same number of them.
    pub(super) fn check(&self) -> Result<(), String> {
        let bars = self.bars();
        let there = self.parts.iter().map(|part| part.bars.len());
        match there
            .filter(|&count| count != 0)
            .find(|&count| count != bars)
        {
            Some(count) => Err(format!(
                "all channels of a section need equally many bars; one has {bars}, another {count}"
            )),
            None if bars == 0 => Err("the section has no bars".to_owned()),
            None => Ok(()),
        }
    }

    /// Appends the section's notes to the tracks, starting at step `begin`.
    pub(super) fn play(&self, begin: u32, tracks: &mut [Vec<Note>; 4]) {
        for (part, track) in self.parts.iter().zip(tracks) {
            let mut now = begin;
            // True if the previous element was the last note of the track, so that this element can lengthen it.
            let mut sounds = track.last().is_some_and(|note| note.end == begin);
            for element in part.bars.iter().flatten() {
                let end = now + element.steps;
                match &element.sound {
                    Some(sound) => {
                        sounds = true;
                        track.push(Note {
                            begin: now,
                            end,
                            sound: sound.clone(),
                        });
                    }
                    None if element.is_held && sounds => {
                        track.last_mut().expect("a note sounds").end = end;
                    }
                    None => sounds = false,
                }
                now = end;
            }
        }
    }
}

impl ChannelBars {
    fn bar(
        &mut self,
        channel: Channel,
        words: &[&str],
        band: &NotationContext,
        steps: &mut Option<u32>,
    ) -> Result<Vec<Element>, String> {
        if words == ["%"] {
            let before = self.bars.last().ok_or("% has no previous bar to repeat")?;
            return Ok(before.clone());
        }
        let mut bar = Vec::new();
        for word in words {
            if let Some(name) = word.strip_prefix('@') {
                self.voice = Some(voice(channel, name, band)?);
                continue;
            }
            let (what, length) = match word.split_once(':') {
                Some((what, length)) => (what, Some(number(length, "a length in steps", 1..=256)?)),
                None => (*word, None),
            };
            *steps = length.map(u32::from).or(*steps);
            let steps = steps.ok_or_else(|| {
                format!(
                    "{word} is the first note of its line, so it needs a length, as in {word}:4"
                )
            })?;
            let sound = match what {
                "-" | "~" => None,
                _ if channel == Channel::Noise => Some(drum(what, band)?),
                _ => Some(self.tone(channel, what, band)?),
            };
            bar.push(Element {
                sound,
                steps,
                is_held: what == "~",
            });
        }
        let sum: u32 = bar.iter().map(|element| element.steps).sum();
        if sum != band.bar {
            let (place, bar) = (self.bars.len() + 1, band.bar);
            return Err(format!(
                "bar {place} of the section has {sum} steps; expected {bar}"
            ));
        }
        Ok(bar)
    }

    fn tone(
        &self,
        channel: Channel,
        word: &str,
        band: &NotationContext,
    ) -> Result<NoteSound, String> {
        let voice = self
            .voice
            .ok_or_else(|| format!("{word} has no voice; write @NAME before it in the section"))?;
        let most = if channel.is_pulse() { CHORD_MAX } else { 1 };
        let pitches: Vec<Pitch> = word
            .split('/')
            .map(|note| pitch(channel, note, band))
            .collect::<Result<_, String>>()?;
        if pitches.len() > most {
            return Err(format!("{word} has too many notes; allowed: {most}"));
        }
        Ok(NoteSound::Tone(voice, pitches))
    }
}

fn voice(channel: Channel, name: &str, band: &NotationContext) -> Result<usize, String> {
    let known = band.voices.iter().position(|(known, _)| known == name);
    let number = known.ok_or_else(|| format!("unknown voice {name}"))?;
    let is_pulse = band.voices[number].1.duty.is_some();
    match channel {
        Channel::Noise => Err("the noise channel takes drums, not voices".to_owned()),
        _ if channel.is_pulse() != is_pulse => {
            Err(format!("voice {name} cannot play on this channel"))
        }
        _ => Ok(number),
    }
}

fn drum(name: &str, band: &NotationContext) -> Result<NoteSound, String> {
    let known = band.drums.iter().position(|(known, _)| known == name);
    let number = known.ok_or_else(|| format!("unknown drum {name}"))?;
    Ok(NoteSound::Drum(number))
}

/// Parses a note such as `f#4!`. The `!` is required for notes outside the key and not allowed for notes of the key.
fn pitch(channel: Channel, note: &str, band: &NotationContext) -> Result<Pitch, String> {
    let (plain, is_foreign) = match note.strip_suffix('!') {
        Some(plain) => (plain, true),
        None => (note, false),
    };
    let wrong = || {
        format!(
            "{note} is not a note; allowed: a letter a-g, optionally # or b, and an octave 1-8, as in f#4"
        )
    };
    let letter = plain.chars().next().ok_or_else(wrong)?;
    let rest = &plain[letter.len_utf8()..];
    let (semitones, octave) = match rest.strip_prefix('#') {
        Some(octave) => (1, octave),
        None => rest
            .strip_prefix('b')
            .map_or((0, rest), |octave| (-1, octave)),
    };
    let octave = octave
        .parse()
        .ok()
        .filter(|octave| (1..=8).contains(octave));
    let pitch = octave
        .and_then(|octave| Pitch::new(letter, semitones, octave))
        .ok_or_else(wrong)?;
    let highest = HIGHEST[usize::from(!channel.is_pulse())];
    if !(LOWEST..=highest).contains(&pitch) {
        return Err(format!(
            "{note} is out of range; allowed: a1 to a7, for the triangle a1 to a6"
        ));
    }
    match (band.key.has(pitch), is_foreign) {
        (true, true) => Err(format!("{note} is in the key; remove the !")),
        (false, false) => Err(format!(
            "{note} is not in the key; write {note}! if it is intended"
        )),
        _ => Ok(pitch),
    }
}

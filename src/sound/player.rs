//! Music player: plays a tune, frame by frame.

use std::sync::Arc;

use crate::rules::Region;

use super::chip::{CHANNELS, Timing};
use super::tone::{NO_SWEEP, Tone, ToneTimers};
use super::tune::{Note, NoteSound, Pitch, STEPS_PER_BEAT, Tune, Vibrato, Voice};

/// Tune with its playback position.
#[derive(Clone, Debug)]
pub(super) struct TunePlayer {
    tune: Arc<Tune>,
    timers: ToneTimers,
    /// Speed in fractions of a step per video frame. `now` is the time since the beginning, in the same fractions.
    speed: u64,
    now: u64,
    channels: [Channel; CHANNELS],
}

/// Playback position of a channel in its track.
#[derive(Clone, Debug, Default)]
struct Channel {
    /// Index of the next note.
    next: usize,
    /// Index of the current note, with the frames since its start.
    note: Option<(usize, u32)>,
    /// Pitch of the previous note.
    before: Option<Pitch>,
}

/// Number of fractional bits in a time measured in steps.
const POINT: u32 = 32;

impl TunePlayer {
    /// Creates a player at the beginning of a tune, at its normal or its fast tempo.
    pub(super) fn new(tune: Arc<Tune>, is_fast: bool, region: Region) -> TunePlayer {
        let (numerator, denominator) = Timing::for_region(region).frame_seconds();
        let steps_a_minute =
            u64::from(tune.tempo[usize::from(is_fast)]) * u64::from(STEPS_PER_BEAT);
        let speed =
            (u128::from(steps_a_minute * numerator) << POINT) / u128::from(60 * denominator);
        TunePlayer {
            tune,
            timers: ToneTimers::for_region(region),
            speed: speed as u64,
            now: 0,
            channels: Default::default(),
        }
    }

    /// Returns the volume of the tune; 1 is full volume.
    pub(super) fn gain(&self) -> f32 {
        f32::from(self.tune.gain) / 100.0
    }

    /// Returns whether a tune without repeat is over.
    #[cfg(test)]
    pub(super) fn is_over(&self) -> bool {
        self.tune.repeats_from.is_none() && self.now >> POINT >= u64::from(self.tune.end)
    }

    /// Advances by one video frame and returns the tone of each channel.
    pub(super) fn frame(&mut self) -> [Tone; CHANNELS] {
        let step = (self.now >> POINT) as u32;
        let mut tones = [Tone::SILENCE; CHANNELS];
        for (number, (channel, tone)) in self.channels.iter_mut().zip(&mut tones).enumerate() {
            let track = &self.tune.tracks[number];
            channel.begin_notes(track, step);
            if let Some((place, age)) = &mut channel.note {
                let note = &track[*place];
                let left = (u64::from(note.end) << POINT).saturating_sub(self.now) / self.speed;
                if left > 0 || *age == 0 {
                    *tone = tone_of(&self.tune, self.timers, note, *age, left, channel.before);
                }
                *age = age.saturating_add(1);
            }
        }
        self.pass();
        tones
    }

    fn pass(&mut self) {
        self.now += self.speed;
        let end = u64::from(self.tune.end) << POINT;
        if let Some(from) = self.tune.repeats_from
            && self.now >= end
        {
            self.now -= end - (u64::from(from) << POINT);
            for (channel, track) in self.channels.iter_mut().zip(&self.tune.tracks) {
                channel.note = None;
                channel.next = track.partition_point(|note| note.begin < from);
            }
        }
    }
}

impl Channel {
    /// Ends the note that is over at `step`. Of the notes that are due, starts the last.
    fn begin_notes(&mut self, track: &[Note], step: u32) {
        if let Some((place, _)) = self.note
            && track[place].end <= step
        {
            self.note = None;
            self.before = first_pitch(&track[place]);
        }
        while let Some(note) = track.get(self.next).filter(|note| note.begin <= step) {
            if note.end > step {
                self.note = Some((self.next, 0));
            }
            self.next += 1;
        }
    }
}

fn first_pitch(note: &Note) -> Option<Pitch> {
    match &note.sound {
        NoteSound::Tone(_, pitches) => pitches.first().copied(),
        NoteSound::Drum(_) => None,
    }
}

/// Returns the tone of a note `age` frames after its start and `left` frames before its end.
fn tone_of(
    tune: &Tune,
    timers: ToneTimers,
    note: &Note,
    age: u32,
    left: u64,
    before: Option<Pitch>,
) -> Tone {
    let begins = age == 0;
    match &note.sound {
        NoteSound::Drum(number) => {
            let drum = &tune.drums[*number];
            Tone {
                duty: u8::from(drum.is_metal),
                level: at(&drum.levels, age),
                period: at(&drum.periods, age).into(),
                sweep: NO_SWEEP,
                begins,
            }
        }
        NoteSound::Tone(number, pitches) => {
            let voice = &tune.voices[*number];
            let turn = age as usize / usize::from(voice.arpeggio.max(1)) % pitches.len();
            let period = |pitch: Pitch| match voice.duty {
                Some(_) => timers.pulse(pitch.hertz()),
                None => timers.triangle(pitch.hertz()),
            };
            let mut timer = i32::from(period(pitches[turn]));
            if let Some(before) = before.filter(|_| age < u32::from(voice.slide)) {
                let from = i32::from(period(before));
                timer = from + (timer - from) * age as i32 / i32::from(voice.slide);
            }
            timer += voice
                .vibrato
                .map_or(0, |vibrato| swing(vibrato, age, timer));
            let is_cut = left < u64::from(voice.gap) && !begins;
            Tone {
                duty: voice.duty.unwrap_or(0),
                level: if is_cut { 0 } else { level(voice, age) },
                period: timer.clamp(0, 2_047) as u16,
                sweep: NO_SWEEP,
                begins,
            }
        }
    }
}

fn level(voice: &Voice, age: u32) -> u8 {
    match voice.duty {
        Some(_) => at(&voice.levels, age),
        None if voice.frames > 0 && age >= voice.frames.into() => 0,
        None => 15,
    }
}

/// Returns the entry of a list for frame `age`. After the end of the list, its last entry repeats.
fn at(list: &[u8], age: u32) -> u8 {
    list[(age as usize).min(list.len() - 1)]
}

/// Returns the change of a timer by vibrato, which is a triangle wave.
fn swing(vibrato: Vibrato, age: u32, timer: i32) -> i32 {
    let Some(since) = age.checked_sub(vibrato.delay.into()) else {
        return 0;
    };
    // The wave starts at its middle, a quarter of a period in.
    let period = i32::from(vibrato.period) * 4;
    let place = (since as i32 * 4 + period / 4) % period;
    let height = period / 2 - (place - period / 2).abs();
    // The wave goes from -1 to 1, here in fractions of a quarter period. A semitone is 5.95 % of the timer.
    let part = height * 4 - period;
    timer * i32::from(vibrato.depth) * 595 / (16 * 10_000) * part / period
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(tempo: u16, notes: &str) -> TunePlayer {
        let text = format!(
            "name t\ntempo {tempo} 400\nkey c major\nbar 4\nvoice v pulse duty 1/2 level 9 8 gap 1\nsection A\npulse1 | @v {notes} |\norder [ A ]"
        );
        TunePlayer::new(Arc::new(Tune::read(&text).unwrap()), false, Region::Ntsc)
    }

    fn levels(player: &mut TunePlayer, frames: usize) -> Vec<u8> {
        (0..frames).map(|_| player.frame()[0].level).collect()
    }

    #[test]
    fn notes_last_as_the_tempo_says_and_the_tune_begins_again() {
        // At 225.37 beats per minute, a step lasts four frames.
        let mut player = player(226, "c4:1 - d4:2");
        let bar = [9, 8, 8, 0, 0, 0, 0, 0, 9, 8, 8, 8, 8, 8, 8, 0];
        assert_eq!(levels(&mut player, 15), bar[..15]);
        levels(&mut player, 16 * 4 - 15);
        let again = levels(&mut player, 16);
        assert_eq!(again.iter().filter(|&&level| level == 9).count(), 2);
    }

    #[test]
    fn a_tune_without_an_end_goes_on_and_one_with_an_end_is_over() {
        let text = "name t\ntempo 240 240\nkey c major\nbar 4\nvoice v triangle\nsection A\ntriangle | @v c4:4 |\norder A";
        let mut player = TunePlayer::new(Arc::new(Tune::read(text).unwrap()), false, Region::Ntsc);
        assert!(player.frame()[2].level > 0);
        assert!(!player.is_over());
        (0..20).for_each(|_| _ = player.frame());
        assert!(player.is_over());
        assert_eq!(player.frame(), [Tone::SILENCE; 4]);
    }

    #[test]
    fn a_vibrato_swings_to_both_sides_alike() {
        let vibrato = Vibrato {
            delay: 3,
            period: 8,
            depth: 16,
        };
        let swings: Vec<i32> = (0..12).map(|age| swing(vibrato, age, 1_000)).collect();
        assert_eq!(swings, [0, 0, 0, 0, 29, 59, 29, 0, -29, -59, -29, 0]);
    }
}

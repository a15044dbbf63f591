//! Tunes as values: what each channel plays when, and with which voices.
//!
//! They are written as text; `assets/music/README.md` says how.

mod key;
mod notation;
mod pitch;
mod score;

pub use notation::TuneError;
pub use pitch::Pitch;

/// Notes of a chord that are played one after another.
pub const CHORD_MAX: usize = 4;

/// Steps in a beat: a step is a sixteenth, a beat a quarter.
pub const STEPS_PER_BEAT: u32 = 4;

/// A tune.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tune {
    /// What it is called.
    pub name: String,
    /// Beats a minute: as it was written, and fast.
    pub tempo: [u16; 2],
    /// Loudness in percent.
    pub gain: u8,
    /// How voices sound, by their number.
    pub voices: Vec<Voice>,
    /// How drums sound, by their number.
    pub drums: Vec<Drum>,
    /// Notes of pulse 1, pulse 2, triangle and noise, in the order of their beginnings.
    pub tracks: [Vec<Note>; 4],
    /// Where it ends, in steps from its beginning.
    pub end: u32,
    /// Where it then goes on; without it the tune is played once.
    pub repeats_from: Option<u32>,
}

/// A note; between notes there is silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// When it begins, in steps from the tune's beginning.
    pub begin: u32,
    /// When it ends.
    pub end: u32,
    /// What is heard.
    pub sound: NoteSound,
}

/// What a note is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteSound {
    /// A voice, by its number, with the notes of a chord or one alone.
    Tone(usize, Vec<Pitch>),
    /// A drum, by its number.
    Drum(usize),
}

/// How a note of a pulse or of the triangle sounds. Times are video frames.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Voice {
    /// The pulse's width: 0 is 1/8, 1 is 1/4, 2 is 1/2, 3 is 3/4; none for a triangle.
    pub duty: Option<u8>,
    /// Loudness in each frame; the last one stays. Empty for a triangle.
    pub levels: Vec<u8>,
    /// Frames of silence before the next note.
    pub gap: u8,
    /// Frames after which a triangle is silent; 0 is never.
    pub frames: u8,
    /// A swinging pitch.
    pub vibrato: Option<Vibrato>,
    /// How long each note of a chord sounds before the next.
    pub arpeggio: u8,
    /// How long the pitch glides in from the note before.
    pub slide: u8,
}

/// A swinging pitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vibrato {
    /// Frames before it begins.
    pub delay: u8,
    /// Frames of a swing to and fro.
    pub period: u8,
    /// How far to each side, in sixteenths of a semitone.
    pub depth: u8,
}

/// How a drum sounds: noise with a period and a loudness in each frame; the last ones stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drum {
    /// Whether the short register rings.
    pub is_metal: bool,
    /// Periods, 0-15.
    pub periods: Vec<u8>,
    /// Loudness, 0-15.
    pub levels: Vec<u8>,
}

impl Tune {
    /// Reads a tune.
    ///
    /// # Errors
    /// Says in which line what is wrong and what is allowed.
    pub fn read(text: &str) -> Result<Tune, TuneError> {
        notation::read(text)
    }

    /// Seconds until it repeats, or ends, as it was written: from its beginning for a tune that is
    /// played once, else the part that repeats.
    pub fn seconds(&self) -> f64 {
        let steps = self.end - self.repeats_from.unwrap_or(0);
        f64::from(steps) / f64::from(STEPS_PER_BEAT) * 60.0 / f64::from(self.tempo[0])
    }
}

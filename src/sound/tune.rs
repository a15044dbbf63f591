//! Tunes: the notes of each channel, and the voices that play them.
//!
//! `assets/music/README.md` describes their text notation.

mod key;
mod notation;
mod pitch;
mod score;

pub use notation::TuneError;
pub use pitch::Pitch;

/// Maximum number of notes in a chord. The chip plays them in quick succession.
pub const CHORD_MAX: usize = 4;

/// Steps per beat: a step is a sixteenth note, a beat a quarter note.
pub const STEPS_PER_BEAT: u32 = 4;

/// Tune: notes for the four channels of the sound chip, with its voices and drums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tune {
    /// Name of the tune.
    pub name: String,
    /// Beats per minute: normal and fast.
    pub tempo: [u16; 2],
    /// Volume in percent.
    pub gain: u8,
    /// Sounds of the voices, by number.
    pub voices: Vec<Voice>,
    /// Sounds of the drums, by number.
    pub drums: Vec<Drum>,
    /// Notes of pulse 1, pulse 2, triangle and noise, in the order in which they begin.
    pub tracks: [Vec<Note>; 4],
    /// End of the tune, in steps from its beginning.
    pub end: u32,
    /// Step at which the tune resumes after its end. `None` for a tune that is played once.
    pub repeats_from: Option<u32>,
}

/// Note of a tune. Between notes a channel is silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Beginning of the note, in steps from the beginning of the tune.
    pub begin: u32,
    /// End of the note, in steps from the beginning of the tune.
    pub end: u32,
    /// Sound of the note.
    pub sound: NoteSound,
}

/// Instrument and pitches of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteSound {
    /// A voice, by number, with a single pitch or the pitches of a chord.
    Tone(usize, Vec<Pitch>),
    /// A drum, by number.
    Drum(usize),
}

/// Sound of a note on a pulse or the triangle. Times are in video frames.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Voice {
    /// Duty cycle of a pulse: 0 is 1/8, 1 is 1/4, 2 is 1/2, 3 is 3/4. `None` for the triangle.
    pub duty: Option<u8>,
    /// Volume in each frame; the last entry repeats. Empty for the triangle.
    pub levels: Vec<u8>,
    /// Number of frames of silence at the end of a note, before the next one.
    pub gap: u8,
    /// Maximum length of a triangle note in frames; 0 means no limit.
    pub frames: u8,
    /// Periodic change of the pitch.
    pub vibrato: Option<Vibrato>,
    /// Number of frames for which each note of a chord sounds.
    pub arpeggio: u8,
    /// Number of frames for which the pitch glides from that of the previous note.
    pub slide: u8,
}

/// Periodic change of the pitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vibrato {
    /// Number of frames before the vibrato starts.
    pub delay: u8,
    /// Length of a full period in frames.
    pub period: u8,
    /// Maximum deviation up or down, in sixteenths of a semitone.
    pub depth: u8,
}

/// Sound of a drum: noise with a period and a volume in each frame. The last entries repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drum {
    /// True if the noise is metallic (short sequence).
    pub is_metal: bool,
    /// Periods, 0-15.
    pub periods: Vec<u8>,
    /// Volumes, 0-15.
    pub levels: Vec<u8>,
}

impl Tune {
    /// Reads a tune from its text.
    ///
    /// # Errors
    /// The faulty line, with the fault and the allowed values.
    pub fn read(text: &str) -> Result<Tune, TuneError> {
        notation::read(text)
    }

    /// Returns the duration at the normal tempo in seconds: of the whole tune if it is played once, otherwise of the
    /// part that repeats.
    pub fn seconds(&self) -> f64 {
        let steps = self.end - self.repeats_from.unwrap_or(0);
        f64::from(steps) / f64::from(STEPS_PER_BEAT) * 60.0 / f64::from(self.tempo[0])
    }
}

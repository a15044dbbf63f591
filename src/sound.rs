//! The sound of the game: cues for a frame in, samples out.
//!
//! A [`Director`] turns the events and the view of a frame into a [`SoundCue`]; [`ConsoleSynth`] plays the cue on a model of the
//! console's sound chip. Sound is as pure as rendering: equal games give equal samples, in the window, in a video and
//! headless. All effects and tunes are this project's own.

pub mod chip;

mod console_sound;
mod director;
mod effect;
mod player;
mod repertoire;
mod tone;
pub mod tune;

pub use chip::SAMPLE_RATE;
pub use console_sound::{ConsoleSynth, VOLUME_MAX, Volumes};
pub use director::{Director, ExtraSoundEvent, MusicChoice, PlayingMusic, SoundCue};
pub use effect::{Effect, Effects};
pub use repertoire::{Repertoire, TuneId};

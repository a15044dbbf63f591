//! What is heard: cues of a frame in, samples out.
//!
//! A [`Director`] makes a [`Cue`] of what happened in a frame and what it shows; [`Sound`] plays it
//! on a model of the console's sound chip. It is as pure as drawing: the same game gives the same
//! samples, in the window, in a film and without either. All effects and tunes are this project's own.

pub mod chip;

mod console_sound;
mod director;
mod effect;
mod player;
mod repertoire;
mod tone;
pub mod tune;

pub use chip::SAMPLE_RATE;
pub use console_sound::{Sound, VOLUME_MAX, Volumes};
pub use director::{Besides, Choice, Cue, Director, Playing};
pub use effect::{Effect, Effects};
pub use repertoire::{Repertoire, TuneId};

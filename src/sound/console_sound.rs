//! Sound of a console: takes cues and makes samples.

use std::sync::Arc;

use crate::rules::Region;

use super::chip::{CHANNELS, Chip};
use super::director::{PlayingMusic, SoundCue};
use super::effect::{EffectPlayer, Effects};
use super::player::TunePlayer;
use super::repertoire::{Repertoire, TuneId};
use super::tone::{NO_SWEEP, Tone};

/// Volumes of effects and music, from 0 (silent) to 10 (as on the console).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volumes {
    /// Volume of effects.
    pub effects: u8,
    /// Volume of music.
    pub music: u8,
}

/// Highest volume.
pub const VOLUME_MAX: u8 = 10;

impl Default for Volumes {
    fn default() -> Volumes {
        Volumes {
            effects: VOLUME_MAX,
            music: VOLUME_MAX,
        }
    }
}

/// Number of cues in one frame at which a game counts as hurried. In a hurried game the music pauses, and effects that
/// every piece causes are skipped.
const HURRY: usize = 5;
/// Number of frames for which the music stays paused after a hurried frame, so that it does not start and stop
/// repeatedly.
const REST: u8 = 30;

/// The sound of a console, one video frame at a time. Equal cues give equal samples.
#[derive(Clone, Debug)]
pub struct ConsoleSynth {
    repertoire: Arc<Repertoire>,
    volumes: Volumes,
    chip: Chip,
    effects: EffectPlayer,
    /// Current tune, its number, and whether it plays fast. `None` during silence.
    player: Option<(TunePlayer, TuneId, bool)>,
    /// Last tone of each channel of the music.
    tones: [Tone; CHANNELS],
    is_held: bool,
    rests: u8,
    /// Upper bits of the timers of both pulses and the triangle, as last written. Writing the same bits again would
    /// click.
    upper: [Option<u8>; 3],
}

impl ConsoleSynth {
    /// Creates a silent console.
    pub fn new(repertoire: Arc<Repertoire>) -> ConsoleSynth {
        ConsoleSynth::for_region(repertoire, Region::default())
    }

    /// Creates a silent console of a region.
    fn for_region(repertoire: Arc<Repertoire>, region: Region) -> ConsoleSynth {
        ConsoleSynth {
            repertoire,
            volumes: Volumes::default(),
            chip: switched_on(region),
            effects: EffectPlayer::new(region),
            player: None,
            tones: [Tone::SILENCE; CHANNELS],
            is_held: false,
            rests: 0,
            upper: [None; 3],
        }
    }

    /// Sets the volumes of effects and music.
    pub const fn set_volumes(&mut self, volumes: Volumes) {
        self.volumes = volumes;
    }

    /// Ends all effects and pauses the music, for a game that is halted.
    pub fn silence(&mut self) {
        self.effects.stop();
        self.is_held = true;
    }

    /// Makes the samples of one video frame (48,000 per second, -1 to 1) and appends them to `samples`. A frame usually
    /// has one cue. If it has none, the sound of the previous frame continues. If it has several, their effects start
    /// together.
    pub fn frame(&mut self, cues: &[SoundCue], samples: &mut Vec<f32>) {
        let is_hurried = cues.len() >= HURRY;
        self.rests = if is_hurried {
            REST
        } else {
            self.rests.saturating_sub(1)
        };
        for cue in cues {
            self.hear(*cue, is_hurried);
        }
        let effects = self.effects.frame();
        let music = if self.is_held || self.rests > 0 {
            [Tone::SILENCE; CHANNELS]
        } else {
            self.tones
        };
        self.tones.iter_mut().for_each(|tone| tone.begins = false);
        self.chip
            .set_gains([0, 1, 2, 3].map(|channel| self.gain(effects[channel].is_some())));
        for channel in 0..CHANNELS {
            self.write(channel, effects[channel].unwrap_or(music[channel]));
        }
        self.chip.frame(samples);
    }

    fn hear(&mut self, cue: SoundCue, is_hurried: bool) {
        if cue.region != self.chip.region() {
            *self = ConsoleSynth {
                volumes: self.volumes,
                ..ConsoleSynth::for_region(Arc::clone(&self.repertoire), cue.region)
            };
        }
        if cue.stops {
            self.effects.stop();
        } else if cue.cuts {
            self.effects.cut();
        }
        if cue.effects != Effects::default() {
            self.effects.begin(cue.effects, is_hurried);
        }
        self.is_held = cue.music == PlayingMusic::Held;
        match cue.music {
            PlayingMusic::Held => return,
            PlayingMusic::Silence => self.player = None,
            PlayingMusic::Tune { tune, is_fast } => {
                let plays =
                    |(_, id, fast): &(TunePlayer, TuneId, bool)| (*id, *fast) == (tune, is_fast);
                if !self.player.as_ref().is_some_and(plays) {
                    let score = Arc::clone(self.repertoire.tune(tune));
                    let player = TunePlayer::new(score, is_fast, self.chip.region());
                    self.player = Some((player, tune, is_fast));
                }
            }
        }
        self.tones = match &mut self.player {
            Some((player, ..)) => player.frame(),
            None => [Tone::SILENCE; CHANNELS],
        };
    }

    fn gain(&self, is_effect: bool) -> f32 {
        let (volume, gain) = match &self.player {
            _ if is_effect => (self.volumes.effects, 1.0),
            Some((player, ..)) => (self.volumes.music, player.gain()),
            None => (self.volumes.music, 1.0),
        };
        let part = f32::from(volume.min(VOLUME_MAX)) / f32::from(VOLUME_MAX);
        // The square makes half the volume setting sound about half as loud.
        part * part * gain
    }

    /// Writes the registers of a channel for a tone.
    fn write(&mut self, channel: usize, tone: Tone) {
        let base = 0x4000 + 4 * channel as u16;
        match channel {
            0 | 1 => {
                self.chip.write(base, tone.duty << 6 | 0x30 | tone.level);
                if tone.level == 0 {
                    return;
                }
                let is_swept = tone.sweep != NO_SWEEP;
                if tone.begins || !is_swept {
                    self.chip.write(base + 1, tone.sweep);
                    self.chip.write(base + 2, tone.period as u8);
                    self.write_upper(channel, tone);
                }
                if is_swept {
                    // A sweep changes the period, so the upper bits are no longer known.
                    self.upper[channel] = None;
                }
            }
            2 => {
                self.chip
                    .write(base, if tone.level > 0 { 0xFF } else { 0x80 });
                if tone.level > 0 {
                    self.chip.write(base + 2, tone.period as u8);
                    self.write_upper(channel, tone);
                }
            }
            _ => {
                self.chip.write(base, 0x30 | tone.level);
                self.chip
                    .write(base + 2, tone.duty << 7 | tone.period as u8);
            }
        }
    }

    fn write_upper(&mut self, channel: usize, tone: Tone) {
        let upper = (tone.period >> 8) as u8;
        if self.upper[channel] != Some(upper) {
            self.upper[channel] = Some(upper);
            self.chip.write(0x4003 + 4 * channel as u16, 0x08 | upper);
        }
    }
}

/// Creates a chip with all four channels enabled and with notes that do not end by themselves.
fn switched_on(region: Region) -> Chip {
    let mut chip = Chip::new(region);
    chip.write(0x4015, 0x0F);
    for first in [0x4000, 0x4004, 0x400C] {
        chip.write(first, 0x30);
        chip.write(first + 3, 0x08);
    }
    chip.write(0x4008, 0x80);
    chip.write(0x400B, 0x08);
    chip
}

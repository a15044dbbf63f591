//! The console's sound chip: register writes in, samples out.
//!
//! The model has two pulse channels, a triangle and noise, with envelopes, sweep, length and linear counters, the
//! chip's mixer and the console's output filters. Registers are written once per video frame, before the frame's
//! samples are made. At that moment the chip's frame counter restarts, as sound programs restart it. So its units are
//! clocked four times (quarters) or twice (halves) in each frame, first at the beginning of the frame.
//!
//! Source: NESdev wiki, "APU", "APU Mixer", "APU Frame Counter".

mod band_limit;
mod counters;
mod envelope;
mod mixer;
mod noise;
mod output_filter;
mod pulse;
mod triangle;

use crate::rules::Region;

use band_limit::LevelSteps;
use mixer::Mixer;
use noise::Noise;
use output_filter::OutputFilter;
use pulse::Pulse;
use triangle::Triangle;

/// Samples per second.
pub const SAMPLE_RATE: u32 = 48_000;

/// Number of channels: pulse 1, pulse 2, triangle, noise.
pub const CHANNELS: usize = 4;

/// Clock rate of the chip and length of a video frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Clock cycles per second, as a fraction.
    clock: (u64, u64),
    /// Length of a video frame in half cycles.
    frame_halves: u32,
    /// Clock cycles, counted in the frame, at which the second, third and fourth quarters begin.
    quarters: [u32; 3],
}

/// Timing of an NTSC console: 39,375,000 / 22 cycles per second.
///
/// Source: NESdev wiki, "Cycle reference chart", "APU Frame Counter".
const NTSC: Timing = Timing {
    clock: (39_375_000, 22),
    frame_halves: 59_561,
    quarters: [7_457, 14_913, 22_371],
};
/// Timing of a PAL console: 26,601,712.5 / 16 cycles per second.
///
/// Source: see [`NTSC`].
const PAL: Timing = Timing {
    clock: (53_203_425, 32),
    frame_halves: 66_495,
    quarters: [8_313, 16_627, 24_939],
};

impl Timing {
    /// Returns the timing of a region's console.
    pub const fn for_region(region: Region) -> Timing {
        match region {
            Region::Ntsc => NTSC,
            Region::Pal => PAL,
        }
    }

    /// Returns the clock rate of the chip in hertz.
    pub fn clock_hz(&self) -> f64 {
        self.clock.0 as f64 / self.clock.1 as f64
    }

    /// Returns the length of a video frame in seconds, as a fraction.
    pub const fn frame_seconds(&self) -> (u64, u64) {
        (self.frame_halves as u64 * self.clock.1, 2 * self.clock.0)
    }
}

/// Model of the sound chip.
#[derive(Clone, Debug)]
pub struct Chip {
    region: Region,
    timing: Timing,
    pulses: [Pulse; 2],
    triangle: Triangle,
    noise: Noise,
    mixer: Mixer,
    steps: LevelSteps,
    filter: OutputFilter,
    /// True if the previous frame was half a cycle too short, so that the next one must be half a cycle longer.
    owes_half: bool,
}

impl Chip {
    /// Creates a chip that has just been switched on and is silent.
    pub fn new(region: Region) -> Chip {
        let timing = Timing::for_region(region);
        Chip {
            region,
            timing,
            pulses: [Pulse::first(), Pulse::second()],
            triangle: Triangle::default(),
            noise: Noise::new(region),
            mixer: Mixer::default(),
            steps: LevelSteps::new(timing.clock_hz()),
            filter: OutputFilter::new(),
            owes_half: false,
        }
    }

    /// Returns the region of the console.
    pub const fn region(&self) -> Region {
        self.region
    }

    /// Writes a register, `0x4000` to `0x400F` or `0x4015`; ignores other addresses.
    pub fn write(&mut self, address: u16, value: u8) {
        let register = (address & 3) as u8;
        match address {
            0x4000..=0x4003 => self.pulses[0].write(register, value),
            0x4004..=0x4007 => self.pulses[1].write(register, value),
            0x4008..=0x400B => self.triangle.write(register, value),
            0x400C..=0x400F => self.noise.write(register, value),
            0x4015 => {
                self.pulses[0].enable(value & 1 != 0);
                self.pulses[1].enable(value & 2 != 0);
                self.triangle.enable(value & 4 != 0);
                self.noise.enable(value & 8 != 0);
            }
            _ => {}
        }
    }

    /// Sets the volume of pulse 1, pulse 2, triangle and noise; 1 is the console's volume.
    pub fn set_gains(&mut self, gains: [f32; CHANNELS]) {
        self.mixer.gains = gains;
    }

    /// Runs the chip for a video frame and appends its samples, 798 to 800 (NTSC) or 959 to 961 (PAL), to `samples`.
    pub fn frame(&mut self, samples: &mut Vec<f32>) {
        let beats = self.timing.frame_halves / 2 + u32::from(self.owes_half);
        self.owes_half = !self.owes_half;
        let mut time = 0;
        self.clock_units(true);
        for (quarter, end) in self.timing.quarters.into_iter().enumerate() {
            self.run(&mut time, end);
            self.clock_units(quarter == 1);
        }
        self.run(&mut time, beats);
        self.steps.take(beats, |level| {
            samples.push(self.filter.pass(level));
        });
    }

    fn clock_units(&mut self, is_half: bool) {
        for pulse in &mut self.pulses {
            pulse.clock_quarter();
        }
        self.triangle.clock_quarter();
        self.noise.clock_quarter();
        if is_half {
            for pulse in &mut self.pulses {
                pulse.clock_half();
            }
            self.triangle.clock_half();
            self.noise.clock_half();
        }
    }

    /// Runs the chip from cycle `time` of the frame to cycle `end`.
    fn run(&mut self, time: &mut u32, end: u32) {
        loop {
            let levels = [
                self.pulses[0].level(),
                self.pulses[1].level(),
                self.triangle.level(),
                self.noise.level(),
            ];
            if let Some(step) = self.mixer.step_to(levels) {
                self.steps.add(*time, step);
            }
            let left = end - *time;
            if left == 0 {
                return;
            }
            let beats = left
                .min(self.pulses[0].until_change())
                .min(self.pulses[1].until_change())
                .min(self.triangle.until_change())
                .min(self.noise.until_change());
            self.pulses[0].pass(beats);
            self.pulses[1].pass(beats);
            self.triangle.pass(beats);
            self.noise.pass(beats);
            *time += beats;
        }
    }
}

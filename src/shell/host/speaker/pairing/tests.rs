//! Tests of the pairing rule with simulated clocks.

use super::{MS, Pairing, PlaybackAction};
use crate::host::speaker::device::RATE;
use crate::host::speaker::gauge::BufferGauge;
use std::time::Duration;

/// Frames per second of the console.
const NTSC: f64 = 60.0988;
const PAL: f64 = 50.007;

/// Result of a simulated game.
#[derive(Debug, Default)]
struct SimulatedSound {
    sizes: Vec<usize>,
    stretched: usize,
    dry: usize,
    /// Longest time from the arrival of a frame until its first sample is heard, in samples.
    latency: f64,
}

impl SimulatedSound {
    fn fillers(&self) -> usize {
        self.sizes.iter().filter(|&&size| size == 0).count()
    }

    fn merged(&self) -> usize {
        self.sizes.iter().filter(|&&size| size > 1).count()
    }
}

/// Plays frames that arrive at these times, in seconds. The device's clock is `fast` millionths too fast, and the
/// device takes `chunk` samples at a time.
fn simulate(arrivals: &[f64], rate: f64, fast: f64, chunk: usize) -> SimulatedSound {
    let (mut pairing, mut gauge) = (Pairing::default(), BufferGauge::default());
    let mut outcome = SimulatedSound::default();
    let (mut next, mut time, mut began, mut written, mut taken) = (0, 0.0, None, 0_usize, 0);
    let (mut came, mut made) = (std::collections::VecDeque::new(), 0_u64);
    while next < arrivals.len() {
        time += 0.000_2;
        if let Some(began) = began {
            let played = ((time - began) * RATE as f64 * (1.0 + fast / 1e6)) as usize;
            taken = (played / chunk + 1) * chunk;
            if taken > written {
                outcome.dry += 1;
                written = taken;
            }
        }
        let now = Duration::from_secs_f64(time);
        let mut queued = gauge.read(written - taken, chunk.min(480), now);
        pairing.portion_is(gauge.portion(chunk.min(480)));
        while next < arrivals.len() && arrivals[next] <= time {
            if began.is_none() {
                pairing.arrive_at_rest();
            } else {
                pairing.arrive(queued);
            }
            came.push_back(time);
            next += 1;
        }
        if began.is_none() {
            if next == 0 {
                continue;
            }
            written += pairing.lead();
            queued = written;
            gauge.begin(now);
            gauge.add(written);
            began = Some(time);
        }
        loop {
            let (frames, longer) = match pairing.step(queued) {
                PlaybackAction::Wait(_) => break,
                PlaybackAction::Play { frames, longer } => (frames, longer),
                PlaybackAction::Fill => (0, 0),
            };
            outcome.sizes.push(frames);
            outcome.stretched += usize::from(longer != 0);
            for _ in 0..frames {
                if let Some(came) = came.pop_front() {
                    outcome.latency = outcome
                        .latency
                        .max((time - came) * RATE as f64 + queued as f64);
                }
            }
            made += 1;
            let samples = (made as f64 * RATE as f64 / rate) as usize
                - ((made - 1) as f64 * RATE as f64 / rate) as usize;
            pairing.frame_is(samples);
            let length = samples.saturating_add_signed(longer);
            written += length;
            queued += length;
            gauge.add(length);
        }
    }
    outcome
}

/// Returns the arrival times of frames, in seconds. The game's loop runs `hertz` times a second, and each frame is up
/// to `late` seconds late.
fn game(rate: f64, hertz: f64, late: f64, seconds: f64) -> Vec<f64> {
    let (mut random, mut arrivals) = (7_u32, Vec::new());
    for tick in 1..(seconds * hertz) as usize {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let now = tick as f64 / hertz + f64::from(random >> 8) / f64::from(1 << 24) * late;
        while (arrivals.len() + 1) as f64 / rate <= now {
            arrivals.push(now);
        }
    }
    arrivals
}

#[test]
fn each_frame_is_played_once_as_it_is() {
    for rate in [NTSC, PAL] {
        for (hertz, late) in [
            (120.0, 0.004),
            (144.0, 0.008),
            (240.0, 0.012),
            (1000.0, 0.015),
        ] {
            let outcome = simulate(&game(rate, hertz, late, 60.0), rate, 0.0, 48);
            let odd: Vec<_> = outcome.sizes.iter().filter(|&&size| size != 1).collect();
            assert!(odd.is_empty(), "{rate} {hertz}: {odd:?}");
            assert_eq!(outcome.dry, 0, "{rate} {hertz}");
            assert!(
                outcome.stretched * 50 < outcome.sizes.len(),
                "{rate} {hertz}: {}",
                outcome.stretched
            );
            assert!(outcome.latency <= (40 * MS) as f64, "{}", outcome.latency);
        }
    }
}

#[test]
fn a_loop_as_slow_as_the_game_loses_no_frame() {
    for rate in [NTSC, PAL] {
        for hertz in [59.94, 60.0, 75.0] {
            for chunk in [48, 240, 480] {
                let outcome = simulate(&game(rate, hertz, 0.002, 300.0), rate, 0.0, chunk);
                // Only one case may have a few fillers or merged frames: PAL (frames of 20 ms) with a loop of 16.7 ms
                // and chunks of 10 ms.
                let most = if rate == PAL && chunk == 480 { 3 } else { 0 };
                let odd = outcome.fillers().max(outcome.merged());
                assert!(
                    odd <= most && outcome.dry == 0,
                    "{rate} {hertz} {chunk}: {odd}"
                );
                assert!(
                    outcome.stretched * 12 < outcome.sizes.len(),
                    "{rate} {hertz}: {}",
                    outcome.stretched
                );
                assert!(outcome.latency <= (41 * MS) as f64, "{}", outcome.latency);
            }
        }
    }
}

#[test]
fn clocks_that_drift_apart_lose_no_frame() {
    for fast in [-2500.0, -300.0, -20.0, 20.0, 300.0, 2500.0] {
        let outcome = simulate(&game(NTSC, 120.0, 0.006, 300.0), NTSC, fast, 240);
        assert_eq!(
            (outcome.fillers(), outcome.merged(), outcome.dry),
            (0, 0, 0),
            "{fast}"
        );
        assert!(outcome.latency <= (41 * MS) as f64, "{}", outcome.latency);
    }
}

#[test]
fn a_slow_game_has_fillers() {
    let outcome = simulate(&game(NTSC / 4.0, 120.0, 0.004, 60.0), NTSC, 0.0, 240);
    assert_eq!((outcome.merged(), outcome.dry), (0, 0));
    let share = outcome.fillers() as f64 / outcome.sizes.len() as f64;
    assert!((0.74..0.76).contains(&share), "{share}");
}

#[test]
fn a_fast_game_has_merged_frames() {
    for speed in [2.0, 4.0, 16.0] {
        let arrivals = game(NTSC * speed, 60.0, 0.004, 60.0);
        let outcome = simulate(&arrivals, NTSC, 0.0, 240);
        assert_eq!((outcome.fillers(), outcome.dry), (0, 0));
        let frames: usize = outcome.sizes.iter().sum();
        assert!(
            arrivals.len() - frames < 40,
            "{frames} of {}",
            arrivals.len()
        );
        let mean = frames as f64 / outcome.sizes.len() as f64;
        assert!((mean / speed - 1.0).abs() < 0.02, "{mean} at {speed}");
        assert!(outcome.latency <= (41 * MS) as f64, "{}", outcome.latency);
    }
}

#[test]
fn a_stall_is_filled_and_caught_up() {
    let mut arrivals = game(NTSC, 120.0, 0.004, 20.0);
    for arrival in &mut arrivals {
        if (5.0..5.1).contains(arrival) {
            *arrival = 5.1;
        }
    }
    let outcome = simulate(&arrivals, NTSC, 0.0, 240);
    assert_eq!(outcome.dry, 0);
    assert!(
        (4..=6).contains(&outcome.fillers()),
        "{}",
        outcome.fillers()
    );
    assert!(arrivals.len() - outcome.sizes.iter().sum::<usize>() < 3);
    assert!(outcome.latency <= (41 * MS) as f64, "{}", outcome.latency);
}

#[test]
fn two_frames_at_once_are_not_one() {
    let mut pairing = Pairing::default();
    pairing.arrive(10 * MS);
    pairing.arrive(10 * MS);
    assert!(matches!(
        pairing.step(10 * MS),
        PlaybackAction::Play { frames: 1, .. }
    ));
    let PlaybackAction::Wait(samples) = pairing.step(10 * MS + 799) else {
        panic!("it must wait")
    };
    assert!(matches!(
        pairing.step(10 * MS + 799 - samples),
        PlaybackAction::Play { frames: 1, .. }
    ));
    assert!(matches!(pairing.step(20 * MS), PlaybackAction::Wait(_)));
    assert_eq!(pairing.step(8 * MS), PlaybackAction::Fill);
}

#[test]
fn a_coarse_device_gets_more() {
    let mut pairing = Pairing::default();
    pairing.portion_is(1024);
    assert!(pairing.lead() >= 1024);
    assert_eq!(pairing.step(1024), PlaybackAction::Fill);
    let before = pairing.lead();
    (0..100).for_each(|_| pairing.widen());
    assert!(
        pairing.lead() > before && pairing.lead() < RATE / 11,
        "{}",
        pairing.lead()
    );
    while pairing.narrow() {}
    assert_eq!(pairing.lead(), before);
}

#[test]
fn a_server_that_takes_larger_portions_is_detected() {
    for (chunk, latency, dry) in [(480, 41, 0), (960, 52, 15)] {
        for rate in [NTSC, NTSC / 4.0] {
            let outcome = simulate(&game(rate, 120.0, 0.004, 120.0), NTSC, 0.0, chunk);
            assert!(
                outcome.dry <= dry && outcome.merged() <= 3,
                "{chunk}: {} {}",
                outcome.dry,
                outcome.merged()
            );
            assert!(
                outcome.latency <= (latency * MS) as f64,
                "{chunk}: {}",
                outcome.latency
            );
        }
    }
}

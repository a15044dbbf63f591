//! Tests of effects and tunes: nothing is too loud, no sound has a constant offset, and all tunes are equally loud.

use std::sync::Arc;

use rightwell::rules::Region;
use rightwell::sound::{
    ConsoleSynth, Effect, Effects, PlayingMusic, Repertoire, SAMPLE_RATE, SoundCue, TuneId, Volumes,
};

fn tune_cue(tune: TuneId, is_fast: bool) -> SoundCue {
    SoundCue {
        music: PlayingMusic::Tune { tune, is_fast },
        ..SoundCue::default()
    }
}

fn effect_cue(effect: Effect) -> SoundCue {
    let mut effects = Effects::default();
    effects.insert(effect);
    SoundCue {
        effects,
        ..SoundCue::default()
    }
}

fn sound() -> ConsoleSynth {
    ConsoleSynth::new(Arc::new(Repertoire::built_in()))
}

/// Returns the samples for a sequence of cues, one for each frame.
fn heard(cues: impl IntoIterator<Item = SoundCue>) -> Vec<f32> {
    let (mut sound, mut samples) = (sound(), Vec::new());
    for cue in cues {
        sound.frame(&[cue], &mut samples);
    }
    samples
}

/// Returns the samples of a tune that is played once.
fn played(name: &str) -> Vec<f32> {
    let all = Repertoire::built_in();
    let id = all.find(name).unwrap();
    let frames = (all.tune(id).seconds() * 60.1) as usize;
    heard(std::iter::repeat_n(tune_cue(id, false), frames))
}

fn names() -> Vec<String> {
    Repertoire::built_in().names().map(str::to_owned).collect()
}

fn peak(samples: &[f32]) -> f32 {
    samples
        .iter()
        .fold(0.0, |peak, sample| peak.max(sample.abs()))
}

/// Returns the loudness in LUFS. Unlike the standard, quiet passages count too.
///
/// Source: ITU-R BS.1770-4, the two filters for 48 kHz.
fn loudness(samples: &[f32]) -> f64 {
    let shelf = (
        [1.53512485958697, -2.69169618940638, 1.19839281085285],
        [-1.69065929318241, 0.73248077421585],
    );
    let high = ([1.0, -2.0, 1.0], [-1.99004745483398, 0.99007225036621]);
    let mut weighted: Vec<f64> = samples.iter().map(|&sample| f64::from(sample)).collect();
    for (b, a) in [shelf, high] {
        let (mut x, mut y) = ([0.0; 2], [0.0; 2]);
        for sample in &mut weighted {
            let now = *sample;
            let out = b[0] * now + b[1] * x[0] + b[2] * x[1] - a[0] * y[0] - a[1] * y[1];
            (x, y) = ([now, x[0]], [out, y[0]]);
            *sample = out;
        }
    }
    let mean = weighted.iter().map(|sample| sample * sample).sum::<f64>() / weighted.len() as f64;
    -0.691 + 10.0 * mean.log10()
}

#[test]
fn tunes_are_equally_loud_within_two_units() {
    let long: Vec<(String, f64)> = names()
        .into_iter()
        .filter(|name| !["success", "loss", "picture"].contains(&name.as_str()))
        .map(|name| (name.clone(), loudness(&played(&name))))
        .collect();
    let all = long.iter().map(|(_, loudness)| *loudness);
    let (least, most) = (all.clone().fold(0.0, f64::min), all.fold(-99.0, f64::max));
    assert!(most - least < 2.0, "{long:?}");
}

#[test]
fn no_tune_touches_the_limits_or_leaves_the_middle() {
    for name in names() {
        let samples = played(&name);
        assert!(peak(&samples) < 0.9, "{name}: {}", peak(&samples));
        let mean =
            samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / samples.len() as f64;
        assert!(mean.abs() < 0.001, "{name}: {mean}");
    }
}

#[test]
fn effects_over_the_loudest_tune_touch_no_limit() {
    let title = TuneId::TITLE;
    for effect in Effect::ALL {
        let mut cues = vec![tune_cue(title, false); 600];
        for cue in cues.iter_mut().step_by(37) {
            cue.effects = effect_cue(effect).effects;
        }
        let peak = peak(&heard(cues));
        assert!(peak < 0.98, "{effect:?}: {peak}");
    }
}

#[test]
fn every_effect_is_heard_for_its_time_and_no_longer() {
    for effect in Effect::ALL {
        let frames = effect.frames() as usize;
        let mut cues = vec![SoundCue::default(); frames + 30];
        cues[0] = effect_cue(effect);
        let samples = heard(cues);
        let frame = SAMPLE_RATE as usize / 60;
        assert!(peak(&samples[..frame * 2]) > 0.05, "{effect:?} begins");
        assert!(
            peak(&samples[(frames + 20) * frame..]) < 0.01,
            "{effect:?} ends"
        );
    }
}

#[test]
fn an_effect_begins_with_the_samples_of_its_frame() {
    let silent = heard([SoundCue::default(); 40]);
    for effect in Effect::ALL {
        for frame in [0, 7, 20] {
            let mut cues = [SoundCue::default(); 40];
            cues[frame] = effect_cue(effect);
            let samples = heard(cues);
            let first = samples
                .iter()
                .zip(&silent)
                .position(|(one, other)| one != other)
                .unwrap();
            let begin = (frame as f64 * f64::from(SAMPLE_RATE) / 60.0988) as usize;
            // A pulse may begin with its low half. At 110 Hz, that half lasts 4.5 ms.
            let late = first
                .checked_sub(begin)
                .expect("the effect must not begin before its frame");
            assert!(
                late < 300,
                "{effect:?} in frame {frame} is {late} samples late"
            );
        }
    }
}

#[test]
fn shift_rotate_and_lock_are_silent_during_a_clear_a_tetris_a_flash_and_a_new_level() {
    for greater in [
        Effect::LineClear,
        Effect::Tetris,
        Effect::Flash,
        Effect::LevelUp,
    ] {
        let mut alone = vec![SoundCue::default(); 30];
        alone[0] = effect_cue(greater);
        for small in [Effect::Shift, Effect::Rotate, Effect::Lock] {
            let mut both = alone.clone();
            both[10] = effect_cue(small);
            assert!(
                heard(both) == heard(alone.clone()),
                "{small:?} in {greater:?}"
            );
        }
        let mut cut = alone.clone();
        cut[10] = effect_cue(Effect::MenuMove);
        assert!(
            heard(cut) != heard(alone),
            "a move in a menu must be audible during {greater:?}"
        );
    }
}

#[test]
fn a_fast_tune_is_the_same_tune_in_less_time_from_the_start() {
    let one = TuneId::from_menu(0).unwrap();
    let slow = heard([tune_cue(one, false); 300]);
    let mut cues = vec![tune_cue(one, false); 100];
    cues.extend([tune_cue(one, true); 300]);
    let fast = heard(cues);
    assert!(
        slow[..79_000] == fast[..79_000],
        "the music must be equal until then"
    );
    let again = heard([tune_cue(one, true); 300]);
    let begin = 100 * 799;
    let alike = (fast[begin..begin + 20_000].iter()).zip(&again[..20_000]);
    let apart: f32 = alike
        .map(|(one, other)| (one.abs() - other.abs()).abs())
        .sum();
    assert!(apart / 20_000.0 < 0.12, "{apart}");
}

#[test]
fn disabled_sounds_are_silent() {
    let one = TuneId::from_menu(0).unwrap();
    let run = |volumes: Volumes, cue: SoundCue| {
        let (mut sound, mut samples) = (sound(), Vec::new());
        sound.set_volumes(volumes);
        (0..60).for_each(|_| sound.frame(&[cue], &mut samples));
        peak(&samples)
    };
    let (music, effect) = (tune_cue(one, false), effect_cue(Effect::Tetris));
    let no_music = Volumes {
        music: 0,
        ..Volumes::default()
    };
    let no_effects = Volumes {
        effects: 0,
        ..Volumes::default()
    };
    assert!(run(no_music, music) == 0.0 && run(no_music, effect) > 0.1);
    assert!(run(no_effects, effect) == 0.0 && run(no_effects, music) > 0.1);
    let half = run(
        Volumes {
            music: 5,
            effects: 5,
        },
        effect,
    );
    assert!(
        (0.2..0.35).contains(&(half / run(Volumes::default(), effect))),
        "{half}"
    );
}

#[test]
fn a_hurried_game_does_not_rattle_and_its_music_rests() {
    let one = TuneId::from_menu(0).unwrap();
    let locks = [SoundCue {
        music: PlayingMusic::Tune {
            tune: one,
            is_fast: false,
        },
        ..effect_cue(Effect::Lock)
    }; 60];
    let (mut sound, mut samples) = (sound(), Vec::new());
    (0..60).for_each(|_| sound.frame(&locks, &mut samples));
    assert_eq!(peak(&samples), 0.0);
    let tetrises = [effect_cue(Effect::Tetris); 60];
    let mut begins = 0;
    let mut quiet = true;
    for _ in 0..240 {
        samples.clear();
        sound.frame(&tetrises, &mut samples);
        let is_quiet = peak(&samples) < 0.02;
        begins += u32::from(quiet && !is_quiet);
        quiet = is_quiet;
    }
    assert!(
        begins <= 4,
        "the effects must begin one after another: {begins}"
    );
}

#[test]
fn frames_without_a_cue_hold_the_music_and_several_cues_catch_up() {
    let one = tune_cue(TuneId::from_menu(0).unwrap(), false);
    let (mut late, mut samples) = (sound(), Vec::new());
    for cues in [1, 1, 0, 2, 1, 0, 0, 3, 1, 1] {
        late.frame(&vec![one; cues], &mut samples);
    }
    assert_eq!(samples.len(), heard([one; 10]).len());
    let mut on_time = sound();
    let mut ignored = Vec::new();
    (0..10).for_each(|_| on_time.frame(&[one], &mut ignored));
    samples.clear();
    ignored.clear();
    late.frame(&[one], &mut samples);
    on_time.frame(&[one], &mut ignored);
    assert!(peak(&samples) > 0.0 && (peak(&samples) - peak(&ignored)).abs() < 0.1);
}

#[test]
fn the_sound_of_both_regions_has_the_same_pitch_and_tempo() {
    let run = |region: Region, frames: usize| {
        let cue = SoundCue {
            region,
            ..tune_cue(TuneId::TITLE, false)
        };
        loudness(&heard(std::iter::repeat_n(cue, frames)))
    };
    let (ntsc, pal) = (run(Region::Ntsc, 1_202), run(Region::Pal, 1_000));
    assert!(
        (ntsc - pal).abs() < 0.5,
        "twenty seconds: {ntsc} and {pal} LUFS"
    );
}

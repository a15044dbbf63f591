//! Benches of a frame's sound in a game.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use rightwell::sound::{ConsoleSynth, Effect, Effects, PlayingMusic, Repertoire, SoundCue, TuneId};

/// Writes the samples of 120 frames to `samples`.
fn play(tunes: &Arc<Repertoire>, cue: impl Fn(usize) -> SoundCue, samples: &mut Vec<f32>) {
    let mut sound = ConsoleSynth::new(Arc::clone(tunes));
    samples.clear();
    (0..120).for_each(|frame| sound.frame(&[cue(frame)], samples));
    black_box(samples.last().copied());
}

fn frames(c: &mut Criterion) {
    let tunes = Arc::new(Repertoire::built_in());
    let cue = SoundCue {
        music: PlayingMusic::Tune {
            tune: TuneId::VERSUS,
            is_fast: true,
        },
        ..SoundCue::default()
    };
    let mut busy = cue;
    busy.effects.insert(Effect::LevelUp);
    busy.effects.insert(Effect::Curtain);
    assert_ne!(busy.effects, Effects::default());
    let busy = |frame: usize| if frame.is_multiple_of(30) { busy } else { cue };
    let silent = |_: usize| SoundCue::default();
    let (mut loud, mut still) = (Vec::new(), Vec::new());
    // These two seconds of sound use all channels.
    c.bench_function("120 frames of sound, fast music and effects", |b| {
        b.iter(|| play(&tunes, busy, &mut loud));
    });
    c.bench_function("120 frames of silence", |b| {
        b.iter(|| play(&tunes, silent, &mut still));
    });
    play(&tunes, busy, &mut loud);
    play(&tunes, silent, &mut still);
    let changes = |samples: &[f32]| {
        samples
            .windows(2)
            .filter(|pair| pair[0].to_bits() != pair[1].to_bits())
            .count()
    };
    assert_eq!(loud.len(), still.len());
    assert!(changes(&loud) > loud.len() / 2, "sound");
    assert!(changes(&still) < still.len() / 100, "silence");
    assert!(Repertoire::built_in().find("versus").is_some());
    c.bench_function("all tunes read", |b| b.iter(Repertoire::built_in));
}

criterion_group!(benches, frames);
criterion_main!(benches);

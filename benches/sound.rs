//! What is heard of a game: what the sound of a frame costs.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use rightwell::sound::{Cue, Effect, Effects, Playing, Repertoire, Sound, TuneId};

fn frames(c: &mut Criterion) {
    let tunes = Arc::new(Repertoire::built_in());
    let cue = Cue {
        music: Playing::Tune {
            tune: TuneId::VERSUS,
            is_fast: true,
        },
        ..Cue::default()
    };
    let mut busy = cue;
    busy.effects.insert(Effect::LevelUp);
    busy.effects.insert(Effect::Curtain);
    assert_ne!(busy.effects, Effects::default());
    let mut samples = Vec::new();
    // Two seconds, so that all channels have played.
    c.bench_function("120 frames of sound, fast music and effects", |b| {
        b.iter(|| {
            let mut sound = Sound::new(Arc::clone(&tunes));
            samples.clear();
            for frame in 0..120 {
                sound.frame(&[if frame % 30 == 0 { busy } else { cue }], &mut samples);
            }
            black_box(samples.last().copied())
        });
    });
    c.bench_function("120 frames of silence", |b| {
        b.iter(|| {
            let mut sound = Sound::new(Arc::clone(&tunes));
            samples.clear();
            (0..120).for_each(|_| sound.frame(&[Cue::default()], &mut samples));
            black_box(samples.last().copied())
        });
    });
    c.bench_function("all tunes read", |b| b.iter(Repertoire::built_in));
}

criterion_group!(benches, frames);
criterion_main!(benches);

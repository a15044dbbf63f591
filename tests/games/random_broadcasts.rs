//! Test of broadcasts with random layouts.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::broadcasts::{BORDERED_FIELD, GAMES, LIGHT, PLAIN, bare, read_games};
use crate::played::Score;
use crate::support::broadcast::{Layout, Shown};
use crate::support::cases::{sample, seed};

/// Number of random layouts, and the seed of the generator that makes them.
const RANDOM_LAYOUTS: usize = 8;
const RANDOM_SEED: u64 = 1;

/// Returns a layout in which the size and position of everything is random.
fn random_layout(generator: &mut ChaCha8Rng) -> Layout {
    let size = one_of(generator, &[(640, 360), (854, 480), (1280, 720)]);
    let half = size.0 / 2;
    let mut shown = |player: usize| {
        let height = generator.random_range(110..size.1 - 40);
        let width = (height * generator.random_range(44..60) / 100).min(half - 60);
        let x = player * half + generator.random_range(20..half - width - 30);
        let y = generator.random_range(20..size.1 - height - 16);
        let next = (x + width + 24, y + 30, width / 3, width / 6);
        let is_room = width >= 90 && next.0 + next.2 + 14 < (player + 1) * half;
        let border = generator.random_range(2..8);
        let shown = Shown {
            next: (is_room && generator.random_bool(0.6)).then_some(next),
            ..bare((x, y, width, height), border)
        };
        match generator.random_range(0..3) {
            0 => Shown {
                part: BORDERED_FIELD,
                border: (0, LIGHT),
                ..shown
            },
            _ => shown,
        }
    };
    Layout {
        name: "random",
        players: [0, 1].map(&mut shown),
        size,
        every: one_of(generator, &[1, 2]),
        background: one_of(
            generator,
            &[[52, 58, 96], [110, 40, 60], [12, 12, 16], [200; 3]],
        ),
        pattern: one_of(
            generator,
            &[
                |_, _| 0,
                |x, y| ((x + y) / 8 % 24) as u8,
                |x, y| 30 * ((x / 40 + y / 40) % 2) as u8,
            ],
        ),
        noise: one_of(generator, &[0, 0, 4, 8]),
        learns: generator.random_bool(0.5),
        ..PLAIN
    }
}

fn one_of<T: Copy>(generator: &mut ChaCha8Rng, values: &[T]) -> T {
    values[generator.random_range(0..values.len())]
}

#[test]
fn random_layouts_are_read() {
    let mut generator = ChaCha8Rng::seed_from_u64(RANDOM_SEED + seed());
    let mut all = Score::default();
    let mut faults = Vec::new();
    for _ in sample(RANDOM_LAYOUTS) {
        let layout = random_layout(&mut generator);
        let (score, wrong) = read_games(layout, &GAMES);
        all.locks += score.locks;
        all.wrong += score.wrong;
        all.wrong_but_certain += score.wrong_but_certain;
        faults.extend(wrong);
    }
    assert_eq!(all.wrong_but_certain, 0);
    assert!(100 * all.wrong <= all.locks, "{all:?}");
    assert_eq!(faults, [""; 0]);
}

//! Distances between colours for normal and colour-blind eyes. The tests measure the palettes with them.

use crate::rules::level::level_colours;

use super::{BLACK, Palette};

/// Response of eyes to linear red, green and blue, one row each.
type EyeResponse = [[f64; 3]; 3];

/// Responses of eyes that lack the red receptor. The two constants below are for eyes that lack the green and the blue
/// receptor.
///
/// Source: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color
/// Vision Deficiency" (2009), severity 1.0.
const PROTAN: EyeResponse = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
];
const DEUTAN: EyeResponse = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
];
const TRITAN: EyeResponse = [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.303900],
];

/// Highlights of all blocks.
const WHITE: u8 = 0x30;
/// Levels with colours of their own. The others repeat them.
const LEVELS: std::ops::Range<u8> = 0..10;

/// Returns a colour in CIE L*a*b* as these eyes see it.
fn seen(palette: &Palette, index: u8, eyes: &EyeResponse) -> [f64; 3] {
    let linear = palette.rgb(index).map(|part| {
        let part = f64::from(part) / 255.0;
        // Source: IEC 61966-2-1 (sRGB).
        match part <= 0.04045 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    let times = |row: &[f64; 3], parts: [f64; 3]| -> f64 {
        row.iter().zip(parts).map(|(a, b)| a * b).sum()
    };
    let seen = eyes.map(|row| times(&row, linear).clamp(0.0, 1.0));
    // Source: IEC 61966-2-1, white D65.
    let xyz = [
        [
            0.4124564 / 0.95047,
            0.3575761 / 0.95047,
            0.1804375 / 0.95047,
        ],
        [0.2126729, 0.7151522, 0.0721750],
        [
            0.0193339 / 1.08883,
            0.1191920 / 1.08883,
            0.9503041 / 1.08883,
        ],
    ];
    // Source: CIE 15, L*a*b*.
    let [x, y, z] = xyz.map(|row| {
        let part = times(&row, seen);
        match part > 216.0 / 24389.0 {
            true => part.cbrt(),
            false => (24389.0 / 27.0 * part + 16.0) / 116.0,
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the distance of two colours for these eyes. 2.3 is just visible; black and white are 100 apart.
fn distance(palette: &Palette, a: u8, b: u8, eyes: &EyeResponse) -> f64 {
    let (a, b) = (seen(palette, a, eyes), seen(palette, b, eyes));
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

/// Returns the least distance between two colours of a level: of blocks, their highlight and the field.
fn styles_apart(palette: &Palette, eyes: &EyeResponse) -> f64 {
    let mut least = f64::MAX;
    for level in LEVELS {
        let [_, second, third] = level_colours(level);
        for (a, b) in [
            (second, third),
            (second, WHITE),
            (third, WHITE),
            (second, BLACK),
            (third, BLACK),
        ] {
            least = least.min(distance(palette, a, b, eyes));
        }
    }
    least
}

/// Returns the least distance between two levels, measured by those blocks that differ more.
fn levels_apart(palette: &Palette, eyes: &EyeResponse) -> f64 {
    let mut least = f64::MAX;
    for level in LEVELS {
        let [_, second, third] = level_colours(level);
        for other in 0..level {
            let [_, other_second, other_third] = level_colours(other);
            let second = distance(palette, second, other_second, eyes);
            let third = distance(palette, third, other_third, eyes);
            least = least.min(second.max(third));
        }
    }
    least
}

#[test]
fn palettes_for_colour_blind_eyes_keep_styles_and_levels_apart_better_than_the_default() {
    let default = Palette::default();
    for (name, eyes) in [
        ("red-green", &[PROTAN, DEUTAN][..]),
        ("blue-yellow", &[TRITAN]),
    ] {
        let palette = Palette::find(name).unwrap();
        let worst = |of: fn(&Palette, &EyeResponse) -> f64, palette: &Palette| {
            let all = eyes.iter().map(|eyes| of(palette, eyes));
            all.fold(f64::MAX, f64::min)
        };
        let (styles, levels) = (worst(styles_apart, &palette), worst(levels_apart, &palette));
        assert!(styles >= 30.0, "{name}: styles {styles}");
        assert!(levels >= 25.0, "{name}: levels {levels}");
        assert!(
            styles > worst(styles_apart, &default) + 3.0,
            "{name}: {styles}"
        );
        assert!(
            levels > worst(levels_apart, &default) + 5.0,
            "{name}: {levels}"
        );
    }
}

#[test]
fn the_measure_knows_what_colour_blind_eyes_confuse() {
    let palette = Palette::default();
    let usual = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let black_and_white = distance(&palette, BLACK, WHITE, &usual);
    assert!(
        (99.0..101.0).contains(&black_and_white),
        "{black_and_white}"
    );
    let (red, olive) = (0x16, 0x18);
    let apart = |eyes| distance(&palette, red, olive, eyes);
    assert!(apart(&DEUTAN) < apart(&usual) / 2.0);
    assert!(apart(&TRITAN) > apart(&usual) / 2.0);
}

#[test]
fn the_four_steps_of_quality_stay_apart_for_every_kind_of_eyes() {
    use crate::render::panel::Tone;
    let palette = Palette::default();
    let steps = [Tone::Good, Tone::Fair, Tone::Poor, Tone::Bad].map(Tone::colour);
    for (name, eyes) in [("red", &PROTAN), ("green", &DEUTAN), ("blue", &TRITAN)] {
        let pairs = steps.iter().enumerate();
        for (index, &one) in pairs {
            for &other in &steps[..index] {
                let apart = distance(&palette, one, other, eyes);
                assert!(
                    apart >= 10.0,
                    "without {name}: {one:02X} {other:02X} {apart:.1}"
                );
            }
        }
    }
}

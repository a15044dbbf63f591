//! Recognizes the last digit of a level by the hues of its two colours. The video chip has twelve hues, 30 degrees
//! apart.

use crate::rules::level::level_colours;

/// Minimum difference in distance, in degrees, at which one of two pairs of hues fits clearly better.
const CLEARLY: f32 = 15.0;
/// Maximum distance, in degrees, of the best pair of hues. In a video of other colours, no pair fits.
const DISTANCE_MAX: f32 = 45.0;
/// Maximum saturation (0-1) of grey.
const GREY_MAX: f32 = 0.2;
/// Distance between grey and a colour, in degrees.
const GREY_DISTANCE: f32 = 90.0;
/// Hue number of pure blue.
const PURE_BLUE: u8 = 2;

/// Hue in degrees, or `None` for grey.
type Hue = Option<f32>;

/// For each level from 0 to 9: returns whether it can have these two colours, in any order. `None` if no level fits.
pub(super) fn fitting_levels(colours: [[u8; 3]; 2]) -> Option<[bool; 10]> {
    let seen = colours.map(hue_of_rgb);
    let distances: [f32; 10] = std::array::from_fn(|level| {
        let [_, one, other] = level_colours(level as u8).map(hue_of_chip);
        let far = |pair: [Hue; 2]| distance(pair[0], one).max(distance(pair[1], other));
        far(seen).min(far([seen[1], seen[0]]))
    });
    let best = distances.iter().copied().fold(f32::MAX, f32::min);
    (best <= DISTANCE_MAX).then(|| distances.map(|distance| distance < best + CLEARLY))
}

/// Returns the hue of a colour of the video chip. Source: nesdev.org, "NTSC video", colour phases.
fn hue_of_chip(colour: u8) -> Hue {
    let hue = colour & 15;
    (1..13)
        .contains(&hue)
        .then(|| 30.0 * f32::from((hue + 12 - PURE_BLUE) % 12))
}

fn hue_of_rgb([red, green, blue]: [u8; 3]) -> Hue {
    let [red, green, blue] = [red, green, blue].map(f32::from);
    let most = red.max(green).max(blue);
    if most - red.min(green).min(blue) <= GREY_MAX * most {
        return None;
    }
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    let degrees = (0.877 * (red - luma))
        .atan2(0.492 * (blue - luma))
        .to_degrees();
    Some(degrees.rem_euclid(360.0))
}

fn distance(one: Hue, other: Hue) -> f32 {
    match (one, other) {
        (Some(one), Some(other)) => {
            let apart = (one - other).abs();
            apart.min(360.0 - apart)
        }
        (None, None) => 0.0,
        _ => GREY_DISTANCE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_colours_of_levels_8_and_9_fit_no_other_level() {
        let [red, blue, orange] = [[0xD8, 0x28, 0x00], [0x20, 0x38, 0xEC], [0xFC, 0x98, 0x38]];
        for (level, pair) in [(8, [red, blue]), (8, [blue, red]), (9, [orange, red])] {
            let fits = fitting_levels(pair).unwrap();
            assert_eq!(fits, std::array::from_fn(|other| other == level));
        }
    }
}

//! Television rendering of the video chip's signal: palettes computed from published facts.
//!
//! The chip has no red, green and blue. A colour is a square wave between two voltages, in one of twelve phases. A
//! television takes brightness from the middle between the voltages. It takes the two colour differences from the
//! wave's height and phase. The knobs of the television set the amount. With [`TelevisionKnobs::USUAL`] the result
//! equals `assets/palette.ron` to within two in 256 on average. So the other palettes show the image of that palette on
//! other televisions.

use super::Palette;

/// Low and high voltage of a colour's square wave, indexed by the upper hexadecimal digit of the colour index.
///
/// Source: nesdev.org, "NTSC video", brightness levels, in volts above the sync.
const LOW: [f64; 4] = [0.350, 0.518, 0.962, 1.550];
const HIGH: [f64; 4] = [1.090, 1.500, 1.960, 1.960];
/// Voltages of black and white.
const BLACK: f64 = LOW[1];
const WHITE: f64 = HIGH[3];

/// Half the root of three: the cosine of 30 degrees.
const ROOT: f64 = 0.866_025_403_784_438_6;
/// Cosines of twelve phases, 30 degrees from one to the next.
const COSINES: [f64; 12] = [
    1.0, ROOT, 0.5, 0.0, -0.5, -ROOT, -1.0, -ROOT, -0.5, 0.0, 0.5, ROOT,
];
/// Colour 8 has the phase of the colour burst, which is pure yellow; so colour 2 is pure blue.
///
/// Source: nesdev.org, "NTSC video", colour phases.
const PURE_BLUE: usize = 2;

/// Matrix of weights. Its rows are for brightness, blue minus brightness, and red minus brightness.
type ColourMatrix = [[f64; 3]; 3];

/// Knobs of a television.
#[derive(Clone, Copy, Debug)]
pub(super) struct TelevisionKnobs {
    /// Strength of colours. A square wave's own strength is 1.
    pub(super) saturation: f64,
    /// Overall brightness.
    pub(super) brightness: f64,
    /// Cosine and sine of the hue rotation.
    pub(super) turn: [f64; 2],
    /// Matrix applied last to brightness and both colour differences.
    pub(super) mix: ColourMatrix,
}

impl TelevisionKnobs {
    /// Approximate settings behind `assets/palette.ron`: hues turned by 12 degrees.
    pub(super) const USUAL: TelevisionKnobs = TelevisionKnobs {
        saturation: 0.8,
        brightness: 1.0,
        turn: [0.978_147_6, -0.207_911_7],
        mix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };

    /// Returns the palette of a television with these knobs.
    pub(super) fn palette(&self) -> Palette {
        let rgba = std::array::from_fn(|index| {
            let [red, green, blue] = self.colour(index).map(byte);
            [red, green, blue, 0xFF]
        });
        Palette { rgba }
    }

    /// Returns red, green and blue of a colour index, 0 to 1 or slightly beyond.
    fn colour(&self, index: usize) -> [f64; 3] {
        let (level, hue) = (index >> 4, index & 15);
        let (low, high) = match hue {
            0 => (HIGH[level], HIGH[level]),
            13 => (LOW[level], LOW[level]),
            14 | 15 => (BLACK, BLACK),
            _ => (LOW[level], HIGH[level]),
        };
        let [low, high] = [low, high].map(|volts| (volts - BLACK) / (WHITE - BLACK));
        let brightness = ((low + high) / 2.0).max(0.0) * self.brightness;
        // First harmonic of a square wave.
        let strength = self.saturation * (high - low) * std::f64::consts::FRAC_2_PI;
        let phase = (hue + 12 - PURE_BLUE) % 12;
        let (blue, red) = (COSINES[phase], COSINES[(phase + 9) % 12]);
        let [cosine, sine] = self.turn;
        let parts = [
            brightness,
            strength * (blue * cosine - red * sine),
            strength * (blue * sine + red * cosine),
        ];
        let mixed = |row: [f64; 3]| -> f64 {
            let products = row.iter().zip(parts).map(|(factor, part)| factor * part);
            products.sum()
        };
        let [y, u, v] = self.mix.map(mixed);
        // Source: ITU-R BT.470, from brightness and colour differences to red, green, blue.
        [y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u]
    }
}

fn byte(part: f64) -> u8 {
    (part * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_set_shows_nearly_the_palette_that_is_compiled_in() {
        let drawn = Palette::from_ron(include_str!("../../../assets/palette.ron")).unwrap();
        let computed = TelevisionKnobs::USUAL.palette();
        let mut sum = 0;
        for index in 0..64 {
            for (drawn, computed) in drawn.rgb(index).into_iter().zip(computed.rgb(index)) {
                let difference = drawn.abs_diff(computed);
                assert!(difference <= 12, "colour 0x{index:02X}");
                sum += u32::from(difference);
            }
        }
        assert!(sum <= 64 * 3 * 2, "{sum}");
    }

    #[test]
    fn colour_8_is_yellow_and_colour_2_blue_where_no_hue_is_turned() {
        let turn = [1.0, 0.0];
        let palette = TelevisionKnobs {
            turn,
            ..TelevisionKnobs::USUAL
        }
        .palette();
        let [red, green, blue] = palette.rgb(0x28);
        assert!(
            red > 150 && green > 150 && blue < 40,
            "{red} {green} {blue}"
        );
        let [red, green, blue] = palette.rgb(0x12);
        assert!(
            blue > 200 && red < 120 && green < 90,
            "{red} {green} {blue}"
        );
    }
}

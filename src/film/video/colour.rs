//! Conversion from RGB to brightness and two colour differences.

/// Brightness (16-235) and two colour differences (16-240), as BT.709 defines them.
pub type Components = [u8; 3];

/// Code of the primaries in streams and files: BT.709, which sRGB shares.
pub const PRIMARIES: u8 = 1;
/// Code of the tone curve: sRGB, the curve of screens and images.
pub const TRANSFER: u8 = 13;
/// Code of the matrix: BT.709.
pub const MATRIX: u8 = 1;

/// Converts a colour from RGB.
pub fn components(rgb: [u8; 3]) -> Components {
    const RED: f64 = 0.2126;
    const BLUE: f64 = 0.0722;
    let [red, green, blue] = rgb.map(|value| f64::from(value) / 255.0);
    let light = RED * red + (1.0 - RED - BLUE) * green + BLUE * blue;
    let difference = |value: f64, share: f64| 128.0 + 224.0 * (value - light) / (2.0 - 2.0 * share);
    [
        16.0 + 219.0 * light,
        difference(blue, BLUE),
        difference(red, RED),
    ]
    .map(|value| value.round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_white_and_the_primaries_are_those_of_the_standard() {
        assert_eq!(components([0; 3]), [16, 128, 128]);
        assert_eq!(components([255; 3]), [235, 128, 128]);
        assert_eq!(components([255, 0, 0]), [63, 102, 240]);
        assert_eq!(components([0, 255, 0]), [173, 42, 26]);
        assert_eq!(components([0, 0, 255]), [32, 240, 118]);
    }
}

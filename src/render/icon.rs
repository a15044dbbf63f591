//! The program's icon.

use serde::Deserialize;

use super::picture::{Inks, Picture};
use super::{Frame, Palette};

/// Width and height of the icon in its own pixels.
pub const SIZE: usize = 16;

/// Format of the file: one letter a pixel, and the colour index of each letter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IconFile {
    version: u32,
    inks: Inks,
    rows: Vec<String>,
}

/// Returns red, green, blue, opaque: four bytes a pixel, row by row from the top. Each pixel of the icon becomes a
/// square of `scale` x `scale`.
pub fn rgba(scale: usize) -> Vec<u8> {
    let file: IconFile =
        ron::from_str(include_str!("../../assets/icon.ron")).expect("assets/icon.ron is valid");
    assert_eq!(file.version, 1, "assets/icon.ron");
    let picture =
        Picture::from_rows(&file.rows, &file.inks).expect("assets/icon.ron has valid pixels");
    let mut frame = Frame::new();
    frame.picture(0, 0, &picture);
    let palette = Palette::default();
    let side = SIZE * scale;
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x / scale, y / scale)));
    let pixels = places.map(|(x, y)| palette.rgb(frame.pixel(x, y)));
    pixels
        .flat_map(|[red, green, blue]| [red, green, blue, 0xFF])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_square_of_any_scale() {
        let small = rgba(1);
        assert_eq!(small.len(), 16 * 16 * 4);
        let large = rgba(4);
        assert_eq!(large.len(), 64 * 64 * 4);
        let pixel = |bytes: &[u8], side: usize, x: usize, y: usize| {
            let at = (y * side + x) * 4;
            bytes[at..at + 4].to_vec()
        };
        for (x, y) in [(0, 0), (14, 1), (1, 13), (15, 15)] {
            let expected = pixel(&small, 16, x, y);
            assert_eq!(pixel(&large, 64, x * 4 + 3, y * 4), expected);
        }
        assert_ne!(pixel(&small, 16, 14, 1), pixel(&small, 16, 1, 1));
    }
}

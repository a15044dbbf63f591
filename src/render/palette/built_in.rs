//! Built-in palettes.

use super::Palette;
use super::signal::TelevisionKnobs;

/// Palette that is compiled in as a table.
const DEFAULT: &str = include_str!("../../../assets/palette.ron");

/// Names and descriptions of the palettes, in the order in which they are offered. The first is the default.
pub const PALETTES: [(&str, &str); 7] = [
    ("rightwell", "as in most emulators"),
    (
        "signal",
        "decoded from the video signal as the NTSC standard says",
    ),
    ("vivid", "strong colours"),
    ("soft", "pale colours"),
    ("dim", "for dark rooms"),
    ("red-green", "for red-green colour blindness"),
    ("blue-yellow", "for blue-yellow colour blindness"),
];

/// Iterates over the names of the palettes, default first.
pub fn palettes() -> impl Iterator<Item = &'static str> {
    PALETTES.iter().map(|(name, _)| *name)
}

impl Palette {
    /// Returns the built-in palette with this name, see [`PALETTES`].
    pub fn find(name: &str) -> Option<Palette> {
        let usual = TelevisionKnobs::USUAL;
        let set = match name {
            "rightwell" => {
                let palette = Palette::from_ron(DEFAULT);
                return Some(palette.expect("assets/palette.ron is valid"));
            }
            "signal" => TelevisionKnobs {
                turn: [1.0, 0.0],
                ..usual
            },
            "vivid" => TelevisionKnobs {
                saturation: 1.05,
                ..usual
            },
            "soft" => TelevisionKnobs {
                saturation: 0.5,
                ..usual
            },
            "dim" => TelevisionKnobs {
                brightness: 0.6,
                saturation: 0.5,
                ..usual
            },
            // People who cannot tell red from green need differences in brightness and between blue and yellow instead.
            // The numbers were found by search: they separate the three colours of every level as far as possible, see
            // the tests of `sight`.
            "red-green" => TelevisionKnobs {
                mix: [[1.0, 0.0, -0.35], [0.0, 1.6, 0.1], [0.0, -0.5, 0.05]],
                ..usual
            },
            // Brightness replaces the difference between blue and green.
            "blue-yellow" => TelevisionKnobs {
                mix: [[1.0, -0.1, 0.2], [0.0, 1.5, 0.0], [0.0, -0.15, 1.1]],
                ..usual
            },
            _ => return None,
        };
        Some(set.palette())
    }
}

impl Default for Palette {
    fn default() -> Palette {
        Palette::find(PALETTES[0].0).expect("there is a first palette")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_palette_of_its_own_with_black_and_white() {
        let all: Vec<Palette> = palettes()
            .map(|name| Palette::find(name).unwrap())
            .collect();
        for (index, palette) in all.iter().enumerate() {
            assert!(!all[..index].contains(palette), "{}", PALETTES[index].0);
            assert_eq!(palette.rgb(0x0F), [0; 3]);
            let white = palette.rgb(0x30);
            assert!(white.iter().all(|&part| part >= 150), "{white:?}");
        }
        assert!(all.len() >= 6);
        assert_eq!(all[0], Palette::default());
        assert_eq!(Palette::find("no such"), None);
    }
}

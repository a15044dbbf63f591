//! Style of all plots and pages: colours in light and dark mode, and sizes of letters.

use super::drawing::{Ink, LetterSize, Rgb};

/// All inks except fixed colours, each with its name in style sheets, its light colour and its dark colour.
const INKS: [(Ink, &str, Rgb, Rgb); 7] = [
    (Ink::Paper, "paper", [0xFF, 0xFF, 0xFF], [0x1A, 0x1D, 0x23]),
    (Ink::Text, "text", [0x1C, 0x21, 0x28], [0xE8, 0xEA, 0xED]),
    (
        Ink::Secondary,
        "quiet",
        [0x57, 0x60, 0x6A],
        [0xA3, 0xAB, 0xB5],
    ),
    (Ink::Grid, "grid", [0xE2, 0xE5, 0xE9], [0x33, 0x39, 0x42]),
    (Ink::Data, "first", [0x2B, 0x6C, 0xB0], [0x63, 0xA9, 0xEC]),
    (
        Ink::DataArea,
        "pale",
        [0x9C, 0xC2, 0xE5],
        [0x2F, 0x5D, 0x8A],
    ),
    (
        Ink::Computed,
        "second",
        [0xC2, 0x55, 0x1A],
        [0xF2, 0x9A, 0x5E],
    ),
];

/// Returns the name of an ink in style sheets, or `None` for a fixed colour.
pub fn name_of(ink: Ink) -> Option<&'static str> {
    let known = INKS.iter().find(|(known, ..)| *known == ink);
    known.map(|(_, name, ..)| *name)
}

/// Returns the colour of an ink in light mode.
pub fn by_light(ink: Ink) -> Rgb {
    if let Ink::Fixed(rgb) = ink {
        return rgb;
    }
    let known = INKS.iter().find(|(known, ..)| *known == ink);
    known.expect("all other inks are in the table").2
}

/// Returns a colour in CSS notation.
pub fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the size of letters in drawing units: the font size in SVG and the letter width in PNG.
pub fn size_of(letters: LetterSize) -> (f64, f64) {
    match letters {
        LetterSize::Title => (17.0, 8.0),
        LetterSize::Usual => (13.0, 16.0 / 3.0),
    }
}

/// Returns the CSS rules of drawings, for light and dark mode.
pub fn sheet() -> String {
    let rules = |pick: fn(&(Ink, &str, Rgb, Rgb)) -> Rgb| -> String {
        INKS.iter()
            .map(|entry| {
                let (name, colour) = (entry.1, hex(pick(entry)));
                format!(".fill-{name}{{fill:{colour}}}.line-{name}{{stroke:{colour}}}")
            })
            .collect()
    };
    let (title, usual) = (size_of(LetterSize::Title).0, size_of(LetterSize::Usual).0);
    format!(
        "text{{font-family:system-ui,-apple-system,\"Segoe UI\",\"Noto Sans\",sans-serif;font-size:{usual}px}}\
         .title{{font-size:{title}px;font-weight:600}}\
         polyline{{fill:none;stroke-linejoin:round;stroke-linecap:round}}\
         rect{{shape-rendering:crispEdges}}\
         {}@media (prefers-color-scheme:dark){{{}}}",
        rules(|entry| entry.2),
        rules(|entry| entry.3)
    )
}

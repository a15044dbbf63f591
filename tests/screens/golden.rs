//! Comparing pictures with those that were looked at and accepted.

use std::fs::{self, File};
use std::path::Path;

use image::RgbImage;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use rightwell::render::image::to_image;
use rightwell::render::{Frame, Renderer};

/// Compares a picture with the golden one of that name.
pub fn check_frame(name: &str, renderer: &Renderer, frame: &Frame) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden = root.join(format!("tests/data/screens/{name}.png"));
    let actual = to_image(frame, renderer.palette(), 1);
    if std::env::var_os("RIGHTWELL_ACCEPT").is_some_and(|value| value == "1") {
        save(&actual, &golden);
        return;
    }
    let difference = match image::open(&golden) {
        Err(error) => format!("cannot be compared: {error}"),
        Ok(expected) => {
            let expected = expected.to_rgb8();
            if expected.dimensions() != actual.dimensions() {
                "has another size".to_owned()
            } else {
                let pixels = expected.enumerate_pixels().zip(actual.pixels());
                let mut different = pixels.filter(|((_, _, one), other)| one != other);
                let Some(((x, y, _), _)) = different.next() else {
                    return;
                };
                let count = 1 + different.count();
                format!("differs in {count} pixels, first in column {x}, row {y}")
            }
        }
    };
    let folder = root.join("target/screens");
    fs::create_dir_all(&folder).expect("target/ is writable");
    let written = folder.join(format!("{name}.png"));
    save(&actual, &written);
    panic!(
        "{name} {difference}\n  expected: {}\n  actual:   {}\n  \
         to accept it: RIGHTWELL_ACCEPT=1 cargo test --test screens",
        golden.display(),
        written.display()
    );
}

/// Writes a small PNG: no filter suits flat pixel art best.
fn save(picture: &RgbImage, path: &Path) {
    let file = File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::NoFilter);
    picture
        .write_with_encoder(encoder)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

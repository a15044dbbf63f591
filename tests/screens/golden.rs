//! Compares images with accepted ones (golden images).

use std::fs;
use std::path::Path;

use rightwell::pixels::read_picture;
use rightwell::render::{Frame, Renderer};

/// Compares the console's frame with the golden image of this name.
pub fn check_frame(name: &str, renderer: &Renderer, frame: &Frame) {
    let size = (Frame::WIDTH, Frame::HEIGHT);
    check(name, size, &frame.to_rgb(renderer.palette(), 1));
}

/// Compares an image of any size with the golden image of this name.
pub fn check(name: &str, (width, height): (usize, usize), actual: &[[u8; 3]]) {
    let root = root();
    let golden = root.join(format!("tests/data/screens/{name}.png"));
    if std::env::var_os("RIGHTWELL_ACCEPT").is_some_and(|value| value == "1") {
        save(actual, width, &golden);
        return;
    }
    let size = (width as u32, height as u32);
    let difference = match read_picture(&fs::read(&golden).unwrap_or_default(), size) {
        Err(error) => format!("cannot be compared: {error}"),
        Ok(expected) => {
            let pixels = expected.iter().zip(actual).enumerate();
            let mut different = pixels.filter(|(_, (one, other))| one[..3] != other[..]);
            let Some((place, _)) = different.next() else {
                return;
            };
            let (x, y) = (place % width, place / width);
            let count = 1 + different.count();
            format!("differs in {count} pixels, first in column {x}, row {y}")
        }
    };
    let folder = root.join("target/screens");
    fs::create_dir_all(&folder).expect("target/ is writable");
    let written = folder.join(format!("{name}.png"));
    save(actual, width, &written);
    panic!(
        "{name} {difference}\n  expected: {}\n  actual:   {}\n  \
         to accept it: RIGHTWELL_ACCEPT=1 cargo test --test screens",
        golden.display(),
        written.display()
    );
}

/// Returns the top of the repository, above the package that includes this file.
fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = folders.find(|folder| folder.join("Cargo.lock").is_file());
    root.expect("the package is in the repository")
}

/// Writes a small PNG. Images of large pixels compress best without a filter.
fn save(picture: &[[u8; 3]], width: usize, path: &Path) {
    let mut bytes = Vec::new();
    let height = picture.len() / width;
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Best);
    encoder.set_filter(png::FilterType::NoFilter);
    let mut writer = encoder
        .write_header()
        .expect("writing to memory never fails");
    writer
        .write_image_data(picture.as_flattened())
        .and_then(|()| writer.finish())
        .expect("writing to memory never fails");
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

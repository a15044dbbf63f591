//! Picture files.

use std::path::{Path, PathBuf};

use rightwell::pixels::to_png;
use rightwell::render::palette::BLACK;
use rightwell::render::{Frame, Palette, Surface};

use crate::shell::error::CliError;
use crate::shell::host::places;
use crate::shell::store::files;

/// Each pixel of a screenshot is a square of so many.
const SCALE: usize = 3;

/// Letters that the folder has at most, unless its own name is longer: a line of a notice has 32.
const FOLDER_LETTERS: usize = 29;

/// The console's picture as it is written: three times its size.
pub fn of_frame(frame: &Frame, palette: &Palette) -> Vec<u8> {
    of_picture(&Surface::from(frame), palette, SCALE)
}

/// A picture as it is written, each pixel a square of `scale`.
pub fn of_picture(picture: &Surface, palette: &Palette, scale: usize) -> Vec<u8> {
    let mut scaled = Surface::new(picture.width() * scale, picture.height() * scale, BLACK);
    scaled.surface(picture, (0, 0), scale);
    to_png(scaled.width(), &scaled.to_rgb(palette))
}

/// The pixels of a whole window as they are written: red, green, blue, row by row.
#[cfg(any(feature = "window", test))]
pub fn of_pixels(width: usize, pixels: &[[u8; 3]]) -> Vec<u8> {
    to_png(width, pixels)
}

/// Writes a PNG picture as `rightwell-0001.png`, or the next free number, to the working folder and says
/// where.
pub fn write(png: &[u8]) -> Result<PathBuf, CliError> {
    let folder = places::working_folder()?;
    for number in 1u32.. {
        let path = folder.join(format!("rightwell-{number:04}.png"));
        if !path.exists() && files::write_new(&path, png)? {
            return Ok(path);
        }
    }
    Err(CliError::failed("no number is free for a screenshot"))
}

/// Where a screenshot lies, on so few letters that no line of a notice breaks it: a folder below the
/// user's own without the way there, and one far from it by its own name.
pub fn place_in_words(path: &Path, home: Option<&Path>) -> String {
    let folder = path.parent().unwrap_or(path);
    let file = Path::new(path.file_name().unwrap_or_default()).display();
    if home == Some(folder) {
        return format!("{file} in your home folder");
    }
    let below = home.and_then(|home| folder.strip_prefix(home).ok());
    let whole = below.unwrap_or(folder).display().to_string();
    let whole = whole.trim_end_matches('/');
    let own = folder
        .file_name()
        .map(Path::new)
        .unwrap_or(folder)
        .display();
    match whole.chars().count() {
        0 => file.to_string(),
        1..=FOLDER_LETTERS => format!("{file} in {whole}"),
        _ => format!("{file} in {own}"),
    }
}

/// Writes a PNG picture, each pixel a square of `scale`.
pub fn write_png(
    path: &Path,
    picture: &Surface,
    palette: &Palette,
    scale: usize,
) -> Result<(), CliError> {
    files::write_whole(path, &of_picture(picture, palette, scale))
}

#[cfg(test)]
mod tests {
    use rightwell::render::text::character_tile;

    use super::*;

    #[test]
    fn where_a_screenshot_lies_is_said_on_few_letters() {
        let home = Path::new("/home/somebody");
        for (folder, said) in [
            ("/home/somebody", " in your home folder"),
            ("/home/somebody/Pictures", " in Pictures"),
            (
                "/home/somebody/a/folder/very/far/away/from/here",
                " in here",
            ),
            ("/media/games", " in /media/games"),
            ("/a/very/long/way/through/many/folders/shots", " in shots"),
            ("/", ""),
        ] {
            let path = Path::new(folder).join("rightwell-0001.png");
            let expected = format!("rightwell-0001.png{said}");
            assert_eq!(place_in_words(&path, Some(home)), expected);
            let notice = format!("screenshot: {expected}");
            let unknown = character_tile('?');
            let is_drawn = notice
                .chars()
                .all(|letter| character_tile(letter) != unknown);
            assert!(is_drawn, "the screen has no letter of: {notice}");
            let lines = rightwell::menu::wrap(&notice, Frame::COLUMNS);
            assert_eq!(lines.join(" "), notice, "no word is cut");
            assert!(lines.len() <= 2);
        }
    }
}

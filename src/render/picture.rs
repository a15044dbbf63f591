//! Pictures of any size, drawn with letters in the files of the screens.

use std::collections::BTreeMap;

use super::Frame;

/// Value of a transparent pixel.
const CLEAR: u8 = 0xFF;
/// Letter of a transparent pixel.
const CLEAR_LETTER: char = '.';

/// Colour index of each letter in a picture.
pub(super) type Inks = BTreeMap<char, u8>;

/// Picture with pixels that are colour indexes or transparent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Reason why rows of letters cannot be read as a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum PictureError {
    /// There is no pixel.
    #[error("it is empty")]
    Empty,
    /// A row is longer or shorter than the first.
    #[error("row {0} is not as long as row 0")]
    Uneven(usize),
    /// A letter has no colour.
    #[error("row {row}: '{letter}' is not an ink")]
    Ink {
        /// Row, from 0.
        row: usize,
        /// Letter without a colour.
        letter: char,
    },
}

impl Picture {
    /// Returns a picture from rows of letters, one a pixel. A dot is transparent.
    pub(super) fn from_rows(rows: &[String], inks: &Inks) -> Result<Picture, PictureError> {
        let width = rows.first().map_or(0, |row| row.chars().count());
        if width == 0 {
            return Err(PictureError::Empty);
        }
        let mut pixels = Vec::with_capacity(width * rows.len());
        for (row, letters) in rows.iter().enumerate() {
            for letter in letters.chars() {
                pixels.push(match letter {
                    CLEAR_LETTER => CLEAR,
                    _ => *inks.get(&letter).ok_or(PictureError::Ink { row, letter })?,
                });
            }
            if pixels.len() != (row + 1) * width {
                return Err(PictureError::Uneven(row));
            }
        }
        Ok(Picture {
            width,
            height: rows.len(),
            pixels,
        })
    }

    /// Returns the width in pixels.
    pub(super) fn width(&self) -> i32 {
        self.width as i32
    }

    /// Returns the height in pixels.
    pub(super) fn height(&self) -> i32 {
        self.height as i32
    }
}

impl Frame {
    /// Draws a picture with its upper left corner at (`x`, `y`), which may be outside the frame. Only the part inside
    /// is drawn.
    pub(super) fn picture(&mut self, x: i32, y: i32, picture: &Picture) {
        let (left, right) = inside(x, picture.width, Frame::WIDTH);
        let (top, bottom) = inside(y, picture.height, Frame::HEIGHT);
        if left >= right || top >= bottom {
            return;
        }
        let rows = picture.pixels.chunks_exact(picture.width);
        let first = (x + left as i32) as usize;
        let lines = self.lines((y + top as i32) as usize);
        for (line, row) in lines.zip(&mut rows.skip(top).take(bottom - top)) {
            for (pixel, &colour) in line[first..].iter_mut().zip(&row[left..right]) {
                if colour != CLEAR {
                    *pixel = colour;
                }
            }
        }
    }
}

/// Returns the part of an object of length `size` at `start` that is inside a frame of length `end`.
fn inside(start: i32, size: usize, end: usize) -> (usize, usize) {
    let (size, end) = (size as i32, end as i32);
    let clamp = |place: i32| (place - start).clamp(0, size) as usize;
    (clamp(0), clamp(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(rows: &[&str]) -> Result<Picture, PictureError> {
        let rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
        Picture::from_rows(&rows, &Inks::from([('w', 0x30), ('r', 0x16)]))
    }

    #[test]
    fn broken_pictures_are_named() {
        assert_eq!(picture(&[]), Err(PictureError::Empty));
        assert_eq!(picture(&["ww", "w"]), Err(PictureError::Uneven(1)));
        let (row, letter) = (1, 'x');
        assert_eq!(picture(&["w", "x"]), Err(PictureError::Ink { row, letter }));
    }

    #[test]
    fn only_what_is_inside_the_frame_is_drawn() {
        let picture = picture(&["ww.", ".rr", "rrr"]).unwrap();
        let coloured = |x, y| {
            let mut frame = Frame::new();
            frame.picture(x, y, &picture);
            frame
                .pixels()
                .iter()
                .filter(|&&index| index != 0x0F)
                .count()
        };
        assert_eq!(coloured(10, 10), 7);
        assert_eq!(coloured(-1, -1), 4);
        assert_eq!(coloured(254, 238), 3);
        for (x, y) in [(-3, 0), (256, 0), (0, -3), (0, 240), (-300, 900)] {
            assert_eq!(coloured(x, y), 0);
        }
    }
}

//! A folder of images as a video.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use rightwell::capture::Pixels;

use crate::error::{CliError, shown};

/// Images of a folder, read in order.
pub struct ImageFolder {
    files: std::vec::IntoIter<PathBuf>,
    rate: f64,
    pictures: u64,
}

impl ImageFolder {
    /// Lists the images of a folder. `rate` is the number of images per second.
    pub fn open(folder: &Path, rate: f64) -> Result<ImageFolder, CliError> {
        let fault = |fault: &dyn std::fmt::Display| {
            CliError::usage(format!("cannot read {}: {fault}", shown(folder)))
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| fault(&error))? {
            let path = entry.map_err(|error| fault(&error))?.path();
            if super::has_picture_ending(&path) {
                files.push(path);
            }
        }
        if files.is_empty() {
            return Err(fault(
                &"it contains no images; allowed: names ending in .png, .jpg, .webp or .bmp",
            ));
        }
        files.sort_by(|one, other| by_name(&one.to_string_lossy(), &other.to_string_lossy()));
        Ok(ImageFolder {
            files: files.into_iter(),
            rate,
            pictures: 0,
        })
    }
}

impl Iterator for ImageFolder {
    type Item = Result<(Pixels, u64), CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        let file = self.files.next()?;
        let time = (1e6 * self.pictures as f64 / self.rate) as u64;
        self.pictures += 1;
        Some(super::still(&file).map(|picture| (picture, time)))
    }
}

/// Compares two names. Compares numbers in them by value, so that 2 comes before 10.
fn by_name(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one, other);
    loop {
        let (left, right) = (number(one), number(other));
        if let (Some((left, after_left)), Some((right, after_right))) = (left, right) {
            let by_number = left.len().cmp(&right.len()).then(left.cmp(right));
            if by_number.is_ne() {
                return by_number;
            }
            (one, other) = (after_left, after_right);
            continue;
        }
        let (left, right) = (one.chars().next(), other.chars().next());
        let (Some(letter), Some(_)) = (left, right) else {
            return left.cmp(&right);
        };
        if left != right {
            return left.cmp(&right);
        }
        (one, other) = (&one[letter.len_utf8()..], &other[letter.len_utf8()..]);
    }
}

/// Splits off the number at the beginning of a text, without its leading zeros.
fn number(text: &str) -> Option<(&str, &str)> {
    let end = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (end > 0).then(|| (digits.trim_start_matches('0'), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_in_the_order_of_their_numbers() {
        let mut names = [
            "f10.png",
            "f9.png",
            "f010a.png",
            "e.png",
            "f.png",
            "f09.png",
        ];
        names.sort_by(|one, other| by_name(one, other));
        assert_eq!(
            names,
            [
                "e.png",
                "f.png",
                "f9.png",
                "f09.png",
                "f10.png",
                "f010a.png"
            ]
        );
    }
}

//! Removes scanlines: dark lines across the whole frame, one between every two rows of the console's picture.

use std::borrow::Cow;

use super::Pixels;

/// Height of the console's picture in pixels.
const CONSOLE_HEIGHT: usize = 240;
/// Number of strips into which a frame is divided, from left to right. Scanlines go through all of them.
const STRIPS: usize = 12;
/// Number of columns from one measured column of a strip to the next.
const COLUMN_STEP: usize = 4;
/// Minimum change from row to row in a strip with scanlines, as a fraction of its mean brightness.
const CHANGE_MIN: f32 = 0.2;
/// Minimum mean brightness (0-255) of a strip that counts. Scanlines are invisible on black.
const BRIGHTNESS_MIN: f32 = 20.0;
/// Minimum number of strips that count.
const STRIPS_MIN: usize = STRIPS / 2;
/// Maximum part of the changes from row to row that remains in the mean of neighbouring rows.
const REMAINS_MAX: f32 = 0.35;
/// Number of frames from one measurement to the next.
const INTERVAL: u64 = 120;

/// Remover of scanlines. It measures their distance in some of the frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Scanlines {
    /// Number of rows from one scanline to the next. `None` without scanlines.
    rows: Option<usize>,
}

impl Scanlines {
    /// Returns the frame without its scanlines: each row is the mean of the rows around it. `number` is the index of the
    /// frame in the video.
    pub(super) fn without<'a>(&mut self, frame: &'a Pixels, number: u64) -> Cow<'a, Pixels> {
        if number.is_multiple_of(INTERVAL) {
            self.rows = distance(frame);
        }
        match self.rows {
            Some(rows) => Cow::Owned(frame.smoothed_down(rows)),
            None => Cow::Borrowed(frame),
        }
    }
}

/// Returns the number of rows from one scanline to the next, or `None` without scanlines.
fn distance(frame: &Pixels) -> Option<usize> {
    let most = 3 * frame.height() / (2 * CONSOLE_HEIGHT);
    if most < 2 {
        return None;
    }
    let width = frame.width() / STRIPS;
    let profile = |strip: usize| -> Vec<f32> {
        let columns = || (strip * width..(strip + 1) * width).step_by(COLUMN_STEP);
        let mean = |y| {
            let sum: u32 = columns().map(|x| u32::from(frame.value(x, y))).sum();
            sum as f32 / columns().count() as f32
        };
        (0..frame.height()).map(mean).collect()
    };
    let strips = (0..STRIPS).map(profile).filter(|profile| {
        let mean = profile.iter().sum::<f32>() / profile.len() as f32;
        mean >= BRIGHTNESS_MIN
    });
    let strips: Vec<Vec<f32>> = strips.collect();
    let has_lines = |rows: usize| {
        strips.iter().all(|profile| {
            let smooth: Vec<f32> = profile
                .windows(rows)
                .map(|rows| rows.iter().sum::<f32>() / rows.len() as f32)
                .collect();
            let change = changes(profile);
            change >= CHANGE_MIN * profile.iter().sum::<f32>()
                && changes(&smooth) <= REMAINS_MAX * change
        })
    };
    (2..=most).find(|&rows| strips.len() >= STRIPS_MIN && has_lines(rows))
}

/// Returns the sum of the changes from row to row.
fn changes(profile: &[f32]) -> f32 {
    profile
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).abs())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a frame of bright boxes on a darker ground. The first row of every `rows` is darker by `darkness` (0-1).
    fn boxes(rows: usize, darkness: f32) -> Pixels {
        let (width, height) = (640, 480);
        let pixels = (0..width * height).map(|place| {
            let (x, y) = (place % width, place / width);
            let light = if x / 40 % 2 == y / 48 % 2 {
                200.0
            } else {
                60.0
            };
            let part = if y % rows == 0 { 1.0 - darkness } else { 1.0 };
            [(light * part) as u8; 3]
        });
        Pixels::from_rgb(width, pixels.collect())
    }

    #[test]
    fn scanlines_are_replaced_by_the_mean_of_their_rows() {
        for rows in [2, 3] {
            let frame = boxes(rows, 0.7);
            let smooth = Scanlines::default().without(&frame, 0).into_owned();
            let column: Vec<u8> = (4..44).map(|y| smooth.value(20, y)).collect();
            let (least, most) = (column.iter().min(), column.iter().max());
            let wanted = (200.0 * (1.0 - 0.7 / rows as f32)) as u8;
            assert!(least.unwrap().abs_diff(wanted) <= 1, "{column:?}");
            assert_eq!(most, least, "{rows}");
        }
    }

    #[test]
    fn a_frame_without_scanlines_stays() {
        for frame in [boxes(3, 0.0), boxes(24, 0.7), boxes(480, 0.7)] {
            let mut scanlines = Scanlines::default();
            assert!(matches!(scanlines.without(&frame, 0), Cow::Borrowed(_)));
        }
    }
}

//! Where the picture and the status strip stand in a window, and what of the picture is at a place.
//!
//! All lengths are true pixels of the window, whatever the display's scale. Pure.

use rightwell::render::Frame;

use crate::shell::front::strip::StripSize;
use crate::shell::store::settings::Scaling;

/// The size of the picture and of a letter.
const WIDTH: u32 = Frame::WIDTH as u32;
const HEIGHT: u32 = Frame::HEIGHT as u32;
const LETTER: u32 = 8;
const COLUMNS: u32 = Frame::COLUMNS as u32;

/// Width and height of one of the console's pixels on a television.
///
/// A television shows 280 of them in the width that 240 lines have on a screen of 4:3; the console
/// fills 256, and the rest is border. To stretch the 256 over the whole 4:3 would be too wide.
/// Source: nesdev.org, "Overscan", pixel aspect ratio 8:7 of NTSC.
const TELEVISION: (u32, u32) = (8, 7);

/// The fewest letters in a line of a strip at the picture's side: the longest words fit.
const SIDE_COLUMNS_MIN: u32 = 12;
/// The most rows of a strip: the status, and notices.
const BELOW_ROWS_MAX: u32 = 7;
const SIDE_ROWS_MAX: u32 = 16;

/// A part of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// Where everything stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The picture.
    pub picture: Area,
    /// The strip, if one is wanted and there is room beside the picture.
    pub strip: Option<Strip>,
}

/// A strip of text beside the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    /// Where it stands.
    pub area: Area,
    /// How many letters it has.
    pub size: StripSize,
}

impl Layout {
    /// The layout of a window of that size.
    pub fn new(width: u32, height: u32, scaling: Scaling, with_strip: bool) -> Layout {
        let window = Area {
            x: 0,
            y: 0,
            width: width.max(1),
            height: height.max(1),
        };
        let picture = centred(fitted(window.width, window.height, scaling), window);
        if !with_strip || picture.height < HEIGHT {
            return Layout {
                picture,
                strip: None,
            };
        }
        below(picture, window)
            .or_else(|| at_the_side(picture, window))
            .or_else(|| smaller(window, scaling))
            .unwrap_or(Layout {
                picture,
                strip: None,
            })
    }

    /// The column and row of the picture that is shown at a place of the window.
    pub fn picture_point(&self, x: f32, y: f32) -> Option<(usize, usize)> {
        let Area {
            x: left,
            y: top,
            width,
            height,
        } = self.picture;
        let place = |at: f32, begin: u32, size: u32, pixels: u32| {
            let share = (at - begin as f32) / size as f32;
            (0.0..1.0)
                .contains(&share)
                .then(|| ((share * pixels as f32) as usize).min(pixels as usize - 1))
        };
        Some((
            place(x, left, width, WIDTH)?,
            place(y, top, height, HEIGHT)?,
        ))
    }

    /// Whether every pixel of the picture is a square of so many true ones, so that none need be
    /// mixed.
    pub fn is_whole(&self) -> bool {
        let Area { width, height, .. } = self.picture;
        width % WIDTH == 0 && height % HEIGHT == 0 && width / WIDTH == height / HEIGHT
    }
}

/// The largest size of the picture in a room.
fn fitted(width: u32, height: u32, scaling: Scaling) -> (u32, u32) {
    let whole = (width / WIDTH).min(height / HEIGHT);
    let (across, down) = match scaling {
        // A window smaller than the picture shows it shrunk rather than cut.
        Scaling::Whole if whole > 0 => return (WIDTH * whole, HEIGHT * whole),
        Scaling::Whole | Scaling::Fill => (1, 1),
        Scaling::Television => TELEVISION,
    };
    let (full_width, full_height) = (u64::from(WIDTH * across), u64::from(HEIGHT * down));
    let (width, height) = (u64::from(width), u64::from(height));
    let (width, height) = if width * full_height <= height * full_width {
        (width, rounded(width * full_height, full_width))
    } else {
        (rounded(height * full_width, full_height), height)
    };
    (width.max(1) as u32, height.max(1) as u32)
}

fn rounded(number: u64, by: u64) -> u64 {
    (number + by / 2) / by
}

fn centred((width, height): (u32, u32), room: Area) -> Area {
    Area {
        x: room.x + (room.width - width.min(room.width)) / 2,
        y: room.y + (room.height - height.min(room.height)) / 2,
        width,
        height,
    }
}

/// How many true pixels a dot of a letter has beside a picture of that size: as many as a pixel of
/// the picture, or a little fewer.
fn dot(picture: Area) -> u32 {
    (picture.height / HEIGHT).min(picture.width / WIDTH).max(1)
}

/// A strip right below the picture, which moves up if it must.
fn below(mut picture: Area, window: Area) -> Option<Layout> {
    let row = LETTER * dot(picture);
    let room = window.height - picture.height;
    if room < row {
        return None;
    }
    picture.y = picture.y.min(room - row);
    let top = picture.y + picture.height;
    let rows = ((window.height - top) / row).min(BELOW_ROWS_MAX);
    let room = Area {
        x: 0,
        y: top,
        width: window.width,
        height: rows * row,
    };
    let area = centred((COLUMNS * row, rows * row), room);
    Some(with_strip(picture, area, row))
}

/// A strip to the right of the picture, in letters at least half as large as beneath it.
fn at_the_side(picture: Area, window: Area) -> Option<Layout> {
    let right = picture.x + picture.width;
    let largest = dot(picture);
    for dot in (largest.div_ceil(2)..=largest).rev() {
        let letter = LETTER * dot;
        // Half a letter of air before and behind.
        let columns = (window.width - right).saturating_sub(letter) / letter;
        if columns >= SIDE_COLUMNS_MIN {
            let area = Area {
                x: right + letter / 2,
                y: picture.y + letter,
                width: columns.min(COLUMNS) * letter,
                height: ((picture.height / letter) - 2).min(SIDE_ROWS_MAX) * letter,
            };
            return Some(with_strip(picture, area, letter));
        }
    }
    None
}

/// A picture a little smaller with a strip below it, where sizes need not be whole.
fn smaller(window: Area, scaling: Scaling) -> Option<Layout> {
    if scaling == Scaling::Whole {
        return None;
    }
    let row = LETTER
        * dot(centred(
            fitted(window.width, window.height, scaling),
            window,
        ));
    let size = fitted(window.width, window.height - row, scaling);
    below(centred(size, window), window).filter(|layout| layout.picture.height >= HEIGHT)
}

fn with_strip(picture: Area, area: Area, letter: u32) -> Layout {
    Layout {
        picture,
        strip: Some(Strip {
            area,
            size: StripSize {
                columns: (area.width / letter) as usize,
                rows: (area.height / letter) as usize,
            },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Scaling; 3] = [Scaling::Whole, Scaling::Fill, Scaling::Television];

    fn area(x: u32, y: u32, width: u32, height: u32) -> Area {
        Area {
            x,
            y,
            width,
            height,
        }
    }

    #[test]
    fn the_window_as_it_opens_has_the_picture_thrice_and_one_row_below() {
        let layout = Layout::new(768, 744, Scaling::Whole, true);
        assert_eq!(layout.picture, area(0, 0, 768, 720));
        let strip = layout.strip.unwrap();
        assert_eq!(strip.area, area(0, 720, 768, 24));
        assert_eq!((strip.size.columns, strip.size.rows), (32, 1));
        assert!(layout.is_whole());
    }

    #[test]
    fn whole_multiples_stand_in_the_middle() {
        let layout = Layout::new(1000, 600, Scaling::Whole, true);
        assert_eq!(layout.picture, area(244, 60, 512, 480));
        let strip = layout.strip.unwrap();
        assert_eq!(strip.area, area(244, 540, 512, 48));
        assert_eq!(strip.size.rows, 3);
        let without = Layout::new(1000, 600, Scaling::Whole, false);
        assert_eq!((without.picture, without.strip), (layout.picture, None));
    }

    #[test]
    fn without_room_the_strip_is_left_out_and_nothing_shrinks_in_whole_multiples() {
        let layout = Layout::new(800, 730, Scaling::Whole, true);
        assert_eq!(layout.picture, area(16, 5, 768, 720));
        assert_eq!(layout.strip, None);
    }

    #[test]
    fn a_wide_window_has_the_strip_at_the_side() {
        for (width, height, scaling, columns, letter) in [
            (1280, 720, Scaling::Whole, 15, 16),
            (1920, 1080, Scaling::Fill, 15, 24),
            (1920, 1200, Scaling::Whole, 12, 24),
        ] {
            let layout = Layout::new(width, height, scaling, true);
            let Strip { area, size } = layout.strip.unwrap();
            assert_eq!(size.columns, columns, "{width}x{height}");
            assert_eq!(area.width, columns as u32 * letter);
            assert_eq!(layout.picture.height, height, "the picture loses nothing");
        }
    }

    #[test]
    fn fill_takes_all_but_a_row_and_keeps_the_proportions() {
        let layout = Layout::new(800, 700, Scaling::Fill, true);
        let Area { width, height, .. } = layout.picture;
        assert_eq!(height, 700 - 16, "a row of letters twice as large");
        assert_eq!(width, 730);
        assert!(!layout.is_whole());
        let without = Layout::new(800, 700, Scaling::Fill, false);
        assert_eq!(without.picture, area(26, 0, 747, 700));
    }

    #[test]
    fn on_a_television_pixels_are_wider_than_high() {
        let layout = Layout::new(4000, 720, Scaling::Television, false);
        assert_eq!(layout.picture.height, 720);
        assert_eq!(layout.picture.width, 878, "720 x 256/240 x 8/7");
        let layout = Layout::new(585, 4000, Scaling::Television, false);
        assert_eq!((layout.picture.width, layout.picture.height), (585, 480));
    }

    #[test]
    fn everything_is_inside_any_window_and_nothing_covers_the_picture() {
        for scaling in ALL {
            for (width, height) in (1..60).flat_map(|w| (1..60).map(move |h| (w * 41, h * 37))) {
                let layout = Layout::new(width, height, scaling, true);
                let picture = layout.picture;
                assert!(picture.x + picture.width <= width, "{width}x{height}");
                assert!(picture.y + picture.height <= height, "{width}x{height}");
                if let Some(Strip { area, size }) = layout.strip {
                    assert!(area.x + area.width <= width, "{width}x{height}");
                    assert!(area.y + area.height <= height, "{width}x{height}");
                    let is_below = area.y >= picture.y + picture.height;
                    assert!(is_below || area.x >= picture.x + picture.width);
                    assert!(size.columns >= 12 && size.rows >= 1, "{size:?}");
                    assert!(size.columns <= Frame::COLUMNS && size.rows <= Frame::ROWS);
                }
                // Only whole multiples leave no room for a strip.
                let is_small = picture.height < HEIGHT;
                let is_whole = scaling == Scaling::Whole;
                assert!(
                    layout.strip.is_some() || is_small || is_whole,
                    "{width}x{height}"
                );
            }
        }
    }

    #[test]
    fn a_small_window_shows_the_picture_shrunk() {
        let layout = Layout::new(128, 300, Scaling::Whole, true);
        assert_eq!(layout.picture, area(0, 90, 128, 120));
        assert_eq!(layout.strip, None);
        assert_eq!(Layout::new(0, 0, Scaling::Fill, true).picture.width, 1);
    }

    #[test]
    fn places_of_the_window_lead_back_to_pixels_of_the_picture() {
        let layout = Layout::new(1000, 600, Scaling::Whole, true);
        assert_eq!(layout.picture_point(244.0, 60.0), Some((0, 0)));
        assert_eq!(layout.picture_point(245.9, 61.9), Some((0, 0)));
        assert_eq!(layout.picture_point(246.0, 62.0), Some((1, 1)));
        assert_eq!(layout.picture_point(755.9, 539.9), Some((255, 239)));
        for (x, y) in [
            (243.9, 300.0),
            (756.0, 300.0),
            (500.0, 59.0),
            (500.0, 540.0),
        ] {
            assert_eq!(layout.picture_point(x, y), None, "{x} {y}");
        }
        let wide = Layout::new(878, 720, Scaling::Television, false);
        assert_eq!(wide.picture_point(877.0, 719.0), Some((255, 239)));
        assert_eq!(wide.picture_point(439.5, 360.0), Some((128, 120)));
    }
}

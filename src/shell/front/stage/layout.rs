//! Where the picture and the panels beside it stand in a window, and what of them is at a place: a pure
//! function of the window's size and of what is wanted.
//!
//! All lengths are true pixels of the window, whatever the display's scale.

use rightwell::render::Frame;
use rightwell::render::panel::ColumnSize;
use rightwell::render::surface::Letters;

use crate::shell::front::strip::StripSize;
use crate::shell::store::settings::{PanelPlace, Scaling};

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

/// The widest that a column of panels grows, in its own pixels, and how many there are below a picture.
const PANELS_WIDTH_MAX: u32 = 272;
const BELOW_COLUMNS_MAX: u32 = 3;
/// How high columns below a picture must be to be used, and for what somebody has opened.
const BELOW_HEIGHT_MIN: u32 = 80;
const OPENED_HEIGHT_MIN: u32 = 176;
/// Two pictures are at least so large against one alone.
const TWO: (u32, u32) = (2, 3);
/// Pixels of a column that stay free above and below its panels.
const EDGE: u32 = 4;

/// A part of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// What is wanted beside the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Whether there is a status line.
    pub status: bool,
    /// Where panels may stand.
    pub panels: PanelPlace,
    /// Whether somebody has opened a panel: the picture makes room for it.
    pub is_opened: bool,
    /// Whether there are two games, each of which can have a picture of its own.
    pub has_two: bool,
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The picture; of two the left one.
    pub picture: Area,
    /// The right one of two, which is as large.
    pub second: Option<Area>,
    /// Columns of panels beside it, from the left.
    pub columns: Vec<Column>,
    /// Whether the one column lies over the picture: it is a page of its own.
    pub is_page: bool,
    /// A strip for the status, if one is wanted and there are no columns, but room beside the picture.
    pub strip: Option<Strip>,
}

/// A column of panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Where it stands.
    pub area: Area,
    /// How many true pixels each of its own has, across and down.
    pub factor: u32,
}

impl Column {
    /// Its size in its own pixels.
    pub const fn size(&self) -> ColumnSize {
        ColumnSize {
            width: (self.area.width / self.factor) as usize,
            height: (self.area.height / self.factor) as usize,
        }
    }

    /// The pixel of the column that is shown at a place of the window.
    #[cfg(any(feature = "window", test))]
    pub fn point(&self, x: f32, y: f32) -> Option<(usize, usize)> {
        let place = |at: f32, begin: u32, size: u32| {
            let inside = at - begin as f32;
            (0.0..size as f32)
                .contains(&inside)
                .then(|| inside as usize / self.factor as usize)
        };
        let Area {
            x: left,
            y: top,
            width,
            height,
        } = self.area;
        Some((place(x, left, width)?, place(y, top, height)?))
    }
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
    pub fn new(width: u32, height: u32, scaling: Scaling, wanted: Wanted) -> Layout {
        let window = Area {
            x: 0,
            y: 0,
            width: width.max(1),
            height: height.max(1),
        };
        let plain = Layout::with_strip_only(window, scaling, wanted.status);
        if wanted.panels == PanelPlace::None || plain.picture.height < HEIGHT {
            return plain;
        }
        let largest = fitted(window.width, window.height, scaling);
        let has_two = wanted.has_two && wanted.panels == PanelPlace::Both;
        let two = has_two.then(|| with_two(window, largest, scaling));
        two.flatten()
            .or_else(|| with_columns(window, largest, wanted))
            .or_else(|| making_room(window, scaling, wanted))
            .unwrap_or_else(|| match wanted.is_opened {
                true => plain.into_page(),
                false => plain,
            })
    }

    /// The sizes of the columns in their own pixels.
    pub fn sizes(&self) -> Vec<ColumnSize> {
        self.columns.iter().map(Column::size).collect()
    }

    /// The picture with nothing but a strip beside it.
    fn with_strip_only(window: Area, scaling: Scaling, with_strip: bool) -> Layout {
        let picture = centred(fitted(window.width, window.height, scaling), window);
        let alone = Layout {
            picture,
            second: None,
            columns: Vec::new(),
            is_page: false,
            strip: None,
        };
        if !with_strip || picture.height < HEIGHT {
            return alone;
        }
        below(picture, window)
            .or_else(|| at_the_side(picture, window))
            .or_else(|| smaller(window, scaling))
            .unwrap_or(alone)
    }

    /// The same with a column in the place of the picture.
    fn into_page(mut self) -> Layout {
        let factor = dot(self.picture);
        let column = centred((WIDTH * factor, HEIGHT * factor), self.picture);
        self.columns = vec![Column {
            area: column,
            factor,
        }];
        self.is_page = true;
        self
    }

    /// The column and row of the picture that is shown at a place of the window.
    #[cfg(any(feature = "window", test))]
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
    #[cfg(any(feature = "window", test))]
    pub fn is_whole(&self) -> bool {
        let Area { width, height, .. } = self.picture;
        width % WIDTH == 0 && height % HEIGHT == 0 && width / WIDTH == height / HEIGHT
    }
}

/// The largest size of the picture in a room.
fn fitted(width: u32, height: u32, scaling: Scaling) -> (u32, u32) {
    let whole = (width / WIDTH).min(height / HEIGHT);
    // Every line of a television is as high as the others.
    let lines = (width * TELEVISION.1 / (WIDTH * TELEVISION.0)).min(height / HEIGHT);
    let (across, down) = match scaling {
        // A window smaller than the picture shows it shrunk rather than cut.
        Scaling::Whole if whole > 0 => return (WIDTH * whole, HEIGHT * whole),
        Scaling::Whole | Scaling::Fill => (1, 1),
        Scaling::Scanlines if lines > 0 => {
            return (
                (WIDTH * lines * TELEVISION.0 + TELEVISION.1 / 2) / TELEVISION.1,
                HEIGHT * lines,
            );
        }
        Scaling::Television | Scaling::Scanlines => TELEVISION,
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

/// Columns in the room that a picture of that size leaves: at both sides of it, at one, or below it.
fn with_columns(window: Area, size: (u32, u32), wanted: Wanted) -> Option<Layout> {
    let factors = (1..=(size.1 / HEIGHT).div_ceil(2)).rev();
    let sides: &[PanelPlace] = match wanted.panels {
        PanelPlace::Both => &[PanelPlace::Both, PanelPlace::Right],
        PanelPlace::Left => &[PanelPlace::Left],
        PanelPlace::Right => &[PanelPlace::Right],
        PanelPlace::None => &[],
    };
    let mut all = factors
        .clone()
        .flat_map(|factor| sides.iter().map(move |side| (factor, *side)));
    all.find_map(|(factor, side)| beside(window, size, factor, side))
        .or_else(|| {
            factors
                .clone()
                .find_map(|factor| columns_below(window, size, factor, wanted))
        })
}

/// The least width of a column with that factor, in true pixels. Small letters of single pixels cannot be
/// read.
const fn least_width(factor: u32) -> u32 {
    let letters = if factor > 1 {
        Letters::Small
    } else {
        Letters::Large
    };
    ColumnSize::least_width(letters) as u32 * factor
}

/// Columns at the sides of a picture of that size, as high as the window.
fn beside(window: Area, size: (u32, u32), factor: u32, side: PanelPlace) -> Option<Layout> {
    let count = if side == PanelPlace::Both { 2 } else { 1 };
    let room = window.width.checked_sub(size.0)? / count;
    if room < least_width(factor) {
        return None;
    }
    let width = room.min(PANELS_WIDTH_MAX * factor) / factor * factor;
    let edge = EDGE * factor;
    let height = window.height.checked_sub(2 * edge)? / factor * factor;
    let whole = centred((size.0 + count * width, size.1), window);
    let has_left = matches!(side, PanelPlace::Both | PanelPlace::Left);
    let picture = Area {
        x: whole.x + if has_left { width } else { 0 },
        width: size.0,
        ..whole
    };
    let column = |x| Column {
        area: Area {
            x,
            y: edge,
            width,
            height,
        },
        factor,
    };
    let left = has_left.then(|| column(whole.x));
    let right = (side != PanelPlace::Left).then(|| column(picture.x + picture.width));
    Some(Layout {
        picture,
        second: None,
        columns: left.into_iter().chain(right).collect(),
        is_page: false,
        strip: None,
    })
}

/// Two pictures side by side in a wide window, each with a column below it and another one between them, or two
/// below each, as far as there is room; none where one alone would be much larger.
fn with_two(window: Area, alone: (u32, u32), scaling: Scaling) -> Option<Layout> {
    let size = fitted(window.width / 2, window.height, scaling);
    let is_wide = 2 * window.width >= 3 * window.height;
    let is_large = size.1 >= HEIGHT && TWO.1 * size.1 >= TWO.0 * alone.1;
    let factors = (1..=(size.1 / HEIGHT).div_ceil(2)).rev();
    factors
        .filter(|_| is_wide && is_large)
        .find_map(|factor| two_of(window, size, factor))
}

/// The same of that size and with columns of that factor.
fn two_of(window: Area, size: (u32, u32), factor: u32) -> Option<Layout> {
    let edge = EDGE * factor;
    let whole = |length: u32| length / factor * factor;
    let spare = window.width - 2 * size.0;
    let between = match spare >= least_width(factor) {
        true => whole(spare.min(PANELS_WIDTH_MAX * factor)),
        false => 0,
    };
    let below = whole((window.height - size.1).saturating_sub(2 * edge));
    let is_below = below >= BELOW_HEIGHT_MIN * factor && size.0 >= least_width(factor);
    if between == 0 && !is_below {
        return None;
    }
    let first = (spare - between) / 2;
    let y = match is_below {
        true => 0,
        false => (window.height - size.1) / 2,
    };
    let pictures = [first, first + size.0 + between].map(|x| Area {
        x,
        y,
        width: size.0,
        height: size.1,
    });
    let count = match between {
        0 => (size.0 / least_width(factor)).clamp(1, 2),
        _ => 1,
    };
    let width = whole((size.0 / count).min(PANELS_WIDTH_MAX * factor));
    let under = |picture: Area| {
        let x = picture.x + (size.0 - count * width) / 2;
        (0..count).filter(|_| is_below).map(move |index| Area {
            x: x + index * width,
            y: size.1 + edge,
            width,
            height: below,
        })
    };
    let middle = (between > 0).then(|| Area {
        x: first + size.0,
        y: edge,
        width: between,
        height: whole(window.height.saturating_sub(2 * edge)),
    });
    let columns = under(pictures[0]).chain(middle).chain(under(pictures[1]));
    Some(Layout {
        picture: pictures[0],
        second: Some(pictures[1]),
        columns: columns.map(|area| Column { area, factor }).collect(),
        is_page: false,
        strip: None,
    })
}

/// Columns side by side below a picture of that size.
fn columns_below(window: Area, size: (u32, u32), factor: u32, wanted: Wanted) -> Option<Layout> {
    let edge = EDGE * factor;
    let height = window.height.checked_sub(size.1 + 2 * edge)? / factor * factor;
    let least = match wanted.is_opened {
        true => OPENED_HEIGHT_MIN,
        false => BELOW_HEIGHT_MIN,
    };
    let count = (window.width / least_width(factor)).min(BELOW_COLUMNS_MAX);
    if count == 0 || height < least * factor {
        return None;
    }
    let width = (window.width / count).min(PANELS_WIDTH_MAX * factor) / factor * factor;
    let picture = Area {
        y: 0,
        ..centred(size, window)
    };
    let row = centred((count * width, height), window);
    let columns = (0..count).map(|index| Column {
        area: Area {
            x: row.x + index * width,
            y: size.1 + edge,
            width,
            height,
        },
        factor,
    });
    Some(Layout {
        picture,
        second: None,
        columns: columns.collect(),
        is_page: false,
        strip: None,
    })
}

/// A smaller picture with a column beside it, for what somebody has opened.
fn making_room(window: Area, scaling: Scaling, wanted: Wanted) -> Option<Layout> {
    let largest = (window.height / HEIGHT).div_ceil(2).max(1);
    (1..=largest)
        .rev()
        .filter(|_| wanted.is_opened)
        .find_map(|factor| {
            let width = window.width.checked_sub(least_width(factor))?;
            let size = fitted(width, window.height, scaling);
            let is_readable = size.1 >= HEIGHT && factor >= (size.1 / HEIGHT).div_ceil(2).min(2);
            is_readable.then(|| with_columns(window, size, wanted))?
        })
}

fn with_strip(picture: Area, area: Area, letter: u32) -> Layout {
    Layout {
        picture,
        second: None,
        columns: Vec::new(),
        is_page: false,
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
mod tests;

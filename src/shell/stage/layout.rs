//! Layout of a window: the game screen, the panels beside it, and hit tests. The layout depends only on the window's
//! size and the wanted parts.
//!
//! All lengths are physical pixels, whatever the display's scale.

use rightwell::render::panel::ColumnSize;
use rightwell::render::{Frame, PhoneScreen};

use crate::store::settings::{PanelPlace, Scaling};

/// Size of the console's screen in pixels, and width of a letter.
const WIDTH: u32 = Frame::WIDTH as u32;
const HEIGHT: u32 = Frame::HEIGHT as u32;
const LETTER: u32 = 8;
const COLUMNS: u32 = Frame::COLUMNS as u32;

/// Width and height of a console pixel on a television.
///
/// A 4:3 television shows 280 pixels across 240 lines. The console fills 256 of them, and the rest is border.
/// Stretching 256 pixels over the whole width would be too wide.
///
/// Source: nesdev.org, "Overscan", pixel aspect ratio 8:7 of NTSC.
const TELEVISION: (u32, u32) = (8, 7);

/// Minimum width in letters of a strip at the side of the screen, enough for the longest words.
const SIDE_COLUMNS_MIN: u32 = 12;
/// Maximum rows of a strip with status and notices: below the screen, and beside it.
const BELOW_ROWS_MAX: u32 = 7;
const SIDE_ROWS_MAX: u32 = 16;

/// Maximum width of a panel column in its own pixels, and maximum number of columns below the screen.
const PANELS_WIDTH_MAX: u32 = 272;
const BELOW_COLUMNS_MAX: u32 = 3;
/// Minimum width of a column whose pixels are as small as the window's.
const SMALL_WIDTH_MIN: u32 = 168;
/// Minimum height of columns below the screen, in their own pixels: normally, and for a panel that the user opened.
const BELOW_HEIGHT_MIN: u32 = 80;
const OPENED_HEIGHT_MIN: u32 = 176;
/// Margin of columns at the edges of the window, in pixels of the column.
const EDGE: u32 = 4;
/// Share of the window's height that the screen covers at least beside columns, in percent. [`Scaling::Fill`] also takes a
/// whole multiple of the console's size only if it covers as much.
const SHARE_MIN: u32 = 85;

/// Rectangle in the window, in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// Parts wanted beside the game screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutOptions {
    /// True to show a status line.
    pub status: bool,
    /// Allowed position of panels.
    pub panels: PanelPlace,
    /// True if the user opened a panel. A window without room for columns then makes room for it.
    pub is_opened: bool,
}

/// Position of every part of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The game screen.
    pub picture: Area,
    /// Width and height in pixels of the part of the frame that is shown there, from its upper left corner.
    pub source: (u32, u32),
    /// Arrangement of the game screen on a phone. `None` if the whole screen is shown.
    pub phone: Option<PhoneScreen>,
    /// Panel columns beside the screen, from the left.
    pub columns: Vec<PanelColumn>,
    /// True if a single column replaces the game screen, as a page.
    pub is_page: bool,
    /// Strip below the game screen for the status line. `None` if there are columns or there is no room.
    pub strip: Option<Strip>,
}

/// A column of panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelColumn {
    /// Rectangle of the column in the window.
    pub area: Area,
    /// Physical pixels per pixel of the column, in both directions.
    pub factor: u32,
}

impl PanelColumn {
    /// Returns the size in pixels of the column.
    pub const fn size(&self) -> ColumnSize {
        ColumnSize {
            width: (self.area.width / self.factor) as usize,
            height: (self.area.height / self.factor) as usize,
        }
    }

    /// Returns the column's pixel at a point of the window. `None` outside the column.
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

/// A strip of text beside the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    /// Rectangle of the strip in the window.
    pub area: Area,
    /// Size of the strip in letters.
    pub size: StripSize,
}

/// Size of a strip in letters: at most as many columns and rows as a frame of the console has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StripSize {
    pub columns: usize,
    pub rows: usize,
}

impl Layout {
    /// Lays out a window of this size.
    pub fn new(width: u32, height: u32, scaling: Scaling, wanted: LayoutOptions) -> Layout {
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
        with_columns(window, scaling, wanted)
            .or_else(|| making_room(window, scaling, wanted))
            .unwrap_or_else(|| match wanted.is_opened {
                true => plain.into_page(),
                false => plain,
            })
    }

    /// Lays out a phone's window for the arrangement of the game screen whose playfield is larger.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window is touched")
    )]
    pub fn on_phone(width: u32, height: u32) -> Layout {
        let window = Area {
            x: 0,
            y: 0,
            width,
            height,
        };
        let layout = |phone: PhoneScreen| {
            let source = (phone.size().0 as u32, phone.size().1 as u32);
            let is_wide = width * source.1 > height * source.0;
            let size = match is_wide {
                true => (height * source.0 / source.1, height),
                false => (width, width * source.1 / source.0),
            };
            Layout {
                picture: centred((size.0.max(1), size.1.max(1)), window),
                source,
                phone: Some(phone),
                columns: Vec::new(),
                is_page: false,
                strip: None,
            }
        };
        let [upright, sideways] = [PhoneScreen::Upright, PhoneScreen::Sideways].map(layout);
        let enlargement = |layout: &Layout| layout.picture.height * 1000 / layout.source.1;
        match enlargement(&upright) >= enlargement(&sideways) {
            true => upright,
            false => sideways,
        }
    }

    /// Returns the sizes of the columns, in pixels of each column.
    pub fn sizes(&self) -> Vec<ColumnSize> {
        self.columns.iter().map(PanelColumn::size).collect()
    }

    /// Returns a layout with the game screen and at most a strip beside it.
    fn with_strip_only(window: Area, scaling: Scaling, with_strip: bool) -> Layout {
        let picture = centred(fitted(window.width, window.height, scaling), window);
        let alone = Layout {
            picture,
            source: (WIDTH, HEIGHT),
            phone: None,
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

    /// Replaces the game screen with the single column.
    fn into_page(mut self) -> Layout {
        let factor = dot(self.picture);
        let column = centred((WIDTH * factor, HEIGHT * factor), self.picture);
        self.columns = vec![PanelColumn {
            area: column,
            factor,
        }];
        self.is_page = true;
        self
    }

    /// Returns the screen's pixel at a point of the window. `None` outside the screen, and on a phone's.
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
        let whole = (
            place(x, left, width, WIDTH)?,
            place(y, top, height, HEIGHT)?,
        );
        self.phone.is_none().then_some(whole)
    }

    /// Returns whether every console pixel covers a square of whole physical pixels, so that no pixels have to be
    /// blended.
    #[cfg(any(feature = "window", test))]
    pub fn is_whole(&self) -> bool {
        let (Area { width, height, .. }, (across, down)) = (self.picture, self.source);
        width % across == 0 && height % down == 0 && width / across == height / down
    }
}

/// Returns the largest screen size that fits into the room, in physical pixels.
fn fitted(width: u32, height: u32, scaling: Scaling) -> (u32, u32) {
    let whole = (width / WIDTH).min(height / HEIGHT);
    let (across, down) = match scaling {
        // In a window smaller than the console's screen, shrink the screen instead of cropping it.
        Scaling::Whole if whole > 0 => return (WIDTH * whole, HEIGHT * whole),
        Scaling::Fill if covers(HEIGHT * whole, height) => return (WIDTH * whole, HEIGHT * whole),
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

/// Returns whether a screen of this height covers enough of a window.
const fn covers(height: u32, window_height: u32) -> bool {
    100 * height >= SHARE_MIN * window_height
}

/// Returns the size of the letters of all panels of a window, in physical pixels per pixel. It depends on the height of the
/// largest screen in the window: 2 at 720, 3 at 1080, and 1 only below 560.
fn text_factor(window: Area) -> u32 {
    let height = window.height.min(window.width * HEIGHT / WIDTH);
    ((height + 160) / 360).max(1)
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

/// Returns the size in physical pixels of one dot of the letters beside the screen: the size of a console pixel,
/// rounded down.
fn dot(picture: Area) -> u32 {
    (picture.height / HEIGHT).min(picture.width / WIDTH).max(1)
}

/// Puts a strip directly below the screen, and moves the screen up if necessary.
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

/// Puts a strip to the right of the screen. Its letters are at least half as large as those of a strip below.
fn at_the_side(picture: Area, window: Area) -> Option<Layout> {
    let right = picture.x + picture.width;
    let largest = dot(picture);
    for dot in (largest.div_ceil(2)..=largest).rev() {
        let letter = LETTER * dot;
        // Leave a margin of half a letter on both sides.
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

/// Shrinks the screen a little to make room for a strip below. `None` if the scaling allows only whole multiples.
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

/// Puts columns beside the screen, on both sides or on one, or else below it. The screen gets a little smaller if
/// columns then fit beside it. The letters depend only on the window's size, so that no panel changes their size.
fn with_columns(window: Area, scaling: Scaling, wanted: LayoutOptions) -> Option<Layout> {
    let sides: &[PanelPlace] = match wanted.panels {
        PanelPlace::Both => &[PanelPlace::Both, PanelPlace::Right],
        PanelPlace::Left => &[PanelPlace::Left],
        PanelPlace::Right => &[PanelPlace::Right],
        PanelPlace::None => &[],
    };
    let factor = text_factor(window);
    let largest = fitted(window.width, window.height, scaling);
    let beside = |side: &PanelPlace| {
        let room = window
            .width
            .checked_sub(count(*side) * least_width(factor))?;
        let size = fitted(room, window.height, scaling);
        let is_enough = size == largest || covers(size.1, window.height);
        is_enough.then(|| beside(window, size, factor, *side))?
    };
    let below = || {
        let mut factors = (1..=factor).rev();
        factors.find_map(|factor| columns_below(window, largest, factor, wanted))
    };
    sides.iter().find_map(beside).or_else(below)
}

/// Returns the number of columns beside the screen.
fn count(side: PanelPlace) -> u32 {
    if side == PanelPlace::Both { 2 } else { 1 }
}

/// Returns the minimum width of a column in physical pixels. Small pixels need wider columns, so that texts stay
/// legible.
const fn least_width(factor: u32) -> u32 {
    if factor > 1 {
        ColumnSize::WIDTH_MIN as u32 * factor
    } else {
        SMALL_WIDTH_MIN
    }
}

/// Puts columns directly beside the screen, from its top edge down. They are as high as the screen, or reach the lower
/// edge of the window if the screen is small.
fn beside(window: Area, size: (u32, u32), factor: u32, side: PanelPlace) -> Option<Layout> {
    let count = count(side);
    let room = window.width.checked_sub(size.0)? / count;
    if room < least_width(factor) {
        return None;
    }
    let width = room.min(PANELS_WIDTH_MAX * factor) / factor * factor;
    let whole = centred((size.0 + count * width, size.1), window);
    let has_left = matches!(side, PanelPlace::Both | PanelPlace::Left);
    let picture = Area {
        x: whole.x + if has_left { width } else { 0 },
        width: size.0,
        ..whole
    };
    let top = picture.y.max(EDGE * factor);
    let bottom = match covers(picture.height, window.height) {
        true => picture.y + picture.height,
        false => window.height,
    };
    let height = bottom.min(window.height - EDGE * factor).checked_sub(top)?;
    let column = |x| PanelColumn {
        area: Area {
            x,
            y: top,
            width,
            height: height / factor * factor,
        },
        factor,
    };
    let left = has_left.then(|| column(whole.x));
    let right = (side != PanelPlace::Left).then(|| column(picture.x + picture.width));
    Some(Layout {
        source: (WIDTH, HEIGHT),
        phone: None,
        picture,
        columns: left.into_iter().chain(right).collect(),
        is_page: false,
        strip: None,
    })
}

/// Puts columns side by side below the screen.
fn columns_below(
    window: Area,
    size: (u32, u32),
    factor: u32,
    wanted: LayoutOptions,
) -> Option<Layout> {
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
    let columns = (0..count).map(|index| PanelColumn {
        area: Area {
            x: row.x + index * width,
            y: size.1 + edge,
            width,
            height,
        },
        factor,
    });
    Some(Layout {
        source: (WIDTH, HEIGHT),
        phone: None,
        picture,
        columns: columns.collect(),
        is_page: false,
        strip: None,
    })
}

/// Shrinks the screen to make room beside it for a column with a panel that the user opened.
fn making_room(window: Area, scaling: Scaling, wanted: LayoutOptions) -> Option<Layout> {
    let side = match wanted.panels {
        PanelPlace::Both => PanelPlace::Right,
        side => side,
    };
    (1..=text_factor(window))
        .rev()
        .filter(|_| wanted.is_opened)
        .find_map(|factor| {
            let width = window.width.checked_sub(least_width(factor))?;
            let size = fitted(width, window.height, scaling);
            let mut layout = (size.1 >= HEIGHT).then(|| beside(window, size, factor, side))??;
            // The panel needs all of the height, so the group stands at the top.
            layout.picture.y = 0;
            for column in &mut layout.columns {
                let edge = EDGE * factor;
                (column.area.y, column.area.height) =
                    (edge, (window.height - 2 * edge) / factor * factor);
            }
            Some(layout)
        })
}

fn with_strip(picture: Area, area: Area, letter: u32) -> Layout {
    Layout {
        source: (WIDTH, HEIGHT),
        phone: None,
        picture,
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

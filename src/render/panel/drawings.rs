//! Drawings in a panel: curves, small boards, meters, pads, pictures and maps.

use super::draw::{ColumnDrawing, EDGE, GROUND};
use super::map::{LockMap, heat_colour};
use super::{ColumnSize, Curve, LengthUnit, PanelPart, SmallBoard, Timeline, Tone};
use crate::menu::Preview;
use crate::render::overlay::pad;
use crate::render::palette::BLACK;
use crate::rules::Buttons;

/// Number of pixels below a drawing.
const BELOW: usize = 4;
/// Height of a line of a caption, in pixels.
const CAPTION: usize = 10;
/// Height of a timeline's ticks and of its bar, in pixels.
const TIMELINE: usize = 12;
const TIMELINE_BAR: usize = 4;
/// Height of a meter in pixels.
const METER: usize = 6;
/// Maximum size of the cells in a small board and in a map, in pixels.
const CELL_MAX: usize = 7;
/// Maximum size of a pixel of a small picture, in pixels of the column.
const DOTS_MAX: usize = 2;
/// Number of pixels between two small boards.
const BETWEEN: usize = 6;
/// Colours of the area below a curve, of a second curve over it, and of a marked point or a line through bars.
const UNDER: u8 = 0x02;
const OVER: u8 = 0x2A;
const CURSOR: u8 = 0x27;
/// Colour of a map's bars.
const BAR_COLOUR: u8 = 0x12;

impl PanelPart {
    /// Returns the height of a drawing in that column, in pixels. `None` for text.
    pub(super) fn drawing_height(&self, column: ColumnSize) -> Option<usize> {
        let height = match self {
            PanelPart::Curve(curve) => curve.height + title_height(curve),
            PanelPart::Timeline(_) => TIMELINE,
            PanelPart::Boards(boards) => boards_height(boards, column),
            PanelPart::Meter { .. } => METER,
            PanelPart::Pad(_) => pad::SIZE.1 * dots(pad::SIZE.0, column),
            PanelPart::Picture(picture) => picture.height * dots(picture.width, column),
            PanelPart::Map(_) => 20 * map_cell(column),
            _ => return None,
        };
        Some(height + BELOW)
    }
}

/// Returns the height of a curve's title in pixels.
const fn title_height(curve: &Curve) -> usize {
    if curve.title.is_empty() { 0 } else { CAPTION }
}

impl ColumnDrawing<'_> {
    /// Draws a part that is a drawing. Returns false for text.
    pub(super) fn drawing(&mut self, part: &PanelPart) -> bool {
        match part {
            PanelPart::Curve(curve) => self.curve(curve),
            PanelPart::Timeline(timeline) => self.timeline(timeline),
            PanelPart::Boards(boards) => self.boards(boards),
            PanelPart::Meter { full, of, tone } => self.meter(*full, *of, *tone),
            PanelPart::Pad(held) => self.pad(*held),
            PanelPart::Picture(picture) => self.picture(picture),
            PanelPart::Map(map) => self.map(map),
            _ => return false,
        }
        self.y += part.drawing_height(self.size).unwrap_or(0);
        true
    }

    fn curve(&mut self, curve: &Curve) {
        let (width, height) = (self.size.inside(), curve.height.max(1));
        let above = title_height(curve);
        self.text((0, 0), curve.title, Tone::Quiet);
        self.fill([0, above, width, height], GROUND);
        let high = |points: &[f32], column: usize| {
            // All points are equally wide. A narrow last point would be invisible.
            let point = points.get(column * points.len() / width.max(1))?;
            Some((point.clamp(0.0, 1.0) * (height - 1) as f32).round() as usize)
        };
        for column in 0..width {
            if let Some(high) = high(&curve.points, column) {
                let top = above + height - 1 - high;
                self.fill([column, top, 1, high + 1], UNDER);
                self.fill([column, top, 1, 1], EDGE);
            }
            if let Some(high) = high(&curve.line, column) {
                self.fill([column, above + height - 1 - high, 1, 1], OVER);
            }
        }
        if let Some(cursor) = curve.cursor {
            let column = (cursor.clamp(0.0, 1.0) * (width - 1) as f32).round() as usize;
            self.fill([column, above, 1, height], CURSOR);
        }
    }

    fn timeline(&mut self, timeline: &Timeline) {
        let width = self.size.inside();
        let column = |share: f32| (share.clamp(0.0, 1.0) * (width - 1) as f32).round() as usize;
        let now = column(timeline.now);
        let bar = (TIMELINE - TIMELINE_BAR) / 2;
        self.fill([0, bar, width, TIMELINE_BAR], GROUND);
        self.fill([0, bar, now, TIMELINE_BAR], EDGE);
        for (share, tone) in &timeline.ticks {
            self.fill(
                [column(*share), bar - 2, 1, TIMELINE_BAR + 4],
                tone.colour(),
            );
        }
        let left = now.saturating_sub(1);
        self.fill(
            [left, 0, 3.min(width - left), TIMELINE],
            Tone::Plain.colour(),
        );
    }

    fn boards(&mut self, boards: &[SmallBoard]) {
        let cell = board_cell(self.size, boards.len());
        let width = 10 * cell;
        let top = caption_height(boards, cell);
        for (index, board) in boards.iter().enumerate() {
            let left = index * (width + BETWEEN);
            for (line, text) in (0..).zip(LengthUnit::Pixels.wrap(&board.caption, width)) {
                self.text((left, line * CAPTION), &text, Tone::Quiet);
            }
            self.fill([left, top, width, board.rows.len() * cell], GROUND);
            for (y, row) in board.rows.iter().enumerate() {
                for (x, colour) in row.iter().enumerate().filter(|(_, cell)| **cell != BLACK) {
                    let place = [left + x * cell, top + y * cell, cell - 1, cell - 1];
                    self.fill(place, *colour);
                }
            }
        }
    }

    fn meter(&mut self, full: usize, of: usize, tone: Tone) {
        let pitch = self.size.inside() / of.max(1);
        for index in 0..of {
            let colour = if index < full { tone.colour() } else { GROUND };
            self.fill([index * pitch, 0, pitch.saturating_sub(1), METER], colour);
        }
    }

    fn pad(&mut self, held: Buttons) {
        let dots = dots(pad::SIZE.0, self.size);
        for (pixels, colour) in pad::parts(held) {
            self.fill(pixels.map(|length| length * dots), colour);
        }
    }

    fn picture(&mut self, picture: &Preview) {
        let dots = dots(picture.width, self.size);
        for (y, row) in picture.pixels.chunks_exact(picture.width).enumerate() {
            for (x, colour) in row.iter().enumerate() {
                self.fill([x * dots, y * dots, dots, dots], *colour);
            }
        }
    }

    fn map(&mut self, map: &LockMap) {
        let cell = map_cell(self.size);
        for (y, row) in map.heat.iter().enumerate() {
            for (x, heat) in row.iter().enumerate() {
                self.fill([x * cell, y * cell, cell, cell], heat_colour(*heat));
            }
        }
        let bars = 10 * cell + 2;
        let longest = self.size.inside().saturating_sub(bars + 1);
        let length = |share: f32| (share.clamp(0.0, 1.0) * longest as f32).round() as usize;
        for (y, bar) in map.bars.iter().enumerate() {
            self.fill([bars, y * cell, length(*bar), cell - 1], BAR_COLOUR);
        }
        for (y, at) in map.crossings() {
            self.fill([bars + length(at), y * cell, 1, cell], CURSOR);
        }
    }
}

/// Returns the size of a cell in pixels if `boards` small boards are side by side.
fn board_cell(column: ColumnSize, boards: usize) -> usize {
    let boards = boards.max(1);
    let room = column.inside().saturating_sub(BETWEEN * (boards - 1)) / boards;
    (room / 10).clamp(2, CELL_MAX)
}

/// Returns by how much a small picture of this width, in pixels, is enlarged in a column.
fn dots(width: usize, column: ColumnSize) -> usize {
    (column.inside() / width.max(1)).clamp(1, DOTS_MAX)
}

/// Returns the size of a map's cells in pixels. The bars beside the map have as much room.
fn map_cell(column: ColumnSize) -> usize {
    (column.inside() / 20).clamp(2, CELL_MAX)
}

fn caption_height(boards: &[SmallBoard], cell: usize) -> usize {
    let lines = boards.iter().map(|board| match board.caption.as_str() {
        "" => 0,
        caption => LengthUnit::Pixels.wrap(caption, 10 * cell).len(),
    });
    lines.max().unwrap_or(0) * CAPTION
}

fn boards_height(boards: &[SmallBoard], column: ColumnSize) -> usize {
    let cell = board_cell(column, boards.len());
    let rows = boards.iter().map(|board| board.rows.len()).max();
    caption_height(boards, cell) + rows.unwrap_or(0) * cell
}

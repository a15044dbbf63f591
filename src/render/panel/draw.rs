//! Drawing of panels on a surface.

use super::arrange::MARGIN;
use super::lines::PanelLine;
use super::map::{LockMap, heat_colour};
use super::{ColumnSize, Curve, Panel, PanelPart, PlacedPanel, SmallBoard, Tone};
use crate::menu::{Preview, wrap};
use crate::render::Renderer;
use crate::render::overlay::pad;
use crate::render::surface::{Area, Letters, Pen, Surface};
use crate::rules::Buttons;

/// Extra pixels of a line with a bar below it.
const BAR_ROOM: usize = 5;
/// Height of a bar, in pixels.
const BAR: usize = 3;
/// Pixels below a title, including its line.
const TITLE_ROOM: usize = 4;
/// Pixels below a drawing.
const BELOW: usize = 4;
/// Height of a meter in pixels.
const METER: usize = 6;
/// Maximum size of the cells in a small board and in a map, in pixels.
const CELL_MAX: usize = 7;
/// Maximum size of a pixel of a small picture, in pixels of the column.
const DOTS_MAX: usize = 2;
/// Pixels between two small boards.
const BETWEEN: usize = 6;
/// Colours of the area below a curve, and of the background of small boards and of bars.
const UNDER: u8 = 0x02;
const GROUND: u8 = 0x0C;
/// Colours of a curve's edge, of a second curve over it, and of a marked point or a line through bars.
const EDGE: u8 = 0x31;
const OVER: u8 = 0x2A;
const CURSOR: u8 = 0x27;
/// Colour of a map's bars.
const BAR_COLOUR: u8 = 0x12;

/// Clickable part of a column: a row of a list, or a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClickZone {
    /// Index of the panel in the list.
    pub panel: usize,
    /// Index of its part.
    pub part: usize,
    /// True if the part belongs to the compact form.
    pub is_compact: bool,
    /// Pixels of the column.
    pub area: Area,
    /// Row of the list. `None` for a curve, where the exact position matters.
    pub row: Option<usize>,
}

impl Renderer {
    /// Draws the panels of a column on a surface of its size, with a background of one colour. Returns the clickable
    /// zones.
    pub fn panel_column(
        &self,
        panels: &[Panel],
        places: &[PlacedPanel],
        column: usize,
        surface: &mut Surface,
    ) -> Vec<ClickZone> {
        let size = ColumnSize {
            width: surface.width(),
            height: surface.height(),
        };
        let mut zones = Vec::new();
        for place in places.iter().filter(|place| place.column == column) {
            let mut drawing = Drawing {
                pen: self.pen(),
                surface: &mut *surface,
                size,
                y: place.y,
            };
            drawing.panel(&panels[place.panel], *place, &mut zones);
        }
        zones
    }
}

/// Returns the height of a title with its line; 0 without a title.
pub(super) fn title_height(title: &str, column: ColumnSize) -> usize {
    match title {
        "" => 0,
        title => wrap(title, column.columns()).len() * column.letters().pitch() + TITLE_ROOM,
    }
}

impl PanelPart {
    /// Returns the height of the part in that column, in pixels. For a list this is the minimum height if `is_least`.
    pub(super) fn height(&self, column: ColumnSize, is_least: bool) -> usize {
        let pitch = column.letters().pitch();
        let text = |lines: &[PanelLine]| {
            let bars = lines.iter().filter(|line| line.bar.is_some()).count();
            lines.len() * pitch + bars * BAR_ROOM
        };
        match self {
            PanelPart::List(list) if is_least => list.least_lines(column.columns()) * pitch,
            PanelPart::Curve(curve) => curve.height + BELOW,
            PanelPart::Boards(boards) => boards_height(boards, column) + BELOW,
            PanelPart::Meter { .. } => METER + BELOW,
            PanelPart::Pad(_) => pad::SIZE.1 * dots(pad::SIZE.0, column) + BELOW,
            PanelPart::Picture(picture) => picture.height * dots(picture.width, column) + BELOW,
            PanelPart::Map(_) => 20 * map_cell(column) + BELOW,
            _ => text(&self.lines(column.columns())),
        }
    }
}

/// A column in progress, from a row of pixels on.
struct Drawing<'a> {
    pen: Pen<'a>,
    surface: &'a mut Surface,
    size: ColumnSize,
    y: usize,
}

impl Drawing<'_> {
    fn panel(&mut self, panel: &Panel, place: PlacedPanel, zones: &mut Vec<ClickZone>) {
        let end = place.y + place.height;
        self.title(&panel.title);
        let parts = panel.shown(place.is_compact);
        // A list does not take the room of other parts.
        let needs: Vec<usize> = parts
            .iter()
            .map(|part| part.height(self.size, true))
            .collect();
        for (index, part) in parts.iter().enumerate() {
            let later: usize = needs[index + 1..].iter().sum();
            let top = self.y;
            let zone = |y, height, row| ClickZone {
                panel: place.panel,
                part: index,
                is_compact: place.is_compact && panel.compact.is_some(),
                area: Area {
                    x: MARGIN,
                    y,
                    width: self.size.inside(),
                    height,
                },
                row,
            };
            match part {
                PanelPart::List(list) => {
                    let room = end.saturating_sub(self.y + later);
                    let (pitch, columns) = (self.size.letters().pitch(), self.size.columns());
                    let shown = list.shown(room / pitch, columns);
                    let lines = list.lines(shown, columns);
                    zones.extend(
                        (0..)
                            .zip(&lines)
                            .map(|(line, shown)| zone(top + line * pitch, pitch, shown.row)),
                    );
                    self.lines(&lines);
                }
                PanelPart::Curve(curve) => {
                    zones.push(zone(top, curve.height, None));
                    self.curve(curve);
                }
                PanelPart::Boards(boards) => self.boards(boards),
                PanelPart::Meter { full, of, tone } => self.meter(*full, *of, *tone),
                PanelPart::Pad(held) => self.pad(*held),
                PanelPart::Picture(picture) => self.picture(picture),
                PanelPart::Map(map) => self.map(map),
                _ => self.lines(&part.lines(self.size.columns())),
            }
        }
    }

    fn title(&mut self, title: &str) {
        if title.is_empty() {
            return;
        }
        for line in wrap(title, self.size.columns()) {
            self.text(0, &line, Tone::Head);
            self.y += self.size.letters().pitch();
        }
        let area = self.area(0, self.y, self.size.inside(), 1);
        self.surface.rectangle(area, Tone::Quiet.colour());
        self.y += TITLE_ROOM;
    }

    fn lines(&mut self, lines: &[PanelLine]) {
        for line in lines {
            for span in &line.spans {
                self.text(span.column, &span.text, span.tone);
            }
            self.y += self.size.letters().pitch();
            if let Some(share) = line.bar {
                let whole = self.size.inside();
                let long = (share * whole as f32).round() as usize;
                self.surface
                    .rectangle(self.area(0, self.y, whole, BAR), GROUND);
                self.surface
                    .rectangle(self.area(0, self.y, long, BAR), EDGE);
                self.y += BAR_ROOM;
            }
        }
    }

    fn text(&mut self, column: usize, text: &str, tone: Tone) {
        let letters = self.size.letters();
        let place = (MARGIN + column * letters.width(), self.y);
        self.pen
            .text(self.surface, place, text, letters, tone.colour());
    }

    fn curve(&mut self, curve: &Curve) {
        let (width, height) = (self.size.inside(), curve.height.max(1));
        let bottom = self.y + height - 1;
        self.surface
            .rectangle(self.area(0, self.y, width, height), GROUND);
        let high = |points: &[f32], column: usize| {
            let last = points.len().checked_sub(1)?;
            let at = column * last / (width - 1).max(1);
            Some((points[at].clamp(0.0, 1.0) * (height - 1) as f32).round() as usize)
        };
        for column in 0..width {
            if let Some(high) = high(&curve.points, column) {
                self.surface
                    .rectangle(self.area(column, bottom - high, 1, high + 1), UNDER);
                self.surface
                    .rectangle(self.area(column, bottom - high, 1, 1), EDGE);
            }
            if let Some(high) = high(&curve.line, column) {
                self.surface
                    .rectangle(self.area(column, bottom - high, 1, 1), OVER);
            }
        }
        if let Some(cursor) = curve.cursor {
            let column = (cursor.clamp(0.0, 1.0) * (width - 1) as f32).round() as usize;
            self.surface
                .rectangle(self.area(column, self.y, 1, height), CURSOR);
        }
        self.y += height + BELOW;
    }

    fn boards(&mut self, boards: &[SmallBoard]) {
        let cell = board_cell(self.size, boards.len());
        let width = 10 * cell;
        let captions = caption_height(boards, self.size, cell);
        for (index, board) in boards.iter().enumerate() {
            let left = index * (width + BETWEEN);
            let letters = self.size.letters();
            for (line, text) in (0..).zip(wrap(&board.caption, (width / letters.width()).max(1))) {
                let place = (MARGIN + left, self.y + line * letters.pitch());
                self.pen
                    .text(self.surface, place, &text, letters, Tone::Quiet.colour());
            }
            let top = self.y + captions;
            let high = board.rows.len() * cell;
            self.surface
                .rectangle(self.area(left, top, width, high), GROUND);
            for (y, row) in board.rows.iter().enumerate() {
                for (x, colour) in row.iter().enumerate() {
                    if *colour != crate::render::palette::BLACK {
                        let area = self.area(left + x * cell, top + y * cell, cell - 1, cell - 1);
                        self.surface.rectangle(area, *colour);
                    }
                }
            }
        }
        self.y += boards_height(boards, self.size) + BELOW;
    }

    fn meter(&mut self, full: usize, of: usize, tone: Tone) {
        let pitch = self.size.inside() / of.max(1);
        for index in 0..of {
            let colour = if index < full { tone.colour() } else { GROUND };
            let width = pitch.saturating_sub(1);
            self.surface
                .rectangle(self.area(index * pitch, self.y, width, METER), colour);
        }
        self.y += METER + BELOW;
    }

    fn pad(&mut self, held: Buttons) {
        let dots = dots(pad::SIZE.0, self.size);
        for (pixels, colour) in pad::parts(held) {
            let [x, y, width, height] = pixels.map(|length| length * dots);
            let area = self.area(x, self.y + y, width, height);
            self.surface.rectangle(area, colour);
        }
        self.y += pad::SIZE.1 * dots + BELOW;
    }

    fn picture(&mut self, picture: &Preview) {
        let dots = dots(picture.width, self.size);
        for (y, row) in picture.pixels.chunks_exact(picture.width).enumerate() {
            for (x, colour) in row.iter().enumerate() {
                let area = self.area(x * dots, self.y + y * dots, dots, dots);
                self.surface.rectangle(area, *colour);
            }
        }
        self.y += picture.height * dots + BELOW;
    }

    fn map(&mut self, map: &LockMap) {
        let cell = map_cell(self.size);
        for (y, row) in map.heat.iter().enumerate() {
            for (x, heat) in row.iter().enumerate() {
                let area = self.area(x * cell, self.y + y * cell, cell, cell);
                self.surface.rectangle(area, heat_colour(*heat));
            }
        }
        let bars = 10 * cell + 2;
        let longest = self.size.inside().saturating_sub(bars + 1);
        let length = |share: f32| (share.clamp(0.0, 1.0) * longest as f32).round() as usize;
        for (y, bar) in map.bars.iter().enumerate() {
            let area = self.area(bars, self.y + y * cell, length(*bar), cell - 1);
            self.surface.rectangle(area, BAR_COLOUR);
        }
        for (y, at) in map.crossings() {
            let area = self.area(bars + length(at), self.y + y * cell, 1, cell);
            self.surface.rectangle(area, CURSOR);
        }
        self.y += 20 * cell + BELOW;
    }

    /// Returns an area between the margins.
    const fn area(&self, x: usize, y: usize, width: usize, height: usize) -> Area {
        Area {
            x: MARGIN + x,
            y,
            width,
            height,
        }
    }
}

/// Returns the size of a cell in pixels if `boards` small boards are side by side.
fn board_cell(column: ColumnSize, boards: usize) -> usize {
    let boards = boards.max(1);
    let room = column.inside().saturating_sub(BETWEEN * (boards - 1)) / boards;
    (room / 10).clamp(2, CELL_MAX)
}

/// Returns the size at which each pixel of a small picture of that width is drawn, in pixels.
fn dots(width: usize, column: ColumnSize) -> usize {
    (column.inside() / width.max(1)).clamp(1, DOTS_MAX)
}

/// Returns the size of a map's cells in pixels. The bars beside the map have as much room.
fn map_cell(column: ColumnSize) -> usize {
    (column.inside() / 20).clamp(2, CELL_MAX)
}

fn caption_height(boards: &[SmallBoard], column: ColumnSize, cell: usize) -> usize {
    let letters: Letters = column.letters();
    let room = (10 * cell / letters.width()).max(1);
    let lines = boards.iter().map(|board| match board.caption.as_str() {
        "" => 0,
        caption => wrap(caption, room).len(),
    });
    lines.max().unwrap_or(0) * letters.pitch()
}

fn boards_height(boards: &[SmallBoard], column: ColumnSize) -> usize {
    let cell = board_cell(column, boards.len());
    let rows = boards.iter().map(|board| board.rows.len()).max();
    caption_height(boards, column, cell) + rows.unwrap_or(0) * cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::palette::BLACK;
    use crate::render::panel::{Figure, PanelList, arrange};

    fn drawn(panel: Panel, width: usize, height: usize) -> (Surface, Vec<ClickZone>, PlacedPanel) {
        let renderer = Renderer::new();
        let panels = [panel];
        let places = arrange(&panels, &[ColumnSize { width, height }]);
        let mut surface = Surface::new(width, height, BLACK);
        let zones = renderer.panel_column(&panels, &places, 0, &mut surface);
        (surface, zones, places[0])
    }

    /// Returns whether a row of pixels has any that differs from the background.
    fn is_lit(surface: &Surface, y: usize) -> bool {
        (0..surface.width()).any(|x| surface.pixel(x, y) != BLACK)
    }

    #[test]
    fn each_part_stays_within_the_height_that_it_says() {
        let figure = Figure::new("WORD", "12");
        let curve = Curve {
            points: vec![0.0, 1.0, 0.3],
            line: vec![1.0, 0.0],
            cursor: Some(0.5),
            height: 30,
        };
        let board = SmallBoard {
            caption: "BEST AFTER NEXT".to_owned(),
            rows: vec![[0x16; 10]; 9],
        };
        let parts = [
            PanelPart::Text("a sentence of some words that breaks".to_owned(), Tone::Bad),
            PanelPart::Figures(vec![figure.clone(); 3]),
            PanelPart::Bars(vec![(figure.clone(), 1.0); 2]),
            PanelPart::Curve(curve),
            PanelPart::Boards(vec![board; 2]),
            PanelPart::Keys(vec![("F1".to_owned(), "KEYS".to_owned())]),
            PanelPart::Words(vec![("A".to_owned(), Tone::Good)]),
            PanelPart::Meter {
                full: 3,
                of: 16,
                tone: Tone::Good,
            },
            PanelPart::Pad(Buttons::A),
            PanelPart::Picture(Preview {
                width: 64,
                height: 9,
                pixels: vec![0x30; 64 * 9],
            }),
        ];
        for part in parts {
            for width in [128, 208, 260] {
                let (surface, _, place) =
                    drawn(Panel::new("TITLE", vec![part.clone()]), width, 400);
                let rows: Vec<usize> = (0..400).filter(|&y| is_lit(&surface, y)).collect();
                let last = *rows.last().unwrap();
                assert!(
                    last < place.height,
                    "{part:?} at {width}: {last} {}",
                    place.height
                );
                assert!(
                    last + 9 >= place.height,
                    "{part:?} at {width}: {last} {}",
                    place.height
                );
                let is_margin = |x: usize| (0..400).all(|y| surface.pixel(x, y) == BLACK);
                assert!((0..MARGIN).all(is_margin) && (width - MARGIN..width).all(is_margin));
            }
        }
    }

    #[test]
    fn rows_of_a_list_and_a_curve_can_be_found_by_the_mouse() {
        let list = PanelList {
            rows: (0..30)
                .map(|row| Figure::new(format!("ROW {row}"), ""))
                .collect(),
            cursor: Some(20),
            least: 4,
        };
        let curve = Curve {
            points: vec![0.5; 9],
            height: 20,
            ..Curve::default()
        };
        let panel = Panel::new("", vec![PanelPart::List(list), PanelPart::Curve(curve)]);
        let (_, zones, _) = drawn(panel, 208, 124);
        let rows: Vec<Option<usize>> = zones.iter().map(|zone| zone.row).collect();
        let expected: Vec<Option<usize>> = (15..25).map(Some).chain([None]).collect();
        assert_eq!(rows, expected);
        assert_eq!((zones[0].area.y, zones[1].area.y), (0, 10));
        assert_eq!((zones[10].part, zones[10].area.y), (1, 100));
    }
}

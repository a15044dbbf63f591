//! Cards of a column: frame, title, lines and drawings.

use super::arrange::{CARD_EDGE, LINE};
use super::lines::{LOCK_WIDTH, PanelLine};
use super::{ColumnSize, Figure, LengthUnit, Panel, PanelPart, PlacedPanel, Tone};
use crate::render::Renderer;
use crate::render::palette::BLACK;
use crate::render::surface::{Area, Face, Pen, Surface};
use crate::render::text_face;
use crate::rules::Pose;

/// Height of a bar and of its room, in pixels.
const BAR: usize = 3;
const BAR_ROOM: usize = 5;
/// Height of a key figure with the room below it, in pixels.
const KEY_FIGURE: usize = 20;
/// Width of a card's content in pixels from which a key figure stands beside its label, not below it.
const KEY_BESIDE: usize = 140;
/// Number of pixels from the side of a card to its title, and number of free pixels on both sides of the title.
const TITLE_LEFT: usize = 12;
const TITLE_MARGIN: usize = 3;
/// Side of the cells of a drawn lock, in pixels.
const LOCK_CELL: usize = LOCK_WIDTH / 10;
/// Colour behind bars, boards and locks.
pub(super) const GROUND: u8 = 0x0C;
/// Colour of a curve's edge and of bars.
pub(super) const EDGE: u8 = 0x31;

/// Clickable part of a column: a row of a list, a curve or a timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClickZone {
    /// Index of the panel in the list.
    pub panel: usize,
    /// Index of the part in its panel.
    pub part: usize,
    /// True if the part belongs to the compact form.
    pub is_compact: bool,
    /// Area in the column, in pixels.
    pub area: Area,
    /// Row of the list. `None` for a curve or a timeline, where the exact position matters.
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
            let mut drawing = ColumnDrawing {
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

impl PanelPart {
    /// Returns the height of the part in that column, in pixels. For a list or a long list of keys, returns the minimum
    /// height if `is_least` is true.
    pub(super) fn height(&self, column: ColumnSize, is_least: bool) -> usize {
        let (ruler, room) = (LengthUnit::Pixels, column.inside());
        if is_least && matches!(self, PanelPart::List(_) | PanelPart::MoreKeys { .. }) {
            return self.least_lines(ruler, room) * LINE;
        }
        if let PanelPart::KeyFigure(_) = self {
            return KEY_FIGURE + if is_key_beside(room) { 0 } else { LINE };
        }
        self.drawing_height(column).unwrap_or_else(|| {
            let lines = self.lines(ruler, room);
            let bars = lines.iter().filter(|line| line.bar.is_some()).count();
            lines.len() * LINE + bars * BAR_ROOM
        })
    }
}

/// Returns whether key figures stand beside their labels in a card with this room. This does not depend on the value, so
/// that nothing moves when the value grows.
const fn is_key_beside(room: usize) -> bool {
    room >= KEY_BESIDE
}

/// Returns the width of a key figure in pixels.
fn large_width(value: &str) -> usize {
    2 * Face::Console.width(value)
}

/// Column whose cards are being drawn, from pixel row `y` on.
pub(super) struct ColumnDrawing<'a> {
    pen: Pen<'a>,
    pub(super) surface: &'a mut Surface,
    pub(super) size: ColumnSize,
    pub(super) y: usize,
}

impl ColumnDrawing<'_> {
    fn panel(&mut self, panel: &Panel, place: PlacedPanel, zones: &mut Vec<ClickZone>) {
        let mut end = place.y + place.height;
        if !panel.title.is_empty() {
            self.card(&panel.title, place);
            self.y += CARD_EDGE;
            end = end.saturating_sub(CARD_EDGE);
        }
        let parts = panel.shown(place.is_compact);
        let (ruler, room) = (LengthUnit::Pixels, self.size.inside());
        // A list does not take the room of other parts.
        let needs = parts.iter().map(|part| part.height(self.size, true));
        let mut later: usize = needs.sum();
        for (index, part) in parts.iter().enumerate() {
            later -= part.height(self.size, true);
            let top = self.y;
            let left = self.area(0, 0, 0, 0).x;
            let zone = |y, height, row| ClickZone {
                panel: place.panel,
                part: index,
                is_compact: place.is_compact && panel.compact.is_some(),
                area: Area {
                    x: left,
                    y,
                    width: room,
                    height,
                },
                row,
            };
            match part {
                PanelPart::List(list) => {
                    let height = end.saturating_sub(self.y + later);
                    let lines = list.fitting(height / LINE, ruler, room);
                    let rows = (0..).zip(&lines);
                    zones
                        .extend(rows.map(|(line, shown)| zone(top + line * LINE, LINE, shown.row)));
                    self.lines(&lines);
                }
                PanelPart::Curve(_) | PanelPart::Timeline(_) => {
                    self.drawing(part);
                    zones.push(zone(top, self.y - top, None));
                }
                PanelPart::KeyFigure(figure) => self.key_figure(figure),
                part if self.drawing(part) => {}
                part => {
                    let height = end.saturating_sub(self.y + later);
                    self.lines(&part.fitting(height / LINE, ruler, room));
                }
            }
        }
    }

    /// Draws the frame of a card with its title set into the upper edge.
    fn card(&mut self, title: &str, place: PlacedPanel) {
        let whole = Area {
            x: self.size.card_left(),
            y: place.y,
            width: self.size.card(),
            height: place.height,
        };
        self.surface.rectangle(whole, BLACK);
        self.pen.frame(self.surface, whole);
        let room = whole.width.saturating_sub(2 * TITLE_LEFT);
        let (title, face) = fitting_title(title, room);
        let x = whole.x + TITLE_LEFT;
        let behind = Area {
            x: x - TITLE_MARGIN,
            y: place.y,
            width: face.width(&title) + 2 * TITLE_MARGIN,
            height: 9,
        };
        self.surface.rectangle(behind, BLACK);
        let colour = Tone::Head.colour();
        self.pen
            .text(self.surface, (x, place.y), &title, face, colour);
    }

    fn lines(&mut self, lines: &[PanelLine]) {
        for line in lines {
            for span in &line.spans {
                self.text((span.at, 1), &span.text, span.tone);
            }
            if let Some((at, pose)) = line.lock {
                self.lock(at, pose);
            }
            self.y += LINE;
            if let Some(share) = line.bar {
                let whole = self.size.inside();
                let long = (share * whole as f32).round() as usize;
                self.fill([0, 0, whole, BAR], GROUND);
                self.fill([0, 0, long, BAR], EDGE);
                self.y += BAR_ROOM;
            }
        }
    }

    fn key_figure(&mut self, figure: &Figure) {
        let room = self.size.inside();
        let is_beside = is_key_beside(room);
        self.text(
            (0, if is_beside { 4 } else { 1 }),
            &figure.word,
            Tone::Quiet,
        );
        self.y += if is_beside { 0 } else { LINE };
        let colour = figure.tone.colour();
        let width = large_width(&figure.value);
        let label = if is_beside {
            Face::Text.width(&figure.word)
        } else {
            0
        };
        if label + width <= room {
            let Area { x, y, .. } = self.area(room - width, 0, 0, 0);
            self.pen
                .large_text(self.surface, (x, y), &figure.value, colour);
        } else {
            let left = room.saturating_sub(Face::Console.width(&figure.value));
            let Area { x, y, .. } = self.area(left, 4, 0, 0);
            let face = Face::Console;
            self.pen
                .text(self.surface, (x, y), &figure.value, face, colour);
        }
        self.y += KEY_FIGURE;
    }

    /// Draws a lock over the ten columns of a playfield.
    fn lock(&mut self, at: usize, pose: Pose) {
        let cells = pose.cells();
        let lowest = cells.iter().map(|(_, y)| *y).max().unwrap_or(0);
        let bottom = 4 * LOCK_CELL - 1;
        self.fill([at, bottom, LOCK_WIDTH, 1], Tone::Quiet.colour());
        for (x, y) in cells {
            let up = usize::try_from(lowest - y + 1).unwrap_or(0) * LOCK_CELL;
            let across = usize::try_from(x).unwrap_or(0) * LOCK_CELL;
            let cell = [at + across, bottom.saturating_sub(up), LOCK_CELL, LOCK_CELL];
            self.fill(cell, EDGE);
        }
    }

    /// Writes a line of the text face at a position relative to the content of the card.
    pub(super) fn text(&mut self, (x, y): (usize, usize), text: &str, tone: Tone) {
        let area = self.area(x, y, 0, 0);
        let colour = tone.colour();
        self.pen
            .text(self.surface, (area.x, area.y), text, Face::Text, colour);
    }

    /// Fills a rectangle, given by position and size relative to the content of the card.
    pub(super) fn fill(&mut self, [x, y, width, height]: [usize; 4], colour: u8) {
        self.surface
            .rectangle(self.area(x, y, width, height), colour);
    }

    /// Returns the area of a rectangle that is relative to the content of the card.
    const fn area(&self, x: usize, y: usize, width: usize, height: usize) -> Area {
        Area {
            x: self.size.card_left() + self.size.padding() + x,
            y: self.y + y,
            width,
            height,
        }
    }
}

/// Returns a title in the console's capitals, or in the narrower text face where those are too wide. Dots mark the end
/// of a title that is still too wide.
fn fitting_title(title: &str, room: usize) -> (String, Face) {
    if Face::Console.width(title) <= room {
        return (title.to_uppercase(), Face::Console);
    }
    (text_face::cut_to(title, room), Face::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu::Preview;
    use crate::render::panel::{Curve, PanelList, SmallBoard, arrange};
    use crate::rules::Buttons;

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
            title: "",
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
                let (surface, _, place) = drawn(Panel::new("", vec![part.clone()]), width, 400);
                let rows: Vec<usize> = (0..400).filter(|&y| is_lit(&surface, y)).collect();
                let last = *rows.last().unwrap();
                let said = format!("{part:?} at {width}: {last} {}", place.height);
                assert!(last < place.height, "{said}");
                assert!(last + 16 >= place.height, "{said}");
                let is_margin = |x: usize| (0..400).all(|y| surface.pixel(x, y) == BLACK);
                assert!((0..10).all(is_margin) && (width - 10..width).all(is_margin));
            }
        }
    }

    #[test]
    fn a_title_stands_in_the_upper_edge_of_its_card_and_is_cut_only_if_it_must() {
        assert_eq!(
            fitting_title("Statistics", 80),
            ("STATISTICS".to_owned(), Face::Console)
        );
        assert_eq!(
            fitting_title("Left: buttons", 80),
            ("Left: buttons".to_owned(), Face::Text)
        );
        let (cut, _) = fitting_title("A name that no card has room for", 80);
        assert!(cut.ends_with('\u{2026}') && Face::Text.width(&cut) <= 80);
        let figure = PanelPart::KeyFigure(Figure::new("Tetris rate", "45%"));
        let (surface, ..) = drawn(Panel::new("Title", vec![figure]), 128, 64);
        let rows: Vec<String> = (0..64)
            .map(|y| {
                let row = (0..128).map(|x| surface.pixel(x, y));
                row.map(|pixel| match pixel {
                    BLACK => ' ',
                    0x27 => 'T',
                    0x10 => 'l',
                    _ => '#',
                })
                .collect()
            })
            .collect();
        assert!(rows[..8].iter().any(|row| row.contains('T')));
        assert!(rows[8..].iter().all(|row| !row.contains('T')));
        assert!(rows[12..32].iter().any(|row| row.contains('l')));
        assert!(rows[56..].iter().all(|row| row.trim().is_empty()));
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
        let (_, zones, _) = drawn(panel, 208, 144);
        let rows: Vec<Option<usize>> = zones.iter().map(|zone| zone.row).collect();
        // The last line of the list counts the rows that are left out.
        let expected: Vec<Option<usize>> = (16..25).map(Some).chain([None, None]).collect();
        assert_eq!(rows, expected);
        assert_eq!((zones[0].area.y, zones[1].area.y), (0, 12));
        assert_eq!((zones[10].part, zones[10].area.y), (1, 120));
    }
}

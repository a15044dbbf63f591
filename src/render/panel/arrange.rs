//! Placement of panels: a pure function from panels and columns to positions.

use super::lines::title_lines;
use super::{LengthUnit, Panel, PanelPart, PanelSide};

/// Least width of a column in pixels: cards with about 22 letters a line.
const WIDTH_MIN: usize = 128;
/// Width from which a column has wide margins.
const WIDE: usize = 160;
/// Height of a line of text in pixels.
pub(super) const LINE: usize = 12;
/// Number of pixels of a card above and below its content.
pub(super) const CARD_EDGE: usize = 12;
/// Side of the squares on which cards stand, in pixels.
const GRID: usize = 8;

/// Size of a column beside the game, in its own pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSize {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
}

impl ColumnSize {
    /// Least width of a column in pixels.
    pub const WIDTH_MIN: usize = WIDTH_MIN;

    /// Returns the distance from one card to the next in pixels.
    const fn gap(self) -> usize {
        if self.width < WIDE { GRID } else { 2 * GRID }
    }

    /// Returns the width of a card in pixels.
    pub const fn card(self) -> usize {
        self.width / GRID * GRID
    }

    /// Returns the pixels left of a card.
    pub(super) const fn card_left(self) -> usize {
        (self.width - self.card()) / 2
    }

    /// Returns the pixels between the side of a card and its content.
    pub(super) const fn padding(self) -> usize {
        if self.width < WIDE { 10 } else { 16 }
    }

    /// Returns the width of a card's content in pixels, at least 1.
    pub const fn inside(self) -> usize {
        let inside = self.card().saturating_sub(2 * self.padding());
        if inside == 0 { 1 } else { inside }
    }
}

/// Placed panel, in pixels or in lines of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPanel {
    /// Index of the panel in the list.
    pub panel: usize,
    /// Index of its column.
    pub column: usize,
    /// First row.
    pub y: usize,
    /// Number of rows.
    pub height: usize,
    /// True if the panel shows its compact form.
    pub is_compact: bool,
}

/// Places panels in one column, two (left and right of the game) or more. Earlier panels have priority. A panel that
/// does not fit is shown in its compact form, or left out; nothing is cut off.
pub fn arrange(panels: &[Panel], columns: &[ColumnSize]) -> Vec<PlacedPanel> {
    let rows: Vec<usize> = columns.iter().map(|column| column.height).collect();
    let gap = columns.first().map_or(0, |column| column.gap());
    find_places(panels, &rows, gap, |panel, parts, column| {
        Some(heights(panel, parts, columns[column]))
    })
}

/// Places panels in columns of letters, each given by its letters per line and its lines. Parts that letters cannot
/// show are left out.
///
/// # Panics
///
/// If a line has no room for a letter.
pub fn arrange_lines(panels: &[Panel], columns: &[(usize, usize)]) -> Vec<PlacedPanel> {
    let rows: Vec<usize> = columns.iter().map(|(_, lines)| *lines).collect();
    find_places(panels, &rows, 1, |panel, parts, column| {
        line_heights(panel, parts, columns[column].0)
    })
}

/// Places panels in columns of `rows` rows with `gap` between panels. `heights` returns the minimum and the full
/// height of these parts of a panel in a column, if they can be shown there.
fn find_places(
    panels: &[Panel],
    rows: &[usize],
    gap: usize,
    heights: impl Fn(&Panel, &[PanelPart], usize) -> Option<[usize; 2]>,
) -> Vec<PlacedPanel> {
    let mut left_out = vec![false; panels.len()];
    loop {
        let chosen = choose(panels, rows, gap, &heights, &left_out);
        let is_chosen = |index: usize| chosen.iter().any(|one| one.panel == index);
        let mut twos = (0..panels.len().saturating_sub(1)).filter(|&index| panels[index].is_of_two);
        match twos.find(|&index| is_chosen(index) != is_chosen(index + 1)) {
            Some(index) => left_out[index..index + 2].fill(true),
            None => return placed(&chosen, panels, rows, gap),
        }
    }
}

/// Chooses the panels that fit, without those already left out.
fn choose(
    panels: &[Panel],
    rows: &[usize],
    gap: usize,
    heights: &impl Fn(&Panel, &[PanelPart], usize) -> Option<[usize; 2]>,
    left_out: &[bool],
) -> Vec<SizedPanel> {
    let mut chosen: Vec<SizedPanel> = Vec::new();
    let mut free = rows.to_vec();
    let wanted = panels.iter().enumerate();
    for (index, panel) in wanted.filter(|(index, _)| !left_out[*index]) {
        let wanted = match panel.side {
            PanelSide::Left => 0,
            PanelSide::Middle => rows.len() / 2,
            PanelSide::Right => rows.len().saturating_sub(1),
        };
        // Try the nearest columns first.
        let mut places: Vec<usize> = (0..rows.len()).collect();
        places.sort_by_key(|column| column.abs_diff(wanted));
        // Beside the game, a panel of a pair belongs to its side.
        if is_of_pair(panels, index) && rows.len() == 2 {
            places.truncate(1);
        }
        let versions = [(Some(&panel.parts), false), (panel.compact.as_ref(), true)];
        // The compact form on its side of the game comes before the full form on the other side.
        let found = places.iter().find_map(|&place| {
            versions.iter().find_map(|&(parts, is_compact)| {
                let parts = parts?;
                let is_first = !chosen.iter().any(|other| other.column == place);
                let gap = if is_first { 0 } else { gap };
                let [least, full] = heights(panel, parts, place)?.map(|height| height + gap);
                (least <= free[place]).then_some((place, [least, full], is_compact))
            })
        });
        if let Some((column, [least, full], is_compact)) = found {
            free[column] -= least;
            chosen.push(SizedPanel {
                panel: index,
                column,
                least,
                full,
                is_compact,
            });
        }
    }
    // The remaining room goes to panels that have more to show.
    for one in &mut chosen {
        let more = (one.full - one.least).min(free[one.column]);
        one.least += more;
        free[one.column] -= more;
    }
    chosen
}

/// Returns whether a panel is one of a pair.
fn is_of_pair(panels: &[Panel], index: usize) -> bool {
    let is_second = index > 0 && panels[index - 1].is_of_two;
    panels[index].is_of_two || is_second
}

/// Panel with its column and the room it takes there, including its gap.
struct SizedPanel {
    panel: usize,
    column: usize,
    least: usize,
    full: usize,
    is_compact: bool,
}

fn placed(chosen: &[SizedPanel], panels: &[Panel], rows: &[usize], gap: usize) -> Vec<PlacedPanel> {
    let mut tops = vec![0; rows.len()];
    let mut bottoms = rows.to_vec();
    let first_of = |column| chosen.iter().position(|one| one.column == column);
    let places = chosen.iter().enumerate().map(|(index, one)| {
        let height = match first_of(one.column) == Some(index) {
            true => one.least,
            false => one.least - gap,
        };
        let y = if panels[one.panel].is_pinned {
            bottoms[one.column] -= height;
            let y = bottoms[one.column];
            bottoms[one.column] = y.saturating_sub(gap);
            y
        } else {
            let y = tops[one.column];
            tops[one.column] += height + gap;
            y
        };
        PlacedPanel {
            panel: one.panel,
            column: one.column,
            y,
            height,
            is_compact: one.is_compact,
        }
    });
    places.collect()
}

/// Returns the minimum height of a panel and its full height in pixels. A panel with a title is a card.
fn heights(panel: &Panel, parts: &[PanelPart], column: ColumnSize) -> [usize; 2] {
    let edge = if panel.title.is_empty() { 0 } else { CARD_EDGE };
    let sum = |is_least: bool| -> usize {
        let parts = parts.iter().map(|part| part.height(column, is_least));
        let content = parts.sum::<usize>().max(panel.room * LINE);
        (content + 2 * edge).next_multiple_of(GRID)
    };
    [sum(true), sum(false)]
}

/// Returns the minimum and the full height in lines of `columns` letters, or `None` if there is nothing to read.
fn line_heights(panel: &Panel, parts: &[PanelPart], columns: usize) -> Option<[usize; 2]> {
    let ruler = LengthUnit::Letters;
    let least = parts.iter().map(|part| part.least_lines(ruler, columns));
    let full = parts.iter().map(|part| part.lines(ruler, columns).len());
    let (least, full) = (least.sum(), full.sum());
    let title = title_lines(&panel.title, columns).len();
    (full > 0).then(|| [least, full].map(|lines: usize| title + lines.max(panel.room)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::panel::{Curve, Figure, PanelList, SmallBoard, Tone};
    use crate::render::surface::Area;

    fn lines(count: usize) -> PanelPart {
        PanelPart::Figures(vec![Figure::new("WORD", "12"); count])
    }

    fn list(rows: usize, least: usize) -> PanelPart {
        PanelPart::List(PanelList {
            rows: vec![Figure::new("ROW", "1"); rows],
            cursor: Some(rows / 2),
            least,
        })
    }

    const COLUMN: ColumnSize = ColumnSize {
        width: 208,
        height: 248,
    };

    #[test]
    fn panels_stand_on_their_side_and_go_over_where_it_is_full() {
        let left = |part| Panel {
            side: PanelSide::Left,
            ..Panel::new("", vec![part])
        };
        let panels = [
            left(lines(10)),
            Panel::new("", vec![lines(3)]),
            left(lines(12)),
        ];
        let places = arrange(&panels, &[COLUMN; 2]);
        let seen: Vec<_> = places
            .iter()
            .map(|place| (place.panel, place.column, place.y))
            .collect();
        assert_eq!(seen, [(0, 0, 0), (1, 1, 0), (2, 1, 56)]);
        let alone = arrange(&panels, &[COLUMN]);
        let seen: Vec<_> = alone.iter().map(|place| (place.panel, place.y)).collect();
        assert_eq!(
            seen,
            [(0, 0), (1, 136)],
            "the third has no room and is left out"
        );
    }

    #[test]
    fn of_three_columns_the_nearest_one_with_room_is_taken() {
        let panels = [
            Panel {
                side: PanelSide::Middle,
                ..Panel::new("", vec![lines(2)])
            },
            Panel::new("", vec![lines(10)]),
            Panel::new("", vec![lines(15)]),
            Panel::new("", vec![lines(15)]),
        ];
        let columns = |count| {
            let places = arrange(&panels, &vec![COLUMN; count]);
            let columns = places.iter().map(|place| place.column);
            columns.collect::<Vec<_>>()
        };
        assert_eq!(columns(3), [1, 2, 1, 0]);
        assert_eq!(columns(2), [1, 1, 0]);
        assert_eq!(columns(1), [0, 0]);
    }

    #[test]
    fn without_room_a_panel_says_less_and_a_list_shows_fewer_rows() {
        let panel = Panel {
            compact: Some(vec![lines(2)]),
            ..Panel::new("", vec![lines(30)])
        };
        let places = arrange(&[panel, Panel::new("", vec![list(40, 3)])], &[COLUMN]);
        assert_eq!((places[0].height, places[0].is_compact), (24, true));
        assert_eq!(
            (places[1].y, places[1].height),
            (40, 208),
            "the list takes what is left"
        );
    }

    #[test]
    fn of_two_panels_none_is_shown_alone() {
        let two = [
            Panel {
                is_of_two: true,
                ..Panel::new("", vec![lines(9)])
            },
            Panel::new("", vec![lines(9)]),
            Panel::new("", vec![lines(9)]),
        ];
        let shown = |height| -> Vec<usize> {
            let places = arrange(&two, &[ColumnSize { height, ..COLUMN }]);
            places.iter().map(|place| place.panel).collect()
        };
        assert_eq!(shown(368), [0, 1, 2]);
        assert_eq!(shown(240), [0, 1]);
        assert_eq!(shown(239), [2], "the room is for the third");
        assert!(shown(80).is_empty());
    }

    #[test]
    fn a_pinned_panel_stands_at_the_bottom_and_keeps_its_room() {
        let pinned = Panel {
            is_pinned: true,
            room: 5,
            ..Panel::new("", vec![lines(1)])
        };
        let places = arrange(&[pinned, Panel::new("", vec![lines(4)])], &[COLUMN]);
        assert_eq!((places[0].y, places[0].height), (184, 64));
        assert_eq!((places[1].y, places[1].height), (0, 48));
    }

    #[test]
    fn nothing_overlaps_or_is_outside_in_columns_of_any_size() {
        let board = SmallBoard {
            caption: "PLAYED".to_owned(),
            rows: vec![[0x30; 10]; 12],
        };
        let curve = Curve {
            points: vec![0.5; 40],
            height: 40,
            ..Curve::default()
        };
        let panels = [
            Panel {
                is_pinned: true,
                room: 4,
                ..Panel::new(
                    "",
                    vec![PanelPart::Text("survival plays".to_owned(), Tone::Quiet)],
                )
            },
            Panel::new("COACH", vec![PanelPart::Boards(vec![board; 2]), list(9, 3)]),
            Panel {
                side: PanelSide::Left,
                compact: Some(vec![lines(3)]),
                ..Panel::new("STATISTICS", vec![lines(24), PanelPart::Curve(curve)])
            },
            Panel::new(
                "KEYS",
                vec![PanelPart::Keys(vec![
                    ("F1".to_owned(), "KEYS".to_owned());
                    5
                ])],
            ),
        ];
        for (width, height) in (4..30).flat_map(|w| (0..60).map(move |h| (w * 16, h * 13))) {
            for count in 1..4 {
                let columns = vec![ColumnSize { width, height }; count];
                let places = arrange(&panels, &columns);
                let areas: Vec<(usize, Area)> = places
                    .iter()
                    .map(|place| {
                        let (y, height) = (place.y, place.height);
                        (
                            place.column,
                            Area {
                                x: 0,
                                y,
                                width,
                                height,
                            },
                        )
                    })
                    .collect();
                for (index, (column, area)) in areas.iter().enumerate() {
                    assert!(
                        area.y + area.height <= height,
                        "{width}x{height}: {places:?}"
                    );
                    for (other, beside) in &areas[..index] {
                        assert!(column != other || !area.meets(beside), "{places:?}");
                    }
                }
            }
        }
    }
}

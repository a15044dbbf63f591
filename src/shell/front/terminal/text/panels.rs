//! Panels as text: to the right of the game, or below it on a narrow terminal.

use rightwell::render::panel::arrange_lines;
use rightwell::render::{Palette, Panel};

use super::canvas::TextCanvas;

/// Minimum width of a column, and width of the gap between two columns, in letters.
const WIDTH_MIN: usize = 20;
const GAP: usize = 2;
/// Maximum number of columns side by side. With more room, the columns get wider.
pub const COUNT_MAX: usize = 3;
/// Minimum height of columns below the game, in lines.
const LINES_MIN: usize = 8;

/// A column of panels: position and size in letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextColumn {
    left: usize,
    top: usize,
    width: usize,
    lines: usize,
}

/// Returns at most `count` columns beside a game that is drawn in the upper left corner with this size: to its right,
/// or else below it. They are as wide as the room allows. Returns none if there is no room.
pub fn beside(
    picture: (usize, usize),
    (width, lines): (usize, usize),
    count: usize,
) -> Vec<TextColumn> {
    let right = width.saturating_sub(picture.0 + GAP);
    let below = lines.saturating_sub(picture.1 + 1);
    let room = if right >= WIDTH_MIN {
        TextColumn {
            left: picture.0 + GAP,
            top: 0,
            width: right,
            lines,
        }
    } else if below >= LINES_MIN && width >= WIDTH_MIN {
        TextColumn {
            left: 0,
            top: picture.1 + 1,
            width,
            lines: below,
        }
    } else {
        return Vec::new();
    };
    divided(room, count)
}

/// Returns columns that cover the whole terminal instead of the game.
pub fn page((width, lines): (usize, usize), count: usize) -> Vec<TextColumn> {
    let room = TextColumn {
        left: 0,
        top: 0,
        width,
        lines,
    };
    divided(room, count)
}

fn divided(room: TextColumn, count: usize) -> Vec<TextColumn> {
    let count = ((room.width + GAP) / (WIDTH_MIN + GAP)).clamp(1, count);
    let width = (room.width + GAP) / count - GAP;
    let column = |index| TextColumn {
        left: room.left + index * (width + GAP),
        width,
        ..room
    };
    (0..count).map(column).collect()
}

impl TextCanvas {
    /// Writes the panels that fit into the columns, in order of importance.
    pub fn panels(&mut self, panels: &[Panel], columns: &[TextColumn], palette: &Palette) {
        let sizes = columns.iter().map(|column| (column.width, column.lines));
        let sizes: Vec<(usize, usize)> = sizes.collect();
        for place in arrange_lines(panels, &sizes) {
            let TextColumn {
                left, top, width, ..
            } = columns[place.column];
            let lines = panels[place.panel].lines(width, &place);
            for (row, line) in (top + place.y..).zip(lines) {
                for span in line.spans {
                    let ink = palette.rgb(span.tone.colour());
                    self.text(row, left + span.at, &span.text, ink);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_right_of_the_game_or_below_it_without_overlap() {
        let widths = |columns: Vec<TextColumn>| -> Vec<usize> {
            columns.iter().map(|column| column.width).collect()
        };
        assert_eq!(widths(beside((34, 22), (80, 22), COUNT_MAX)), [21, 21]);
        assert_eq!(widths(beside((34, 22), (80, 22), 1)), [44]);
        assert_eq!(beside((34, 22), (55, 22), COUNT_MAX), []);
        assert_eq!(widths(beside((34, 22), (55, 40), COUNT_MAX)), [26, 26]);
        for (width, lines) in (34..300).flat_map(|width| [22, 30, 31, 90].map(|rows| (width, rows)))
        {
            let columns = beside((34, 22), (width, lines), COUNT_MAX);
            for (index, column) in columns.iter().enumerate() {
                let end = column.left + column.width;
                assert!(end <= width && column.top + column.lines <= lines);
                assert!(column.width >= WIDTH_MIN);
                assert!(column.left > 34 || column.top > 22, "{column:?}");
                let next = columns.get(index + 1);
                assert!(next.is_none_or(|next| next.left == end + GAP));
            }
        }
    }
}

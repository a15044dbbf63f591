//! Heat maps of the playfield: how many pieces locked in each cell, over all pieces and for each piece.

use crate::lab::Report;
use crate::lab::tally::CellCounts;
use crate::rules::Piece;
use crate::rules::motion::{COLUMNS, ROWS};

use super::Plot;
use super::drawing::Rgb;
use super::drawing::{Anchor, Drawing, Ink};
use super::numbers::{count, percent};

/// Exponent of the brightness. With it, cells with very few locks can be told from cells without locks. Source: the
/// heat maps of meatfighter.com.
const POWER: f64 = 0.19;

/// Colours at evenly spaced points of the scale, from 0 to the cell with the most locks.
const STOPS: [Rgb; 6] = [
    [0x0C, 0x0F, 0x24],
    [0x3A, 0x1D, 0x6E],
    [0x8A, 0x2A, 0x7C],
    [0xD0, 0x48, 0x5F],
    [0xF3, 0x8B, 0x4A],
    [0xFB, 0xE9, 0x9E],
];

/// Marks of the colour bar: a share of the locks in the fullest cell, and its label.
const MARKS: [(f64, &str); 6] = [
    (1.0, "100 %"),
    (0.1, "10 %"),
    (0.01, "1 %"),
    (0.001, "0.1 %"),
    (0.000_01, "0.001 %"),
    (0.0, "0"),
];

/// Returns the colour of a cell with `locks` locks. `largest` is the number of locks in the fullest cell. CellCounts without
/// locks have the darkest colour.
pub fn heat_colour(locks: u64, largest: u64) -> Rgb {
    shade((locks as f64 / largest.max(1) as f64).powf(POWER))
}

/// Returns the colour at a fraction of the scale, from darkest (0) to brightest (1).
fn shade(share: f64) -> Rgb {
    let way = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let stop = (way as usize).min(STOPS.len() - 2);
    let part = way - stop as f64;
    std::array::from_fn(|index| {
        let [from, to] = [STOPS[stop], STOPS[stop + 1]].map(|colour| f64::from(colour[index]));
        (from + part * (to - from)).round() as u8
    })
}

/// Returns the heat map of all locks, with the share of each row. `None` if there are no locks.
pub fn lock_map(report: &Report) -> Option<Plot> {
    const CELL: f64 = 16.0;
    const LEFT: f64 = 44.0;
    const TOP: f64 = 88.0;
    let percents = report.row_percent?;
    let cells = &report.tally.locks;
    let largest = largest_of(cells);
    let lines = [
        format!(
            "{} locks, by row and column of the pivot",
            count(report.pieces)
        ),
        format!(
            "the brightest cell: {} of all locks",
            percent(largest as f64 / report.pieces as f64)
        ),
    ];
    let mut drawing = Drawing::new(TOP + 20.0 * CELL + 34.0, "Where pieces lock", &lines);
    field(
        &mut drawing,
        (LEFT, TOP),
        CELL,
        cells,
        |row, column, locks| {
            let share = percent(locks as f64 / report.pieces as f64);
            format!(
                "row {row}, column {column}: {} locks, {share}",
                count(locks)
            )
        },
    );
    let longest = percents.iter().fold(0.0, |most: f64, &row| most.max(row));
    let bars = LEFT + 10.0 * CELL + 14.0;
    for (row, share) in percents.into_iter().enumerate() {
        let y = TOP + row as f64 * CELL;
        let number = row.to_string();
        drawing.text((LEFT - 6.0, y + 12.0), Anchor::End, Ink::Secondary, &number);
        if share > 0.0 {
            let length = 80.0 * share / longest;
            drawing.filled((bars, y + 3.0), (length, CELL - 6.0), Ink::DataArea);
            let place = (bars + length + 5.0, y + 12.0);
            drawing.text(
                place,
                Anchor::Start,
                Ink::Secondary,
                &percent(share / 100.0),
            );
        }
    }
    let below = TOP + 20.0 * CELL + 16.0;
    for column in 0..COLUMNS {
        let x = LEFT + (f64::from(column) + 0.5) * CELL;
        drawing.text(
            (x, below),
            Anchor::Middle,
            Ink::Secondary,
            &column.to_string(),
        );
    }
    let first = percents.iter().position(|share| *share > 0.0).unwrap_or(0);
    let place = (bars, TOP + first as f64 * CELL - 6.0);
    drawing.text(place, Anchor::Start, Ink::Secondary, "share of a row");
    colour_bar(&mut drawing, (Drawing::WIDTH - 84.0, TOP), 20.0 * CELL);
    Some(Plot {
        name: "locks",
        caption: "How often a piece locked with its pivot in each cell, relative to the brightest cell. Brightness is this share to the power of 0.19, so that rare cells stay visible. Row 0 is at the top."
            .to_owned(),
        drawing,
    })
}

/// Returns one heat map per piece, each scaled to its own fullest cell. `None` if the batch did not count locks by
/// piece.
pub fn lock_maps_by_piece(report: &Report) -> Option<Plot> {
    const CELL: f64 = 9.0;
    const LEFT: f64 = 20.0;
    const PITCH: f64 = 116.0;
    const TOP: f64 = 88.0;
    const DOWN: f64 = 222.0;
    let pieces = &report.tally.locks_by_piece;
    if pieces.is_empty() {
        return None;
    }
    let lines = ["each scaled to its own largest cell".to_owned()];
    let height = TOP + DOWN + 20.0 * CELL + 16.0;
    let mut drawing = Drawing::new(height, "Where each piece locks", &lines);
    let place = |index: usize| {
        let (column, row) = (index % 4, index / 4);
        (LEFT + column as f64 * PITCH, TOP + row as f64 * DOWN)
    };
    for (piece, cells) in Piece::ALL.into_iter().zip(pieces) {
        let (x, y) = place(piece.index());
        let locks: u64 = cells.as_flattened().iter().sum();
        let share = percent(locks as f64 / report.pieces.max(1) as f64);
        let text = format!("{}   {share}", piece.letter());
        drawing.text((x, y - 7.0), Anchor::Start, Ink::Text, &text);
        field(&mut drawing, (x, y), CELL, cells, |_, _, _| String::new());
    }
    let (x, y) = place(Piece::COUNT);
    colour_bar(&mut drawing, (x + 6.0, y), 20.0 * CELL);
    Some(Plot {
        name: "locks-by-piece",
        caption:
            "Where each of the seven pieces locked. The percentage is the piece's share of all pieces; brightness is \
                  relative to the largest cell of that piece."
                .to_owned(),
        drawing,
    })
}

fn largest_of(cells: &CellCounts) -> u64 {
    cells.as_flattened().iter().copied().max().unwrap_or(0)
}

/// Draws a playfield in the darkest colour, then all cells with locks. `tooltip` returns a cell's tooltip, given its
/// row, its column and its locks.
fn field(
    drawing: &mut Drawing,
    (left, top): (f64, f64),
    cell: f64,
    cells: &CellCounts,
    tooltip: impl Fn(usize, usize, u64) -> String,
) {
    let largest = largest_of(cells);
    let size = (f64::from(COLUMNS) * cell, f64::from(ROWS) * cell);
    drawing.filled((left, top), size, Ink::Fixed(shade(0.0)));
    for (row, counts) in cells.iter().enumerate() {
        for (column, &locks) in counts.iter().enumerate().filter(|(_, locks)| **locks > 0) {
            let place = (left + column as f64 * cell, top + row as f64 * cell);
            drawing.filled(place, (cell, cell), Ink::Fixed(heat_colour(locks, largest)));
            drawing.tooltip(tooltip(row, column, locks));
        }
    }
}

/// Draws the colour bar with its marks.
fn colour_bar(drawing: &mut Drawing, (left, top): (f64, f64), height: f64) {
    const STEPS: usize = 64;
    const WIDTH: f64 = 14.0;
    for step in 0..STEPS {
        let share = 1.0 - (step as f64 + 0.5) / STEPS as f64;
        let y = top + height * step as f64 / STEPS as f64;
        // The rectangles overlap, so that no gaps show at any scale.
        let rest = top + height - y;
        drawing.filled((left, y), (WIDTH, rest), Ink::Fixed(shade(share)));
    }
    for (share, text) in MARKS {
        let y = top + height * (1.0 - share.powf(POWER));
        drawing.line(
            &[(left + WIDTH, y), (left + WIDTH + 4.0, y)],
            1.0,
            Ink::Secondary,
        );
        let place = (left + WIDTH + 8.0, y + 4.0);
        drawing.text(place, Anchor::Start, Ink::Secondary, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_cell_is_brightest_and_a_cell_without_locks_darkest() {
        assert_eq!(heat_colour(1000, 1000), [0xFB, 0xE9, 0x9E]);
        assert_eq!(heat_colour(0, 1000), [0x0C, 0x0F, 0x24]);
        assert_eq!(heat_colour(0, 0), [0x0C, 0x0F, 0x24]);
    }

    #[test]
    fn brightness_is_the_share_of_the_largest_cell_to_the_power_of_0_19() {
        // A share of 0.4 ^ (1 / 0.19) is exactly at one of the stops, at 0.4 of the scale.
        let locks = (1e9 * 0.4f64.powf(1.0 / POWER)).round() as u64;
        assert_eq!(heat_colour(locks, 1_000_000_000), STOPS[2]);
        let half = heat_colour(
            (1e9 * 0.5f64.powf(1.0 / POWER)).round() as u64,
            1_000_000_000,
        );
        // This share is halfway between two stops, rounded to whole numbers.
        let off = half.iter().zip([0xAD, 0x39, 0x6D]);
        assert!(
            off.into_iter()
                .all(|(&part, wanted)| part.abs_diff(wanted) <= 1),
            "{half:?}"
        );
    }
}

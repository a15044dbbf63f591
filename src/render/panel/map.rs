//! Locks of a game: a map of the field, and the number of locks in each row.

use super::lines::PanelLine;
use crate::render::palette::BLACK;

/// Map of locks: a plain value that the caller fills in.
#[derive(Clone, Debug, PartialEq)]
pub struct LockMap {
    /// Brightness of each cell, by row (0 at the top) and column: 0 for nothing, 1 for the brightest.
    pub heat: [[f32; 10]; 20],
    /// Length of each row's bar: 0 for nothing, 1 for the longest.
    pub bars: [f32; 20],
    /// Position of a straight line through the ends of the bars, for each row from the top. Empty if there is no line.
    /// Positions outside 0-1 are left out.
    pub line: Vec<f32>,
}

/// Colours from nothing to the brightest cell: black, blue, violet, red, yellow, white.
const HEAT: [u8; 11] = [
    BLACK, 0x02, 0x12, 0x13, 0x14, 0x15, 0x16, 0x26, 0x27, 0x38, 0x30,
];
/// Letters from nothing to the brightest cell.
const SHADES: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];
/// Maximum letters of a bar.
const BAR: usize = 16;

/// Returns the shade for a brightness, 0 to 1. Only exactly 0 gets the first one.
fn shade<T: Copy>(shades: &[T], heat: f32) -> T {
    let last = shades.len() - 1;
    shades[((heat * last as f32).ceil() as usize).min(last)]
}

/// Returns the colour index of a brightness.
pub(super) fn heat_colour(heat: f32) -> u8 {
    shade(&HEAT, heat)
}

impl LockMap {
    /// Returns the rows that the fitted line crosses within the bars. Each comes with the line's position in the row, 0 to 1.
    pub(super) fn crossings(&self) -> impl Iterator<Item = (usize, f32)> {
        let rows = self.line.iter().copied().take(20).enumerate();
        rows.filter(|(_, at)| (0.0..=1.0).contains(at))
    }

    /// Returns the map in letters, with the bars to its right.
    pub(super) fn lines(&self, columns: usize) -> Vec<PanelLine> {
        let room = columns.saturating_sub(self.heat[0].len() + 1).min(BAR);
        let length = |share: f32| (share.clamp(0.0, 1.0) * room as f32).round() as usize;
        let mut bars = self.bars.map(|bar| vec!['-'; length(bar)]);
        for (row, at) in self.crossings() {
            let at = length(at).saturating_sub(1);
            let bar = &mut bars[row];
            bar.resize(bar.len().max((at + 1).min(room)), ' ');
            bar.get_mut(at).into_iter().for_each(|place| *place = '*');
        }
        let line = |(heat, bar): (&[f32; 10], Vec<char>)| {
            let heat = heat.map(|heat| shade(&SHADES, heat));
            let cells = heat.iter().take(columns);
            let bar = std::iter::once(&' ').chain(&bar).take(room + 1);
            PanelLine::plain(cells.chain(bar).collect::<String>().trim_end())
        };
        self.heat.iter().zip(bars).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_show_the_map_and_the_bars_with_the_line_through_them() {
        let mut map = LockMap {
            heat: [[0.0; 10]; 20],
            bars: [0.0; 20],
            line: vec![0.5; 16],
        };
        map.heat[19][3] = 1.0;
        map.heat[10][0] = 0.01;
        map.bars[19] = 1.0;
        let rows: Vec<String> = map.lines(40).iter().map(PanelLine::text).collect();
        assert_eq!(rows[0], "                  *");
        assert_eq!(rows[10], ".                 *");
        assert_eq!(rows[16], "");
        assert_eq!(rows[19], "   @       ----------------");
        for columns in 1..40 {
            let lines = map.lines(columns);
            let longest = lines.iter().map(|line| line.text().chars().count()).max();
            assert!(longest <= Some(columns), "{columns}");
        }
    }
}

//! Where the pieces of a game lock: a map of the field, and how often each row is locked in.

use super::lines::PanelLine;
use crate::render::palette::BLACK;

/// A map of locks: a plain value that whoever shows a game fills in.
#[derive(Clone, Debug, PartialEq)]
pub struct LockMap {
    /// How bright each cell is, by row (0 at the top) and column: 0 nothing, 1 the brightest.
    pub heat: [[f32; 10]; 20],
    /// How long the bar of each row is: 0 nothing, 1 the longest there is room for.
    pub bars: [f32; 20],
    /// Where a straight line through the ends of the bars crosses them, where there is one, in the rows from
    /// the top. What lies outside 0-1 is left out.
    pub line: Vec<f32>,
}

/// From nothing to the brightest cell: from black over blue, violet, red and yellow to white.
const HEAT: [u8; 11] = [
    BLACK, 0x02, 0x12, 0x13, 0x14, 0x15, 0x16, 0x26, 0x27, 0x38, 0x30,
];
/// The same in letters.
const SHADES: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];
/// The most letters of a bar.
const BAR: usize = 16;

/// That one of several which stands for a brightness, 0 to 1; whatever is not nothing is not the first.
fn shade<T: Copy>(shades: &[T], heat: f32) -> T {
    let last = shades.len() - 1;
    shades[((heat * last as f32).ceil() as usize).min(last)]
}

/// The colour index of a brightness.
pub(super) fn heat_colour(heat: f32) -> u8 {
    shade(&HEAT, heat)
}

impl LockMap {
    /// Where the line crosses the rows, as far as it is among the bars.
    pub(super) fn crossings(&self) -> impl Iterator<Item = (usize, f32)> {
        let rows = self.line.iter().copied().take(20).enumerate();
        rows.filter(|(_, at)| (0.0..=1.0).contains(at))
    }

    /// The map in letters, with the bars right of it.
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

//! The lab's view of a game as text, where the statistics stand; its bars need 80 columns.

use rightwell::render::Palette;
use rightwell::render::lab::{LabPanel, heat_colour};

use super::super::cells::{Cell, EMPTY};
use super::canvas::{Canvas, FIELD_ROW, GREY, WHITE};

/// Columns of a terminal that has room for the bars.
const WIDTH_MIN: usize = 80;
/// Columns left of the field.
const ROOM: usize = 21;
/// Where the lines and the bars begin, and how long the longest bar is.
const TEXT_COLUMN: usize = 11;
const BAR_COLUMN: usize = 63;
const BAR: usize = 16;
/// Letters for cells, from nothing to the brightest.
const SHADES: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];

impl Canvas {
    /// Writes the lab's view beside the field.
    pub fn lab(&mut self, panel: &LabPanel, palette: &Palette, width: usize) {
        for row in 0..FIELD_ROW + 20 {
            self.text(row, 0, &" ".repeat(ROOM), WHITE);
        }
        let has_bars = width >= WIDTH_MIN;
        let title = if has_bars {
            "THE LAB"
        } else {
            "LAB, bars at width 80"
        };
        self.text(0, 0, title, WHITE);
        for (y, cells) in panel.heat.iter().enumerate() {
            for (x, heat) in cells.iter().enumerate() {
                let shade = (heat * (SHADES.len() - 1) as f32).ceil() as usize;
                let colour = palette.rgb(heat_colour(*heat));
                let cell = Cell {
                    letter: SHADES[shade.min(SHADES.len() - 1)],
                    ink: WHITE,
                    paper: colour.map(|part| part / 2),
                };
                let cell = if *heat > 0.0 { cell } else { EMPTY };
                self.put(FIELD_ROW + y, x, cell);
            }
        }
        for (index, line) in panel.text().enumerate() {
            self.text(FIELD_ROW + index, TEXT_COLUMN, &line, WHITE);
        }
        if has_bars {
            self.bars(panel);
        }
    }

    fn bars(&mut self, panel: &LabPanel) {
        let length = |share: f32| (share.clamp(0.0, 1.0) * BAR as f32).round() as usize;
        for (y, bar) in panel.bars.iter().enumerate() {
            self.text(FIELD_ROW + y, BAR_COLUMN, &"-".repeat(length(*bar)), GREY);
        }
        let Some((first, lengths)) = &panel.line else {
            return;
        };
        for (y, at) in (*first..20).zip(lengths) {
            if (0.0..=1.0).contains(at) {
                let column = BAR_COLUMN + length(*at).saturating_sub(1);
                self.text(FIELD_ROW + y, column, "*", WHITE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rightwell::render::Renderer;

    use super::*;

    fn letters(width: u16) -> Vec<String> {
        let mut canvas = Canvas::new((width, 24));
        let mut panel = LabPanel {
            heat: [[0.0; 10]; 20],
            bars: [0.0; 20],
            line: Some((0, vec![0.5; 16])),
            lines: vec![("LOCKS".to_owned(), "12".to_owned())],
        };
        panel.heat[19][3] = 1.0;
        panel.heat[10][0] = 0.01;
        panel.bars[19] = 1.0;
        canvas.lab(&panel, Renderer::new().palette(), width.into());
        let rows = canvas.cells.iter();
        rows.map(|row| row.iter().map(|cell| cell.letter).collect())
            .collect()
    }

    #[test]
    fn the_map_and_the_words_stand_left_of_the_field_and_the_bars_right_of_it() {
        let rows = letters(80);
        assert_eq!(&rows[0][..21], "THE LAB              ");
        assert_eq!(&rows[1][..21], "           LOCKS  12 ");
        assert_eq!(&rows[11][..2], ". ");
        assert_eq!(&rows[20][..10], "   @      ");
        assert_eq!(&rows[20][63..79], "----------------");
        assert_eq!(&rows[1][63..79], "       *        ");
        assert!(
            rows.iter().all(|row| row[21..63].trim().is_empty()),
            "the game's own"
        );
    }

    #[test]
    fn a_terminal_that_is_too_narrow_says_so() {
        let rows = letters(79);
        assert_eq!(&rows[0][..21], "LAB, bars at width 80");
        assert!(rows.iter().all(|row| row[21..].trim().is_empty()));
    }
}

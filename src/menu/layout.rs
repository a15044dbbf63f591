//! Layout of a page: which lines are visible, where they are, and which of them a pointer is on.

use super::page::Input;
use super::sheet::{Sheet, SheetLine, SheetPicture};

/// Distance from one line to the next if there is little room.
const CLOSE_PITCH: usize = 9;
/// Maximum number of free pixels above a group. With fewer than `CLOSE_GAP` pixels, the lines move closer together.
const GROUP_GAP: usize = 5;
const CLOSE_GAP: usize = 3;
/// Number of lines of the hint without a preview, and the distance between them.
const HINT_LINES: usize = 2;
const HINT_PITCH: usize = 10;
/// Free pixels above and below the hint, and around a preview.
const MARGIN: usize = 4;

/// Visible part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLayout {
    /// Visible lines, by their indexes in the sheet, and the pixel row of each.
    pub lines: Vec<(usize, usize)>,
    /// Distance from one line to the next.
    pub pitch: usize,
    /// True if there are more lines above the visible ones, and below them.
    pub more: (bool, bool),
    /// Pixel row of the first line of the longest hint, maximum number of lines, and pixels of each.
    pub hint: (usize, usize, usize),
    /// Number of lines of the hint that always have room. Only a longer hint takes free rows above them.
    usual_hint: usize,
    /// Upper left pixel of the preview. Unused without one.
    pub preview: (usize, usize),
}

impl SheetLayout {
    /// Returns the pixel row of each line of a hint with this number of lines.
    pub fn hint_rows(&self, lines: usize) -> impl Iterator<Item = usize> {
        let (top, most, _) = self.hint;
        let first = most.saturating_sub(lines.max(self.usual_hint));
        (first..).map(move |line| top + HINT_PITCH * line)
    }
}

impl Sheet {
    /// Returns the layout on the console's screen. The lines take all the height that there is.
    pub fn layout(&self) -> SheetLayout {
        let width = 8 * Sheet::COLUMNS;
        let hint_height = HINT_LINES * HINT_PITCH;
        let mut top = Sheet::FOOTER_Y - MARGIN - hint_height;
        let (mut hint, mut usual_hint) = ((top + 1, HINT_LINES, width), HINT_LINES);
        let mut place = (0, 0);
        if let Some(preview) = self.preview() {
            let right = 8 * Sheet::LEFT + width - MARGIN;
            let y = Sheet::FOOTER_Y - MARGIN - preview.height;
            place = (right.saturating_sub(preview.width), y);
            top = top.min(y - 1);
            let lines = (Sheet::FOOTER_Y - MARGIN - top) / HINT_PITCH;
            let room = width.saturating_sub(preview.width + 3 * MARGIN);
            (hint, usual_hint) = ((top, lines, room), lines);
        }
        let room = (top + 1).saturating_sub(Sheet::FIRST_Y + MARGIN);
        let groups = self.lines.iter().skip(1);
        let groups = groups.filter(|line| line.begins_group).count();
        let fits = |pitch, gap| self.lines.len() * pitch + groups * gap <= room;
        // A list that scrolls anyway is not crowded.
        let is_close = !fits(Sheet::PITCH, CLOSE_GAP) && fits(CLOSE_PITCH, 0);
        let pitch = if is_close { CLOSE_PITCH } else { Sheet::PITCH };
        let gap = (0..=GROUP_GAP).rev().find(|gap| fits(pitch, *gap));
        let (shown, more) = self.visible(room / pitch);
        let mut y = Sheet::FIRST_Y;
        let lines = shown.into_iter().enumerate().map(|(place, index)| {
            if place > 0 {
                let begins_group = self.lines[index].begins_group;
                y += pitch + gap.filter(|_| begins_group).unwrap_or(0);
            }
            (index, y)
        });
        let lines: Vec<(usize, usize)> = lines.collect();
        if self.picture == SheetPicture::None {
            let free = (top + 1).saturating_sub(y + pitch) / HINT_PITCH;
            hint = (hint.0 - free * HINT_PITCH, hint.1 + free, width);
        }
        SheetLayout {
            lines,
            pitch,
            more,
            hint,
            usual_hint,
            preview: place,
        }
    }

    /// Returns the indexes of the visible lines where there is room for `room` lines, and whether there are more lines
    /// above and below. The line under the cursor is always visible, and so are the titles of columns above it.
    pub fn visible(&self, room: usize) -> (Vec<usize>, (bool, bool)) {
        let chosen = self.lines.iter().position(|line| line.is_chosen);
        let chosen = chosen.unwrap_or(0);
        let hidden = self.lines.len().saturating_sub(room);
        let top = chosen.saturating_sub(room / 2).min(hidden);
        let end = self.lines.len().min(top + room);
        let is_title = |line: &SheetLine| line.is_heading && !line.cells.is_empty();
        let title = self.lines.iter().position(is_title);
        let mut shown: Vec<usize> = (top..end).collect();
        if let Some(title) = title.filter(|title| *title < top && room > 2) {
            shown[0] = title;
        }
        (shown, (top > 0, end < self.lines.len()))
    }

    /// Replaces a position of the pointer by the row there, or by "back" on the button help. Returns `None` if nothing
    /// is there. Returns other inputs unchanged.
    pub fn aim(&self, input: Input) -> Option<Input> {
        match input {
            Input::Point(column, row) => {
                let line = self.line_at(column, row)?;
                Some(Input::PointRow(line.row))
            }
            Input::Press(_, row) if (Sheet::FOOTER_Y..Sheet::FOOTER_Y + 8).contains(&row) => {
                Some(Input::Back)
            }
            Input::Press(column, row) => {
                let line = self.line_at(column, row)?;
                let value = 8 * (Sheet::LEFT + line.value_column());
                let end = 8 * (Sheet::LEFT + Sheet::VALUE_COLUMN + Sheet::VALUE_COLUMNS);
                let is_left_half = column + 8 >= value && column < usize::midpoint(value, end);
                Some(Input::PressRow(line.row, line.turns && is_left_half))
            }
            input => Some(input),
        }
    }

    /// Returns the line at a position of the frame, if it can be chosen.
    fn line_at(&self, column: usize, row: usize) -> Option<&SheetLine> {
        let layout = self.layout();
        let is_there = |&&(_, y): &&(usize, usize)| (y..y + layout.pitch).contains(&row);
        let (index, _) = layout.lines.iter().find(is_there)?;
        let within = (Sheet::LEFT..Sheet::LEFT + Sheet::COLUMNS).contains(&(column / 8));
        let line = &self.lines[*index];
        (within && !line.is_heading).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Preview;
    use super::*;

    fn sheet(lines: usize, groups: &[usize]) -> Sheet {
        let line = |row| SheetLine {
            row,
            begins_group: groups.contains(&row),
            is_chosen: row == 0,
            ..SheetLine::default()
        };
        Sheet {
            title: String::new(),
            lines: (0..lines).map(line).collect(),
            columns: &[],
            hint: String::new(),
            chosen: Default::default(),
            values: Vec::new(),
            footer: String::new(),
            picture: SheetPicture::None,
        }
    }

    #[test]
    fn no_list_scrolls_while_rows_are_free() {
        for preview in [None, Some(60), Some(120)] {
            for lines in 1..40 {
                let mut sheet = sheet(lines, &[3, 7]);
                if let Some(height) = preview {
                    sheet.picture = SheetPicture::Preview(Preview {
                        width: 64,
                        height,
                        pixels: vec![0x0F; 64 * height],
                    });
                }
                let layout = sheet.layout();
                let (_, last) = *layout.lines.last().unwrap();
                let end = last + layout.pitch;
                let list_end = layout.hint.0;
                assert!(end <= list_end, "{lines}: {layout:?}");
                assert!(
                    layout.more == (false, false) || end + layout.pitch + MARGIN > list_end,
                    "{lines}: {layout:?}"
                );
            }
        }
    }

    #[test]
    fn the_titles_of_columns_stay_above_a_long_list() {
        let mut sheet = sheet(40, &[]);
        sheet.lines[2].is_heading = true;
        sheet.lines[2].cells = vec!["Score".to_owned()];
        for chosen in 0..40 {
            for line in &mut sheet.lines {
                line.is_chosen = line.row == chosen;
            }
            let (shown, _) = sheet.visible(6);
            assert_eq!(shown.len(), 6);
            assert!(shown.contains(&chosen) && (shown.contains(&2) || chosen == 2));
        }
    }

    #[test]
    fn groups_stand_apart_where_there_is_room() {
        let ys = |lines, groups: &[usize]| {
            let layout = sheet(lines, groups).layout();
            let (first, second) = (layout.lines[0].1, layout.lines[1].1);
            (second - first, layout.pitch)
        };
        assert_eq!(ys(5, &[1]), (Sheet::PITCH + GROUP_GAP, Sheet::PITCH));
        assert_eq!(
            ys(15, &[1, 4, 9, 12]),
            (CLOSE_PITCH + GROUP_GAP, CLOSE_PITCH)
        );
        assert_eq!(ys(17, &[1, 4, 9, 12]), (CLOSE_PITCH, CLOSE_PITCH));
        assert_eq!(ys(30, &[1, 4, 9, 12]), (Sheet::PITCH, Sheet::PITCH));
    }

    #[test]
    fn a_long_hint_takes_the_free_rows_above_the_usual_two() {
        let rows = |lines, hint| {
            let layout = sheet(lines, &[]).layout();
            let end = layout.lines.last().unwrap().1 + layout.pitch;
            let rows: Vec<usize> = layout.hint_rows(hint).take(hint).collect();
            assert!(hint > layout.hint.1 || rows.iter().all(|row| *row >= end));
            (layout.hint.1, rows[0])
        };
        let ((few, first), (_, second)) = (rows(5, 2), rows(5, 3));
        assert_eq!(
            (few, first),
            (13, Sheet::FOOTER_Y - MARGIN - 2 * HINT_PITCH + 1)
        );
        assert_eq!(second, first - HINT_PITCH);
        assert_eq!(rows(1, 1).1, first);
        assert_eq!(rows(17, 2), (2, first));
    }

    #[test]
    fn the_hint_and_the_preview_stand_above_the_button_help() {
        let layout = sheet(3, &[]).layout();
        let (y, lines, _) = layout.hint;
        assert!(y + lines * HINT_PITCH <= Sheet::FOOTER_Y);
        let mut with = sheet(3, &[]);
        with.picture = SheetPicture::Preview(Preview {
            width: 128,
            height: 120,
            pixels: vec![0x0F; 128 * 120],
        });
        let layout = with.layout();
        let (y, lines, _) = layout.hint;
        assert!(lines >= 12 && y + lines * HINT_PITCH <= Sheet::FOOTER_Y);
        assert!(layout.preview.1 + 120 < Sheet::FOOTER_Y);
    }
}

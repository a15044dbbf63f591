//! What a page looks like: lines of letters, a hint, a small picture.

/// What a page looks like, 30 columns wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What stands at the top.
    pub title: String,
    /// The lines that are on show, at most [`Sheet::LINES`], and fewer above a picture.
    pub lines: Vec<SheetLine>,
    /// Whether there are rows above and below those on show.
    pub more: (bool, bool),
    /// What the row under the cursor is good for, from pixel row [`Sheet::hint_y`] on.
    pub hint: Vec<String>,
    /// The same in full, however long it is.
    pub about: String,
    /// What there is to say of what it is set to.
    pub chosen: Chosen,
    /// What the row under the cursor may be set to; nothing where it does something else.
    pub values: Vec<String>,
    /// What buttons do here.
    pub footer: String,
    /// A small picture at the bottom right.
    pub preview: Option<Preview>,
}

/// What there is to say of what a row is set to, where there is room beside the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// A sentence; empty where there is nothing to say.
    pub about: String,
    /// Words and what they stand for.
    pub figures: Vec<(String, String)>,
}

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
    /// Which row of the page it belongs to.
    pub row: usize,
    /// What stands at the left; nothing on a row's second line.
    pub label: String,
    /// What stands beside it.
    pub value: String,
    /// Whether the cursor is on it.
    pub is_chosen: bool,
    /// Whether it is a heading.
    pub is_heading: bool,
    /// Whether left and right change it.
    pub turns: bool,
    /// Whether it is being written, so that a caret stands behind its value.
    pub is_written: bool,
}

/// A small picture of colour indexes, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Pixels across, 8-64.
    pub width: usize,
    /// Pixels down, 8-60.
    pub height: usize,
    /// A NES colour index, 0x00-0x3F, for each pixel.
    pub pixels: Vec<u8>,
}

impl Sheet {
    /// The pixel row of the picture where the title stands.
    pub const TITLE_Y: usize = 17;
    /// The pixel row of the first line.
    pub const FIRST_Y: usize = 33;
    /// Pixel rows from one line to the next.
    pub const PITCH: usize = 10;
    /// The pixel row of what buttons do.
    pub const FOOTER_Y: usize = 216;
    /// The tile column where lines begin.
    pub const LEFT: usize = 2;
    /// Lines that are on show at most.
    pub const LINES: usize = 14;
    /// Letters across all that is written.
    pub const COLUMNS: usize = 28;
    /// The column of the values; labels are shorter, or the value stands on a line of its own.
    pub const VALUE_COLUMN: usize = 13;
    /// Letters of a value at most.
    pub const VALUE_COLUMNS: usize = Sheet::COLUMNS - Sheet::VALUE_COLUMN - 2;
    /// Pixels left free above the hint and below it.
    const GAP: usize = 6;
    /// Lines that are on show above a picture.
    const LINES_ABOVE: usize = 10;

    /// How many lines are on show at most, with a picture or without.
    pub(super) const fn lines_at_most(has_preview: bool) -> usize {
        if has_preview {
            Sheet::LINES_ABOVE
        } else {
            Sheet::LINES
        }
    }

    /// The same where hint and picture are shown elsewhere.
    #[must_use]
    pub fn without_hint(mut self) -> Sheet {
        self.hint.clear();
        self.preview = None;
        self
    }

    /// The pixel row of the hint's first line.
    pub const fn hint_y(&self) -> usize {
        Sheet::FIRST_Y + Sheet::PITCH * Sheet::lines_at_most(self.preview.is_some()) + Sheet::GAP
    }

    /// How many lines a hint may have, and of how many letters: beside a picture they are short.
    pub(super) fn hint_size(preview: Option<&Preview>) -> (usize, usize) {
        let lines = Sheet::lines_at_most(preview.is_some());
        let columns = preview.map_or(0, |preview| preview.width.div_ceil(8) + 2);
        let room = Sheet::FOOTER_Y - Sheet::FIRST_Y - Sheet::PITCH * lines - 2 * Sheet::GAP;
        (room / Sheet::PITCH, Sheet::COLUMNS - columns)
    }
}

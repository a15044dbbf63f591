//! Visible content of a page: lines of letters, a hint, a preview.

/// Visible content of a page, 30 columns wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Title at the top.
    pub title: String,
    /// Visible lines, at most [`Sheet::LINES`], and fewer above a preview.
    pub lines: Vec<SheetLine>,
    /// True if there are more rows than visible: above the visible ones, and below them.
    pub more: (bool, bool),
    /// Hint for the row under the cursor, drawn from pixel row [`Sheet::hint_y`] on.
    pub hint: Vec<String>,
    /// Full text of the hint, however long it is.
    pub about: String,
    /// Description of the row's current value.
    pub chosen: ValueDescription,
    /// Allowed values of the row under the cursor; empty for other kinds of rows.
    pub values: Vec<String>,
    /// Button help.
    pub footer: String,
    /// Preview at the bottom right.
    pub preview: Option<Preview>,
}

/// Description of a row's current value, shown if there is room beside the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueDescription {
    /// A sentence, empty if there is none.
    pub about: String,
    /// Figures, each with its name.
    pub figures: Vec<(String, String)>,
}

/// Line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
    /// Index of the row that the line belongs to.
    pub row: usize,
    /// Label at the left; empty on a row's second line.
    pub label: String,
    /// Value beside the label.
    pub value: String,
    /// True if the cursor is on the line's row.
    pub is_chosen: bool,
    /// True if the line is a heading.
    pub is_heading: bool,
    /// True if left and right change the value.
    pub turns: bool,
    /// True if the value is being typed and shows a caret.
    pub is_written: bool,
}

impl SheetLine {
    /// Returns the column of the value, counted from [`Sheet::LEFT`].
    pub fn value_column(&self) -> usize {
        match self.label.chars().count() {
            0 => 2,
            letters => Sheet::VALUE_COLUMN.max(letters + 2),
        }
    }
}

/// Small picture of NES colour indexes, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Width in pixels, 8-64.
    pub width: usize,
    /// Height in pixels, 8-60.
    pub height: usize,
    /// NES colour index of each pixel, 0x00-0x3F.
    pub pixels: Vec<u8>,
}

impl Sheet {
    /// Pixel row of the title.
    pub const TITLE_Y: usize = 17;
    /// Pixel row of the first line.
    pub const FIRST_Y: usize = 33;
    /// Distance in pixel rows from one line to the next.
    pub const PITCH: usize = 10;
    /// Pixel row of the button help.
    pub const FOOTER_Y: usize = 216;
    /// Tile column at which lines begin.
    pub const LEFT: usize = 2;
    /// Maximum number of visible lines.
    pub const LINES: usize = 14;
    /// Maximum number of letters in a line of text.
    pub const COLUMNS: usize = 28;
    /// Column of the values. After a longer label, the value follows the label or gets a line of its own.
    pub const VALUE_COLUMN: usize = 13;
    /// Maximum number of letters of a value.
    pub const VALUE_COLUMNS: usize = Sheet::COLUMNS - Sheet::VALUE_COLUMN - 2;
    /// Free pixels above and below the hint.
    const GAP: usize = 6;
    /// Maximum number of visible lines above a preview.
    const LINES_ABOVE: usize = 10;

    /// Returns the maximum number of visible lines. It is lower with a preview.
    pub(super) const fn lines_at_most(has_preview: bool) -> usize {
        if has_preview {
            Sheet::LINES_ABOVE
        } else {
            Sheet::LINES
        }
    }

    /// Returns the sheet without hint and preview, for callers that show these elsewhere.
    #[must_use]
    pub fn without_hint(mut self) -> Sheet {
        self.hint.clear();
        self.preview = None;
        self
    }

    /// Returns the pixel row of the hint's first line.
    pub const fn hint_y(&self) -> usize {
        Sheet::FIRST_Y + Sheet::PITCH * Sheet::lines_at_most(self.preview.is_some()) + Sheet::GAP
    }

    /// Returns the maximum number of hint lines, and of letters in each. Lines beside a preview are shorter.
    pub(super) fn hint_size(preview: Option<&Preview>) -> (usize, usize) {
        let lines = Sheet::lines_at_most(preview.is_some());
        let columns = preview.map_or(0, |preview| preview.width.div_ceil(8) + 2);
        let room = Sheet::FOOTER_Y - Sheet::FIRST_Y - Sheet::PITCH * lines - 2 * Sheet::GAP;
        (room / Sheet::PITCH, Sheet::COLUMNS - columns)
    }
}

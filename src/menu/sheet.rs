//! Content of a page: lines of letters, a hint, a picture. [`layout`](super::layout) decides what is visible.

use super::icon::Icon;

/// Content of a page, 30 tiles wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Title at the top.
    pub title: String,
    /// All lines. [`Sheet::layout`] and [`Sheet::visible`] tell which of them are visible.
    pub lines: Vec<SheetLine>,
    /// Columns of the lines with cells; empty if no line has any.
    pub columns: &'static [Column],
    /// Hint for the row under the cursor, however long it is.
    pub hint: String,
    /// Description of the row's current value.
    pub chosen: ValueDescription,
    /// Allowed values of the row under the cursor; empty for other kinds of rows.
    pub values: Vec<String>,
    /// Button help.
    pub footer: String,
    /// Picture at the right.
    pub picture: SheetPicture,
}

/// Picture of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SheetPicture {
    /// No picture.
    #[default]
    None,
    /// A small picture at the bottom right, beside the hint.
    Preview(Preview),
    /// The playfield of the game behind the page, at the right of the lines.
    Game,
}

/// Description of a row's current value, shown if there is room beside the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueDescription {
    /// A sentence, empty if there is none.
    pub about: String,
    /// Figures, each with its name.
    pub figures: Vec<(String, String)>,
}

/// Column of a list with cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Widest text that the column has room for.
    pub widest: &'static str,
    /// True if texts are aligned at the right, as numbers are.
    pub is_number: bool,
}

impl Column {
    /// Returns a column of texts.
    pub const fn text(widest: &'static str) -> Column {
        Column {
            widest,
            is_number: false,
        }
    }

    /// Returns a column of numbers.
    pub const fn number(widest: &'static str) -> Column {
        Column {
            widest,
            is_number: true,
        }
    }
}

/// Line of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetLine {
    /// Index of the row that the line belongs to.
    pub row: usize,
    /// Icon before the label.
    pub icon: Option<Icon>,
    /// Label at the left; empty on a row's second line.
    pub label: String,
    /// Value beside the label.
    pub value: String,
    /// Column of the page's values, counted from [`Sheet::LEFT`].
    pub column: usize,
    /// Texts in the columns of the page, instead of label and value. A single text takes the whole width.
    pub cells: Vec<String>,
    /// True if the cursor is on the line's row.
    pub is_chosen: bool,
    /// True if the line is a heading.
    pub is_heading: bool,
    /// True if a group of rows begins with the line.
    pub begins_group: bool,
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
            letters => self.column.max(letters + 2),
        }
    }
}

/// Small picture of NES colour indexes, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Width in pixels, 8-128.
    pub width: usize,
    /// Height in pixels, 8-120.
    pub height: usize,
    /// NES colour index of each pixel, 0x00-0x3F.
    pub pixels: Vec<u8>,
}

impl Sheet {
    /// Pixel row of the title.
    pub const TITLE_Y: usize = 17;
    /// Pixel row of the first line.
    pub const FIRST_Y: usize = 33;
    /// Distance in pixel rows from one line to the next, if there is room.
    pub const PITCH: usize = 10;
    /// Pixel row of the button help.
    pub const FOOTER_Y: usize = 216;
    /// Tile column at which lines begin.
    pub const LEFT: usize = 2;
    /// Maximum number of letters in a line of text.
    pub const COLUMNS: usize = 28;
    /// Column of the values on a page with short labels. Longer labels move the values of their page to the right.
    pub const VALUE_COLUMN: usize = 13;
    /// Maximum number of letters of a value.
    pub const VALUE_COLUMNS: usize = Sheet::COLUMNS - Sheet::VALUE_COLUMN - 1;

    /// Returns the preview, if the page has one.
    pub const fn preview(&self) -> Option<&Preview> {
        match &self.picture {
            SheetPicture::Preview(preview) => Some(preview),
            SheetPicture::None | SheetPicture::Game => None,
        }
    }

    /// Returns the sheet without its preview, for callers that show it elsewhere. The lines take its room.
    #[must_use]
    pub fn without_preview(mut self) -> Sheet {
        if self.preview().is_some() {
            self.picture = SheetPicture::None;
        }
        self
    }
}

//! What a page looks like: lines of letters, a hint, a small picture.

/// What a page looks like, 30 columns wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What stands at the top.
    pub title: String,
    /// The lines that are on show, at most [`Sheet::LINES`].
    pub lines: Vec<Line>,
    /// Whether there are rows above and below those on show.
    pub more: (bool, bool),
    /// What the row under the cursor is good for, at most [`Sheet::HINT_LINES`] lines.
    pub hint: Vec<String>,
    /// What buttons do here.
    pub footer: String,
    /// A small picture at the bottom right.
    pub preview: Option<Preview>,
}

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
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
    /// Pixels across, 8-80.
    pub width: usize,
    /// Pixels down, 8-128.
    pub height: usize,
    /// A NES colour index, 0x00-0x3F, for each pixel.
    pub pixels: Vec<u8>,
}

impl Sheet {
    /// The tile row of the picture where the title stands.
    pub const TITLE_ROW: usize = 3;
    /// The tile row of the first line.
    pub const FIRST_ROW: usize = 5;
    /// The tile row of the first line of the hint.
    pub const HINT_ROW: usize = 23;
    /// The tile row of what buttons do.
    pub const FOOTER_ROW: usize = 26;
    /// The tile column where lines begin.
    pub const LEFT: usize = 2;
    /// Lines that are on show at most.
    pub const LINES: usize = 17;
    /// Lines of a hint at most.
    pub const HINT_LINES: usize = 3;
    /// Letters across all that is written.
    pub const COLUMNS: usize = 28;
    /// The column of the values; labels are shorter, or the value stands on a line of its own.
    pub const VALUE_COLUMN: usize = 13;
    /// Letters of a value at most.
    pub const VALUE_COLUMNS: usize = Sheet::COLUMNS - Sheet::VALUE_COLUMN - 2;
}

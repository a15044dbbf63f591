//! Panels beside the picture, as values: what a game, a coach or the lab has to tell in words, figures and
//! small drawings. Whoever shows a game fills them in; [`arrange()`] finds them a place in the columns of a
//! stage, [`Renderer::panel_column`](super::Renderer::panel_column) draws them, and
//! [`Panel::lines`] writes them where there are only letters.

mod arrange;
mod draw;
mod lines;
mod map;

pub use arrange::{ColumnSize, GAP, PlacedPanel, arrange, arrange_lines};
pub use draw::Zone;
pub use lines::{PanelLine, Span};
pub use map::LockMap;

use crate::menu::Preview;
use crate::rules::Buttons;

/// A panel: a title, and below it its parts.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Panel {
    /// What stands above it; none where it needs none.
    pub title: String,
    /// What it shows, from the top down.
    pub parts: Vec<PanelPart>,
    /// What it shows where there is no room for all of that; none where it is rather left out.
    pub compact: Option<Vec<PanelPart>>,
    /// On which side it stands where there are two.
    pub side: PanelSide,
    /// Whether it tells of one side, and the next panel of the other: none of the two is shown alone.
    pub is_of_two: bool,
    /// Whether it stands at the bottom of its column, below all others.
    pub is_pinned: bool,
    /// Lines of text that it has room for at least, so that others stay where they are when it says more.
    pub room: usize,
}

/// A side of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PanelSide {
    /// Left of the picture.
    Left,
    /// In the middle of three columns; right of the picture where there are fewer.
    Middle,
    /// Right of it.
    #[default]
    Right,
}

/// A part of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelPart {
    /// A sentence, on as many lines as it needs.
    Text(String, Tone),
    /// Words and what they stand for, a line each.
    Figures(Vec<Figure>),
    /// Words, what they stand for, and a bar below each.
    Bars(Vec<(Figure, f32)>),
    /// A curve.
    Curve(Curve),
    /// Small boards side by side, at most two.
    Boards(Vec<SmallBoard>),
    /// Rows to choose from, as many as there is room for.
    List(PanelList),
    /// Keys and what they do.
    Keys(Vec<(String, String)>),
    /// Words in a line, each with its own tone.
    Words(Vec<(String, Tone)>),
    /// So many of some boxes in a row are full.
    Meter {
        /// How many are full.
        full: usize,
        /// How many there are.
        of: usize,
        /// Their colour.
        tone: Tone,
    },
    /// A pad on which these buttons are held.
    Pad(Buttons),
    /// A small picture, as large as there is room for.
    Picture(Preview),
    /// Where the pieces of a game lock.
    Map(Box<LockMap>),
}

/// How something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tone {
    /// As everything else.
    #[default]
    Plain,
    /// Of less weight: words beside figures.
    Quiet,
    /// What stands above others, and what is under a cursor.
    Head,
    /// What is good.
    Good,
    /// What is not.
    Bad,
}

impl Tone {
    /// The NES colour index of its letters.
    pub const fn colour(self) -> u8 {
        match self {
            Tone::Plain => 0x30,
            Tone::Quiet => 0x10,
            Tone::Head => 0x27,
            Tone::Good => 0x2A,
            Tone::Bad => 0x25,
        }
    }
}

/// A word and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Figure {
    /// The word.
    pub word: String,
    /// What it stands for, at the right end of the line.
    pub value: String,
    /// How that is said.
    pub tone: Tone,
}

impl Figure {
    /// A word and what it stands for.
    pub fn new(word: impl Into<String>, value: impl Into<String>) -> Figure {
        Figure {
            word: word.into(),
            value: value.into(),
            tone: Tone::Plain,
        }
    }

    /// The same in another tone.
    #[must_use]
    pub const fn toned(mut self, tone: Tone) -> Figure {
        self.tone = tone;
        self
    }
}

/// A curve over the whole width of a panel.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Curve {
    /// How high it is, evenly from the left to the right end: 0 at the bottom, 1 the highest. What lies
    /// under it is filled.
    pub points: Vec<f32>,
    /// Another one over it, a line alone.
    pub line: Vec<f32>,
    /// A place on it, from 0 at the left to 1 at the right end.
    pub cursor: Option<f32>,
    /// How high it is drawn, in pixels.
    pub height: usize,
}

/// A small board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SmallBoard {
    /// What is said of it.
    pub caption: String,
    /// The NES colour index of each cell, row by row from the top; black ones are empty. Rows above the
    /// first one are left out.
    pub rows: Vec<[u8; 10]>,
}

/// Rows to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PanelList {
    /// What stands in each.
    pub rows: Vec<Figure>,
    /// The row under the cursor, which is always shown.
    pub cursor: Option<usize>,
    /// Rows that must find room.
    pub least: usize,
}

impl Panel {
    /// A panel of these parts on the right.
    pub fn new(title: impl Into<String>, parts: Vec<PanelPart>) -> Panel {
        Panel {
            title: title.into(),
            parts,
            ..Panel::default()
        }
    }
}

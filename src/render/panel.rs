//! Panels beside the game, as values: words, figures and small drawings of a game, a coach or the lab. The caller fills
//! them in. [`arrange()`] places them in the columns of a stage,
//! [`Renderer::panel_column`](super::Renderer::panel_column) draws them, and [`Panel::lines`] writes them as text for
//! terminals.

mod arrange;
mod draw;
mod drawings;
mod lines;
mod map;
mod ruler;

pub use arrange::{ColumnSize, PlacedPanel, arrange, arrange_lines};
pub use draw::ClickZone;
pub use lines::{PanelLine, ToneSpan};
pub use map::LockMap;
pub use ruler::LengthUnit;

use super::palette::{BLACK, WALL, block_colours};
use crate::engine::view::GameView;
use crate::menu::Preview;
use crate::rules::{Buttons, Cell, Pose};

/// Panel: a title with parts below it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Panel {
    /// Title; empty for none.
    pub title: String,
    /// Parts from the top down.
    pub parts: Vec<PanelPart>,
    /// Parts of the compact form, for little room. `None` if the panel is left out when room is short.
    pub compact: Option<Vec<PanelPart>>,
    /// Preferred side of the game.
    pub side: PanelSide,
    /// True for each panel of a pair. Both are shown together or not at all.
    pub is_of_two: bool,
    /// True if the panel is at the bottom of its column, below all others.
    pub is_pinned: bool,
    /// Minimum number of text lines, so that other panels do not move when this one grows.
    pub room: usize,
}

/// Side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PanelSide {
    /// Left of the game.
    Left,
    /// In the middle of three columns; right of the game if there are fewer.
    Middle,
    /// Right of the game.
    #[default]
    Right,
}

/// Part of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelPart {
    /// A sentence, on as many lines as it needs.
    Text(String, Tone),
    /// The most important value of the panel, twice as large as the others.
    KeyFigure(Figure),
    /// Labelled values, one a line.
    Figures(Vec<Figure>),
    /// Labelled values with a bar below each.
    Bars(Vec<(Figure, f32)>),
    /// A curve.
    Curve(Curve),
    /// A bar over the time of a recording.
    Timeline(Timeline),
    /// Small boards side by side, at most two.
    Boards(Vec<SmallBoard>),
    /// Rows to choose from, as many as fit.
    List(PanelList),
    /// Keys with their actions.
    Keys(Vec<(String, String)>),
    /// Keys with their actions, most important first: as many as fit, and at least `least`.
    MoreKeys {
        /// Keys with their actions.
        keys: Vec<(String, String)>,
        /// Number of keys that are always shown.
        least: usize,
    },
    /// Words in a line, each with its own tone.
    Words(Vec<(String, Tone)>),
    /// A row of boxes, some of them full.
    Meter {
        /// Number of full boxes.
        full: usize,
        /// Number of boxes.
        of: usize,
        /// Colour of the full boxes.
        tone: Tone,
    },
    /// A pad with these buttons held.
    Pad(Buttons),
    /// A small picture, as large as fits.
    Picture(Preview),
    /// Map of the locks in a game.
    Map(Box<LockMap>),
}

/// Tone of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tone {
    /// Normal text.
    #[default]
    Plain,
    /// Less important, such as labels beside values.
    Quiet,
    /// Headings, and rows under a cursor.
    Head,
    /// Good news, and moves without a fault: the first of four quality levels.
    Good,
    /// Inaccuracies.
    Fair,
    /// Mistakes.
    Poor,
    /// Bad news, and blunders.
    Bad,
}

impl Tone {
    /// Returns the NES colour index of its letters.
    pub const fn colour(self) -> u8 {
        match self {
            Tone::Plain => 0x30,
            Tone::Quiet => 0x10,
            Tone::Head => 0x27,
            Tone::Good => 0x3B,
            Tone::Fair => 0x38,
            Tone::Poor => 0x27,
            Tone::Bad => 0x26,
        }
    }
}

/// A labelled value.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Figure {
    /// Label.
    pub word: String,
    /// Value, at the right end of the line.
    pub value: String,
    /// Tone of the value.
    pub tone: Tone,
    /// Lock that the label names.
    pub lock: Option<LockIcon>,
}

/// Lock, drawn as a piece over its columns, with its name in players' notation. Terminals show words instead of the
/// drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockIcon {
    /// Pose of the locked piece.
    pub pose: Pose,
    /// Columns and rotation in words.
    pub words: String,
    /// Remark after the drawing, such as `played`. May be empty.
    pub remark: &'static str,
}

impl Figure {
    /// Returns a labelled value in the plain tone.
    pub fn new(word: impl Into<String>, value: impl Into<String>) -> Figure {
        Figure {
            word: word.into(),
            value: value.into(),
            ..Figure::default()
        }
    }

    /// Returns the value in another tone.
    #[must_use]
    pub fn toned(mut self, tone: Tone) -> Figure {
        self.tone = tone;
        self
    }

    /// Returns the labelled value with a lock after its label.
    #[must_use]
    pub fn with_lock(mut self, lock: LockIcon) -> Figure {
        self.lock = Some(lock);
        self
    }
}

/// Curve over the whole width of a panel.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Curve {
    /// Words above the drawing, or none.
    pub title: &'static str,
    /// Heights, evenly spaced from left to right: 0 at the bottom, 1 at the top. The area below is filled.
    pub points: Vec<f32>,
    /// Second curve over it, as a line.
    pub line: Vec<f32>,
    /// Marked point, from 0 at the left to 1 at the right end.
    pub cursor: Option<f32>,
    /// Height of the drawing in pixels.
    pub height: usize,
}

/// Bar over the time of a recording.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Timeline {
    /// Current time, from 0 at the beginning to 1 at the end.
    pub now: f32,
    /// Marked times, 0 to 1, with their tones. Later ones are drawn over earlier ones.
    pub ticks: Vec<(f32, Tone)>,
}

/// A small board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SmallBoard {
    /// Caption.
    pub caption: String,
    /// NES colour index of each cell, row by row from the top. Black cells are empty. Rows above the first one are
    /// left out.
    pub rows: Vec<[u8; 10]>,
}

impl SmallBoard {
    /// Returns the whole playfield of a game with its current piece, without a caption.
    pub fn of_game(view: &GameView) -> SmallBoard {
        let colours = block_colours(view.palette_level);
        let colour = |cell: Cell| match cell {
            Cell::EMPTY => BLACK,
            Cell::BORDERED => colours[1],
            Cell::LIGHT => colours[2],
            Cell::DARK => colours[3],
            _ => WALL[2],
        };
        let row = |cells: &[Cell]| std::array::from_fn(|x| colour(cells[x]));
        let mut rows: Vec<[u8; 10]> = view.field.chunks_exact(10).map(row).collect();
        for (x, y) in view.piece.iter().flat_map(|pose| pose.cells()) {
            let cell = usize::try_from(y)
                .ok()
                .and_then(|y| rows.get_mut(y)?.get_mut(x as usize));
            let piece = view
                .piece
                .map(|pose| colour(Cell::from_piece(pose.piece())));
            cell.into_iter()
                .zip(piece)
                .for_each(|(cell, piece)| *cell = piece);
        }
        SmallBoard {
            caption: String::new(),
            rows,
        }
    }
}

/// Rows to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PanelList {
    /// Text of each row.
    pub rows: Vec<Figure>,
    /// Row under the cursor, which is always visible.
    pub cursor: Option<usize>,
    /// Minimum number of visible rows.
    pub least: usize,
}

impl Panel {
    /// Returns a panel of these parts on the right.
    pub fn new(title: impl Into<String>, parts: Vec<PanelPart>) -> Panel {
        Panel {
            title: title.into(),
            parts,
            ..Panel::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Palette;

    /// Returns the relative luminance of a colour, 0-1.
    ///
    /// Source: WCAG 2.2.
    fn luminance(rgb: [u8; 3]) -> f64 {
        let linear = rgb.map(|value| match f64::from(value) / 255.0 {
            share if share <= 0.04045 => share / 12.92,
            share => ((share + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn every_tone_is_readable_on_black() {
        let palette = Palette::default();
        for tone in [
            Tone::Plain,
            Tone::Quiet,
            Tone::Head,
            Tone::Good,
            Tone::Fair,
            Tone::Poor,
            Tone::Bad,
        ] {
            let contrast = (luminance(palette.rgb(tone.colour())) + 0.05) / 0.05;
            assert!(contrast >= 7.0, "{tone:?}: {contrast:.1}");
        }
    }
}

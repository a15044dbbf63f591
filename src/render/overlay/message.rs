//! Cards over the picture: messages and countdowns.

use crate::engine::view::View;
use crate::render::field::FIELD_ROW;
use crate::render::game::FIELD_COLUMN;
use crate::render::palette::{BLACK, CURSOR, TEXT};
use crate::render::panel::{ColumnSize, arrange};
use crate::render::surface::{Area, Face};
use crate::render::{Frame, Panel, Renderer, Surface};

/// Width of a card over the playfield, of one above it, and of one over the lower third, in pixels.
const WIDTHS: [usize; 3] = [120, 112, 128];
/// Distance from the middle of the playfield to the right edge of a card, in pixels. The counters at the right stay
/// free.
const TO_RIGHT: usize = 56;
/// Upper edge of a card that leaves the playfield free, in pixels.
const TOP: usize = 4;
/// Height of the status line at the bottom of the screen, in pixels.
const STATUS: usize = 10;
/// Box of keys, in pixels: its width, the space above its lines, at least below and beside them, the height of a line,
/// and the width of the column of keys.
const KEYS_WIDTH: usize = 200;
const KEYS_TOP: usize = 9;
const KEYS_BOTTOM: usize = 6;
const KEYS_BESIDE: usize = 16;
const KEY_LINE: usize = 9;
const KEY_COLUMN: usize = 48;
/// Side of the box with the digit of a countdown, in pixels.
const BOX: usize = 48;

/// Position of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPosition {
    /// Over the middle of the playfield, for a stopped game.
    Middle,
    /// Above the playfield, for a running game.
    Top,
    /// Over the lower third of the screen.
    Bottom,
}

impl Renderer {
    /// Maximum number of lines of a box of keys.
    pub const KEY_LINES_MAX: usize = (Frame::HEIGHT - KEYS_TOP - KEYS_BOTTOM) / KEY_LINE;

    /// Draws a panel as a card over a game. A panel that is higher than the frame is left out.
    pub fn card(&self, view: &View, panel: &Panel, place: CardPosition, frame: &mut Frame) {
        let width = match place {
            CardPosition::Middle => WIDTHS[0],
            CardPosition::Top => WIDTHS[1],
            CardPosition::Bottom => WIDTHS[2],
        };
        let column = ColumnSize {
            width,
            height: Frame::HEIGHT,
        };
        let panels = std::slice::from_ref(panel);
        let places = arrange(panels, &[column]);
        let Some(placed) = places.first() else {
            return;
        };
        let mut card = Surface::new(width, placed.height, BLACK);
        self.panel_column(panels, &places, 0, &mut card);
        let (x, y) = middle_of(view);
        let top = match place {
            CardPosition::Middle => y.saturating_sub(placed.height / 2),
            CardPosition::Top => TOP,
            CardPosition::Bottom => (Frame::HEIGHT - STATUS).saturating_sub(placed.height),
        };
        let top = top.min(Frame::HEIGHT - placed.height);
        frame.surface(&card, (x + TO_RIGHT - width, top));
    }

    /// Draws a box with keys and their actions in the middle of the screen. Lines beyond
    /// [`KEY_LINES_MAX`](Renderer::KEY_LINES_MAX) are left out.
    pub fn keys(&self, title: &str, lines: &[(String, String)], frame: &mut Frame) {
        let lines = &lines[..lines.len().min(Renderer::KEY_LINES_MAX)];
        let height = (lines.len() * KEY_LINE + KEYS_TOP + 2 * KEYS_BOTTOM).min(Frame::HEIGHT);
        let mut card = Surface::new(KEYS_WIDTH, height, BLACK);
        let pen = self.pen();
        let whole = Area {
            x: 0,
            y: 0,
            width: KEYS_WIDTH,
            height,
        };
        pen.frame(&mut card, whole);
        let mut heading = Surface::new(Face::Console.width(title) + 4, 8, BLACK);
        pen.text(&mut heading, (2, 0), title, Face::Console, CURSOR[3]);
        card.surface(&heading, (KEYS_BESIDE - 2, 0), 1);
        for (line, (key, does)) in lines.iter().enumerate() {
            let y = KEYS_TOP + line * KEY_LINE;
            pen.text(&mut card, (KEYS_BESIDE, y), key, Face::Text, CURSOR[3]);
            let x = KEYS_BESIDE + KEY_COLUMN;
            pen.text(&mut card, (x, y), does, Face::Text, TEXT[3]);
        }
        let (left, top) = (Frame::WIDTH - KEYS_WIDTH, Frame::HEIGHT - height);
        frame.surface(&card, (left / 2, top / 2));
    }

    /// Draws a digit (1-9) in a box over the middle of a game, four times as large as the console's digits.
    pub fn countdown(&self, view: &View, digit: u32, frame: &mut Frame) {
        let digit = char::from_digit(digit.clamp(1, 9), 10).unwrap_or('1');
        let mut small = Surface::new(16, 16, BLACK);
        self.pen()
            .large_text(&mut small, (1, 1), &digit.to_string(), TEXT[3]);
        let mut large = Surface::new(BOX, BOX, BLACK);
        large.surface(&small, (BOX / 2 - 16, BOX / 2 - 16), 2);
        let whole = Area {
            x: 0,
            y: 0,
            width: BOX,
            height: BOX,
        };
        self.pen().frame(&mut large, whole);
        let (x, y) = middle_of(view);
        frame.surface(&large, (x - BOX / 2, y - BOX / 2));
    }
}

/// Draws a rate in hundredths of a hertz over the upper part of the playfield, in digits of twice the console's size.
pub(super) fn draw_rate(renderer: &Renderer, rate: u32, frame: &mut Frame) {
    let number = format!("{}.{:02}", rate / 100, rate % 100);
    let width = 2 * Face::Console.width(&number);
    let mut digits = Surface::new(width, 16, BLACK);
    renderer
        .pen()
        .large_text(&mut digits, (0, 0), &number, TEXT[3]);
    let left = 8 * FIELD_COLUMN + 40;
    frame.surface(&digits, (left - width.min(80) / 2, 8 * FIELD_ROW + 16));
    renderer.text(frame, FIELD_COLUMN + 4, FIELD_ROW + 5, "HZ", TEXT);
}

/// Returns the middle of the playfield, or of the frame for other screens, in pixels.
const fn middle_of(view: &View) -> (usize, usize) {
    match view {
        View::Game(_) => (8 * FIELD_COLUMN + 40, 8 * FIELD_ROW + 80),
        _ => (Frame::WIDTH / 2, Frame::HEIGHT / 2),
    }
}

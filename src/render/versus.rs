//! Two games side by side: everything that changes, drawn over prepared backgrounds.

use super::field::{
    FIELD_HEIGHT, FIELD_ROW, FIELD_WIDTH, draw_field, draw_next, draw_pause, draw_piece,
};
use super::frame::Rectangle;
use super::palette::{BLACK, CURSOR, TEXT, TileColours, WALL, WALL_FLASH, WARNING, block_colours};
use super::scene::{Scene, SceneError};
use super::surface::{Face, Surface};
use super::text::character_tile;
use super::tiles::{METER, TO_MINIATURE, Tiles};
use super::{Frame, Renderer};
use crate::engine::view::{
    GameView, MatchKind, MatchStage, RoundOutcome, Side, SideView, VersusView,
};
use crate::rules::Cell;

/// Number of tiles of a side's field with both borders.
const SIDE_WIDTH: usize = 12;
/// Tile columns of the sides' left borders.
const SIDES: [usize; 2] = [0, Frame::COLUMNS - SIDE_WIDTH];
/// Tile columns of the borders towards the centre, where incoming rows are shown.
const METERS: [usize; 2] = [SIDE_WIDTH - 1, Frame::COLUMNS - SIDE_WIDTH];
/// Tile columns of the centre, as a half-open range.
const CENTRE: (usize, usize) = (SIDE_WIDTH, Frame::COLUMNS - SIDE_WIDTH);

/// Tile rows of both sides' texts, and of the headings that may change.
const NAME_ROW: usize = 3;
const WINS_HEADING_ROW: usize = 2;
const WINS_ROW: usize = 3;
const LINES_ROW: usize = 12;
const LEVEL_ROW: usize = 15;
/// Row of the left score. The right one is a row below.
const SCORE_ROW: usize = 18;
const GARBAGE_HEADING_ROW: usize = 22;
/// Row of the rows of garbage, or of the lead in a captured match.
const GARBAGE_ROW: usize = 23;
const SURPLUS_ROW: usize = 24;
/// Tile row of the box with the NEXT pieces.
const NEXT_ROW: usize = 6;
/// Upper left pixel of the left NEXT piece. The right one is beside it and a row below, so that two I do not form one
/// bar.
const NEXT: (usize, usize) = (CENTRE.0 * 8, (NEXT_ROW + 1) * 8);
const NEXT_WIDTH: usize = 32;

/// Maximum number of rounds needed to win a match that are drawn as squares.
const SQUARES_MAX: u8 = 4;
/// Number of pixels from the square of one round to that of the next, and x of the leftmost and of the rightmost
/// square.
const SQUARE_STEP: usize = 6;
const SQUARES: (usize, usize) = (103, 148);
/// Colours of the squares for rounds that are won and for rounds that are still needed.
const WON: TileColours = [BLACK, CURSOR[3], BLACK, TEXT[3]];
const TO_WIN: TileColours = [BLACK, BLACK, BLACK, WALL[2]];

/// Largest number shown for pending rows.
const PENDING_MAX: u32 = 999;

/// Tile row of the first line under the wells.
const UNDER_ROW: usize = 27;

/// Tile row of the boxes over the fields after a round.
const VERDICT_ROW: usize = 14;

/// Static parts of the match screen, for each combination of sides with a Tetris flash: neither, left, right, both.
#[derive(Clone, Debug)]
pub(super) struct MatchScreens([Frame; 4]);

impl MatchScreens {
    /// Paints the static parts.
    pub(super) fn new(scene: &Scene, tiles: &Tiles) -> Result<MatchScreens, SceneError> {
        let still = scene.frame(&["versus"], tiles)?;
        Ok(MatchScreens(
            [[false, false], [true, false], [false, true], [true, true]].map(|flashes| {
                let mut frame = still.clone();
                for (column, _) in SIDES.iter().zip(flashes).filter(|&(_, flashes)| flashes) {
                    let place = Rectangle {
                        x: column * 8,
                        y: 0,
                        width: SIDE_WIDTH * 8,
                        height: Frame::HEIGHT,
                    };
                    frame.recolour(place, WALL[2], WALL_FLASH[2]);
                }
                frame
            }),
        ))
    }

    fn background(&self, sides: &[SideView; 2], flashing: bool) -> &Frame {
        let flashes = |side: &SideView| usize::from(side.game.flash && flashing);
        let [left, right] = sides.each_ref().map(flashes);
        &self.0[left + 2 * right]
    }
}

/// Draws both games.
pub(super) fn draw(renderer: &Renderer, view: &VersusView, frame: &mut Frame) {
    if view.moment == MatchStage::Paused {
        draw_pause(renderer, frame);
        return;
    }
    frame.clone_from(renderer.arena.background(&view.sides, renderer.flashing));
    let mut pen = MatchDrawer { renderer, frame };
    let is_decided = matches!(view.moment, MatchStage::MatchOver(_));
    for side in Side::BOTH {
        let SideView {
            name,
            game,
            pending,
            wins,
        } = &view.sides[side.index()];
        let name: String = name.chars().take(FIELD_WIDTH).collect();
        pen.centred_in(inside(side), NAME_ROW, &name, TEXT);
        pen.game(side, game, is_decided);
        if let MatchKind::Garbage { wins_needed, .. } = view.kind {
            pen.wins(side, *wins, wins_needed);
            pen.pending(side, *pending);
        }
        if let Some(lines) = verdict(view, side) {
            pen.verdict(inside(side), side, &lines, view.moment);
        }
    }
    pen.headings(view);
}

impl Renderer {
    /// Writes two lines under each well of a match. A side has room for about eighteen letters.
    pub fn under_wells(&self, texts: &[[String; 2]; 2], frame: &mut Frame) {
        for (side, lines) in Side::BOTH.into_iter().zip(texts) {
            let (first, end) = inside(side);
            let lines = lines.iter().filter(|line| !line.is_empty());
            for (row, line) in lines.enumerate() {
                let width = Face::Text.width(line).min(SIDE_WIDTH * 8);
                let mut words = Surface::new(width, 8, BLACK);
                self.pen()
                    .text(&mut words, (0, 0), line, Face::Text, TEXT[3]);
                let left = (first + end) * 4 - width / 2;
                frame.surface(&words, (left, (UNDER_ROW + row) * 8));
            }
        }
    }
}

/// Returns the text over a side's field once a round, or the side's captured game, is over: two lines of up to eight
/// letters.
pub fn verdict(view: &VersusView, side: Side) -> Option<[&'static str; 2]> {
    if let MatchKind::Captured { topped_out, .. } = view.kind {
        return topped_out[side.index()].then_some(["TOPPED", "OUT"]);
    }
    let (outcome, what) = match view.moment {
        MatchStage::Playing | MatchStage::Paused => return None,
        MatchStage::RoundOver(outcome) => (outcome, "ROUND"),
        MatchStage::MatchOver(outcome) => (outcome, "MATCH"),
    };
    Some(match outcome {
        RoundOutcome::Draw => ["DRAW", "REPLAYED"],
        RoundOutcome::Won(winner) if winner == side => ["WINS THE", what],
        RoundOutcome::Won(_) => ["TOPPED", "OUT"],
    })
}

/// Returns a time as minutes and seconds, or as hours, minutes and seconds.
pub fn clock(seconds: u32) -> String {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match minutes {
        ..60 => format!("{minutes}:{seconds:02}"),
        _ => format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60),
    }
}

/// Returns the tile columns of the field, as a half-open range.
pub(super) fn inside(side: Side) -> (usize, usize) {
    let left = SIDES[side.index()] + 1;
    (left, left + FIELD_WIDTH)
}

/// Drawing tool for a frame.
struct MatchDrawer<'a> {
    renderer: &'a Renderer,
    frame: &'a mut Frame,
}

impl MatchDrawer<'_> {
    /// Draws the field, the pieces and the counters of a side.
    fn game(&mut self, side: Side, game: &GameView, is_decided: bool) {
        let renderer = self.renderer;
        let (left, _) = inside(side);
        let blocks = block_colours(game.palette_level);
        draw_field(renderer, &game.field, left, self.frame, blocks);
        if let Some(pose) = game.piece {
            draw_piece(renderer, pose, left, self.frame, blocks);
        }
        if let Some(piece) = game.next.filter(|_| !is_decided) {
            let place = (
                NEXT.0 + NEXT_WIDTH * side.index(),
                NEXT.1 + 8 * side.index(),
            );
            draw_next(renderer, piece, place, self.frame, blocks);
        }
        self.number(side, LINES_ROW, &game.lines, TEXT);
        self.number(side, LEVEL_ROW, &game.level_digits, TEXT);
        self.number(side, SCORE_ROW + side.index(), &game.score, TEXT);
    }

    /// Draws the rounds that a side has won: a square for each one needed, or a number.
    fn wins(&mut self, side: Side, wins: u8, needed: u8) {
        if needed > SQUARES_MAX {
            let digits = [wins / 10 % 10, wins % 10];
            let column = match side {
                Side::Left => CENTRE.0 + 1,
                Side::Right => CENTRE.1 - 1 - digits.len(),
            };
            self.line(column, WINS_ROW, digits, TEXT);
            return;
        }
        let tile = self.renderer.tile(Cell::BORDERED.0 - TO_MINIATURE);
        for square in 0..needed {
            let step = SQUARE_STEP * usize::from(square);
            let x = match side {
                Side::Left => SQUARES.0 + step,
                Side::Right => SQUARES.1 - step,
            };
            let colours = if square < wins { WON } else { TO_WIN };
            self.frame.sprite(x, WINS_ROW * 8 + 1, tile, colours);
        }
    }

    /// Draws the garbage rows on their way to a side: beside its field from the bottom up, and as a number.
    fn pending(&mut self, side: Side, pending: u32) {
        self.meter(METERS[side.index()], pending);
        let number = pending.min(PENDING_MAX).to_string();
        let digits: Vec<u8> = number.chars().map(character_tile).collect();
        let colours = if pending > 0 { WARNING } else { TEXT };
        self.number(side, GARBAGE_ROW, &digits, colours);
    }

    /// Draws incoming rows in a tile column beside a field from the bottom up.
    fn meter(&mut self, column: usize, pending: u32) {
        let rows = (0..pending).zip((FIELD_ROW..FIELD_ROW + FIELD_HEIGHT).rev());
        for (_, row) in rows {
            self.line(column, row, [METER], WARNING);
        }
    }

    /// Draws the headings that are not part of the background, and the figures below them.
    fn headings(&mut self, view: &VersusView) {
        let (wins_needed, surplus) = match view.kind {
            MatchKind::Garbage {
                wins_needed,
                surplus,
            } => (wins_needed, surplus),
            MatchKind::Captured { lead, seconds, .. } => return self.course(lead, seconds),
        };
        let wins = match wins_needed {
            ..=SQUARES_MAX => "WINS".to_owned(),
            needed => format!("TO {needed}"),
        };
        self.centred(WINS_HEADING_ROW, &wins, TEXT);
        self.centred(GARBAGE_HEADING_ROW, "GARBAGE", TEXT);
        if surplus > 0 {
            self.centred(SURPLUS_ROW, &format!("+{surplus} EACH"), CURSOR);
        }
    }

    /// Draws the clock of a captured match, and the lead beside the leader's field.
    fn course(&mut self, lead: Option<i64>, seconds: u32) {
        self.centred(WINS_HEADING_ROW, "TIME", TEXT);
        self.centred(WINS_ROW, &clock(seconds), TEXT);
        self.centred(GARBAGE_HEADING_ROW, "LEAD", TEXT);
        let Some(lead) = lead else {
            return self.centred(GARBAGE_ROW, "UNKNOWN", TEXT);
        };
        let points = lead.unsigned_abs().to_string();
        let digits: Vec<u8> = points.chars().map(character_tile).collect();
        match lead {
            0 => self.centred(GARBAGE_ROW, "-", TEXT),
            1.. => self.number(Side::Left, GARBAGE_ROW, &digits, CURSOR),
            _ => self.number(Side::Right, GARBAGE_ROW, &digits, CURSOR),
        }
    }

    /// Draws the box over a side's field, between these tile columns.
    fn verdict(
        &mut self,
        (left, end): (usize, usize),
        side: Side,
        lines: &[&str],
        moment: MatchStage,
    ) {
        let height = lines.len() + 2;
        self.renderer
            .panel(self.frame, left, VERDICT_ROW, end - left, height);
        let colours = match moment {
            MatchStage::RoundOver(RoundOutcome::Won(winner))
            | MatchStage::MatchOver(RoundOutcome::Won(winner))
                if winner == side =>
            {
                CURSOR
            }
            _ => TEXT,
        };
        for (row, line) in (VERDICT_ROW + 1..).zip(lines) {
            self.centred_in((left, end), row, line, colours);
        }
    }

    /// Draws digits in the centre panel, at the edge next to the playfield of `side`.
    fn number(&mut self, side: Side, row: usize, digits: &[u8], colours: TileColours) {
        let column = match side {
            Side::Left => CENTRE.0,
            Side::Right => CENTRE.1 - digits.len(),
        };
        self.line(column, row, digits.iter().copied(), colours);
    }

    /// Draws a text in the middle of the centre.
    fn centred(&mut self, row: usize, text: &str, colours: TileColours) {
        self.centred_in(CENTRE, row, text, colours);
    }

    /// Draws a text in the middle between two tile columns, the second one excluded.
    fn centred_in(
        &mut self,
        (first, end): (usize, usize),
        row: usize,
        text: &str,
        colours: TileColours,
    ) {
        let free = (end - first).saturating_sub(text.chars().count());
        let place = (first * 8 + free * 4, row * 8);
        let tiles = &self.renderer.tiles;
        tiles.line_at(self.frame, place, text.chars().map(character_tile), colours);
    }

    fn line(
        &mut self,
        column: usize,
        row: usize,
        tiles: impl IntoIterator<Item = u8>,
        colours: TileColours,
    ) {
        self.renderer
            .tiles
            .line(self.frame, column, row, tiles, colours);
    }
}

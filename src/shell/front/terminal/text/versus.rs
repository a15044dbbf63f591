//! A match as text: both playfields, and the numbers between them.

use rightwell::engine::view::{GameView, MatchKind, MatchStage, Side, SideView, VersusView};
use rightwell::render::Palette;
use rightwell::render::palette::WARNING;
use rightwell::render::versus::{clock, verdict};

use super::canvas::{BlockColours, FIELD_ROW, FIELD_WIDTH, TextCanvas, WHITE};

/// Columns needed for both playfields and the centre.
pub const WIDTH: usize = 80;
/// Columns of the gap between a playfield and the centre, and of a NEXT piece.
const GAP: usize = 2;
const NEXT_WIDTH: usize = 8;
/// Rows of a playfield.
const FIELD_HEIGHT: usize = 20;
/// Rows of the texts in the centre.
const NAMES_ROW: usize = 0;
const WINS_ROW: usize = 2;
const NEXT_ROW: usize = 5;
const SURPLUS_ROW: usize = 18;
/// Rows and headings of the numbers in the centre.
const HEADINGS: [(usize, &str); 3] = [(9, "LINES"), (11, "LEVEL"), (13, "SCORE")];
/// Row of the rows of garbage, or of the lead in a captured match.
const GARBAGE_ROW: usize = 16;
/// Maximum number of letters of a name.
const NAME_MAX: usize = 16;
/// Row of the verdict that is written over a playfield.
const VERDICT_ROW: usize = FIELD_ROW + 9;

impl TextCanvas {
    /// Draws both games, or the word PAUSE while they are paused.
    pub fn versus(&mut self, view: &VersusView, palette: &Palette) {
        if view.moment == MatchStage::Paused {
            self.text(VERDICT_ROW, (WIDTH - 5) / 2, "PAUSE", WHITE);
            return;
        }
        for side in Side::BOTH {
            let shown = &view.sides[side.index()];
            let colours = BlockColours::of(palette, shown.game.palette_level);
            self.field(&shown.game, field_column(side), &colours);
            self.meter(side, shown.pending, palette);
            if let Some(piece) = shown.game.next {
                let column = beside(side, NEXT_WIDTH);
                self.next(piece, NEXT_ROW, column, &colours);
            }
            self.numbers(side, shown, view.kind);
            if let Some(lines) = verdict(view, side) {
                let text = format!("{:^20}", lines.join(" "));
                for (row, text) in (VERDICT_ROW..).zip(["", &text, ""]) {
                    self.text(row, field_column(side) + 1, &format!("{text:20}"), WHITE);
                }
            }
        }
        let (top, bottom) = match view.kind {
            MatchKind::Garbage { wins_needed, .. } => (format!("WINS TO {wins_needed}"), "GARBAGE"),
            MatchKind::Captured { seconds, .. } => (format!("TIME {}", clock(seconds)), "LEAD"),
        };
        let more = [(WINS_ROW, &*top), (NEXT_ROW, "NEXT"), (GARBAGE_ROW, bottom)];
        for (row, heading) in more.into_iter().chain(HEADINGS) {
            self.centred(row, heading);
        }
        if let MatchKind::Garbage {
            surplus: surplus @ 1..,
            ..
        } = view.kind
        {
            self.centred(SURPLUS_ROW, &format!("+{surplus} EACH"));
        }
    }

    /// Draws pending garbage rows on the inner wall, from the bottom up.
    fn meter(&mut self, side: Side, pending: u32, palette: &Palette) {
        let column = match side {
            Side::Left => FIELD_WIDTH - 1,
            Side::Right => WIDTH - FIELD_WIDTH,
        };
        let rows = (FIELD_ROW..FIELD_ROW + FIELD_HEIGHT).rev();
        for (_, row) in (0..pending).zip(rows) {
            self.text(row, column, "#", palette.rgb(WARNING[3]));
        }
    }

    fn numbers(&mut self, side: Side, shown: &SideView, kind: MatchKind) {
        let SideView {
            name,
            game,
            pending,
            wins,
        } = shown;
        let (wins, below) = match kind {
            MatchKind::Garbage { .. } => (wins.to_string(), pending.to_string()),
            MatchKind::Captured { lead, .. } => {
                let shown = match (lead, side) {
                    (None, _) => "?".to_owned(),
                    (Some(lead @ 1..), Side::Left) | (Some(lead @ ..=-1), Side::Right) => {
                        lead.unsigned_abs().to_string()
                    }
                    _ => String::new(),
                };
                (String::new(), shown)
            }
        };
        let numbers = [
            (NAMES_ROW, name.chars().take(NAME_MAX).collect()),
            (WINS_ROW, wins),
            (HEADINGS[0].0, GameView::counter_text(&game.lines)),
            (HEADINGS[1].0, GameView::counter_text(&game.level_digits)),
            (HEADINGS[2].0, GameView::counter_text(&game.score)),
            (GARBAGE_ROW, below),
        ];
        for (row, text) in numbers {
            self.text(row, beside(side, text.chars().count()), &text, WHITE);
        }
    }

    fn centred(&mut self, row: usize, text: &str) {
        self.text(row, (WIDTH - text.len()) / 2, text, WHITE);
    }
}

/// Returns the column of a playfield's left wall.
fn field_column(side: Side) -> usize {
    match side {
        Side::Left => 0,
        Side::Right => WIDTH - FIELD_WIDTH,
    }
}

/// Returns the first column of a text in the centre, beside its side's playfield.
fn beside(side: Side, width: usize) -> usize {
    match side {
        Side::Left => FIELD_WIDTH + GAP,
        Side::Right => (WIDTH - FIELD_WIDTH - GAP).saturating_sub(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rightwell::engine::Versus;
    use rightwell::engine::view::{RoundOutcome, View};
    use rightwell::render::Renderer;
    use rightwell::rules::{Cell, Piece, Pose};

    fn text(change: impl FnOnce(&mut VersusView)) -> String {
        let View::Versus(mut view) = Versus::new(Default::default()).unwrap().view() else {
            panic!("a match view shows two games");
        };
        change(&mut view);
        let mut canvas = TextCanvas::new((80, 24));
        canvas.versus(&view, Renderer::new().palette());
        let rows = canvas.cells.iter();
        rows.map(|row| row.iter().map(|cell| cell.letter).collect::<String>() + "\n")
            .collect()
    }

    /// Returns a row without trailing spaces.
    fn row(text: &str, row: usize) -> &str {
        text.lines().nth(row).unwrap().trim_end()
    }

    #[test]
    fn both_games_are_side_by_side_with_their_numbers() {
        let text = text(|view| {
            view.sides[0].name = "LEFTMOST10".to_owned();
            view.sides[1].name = "AI".to_owned();
            view.sides[0].pending = 3;
            view.sides[1].pending = 120;
            view.kind = MatchKind::Garbage {
                wins_needed: 2,
                surplus: 2,
            };
            view.sides[0].game.piece = Some(Pose::spawn(Piece::T));
            view.sides[0].game.next = Some(Piece::I);
            view.sides[1].game.next = Some(Piece::O);
            view.sides[1].game.field[190..197].fill(Cell::GARBAGE);
        });
        for (number, expected) in [
            (
                0,
                "+--------------------+  LEFTMOST10                    AI  +--------------------+",
            ),
            (
                1,
                "| . . . .[][][] . . .|                                    # . . . . . . . . . .|",
            ),
            (
                2,
                "| . . . . .[] . . . .|  0          WINS TO 2           0  # . . . . . . . . . .|",
            ),
            (
                5,
                "| . . . . . . . . . .|  [][][][]      NEXT        [][]    # . . . . . . . . . .|",
            ),
            (
                16,
                "| . . . . . . . . . .|  3           GARBAGE          120  # . . . . . . . . . .|",
            ),
            (
                18,
                "| . . . . . . . . . .#              +2 EACH               # . . . . . . . . . .|",
            ),
            (
                20,
                "| . . . . . . . . . .#                                    #xxxxxxxxxxxxxx . . .|",
            ),
        ] {
            assert_eq!(row(&text, number), expected, "row {number}");
        }
    }

    #[test]
    fn a_captured_match_has_a_clock_and_a_lead() {
        let text = text(|view| {
            view.sides[0].name = "A name of many letters".to_owned();
            view.kind = MatchKind::Captured {
                lead: Some(-4_500),
                seconds: 3_725,
                topped_out: [true, false],
            };
        });
        for (number, expected) in [
            (
                0,
                "+--------------------+  A name of many l           right  +",
            ),
            (
                2,
                "| . . . . . . . . . .|            TIME 1:02:05            |",
            ),
            (
                11,
                "|     TOPPED OUT     |  00           LEVEL            00  |",
            ),
            (
                16,
                "| . . . . . . . . . .|                LEAD          4500  |",
            ),
        ] {
            let found = &row(&text, number)[..expected.len()];
            assert_eq!(found, expected, "row {number}");
        }
    }

    #[test]
    fn the_verdict_of_a_match_is_over_the_playfields() {
        let text = text(|view| view.moment = MatchStage::MatchOver(RoundOutcome::Won(Side::Right)));
        assert_eq!(
            row(&text, 11),
            "|     TOPPED OUT     |  00           LEVEL            00  |   WINS THE MATCH   |"
        );
    }

    #[test]
    fn pause_hides_both_fields() {
        let text = text(|view| view.moment = MatchStage::Paused);
        assert_eq!(text.trim(), "PAUSE");
    }
}

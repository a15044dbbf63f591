//! Images of matches: two games side by side.

use super::game::check_view;
use super::game::{blank, field, is_calm, middle, pose, start};
use rightwell::engine::view::{
    GameView, MatchKind, MatchStage, RoundOutcome, Side, SideView, VersusView, View,
};
use rightwell::render::{Frame, Renderer};
use rightwell::rules::{Cell, Counter, Piece, Score};

/// High stack on top of garbage (`G`), whose holes are in one column.
const GARBAGE: &str = "
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    .....DD...
    ....DD....
    BB.LBB.D..
    BBLLBBDDD.
    LLLDBBBLL.
    DDDDLBLL.B
    GGGGGG.GGG
    GGGGGG.GGG
    GGGGGG.GGG
    GGGGGG.GGG
    GGGGGG.GGG
    GGGGGG.GGG
    GGGGGG.GGG
    GGGGGG.GGG
";

/// Four complete rows below a few others.
const TETRIS: &str = "
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    B.........
    BDD.......
    BDLLBB....
    BDBLLBBLL.
    BBDDLLLDDB
    LBBDDLBBDB
    LLBDDBBBDB
    LBBBBLLDDB
";

fn side(name: &str, game: GameView) -> SideView {
    SideView {
        name: name.to_owned(),
        game,
        pending: 0,
        wins: 0,
    }
}

fn versus(left: SideView, right: SideView) -> VersusView {
    VersusView {
        sides: [left, right],
        kind: garbage(2, 0),
        moment: MatchStage::Playing,
    }
}

/// Returns a round with a full screen: garbage in the right playfield, and more garbage on its way to both sides.
pub fn busy() -> VersusView {
    let left = SideView {
        pending: 3,
        wins: 1,
        ..side("PERSON", middle(8))
    };
    let right = SideView {
        pending: 12,
        wins: 1,
        ..side("SPIRE", under_garbage(19))
    };
    versus(left, right)
}

fn under_garbage(level: u8) -> GameView {
    GameView {
        field: field(GARBAGE),
        piece: Some(pose(Piece::I, 1, 9, 4)),
        next: Some(Piece::S),
        lines: Counter::new(102).digits(),
        score: Score::new(104_280).digits(),
        ..start(level)
    }
}

fn check_match(name: &str, view: VersusView) {
    check_view(name, &View::Versus(Box::new(view)));
}

/// Returns this game, with the closed curtain over its playfield.
fn curtain(game: GameView) -> GameView {
    GameView {
        field: [Cell::CURTAIN; 200],
        piece: None,
        ..game
    }
}

fn over(moment: MatchStage, left: GameView, right: GameView) -> VersusView {
    let busy = busy();
    let [left, right] = [(0, left), (1, right)].map(|(index, game)| SideView {
        game,
        ..busy.sides[index].clone()
    });
    VersusView {
        moment,
        ..versus(left, right)
    }
}

#[test]
fn each_side_has_the_colours_of_its_level() {
    let (left, right) = (side("PERSON", start(0)), side("CORBEL", start(5)));
    check_match("versus_start", versus(left, right));
}

const fn garbage(wins_needed: u8, surplus: u32) -> MatchKind {
    MatchKind::Garbage {
        wins_needed,
        surplus,
    }
}

const fn captured(lead: i64, seconds: u32, topped_out: [bool; 2]) -> MatchKind {
    MatchKind::Captured {
        lead: Some(lead),
        seconds,
        topped_out,
    }
}

#[test]
fn a_captured_match_has_a_clock_and_a_lead_instead_of_garbage() {
    let mut view = busy();
    view.kind = captured(-123_400, 754, [true, false]);
    view.sides[0].name = "a name that is too long".to_owned();
    check_match("versus_captured", view);
}

#[test]
fn pending_rows_are_shown_beside_the_playfield() {
    check_match("versus_busy", busy());
}

#[test]
fn more_rows_than_the_field_has_are_a_number_only() {
    let mut view = busy();
    view.kind = garbage(25, 2);
    view.sides[0].pending = 20;
    view.sides[0].wins = 9;
    view.sides[0].name = "LEFTMOST10".to_owned();
    view.sides[1].pending = 134;
    view.sides[1].wins = 24;
    view.sides[1].name = "RIGHTMOST0".to_owned();
    // At this level, the blocks are as grey as garbage.
    view.sides[1].game.palette_level = 6;
    check_match("versus_flood", view);
}

#[test]
fn only_the_side_of_a_tetris_flashes() {
    for (name, flashing) in [("versus_flash_left", 0), ("versus_flash_right", 1)] {
        let mut view = busy();
        let game = &mut view.sides[flashing].game;
        game.field = field(TETRIS);
        game.piece = None;
        game.flash = true;
        blank(game, &[16, 17, 18, 19], 2);
        view.sides[1 - flashing].pending = 4;
        check_match(name, view);
    }
}

#[test]
fn without_flashing_neither_side_flashes() {
    let view = |flash| {
        let mut view = busy();
        view.sides[1].game.flash = flash;
        View::Versus(Box::new(view))
    };
    assert!(is_calm(&view(true), &view(false)));
}

#[test]
fn pause_hides_both_fields() {
    let renderer = Renderer::new();
    let (mut one, mut two) = (Frame::new(), Frame::new());
    let paused = GameView {
        paused: true,
        ..start(0)
    };
    renderer.draw(&View::Game(Box::new(paused)), &mut one);
    let view = VersusView {
        moment: MatchStage::Paused,
        ..busy()
    };
    renderer.draw(&View::Versus(Box::new(view)), &mut two);
    assert_eq!(one, two);
}

#[test]
fn the_end_of_a_round_is_shown_over_the_fields() {
    let moment = MatchStage::RoundOver(RoundOutcome::Won(Side::Right));
    let mut view = over(moment, curtain(middle(8)), under_garbage(19));
    view.kind = garbage(4, 0);
    view.sides[1].wins = 3;
    check_match("versus_round_over", view);
}

#[test]
fn a_draw_is_shown_on_both_sides() {
    let closing = |mut game: GameView| {
        game.field[..60].fill(Cell::CURTAIN);
        game.piece = None;
        game
    };
    let (left, right) = (closing(middle(8)), closing(under_garbage(19)));
    check_match(
        "versus_draw",
        over(MatchStage::RoundOver(RoundOutcome::Draw), left, right),
    );
}

#[test]
fn after_a_match_the_boxes_say_who_won() {
    let moment = MatchStage::MatchOver(RoundOutcome::Won(Side::Left));
    let mut view = over(moment, middle(8), curtain(under_garbage(19)));
    view.sides[0].wins = 2;
    check_match("versus_match_over", view);
}

#[test]
fn two_i_as_next_are_not_one_bar() {
    let renderer = Renderer::new();
    let picture = |next| {
        let game = GameView { next, ..start(0) };
        let (mut frame, both) = (Frame::new(), side("PERSON", game));
        let view = versus(both.clone(), both);
        renderer.draw(&View::Versus(Box::new(view)), &mut frame);
        frame
    };
    let (without, with) = (picture(None), picture(Some(Piece::I)));
    let rows = with.pixels().chunks(Frame::WIDTH);
    let rows = rows.zip(without.pixels().chunks(Frame::WIDTH));
    for (y, (row, empty)) in rows.enumerate() {
        let shown = (0..Frame::WIDTH).filter(|&x| row[x] != empty[x]);
        let (left, right): (Vec<usize>, Vec<usize>) = shown.partition(|&x| x < Frame::WIDTH / 2);
        assert!(left.is_empty() || right.is_empty(), "pixel row {y}");
    }
}

#[test]
fn every_value_has_a_picture() {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    for byte in 0..=255 {
        let game = GameView {
            field: [Cell(byte); 200],
            lines: [byte; 3],
            score: [byte; 6],
            level_digits: [byte; 2],
            palette_level: byte,
            ..start(0)
        };
        let side = SideView {
            pending: u32::MAX,
            wins: byte,
            ..side("\u{e4} name that is far too long", game)
        };
        let view = VersusView {
            kind: garbage(byte, u32::MAX),
            ..versus(side.clone(), side.clone())
        };
        renderer.draw(&View::Versus(Box::new(view)), &mut frame);
        assert!(frame.pixels().iter().all(|&index| index < 0x40));
        let view = VersusView {
            kind: captured(i64::MIN, u32::MAX, [true; 2]),
            ..versus(side.clone(), side)
        };
        renderer.draw(&View::Versus(Box::new(view)), &mut frame);
        assert!(frame.pixels().iter().all(|&index| index < 0x40));
    }
}

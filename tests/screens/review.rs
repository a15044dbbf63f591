//! The review of a move, beside the field and below it.

use rightwell::engine::view::{GameType, GameView, View};
use rightwell::render::{Border, Frame, Outline, Overlay, Renderer, ReviewPanel};
use rightwell::rules::Piece;

use super::game::{middle, pose};
use super::{golden, versus};

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = all.iter();
    owned
        .map(|&(one, other)| (one.to_owned(), other.to_owned()))
        .collect()
}

/// A mistake in the middle of a game.
fn panel() -> ReviewPanel {
    let lost = |column: usize| match column {
        0..20 => 0.004 * column as f32,
        20..45 => 0.25 + 0.01 * (column - 20) as f32,
        _ => 0.8 + 0.2 * (column - 45) as f32 / 26.0,
    };
    ReviewPanel {
        lines: pairs(&[
            ("PIECE", "214"),
            ("mistake", ""),
            ("LOSS", "2.31"),
            ("PTS", "13167"),
            ("", ""),
            ("ACC", "87%"),
            ("ERRORS", "12"),
        ]),
        curve: (0..ReviewPanel::CURVE).map(lost).collect(),
        cursor: Some(45),
        keys: pairs(&[
            ("PGDN", "NEXT"),
            ("PGUP", "BACK"),
            ("R", "TRY"),
            ("P", "PLAY ON"),
            ("W", "WORST"),
        ]),
        said: "covers the well: six rows are lost until it opens again".to_owned(),
        solved: None,
    }
}

/// The picture of the middle of a game with the review over it.
fn check(name: &str, panel: &ReviewPanel) {
    let view = View::Game(Box::new(GameView {
        piece: Some(pose(Piece::J, 0, 5, 0)),
        ..middle(18)
    }));
    let outline = |pose, border| Some(Outline::of(pose, border));
    let overlay = Overlay {
        outlines: [
            outline(pose(Piece::J, 1, 5, 12), Border::Whole),
            None,
            outline(pose(Piece::J, 0, 4, 11), Border::Filled),
        ],
        legend: true,
        ..Overlay::default()
    };
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(&view, &mut frame);
    renderer.overlay(&view, &overlay, &mut frame);
    assert!(renderer.review(&view, panel, &mut frame));
    golden::check_frame(name, &renderer, &frame);
}

#[test]
fn a_mistake_is_shown_with_what_it_lost_and_what_was_better() {
    check("review", &panel());
}

#[test]
fn while_moves_are_rated_it_says_how_many() {
    let rating = ReviewPanel {
        lines: pairs(&[("RATED", ""), ("", "120"), ("OF", "433")]),
        curve: Vec::new(),
        cursor: None,
        said: "the moves are being rated".to_owned(),
        ..panel()
    };
    check("review_rating", &rating);
}

#[test]
fn keys_with_long_names_and_large_numbers_have_their_room() {
    let mut wide = panel();
    wide.lines[0] = ("PC".to_owned(), "12345".to_owned());
    wide.lines[3].1 = "999999".to_owned();
    wide.keys = pairs(&[
        ("RIGHTBRACKET", "NEXT"),
        ("SEMICOLON", "BACK"),
        ("APOSTROPHE", "TRY"),
    ]);
    wide.cursor = Some(71);
    wide.said = "opens a hole in column 10 that only an I comes to".to_owned();
    check("review_wide", &wide);
}

#[test]
fn solved_and_wrong_look_different() {
    let keys = pairs(&[("A", "NEXT"), ("SELECT", "AGAIN"), ("ESC", "MENU")]);
    let puzzle = |solved: bool, said: &str| ReviewPanel {
        lines: pairs(&[
            ("NO", "17"),
            ("STARS", "2"),
            ("STREAK", if solved { "4" } else { "0" }),
            ("tuck", ""),
            ("LOSS", if solved { "0.00" } else { "3.12" }),
            ("2ND", "2.13"),
        ]),
        keys: keys.clone(),
        said: said.to_owned(),
        solved: Some(solved),
        ..ReviewPanel::default()
    };
    let said = "solved: the second best place loses 2.1 lines";
    check("puzzle_solved", &puzzle(true, said));
    check("puzzle_wrong", &puzzle(false, &panel().said));
}

#[test]
fn matches_and_the_pause_have_no_review() {
    let renderer = Renderer::new();
    let paused = GameView {
        paused: true,
        game_type: GameType::A,
        ..middle(18)
    };
    for view in [
        View::Game(Box::new(paused)),
        View::Versus(Box::new(versus::busy())),
        View::Blank,
    ] {
        let mut frame = Frame::new();
        renderer.draw(&view, &mut frame);
        let before = frame.clone();
        assert!(!renderer.review(&view, &panel(), &mut frame));
        assert!(frame == before);
    }
}

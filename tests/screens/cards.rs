//! Images of cards: both faces, and every part that a card can hold.

use rightwell::engine::view::{GameView, View};
use rightwell::render::overlay::CardPosition;
use rightwell::render::panel::{
    ColumnSize, Curve, Figure, LockIcon, PanelList, PanelPart, SmallBoard, Tone, arrange,
};
use rightwell::render::{Frame, Overlay, Panel, Renderer, Surface};
use rightwell::rules::{Buttons, Piece};

use super::game::{middle, pose};
use super::golden;

/// Colour of the background.
const BLACK: u8 = 0x0F;

/// Returns cards with text, key figures, lists, bars and drawings.
fn cards() -> Vec<Panel> {
    let figures = vec![
        Figure::new("Efficiency", "268"),
        Figure::new("Pieces since I", "13").toned(Tone::Bad),
        Figure::new("A label that has to wrap beside its value", "612,340"),
    ];
    let statistics = vec![
        PanelPart::KeyFigure(Figure::new("Tetris rate", "82%")),
        PanelPart::Figures(figures),
        PanelPart::Curve(Curve {
            title: "Height",
            points: vec![0.1, 0.4, 0.3, 0.8],
            line: vec![0.0, 1.0],
            cursor: Some(0.5),
            height: 24,
        }),
    ];
    let qualities = [
        ("\u{2713} good", Tone::Good),
        ("?! inaccuracy", Tone::Fair),
        ("? mistake", Tone::Poor),
        ("?? blunder", Tone::Bad),
    ];
    let qualities = qualities.map(|(text, tone)| PanelPart::Text(text.to_owned(), tone));
    let places = [(Piece::T, 1, 4), (Piece::I, 1, 9), (Piece::S, 0, 2)];
    let places = places.iter().zip(["", "played", ""]).zip(1..);
    let rows = places.map(|((&(piece, rotation, x), remark), number)| {
        let lock = LockIcon {
            pose: pose(piece, rotation, x, 16),
            words: String::new(),
            remark,
        };
        Figure::new(format!("{number}."), "0.42").with_lock(lock)
    });
    let list = PanelList {
        rows: rows.collect(),
        cursor: Some(1),
        least: 3,
    };
    let board = |caption: &str| SmallBoard {
        caption: caption.to_owned(),
        rows: vec![
            [
                0x27, BLACK, BLACK, BLACK, 0x21, 0x21, 0x10, 0x10, 0x10, BLACK
            ];
            3
        ],
    };
    let coach = vec![
        PanelPart::List(list),
        PanelPart::Boards(vec![board("Played"), board("Best")]),
    ];
    let face = "The quick brown fox jumps over a lazy dog; VAMPIRES WALTZ. 0123456789 (+-=%/!?)";
    let keys = [
        ("Space", "Resume"),
        ("PgDn", "Next mistake"),
        ("\u{2190} \u{2192}", "Move"),
    ];
    let keys = keys.map(|(key, does)| (key.to_owned(), does.to_owned()));
    vec![
        Panel::new("Statistics", statistics),
        Panel::new("Quality", qualities.into()),
        Panel::new("Coach", coach),
        Panel::new(
            "A long title in the text face",
            vec![PanelPart::Text(face.to_owned(), Tone::Plain)],
        ),
        Panel::new("Keys", vec![PanelPart::Keys(keys.into())]),
        Panel::new("Pad", vec![PanelPart::Pad(Buttons::LEFT)]),
    ]
}

#[test]
fn a_card_has_the_consoles_frame_and_two_faces_at_every_scale() {
    let renderer = Renderer::new();
    let panels = cards();
    for (factor, width) in [(1, 256), (2, 128), (3, 176)] {
        let size = ColumnSize { width, height: 720 };
        let places = arrange(&panels, &[size]);
        assert_eq!(places.len(), panels.len(), "all cards must fit at {width}");
        let mut column = Surface::new(size.width, size.height, BLACK);
        renderer.panel_column(&panels, &places, 0, &mut column);
        let mut whole = Surface::new(factor * size.width, factor * size.height, BLACK);
        whole.surface(&column, (0, 0), factor);
        let pixels = whole.to_rgb(renderer.palette());
        golden::check(
            &format!("cards_{factor}x"),
            (whole.width(), whole.height()),
            &pixels,
        );
    }
}

#[test]
fn every_card_stands_on_the_grid_of_eight_pixels() {
    let panels = cards();
    for width in [128, 153, 176, 224, 256] {
        for place in arrange(&panels, &[ColumnSize { width, height: 900 }]) {
            assert_eq!(
                (place.y % 8, place.height % 8),
                (0, 0),
                "{width}: {place:?}"
            );
        }
    }
}

#[test]
fn messages_countdowns_and_a_tapping_rate_stand_over_the_playfield_or_above_it() {
    let renderer = Renderer::new();
    let view = View::Game(Box::new(middle(8)));
    let keys = vec![
        ("Enter".to_owned(), "again".to_owned()),
        ("Esc".to_owned(), "menu".to_owned()),
    ];
    let over = Panel::new(
        "Game over",
        vec![
            PanelPart::KeyFigure(Figure::new("Score", "999999")),
            PanelPart::Figures(vec![Figure::new("Lines", "230")]),
            PanelPart::Keys(keys),
        ],
    );
    let text = "the score of this game will not count".to_owned();
    let hint = Panel::new("Hint", vec![PanelPart::Text(text, Tone::Plain)]);
    let mut frame = Frame::new();
    for (name, panel, place) in [
        ("card_middle", over, CardPosition::Middle),
        ("card_top", hint, CardPosition::Top),
    ] {
        renderer.draw(&view, &mut frame);
        renderer.card(&view, &panel, place, &mut frame);
        golden::check_frame(name, &renderer, &frame);
    }
    renderer.draw(&View::Game(Box::new(GameView::BLANK)), &mut frame);
    let overlay = Overlay {
        rate: Some(1345),
        ..Overlay::default()
    };
    renderer.overlay(&View::Game(Box::new(GameView::BLANK)), &overlay, &mut frame);
    golden::check_frame("tapping_rate", &renderer, &frame);
    renderer.draw(&view, &mut frame);
    renderer.countdown(&view, 3, &mut frame);
    golden::check_frame("countdown", &renderer, &frame);
}

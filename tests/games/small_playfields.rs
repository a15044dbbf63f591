//! Tests of broadcasts with small playfields.

use std::sync::LazyLock;

use rightwell::capture::FrameReader;
use rightwell::rules::Region;

use crate::broadcasts::{GAMES, LEARNT_INTERVAL, PLAIN, bare, check, check_games};
use crate::played::{Played, play};
use crate::support::broadcast::{Broadcast, Layout, SCREEN, Shown};
use crate::support::cases::sample;

/// Games in which a piece is turned at its spawn, so that one cell is above the playfield.
static TURNED_GAMES: LazyLock<[Played; 2]> = LazyLock::new(|| {
    [
        play(18, Region::Ntsc, 0, 26, 23),
        play(5, Region::Ntsc, 0, 26, 24),
    ]
});

#[test]
fn the_reader_learns_until_both_playfields_are_known() {
    let layout = Layout {
        name: "one without a border, on black",
        every: LEARNT_INTERVAL,
        background: [0; 3],
        players: [bare((100, 60, 300, 600), 3), bare((900, 200, 60, 120), 0)],
        ..PLAIN
    };
    let games = GAMES.each_ref().map(|game| game.playback.clone());
    let mut broadcast = Broadcast::new(layout, games);
    let mut reader = FrameReader::new();
    reader.read_both();
    while let Some((pixels, _)) = broadcast.next_frame() {
        if reader.learn(&pixels) {
            break;
        }
    }
    let (width, height) = reader.smallest().unwrap();
    assert!((58.0..=62.0).contains(&width), "{width}");
    assert!((117.0..=123.0).contains(&height), "{height}");
}

#[test]
fn the_other_boxes_of_the_console_do_not_count_as_playfields() {
    let layout = Layout {
        name: "a console screen",
        every: LEARNT_INTERVAL,
        players: [
            Shown {
                part: SCREEN,
                start: -100,
                ..bare((256, 0, 768, 720), 0)
            },
            bare((20, 60, 150, 300), 3),
        ],
        ..PLAIN
    };
    let games = GAMES.each_ref().map(|game| game.playback.clone());
    let mut broadcast = Broadcast::new(layout, games);
    let mut reader = FrameReader::new();
    while let Some((pixels, _)) = broadcast.next_frame() {
        if reader.learn(&pixels) {
            break;
        }
    }
    // NEXT is 60 pixels wide.
    let (width, _) = reader.smallest().unwrap();
    assert!((148.0..=152.0).contains(&width), "{width}");
}

pub fn a_turned_piece_that_begins_above_the_playfield_is_not_mistaken() {
    check_games(
        Layout {
            name: "level 5, without NEXT",
            learns: true,
            players: [bare((160, 60, 40, 80), 2), bare((820, 60, 40, 80), 2)],
            ..PLAIN
        },
        &TURNED_GAMES,
    );
}

pub fn small_playfields_are_read() {
    let check_size = |name, size, border, (width, height)| {
        check(Layout {
            name,
            size,
            background: if border > 0 { PLAIN.background } else { [0; 3] },
            learns: true,
            players: [
                bare((300, 200, width, height), border),
                bare((900, 200, width, height), border),
            ],
            ..PLAIN
        });
    };
    let (hd, full_hd) = ((1280, 720), (1920, 1080));
    let sizes = [
        ("60 pixels high", hd, 1, (28, 60)),
        (
            "60 pixels high, without a border, on black",
            hd,
            0,
            (32, 60),
        ),
        ("80 pixels high, 1080p", full_hd, 2, (40, 80)),
        ("160 pixels high", hd, 2, (88, 160)),
    ];
    for (name, size, border, field) in sample(sizes.len()).map(|index| sizes[index]) {
        check_size(name, size, border, field);
    }
}

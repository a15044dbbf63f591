//! Tests of two games that are read from the frames of one broadcast, in the layouts of organisers.

use std::sync::LazyLock;

use rightwell::capture::{FieldArea, FrameReader};
use rightwell::rules::Region;
use rightwell::session::{CapturedGame, Move, VideoGameFinder};

use crate::played::{Played, Score, play};
use crate::support::broadcast::{Broadcast, Layout, Shown};

/// Games of the two players: level, number of pieces.
static GAMES: LazyLock<[Played; 2]> = LazyLock::new(|| {
    [
        play(18, Region::Ntsc, 0, 26, 3),
        play(19, Region::Ntsc, 0, 28, 4),
    ]
});

const LIGHT: [u8; 3] = [210, 210, 215];

const fn bare(field: (usize, usize, usize, usize), border: usize) -> Shown {
    Shown {
        field,
        is_screen: false,
        border: (border, LIGHT),
        next: None,
        numbers: None,
        start: -30,
    }
}

const fn with_next(shown: Shown, next: (usize, usize, usize, usize)) -> Shown {
    Shown {
        next: Some(next),
        ..shown
    }
}

const PLAIN: Layout = Layout {
    name: "plain",
    size: (1280, 720),
    every: 1,
    moves: false,
    players: [
        with_next(bare((200, 60, 300, 600), 3), (590, 100, 120, 60)),
        with_next(bare((760, 60, 300, 600), 3), (1110, 100, 120, 60)),
    ],
    third: None,
    cut: None,
};

/// Reads a layout and compares both games with the truth. Returns the share of locks that are correct.
fn check(layout: Layout) {
    let mut broadcast = Broadcast::new(layout, GAMES.each_ref().map(|game| game.playback.clone()));
    let mut reader = FrameReader::new();
    reader.read_both();
    let first = [0, 1].map(|player| broadcast.console_frame(player) + layout.every);
    let mut games = [VideoGameFinder::new(), VideoGameFinder::new()];
    let mut found: [Vec<CapturedGame>; 2] = [const { Vec::new() }; 2];
    while let Some((pixels, time)) = broadcast.next() {
        for (player, sighting) in reader.read_all(&pixels, time).iter().enumerate() {
            found[player].extend(games[player].see(sighting));
        }
    }
    for (found, games) in found.iter_mut().zip(games) {
        found.extend(games.end());
    }
    eprintln!("{}: {:?}", layout.name, reader.places());
    let mut areas: Vec<_> = reader.places().into_iter().zip(found).collect();
    areas.sort_by(|one, other| {
        let corner = |area: &Option<FieldArea>| area.map_or(0.0, |area| area.x + area.y);
        corner(&one.0).total_cmp(&corner(&other.0))
    });
    let mut score = Score::default();
    let mut wrong = Vec::new();
    for (player, (_, found)) in areas.into_iter().enumerate() {
        let played = &GAMES[player];
        let name = format!("{} {player}", layout.name);
        let Some(mut game) = found.iter().max_by_key(|game| game.pieces.len()).cloned() else {
            score.locks += played.moves.len();
            score.wrong += played.moves.len();
            wrong.push(format!("{name}: no game"));
            continue;
        };
        if found.len() > 1 {
            let pieces: Vec<usize> = found.iter().map(|game| game.pieces.len()).collect();
            wrong.push(format!("{name}: games of {pieces:?} pieces"));
        }
        for piece in &mut game.pieces {
            piece.frame = first[player] + piece.frame * layout.every;
        }
        // A piece that is already falling in the first frame is not read.
        let moves = played
            .moves
            .iter()
            .filter(|played| played.frame >= first[player]);
        let moves: Vec<Move> = moves.cloned().collect();
        score.add(&name, &moves, &game);
        let tetrises = moves.iter().filter(|played| played.rows == 4).count() as u32;
        let lines = played.lines - moves[0].position.lines;
        let read = game.lines() - game.pieces[0].lines;
        if (read, game.clears()[3]) != (lines, tetrises) {
            wrong.push(format!(
                "{name}: {read} lines for {lines}, clears {:?}",
                game.clears()
            ));
        }
        // The level is correct, or said to be unknown.
        let level = game.pieces[0].level;
        let (least, most) = game.possible_levels.unwrap_or((level, level));
        if !(least..=most).contains(&played.level) {
            wrong.push(format!(
                "{name}: level {least} to {most} for {}",
                played.level
            ));
        }
    }
    eprintln!("{}: {score:?} {wrong:#?}", layout.name);
    assert_eq!(score.wrong_but_certain, 0, "{}", layout.name);
    assert!(
        100 * score.wrong <= score.locks,
        "{}: {score:?}",
        layout.name
    );
    assert_eq!(wrong, [""; 0], "{}", layout.name);
}

#[test]
fn two_bare_playfields_on_a_plain_background_are_read() {
    check(PLAIN);
}

#[test]
fn mirrored_playfields_at_half_the_rate_are_read() {
    check(Layout {
        name: "mirrored, 30 frames a second",
        every: 2,
        players: [
            with_next(bare((160, 80, 280, 560), 6), (20, 100, 112, 56)),
            with_next(bare((840, 80, 280, 560), 6), (1148, 100, 112, 56)),
        ],
        ..PLAIN
    });
}

#[test]
fn a_small_playfield_beside_a_large_one_is_read() {
    check(Layout {
        name: "small with large",
        size: (1920, 1080),
        every: 2,
        players: [bare((300, 90, 470, 900), 4), bare((1300, 300, 160, 300), 2)],
        ..PLAIN
    });
}

#[test]
fn stacked_playfields_over_a_moving_background_are_read() {
    check(Layout {
        name: "stacked, moving background",
        moves: true,
        players: [bare((200, 45, 150, 300), 2), bare((900, 385, 140, 290), 2)],
        ..PLAIN
    });
}

#[test]
fn two_console_screens_side_by_side_are_read() {
    let screen = |x: usize| Shown {
        is_screen: true,
        start: -100,
        ..bare((x, 60, 620, 581), 0)
    };
    check(Layout {
        name: "two console screens",
        every: 2,
        players: [screen(10), screen(650)],
        ..PLAIN
    });
}

#[test]
fn small_screens_that_begin_on_the_level_menu_are_read() {
    let screen = |x: usize| Shown {
        is_screen: true,
        start: -100,
        ..bare((x, 0, 400, 360), 0)
    };
    check(Layout {
        name: "small screens, from the level menu",
        size: (820, 360),
        players: [screen(0), screen(420)],
        ..PLAIN
    });
}

#[test]
fn playfields_with_next_above_and_numbers_in_the_middle_are_read() {
    let shown = |x: usize, next: usize, numbers: usize| Shown {
        next: Some((next, 40, 96, 48)),
        numbers: Some([
            (numbers, 300, 72, 24),
            (numbers, 340, 144, 24),
            (numbers, 380, 48, 24),
        ]),
        ..bare((x, 140, 250, 520), 4)
    };
    check(Layout {
        name: "NEXT above, numbers in the middle",
        every: 2,
        players: [shown(100, 180, 420), shown(930, 1000, 720)],
        ..PLAIN
    });
}

#[test]
fn a_still_picture_of_a_playfield_is_no_player() {
    check(Layout {
        name: "a third playfield that stands still",
        every: 2,
        players: [bare((60, 100, 250, 500), 3), bare((960, 100, 250, 500), 3)],
        third: Some((520, 100, 240, 480)),
        ..PLAIN
    });
}

#[test]
fn a_short_scene_change_does_not_split_the_games() {
    check(Layout {
        name: "a scene change",
        every: 1,
        players: [bare((160, 60, 300, 600), 3), bare((820, 60, 300, 600), 3)],
        cut: Some((300, 320)),
        ..PLAIN
    });
}

#[test]
fn games_that_begin_in_the_middle_are_read() {
    let later = |shown: Shown, start: i64| Shown { start, ..shown };
    check(Layout {
        name: "from the middle of the games",
        every: 1,
        players: [
            later(bare((160, 60, 300, 600), 3), 330),
            later(bare((820, 60, 300, 600), 3), 400),
        ],
        ..PLAIN
    });
}

#[test]
fn playfields_without_a_border_are_read() {
    check(Layout {
        name: "without a border",
        every: 2,
        players: [bare((160, 60, 320, 600), 0), bare((820, 60, 320, 600), 0)],
        ..PLAIN
    });
}

#[test]
fn tall_playfields_at_full_size_and_rate_are_read() {
    check(Layout {
        name: "1080p, 60 frames a second",
        size: (1920, 1080),
        players: [
            bare((200, 20, 540, 1040), 8),
            bare((1180, 20, 540, 1040), 8),
        ],
        ..PLAIN
    });
}

#[test]
fn small_playfields_are_read() {
    check(Layout {
        name: "small playfields",
        every: 1,
        players: [bare((300, 200, 88, 160), 2), bare((900, 200, 88, 160), 2)],
        ..PLAIN
    });
}

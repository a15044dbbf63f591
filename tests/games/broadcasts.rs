//! Tests of two games that are read from the frames of one broadcast, in the layouts of organisers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rayon::prelude::*;
use rightwell::capture::{FieldArea, FrameReader, Sighting};
use rightwell::rules::{Piece, Region};
use rightwell::session::{CapturedGame, Move, ScoreFrom, VideoGameFinder};

use crate::played::{Played, Score, play};
use crate::support::broadcast::{Broadcast, FIELD, Layout, Rect, SCREEN, Shown};
use crate::support::cases::sample;
use crate::{borderless_playfields, small_playfields};

/// Games of the two players: level, number of pieces.
pub static GAMES: LazyLock<[Played; 2]> = LazyLock::new(|| {
    [
        play(18, Region::Ntsc, 0, 26, 3),
        play(19, Region::Ntsc, 0, 28, 4),
    ]
});

/// Longer games, in which the digits of the lines can be learnt.
static LONG_GAMES: LazyLock<[Played; 2]> = LazyLock::new(|| {
    [
        play(18, Region::Ntsc, 0, 80, 5),
        play(19, Region::Ntsc, 0, 80, 6),
    ]
});

/// Slower games, in which pieces are pushed down most of the time.
static SLOW_GAMES: LazyLock<[Played; 2]> = LazyLock::new(|| {
    [
        play(5, Region::Ntsc, 0, 26, 7),
        play(12, Region::Ntsc, 0, 26, 8),
    ]
});

/// Playfield on the console's screen with its border.
pub const BORDERED_FIELD: Rect = (92, 44, 88, 168);

/// Number of console frames from one frame that the reader sees in advance to the next.
pub const LEARNT_INTERVAL: u64 = 40;

/// Maximum points for the soft drop of the last piece.
pub const LAST_POINTS_MAX: u64 = 20;

pub const LIGHT: [u8; 3] = [210, 210, 215];

pub const fn bare(field: (usize, usize, usize, usize), border: usize) -> Shown {
    Shown {
        part: FIELD,
        field,
        border: (border, LIGHT),
        next: None,
        numbers: None,
        lines: None,
        score: None,
        is_dark: false,
        blinks: false,
        start: -30,
    }
}

const fn with_next(shown: Shown, next: (usize, usize, usize, usize)) -> Shown {
    Shown {
        next: Some(next),
        ..shown
    }
}

pub const PLAIN: Layout = Layout {
    name: "plain",
    size: (1280, 720),
    every: 1,
    background: [52, 58, 96],
    pattern: |_, _| 0,
    moves: false,
    noise: 0,
    learns: false,
    players: [
        with_next(bare((200, 60, 300, 600), 3), (590, 100, 120, 60)),
        with_next(bare((760, 60, 300, 600), 3), (1110, 100, 120, 60)),
    ],
    third: None,
    cut: None,
    moved: None,
};

/// Numbers of frames in which NEXT was read, and of all frames with a game.
#[derive(Clone, Copy, Debug, Default)]
struct NextCounts {
    right: u32,
    wrong: u32,
    frames: u32,
}

impl NextCounts {
    fn add(&mut self, sighting: &Sighting, shown: Option<Piece>) {
        let Some(game) = &sighting.game else { return };
        self.frames += 1;
        self.right += u32::from(game.next.is_some() && game.next == shown);
        self.wrong += u32::from(game.next.is_some() && game.next != shown);
    }

    /// Returns whether NEXT was read in most frames and was never wrong, or was never read if it is not shown.
    fn fit(&self, is_shown: bool) -> bool {
        self.wrong == 0
            && (2 * self.right > self.frames) == is_shown
            && (is_shown || self.right == 0)
    }
}

/// Readings of the line count's shapes.
struct LineReadings {
    /// Digit of each shape.
    digits: BTreeMap<u8, u8>,
    is_contradictory: bool,
    /// Number of frames in which the last digit was read, and of all frames with a game.
    read: u32,
    frames: u32,
}

impl LineReadings {
    const fn new() -> LineReadings {
        LineReadings {
            digits: BTreeMap::new(),
            is_contradictory: false,
            read: 0,
            frames: 0,
        }
    }

    fn add(&mut self, sighting: &Sighting, shown: Option<[u8; 3]>) {
        let (Some(game), Some(shown)) = (&sighting.game, shown) else {
            return;
        };
        self.frames += 1;
        self.read += u32::from(game.digits[2].is_some());
        for (shape, digit) in game.digits.into_iter().zip(shown) {
            let Some(shape) = shape else { continue };
            self.is_contradictory |= *self.digits.entry(shape).or_insert(digit) != digit;
        }
    }
}

/// Reads a layout and compares both games with the truth. At least 99 of 100 locks must be correct.
pub fn check(layout: Layout) {
    check_games(layout, &GAMES);
}

/// Reads these games in a layout: see [`check`].
pub fn check_games(layout: Layout, games_played: &[Played; 2]) {
    let (score, wrong) = read_games(layout, games_played);
    assert_eq!(score.wrong_but_certain, 0, "{}", layout.name);
    assert!(
        100 * score.wrong <= score.locks,
        "{}: {score:?}",
        layout.name
    );
    assert_eq!(wrong, [""; 0], "{}", layout.name);
}

/// Reads these games in a layout. Returns the numbers of correct and wrong locks, and a message for each other error.
pub fn read_games(layout: Layout, games_played: &[Played; 2]) -> (Score, Vec<String>) {
    let mut broadcast = Broadcast::new(
        layout,
        games_played.each_ref().map(|game| game.playback.clone()),
    );
    let mut reader = FrameReader::new();
    reader.read_both();
    if layout.learns {
        let few = Layout {
            every: LEARNT_INTERVAL,
            ..layout
        };
        let mut few = Broadcast::new(
            few,
            games_played.each_ref().map(|game| game.playback.clone()),
        );
        while let Some((pixels, _)) = few.next_frame() {
            reader.learn(&pixels);
        }
    }
    let first = [0, 1].map(|player| broadcast.console_frame(player) + layout.every);
    let mut games = [VideoGameFinder::new(), VideoGameFinder::new()];
    let mut found: [Vec<CapturedGame>; 2] = [const { Vec::new() }; 2];
    let mut nexts = [[NextCounts::default(); 2]; 2];
    let mut lines = [const { [const { LineReadings::new() }; 2] }; 2];
    while let Some((pixels, time)) = broadcast.next_frame() {
        for (player, sighting) in reader.read_all(&pixels, time).iter().enumerate() {
            for (shown, counts) in nexts[player].iter_mut().enumerate() {
                counts.add(sighting, broadcast.next_piece(shown));
                lines[player][shown].add(sighting, broadcast.lines(shown));
            }
            found[player].extend(games[player].see(sighting));
        }
    }
    for (found, games) in found.iter_mut().zip(games) {
        found.extend(games.end());
    }
    eprintln!("{}: {:?}", layout.name, reader.places());
    let areas = reader.places().into_iter().zip(found);
    let mut areas: Vec<_> = areas
        .zip(nexts.into_iter().zip(lines))
        .map(|((area, found), (nexts, lines))| (area, found, nexts, lines))
        .collect();
    let last = layout.moved.map_or(layout.players, |(_, players)| players);
    let shows = |area: &Option<FieldArea>, player: usize| {
        let (left, top, width, height) = last[player].field;
        area.is_some_and(|area| {
            let (x, y) = (area.x + area.width / 2.0, area.y + area.height / 2.0);
            (left..left + width).contains(&(x as usize))
                && (top..top + height).contains(&(y as usize))
        })
    };
    if shows(&areas[0].0, 1) || shows(&areas[1].0, 0) {
        areas.reverse();
    }
    let mut score = Score::default();
    let mut wrong = Vec::new();
    for (player, (_, found, nexts, lines)) in areas.into_iter().enumerate() {
        let played = &games_played[player];
        let name = format!("{} {player}", layout.name);
        let shown = layout.players[player];
        eprintln!("{name}: NEXT {:?}", nexts[player]);
        if !nexts[player].fit(shown.part == SCREEN || shown.next.is_some()) {
            wrong.push(format!("{name}: NEXT is misread"));
        }
        let readings = &lines[player];
        eprintln!(
            "{name}: lines in {} frames of {}",
            readings.read, readings.frames
        );
        let is_lines_shown = shown.part == SCREEN || shown.lines.is_some();
        if readings.is_contradictory || is_lines_shown && 10 * readings.read < readings.frames {
            wrong.push(format!("{name}: the lines are misread"));
        }
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
        // Known lines are correct. They are known if the start was seen.
        let first = (game.pieces[0].lines, moves[0].position.lines);
        let is_from_start = moves.len() == played.moves.len();
        let are_lines_known = game.lines_from.is_known();
        if is_from_start && !are_lines_known || are_lines_known && first.0 != first.1 {
            wrong.push(format!(
                "{name}: {} lines at first for {}, counted from {:?}",
                first.0, first.1, game.lines_from
            ));
        }
        let is_score_read = game.score.is_some() && game.score_from == ScoreFrom::Screen;
        eprintln!("{name}: score {:?} for {}", game.score, played.score);
        if (shown.part == SCREEN || shown.score.is_some()) && !is_score_read {
            wrong.push(format!("{name}: the score is not read"));
        }
        // The soft drop of the last piece may be missing.
        if let Some(score) = game.score
            && is_score_read
            && !(played.score - LAST_POINTS_MAX..=played.score).contains(&score.into())
        {
            wrong.push(format!("{name}: a score of {score} for {}", played.score));
        }
        // The rises of the score tell the level.
        if is_score_read && let Some(levels) = game.possible_levels {
            wrong.push(format!("{name}: levels {levels:?}"));
        }
        // Without the start or the level, a score can only be read.
        let is_countable = are_lines_known && game.possible_levels.is_none();
        if !is_countable && !is_score_read && game.score.is_some() {
            wrong.push(format!("{name}: a score of {:?}", game.score));
        }
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
    (score, wrong)
}

/// Tests of broadcasts. Each composes the frames of one layout, or of a few, and reads them.
const BROADCASTS: [fn(); 24] = [
    two_bare_playfields_on_a_plain_background_are_read,
    mirrored_playfields_at_half_the_rate_are_read,
    a_small_playfield_beside_a_large_one_is_read,
    stacked_playfields_over_a_moving_background_are_read,
    two_console_screens_side_by_side_are_read,
    small_screens_that_begin_on_the_level_menu_are_read,
    the_colours_of_the_menu_are_forgotten_when_the_game_begins,
    playfields_with_next_above_and_numbers_in_the_middle_are_read,
    next_is_found_far_from_the_playfield_below_it_and_in_any_size,
    lines_and_scores_in_another_font_are_read,
    dark_numbers_on_a_bright_ground_are_read,
    a_still_picture_of_a_playfield_is_no_player,
    a_short_scene_change_does_not_split_the_games,
    players_keep_their_games_when_a_scene_moves_their_playfields,
    a_playfield_that_is_covered_for_single_frames_stays_with_its_player,
    games_that_begin_in_the_middle_are_read,
    tall_playfields_at_full_size_and_rate_are_read,
    playfields_with_the_border_of_the_console_are_read,
    levels_are_read_from_pieces_that_are_pushed_down,
    borderless_playfields::playfields_without_a_border_are_read,
    borderless_playfields::playfields_without_a_border_on_black_are_read,
    borderless_playfields::the_stack_is_not_mistaken_for_the_floor,
    small_playfields::a_turned_piece_that_begins_above_the_playfield_is_not_mistaken,
    small_playfields::small_playfields_are_read,
];

#[test]
fn two_games_are_read_in_the_layouts_of_organisers() {
    let drawn: Vec<usize> = sample(BROADCASTS.len()).collect();
    drawn.into_par_iter().for_each(|index| BROADCASTS[index]());
}

fn two_bare_playfields_on_a_plain_background_are_read() {
    check(PLAIN);
}

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

fn a_small_playfield_beside_a_large_one_is_read() {
    check(Layout {
        name: "small with large",
        size: (1920, 1080),
        every: 2,
        players: [bare((300, 90, 470, 900), 4), bare((1300, 300, 160, 300), 2)],
        ..PLAIN
    });
}

fn stacked_playfields_over_a_moving_background_are_read() {
    check(Layout {
        name: "stacked, moving background",
        moves: true,
        players: [bare((200, 45, 150, 300), 2), bare((900, 385, 140, 290), 2)],
        ..PLAIN
    });
}

fn two_console_screens_side_by_side_are_read() {
    let screen = |x: usize| Shown {
        part: SCREEN,
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

fn small_screens_that_begin_on_the_level_menu_are_read() {
    let screen = |x: usize| Shown {
        part: SCREEN,
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

fn the_colours_of_the_menu_are_forgotten_when_the_game_begins() {
    let shown = |x: usize| Shown {
        part: BORDERED_FIELD,
        start: -60,
        ..bare((x, 40, 325, 662), 0)
    };
    // The first three pieces are white. The colours of the level appear only with the fourth one.
    let games = [0, 1].map(|_| play(18, Region::Ntsc, 0, 26, 814));
    let first = games[0].moves[..4].iter().map(|played| played.lock.piece());
    assert!(first.eq([Piece::T, Piece::O, Piece::O, Piece::S]));
    check_games(
        Layout {
            name: "the playfield alone, from the level menu",
            every: 2,
            learns: true,
            players: [shown(100), shown(800)],
            ..PLAIN
        },
        &games,
    );
}

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

fn next_is_found_far_from_the_playfield_below_it_and_in_any_size() {
    check(Layout {
        name: "small NEXT far away, large NEXT below",
        every: 2,
        players: [
            with_next(bare((80, 60, 300, 600), 3), (470, 300, 64, 32)),
            with_next(bare((900, 30, 250, 500), 3), (940, 590, 160, 80)),
        ],
        ..PLAIN
    });
}

fn lines_and_scores_in_another_font_are_read() {
    let shown = |x: usize, numbers: usize, start: i64| Shown {
        lines: Some((numbers + 60, 300, 84, 42)),
        score: Some((numbers, 380, 192, 48)),
        start,
        ..bare((x, 60, 300, 600), 3)
    };
    check_games(
        Layout {
            name: "lines and scores in another font",
            every: 2,
            players: [shown(80, 400, -30), shown(900, 690, 600)],
            ..PLAIN
        },
        &LONG_GAMES,
    );
}

fn dark_numbers_on_a_bright_ground_are_read() {
    let shown = |x: usize, numbers: usize| Shown {
        lines: Some((numbers + 20, 300, 60, 30)),
        score: Some((numbers, 350, 180, 40)),
        is_dark: true,
        ..bare((x, 60, 300, 600), 3)
    };
    check_games(
        Layout {
            name: "dark numbers",
            every: 2,
            players: [shown(80, 410), shown(900, 700)],
            ..PLAIN
        },
        &LONG_GAMES,
    );
}

fn a_still_picture_of_a_playfield_is_no_player() {
    check(Layout {
        name: "a third playfield that stands still",
        every: 2,
        players: [bare((60, 100, 250, 500), 3), bare((960, 100, 250, 500), 3)],
        third: Some((520, 100, 240, 480)),
        ..PLAIN
    });
}

fn a_short_scene_change_does_not_split_the_games() {
    check(Layout {
        name: "a scene change",
        every: 1,
        players: [bare((160, 60, 300, 600), 3), bare((820, 60, 300, 600), 3)],
        cut: Some((300, 320)),
        ..PLAIN
    });
}

fn players_keep_their_games_when_a_scene_moves_their_playfields() {
    let [left, right] = [160, 820].map(|x| bare((x, 60, 300, 600), 3));
    let smaller = [bare((60, 200, 240, 480), 3), bare((700, 40, 240, 480), 3)];
    for scene in [smaller, [right, left]] {
        check(Layout {
            name: "a scene with moved playfields",
            every: 2,
            moved: Some((260, scene)),
            players: [left, right],
            ..PLAIN
        });
    }
}

fn a_playfield_that_is_covered_for_single_frames_stays_with_its_player() {
    let shown = |x: usize, blinks: bool| Shown {
        blinks,
        ..bare((x, 100, 250, 500), 3)
    };
    check(Layout {
        name: "a playfield that blinks",
        players: [shown(60, true), shown(960, false)],
        third: Some((520, 100, 240, 480)),
        ..PLAIN
    });
}

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

fn playfields_with_the_border_of_the_console_are_read() {
    let shown = |x: usize, y: usize, width: usize, height: usize| Shown {
        part: BORDERED_FIELD,
        next: Some((x + width + 20, y + 30, width / 3, width / 6)),
        ..bare((x, y, width, height), 0)
    };
    let grounds = [([52, 58, 96], 2), ([210, 210, 200], 1), ([0, 0, 0], 2)];
    for (background, every) in sample(grounds.len()).map(|index| grounds[index]) {
        check(Layout {
            name: "with the console's border",
            every,
            background,
            learns: true,
            players: [shown(120, 60, 302, 580), shown(760, 200, 250, 460)],
            ..PLAIN
        });
    }
}

fn levels_are_read_from_pieces_that_are_pushed_down() {
    check_games(
        Layout {
            name: "levels 5 and 12",
            players: [bare((200, 60, 300, 600), 3), bare((760, 60, 300, 600), 3)],
            ..PLAIN
        },
        &SLOW_GAMES,
    );
}

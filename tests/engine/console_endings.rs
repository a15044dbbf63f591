//! Tests of the console after a game: curtain, endings with their bonus, name entry, and the return to the menu.
//!
//! The tests set up games that are about to end, and count frames from the end. Sources: the disassembly's routines for
//! endings, high scores and game over.

use rightwell::engine::{
    Console, EndingView, Event, GameType, PadPosition, PadStart, PieceSource, Screen, View,
};
use rightwell::rules::{Buttons, Cell, Piece, PlayfieldMemory, Pose, Region};

const NONE: Buttons = Buttons::NONE;
const START: Buttons = Buttons::START;

/// Returns a console that is set to a game of this type, level and score, without playing it.
fn console(game_type: GameType, level: u8, score: u32, lines: u16) -> Console {
    let mut console = Console::power_on(Region::Ntsc);
    for _ in 0..20 {
        console.step(NONE);
    }
    console.set_position(PadPosition {
        start: PadStart {
            region: Region::Ntsc,
            game_type,
            level,
            top: 10_000,
            pieces: PieceSource::Register,
        },
        page: PlayfieldMemory::default(),
        pose: Pose::spawn(Piece::T),
        next: Piece::T,
        lines,
        score,
    });
    console
}

/// Returns a console whose piece is stuck in a block, so that its next drop ends the game.
fn lost(game_type: GameType, score: u32) -> Console {
    let mut console = console(game_type, 18, score, 25);
    let mut position = console.game().unwrap().position();
    for x in 3..7 {
        for y in 0..3 {
            position.page.set(x, y, Cell::DARK);
        }
    }
    console.set_position(position);
    console
}

/// Steps without buttons until `event` happens and returns the number of frames.
fn wait_for(console: &mut Console, event: Event) -> u64 {
    let from = console.frames();
    while !console.step(NONE).contains(event) {
        assert!(console.frames() < from + 10_000, "{event:?} never comes");
    }
    console.frames() - from
}

/// Taps Start every second frame until the screen changes and returns the number of frames.
fn tap_start(console: &mut Console) -> u64 {
    let (screen, from) = (console.screen(), console.frames());
    while console.screen() == screen {
        let tap = console.frames().is_multiple_of(2);
        console.step(if tap { START } else { NONE });
        assert!(
            console.frames() < from + 10_000,
            "the console never leaves {screen:?}"
        );
    }
    console.frames() - from
}

fn rocket(console: &Console) -> Option<(u8, u8)> {
    match console.view() {
        View::Ending(EndingView::Rocket { scene, y, .. }) => Some((scene, y)),
        _ => None,
    }
}

/// Returns the total, level bonus and height bonus on the screen, and true once the score has moved to the total.
fn bonus(console: &Console) -> Option<(u32, u8, u8, bool)> {
    let number = |digits: [u8; 6]| digits.iter().fold(0, |n, &digit| n * 10 + u32::from(digit));
    match console.view() {
        View::Ending(EndingView::Parade {
            score,
            level_bonus,
            height_bonus,
            total,
            ..
        }) => Some((number(total), level_bonus, height_bonus, score == [0; 6])),
        _ => None,
    }
}

#[test]
fn a_poor_lost_game_waits_for_start_and_goes_to_the_level_menu() {
    let mut console = lost(GameType::A, 0);
    wait_for(&mut console, Event::CurtainClosed);
    for _ in 0..1000 {
        console.step(NONE);
        assert!(console.state().game_over);
    }
    console.step(START | Buttons::A);
    console.step(NONE);
    assert_eq!(
        console.game().unwrap().play_state().number(),
        10,
        "Start alone"
    );
    console.step(START);
    assert_eq!(console.game().unwrap().play_state().number(), 0);
    console.step(NONE);
    assert_eq!(console.screen(), Screen::LevelMenu);
    // The menu waits two frames, then loads for five frames. It reads buttons from the seventh frame on.
    for _ in 0..6 {
        console.step(NONE);
    }
    let mut early = console.clone();
    console.step(Buttons::B);
    assert_eq!(console.screen(), Screen::TypeMenu);
    early.step(NONE);
    assert_eq!(early.screen(), Screen::LevelMenu);
}

#[test]
fn a_good_score_gets_a_name() {
    let mut console = lost(GameType::A, 7_500);
    wait_for(&mut console, Event::CurtainClosed);
    console.step(NONE);
    console.step(START);
    console.step(NONE);
    assert_eq!(console.screen(), Screen::NameEntry);
    assert_eq!(console.scores().table(false)[1].points, 7_500);
    // Five frames of loading come first. After that, a held Up changes the letter every eight frames.
    for _ in 0..5 {
        console.step(NONE);
    }
    for _ in 0..16 {
        console.step(Buttons::UP);
    }
    console.step(Buttons::RIGHT);
    for _ in 0..8 {
        console.step(Buttons::DOWN);
    }
    assert_eq!(console.scores().table(false)[1].name_text(), "B ----");
    let View::NameEntry(view) = console.view() else {
        panic!("the name entry is shown");
    };
    assert_eq!((view.rank, view.is_b_type), (1, false));
    assert_eq!(view.scores[1].score, [0, 0, 7, 5, 0, 0]);
    assert!(console.state().game_over);
    console.step(START | Buttons::LEFT);
    assert_eq!(console.screen(), Screen::LevelMenu);
    // The menu waits three frames, then loads for five frames.
    for _ in 0..7 {
        console.step(NONE);
    }
    console.step(START);
    assert_eq!(console.screen(), Screen::Game);
}

#[test]
fn rockets_start_by_score_and_start_works_once_they_are_gone() {
    let scenes = [
        (30_000, 0),
        (49_999, 0),
        (50_000, 1),
        (70_000, 2),
        (100_000, 3),
        (119_999, 3),
        (120_000, 4),
        (999_999, 4),
    ];
    for (score, scene) in scenes {
        let mut console = lost(GameType::A, score);
        wait_for(&mut console, Event::CurtainClosed);
        // The ending starts in the next tick. For 128 frames, the console still shows the game. For four more frames,
        // it loads.
        for _ in 0..128 {
            console.step(NONE);
            assert_eq!(console.screen(), Screen::Game);
        }
        console.step(NONE);
        assert_eq!(console.screen(), Screen::Ending);
        for _ in 0..4 {
            console.step(NONE);
        }
        let y = if scene == 4 { 0xC7 } else { 0xBF };
        assert_eq!(rocket(&console), Some((scene, y)));
        for _ in 0..239 {
            console.step(START);
            console.step(NONE);
            if rocket(&console) != Some((scene, y)) {
                break;
            }
        }
        let frames = tap_start(&mut console);
        assert!((130..420).contains(&frames), "{frames}");
        assert_eq!(console.screen(), Screen::NameEntry, "of {score}");
        assert_eq!(console.scores().top(false), score);
    }
}

#[test]
fn a_score_below_30000_has_no_ending() {
    let mut console = lost(GameType::A, 29_999);
    wait_for(&mut console, Event::CurtainClosed);
    assert!(tap_start(&mut console) <= 4);
    assert_eq!(console.screen(), Screen::NameEntry);
}

#[test]
fn a_lost_b_type_game_with_30000_points_has_the_b_type_ending_with_its_bonus() {
    let mut console = lost(GameType::B { height: 2 }, 30_000);
    wait_for(&mut console, Event::CurtainClosed);
    for _ in 0..133 {
        console.step(NONE);
    }
    assert_eq!(bonus(&console), Some((0, 80, 20, false)));
    tap_start(&mut console);
    assert_eq!(console.scores().top(true), 40_000);
}

/// Returns a console in a B-type game of this level and height, whose first piece clears the last line.
fn goal(level: u8, height: u8, score: u32) -> Console {
    let mut console = console(GameType::B { height }, level, score, 1);
    let mut position = console.game().unwrap().position();
    position.pose = Pose {
        y: 19,
        ..Pose::spawn(Piece::I)
    };
    for x in (0..10).filter(|x| !(3..7).contains(x)) {
        position.page.set(x, 19, Cell::DARK);
    }
    console.set_position(position);
    console
}

#[test]
fn a_b_type_goal_freezes_the_screen_and_then_counts_the_bonus() {
    let mut console = goal(3, 2, 840);
    wait_for(&mut console, Event::GoalReached);
    assert_eq!(console.state().play_state, Some(6));
    assert_eq!(console.game().unwrap().page().cell(0, 7), Cell(0x38));
    for _ in 0..147 {
        console.step(NONE);
        assert_eq!(console.screen(), Screen::Game);
    }
    console.step(NONE);
    assert_eq!(console.screen(), Screen::Ending);
    assert!(!console.state().game_over);
    for _ in 0..4 {
        console.step(NONE);
    }
    let mut wait = |frames: u32, expected| {
        for _ in 1..frames {
            console.step(START);
        }
        assert_ne!(bonus(&console), Some(expected), "too early");
        console.step(NONE);
        assert_eq!(bonus(&console), Some(expected));
    };
    wait(128, (1_000, 30, 20, true));
    wait(64, (1_100, 29, 20, true));
    wait(2, (1_200, 28, 20, true));
    for _ in 0..28 * 2 {
        console.step(NONE);
    }
    assert_eq!(bonus(&console), Some((4_000, 0, 20, true)));
    // Counting the last hundred points takes two more frames, and the pause after them lasts 64.
    for _ in 0..2 + 64 {
        console.step(NONE);
    }
    assert_eq!(bonus(&console), Some((4_100, 0, 19, true)));
    for _ in 0..19 * 2 {
        console.step(NONE);
    }
    assert_eq!(bonus(&console), Some((6_000, 0, 0, true)));
    // The console ignores Start until the last pause is over.
    for _ in 0..2 + 64 {
        console.step(NONE);
    }
    let mut early = console.clone();
    console.step(START);
    console.step(NONE);
    assert_eq!(console.screen(), Screen::NameEntry);
    assert_eq!(console.scores().top(true), 6_000);
    early.step(NONE);
    assert_eq!(early.screen(), Screen::Ending);
}

#[test]
fn above_level_nine_the_bonus_uses_the_last_digit_without_a_limit() {
    // A single line scores 800 points at level 19, 440 at level 10 and 520 at level 12.
    for (level, height, score, paid) in [
        (19, 5, 999_999, 999_999 + 14_000),
        (10, 0, 5_000, 5_440),
        (12, 0, 5_000, 7_520),
        (0, 5, 5_000, 10_040),
    ] {
        let mut console = goal(level, height, score);
        wait_for(&mut console, Event::GoalReached);
        assert_eq!(console.screen(), Screen::Game);
        tap_start(&mut console);
        tap_start(&mut console);
        assert_eq!(console.screen(), Screen::NameEntry);
        assert_eq!(console.scores().top(true), paid);
    }
}

#[test]
fn a_reset_during_a_flash_makes_the_next_game_begin_flashing() {
    let mut console = console(GameType::A, 0, 0, 0);
    let mut position = console.game().unwrap().position();
    position.pose = Pose {
        orientation: Piece::I.orientation(1),
        x: 5,
        y: 18,
    };
    for y in 16..20 {
        for x in (0..10).filter(|&x| x != 5) {
            position.page.set(x, y, Cell::LIGHT);
        }
    }
    console.set_position(position);
    wait_for(&mut console, Event::Tetris);
    let combination = Buttons::A | Buttons::B | Buttons::SELECT | START;
    console.step(combination);
    assert_eq!(console.screen(), Screen::Legal);
    assert_eq!(console.carry().completed_lines, 4);
    for screen in [
        Screen::Title,
        Screen::TypeMenu,
        Screen::LevelMenu,
        Screen::Game,
    ] {
        tap_start(&mut console);
        assert_eq!(console.screen(), screen);
    }
    wait_for(&mut console, Event::FlashTick);
    assert!(matches!(console.view(), View::Game(view) if view.flash));
}

#[test]
fn a_console_reset_keeps_the_high_scores_only() {
    let mut console = lost(GameType::A, 20_000);
    wait_for(&mut console, Event::CurtainClosed);
    tap_start(&mut console);
    console.press_reset();
    assert_eq!(console.scores().top(false), 20_000);
    let mut fresh = Console::with_scores(Region::Ntsc, console.scores().clone());
    for _ in 0..700 {
        console.step(NONE);
        fresh.step(NONE);
        assert_eq!(console.carry(), fresh.carry());
        assert_eq!(console.screen(), fresh.screen());
    }
    console.switch_off_and_on();
    assert_eq!(console.scores().top(false), 10_000);
}

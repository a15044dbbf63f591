//! Tests of how long the score routine takes: the numbers of the model, and their effect on a game.

use rightwell::engine::score_time::{
    Clears, CrashPrediction, FIRST_SLOW_LEVEL, ScoreOutcome, ScoreWork, chance, outcome,
};
use rightwell::engine::{
    Console, CrashRule, Event, GameView, PadGame, PadPosition, PadStart, PersistentMemory,
    PlayState, Screen, View,
};
use rightwell::rules::{
    Board, Buttons, Cell, Counter, Lfsr, LineCounter, Piece, PlayfieldMemory, Pose, Region,
};

use crate::support::boards;

/// Calls `visit` with all work that the routine can have at a level: all combinations of values that the model
/// distinguishes.
fn for_each_score_work(level: u8, mut visit: impl FnMut(&ScoreWork)) {
    let bits = |flags: u16, bit: u16| flags >> bit & 1 == 1;
    for cleared in 0..=4_u8 {
        for low_rows in 0..=cleared {
            let row = |index| match index {
                index if index < low_rows => 11 + index,
                index if index < cleared => 7 + index - low_rows,
                _ => 0,
            };
            for flags in 0..1 << 8 {
                for (pushes, orientation) in [(0, 7), (0, 8), (0, 9), (2, 0), (7, 19), (8, 19)] {
                    for filled in [None, Some(0), Some(5), Some(9)] {
                        visit(&ScoreWork {
                            region: Region::Ntsc,
                            level,
                            cleared,
                            rows: [0, 1, 2, 3].map(row),
                            shows_next: bits(flags, 0),
                            filled,
                            was_fast: bits(flags, 1),
                            selects: bits(flags, 2),
                            tens: bits(flags, 3),
                            hundreds: bits(flags, 4),
                            level_up: bits(flags, 5),
                            pushes,
                            is_tenth: bits(flags, 6),
                            is_eighth_frame: bits(flags, 7),
                            orientation,
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_takes_too_long_before_level_155() {
    // Number of cycles up to the last of the eight places where a game can crash, with the largest random part.
    let mut highest = 0;
    for_each_score_work(154, |work| {
        highest = highest.max(work.cycles() + 562 + 8);
        assert_eq!(work.worst(), ScoreOutcome::InTime, "{work:?}");
    });
    assert_eq!(highest, 29_726);
    for level in [0, 29, 100, 150, 153] {
        for_each_score_work(level, |work| assert!(work.cycles() + 562 + 8 < 29_726));
    }
    let mut crashes = 0;
    for_each_score_work(FIRST_SLOW_LEVEL, |work| {
        crashes += u32::from(work.worst() == ScoreOutcome::Crash);
        assert!(work.cleared == 1 || work.worst() == ScoreOutcome::InTime);
    });
    assert!(crashes > 0);
}

#[test]
fn a_pal_frame_is_longer() {
    for_each_score_work(155, |work| {
        let pal = ScoreWork {
            region: Region::Pal,
            ..*work
        };
        assert_eq!(pal.cycles() + 3_467, work.cycles());
    });
}

#[test]
fn crash_windows_agree_with_the_model() {
    let places = [0, 60, 162, 222, 323, 383, 502, 562];
    for cycles in 20_000..45_000_u16 {
        for (region, shows_next) in [
            (Region::Ntsc, true),
            (Region::Ntsc, false),
            (Region::Pal, true),
        ] {
            let met = places.iter().enumerate().find_map(|(index, &on)| {
                let crash = Some(ScoreOutcome::Crash);
                let wrong = Some(ScoreOutcome::WrongColours);
                match (cycles + on, index + 1, region) {
                    (29_739..=29_744 | 29_750..=29_762, ..) => crash,
                    (29_763..=29_768, 1 | 3 | 4 | 5 | 7 | 8, Region::Ntsc) => crash,
                    (29_763..=29_768, 6, _) | (29_763..=29_768, 2, Region::Pal) => wrong,
                    (29_763..=29_768, 4 | 8, Region::Pal) => crash,
                    _ => None,
                }
            });
            let end = cycles + 562 + if shows_next { 0 } else { 394 };
            let confetti = |is_endless| ScoreOutcome::Confetti { is_endless };
            let expected = met.unwrap_or(match end {
                30_407..=30_745 if shows_next => confetti(false),
                31_329..=31_756 if region == Region::Ntsc => confetti(true),
                0..=30_878 => ScoreOutcome::InTime,
                30_879..=31_073 => ScoreOutcome::Late { lines: false },
                _ => ScoreOutcome::Late { lines: true },
            });
            let found = outcome(cycles, shows_next, region);
            assert_eq!(found, expected, "{cycles} {region:?} {shows_next}");
        }
    }
}

#[test]
fn chance_adds_0_to_8_cycles_and_each_of_them() {
    let mut seen = [0; 9];
    let mut lfsr = Lfsr::POWER_ON;
    for frame in 0..32_767 {
        seen[usize::from(chance(frame, lfsr))] += 1;
        lfsr.step();
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

/// Returns a position in which a falling I completes the lowest row.
fn position(level: u8, lines: u16) -> PadPosition {
    PadPosition {
        start: PadStart {
            level,
            ..PadStart::default()
        },
        page: PlayfieldMemory::from_board(&"XXX....XXX".parse().unwrap(), Cell::BORDERED),
        pose: Pose::spawn(Piece::I),
        next: Piece::T,
        lines,
        score: 0,
    }
}

/// Returns a game at [`position`] with this crash rule, and the memory that the console keeps from game to game.
fn game(level: u8, lines: u16, rule: CrashRule) -> (PadGame, PersistentMemory) {
    let mut carry = PersistentMemory::default();
    let mut game = PadGame::from_position(position(level, lines), &mut carry);
    game.set_crash(rule);
    (game, carry)
}

fn view(game: &PadGame) -> GameView {
    let View::Game(view) = game.view() else {
        panic!("a game shows the game screen");
    };
    *view
}

/// Steps until the cleared line is counted and returns the number of frames.
fn until_score(game: &mut PadGame, carry: &mut PersistentMemory) -> u32 {
    let lines = game.lines();
    for frame in 1..200 {
        game.step(carry, Buttons::NONE);
        if game.lines() != lines {
            return frame;
        }
    }
    panic!("no line was counted");
}

/// Steps with these buttons until the next piece spawns. Returns the number of frames.
fn until_spawn(game: &mut PadGame, carry: &mut PersistentMemory, held: Buttons) -> u32 {
    for frame in 1..1_000 {
        game.step(carry, held);
        if game.events().contains(Event::Spawned) {
            return frame;
        }
    }
    panic!("no piece came");
}

// Level and lines of a game that crashes. By the model, the routine takes 7,279 + row 97 + NEXT 394 + music 149 +
// single 53 + 28 + 136 x 155 + tens 79 + level 18 + orientation 12 = 29,189 cycles. For any random part, the game
// crashes at the last of the eight places where it can.
const CRASHING: (u8, u16) = (154, 1_449);

#[test]
fn a_game_crashes_in_the_score_tick_and_freezes() {
    let (level, lines) = CRASHING;
    let (mut off, mut off_carry) = game(level, lines, CrashRule::Off);
    let scored = until_score(&mut off, &mut off_carry);
    assert_eq!((off.level(), off.lines()), (155, 1_450));
    for rule in [CrashRule::Crash, CrashRule::Strict] {
        let (mut game, mut carry) = game(level, lines, rule);
        for frame in 1..scored {
            game.step(&mut carry, Buttons::NONE);
            assert!(!game.is_crashed(), "frame {frame}");
        }
        game.step(&mut carry, Buttons::NONE);
        assert!(game.is_crashed() && game.is_over());
        assert!(game.events().contains(Event::Crashed));
        let (still, carried, seen) = (game.clone(), carry, view(&game));
        for held in [0x80, 0x10, 0xF0, 0x07, 0xFF, 0] {
            game.step(&mut carry, Buttons::from_bits(held));
            assert_eq!((view(&game), carry), (seen.clone(), carried));
            assert!(!game.events().contains(Event::Crashed));
        }
        assert_eq!(
            (game.position(), game.play_state()),
            (still.position(), still.play_state())
        );
    }
    // One level lower, the score routine still finishes in time, so nothing changes.
    let (mut game, mut carry) = game(153, 1_440, CrashRule::Strict);
    until_score(&mut game, &mut carry);
    until_spawn(&mut game, &mut carry, Buttons::NONE);
}

#[test]
fn a_suppressed_crash_is_marked_and_a_late_frame_is_not() {
    let (level, lines) = CRASHING;
    let (mut off, mut off_carry) = game(level, lines, CrashRule::Off);
    let (mut show, mut carry) = game(level, lines, CrashRule::Show);
    let scored = until_score(&mut off, &mut off_carry);
    assert_eq!(until_score(&mut show, &mut carry), scored);
    assert!(view(&show).crash_mark && !view(&off).crash_mark);
    let spawned = until_spawn(&mut off, &mut off_carry, Buttons::NONE);
    assert_eq!(until_spawn(&mut show, &mut carry, Buttons::NONE), spawned);
    let unmarked = GameView {
        crash_mark: false,
        ..view(&show)
    };
    assert_eq!((unmarked, carry), (view(&off), off_carry));
}

#[test]
fn a_crash_can_be_the_end_of_the_game() {
    let (level, lines) = CRASHING;
    let (mut game, mut carry) = game(level, lines, CrashRule::TopOut);
    until_score(&mut game, &mut carry);
    assert!(game.is_over() && game.events().contains(Event::ToppedOut));
    assert_eq!(game.play_state(), PlayState::Curtain);
    assert!(game.score().points() > 0);
    for _ in 0..200 {
        game.step(&mut carry, Buttons::NONE);
    }
    assert!(game.is_curtain_closed());
}

#[test]
fn only_reset_leads_out_of_a_crash() {
    let (level, lines) = CRASHING;
    let mut console = Console::power_on(Region::Ntsc);
    console.set_crash(CrashRule::Crash);
    console.set_position(position(level, lines));
    let mut crashed = None;
    for frame in 0..400_u32 {
        let held = Buttons::from_bits(if frame > 200 { frame as u8 } else { 0 });
        if console.step(held).contains(Event::Crashed) {
            crashed = Some(console.carry().frame);
        }
    }
    assert_eq!(
        Some(console.carry().frame),
        crashed,
        "the frame counter must stop"
    );
    assert!(console.is_game_ended() && console.is_game_done());
    console.press_reset();
    console.step(Buttons::NONE);
    assert_eq!(console.screen(), Screen::Legal);
    assert_eq!(console.crash_rule(), CrashRule::Crash);
}

#[test]
fn level_and_lines_appear_a_frame_late_shortly_before_a_crash() {
    // The routine takes 30,975 and 31,247 cycles, plus the random part.
    for (level, lines, are_lines_late) in [(163, 1_539, false), (165, 1_559, true)] {
        let (mut off, mut off_carry) = game(level, lines, CrashRule::Off);
        let (mut late, mut carry) = game(level, lines, CrashRule::Crash);
        let scored = until_score(&mut off, &mut off_carry);
        assert_eq!(until_score(&mut late, &mut carry), scored);
        let before = view(&late);
        off.step(&mut off_carry, Buttons::NONE);
        late.step(&mut carry, Buttons::NONE);
        let (in_time, shown) = (view(&off), view(&late));
        assert_ne!(in_time.level_digits, before.level_digits);
        assert_eq!(shown.level_digits, before.level_digits);
        assert_eq!(shown.palette_level, before.palette_level);
        assert_eq!(
            shown.lines == in_time.lines,
            !are_lines_late,
            "level {level}"
        );
        assert_eq!(shown.lines == before.lines, are_lines_late, "level {level}");
        assert_eq!(shown.next, None, "the second frame must show no sprites");
        let spawned = until_spawn(&mut off, &mut off_carry, Buttons::NONE);
        // The next piece must wait for the playfield to be redrawn, and the late frame redraws it too. So the spawn is
        // not late.
        assert_eq!(until_spawn(&mut late, &mut carry, Buttons::NONE), spawned);
        assert_eq!(view(&late).level_digits, in_time.level_digits);
        assert_eq!(view(&late).lines, in_time.lines);
    }
}

#[test]
fn confetti_stays_until_it_is_ended() {
    // The routine takes 30,470 cycles. The game then waits until the low byte of the frame counter is 255, or until A
    // is held.
    let (mut waits, mut carry) = game(161, 1_552, CrashRule::Crash);
    until_score(&mut waits, &mut carry);
    assert!(waits.is_under_confetti());
    let (mut ended, mut ended_carry) = (waits.clone(), carry);
    assert!(until_spawn(&mut ended, &mut ended_carry, Buttons::A) < 6);
    let mut colours = Vec::new();
    while waits.is_under_confetti() {
        assert_eq!(waits.play_state(), PlayState::Goal);
        waits.step(&mut carry, Buttons::NONE);
        colours.push(view(&waits).palette_level);
    }
    assert_eq!(carry.frame & 0xFF, 0xFF);
    colours.pop();
    assert!(colours.len() > 100 && colours.iter().all(|level| (138..192).contains(level)));
    assert_eq!(view(&waits).palette_level, 161);
    // The routine takes 31,422 cycles. Here only a button ends the wait.
    let (mut waits, mut carry) = game(168, 1_582, CrashRule::Crash);
    until_score(&mut waits, &mut carry);
    for _ in 0..1_000 {
        waits.step(&mut carry, Buttons::NONE);
        assert!(waits.is_under_confetti());
    }
    assert!(until_spawn(&mut waits, &mut carry, Buttons::UP) < 6);
}

#[test]
fn wrong_colours_stay_until_the_next_level() {
    // The routine takes 29,378 cycles plus the random part. With a random part of 2 to 7, the frame interrupts it at
    // the sixth place, which only makes the colours wrong. With a smaller one, the game crashes.
    let mut wrong = 0;
    for frame in 0..40 {
        let (mut game, mut carry) = game(160, 1_542, CrashRule::Crash);
        carry.next_hidden = true;
        carry.frame = frame;
        until_score(&mut game, &mut carry);
        let chance = chance(carry.frame, carry.choice.lfsr);
        assert_eq!(game.is_crashed(), chance < 2);
        if game.is_crashed() {
            continue;
        }
        until_spawn(&mut game, &mut carry, Buttons::NONE);
        let is_wrong = view(&game).palette_level != 160;
        assert_eq!(is_wrong, (2..=7).contains(&chance), "{chance}");
        wrong += u32::from(is_wrong);
    }
    assert!(wrong > 0);
}

#[test]
fn level_0_follows_level_255_with_its_speed() {
    let (mut game, mut carry) = game(255, 3_309, CrashRule::Strict);
    until_score(&mut game, &mut carry);
    assert_eq!((game.level(), game.score().points()), (0, 40));
    until_spawn(&mut game, &mut carry, Buttons::NONE);
    let y = game.pose().y;
    for _ in 0..47 {
        game.step(&mut carry, Buttons::NONE);
    }
    assert_eq!(game.pose().y, y);
    game.step(&mut carry, Buttons::NONE);
    assert_eq!(game.pose().y, y + 1);
}

#[test]
fn predicted_crashes_agree_with_the_game() {
    let mut generator = boards::generator(154);
    let (mut crashed, mut played) = (0, 0);
    for _ in 0..4_000 {
        let board = match played % 3 {
            0 => boards::dirty(&mut generator),
            1 => boards::played(&mut generator),
            _ => boards::clean(&mut generator),
        };
        let level = match played % 4 {
            0 => 245 + (played / 4 % 11) as u8,
            _ => 154 + (played / 4 % 24) as u8,
        };
        let piece = Piece::ALL[played as usize % 7];
        played += 1;
        let Some(lock) = resting(&board, piece) else {
            continue;
        };
        let lines = 1_440 + played as u16;
        let mut carry = PersistentMemory {
            next_hidden: played % 3 == 0,
            ..PersistentMemory::default()
        };
        let position = PadPosition {
            page: PlayfieldMemory::from_board(&board, Cell::BORDERED),
            pose: lock,
            ..position(level, lines)
        };
        let mut game = PadGame::from_position(position, &mut carry);
        game.set_crash(CrashRule::Strict);
        let crash_prediction = game.crash_prediction().expect("the level must be high");
        assert_eq!(
            crash_prediction,
            CrashPrediction {
                region: Region::Ntsc,
                level,
                lines: LineCounter(Counter::new(lines)),
                clears: Clears::default(),
            }
        );
        let can = crash_prediction.can_crash(&board, lock, 0, !carry.next_hidden);
        let cleared = board.lock(lock).1;
        for _ in 0..60 {
            game.step(&mut carry, Buttons::NONE);
            if game.is_crashed()
                || matches!(game.play_state(), PlayState::Goal | PlayState::Curtain)
            {
                break;
            }
        }
        // The model does not know in which frame a Tetris is counted. So the prediction may warn of a crash that does
        // not happen.
        match cleared {
            4 => assert!(can || !game.is_crashed()),
            _ => assert_eq!(game.is_crashed(), can, "level {level} {board:?} {lock:?}"),
        }
        crashed += u32::from(game.is_crashed());
    }
    println!("{crashed} of {played} crash");
    assert!(crashed > 100);
}

/// Returns the pose in which a piece rests that falls straight down from its spawn. Returns `None` if the pose is not
/// within the playfield.
fn resting(board: &Board, piece: Piece) -> Option<Pose> {
    let mut pose = Pose::spawn(piece);
    pose.fits(board).then_some(())?;
    while !pose.rests(board) {
        pose.y += 1;
    }
    Some(pose)
}

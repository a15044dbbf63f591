//! Tests of hands that sometimes miss tucks: the window of a tuck, the probability of missing it, how players adapt,
//! and equal results for equal seeds.

use std::sync::Arc;

use rightwell::engine::play_state::PlayState;
use rightwell::engine::{CrashRule, GameType, History};
use rightwell::lab::{Batch, BatchSize, Control, Shard};
use rightwell::players::{Player, Position, Strategy, TreeMemory};
use rightwell::rules::{
    Board, Buttons, Cell, Piece, PlayfieldMemory, Pose, RandomizerKind, Region,
};
use rightwell::search::{
    Hand, NextCosts, PadPiece, Tuck, UnseenNextJudge, open_unseen, pad_locks, pad_path,
};
use rightwell::session::{
    Autoplay, ConsolePlayback, Controls, Ending, MovesByLevel, NextVisibility, PadControls,
    PadPlay, PadTask, SeriesSettings, Verdict,
};

use crate::support::boards;
use crate::support::cases::{sample, share};
use crate::support::games::place;
use crate::support::pad_play::{REGIONS, RHYTHMS, game, hand, play};

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const TURNS: Buttons = Buttons::A.with(Buttons::B);

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Returns the inputs for an O that falls in columns 3 and 4, and moves left in this frame.
fn slide_in(frame: usize) -> Vec<Buttons> {
    let mut inputs = vec![Buttons::NONE; frame];
    inputs[0] = Buttons::LEFT;
    inputs.push(Buttons::LEFT);
    inputs
}

#[test]
fn a_row_under_an_overhang_gives_as_many_frames_as_gravity() {
    // The tuck works only while the piece is in the lowest row, which it enters after 18 times the number of frames per
    // row.
    let low = board(
        "XXX.......
         ..........
         ..........",
    );
    // Here one more row is free under the overhang.
    let high = board(
        "XXX.......
         ..........
         ..........
         ..........",
    );
    for (level, frames_a_row, [in_low, in_high]) in
        [(29, 1, [1, 2]), (19, 2, [2, 4]), (18, 3, [3, 6])]
    {
        let piece = PadPiece::fresh(Piece::O, level, Region::Ntsc);
        for (board, rows, window) in [(low, 1, in_low), (high, 2, in_high)] {
            let first = frames_a_row * (19 - rows);
            for frame in first..frames_a_row * 19 {
                let inputs = slide_in(frame);
                let tuck = Tuck::find(&board, piece, &inputs).unwrap();
                assert_eq!((tuck.press, tuck.window), (frame, window), "level {level}");
                assert_eq!(tuck.fallen, place(Piece::O, 4, 18, 0));
                play(&board, piece, &tuck.missed, tuck.fallen);
            }
            for frame in [first - 1, frames_a_row * 19] {
                assert_eq!(Tuck::find(&board, piece, &slide_in(frame)), None);
            }
        }
    }
}

#[test]
fn a_turn_in_under_an_overhang_is_a_tuck_and_a_drop_is_none() {
    let field = board(
        "XX..XXXXXX
         X...XXXXXX
         XX.XXXXXXX",
    );
    let t = PadPiece::fresh(Piece::T, 29, Region::Ntsc);
    let spin = place(Piece::T, 2, 18, 0);
    let inputs = pad_path(&field, t, Hand::FASTEST, spin).unwrap();
    let tuck = Tuck::find(&field, t, &inputs).unwrap();
    assert_eq!(tuck.window, 1);
    assert!(tuck.fallen.orientation != spin.orientation);
    assert_eq!(Tuck::to(&field, t, Hand::FASTEST, spin), Some(tuck));
    let above = pad_locks(&field, t, Hand::FASTEST).unwrap();
    let mut drops = 0;
    for lock in above.iter().filter(|lock| lock.y < 17) {
        assert_eq!(Tuck::to(&field, t, Hand::FASTEST, lock), None);
        drops += 1;
    }
    assert!(drops > 20, "{drops}");
}

#[test]
fn the_fewer_frames_there_are_the_more_tucks_are_missed() {
    let thousandths = [1, 2, 3, 4, 5, 6].map(|window| {
        let tuck = Tuck {
            press: 0,
            window,
            place: 1,
            missed: Vec::new(),
            fallen: Pose::spawn(Piece::T),
        };
        assert_eq!(tuck.blend(70, 70), 70);
        let misses = i64::from(tuck.misses_of_thousand());
        assert_eq!(tuck.blend(-1000, 9000), 10 * misses - 1000);
        assert_eq!(tuck.blend(i64::MAX, i64::MAX), i64::MAX);
        misses
    });
    assert_eq!(thousandths, [500, 200, 40, 10, 5, 0]);
}

/// Returns the poses of a piece after each frame of the real game, until the frame in which it comes to rest.
fn poses(board: &Board, piece: PadPiece, inputs: &[Buttons]) -> Vec<Pose> {
    let (mut game, mut carry) = game(board, piece);
    let mut poses = Vec::new();
    while game.play_state() == PlayState::Control {
        let held = inputs.get(poses.len()).copied().unwrap_or(Buttons::NONE);
        game.step(&mut carry, held);
        poses.push(game.pose());
    }
    poses
}

/// Returns a tuck, computed by its definition: the frame of the last press, the number of frames in a row in which the
/// press would have worked as well, and the pose in which the piece comes to rest without the press.
fn plain_tuck(board: &Board, piece: PadPiece, inputs: &[Buttons]) -> Option<(usize, usize, Pose)> {
    let way = poses(board, piece, inputs);
    let lock = *way.last().unwrap();
    let above = |y| Pose { y, ..lock };
    if (0..lock.y).all(|y| above(y).fits(board)) {
        return None;
    }
    let pressed = |frame: usize| {
        let before = if frame == 0 {
            piece.held
        } else {
            inputs[frame - 1]
        };
        inputs[frame].without(before).without(Buttons::DOWN)
    };
    let last = (0..inputs.len())
        .rev()
        .find(|&frame| !pressed(frame).is_empty())?;
    let buttons = pressed(last);
    let place = |pose: Pose| (pose.orientation, pose.x);
    let before = if last == 0 { piece.pose } else { way[last - 1] };
    if place(before) == place(lock) || place(way[last]) != place(lock) {
        return None;
    }
    let leads = |frame: usize| {
        let mut moved: Vec<Buttons> = inputs[..last].to_vec();
        moved.resize(moved.len().max(frame + 1), Buttons::NONE);
        let held = moved[frame];
        let up = if frame == 0 {
            piece.held
        } else {
            moved[frame - 1]
        };
        let is_busy = |thumb: Buttons| buttons.has(thumb) && held.has(thumb);
        moved[frame] = held.with(buttons);
        let can = !is_busy(SIDEWAYS) && !is_busy(TURNS) && !up.has(buttons);
        can && poses(board, piece, &moved).last() == Some(&lock)
    };
    let earlier = (0..last).rev().take_while(|&frame| leads(frame)).count();
    let later = (last + 1..)
        .take(40)
        .take_while(|&frame| leads(frame))
        .count();
    let mut missed = inputs.to_vec();
    for held in &mut missed[last..] {
        if !held.has(buttons) {
            break;
        }
        *held = held.without(buttons);
    }
    let fallen = *poses(board, piece, &missed).last().unwrap();
    Some((last, (earlier + 1 + later).min(6), fallen))
}

#[test]
fn windows_are_those_that_are_counted_frame_by_frame() {
    let mut generator = boards::generator(41);
    let mut windows = [0; 7];
    let mut drops = 0;
    for index in 0..2_000 {
        let board = boards::any(&mut generator);
        let kind = boards::piece(&mut generator);
        if !Pose::spawn(kind).fits(&board) {
            continue;
        }
        let level = [29, 19, 18, 18, 12, 29, 0][index % 7];
        let piece = PadPiece::fresh(kind, level, REGIONS[index % 2]);
        let hand = match index % 11 {
            10 => Hand::FASTEST.with_rhythm("das".parse().unwrap()),
            taps => hand(RHYTHMS[taps % RHYTHMS.len()], [0, 0, 5][index % 3]),
        };
        let Some(locks) = pad_locks(&board, piece, hand) else {
            continue;
        };
        for lock in locks.iter() {
            let inputs = pad_path(&board, piece, hand, lock).unwrap();
            let tuck = Tuck::find(&board, piece, &inputs);
            let found = tuck
                .as_ref()
                .map(|tuck| (tuck.press, tuck.window.into(), tuck.fallen));
            assert_eq!(
                found,
                plain_tuck(&board, piece, &inputs),
                "{lock:?} {board:?}"
            );
            assert_eq!(tuck, Tuck::to(&board, piece, hand, lock));
            match tuck {
                Some(tuck) => {
                    let fallen = poses(&board, piece, &tuck.missed);
                    assert_eq!(fallen.len(), tuck.missed.len());
                    windows[usize::from(tuck.window)] += 1;
                }
                None => drops += 1,
            }
        }
    }
    assert!(windows[1..].iter().all(|&count| count > 50), "{windows:?}");
    assert!(drops > 1_000, "{drops}");
}

/// Judge whose costs follow a rule and do not depend on NEXT.
struct RuleJudge<F>(F);

impl<F: Fn(Pose) -> i64> UnseenNextJudge for RuleJudge<F> {
    fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>> {
        locks
            .iter()
            .map(|&lock| Some([(self.0)(lock); 7]))
            .collect()
    }

    fn deep_cost(&self, lock: Pose, _next: Piece) -> i64 {
        (self.0)(lock)
    }
}

#[test]
fn a_frame_perfect_tuck_is_worth_half_of_what_it_is_and_half_of_its_failure() {
    let field = board(
        "XXX.......
         ..........
         ..........",
    );
    let o = PadPiece::fresh(Piece::O, 29, Region::Ntsc);
    let (tuck, fallen) = (place(Piece::O, 3, 18, 0), place(Piece::O, 4, 18, 0));
    let other = place(Piece::O, 9, 18, 0);
    for (failure, slips, chosen) in [
        (100, false, tuck),
        (100, true, other),
        (40, false, tuck),
        (40, true, tuck),
    ] {
        let judge = RuleJudge(|lock| match lock {
            _ if lock == tuck => 0,
            _ if lock == fallen => failure,
            _ if lock == other => 30,
            _ => 1_000,
        });
        let hand = Hand::FASTEST.with_tuck_misdrops(slips);
        let hand = hand.with_sight("never".parse().unwrap()).unwrap();
        let opening = open_unseen(&field, o, hand, &judge).unwrap();
        assert_eq!(opening.lock, Some(chosen), "{failure} {slips}");
        let cost = match (chosen == tuck, slips) {
            (true, true) => failure / 2,
            (true, false) => 0,
            (false, _) => 30,
        };
        assert_eq!(opening.cost, 64 * i128::from(cost));
    }
}

fn strategy(player: &str) -> Arc<Strategy> {
    Arc::new(Strategy::alone(Arc::new(Player::named(player).unwrap())))
}

fn controls(hand: Hand) -> PadControls {
    PadControls {
        hand,
        region: Region::Ntsc,
        game_type: GameType::A,
        double_killscreen: false,
        crash: CrashRule::Off,
        training: None,
    }
}

/// Returns the task to place a piece that has just spawned.
fn task(strategy: &Arc<Strategy>, position: &Position, hand: Hand) -> PadTask {
    PadTask {
        position: position.clone(),
        strategy: Arc::clone(strategy),
        page: PlayfieldMemory::from_board(&position.board, Cell::from_piece(position.current)),
        piece: PadPiece::fresh(position.current, position.level, Region::Ntsc),
        moves: Arc::new(MovesByLevel::new(controls(hand))),
        misdrop: None,
        slip: None,
        crash_prediction: None,
        next_visibility: match hand.begins_unseen() {
            true => NextVisibility::NotYet,
            false => NextVisibility::AtOnce,
        },
    }
}

#[test]
fn players_aware_of_misdrops_avoid_some_tucks_and_nothing_else() {
    let mut generator = boards::generator(43);
    let (mut tucks, mut avoided) = (0, 0);
    for index in sample(750) {
        let strategy = strategy(["survival", "scorer", "dellacherie"][index % 3]);
        let position = Position {
            level: [29, 19, 18][index / 3 % 3],
            ..Position::new(
                boards::any(&mut generator),
                boards::piece(&mut generator),
                boards::piece(&mut generator),
            )
        };
        let sure = task(&strategy, &position, Hand::FASTEST);
        let slipping = task(&strategy, &position, Hand::FASTEST.with_tuck_misdrops(true));
        let (Some(sure_lock), Some(lock)) = (
            sure.lock(&mut TreeMemory::default()),
            slipping.lock(&mut TreeMemory::default()),
        ) else {
            assert_eq!(
                sure.lock(&mut TreeMemory::default()),
                slipping.lock(&mut TreeMemory::default())
            );
            continue;
        };
        let decision = sure.solve(&mut TreeMemory::default());
        let inputs: Vec<Buttons> = decision.presses.iter().map(|press| press.held).collect();
        let tuck = Tuck::find(&sure.page, sure.piece, &inputs);
        if tuck.is_none_or(|tuck| tuck.window == Tuck::WINDOW_MAX) {
            assert_eq!(
                decision,
                slipping.solve(&mut TreeMemory::default()),
                "{position:?}"
            );
            assert_eq!(sure_lock, lock, "{position:?}");
        } else {
            tucks += 1;
            avoided += usize::from(sure_lock != lock);
        }
    }
    assert!(
        avoided > share(20) && tucks > avoided + share(20),
        "{avoided} of {tucks}"
    );
}

/// Plays this many pieces. For each window, returns the number of tucks that were intended, and the number that were
/// missed.
fn tucks_of_series(series: &SeriesSettings, pad: PadControls, pieces: u32) -> [[u32; 2]; 7] {
    let moves = Arc::new(MovesByLevel::new(pad));
    let strategy = strategy("survival");
    let mut counts = [[0; 2]; 7];
    let mut locked = 0;
    for number in 0.. {
        let mut play = PadPlay::new(series, pad, Arc::clone(&moves), number).unwrap();
        let mut planned: Option<Pose> = None;
        while play.ending().is_none() {
            if play.needs_plan() {
                let task = play.task(&strategy);
                let decision = task.solve(&mut TreeMemory::default());
                let (page, piece) = (task.page.clone(), task.piece);
                let meant = PadTask { slip: None, ..task }.solve(&mut TreeMemory::default());
                let inputs: Vec<Buttons> = meant.presses.iter().map(|press| press.held).collect();
                match Tuck::find(&page, piece, &inputs) {
                    Some(tuck) => {
                        let [all, missed] = &mut counts[usize::from(tuck.window)];
                        *all += 1;
                        *missed += u32::from(decision != meant);
                        if decision != meant && decision.thumbs_at_next.is_none() {
                            assert_eq!(decision.presses.last().unwrap().pose, tuck.fallen);
                        }
                    }
                    None => assert_eq!(decision, meant, "only tucks may be missed"),
                }
                planned = decision.presses.last().map(|press| press.pose);
                play.accept_plan(decision);
            }
            play.step(false);
            assert_eq!(play.take_desync(), None, "the game must follow the buttons");
            if let Some(lock) = play.take_locked() {
                assert_eq!(planned.unwrap_or(lock), lock);
                locked += 1;
                if locked == pieces {
                    return counts;
                }
            }
        }
    }
    unreachable!("games go on for ever")
}

fn series(level: u8, randomizer: RandomizerKind, seed: u64, hand: Hand) -> SeriesSettings {
    SeriesSettings {
        level,
        randomizer,
        seed,
        controls: Controls::Pad(controls(hand)),
        position: None,
    }
}

#[test]
fn tucks_are_missed_as_often_as_the_table_says_and_nothing_else_is() {
    let mut counts = [[0; 2]; 7];
    for (level, sight, pieces) in [
        (18, "0", 10_000),
        (19, "0", 10_000),
        (29, "0", 4_000),
        (19, "never", 4_000),
        (29, "12", 4_000),
    ] {
        let hand = Hand::FASTEST.with_tuck_misdrops(true);
        let hand = hand.with_sight(sight.parse().unwrap()).unwrap();
        // Garbage has many overhangs.
        let pad = PadControls {
            game_type: GameType::B { height: 5 },
            ..controls(hand)
        };
        let series = SeriesSettings {
            controls: Controls::Pad(pad),
            ..series(level, RandomizerKind::NesOdds, 0x5EED, hand)
        };
        let found = tucks_of_series(&series, pad, share(pieces));
        for (sum, [all, missed]) in counts.iter_mut().zip(found) {
            sum[0] += all;
            sum[1] += missed;
        }
    }
    for (window, chance) in [(1, 0.5), (2, 0.2), (3, 0.04)] {
        let [all, missed] = counts[window].map(f64::from);
        let spread = f64::sqrt(all * chance * (1.0 - chance));
        assert!(all > share(50.0), "{counts:?}");
        assert!((missed - all * chance).abs() < 3.0 * spread, "{counts:?}");
    }
    assert_eq!(counts[6][1], 0, "wide windows must never be missed");
}

#[test]
fn a_number_decides_and_a_miss_is_the_plan_without_its_last_press() {
    let mut generator = boards::generator(47);
    let mut windows = [0; 7];
    for index in 0..900 {
        let position = Position {
            level: [29, 19, 18][index % 3],
            ..Position::new(
                boards::any(&mut generator),
                boards::piece(&mut generator),
                boards::piece(&mut generator),
            )
        };
        if !Pose::spawn(position.current).fits(&position.board) {
            continue;
        }
        let hand = Hand::FASTEST.with_tuck_misdrops(true);
        let meant = task(&strategy("survival"), &position, hand);
        let with = |slip| PadTask {
            slip: Some(slip),
            ..meant.clone()
        };
        let decision = meant.solve(&mut TreeMemory::default());
        assert_eq!(
            with(999).solve(&mut TreeMemory::default()),
            decision,
            "a slip of 999 must never cause a miss"
        );
        let inputs: Vec<Buttons> = decision.presses.iter().map(|press| press.held).collect();
        let Some(tuck) = Tuck::find(&position.board, meant.piece, &inputs) else {
            assert_eq!(
                with(0).solve(&mut TreeMemory::default()),
                decision,
                "without a tuck, nothing may be missed"
            );
            continue;
        };
        windows[usize::from(tuck.window)] += 1;
        assert_eq!(
            meant.lock(&mut TreeMemory::default()),
            decision.presses.last().map(|press| press.pose)
        );
        let chance = tuck.misses_of_thousand();
        assert_eq!(with(chance).solve(&mut TreeMemory::default()), decision);
        if let Some(last) = chance.checked_sub(1) {
            let missed = with(last).solve(&mut TreeMemory::default());
            let held: Vec<Buttons> = missed.presses.iter().map(|press| press.held).collect();
            assert_eq!(held, tuck.missed);
            assert_eq!(held[..tuck.press], inputs[..tuck.press]);
            assert_eq!(missed.presses.last().unwrap().pose, tuck.fallen);
            assert_eq!(
                with(last).lock(&mut TreeMemory::default()),
                meant.lock(&mut TreeMemory::default()),
                "what is meant"
            );
        }
    }
    assert!(windows[1..4].iter().all(|&count| count > 5), "{windows:?}");
}

fn autoplay(series: SeriesSettings) -> Autoplay {
    Autoplay::new(series, strategy("survival")).unwrap()
}

/// Lets the computer think, then steps one frame. The game must follow the plan.
fn advance(autoplay: &mut Autoplay) {
    autoplay.advance();
    assert_eq!(autoplay.take_desync(), None, "{:?}", autoplay.series());
}

#[test]
fn games_with_misdrops_are_equal_watched_counted_and_replayed() {
    let mut is_changed = 0;
    let games = [
        (RandomizerKind::NesOdds, "14"),
        (RandomizerKind::Nes, "0"),
        (RandomizerKind::NesOdds, "0"),
    ];
    for (randomizer, sight) in sample(games.len()).map(|index| games[index]) {
        let hand = hand("15", 0).with_sight(sight.parse().unwrap()).unwrap();
        let games = [false, true].map(|slips| {
            let series = series(19, randomizer, 0x1234, hand.with_tuck_misdrops(slips));
            let batch = Batch {
                series: series.clone(),
                strategy: strategy("survival"),
                extent: BatchSize::Games {
                    games: 2,
                    pieces: None,
                },
                lines: None,
                pieces_per_game: None,
                shard: Shard::WHOLE,
            };
            let tally = batch.run(&Control::default());
            let histories = [false, true].map(|play_fast| {
                let mut watched = autoplay(series.clone());
                watched.set_play_fast(play_fast);
                watched.record();
                let mut pieces = 0;
                while watched.game_number() < 2 {
                    let was_on = watched.ending().is_none();
                    advance(&mut watched);
                    if was_on && watched.ending() == Some(Ending::ToppedOut) {
                        pieces += watched.summary().unwrap().pieces;
                    }
                }
                assert_eq!(pieces, tally.pieces, "{series:?}");
                watched.history().unwrap()
            });
            let [slow, fast] = &histories;
            let frames = slow.frames().len().min(fast.frames().len());
            assert_eq!(slow.frames()[..frames], fast.frames()[..frames]);
            let again = History::from_ron(&slow.to_ron()).unwrap();
            assert_eq!(ConsolePlayback::new(again).check(), Verdict::Same);
            (tally.pieces, slow.frames().len())
        });
        is_changed += usize::from(games[0] != games[1]);
    }
    assert!(is_changed > 0, "at least one press must be missed");
}

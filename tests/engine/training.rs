//! Tests of every training mode on the console: its first state, how it differs from a normal game, and its replay.

mod added;

use rightwell::engine::{
    Console, DirectStart, Event, GameType, GameView, History, PadGame, PlayState, RecordedConsole,
    Training, TrainingMode, View,
};
use rightwell::rules::{Buttons, Cell, Piece, Pose, Region};

/// Returns a console at the first tick of a game of this mode.
fn begun(text: &str, level: u8) -> RecordedConsole {
    let training: Training = text.parse().unwrap();
    begun_with(training, level)
}

fn begun_with(training: Training, level: u8) -> RecordedConsole {
    begun_from(training, level, 0x8988).unwrap()
}

/// Returns `None` if the console cannot reach the seed.
fn begun_from(training: Training, level: u8, seed: u16) -> Option<RecordedConsole> {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level,
        seed,
    };
    let mut console = RecordedConsole::direct(start, Default::default()).ok()?;
    console.train(training);
    Some(console)
}

fn game(console: &RecordedConsole) -> &PadGame {
    console.console().game().unwrap()
}

fn view(console: &Console) -> GameView {
    match console.view() {
        View::Game(view) => *view,
        other => panic!("{other:?}"),
    }
}

/// Returns row `y` of the playfield as text.
fn row(console: &RecordedConsole, y: i8) -> String {
    let cells = game(console).page().row(y).iter();
    let letters = cells.map(|cell| if cell.is_occupied() { 'X' } else { '.' });
    letters.collect()
}

/// Plays until the next piece spawns or the game is over. First turns the piece, then taps it sideways `taps` times (to
/// the left if negative), then holds Down. Returns those events that the tests check.
fn drop_piece(console: &mut RecordedConsole, turns: u8, taps: i8) -> Vec<Event> {
    let side = if taps < 0 {
        Buttons::LEFT
    } else {
        Buttons::RIGHT
    };
    let turns = (0..turns).flat_map(|_| [Buttons::A, Buttons::NONE]);
    let taps = (0..taps.unsigned_abs()).flat_map(|_| [side, Buttons::NONE]);
    let mut held = turns.chain(taps).collect::<Vec<_>>().into_iter();
    let mut seen = Vec::new();
    for _ in 0..2000 {
        let events = console.step(held.next().unwrap_or(Buttons::DOWN));
        seen.extend(
            [Event::RowCompleted, Event::GarbageReceived, Event::LevelUp]
                .into_iter()
                .filter(|&event| events.contains(event)),
        );
        if events.contains(Event::Spawned) || game(console).is_over() {
            return seen;
        }
    }
    panic!("no piece comes");
}

/// Plays up to `pieces` pieces with fixed turns and taps. Returns how many pieces were played; there are fewer if the
/// game ends early.
fn play(console: &mut RecordedConsole, pieces: u32) -> u32 {
    for piece in 0..pieces {
        if game(console).is_over() {
            return piece;
        }
        let taps = [-5, 4, -3, 2, 0, -1, 3][piece as usize % 7];
        drop_piece(console, (piece % 3) as u8, taps);
    }
    pieces
}

#[test]
fn every_mode_is_played_and_played_again_to_the_same_state() {
    for mode in TrainingMode::ALL {
        let facts = mode.facts();
        let most = facts.values.map_or(0, |values| values.most);
        let values = match mode {
            TrainingMode::Seed => vec![0x89_8800, 0xAB_CDEF],
            _ => (0..=most).collect(),
        };
        for value in values {
            let training = Training {
                value,
                ..Training::new(mode)
            };
            training.check().unwrap();
            let mut console = begun_with(training, 9);
            play(&mut console, 12);
            for _ in 0..200 {
                console.step(Buttons::START);
                console.step(Buttons::NONE);
            }
            let history = console.history().unwrap();
            let text = history.to_ron();
            let again = History::from_ron(&text).unwrap();
            assert_eq!(again, history, "{training}");
            assert_eq!(again.play(), *console.console(), "{training}");
            assert_eq!(history.training(), Some(training));
            assert!(!history.is_for_emulators());
        }
    }
}

#[test]
fn a_file_with_a_value_that_no_mode_has_is_refused() {
    let text = begun("drought:15", 0).history().unwrap().to_ron();
    let wrong = text.replace("value: 15", "value: 19");
    let fault = History::from_ron(&wrong).unwrap_err().to_string();
    assert!(
        fault.contains("drought: invalid value '19'; allowed: 0-18"),
        "{fault}"
    );
}

#[test]
fn a_floor_never_clears_and_the_rows_on_it_do() {
    let mut console = begun("floor:4", 18);
    assert_eq!(
        [15, 16, 19].map(|y| row(&console, y)),
        ["..........", "XXXXXXXXXX", "XXXXXXXXXX"]
    );
    let mut cleared = 0;
    for _ in 0..200 {
        if game(&console).is_over() {
            break;
        }
        cleared = game(&console).lines();
        play(&mut console, 1);
        assert!((16..20).all(|y| row(&console, y) == "XXXXXXXXXX"));
    }
    assert!(game(&console).is_over() && cleared == game(&console).lines());
    // In `floor:0`, no row clears, not even a complete one.
    let mut console = begun("floor:0", 0);
    play(&mut console, 60);
    assert!(game(&console).is_over() && game(&console).lines() == 0);
}

#[test]
fn walls_return_after_a_clear() {
    let mut console = begun("crunch:15", 0);
    assert_eq!(row(&console, 0), "XXX....XXX");
    for _ in 0..40 {
        if game(&console).lines() > 0 || game(&console).is_over() {
            break;
        }
        drop_piece(&mut console, 0, 0);
        assert!((0..20).all(|y| row(&console, y).starts_with("XXX")));
        assert!((0..20).all(|y| row(&console, y).ends_with("XXX")));
    }
}

#[test]
fn a_seed_gives_its_pieces_however_they_are_played() {
    let letters = |taps: i8| {
        let mut console = begun("seed:133702", 18);
        let mut found = String::new();
        for _ in 0..10 {
            found.push(game(&console).pose().piece().letter());
            drop_piece(&mut console, 0, taps * (found.len() as i8 % 5 - 2));
        }
        found
    };
    assert_eq!(letters(0), "OJSTZSIOLS");
    assert_eq!(letters(2), "OJSTZSIOLS");
}

#[test]
fn the_longest_drought_has_no_i() {
    let mut console = begun("drought:18", 0);
    for piece in 0..300 {
        if game(&console).is_over() {
            console = begun("drought:18", 0);
        }
        assert_ne!(game(&console).pose().piece(), Piece::I);
        assert_ne!(game(&console).next(), Piece::I);
        drop_piece(&mut console, 0, [-4, -2, 0, 2, 3][piece % 5]);
    }
}

#[test]
fn a_transition_begins_ten_lines_before_the_level_rises() {
    let console = begun("transition:5", 18);
    assert_eq!(
        (game(&console).lines(), game(&console).score().points()),
        (120, 500_000)
    );
    let console = begun("transition:12", 19);
    assert_eq!(
        (game(&console).lines(), game(&console).score().points()),
        (130, 1_200_000)
    );
    assert_eq!(
        begun("transition:3", 129).console().game().unwrap().lines(),
        0
    );
}

#[test]
fn a_marathon_keeps_the_speed_of_its_first_level() {
    for (value, level, speed) in [(0, 18, 18), (1, 18, 18), (2, 0, 18), (4, 0, 18)] {
        let console = begun(&format!("marathon:{value}"), 18);
        assert_eq!(
            (game(&console).level(), game(&console).speed_level()),
            (level, speed)
        );
    }
}

#[test]
fn the_killscreen_is_level_29_at_two_rows_a_frame() {
    let mut console = begun("killscreen", 0);
    assert_eq!(game(&console).level(), 29);
    drop_piece(&mut console, 0, 0);
    let y = game(&console).pose().y;
    for _ in 0..4 {
        console.step(Buttons::NONE);
    }
    assert_eq!(game(&console).pose().y, y + 8);
}

#[test]
fn the_tower_is_restored_for_each_piece_and_all_pieces_are_i() {
    let mut console = begun("tap:7", 0);
    for _ in 0..5 {
        assert_eq!(game(&console).pose().piece(), Piece::I);
        assert_eq!(
            [12, 13, 19].map(|y| row(&console, y)),
            ["..........", ".X........", ".X........"]
        );
        drop_piece(&mut console, 1, -5);
    }
}

#[test]
fn an_i_at_the_wall_behind_the_tower_counts_as_a_hit() {
    let mut console = begun("tap:7", 0);
    for (column, streak, misses) in [(-5, 1, 0), (-5, 2, 0), (-3, 0, 1), (4, 0, 2), (-5, 1, 2)] {
        drop_piece(&mut console, 1, column);
        let progress = game(&console).training().unwrap().1;
        assert_eq!((progress.streak, progress.misses), (streak, misses));
    }
    assert_eq!(game(&console).drill_result(), Some(2));
}

#[test]
fn an_i_in_the_open_well_counts_and_a_miss_takes_the_score_back() {
    let mut console = begun("tap-quantity:4", 0);
    let taps = |console: &RecordedConsole| game(console).training().unwrap().1.taps().unwrap();
    for success in 1..=6 {
        let tapped = taps(&console);
        drop_piece(&mut console, 1, tapped);
        let progress = game(&console).training().unwrap().1;
        assert_eq!((progress.streak, progress.best), (success, success));
        assert_eq!(game(&console).score().points(), 1200 * success);
        assert_eq!(game(&console).level(), 0);
    }
    let elsewhere = if taps(&console) == 0 { 1 } else { 0 };
    drop_piece(&mut console, 1, elsewhere);
    let progress = game(&console).training().unwrap().1;
    assert_eq!((progress.streak, progress.best), (0, 6));
    assert_eq!(game(&console).score().points(), 0);
}

#[test]
fn the_clear_of_a_high_tap_quantity_is_not_animated() {
    let frames = |value: u32| {
        let mut console = begun(&format!("tap-quantity:{value}"), 0);
        let taps = game(&console).training().unwrap().1.taps().unwrap();
        drop_piece(&mut console, 1, taps);
        let history = console.history().unwrap();
        (game(&console).lines(), history.len())
    };
    let (lines, animated) = frames(4);
    let (same, plain) = frames(20);
    assert_eq!((lines, same), (4, 4));
    assert!(plain + 10 < animated, "{plain} {animated}");
}

#[test]
fn a_low_stack_ends_with_the_first_cell_above_its_row() {
    let mut console = begun("low-stack:0", 0);
    drop_piece(&mut console, 0, 0);
    assert!(game(&console).is_over());
    let mut console = begun("low-stack:4", 0);
    assert_eq!(view(console.console()).limit_row, Some(16));
    let pieces = (0..)
        .take_while(|_| {
            drop_piece(&mut console, 0, 0);
            !game(&console).is_over()
        })
        .count();
    assert!((1..4).contains(&pieces), "{pieces}");
    assert!((16..20).all(|y| row(&console, y) != ".........."));
}

#[test]
fn an_invisible_stack_is_seen_when_the_game_is_over() {
    let mut console = begun("invisible", 0);
    drop_piece(&mut console, 0, 0);
    for _ in 0..30 {
        console.step(Buttons::NONE);
    }
    let is_seen = |console: &RecordedConsole| {
        let field = view(console.console()).field;
        field.iter().any(|cell| cell.is_occupied())
    };
    assert!(!is_seen(&console) && row(&console, 19) != "..........");
    play(&mut console, 60);
    assert!(game(&console).is_over());
    for _ in 0..10 {
        console.step(Buttons::NONE);
    }
    assert!(is_seen(&console));
}

#[test]
fn up_drops_a_piece_and_the_next_one_is_there_at_once() {
    let mut console = begun("hard-drop", 0);
    let ghost = view(console.console()).ghost;
    for _ in 0..3 {
        console.step(Buttons::NONE);
    }
    let landing = view(console.console()).ghost.or(ghost).unwrap();
    let events = console.step(Buttons::UP);
    assert!(events.contains(Event::Spawned));
    assert_eq!(game(&console).locked(), Some(landing));
    // Select lets the piece fall at once but does not lock it.
    let piece = game(&console).pose().piece();
    console.step(Buttons::SELECT);
    let resting = game(&console).pose();
    assert!(resting.y > 14);
    for _ in 0..40 {
        console.step(Buttons::NONE);
    }
    assert_eq!(
        game(&console).pose(),
        Pose {
            y: resting.y,
            ..resting
        }
    );
    assert_eq!(game(&console).pose().piece(), piece);
    assert_eq!(game(&console).play_state(), PlayState::Control);
}

#[test]
fn a_shorter_das_delay_shifts_sooner() {
    let columns = |text: &str| {
        let mut console = begun(text, 0);
        for _ in 0..8 {
            console.step(Buttons::NONE);
        }
        (0..20)
            .map(|_| {
                console.step(Buttons::LEFT);
                game(&console).pose().x
            })
            .filter(|&x| x == 4)
            .count()
    };
    // Number of frames in which the piece stays in its first column, until the delay of the autoshift is over.
    assert_eq!(
        [16, 12, 6, 0].map(|n| columns(&format!("das-delay:{n}"))),
        [16, 12, 6, 1]
    );
    assert_eq!(columns("tetris"), 16);
}

#[test]
fn b_type_has_up_to_eighteen_rows_and_counts_down() {
    for (height, rows) in [(0, 0), (5, 12), (8, 18)] {
        let console = begun(&format!("b-type:{height}"), 9);
        assert_eq!(game(&console).lines(), 25);
        let full = (0..20)
            .filter(|&y| row(&console, y) != "..........")
            .count();
        assert_eq!(full, rows);
        assert_eq!(game(&console).start().game_type, GameType::B { height });
    }
}

#[test]
fn a_t_spin_counts_and_another_cavity_follows() {
    // At the right wall, a cavity is open to the left. To enter it, a T falls on its side and then turns.
    let mut console = begun("t-spins", 0);
    let mut best = 0;
    let mut seed = 7_u32;
    for _ in 0..150_000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let held = [
            Buttons::NONE,
            Buttons::LEFT,
            Buttons::RIGHT,
            Buttons::A,
            Buttons::B,
            Buttons::DOWN,
            Buttons::NONE,
            Buttons::DOWN,
        ][(seed >> 24) as usize % 8];
        console.step(held);
        best = game(&console).training().unwrap().1.best;
        assert_eq!(game(&console).pose().piece(), Piece::T);
        assert!(!game(&console).is_over());
        if best > 0 {
            break;
        }
    }
    assert!(best > 0, "random buttons must sometimes reach a cavity");
    assert_eq!(game(&console).score().points(), 100);
}

#[test]
fn a_linecap_changes_the_game_for_ever() {
    let with = |linecap: &str| Training {
        linecap: Some(linecap.parse().unwrap()),
        ..Training::new(TrainingMode::Tap)
    };
    // The linecap is checked at the first clear. In the mode `tap` no row ever clears, because five I pieces beside the
    // tower cannot complete one. So this test uses `tap-quantity`.
    let mut training = with("lines=1:halt");
    training.mode = TrainingMode::TapQuantity;
    let mut console = begun_with(training, 0);
    let taps = game(&console).training().unwrap().1.taps().unwrap();
    drop_piece(&mut console, 1, taps);
    assert!(game(&console).is_over() && game(&console).is_curtain_closed());
    training.linecap = Some("level=0:killscreen".parse().unwrap());
    let mut console = begun_with(training, 0);
    let taps = game(&console).training().unwrap().1.taps().unwrap();
    drop_piece(&mut console, 1, taps);
    assert_eq!(game(&console).speed_level(), 39);
    training.linecap = Some("lines=1:invisible".parse().unwrap());
    let mut console = begun_with(training, 0);
    let taps = game(&console).training().unwrap().1.taps().unwrap();
    drop_piece(&mut console, 1, taps);
    for _ in 0..10 {
        console.step(Buttons::NONE);
    }
    assert!(
        view(console.console())
            .field
            .iter()
            .all(|&cell| cell == Cell::EMPTY)
    );
}

#[test]
fn a_score_beyond_six_digits_is_shown_as_chosen() {
    let shown = |display: &str| {
        let ron = format!("(mode: Transition, value: 15, score: {display})");
        let training: Training = ron::from_str(&ron).unwrap();
        let mut console = begun_with(training, 18);
        for _ in 0..5 {
            console.step(Buttons::NONE);
        }
        view(console.console()).score
    };
    assert_eq!(shown("Classic"), [15, 0, 0, 0, 0, 0]);
    assert_eq!(shown("Letters"), [15, 0, 0, 0, 0, 0]);
    assert_eq!(shown("Digits"), [5, 0, 0, 0, 0, 0]);
    assert_eq!(shown("Capped"), [9; 6]);
    assert_eq!(shown("Hidden"), [GameView::BLANK_DIGIT; 6]);
}

#[test]
fn a_checkerboard_loses_points_for_rows_and_is_done_at_the_bottom() {
    let console = begun("checkerboard:3", 0);
    assert_eq!(game(&console).score().points(), 3000);
    let rows = [row(&console, 11), row(&console, 12), row(&console, 19)];
    assert_eq!(rows[0], "..........");
    assert!(rows[1] == "X.X.X.X.X." || rows[1] == ".X.X.X.X.X");
    assert_ne!(rows[1], rows[2]);
    // If the game ends before the bottom is reached, the result is 0.
    let mut console = begun("checkerboard:8", 0);
    play(&mut console, 40);
    assert!(game(&console).is_over());
    assert_eq!(game(&console).score().points(), 0);
    assert_eq!(game(&console).drill_result(), Some(0));
}

#[test]
fn garbage_rises_until_a_tetris_is_ready() {
    let mut console = begun("garbage:0", 0);
    let events = drop_piece(&mut console, 0, 0);
    assert!(events.contains(&Event::GarbageReceived));
    assert!((16..20).all(|y| row(&console, y) == "XXXXXXXXX."));
}

#[test]
fn every_piece_locked_at_its_target_counts() {
    let mut console = begun("wells:8", 0);
    for successes in 0..40 {
        // One of the four orientations reaches the target.
        let taps = game(&console).training().unwrap().1.taps().unwrap();
        let tried = (0..4).find_map(|turns| {
            let mut copy = console.clone();
            drop_piece(&mut copy, turns, taps);
            let streak = game(&copy).training().unwrap().1.streak;
            (streak > successes).then_some(copy)
        });
        console = tried.expect("one orientation must reach the target");
    }
    assert_eq!(game(&console).training().unwrap().1.best, 40);
    drop_piece(&mut console, 0, 1);
}

#[test]
fn spawns_with_a_full_charge_are_counted_in_a_row() {
    let mut console = begun("das-charge", 18);
    let mut plain = begun("tetris", 18);
    let come = |console: &mut RecordedConsole, held: Buttons| {
        for _ in 0..2000 {
            if console.step(held).contains(Event::Spawned) {
                return game(console).training().unwrap().1;
            }
        }
        panic!("no piece comes");
    };
    let told = |console: &RecordedConsole| game(console).training().unwrap().1;
    assert_eq!((told(&console).charge, told(&console).streak), (None, 0));
    // Left is held until the piece is at the wall, and still held when the next piece spawns.
    for pieces in 1..=3 {
        let progress = come(&mut console, Buttons::LEFT);
        assert_eq!((progress.charge, progress.streak), (Some(16), pieces));
        come(&mut plain, Buttons::LEFT);
    }
    // A tap away from the wall clears the charge. So the next piece spawns without a charge.
    for held in [Buttons::NONE, Buttons::RIGHT] {
        console.step(held);
        plain.step(held);
    }
    let progress = come(&mut console, Buttons::NONE);
    assert_eq!(
        (progress.charge, progress.streak, progress.best),
        (Some(0), 0, 3)
    );
    come(&mut plain, Buttons::NONE);
    // Only the mode's name on the screen differs.
    let mut shown = view(console.console());
    assert_eq!(shown.title, TrainingMode::DasCharge.facts().title);
    let plain = view(plain.console());
    shown.title = plain.title;
    assert_eq!(shown, plain);
    assert_eq!(game(&console).drill_result(), Some(3));
}

#[test]
fn start_pauses_a_drill_unless_pausing_is_disabled() {
    for (no_pause, paused) in [(false, true), (true, false)] {
        let training = Training {
            no_pause,
            ..Training::new(TrainingMode::Tetris)
        };
        let mut console = begun_with(training, 18);
        for held in [Buttons::NONE, Buttons::NONE, Buttons::START, Buttons::NONE] {
            console.step(held);
        }
        assert_eq!(game(&console).is_paused(), paused);
        let text = console.history().unwrap().to_ron();
        assert_eq!(text.contains("no_pause: true"), no_pause);
        assert_eq!(History::from_ron(&text).unwrap().training(), Some(training));
    }
}

#[test]
fn a_mode_has_equal_names_on_the_screen_and_the_command_line() {
    for mode in TrainingMode::ALL {
        let facts = mode.facts();
        let title = facts.title.to_lowercase().replace(' ', "-");
        assert_eq!(title, facts.name);
    }
}

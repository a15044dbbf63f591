//! Tests of the review of a recording: steps between mistakes, retries, playing on, and ways to open it.

use rightwell::engine::DirectStart;
use rightwell::render::panel::{Figure, PanelPart};
use rightwell::render::{Border, Panel};
use rightwell::rules::Cell;

use crate::scene::{ErrorListRow, JumpTarget};

use super::*;

/// Returns an app with the replay of a lost game in which the player only held Down.
fn watching() -> App {
    let recorded = Recorded::from_history(lost().history());
    let scene = Box::new(RecordingScene::new(recorded, None));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    app
}

/// Returns the replay with all moves rated. It is paused while they are rated, so that it stays at its position.
pub(super) fn rated() -> App {
    let mut app = watching();
    app.act(Action::Pause);
    until(&mut app, |app| !app.hud().worst.is_empty());
    app.act(Action::Pause);
    app
}

/// Returns a panel of the scene.
pub(super) fn panel<'a>(app: &'a App, title: &str) -> Option<&'a Panel> {
    let mut panels = app.hud().panels.iter().map(|scene| &scene.panel);
    panels.find(|panel| panel.title == title)
}

/// Returns the figures of a panel.
fn figures(app: &App, title: &str) -> Vec<Figure> {
    let parts = panel(app, title).into_iter().flat_map(|panel| &panel.parts);
    let figures = parts.filter_map(|part| match part {
        PanelPart::Figures(figures) => Some(figures.clone()),
        _ => None,
    });
    figures.flatten().collect()
}

/// Returns the keys in the coach's panel, with their descriptions.
fn coach_keys(app: &mut App) -> Vec<(String, String)> {
    let coach = app.panels_beside_game().swap_remove(0);
    match coach.parts.last() {
        Some(PanelPart::Keys(keys)) => keys.clone(),
        other => panic!("expected keys, found {other:?}"),
    }
}

/// Returns the number of the piece in the coach's panel.
pub(super) fn piece(app: &App) -> Option<usize> {
    let first = figures(app, "Coach").into_iter().next()?;
    let said = first.word.strip_prefix("Piece ")?;
    said.split(' ').next()?.parse().ok()
}

/// Runs loop iterations with a button held. The window passes the button only while a person plays.
fn rounds(app: &mut App, held: Buttons, times: usize) {
    for _ in 0..times {
        let buttons = match app.people()[0] {
            true => held,
            false => Buttons::NONE,
        };
        app.set_buttons([buttons, Buttons::NONE], [Buttons::NONE; 2]);
        std::thread::sleep(Duration::from_millis(20));
        app.advance();
    }
}

/// Drops the piece of a puzzle until its rating appears.
pub(super) fn place(app: &mut App) {
    hold(app, Buttons::NONE);
    let is_told = |app: &App| app.overlay().outlines[0].is_some();
    for _ in 0..200 {
        hold(app, Buttons::DOWN);
        app.advance();
        if is_told(app) {
            return;
        }
    }
    coach::wait_until(app, is_told);
}

/// Holds buttons for one step.
fn hold(app: &mut App, held: Buttons) {
    app.set_buttons([held, Buttons::NONE], [Buttons::NONE; 2]);
    app.step(STEP_TIME);
}

#[test]
fn keys_step_from_mistake_to_mistake_and_pause_there() {
    let mut app = rated();
    assert!(!app.hud().is_opened && !app.top().is_paused);
    app.act(Action::NextMistake);
    let first = piece(&app).expect("a panel must be shown");
    assert!(app.top().is_paused);
    let overlay = app.overlay();
    let borders = overlay
        .outlines
        .map(|outline| outline.map(|outline| outline.border));
    assert_eq!(borders[0], Some(Border::Whole));
    assert_eq!(borders[2], Some(Border::Filled));
    let keys = coach_keys(&mut app);
    assert_eq!(keys[0], ("PgDn".to_owned(), "Next".to_owned()));
    let label = figures(&app, "Coach").swap_remove(0).value;
    assert!(["? mistake", "?? blunder"].contains(&&*label), "{label}");
    let Some(PanelPart::Curve(curve)) = panel(&app, "Accuracy").unwrap().parts.last() else {
        panic!("expected a curve of losses");
    };
    assert!(curve.points.is_sorted() && curve.points.last() == Some(&1.0));
    let picture = app.picture().pixels().to_owned();
    app.act(Action::NextMistake);
    let second = piece(&app).unwrap();
    assert!(second > first && *app.picture().pixels() != picture);
    app.act(Action::PreviousMistake);
    assert_eq!(piece(&app), Some(first));
    assert!(*app.picture().pixels() == picture);
    app.act(Action::PreviousMistake);
    assert!(app.notice().unwrap().contains("no mistake before"));
    app.act(Action::NextPiece);
    assert!(!app.hud().is_opened && app.overlay().outlines == [None; 3]);
}

#[test]
fn nobody_plays_on_from_the_end_of_a_lost_game() {
    let mut app = rated();
    (0..3).for_each(|_| app.act(Action::SeekForward));
    app.act(Action::GoOn);
    let said = app.notice().unwrap();
    assert!(said.starts_with("there is no game to play on"), "{said}");
    assert_eq!(app.people(), [false; 2]);
}

#[test]
fn a_retried_mistake_gets_a_verdict() {
    let mut app = rated();
    app.act(Action::TryAgain);
    assert!(app.notice().unwrap().contains("jump to a mistake"));
    app.act(Action::NextMistake);
    let mistake = piece(&app).unwrap();
    app.act(Action::TryAgain);
    assert_eq!(app.people(), [true, false]);
    let asked = app.hud().said.clone().unwrap();
    assert!(asked.starts_with("where does this piece go?"), "{asked}");
    app.notice = None;
    let before = app.view();
    (0..100).for_each(|_| hold(&mut app, Buttons::NONE));
    assert_eq!(
        app.view(),
        before,
        "the exercise must wait for the first button"
    );
    place(&mut app);
    let said = app.hud().said.clone().unwrap();
    assert!(!said.is_empty() && said != asked, "{said}");
    let figures = figures(&app, "Coach");
    assert!(figures.iter().any(|figure| figure.word == "Lines lost now"));
    let keys = coach_keys(&mut app);
    let keys: Vec<&str> = keys.iter().map(|(_, does)| &**does).collect();
    assert_eq!(keys, ["Next", "Again", "Other places", "Back"]);
    assert!(app.overlay().outlines[0].is_some());
    assert_eq!(
        app.view(),
        before,
        "the outlines must be drawn in the position before the lock"
    );
    hold(&mut app, Buttons::NONE);
    hold(&mut app, Buttons::SELECT);
    assert!(app.notice().is_none() && app.overlay().outlines == [None; 3]);
    app.act(Action::NextMistake);
    app.advance();
    assert!(app.hud().title.starts_with("practice"), "the next puzzle");
    app.act(Action::PreviousMistake);
    assert!(
        piece(&app).unwrap() > mistake,
        "the review must continue behind the exercises"
    );
}

#[test]
fn start_opens_the_next_puzzle_and_has_no_effect_there_until_released() {
    let mut app = rated();
    app.act(Action::NextMistake);
    app.act(Action::TryAgain);
    let View::Game(first) = app.view() else {
        panic!("expected a puzzle");
    };
    place(&mut app);
    rounds(&mut app, Buttons::NONE, 2);
    rounds(&mut app, Buttons::START, 10);
    assert!(app.hud().title.starts_with("practice"));
    let View::Game(second) = app.view() else {
        panic!("expected a puzzle");
    };
    assert!(!second.paused && second != first);
    let shown = app.view();
    rounds(&mut app, Buttons::NONE, 2);
    assert_eq!(
        app.view(),
        shown,
        "the puzzle must wait for its first button"
    );
    rounds(&mut app, Buttons::DOWN, 4);
    assert_ne!(app.view(), shown, "a new press must start the puzzle");
}

#[test]
fn a_scene_never_receives_the_press_that_began_it() {
    for action in [Action::Practise, Action::TryAgain] {
        let mut app = rated();
        app.act(Action::NextMistake);
        // The key is pressed while nobody plays, and a step follows in the same iteration.
        app.act(action);
        std::thread::sleep(Duration::from_millis(40));
        app.advance();
        let shown = app.view();
        rounds(&mut app, Buttons::START, 10);
        assert_eq!(
            app.view(),
            shown,
            "a button that is still held must not start the scene"
        );
        rounds(&mut app, Buttons::NONE, 2);
        rounds(&mut app, Buttons::START, 4);
        assert!(matches!(app.view(), View::Game(game) if game.paused));
    }
}

#[test]
fn after_the_last_mistake_there_is_no_next_puzzle() {
    let mut app = rated();
    let mut last = None;
    loop {
        app.act(Action::NextMistake);
        let here = piece(&app);
        if here == last {
            break;
        }
        last = here;
    }
    app.act(Action::TryAgain);
    place(&mut app);
    rounds(&mut app, Buttons::NONE, 2);
    rounds(&mut app, Buttons::START, 3);
    assert_eq!(app.people(), [false; 2], "back at the replay");
    assert!(app.notice().unwrap().contains("no mistake after this"));
    assert_eq!(piece(&app), last);
}

#[test]
fn the_replay_is_unchanged_after_practice() {
    for action in [Action::TryAgain, Action::Practise] {
        let mut app = rated();
        app.act(Action::NextMistake);
        app.notice = None;
        let (picture, overlay) = (app.picture().pixels().to_owned(), app.overlay());
        app.act(action);
        assert_eq!(app.people(), [true, false]);
        app.act(Action::PreviousMistake);
        app.notice = None;
        assert_eq!(app.overlay(), overlay);
        assert!(*app.picture().pixels() == picture);
    }
}

#[test]
fn no_practice_starts_after_the_last_lock_of_a_game() {
    let mut app = rated();
    (0..100).for_each(|_| app.act(Action::SeekForward));
    app.act(Action::Practise);
    assert_eq!(app.people(), [false; 2]);
    assert!(
        app.notice()
            .unwrap()
            .contains("practice needs an A-type game")
    );
    app.act(Action::PreviousPiece);
    app.act(Action::Practise);
    assert_eq!(
        app.people(),
        [false; 2],
        "the last piece has no lock, so no practice can start"
    );
    app.act(Action::PreviousPiece);
    app.act(Action::Practise);
    assert_eq!(app.people(), [true, false]);
}

#[test]
fn playing_on_from_a_mistake_saves_nothing() {
    for action in [Action::GoOn, Action::Practise] {
        let mut app = rated();
        app.act(Action::NextMistake);
        let View::Game(there) = app.view() else {
            panic!("expected a game on the screen");
        };
        app.act(action);
        let View::Game(here) = app.view() else {
            panic!("expected a game in play");
        };
        assert_eq!((here.next, here.score), (there.next, there.score));
        assert_eq!(
            (here.level_digits, here.lines),
            (there.level_digits, there.lines)
        );
        let is_occupied = |view: &rightwell::engine::GameView| view.field.map(Cell::is_occupied);
        assert_eq!(is_occupied(&here), is_occupied(&there));
        // A button that was held for another purpose starts nothing.
        (0..10).for_each(|_| hold(&mut app, Buttons::START));
        assert_eq!(app.view(), View::Game(here.clone()));
        hold(&mut app, Buttons::NONE);
        (0..100).for_each(|_| hold(&mut app, Buttons::DOWN));
        assert_ne!(app.view(), View::Game(here.clone()));
        app.act(Action::TryAgain);
        assert_eq!(app.view(), View::Game(here));
        app.act(Action::PreviousMistake);
        assert!(app.hud().is_opened);
    }
}

#[test]
fn a_terminal_offers_no_play() {
    let mut app = rated();
    app.devices.windowed = false;
    app.act(Action::NextMistake);
    for action in [Action::TryAgain, Action::Practise, Action::GoOn] {
        app.act(action);
        assert_eq!(app.people(), [false; 2]);
    }
}

#[test]
fn the_outlines_of_the_played_lock_and_of_next_alternate() {
    let mut app = rated();
    let told = |app: &App| app.overlay().outlines.map(|outline| outline.is_some());
    app.act(Action::NextMistake);
    while app.hud().overlay.outlines.contains(&None) {
        app.act(Action::NextMistake);
    }
    app.advance();
    assert!(app.overlay().legend);
    assert_eq!(told(&app), [true, false, true]);
    let played = app.picture().pixels().to_owned();
    app.places.1 -= Duration::from_millis(1_600);
    assert_eq!(told(&app), [true, true, false]);
    assert!(*app.picture().pixels() != played);
    app.advance();
    app.places.1 -= Duration::from_millis(1_500);
    assert_eq!(told(&app), [true, false, true]);
    app.act(Action::NextPiece);
    assert!(!app.overlay().legend);
}

#[test]
fn the_list_of_worst_moves_leads_to_each_move() {
    let mut app = rated();
    app.act(Action::WorstMoves);
    let sheet = app.sheet().expect("the list of errors must be open");
    assert_eq!(sheet.title, "WORST MOVES");
    let headings = sheet.lines.iter().filter(|line| line.is_heading);
    let headings: Vec<&str> = headings.map(|line| &*line.label).collect();
    assert_eq!(headings, [ErrorListRow::KINDS, ErrorListRow::MOVES]);
    let second = sheet
        .lines
        .iter()
        .rposition(|line| line.is_heading)
        .unwrap();
    for (place, line) in sheet.lines.iter().enumerate() {
        let (heading, word) = match place > second {
            true => (ErrorListRow::MOVES, "LOST"),
            false => (ErrorListRow::KINDS, "SHARE"),
        };
        if line.is_heading {
            continue;
        }
        let end = heading.find(word).unwrap() + word.len();
        let number = line.label[..end].trim_end_matches('%');
        let is_number = number.ends_with(|last: char| last.is_ascii_digit());
        assert!(is_number, "{heading}: {}", line.label);
    }
    let lines: Vec<_> = sheet.lines.iter().filter(|line| !line.is_heading).collect();
    let is_move = |label: &str| {
        label
            .trim_start()
            .starts_with(|first: char| first.is_ascii_digit())
    };
    let kinds = lines.iter().take_while(|line| !is_move(&line.label));
    let kinds = kinds.count();
    assert!((1..=3).contains(&kinds), "kinds come first: {kinds}");
    let first = lines[kinds].label.clone();
    (0..kinds).for_each(|_| app.menu_input(Input::Down));
    app.menu_input(Input::Accept);
    assert!(app.sheet().is_none());
    let shown = piece(&app).unwrap();
    assert!(
        first.trim_start().starts_with(&shown.to_string()),
        "{first}"
    );
    app.act(Action::Menu);
    choose(&mut app, "WORST MOVES");
    assert_eq!(app.sheet().unwrap().lines[kinds + 2].label, first);
    app.menu_input(Input::Back);
    assert_eq!(app.sheet().unwrap().title, "RIGHTWELL");
    app.menu_input(Input::Back);
    app.act(Action::WorstMoves);
    app.menu_input(Input::Back);
    assert!(app.sheet().is_none(), "going back must lead to the replay");
}

#[test]
fn the_review_steps_through_one_kind_of_error_until_reset() {
    let mut app = rated();
    let kind = app.hud().worst[0].clone();
    let JumpTarget::Kind(Some(_)) = kind.target else {
        panic!("expected the costliest kind first, found {kind:?}");
    };
    let all: usize = kind
        .label
        .split(' ')
        .find_map(|word| word.parse().ok())
        .expect("the row must state the number of moves");
    app.act(Action::WorstMoves);
    app.menu_input(Input::Accept);
    let of_kind = |app: &App| {
        let mut figures = figures(app, "Accuracy").into_iter();
        let of_kind = figures.find(|figure| figure.word == "Of this kind");
        of_kind.map(|figure| figure.value)
    };
    for number in 1..=all {
        assert_eq!(of_kind(&app), Some(format!("{number} of {all}")));
        app.act(Action::NextMistake);
    }
    let said = app
        .notice()
        .expect("there must be no other error of this kind");
    assert!(said.starts_with("there is no \""), "{said}");
    app.act(Action::WorstMoves);
    assert_eq!(app.sheet().unwrap().lines[0].label, "All mistakes");
    app.menu_input(Input::Accept);
    assert_eq!(of_kind(&app), None);
}

#[test]
fn opening_a_recording_over_a_finished_game_asks_nothing() {
    let scene = Box::new(PersonScene::new(lost(), RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.open_recording(Path::new("game.fm2"));
    assert!(
        app.sheet().is_none(),
        "no confirmation, because no game would be abandoned"
    );
    assert_eq!(app.notice().unwrap(), "opening game.fm2..");
    until(&mut app, |app| {
        app.notice()
            .is_some_and(|said| said.starts_with("cannot read game.fm2"))
    });
}

#[test]
fn a_lost_game_can_be_reviewed_by_key_or_menu() {
    for from_menu in [false, true] {
        let scene = Box::new(PersonScene::new(lost(), RecordingStore::nowhere()));
        let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
        app.set_windowed();
        let said = app.notice().expect("a summary");
        assert!(said.ends_with("PgDn: review, F8: new game"), "{said}");
        if from_menu {
            app.act(Action::Menu);
            choose(&mut app, "REVIEW THIS GAME");
        } else {
            app.act(Action::NextMistake);
        }
        assert_eq!(app.people(), [false; 2]);
        assert!(
            app.top().is_paused,
            "the review must pause until the moves are rated"
        );
        until(&mut app, |app| piece(app).is_some());
        assert!(
            app.overlay().outlines[0].is_some(),
            "the review must pause at the first mistake"
        );
        assert_eq!(app.notice(), None, "nothing covers it");
        let says_habit = |app: &App| {
            let said = app.status().joined(120);
            said.contains("most expensive habit")
        };
        assert!(says_habit(&app));
        app.act(Action::NextMistake);
        assert!(!says_habit(&app));
        app.act(Action::PreviousMistake);
        assert!(
            says_habit(&app),
            "the habit must be shown again at its move"
        );
        app.act(Action::Menu);
        choose(&mut app, "GO BACK");
        if app.sheet().is_some() {
            choose(&mut app, "LEAVE");
        }
        assert_eq!(app.people(), [true, false]);
    }
}

#[test]
fn a_game_in_play_cannot_be_reviewed() {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: rightwell::engine::GameType::A,
        level: 0,
        seed: 0x1234,
    };
    let person = Person::direct(start, HighScores::default()).unwrap();
    let scene = Box::new(PersonScene::new(person, RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.act(Action::NextMistake);
    assert_eq!(app.people(), [true, false]);
    app.act(Action::Menu);
    let has_row = app
        .sheet()
        .unwrap()
        .lines
        .iter()
        .any(|line| line.label == "REVIEW THIS GAME");
    assert!(!has_row);
}

#[test]
fn a_gamepad_steps_through_a_review() {
    let mut app = rated();
    app.press_pad(Buttons::DOWN);
    let first = piece(&app).unwrap();
    app.press_pad(Buttons::DOWN);
    assert!(piece(&app).unwrap() > first);
    app.press_pad(Buttons::UP);
    assert_eq!(piece(&app), Some(first));
    app.press_pad(Buttons::SELECT);
    assert_eq!(app.sheet().unwrap().title, "WORST MOVES");
    app.press_pad(Buttons::B);
    assert_eq!(
        app.people(),
        [false; 2],
        "the menu must receive the pad's buttons"
    );
    app.menu_input(Input::Back);
    assert!(app.sheet().is_none());
    app.press_pad(Buttons::B);
    assert_eq!(app.people(), [true, false]);
    app.press_pad(Buttons::A);
    assert!(
        app.hud().title.starts_with("practice"),
        "the player must receive the pad's buttons again"
    );
    app.set_has_pad(true);
    app.act(Action::PreviousMistake);
    app.act(Action::Help);
    let help = app.help().unwrap();
    assert!(help.iter().any(|(button, _)| button == "CROSS"));
    assert!(help.len() <= Renderer::KEY_LINES_MAX, "{}", help.len());
}

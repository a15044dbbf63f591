//! Tests of the list of recordings.

use std::sync::Arc;

use rightwell::engine::VersusStart;
use rightwell::menu::SheetLine;
use rightwell::players::Opponent;
use rightwell::render::surface::Face;
use rightwell::session::{Contestant, Match};

use super::*;
use crate::menu::recording_rows::COLUMNS;

/// Returns a game from level 18 with this number of frames, with pieces dropped in the middle.
fn played(frames: usize) -> Person {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x8988,
    };
    let mut person = Person::direct(start, HighScores::default()).unwrap();
    for frame in 0..frames {
        person.step(match frame % 64 {
            ..60 => Buttons::DOWN,
            _ => Buttons::NONE,
        });
    }
    person
}

/// Waits until the page has loaded all descriptions.
fn wait(menu: &ProgramMenu) {
    let until = now() + Duration::from_secs(60);
    let is_loading = |line: &SheetLine| line.cells.len() > 1 && line.cells[4].is_empty();
    while {
        let sheet = menu.sheet();
        let mut lines = sheet.lines.iter();
        lines.any(|line| !line.is_heading && is_loading(line))
    } {
        assert!(now() < until);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the names of the listed recordings.
fn listed(menu: &ProgramMenu) -> Vec<String> {
    let lines = menu.sheet().lines.into_iter();
    let rows = lines.filter(|line| line.cells.len() > 1 && !line.is_heading);
    rows.map(|line| line.label).collect()
}

#[test]
fn a_recording_shows_its_end_and_its_content() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    keep_a_game(&context, "game-000001.fm2");
    keep(
        &context,
        "A name of my own.ron",
        &played(700).history().to_ron(),
    );
    choose(&mut menu, &mut context, &["RECORDINGS"]);
    wait(&menu);
    go_to(&mut menu, &mut context, "game-000001");
    assert_eq!(menu.sheet().hint, "game-000001: A-type, 11 pieces");
    check(&menu, "recordings");
    choose(&mut menu, &mut context, &["game-000001"]);
    check(&menu, "recording");
}

#[test]
fn the_list_marks_recordings_from_a_position_and_those_with_pieces_taken_back() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let position = "TI-18-96-250000-1ZYZYZYZY-1M8".parse().unwrap();
    let mut edited = played(0);
    edited.begin_at(position);
    for _ in 0..300 {
        edited.step(Buttons::DOWN);
    }
    let mut undone = played(300);
    assert!(undone.take_back().is_some());
    for (name, person) in [
        ("edited", edited),
        ("plain", played(300)),
        ("undone", undone),
    ] {
        keep(&context, &format!("{name}.ron"), &person.history().to_ron());
    }
    choose(&mut menu, &mut context, &["RECORDINGS"]);
    wait(&menu);
    for (label, shown) in [
        ("edited", "edited: A-type, position"),
        ("plain", "plain: A-type"),
        ("undone", "undone: A-type, taken back"),
    ] {
        go_to(&mut menu, &mut context, "SORT BY");
        let sheet = menu.sheet();
        let place = sheet.lines.iter().position(|line| line.label == label);
        assert_eq!(sheet.lines[place.unwrap()].cells, [shown]);
        // A click selects the row that is drawn there.
        let mut lines = sheet.layout().lines.into_iter();
        let (_, y) = lines.find(|(index, _)| Some(*index) == place).unwrap();
        menu.press(Input::Point(8 * Sheet::LEFT, y), &mut context);
        let chosen = menu.sheet().lines.into_iter().find(|line| line.is_chosen);
        assert_eq!(chosen.map(|line| line.label).as_deref(), Some(label));
    }
}

#[test]
fn the_best_game_comes_first_if_that_is_chosen_and_stays_so_until_the_program_ends() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    for (name, frames) in [("few", 100), ("many", 350), ("some", 220)] {
        let text = played(frames).history().to_ron();
        keep(&context, &format!("{name}.ron"), &text);
    }
    choose(&mut menu, &mut context, &["RECORDINGS"]);
    wait(&menu);
    assert_eq!(listed(&menu), ["some", "many", "few"]);
    choose(&mut menu, &mut context, &["SORT BY"]);
    assert_eq!(listed(&menu), ["many", "some", "few"]);
    menu.press(Input::Back, &mut context);
    choose(&mut menu, &mut context, &["RECORDINGS"]);
    assert_eq!(value(&menu, "SORT BY"), "score");
    assert_eq!(listed(&menu), ["many", "some", "few"]);
}

#[test]
fn short_games_are_hidden_unless_requested() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    for (name, frames) in [("game-000001", 900), ("game-000002", 200)] {
        let text = played(frames).history().to_ron();
        keep(&context, &format!("{name}.ron"), &text);
    }
    choose(&mut menu, &mut context, &["RECORDINGS"]);
    wait(&menu);
    assert_eq!(listed(&menu), ["game-000001"]);
    choose(&mut menu, &mut context, &["SHORT GAMES"]);
    assert_eq!(listed(&menu), ["game-000002", "game-000001"]);
    choose(&mut menu, &mut context, &["KIND"]);
    assert_eq!(value(&menu, "KIND"), "games");
    choose(&mut menu, &mut context, &["KIND"]);
    assert_eq!(
        (value(&menu, "KIND"), listed(&menu)),
        ("training".to_owned(), vec![])
    );
}

#[test]
fn a_game_is_reviewed_at_once_from_the_list_of_games_to_review() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    keep_a_game(&context, "game-000001.fm2");
    keep(&context, "match-000001.ron", "broken");
    let start = VersusStart::default();
    let opponent = Opponent::named("first-day").unwrap();
    let computer = Contestant::Computer(Arc::new(opponent));
    let mut played = Match::new(start, [computer.clone(), computer]).unwrap();
    for _ in 0..300 {
        played.advance();
    }
    let played = played.recording().unwrap().to_ron();
    keep(&context, "A named match.ron", &played);
    choose(&mut menu, &mut context, &["REVIEW MY GAMES"]);
    wait(&menu);
    assert_eq!(listed(&menu), ["game-000001"]);
    let request = choose(&mut menu, &mut context, &["game-000001"]);
    assert!(matches!(request, Some(Request::Begin(_))), "{request:?}");
}

#[test]
fn every_column_of_the_list_has_room_on_the_page() {
    let widths = COLUMNS.map(|column| Face::Text.width(column.widest));
    let room = 8 * Sheet::COLUMNS - 12;
    let gaps = 3 * (COLUMNS.len() - 1);
    assert!(widths.iter().sum::<usize>() + gaps <= room, "{widths:?}");
    for (title, room) in ["Lv", "Lines", "Score", "Time", "When (UTC)"]
        .iter()
        .zip(&widths[1..])
    {
        assert!(Face::Text.width(title) <= *room, "{title}");
    }
}

//! Tests of the lab panels: their counts, and the scenes that have them.

use rightwell::render::panel::{ColumnSize, Figure, PanelPart};

use super::*;

/// Returns the figures of the first panel, if it is shown.
fn told(app: &mut App) -> Option<Vec<Figure>> {
    let first = app.lab_panels().into_iter().next()?;
    match first.parts.into_iter().next() {
        Some(PanelPart::Figures(figures)) => Some(figures),
        other => panic!("expected figures, found {other:?}"),
    }
}

/// Returns an app with an AI's games, paused and without animation.
pub(super) fn watching() -> App {
    let mut app = building(true);
    app.act(Action::Pause);
    app
}

#[test]
fn the_lab_is_on_the_second_page_or_always_if_the_menu_turns_it_on() {
    let mut app = watching();
    assert_eq!(told(&mut app), None);
    app.act(Action::Lab);
    assert!(!app.settings().lab);
    assert_eq!(told(&mut app).unwrap()[0], Figure::new("Pieces", "0"));
    let titles: Vec<String> = app
        .panels_beside_game()
        .into_iter()
        .map(|panel| panel.title)
        .collect();
    assert_eq!(titles[..2], ["Lab", "Where pieces lock"]);
    app.act(Action::Lab);
    assert!(told(&mut app).is_none() && app.panels_beside_game().is_empty());
    app.act(Action::Lab);
    assert!(told(&mut app).is_none());
    app.act(Action::Menu);
    for label in ["SETTINGS", "PANELS", "LAB"] {
        if app
            .sheet()
            .unwrap()
            .lines
            .iter()
            .any(|line| line.label == label)
        {
            choose(&mut app, label);
        }
    }
    assert!(app.settings().lab, "the menu must turn the lab on");
}

#[test]
fn a_later_page_begins_with_new_panels_and_ends_with_those_of_the_page_before() {
    let mut app = watching();
    let titles = |app: &mut App| {
        let column = ColumnSize {
            width: 208,
            height: 400,
        };
        let panels = app.panels_in(&[column; 2]).into_iter();
        panels.map(|panel| panel.title).collect::<Vec<_>>()
    };
    let first = titles(&mut app);
    app.act(Action::Lab);
    let mut later = titles(&mut app);
    assert_ne!(later, first);
    later.retain(|title| first.contains(title));
    later.sort();
    let mut first = first;
    first.sort();
    assert_eq!(later, first, "panels of the first page are missing");
}

#[test]
fn another_scene_begins_on_the_first_page_of_panels() {
    let mut app = watching();
    app.act(Action::Lab);
    assert!(told(&mut app).is_some());
    app.fulfil([Request::Push(StillScene::new().boxed())]);
    assert_eq!(app.pages, PanelPages::Page(0));
}

#[test]
fn the_filter_key_closes_the_menu_and_builds_a_picture() {
    let mut app = watching();
    app.act(Action::Menu);
    let before = app.hud().status.clone();
    // A filter key in the frame that opens the menu does not close it again.
    app.act(Action::Filter);
    assert!(app.sheet().is_some());
    app.filter_below_menu();
    app.attend();
    assert!(app.sheet().is_none(), "the menu covers the picture");
    assert_ne!(app.hud().status, before);
}

#[test]
fn the_lab_counts_locks_and_projects_the_game() {
    let mut app = watching();
    app.act(Action::Lab);
    let mut of = None;
    for pieces in 1..=2_000 {
        app.act(Action::Step);
        let Some(told) = told(&mut app) else {
            panic!("the lab disappears after {pieces} pieces");
        };
        let chance = told.into_iter().find(|one| one.word.starts_with("Chance"));
        of = chance.map(|chance| chance.value);
        if of.as_ref().is_some_and(|of| !of.ends_with('-')) && pieces > 20 {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(of.is_some_and(|of| of.ends_with('%')), "nobody plays on");
}

#[test]
fn the_lab_key_has_no_effect_in_a_match() {
    let computer = || Contestant::Computer(Arc::new(Opponent::named("machine").unwrap()));
    let play = Match::new(VersusStart::default(), [computer(), computer()]).unwrap();
    let scene = Box::new(MatchScene::new(play, &RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.act(Action::Lab);
    assert!(!app.settings().lab && app.notice().is_none());
    assert_eq!(told(&mut app), None);
    app.act(Action::Help);
    let help = app.help().unwrap();
    assert!(!help.iter().any(|(key, _)| key == "L"), "{help:?}");
}

#[test]
fn the_lab_key_has_no_effect_if_a_player_uses_it() {
    let people = [Contestant::Person, Contestant::Person];
    let play = Match::new(VersusStart::default(), people).unwrap();
    let scene = Box::new(MatchScene::new(play, &RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.act(Action::Lab);
    assert!(
        !app.settings().lab && app.notice().is_none(),
        "L is button A of the right player"
    );
}

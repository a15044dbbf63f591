//! Tests of the program in a terminal: text beside the playfield.

use rightwell::render::Panel;
use rightwell::render::panel::PanelPart;

use crate::front::terminal::tests::lines_at;

use super::*;
use crate::store::settings::PanelPlace;

const SIZE: (u16, u16) = (80, 24);

/// Columns of a playfield with its walls.
const FIELD: usize = 22;

/// Returns whether any line contains the text.
fn shows(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// Returns the words that a panel always shows, or its compact form.
fn words(panel: &Panel, is_compact: bool) -> Vec<String> {
    let parts = panel.compact.as_ref().filter(|_| is_compact);
    let mut parts = parts.unwrap_or(&panel.parts).clone();
    for part in &mut parts {
        if let PanelPart::MoreKeys { keys, least } = part {
            keys.truncate(*least);
        }
    }
    let panel = Panel::new("", parts);
    let places =
        rightwell::render::panel::arrange_lines(std::slice::from_ref(&panel), &[(20, 400)]);
    let lines = places.first().map(|place| panel.lines(20, place));
    let texts = lines.into_iter().flatten().map(|line| line.text());
    let words: Vec<String> = texts.collect();
    words
        .join(" ")
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

/// Checks that every panel on a terminal of this size is complete. Returns the number of panels.
fn check(app: &mut App, size: (u16, u16)) -> usize {
    app.notice = None;
    let lines = lines_at(app, size);
    let panels = app.panels_beside_game().into_iter().filter(|panel| {
        let has_list = |part: &_| matches!(part, PanelPart::List(_));
        !panel.title.is_empty() && !panel.parts.iter().any(has_list)
    });
    let shown = panels.filter(|panel| {
        let title = panel.title.to_uppercase();
        let is_there = shows(&lines, &title);
        let has_all = |is_compact| {
            words(panel, is_compact)
                .iter()
                .all(|word| shows(&lines, word))
        };
        assert!(
            !is_there || has_all(false) || has_all(true),
            "{size:?}: {title}: {lines:#?}"
        );
        is_there
    });
    shown.count()
}

#[test]
fn statistics_and_keys_fit_beside_the_playfield() {
    let mut app = lab::watching();
    (0..30).for_each(|_| app.act(Action::Step));
    assert_eq!(check(&mut app, SIZE), 2);
    for (width, rows) in (34..260)
        .step_by(7)
        .flat_map(|width| [(width, 24), (width, 60)])
    {
        check(&mut app, (width, rows));
    }
    app.act(Action::Statistics);
    assert!(check(&mut app, SIZE) >= 3);
    assert!(check(&mut app, (120, 50)) >= 5);
    app.context
        .set(|settings| settings.panels = PanelPlace::None);
    assert!(!shows(&lines_at(&mut app, SIZE), "THIS GAME"));
}

#[test]
fn the_lab_is_shown_beside_the_playfield() {
    let mut app = lab::watching();
    app.act(Action::Lab);
    (0..30).for_each(|_| app.act(Action::Step));
    let lines = lines_at(&mut app, SIZE);
    for said in ["LAB", "Top-out in", "WHERE PIECES LOCK"] {
        assert!(shows(&lines, said), "{said}: {lines:#?}");
    }
}

#[test]
fn the_search_tree_is_shown_beside_the_playfield() {
    let player = Player::named("uct").unwrap().with_playouts(60);
    let series = SeriesSettings {
        level: 0,
        randomizer: RandomizerKind::NesOdds,
        seed: 5,
        controls: Controls::Drag,
        position: None,
    };
    let strategy = Strategy::alone(Arc::new(player));
    let play = Autoplay::new(series, Arc::new(strategy)).unwrap();
    let scene = Box::new(AutoplayScene::new(play));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.act(Action::Pause);
    app.act(Action::Tree);
    (0..40).for_each(|_| app.act(Action::Step));
    app.notice = None;
    let lines = lines_at(&mut app, SIZE);
    for said in ["Search tree", "Tries", "60 of 60", "Tried, good"] {
        assert!(shows(&lines, said), "{said}: {lines:#?}");
    }
}

#[test]
fn help_names_every_key_on_80_columns() {
    let replay = review::rated();
    for mut app in [building(false), replay, stage::replayed_match()] {
        app.devices.windowed = false;
        app.act(Action::Help);
        app.notice = None;
        let lines = lines_at(&mut app, SIZE);
        for (key, does) in app.help().unwrap() {
            assert!(shows(&lines, &key) && shows(&lines, &does), "{lines:#?}");
        }
    }
}

#[test]
fn a_match_has_panels_beside_or_below_both_playfields() {
    let mut app = stage::replayed_match();
    app.devices.windowed = false;
    app.context.set(|settings| settings.lab = true);
    for size in [(130, 24), (80, 60)] {
        assert!(check(&mut app, size) >= 2);
        let lines = lines_at(&mut app, size);
        for said in ["FIRST-WEEK", "Garbage sent", "In Tetrises"] {
            assert!(shows(&lines, said), "{lines:#?}");
        }
    }
    // Without free room, an opened panel replaces the playfields.
    assert!(shows(&lines_at(&mut app, SIZE), "+--------------------+"));
    app.act(Action::Statistics);
    let page = lines_at(&mut app, SIZE);
    assert!(
        !shows(&page, "+----") && shows(&page, "Tetris rate"),
        "{page:#?}"
    );
    app.act(Action::Menu);
    assert!(shows(&lines_at(&mut app, SIZE), "SETTINGS"));
}

#[test]
fn a_menu_value_is_explained_beside_its_page() {
    let mut app = building(false);
    app.act(Action::Menu);
    choose(&mut app, "SETTINGS");
    choose(&mut app, "PICTURE");
    let values = app.sheet().unwrap().values;
    let first = values[0].as_str();
    let lines = lines_at(&mut app, SIZE);
    assert!(
        lines.iter().any(|line| line[56..].contains(first)),
        "{lines:#?}"
    );
}

#[test]
fn a_mistake_is_shown_with_the_best_lock() {
    let mut app = review::rated();
    app.devices.windowed = false;
    app.act(Action::NextMistake);
    check(&mut app, SIZE);
    let lines = lines_at(&mut app, SIZE);
    let piece = format!("Piece {}", review::piece(&app).unwrap());
    for said in [&piece, "Lines lost", "In points", "Worst"] {
        assert!(shows(&lines, said), "{said}: {lines:#?}");
    }
    let cells = |letters: &str| -> usize {
        // The letters appear in the playfield, not only in the legend beside it.
        let field = lines.iter().map(|line| &line[..FIELD]);
        field.map(|line| line.matches(letters).count()).sum()
    };
    // The played lock is filled. The best lock is drawn over it, and NEXT's lock has another style.
    let [best, then, played] = app
        .overlay()
        .outlines
        .map(|outline| outline.map(|one| one.cells));
    let (best, played) = (best.unwrap(), played.unwrap());
    assert_eq!(then, None);
    let shared = best.iter().filter(|cell| played.contains(cell)).count();
    assert_eq!((cells("<>"), cells("##")), (4, 4 - shared), "{lines:#?}");
    for legend in ["##  played", "<>  best", "..  next"] {
        assert!(shows(&lines, legend), "{legend}");
    }
    let sentence = app.coach_says().unwrap();
    let is_said = sentence.split(' ').all(|word| shows(&lines, word));
    assert!(is_said, "{sentence}: {lines:#?}");
    // Without panels, the coach's sentence appears as a notice.
    app.context
        .set(|settings| settings.panels = PanelPlace::None);
    assert_eq!(lines_at(&mut app, SIZE)[23].trim_end(), sentence);
}

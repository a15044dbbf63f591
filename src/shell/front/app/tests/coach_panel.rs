//! Tests of the coach's panel and of clicks in it.

use rightwell::render::Panel;
use rightwell::render::panel::{ClickZone, PanelList, PanelPart, PanelSide, Tone};

use super::review::{piece, rated};
use super::*;

const SIZE: (u32, u32) = (1000, 540);

fn panel<'a>(app: &'a App, title: &str) -> &'a Panel {
    review::panel(app, title).unwrap_or_else(|| panic!("no panel {title}"))
}

/// Returns the best locks in the panel.
pub(super) fn places(app: &App) -> PanelList {
    let parts = panel(app, "Coach").parts.iter();
    let mut lists = parts.filter_map(|part| match part {
        PanelPart::List(list) => Some(list.clone()),
        _ => None,
    });
    lists.next().expect("a list")
}

/// Clicks in the panel `title`: on a row of its list or, if `row` is `None`, on its curve or timeline. `share` is the
/// horizontal position from 0 to 1.
pub(super) fn click(app: &mut App, title: &str, row: Option<usize>, share: f32) {
    let layout = app.layout(SIZE);
    let panels = app.panels();
    let is_it = |panel: &Panel| panel.title == title;
    let index = panels.iter().position(is_it).expect("it is there");
    let stage = app.picture_and_panels(SIZE, &layout).1;
    let mut nearest = None;
    for column in &layout.columns {
        let (left, top) = (column.area.x, column.area.y);
        for y in (top..top + column.area.height).step_by(4) {
            for x in (left..left + column.area.width).step_by(2) {
                let (x, y) = (x as f32, y as f32);
                let here = stage.zone_at(&layout, x, y);
                let is_it = |(zone, _): &(ClickZone, f32)| zone.panel == index && zone.row == row;
                if let Some((_, at)) = here.filter(is_it) {
                    let off = (at - share).abs();
                    let is_nearer = nearest.is_none_or(|(before, _)| off < before);
                    nearest = if is_nearer {
                        Some((off, (x, y)))
                    } else {
                        nearest
                    };
                }
            }
        }
    }
    let (_, (x, y)) = nearest.expect("it is shown");
    app.click(&layout, x, y);
}

#[test]
fn a_click_on_a_worst_move_goes_to_it() {
    let mut app = rated();
    app.act(Action::NextMistake);
    let PanelPart::List(list) = &panel(&app, "Worst moves").parts[0] else {
        panic!("a list");
    };
    let number = |word: &str| -> usize { word.split(' ').next().unwrap().parse().unwrap() };
    let numbers: Vec<usize> = list.rows.iter().map(|row| number(&row.word)).collect();
    assert_ne!(piece(&app), Some(numbers[0]));
    for (row, number) in numbers.into_iter().enumerate() {
        click(&mut app, "Worst moves", Some(row), 0.5);
        assert_eq!(piece(&app), Some(number));
        assert!(app.top().is_paused);
        let PanelPart::List(list) = &panel(&app, "Worst moves").parts[0] else {
            panic!("a list");
        };
        assert_eq!(list.cursor, Some(row));
    }
}

#[test]
fn a_click_on_the_curve_goes_to_the_piece_at_that_point() {
    let mut app = rated();
    app.act(Action::NextMistake);
    let mut last = 0;
    for share in [0.2, 0.5, 0.8] {
        click(&mut app, "Accuracy", None, share);
        let here = piece(&app).unwrap();
        assert!(here > last, "{last} {here}");
        last = here;
    }
}

#[test]
fn the_timeline_stays_on_top_of_the_figures_when_a_review_begins() {
    let mut app = rated();
    let first = |app: &mut App| {
        let mut panels = app.panels_beside_game().into_iter();
        let first = panels.find(|panel| panel.side == PanelSide::Left);
        first.unwrap().title
    };
    assert_eq!(first(&mut app), "Replay");
    app.act(Action::NextMistake);
    assert_eq!(first(&mut app), "Replay");
}

#[test]
fn a_click_on_the_timeline_goes_to_that_time_and_level_ups_and_mistakes_are_marked() {
    let mut app = rated();
    let time = |app: &App| {
        let parts = &panel(app, "Replay").parts;
        match parts
            .iter()
            .find(|part| matches!(part, PanelPart::Timeline(_)))
        {
            Some(PanelPart::Timeline(timeline)) => timeline.clone(),
            _ => panic!("{parts:?}"),
        }
    };
    let is_marked = |tones: [Tone; 2]| {
        let ticks = time(&app).ticks;
        ticks.iter().any(|(_, tone)| tones.contains(tone))
    };
    assert!(is_marked([Tone::Poor, Tone::Bad]));
    for share in [0.7, 0.2, 1.0, 0.0] {
        click(&mut app, "Replay", None, share);
        assert!((time(&app).now - share).abs() < 0.02, "{share}");
    }
}

#[test]
fn a_click_on_a_listed_lock_outlines_it() {
    let mut app = rated();
    app.act(Action::NextMistake);
    let best = app.overlay().outlines[0].unwrap();
    let (here, picture) = (piece(&app), app.view());
    click(&mut app, "Coach", Some(1), 0.5);
    let second = app.overlay().outlines[0].unwrap();
    assert_ne!(second.cells, best.cells);
    assert_eq!((piece(&app), app.view()), (here, picture));
    click(&mut app, "Coach", Some(0), 0.5);
    assert_eq!(app.overlay().outlines[0], Some(best));
    click(&mut app, "Coach", Some(1), 0.5);
    app.act(Action::NextMistake);
    app.act(Action::PreviousMistake);
    assert_eq!(app.overlay().outlines[0], Some(best), "as it was");
}

#[test]
fn a_click_on_a_habit_limits_the_review_to_its_kind() {
    let mut app = rated();
    app.act(Action::NextMistake);
    let of_all = panel(&app, "Accuracy").clone();
    let PanelPart::List(list) = &panel(&app, "Habits").parts[0] else {
        panic!("a list");
    };
    let rows = list.rows.len();
    assert!(rows > 0 && list.cursor.is_none());
    click(&mut app, "Habits", Some(0), 0.5);
    let first = piece(&app).unwrap();
    let PanelPart::List(list) = &panel(&app, "Habits").parts[0] else {
        panic!("a list");
    };
    assert_eq!((list.cursor, list.rows.len()), (Some(0), rows + 1));
    assert_ne!(
        panel(&app, "Accuracy"),
        &of_all,
        "the panel must count only that kind"
    );
    app.act(Action::PreviousMistake);
    assert_eq!(
        piece(&app),
        Some(first),
        "there is no earlier error of that kind"
    );
    click(&mut app, "Habits", Some(rows), 0.5);
    let PanelPart::List(list) = &panel(&app, "Habits").parts[0] else {
        panic!("a list");
    };
    assert_eq!(
        (list.cursor, list.rows.len()),
        (None, rows),
        "all mistakes again"
    );
}

#[test]
fn five_locks_are_listed_even_worse_ones_and_a_key_steps_through_them() {
    let mut app = rated();
    app.act(Action::NextMistake);
    until(&mut app, |app| places(app).rows.len() == 5);
    let rows = places(&app).rows;
    assert!(
        rows.iter()
            .any(|row| row.lock.as_ref().unwrap().remark == "played"),
        "{rows:?}"
    );
    let best = app.overlay().outlines[0].unwrap().cells;
    for row in [1, 2, 3, 4] {
        app.act(Action::NextPlace);
        assert_eq!(places(&app).cursor, Some(row));
        assert_ne!(app.overlay().outlines[0].unwrap().cells, best);
    }
    app.act(Action::NextPlace);
    assert_eq!(app.overlay().outlines[0].unwrap().cells, best);
}

#[test]
fn clicks_have_no_effect_while_the_menu_is_open() {
    let mut app = rated();
    app.act(Action::NextMistake);
    let (here, shown) = (piece(&app), app.overlay().outlines);
    app.act(Action::Menu);
    click(&mut app, "Coach", Some(1), 0.5);
    assert_eq!((piece(&app), app.overlay().outlines), (here, shown));
}

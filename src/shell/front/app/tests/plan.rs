//! Tests of the AI's plan: the lock and its price appear before the piece moves there.

use rightwell::engine::{CrashRule, GameType};
use rightwell::render::panel::{PanelList, PanelPart};
use rightwell::render::{Outline, Panel};
use rightwell::rules::Cell;
use rightwell::search::Hand;

use super::*;

pub(super) fn at_the_gamepad() -> Controls {
    Controls::Pad(PadControls {
        hand: Hand::new(12, 0).unwrap(),
        region: Region::Ntsc,
        game_type: GameType::A,
        double_killscreen: false,
        training: None,
        crash: CrashRule::Off,
    })
}

/// Returns an app with an AI's first game, paused, and its plan beside it.
pub(super) fn planning(player: &str, filter: &str, controls: Controls) -> App {
    let player = Arc::new(Player::named(player).unwrap().with_playouts(60));
    let strategy = Strategy::find(player, filter, Pattern::named).unwrap();
    let series = SeriesSettings {
        level: 18,
        randomizer: RandomizerKind::Nes,
        seed: 0x8988,
        controls,
        position: None,
    };
    let mut play = Autoplay::new(series, strategy.into()).unwrap();
    while play.summary().is_none_or(|game| game.pieces < 12) {
        play.advance();
    }
    let scene = Box::new(AutoplayScene::new(play));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    app.act(Action::Pause);
    app.act(Action::Plan);
    app.advance();
    // No plan was requested for the current piece, so play it first.
    play_it(&mut app);
    app
}

fn plan(app: &App) -> Option<&Panel> {
    let mut panels = app.hud().panels.iter().map(|scene| &scene.panel);
    panels.find(|panel| panel.title == "Plan")
}

fn list(app: &App) -> Option<&PanelList> {
    plan(app)?.parts.iter().find_map(|part| match part {
        PanelPart::List(list) => Some(list),
        _ => None,
    })
}

/// Returns all text of the panel.
fn said(app: &App) -> String {
    plan(app).map_or_else(String::new, |panel| format!("{panel:?}"))
}

fn pieces(app: &App) -> u64 {
    app.hud().totals.as_ref().unwrap().pieces
}

/// Waits for the explained plan of the current piece, starting at its spawn.
pub(super) fn tell(app: &mut App) {
    until(app, |app| {
        if app.overlay().outlines[0].is_some() {
            return true;
        }
        // There is no plan between two pieces.
        if app.hud().projection.is_none() {
            app.act(Action::Step);
        }
        false
    });
}

/// Plays until the next piece.
fn play_it(app: &mut App) {
    let before = pieces(app);
    while pieces(app) == before {
        app.act(Action::Step);
    }
}

fn is_filled(app: &App, outline: &Outline) -> bool {
    let View::Game(game) = app.view() else {
        panic!("no game");
    };
    let mut cells = outline.cells.iter();
    cells.all(|&(x, y)| game.field[10 * y as usize + x as usize] != Cell::EMPTY)
}

#[test]
fn the_first_price_belongs_to_the_played_lock() {
    for (player, controls) in [
        ("survival", at_the_gamepad()),
        ("scorer", at_the_gamepad()),
        ("el-tetris", Controls::Drag),
    ] {
        let mut app = planning(player, "none", controls);
        let mut checked = 0;
        for _ in 0..8 {
            tell(&mut app);
            let goes = app.overlay().outlines[0].unwrap();
            let (first, panel) = (list(&app).unwrap().rows[0].clone(), said(&app));
            let place = &first.lock.as_ref().unwrap().words;
            assert!(panel.contains(&format!("{place}\"")), "{panel}");
            assert_eq!(first.value, "0.00");
            let lines = app.hud().totals.as_ref().unwrap().lines;
            play_it(&mut app);
            if app.hud().totals.as_ref().unwrap().lines == lines {
                assert!(is_filled(&app, &goes), "{player}: {panel}");
                checked += 1;
            }
        }
        assert!(checked >= 4, "{player}");
    }
}

#[test]
fn a_key_and_a_click_step_through_the_best_locks() {
    let mut app = planning("survival", "none", at_the_gamepad());
    tell(&mut app);
    let goes = app.overlay().outlines[0].unwrap().cells;
    let rows = list(&app).unwrap().rows.len();
    assert_eq!(rows, 5);
    let mut shown = vec![goes];
    for row in 1..rows {
        app.act(Action::NextPlace);
        assert_eq!(list(&app).unwrap().cursor, Some(row));
        let here = app.overlay().outlines[0].unwrap().cells;
        assert!(!shown.contains(&here), "{row}");
        shown.push(here);
    }
    app.act(Action::NextPlace);
    assert_eq!(app.overlay().outlines[0].unwrap().cells, goes);
    coach_panel::click(&mut app, "Plan", Some(2), 0.5);
    assert_eq!(app.overlay().outlines[0].unwrap().cells, shown[2]);
    let before = pieces(&app);
    play_it(&mut app);
    tell(&mut app);
    assert_ne!(pieces(&app), before);
    assert_eq!(list(&app).unwrap().cursor, None, "of another piece");
}

#[test]
fn a_plan_gives_count_and_weight_of_each_feature_and_marks_its_cells() {
    let mut app = planning("survival", "none", Controls::Drag);
    let mut marked = 0;
    for _ in 0..12 {
        tell(&mut app);
        let panel = said(&app);
        assert!(panel.contains("Why: its lock / other"), "{panel}");
        app.act(Action::NextReason);
        let mut parts = plan(&app).unwrap().parts.iter();
        marked += u32::from(parts.any(|part| matches!(part, PanelPart::Boards(_))));
        play_it(&mut app);
    }
    assert!(
        marked > 3,
        "{marked} of 12 plans have a reason whose cells are marked"
    );
}

#[test]
fn a_player_without_prices_gives_another_reason() {
    for (player, filter, wanted) in [
        ("survival", "well", "It keeps the right column open"),
        ("survival", "pattern:heart", "It builds a heart"),
        ("uct", "none", "Share of its tries"),
        ("survival", "well-plain", "AI points"),
        ("scorer", "none", "Expected cost"),
    ] {
        let mut app = planning(player, filter, Controls::Drag);
        tell(&mut app);
        let panel = said(&app);
        assert!(panel.contains(wanted), "{player} {filter}: {panel}");
        assert!(panel.contains(" to\""), "{panel}");
        let has_prices = panel.contains("AI points") || panel.contains("Expected cost");
        assert_eq!(list(&app).is_some(), has_prices, "{panel}");
    }
}

#[test]
fn a_hidden_plan_is_not_computed() {
    let mut app = planning("survival", "none", Controls::Drag);
    tell(&mut app);
    let with = app.layout((320, 300));
    app.act(Action::Plan);
    app.advance();
    assert!(!app.settings().plan && plan(&app).is_none());
    assert_eq!(app.overlay().outlines, [None; 3]);
    assert_ne!(
        app.layout((320, 300)),
        with,
        "the layout must make room for the plan"
    );
    for _ in 0..60 {
        app.act(Action::Step);
        app.advance();
    }
    assert!(plan(&app).is_none());
    app.act(Action::Plan);
    tell(&mut app);
    assert!(
        plan(&app).is_some(),
        "the plan must be that of the current piece"
    );
}

#[test]
fn with_play_fast_a_plan_is_shown_for_each_piece() {
    let mut app = planning("survival", "none", Controls::Drag);
    app.act(Action::PlayFast);
    for _ in 0..4 {
        until(&mut app, |app| app.overlay().outlines[0].is_some());
        let goes = app.overlay().outlines[0].unwrap();
        let (before, lines) = (pieces(&app), app.hud().totals.as_ref().unwrap().lines);
        while pieces(&app) == before {
            app.act(Action::Step);
        }
        if app.hud().totals.as_ref().unwrap().lines == lines {
            assert!(is_filled(&app, &goes));
        }
    }
}

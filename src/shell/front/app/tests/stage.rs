//! Tests of the panels in windows of different sizes. Panels never cover the game.

use rightwell::engine::Side;
use rightwell::render::Surface;
use rightwell::render::panel::{ColumnSize, PanelPart, PlacedPanel};
use rightwell::render::surface::Area;

use super::*;
use crate::golden;
use crate::stage::layout::Layout;
use crate::store::settings::KeysPanel;

/// Window sizes of the golden images.
const SIZES: [(u32, u32); 5] = [
    (1280, 720),
    (1920, 1080),
    (1024, 768),
    (800, 1000),
    (512, 480),
];

/// Position of a panel in a column with enough room.
const ALL: PlacedPanel = PlacedPanel {
    panel: 0,
    column: 0,
    y: 0,
    height: 99,
    is_compact: false,
};

/// Renders the whole window, which must show the console's screen pixel by pixel.
pub(super) fn window(app: &mut App, size: (u32, u32)) -> Surface {
    let layout = app.layout(size);
    let [width, height] = [size.0 as usize, size.1 as usize];
    if layout.columns.is_empty() {
        let mut whole = Surface::new(width, height, 0x0F);
        whole.frame_in(app.picture(), area(&layout));
        return whole;
    }
    let (picture, stage) = app.picture_and_panels(size, &layout);
    let whole = stage.picture(size, &layout, picture);
    assert_eq!((whole.width(), whole.height()), (width, height));
    let Area {
        x: left,
        y: top,
        width,
        height,
    } = area(&layout);
    for (x, y) in (0..Frame::WIDTH).flat_map(|x| (0..Frame::HEIGHT).map(move |y| (x, y))) {
        let place = (
            left + (2 * x + 1) * width / (2 * Frame::WIDTH),
            top + (2 * y + 1) * height / (2 * Frame::HEIGHT),
        );
        assert_eq!(
            whole.pixel(place.0, place.1),
            picture.pixel(x, y),
            "{size:?}: {x} {y}"
        );
    }
    whole
}

fn area(layout: &Layout) -> Area {
    let [x, y] = [layout.picture.x, layout.picture.y].map(|place| place as usize);
    let [width, height] = [layout.picture.width, layout.picture.height].map(|size| size as usize);
    Area {
        x,
        y,
        width,
        height,
    }
}

/// Compares windows of all sizes with their golden images.
pub(super) fn check(name: &str, app: &mut App) {
    check_at(name, app, &SIZES);
}

/// Compares windows of these sizes with their golden images.
pub(super) fn check_at(name: &str, app: &mut App, sizes: &[(u32, u32)]) {
    for &(width, height) in sizes {
        let whole = window(app, (width, height));
        let pixels = whole.to_rgb(app.renderer().palette());
        let name = format!("stage_{name}_{width}x{height}");
        golden::check(&name, (whole.width(), whole.height()), &pixels);
    }
}

/// Returns an app with an AI at its eighth piece, paused.
pub(super) fn watching_paused() -> App {
    let mut app = lab::watching();
    while app
        .hud()
        .totals
        .as_ref()
        .is_none_or(|totals| totals.pieces < 8)
    {
        app.act(Action::Step);
    }
    app.notice = None;
    app
}

#[test]
fn an_ais_game_has_keys_and_status_beside_the_screen() {
    check("watch", &mut watching_paused());
    let sizes = [(854, 480), (1270, 690), (1366, 768)];
    check_at("watch", &mut watching_paused(), &sizes);
}

/// Returns the recording of a match between two computers in which garbage was sent.
pub(super) fn replayed_match_text() -> String {
    let names = ["first-week", "first-day"];
    let computers = names.map(|name| {
        let opponent = Opponent::named(name).unwrap();
        Contestant::Computer(Arc::new(opponent))
    });
    let start = VersusStart {
        names: Contestant::names(&computers),
        levels: [9, 9],
        ..VersusStart::default()
    };
    let mut play = Match::new(start, computers).unwrap();
    while Side::BOTH
        .iter()
        .all(|&side| play.versus().pending(side) == 0)
    {
        play.advance();
    }
    play.recording().unwrap().to_ron()
}

/// Returns an app with the replay of a match between two computers in which garbage was sent.
pub(super) fn replayed_match() -> App {
    let recorded = Recorded::from_ron(&replayed_match_text()).unwrap();
    let scene = Box::new(RecordingScene::new(recorded, None));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    app.act(Action::Pause);
    (0..60).for_each(|_| app.act(Action::SeekForward));
    app.notice = None;
    app
}

#[test]
fn each_side_of_a_match_has_its_panels_on_its_own_side() {
    check("match", &mut replayed_match());
}

/// Returns an app with an AI that plays with the gamepad, paused after this many pieces.
pub(super) fn at_the_gamepad(pieces: u64) -> App {
    let player = Arc::new(Player::named("survival").unwrap());
    let controls = Controls::Pad(PadControls {
        hand: rightwell::search::Hand::new(12, 0).unwrap(),
        region: Region::Ntsc,
        game_type: rightwell::engine::GameType::A,
        double_killscreen: false,
        crash: rightwell::engine::CrashRule::Off,
        training: None,
    });
    let series = SeriesSettings {
        level: 18,
        randomizer: RandomizerKind::Nes,
        seed: 0x8988,
        controls,
        position: None,
    };
    let mut play = Autoplay::new(series, Strategy::alone(player).into()).unwrap();
    while play.summary().is_none_or(|game| game.pieces < pieces) {
        play.advance();
    }
    let scene = Box::new(AutoplayScene::new(play));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.act(Action::Pause);
    app
}

#[test]
fn all_statistics_fit_if_there_is_room() {
    let mut app = at_the_gamepad(40);
    app.act(Action::Statistics);
    app.notice = None;
    check("statistics", &mut app);
    app.act(Action::Statistics);
    assert!(
        !app.panels().iter().any(|panel| panel.title == "This game"),
        "none"
    );
}

/// Returns an app with an AI that plays with the gamepad, in a frame in which it holds a button.
fn with_something_held() -> App {
    let mut app = at_the_gamepad(8);
    while app.hud().overlay.inputs[0].is_none_or(|held| held == Buttons::NONE) {
        app.act(Action::Step);
    }
    app.notice = None;
    app
}

#[test]
fn held_buttons_are_shown_in_a_column_or_else_over_the_screen() {
    for (name, mut app) in [
        ("buttons", with_something_held()),
        ("buttons_match", replayed_match()),
    ] {
        let is_over = |app: &mut App, size| {
            let mut picture = |is_shown| {
                app.context
                    .set(|settings| settings.input_display = is_shown);
                window(app, size);
                app.picture.shown.clone()
            };
            picture(false) != picture(true)
        };
        assert!(is_over(&mut app, (512, 480)));
        for size in &SIZES[..3] {
            assert!(!is_over(&mut app, *size), "{size:?}");
        }
        let held = app.hud().overlay.inputs.into_iter().flatten();
        let pads: Vec<PanelPart> = held.map(PanelPart::Pad).collect();
        let panels = app.panels();
        let parts = panels.iter().flat_map(|panel| &panel.parts);
        let shown = parts.filter(|part| matches!(part, PanelPart::Pad(_)));
        assert!(shown.eq(&pads), "{pads:?}");
        check(name, &mut app);
    }
}

#[test]
fn nothing_is_shown_twice() {
    let says = |app: &mut App, text: &str| {
        let layout = app.layout((1280, 720));
        let panels = app.panels_in(&layout.sizes());
        let lines = panels.iter().flat_map(|panel| panel.lines(40, &ALL));
        let has_word = |line: &str| line.split([' ', ':']).any(|word| word == text);
        lines.filter(|line| has_word(&line.text())).count()
    };
    let mut app = watching_paused();
    assert_eq!(says(&mut app, "F1"), 1, "only the keys panel names F1");
    app.context
        .set(|settings| settings.keys_panel = KeysPanel::Never);
    assert_eq!(says(&mut app, "F1"), 1, "only the status names F1");
    let mut app = review::rated();
    app.act(Action::NextMistake);
    assert_eq!(
        says(&mut app, "PgDn"),
        1,
        "only the coach's panel names PgDn"
    );
    // If the keys panel does not fit, the status names the help key.
    app.notice = None;
    let small = [ColumnSize {
        width: 128,
        height: 120,
    }];
    let panels = app.panels_in(&small);
    let said = panels[0].lines(40, &ALL);
    assert!(
        said.iter().any(|line| line.text().contains("F1")),
        "{said:?}"
    );
    // The panel beside the menu shows the preview, and the menu page shows the hint.
    let mut app = watching_paused();
    app.act(Action::Menu);
    choose(&mut app, "SETTINGS");
    choose(&mut app, "PICTURE");
    let mut page = |size: (u32, u32)| {
        let layout = app.layout(size);
        app.picture_and_panels(size, &layout);
        app.sheet_beside_panels().unwrap()
    };
    let beside = page((1280, 720));
    assert!(beside.preview().is_none());
    app.in_window.stage = Default::default();
    let alone = app.sheet_beside_panels().unwrap();
    assert!(alone.preview().is_some());
    let is_hint =
        |part: &PanelPart| matches!(part, PanelPart::Text(text, _) if *text == beside.hint);
    let panels = app.panels();
    assert!(!panels.iter().any(|panel| panel.parts.iter().any(is_hint)));
}

#[test]
fn a_screenshot_with_scanlines_matches_the_window() {
    let mut app = watching_paused();
    app.context.set(|settings| settings.scanlines = true);
    let (width, height) = (1920, 1080);
    let layout = app.layout((width, height));
    let area = layout.picture;
    let (picture, stage) = app.picture_and_panels((width, height), &layout);
    let whole = stage.picture((width, height), &layout, picture);
    assert_eq!((area.width, area.height), (1024, 960));
    let png = app.window_picture().to_png();
    let png = rightwell::pixels::read_picture(&png, (1920, 1080)).unwrap();
    let plain = whole.to_rgb(app.renderer().palette());
    let is_other = |(place, (shown, plain)): (usize, (&[u8; 4], &[u8; 3]))| {
        (shown[..3] != plain[..]).then_some((place % 1920, place / 1920))
    };
    let pairs = png.iter().zip(&plain).enumerate();
    let others: Vec<(usize, usize)> = pairs.filter_map(is_other).collect();
    let is_inside = |(x, y): &(usize, usize)| {
        let (x, y) = (*x as u32, *y as u32);
        (area.x..area.x + area.width).contains(&x) && (area.y..area.y + area.height).contains(&y)
    };
    assert!(
        others.len() > 100_000 && others.iter().all(is_inside),
        "panels stay crisp"
    );
    // The golden image contains only a part of the window.
    let place = |x: usize, y: usize| (y + 600) * 1920 + x + 760;
    let part = (0..288).flat_map(|y| (0..384).map(move |x| place(x, y)));
    let pixels: Vec<[u8; 3]> = part
        .map(|place| [0, 1, 2].map(|channel| png[place][channel]))
        .collect();
    golden::check("scanlines", (384, 288), &pixels);
}

#[test]
fn a_review_is_shown_beside_the_screen() {
    let mut app = review::rated();
    app.act(Action::NextMistake);
    until(&mut app, |app| coach_panel::places(app).rows.len() == 5);
    app.notice = None;
    // The outlines show the played and the best lock, but not NEXT's.
    app.places.1 = now() + Duration::from_secs(600);
    check("review", &mut app);
}

#[test]
fn the_verdict_on_a_retried_mistake_is_shown_beside_the_screen() {
    let mut app = review::rated();
    app.act(Action::NextMistake);
    app.act(Action::TryAgain);
    review::place(&mut app);
    app.notice = None;
    app.places = (app.hud().overlay.outlines, now() + Duration::from_secs(600));
    check("practice", &mut app);
}

#[test]
fn the_coachs_rating_is_shown_beside_a_game_in_play() {
    let mut app = coach::playing();
    app.context.set(|settings| settings.coach = true);
    let pieces = |app: &App| app.hud().totals.as_ref().unwrap().pieces;
    while pieces(&app) < 2 {
        coach::step(&mut app, 1);
    }
    coach::wait_until(&mut app, |app| app.overlay().mark.is_some());
    // Wait until the mark is gone, so that only the panel shows the rating.
    coach::step(&mut app, 61);
    app.notice = None;
    check("coach", &mut app);
}

#[test]
fn the_status_names_the_level_of_the_game_and_not_that_of_the_next_one() {
    let mut app = plan::planning("scorer", "none", plan::at_the_gamepad());
    let status = app.hud().status.clone();
    app.act(Action::LevelDown);
    let said = app.notice().unwrap();
    assert!(said.starts_with("next game: level "), "{said}");
    assert_eq!(app.hud().status, status);
}

#[test]
fn the_ais_plan_is_shown_beside_the_screen() {
    let controls = plan::at_the_gamepad();
    let mut app = plan::planning("scorer", "none", controls);
    plan::tell(&mut app);
    // Steps until the piece is visible.
    (0..3).for_each(|_| app.act(Action::Step));
    app.act(Action::NextPlace);
    app.notice = None;
    // The outlines show the selected and the planned lock, but not NEXT's.
    app.places = (app.hud().overlay.outlines, now() + Duration::from_secs(600));
    check("plan", &mut app);
}

#[test]
fn no_page_covers_menu_or_help() {
    let mut app = watching_paused();
    app.act(Action::Lab);
    let small = (256, 240);
    assert!(app.layout(small).is_page);
    for key in [Action::Menu, Action::Help] {
        app.act(key);
        assert!(!app.layout(small).is_page, "{key:?}");
        app.act(key);
        assert!(app.layout(small).is_page, "{key:?}");
    }
}

#[test]
fn no_page_covers_a_puzzle() {
    let mut app = review::rated();
    app.act(Action::NextMistake);
    let small = (256, 240);
    assert!(app.layout(small).is_page);
    app.act(Action::TryAgain);
    assert!(!app.layout(small).is_page);
    assert!(!app.layout((1280, 720)).columns.is_empty());
}

#[test]
fn the_keys_are_shown_in_the_first_minutes_despite_presses() {
    let mut app = watching_paused();
    let has_keys = |app: &mut App| app.panels().iter().any(|panel| panel.title == "Keys");
    app.watched = Duration::from_secs(179);
    assert!(has_keys(&mut app));
    app.watched = Duration::from_secs(181);
    app.act(Action::Goal);
    assert!(!has_keys(&mut app));
}

#[test]
fn unchanged_columns_are_not_redrawn() {
    let mut app = watching_paused();
    let layout = app.layout((1280, 720));
    let changes = |app: &mut App| app.picture_and_panels((1280, 720), &layout).1.changes();
    let before = changes(&mut app);
    assert_eq!(changes(&mut app), before);
    app.say("something new".to_owned());
    assert_ne!(changes(&mut app), before);
}

#[test]
fn a_screenshot_matches_the_window() {
    let mut app = watching_paused();
    let whole = window(&mut app, (1280, 720));
    let png = rightwell::pixels::read_picture(&app.window_picture().to_png(), (1280, 720)).unwrap();
    let expected = whole.to_rgb(app.renderer().palette());
    assert!(png.iter().zip(expected).all(|(rgba, rgb)| rgba[..3] == rgb));
}

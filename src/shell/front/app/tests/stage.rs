//! The stage: what stands beside the picture in windows of different sizes, and that nothing covers it.

use rightwell::engine::Side;
use rightwell::render::Surface;
use rightwell::render::surface::Area;

use super::*;
use crate::shell::golden;

/// The sizes of windows whose pictures were looked at.
const SIZES: [(u32, u32); 5] = [
    (1280, 720),
    (1920, 1080),
    (1024, 768),
    (800, 1000),
    (512, 480),
];

/// The whole window, which must show the console's picture pixel by pixel.
fn window(app: &mut App, size: (u32, u32)) -> Surface {
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
            left + x * width / Frame::WIDTH,
            top + y * height / Frame::HEIGHT,
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

/// Compares the windows of all sizes with those that were looked at.
fn check(name: &str, app: &mut App) {
    for (width, height) in SIZES {
        let whole = window(app, (width, height));
        let pixels = whole.to_rgb(app.renderer().palette());
        let name = format!("stage_{name}_{width}x{height}");
        golden::check(&name, (whole.width(), whole.height()), &pixels);
    }
}

/// An AI at its eighth piece, paused.
fn watching_paused() -> App {
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
fn an_ai_is_watched_with_its_keys_and_status_beside_the_picture() {
    check("watch", &mut watching_paused());
}

/// A match of two computers in which garbage has gone over, and whose recording is replayed.
fn replayed_match() -> App {
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
    let recorded = Recorded::from_ron(&play.recording().unwrap().to_ron()).unwrap();
    let activity = Box::new(RecordingActivity::new(recorded, None));
    let mut app = app_of(activity, Speed::Times(1.0), Stop::default());
    app.set_windowed();
    app.act(Action::Pause);
    (0..60).for_each(|_| app.act(Action::SeekForward));
    app.notice = None;
    app
}

#[test]
fn each_side_of_a_match_is_told_of_on_its_own_side() {
    check("match", &mut replayed_match());
}

#[test]
fn a_row_of_the_menu_is_explained_in_full_beside_its_page() {
    let mut app = watching_paused();
    app.act(Action::Menu);
    check("menu", &mut app);
    choose(&mut app, "SETTINGS");
    check("menu_settings", &mut app);
    // The mouse still chooses rows.
    app.menu_input(Input::Point(20, 45));
    assert!(app.sheet().unwrap().lines[1].is_chosen);
    app.menu_input(Input::Back);
    choose(&mut app, "VERSUS");
    check("menu_versus", &mut app);
}

#[test]
fn all_statistics_of_a_game_at_the_gamepad_find_a_place_where_there_is_one() {
    let player = Arc::new(Player::named("survival").unwrap());
    let controls = Controls::Pad(PadControls {
        hand: rightwell::search::Hand::new(12, 0).unwrap(),
        region: Region::Ntsc,
        game_type: rightwell::engine::GameType::A,
        double_killscreen: false,
        training: None,
    });
    let series = Series {
        level: 18,
        randomizer: RandomizerKind::Nes,
        seed: 0x8988,
        controls,
        position: None,
    };
    let mut play = Autoplay::new(series, Strategy::alone(player).into()).unwrap();
    while play.summary().is_none_or(|game| game.pieces < 40) {
        play.advance();
    }
    let activity = Box::new(AutoplayActivity::new(play));
    let mut app = app_of(activity, Speed::Times(1.0), Stop::default());
    app.act(Action::Pause);
    app.act(Action::Statistics);
    app.notice = None;
    check("statistics", &mut app);
    app.act(Action::Statistics);
    assert!(
        !app.panels().iter().any(|panel| panel.title == "Statistics"),
        "none"
    );
}

#[test]
fn a_review_stands_beside_the_picture() {
    let mut app = review::rated();
    app.act(Action::NextMistake);
    app.notice = None;
    // Played and best are told, and not where NEXT would go.
    app.places.1 = now() + Duration::from_secs(600);
    check("review", &mut app);
}

#[test]
fn menu_and_help_are_never_behind_a_page() {
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
fn the_keys_are_shown_in_the_first_minutes_whatever_is_pressed() {
    let mut app = watching_paused();
    let has_keys = |app: &mut App| app.panels().iter().any(|panel| panel.title == "Keys");
    app.watched = Duration::from_secs(179);
    assert!(has_keys(&mut app));
    app.watched = Duration::from_secs(181);
    app.act(Action::Goal);
    assert!(!has_keys(&mut app));
}

#[test]
fn what_is_shown_already_is_not_drawn_again() {
    let mut app = watching_paused();
    let layout = app.layout((1280, 720));
    let changes = |app: &mut App| app.picture_and_panels((1280, 720), &layout).1.changes();
    let before = changes(&mut app);
    assert_eq!(changes(&mut app), before);
    app.say("something new".to_owned());
    assert_ne!(changes(&mut app), before);
}

#[test]
fn a_screenshot_is_the_window_as_it_is() {
    let mut app = watching_paused();
    let whole = window(&mut app, (1280, 720));
    let png = rightwell::pixels::from_png(&app.screenshot_png(), (1280, 720)).unwrap();
    let expected = whole.to_rgb(app.renderer().palette());
    assert!(png.iter().zip(expected).all(|(rgba, rgb)| rgba[..3] == rgb));
}

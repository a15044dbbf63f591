//! Tests of matches and of a person's games: confirmations, keys, and saved choices.

use rightwell::engine::{DirectStart, GameType, MatchRecording};

use rightwell::players::NamedHand;
use rightwell::render::panel::PanelPart;

use super::*;
use crate::host::disk::Disk;
use crate::store::choices::SavedChoices;
use crate::store::home::Home;
use crate::store::pack::read_recording;
use crate::store::saver::SaveQueue;
use crate::store::settings::Scaling;

/// Returns an app with a match: a person on the left against this opponent, or against another person.
pub(super) fn playing(right: Option<&str>) -> App {
    playing_at(right, VersusStart::default(), 1.0)
}

/// Returns an app with a match of this start, except for its names, at this multiple of the console's speed.
fn playing_at(right: Option<&str>, start: VersusStart, speed: f64) -> App {
    let right = right.map(|name| Arc::new(Opponent::named(name).unwrap()));
    let right = right.map_or(Contestant::Person, Contestant::Computer);
    let contestants = [Contestant::Person, right];
    let names = Contestant::names(&contestants);
    let play = Match::new(VersusStart { names, ..start }, contestants).unwrap();
    let scene = Box::new(MatchScene::new(play, &RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(speed), StopFlag::default());
    app.set_windowed();
    app
}

#[test]
fn the_card_of_a_finished_match_names_the_keys_for_what_comes_next() {
    let start = VersusStart {
        best_of: 1,
        ..VersusStart::default()
    };
    let mut app = playing_at(None, start, 50.0);
    until(&mut app, |app| {
        app.set_buttons([Buttons::DOWN, Buttons::NONE], Default::default());
        app.card().is_some()
    });
    let card = app.card().unwrap();
    assert_eq!(card.title, "Match over");
    let [PanelPart::Keys(keys)] = &card.parts[..] else {
        panic!("{card:?}");
    };
    let keys: Vec<_> = keys
        .iter()
        .map(|(key, does)| format!("{key} {does}"))
        .collect();
    assert_eq!(keys, ["Enter Again", "R Shift Swap sides", "Esc Menu"]);
}

/// Returns whether the help lists this key.
fn helps(app: &mut App, key: &str) -> bool {
    app.act(Action::Help);
    let help = app.help().unwrap();
    app.act(Action::Help);
    help.iter()
        .any(|(keys, _)| keys.split(' ').any(|shown| shown == key))
}

#[test]
fn a_key_that_leaves_a_match_asks_for_confirmation() {
    let mut app = playing(Some("first-day"));
    run(&mut app);
    app.act(Action::NewGame);
    assert_eq!(app.sheet().unwrap().title, "LEAVE THIS MATCH?");
    choose(&mut app, "KEEP PLAYING");
    assert!(app.sheet().is_none() && app.title().contains("first-day"));
    app.act(Action::Next);
    app.act(Action::NewGame);
    choose(&mut app, "LEAVE");
    assert!(app.sheet().is_none());
    assert!(app.title().contains("first-week"), "{}", app.title());
}

#[test]
fn keys_stand_under_the_wells_of_a_new_match_for_five_seconds() {
    let mut app = playing(None);
    app.countdown = None;
    let shown = |app: &mut App| {
        app.picture_and_strip(StatusPlace::Nowhere);
        app.picture.shown != app.picture.frame
    };
    assert!(shown(&mut app));
    app.begun = app.begun.checked_sub(Duration::from_secs(5)).unwrap();
    assert!(!shown(&mut app));
}

#[test]
fn the_help_of_a_match_lists_only_keys_that_work() {
    let mut one = playing(Some("first-day"));
    assert!(helps(&mut one, "F7") && helps(&mut one, "F8") && !helps(&mut one, "L"));
    let mut two = playing(None);
    assert!(!helps(&mut two, "F7") && helps(&mut two, "F8") && !helps(&mut two, "L"));
    let mut watched = building(false);
    assert!(helps(&mut watched, "L") && !helps(&mut watched, "T"));
}

#[test]
fn a_program_key_used_by_a_player_has_no_effect_and_is_not_listed() {
    let key_lines = |app: &App, key: &str| {
        let panel = app.keys_panel().expect("the keys panel must be shown");
        let PanelPart::Keys(lines) = &panel.parts[0] else {
            panic!("it lists keys");
        };
        let has_key = |line: &&(String, String)| line.0.split(' ').any(|shown| shown == key);
        lines.iter().filter(has_key).count()
    };
    let page = |app: &App| app.settings().statistics;
    // S is the soft drop of the left player.
    let mut two = playing(None);
    let before = page(&two);
    two.act(Action::Statistics);
    assert_eq!(page(&two), before);
    assert_eq!(key_lines(&two, "S"), 1);
    let does = |(key, does): (String, String)| (key == "S").then_some(does);
    assert_eq!(two.keys().help(&[]).into_iter().find_map(does), None);
    // Against a computer, the person does not play with S, so S works for the program.
    let mut one = playing(Some("first-day"));
    one.act(Action::Statistics);
    assert_ne!(page(&one), before);
    assert_eq!(key_lines(&one, "S"), 1);
    // With a gamepad connected, one of two people may also use the keys for a single player.
    two.context.set(|settings| settings.keys.set(5, "M"));
    two.act(Action::Sound);
    assert!(!two.settings().sound);
    two.set_has_pad(true);
    two.act(Action::Sound);
    assert!(
        !two.settings().sound,
        "M may be button A of one of the players"
    );
}

#[test]
fn two_people_see_their_keys_in_a_small_window_at_every_scaling() {
    let mut app = playing(None);
    for scaling in [Scaling::Whole, Scaling::Television] {
        app.context.set(|settings| settings.scaling = scaling);
        let size = (1280, 720);
        let layout = app.layout(size);
        app.picture_and_panels(size, &layout);
        let keys = app.keys_panel().expect("new players must see their keys");
        assert!(app.in_window.stage.shows_any_form(&keys), "{scaling:?}");
    }
}

#[test]
fn an_opponent_chosen_by_key_becomes_the_choice_of_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut home = Home::in_folder(folder.path());
    home.disk = Disk::start();
    home.saver = SaveQueue::new(&home.disk);
    let choices = home.folders.choices();
    let mut app = playing(Some("first-day"));
    app.context = AppContext::from_home(home);
    app.act(Action::Next);
    assert_eq!(app.context.choices.versus.right, "first-week");
    app.act(Action::Next);
    app.context.home().unwrap().disk.wait();
    let (kept, fault) = SavedChoices::load(&choices);
    assert_eq!((kept.versus.right.as_str(), fault), ("first-term", None));
    assert_eq!(kept.versus.left, "person");
}

#[test]
fn a_person_can_take_over_either_side_of_a_recorded_match() {
    let names = ["first-day", "nobody"].map(str::to_owned);
    let opponent = Arc::new(Opponent::named("first-day").unwrap());
    let computers = [(); 2].map(|()| Contestant::Computer(Arc::clone(&opponent)));
    let start = VersusStart {
        names,
        ..VersusStart::default()
    };
    let mut play = Match::new(start, computers).unwrap();
    for _ in 0..500 {
        play.advance();
    }
    let recording = play.recording().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Some(RecordingStore::in_folder(folder.path(), Some(9)));
    let disk = store.as_ref().unwrap().disk.clone();
    let recorded = Recorded::from_ron(&recording.to_ron()).unwrap();
    let scene = Box::new(RecordingScene::new(recorded, store));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    app.act(Action::Pause);
    (0..3).for_each(|_| app.act(Action::NextPiece));
    app.act(Action::GoOn);
    let lines = app.sheet().unwrap().lines;
    // No opponent has this name, so a person played this side, and it is listed first.
    let labels: Vec<&str> = lines.iter().map(|line| line.label.as_str()).collect();
    assert_eq!(labels, ["RIGHT: nobody", "LEFT: first-day"]);
    choose(&mut app, "RIGHT: nobody");
    assert_eq!(app.people(), [false, true]);
    assert!(
        app.notice()
            .unwrap()
            .starts_with("paused: from here you play")
    );
    assert!(app.top().is_paused);
    (0..40).for_each(|_| app.act(Action::Step));
    drop(app);
    disk.wait();
    let text = read_recording(&folder.path().join("recordings/match-000001.ron")).unwrap();
    let kept = MatchRecording::from_ron(&text).unwrap();
    assert_eq!(kept.start, recording.start);
    let own = kept.inputs.len() - 40;
    assert!(own > 100, "three pieces");
    assert_eq!(kept.inputs[..own], recording.inputs[..own]);
    assert!(kept.inputs[own..].iter().all(|held| held[1].is_empty()));
}

#[test]
fn holding_the_key_restarts_a_persons_game_and_a_tap_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 19,
        seed: 0x8988,
    };
    let person = Person::direct(start, HighScores::default()).unwrap();
    let store = RecordingStore::in_folder(folder.path(), Some(9));
    let disk = store.disk.clone();
    let scene = PersonScene::new(person, store);
    let mut app = app_of(Box::new(scene), Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    app.act(Action::Pause);
    (0..200).for_each(|_| app.act(Action::Step));
    let pieces = |app: &App| app.hud().totals.as_ref().map(|totals| totals.pieces);
    assert_ne!(pieces(&app), Some(0));
    let is_its_key = |name: &str| name == "Backspace";
    // The window reports a pressed key by calling both functions in this order.
    app.set_held_keys(is_its_key);
    app.act(Action::Restart);
    assert!(app.notice().unwrap().contains("hold the key"));
    app.set_held_keys(|_| false);
    assert!(
        app.notice().is_some(),
        "the notice must stay readable after the tap"
    );
    std::thread::sleep(Duration::from_millis(900));
    app.set_held_keys(is_its_key);
    assert_ne!(
        pieces(&app),
        Some(0),
        "a tap must not count as holding the key"
    );
    std::thread::sleep(Duration::from_millis(900));
    app.set_held_keys(is_its_key);
    assert_eq!(pieces(&app), Some(0));
    assert!(!app.top().is_paused);
    disk.wait();
    app.attend();
    let notice = app.notice().unwrap();
    assert!(notice.starts_with("a new game; game kept as"), "{notice}");
    // Holding the key longer has no further effect.
    app.act(Action::Pause);
    (0..200).for_each(|_| app.act(Action::Step));
    std::thread::sleep(Duration::from_millis(900));
    app.set_held_keys(is_its_key);
    assert_ne!(pieces(&app), Some(0));
}

/// Returns each side's hands from the panels, left first.
fn hands(app: &mut App) -> Vec<String> {
    let panels = app.panels();
    let parts = panels.iter().flat_map(|panel| &panel.parts);
    let figures = parts.flat_map(|part| match part {
        PanelPart::Figures(figures) => &figures[..],
        _ => &[],
    });
    let hands = figures.filter(|figure| figure.word == "Hands");
    hands.map(|figure| figure.value.clone()).collect()
}

#[test]
fn the_panels_of_a_match_show_the_hands_of_computers_that_have_a_name() {
    for (right, told) in [
        ("machine", &["machine"][..]),
        ("machine,hand=tapper", &["tapper"]),
        ("machine,tap-hz=11,reaction=7", &[]),
    ] {
        let opponent =
            Opponent::from_line(right, Opponent::named, NamedHand::named, Pattern::named).unwrap();
        let contestants = [Contestant::Person, Contestant::Computer(Arc::new(opponent))];
        let play = Match::new(VersusStart::default(), contestants).unwrap();
        let scene = Box::new(MatchScene::new(play, &RecordingStore::nowhere()));
        let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
        app.act(Action::Pause);
        app.act(Action::Step);
        assert_eq!(hands(&mut app), told);
    }
}

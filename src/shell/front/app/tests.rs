//! Tests of the loop without a window: keys go in, steps and notices come out.

mod buttons;
mod captured_matches;
mod cards;
mod closing;
mod coach;
mod coach_panel;
mod editor;
mod hearing;
mod lab;
mod live;
mod matches;
mod never_waits;
mod notices;
mod pages;
mod plan;
mod races;
mod ranked;
mod review;
mod stage;
mod terminal;
mod texts;
mod touch;
mod welcome;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use rightwell::engine::{Event, HighScores, VersusStart};
use rightwell::menu::Input;
use rightwell::players::{Opponent, Pattern, PatternFilter, Player, Strategy, StrategyKind};
use rightwell::render::Overlay;
use rightwell::rules::{RandomizerKind, Region};
use rightwell::session::{
    Autoplay, Contestant, Controls, Match, PadControls, Person, Recorded, SeriesSettings,
};

use super::*;
use crate::scene::autoplay::AutoplayScene;
use crate::scene::match_play::MatchScene;
use crate::scene::person::PersonScene;
use crate::scene::recording::RecordingScene;
use crate::scene::{Request, Scene, SceneCommand};
use crate::stage::layout::StripSize;
use crate::store::recording_store::RecordingStore;

/// Calls that a fake scene received, and requests that it will make.
#[derive(Debug, Default)]
struct Record {
    steps: Vec<[Buttons; 2]>,
    acts: Vec<Action>,
    asks: Vec<Request>,
    is_busy: bool,
    is_person: bool,
    is_waiting: bool,
    streak: Option<u32>,
}

/// Scene in which nothing moves. It records its calls.
#[derive(Clone, Debug)]
struct StillScene(Rc<RefCell<Record>>);

impl StillScene {
    fn new() -> StillScene {
        StillScene(Rc::default())
    }

    fn boxed(&self) -> Box<dyn Scene> {
        Box::new(self.clone())
    }

    /// Passes the queued requests to the program.
    fn ask(&self, context: &mut Context) {
        context.extend(std::mem::take(&mut self.0.borrow_mut().asks));
    }

    fn steps(&self) -> usize {
        self.0.borrow().steps.len()
    }
}

impl Scene for StillScene {
    fn step(&mut self, input: StepInput, context: &mut Context) -> StepOutcome {
        self.ask(context);
        if self.0.borrow().is_waiting {
            return StepOutcome::Waiting;
        }
        self.0.borrow_mut().steps.push(input.held);
        let mut events = Events::default();
        events.insert(Event::Locked);
        StepOutcome::Stepped(events)
    }

    fn view(&self) -> View {
        View::Blank
    }

    fn hud(&self) -> Hud {
        Hud {
            title: "still".to_owned(),
            status: vec!["a still picture".to_owned()],
            overlay: Overlay {
                streak: self.0.borrow().streak,
                ..Overlay::default()
            },
            ..Hud::default()
        }
    }

    fn can(&self) -> Capabilities {
        Capabilities {
            keys: &[(&[Action::NewGame], "ANOTHER")],
            people: [self.0.borrow().is_person, false],
            is_busy: self.0.borrow().is_busy,
            ..Capabilities::default()
        }
    }

    fn tick(&mut self, _coach: &CoachSettings, context: &mut Context) {
        self.ask(context);
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        self.ask(context);
        if let SceneCommand::Act(action) = command {
            self.0.borrow_mut().acts.push(action);
        }
    }
}

/// Returns a context that saves nothing and writes no films.
fn context() -> AppContext {
    AppContext::without_home()
}

fn app_of(scene: Box<dyn Scene>, speed: Speed, stop: StopFlag) -> App {
    App::new(BegunScene { scene, speed }, context(), stop)
}

fn app(scene: &StillScene) -> App {
    app_of(scene.boxed(), Speed::Times(64.0), StopFlag::default())
}

/// Runs the loop once, after enough time for some steps.
fn run(app: &mut App) -> Events {
    std::thread::sleep(Duration::from_millis(40));
    app.advance()
}

/// Runs the loop until the condition is met.
fn until(app: &mut App, mut is_so: impl FnMut(&mut App) -> bool) {
    for _ in 0..60_000 {
        if is_so(app) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
        app.advance();
    }
    panic!("the condition is never met");
}

/// Selects and accepts the menu row with this label.
fn choose(app: &mut App, label: &str) {
    for _ in 0..40 {
        let sheet = app.sheet().expect("the menu is open");
        let chosen = sheet.lines.iter().find(|line| line.is_chosen).unwrap();
        if chosen.label == label {
            app.menu_input(Input::Accept);
            return;
        }
        app.menu_input(Input::Down);
    }
    panic!("the menu has no row {label}");
}

#[test]
fn the_top_scene_receives_steps_and_keys_until_it_closes() {
    let (game, menu) = (StillScene::new(), StillScene::new());
    let mut app = app(&game);
    run(&mut app);
    assert!(game.steps() > 1);
    game.0.borrow_mut().asks = vec![Request::Push(menu.boxed())];
    app.act(Action::NewGame);
    let (before, acts) = (game.steps(), game.0.borrow().acts.clone());
    run(&mut app);
    app.act(Action::NewGame);
    assert_eq!(game.steps(), before, "the scene below must not step");
    assert_eq!(game.0.borrow().acts, acts);
    assert!((1..=4).contains(&menu.steps()), "the console's speed");
    assert_eq!(menu.0.borrow().acts, [Action::NewGame]);
    menu.0.borrow_mut().asks = vec![Request::Leave { for_next: false }];
    run(&mut app);
    run(&mut app);
    assert!(game.steps() > before, "the game must continue");
    assert!(!app.wants_to_quit());
}

#[test]
fn the_menu_goes_back_to_the_scene_below_and_quits() {
    let (game, menu) = (StillScene::new(), StillScene::new());
    let mut app = app(&game);
    app.act(Action::Pause);
    game.0.borrow_mut().asks = vec![Request::Push(menu.boxed())];
    app.act(Action::NewGame);
    game.0.borrow_mut().is_busy = true;
    assert!(
        !app.top().is_paused,
        "only the game is paused, not the menu"
    );
    menu.0.borrow_mut().is_busy = true;
    app.act(Action::Menu);
    choose(&mut app, "GO BACK");
    choose(&mut app, "KEEP PLAYING");
    menu.0.borrow_mut().is_busy = false;
    app.act(Action::Menu);
    choose(&mut app, "BACK TO MY GAME");
    assert!(
        app.top().is_paused,
        "going back must leave the game paused and ask nothing"
    );
    app.act(Action::Menu);
    choose(&mut app, "QUIT");
    assert!(!app.wants_to_quit(), "no confirmation");
    choose(&mut app, "KEEP PLAYING");
    app.act(Action::Menu);
    choose(&mut app, "QUIT");
    choose(&mut app, "LEAVE AND QUIT");
    assert!(app.wants_to_quit());
}

#[test]
fn dropping_a_recording_on_a_game_asks_for_confirmation() {
    let game = StillScene::new();
    let mut app = app(&game);
    app.open_recording(Path::new("game.fm2"));
    assert!(
        app.sheet().is_none(),
        "no confirmation if no game would be abandoned"
    );
    assert_eq!(app.notice().unwrap(), "opening game.fm2..");
    until(&mut app, |app| {
        app.notice()
            .is_some_and(|said| said.starts_with("cannot read game.fm2"))
    });
    game.0.borrow_mut().is_busy = true;
    app.open_recording(Path::new("game.fm2"));
    assert_eq!(app.sheet().unwrap().title, "LEAVE THIS GAME?");
    choose(&mut app, "LEAVE");
    assert_eq!(app.notice().unwrap(), "opening game.fm2..");
    until(&mut app, |app| {
        app.notice()
            .is_some_and(|said| said.starts_with("cannot read game.fm2"))
    });
}

#[test]
fn the_events_of_all_steps_in_an_iteration_are_returned_once() {
    let mut app = app(&StillScene::new());
    assert!(run(&mut app).contains(Event::Locked));
    app.act(Action::Pause);
    assert_eq!(run(&mut app), Events::default());
    app.act(Action::Step);
    assert!(
        app.advance().contains(Event::Locked),
        "a single step also reports its events"
    );
    assert_eq!(app.advance(), Events::default());
}

#[test]
fn a_scene_receives_only_the_keys_that_it_lists() {
    let game = StillScene::new();
    let mut app = app(&game);
    for action in [Action::SeekBack, Action::Filter, Action::KeepRecording] {
        app.act(action);
    }
    assert_eq!(game.0.borrow().acts, []);
}

#[test]
fn the_help_pauses_a_persons_game_and_esc_closes_it() {
    let game = StillScene::new();
    game.0.borrow_mut().is_person = true;
    let mut app = app(&game);
    run(&mut app);
    let before = game.steps();
    app.act(Action::Help);
    app.set_buttons([Buttons::NONE; 2], [Buttons::START; 2]);
    run(&mut app);
    assert_eq!(game.steps(), before);
    app.act(Action::Menu);
    assert!(app.menu_takes().is_none(), "Esc closes the help");
    assert!(app.help().is_none() && !app.wants_to_quit());
    run(&mut app);
    assert!(game.steps() > before, "it goes on");
    let pressed = |held: &[Buttons; 2]| *held != [Buttons::NONE; 2];
    assert!(
        !game.0.borrow().steps.iter().any(pressed),
        "Start must not reach the game"
    );
}

#[test]
fn a_persons_game_waits_when_the_window_loses_the_focus_and_an_ais_does_not() {
    let game = StillScene::new();
    let mut app = app(&game);
    app.lose_focus();
    assert!(!app.top().is_paused);
    game.0.borrow_mut().is_person = true;
    app.lose_focus();
    assert!(app.top().is_paused);
    assert!(app.notice().unwrap().starts_with("paused: "));
    assert_eq!(app.title(), "Rightwell - still");
}

#[test]
fn an_ais_game_continues_while_the_help_is_open() {
    let game = StillScene::new();
    let mut app = app(&game);
    app.act(Action::Help);
    run(&mut app);
    assert!(game.steps() > 0);
    app.act(Action::Menu);
    assert!(app.menu_takes().is_none(), "Esc closes the help");
    assert!(app.help().is_none() && !app.wants_to_quit());
}

#[test]
fn every_help_fits_on_the_screen() {
    let computer = || Contestant::Computer(Arc::new(Opponent::named("first-day").unwrap()));
    let matches = [
        [Contestant::Person, Contestant::Person],
        [Contestant::Person, computer()],
        [computer(), computer()],
    ]
    .map(|contestants| -> Box<dyn Scene> {
        let play = Match::new(VersusStart::default(), contestants).unwrap();
        Box::new(MatchScene::new(play, &RecordingStore::nowhere()))
    });
    let person = Person::power_on(Region::Ntsc, HighScores::default());
    let person = PersonScene::new(person, RecordingStore::nowhere());
    let mut trained = Person::direct(coach::START, HighScores::default()).unwrap();
    trained.train("tap:8".parse().unwrap());
    let trained = PersonScene::new(trained, RecordingStore::nowhere());
    let series = SeriesSettings {
        level: 18,
        randomizer: RandomizerKind::NesOdds,
        seed: 5,
        controls: Controls::Drag,
        position: None,
    };
    let player = Arc::new(Player::named("survival").unwrap());
    let autoplay = Autoplay::new(series, Arc::new(Strategy::alone(player))).unwrap();
    let watched = AutoplayScene::new(autoplay);
    let alone: [Box<dyn Scene>; 3] = [Box::new(person), Box::new(trained), Box::new(watched)];
    for scene in matches.into_iter().chain(alone) {
        let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
        app.set_windowed();
        app.act(Action::Help);
        let without = app.help().unwrap().len();
        app.set_has_pad(true);
        let keys = app.help().unwrap();
        assert!(keys.len() > without, "the pad's buttons are named");
        assert!(keys.len() <= Renderer::KEY_LINES_MAX, "{} rows", keys.len());
        for (key, text) in keys {
            assert!(key.chars().count() < 7, "{key}");
            assert!(text.chars().count() <= action::TEXT_MAX, "{text}");
        }
    }
}

#[test]
fn a_finished_pattern_is_reported_with_its_pieces() {
    let pad = PadControls {
        hand: rightwell::search::Hand::FASTEST,
        region: Region::Ntsc,
        game_type: rightwell::engine::GameType::A,
        double_killscreen: false,
        crash: rightwell::engine::CrashRule::Off,
        training: None,
    };
    for controls in [Controls::Drag, Controls::Pad(pad)] {
        let series = SeriesSettings {
            level: 18,
            randomizer: RandomizerKind::NesOdds,
            seed: 5,
            controls,
            position: None,
        };
        let line = Pattern::new("line", "XXXX......".parse().unwrap()).unwrap();
        let kind = StrategyKind::PatternFilter(Box::new(PatternFilter::new(line)));
        let player = Arc::new(Player::named("survival").unwrap());
        let strategy = Arc::new(Strategy::new(player, kind));
        let mut autoplay = Autoplay::new(series, strategy).unwrap();
        autoplay.set_play_fast(true);
        let stop = StopFlag::default();
        let mut app = app_of(Box::new(AutoplayScene::new(autoplay)), Speed::Max, stop);
        app.act(Action::Pause);
        for _ in 0..200_000 {
            app.act(Action::Step);
            if app.status().spread(32).starts_with("pattern done") {
                break;
            }
        }
        let notice = app.notice().unwrap();
        assert!(notice.starts_with("pattern done: line, "), "{notice}");
        assert!(notice.ends_with(" pieces"), "{notice}");
    }
}

#[test]
fn an_app_that_panics_marks_the_stop_request_as_noticed() {
    let stop = StopFlag::default();
    let app = app_of(StillScene::new().boxed(), Speed::Times(1.0), stop.clone());
    drop(app);
    assert!(stop.ask(), "the loop has noticed the request and saves");
}

/// Returns an app with an AI that builds a line four cells wide.
fn building(play_fast: bool) -> App {
    let series = SeriesSettings {
        level: 18,
        randomizer: RandomizerKind::NesOdds,
        seed: 5,
        controls: Controls::Drag,
        position: None,
    };
    let line = Pattern::new("line", "XXXX......".parse().unwrap()).unwrap();
    let kind = StrategyKind::PatternFilter(Box::new(PatternFilter::new(line)));
    let player = Arc::new(Player::named("survival").unwrap());
    let mut autoplay = Autoplay::new(series, Arc::new(Strategy::new(player, kind))).unwrap();
    autoplay.set_play_fast(play_fast);
    let scene = Box::new(AutoplayScene::new(autoplay));
    app_of(scene, Speed::Times(1.0), StopFlag::default())
}

#[test]
fn the_goal_can_be_hidden_and_a_finished_pattern_is_highlighted() {
    let mut app = building(true);
    app.act(Action::Pause);
    assert!(app.overlay().goal.is_some() && app.overlay().highlight.is_none());
    app.act(Action::Goal);
    assert_eq!(app.overlay(), Overlay::default());
    for _ in 0..200_000 {
        app.act(Action::Step);
        if app.overlay().highlight.is_some() {
            assert!(app.notice().unwrap().starts_with("pattern done: line, "));
            return;
        }
    }
    panic!("the pattern is never finished");
}

#[test]
fn at_high_speed_the_status_line_counts_what_the_screen_cannot() {
    let mut app = building(true);
    app.act(Action::Pause);
    (0..50).for_each(|_| app.act(Action::Step));
    assert!(!app.status().joined(100).contains(" points"));
    app.act(Action::Pause);
    let status = app.status().joined(100);
    assert!(
        status.contains(" lines, ") && status.contains(" points"),
        "{status}"
    );
}

/// Returns a person's lost game.
fn lost() -> Person {
    let start = rightwell::engine::DirectStart {
        region: Region::Ntsc,
        game_type: rightwell::engine::GameType::A,
        level: 19,
        seed: 0x8988,
    };
    let mut person = Person::direct(start, HighScores::default()).unwrap();
    while !person.is_curtain_closed() {
        person.step(Buttons::DOWN);
    }
    person
}

#[test]
fn a_lost_game_is_summed_up_until_the_next_one() {
    let mut scene = PersonScene::new(lost(), RecordingStore::nowhere());
    let mut step = |held| {
        scene.step(
            StepInput::of([held, Buttons::NONE]),
            &mut Context::default(),
        );
        scene.hud().summary
    };
    let said = step(Buttons::DOWN).expect("the player held Down when the game was lost");
    assert!(said.starts_with("topped out: "), "{said}");
    assert!(step(Buttons::NONE).is_some());
    assert!(step(Buttons::A).is_some());
    assert_eq!(step(Buttons::START), None);
}

#[test]
fn a_replay_begins_at_the_first_piece_and_ends_at_a_visible_frame() {
    let mut person = lost();
    // After Start, the screen is black at first.
    for frame in 0..4 {
        person.step(if frame == 1 {
            Buttons::START
        } else {
            Buttons::NONE
        });
    }
    assert_eq!(person.console().view(), View::Blank);
    let recorded = Recorded::from_ron(&person.history().to_ron()).unwrap();
    let scene = Box::new(RecordingScene::new(recorded.clone(), None));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    let status = app.status().joined(32);
    assert!(status.starts_with("replay 0:00 of 0:"), "{status}");
    assert!(matches!(app.view(), View::Game(_)));
    // Earlier games of the play session appear only if the whole recording is played.
    (0..2).for_each(|_| app.act(Action::PreviousPiece));
    assert_eq!(app.status().joined(32), status);
    let whole = Box::new(RecordingScene::new(recorded.whole(), None));
    let mut sitting = app_of(whole, Speed::Times(1.0), StopFlag::default());
    (0..2).for_each(|_| sitting.act(Action::PreviousPiece));
    assert!(
        sitting
            .status()
            .joined(60)
            .starts_with("replay, before the first piece")
    );
    assert_eq!(
        sitting.view(),
        View::Blank,
        "the console was just switched on"
    );
    (0..100).for_each(|_| app.act(Action::SeekForward));
    assert!(app.status().joined(60).starts_with("end of the replay"));
    assert!(matches!(app.view(), View::Game(_)));
    assert!(app.notice().unwrap().starts_with("topped out: "));
}

#[test]
fn playing_on_from_a_game_without_gravity_is_practice() {
    let series = SeriesSettings {
        level: 0,
        randomizer: RandomizerKind::NesOdds,
        seed: 1,
        controls: Controls::Drag,
        position: None,
    };
    let player = Arc::new(Player::named("survival").unwrap());
    let mut autoplay = Autoplay::new(series, Arc::new(Strategy::alone(player))).unwrap();
    autoplay.record();
    for _ in 0..200 {
        autoplay.advance();
    }
    let recorded = Recorded::from_ron(&autoplay.recording().unwrap().to_ron()).unwrap();
    let scene = Box::new(RecordingScene::new(recorded, None));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.act(Action::GoOn);
    assert_eq!(app.notice(), None, "unexpected notice");
    app.set_windowed();
    app.act(Action::NextPiece);
    until(&mut app, |app| {
        app.act(Action::GoOn);
        app.people() == [true, false]
    });
    assert!(
        app.notice()
            .unwrap()
            .starts_with("practice: nothing is saved")
    );
}

#[test]
fn a_strip_beside_the_screen_does_not_change_the_screen() {
    let still = StillScene::new();
    let mut app = app(&still);
    let (columns, rows) = (32, 1);
    let black = Frame::new();
    let beside = StatusPlace::Beside(StripSize { columns, rows });
    let (picture, strip) = app.picture_and_strip(beside);
    assert!(*picture == black);
    assert!(*strip != black);
    assert!(*app.picture_and_strip(StatusPlace::Over).0 != black);
    assert!(*app.picture_and_strip(StatusPlace::Nowhere).0 == black);
}

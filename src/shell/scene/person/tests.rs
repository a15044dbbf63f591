//! Tests of a person's games: recordings, ratings and reviews.

mod drills;
mod end;

use std::path::Path;
use std::time::Duration;

use rightwell::engine::{DirectStart, HighScore, HighScores, History, recording};
use rightwell::rules::Region;

use super::*;
use crate::host::clock::now;
use crate::options::scenes::PlayArgs;
use crate::scene::{Request, StateRequest};
use crate::store::journal::recover;
use crate::store::pack::read_recording;
use crate::store::scores;
use crate::store::settings::HintMode;

/// Returns a scene in a game of level 18. `high` is in the console and in the score file.
fn playing(folder: &Path, high: HighScores) -> PersonScene {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x8988,
    };
    let store = RecordingStore::in_folder(folder, Some(9));
    scores::save(&store.scores, &high).unwrap();
    PersonScene::new(Person::direct(start, high).unwrap(), store)
}

/// Returns a scene in a game that was started in the console's menus.
fn playing_from_menus(folder: &Path, high: HighScores) -> PersonScene {
    let mut scene = playing(folder, high.clone());
    scene = PersonScene::new(Person::power_on(Region::Ntsc, high), scene.store.clone());
    press_to_a_game(&mut scene, &[]);
    scene
}

fn step(scene: &mut PersonScene, held: Buttons) {
    step_with(scene, held, &mut Context::default());
}

fn step_with(scene: &mut PersonScene, held: Buttons, context: &mut Context) {
    scene.step(StepInput::of([held, Buttons::NONE]), context);
}

/// Sends a command to the scene and returns its requests.
fn handle(scene: &mut PersonScene, command: SceneCommand) -> Vec<Request> {
    let mut context = Context::default();
    scene.handle(command, &mut context);
    context.take()
}

/// Sends a command to the scene and returns its notice.
fn notice_of(scene: &mut PersonScene, command: SceneCommand) -> String {
    match handle(scene, command).pop() {
        Some(Request::Notify(notice)) => notice,
        other => panic!("{other:?}"),
    }
}

/// Runs a tick and returns its notices.
fn tick(scene: &mut PersonScene, coach: &CoachSettings) -> Vec<String> {
    let mut context = Context::default();
    scene.tick(coach, &mut context);
    context.take_notices()
}

/// Plays a game with the buttons `held` until it is over. Then presses Start until the level menu appears.
fn play_to_the_menu(scene: &mut PersonScene, held: impl Fn(usize) -> Buttons) {
    for frame in 0..60_000 {
        let is_over = scene
            .person
            .summary()
            .is_none_or(|now| now.ending.is_some());
        step(
            scene,
            match is_over && frame % 8 == 0 {
                true => Buttons::START,
                false if is_over => Buttons::NONE,
                false => held(frame),
            },
        );
        if scene.person.console().screen() == Screen::LevelMenu {
            return;
        }
    }
    panic!("the game never ends");
}

/// Presses these buttons one after another, then Start, until a game is in play.
fn press_to_a_game(scene: &mut PersonScene, buttons: &[Buttons]) -> Vec<String> {
    let mut context = Context::default();
    let rest = [Buttons::START].iter().cycle().take(100);
    for button in buttons.iter().chain(rest) {
        for held in [*button].into_iter().chain([Buttons::NONE; 30]) {
            step_with(scene, held, &mut context);
        }
        if scene.person.is_in_game() {
            return context.take_notices();
        }
    }
    panic!("no game begins");
}

/// Runs the coach until `is_so` returns `true`.
fn ask_until(
    scene: &mut PersonScene,
    wanted: &CoachSettings,
    is_so: impl Fn(&PersonScene) -> bool,
) {
    let until = now() + Duration::from_secs(60);
    while !is_so(scene) {
        assert!(now() < until, "the coach never answers");
        std::thread::sleep(Duration::from_millis(2));
        tick(scene, wanted);
    }
}

#[test]
fn a_score_with_hints_takes_no_place_from_a_later_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut high = HighScores::default();
    let entry = |points| HighScore::new("HIGH", points, 9);
    high.set_table(false, [entry(999_999), entry(900_000), entry(1)]);
    let mut scene = playing_from_menus(folder.path(), high.clone());
    scene.person.note_hint();
    play_to_the_menu(&mut scene, |_| Buttons::DOWN);
    let hinted = scene.person.console().scores().table(false)[2].points;
    let file = scene.store.scores.clone();
    scene.store.disk.wait();
    assert_eq!(scores::load(&file).unwrap(), high);
    // The first game was played with hints, and its score takes third place for now. The second game scores less.
    let notices = press_to_a_game(&mut scene, &[]);
    assert!(
        notices
            .iter()
            .any(|notice| notice.contains("the score with hints")),
        "{notices:?}"
    );
    play_to_the_menu(&mut scene, |frame| match frame > 600 {
        true => Buttons::DOWN,
        false => Buttons::NONE,
    });
    scene.store.disk.wait();
    let third = scores::load(&file).unwrap().table(false)[2].points;
    assert!(1 < third && third < hinted, "{third} {hinted}");
    // The console need not be switched off and on, so it stays on.
    let frames = scene.person.frames().len();
    step(&mut scene, Buttons::NONE);
    assert_eq!(scene.person.frames().len(), frames + 1);
}

fn is_reviewed(scene: &PersonScene) -> bool {
    scene.can().review == ReviewState::Offered
}

#[test]
fn a_game_can_be_reviewed_until_the_next_one_begins() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing_from_menus(folder.path(), scores::first_scores());
    step(&mut scene, Buttons::DOWN);
    assert!(!is_reviewed(&scene));
    play_to_the_menu(&mut scene, |_| Buttons::DOWN);
    assert!(!scene.person.is_in_game() && is_reviewed(&scene));
    let command = SceneCommand::Act(Action::NextMistake);
    let Some(Request::Push(mut review)) = handle(&mut scene, command).pop() else {
        panic!("no review");
    };
    assert!(matches!(review.view(), View::Game(_)));
    let mut context = Context::default();
    review.begin(&mut context);
    assert!(matches!(context.take()[..], [Request::Pause(true)]));
    press_to_a_game(&mut scene, &[]);
    assert!(!is_reviewed(&scene));
}

#[test]
fn every_tap_changes_a_letter_of_the_name_also_in_the_recording() {
    let folder = tempfile::tempdir().unwrap();
    let mut high = HighScores::default();
    high.set_table(false, [HighScore::new("LOW", 1, 9); 3]);
    let mut scene = playing(folder.path(), high);
    let letter = |scene: &PersonScene| {
        let scores = scene.person.console().scores().table(false);
        i32::from(scores[0].name[0])
    };
    while scene.person.console().turns_letter().is_none() {
        let is_over = scene.person.is_curtain_closed();
        let held = if is_over {
            Buttons::START
        } else {
            Buttons::DOWN
        };
        step(&mut scene, held);
    }
    let first = letter(&scene);
    for (frames, taps) in (16..24).zip(1..) {
        step(&mut scene, Buttons::UP);
        (1..frames).for_each(|_| step(&mut scene, Buttons::NONE));
        assert_eq!(letter(&scene), (first + taps) % 44, "tap {taps}");
    }
    // Two taps within eight frames change the letter twice.
    for held in [Buttons::UP, Buttons::NONE, Buttons::UP] {
        step(&mut scene, held);
    }
    (0..24).for_each(|_| step(&mut scene, Buttons::NONE));
    assert_eq!(letter(&scene), (first + 10) % 44);
    // Right waits for the first tap, which changes its letter before the cursor moves.
    for held in [Buttons::UP, Buttons::RIGHT, Buttons::UP] {
        step(&mut scene, held);
        step(&mut scene, Buttons::NONE);
    }
    (0..16).for_each(|_| step(&mut scene, Buttons::NONE));
    assert_eq!(letter(&scene), (first + 11) % 44);
    let again = Person::after(scene.person.history());
    assert_eq!(again.console().scores(), scene.person.console().scores());
}

#[test]
fn a_restarted_game_has_the_music_chosen_in_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing_from_menus(folder.path(), scores::first_scores());
    play_to_the_menu(&mut scene, |_| Buttons::DOWN);
    press_to_a_game(
        &mut scene,
        &[Buttons::NONE, Buttons::B, Buttons::DOWN, Buttons::DOWN],
    );
    for music in [2, 2] {
        assert_eq!(scene.person.console().music(), music);
        (0..60).for_each(|_| step(&mut scene, Buttons::NONE));
        let View::Game(game) = scene.view() else {
            panic!("expected a game in play");
        };
        assert_eq!(game.music.tune, Some(music));
        handle(&mut scene, SceneCommand::Act(Action::Restart));
    }
    assert!(scene.person.is_in_game());
    let again = Person::after(scene.person.history());
    assert_eq!(again.console(), scene.person.console());
}

#[test]
fn pieces_can_be_taken_back_only_in_unranked_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), scores::first_scores());
    step(&mut scene, Buttons::NONE);
    assert!(scene.can().does(Action::NewGame));
    for practice in [false, true] {
        let wanted = CoachSettings {
            practice,
            ..CoachSettings::default()
        };
        tick(&mut scene, &wanted);
        let can = scene.can();
        assert_eq!(can.unlisted.contains(&Action::States), !practice);
        for action in [Action::TakeBack, Action::States] {
            assert!(
                can.does(action),
                "an action that does not work must explain itself"
            );
        }
    }
}

#[test]
fn a_new_game_follows_a_finished_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), scores::first_scores());
    while !scene.person.is_curtain_closed() {
        step(&mut scene, Buttons::DOWN);
    }
    assert!(scene.can().does(Action::NewGame));
    handle(&mut scene, SceneCommand::Act(Action::NewGame));
    assert_eq!(scene.person.summary().unwrap().ending, None);
}

#[test]
fn the_coach_is_off_in_a_b_type_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing_from_menus(folder.path(), scores::first_scores());
    let wanted = CoachSettings {
        marks: true,
        ..CoachSettings::default()
    };
    let is_hint = |keys: &HelpLine| keys.0.contains(&Action::Hint);
    let has_accuracy = |scene: &PersonScene| scene.status()[0].contains("accuracy");
    while scene.person.summary().unwrap().pieces == 0 {
        step(&mut scene, Buttons::DOWN);
    }
    ask_until(&mut scene, &wanted, has_accuracy);
    assert!(scene.can().keys.iter().any(is_hint));
    play_to_the_menu(&mut scene, |_| Buttons::DOWN);
    press_to_a_game(&mut scene, &[Buttons::NONE, Buttons::B, Buttons::RIGHT]);
    assert!(matches!(scene.game_type(), Some(GameType::B { .. })));
    tick(&mut scene, &wanted);
    assert_eq!(scene.status(), ["You play"]);
    assert!(!scene.can().keys.iter().any(is_hint));
}

#[test]
fn a_recovered_game_with_hints_is_still_marked() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), scores::first_scores());
    (0..400).for_each(|_| step(&mut scene, Buttons::NONE));
    let wanted = CoachSettings {
        hint: HintMode::Always,
        ..CoachSettings::default()
    };
    ask_until(&mut scene, &wanted, |scene| {
        scene.overlay().outlines[0].is_some()
    });
    step(&mut scene, Buttons::NONE);
    scene.recorder.cut_off(scene.person.frames());
    let notices = recover(&scene.store.folder, &scene.store.scores);
    assert!(
        notices.len() == 1 && notices[0].contains("game-000001"),
        "{notices:?}"
    );
    let path = scene.store.folder.path.join("game-000001.fm2.gz");
    let found = History::from_fm2(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(found.hints(), scene.person.history().hints());
    assert!(Person::after(found).is_unranked());
}

#[test]
fn a_console_that_was_on_for_a_day_is_switched_off_and_on_in_its_menus() {
    let folder = tempfile::tempdir().unwrap();
    let person = Person::power_on(Region::Ntsc, HighScores::default());
    let store = RecordingStore::in_folder(folder.path(), Some(9));
    let mut scene = PersonScene::new(person, store);
    scene.frames_max[0] = 700;
    // Start leads through the menus into a game. The console stays on during the game.
    for frame in 0..2000 {
        let pressed = frame % 8 == 0 && frame < 600;
        let held = if pressed {
            Buttons::START
        } else {
            Buttons::NONE
        };
        step(&mut scene, held);
    }
    assert!(scene.person.is_in_game() && scene.person.frames().len() == 2000);
    for frame in 0..60_000 {
        let held = if frame % 8 == 0 {
            Buttons::START
        } else {
            Buttons::DOWN
        };
        let mut context = Context::default();
        step_with(&mut scene, held, &mut context);
        if scene.person.frames().len() < 2000 {
            let notices = context.take_notices();
            assert!(notices[0].contains("restarted"), "{notices:?}");
            return;
        }
    }
    panic!("the console is never restarted");
}

#[test]
fn a_game_of_a_day_is_saved_before_its_recording_is_too_long() {
    assert_eq!(FRAMES_MAX[1] as u64, recording::FRAMES_MAX);
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), scores::first_scores());
    let begun = scene.person.frames().len();
    scene.frames_max = [0, begun + 500];
    (0..500).for_each(|_| step(&mut scene, Buttons::NONE));
    assert_eq!(scene.person.frames().len(), begun + 500);
    assert!(scene.is_busy());
    step(&mut scene, Buttons::NONE);
    assert_eq!(scene.person.frames().len(), 1, "another console");
    scene.store.disk.wait();
    let notices = tick(&mut scene, &CoachSettings::default());
    let day = "the console was on for a day and was restarted";
    assert!(
        notices[0].starts_with(&format!("{day}; game kept as")),
        "{notices:?}"
    );
    let path = scene.store.folder.path.join("game-000001.fm2.gz");
    let kept = History::from_fm2(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(kept.frames().len(), scene.frames_max[1]);
}

#[test]
fn pieces_are_taken_back_in_practice_alone_and_the_journal_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), HighScores::default());
    (0..300).for_each(|_| step(&mut scene, Buttons::DOWN));
    let pieces = |scene: &PersonScene| scene.person.summary().unwrap().pieces;
    let before = pieces(&scene);
    let notice = notice_of(&mut scene, SceneCommand::Act(Action::TakeBack));
    assert!(notice.contains("PRACTICE"), "{notice}");
    assert_eq!(pieces(&scene), before);
    assert!(!scene.person.is_unranked());
    let wanted = CoachSettings {
        practice: true,
        ..CoachSettings::default()
    };
    tick(&mut scene, &wanted);
    for back in 1..=2 {
        let answer = handle(&mut scene, SceneCommand::Act(Action::TakeBack));
        assert_eq!(pieces(&scene), before - back);
        assert_eq!(scene.person.taken_back(), Some(back as u32));
        let [
            Request::Pause(true),
            Request::Announce("Taken back", notice),
        ] = &answer[..]
        else {
            panic!("{answer:?}");
        };
        assert!(
            notice.contains("piece. {PAUSE}") || notice.contains("pieces. {PAUSE}"),
            "{notice}"
        );
    }
    (0..200).for_each(|_| step(&mut scene, Buttons::NONE));
    // End the journal here, as if the program had crashed.
    scene.recorder.cut_off(scene.person.frames());
    let store = &scene.store;
    let notices = recover(&store.folder, &store.scores);
    assert_eq!(notices.len(), 1, "{notices:?}");
    let path = store.folder.path.join("game-000001.ron");
    let found = History::from_ron(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(found, scene.person.history());
    assert_eq!(found.taken_back(0), Some(2));
}

/// Waits until the state is saved or loaded, and returns the notice.
fn settled(scene: &mut PersonScene) -> String {
    loop {
        let coach = CoachSettings {
            practice: true,
            ..CoachSettings::default()
        };
        if let Some(notice) = tick(scene, &coach).pop() {
            return notice;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn loading_a_state_saves_the_game_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), HighScores::default());
    (0..400).for_each(|_| step(&mut scene, Buttons::DOWN));
    let notice = notice_of(&mut scene, SceneCommand::State(StateRequest::Save(7)));
    assert!(notice.contains("PRACTICE"), "{notice}");
    handle(&mut scene, SceneCommand::State(StateRequest::Load(7)));
    assert!(settled(&mut scene).contains("state-7"));
    let wanted = CoachSettings {
        practice: true,
        ..CoachSettings::default()
    };
    tick(&mut scene, &wanted);
    handle(&mut scene, SceneCommand::State(StateRequest::Save(7)));
    assert_eq!(settled(&mut scene), "saved as state 7");
    let saved = scene.person.clone();
    (0..300).for_each(|_| step(&mut scene, Buttons::NONE));
    let left = scene.person.history();
    handle(&mut scene, SceneCommand::State(StateRequest::Load(7)));
    settled(&mut scene);
    assert_eq!(scene.person.console(), saved.console());
    assert_eq!(scene.person.summary(), saved.summary());
    assert!(scene.person.is_unranked(), "it is practice");
    scene.store.disk.wait();
    let path = scene.store.folder.path.join("game-000001.fm2.gz");
    let kept = History::from_fm2(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(kept.frames(), left.frames());
    (0..90).for_each(|_| step(&mut scene, Buttons::LEFT));
    let history = scene.person.history();
    assert_eq!(History::from_ron(&history.to_ron()).unwrap(), history);
    assert_eq!(history.play(), *scene.person.console());
}

#[test]
fn a_score_to_beat_is_shown_for_one_game_and_the_link_shares_the_new_score() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), HighScores::default()).with_seed(0x8988, Some(1_000));
    let mut context = Context::default();
    scene.begin(&mut context);
    assert_eq!(context.take_notices(), ["beat 1000 points"]);
    let begun = SceneArgs::Play(PlayArgs::default());
    let link = |scene: &PersonScene| {
        let args = scene.link(Some(&begun)).unwrap();
        args.words().join(" ")
    };
    assert_eq!(scene.status()[1], "beat 1000");
    assert_eq!(link(&scene), "play --seed 8988");
    while !scene.person.is_curtain_closed() {
        step(&mut scene, Buttons::NONE);
    }
    let summary = scene.summary().unwrap();
    assert!(summary.ends_with("; to beat: 1000"), "{summary}");
    assert_eq!(link(&scene), "play --beat 0 --seed 8988");
    press_to_a_game(&mut scene, &[]);
    assert_eq!(scene.status(), ["You play"]);
    let link = link(&scene);
    assert!(link.starts_with("play --seed "), "{link}");
}

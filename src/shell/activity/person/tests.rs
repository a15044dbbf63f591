//! Recordings, ratings and reviews of a person's games.

use std::path::Path;

use rightwell::engine::{DirectStart, HighScore, HighScores, History, recording};
use rightwell::rules::Region;

use super::*;
use crate::shell::activity::StateWish;
use crate::shell::host::clock::now;
use crate::shell::options::scenes::PlayArgs;
use crate::shell::store::drill_results;
use crate::shell::store::journal::recover;
use crate::shell::store::pack::read_recording;
use crate::shell::store::scores;
use crate::shell::store::settings::HintMode;

/// Returns a scene in a game of level 18. Console and file have these high scores.
fn playing(folder: &Path, high: HighScores) -> PersonActivity {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x8988,
    };
    let store = RecordingStore::in_folder(folder, Some(9));
    scores::save(&store.scores, &high).unwrap();
    PersonActivity::new(Person::direct(start, high).unwrap(), store)
}

fn step(activity: &mut PersonActivity, held: Buttons) {
    activity.step(Duration::ZERO, [held, Buttons::NONE]);
}

/// Plays with `held` until the game is over, then presses Start until the level menu appears.
fn play_to_the_menu(activity: &mut PersonActivity, held: impl Fn(usize) -> Buttons) {
    for frame in 0..60_000 {
        let is_over = activity
            .person
            .summary()
            .is_none_or(|now| now.ending.is_some());
        step(
            activity,
            match is_over && frame % 8 == 0 {
                true => Buttons::START,
                false if is_over => Buttons::NONE,
                false => held(frame),
            },
        );
        if activity.person.console().screen() == Screen::LevelMenu {
            return;
        }
    }
    panic!("the game goes on for ever");
}

/// Presses these buttons in turn, then Start, until a game is in play.
fn press_to_a_game(activity: &mut PersonActivity, buttons: &[Buttons]) {
    let rest = [Buttons::START].iter().cycle().take(100);
    for button in buttons.iter().chain(rest) {
        step(activity, *button);
        (0..30).for_each(|_| step(activity, Buttons::NONE));
        if activity.person.is_in_game() {
            return;
        }
    }
    panic!("no game begins");
}

/// Asks the coach until `is_so`.
fn ask_until(
    activity: &mut PersonActivity,
    wanted: &Coaching,
    is_so: impl Fn(&PersonActivity) -> bool,
) {
    let until = now() + Duration::from_secs(60);
    while !is_so(activity) {
        assert!(now() < until, "it does not come");
        std::thread::sleep(Duration::from_millis(2));
        activity.coach(wanted);
    }
}

#[test]
fn a_score_with_hints_takes_no_place_from_a_later_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut high = HighScores::default();
    let entry = |points| HighScore::new("HIGH", points, 9);
    high.set_table(false, [entry(999_999), entry(900_000), entry(1)]);
    let mut activity = playing(folder.path(), high.clone());
    activity.person.note_hint();
    play_to_the_menu(&mut activity, |_| Buttons::DOWN);
    let hinted = activity.person.console().scores().table(false)[2].points;
    let file = activity.store.scores.clone();
    activity.store.disk.wait();
    assert_eq!(scores::load(&file).unwrap(), high);
    // The second game scores less than the first, whose hinted score has held the third rank so far.
    press_to_a_game(&mut activity, &[]);
    let notice = activity.notice.take().unwrap();
    assert!(notice.contains("the score with hints"), "{notice}");
    play_to_the_menu(&mut activity, |frame| match frame > 600 {
        true => Buttons::DOWN,
        false => Buttons::NONE,
    });
    activity.store.disk.wait();
    let third = scores::load(&file).unwrap().table(false)[2].points;
    assert!(1 < third && third < hinted, "{third} {hinted}");
    // No power cycle is due now: the console stays on.
    let frames = activity.person.frames().len();
    step(&mut activity, Buttons::NONE);
    assert_eq!(activity.person.frames().len(), frames + 1);
}

fn is_reviewed(activity: &PersonActivity) -> bool {
    activity.can().review == Reviewing::Offered
}

#[test]
fn a_game_can_be_reviewed_until_the_next_one_begins() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), scores::first_scores());
    step(&mut activity, Buttons::DOWN);
    assert!(!is_reviewed(&activity));
    play_to_the_menu(&mut activity, |_| Buttons::DOWN);
    assert!(!activity.person.is_in_game() && is_reviewed(&activity));
    activity.handle(Happening::Act(Action::NextMistake));
    let Some(Request::Lay(mut review)) = activity.requests().pop() else {
        panic!("no review");
    };
    assert!(matches!(review.view(), View::Game(_)));
    assert!(matches!(review.requests()[..], [Request::Pause(true)]));
    press_to_a_game(&mut activity, &[]);
    assert!(!is_reviewed(&activity));
}

#[test]
fn every_tap_turns_a_letter_of_the_name_and_the_recording_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut high = HighScores::default();
    high.set_table(false, [HighScore::new("LOW", 1, 9); 3]);
    let mut activity = playing(folder.path(), high);
    let letter = |activity: &PersonActivity| {
        let scores = activity.person.console().scores().table(false);
        i32::from(scores[0].name[0])
    };
    while activity.person.console().turns_letter().is_none() {
        let is_over = activity.person.is_curtain_closed();
        let held = if is_over {
            Buttons::START
        } else {
            Buttons::DOWN
        };
        step(&mut activity, held);
    }
    let first = letter(&activity);
    for (frames, taps) in (16..24).zip(1..) {
        step(&mut activity, Buttons::UP);
        (1..frames).for_each(|_| step(&mut activity, Buttons::NONE));
        assert_eq!(letter(&activity), (first + taps) % 44, "tap {taps}");
    }
    // Two taps within eight frames both count.
    for held in [Buttons::UP, Buttons::NONE, Buttons::UP] {
        step(&mut activity, held);
    }
    (0..24).for_each(|_| step(&mut activity, Buttons::NONE));
    assert_eq!(letter(&activity), (first + 10) % 44);
    // The cursor moves to the next letter only after the first tap has counted.
    for held in [Buttons::UP, Buttons::RIGHT, Buttons::UP] {
        step(&mut activity, held);
        step(&mut activity, Buttons::NONE);
    }
    (0..16).for_each(|_| step(&mut activity, Buttons::NONE));
    assert_eq!(letter(&activity), (first + 11) % 44);
    let again = Person::after(activity.person.history());
    assert_eq!(again.console().scores(), activity.person.console().scores());
}

#[test]
fn a_game_that_is_begun_anew_has_the_music_chosen_in_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), scores::first_scores());
    play_to_the_menu(&mut activity, |_| Buttons::DOWN);
    press_to_a_game(
        &mut activity,
        &[Buttons::NONE, Buttons::B, Buttons::DOWN, Buttons::DOWN],
    );
    for music in [2, 2] {
        assert_eq!(activity.person.console().music(), music);
        (0..60).for_each(|_| step(&mut activity, Buttons::NONE));
        let View::Game(game) = activity.view() else {
            panic!("a game is on");
        };
        assert_eq!(game.music.tune, Some(music));
        activity.handle(Happening::Act(Action::Restart));
    }
    assert!(activity.person.is_in_game());
    let again = Person::after(activity.person.history());
    assert_eq!(again.console(), activity.person.console());
}

#[test]
fn a_b_type_game_has_nothing_of_the_coach() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), scores::first_scores());
    let wanted = Coaching {
        marks: true,
        ..Coaching::default()
    };
    let is_hint = |keys: &HelpLine| keys.0.contains(&Action::Hint);
    let has_accuracy = |activity: &PersonActivity| activity.status()[0].contains("accuracy");
    while activity.person.summary().unwrap().pieces == 0 {
        step(&mut activity, Buttons::DOWN);
    }
    ask_until(&mut activity, &wanted, has_accuracy);
    assert!(activity.can().keys.iter().any(is_hint));
    play_to_the_menu(&mut activity, |_| Buttons::DOWN);
    press_to_a_game(&mut activity, &[Buttons::NONE, Buttons::B, Buttons::RIGHT]);
    assert!(matches!(activity.game_type(), Some(GameType::B { .. })));
    activity.coach(&wanted);
    assert_eq!(activity.status(), ["you play"]);
    assert!(!activity.can().keys.iter().any(is_hint));
}

#[test]
fn a_game_with_hints_that_was_cut_off_is_found_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), scores::first_scores());
    (0..400).for_each(|_| step(&mut activity, Buttons::NONE));
    let wanted = Coaching {
        hint: HintMode::Always,
        ..Coaching::default()
    };
    ask_until(&mut activity, &wanted, |activity| {
        activity.overlay().outlines[0].is_some()
    });
    step(&mut activity, Buttons::NONE);
    activity.recorder.cut_off(activity.person.frames());
    let notices = recover(&activity.store.folder, &activity.store.scores);
    assert!(
        notices.len() == 1 && notices[0].contains("game-000001"),
        "{notices:?}"
    );
    let path = activity.store.folder.path.join("game-000001.fm2.gz");
    let found = History::from_fm2(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(found.hints(), activity.person.history().hints());
    assert!(Person::after(found).has_hints());
}

#[test]
fn a_console_that_was_on_for_a_day_is_switched_off_and_on_in_its_menus() {
    let folder = tempfile::tempdir().unwrap();
    let person = Person::power_on(Region::Ntsc, HighScores::default());
    let store = RecordingStore::in_folder(folder.path(), Some(9));
    let mut activity = PersonActivity::new(person, store);
    activity.frames_max[0] = 700;
    // Start leads through the menus into a game. The console stays on during the game.
    for frame in 0..2000 {
        let pressed = frame % 8 == 0 && frame < 600;
        let held = if pressed {
            Buttons::START
        } else {
            Buttons::NONE
        };
        activity.step(Duration::ZERO, [held, Buttons::NONE]);
    }
    assert!(activity.person.is_in_game() && activity.person.frames().len() == 2000);
    for frame in 0..60_000 {
        let held = if frame % 8 == 0 {
            Buttons::START
        } else {
            Buttons::DOWN
        };
        activity.step(Duration::ZERO, [held, Buttons::NONE]);
        if activity.person.frames().len() < 2000 {
            let notice = activity.notice.take().unwrap();
            assert!(notice.contains("switched off and on"), "{notice}");
            return;
        }
    }
    panic!("the console stays on for ever");
}

#[test]
fn a_game_that_goes_on_for_a_day_is_kept_before_its_recording_is_too_long_to_be_read() {
    assert_eq!(FRAMES_MAX[1] as u64, recording::FRAMES_MAX);
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), scores::first_scores());
    let begun = activity.person.frames().len();
    activity.frames_max = [0, begun + 500];
    (0..500).for_each(|_| step(&mut activity, Buttons::NONE));
    assert_eq!(activity.person.frames().len(), begun + 500);
    assert!(activity.is_busy() && activity.notice.is_none());
    step(&mut activity, Buttons::NONE);
    assert_eq!(activity.person.frames().len(), 1, "another console");
    activity.store.disk.wait();
    let said = format!("{:?}", activity.requests());
    let day = "the console was on for a day: switched off and on";
    assert!(said.contains(&format!("{day}. game kept as")), "{said}");
    let path = activity.store.folder.path.join("game-000001.fm2.gz");
    let kept = History::from_fm2(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(kept.frames().len(), activity.frames_max[1]);
}

#[test]
fn pieces_are_taken_back_in_practice_alone_and_the_journal_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), HighScores::default());
    (0..300).for_each(|_| step(&mut activity, Buttons::DOWN));
    let pieces = |activity: &PersonActivity| activity.person.summary().unwrap().pieces;
    let before = pieces(&activity);
    activity.handle(Happening::Act(Action::TakeBack));
    let said = activity.notice.take().unwrap();
    assert!(said.contains("--practice"), "{said}");
    assert_eq!(pieces(&activity), before);
    assert!(!activity.person.has_hints());
    let wanted = Coaching {
        practice: true,
        ..Coaching::default()
    };
    activity.coach(&wanted);
    for back in 1..=2 {
        activity.handle(Happening::Act(Action::TakeBack));
        assert_eq!(pieces(&activity), before - back);
        assert_eq!(activity.person.taken_back(), Some(back as u32));
        let requests = activity.requests();
        let said = matches!(&requests[..], [Request::Say(said), Request::Pause(true)] if said.starts_with("taken back: "));
        assert!(said, "{requests:?}");
    }
    (0..200).for_each(|_| step(&mut activity, Buttons::NONE));
    // As after a crash.
    activity.recorder.cut_off(activity.person.frames());
    let store = &activity.store;
    let notices = recover(&store.folder, &store.scores);
    assert_eq!(notices.len(), 1, "{notices:?}");
    let path = store.folder.path.join("game-000001.ron");
    let found = History::from_ron(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(found, activity.person.history());
    assert_eq!(found.taken_back(0), Some(2));
}

/// Waits until the state is saved or loaded, and returns the notice.
fn settled(activity: &mut PersonActivity) -> String {
    loop {
        activity.coach(&Coaching {
            practice: true,
            ..Coaching::default()
        });
        if let Some(notice) = activity.notice.take() {
            return notice;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_saved_state_is_gone_on_from_and_the_game_before_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), HighScores::default());
    (0..400).for_each(|_| step(&mut activity, Buttons::DOWN));
    activity.handle(Happening::State(StateWish::Save(7)));
    let said = activity.notice.take().unwrap();
    assert!(said.contains("--practice"), "{said}");
    activity.handle(Happening::State(StateWish::Load(7)));
    assert!(settled(&mut activity).contains("state-7"));
    let wanted = Coaching {
        practice: true,
        ..Coaching::default()
    };
    activity.coach(&wanted);
    activity.handle(Happening::State(StateWish::Save(7)));
    assert_eq!(settled(&mut activity), "saved as state 7");
    let saved = activity.person.clone();
    (0..300).for_each(|_| step(&mut activity, Buttons::NONE));
    let left = activity.person.history();
    activity.handle(Happening::State(StateWish::Load(7)));
    settled(&mut activity);
    assert_eq!(activity.person.console(), saved.console());
    assert_eq!(activity.person.summary(), saved.summary());
    assert!(activity.person.has_hints(), "it is practice");
    activity.store.disk.wait();
    let path = activity.store.folder.path.join("game-000001.fm2.gz");
    let kept = History::from_fm2(&read_recording(&path).unwrap()).unwrap();
    assert_eq!(kept.frames(), left.frames());
    (0..90).for_each(|_| step(&mut activity, Buttons::LEFT));
    let history = activity.person.history();
    assert_eq!(History::from_ron(&history.to_ron()).unwrap(), history);
    assert_eq!(history.play(), *activity.person.console());
}

#[test]
fn a_score_to_beat_is_told_until_another_game_begins_and_the_own_one_is_shared() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), HighScores::default()).with_seed(0x8988, Some(1_000));
    let notice = activity.requests().pop();
    assert!(matches!(notice, Some(Request::Say(said)) if said == "beat 1000 points"));
    let begun = SceneArgs::Play(PlayArgs::default());
    let link = |activity: &PersonActivity| {
        let args = activity.link(Some(&begun)).unwrap();
        args.words().join(" ")
    };
    assert_eq!(activity.status()[1], "beat 1000");
    assert_eq!(link(&activity), "play --seed 8988");
    while !activity.person.is_curtain_closed() {
        step(&mut activity, Buttons::NONE);
    }
    let summary = activity.summary().unwrap();
    assert!(summary.ends_with(": 1000 are to beat"), "{summary}");
    assert_eq!(link(&activity), "play --beat 0 --seed 8988");
    press_to_a_game(&mut activity, &[]);
    assert_eq!(activity.status(), ["you play"]);
    assert_eq!(link(&activity), "play");
}

#[test]
fn a_drill_keeps_its_result_begins_again_with_start_and_enters_no_high_scores() {
    let folder = tempfile::tempdir().unwrap();
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 29,
        seed: 0x8988,
    };
    let high = HighScores::default();
    let store = RecordingStore::in_folder(folder.path(), Some(9));
    let scores = store.scores.clone();
    scores::save(&scores, &high).unwrap();
    let mut person = Person::direct(start, high).unwrap();
    person.train("transition:16".parse().unwrap());
    let mut activity = PersonActivity::new(person, store);
    let results = |activity: &PersonActivity| activity.drill.results().unwrap().clone();
    for games in 1..=2 {
        let mut frames = 0;
        while !activity.person.is_curtain_closed() {
            step(&mut activity, Buttons::NONE);
            frames += 1;
            assert!(frames < 60_000, "nobody presses anything");
        }
        assert_eq!(results(&activity).games, games);
        step(&mut activity, Buttons::START);
        let training = activity.person.training().unwrap();
        assert_eq!(training.to_string(), "transition:16");
        assert!(!activity.person.is_curtain_closed());
    }
    activity.store.disk.wait();
    let known = drill_results::load(&folder.path().join("drills.ron")).unwrap();
    let known = known.of_drill("transition:16, level 29");
    assert_eq!((known.games, known.last.len()), (2, 2));
    drop(activity);
    assert_eq!(scores::load(&scores).unwrap(), HighScores::default());
}

#[test]
fn the_panel_of_a_drill_tells_the_frame_of_the_press_that_led_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut activity = playing(folder.path(), HighScores::default());
    activity.person.train("setups:3".parse().unwrap());
    let row = |activity: &PersonActivity| activity.person.console().game().unwrap().pose().y;
    let said = |activity: &PersonActivity| format!("{:?}", activity.hud().panels[0].panel);
    // The I slides through the gap and under the overhang in its lowest row.
    for held in [Buttons::NONE, Buttons::NONE, Buttons::RIGHT, Buttons::NONE] {
        step(&mut activity, held);
    }
    while row(&activity) < 19 {
        step(&mut activity, Buttons::NONE);
    }
    assert!(!said(&activity).contains("LAST PRESS"));
    step(&mut activity, Buttons::LEFT);
    while row(&activity) == 19 {
        step(&mut activity, Buttons::NONE);
    }
    let said = said(&activity);
    assert!(
        said.contains("LAST PRESS") && said.contains("frame 1 of 3"),
        "{said}"
    );
}

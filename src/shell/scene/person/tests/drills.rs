//! Tests of drills: their results, and what the panel and the board show.

use rightwell::engine::{PlayState, Training, TrainingMode};

use crate::store::drill_results;

use super::*;

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
    let mut scene = PersonScene::new(person, store);
    scene.begin(&mut Context::default());
    let results = |scene: &PersonScene| scene.drill.results().unwrap().clone();
    for games in 1..=2 {
        let mut frames = 0;
        while !scene.person.is_curtain_closed() {
            step(&mut scene, Buttons::NONE);
            frames += 1;
            assert!(frames < 60_000, "nobody presses anything");
        }
        assert_eq!(results(&scene).games, games);
        let hud = scene.hud();
        let words = hud.drill_figures.iter().map(|figure| figure.word.as_str());
        let expected = ["Score", "Lines", "Best so far", "Games"];
        assert_eq!(words.collect::<Vec<_>>(), expected);
        let expected = match games {
            1 => "0: your first game of this drill",
            _ => "0; your best is 0",
        };
        assert_eq!(hud.remark.as_deref(), Some(expected));
        step(&mut scene, Buttons::START);
        let training = scene.person.training().unwrap();
        assert_eq!(training.to_string(), "transition:16");
        assert!(!scene.person.is_curtain_closed());
    }
    scene.store.disk.wait();
    let known = drill_results::load(&folder.path().join("drills.ron")).unwrap();
    let known = known.of_drill("transition:16, level 29");
    assert_eq!((known.games, known.last.len()), (2, 2));
    drop(scene);
    assert_eq!(scores::load(&scores).unwrap(), HighScores::default());
}

#[test]
fn a_tap_drill_outlines_the_target_and_says_how_a_piece_missed_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), HighScores::default());
    scene.person.train("tap:8".parse().unwrap());
    let missed = |scene: &mut PersonScene, held: &[Buttons]| {
        let game = |scene: &PersonScene| scene.person.console().game().unwrap().clone();
        while game(scene).play_state() != PlayState::Control || game(scene).pose().y > 0 {
            step(scene, Buttons::NONE);
        }
        held.iter().for_each(|held| step(scene, *held));
        while game(scene).play_state() == PlayState::Control {
            step(scene, Buttons::DOWN);
        }
        while game(scene).play_state() != PlayState::Control {
            step(scene, Buttons::NONE);
        }
        format!("{:?}", scene.hud().panels[0].panel)
    };
    let said = missed(&mut scene, &[Buttons::NONE]);
    let target = scene.hud().overlay.outlines[0].unwrap();
    assert_eq!(target.cells, [(0, 16), (0, 17), (0, 18), (0, 19)]);
    assert!(
        said.contains("Last miss") && said.contains("rotation"),
        "{said}"
    );
    let tap = [Buttons::LEFT, Buttons::NONE];
    let turn = [Buttons::A, Buttons::NONE];
    let short = [turn, tap, tap, tap].concat();
    let said = missed(&mut scene, &short);
    assert!(
        said.contains("2 columns") && !said.contains("Too hard"),
        "{said}"
    );
    (0..2).for_each(|_| drop(missed(&mut scene, &short)));
    assert!(missed(&mut scene, &short).contains("a lower TOWER"));
    let said = missed(&mut scene, &[turn, tap, tap, tap, tap, tap].concat());
    assert!(
        !said.contains("Last miss") && !said.contains("Too hard"),
        "{said}"
    );
}

#[test]
fn the_panel_of_a_drill_shows_the_frame_of_the_tucks_press() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), HighScores::default());
    scene.person.train("setups:3".parse().unwrap());
    let row = |scene: &PersonScene| scene.person.console().game().unwrap().pose().y;
    let said = |scene: &PersonScene| format!("{:?}", scene.hud().panels[0].panel);
    // The I piece slides through the gap to the cells under the overhang in the lowest row.
    for held in [Buttons::NONE, Buttons::NONE, Buttons::RIGHT, Buttons::NONE] {
        step(&mut scene, held);
    }
    while row(&scene) < 19 {
        step(&mut scene, Buttons::NONE);
    }
    assert!(!said(&scene).contains("Last press"));
    step(&mut scene, Buttons::LEFT);
    while row(&scene) == 19 {
        step(&mut scene, Buttons::NONE);
    }
    let said = said(&scene);
    assert!(
        said.contains("Last press") && said.contains("frame 1 of 3"),
        "{said}"
    );
}

#[test]
fn the_board_marks_hits_and_misses_and_a_drill_that_halts_has_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), HighScores::default());
    scene.person.train(Training {
        linecap: Some("lines=1:halt".parse().unwrap()),
        ..Training::new(TrainingMode::TapQuantity)
    });
    fn drop_until_marked(scene: &mut PersonScene, held: impl IntoIterator<Item = Buttons>) {
        held.into_iter().for_each(|held| step(scene, held));
        for _ in 0..400 {
            step(scene, Buttons::DOWN);
            if scene.hud().overlay.streak.is_some() {
                return;
            }
        }
        panic!("no mark");
    }
    let game = |scene: &PersonScene| scene.person.console().game().unwrap().clone();
    assert_eq!(scene.hud().overlay.streak, None);
    drop_until_marked(&mut scene, []);
    assert_eq!(
        scene.hud().overlay.streak,
        Some(0),
        "the I lies on the rows"
    );
    while scene.hud().overlay.streak.is_some() || game(&scene).play_state() != PlayState::Control {
        step(&mut scene, Buttons::NONE);
    }
    assert_eq!(scene.hud().summary, None);
    let taps = game(&scene).training().unwrap().1.taps().unwrap();
    let side = if taps < 0 {
        Buttons::LEFT
    } else {
        Buttons::RIGHT
    };
    let taps = [side, Buttons::NONE].repeat(taps.unsigned_abs().into());
    let turn = [Buttons::A, Buttons::NONE];
    drop_until_marked(&mut scene, turn.into_iter().chain(taps));
    assert_eq!(scene.hud().overlay.streak, Some(1));
    while !scene.person.is_curtain_closed() {
        step(&mut scene, Buttons::NONE);
    }
    (0..CARD_DELAY).for_each(|_| step(&mut scene, Buttons::NONE));
    let hud = scene.hud();
    assert!(
        hud.summary
            .is_some_and(|said| said.contains("goal reached"))
    );
    assert_eq!(hud.drill_figures[0].value, "1");
}

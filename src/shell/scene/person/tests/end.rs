//! Tests of the end of a game: its card, the name for the high scores, and the next game.

use rightwell::render::panel::PanelPart;

use super::*;

/// Returns a scene whose game is over, with these high scores and this start.
fn over(folder: &Path, high: HighScores, game_type: GameType, level: u8) -> PersonScene {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type,
        level,
        seed: 0x8988,
    };
    let store = RecordingStore::in_folder(folder, Some(9));
    scores::save(&store.scores, &high).unwrap();
    let mut scene = PersonScene::new(Person::direct(start, high).unwrap(), store);
    while !scene.person.is_curtain_closed() {
        step(&mut scene, Buttons::DOWN);
    }
    scene
}

/// Returns high scores that any game beats.
fn low() -> HighScores {
    let mut low = HighScores::default();
    low.set_table(false, [HighScore::new("LOW", 1, 9); 3]);
    low
}

/// Returns a scene in which a name is being entered.
fn entering(folder: &Path) -> PersonScene {
    let mut scene = over(folder, low(), GameType::A, 19);
    step(&mut scene, Buttons::START);
    while !scene.can().enters_name {
        step(&mut scene, Buttons::NONE);
    }
    scene
}

fn type_all(scene: &mut PersonScene, typed: &str) {
    for input in typed.chars() {
        let input = match input {
            '<' => Input::Erase,
            '\n' => Input::Enter,
            letter => Input::Letter(letter),
        };
        handle(scene, SceneCommand::Type(input));
    }
    step(scene, Buttons::NONE);
}

fn name(scene: &PersonScene) -> String {
    scene.person.console().scores().table(false)[0].name_text()
}

#[test]
fn the_card_of_a_lost_game_comes_after_half_a_second_and_no_button_of_the_game_removes_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), scores::first_scores());
    while !scene.is_over() {
        step(&mut scene, Buttons::DOWN);
    }
    for _ in 1..CARD_DELAY {
        assert_eq!(scene.summary(), None);
        step(&mut scene, Buttons::DOWN);
    }
    let buttons = [Buttons::DOWN, Buttons::NONE, Buttons::A, Buttons::B];
    for held in buttons.into_iter().cycle().take(300) {
        step(&mut scene, held);
        assert!(scene.summary().is_some());
    }
    assert!(scene.person.is_curtain_closed());
}

#[test]
fn start_on_the_card_begins_another_game_of_the_same_start() {
    let folder = tempfile::tempdir().unwrap();
    let starts = [
        (GameType::A, 19),
        (GameType::A, 28),
        (GameType::B { height: 5 }, 9),
    ];
    for (game_type, level) in starts {
        let mut scene = over(folder.path(), scores::first_scores(), game_type, level);
        let mut context = Context::default();
        step_with(&mut scene, Buttons::START, &mut context);
        let requests = context.take();
        assert!(
            requests
                .iter()
                .any(|request| matches!(request, Request::BeginAnew)),
            "the held button must not pause the new game"
        );
        (0..60).for_each(|_| step(&mut scene, Buttons::NONE));
        assert_eq!(scene.person.summary().unwrap().ending, None);
        let start = *scene.person.console().game().unwrap().start();
        assert_eq!((start.game_type, start.level), (game_type, level));
    }
}

#[test]
fn a_typed_name_is_in_the_high_scores_and_the_same_start_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = entering(folder.path());
    assert_eq!(scene.status(), ["type your name, then {START}"]);
    type_all(&mut scene, "anny<a?");
    assert_eq!(name(&scene), "ANNA--");
    type_all(&mut scene, " zx<<<<9");
    assert_eq!(name(&scene), "AN9---");
    type_all(&mut scene, "12345");
    assert_eq!(name(&scene), "AN9125", "the last letter is replaced");
    let again = Person::after(scene.person.history());
    assert_eq!(again.console(), scene.person.console());
    type_all(&mut scene, "\n");
    for _ in 0..60 {
        step(&mut scene, Buttons::NONE);
    }
    assert_eq!(name(&scene), "AN9125");
    assert_eq!(scene.person.console().game().unwrap().start().level, 19);
    scene.store.disk.wait();
    let saved = scores::load(&scene.store.scores).unwrap();
    assert_eq!(saved.table(false)[0].name_text(), "AN9125");
}

#[test]
fn the_card_shows_this_players_best_the_accuracy_and_the_worst_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = over(folder.path(), scores::first_scores(), GameType::A, 19);
    let figures = |scene: &PersonScene| {
        let own = scene.own_result().unwrap();
        let figures = own.figures.into_iter();
        figures
            .map(|figure| (figure.word, figure.value))
            .collect::<Vec<_>>()
    };
    let pair = |word: &str, value: &str| (word.to_owned(), value.to_owned());
    assert_eq!(
        figures(&scene),
        [pair("Your best", "-"), pair("Accuracy", "-")]
    );
    let wanted = CoachSettings::default();
    ask_until(&mut scene, &wanted, |scene| {
        figures(scene).iter().all(|(_, value)| value != "-")
    });
    let score = scene.person.summary().unwrap().score;
    assert_eq!(figures(&scene)[0], pair("Your best", &score.to_string()));
    let own = scene.own_result().unwrap();
    let Some(PanelPart::Text(worst, _)) = own.worst else {
        panic!("{:?}", own.worst);
    };
    assert!(worst.starts_with("Worst: piece "), "{worst}");
    let panels = scene.hud().panels;
    let drawn = panels
        .iter()
        .find(|panel| panel.panel.title == "Worst move");
    assert!(
        matches!(&drawn.unwrap().panel.parts[0], PanelPart::Boards(boards) if boards.len() == 2)
    );
    // The factory's 10000 points are nobody's best: the next game still shows the score of this one.
    step(&mut scene, Buttons::START);
    tick(&mut scene, &wanted);
    while !scene.person.is_curtain_closed() {
        step(&mut scene, Buttons::NONE);
    }
    tick(&mut scene, &wanted);
    assert_eq!(figures(&scene)[0], pair("Your best", &score.to_string()));
}

#[test]
fn a_practice_game_begins_again_without_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = playing(folder.path(), low());
    assert!(scene.can().counts);
    handle(&mut scene, SceneCommand::Unrank);
    assert!(!scene.can().counts);
    while !scene.person.is_curtain_closed() {
        step(&mut scene, Buttons::DOWN);
    }
    let summary = scene.summary().unwrap();
    assert!(
        summary.ends_with("practice: the score does not count"),
        "{summary}"
    );
    step(&mut scene, Buttons::START);
    assert_eq!(scene.person.summary().unwrap().ending, None);
    assert!(scene.can().counts, "the next game counts");
    scene.store.disk.wait();
    assert_eq!(scene.person.console().scores(), &low());
}

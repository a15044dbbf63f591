//! Tests of the choices for a mode: its scene starts with them, and its page shows them again at the next visit.

use rightwell::search::Sight;

use crate::options::forms::VersusForm;
use crate::store::mistakes;

use super::*;

#[test]
fn the_scene_starts_with_the_choices_and_the_page_remembers_them() {
    let ((folder, mut context), mut menu) = (context(), menu());
    choose(&mut menu, &mut context, &["WATCH THE AI", "MORE"]);
    go_to(&mut menu, &mut context, "FILTER");
    menu.press(Input::Right, &mut context);
    go_to(&mut menu, &mut context, "LEVEL");
    "18".chars()
        .for_each(|digit| drop(menu.press(Input::Letter(digit), &mut context)));
    go_to(&mut menu, &mut context, "SEED");
    assert_eq!(menu.takes(), InputKind::Letters);
    "7bx"
        .chars()
        .for_each(|digit| drop(menu.press(Input::Letter(digit), &mut context)));
    let request = menu.press(Input::Start, &mut context);
    let line = begun(request, &context);
    assert_eq!(line, "watch --filter well --level 18 --seed 7B");
    let again = AppContext::from_home(Home::in_folder(folder.path()));
    assert_eq!(again.choices, context.choices);
    let mut menu = self::menu();
    choose(&mut menu, &mut context, &["WATCH THE AI", "MORE"]);
    assert_eq!(value(&menu, "LEVEL"), "18");
}

#[test]
fn the_running_game_of_an_ai_takes_over_player_and_filter() {
    let (_folder, mut context) = context();
    assert!(
        !has_row(&mut menu(), &mut context, "PLAY ON"),
        "no game to take over"
    );
    let mut menu = ProgramMenu::new(SceneInfo {
        can: Capabilities {
            keys: &[(&[Action::Filter], "")],
            ..Capabilities::default()
        },
        ..SceneInfo::default()
    });
    assert!(has_row(&mut menu, &mut context, "PLAY ON"));
    go_to(&mut menu, &mut context, "FILTER");
    (0..3).for_each(|_| drop(menu.press(Input::Right, &mut context)));
    let request = choose(&mut menu, &mut context, &["PLAY ON"]);
    let Some(Request::CloseAndSend(SceneCommand::PlayBy(strategy))) = request else {
        panic!("{request:?}");
    };
    assert_eq!(strategy.filter(), "well-plain");
    assert_eq!(strategy.player().name(), "survival");
}

/// Opens the page WATCH, and returns whether it has a row with this label.
fn has_row(menu: &mut ProgramMenu, context: &mut AppContext, label: &str) -> bool {
    choose(menu, context, &["WATCH THE AI", "MORE"]);
    menu.sheet().lines.iter().any(|line| line.label == label)
}

#[test]
fn the_users_files_are_offered_after_the_built_in_ones_while_they_exist() {
    let ((folder, mut context), mut menu) = (context(), menu());
    let mine = ["palettes/mine.pal", "players/me.ron", "opponents/rival.ron"]
        .map(|file| folder.path().join("config").join(file));
    for path in &mine {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, [0; 192]).unwrap();
    }
    // To the left of the first value, the list continues with the last one.
    choose(&mut menu, &mut context, &["SETTINGS", "PICTURE"]);
    menu.press(Input::Left, &mut context);
    assert_eq!(value(&menu, "COLOURS"), "mine");
    menu.press(Input::Back, &mut context);
    menu.press(Input::Back, &mut context);
    for (mode, row, rights, name) in [
        (&["WATCH THE AI", "MORE"][..], "PLAYER", -1, "me"),
        (&["VERSUS"], "PLAYER 2", -3, "rival"),
    ] {
        choose(&mut menu, &mut context, mode);
        go_to(&mut menu, &mut context, row);
        (rights..0).for_each(|_| drop(menu.press(Input::Left, &mut context)));
        let Some(Request::Notify(said)) = menu.press(Input::Start, &mut context) else {
            panic!("the page of {mode:?} must not open with a faulty file");
        };
        assert!(said.contains(&format!("'{name}'")), "{said}");
        mode.iter()
            .for_each(|_| drop(menu.press(Input::Back, &mut context)));
    }

    let again = || AppContext::from_home(Home::in_folder(folder.path()));
    let mut context = again();
    assert_eq!(context.settings().palette, "mine");
    let mut menu = self::menu();
    assert!(choose(&mut menu, &mut context, &["WATCH THE AI", "MORE"]).is_none());
    assert_eq!(value(&menu, "PLAYER"), "me");

    mine.iter()
        .for_each(|path| std::fs::remove_file(path).unwrap());
    let mut context = again();
    for (mode, row, instead, line) in [
        (
            &["WATCH THE AI", "MORE"][..],
            "PLAYER",
            "survival",
            "PLAYER: unknown value 'me'; using survival",
        ),
        (
            &["VERSUS"],
            "PLAYER 2",
            "first week",
            "PLAYER 2: unknown value 'rival'; using first-week",
        ),
    ] {
        let mut menu = self::menu();
        let Some(Request::Notify(said)) = choose(&mut menu, &mut context, mode) else {
            panic!("{mode:?} says nothing");
        };
        assert!(said.starts_with(line), "{said}");
        assert_eq!(value(&menu, row), instead);
    }
    let mut menu = self::menu();
    assert!(
        choose(&mut menu, &mut context, &["WATCH THE AI", "MORE"]).is_none(),
        "said once"
    );
}

#[test]
fn an_unknown_word_in_the_file_starts_what_the_page_shows() {
    let (folder, mut context) = context();
    let path = context.folders().unwrap().choices();
    let text =
        "(version: 1, watch: (filter: \"pattern-round\", input: \"mouse\", speed: \"warp\"))";
    std::fs::write(&path, text).unwrap();
    context = AppContext::from_home(Home::in_folder(folder.path()));
    let mut menu = menu();
    let said = context.notices.join("; ");
    for word in [
        "FILTER: unknown value 'pattern-round'",
        "INPUT: unknown value 'mouse'",
        "SPEED: unknown value 'warp'",
    ] {
        let line = format!("{word}; using the default");
        assert!(said.contains(&line), "{said}");
    }
    assert!(choose(&mut menu, &mut context, &["WATCH THE AI", "MORE"]).is_none());
    assert_eq!(value(&menu, "FILTER"), "none");
    let request = menu.press(Input::Start, &mut context);
    assert_eq!(begun(request, &context), "watch");
}

/// Returns a context with these last choices for matches.
fn context_with(choose: impl FnOnce(&mut VersusForm)) -> (tempfile::TempDir, AppContext) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let mut context = AppContext::from_home(home);
    choose(&mut context.choices.versus);
    (folder, context)
}

#[test]
fn dials_start_at_the_values_of_their_opponent() {
    for (left, right, dials) in [
        (
            "person",
            "first-week",
            ("dellacherie", "4 taps", [1, 22, 0]),
        ),
        ("machine", "person", ("fighter", "machine", [4, 0, 0])),
        ("machine", "champion", ("fighter", "17 taps", [3, 1, 25])),
    ] {
        let (_folder, mut context) = context_with(|choice| {
            (choice.left, choice.right) = (left.to_owned(), right.to_owned());
            choice.player = "gone".to_owned();
        });
        let mut menu = menu();
        let said = choose(&mut menu, &mut context, &["VERSUS"]);
        assert!(said.is_none(), "no dials, no player");
        choose(&mut menu, &mut context, &["CUSTOM OPPONENT"]);
        let request = menu.press(Input::Start, &mut context);
        assert!(matches!(request, Some(Request::Begin(_))), "{request:?}");
        let form = &context.choices.versus;
        let taps = format!("{} taps", form.hands.tap_hz);
        let hand = form.hands.hand.as_deref().unwrap_or(&taps);
        let others = [form.depth, form.misdrops, form.aggression];
        assert_eq!((form.player.as_str(), hand, others), dials);
        // Dials that the user has changed keep their values.
        go_to(&mut menu, &mut context, "AGGRESSION");
        menu.press(Input::Right, &mut context);
        let turned = value(&menu, "AGGRESSION");
        assert_ne!(turned, dials.2[2].to_string());
        go_to(&mut menu, &mut context, "DEPTH");
        menu.press(Input::Right, &mut context);
        assert_eq!(value(&menu, "AGGRESSION"), turned);
    }
}

#[test]
fn hands_and_a_sight_that_the_menu_does_not_offer_stay() {
    let (_folder, mut context) = context_with(|choice| {
        choice.has_dials = true;
        choice.hands.hand = Some("mine.ron".to_owned());
        choice.hands.sight = Sight::after(33).unwrap();
    });
    let mut menu = menu();
    choose(&mut menu, &mut context, &["VERSUS"]);
    assert_eq!(value(&menu, "HANDS"), "mine.ron");
    go_to(&mut menu, &mut context, "DEPTH");
    menu.press(Input::Right, &mut context);
    assert_eq!(value(&menu, "HANDS"), "mine.ron");
    let Some(Request::Notify(said)) = menu.press(Input::Start, &mut context) else {
        panic!("there are no hands with these values");
    };
    assert!(said.contains("mine.ron"), "{said}");
    // The next value chooses taps, reaction and sight separately, instead of hands with a name.
    go_to(&mut menu, &mut context, "HANDS");
    menu.press(Input::Right, &mut context);
    assert_eq!(value(&menu, "SIGHT"), "33");
    go_to(&mut menu, &mut context, "SIGHT");
    menu.press(Input::Left, &mut context);
    assert_eq!(value(&menu, "SIGHT"), "30");
}

#[test]
fn the_puzzles_page_shows_the_progress_of_mistakes_and_starts_one_kind() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let file = context.folders().unwrap().mistakes();
    let made = mistakes::tests::made_up(5);
    mistakes::add(&file, made.clone()).unwrap();
    for (mistake, day) in [(0, 1), (0, 2), (1, 1)] {
        mistakes::note(&file, &made[mistake], true, day).unwrap();
    }
    choose(&mut menu, &mut context, &["PUZZLES", "FROM"]);
    let told = |menu: &ProgramMenu| ["WAITING", "SOLVED ONCE", "DONE"].map(|row| value(menu, row));
    assert_eq!(told(&menu), ["3", "1", "1"]);
    go_to(&mut menu, &mut context, "KIND");
    menu.press(Input::Right, &mut context);
    assert_eq!(value(&menu, "KIND"), "hole");
    assert_eq!(told(&menu), ["2", "0", "1"]);
    let request = menu.press(Input::Start, &mut context);
    assert_eq!(begun(request, &context), "puzzles --mine --theme hole");
}

#[test]
fn mistakes_are_saved_unless_the_setting_is_off() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let file = context.folders().unwrap().mistakes();
    assert_eq!(context.coach_settings().mistakes, Some(file));
    choose(
        &mut menu,
        &mut context,
        &["SETTINGS", "COACH", "KEEP MISTAKES"],
    );
    assert_eq!(context.coach_settings().mistakes, None);
}

#[test]
fn the_queue_of_mistakes_is_emptied_after_confirmation() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let file = context.folders().unwrap().mistakes();
    let emptied = ["SETTINGS", "COACH", "CLEAR KEPT MISTAKES"];
    let said = choose(&mut menu, &mut context, &emptied);
    assert!(
        format!("{said:?}").contains("no mistakes are saved"),
        "{said:?}"
    );
    mistakes::add(&file, mistakes::tests::made_up(5)).unwrap();
    choose(&mut menu, &mut context, &["CLEAR KEPT MISTAKES"]);
    assert_eq!(menu.sheet().title, "CLEAR KEPT MISTAKES?");
    choose(&mut menu, &mut context, &["KEEP THEM"]);
    let all = || mistakes::load(&file).unwrap().counts(None).all();
    assert_eq!((menu.sheet().title.as_str(), all()), ("COACH", 5));
    let said = choose(&mut menu, &mut context, &["CLEAR KEPT MISTAKES", "CLEAR"]);
    assert!(
        format!("{said:?}").contains("5 mistakes cleared"),
        "{said:?}"
    );
    assert_eq!((menu.sheet().title.as_str(), all()), ("COACH", 0));
}

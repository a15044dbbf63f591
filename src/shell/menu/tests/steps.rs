//! Tests of moving through the menu: forward, backward, and with Enter until a scene starts.

use super::*;

#[test]
fn the_first_row_continues_the_current_scene() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    assert_eq!(menu.sheet().lines[0].label, "CONTINUE");
    assert!(matches!(
        menu.press(Input::Accept, &mut context),
        Some(Request::Close)
    ));
}

#[test]
fn the_first_row_over_a_finished_game_begins_another_one() {
    let (_folder, mut context) = context();
    let below = SceneInfo {
        is_over: true,
        ..SceneInfo::default()
    };
    let mut menu = ProgramMenu::new(below);
    assert_eq!(menu.sheet().lines[0].label, "AGAIN");
    assert!(matches!(
        menu.press(Input::Accept, &mut context),
        Some(Request::CloseAndSend(SceneCommand::Act(Action::NewGame)))
    ));
}

#[test]
fn going_back_from_the_confirmation_for_a_dropped_file_returns_to_the_scene() {
    let (_folder, mut context) = context();
    let below = SceneInfo {
        is_busy: true,
        is_windowed: true,
        ..SceneInfo::default()
    };
    let begin = |context: &mut AppContext| {
        ProgramMenu::beginning(Path::new("dropped.fm2"), &below, context)
    };
    let mut menu = begin(&mut context).0.expect("it is asked");
    assert_eq!(menu.sheet().title, "LEAVE THIS GAME?");
    assert!(matches!(
        menu.press(Input::Back, &mut context),
        Some(Request::Close)
    ));
    let mut menu = begin(&mut context).0.unwrap();
    assert!(matches!(
        choose(&mut menu, &mut context, &["KEEP PLAYING"]),
        Some(Request::Close)
    ));
}

#[test]
fn enter_renames_and_opens_what_is_typed_and_refuses_names_that_cannot_be() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    keep_a_game(&context, "game-000001.fm2");
    let say = |menu: &mut ProgramMenu, context: &mut AppContext, text: &str| {
        text.chars()
            .for_each(|letter| drop(menu.press(Input::Letter(letter), context)));
        match menu.press(Input::Enter, context) {
            Some(Request::Notify(said)) => said,
            _ => String::new(),
        }
    };
    choose(&mut menu, &mut context, &["RECORDINGS", "game-000001"]);
    go_to(&mut menu, &mut context, "NAME");
    assert_eq!(
        say(&mut menu, &mut context, ""),
        "",
        "the unchanged name must cause no notice"
    );
    let said = say(&mut menu, &mut context, &"x".repeat(60));
    assert!(said.contains("at most 60 letters"), "{said}");
    for (typed, why) in [("../x", "contains / or"), ("Best", "")] {
        (0..80).for_each(|_| drop(menu.press(Input::Erase, &mut context)));
        let said = say(&mut menu, &mut context, typed);
        assert!(said.contains(why), "{said}");
    }
    let folder = context.home().unwrap().folders.recordings();
    assert!(folder.join("Best.fm2").exists());
    go_to(&mut menu, &mut context, "FILE");
    let said = say(&mut menu, &mut context, "mine.fm2");
    assert!(said.contains("mine.fm2"), "{said}");
    menu.press(Input::Back, &mut context);
    choose(&mut menu, &mut context, &["WATCH THE AI", "MORE"]);
    go_to(&mut menu, &mut context, "SEED");
    assert_eq!(say(&mut menu, &mut context, "7B"), "");
    let begins = menu.press(Input::Enter, &mut context);
    assert_eq!(begun(begins, &context), "watch --seed 7B");
}

#[test]
fn colours_are_chosen_beside_a_picture_of_them() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    choose(&mut menu, &mut context, &["SETTINGS", "PICTURE"]);
    assert!(menu.sheet().preview().is_some(), "the first row is COLOURS");
    menu.press(Input::Down, &mut context);
    assert!(menu.sheet().preview().is_none());
}

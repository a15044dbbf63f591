//! Tests of button presses: which ones reach a scene, and the press that began the scene.

use super::*;

#[test]
fn the_menu_pauses_a_game_and_the_press_that_closes_it_does_not_reach_the_game() {
    let game = StillScene::new();
    game.0.borrow_mut().is_person = true;
    let mut app = app(&game);
    app.act(Action::Menu);
    let before = game.steps();
    let b = [Buttons::B, Buttons::NONE];
    app.set_buttons(b, b);
    app.menu_input(Input::Back);
    run(&mut app);
    app.set_buttons(b, [Buttons::NONE; 2]);
    run(&mut app);
    assert!(game.steps() > before, "it goes on");
    let pressed = |held: &[Buttons; 2]| *held != [Buttons::NONE; 2];
    assert!(
        !game.0.borrow().steps.iter().any(pressed),
        "the B that closed the menu must not reach the game"
    );
    app.set_buttons([Buttons::NONE; 2], [Buttons::NONE; 2]);
    app.set_buttons(b, b);
    run(&mut app);
    assert!(
        game.0.borrow().steps.iter().any(pressed),
        "a new press of B must reach the game"
    );
}

#[test]
fn a_game_that_starts_below_a_closed_scene_receives_only_new_presses() {
    let (watched, game) = (StillScene::new(), StillScene::new());
    game.0.borrow_mut().is_person = true;
    let mut app = app(&watched);
    watched.0.borrow_mut().asks = vec![Request::Push(game.boxed())];
    // Nobody plays yet, so the window reports no buttons in this iteration.
    app.set_buttons([Buttons::NONE; 2], [Buttons::NONE; 2]);
    app.act(Action::NewGame);
    run(&mut app);
    let seen = |held: Buttons| {
        let steps = &game.0.borrow().steps;
        steps.iter().any(|step| step[0] == held)
    };
    for _ in 0..2 {
        app.set_buttons([Buttons::START, Buttons::NONE], [Buttons::NONE; 2]);
        run(&mut app);
    }
    assert!(game.steps() > 1 && !seen(Buttons::START));
    // Another button, pressed in the meantime, reaches the scene and remains held.
    let both = [Buttons::START.with(Buttons::LEFT), Buttons::NONE];
    app.set_buttons(both, [Buttons::LEFT, Buttons::NONE]);
    run(&mut app);
    app.set_buttons(both, [Buttons::NONE; 2]);
    game.0.borrow_mut().steps.clear();
    run(&mut app);
    assert!(seen(Buttons::LEFT) && !seen(both[0]));
}

#[test]
fn goofy_foot_swaps_the_buttons_of_players() {
    let game = StillScene::new();
    game.0.borrow_mut().is_person = true;
    let mut app = app(&game);
    app.context.set(|settings| settings.goofy_foot = true);
    app.set_buttons([Buttons::NONE; 2], [Buttons::NONE; 2]);
    let held = [Buttons::LEFT.with(Buttons::A), Buttons::NONE];
    app.set_buttons(held, held);
    run(&mut app);
    let seen = Buttons::RIGHT.with(Buttons::B);
    assert!(game.0.borrow().steps.iter().any(|step| step[0] == seen));
    let all = Buttons::from_bits(u8::MAX);
    assert_eq!(all.changed_over(), all);
    assert_eq!(Buttons::UP.changed_over(), Buttons::DOWN);
    assert_eq!(Buttons::START.changed_over(), Buttons::SELECT);
}

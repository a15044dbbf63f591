//! Tests of closing the window.

use super::*;

#[test]
fn closing_the_window_asks_once_if_a_game_is_in_progress() {
    let game = StillScene::new();
    let mut app = app(&game);
    assert!(app.may_close(), "nothing is lost");
    game.0.borrow_mut().is_busy = true;
    assert!(!app.may_close());
    choose(&mut app, "KEEP PLAYING");
    assert!(app.sheet().is_none() && !app.wants_to_quit());
    assert!(!app.may_close(), "it asks again");
    assert!(app.may_close(), "a second request must close the window");
    choose(&mut app, "LEAVE AND QUIT");
    assert!(app.wants_to_quit());
}

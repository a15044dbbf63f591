//! Tests of the demo: it plays and ends by itself, and does not change the randomizer's count.

use rightwell::engine::{Console, Screen};
use rightwell::rules::{Buttons, Region};

/// Returns a console in the first frame of its demo, without any button pressed before.
fn demo() -> Console {
    let mut console = Console::power_on(Region::Ntsc);
    while !console.is_demo() {
        console.step(Buttons::NONE);
    }
    console
}

#[test]
fn the_demo_fills_rows_and_goes_back_to_the_title() {
    let mut console = demo();
    let mut lines = 0;
    while console.is_demo() {
        console.step(Buttons::NONE);
        if let Some(game) = console.game() {
            lines = game.lines();
            assert!(!game.is_over());
        }
    }
    assert_eq!(lines, 14);
    assert_eq!(console.screen(), Screen::Title);
    assert_eq!(console.carry().choice.count, 0);
}

#[test]
fn start_alone_ends_the_demo() {
    let mut console = demo();
    for _ in 0..200 {
        console.step(Buttons::NONE);
    }
    console.step(Buttons::START | Buttons::A);
    assert!(console.is_demo());
    console.step(Buttons::START);
    assert_eq!(console.screen(), Screen::Title);
    // Wait until the title screen reads Start. Later, wait until the type menu reads it.
    for _ in 0..5 {
        console.step(Buttons::NONE);
    }
    console.step(Buttons::START);
    assert_eq!(console.screen(), Screen::TypeMenu);
    for _ in 0..4 {
        console.step(Buttons::NONE);
    }
    let mut early = console.clone();
    early.step(Buttons::NONE);
    console.step(Buttons::START);
    assert_eq!(console.screen(), Screen::LevelMenu);
    assert_eq!(early.screen(), Screen::TypeMenu);
}

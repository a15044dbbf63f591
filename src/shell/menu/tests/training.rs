//! Tests of the list of training modes and of the modes' pages.

use rightwell::engine::TrainingMode;

use crate::options::forms::{TrainedMode, TrainingForm};
use crate::options::words::WordTable;
use crate::store::drill_results;

use super::*;

/// Returns the labels of a page's rows, without headings.
fn labels(menu: &ProgramMenu) -> Vec<String> {
    let lines = menu.sheet().lines.into_iter();
    let rows = lines.filter(|line| !line.is_heading && !line.label.is_empty());
    rows.map(|line| line.label).collect()
}

#[test]
fn the_list_has_every_mode_with_a_picture_and_its_page_opens() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    choose(&mut menu, &mut context, &["TRAINING"]);
    let modes = TrainedMode::table();
    assert_eq!(labels(&menu).len(), modes.len());
    for (mode, _, about) in modes {
        let title = mode.title().to_uppercase();
        go_to(&mut menu, &mut context, &title);
        let sheet = menu.sheet();
        assert_eq!(sheet.hint, about, "{title}: no result, no best");
        let is_game = mode != TrainedMode::SpeedTest;
        assert_eq!(sheet.preview().is_some(), is_game, "{title}");
        choose(&mut menu, &mut context, &[&title]);
        assert_eq!(menu.sheet().title, title);
        menu.press(Input::Back, &mut context);
    }
}

#[test]
fn a_page_has_only_the_rows_that_its_mode_uses() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let mut rows = |mode| {
        choose(&mut menu, &mut context, &["TRAINING", mode]);
        let rows = labels(&menu);
        (0..2).for_each(|_| drop(menu.press(Input::Back, &mut context)));
        rows.join(", ")
    };
    assert_eq!(
        rows("SETUPS"),
        "BEGIN, SETUP, LEVEL, DAS ONLY, NO PAUSE, REGION, SPEED"
    );
    assert_eq!(
        rows("KILLSCREEN"),
        "BEGIN, LINECAP, DAS ONLY, NO PAUSE, SCORE, CLEARS, ALSO, NES CRASH BUG, REGION, SPEED"
    );
    assert_eq!(rows("SPEED TEST"), "BEGIN, REGION");
}

#[test]
fn the_value_of_a_mode_has_a_name_and_a_meaning() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    for (mode, label, meaning, word) in [
        ("DROUGHT", "DROUGHT", "13 of 18, hard", "drought:13"),
        ("PACE", "TARGET", "1,000,000", "pace:10"),
        ("TAP", "TOWER", "8 rows, left", "tap:8"),
        ("CRUNCH", "WALLS", "1 and 1 wide", "crunch:5"),
    ] {
        choose(&mut menu, &mut context, &["TRAINING", mode]);
        assert_eq!(value(&menu, label), meaning);
        let line = begun(menu.press(Input::Start, &mut context), &context);
        assert!(line.contains(&format!("--mode {word}")), "{line}");
        menu = self::menu();
    }
}

#[test]
fn a_mode_starts_at_its_own_level_and_a_changed_level_stays() {
    let ((folder, mut context), mut menu) = (context(), menu());
    choose(&mut menu, &mut context, &["TRAINING", "TAP"]);
    assert_eq!(value(&menu, "LEVEL"), "18");
    menu.press(Input::Back, &mut context);
    choose(&mut menu, &mut context, &["SETUPS"]);
    assert_eq!(value(&menu, "LEVEL"), "0");
    go_to(&mut menu, &mut context, "LEVEL");
    menu.press(Input::Letter('7'), &mut context);
    go_to(&mut menu, &mut context, "SETUP");
    menu.press(Input::Right, &mut context);
    menu.press(Input::Back, &mut context);
    choose(&mut menu, &mut context, &["WELLS"]);
    menu.press(Input::Start, &mut context);
    let mut context = AppContext::from_home(Home::in_folder(folder.path()));
    let mut menu = self::menu();
    choose(&mut menu, &mut context, &["TRAINING", "SETUPS"]);
    assert_eq!(value(&menu, "LEVEL"), "7");
    assert_eq!(value(&menu, "SETUP"), "S and T spins");
}

#[test]
fn choices_of_earlier_versions_open_their_mode() {
    let (folder, context) = context();
    let path = context.folders().unwrap().choices();
    let text = "(version: 2, training: (mode: \"setups\", value: 3, level: 9))";
    std::fs::write(path, text).unwrap();
    let mut context = AppContext::from_home(Home::in_folder(folder.path()));
    let mut menu = menu();
    choose(&mut menu, &mut context, &["TRAINING"]);
    let request = choose(&mut menu, &mut context, &["SETUPS", "BEGIN"]);
    let line = begun(request, &context);
    assert!(
        line.contains("--level 9") && line.contains("setups:3"),
        "{line}"
    );
}

#[test]
fn the_list_and_the_page_show_the_best_result_with_its_unit() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let path = context.folders().unwrap().drills();
    let form = TrainingForm::default().switched_to(TrainedMode::Game(TrainingMode::Wells));
    let training = form.args().training.resolve().unwrap().unwrap();
    drill_results::add(&path, &drill_results::name_of(&training, 18), 12).unwrap();
    choose(&mut menu, &mut context, &["TRAINING"]);
    assert_eq!(value(&menu, "WELLS"), "best 12");
    assert_eq!(value(&menu, "TAP"), "");
    go_to(&mut menu, &mut context, "WELLS");
    assert!(menu.sheet().hint.ends_with(" Your best: 12 in a row"));
    choose(&mut menu, &mut context, &["WELLS"]);
    assert_eq!(value(&menu, "BEST"), "12 in a row");
}

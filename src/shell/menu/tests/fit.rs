//! Checks that all texts of all pages fit, for every value of their rows.

use rightwell::render::hint_lines;

use crate::options::forms::TrainedMode;
use crate::options::words::WordTable;

use super::*;

/// Number of presses that is enough to step through the values of any row.
const VALUES: usize = 260;

/// Returns the texts of a page that are cut off. Such a text ends with dots.
fn cut(sheet: &Sheet) -> Vec<String> {
    let lines = sheet.lines.iter();
    let mut all: Vec<&str> = lines
        .flat_map(|line| [&*line.label, &*line.value])
        .collect();
    all.extend([&*sheet.title, &*sheet.footer]);
    // A column beside the page may show the preview. The page then has another layout.
    let sheets = [sheet.clone(), sheet.clone().without_preview()];
    let hints = sheets.map(|sheet| hint_lines(&sheet));
    all.extend(
        hints
            .iter()
            .filter_map(|hint| hint.last())
            .map(String::as_str),
    );
    let cut = all.into_iter().filter(|text| text.ends_with(".."));
    cut.map(|text| format!("{}: '{text}', {:?}", sheet.title, sheet.hint))
        .collect()
}

/// Visits all rows of a page, and all values of each row. Then restores the values.
fn walk(menu: &mut ProgramMenu, context: &mut AppContext, cuts: &mut Vec<String>) {
    let chosen = |menu: &ProgramMenu| {
        let line = menu.sheet().lines.into_iter().find(|line| line.is_chosen);
        line.expect("the cursor is on a row")
    };
    let first = chosen(menu).row;
    loop {
        let begin = chosen(menu);
        let mut is_round = false;
        for _ in 0..VALUES {
            cuts.extend(cut(&menu.sheet()));
            if !begin.turns {
                is_round = true;
                break;
            }
            menu.press(Input::Right, context);
            is_round = chosen(menu).value == begin.value;
            if is_round {
                break;
            }
        }
        assert!(is_round, "{} has more values", begin.label);
        menu.press(Input::Down, context);
        if chosen(menu).row == first {
            return;
        }
    }
}

#[test]
fn every_text_of_every_page_fits_at_every_value() {
    let mut cuts = Vec::new();
    let modes = TrainedMode::table().into_iter().map(|row| row.0.title());
    let modes: Vec<String> = modes.map(str::to_uppercase).collect();
    let modes: Vec<[&str; 2]> = modes.iter().map(|mode| ["TRAINING", mode]).collect();
    let trained = modes.iter().map(|pages| (&pages[..], &[][..]));
    for (pages, turned) in trained.chain([
        (&[][..], &[][..]),
        (&["WATCH THE AI"], &[]),
        (&["WATCH THE AI", "BUILD A PICTURE"], &[]),
        (&["WATCH THE AI", "MORE"], &[]),
        (&["WATCH THE AI", "MORE"], &[("FILTER", 2)]),
        (&["WATCH THE AI", "MORE"], &[("INPUT", 1), ("TYPE", 1)]),
        (&["WATCH THE AI", "MORE"], &[("ENDLESS", 1)]),
        (&["PLAY"], &[]),
        (&["PLAY"], &[("TYPE", 1)]),
        (&["VERSUS"], &[]),
        (&["VERSUS"], &[("CUSTOM OPPONENT", 1), ("HANDS", 0)]),
        (&["PUZZLES"], &[]),
        (&["PUZZLES"], &[("FROM", 1)]),
        (&["RECORDINGS"], &[]),
        (&["REVIEW MY GAMES"], &[]),
        (&["SETTINGS"], &[]),
        (&["SETTINGS", "PICTURE"], &[]),
        (&["SETTINGS", "PANELS"], &[]),
        (&["SETTINGS", "SOUND"], &[]),
        (&["SETTINGS", "COACH"], &[]),
        (&["SETTINGS", "KEYS AND PADS"], &[]),
        (&["SETTINGS", "RESET ALL SETTINGS AND KEYS"], &[]),
        (&["SETTINGS", "KEYS AND PADS", "KEYS"], &[]),
        (&["SETTINGS", "KEYS AND PADS", "KEYS", "DOWN"], &[]),
        (
            &["SETTINGS", "KEYS AND PADS", "TWO PLAYERS: LEFT KEYS"],
            &[],
        ),
        (
            &["SETTINGS", "KEYS AND PADS", "TWO PLAYERS: RIGHT KEYS"],
            &[],
        ),
        (&["SETTINGS", "KEYS AND PADS", "KEYS OF THE PROGRAM"], &[]),
        (&["SETTINGS", "KEYS AND PADS", "GAME PAD"], &[]),
        (&["SETTINGS", "KEYS AND PADS", "SECOND GAME PAD"], &[]),
        (&["KEYS"], &[]),
        (&["TRAINING"], &[]),
        (&["TRAINING", "DROUGHT"], &[("LINECAP", 1)]),
        (&["QUIT"], &[]),
    ]) {
        let mut context = AppContext::without_home();
        let mut menu = ProgramMenu::new(SceneInfo {
            is_busy: true,
            can: Capabilities {
                is_busy: true,
                people: [true, false],
                ..Capabilities::default()
            },
            is_deep: true,
            is_windowed: true,
            has_pad: true,
            ..SceneInfo::default()
        });
        choose(&mut menu, &mut context, pages);
        for (label, times) in turned {
            go_to(&mut menu, &mut context, label);
            (0..*times).for_each(|_| drop(menu.press(Input::Right, &mut context)));
        }
        if menu.takes() == InputKind::AnyKey {
            cuts.extend(cut(&menu.sheet()));
            continue;
        }
        walk(&mut menu, &mut context, &mut cuts);
    }
    cuts.sort();
    cuts.dedup();
    assert!(cuts.is_empty(), "{cuts:#?}");
}

//! Tests of scenes that start from the menu.

use std::collections::BTreeSet;
use std::path::Path;

use rightwell::engine::HighScores;
use rightwell::rules::{Buttons, Region};
use rightwell::session::Person;

use crate::options::forms::PuzzlesForm;
use crate::options::scenes::{SceneArgs, WatchArgs};

use super::*;

/// Returns a pseudorandom number below `end`, and advances `seed`.
fn below(seed: &mut u32, end: u32) -> u32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*seed >> 8) % end
}

#[test]
fn puzzles_of_every_theme_with_all_of_its_stars_can_begin() {
    let mut context = AppContext::without_home();
    let mut begun = BTreeSet::new();
    for is_theme_first in [true, false] {
        for (stars, theme) in (0..60).map(|pair| (pair / 10, pair % 10)) {
            context.choices.puzzles = PuzzlesForm {
                rated: false,
                ..PuzzlesForm::default()
            };
            let mut menu = ProgramMenu::new(SceneInfo {
                is_windowed: true,
                ..SceneInfo::default()
            });
            let mut press = |input, times| {
                let presses = (0..times).map(|_| menu.press(input, &mut context));
                presses.last().flatten()
            };
            press(Input::Down, 5); // to PUZZLES
            press(Input::Accept, 1);
            press(Input::Down, 4);
            press(Input::Right, if is_theme_first { theme } else { 0 });
            press(Input::Down, 1);
            press(Input::Right, stars);
            press(Input::Up, 1);
            press(Input::Right, if is_theme_first { 0 } else { theme });
            let request = press(Input::Start, 1);
            assert!(
                matches!(request, Some(Request::Begin(_))),
                "{:?}",
                context.choices.puzzles
            );
            begun.insert(format!("{:?}", context.choices.puzzles));
        }
    }
    assert!(begun.len() >= 30, "{begun:?}");
}

/// On Linux, file names are bytes in any encoding.
#[cfg(target_os = "linux")]
#[test]
fn a_recording_whose_name_is_no_text_is_listed_and_played() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let mut context = AppContext::from_home(Home::in_folder(folder.path()));
    let recordings = context.folders().unwrap().recordings();
    std::fs::create_dir_all(&recordings).unwrap();
    let name = std::ffi::OsStr::from_bytes(b"be\xFFst.fm2");
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    for _ in 0..60 {
        person.step(Buttons::NONE);
    }
    std::fs::write(recordings.join(name), person.history().to_fm2()).unwrap();
    let mut menu = ProgramMenu::new(SceneInfo::default());
    go_to(&mut menu, &mut context, "RECORDINGS");
    menu.press(Input::Accept, &mut context);
    assert_eq!(menu.sheet().title, "RECORDINGS");
    menu.press(Input::Accept, &mut context);
    menu.press(Input::Accept, &mut context);
    let begun = context.finish_tasks().pop();
    assert!(matches!(begun, Some(Request::Begin(_))), "{begun:?}");
}

#[test]
fn a_video_is_refused_with_the_command_that_reads_it() {
    let fault = crate::scene::begin::recording::load(Path::new("film.mp4"), false);
    let fault = fault.unwrap_err().to_string();
    assert!(fault.starts_with("film.mp4 is a video; "), "{fault}");
}

#[test]
fn a_start_without_arguments_shows_a_strong_player_with_a_gamepad() {
    let args = SceneArgs::Watch(WatchArgs::of_first_start());
    let words = "watch --hand machine --input pad --level 18 --player scorer";
    assert_eq!(args.words().join(" "), words);
    let mut context = AppContext::without_home();
    let begun = context.begin(args).unwrap();
    assert!(begun.scene.can().does(Action::Filter));
}

#[test]
fn every_choice_in_the_menu_can_start() {
    let mut context = AppContext::without_home();
    let mut seed = 5;
    let mut begun = 0;
    for mode in [&["WATCH THE AI", "MORE"][..], &["VERSUS"]] {
        for _ in 0..25 {
            let mut menu = ProgramMenu::new(SceneInfo {
                is_windowed: true,
                ..SceneInfo::default()
            });
            choose(&mut menu, &mut context, mode);
            for _ in 0..40 {
                let input = match below(&mut seed, 4) {
                    0 | 1 => Input::Down,
                    2 => Input::Right,
                    _ => Input::Letter(char::from(b'0' + below(&mut seed, 10) as u8)),
                };
                menu.press(input, &mut context);
            }
            match menu.press(Input::Start, &mut context) {
                Some(Request::Begin(_)) => begun += 1,
                // In this test, there is no folder for the recording of a match.
                Some(Request::Notify(said)) if said.contains("no home folder") => begun += 1,
                request => panic!("{request:?}: {:?}", context.choices),
            }
        }
    }
    assert_eq!(begun, 50);
}

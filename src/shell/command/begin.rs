//! Whatever the menu begins or writes is said by the words of a command line, so that both do the
//! same.

use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicU64};

use clap::Parser;

use crate::shell::activity::Begun;
use crate::shell::error::CliError;
use crate::shell::menu::context::{AppContext, Launch};

use crate::shell::menu::begin::{play, puzzles, versus, watch};

use super::{Command, RawArgs, record, replay, usage};

/// What the menu does by the words of command lines.
pub const LAUNCH: Launch = Launch { begin, record };

/// Begins what the words behind the program's name ask for: something to watch, to play, or a
/// recording.
fn begin(words: &[OsString], context: &AppContext) -> Result<Begun, CliError> {
    match command(words)? {
        Some(Command::Watch(args)) => watch::begin(&args),
        Some(Command::Play(args)) => play::begin(&args, context),
        Some(Command::Versus(args)) => versus::begin(&args, context),
        Some(Command::Puzzles(args)) => puzzles::begin(&args, context),
        Some(Command::Replay(args)) => replay::begin(&args, context),
        _ => Err(CliError::usage("the menu begins what can be shown only")),
    }
}

/// Writes what the words behind the program's name ask for, until it is done or stopped.
fn record(words: &[OsString], stop: &AtomicBool) -> Result<(), CliError> {
    match command(words)? {
        Some(Command::Record(args)) => record::write(&args, stop, &AtomicU64::new(0)),
        _ => Err(CliError::usage("the menu writes recordings only")),
    }
}

fn command(words: &[OsString]) -> Result<Option<Command>, CliError> {
    let program = OsString::from("rightwell");
    let words = std::iter::once(&program).chain(words);
    Ok(RawArgs::try_parse_from(words).map_err(usage)?.command)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rightwell::engine::HighScores;
    use rightwell::menu::Input;
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use crate::shell::activity::Request;
    use crate::shell::menu::{Below, ProgramMenu};
    use crate::shell::store::choices::PuzzlesChoice;
    use crate::shell::store::home::Home;

    use super::*;

    /// A number below `end` that follows from the seed.
    fn below(seed: &mut u32, end: u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*seed >> 8) % end
    }

    #[test]
    fn puzzles_of_every_theme_with_all_of_its_stars_can_begin() {
        let mut context = AppContext::without_home(LAUNCH);
        let mut begun = BTreeSet::new();
        for is_theme_first in [true, false] {
            for (stars, theme) in (0..36).map(|pair| (pair / 6, pair % 6)) {
                context.choices.puzzles = PuzzlesChoice::default();
                let mut menu = ProgramMenu::new(Below {
                    is_windowed: true,
                    ..Below::default()
                });
                let mut press = |input, times| {
                    let presses = (0..times).map(|_| menu.press(input, &mut context));
                    presses.last().flatten()
                };
                press(Input::Down, 4);
                press(Input::Accept, 1);
                press(Input::Down, 2);
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
        // Of thirty-six pairs seven have no puzzle.
        assert_eq!(begun.len(), 29);
    }

    /// Names of files are bytes there, of whichever letters.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_recording_whose_name_is_no_text_is_listed_and_played() {
        use std::os::unix::ffi::OsStrExt;

        let folder = tempfile::tempdir().unwrap();
        let mut context = AppContext::from_home(Home::in_folder(folder.path()), LAUNCH);
        let recordings = context.folders().unwrap().recordings();
        std::fs::create_dir_all(&recordings).unwrap();
        let name = std::ffi::OsStr::from_bytes(b"be\xFFst.fm2");
        let mut person = Person::power_on(Region::Ntsc, HighScores::default());
        for _ in 0..60 {
            person.step(Buttons::NONE);
        }
        std::fs::write(recordings.join(name), person.history().to_fm2()).unwrap();
        let mut menu = ProgramMenu::new(Below::default());
        (0..6).for_each(|_| drop(menu.press(Input::Down, &mut context)));
        menu.press(Input::Accept, &mut context);
        assert_eq!(menu.sheet().title, "RECORDINGS");
        menu.press(Input::Accept, &mut context);
        let begun = menu.press(Input::Accept, &mut context);
        assert!(matches!(begun, Some(Request::Begin(_))), "{begun:?}");
    }

    #[test]
    fn of_a_video_it_is_said_what_reads_it() {
        let context = AppContext::without_home(LAUNCH);
        let words = ["replay", "film.mp4"].map(OsString::from);
        let fault = begin(&words, &context).unwrap_err().to_string();
        assert!(fault.starts_with("film.mp4 is a video: "), "{fault}");
    }

    #[test]
    fn whatever_is_chosen_in_the_menu_can_begin() {
        let mut context = AppContext::without_home(LAUNCH);
        let mut seed = 5;
        let mut begun = 0;
        for mode in [1, 3] {
            for _ in 0..25 {
                let mut menu = ProgramMenu::new(Below {
                    is_windowed: true,
                    ..Below::default()
                });
                (0..mode).for_each(|_| drop(menu.press(Input::Down, &mut context)));
                menu.press(Input::Accept, &mut context);
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
                    // There is no folder to keep a match in.
                    Some(Request::Say(said)) if said.contains("no folder of yours") => begun += 1,
                    request => panic!("{request:?}: {:?}", context.choices),
                }
            }
        }
        assert_eq!(begun, 50);
    }
}

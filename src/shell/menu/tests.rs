//! Pages walked by scripts of inputs, and what they look like.

mod fit;
#[path = "../../../tests/screens/golden.rs"]
mod golden;
mod steps;

use std::fs::File;
use std::time::Duration;

use rightwell::engine::{HighScores, View};
use rightwell::render::{Frame, Renderer};
use rightwell::rules::{Buttons, Region};
use rightwell::session::Person;

use super::desk::Launch;
use super::*;
use crate::shell::error::CliError;
use crate::shell::host::clock::{FileTime, now};
use crate::shell::store::choices::VersusChoice;
use crate::shell::store::home::Home;
use crate::shell::store::settings::{HintMode, Scaling, Settings};

/// Begins nothing, but says what it was to begin.
const SAYING: Launch = Launch {
    begin: |words, _| Err(CliError::usage(words.join(" ".as_ref()).display())),
    record: |_, _| Ok(()),
};

/// A user's folders, made for a test, and a desk that works with them.
fn desk() -> (tempfile::TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    (folder, Desk::of(home, SAYING))
}

/// The menu over a window's game that nobody would miss.
fn menu() -> ProgramMenu {
    ProgramMenu::new(Below {
        is_windowed: true,
        ..Below::default()
    })
}

/// Moves the cursor to the row of that label.
fn go_to(menu: &mut ProgramMenu, desk: &mut Desk, label: &str) {
    for _ in 0..100 {
        let sheet = menu.sheet();
        let mut chosen = sheet.lines.iter().filter(|line| line.is_chosen);
        if chosen.any(|line| line.label == label) {
            return;
        }
        menu.press(Input::Down, desk);
    }
    panic!("there is no {label}");
}

/// Chooses the rows of these labels, one after the other.
fn choose(menu: &mut ProgramMenu, desk: &mut Desk, labels: &[&str]) -> Option<Request> {
    let mut wish = None;
    for label in labels {
        go_to(menu, desk, label);
        wish = menu.press(Input::Accept, desk);
    }
    wish
}

/// What is said, with the value of the row of that label.
fn value(menu: &ProgramMenu, label: &str) -> String {
    let sheet = menu.sheet();
    let line = sheet.lines.iter().find(|line| line.label == label);
    line.unwrap_or_else(|| panic!("no {label}")).value.clone()
}

#[test]
fn two_presses_of_start_lead_into_every_mode() {
    for (mode, words) in [
        ("WATCH", "watch "),
        ("PLAY", "play "),
        ("VERSUS", "versus "),
        ("PUZZLES", "puzzles"),
    ] {
        let ((_folder, mut desk), mut menu) = (desk(), menu());
        go_to(&mut menu, &mut desk, mode);
        menu.press(Input::Start, &mut desk);
        let Some(Request::Say(said)) = menu.press(Input::Start, &mut desk) else {
            panic!("{mode} does not begin");
        };
        assert!(said.starts_with(words), "{said}");
    }
}

#[test]
fn what_is_chosen_is_begun_and_found_again() {
    let ((folder, mut desk), mut menu) = (desk(), menu());
    choose(&mut menu, &mut desk, &["WATCH"]);
    go_to(&mut menu, &mut desk, "FILTER");
    menu.press(Input::Right, &mut desk);
    go_to(&mut menu, &mut desk, "LEVEL");
    "18".chars()
        .for_each(|digit| drop(menu.press(Input::Letter(digit), &mut desk)));
    go_to(&mut menu, &mut desk, "SEED");
    assert_eq!(menu.takes(), Takes::Letters);
    "7bx"
        .chars()
        .for_each(|digit| drop(menu.press(Input::Letter(digit), &mut desk)));
    let Some(Request::Say(said)) = menu.press(Input::Start, &mut desk) else {
        panic!("it does not begin");
    };
    for option in ["--filter well", "--level 18", "--seed 7B"] {
        assert!(said.contains(option), "{said}");
    }
    let again = Desk::of(Home::in_folder(folder.path()), SAYING);
    assert_eq!(again.choices, desk.choices);
    let mut menu = self::menu();
    choose(&mut menu, &mut desk, &["WATCH"]);
    assert_eq!(value(&menu, "LEVEL"), "18");
}

#[test]
fn own_palettes_players_and_opponents_are_chosen_behind_ours_and_found_again_until_they_have_gone()
{
    let ((folder, mut desk), mut menu) = (desk(), menu());
    let mine = ["palettes/mine.pal", "players/me.ron", "opponents/rival.ron"]
        .map(|file| folder.path().join("config").join(file));
    for path in &mine {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, [0; 192]).unwrap();
    }
    // The last of all is one to the left of the first.
    choose(&mut menu, &mut desk, &["SETTINGS"]);
    menu.press(Input::Left, &mut desk);
    assert_eq!(value(&menu, "COLOURS"), "mine");
    menu.press(Input::Back, &mut desk);
    for (mode, row, rights, words) in [
        ("WATCH", "PLAYER", -1, "--player me "),
        ("VERSUS", "RIGHT", -3, "--right rival "),
    ] {
        choose(&mut menu, &mut desk, &[mode]);
        go_to(&mut menu, &mut desk, row);
        (rights..0).for_each(|_| drop(menu.press(Input::Left, &mut desk)));
        let Some(Request::Say(said)) = menu.press(Input::Start, &mut desk) else {
            panic!("{mode} does not begin");
        };
        assert!(said.contains(words), "{said}");
        menu.press(Input::Back, &mut desk);
    }

    let again = || Desk::of(Home::in_folder(folder.path()), SAYING);
    let mut desk = again();
    assert_eq!(desk.settings().palette, "mine");
    let mut menu = self::menu();
    assert!(choose(&mut menu, &mut desk, &["WATCH"]).is_none());
    assert_eq!(value(&menu, "PLAYER"), "me");

    mine.iter()
        .for_each(|path| std::fs::remove_file(path).unwrap());
    let mut desk = again();
    for (mode, row, instead, line) in [
        (
            "WATCH",
            "PLAYER",
            "survival",
            "PLAYER: 'me' is not known; survival is chosen",
        ),
        (
            "VERSUS",
            "RIGHT",
            "first-week",
            "RIGHT: 'rival' is not known; first-week is chosen",
        ),
    ] {
        let mut menu = self::menu();
        let Some(Request::Say(said)) = choose(&mut menu, &mut desk, &[mode]) else {
            panic!("{mode} says nothing");
        };
        assert!(said.starts_with(line), "{said}");
        assert_eq!(value(&menu, row), instead);
    }
    let mut menu = self::menu();
    assert!(
        choose(&mut menu, &mut desk, &["WATCH"]).is_none(),
        "said once"
    );
}

#[test]
fn what_begins_is_what_is_shown_where_a_word_in_the_file_is_not_known() {
    let (folder, mut desk) = desk();
    let path = desk.folders().unwrap().choices();
    let text =
        "(version: 1, watch: (filter: \"pattern-round\", input: \"mouse\", speed: \"warp\"))";
    std::fs::write(&path, text).unwrap();
    desk = Desk::of(Home::in_folder(folder.path()), SAYING);
    let mut menu = menu();
    let Some(Request::Say(said)) = choose(&mut menu, &mut desk, &["WATCH"]) else {
        panic!("nothing is said");
    };
    assert_eq!(
        said,
        "FILTER: 'pattern-round' is not known; none is chosen in its place; \
         INPUT: 'mouse' is not known; drag is chosen in its place; \
         SPEED: 'warp' is not known; 1 is chosen in its place"
    );
    assert_eq!(value(&menu, "FILTER"), "none");
    let Some(Request::Say(said)) = menu.press(Input::Start, &mut desk) else {
        panic!("it does not begin");
    };
    for option in ["--filter none ", "--input drag ", "--speed 1"] {
        assert!(said.contains(option), "{said}");
    }
}

/// A desk whose user had chosen this for matches.
fn desk_with(choose: impl FnOnce(&mut VersusChoice)) -> (tempfile::TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let mut desk = Desk::of(home, SAYING);
    choose(&mut desk.choices.versus);
    (folder, desk)
}

#[test]
fn dials_begin_as_the_opponent_has_them_that_they_are_for() {
    for (left, right, words) in [
        (
            "person",
            "first-week",
            "--player dellacherie --tap-hz 4 --reaction 38 --sight 0 --depth 1 --misdrops 22 --aggression 0 ",
        ),
        (
            "machine",
            "person",
            "--player fighter --hand machine --depth 4 --misdrops 0 --aggression 0 ",
        ),
        (
            "machine",
            "champion",
            "--player fighter --tap-hz 17 --reaction 6 --sight 0 --depth 3 --misdrops 1 --aggression 25 ",
        ),
    ] {
        let (_folder, mut desk) = desk_with(|choice| {
            (choice.left, choice.right) = (left.to_owned(), right.to_owned());
            choice.player = "gone".to_owned();
        });
        let mut menu = menu();
        let said = choose(&mut menu, &mut desk, &["VERSUS"]);
        assert!(said.is_none(), "no dials, no player");
        choose(&mut menu, &mut desk, &["FINE-TUNE"]);
        let Some(Request::Say(said)) = menu.press(Input::Start, &mut desk) else {
            panic!("it does not begin");
        };
        assert!(said.contains(words), "{said}");
        // What is turned then stays as it is turned.
        go_to(&mut menu, &mut desk, "AGGRESSION");
        menu.press(Input::Right, &mut desk);
        let turned = value(&menu, "AGGRESSION");
        assert!(!words.contains(&format!("--aggression {turned} ")));
        go_to(&mut menu, &mut desk, "DEPTH");
        menu.press(Input::Right, &mut desk);
        assert_eq!(value(&menu, "AGGRESSION"), turned);
    }
}

#[test]
fn hands_and_a_sight_that_the_menu_does_not_offer_stay() {
    let (_folder, mut desk) = desk_with(|choice| {
        choice.has_dials = true;
        choice.hand = "mine.ron".to_owned();
        choice.sight = "33".to_owned();
    });
    let mut menu = menu();
    choose(&mut menu, &mut desk, &["VERSUS"]);
    assert_eq!(value(&menu, "HANDS"), "mine.ron");
    go_to(&mut menu, &mut desk, "DEPTH");
    menu.press(Input::Right, &mut desk);
    assert_eq!(value(&menu, "HANDS"), "mine.ron");
    let Some(Request::Say(said)) = menu.press(Input::Start, &mut desk) else {
        panic!("it does not begin");
    };
    assert!(said.contains("--hand mine.ron "), "{said}");
    // The next one is that whose taps, reaction and sight are chosen one by one.
    go_to(&mut menu, &mut desk, "HANDS");
    menu.press(Input::Right, &mut desk);
    assert_eq!(value(&menu, "SIGHT"), "33");
    go_to(&mut menu, &mut desk, "SIGHT");
    menu.press(Input::Left, &mut desk);
    assert_eq!(value(&menu, "SIGHT"), "30");
}

#[test]
fn what_is_set_holds_at_once_and_after_the_next_start() {
    let ((folder, mut desk), mut menu) = (desk(), menu());
    choose(&mut menu, &mut desk, &["SETTINGS", "FLASHING", "SCALING"]);
    assert!(!desk.settings().flashing && desk.settings().scaling == Scaling::Fill);
    assert_eq!(desk.changes(), 2);
    let again = Desk::of(Home::in_folder(folder.path()), SAYING);
    assert_eq!(again.settings(), desk.settings());
    choose(&mut menu, &mut desk, &["ALL AS AT FIRST", "RESET"]);
    assert_eq!(desk.settings(), &Settings::default());
    go_to(&mut menu, &mut desk, "FLASHING");
    assert_eq!(value(&menu, "FLASHING"), "yes");
}

#[test]
fn what_cannot_be_written_is_said_and_holds_until_the_end() {
    let (folder, mut desk) = desk();
    let config = folder.path().join("config");
    std::fs::remove_dir_all(&config).unwrap();
    std::fs::write(&config, "a file where a folder should be").unwrap();
    let said = desk.set(|settings| settings.flashing = false).unwrap();
    assert!(said.contains("config"), "{said}");
    assert!(!desk.settings().flashing && !desk.home().unwrap().settings.flashing);
    assert_eq!(
        std::fs::read(&config).unwrap(),
        b"a file where a folder should be"
    );
}

#[test]
fn keys_are_set_by_pressing_them_and_one_that_is_taken_changes_places() {
    let ((folder, mut desk), mut menu) = (desk(), menu());
    choose(&mut menu, &mut desk, &["SETTINGS", "KEYS", "A"]);
    assert_eq!(menu.takes(), Takes::AnyKey);
    menu.key("C", &mut desk);
    assert_eq!(desk.settings().keys.key_of("a"), Some("C"));
    choose(&mut menu, &mut desk, &["B"]);
    let Some(Request::Say(said)) = menu.key("Left", &mut desk) else {
        panic!("a clash is not said");
    };
    assert!(said.contains("Left was the key of left"), "{said}");
    let key_of = |desk: &Desk, name| desk.settings().keys.key_of(name).unwrap().to_owned();
    assert_eq!(
        (key_of(&desk, "b"), key_of(&desk, "left")),
        ("Left".into(), "Z".into())
    );
    choose(&mut menu, &mut desk, &["START"]);
    menu.key("F5", &mut desk);
    // The pad may have Enter beside what plays on from a recording; filter may not.
    let filter = desk.settings().program_keys.key_of("filter").unwrap();
    assert!(filter != "Enter" && filter != "F5", "{filter}");
    let again = Desk::of(Home::in_folder(folder.path()), SAYING);
    assert_eq!(again.settings(), desk.settings());
    assert_eq!(again.notices, [""; 0]);
    choose(&mut menu, &mut desk, &["UP"]);
    menu.press(Input::Back, &mut desk);
    assert_eq!(
        (key_of(&desk, "up"), menu.takes()),
        ("Up".into(), Takes::Buttons)
    );
    choose(&mut menu, &mut desk, &["AS AT FIRST"]);
    assert_eq!(desk.settings().keys, Settings::default().keys);
    assert_eq!(desk.settings(), &Settings::default(), "filter as well");
}

#[test]
fn left_and_right_change_places_and_what_an_action_lost_to_a_button_is_said_and_comes_back() {
    let ((_folder, mut desk), mut menu) = (desk(), menu());
    let key_of = |desk: &Desk, name| {
        let settings = desk.settings();
        let key = settings.keys.key_of(name);
        key.or(settings.program_keys.key_of(name))
            .unwrap()
            .to_owned()
    };
    choose(&mut menu, &mut desk, &["SETTINGS", "KEYS", "RIGHT"]);
    menu.key("Left", &mut desk);
    assert_eq!(key_of(&desk, "right"), "Left");
    assert_eq!(key_of(&desk, "left"), "Right");
    choose(&mut menu, &mut desk, &["AS AT FIRST"]);
    assert_eq!(desk.settings(), &Settings::default());

    // Tab goes from the program to the button and comes back, by way of another key or at once.
    for keys in [&["Tab"][..], &["Tab", "C"], &["Tab", "F5", "F6"]] {
        for key in keys {
            choose(&mut menu, &mut desk, &["RIGHT"]);
            let Some(Request::Say(said)) = menu.key(key, &mut desk) else {
                panic!("{key} changes something else without a word");
            };
            let kept = key_of(&desk, "keep_recording");
            let line = match *key {
                "Tab" => format!("Tab was the key of keep recording, which has {kept} now"),
                "F6" => "filter has F5 again".to_owned(),
                _ => "keep recording has Tab again".to_owned(),
            };
            assert!(said.contains(&line), "{said}");
        }
        let Some(Request::Say(said)) = choose(&mut menu, &mut desk, &["AS AT FIRST"]) else {
            assert_eq!(keys, ["Tab", "C"], "what comes back is said");
            continue;
        };
        assert!(said.ends_with(" again"), "{said}");
        assert_eq!(desk.settings(), &Settings::default());
    }
}

#[test]
fn a_game_in_play_is_broken_off_only_after_a_question() {
    let (_folder, mut desk) = desk();
    let busy = |is_match| {
        ProgramMenu::new(Below {
            is_busy: true,
            is_match,
            ..Below::default()
        })
    };
    let mut menu = busy(false);
    assert!(choose(&mut menu, &mut desk, &["QUIT"]).is_none());
    assert_eq!(menu.sheet().title, "LEAVE THIS GAME?");
    menu.press(Input::Back, &mut desk);
    assert_eq!(menu.sheet().title, "RIGHTWELL");
    assert!(matches!(
        choose(&mut menu, &mut desk, &["QUIT", "KEEP PLAYING"]),
        Some(Request::Close)
    ));
    let mut menu = busy(true);
    assert!(choose(&mut menu, &mut desk, &["QUIT"]).is_none());
    assert_eq!(menu.sheet().title, "LEAVE THIS MATCH?");
    assert!(matches!(
        choose(&mut menu, &mut desk, &["LEAVE AND QUIT"]),
        Some(Request::Quit)
    ));
    let mut menu = busy(false);
    assert!(choose(&mut menu, &mut desk, &["PLAY", "BEGIN"]).is_none());
    assert!(matches!(
        choose(&mut menu, &mut desk, &["LEAVE"]),
        Some(Request::Say(_))
    ));
    desk.set(|settings| settings.confirmations = false);
    assert!(matches!(
        choose(&mut busy(false), &mut desk, &["QUIT"]),
        Some(Request::Quit)
    ));
}

#[test]
fn the_same_key_closes_the_menu_from_its_first_page() {
    let ((_folder, mut desk), mut menu) = (desk(), menu());
    choose(&mut menu, &mut desk, &["SETTINGS"]);
    assert!(menu.press(Input::Back, &mut desk).is_none());
    assert!(matches!(
        menu.press(Input::Back, &mut desk),
        Some(Request::Close)
    ));
}

/// Keeps a short game of a person under that name; it was written on 21 November 2026.
fn keep_a_game(desk: &Desk, name: &str) {
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    for frame in 0..4_000 {
        let pressed = frame % 8 == 0 && frame < 600;
        person.step(if pressed {
            Buttons::START
        } else {
            Buttons::DOWN
        });
    }
    let folder = desk.home().unwrap().folders.recordings();
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, person.history().to_fm2()).unwrap();
    let date = FileTime::UNIX_EPOCH + Duration::from_secs(1_795_298_520);
    File::options()
        .append(true)
        .open(path)
        .unwrap()
        .set_modified(date)
        .unwrap();
}

#[test]
fn a_recording_is_renamed_deleted_and_brought_back() {
    let ((_folder, mut desk), mut menu) = (desk(), menu());
    keep_a_game(&desk, "game-000001.fm2");
    let Some(Request::Say(said)) = choose(
        &mut menu,
        &mut desk,
        &["RECORDINGS", "game-000001", "WATCH"],
    ) else {
        panic!("it is not played");
    };
    assert!(
        said.starts_with("replay -- ") && said.ends_with("game-000001.fm2"),
        "{said}"
    );
    go_to(&mut menu, &mut desk, "NAME");
    (0..20).for_each(|_| drop(menu.press(Input::Erase, &mut desk)));
    "Best"
        .chars()
        .for_each(|letter| drop(menu.press(Input::Letter(letter), &mut desk)));
    choose(
        &mut menu,
        &mut desk,
        &["RENAME", "Best", "DELETE", "DELETE"],
    );
    let folder = desk.home().unwrap().folders.recordings();
    assert!(!folder.join("Best.fm2").exists() && folder.join("bin/Best.fm2").exists());
    choose(&mut menu, &mut desk, &["BRING BACK THE LAST ONE", "Best"]);
    assert!(folder.join("Best.fm2").exists());
}

#[test]
fn a_match_has_no_row_for_a_review() {
    let ((_folder, mut desk), mut menu) = (desk(), menu());
    for name in ["game-000001", "match-000001", "computers-000001"] {
        keep_a_game(&desk, &format!("{name}.fm2"));
    }
    let folder = desk.home().unwrap().folders.recordings();
    for name in ["match-000001", "computers-000001"] {
        // What cannot be read is what its name says.
        std::fs::write(folder.join(format!("{name}.fm2")), "broken").unwrap();
    }
    choose(&mut menu, &mut desk, &["RECORDINGS"]);
    for (name, is_rated) in [
        ("game-000001", true),
        ("match-000001", false),
        ("computers-000001", false),
    ] {
        choose(&mut menu, &mut desk, &[name]);
        let lines = menu.sheet().lines;
        assert_eq!(lines.iter().any(|line| line.label == "REVIEW"), is_rated);
        menu.press(Input::Back, &mut desk);
    }
}

#[test]
fn the_row_of_hints_says_which_key_is_held_only_where_one_is() {
    let (_folder, mut desk) = desk();
    for key in ["H", "J"] {
        desk.set(|settings| {
            let keys = &mut settings.program_keys;
            let place = keys.names().iter().position(|name| *name == "show_hint");
            keys.set(place.unwrap(), key);
            settings.hint = HintMode::Key;
        });
        let mut menu = menu();
        choose(&mut menu, &mut desk, &["SETTINGS"]);
        go_to(&mut menu, &mut desk, "HINT");
        let held = format!("While {key} is held");
        for _ in 0..6 {
            let hint = menu.sheet().hint.join(" ");
            let is_key = value(&menu, "HINT") == "key";
            assert_eq!(hint.starts_with(&held), is_key, "{hint}");
            menu.press(Input::Right, &mut desk);
        }
    }
}

/// Compares the page on top with its golden picture.
fn check(menu: &ProgramMenu, name: &str) {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(&View::Title, &mut frame);
    renderer.sheet(&menu.sheet(), &mut frame);
    golden::check_frame(&format!("page_{name}"), &renderer, &frame);
}

#[test]
fn every_page_looks_as_it_was_accepted() {
    let (_folder, mut desk) = desk();
    check(&menu(), "menu");
    for (name, labels) in [
        ("watch", &["WATCH"][..]),
        ("play", &["PLAY"]),
        ("play_direct", &["PLAY", "FROM"]),
        ("versus", &["VERSUS"]),
        ("versus_dials", &["VERSUS", "FINE-TUNE"]),
        ("puzzles", &["PUZZLES"]),
        ("settings", &["SETTINGS"]),
        ("keys", &["KEYS"]),
        ("set_keys", &["SETTINGS", "KEYS", "DOWN"]),
        ("set_program_keys", &["SETTINGS", "KEYS OF THE PROGRAM"]),
        ("set_pad", &["SETTINGS", "GAME PAD"]),
        ("question", &["SETTINGS", "ALL AS AT FIRST"]),
        ("no_recordings", &["RECORDINGS"]),
    ] {
        let mut menu = menu();
        choose(&mut menu, &mut desk, labels);
        check(&menu, name);
    }
    let mut menu = menu();
    choose(&mut menu, &mut desk, &["WATCH"]);
    go_to(&mut menu, &mut desk, "FILTER");
    (0..2).for_each(|_| drop(menu.press(Input::Right, &mut desk)));
    go_to(&mut menu, &mut desk, "PICTURE");
    check(&menu, "watch_picture");
}

#[test]
fn a_recording_shows_its_end_and_what_it_holds() {
    let ((_folder, mut desk), mut menu) = (desk(), menu());
    keep_a_game(&desk, "game-000001.fm2");
    choose(&mut menu, &mut desk, &["RECORDINGS"]);
    let until = now() + Duration::from_secs(60);
    while menu.sheet().preview.is_none() && now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    check(&menu, "recordings");
    choose(&mut menu, &mut desk, &["game-000001"]);
    check(&menu, "recording");
}

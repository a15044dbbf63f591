//! A sitting on a slow disk, while another program holds all locks.
//!
//! Debug builds panic if a step of the loop waits for a file, so no clock is needed here. `benches/README.md` says how
//! long the steps take.

use std::fs::{self, File};


use super::*;
use crate::shell::activity::StateWish;
use crate::shell::host::disk::Disk;
use crate::shell::store::files::SLOW_DISK;
use crate::shell::store::home::Home;
use crate::shell::store::saver::Saver;
use crate::shell::store::states::STATES;

/// Pieces that are taken back.
const TAKEN_BACK: u64 = 30;
/// Frames of an hour.
const HOUR: usize = 60 * 60 * 60;

/// Returns a person whose console was on for an hour, and who is in a game with enough pieces to take back.
fn long_sitting() -> Person {
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    for _ in 0..HOUR {
        person.step(Buttons::NONE);
    }
    for frame in 0.. {
        if person.is_in_game() {
            break;
        }
        person.step([Buttons::NONE, Buttons::START][usize::from(frame % 8 == 0)]);
    }
    let pieces = |person: &Person| person.summary().map_or(0, |summary| summary.pieces);
    // Ten columns in turn, each piece after a hold to a wall and some taps back.
    let mut frame = 0;
    while pieces(&person) <= TAKEN_BACK {
        let turn = pieces(&person) as usize % 10;
        let (side, back) = match turn % 2 {
            0 => (Buttons::LEFT, Buttons::RIGHT),
            _ => (Buttons::RIGHT, Buttons::LEFT),
        };
        let held = match frame {
            0..200 => side,
            _ if frame < 200 + 8 * (turn / 2) && frame % 8 < 2 => back,
            _ => Buttons::NONE,
        };
        let came = pieces(&person);
        person.step(held);
        frame = if pieces(&person) == came { frame + 1 } else { 0 };
        assert!(!person.is_curtain_closed(), "{} pieces", pieces(&person));
    }
    person
}

/// Takes the lock of a file or folder, as another program does while it writes.
fn locked(path: &Path) -> File {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = File::create(name).unwrap();
    file.lock().unwrap();
    file
}

#[test]
fn no_step_of_the_loop_waits_for_a_disk_or_for_locks_and_all_is_written_in_the_end() {
    SLOW_DISK.get_or_init(|| Duration::from_millis(20));
    let folder = tempfile::tempdir().unwrap();
    let mut home = Home::in_folder(folder.path());
    home.disk = Disk::start();
    home.saver = Saver::new(&home.disk);
    let (disk, folders) = (home.disk.clone(), home.folders.clone());
    let locks = [folders.scores(), folders.recordings(), folders.settings()];
    let locks = locks.map(|path| locked(&path));
    let activity = PersonActivity::new(long_sitting(), home.recording_store(None));
    let mut app = app_of(Box::new(activity), Speed::Times(1.0), Stop::default());
    app.context = AppContext::from_home(home, NO_FILM);
    app.context.set(|settings| settings.practice = true);
    app.set_windowed();
    app.advance();
    let pieces = |app: &App| app.hud().totals.as_ref().unwrap().pieces;
    let before = pieces(&app);
    for _ in 0..TAKEN_BACK {
        app.act(Action::TakeBack);
        app.advance();
    }
    assert_eq!(pieces(&app), before - TAKEN_BACK);
    app.act(Action::KeepRecording);
    for _ in 0..50 {
        app.act(Action::Statistics);
        app.advance();
    }
    let send = |app: &mut App, happening| drawing::step(|| app.pass_on(happening));
    for number in 1..=STATES {
        send(&mut app, Happening::State(StateWish::Save(number)));
        app.advance();
    }
    app.act(Action::Menu);
    for page in ["PUZZLES", "TRAINING", "RECORDINGS", "SETTINGS", "SAVED STATES"] {
        choose(&mut app, page);
        app.advance();
        app.menu_input(Input::Back);
    }
    app.act(Action::Menu);
    send(&mut app, Happening::Act(Action::Restart));
    app.advance();
    assert!(!folders.recordings().join("game-000001.ron.gz").exists());
    drop(locks);
    disk.wait();
    for number in 1..=STATES {
        send(&mut app, Happening::State(StateWish::Load(number)));
        let loaded = format!("state {number}.");
        until(&mut app, |app| {
            app.notice().is_some_and(|said| said.starts_with(&loaded))
        });
    }
    disk.wait();
    let recordings = fs::read_dir(folders.recordings()).unwrap().flatten();
    let games = recordings.filter(|file| file.file_name().to_string_lossy().starts_with("game-"));
    assert!(games.count() >= 2, "one that was asked for, one that was left");
    let settings = fs::read_to_string(folders.settings()).unwrap();
    assert!(settings.contains("practice: true"), "{settings}");
}

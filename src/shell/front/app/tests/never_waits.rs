//! Test of a play session on a slow disk, while another program holds all locks.
//!
//! Debug builds panic if a step of the loop waits for a file, so no clock is needed here.

use std::fs::{self, File};

use rightwell::engine::{Command, CrashRule, GameType, InputFrame};
use rightwell::search::Hand;

use super::*;
use crate::host::disk::Disk;
use crate::scene::StateRequest;
use crate::store::files::SLOW_DISK;
use crate::store::home::Home;
use crate::store::saver::SaveQueue;
use crate::store::states::STATES;

/// Number of pieces that are taken back.
const TAKEN_BACK: u64 = 30;
/// Number of pieces of a one-hour game at level 9.
const HOUR_OF_PIECES: u64 = 3000;

/// Returns the inputs of a game from power-on, played by a computer up to the piece with this number.
fn long_game(pieces: u64) -> Vec<InputFrame> {
    let pad = PadControls {
        hand: Hand::FASTEST,
        region: Region::Ntsc,
        game_type: GameType::A,
        double_killscreen: false,
        crash: CrashRule::Off,
        training: None,
    };
    let series = SeriesSettings {
        level: 9,
        randomizer: RandomizerKind::Nes,
        seed: 0x8988,
        controls: Controls::Pad(pad),
        position: None,
    };
    let survival = Strategy::alone(Player::named("survival").unwrap().into());
    let mut games = Autoplay::new(series, survival.into()).unwrap();
    games.record();
    while games.summary().is_none_or(|game| game.pieces < pieces) {
        games.advance();
    }
    games.history().unwrap().frames().to_vec()
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
fn no_step_waits_for_the_disk_or_locks_and_everything_is_written() {
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    for input in long_game(100) {
        person.play(input);
    }
    play_sitting(person, Duration::from_millis(20));
}

/// Prints the longest steps of the loop after three one-hour games. `benches/README.md` has the command and figures.
#[test]
#[ignore = "prints a time"]
fn longest_steps_after_three_hours() {
    let mut game = long_game(HOUR_OF_PIECES);
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    for _ in 0..3 {
        for input in &game {
            person.play(*input);
        }
        game[0].command = Command::Power;
    }
    println!("{} frames", person.frames().len());
    play_sitting(person, Duration::from_millis(300));
}

/// Prints the longest step of the loop since the last call.
fn print_longest(phase: &str) {
    let longest = drawing::LONGEST_STEP.take();
    println!(
        "{phase}: longest step {:.1} ms",
        longest.as_secs_f64() * 1e3
    );
}

/// Continues the play session of `person` on a disk whose fsync takes `delay`.
fn play_sitting(person: Person, delay: Duration) {
    SLOW_DISK.get_or_init(|| delay);
    let folder = tempfile::tempdir().unwrap();
    let mut home = Home::in_folder(folder.path());
    home.disk = Disk::start();
    home.saver = SaveQueue::new(&home.disk);
    let (disk, folders) = (home.disk.clone(), home.folders.clone());
    let locks = [folders.scores(), folders.recordings(), folders.settings()];
    let locks = locks.map(|path| locked(&path));
    let scene = PersonScene::new(person, home.recording_store(None));
    let mut app = app_of(Box::new(scene), Speed::Times(1.0), StopFlag::default());
    app.context = AppContext::from_home(home);
    app.context.set(|settings| settings.practice = true);
    app.set_windowed();
    // The last piece has just locked, so continue to the next one.
    (0..30).for_each(|_| app.act(Action::Step));
    app.advance();
    let pieces = |app: &App| app.hud().totals.as_ref().unwrap().pieces;
    let before = pieces(&app);
    for _ in 0..TAKEN_BACK {
        app.act(Action::TakeBack);
        app.advance();
    }
    assert_eq!(pieces(&app), before - TAKEN_BACK);
    print_longest("30 pieces taken back");
    app.act(Action::KeepRecording);
    for _ in 0..50 {
        app.act(Action::Statistics);
        app.advance();
    }
    print_longest("recording kept, 50 settings changed");
    let send = |app: &mut App, command| drawing::step(|| app.pass_on(command));
    for number in 1..=STATES {
        send(&mut app, SceneCommand::State(StateRequest::Save(number)));
        app.advance();
    }
    print_longest("ten states saved");
    app.act(Action::Menu);
    for page in [
        "PUZZLES",
        "TRAINING",
        "RECORDINGS",
        "SETTINGS",
        "SAVED STATES",
    ] {
        choose(&mut app, page);
        app.advance();
        app.menu_input(Input::Back);
        print_longest(page);
    }
    app.act(Action::Menu);
    send(&mut app, SceneCommand::Act(Action::Restart));
    app.advance();
    assert!(!folders.recordings().join("game-000001.ron.gz").exists());
    print_longest("game ended");
    drop(locks);
    disk.wait();
    // Collect the notices about everything written meanwhile.
    for _ in 0..20 {
        app.advance();
    }
    for number in 1..=STATES {
        send(&mut app, SceneCommand::State(StateRequest::Load(number)));
        let loaded = format!("state {number}.");
        until(&mut app, |app| {
            app.notice().is_some_and(|said| said.starts_with(&loaded))
        });
    }
    print_longest("ten states loaded");
    disk.wait();
    let recordings = fs::read_dir(folders.recordings()).unwrap().flatten();
    let games = recordings.filter(|file| file.file_name().to_string_lossy().starts_with("game-"));
    assert!(
        games.count() >= 2,
        "expected the recording that was requested and the one saved on leaving"
    );
    let settings = fs::read_to_string(folders.settings()).unwrap();
    assert!(settings.contains("practice: true"), "{settings}");
}

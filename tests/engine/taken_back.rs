//! Tests of pieces that are taken back: the console returns to its earlier state, and recordings and journals contain
//! the step back.

use rightwell::engine::{
    Console, CrashRule, DirectStart, Event, GameType, HighScores, History, InputFrame, Training,
};
use rightwell::players::{Player, Strategy};
use rightwell::rules::{Buttons, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{
    Autoplay, Coach, ConsolePlayback, Controls, FoundJournal, Journal, PadControls, Person,
    Recorded, RecordingInfo, SeriesSettings, UnsavedContent, Verdict,
};

fn begun(level: u8) -> Person {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level,
        seed: 0x8988,
    };
    Person::direct(start, HighScores::default()).unwrap()
}

/// Returns buttons that depend only on the frame number: taps to both sides, turns, pushes.
fn tapped(frame: u32) -> Buttons {
    let bits = (frame / 3).wrapping_mul(2_654_435_761) >> 24;
    Buttons::from_bits(bits as u8 & 0xC7)
}

fn rest(person: &mut Person, frames: u32) {
    for _ in 0..frames {
        person.step(Buttons::NONE);
    }
}

/// Plays until this many pieces have locked. Returns the console at each spawn, in order. The last one is the spawn of
/// the current piece.
fn played(person: &mut Person, pieces: usize) -> Vec<Console> {
    let mut came = vec![person.console().clone()];
    let mut frame = 0;
    while came.len() <= pieces {
        frame += 1;
        if person.step(tapped(frame)).contains(Event::Spawned) {
            came.push(person.console().clone());
        }
        assert!(frame < 20_000, "the pieces come");
    }
    came
}

#[test]
fn each_undo_restores_the_earlier_console() {
    for training in [None, Some("drought:9"), Some("b-type:3")] {
        let mut person = begun(9);
        if let Some(training) = training {
            person.train(training.parse::<Training>().unwrap());
        }
        let mut came = played(&mut person, 6);
        rest(&mut person, 20);
        assert_eq!(person.summary().unwrap().pieces, 6);
        // Taking back removes the falling piece and the piece before it.
        came.pop();
        for back in 1..=6 {
            assert_eq!(person.take_back(), Some(back));
            let stood = came.pop().unwrap();
            assert_eq!(*person.console(), stood, "{training:?}");
            assert_eq!(person.summary().unwrap().pieces, u64::from(6 - back));
            assert_eq!(person.frames().len() as u64, stood.frames());
            assert!(person.is_unranked(), "it is practice");
        }
        assert_eq!(
            person.take_back(),
            None,
            "the first piece cannot be taken back"
        );
        assert_eq!(person.taken_back(), Some(6));
        played(&mut person, 3);
        assert_eq!(
            person.take_back(),
            Some(1),
            "a different lock makes a new piece to take back"
        );
        assert_eq!(person.taken_back(), Some(7));
        let history = person.history();
        let text = history.to_ron();
        assert!(text.contains("taken_back") && !history.is_for_emulators());
        let again = History::from_ron(&text).unwrap();
        assert_eq!(again, history);
        assert_eq!(ConsolePlayback::new(again).check(), Verdict::Same);
        assert_eq!(history.taken_back(0), Some(7));
        let mut recorded = Recorded::from_history(history);
        let about = RecordingInfo::describe(&mut recorded);
        assert!(about.is_taken_back && !about.has_position, "{about:?}");
    }
}

#[test]
fn a_recording_states_that_its_game_began_at_a_position() {
    for (is_edited, has_position) in [(true, true), (false, false)] {
        let mut person = begun(19);
        if is_edited {
            person.begin_at("IT-18-96-0-1ZYZYZYZY-AJ5".parse().unwrap());
        }
        played(&mut person, 2);
        let about = RecordingInfo::describe(&mut Recorded::from_history(person.history()));
        assert_eq!(about.has_position, has_position);
        assert!(!about.is_taken_back);
    }
}

#[test]
fn a_lost_game_continues_from_its_last_piece() {
    let mut person = begun(19);
    let mut came = 0;
    while !person.console().is_game_ended() {
        if person.step(Buttons::DOWN).contains(Event::Spawned) {
            came += 1;
        }
    }
    rest(&mut person, 300);
    assert_eq!(person.take_back(), Some(1));
    assert!(!person.console().is_game_ended());
    assert_eq!(person.summary().unwrap().pieces, came);
    assert_eq!(person.take_back(), Some(2));
    assert_eq!(person.summary().unwrap().pieces, came - 1);
}

#[test]
fn without_a_game_there_is_nothing_to_take_back() {
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    for _ in 0..2_500 {
        person.step(Buttons::NONE);
        if person.frames().len().is_multiple_of(500) {
            let before = person.frames().len();
            assert_eq!(person.take_back(), None);
            assert_eq!(person.frames().len(), before);
        }
    }
}

#[test]
fn a_journal_records_what_was_taken_back() {
    for written in [1, 40, 100_000] {
        let mut person = begun(12);
        let (mut journal, mut bytes) = (
            Journal::after(person.frames().len()),
            Journal::head(&person.history().to_ron()),
        );
        for round in 0..3 {
            for frame in 0..900 {
                person.step(tapped(frame + 77 * round));
                if frame % written == 0 {
                    bytes.extend(journal.part(person.frames()));
                }
            }
            for _ in 0..=round {
                let all = person.take_back().unwrap();
                bytes.extend(journal.part(person.frames()));
                bytes.extend(journal.take_back(person.frames().len(), all));
            }
        }
        assert_eq!(person.taken_back(), Some(6));
        person.step(Buttons::NONE);
        bytes.extend(journal.part(person.frames()));
        let found = FoundJournal::read(&bytes).unwrap().unsaved().unwrap();
        let Some(UnsavedContent::Person {
            person: found,
            recording,
            made,
        }) = found
        else {
            panic!("expected a game in play");
        };
        assert!(recording && made.is_empty());
        assert_eq!(found.history(), person.history());
        assert_eq!(found.taken_back(), Some(6));
        // The last part is incomplete, so the reader ignores it.
        let cut = FoundJournal::read(&bytes[..bytes.len() - 1]).unwrap();
        assert!(cut.valid_bytes() < bytes.len() - 1);
    }
}

#[test]
fn a_journal_that_goes_back_to_frames_that_were_never_there_is_read_up_to_there() {
    let mut person = begun(12);
    let (mut journal, mut bytes) = (
        Journal::after(person.frames().len()),
        Journal::head(&person.history().to_ron()),
    );
    rest(&mut person, 100);
    bytes.extend(journal.part(person.frames()));
    let whole = bytes.len();
    bytes.extend(journal.take_back(1_000_000, 3));
    let found = FoundJournal::read(&bytes).unwrap();
    assert_eq!(found.valid_bytes(), whole);
}

/// Returns the inputs since power-on of a computer that plays 150 pieces by gamepad.
fn inputs_of_a_long_game() -> Vec<InputFrame> {
    let series = SeriesSettings {
        level: 9,
        randomizer: RandomizerKind::Nes,
        seed: 0x8988,
        controls: Controls::Pad(PadControls {
            hand: Hand::FASTEST,
            region: Region::Ntsc,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Off,
            training: None,
        }),
        position: None,
    };
    let survival = Strategy::alone(Player::named("survival").unwrap().into());
    let mut games = Autoplay::new(series, survival.into()).unwrap();
    games.record();
    while games.summary().is_none_or(|game| game.pieces < 150) {
        games.advance();
    }
    games.history().unwrap().frames().to_vec()
}

#[test]
fn a_long_game_is_taken_back_to_its_first_piece_as_if_it_were_played_again() {
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    let mut spawns = Vec::new();
    for input in inputs_of_a_long_game() {
        let had_game = person.console().game().is_some();
        let events = person.play(input);
        let is_first = !had_game && person.is_in_game() && person.console().game().is_some();
        if is_first || person.is_in_game() && events.contains(Event::Spawned) {
            spawns.push(person.frames().len());
        }
    }
    assert!(spawns.len() > 150, "{}", spawns.len());
    spawns.pop();
    let mut coach = Coach::after(&person.history());
    for spawn in spawns.into_iter().rev() {
        let all = person.frames().len();
        assert!(person.take_back().is_some(), "{all} to {spawn}");
        assert_eq!(person.frames().len(), spawn);
        assert_eq!(*person.console(), person.history().play());
        coach.take_back(person.console());
        assert_eq!(coach.game(), Coach::after(&person.history()).game());
    }
    assert_eq!(person.take_back(), None);
}

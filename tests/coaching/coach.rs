//! Tests of the coach during a person's game. Its ratings are those of a review of the recording, and the thumbs can
//! play its hints.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rightwell::engine::{HighScores, History};
use rightwell::players::{NamedHand, Player, Strategy, TreeMemory};
use rightwell::rules::{Buttons, Region};
use rightwell::search::{PadPiece, Thumbs, pad_reach};
use rightwell::session::{
    Coach, GameMoves, Hint, HintTask, MovesByLevel, Person, Rater, Recorded, RunningLosses,
};

use crate::support::program::{figures, folder, succeed};

/// Returns the history of a game that `survival` plays by gamepad.
fn played(folder: &Path) -> History {
    let game = "--input pad --player survival --level 18 --seed 1234 --frames 2500";
    succeed(folder, &format!("record {game} --save-replay a.fm2"));
    History::from_fm2(&fs::read_to_string(folder.join("a.fm2")).unwrap()).unwrap()
}

/// Returns the history of a person's game. `held` returns the buttons for each frame.
fn pressing(region: Region, frames: u32, held: impl Fn(u32, &Person) -> Buttons) -> History {
    let mut person = Person::power_on(region, HighScores::default());
    for frame in 0..frames {
        person.step(held(frame, &person));
    }
    person.history()
}

/// Returns the moves of each game as a coach sees them, from frame `from` on. If the last piece has not locked at the
/// end of the history, play continues without buttons, as in a recording.
fn seen_live(history: &History, from: u64) -> Vec<GameMoves> {
    let rest = sitting(history).place().frames() - history.len();
    let mut person = Person::after(history.until(from));
    let mut coach = Coach::after(&person.history());
    let mut games = Vec::new();
    let frames = history.frames()[from as usize..].iter().map(Some);
    for frame in frames.chain((0..rest).map(|_| None)) {
        let before = (coach.number(), coach.game().clone());
        let events = match frame {
            Some(frame) => person.play(*frame),
            None => person.step(Buttons::NONE),
        };
        coach.follow(person.console(), events);
        if coach.number() != before.0 {
            games.push(before.1);
        }
    }
    games.push(coach.game().clone());
    games.retain(|game| !game.moves.is_empty());
    games
}

fn seen_in_recording(history: &History) -> Vec<GameMoves> {
    GameMoves::from_recording(&sitting(history))
}

/// Returns the recording with all its games, not only its main one.
fn sitting(history: &History) -> Recorded {
    let recorded = Recorded::from_ron(&history.to_ron()).unwrap();
    recorded.whole()
}

#[test]
fn live_moves_equal_those_of_the_recording() {
    let folder = folder();
    let mut histories = vec![played(folder.path())];
    for region in [Region::Ntsc, Region::Pal] {
        // Start leads from one game to the next. The pieces lock anywhere, and there are pauses.
        histories.push(pressing(region, 30_000, |frame, person| {
            let random = frame.wrapping_mul(2_654_435_761) >> 20;
            match person.is_in_game() && !person.is_curtain_closed() {
                false if frame % 8 == 0 => Buttons::START,
                true if frame % 900 < 2 => Buttons::START,
                true if frame % 700 == 3 => Buttons::from_bits(random as u8 & 0xC3),
                true if frame % 3 == 0 => Buttons::from_bits(random as u8 & 0xC3),
                true => Buttons::DOWN,
                false => Buttons::NONE,
            }
        }));
    }
    let mut games = 0;
    for history in histories {
        let expected = seen_in_recording(&history);
        assert!(
            expected
                .iter()
                .rev()
                .skip(1)
                .all(|game| game.moves.len() > 5)
        );
        games += expected.len();
        assert_eq!(seen_live(&history, 0), expected);
        // The person takes over in the middle of a game. The frames before that belong to the game too.
        let middle = history.len() / 2;
        let later = seen_live(&history, middle);
        assert_eq!(later[..], expected[expected.len() - later.len()..]);
    }
    assert!(games > 5, "{games}");
}

fn moves_of(region: Region) -> Arc<MovesByLevel> {
    let hand = NamedHand::named("tournament").unwrap().hand();
    Arc::new(Rater::moves_of(hand, region))
}

#[test]
fn live_ratings_equal_those_of_the_review() {
    let folder = folder();
    let history = played(folder.path());
    let review = figures(folder.path(), "review a.fm2 --hand tournament --json -");
    let judge = Arc::new(Player::named("scorer").unwrap());
    let rater = Rater::with_moves(judge, moves_of(Region::Ntsc));
    let mut running = RunningLosses::default();
    assert_eq!(running.figures(), None);
    let mut person = Person::power_on(history.region(), history.scores().clone());
    let mut coach = Coach::after(&person.history());
    for frame in history.frames() {
        let events = person.play(*frame);
        coach.follow(person.console(), events);
        for played in &coach.game().moves[running.losses().len()..] {
            running.add(rater.loss(played).unwrap());
            let said = running.figures().unwrap();
            let rated = &review["moves"][running.losses().len() - 1];
            let off = said.last - rated["loss"].as_f64().unwrap();
            assert!(off.abs() < 1e-9, "{rated}");
            let mut worst = running.losses().iter();
            assert!(worst.clone().all(|loss| *loss <= said.worst));
            assert!(worst.any(|loss| *loss == said.worst));
        }
    }
    let said = running.figures().unwrap();
    let whole = &review["whole"];
    assert_eq!(
        running.losses().len() as u64,
        whole["moves"].as_u64().unwrap()
    );
    assert!(running.losses().len() > 20);
    let off = said.accuracy - whole["accuracy"].as_f64().unwrap();
    assert!(off.abs() < 1e-9, "{whole}");
}

#[test]
fn a_hint_is_the_best_lock_and_later_the_best_one_left() {
    let folder = folder();
    let history = played(folder.path());
    let judge = Arc::new(Player::named("scorer").unwrap());
    let strategy = Strategy::alone(Arc::clone(&judge));
    let moves = moves_of(Region::Ntsc);
    let rater = Rater::with_moves(Arc::clone(&judge), Arc::clone(&moves));
    let mut person = Person::power_on(history.region(), history.scores().clone());
    let mut coach = Coach::after(&person.history());
    let mut last: Option<Hint> = None;
    let [mut best, mut changed, mut lost] = [0; 3];
    for frame in history.frames() {
        let before = coach.game().moves.len();
        let events = person.play(*frame);
        coach.follow(person.console(), events);
        let is_new = coach.game().moves.len() != before;
        if is_new {
            last = None;
        }
        let console = person.console();
        let Some(position) = coach.position(console) else {
            continue;
        };
        let game = console.game().unwrap();
        let task = HintTask::new(game, console.carry(), position, &moves, last);
        let hint = task.solve(&strategy, &mut TreeMemory::default());
        // A plain search along single paths. It shares no code with the search by layers.
        let piece: PadPiece = task.piece;
        assert_eq!(piece.thumbs, Thumbs::default());
        let left = pad_reach(&task.page, piece, moves.hand().awake());
        let is_left = |hint: Hint| left.iter().any(|lock| lock.pose == hint.lock);
        let Some(hint) = hint else {
            assert_eq!(left.count(), 0);
            lost += 1;
            continue;
        };
        assert!(is_left(hint), "{hint:?}");
        match last {
            Some(last) if is_left(last) => assert_eq!(hint, last),
            Some(_) => changed += 1,
            None => {
                let played = rightwell::session::Move {
                    position: position.clone(),
                    lock: hint.lock,
                    rows: 0,
                    frame: 0,
                    seen: None,
                };
                assert_eq!(rater.loss(&played), Some(0.0), "{position:?}");
                best += 1;
            }
        }
        last = Some(hint);
    }
    assert!(best > 15 && changed > 5, "{best} {changed} {lost}");
}

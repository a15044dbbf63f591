//! Races against recorded games: the ghost plays as recorded, and the race itself is a recording.

use rightwell::engine::{CrashRule, GameType, HighScores, History};
use rightwell::players::{Player, Strategy};
use rightwell::rules::{Buttons, Piece, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{
    Autoplay, ConsolePlayback, Controls, GameMoves, Ghost, GhostFault, Mode, PadControls, Person,
    Recorded, RecordingInfo, SeriesSettings, Verdict,
};

const A_TYPE: &str = include_str!("../data/recordings/a_type.fm2");
const B_TYPE: &str = include_str!("../data/recordings/b_type.ron");
const MATCH: &str = include_str!("../data/recordings/match.ron");
const DRAG: &str = include_str!("../data/recordings/drag.ron");

fn ghost() -> Ghost {
    Ghost::new(Recorded::from_fm2(A_TYPE).unwrap(), "a_type").unwrap()
}

/// Returns the pieces of the first game in a history that have locked.
fn pieces(history: &History) -> Vec<Piece> {
    let games = GameMoves::from_recording(&Recorded::from_history(history.clone()));
    games[0].pieces.iter().map(|piece| piece.piece).collect()
}

/// Plays a race whose player taps at random and never sees the end of the game, for this many frames.
fn played(person: &mut Person, frames: u16) {
    for frame in 0..frames {
        let tapped = Buttons::from_bits((frame.wrapping_mul(40_503) >> 8) as u8 & 0xC4);
        person.step(tapped);
    }
}

#[test]
fn the_person_gets_the_ghosts_pieces_and_the_race_replays_to_the_same_end() {
    let ghost = ghost();
    let mut person = ghost
        .begin(None, 0x8988, false, HighScores::default())
        .unwrap();
    assert!(person.is_unranked(), "a race sets no high scores");
    played(&mut person, 3_000);
    let history = person.history();
    let theirs = pieces(&History::from_fm2(A_TYPE).unwrap());
    let ours = pieces(&history);
    assert!(ours.len() > 8 && ours.len() <= theirs.len());
    assert_eq!(ours, theirs[..ours.len()]);
    assert!(!history.is_for_emulators(), "a movie cannot contain a race");
    let again = History::from_ron(&history.to_ron()).unwrap();
    assert_eq!(again, history);
    assert_eq!(ConsolePlayback::new(again).check(), Verdict::Same);
    let mut recorded = Recorded::from_history(history);
    let info = RecordingInfo::describe(&mut recorded);
    assert_eq!(info.ghost.as_deref(), Some("a_type"));
    assert!(matches!(info.mode, Mode::Console(Some(_))));
}

#[test]
fn with_own_pieces_the_seed_chooses_them_and_the_recording_still_names_the_ghost() {
    let mut person = ghost()
        .begin(Some(9), 0x8988, true, HighScores::default())
        .unwrap();
    played(&mut person, 2_000);
    let history = person.history();
    assert_ne!(
        pieces(&history)[..4],
        pieces(&History::from_fm2(A_TYPE).unwrap())[..4]
    );
    assert_eq!(person.console().game().unwrap().start().level, 9);
    let mut recorded = Recorded::from_history(history);
    assert_eq!(
        RecordingInfo::describe(&mut recorded).ghost.as_deref(),
        Some("a_type")
    );
}

#[test]
fn the_ghosts_score_at_every_level_up_is_its_recorded_one() {
    // Lines and points add up by the rules, so a plain replay decides.
    let mut ghost = levelled();
    let ups = ghost.level_ups().to_vec();
    assert!(ups.len() >= 2, "{ups:?}");
    for up in ups {
        ghost.follow(up.frames - 1);
        assert!(ghost.figures().unwrap().levels().now() < up.level);
        ghost.follow(up.frames);
        let figures = ghost.figures().unwrap();
        assert_eq!(figures.levels().now(), up.level);
        assert_eq!(
            (figures.score(), figures.clears().lines()),
            (up.score, up.lines)
        );
        let Recorded::Console(playback) = ghost.recorded() else {
            panic!("an AI with a gamepad plays at a console");
        };
        let game = playback.console().game().unwrap();
        assert_eq!(u64::from(game.score().points()), up.score);
    }
}

/// Returns the ghost of an AI's game from level 0 that reaches level 2.
fn levelled() -> Ghost {
    autoplayed(25, false)
}

/// Returns the ghost of an AI's game from level 0 that ends after `lines` lines.
fn autoplayed(lines: u64, double_killscreen: bool) -> Ghost {
    let settings = SeriesSettings {
        level: 0,
        randomizer: RandomizerKind::Nes,
        seed: 0x4242,
        controls: Controls::Pad(PadControls {
            hand: Hand::FASTEST,
            region: Region::Ntsc,
            game_type: GameType::A,
            double_killscreen,
            crash: CrashRule::Off,
            training: None,
        }),
        position: None,
    };
    let player = Player::named("survival").unwrap();
    let strategy = Strategy::alone(player.into());
    let mut games = Autoplay::new(settings, strategy.into()).unwrap();
    games.record();
    while games.summary().is_none_or(|game| game.lines < lines) {
        games.advance();
    }
    Ghost::new(Recorded::from_history(games.history().unwrap()), "survival").unwrap()
}

#[test]
fn a_game_that_copies_the_ghost_is_level_with_it_at_every_clear() {
    let mut ghost = levelled();
    let mut copy = ghost.clone();
    let end = ghost.result().lines;
    let mut lines = 0;
    let mut frame = 0;
    while lines < end {
        frame += 1;
        copy.follow(frame);
        let own = copy.figures().unwrap();
        if own.clears().lines() > lines {
            lines = own.clears().lines();
            assert_eq!(ghost.lead(own), 0, "{lines}");
        }
    }
    // The ghost goes anywhere, forward and back.
    for frame in [frame, 5, 900, 0] {
        ghost.follow(frame);
        assert_eq!(ghost.figures().unwrap().frames(), frame);
    }
}

#[test]
fn a_race_has_a_double_killscreen_if_the_ghosts_game_has_one() {
    for has_double in [false, true] {
        let ghost = autoplayed(1, has_double);
        let person = ghost.begin(None, 0x8988, false, HighScores::default());
        let person = person.unwrap();
        let carry = person.console().carry();
        assert_eq!(carry.control.double_killscreen, has_double);
    }
}

#[test]
fn a_pause_of_the_recorded_game_is_left_out() {
    // The movie pauses in the middle; see expected.tsv.
    let mut ghost = ghost();
    let mut shown = 0;
    for frame in 0..20_000 {
        ghost.follow(frame);
        let Recorded::Console(playback) = ghost.recorded() else {
            panic!("a movie plays at a console");
        };
        let game = playback
            .console()
            .game()
            .expect("the game is on the screen");
        shown += u32::from(game.is_paused());
        if ghost.is_over() {
            break;
        }
    }
    assert!(ghost.is_over() && shown <= 2, "{shown} paused frames");
}

#[test]
fn a_game_without_gravity_can_be_raced_and_others_are_refused_with_the_reason() {
    let drag = Ghost::new(Recorded::from_ron(DRAG).unwrap(), "drag").unwrap();
    let person = drag
        .begin(None, 0x8988, false, HighScores::default())
        .unwrap();
    let game = person.console().game().unwrap();
    let Recorded::Drag(playback) = drag.recorded() else {
        panic!("it has no gravity");
    };
    assert_eq!(game.pose().piece(), playback.game().pose().piece());
    let fault = |text: &str| Ghost::new(Recorded::from_ron(text).unwrap(), "a").unwrap_err();
    assert_eq!(fault(B_TYPE), GhostFault::BType);
    assert_eq!(fault(MATCH), GhostFault::Match);
    let mut idle = Person::power_on(Region::Ntsc, HighScores::default());
    idle.step(Buttons::NONE);
    let idle = Ghost::new(Recorded::from_history(idle.history()), "idle");
    assert_eq!(idle.unwrap_err(), GhostFault::NoGame);
}

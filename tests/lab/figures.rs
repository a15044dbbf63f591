//! Tests of the figures of a game in progress: they agree with the game, however it is played, and its projection does
//! not depend on when it is requested.

use std::sync::Arc;

use rightwell::engine::drag_recording::RecordedInput;
use rightwell::engine::{CrashRule, DragRecording, GameType, PlayState, Side, VersusStart};
use rightwell::lab::projection::{CONTINUATIONS, Projection};
use rightwell::players::{Player, Position, Strategy};
use rightwell::rules::{Board, Buttons, Piece, RandomizerKind, Region};
use rightwell::search::{Hand, Rhythm};
use rightwell::session::{
    Autoplay, ConsolePlayback, Contestant, Controls, DragPlayback, GameStats, Match, MatchPlayback,
    MovesByLevel, PadControls, Seek, SeriesSettings, tetris_difference,
};

const PAD: PadControls = PadControls {
    hand: Hand::FASTEST,
    region: Region::Ntsc,
    game_type: GameType::A,
    double_killscreen: false,
    crash: CrashRule::Off,
    training: None,
};

fn strategy() -> Arc<Strategy> {
    let player = Player::named("survival").unwrap();
    Arc::new(Strategy::alone(Arc::new(player)))
}

fn autoplay(controls: Controls) -> Autoplay {
    let series = SeriesSettings {
        level: 8,
        randomizer: RandomizerKind::NesOdds,
        seed: 77,
        controls,
        position: None,
    };
    let mut autoplay = Autoplay::new(series, strategy()).unwrap();
    autoplay.record();
    autoplay
}

/// Plays until this many pieces have locked.
fn played(autoplay: &mut Autoplay, pieces: u64) -> GameStats {
    while autoplay.summary().map_or(0, |summary| summary.pieces) < pieces {
        autoplay.advance();
    }
    autoplay.figures().unwrap().clone()
}

#[test]
fn locks_are_those_of_the_inputs_and_animation_changes_nothing() {
    let mut slow = autoplay(Controls::Drag);
    let figures = played(&mut slow, 150);
    let mut fast = autoplay(Controls::Drag);
    fast.set_play_fast(true);
    let fast = played(&mut fast, 150);
    assert!(fast.frames() < figures.frames());
    assert_eq!(fast.frames(), 150, "each step must lock one piece");
    assert_eq!(counts(&fast), counts(&figures));
    let mut locks = [[0; 10]; 20];
    let recording: DragRecording = slow.recording().unwrap();
    for input in recording.games[0].pieces.iter().flat_map(|piece| &piece.0) {
        if let RecordedInput::Lock { place, .. } = input.input {
            locks[place.y as usize][place.x as usize] += 1;
        }
    }
    assert_eq!(figures.locks, locks);
    let mut replay = DragPlayback::new(recording).unwrap();
    replay.seek(replay.frames());
    assert_eq!(*replay.figures(), figures);
    replay.seek(200);
    let early: u32 = replay.figures().locks.as_flattened().iter().sum();
    assert_eq!(u64::from(early), replay.summary().pieces);
}

#[test]
fn gamepad_games_and_their_movies_have_equal_figures() {
    let mut slow = autoplay(Controls::Pad(PAD));
    let figures = played(&mut slow, 60);
    let mut fast = autoplay(Controls::Pad(PAD));
    fast.set_play_fast(true);
    assert_eq!(played(&mut fast, 60), figures);
    assert_eq!(figures.locks.as_flattened().iter().sum::<u32>(), 60);
    let mut replay = ConsolePlayback::new(slow.history().unwrap());
    replay.seek(replay.frames());
    assert_eq!(replay.figures(), Some(&figures));
    replay.seek(0);
    assert_eq!(replay.figures(), None, "no game is in play at power-on");
}

#[test]
fn droughts_are_those_of_the_spawned_pieces() {
    let mut autoplay = autoplay(Controls::Drag);
    autoplay.set_play_fast(true);
    let (mut wait, mut longest) = (0, 0);
    for _ in 0..2_000 {
        let piece = autoplay.drag_game().unwrap().pose().piece();
        wait = if piece == Piece::I { 0 } else { wait + 1 };
        longest = longest.max(wait);
        if autoplay.summary().unwrap().pieces > 0 {
            let droughts = autoplay.figures().unwrap().droughts;
            assert_eq!((droughts.now, droughts.longest), (wait, longest));
        }
        autoplay.advance();
    }
    let droughts = autoplay.figures().unwrap().droughts;
    assert!(droughts.count > 10 && droughts.last >= 13, "{droughts:?}");
    autoplay.new_game();
    let begun = autoplay.figures().unwrap();
    assert_eq!((begun.pieces().all(), begun.clears().lines()), (1, 0));
    assert_eq!(begun.locks, GameStats::default().locks);
}

/// Returns those figures that do not depend on time.
fn counts(figures: &GameStats) -> impl PartialEq + std::fmt::Debug {
    let clears = figures.clears().clone();
    let levels = figures.levels().clone();
    (
        (figures.locks, figures.droughts, figures.pieces().clone()),
        (clears, levels, figures.curve().clone()),
        (figures.score(), figures.ready_share()),
    )
}

#[test]
fn clears_are_those_of_a_plain_count_of_the_line_counter() {
    let mut autoplay = autoplay(Controls::Drag);
    autoplay.set_play_fast(true);
    let (mut lines, mut clears, mut points) = (0, [0; 4], [0; 4]);
    while autoplay.summary().is_some_and(|game| game.pieces < 600) && autoplay.ending().is_none() {
        autoplay.advance();
        let game = autoplay.drag_game().unwrap();
        if game.lines() > lines {
            let rows = usize::from(game.lines() - lines);
            clears[rows - 1] += 1;
            points[rows - 1] += [40, 100, 300, 1200][rows - 1] * (u64::from(game.level()) + 1);
            lines = game.lines();
        }
    }
    let (figures, summary) = (autoplay.figures().unwrap(), autoplay.summary().unwrap());
    let found = figures.clears();
    assert_eq!([1, 2, 3, 4].map(|rows| found.of(rows)), clears);
    assert_eq!([1, 2, 3, 4].map(|rows| found.points_of(rows)), points);
    assert_eq!(
        (found.lines(), figures.score()),
        (summary.lines, summary.score)
    );
    assert_eq!(
        found.push_points() + points.iter().sum::<u64>(),
        summary.score
    );
    let rows: u64 = figures
        .levels()
        .rows()
        .iter()
        .map(|row| u64::from(row.lines))
        .sum();
    assert_eq!(rows, summary.lines);
    let tens: u64 = found.tens().map(|ten| u64::from(ten.lines)).sum();
    assert!(tens == summary.lines && lines > 200, "{lines}");
    let last = figures.curve().points().last().unwrap();
    assert!(u64::from(last.pieces) > 500 && last.score <= summary.score);
}

#[test]
fn figures_after_seeking_back_are_those_of_a_game_played_straight() {
    let mut play = autoplay(Controls::Pad(PAD));
    played(&mut play, 70);
    let mut replay = ConsolePlayback::new(play.history().unwrap());
    let mut straight = Vec::new();
    while !replay.is_at_end() {
        replay.step();
        if replay.frame().is_multiple_of(97) || replay.is_at_end() {
            straight.push((replay.frame(), replay.figures().cloned()));
        }
    }
    assert!(straight.len() > 20);
    assert_eq!(straight.last().unwrap().1.as_ref(), play.figures());
    for (frame, figures) in straight.iter().rev() {
        replay.seek(*frame);
        assert_eq!(replay.figures(), figures.as_ref(), "{frame}");
    }
}

#[test]
fn taps_and_charge_are_those_of_the_pad_frame_by_frame() {
    let mut play = autoplay(Controls::Pad(PAD));
    played(&mut play, 40);
    let mut replay = ConsolePlayback::new(play.history().unwrap());
    let (mut taps, mut charges, mut before) = (0, Vec::new(), None);
    while !replay.is_at_end() {
        let had = replay.figures().map_or(0, |figures| figures.pieces().all());
        replay.step();
        let Some(game) = replay.console().game() else {
            continue;
        };
        let carry = replay.console().carry();
        let figures = replay.figures().unwrap();
        assert_eq!(figures.das().unwrap().charge(), carry.control.das);
        if figures.pieces().all() > had {
            charges.push(carry.control.das);
        }
        let sides = [Buttons::LEFT, Buttons::RIGHT].map(|side| carry.pad.new.has(side));
        if before == Some(PlayState::Control) && sides[0] != sides[1] {
            taps += 1;
        }
        before = Some(game.play_state());
    }
    let figures = replay.figures().unwrap();
    let (das, found) = (figures.das().unwrap(), figures.taps().unwrap());
    assert_eq!(found.all(), taps);
    assert!(taps > 40 && found.bursts() < taps);
    assert!(found.fastest().unwrap().hz().unwrap() > 10.0);
    let mean = charges.iter().map(|&charge| f64::from(charge)).sum::<f64>() / charges.len() as f64;
    assert_eq!(das.mean(), Some(mean));
    let great = charges.iter().filter(|&&charge| charge >= 15).count();
    assert_eq!(das.great_spawns() as usize, great);
    assert_eq!(
        (das.great_spawns() + das.fair_spawns() + das.bad_spawns()) as usize,
        charges.len()
    );
}

#[test]
fn both_sides_of_a_match_are_counted_played_and_replayed() {
    let people = [Contestant::Person, Contestant::Person];
    let start = VersusStart {
        levels: [18, 19],
        ..VersusStart::default()
    };
    let mut play = Match::new(start, people).unwrap();
    for frame in 0..1_500_u32 {
        let left = [Buttons::LEFT, Buttons::NONE][(frame / 3 % 2) as usize];
        let pause = [Buttons::NONE, Buttons::START][usize::from(matches!(frame, 300 | 310))];
        play.step([left | pause, Buttons::DOWN]);
    }
    let both = Side::BOTH.map(|side| play.figures(side).clone());
    let frames = u64::from(play.versus().round_frames());
    assert_eq!(both.each_ref().map(GameStats::frames), [frames; 2]);
    let taps = both.each_ref().map(|figures| figures.taps().unwrap().all());
    assert!(taps[0] > 50 && taps[1] == 0, "{taps:?}");
    for (side, figures) in Side::BOTH.into_iter().zip(&both) {
        let game = play.versus().game(side);
        let came: u16 = game.statistics().iter().sum();
        assert_eq!(figures.pieces().all(), u32::from(came));
        assert_eq!(figures.score(), u64::from(game.score().points()));
        assert_eq!(figures.clears().push_points(), figures.score());
    }
    assert!(both[1].score() > both[0].score());
    assert!(tetris_difference(both.each_ref()).unwrap() < 0.0);
    let mut replay = MatchPlayback::new(play.recording().unwrap()).unwrap();
    replay.seek(replay.frames());
    replay.seek(350);
    let early = replay.figures(Side::Left).clone();
    assert_eq!(early.frames(), 350 - 11, "without the pause");
    replay.seek(replay.frames());
    assert_eq!(Side::BOTH.map(|side| replay.figures(side).clone()), both);
    let mut other = MatchPlayback::new(play.recording().unwrap()).unwrap();
    while other.frame() < 350 {
        other.step();
    }
    assert_eq!(*other.figures(Side::Left), early);
    assert_eq!(
        Match::resume_from(&other, [Contestant::Person, Contestant::Person]).figures(Side::Left),
        &early
    );
}

/// Returns the projection for a position with this playfield, late in a game at level 18.
fn projection(rows: &str, score: u64, moves: Option<Arc<MovesByLevel>>) -> Projection {
    let board: Board = rows.parse().unwrap();
    Projection {
        position: Position {
            level: 18,
            ..Position::new(board, Piece::I, Piece::T)
        },
        score,
        strategy: strategy(),
        moves,
        randomizer: RandomizerKind::Nes,
    }
}

fn answers(projection: &Projection, count: u32) -> Vec<bool> {
    let all = (0..count).map(|number| projection.reaches_goal(number, || true));
    all.collect::<Option<_>>().unwrap()
}

/// Four rows in which only the last cell is missing.
const READY: &str = "XXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.";

#[test]
fn the_same_position_has_the_same_continuations() {
    let one = projection(READY, 199_500, None);
    assert_eq!(one.goal(), 200_000);
    assert_eq!(answers(&one, 8), answers(&one.clone(), 8));
    assert_eq!(answers(&one, CONTINUATIONS), [true; CONTINUATIONS as usize]);
    assert_eq!(
        one.reaches_goal(0, || false),
        None,
        "a cancelled projection must give no answer"
    );
    let mut asked = 0;
    let cut = one.reaches_goal(3, || {
        asked += 1;
        asked < 2
    });
    assert!(
        cut.is_none() || asked == 1,
        "the projection must check for cancellation before each piece"
    );
}

#[test]
fn a_ready_tetris_and_a_high_stack_are_distinguished() {
    // With the current I, the Tetris scores 1200 x 19 points.
    let at_hand = projection(READY, 180_000, None);
    assert_eq!(answers(&at_hand, 4), [true; 4]);
    let high = "XXXXX.XXX.\n".repeat(17) + "XXXX.XXXXX";
    let lost = projection(&high, 0, Some(Arc::new(MovesByLevel::new(PAD))));
    assert_eq!(answers(&lost, 4), [false; 4]);
}

#[test]
fn uncertain_results_lie_in_between() {
    // With 12 taps a second, `survival` soon loses at level 29.
    let hand = Hand::FASTEST.with_rhythm(Rhythm::Rate("12".parse().unwrap()));
    let moves = MovesByLevel::new(PadControls { hand, ..PAD });
    let mut slow = projection("..........", 0, Some(Arc::new(moves)));
    slow.position.level = 29;
    slow.position.lines = 230;
    slow.score = 80_000;
    let reached = answers(&slow, 40)
        .into_iter()
        .filter(|reached| *reached)
        .count();
    assert!((1..40).contains(&reached), "{reached} of 40");
}

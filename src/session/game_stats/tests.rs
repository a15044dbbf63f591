//! Tests of the statistics of whole games against results computed by hand.

use super::*;
use crate::rules::{Board, Piece};

/// Returns a game at level 18 with its line counter at `lines` when a T spawns.
fn game(lines: u16) -> ScriptedGame {
    ScriptedGame {
        seen: CameraView {
            piece: Piece::T,
            board: Board::EMPTY,
            lines,
            level: 18,
            score: 0,
            has_known_counts: true,
            locked: None,
            das: None,
        },
        stats: None,
    }
}

/// Game given piece by piece.
struct ScriptedGame {
    seen: CameraView,
    stats: Option<GameStats>,
}

impl ScriptedGame {
    /// Clears `rows` rows with the current piece. `score` and `level` are those after the clear.
    fn clear(mut self, rows: u16, score: u32, level: u8) -> ScriptedGame {
        let mut stats = self.stats();
        self.seen = CameraView {
            lines: self.seen.lines + rows,
            score,
            level,
            ..self.seen
        };
        stats.follow_seen(Some(&self.seen));
        self.stats = Some(stats);
        self
    }

    fn stats(&self) -> GameStats {
        let first = || GameStats::of_seen(&self.seen);
        self.stats.clone().unwrap_or_else(first)
    }
}

fn events(all: &[Event]) -> Events {
    let mut events = Events::default();
    all.iter().for_each(|&event| events.insert(event));
    events
}

#[test]
fn a_lock_counts_when_the_game_continues_or_its_goal_is_reached() {
    let locked = Pose {
        orientation: Piece::T.orientation(0),
        x: 4,
        y: 18,
    };
    let sight = StepView {
        lines: 0,
        rises: true,
        level: 0,
        score: 0,
        piece: Piece::O,
        locked: Some(locked),
        board: &|| Board::EMPTY,
    };
    let mut figures = GameStats::begin(&sight);
    for event in [
        Event::Locked,
        Event::ToppedOut,
        Event::Spawned,
        Event::GoalReached,
    ] {
        figures.count(events(&[event]), &sight);
    }
    assert_eq!(figures.locks[18][4], 2);
    assert_eq!(figures.locks.as_flattened().iter().sum::<u32>(), 2);
    assert_eq!(figures.pieces().of(Piece::O), 2);
}

#[test]
fn points_of_a_piece_are_those_of_its_clear_and_those_of_pushing_down() {
    // A Tetris at level 18 scores 22,800. Seven points for soft drops are part of the first score, and eight more
    // follow.
    let stats = game(110).clear(4, 22_807, 18).clear(0, 22_815, 18).stats();
    assert_eq!(stats.clears().points_of(4), 22_800);
    assert_eq!(stats.clears().push_points(), 15);
    assert_eq!(stats.score(), 22_815);
    assert_eq!(stats.levels().rows()[0].points, 22_815);
    assert_eq!(stats.clears().tetris_rate(), Some(1.0));
}

#[test]
fn the_transition_is_the_score_with_the_clear_that_leads_to_it() {
    let before = game(122).clear(4, 22_800, 18);
    assert_eq!(before.stats().levels().transition(), None);
    let stats = before.clear(4, 46_800, 19).clear(1, 47_600, 19).stats();
    assert_eq!(stats.levels().transition(), Some(46_800));
    assert_eq!(stats.levels().reached(19), Some(46_800));
    assert_eq!(stats.levels().reached(29), None);
    let points: Vec<u64> = (stats.levels().rows().iter())
        .map(|row| row.points)
        .collect();
    assert_eq!(points, [46_800, 800]);
}

#[test]
fn runway_and_projection_begin_with_the_score() {
    let none = game(126).stats();
    // The best clears are a triple, then a Tetris that leads to level 19.
    assert_eq!(none.runway(19), Some(29_700));
    assert_eq!(
        none.projection(19),
        None,
        "before the first clear there is no projection"
    );
    // A double at level 18 has an EFF of 50. After it, a double and a Tetris are still possible.
    let stats = game(125).clear(2, 1_900, 18).stats();
    let rest = 1_900 + 24_000;
    assert_eq!(stats.runway(19), Some(1_900 + rest));
    assert_eq!(
        stats.projection(19),
        Some(1_900 + (rest as f64 / 6.0).round() as u64)
    );
    assert_eq!(stats.runway(18), None);
}

#[test]
fn the_pace_is_that_of_the_line_counter() {
    let stats = game(126).clear(4, 200_000, 19).stats();
    assert_eq!(stats.pace(4), Some(200_000 - 201_240));
    assert_eq!(stats.nearest_pace(), Some((4, -1_240)));
    assert_eq!(game(230).stats().pace(4), None);
}

#[test]
fn the_lead_is_counted_in_tetrises_of_the_trailing_side() {
    let behind = game(110).stats();
    let ahead = game(110).clear(4, 22_800, 18).clear(0, 34_200, 18).stats();
    assert_eq!(tetris_difference([&ahead, &behind]), Some(1.5));
    assert_eq!(tetris_difference([&behind, &ahead]), Some(-1.5));
    assert_eq!(tetris_difference([&behind, &behind]), Some(0.0));
}

#[test]
fn the_points_show_the_last_clear_of_a_b_type_game() {
    let sight = |lines, score| StepView {
        lines,
        rises: false,
        level: 0,
        score,
        piece: Piece::I,
        locked: None,
        board: &|| Board::EMPTY,
    };
    let mut stats = GameStats::begin(&sight(3, 0));
    stats.count(events(&[Event::Tetris]), &sight(0, 1_210));
    assert_eq!((stats.clears().of(4), stats.clears().lines()), (1, 4));
    assert_eq!((stats.clears().push_points(), stats.runway(1)), (10, None));
    let mut other = GameStats::begin(&sight(5, 0));
    other.count(events(&[Event::RowCompleted]), &sight(3, 100));
    other.count(events(&[Event::RowCompleted]), &sight(0, 400));
    assert_eq!([2, 3].map(|rows| other.clears().of(rows)), [1, 1]);
    assert_eq!((other.pace(1), other.nearest_pace()), (None, None));
}

#[test]
fn lines_are_counted_beyond_the_counter_on_the_screen() {
    let sight = |lines| StepView {
        lines,
        rises: true,
        level: 0,
        score: 0,
        piece: Piece::I,
        locked: None,
        board: &|| Board::EMPTY,
    };
    let mut stats = GameStats::begin(&sight(0));
    for clears in 1..=10_000_u32 {
        let counter = (4 * clears % u32::from(COUNTER_END)) as u16;
        stats.count(events(&[Event::Tetris]), &sight(counter));
        stats.count(events(&[Event::Spawned]), &sight(counter));
    }
    let summary = stats.summary(Score::default(), None);
    assert_eq!((summary.lines, summary.pieces), (40_000, 10_000));
    assert_eq!(summary.tetris_rate, Some(100));
}

#[test]
fn a_b_type_game_has_cleared_the_lines_that_its_counter_lost() {
    let sight = |lines| StepView {
        lines,
        rises: false,
        level: 0,
        score: 0,
        piece: Piece::I,
        locked: None,
        board: &|| Board::EMPTY,
    };
    let mut stats = GameStats::begin(&sight(25));
    for counter in [21, 20, 18, 0] {
        stats.count(Events::default(), &sight(counter));
    }
    stats.count(events(&[Event::GoalReached]), &sight(0));
    let summary = stats.summary(Score::new(3_400), Some(Ending::GoalReached));
    let Summary {
        lines,
        pieces,
        score,
        ..
    } = summary;
    assert_eq!((lines, pieces, score), (25, 1, 3_400));
}

#[test]
fn a_level_set_before_the_first_clear_is_no_transition() {
    let mut script = game(0);
    script.seen.level = 19;
    let mut stats = script.stats();
    script.seen.level = 25;
    stats.follow_seen(Some(&script.seen));
    let rows: Vec<u8> = stats.levels().rows().iter().map(|row| row.level).collect();
    assert_eq!((rows, stats.levels().transition()), (vec![25], None));
}

#[test]
fn the_curve_and_the_shares_are_those_of_the_boards() {
    let mut script = game(0);
    let mut stats = script.stats();
    script.seen.board = "XXXXXXXXX.\n".repeat(4).parse().unwrap();
    script.seen.piece = Piece::I;
    stats.follow_seen(Some(&script.seen));
    stats.follow_seen(None);
    let heights: Vec<u8> = stats
        .curve()
        .points()
        .iter()
        .map(|point| point.height)
        .collect();
    assert_eq!((heights, stats.frames()), (vec![0, 4], 2));
    assert_eq!(stats.ready_share(), Some(0.5));
}

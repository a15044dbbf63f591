//! Tests of batches: they are exact, do not depend on the number of threads, and agree with the published figures for
//! long runs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rightwell::lab::decision_log::DecisionLog;
use rightwell::lab::games::{BatchGame, TurnOutcome};
use rightwell::lab::{
    Batch, BatchSize, Control, Counts, Report, Shard, Tally, batch::STREAM_PIECES,
};
use rightwell::players::{Player, Strategy};
use rightwell::rules::{Board, RandomizerKind};
use rightwell::session::{Controls, SeriesSettings};

/// Returns a player with these six weights. The first one is for cleared rows.
fn player(known_pieces: u8, weights: [f64; 6]) -> Arc<Player> {
    let [rows, height, wells, holes, columns, across] = weights;
    let text = format!(
        "(version: 1, name: \"mine\", about: \"\", known_pieces: {known_pieces},
        evaluator: SixFeatures((
            rows_cleared: {rows:?}, lock_height: {height:?}, well_cells: {wells:?},
            column_holes: {holes:?}, column_transitions: {columns:?}, row_transitions: {across:?},
        )))"
    );
    Arc::new(Player::from_ron("mine.ron", &text).unwrap())
}

/// Returns a player that builds towers. Its games end after about ten pieces.
fn careless() -> Arc<Player> {
    player(1, [0.0, -1.0, 0.0, 0.0, 0.0, 0.0])
}

/// Returns a player with the weights of `survival` that knows only one piece. Its games last a few hundred pieces.
fn short_sighted() -> Arc<Player> {
    player(1, [1.0, 12.9, 15.8, 26.9, 27.6, 30.2])
}

fn batch(player: Arc<Player>, extent: BatchSize) -> Batch {
    Batch {
        series: SeriesSettings {
            level: 18,
            randomizer: RandomizerKind::NesOdds,
            seed: 77,
            controls: Controls::Drag,
            position: None,
        },
        strategy: Arc::new(Strategy::alone(player)),
        extent,
        lines: None,
        pieces_per_game: None,
        shard: Shard::WHOLE,
    }
}

fn run_on(threads: usize, batch: &Batch) -> Tally {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| batch.run(&Control::default()))
}

/// Runs the batch on one, two and three threads, and checks that the tallies are equal. Returns the tally.
fn run(batch: &Batch) -> Tally {
    let tally = run_on(1, batch);
    for threads in [2, 3] {
        assert_eq!(run_on(threads, batch), tally, "{threads} threads");
    }
    tally
}

fn games(games: u64, pieces: Option<u64>) -> BatchSize {
    BatchSize::Games { games, pieces }
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let tally = run(&batch(careless(), games(500, None)));
    assert_eq!((tally.games, tally.games_over), (500, 500));
    assert_eq!(tally.scores.games(), 500);
    assert_eq!(tally.locks_by_row().iter().sum::<u64>(), tally.pieces);
}

/// Plays the games lock by lock, and counts the height of each playfield row by row.
#[test]
fn locks_by_piece_and_heights_agree_with_the_games() {
    let batch = batch(short_sighted(), games(20, None));
    let mut locks = vec![[[0; 10]; 20]; 7];
    let mut heights: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for number in 0..20 {
        let mut game = BatchGame::new(&batch.series, number, None);
        let mut pieces = 0;
        while let Ok(TurnOutcome::Locked(lock)) =
            game.play(&batch.strategy, &mut DecisionLog::none())
        {
            let piece = lock.orientation.piece().index();
            locks[piece][lock.y as usize][lock.x as usize] += 1;
            pieces += 1;
            let board = game.board();
            let height = (0..20).filter(|&y| board_reaches(&board, y)).count();
            let bin = match pieces {
                0..100 => pieces,
                100..1000 => pieces / 10 * 10,
                _ => pieces / 100 * 100,
            };
            heights.entry(bin).or_default().push(height as u32);
        }
        assert!(
            pieces < 10_000,
            "this test does not handle bins of a thousand"
        );
    }
    let tally = run(&batch);
    assert_eq!(tally.locks_by_piece, locks);
    let means: Vec<(u64, f64)> = tally
        .heights
        .means()
        .map(|(bin, _, mean)| (bin, mean))
        .collect();
    let expected = heights.iter().map(|(&bin, heights)| {
        let sum: u32 = heights.iter().sum();
        (bin, f64::from(sum) / heights.len() as f64)
    });
    assert_eq!(means, expected.collect::<Vec<_>>());
    assert!(means.len() > 100, "{} bins", means.len());
}

/// Returns `true` if the stack reaches row `y`: this row or a row above it has a cell.
fn board_reaches(board: &Board, y: i8) -> bool {
    (0..=y).any(|above| board.row(above) != 0)
}

#[test]
fn streams_are_the_same_on_any_number_of_threads() {
    let pieces = STREAM_PIECES + 50_000;
    let tally = run(&batch(short_sighted(), BatchSize::Pieces(pieces)));
    assert_eq!(tally.pieces, pieces);
    assert!(
        tally.games_over > 0,
        "the stream must continue after a game over"
    );
}

#[test]
fn streams_of_the_exact_randomizer_are_not_the_same_games_again() {
    let mut one = batch(careless(), BatchSize::Pieces(STREAM_PIECES));
    one.series.randomizer = RandomizerKind::Nes;
    let mut two = one.clone();
    two.extent = BatchSize::Pieces(2 * STREAM_PIECES);
    let (one, two) = (run_on(2, &one), run_on(2, &two));
    let locks = one
        .locks
        .as_flattened()
        .iter()
        .zip(two.locks.as_flattened());
    let difference: u64 = locks.map(|(one, two)| (2 * one).abs_diff(*two)).sum();
    assert!(difference > 1_000, "{difference} of 500,000 locks");
}

#[test]
fn a_limit_on_pieces_cuts_exactly_wherever_it_falls() {
    // Number of all pieces at the end of each of the first games.
    let mut ends = Vec::new();
    for count in 1..=12 {
        ends.push(run_on(1, &batch(careless(), games(count, None))).pieces);
    }
    for limit in 0..=ends[5] + 1 {
        let tally = run(&batch(careless(), games(12, Some(limit))));
        assert_eq!(tally.pieces, limit);
        let begun = ends.iter().filter(|&&end| end < limit).count() as u64;
        assert_eq!(tally.games, begun + u64::from(limit > 0), "{limit} pieces");
        // If the last piece within the limit is the last of its game, the batch does not know that this game is over.
        assert_eq!(tally.games_over, begun, "{limit} pieces");
    }
    let tally = run(&batch(careless(), games(12, Some(1_000_000))));
    assert_eq!((tally.games, tally.pieces), (12, ends[11]));
}

#[test]
fn games_end_at_their_lines_or_pieces() {
    let mut batch = batch(short_sighted(), games(40, None));
    batch.lines = Some(10);
    let tally = run(&batch);
    assert_eq!(tally.reached_lines + tally.games_over, 40);
    assert!(tally.reached_lines > 30);
    assert!((400..=440).contains(&(tally.rows_cleared + 10 * tally.games_over)));
    batch.lines = None;
    batch.pieces_per_game = Some(30);
    let tally = run(&batch);
    assert_eq!((tally.games, tally.pieces), (40, 1_200));
    assert_eq!(
        tally.scores.games(),
        40,
        "a game that reaches the limit must count"
    );
}

#[test]
fn a_longer_batch_begins_with_the_games_of_a_shorter_one() {
    let short = run_on(2, &batch(careless(), games(30, None)));
    let long = run_on(2, &batch(careless(), games(60, None)));
    assert!(long.pieces > short.pieces);
    let mut other = batch(careless(), games(60, None));
    other.series.seed = 78;
    assert_ne!(
        run_on(2, &other),
        long,
        "another seed must give other games"
    );
    // The order of additions does not change the sum.
    let (mut one, mut two) = (short.clone(), long.clone());
    one.add(&long);
    two.add(&short);
    assert_eq!(one, two);
}

#[test]
fn a_stopped_batch_counts_what_it_played() {
    let control = Control::default();
    control.stop.store(true, Ordering::Relaxed);
    for extent in [BatchSize::Pieces(1_000_000), games(1_000_000, None)] {
        let tally = batch(careless(), extent).run(&control);
        assert_eq!(tally.pieces, 0);
    }
}

#[test]
fn figures_of_a_report_fit_together() {
    let batch = batch(short_sighted(), games(50, None));
    let tally = run_on(2, &batch);
    let report = Report::new(&batch, &tally, 2.0, false);
    let rows = report.row_percent.unwrap();
    let cells = report.cell_percent.unwrap();
    assert!((rows.iter().sum::<f64>() - 100.0).abs() < 1e-9);
    for (row, cells) in rows.iter().zip(cells) {
        assert!((cells.iter().sum::<f64>() - row).abs() < 1e-9);
    }
    for (row, ratio) in report.row_ratio_percent.unwrap().into_iter().enumerate() {
        match ratio {
            Some(ratio) => assert!((rows[row] - ratio * rows[row + 1] / 100.0).abs() < 1e-9),
            None => assert_eq!(rows[row + 1], 0.0),
        }
    }
    assert_eq!(report.pieces_per_second, tally.pieces as f64 / 2.0);
    let (head, causes) = report.endings().unwrap();
    let all = head.iter().position(|&word| word == "games").unwrap();
    let counts = causes.iter().map(|row| row[all].parse::<u64>().unwrap());
    assert_eq!(
        counts.sum::<u64>(),
        tally.games_over,
        "each lost game has a cause"
    );
    assert!(causes.iter().all(|row| row.len() == head.len()));
    let text = serde_json::to_string(&report).unwrap();
    for absent in ["interrupted", "share_reached_lines", "pattern"] {
        assert!(
            !text.contains(&format!("\"{absent}\"")),
            "{absent} does not apply"
        );
    }
}

#[test]
fn games_are_counted_by_the_lines_they_reached() {
    let mut batch = batch(short_sighted(), games(30, None));
    batch.lines = Some(130);
    let tally = run(&batch);
    assert_eq!(tally.at_lines[1], tally.reached_lines);
    assert!(tally.at_lines[0] >= tally.at_lines[1] && tally.at_lines[1] > 0);
    let report = Report::new(&batch, &tally, 1.0, false);
    let share = |count: u64| count as f64 / 30.0;
    let (hundred, end) = (tally.at_lines[0], tally.at_lines[1]);
    let shares: Vec<(u64, f64)> = report.share_at_lines.into_iter().collect();
    assert_eq!(shares, [(100, share(hundred)), (130, share(end))]);
    // Each game has a random stream of its own, so a game that is played alone gives equal counts.
    let lone = |number| {
        let mut lone = batch.clone();
        lone.shard = Shard {
            index: number,
            count: 30,
        };
        run(&lone)
    };
    let sum: u64 = (0..30).map(|number| lone(number).at_lines[0]).sum();
    assert_eq!(sum, hundred);
}

#[test]
fn an_empty_batch_has_a_report_without_shares() {
    let batch = batch(careless(), BatchSize::Pieces(0));
    let report = Report::new(&batch, &batch.run(&Control::default()), 0.0, false);
    assert_eq!((report.pieces, report.row_percent), (0, None));
    assert!(serde_json::to_string(&report).is_ok());
}

/// Published figures of `survival` with equal odds for all pieces, measured over 200,000 pieces. The tolerances are
/// several standard deviations.
#[test]
fn survival_player_has_the_published_long_run_figures() {
    let mut batch = batch(Arc::new(Player::named("survival").unwrap()), games(4, None));
    batch.series.randomizer = RandomizerKind::Uniform;
    batch.pieces_per_game = Some(50_000);
    let tally = run_on(2, &batch);
    assert_eq!((tally.pieces, tally.games_over), (200_000, 0));
    let percent = tally
        .locks_by_row()
        .map(|count| 100.0 * count as f64 / 200_000.0);
    for (row, expected, tolerance) in [(18, 50.0, 1.0), (17, 28.6, 0.6), (19, 6.0, 0.5)] {
        let found = percent[row];
        assert!(
            (found - expected).abs() < tolerance,
            "row {row}: {found:.2} %, published {expected} %"
        );
    }
    assert!(!tally.clears.is_empty());
    assert!(
        tally.clears.keys().all(|pieces| pieces % 5 == 0),
        "ten columns, four cells a piece: {:?}",
        tally.clears.keys()
    );
}

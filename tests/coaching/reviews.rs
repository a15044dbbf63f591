//! Tests of reviews: the judge's own moves lose nothing, no move is better than the best move, and worse players lose
//! more.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rightwell::engine::{DragGame, DragInput, DragStart};
use rightwell::players::rating::accuracy;
use rightwell::players::{Input, Label, Player, Position, Strategy, TreeMemory};
use rightwell::rules::randomizer::ODDS;
use rightwell::rules::{Board, Orientation, Piece, Pose, RandomizerKind, Region, Step};
use rightwell::search::{Hand, MoveGenerator, NoFilter, PadMoves};
use rightwell::session::job::position_of;
use rightwell::session::review::CurvePoint;
use rightwell::session::{CapturedGame, CapturedPiece, Category, Move, PieceOutcome, ReviewedMove};
use serde_json::Value;

use crate::support::cases::sample;
use crate::support::program::{figures, folder, refuse, succeed};

/// Returns positions from games of `player`, with its moves.
fn played(player: &str, games: u64, pieces: usize) -> Vec<(Position, Pose)> {
    let strategy = Strategy::alone(Arc::new(Player::named(player).unwrap()));
    let mut played = Vec::new();
    for game in 0..games {
        let mut game = DragGame::new(DragStart {
            level: 18,
            randomizer: RandomizerKind::NesOdds,
            seed: 5,
            game,
            top: 0,
            endless: None,
            position: None,
        })
        .unwrap();
        for _ in 0..pieces {
            let position = position_of(&game);
            let Some(line) = strategy.decide(&mut TreeMemory::default(), &position, &Input::Drag)
            else {
                break;
            };
            let pose = line.locks[0];
            played.push((position, pose));
            game.step(Some(DragInput::Lock {
                pose,
                animate: false,
            }));
        }
    }
    played
}

fn judge() -> Player {
    Player::named("scorer").unwrap()
}

#[test]
fn the_judges_own_moves_lose_nothing() {
    let judge = judge();
    let mut rated = 0;
    for (position, lock) in played("scorer", 2, 60) {
        let rating = judge.rate(&position, lock, &Input::Drag).unwrap();
        assert_eq!(rating.loss, 0.0, "{position:?}");
        assert_eq!(rating.label(), Label::Best);
        assert!(rating.in_reach);
        rated += 1;
    }
    assert!(rated > 100);
    // Check this with a gamepad too.
    let moves = Arc::new(PadMoves::new(Hand::FASTEST, 19, Region::Ntsc));
    for (position, _) in played("survival", 1, 60) {
        let input = Input::Pad(Arc::clone(&moves));
        let best = judge
            .decide(&mut TreeMemory::default(), &position, &*moves)
            .unwrap();
        let rating = judge.rate(&position, best.locks[0], &input).unwrap();
        assert_eq!(rating.loss, 0.0, "{position:?}");
    }
}

#[test]
fn every_move_loses_against_the_best_or_is_as_good() {
    let judge = judge();
    let mut labels = std::collections::BTreeSet::new();
    for (position, _) in played("survival", 2, 40).iter().step_by(7) {
        let locks = NoFilter.locks(&position.board, position.current).unwrap();
        let mut losses = Vec::new();
        for lock in locks.iter() {
            let rating = judge.rate(position, lock, &Input::Drag).unwrap();
            assert!(rating.loss >= 0.0 && rating.loss_without_next >= 0.0);
            assert!(
                rating
                    .moves
                    .is_sorted_by(|one, other| one.cost <= other.cost)
            );
            assert_eq!(rating.played.lock, lock);
            assert!(rating.moves.iter().any(|rated| rated.lock == lock));
            labels.insert(rating.label());
            losses.push(rating.loss);
        }
        assert!(losses.contains(&0.0), "one of the locks must be the best");
    }
    assert_eq!(labels.len(), 5, "all labels must occur: {labels:?}");
}

#[test]
fn better_players_lose_less() {
    let judge = judge();
    let mean = |player: &str| {
        let played = played(player, 2, 100);
        let losses = played
            .iter()
            .map(|(position, lock)| judge.rate(position, *lock, &Input::Drag).unwrap().loss);
        losses.sum::<f64>() / played.len() as f64
    };
    let [best, middle, worst] = ["scorer", "plateau", "dellacherie"].map(mean);
    assert!(best < middle && middle < worst, "{best} {middle} {worst}");
}

#[test]
fn a_lock_out_of_reach_is_rated_too() {
    // With slow hands at level 29, the stack is so high that pieces cannot reach the left wall.
    let mut board = Board::EMPTY;
    for y in 8..20 {
        for x in 0..9 {
            if x != 0 || y > 11 {
                board.insert(x, y);
            }
        }
    }
    let position = Position {
        level: 29,
        lines: 240,
        ..Position::new(board, Piece::I, Piece::O)
    };
    let hand = Hand::FASTEST.with_rhythm("3 Hz".parse().unwrap());
    let moves = Arc::new(PadMoves::new(hand, 29, Region::Ntsc));
    let upright = NoFilter.locks(&board, Piece::I).unwrap();
    let at_the_wall = upright
        .iter()
        .find(|lock| lock.cells().iter().all(|&(x, _)| x == 0))
        .unwrap();
    let rating = judge()
        .rate(&position, at_the_wall, &Input::Pad(moves))
        .unwrap();
    assert!(!rating.in_reach);
    assert!(rating.loss >= 0.0);
    assert!(
        judge()
            .rate(&position, at_the_wall, &Input::Drag)
            .unwrap()
            .in_reach
    );
}

#[test]
fn only_learnt_judges_rate_moves() {
    let (position, lock) = played("survival", 1, 1).remove(0);
    let survival = Player::named("survival").unwrap();
    assert_eq!(survival.rate(&position, lock, &Input::Drag), None);
    assert!((accuracy(1.0) - 0.45).abs() < 1e-9);
}

/// Writes a recording of this many frames.
fn record(folder: &Path, options: &str, name: &str) {
    succeed(folder, &format!("record {options} --save-replay {name}"));
}

#[test]
fn the_same_game_is_rated_alike_from_a_movie_and_from_ron_on_any_threads() {
    let folder = folder();
    let game = "--input pad --player survival --level 18 --seed 1234 --frames 2500";
    record(folder.path(), game, "a.fm2");
    record(folder.path(), game, "a.ron");
    let review = |line: &str| {
        let mut figures = figures(folder.path(), &format!("review {line} --json -"));
        figures.as_object_mut().unwrap().remove("file");
        figures
    };
    let movie = review("a.fm2 --threads 1");
    assert_eq!(movie, review("a.fm2 --threads 2"));
    assert_eq!(movie["moves"], review("a.ron --threads 2")["moves"]);
    assert!(movie["pieces"].as_u64().unwrap() > 20, "{movie}");
    assert_eq!(movie["unknown"], 0);
    assert_eq!(
        movie["moves"].as_array().unwrap().len() as u64,
        movie["pieces"].as_u64().unwrap()
    );
    let whole = &movie["whole"];
    assert!(
        whole["accuracy"].as_f64().unwrap() < 1.0,
        "survival does not play for points"
    );
    fs::copy(folder.path().join("a.fm2"), folder.path().join("a;b.fm2")).unwrap();
    let text = succeed(folder.path(), "review a;b.fm2");
    for words in [
        "accuracy",
        "rightwell replay 'a;b.fm2' --review --kind ",
        "rated for the hands: measured in the game, 30 Hz",
        "the most expensive habit: ",
        "lines and points lost, by kind of error:",
        "the worst moves",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn games_without_gravity_are_rated_and_other_files_refused() {
    let folder = folder();
    record(
        folder.path(),
        "--player scorer --seed 9 --frames 900",
        "scorer.ron",
    );
    let own = figures(folder.path(), "review scorer.ron --json -");
    assert_eq!(own["hand"], "none: without gravity");
    assert_eq!(
        own["whole"]["mean_loss"], 0.0,
        "the judge must lose nothing in its own game"
    );
    fs::write(folder.path().join("a.ngf"), "no gzip").unwrap();
    refuse(folder.path(), "review a.ngf", &["a.ngf"]);
    fs::write(folder.path().join("a.txt"), "no movie").unwrap();
    refuse(folder.path(), "review a.txt", &["a.txt", ".fm2"]);
    for kind in Category::ALL {
        // The command has this option, but accepts it only for a review.
        let line = format!("replay scorer.ron --kind {}", kind.word());
        refuse(folder.path(), &line, &["--review"]);
    }
    refuse(
        folder.path(),
        "replay scorer.ron --review --kind haste",
        &["haste", "well-covered"],
    );
    refuse(
        folder.path(),
        "review scorer.ron --hand nobody",
        &["nobody", "tapper"],
    );
}

#[test]
fn one_side_of_a_match_is_rated_and_weak_opponents_lose_more() {
    let folder = folder();
    let loss = |opponent: &str| {
        let game =
            format!("--match {opponent} {opponent} --seed 12 --best-of 3 --level 9 --frames 30000");
        record(folder.path(), &game, "match.ron");
        let review = "review match.ron --side left --hand machine --json -";
        let figures = figures(folder.path(), review);
        assert!(figures["pieces"].as_u64().unwrap() > 20, "{figures}");
        assert_eq!(figures["unknown"], 0);
        let clears = (1..).zip(figures["clears"].as_array().unwrap());
        let rows: u64 = clears
            .map(|(rows, times)| rows * times.as_u64().unwrap())
            .sum();
        assert_eq!(figures["lines"], rows, "of all rounds");
        figures["whole"]["mean_loss"].as_f64().unwrap()
    };
    // All three players use Dellacherie's six features. Each makes fewer misdrops than the one before.
    let losses = ["first-day", "first-week", "first-term"].map(loss);
    assert!(losses.is_sorted_by(|one, other| one > other), "{losses:?}");
    refuse(
        folder.path(),
        "review match.ron",
        &["match.ron", "--side left"],
    );
}

#[test]
fn the_expected_score_moves_and_losses_only_grow() {
    let judge = judge();
    let mut steps = 0;
    let moves: Vec<ReviewedMove> = (1..)
        .zip(played("survival", 1, 80))
        .map(|(number, (position, lock))| {
            let played = Move {
                rows: position.board.lock(lock).1 as u8,
                position,
                lock,
                frame: 0,
                seen: None,
            };
            ReviewedMove::rate(number, &played, &judge, &Input::Drag).unwrap()
        })
        .collect();
    let curve = CurvePoint::curve(&moves);
    assert_eq!(curve.len(), moves.len());
    assert_eq!((curve[0].luck, curve[0].number), (0.0, 1));
    for (before, now) in curve.iter().zip(&curve[1..]) {
        assert!(now.lost >= before.lost);
        steps += usize::from(now.expected != before.expected);
    }
    assert!(steps > 40, "it moves");

    // Remove a move that cleared rows, as if its lock were not known.
    let rows = moves.iter().position(|reviewed| reviewed.played.rows > 0);
    let mut torn = moves.clone();
    torn.remove(rows.unwrap());
    let (whole, torn) = (curve.last().unwrap(), CurvePoint::curve(&torn));
    let end = torn.last().unwrap().expected;
    assert!((whole.expected - end).abs() < 2_000.0, "{whole:?} {end}");
}

#[test]
fn luck_is_zero_over_all_next_pieces_and_over_many_games() {
    let judge = judge();
    let mut all = Vec::new();
    for player in ["survival", "dellacherie"] {
        for (position, _) in played(player, 8, 60) {
            all.push(judge.luck(&position, &Input::Drag).unwrap());
            if all.len() % 40 != 1 {
                continue;
            }
            // The mean is exact, because it uses the probabilities of the seven pieces.
            let sum: f64 = (Piece::ALL.into_iter())
                .map(|next| {
                    let odds = ODDS[position.current.index()][next.index()];
                    let position = Position {
                        next: Some(next),
                        ..position.clone()
                    };
                    f64::from(odds) * judge.luck(&position, &Input::Drag).unwrap()
                })
                .sum();
            assert!(sum.abs() < 1e-6, "{sum} {position:?}");
        }
    }
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let spread = all.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / count;
    let error = (spread / count).sqrt();
    assert!(spread > 0.001, "the pieces matter");
    assert!(mean.abs() < 3.0 * error, "{mean} +- {error} of {count}");
}

#[test]
fn a_lost_end_is_left_out_and_lost_points_stay_within_the_score() {
    let folder = folder();
    let game = "--input pad --player survival --level 29 --seed 1234 --hand tapper --frames 6000";
    record(folder.path(), game, "a.ron");
    let figures = figures(folder.path(), "review a.ron --json -");
    let moves = figures["moves"].as_array().unwrap();
    let lost = (moves.iter()).filter(|told| !told["lost_from"].is_null());
    let lost: Vec<_> = lost.collect();
    assert_eq!(figures["lost_end"], lost.len());
    assert!(!lost.is_empty() && lost.len() < moves.len(), "{lost:?}");
    let from = moves.len() - lost.len();
    for told in &lost {
        assert!(told["price"].as_f64().unwrap() >= 20.0);
        assert_eq!(told["lost_from"], moves[from]["number"]);
    }
    assert!(lost.len() <= 10, "nearly the whole game must be rated");
    assert_eq!(figures["whole"]["moves"], from);
    let number = |told: &Value| told["number"].as_u64().unwrap();
    let worst = figures["worst"].as_array().unwrap();
    assert!((worst.iter()).all(|told| number(told) < number(lost[0])));
    let in_all = figures["whole"]["points_lost"].as_f64().unwrap();
    assert!(in_all <= figures["to_win"].as_f64().unwrap() + 1.0);
}

#[test]
fn losses_of_moves_are_checked_by_playouts() {
    let folder = folder();
    let game = "--input pad --player summit --level 18 --seed 11 --hand tapper --frames 900";
    record(folder.path(), game, "a.fm2");
    let check = "review a.fm2 --check-by-playouts 4 --playout-games 3 --json -";
    let checked = figures(folder.path(), check);
    let again = [("--threads 1", true), ("--seed 2", false)];
    for (option, is_equal) in sample(again.len()).map(|index| again[index]) {
        let other = figures(folder.path(), &format!("{check} {option}"));
        assert_eq!(checked == other, is_equal, "{option}");
    }
    let moves = checked["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    let mean = |key: &str| {
        moves
            .iter()
            .map(|told| told[key].as_f64().unwrap())
            .sum::<f64>()
            / 4.0
    };
    for key in ["said", "found"] {
        assert!(
            (mean(key) - checked["all"][key].as_f64().unwrap()).abs() < 1e-9,
            "{key}"
        );
    }
    let review = figures(folder.path(), "review a.fm2 --json -");
    for told in moves {
        let number = told["number"].as_u64().unwrap() as usize;
        assert_eq!(told["said"], review["moves"][number - 1]["loss"]);
        // The loss is the sum of the judge's prices, multiplied by these shares below level 19,
        // and by 230 / 270 while all lines are left.
        let kept = |part: &str, share: f64| {
            230.0 / 270.0 * share * told["charged"][part].as_f64().unwrap()
        };
        let said = [("burn", 0.75), ("well", 1.1), ("holes", 0.8), ("form", 0.6)];
        let said: f64 = said
            .into_iter()
            .map(|(part, share)| kept(part, share))
            .sum();
        let said = said.max(0.0) - told["said"].as_f64().unwrap();
        assert!(said.abs() < 1e-6, "{told}");
    }
    refuse(
        folder.path(),
        "review a.fm2 --playout-games 3",
        &["--check-by-playouts"],
    );
}

/// Returns a captured game of 40 good moves as a recording. The pieces with these numbers have the highest lock of all
/// instead, which is only repaired.
fn guessed(numbers: &[usize]) -> String {
    let mut pieces: Vec<CapturedPiece> = Vec::new();
    for (number, (position, lock)) in (1..).zip(played("scorer", 1, 40)) {
        let is_guess = numbers.contains(&number);
        let highest = || {
            let poses = Orientation::all().flat_map(|orientation| {
                (0..10).map(move |x| Pose {
                    orientation,
                    x,
                    y: 3,
                })
            });
            let dropped = poses.filter(|pose| {
                pose.orientation.piece() == position.current && pose.fits(&position.board)
            });
            let dropped = dropped.filter_map(|pose| {
                std::iter::successors(Some(pose), |pose| pose.step(Step::Down, &position.board))
                    .last()
            });
            dropped.min_by_key(|pose| pose.y).unwrap()
        };
        let lock = if is_guess { highest() } else { lock };
        pieces.push(CapturedPiece {
            piece: position.current,
            next: position.next,
            board: position.board,
            lines: position.lines,
            level: position.level,
            score: None,
            das: None,
            time: 1_000 * number as u32,
            frame: 60 * number as u64,
            poses_seen: Vec::new(),
            outcome: PieceOutcome::Locked {
                lock,
                rows: position.board.lock(lock).1 as u8,
                is_certain: !is_guess,
            },
        });
    }
    CapturedGame::of_pieces(pieces).to_ron()
}

#[test]
fn guessed_locks_are_marked_and_no_figure_counts_them() {
    let folder = folder();
    let review = |guesses: &[usize]| {
        fs::write(folder.path().join("a.ron"), guessed(guesses)).unwrap();
        let text = succeed(folder.path(), "review a.ron --hand machine");
        let line = "review a.ron --hand machine --json - --html a.html --playouts 0";
        let page = || fs::read_to_string(folder.path().join("a.html")).unwrap();
        (text, figures(folder.path(), line), page())
    };
    let (text, told, page) = review(&[5, 15, 25, 35]);
    assert!(
        text.starts_with("40 locks: 36 certain, 4 repaired, 0 unknown\n"),
        "{text}"
    );
    let moves = told["moves"].as_array().unwrap();
    let (guesses, others): (Vec<_>, Vec<_>) = moves.iter().partition(|told| told["guess"] == true);
    assert_eq!((guesses.len(), others.len()), (4, 36));
    let loss = |told: &&Value| told["loss"].as_f64().unwrap();
    assert!(
        guesses.iter().any(|told| loss(told) > 2.5),
        "they would be blunders"
    );
    assert!(guesses.iter().all(|told| told["label"] == "guess"));
    let shares = others.iter().map(|told| accuracy(loss(told)));
    let mean = shares.sum::<f64>() / 36.0;
    assert!((told["whole"]["accuracy"].as_f64().unwrap() - mean).abs() < 1e-9);
    assert_eq!(told["whole"]["moves"], 36);
    assert_eq!(told["labels"]["blunder"], Value::Null);
    let numbers = [5, 15, 25, 35];
    let worst = told["worst"].as_array().unwrap();
    assert!(
        worst
            .iter()
            .all(|told| !numbers.iter().any(|number| told["number"] == *number))
    );
    assert!(page.contains("40 locks: 36 certain") && !page.contains("Warning"));
    let (text, told, page) = review(&[5, 10, 15, 20, 25]);
    let warning = "5 of 40 locks are guesses and are not rated";
    assert!(
        text.starts_with(&format!("warning: {warning}\n40 locks: 35 certain")),
        "{text}"
    );
    assert!(page.contains(&format!("Warning: {warning}.")));
    assert!(told["whole"]["accuracy"].is_number());
    let (text, told, page) = review(&[1, 3, 5, 7, 9, 11, 13, 15, 17]);
    assert!(
        text.starts_with(
            "warning: 9 of 40 locks are guesses and are not rated; the accuracy is unknown\n"
        ),
        "{text}"
    );
    assert!(
        !text.contains("accuracy 9") && !text.contains(" %, "),
        "{text}"
    );
    assert_eq!(told["whole"]["accuracy"], Value::Null);
    assert!(page.contains("unknown"));
}

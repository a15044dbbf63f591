//! Tests of modes that apply together, and of clears that do not score.

use rightwell::engine::training::ClearScoring;

use super::*;

#[test]
fn added_modes_apply_together_and_are_recorded() {
    let mut console = begun("drought:18+low-stack:8+invisible", 0);
    assert_eq!(view(console.console()).limit_row, Some(12));
    // The first two pieces are chosen before the training begins.
    drop_piece(&mut console, 0, 0);
    drop_piece(&mut console, 0, 0);
    let field = view(console.console()).field;
    assert!(!field.iter().any(|cell| cell.is_occupied()), "invisible");
    while !game(&console).is_over() {
        assert_ne!(game(&console).pose().piece(), Piece::I, "a drought");
        drop_piece(&mut console, 0, 0);
    }
    assert_eq!(row(&console, 9), "..........", "a low stack");
    let history = console.history().unwrap();
    let again = History::from_ron(&history.to_ron()).unwrap();
    assert_eq!(again.play(), *console.console());
    assert_eq!(again.training(), history.training());
}

#[test]
fn smaller_clears_score_nothing_or_cost_their_points_if_only_tetrises_count() {
    let score = |clears| {
        let training = Training {
            clears,
            ..Training::new(TrainingMode::Crunch)
        };
        // An I completes a row of a field four columns wide.
        let training = Training {
            value: 15,
            ..training
        };
        let consoles = (1..).filter_map(|seed| begun_from(training, 0, seed));
        let is_i = |console: &RecordedConsole| game(console).pose().piece() == Piece::I;
        let mut console = consoles.into_iter().find(is_i).unwrap();
        drop_piece(&mut console, 0, 0);
        drop_piece(&mut console, 0, 0);
        assert_eq!(game(&console).lines(), 1);
        let history = console.history().unwrap();
        let again = History::from_ron(&history.to_ron()).unwrap();
        assert_eq!(again.training(), Some(training));
        game(&console).score().points()
    };
    let [all, tetrises, penalty] = [
        ClearScoring::All,
        ClearScoring::Tetrises,
        ClearScoring::Penalty,
    ]
    .map(score);
    assert_eq!(all, tetrises + 40);
    assert!(penalty < tetrises, "{penalty} {tetrises}");
}

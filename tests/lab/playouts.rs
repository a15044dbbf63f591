//! Tests of playouts: the loss of a move, measured by playing on from the played and from the best lock.

use rightwell::lab::{Control, Playouts};
use rightwell::players::Player;
use rightwell::session::{Rater, ReviewedMove};

use crate::support::drawn_move::Case;

/// Few short playouts.
const SHORT: Playouts = Playouts {
    pairs: 8,
    error: 0.0,
    pieces: 12,
    seed: 1,
};

/// Returns a rater without limits of hands, which plays fastest.
fn rater() -> Rater {
    Rater::new(Player::named(Rater::JUDGE).unwrap(), None)
}

/// Returns a move that covers an open well, when an I comes next.
fn covered_well() -> ReviewedMove {
    let case = Case {
        field: "
            XXXXXXXXX.
            XXXXXXXXX.
            XXXXXXXXX.
            XXXXXXXXX.
            XXXXXXXXX.
            XXXXXXXXX.",
        pieces: "OI",
        level: 19,
        lines: 140,
        played: (9, 12, 0),
    };
    case.reviewed()
}

#[test]
fn an_obviously_bad_lock_loses_by_more_than_three_errors() {
    let found = SHORT.play_out(&rater(), &covered_well(), || true).unwrap();
    assert_eq!(found.pairs, 8);
    assert!(
        found.error > 0.0 && found.loss > 3.0 * found.error,
        "{found}"
    );
}

#[test]
fn the_best_lock_loses_nothing() {
    let mut best = covered_well();
    best.rating.played = *best.rating.best();
    assert!(!Playouts::can_play_out(&best));
    let found = SHORT.play_out(&rater(), &best, || true).unwrap();
    assert_eq!((found.loss, found.error), (0.0, 0.0));
}

#[test]
fn a_seed_gives_one_answer_on_any_number_of_threads() {
    let moves: Vec<ReviewedMove> = (1..5)
        .map(|number| ReviewedMove {
            number,
            ..covered_well()
        })
        .collect();
    let moves: Vec<&ReviewedMove> = moves.iter().collect();
    let played_out = |threads, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let playouts = Playouts {
            pairs: 2,
            seed,
            ..SHORT
        };
        let control = Control::default();
        let pool = pool.build().unwrap();
        pool.install(|| playouts.play_out_all(&rater(), &moves, &control, || true))
    };
    let one = played_out(1, 7);
    assert!(one.iter().all(Option::is_some));
    assert_ne!(one[0], one[1], "each move has its own pieces");
    assert_eq!(one, played_out(2, 7));
    assert_ne!(one, played_out(2, 8));
}

#[test]
fn playouts_end_when_the_error_is_small_enough() {
    let playouts = Playouts {
        pairs: 64,
        error: 9.0,
        ..SHORT
    };
    let found = playouts.play_out(&rater(), &covered_well(), || true);
    assert_eq!(found.unwrap().pairs, 8, "fewer would not tell the error");
}

#[test]
fn playouts_end_when_nobody_wants_them() {
    assert_eq!(SHORT.play_out(&rater(), &covered_well(), || false), None);
}

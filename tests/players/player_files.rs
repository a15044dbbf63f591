//! Tests of player files: required fields, and the messages for invalid files.

use rightwell::players::{Player, Position, TreeMemory};
use rightwell::rules::{Board, Piece};
use rightwell::search::{NoFilter, best_line};

/// Returns a player file with these fields.
fn file(fields: &str, weights: &str) -> String {
    format!("(\n{fields}\n evaluator: SixFeatures((\n{weights}\n )),\n)\n")
}

const FIELDS: &str = " version: 1,\n name: \"mine\",\n about: \"a test\",\n known_pieces: 2,";
const WEIGHTS: &str = "  rows_cleared: 1.0,\n  lock_height: 12.9,\n  well_cells: 15.8,\n  \
    column_holes: 26.9,\n  column_transitions: 27.6,\n  row_transitions: 30.2,";

fn error(text: &str) -> String {
    Player::from_ron("mine.ron", text).unwrap_err().to_string()
}

#[test]
fn a_file_is_a_player() {
    let player = Player::from_ron("mine.ron", &file(FIELDS, WEIGHTS)).unwrap();
    assert_eq!((player.name(), player.about()), ("mine", "a test"));
}

#[test]
fn only_players_that_compare_values_choose_the_order_of_ties() {
    let of_ties = |ties: &str| file(&format!("{FIELDS} ties: {ties},"), WEIGHTS);
    let player = |text: &str| Player::from_ron("mine.ron", text).unwrap();
    let usual = player(&file(FIELDS, WEIGHTS)).fingerprint();
    assert_eq!(player(&of_ties("PoseOrder")).fingerprint(), usual);
    assert_ne!(player(&of_ties("SearchOrder")).fingerprint(), usual);
    assert!(error(&of_ties("Random")).contains("Random"));
    let uct = include_str!("../../assets/players/uct.ron");
    assert_eq!(
        error(&uct.replace("    evaluator:", "    ties: SearchOrder,\n    evaluator:")),
        "player file mine.ron: `ties: SearchOrder` can only be used with SixFeatures and WeightedSum"
    );
}

#[test]
fn every_wrong_value_is_named_in_one_message() {
    let fields = FIELDS
        .replace("version: 1", "version: 2")
        .replace("\"mine\"", "\"my own\"")
        .replace("known_pieces: 2", "known_pieces: 0");
    let weights = WEIGHTS
        .replace("12.9", "NaN")
        .replace("15.8", "-inf")
        .replace("26.9", "1e10");
    assert_eq!(
        error(&file(&fields, &weights)),
        "player file mine.ron: unsupported version 2; allowed: 1; known_pieces 0; allowed: 1 to 4; name 'my own'; \
        allowed: one word; lock_height NaN; allowed: -1000000000 to 1000000000; well_cells -inf; allowed: \
        -1000000000 to 1000000000; column_holes 10000000000; allowed: -1000000000 to 1000000000"
    );
}

#[test]
fn missing_unknown_and_mistyped_fields_are_named_by_line() {
    let table = [
        (
            file(FIELDS, &WEIGHTS.replace("  well_cells: 15.8,\n", "")),
            "line 12",
            "well_cells",
        ),
        (
            file(FIELDS, &WEIGHTS.replace("well_cells", "wel_cells")),
            "line 9",
            "wel_cells",
        ),
        (
            file(&FIELDS.replace("known_pieces: 2,", ""), WEIGHTS),
            "line",
            "known_pieces",
        ),
        (
            file(
                &FIELDS.replace("known_pieces: 2", "known_pieces: two"),
                WEIGHTS,
            ),
            "line 5",
            "",
        ),
        (
            file(
                &FIELDS.replace("known_pieces: 2", "known_pieces: -1"),
                WEIGHTS,
            ),
            "line 5",
            "",
        ),
        (
            file(
                &FIELDS.replace("known_pieces: 2", "known_pieces: 256"),
                WEIGHTS,
            ),
            "line 5",
            "",
        ),
        (
            file(FIELDS, WEIGHTS).replace("SixFeatures", "SevenFeatures"),
            "line 6",
            "SevenFeatures",
        ),
        (file(FIELDS, WEIGHTS).replace("))", ")"), "line", ""),
        (String::new(), "line 1", ""),
        ("\u{0}".to_owned(), "line 1", ""),
    ];
    for (text, line, word) in table {
        let error = error(&text);
        assert!(error.starts_with("player file mine.ron, line"), "{error}");
        assert!(
            error.contains(line) && error.contains(word),
            "{error}\n{text}"
        );
    }
}

#[test]
fn any_allowed_weights_give_a_player_that_decides() {
    let extremes = ["0.0", "1e9", "-1e9", "1e-300", "-1e-300", "5e-324"];
    for one in extremes {
        for other in extremes {
            let weights = WEIGHTS.replace("1.0", one).replace("30.2", other);
            let player = Player::from_ron("mine.ron", &file(FIELDS, &weights)).unwrap();
            let line = player.decide(
                &mut TreeMemory::default(),
                &Position::new(Board::EMPTY, Piece::T, Piece::I),
                &NoFilter,
            );
            assert!(line.is_some(), "{one} {other}");
        }
    }
}

#[test]
fn weights_all_zero_leave_the_first_of_all_locks() {
    let weights = "  rows_cleared: 0, lock_height: 0, well_cells: 0,\n  \
        column_holes: 0, column_transitions: 0, row_transitions: 0,";
    let player = Player::from_ron("mine.ron", &file(FIELDS, weights)).unwrap();
    let line = player
        .decide(
            &mut TreeMemory::default(),
            &Position::new(Board::EMPTY, Piece::T, Piece::I),
            &NoFilter,
        )
        .unwrap();
    assert_eq!(line.value, 0);
    assert_eq!((line.locks[0].x, line.locks[0].y), (1, 18));
    assert_eq!(line.locks[0].orientation, Piece::T.spawn());
}

#[test]
fn weights_times_any_factor_decide_alike() {
    let player = |factor: f64| {
        let weights = [1.0, 12.9, 15.8, 26.9, 27.6, 30.2].map(|weight: f64| weight * factor);
        let names = [
            "rows_cleared",
            "lock_height",
            "well_cells",
            "column_holes",
            "column_transitions",
            "row_transitions",
        ];
        let weights: String = names
            .iter()
            .zip(weights)
            .map(|(name, weight)| format!("{name}: {weight:?},"))
            .collect();
        Player::from_ron("mine.ron", &file(FIELDS, &weights)).unwrap()
    };
    let board: Board = "X..X...... XX.XX..XX. XX.XXX.XXX".parse().unwrap();
    let decide = |player: &Player| {
        let line = player.decide(
            &mut TreeMemory::default(),
            &Position::new(board, Piece::S, Piece::L),
            &NoFilter,
        );
        line.unwrap().locks
    };
    let expected = decide(&player(1.0));
    for factor in [0.0625, 1024.0, 1048576.0] {
        assert_eq!(decide(&player(factor)), expected, "times {factor}");
    }
}

#[test]
fn a_player_with_one_known_piece_ignores_next() {
    let fields = FIELDS.replace("known_pieces: 2", "known_pieces: 1");
    let player = Player::from_ron("mine.ron", &file(&fields, WEIGHTS)).unwrap();
    let board: Board = "XXXX..XXXX".parse().unwrap();
    let lines: Vec<_> = Piece::ALL
        .map(|next| {
            player
                .decide(
                    &mut TreeMemory::default(),
                    &Position::new(board, Piece::O, next),
                    &NoFilter,
                )
                .unwrap()
        })
        .into();
    assert!(lines.iter().all(|line| *line == lines[0]));
    assert_eq!(lines[0].locks.len(), 1);
}

#[test]
fn the_third_and_the_fourth_piece_are_searched_if_the_game_shows_them() {
    // Next to the ceiling there are few locks, so that four pieces are tried quickly.
    let board: Board = format!(
        "..........{}",
        " XXX....XXX".repeat(3) + &" XXX.XX.XXX".repeat(16)
    )
    .parse()
    .unwrap();
    let pieces = [Piece::O, Piece::T, Piece::I, Piece::L];
    let position = |later| Position {
        later,
        ..Position::new(board, pieces[0], pieces[1])
    };
    let [third, fourth] = [2, 3].map(|index| Some(pieces[index]));
    for known in 1..=4 {
        let fields = FIELDS.replace("known_pieces: 2", &format!("known_pieces: {known}"));
        let player = Player::from_ron("mine.ron", &file(&fields, WEIGHTS)).unwrap();
        assert_eq!(player.known_pieces(), known);
        let six = player.six_features().unwrap();
        for (later, shown) in [([None; 2], 2), ([third, None], 3), ([third, fourth], 4)] {
            let found = player.decide(&mut TreeMemory::default(), &position(later), &NoFilter);
            let searched = &pieces[..known.min(shown)];
            assert_eq!(found, best_line(&board, searched, &NoFilter, six));
            assert_eq!(found.unwrap().locks.len(), searched.len());
        }
    }
}

#[test]
fn players_that_look_further_ahead_take_at_most_two_known_pieces() {
    let uct = include_str!("../../assets/players/uct.ron");
    assert_eq!(
        error(&uct.replace("known_pieces: 2", "known_pieces: 3")),
        "player file mine.ron: known_pieces 3; allowed: 1 to 2 with ValueTable and Uct, which themselves look further"
    );
}

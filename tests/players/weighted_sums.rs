//! Tests of players that are defined as lists of terms: built-in players decide as their files say, any feature makes a
//! player, and each invalid file gets a clear message.

use rightwell::players::evaluator::EvaluatorFile;
use rightwell::players::player::PlayerFile;
use rightwell::players::weighted_sum::{WeightedSumFile, WinningSum};
use rightwell::players::{Player, Position, TreeMemory};
use rightwell::rules::{Board, Piece, Pose};
use rightwell::search::NoFilter;

use crate::support::{boards, games::place, naive, plain_features};

/// Returns a player with this evaluator.
fn player(known_pieces: u8, sum: &str) -> Player {
    Player::from_ron("mine.ron", &file(known_pieces, sum)).unwrap()
}

fn file(known_pieces: u8, sum: &str) -> String {
    format!(
        "(version: 1, name: \"mine\", about: \"a test\", known_pieces: {known_pieces},
         evaluator: WeightedSum(({sum})))"
    )
}

fn error(sum: &str) -> String {
    let error = Player::from_ron("mine.ron", &file(1, sum)).unwrap_err();
    error.to_string()
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn first_lock(player: &Player, board: &Board, current: Piece, next: Piece) -> Pose {
    let position = Position::new(*board, current, next);
    player
        .decide(&mut TreeMemory::default(), &position, &NoFilter)
        .unwrap()
        .locks[0]
}

// Decisions of the built-in players.

/// Returns the sum that a file describes, computed with the plain features. Lower is better.
fn plain_value(file: &WeightedSumFile, root: &Board, locks: &[Pose]) -> f64 {
    let sign = match file.sense {
        WinningSum::LowestWins => 1.0,
        WinningSum::HighestWins => -1.0,
    };
    let mut sum = 0.0;
    for term in &file.terms {
        let raw = plain_features::raw(term.feature, root, locks);
        sum += sign * term.weight.unwrap() * (raw - term.offset).powf(term.power);
    }
    let mut cells = naive::cells_of(root);
    for &lock in locks {
        let rotation = usize::from(lock.orientation.rotation());
        let (x, y) = (i32::from(lock.x), i32::from(lock.y));
        let (after, rows) = naive::lock(&cells, lock.piece(), naive::State { x, y, rotation });
        cells = after;
        if rows == 4 {
            sum -= file.rules.tetris_bonus;
        }
    }
    let ceiling = usize::from(file.rules.ceiling_rows);
    for (y, row) in cells.iter().enumerate().take(ceiling) {
        let occupied = row.iter().filter(|&&cell| cell).count();
        sum += (occupied * (ceiling - y)) as f64;
    }
    if file.rules.all_pieces_spawn {
        let after = naive::board_of(&cells);
        if Piece::ALL
            .iter()
            .any(|&piece| !Pose::spawn(piece).fits(&after))
        {
            sum += 1e15;
        }
    }
    sum
}

/// Returns the lowest such sum over all sequences of locks.
fn best_plain(
    file: &WeightedSumFile,
    root: &Board,
    pieces: &[Piece],
    locks: &mut Vec<Pose>,
) -> f64 {
    let Some((&piece, others)) = pieces.split_first() else {
        return plain_value(file, root, locks);
    };
    let mut cells = naive::cells_of(root);
    for &lock in locks.iter() {
        let (x, y) = (i32::from(lock.x), i32::from(lock.y));
        let rotation = usize::from(lock.orientation.rotation());
        (cells, _) = naive::lock(&cells, lock.piece(), naive::State { x, y, rotation });
    }
    let mut best = f64::INFINITY;
    for state in naive::locks(&cells, piece, &|_| true).unwrap_or_default() {
        locks.push(state.pose(piece));
        best = best.min(best_plain(file, root, others, locks));
        locks.pop();
    }
    best
}

/// Returns the file of a built-in player.
fn built_in(name: &str) -> WeightedSumFile {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/players");
    let text = std::fs::read_to_string(format!("{folder}/{name}.ron")).unwrap();
    let file: PlayerFile = ron::from_str(&format!("#![enable(implicit_some)]\n{text}")).unwrap();
    let EvaluatorFile::WeightedSum(sum) = file.evaluator else {
        panic!("{name} is not a weighted sum");
    };
    sum
}

#[test]
fn one_piece_players_take_a_lock_that_their_files_call_best() {
    for name in [
        "dellacherie",
        "dellacherie-first",
        "el-tetris",
        "bcts",
        "dt10",
        "dt20",
    ] {
        let (player, file) = (Player::named(name).unwrap(), built_in(name));
        assert_eq!(player.known_pieces(), 1);
        let mut generator = boards::generator(31);
        for _ in 0..150 {
            let board = boards::any(&mut generator);
            let piece = boards::piece(&mut generator);
            let position = Position::new(board, piece, Piece::T);
            let Some(line) = player.decide(&mut TreeMemory::default(), &position, &NoFilter) else {
                continue;
            };
            let best = best_plain(&file, &board, &[piece], &mut Vec::new());
            let found = plain_value(&file, &board, &line.locks);
            assert!(
                (found - best).abs() < 1e-6,
                "{name}: {found}, {best}, {board:?}"
            );
        }
    }
}

#[test]
fn plateau_takes_a_line_that_its_file_calls_best() {
    let (player, file) = (Player::named("plateau").unwrap(), built_in("plateau"));
    assert_eq!(player.known_pieces(), 2);
    let mut generator = boards::generator(32);
    let mut compared = 0;
    while compared < 25 {
        let board = match compared % 2 {
            0 => boards::played(&mut generator),
            _ => boards::clean(&mut generator),
        };
        // If there are cells in the top four rows, the player also judges whether pieces can move across. The plain
        // reference does not.
        if board.row(0) != 0 || board.row(1) != 0 || board.row(2) != 0 || board.row(3) != 0 {
            continue;
        }
        let pieces = [boards::piece(&mut generator), boards::piece(&mut generator)];
        let position = Position::new(board, pieces[0], pieces[1]);
        let Some(line) = player.decide(&mut TreeMemory::default(), &position, &NoFilter) else {
            continue;
        };
        let best = best_plain(&file, &board, &pieces, &mut Vec::new());
        let found = plain_value(&file, &board, &line.locks);
        assert!((found - best).abs() < 1e-5, "{found}, {best}, {board:?}");
        compared += 1;
    }
}

#[test]
fn players_choose_the_lock_that_fits() {
    // The O fits into the gap in columns 4 and 5. Then two cells are missing in the row above it.
    let gap = board("XXXX..XXXX XXXX..XXX. XXXX..XXX.");
    for name in [
        "survival",
        "dellacherie",
        "dellacherie-first",
        "el-tetris",
        "bcts",
        "dt10",
        "dt20",
    ] {
        let player = Player::named(name).unwrap();
        let lock = first_lock(&player, &gap, Piece::O, Piece::T);
        assert_eq!(lock, place(Piece::O, 5, 18, 0), "{name}");
    }
}

#[test]
fn plateau_takes_every_tetris_even_with_the_next_piece() {
    let ready = board("XXXXXXXXX. XXXXXXXXX. XXXXXXXXX. XXXXXXXXX.");
    let player = Player::named("plateau").unwrap();
    let tetris = place(Piece::I, 9, 18, 1);
    assert_eq!(first_lock(&player, &ready, Piece::I, Piece::S), tetris);
    let position = Position::new(ready, Piece::S, Piece::I);
    let line = player
        .decide(&mut TreeMemory::default(), &position, &NoFilter)
        .unwrap();
    let (after, _) = ready.lock(line.locks[0]);
    assert_eq!(after.lock(line.locks[1]).1, 4, "{line:?}");
}

#[test]
fn the_six_features_as_a_list_of_terms_decide_like_the_six_features() {
    let list = file(
        2,
        "terms: [
            (feature: RowsCleared, weight: 1.000000000000000),
            (feature: LockHeight, weight: 12.885008263218383),
            (feature: WellCells, weight: 15.842707182438396),
            (feature: ColumnHoles, weight: 26.894496507795950),
            (feature: ColumnTransitions, weight: 27.616914062397015),
            (feature: RowTransitions, weight: 30.185110719279040),
        ]",
    );
    let list = list.replace("evaluator:", "ties: SearchOrder, evaluator:");
    let list = Player::from_ron("mine.ron", &list).unwrap();
    let six = Player::named("survival").unwrap();
    let mut generator = boards::generator(33);
    for _ in 0..2_000 {
        let board = boards::any(&mut generator);
        let pieces = [boards::piece(&mut generator), boards::piece(&mut generator)];
        let position = Position::new(board, pieces[0], pieces[1]);
        let lines = [&list, &six]
            .map(|player| player.decide(&mut TreeMemory::default(), &position, &NoFilter));
        let locks = lines.map(|line| line.map(|line| line.locks));
        assert_eq!(locks[0], locks[1], "{pieces:?} {board:?}");
    }
}

// Contents that a file may have.

#[test]
fn any_feature_alone_makes_a_player_that_decides() {
    let dirty = board("X..X...... XX.XX..XX. XX.XXX.XXX");
    for feature in plain_features::ALL {
        for term in [
            "weight: 1",
            "weight: -2.5, offset: 3, power: 2",
            "weight: 1, power: 0.5",
        ] {
            let sum =
                format!("terms: [(feature: {feature:?}, {term})], playouts: (games: 2, pieces: 3)");
            let player = player(1, &sum);
            for board in [Board::EMPTY, dirty] {
                let position = Position::new(board, Piece::L, Piece::I);
                let line = player.decide(&mut TreeMemory::default(), &position, &NoFilter);
                assert!(line.is_some(), "{feature:?}, {term}");
            }
        }
    }
}

#[test]
fn offset_and_power_bend_a_term() {
    // The sum of the heights is 8 if a flat I lies beside the four cells or on top of them, and also if the I is
    // upright. If one, two or three cells of a flat I are beyond the edge of the four cells, the sum is 9, 10 or 11.
    let root = board("XXXX......");
    let near_ten = player(
        1,
        "terms: [(feature: ColumnHeights, weight: 1, offset: 9.8, power: 2)]",
    );
    let lock = first_lock(&near_ten, &root, Piece::I, Piece::T);
    assert_eq!(lock, place(Piece::I, 4, 18, 0));
    // An odd power keeps the sign of its base. So the lowest stack has the lowest value and is chosen.
    let cubic = player(
        1,
        "terms: [(feature: StackHeight, weight: 1, offset: 2, power: 3)]",
    );
    assert_eq!(first_lock(&cubic, &root, Piece::I, Piece::T).y, 19);
}

#[test]
fn cells_of_the_top_rows_cost_more_the_higher_they_are_or_all_alike() {
    let root = board("X......... X......... X.........");
    let of_cost = |cost: &str| {
        let rules = format!("rules: (ceiling_rows: 20{cost})");
        player(1, &format!("terms: [(feature: Turns, weight: 0)], {rules}"))
    };
    let first = |cost: &str| first_lock(&of_cost(cost), &root, Piece::O, Piece::T);
    assert_eq!(first(""), place(Piece::O, 2, 18, 0));
    assert_eq!(first(", ceiling_cost: Rising"), place(Piece::O, 2, 18, 0));
    // All locks cost four, so the first in order wins, on top of the column.
    assert_eq!(first(", ceiling_cost: Flat"), place(Piece::O, 1, 15, 0));
}

#[test]
fn rows_can_be_weighed_by_how_many_go_at_once() {
    let ready = board("XXXXXXXXX. XXXXXXXXX. XXXXXXXXX. XXXXXXXXX.");
    let sum = |tetris: f64| {
        format!(
            "sense: HighestWins, terms: [(feature: RowsCleared,
             weights: (single: -1, double: -1, triple: -1, tetris: {tetris}))]"
        )
    };
    let tetris = place(Piece::I, 9, 18, 1);
    assert_eq!(
        first_lock(&player(1, &sum(3.0)), &ready, Piece::I, Piece::T),
        tetris
    );
    assert_ne!(
        first_lock(&player(1, &sum(-3.0)), &ready, Piece::I, Piece::T),
        tetris
    );
}

#[test]
fn ties_go_to_the_fewest_moves() {
    // With a weight of zero, all locks are equal. Without tie-breakers, the first lock is chosen.
    let flat = |ties: &str| player(1, &format!("terms: [(feature: Turns, weight: 0)]{ties}"));
    let first = first_lock(&flat(""), &Board::EMPTY, Piece::T, Piece::I);
    assert_eq!(first, place(Piece::T, 1, 18, 0));
    let nearest = first_lock(
        &flat(", ties: (sideways: 100, turns: 1)"),
        &Board::EMPTY,
        Piece::T,
        Piece::I,
    );
    assert_eq!(nearest, place(Piece::T, 5, 18, 0));
}

#[test]
fn a_leaf_on_which_a_piece_cannot_spawn_is_taken_only_if_there_is_no_other() {
    let rules = "terms: [(feature: StackHeight, weight: -1)], rules: (all_pieces_spawn: true)";
    let (careful, careless) = (
        player(1, rules),
        player(1, "terms: [(feature: StackHeight, weight: -1)]"),
    );
    // In columns 3-6, the stack is so high that it reaches row 4. Only there would an upright I block the spawn.
    let mut high = Board::EMPTY;
    for y in 4..20 {
        for x in 3..7 {
            high.insert(x, y);
        }
    }
    let blocks = |player: &Player| {
        let lock = first_lock(player, &high, Piece::I, Piece::T);
        let (after, _) = high.lock(lock);
        Piece::ALL
            .iter()
            .any(|&piece| !Pose::spawn(piece).fits(&after))
    };
    assert!(blocks(&careless));
    assert!(!blocks(&careful));
    // On this board, every lock of the O blocks the spawn. The player still chooses one.
    let mut full = Board::EMPTY;
    for y in 2..20 {
        for x in 0..10 {
            if x != (y % 2) {
                full.insert(x, y);
            }
        }
    }
    full.insert(2, 0);
    full.insert(7, 0);
    let position = Position::new(full, Piece::O, Piece::T);
    assert!(
        careful
            .decide(&mut TreeMemory::default(), &position, &NoFilter)
            .is_some()
    );
}

#[test]
fn terms_that_look_ahead_see_what_the_others_cannot() {
    // The O can lie flat or fill the left gap. Only in the gap does it keep the mean over the next piece low. Both
    // players judge holes in columns, but `ahead` judges them after the next piece.
    let root = board("..XX.XX.XX ..XX.XX.XX");
    let ahead = player(
        1,
        "terms: [(feature: RowTransitions, weight: 1), (feature: MeanRating, weight: 1)]",
    );
    assert_eq!(
        first_lock(&ahead, &root, Piece::O, Piece::T),
        place(Piece::O, 1, 18, 0)
    );
    let games = player(
        1,
        "terms: [(feature: RowTransitions, weight: 1), (feature: SimulatedGames, weight: 1)],
         playouts: (games: 4, pieces: 4, seed: 9)",
    );
    let decide = |player: &Player| {
        let position = Position::new(root, Piece::O, Piece::T);
        player.decide(&mut TreeMemory::default(), &position, &NoFilter)
    };
    assert_eq!(
        decide(&games),
        decide(&games),
        "equal games must give equal decisions"
    );
}

#[test]
fn sums_of_any_size_stay_in_order() {
    let dirty = board("X..X...... XX.XX..XX. XX.XXX.XXX");
    let expected = first_lock(
        &player(
            1,
            "terms: [(feature: BuriedHoles, weight: 1), (feature: Bumpiness, weight: 0.25)]",
        ),
        &dirty,
        Piece::J,
        Piece::T,
    );
    for factor in [1e-200, 1e-9, 1e3, 1e9] {
        let sum = format!(
            "terms: [(feature: BuriedHoles, weight: {:?}), (feature: Bumpiness, weight: {:?})]",
            factor,
            factor / 4.0
        );
        let lock = first_lock(&player(1, &sum), &dirty, Piece::J, Piece::T);
        assert_eq!(lock, expected, "times {factor}");
    }
}

// Messages for invalid files.

#[test]
fn every_wrong_value_of_a_term_is_named_in_one_message() {
    assert_eq!(
        error(
            "terms: [
                (feature: WellCells, weight: NaN, power: 9),
                (feature: LockHeight),
                (feature: RowsCleared, weight: 1, weights: (single: 1, double: 1, triple: 1, tetris: 2e9)),
                (feature: StackHeight, weights: (single: 1, double: 1, triple: 1, tetris: 1), offset: inf),
            ],
            ties: (sideways: 201, turns: 0),
            rules: (tetris_bonus: -1, ceiling_rows: 21),
            playouts: (games: 0, pieces: 31)"
        ),
        "player file mine.ron: terms, number 1 (WellCells): weight NaN; allowed: -1000000000 to 1000000000; terms, \
        number 1 (WellCells): power 9; allowed: 0 to 8; terms, number 2 (LockHeight): missing `weight`; \
        terms, number 3 (RowsCleared): `weight` cannot be combined with `weights`; terms, number 3 (RowsCleared): \
        weights.tetris 2000000000; allowed: -1000000000 to 1000000000; terms, number 4 (StackHeight): `weights` \
        can only be used with RowsCleared; terms, number 4 (StackHeight): offset inf; allowed: -1000000 to 1000000; \
        ties: sideways 201; allowed: 0 to 200; rules: tetris_bonus -1; allowed: 0 to 1000000000; rules: ceiling_rows \
        21; allowed: 0 to 20; playouts: games 0; allowed: 1 to 100; playouts: pieces 31; allowed: 1 to 30"
    );
    assert_eq!(
        error("terms: []"),
        "player file mine.ron: 0 terms; allowed: 1 to 64"
    );
}

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let features = error("terms: [(feature: ColumHoles, weight: 1)]");
    assert!(
        features.contains("ColumHoles") && features.contains("ColumnHoles"),
        "{features}"
    );
    let sense = error("sense: BestWins, terms: []");
    assert!(
        sense.contains("BestWins") && sense.contains("LowestWins"),
        "{sense}"
    );
    let field = error("terms: [(feature: ColumnHoles, wight: 1)]");
    assert!(
        field.contains("wight") && field.contains("weights"),
        "{field}"
    );
    for rules in [
        "rules: (tetris: 1)",
        "rules: (ceiling_cost: Steep)",
        "ties: (turns: 1, left: 2)",
        "playouts: (rounds: 1)",
    ] {
        let error = error(&format!("terms: [], {rules}"));
        assert!(error.starts_with("player file mine.ron, line"), "{error}");
    }
}

#[test]
fn the_old_name_of_the_stack_height_is_still_read() {
    let sum = |name| player(1, &format!("terms: [(feature: {name}, weight: 2)]"));
    assert_eq!(sum("PileHeight"), sum("StackHeight"));
}

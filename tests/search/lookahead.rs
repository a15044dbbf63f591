//! Tests of the search beyond the known pieces, which is compared with a plain reference. Tests of learned tables, as
//! files and as judges.

use std::io::Write;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;

use rightwell::players::value_table::entries::{ENTRIES, PER_FIELD, entries_of};
use rightwell::players::value_table::{Table, ValueTable, ValueTableFile};
use rightwell::players::{Input, Player, Position, Strategy, TreeMemory, WellBuilder};
use rightwell::rules::randomizer::ODDS;
use rightwell::rules::{Board, Piece, Pose, Region};
use rightwell::search::{
    Cost, Hand, Lookahead, MoveGenerator, NoFilter, PadMoves, SearchRoot, best_line_ahead, reach,
};

use crate::support::boards;
use crate::support::cases::{sample, share};

/// Costs that are easy to compute by hand. They depend on holes, heights and cleared rows, with a reward for a Tetris.
struct Plain;

impl Cost for Plain {
    fn clear(&self, rows: u32, lines: u32) -> i64 {
        [0, 640, 900, 1_000, -5_000][rows as usize] + i64::from(lines) * i64::from(rows)
    }

    fn board(&self, board: &Board, lines: u32) -> i64 {
        let mut cost = i64::from(lines) * 3;
        for x in 0..10 {
            let mut covered = false;
            for y in 0..20 {
                let filled = board.contains(x, y);
                if covered && !filled {
                    cost += 3_000;
                }
                if filled {
                    cost += i64::from(20 - y) * i64::from(20 - y) * 17 + i64::from(x);
                }
                covered |= filled;
            }
        }
        cost
    }

    fn loss(&self, lines: u32) -> i64 {
        1_000_000 - i64::from(lines)
    }
}

/// Returns the locks of a piece, in the order in which equal costs are decided.
fn locks(board: &Board, piece: Piece) -> Vec<Pose> {
    reach(board, piece, &NoFilter)
        .iter()
        .flat_map(|locks| locks.iter().collect::<Vec<_>>())
        .collect()
}

/// Returns the cost of the best lock for each piece, after looking `depth` unknown pieces ahead. At depth 2, the search
/// follows only the best `width` locks of the first unknown piece, and places the second one after each of them.
fn by_piece(board: &Board, lines: u32, depth: u32, width: usize) -> [i64; 7] {
    Piece::ALL.map(|piece| {
        let mut children: Vec<(i64, i64, Board, u32)> = locks(board, piece)
            .into_iter()
            .map(|lock| {
                let (after, rows) = board.lock(lock);
                let paid = Plain.clear(rows, lines);
                let lines = lines + rows;
                (paid + Plain.board(&after, lines), paid, after, lines)
            })
            .collect();
        children.sort_by_key(|child| child.0);
        match children.first() {
            None => Plain.loss(lines),
            Some(best) if depth == 1 => best.0,
            Some(_) => {
                let followed = children.iter().take(width);
                let costs = followed.map(|(_, paid, after, lines)| {
                    by_piece(after, *lines, 1, width).map(|cost| paid + cost)
                });
                mean(piece, &cheapest(costs))
            }
        }
    })
}

/// Returns the lowest cost of each piece.
fn cheapest(costs: impl Iterator<Item = [i64; 7]>) -> [i64; 7] {
    let least = |a: [i64; 7], b: [i64; 7]| std::array::from_fn(|index| a[index].min(b[index]));
    costs
        .reduce(least)
        .expect("the list of costs must not be empty")
}

/// Returns the mean of the costs. The weights are the cartridge's odds for the piece after `previous`.
fn mean(previous: Piece, costs: &[i64; 7]) -> i64 {
    let odds = ODDS[previous.index()];
    let sum: i64 = (0..7)
        .map(|index| i64::from(odds[index]) * costs[index])
        .sum();
    sum >> 6
}

/// Tries all pairs of locks for the known pieces, followed by `depth` (0 or 1) unknown pieces. Returns the lowest cost.
fn lowest(root: &SearchRoot, depth: u32) -> Option<i64> {
    let next = root.next.unwrap();
    let after_first = |lock: Pose| {
        let (board, rows) = root.board.lock(lock);
        let paid = Plain.clear(rows, root.lines);
        let lines = root.lines + rows;
        let pairs: Vec<[i64; 7]> = locks(&board, next)
            .into_iter()
            .map(|other| {
                let (board, rows) = board.lock(other);
                let paid = paid + Plain.clear(rows, lines);
                let lines = lines + rows;
                match depth {
                    0 => [paid + Plain.board(&board, lines); 7],
                    _ => by_piece(&board, lines, depth, 1).map(|cost| paid + cost),
                }
            })
            .collect();
        (!pairs.is_empty()).then(|| mean(next, &cheapest(pairs.into_iter())))
    };
    let firsts = locks(&root.board, root.current).into_iter();
    firsts.filter_map(after_first).min()
}

fn root(board: Board, current: Piece, next: Piece) -> SearchRoot {
    SearchRoot {
        board,
        current,
        next: Some(next),
        lines: 7,
    }
}

#[test]
fn two_known_pieces_alone_are_searched_to_the_end() {
    let lookahead = Lookahead {
        beam: 0,
        deep_beam: 0,
        deep_locks: 1,
    };
    let mut generator = boards::generator(71);
    for _ in 0..300 {
        let board = boards::any(&mut generator);
        let root = root(
            board,
            boards::piece(&mut generator),
            boards::piece(&mut generator),
        );
        let line = best_line_ahead(&root, &NoFilter, &Plain, lookahead);
        let Some(expected) = lowest(&root, 0) else {
            assert!(line.is_none_or(|line| line.locks.len() == 1), "{board:?}");
            continue;
        };
        assert_eq!(line.unwrap().value, expected, "{board:?}");
    }
}

/// Playfield after the known pieces, in the form that the plain search uses.
#[derive(Clone)]
struct Child {
    value: i64,
    paid: i64,
    board: Board,
    lines: u32,
    locks: Vec<Pose>,
    by_piece: [i64; 7],
}

impl Child {
    fn after(&self, lock: Pose) -> Child {
        let (board, rows) = self.board.lock(lock);
        let paid = self.paid + Plain.clear(rows, self.lines);
        let lines = self.lines + rows;
        Child {
            value: paid + Plain.board(&board, lines),
            paid,
            board,
            lines,
            locks: self.locks.iter().copied().chain([lock]).collect(),
            by_piece: [0; 7],
        }
    }
}

/// Does the plain search step by step. Returns `None` if a known piece has no lock.
fn plainly(root: &SearchRoot, lookahead: Lookahead) -> Option<Child> {
    let start = Child {
        value: 0,
        paid: 0,
        board: root.board,
        lines: root.lines,
        locks: Vec::new(),
        by_piece: [0; 7],
    };
    let mut fields: Vec<Child> = Vec::new();
    for lock in locks(&root.board, root.current) {
        let one = start.after(lock);
        let Some(next) = root.next else {
            fields.push(one);
            continue;
        };
        let after = locks(&one.board, next).into_iter();
        let mut two: Vec<Child> = after.map(|lock| one.after(lock)).collect();
        two.sort_by_key(|child| child.value);
        // For each first lock, the search continues with the four cheapest playfields.
        fields.extend(two.into_iter().take(4));
    }
    fields.sort_by_key(|child| child.value);
    let mut kept: Vec<Child> = Vec::new();
    for field in fields {
        let repeats = |other: &Child| other.value == field.value && other.board == field.board;
        if kept.len() < lookahead.beam.max(1) && !kept.iter().any(repeats) {
            kept.push(field);
        }
    }
    let last = root.next.unwrap_or(root.current);
    let judge = |kept: &mut Vec<Child>, depth| {
        for child in kept {
            let costs = by_piece(&child.board, child.lines, depth, lookahead.deep_locks);
            child.by_piece = costs.map(|cost| child.paid + cost);
            child.value = mean(last, &child.by_piece);
        }
    };
    if lookahead.beam > 0 {
        judge(&mut kept, 1);
        kept.sort_by_key(|child| child.value);
    }
    kept.truncate(lookahead.deep_beam.max(1));
    let first = kept.first()?.locks[0];
    if kept.iter().any(|child| child.locks[0] != first) {
        judge(&mut kept, 2);
    }
    // The first unknown piece may choose among all playfields that follow from one first lock.
    let together = |of: &Child| {
        let alike = kept.iter().filter(|child| child.locks[0] == of.locks[0]);
        mean(last, &cheapest(alike.map(|child| child.by_piece)))
    };
    let best = kept
        .iter()
        .min_by_key(|child| (together(child), child.value))?;
    Some(Child {
        value: together(best),
        ..best.clone()
    })
}

#[test]
fn lines_and_prices_are_exactly_those_of_the_plain_search() {
    let mut generator = boards::generator(72);
    let (mut compared, mut deep, mut blind) = (0, 0, 0);
    for index in sample(400) {
        let board = boards::dirty(&mut generator);
        // Skip boards on which there are many locks. On those, the plain search takes minutes.
        if (0..20).take_while(|&y| board.row(y) == 0).count() > 3 {
            continue;
        }
        let (current, next) = (boards::piece(&mut generator), boards::piece(&mut generator));
        let root = SearchRoot {
            next: (index % 3 > 0).then_some(next),
            ..root(board, current, next)
        };
        let lookahead = Lookahead {
            beam: [500, 8][index % 2],
            deep_beam: [100, 1, 3][index / 2 % 3],
            deep_locks: 2,
        };
        let line = best_line_ahead(&root, &NoFilter, &Plain, lookahead);
        let Some(expected) = plainly(&root, lookahead) else {
            assert!(line.is_none_or(|line| line.locks.len() == 1), "{board:?}");
            continue;
        };
        let line = line.unwrap();
        assert_eq!(line.value, expected.value, "{lookahead:?} {board:?}");
        assert_eq!(line.locks, expected.locks, "{lookahead:?} {board:?}");
        if lookahead.beam == 500 && lookahead.deep_beam == 1 && root.next.is_some() {
            // The fast search leaves out some locks. So the lowest cost over all locks can only be lower.
            assert!(lowest(&root, 1).unwrap() <= line.value);
        }
        compared += 1;
        deep += u32::from(lookahead.deep_beam > 1);
        blind += u32::from(root.next.is_none());
    }
    assert!(
        compared > share(30) && deep > share(10) && blind >= share(9),
        "{compared} {deep} {blind}"
    );
}

#[test]
fn a_last_piece_is_placed_even_if_the_next_one_cannot_be() {
    // The O has only one lock left, and after that lock the next O cannot spawn.
    let mut high: Board = "XXXX..XXX. ".repeat(18).parse().unwrap();
    for y in 4..20 {
        high.insert(4, y);
        high.insert(5, y);
    }
    let root = root(high, Piece::O, Piece::O);
    let lookahead = Lookahead {
        beam: 4,
        deep_beam: 2,
        deep_locks: 1,
    };
    let line = best_line_ahead(&root, &NoFilter, &Plain, lookahead).unwrap();
    assert!(locks(&high, Piece::O).contains(&line.locks[0]));
    let (after, _) = high.lock(line.locks[0]);
    assert_eq!(
        line.locks.len(),
        if locks(&after, Piece::O).is_empty() {
            1
        } else {
            2
        }
    );
}

#[test]
fn entries_of_any_field_lie_in_their_own_groups() {
    let mut generator = boards::generator(73);
    for _ in 0..20_000 {
        let board = boards::any(&mut generator);
        let entries = entries_of(&board);
        for (index, &entry) in entries.iter().enumerate() {
            assert!((entry as usize) < ENTRIES);
            assert!(entries[..index].iter().all(|&other| other != entry));
        }
    }
    assert_eq!(entries_of(&Board::EMPTY).len(), PER_FIELD);
}

#[test]
fn fields_that_differ_in_one_aspect_share_the_other_entries() {
    let entries = |text: &str| entries_of(&text.parse().unwrap());
    let flat = entries("XXXXXXXXX. XXXXXXXXX.");
    let burnt = entries("XXXXXXXXX. XXXXXXXXXX");
    // These entries of the table are equal on both boards: the contours without the well, the edge, and the holes.
    for same in [1, 2, 3, 4, 5, 6, 7, 12] {
        assert_eq!(flat[same], burnt[same], "entry {same}");
    }
    // These entries differ: the contour with the well, and the groups of the well.
    for other in [0, 24, 25, 26] {
        assert_ne!(flat[other], burnt[other], "entry {other}");
    }
    let mirrored = entries("XXXXXXXXX. .XXXXXXXX.");
    assert_ne!(flat[6], mirrored[6], "the hole must change this entry");
}

fn judge(last_line: Option<u32>) -> ValueTable {
    let file = ValueTableFile {
        table: "scorer".to_owned(),
        tables: Vec::new(),
        burns: [1.0, 2.0, 3.0],
        game_over: 50.0,
        last_line,
        beam: 8,
        deep_beam: 2,
        deep_locks: 2,
    };
    ValueTable::new(&file, &|name| Err(format!("no file {name}"))).unwrap()
}

#[test]
fn rows_past_the_last_line_are_a_gift_and_then_nothing_matters() {
    let judge = judge(Some(230));
    let line = judge.clear(1, 0);
    assert_eq!(judge.clear(4, 0), 0);
    assert_eq!(judge.clear(4, 226), 0);
    assert_eq!(judge.clear(4, 229), -3 * line);
    assert_eq!(judge.clear(2, 229), line);
    let board: Board = "XXXX.XXXXX".parse().unwrap();
    assert_eq!(judge.board(&board, 230), judge.board(&Board::EMPTY, 230));
    assert_eq!(judge.loss(230), judge.board(&Board::EMPTY, 230));
    assert_eq!(judge.loss(220), 50 * line);
}

#[test]
fn boards_and_a_lost_game_matter_less_with_every_line_near_the_end() {
    let judge = judge(Some(230));
    let board: Board = "XXXX.XXXXX".parse().unwrap();
    let empty = judge.board(&Board::EMPTY, 0);
    let excess = judge.board(&board, 0) - empty;
    let loss = judge.loss(0) - empty;
    assert!(excess.abs() > 20 && loss > 20);
    let ahead = [(219, 10), (220, 10), (221, 9), (225, 5), (229, 1)];
    for (lines, left) in ahead.into_iter().chain([(230, 0), (240, 0)]) {
        let here = judge.board(&Board::EMPTY, lines);
        assert_eq!(here, empty, "there is no hurry at {lines} lines");
        let found = judge.board(&board, lines) - here;
        assert_eq!(found, excess * left / 10, "at {lines} lines");
        assert_eq!(
            judge.loss(lines) - here,
            loss * left / 10,
            "at {lines} lines"
        );
    }
}

#[test]
fn tables_survive_being_written_and_wrong_ones_are_refused() {
    let table = Table::built_in("well").unwrap();
    let bytes = table.to_bytes("for a test");
    assert_eq!(Table::from_bytes(&bytes).unwrap(), *table);
    let short = Table::from_bytes(&bytes[..bytes.len() - 1]).unwrap_err();
    assert!(short.contains(&(2 * ENTRIES).to_string()), "{short}");
    let other = Table::from_bytes(b"P5 10 20").unwrap_err();
    assert!(other.contains("version 1"), "{other}");
    let once = packed(&bytes);
    assert_eq!(Table::from_bytes(&once).unwrap(), *table);
    for (wrong, words) in [
        (&once[..once.len() / 2], "cannot unpack"),
        (&packed(&once), "compressed twice"),
        (&packed(&vec![0; 4_000_000]), "version 1"),
    ] {
        let error = Table::from_bytes(wrong).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
}

/// Returns these bytes, compressed with gzip.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

#[test]
fn a_player_file_names_what_is_wrong_with_its_table() {
    let good = Table::built_in("well").unwrap().to_bytes("for a test");
    let text = |table: &str, beam: u32| {
        format!(
            "(version: 1, name: \"mine\", about: \"\", known_pieces: 2, evaluator: ValueTable(( \
             table: \"{table}\", burns: (1, 2, 3), game_over: 9, beam: {beam}, \
             deep_beam: 2, deep_locks: 2)))"
        )
    };
    let read = |name: &str| match name {
        "bad.table" => Ok(b"no table".to_vec()),
        "good.table" => Ok(good.clone()),
        _ => Err(format!("{name}: no such file")),
    };
    let player = |table: &str, beam| Player::from_ron_with("mine.ron", &text(table, beam), &read);
    let error = |table: &str, beam| player(table, beam).unwrap_err().to_string();
    assert!(error("nowhere.table", 2).contains("nowhere.table"));
    assert!(error("scorer", 501).contains("beam 501; allowed: 0 to 500"));
    assert!(error("bad.table", 2).contains("bad.table"));
    assert!(player("good.table", 2).is_ok());
}

#[test]
fn the_old_names_of_the_beam_are_still_read() {
    let text = |beam: &str, deep_beam: &str| {
        format!(
            "(version: 1, name: \"mine\", about: \"\", known_pieces: 2, evaluator: ValueTable(( \
             table: \"well\", burns: (1, 2, 3), game_over: 9, {beam}: 7, {deep_beam}: 3, \
             deep_locks: 2)))"
        )
    };
    let new = Player::from_ron("new.ron", &text("beam", "deep_beam")).unwrap();
    let old = Player::from_ron("old.ron", &text("fields", "deep_fields")).unwrap();
    assert_eq!(old, new);
}

#[test]
fn with_four_rows_ready_an_upright_i_goes_into_the_well() {
    let board: Board = "XXXXXXXXX. ".repeat(5).parse().unwrap();
    let position = Position::new(board, Piece::I, Piece::T);
    let well = WellBuilder::default();
    let scorer = Player::named("scorer").unwrap();
    let alone = Strategy::alone(Arc::new(scorer.clone()));
    let moves = PadMoves::new(Hand::FASTEST, 19, Region::Ntsc);
    let pad = Input::Pad(Arc::new(moves.clone()));
    for line in [
        well.drag.line(&position, &NoFilter),
        well.pad.line(&position, &moves),
        scorer.decide(&mut TreeMemory::default(), &position, &moves),
        alone.decide(&mut TreeMemory::default(), &position, &pad),
    ] {
        let lock = line.unwrap().locks[0];
        assert_eq!(board.lock(lock).1, 4, "{lock:?}");
    }
    assert!(moves.locks(&board, Piece::I).is_some());
}

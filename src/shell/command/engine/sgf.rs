//! Search trees as game trees of the Smart Game Format, for viewers of Go games.
//!
//! A playfield is a Go board 10 points wide and 20 high, whose black stones are the settled cells. Each node changes the
//! stones of its parent to its own board. A mark is on each cell of the piece that locks.
//!
//! Source: red-bean.com/sgf, "SGF FF\[4\] - Smart Game Format".

use rightwell::players::SearchTree;
use rightwell::rules::motion::{COLUMNS, ROWS};
use rightwell::rules::randomizer::ODDS;
use rightwell::rules::sanitize::plain;
use rightwell::rules::{Board, Piece, Pose, counted};
use rightwell::search::tree::{TreeNodeView, TreeStep};

use super::tree::{rounded, step_words};

/// Sum of the odds of all pieces in [`ODDS`].
const ODDS_SUM: f64 = 64.0;

/// Formats a tree. The text has no empty lines.
pub fn written(player: &str, tree: &SearchTree, view: &TreeNodeView<Pose>) -> String {
    let position = tree.position();
    let next = position.next.map_or('?', Piece::letter);
    let current = position.current.letter();
    let comment = format!(
        "{player}: {current}, then {next}; level {}, {}\n{}",
        position.level,
        counted(position.lines, "line"),
        figures(view)
    );
    let mut text = format!(
        "(;FF[4]GM[1]SZ[{COLUMNS}:{ROWS}]CA[UTF-8]AP[rightwell:{}]",
        env!("CARGO_PKG_VERSION")
    );
    add_stones(&Board::EMPTY, &position.board, &mut text);
    add_text("C", &comment, &mut text);
    add_children(view, &position.board, position.current, &mut text);
    text.push(')');
    text
}

/// Appends the nodes below a node: a single child as the next node, several as variations. `board` is the node's board,
/// `piece` the last piece placed or drawn.
fn add_children(node: &TreeNodeView<Pose>, board: &Board, piece: Piece, text: &mut String) {
    let is_branching = node.children.len() > 1;
    for child in &node.children {
        text.push('\n');
        text.push_str(if is_branching { "(;" } else { ";" });
        add_node(child, board, piece, text);
        text.push_str(if is_branching { ")" } else { "" });
    }
}

/// Appends a node, without its semicolon, and all nodes below it.
fn add_node(node: &TreeNodeView<Pose>, before: &Board, previous: Piece, text: &mut String) {
    let words = step_words(node.step);
    add_text("N", &words, text);
    let (board, piece, said) = match node.step {
        TreeStep::Root => (*before, previous, words),
        TreeStep::Choice(lock) => {
            let (board, rows) = before.lock(lock);
            add_stones(before, &board, text);
            let cells = lock.cells().into_iter();
            add_points("MA", cells.filter(|&(_, y)| y >= 0), text);
            let said = match rows {
                0 => format!("lock {words}"),
                rows => format!(
                    "lock {words}, clears {}; the marks show the piece before that",
                    counted(rows, "row")
                ),
            };
            (board, lock.piece(), said)
        }
        TreeStep::Outcome(drawn) => {
            let odds = f64::from(ODDS[previous.index()][drawn]) / ODDS_SUM;
            let said = format!("{words}, odds {:.1} %", 100.0 * odds);
            (*before, Piece::ALL[drawn], said)
        }
    };
    add_text("C", &format!("{said}\n{}", figures(node)), text);
    add_children(node, &board, piece, text);
}

/// Describes the results of the playouts through a node.
fn figures(node: &TreeNodeView<Pose>) -> String {
    let visits = counted(node.arm.visits, "visit");
    let mut said = format!("{visits}, mean {}", rounded(node.arm.mean()));
    if let Some(value) = node.value {
        said += &format!(", value {}", rounded(value));
    }
    said
}

/// Appends the stones that turn a board into another one.
fn add_stones(before: &Board, after: &Board, text: &mut String) {
    let points = || (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
    let only = |one: &Board, other: &Board| {
        let (one, other) = (*one, *other);
        points().filter(move |&(x, y)| one.contains(x, y) && !other.contains(x, y))
    };
    add_points("AB", only(after, before), text);
    add_points("AE", only(before, after), text);
}

/// Appends a property with a list of points. An empty list appends nothing. Points are pairs of letters, the column from
/// the left and the row from the top.
fn add_points(name: &str, points: impl Iterator<Item = (i8, i8)>, text: &mut String) {
    let letter = |number: i8| char::from(b'a' + number.unsigned_abs());
    let points: String = points
        .map(|(x, y)| format!("[{}{}]", letter(x), letter(y)))
        .collect();
    if !points.is_empty() {
        text.push_str(name);
        text.push_str(&points);
    }
}

/// Appends a property with a text.
fn add_text(name: &str, value: &str, text: &mut String) {
    let lines: Vec<String> = value.lines().map(plain).collect();
    let value = lines.join("\n").replace('\\', "\\\\").replace(']', "\\]");
    text.push_str(&format!("{name}[{value}]"));
}

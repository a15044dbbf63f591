//! Tests of the request `tree` of `engine`: its answers as JSON, as a graph, as nested text and as a game tree can be
//! parsed and agree with each other.

use std::collections::{BTreeMap, BTreeSet};

use rightwell::rules::{Board, Piece, Pose};
use serde_json::Value;

use crate::support::engine::ask;

/// Returns the answer to `tree`, without the leading `=`, for an empty playfield with a T and an I.
fn tree(words: &str) -> String {
    let folder = std::env::temp_dir();
    let requests = format!("new level=19\npieces T I\ntree {words}\n");
    let answers = ask(&folder, &requests);
    let answer = answers[2].strip_prefix("= ");
    answer
        .unwrap_or_else(|| panic!("{}", answers[2]))
        .to_owned()
}

/// Collects the visits of all paths from the root. A path is written as the `name visits` of its nodes, joined by `/`.
fn ways(node: &Value, way: &str, found: &mut BTreeSet<String>) {
    let step = &node["step"];
    let name = if step.is_null() {
        "root".to_owned()
    } else if let Some(drawn) = step["drawn"].as_str() {
        format!("drawn {drawn}")
    } else {
        let piece = step["piece"].as_str().unwrap();
        format!("{piece} {} {} {}", step["x"], step["y"], step["rotation"])
    };
    let way = format!("{way}/{name} {}", node["visits"]);
    for child in node["children"].as_array().unwrap() {
        ways(child, &way, found);
    }
    found.insert(way);
}

#[test]
fn the_tree_is_valid_json_whose_figures_fit_together() {
    for player in ["uct", "uct-scorer"] {
        let answer = tree(&format!("{player} playouts=300 depth=4"));
        let json: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(json["player"], player);
        assert_eq!(json["playouts"], 300);
        assert_eq!(
            (&json["current"], &json["next"]),
            (&"T".into(), &"I".into())
        );
        let root = &json["tree"];
        assert_eq!(root["visits"], 300);
        let children = root["children"].as_array().unwrap();
        let visits = |node: &Value| node["visits"].as_u64().unwrap();
        assert_eq!(children.iter().map(visits).sum::<u64>(), 300);
        assert!(children.is_sorted_by_key(|child| std::cmp::Reverse(visits(child))));
        assert_eq!(json["line"][0], children[0]["step"], "the most visited");
        assert_eq!(json["line"][1]["piece"], "I");
        for child in children {
            let mean = child["mean"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&mean));
            assert!(child["value"].as_f64().unwrap() >= mean - 1e-5);
        }
        let nodes = json["nodes"].as_u64().unwrap();
        let bytes = json["bytes"].as_u64().unwrap();
        assert!(nodes > 20 && bytes >= 100 * nodes && bytes < 200 * nodes);
        let results = &json["results"];
        assert!(results["lowest"].as_f64() <= results["mean"].as_f64());
        assert!(results["mean"].as_f64() <= results["highest"].as_f64());
        let fired: u64 = json["rules"]
            .as_object()
            .unwrap()
            .values()
            .filter_map(Value::as_u64)
            .sum();
        let pieces = json["pieces"]["mean"].as_f64().unwrap() * 300.0;
        assert!(
            (fired as f64 - pieces).abs() < 0.01,
            "each piece must fire exactly one rule"
        );
    }
}

/// Reads a graph as Graphviz does, but only those parts of its syntax that the answer uses: nodes with quoted labels,
/// arrows, and attributes of both.
fn read_dot(text: &str) -> (BTreeMap<String, String>, Vec<(String, String)>) {
    let body = text.strip_prefix("digraph tree {").unwrap().trim();
    let body = body.strip_suffix('}').unwrap();
    let (mut nodes, mut arrows) = (BTreeMap::new(), Vec::new());
    for statement in body.trim().split_terminator(";") {
        let statement = statement.trim();
        let (what, attributes) = statement.split_once(" [").unwrap();
        let attributes = attributes.strip_suffix(']').unwrap();
        assert_eq!(attributes.matches('"').count() % 2, 0, "{statement}");
        match what.split_once(" -> ") {
            Some((from, to)) => arrows.push((from.to_owned(), to.to_owned())),
            None if what == "node" => {}
            None => {
                let label = attributes.split('"').nth(1).unwrap();
                let twice = nodes.insert(what.to_owned(), label.to_owned());
                assert_eq!(twice, None, "{what} occurs twice");
            }
        }
    }
    (nodes, arrows)
}

/// Reads nested brackets. Returns each path in the form of [`ways`].
fn read_nested(text: &str) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), Vec::<String>::new());
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("(;M[") {
            let (name, after) = after.split_once("]V[").unwrap();
            let (visits, after) = after.split_once(']').unwrap();
            let before = open.last().cloned().unwrap_or_default();
            let way = format!("{before}/{name} {visits}");
            assert!(found.insert(way.clone()));
            open.push(way);
            let end = after.find(['(', ')']).unwrap();
            for property in after[..end].trim().split_terminator(']') {
                let (name, number) = property.split_once('[').unwrap();
                assert!(["R", "S", "U"].contains(&name), "{property}");
                number.parse::<f64>().unwrap();
            }
            rest = &after[end..];
        } else {
            rest = rest.strip_prefix(')').unwrap().trim_start();
            open.pop().unwrap();
        }
    }
    assert!(open.is_empty(), "all brackets are closed");
    found
}

#[test]
fn the_graph_and_the_nested_text_are_the_same_tree() {
    let words = "uct playouts=300 depth=3";
    let json: Value = serde_json::from_str(&tree(words)).unwrap();
    let mut wanted = BTreeSet::new();
    ways(&json["tree"], "", &mut wanted);
    assert!(wanted.len() > 20);

    assert_eq!(read_nested(&tree(&format!("{words} format=text"))), wanted);

    let (nodes, arrows) = read_dot(&tree(&format!("{words} format=dot")));
    let parents: BTreeMap<&String, &String> = arrows.iter().map(|(from, to)| (to, from)).collect();
    assert_eq!(parents.len(), arrows.len(), "no node has two parents");
    let name = |node: &String| {
        let mut lines = nodes[node].split("\\n");
        let name = lines.next().unwrap();
        let visits = lines.next().unwrap().strip_suffix(" visits").unwrap();
        format!("/{name} {visits}")
    };
    let way = |node: &String| {
        let (mut node, mut way) = (node, name(node));
        while let Some(parent) = parents.get(node) {
            node = parent;
            way.insert_str(0, &name(node));
        }
        way
    };
    let found: BTreeSet<String> = nodes.keys().map(way).collect();
    assert_eq!(found, wanted);
}

/// Node of a game tree: its properties, each with its values, and the nodes after it.
#[derive(Default)]
struct SgfNode {
    properties: BTreeMap<String, Vec<String>>,
    children: Vec<SgfNode>,
}

/// Reads a sequence of nodes and its variations, up to the bracket that closes them. Each node follows the one before
/// it.
fn read_sgf(rest: &mut std::iter::Peekable<std::str::Chars>) -> SgfNode {
    assert_eq!(rest.next(), Some(';'), "a node");
    let mut node = SgfNode::default();
    let skip = |rest: &mut std::iter::Peekable<std::str::Chars>| {
        while rest.next_if(|letter| letter.is_whitespace()).is_some() {}
    };
    skip(rest);
    while rest.peek().is_some_and(char::is_ascii_uppercase) {
        let mut name = String::new();
        while let Some(letter) = rest.next_if(char::is_ascii_uppercase) {
            name.push(letter);
        }
        let mut values = Vec::new();
        while rest.next_if_eq(&'[').is_some() {
            let mut value = String::new();
            loop {
                match rest.next().expect("the value is closed") {
                    ']' => break,
                    '\\' => value.push(rest.next().unwrap()),
                    letter => value.push(letter),
                }
            }
            values.push(value);
            skip(rest);
        }
        assert!(!values.is_empty(), "{name} has a value");
        assert_eq!(
            node.properties.insert(name.clone(), values),
            None,
            "{name} occurs once"
        );
    }
    if rest.peek() == Some(&';') {
        node.children.push(read_sgf(rest));
    }
    while rest.next_if_eq(&'(').is_some() {
        node.children.push(read_sgf(rest));
        assert_eq!(rest.next(), Some(')'), "the variation is closed");
        skip(rest);
    }
    node
}

/// Returns the cells of a property with points.
fn cells(node: &SgfNode, name: &str) -> Vec<(i8, i8)> {
    let points = node.properties.get(name).into_iter().flatten();
    let cells = points.map(|point| {
        let [x, y] = point.as_bytes() else {
            panic!("{point} is no point")
        };
        let cell = ((x - b'a') as i8, (y - b'a') as i8);
        assert!(cell.0 < 10 && cell.1 < 20, "{point} is on the board");
        cell
    });
    cells.collect()
}

/// Checks the nodes below a node against those of the tree as JSON. `board` is the node's board. Returns the number of
/// rows cleared.
fn compare(node: &SgfNode, json: &Value, board: Board) -> u32 {
    let mut cleared = 0;
    let children = json["children"].as_array().unwrap();
    assert_eq!(node.children.len(), children.len());
    for (child, json) in node.children.iter().zip(children) {
        let comment = &child.properties["C"][0];
        let visits = json["visits"].as_u64().unwrap();
        let visits = format!("{visits} visit");
        assert!(comment.contains(&visits), "{comment}: {visits}");
        let mut after = BTreeSet::from_iter(
            (0..20)
                .flat_map(|y| (0..10).map(move |x| (x, y)))
                .filter(|&(x, y)| board.contains(x, y)),
        );
        for cell in cells(child, "AE") {
            assert!(after.remove(&cell), "only stones are taken off");
        }
        for cell in cells(child, "AB") {
            assert!(after.insert(cell), "stones are put on empty points");
        }
        let step = &json["step"];
        let number = |name: &str| step[name].as_i64().map(|number| number as i8);
        let (wanted, rows) = match (number("x"), number("y"), number("rotation")) {
            (Some(x), Some(y), Some(rotation)) => {
                let letter = step["piece"].as_str().unwrap().chars().next().unwrap();
                let piece = Piece::from_letter(letter).unwrap();
                let orientation = piece.orientation(rotation as u8);
                let lock = Pose { orientation, x, y };
                let marks = BTreeSet::from_iter(cells(child, "MA"));
                let piece =
                    BTreeSet::from_iter(lock.cells().into_iter().filter(|cell| cell.1 >= 0));
                assert_eq!(marks, piece);
                board.lock(lock)
            }
            _ => {
                assert!(comment.contains(" %"), "{comment}: odds");
                (board, 0)
            }
        };
        for y in 0..20 {
            for x in 0..10 {
                assert_eq!(
                    after.contains(&(x, y)),
                    wanted.contains(x, y),
                    "{comment}\n{wanted}"
                );
            }
        }
        cleared += rows + compare(child, json, wanted);
    }
    cleared
}

#[test]
fn the_game_tree_has_the_board_of_each_node() {
    let field = [".........."; 16].join(" ");
    let field = format!("{field} XXX...XXXX XXXX..XXXX XXXXXXXX.X XXXXX.XXXX");
    let ask_tree = |words: &str| {
        let requests = format!("new level=19\nboard {field}\npieces T I\ntree {words}\n");
        let answers = ask(&std::env::temp_dir(), &requests);
        answers[3].strip_prefix("= ").unwrap().to_owned()
    };
    let words = "uct playouts=300 depth=4";
    let json: Value = serde_json::from_str(&ask_tree(words)).unwrap();
    let text = ask_tree(&format!("{words} format=sgf"));
    let mut rest = text.trim().chars().peekable();
    assert_eq!(rest.next(), Some('('));
    let root = read_sgf(&mut rest);
    assert_eq!((rest.next(), rest.next()), (Some(')'), None), "all is read");
    let value = |name: &str| root.properties[name].join(" ");
    assert_eq!(
        (value("FF"), value("GM"), value("SZ")),
        ("4".into(), "1".into(), "10:20".into())
    );
    let rows = field.split(' ').collect::<Vec<_>>().join("\n");
    let board: Board = rows.parse().unwrap();
    let stones = BTreeSet::from_iter(cells(&root, "AB"));
    assert_eq!(stones.len() as u32, board.count());
    assert!(stones.iter().all(|&(x, y)| board.contains(x, y)));
    assert!(
        compare(&root, &json["tree"], board) > 0,
        "a lock clears a row"
    );
}

#[test]
fn equal_requests_have_equal_answers_and_wrong_ones_say_what_is_allowed() {
    let once = tree("uct playouts=60");
    assert_eq!(once, tree("uct playouts=60"));
    assert_ne!(once, tree("uct playouts=60 tap_hz=1"));
    let folder = std::env::temp_dir();
    let answers = ask(&folder, "tree\nnew\ntree survival\ntree nobody\n");
    assert!(
        answers[0].starts_with("? there is no console"),
        "{}",
        answers[0]
    );
    assert!(
        answers[2].contains("'survival' does not search a tree"),
        "{}",
        answers[2]
    );
    assert!(
        answers[3].contains("unknown player 'nobody'"),
        "{}",
        answers[3]
    );
}

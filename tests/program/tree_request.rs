//! Tests of the request `tree` of `engine`: its answers as JSON, as a graph and as nested text can be parsed and agree
//! with each other.

use std::collections::{BTreeMap, BTreeSet};

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

//! Answers of `tree`: a search tree as JSON, as a Graphviz graph, as nested text, or as a game tree.

use rightwell::players::{SearchTree, Uct};
use rightwell::rules::{Piece, Pose, sanitized};
use rightwell::search::tree::{Arm, TreeNodeView, TreeStep};
use serde_json::{Value, json};

use super::sgf;

/// Options of `tree`, other than player and hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeRequest {
    /// Number of playouts. `None` uses the player's own number.
    pub playouts: Option<u32>,
    /// Number of levels shown below the root.
    pub depth: usize,
    pub format: TreeFormat,
}

/// Output format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    Json,
    Dot,
    Text,
    Sgf,
}

impl Default for TreeRequest {
    fn default() -> TreeRequest {
        TreeRequest {
            playouts: None,
            depth: 3,
            format: TreeFormat::Json,
        }
    }
}

/// Maximum number of playouts per request.
const PLAYOUTS_MAX: u32 = 1_000_000;
/// Maximum number of levels to show.
const DEPTH_MAX: usize = 100;

impl TreeRequest {
    /// Prefixes of the options of `tree`. The option's value follows.
    pub const WORDS: [&str; 3] = ["playouts=", "depth=", "format="];

    /// Parses an option such as `depth=3` and sets its value.
    pub fn read(&mut self, word: &str) -> Result<(), String> {
        let wrong = |allowed: String| format!("'{}'; allowed: {allowed}", sanitized(word));
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match name {
            "playouts" => {
                let found = value.parse().ok();
                let found = found.filter(|count| (1..=PLAYOUTS_MAX).contains(count));
                let allowed = || wrong(format!("playouts=1 to playouts={PLAYOUTS_MAX}"));
                self.playouts = Some(found.ok_or_else(allowed)?);
            }
            "depth" => {
                let found = value.parse().ok();
                let found = found.filter(|depth| (1..=DEPTH_MAX).contains(depth));
                self.depth = found.ok_or_else(|| wrong(format!("depth=1 to depth={DEPTH_MAX}")))?;
            }
            _ => {
                self.format = match value {
                    "json" => TreeFormat::Json,
                    "dot" => TreeFormat::Dot,
                    "text" => TreeFormat::Text,
                    "sgf" => TreeFormat::Sgf,
                    _ => {
                        return Err(wrong(
                            "format=json, format=dot, format=text, format=sgf".to_owned(),
                        ));
                    }
                };
            }
        }
        Ok(())
    }
}

/// Formats a search tree in the requested format.
pub fn written(player: &str, uct: &Uct, tree: &SearchTree, wanted: TreeRequest) -> String {
    let view = uct.view(tree, wanted.depth);
    match wanted.format {
        TreeFormat::Json => json(player, uct, tree, &view).to_string(),
        TreeFormat::Dot => dot(&view),
        TreeFormat::Sgf => sgf::written(player, tree, &view),
        TreeFormat::Text => {
            let mut text = String::new();
            nested(&view, 0, &mut text);
            text
        }
    }
}

/// Rounds to six decimals. Differences below that are smaller than the noise of playouts.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn json(player: &str, uct: &Uct, tree: &SearchTree, view: &TreeNodeView<Pose>) -> Value {
    let position = tree.position();
    let playouts = tree.playouts();
    let [trees, nodes, bytes] = tree.size();
    let (lowest, highest) = playouts.range.unwrap_or_default();
    let count = f64::from(playouts.rewards.visits.max(1));
    let names = uct.rule_names().into_iter().zip(playouts.rules);
    let rules = names.filter(|(name, _)| !name.is_empty());
    let rules = rules.map(|(name, fired)| (name.to_owned(), json!(fired)));
    let line = view.principal_line().into_iter();
    json!({
        "player": player,
        "current": position.current.letter().to_string(),
        "next": position.next.map(|next| next.letter().to_string()),
        "level": position.level,
        "lines": position.lines,
        "playouts": tree.played(),
        "trees": trees,
        "nodes": nodes,
        "bytes": bytes,
        "results": {
            "mean": rounded(playouts.rewards.mean()),
            "deviation": rounded(playouts.rewards.variance().sqrt()),
            "lowest": rounded(lowest),
            "highest": rounded(highest),
            "lost": playouts.lost,
        },
        "pieces": {
            "mean": rounded(playouts.pieces as f64 / count),
            "longest": playouts.longest,
        },
        "rules": rules.collect::<serde_json::Map<String, Value>>(),
        "line": line.map(|node| step_json(node.step)).collect::<Vec<Value>>(),
        "tree": node_json(view),
    })
}

/// Formats the step that leads to a node: a lock, or a piece that was drawn at random.
fn step_json(step: TreeStep<Pose>) -> Value {
    match step {
        TreeStep::Root => Value::Null,
        TreeStep::Choice(lock) => json!({
            "piece": lock.piece().letter().to_string(),
            "x": lock.x,
            "y": lock.y,
            "rotation": lock.orientation.rotation(),
        }),
        TreeStep::Outcome(piece) => json!({ "drawn": Piece::ALL[piece].letter().to_string() }),
    }
}

fn node_json(node: &TreeNodeView<Pose>) -> Value {
    json!({
        "step": step_json(node.step),
        "visits": node.arm.visits,
        "mean": rounded(node.arm.mean()),
        "variance": rounded(node.arm.variance()),
        "value": node.value.map(rounded),
        "children": node.children.iter().map(node_json).collect::<Vec<Value>>(),
    })
}

/// Formats a step as `T 5 18 0`, `drawn I` or `root`.
pub(super) fn step_words(step: TreeStep<Pose>) -> String {
    match step {
        TreeStep::Root => "root".to_owned(),
        TreeStep::Choice(lock) => {
            let Pose { x, y, orientation } = lock;
            let letter = lock.piece().letter();
            format!("{letter} {x} {y} {}", orientation.rotation())
        }
        TreeStep::Outcome(piece) => format!("drawn {}", Piece::ALL[piece].letter()),
    }
}

fn figures(arm: &Arm) -> (u32, f64, f64) {
    (arm.visits, rounded(arm.mean()), rounded(arm.variance()))
}

/// Formats a tree for Graphviz. The width of an edge shows its share of the visits.
fn dot(view: &TreeNodeView<Pose>) -> String {
    let mut lines = vec![
        "digraph tree {".to_owned(),
        "  node [shape=box, fontname=monospace];".to_owned(),
    ];
    let mut count = 0;
    dot_node(view, &mut count, &mut lines);
    lines.push("}".to_owned());
    lines.join("\n")
}

/// Writes a node and its subtree. Returns the node's number.
fn dot_node(node: &TreeNodeView<Pose>, count: &mut u32, lines: &mut Vec<String>) -> u32 {
    let number = *count;
    *count += 1;
    let (visits, mean, _) = figures(&node.arm);
    let shape = match node.step {
        TreeStep::Outcome(_) => ", shape=ellipse",
        _ => "",
    };
    let words = step_words(node.step);
    lines.push(format!(
        "  n{number} [label=\"{words}\\n{visits} visits\\nmean {mean:.4}\"{shape}];"
    ));
    for child in &node.children {
        let below = dot_node(child, count, lines);
        let share = f64::from(child.arm.visits) / f64::from(visits.max(1));
        let width = 0.5 + 5.5 * share;
        lines.push(format!("  n{number} -> n{below} [penwidth={width:.1}];"));
    }
    number
}

/// Appends a node and its descendants in nested brackets, as game records write variations: `(;M[T 5 18
/// 0]V[120]R[0.51]S[0.002]`, the child nodes, then `)`.
fn nested(node: &TreeNodeView<Pose>, depth: usize, text: &mut String) {
    if depth > 0 {
        text.push('\n');
        text.push_str(&" ".repeat(depth));
    }
    let (visits, mean, variance) = figures(&node.arm);
    let words = step_words(node.step);
    text.push_str(&format!("(;M[{words}]V[{visits}]R[{mean}]S[{variance}]"));
    if let Some(value) = node.value {
        text.push_str(&format!("U[{}]", rounded(value)));
    }
    for child in &node.children {
        nested(child, depth + 1, text);
    }
    text.push(')');
}

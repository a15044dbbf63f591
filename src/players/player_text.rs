//! Writes player files as text, in the layout of the built-in files.

use std::fmt::Write;

use serde::Serialize;

use crate::search::TieOrder;

use super::evaluator::EvaluatorFile;
use super::player::PlayerFile;
use super::weighted_sum::{TermFile, WeightedSumFile};

impl PlayerFile {
    /// Returns the file as text for [`Player::from_ron`](super::Player::from_ron), without default values. `remarks`
    /// become comment lines at the top.
    pub fn to_ron(&self, remarks: &[String]) -> String {
        let mut text = String::new();
        for remark in remarks {
            // A remark must fit in one line.
            let remark = remark.replace(char::is_control, " ");
            line(&mut text, 0, &format!("// {remark}"));
        }
        line(&mut text, 0, "(");
        line(&mut text, 1, &format!("version: {},", self.version));
        line(&mut text, 1, &format!("name: {},", ron_of(&self.name)));
        line(&mut text, 1, &format!("about: {},", ron_of(&self.about)));
        let known = self.known_pieces;
        line(&mut text, 1, &format!("known_pieces: {known},"));
        if self.ties != TieOrder::default() {
            line(&mut text, 1, &format!("ties: {},", ron_of(&self.ties)));
        }
        match &self.evaluator {
            EvaluatorFile::SixFeatures(six) => {
                line(&mut text, 1, "evaluator: SixFeatures((");
                for (name, weight) in six.named() {
                    line(&mut text, 2, &format!("{name}: {},", ron_of(&weight)));
                }
                line(&mut text, 1, ")),");
            }
            EvaluatorFile::WeightedSum(sum) => {
                line(&mut text, 1, "evaluator: WeightedSum((");
                write_sum(&mut text, sum);
                line(&mut text, 1, ")),");
            }
            EvaluatorFile::ValueTable(_) | EvaluatorFile::Uct(_) => {
                let evaluator = ron_of(&self.evaluator);
                line(&mut text, 1, &format!("evaluator: {evaluator},"));
            }
        }
        line(&mut text, 0, ")");
        text
    }
}

fn write_sum(text: &mut String, sum: &WeightedSumFile) {
    let unless_default = |text: &mut String, name: &str, value: String, defaults: String| {
        if value != defaults {
            line(text, 2, &format!("{name}: {value},"));
        }
    };
    let defaults = WeightedSumFile {
        terms: Vec::new(),
        sense: Default::default(),
        ties: Default::default(),
        rules: Default::default(),
        playouts: Default::default(),
    };
    unless_default(text, "sense", ron_of(&sum.sense), ron_of(&defaults.sense));
    line(text, 2, "terms: [");
    for term in &sum.terms {
        line(text, 3, &format!("{},", term_as_text(term)));
    }
    line(text, 2, "],");
    unless_default(text, "ties", ron_of(&sum.ties), ron_of(&defaults.ties));
    unless_default(text, "rules", ron_of(&sum.rules), ron_of(&defaults.rules));
    let (playouts, defaults) = (ron_of(&sum.playouts), ron_of(&defaults.playouts));
    unless_default(text, "playouts", playouts, defaults);
}

fn term_as_text(term: &TermFile) -> String {
    let mut text = format!("(feature: {}", ron_of(&term.feature));
    let mut add =
        |name: &str, value: String| write!(text, ", {name}: {value}").expect("it is text");
    if let Some(weight) = term.weight {
        add("weight", ron_of(&weight));
    }
    if let Some(weights) = term.weights {
        add("weights", ron_of(&weights));
    }
    if term.offset != 0.0 {
        add("offset", ron_of(&term.offset));
    }
    if term.power != 1.0 {
        add("power", ron_of(&term.power));
    }
    text + ")"
}

fn line(text: &mut String, depth: usize, words: &str) {
    writeln!(text, "{}{words}", "    ".repeat(depth)).expect("writing to a `String` never fails");
}

fn ron_of(value: &impl Serialize) -> String {
    ron::to_string(value).expect("a parsed file can be serialized")
}

#[cfg(test)]
mod tests {
    use super::super::player::Player;
    use super::*;

    #[test]
    fn a_written_player_is_read_back_unchanged() {
        for name in Player::names() {
            let file = PlayerFile::named(name).unwrap();
            let text = file.to_ron(&["made\nby hand".to_owned()]);
            assert!(text.starts_with("// made by hand\n(\n"), "{text}");
            assert_eq!(PlayerFile::from_ron("a.ron", &text).unwrap(), file);
        }
        let text = "(version: 1, name: \"a\", about: \"\\\"b\\\"\", known_pieces: 1, \
                    ties: SearchOrder, evaluator: WeightedSum((sense: HighestWins, \
                    terms: [(feature: RowsCleared, weights: (single: -1, double: 2, triple: 0.1, tetris: 1e-7), offset: -2), \
                    (feature: SimulatedGames, weight: 3.25, power: 0.5)], \
                    ties: (sideways: 3, turns: 1), playouts: (games: 7, pieces: 3, seed: 9))))";
        let file = PlayerFile::from_ron("a.ron", text).unwrap();
        let again = file.to_ron(&[]);
        assert_eq!(PlayerFile::from_ron("a.ron", &again).unwrap(), file);
    }
}

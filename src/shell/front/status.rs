//! The status line: the scene on the left, then the key hints, and the speed on the right.

use rightwell::rules::counted;
use rightwell::session::Summary;

use crate::scene::stack::SceneLayer;

/// Key hints, longest first.
const HINTS: [&str; 3] = ["F1: keys  Esc: menu", "Esc: menu", ""];
/// Content of a status line. Each part has several texts, longest first. Each text has a cost, and the line with the
/// lowest total cost is shown.
#[derive(Clone, Debug)]
pub struct Status {
    /// Description of the scene.
    left: Vec<(String, u32)>,
    /// Key hints.
    hint: Vec<(String, u32)>,
    /// Pause and speed.
    right: Vec<(String, u32)>,
}

/// Additions to the scene's own status.
#[derive(Clone, Copy, Debug, Default)]
pub struct StatusExtras {
    /// Measured pieces per second.
    pub pieces_per_second: Option<u64>,
    /// True if sound is on but fails.
    pub lacks_sound: bool,
}

impl Status {
    /// Builds the status of a scene. `named` replaces buttons with their keys.
    pub fn of(
        layer: &SceneLayer,
        watching: StatusExtras,
        named: impl Fn(&String) -> String,
    ) -> Status {
        let (can, hud) = (layer.scene.can(), layer.hud());
        let is_fast = layer.speed.is_high() || can.is_play_fast;
        let is_running = !layer.is_paused && !can.is_between_games;
        let mut status = match hud.totals.as_ref().filter(|_| is_fast && is_running) {
            Some(totals) => {
                let left = sums(totals, watching.pieces_per_second);
                let mut status = Status::new(left, how_it_runs(layer));
                status.spare_the_rest();
                status
            }
            None => {
                let said = hud.status.iter().map(named).collect();
                Status::new(said, how_it_runs(layer))
            }
        };
        if watching.lacks_sound {
            status.add_silence();
        }
        status
    }

    /// Adds "no sound" to the right side. Leaving it out has a high cost, so that only a narrow line omits it.
    fn add_silence(&mut self) {
        let silent = |(text, cost): &(String, u32)| match text.as_str() {
            "" => ("no sound".to_owned(), *cost),
            text => (format!("{text}, no sound"), *cost),
        };
        let without = |(text, cost): &(String, u32)| (text.clone(), cost + 10);
        let both = self.right.iter().map(silent);
        self.right = both.chain(self.right.iter().map(without)).collect();
    }

    /// Lowers the cost of omitting the speed and the key hints, so that the numbers, which show the speed anyway, stay.
    fn spare_the_rest(&mut self) {
        if let Some((_, dropped)) = self.hint.last_mut() {
            *dropped = 2;
        }
        if let Some((_, dropped)) = self.right.last_mut() {
            *dropped = 3;
        }
    }

    /// Builds a status from the texts of the left and the right side, longest first.
    pub(super) fn new(left: Vec<String>, right: Vec<String>) -> Status {
        let costing = |texts: Vec<String>, step: u32, dropped: u32| -> Vec<(String, u32)> {
            let costs = (0..).step_by(step as usize);
            let without = [(String::new(), dropped)];
            texts.into_iter().zip(costs).chain(without).collect()
        };
        let usual = HINTS.map(str::to_owned).into_iter().zip([0, 1, 4]);
        Status {
            left: costing(left, 2, 20),
            hint: usual.collect(),
            right: costing(right, 1, 50),
        }
    }

    /// Removes the key hints, for screens that list the keys in a panel or have no keys.
    #[must_use]
    pub fn without_keys(mut self) -> Status {
        for (hint, _) in &mut self.hint {
            hint.clear();
        }
        self
    }

    /// Returns the combination with the lowest cost that fits into the width. Words are never cut.
    fn chosen(&self, width: usize) -> [&str; 3] {
        let mut best: Option<(u32, [&str; 3])> = None;
        for (left, left_cost) in &self.left {
            for (hint, hint_cost) in &self.hint {
                for (right, right_cost) in &self.right {
                    let parts = [left.as_str(), hint, right];
                    let cost = left_cost + hint_cost + right_cost;
                    let is_better = best.is_none_or(|(least, _)| cost < least);
                    if is_better && length(parts) <= width {
                        best = Some((cost, parts));
                    }
                }
            }
        }
        best.map_or([""; 3], |(_, parts)| parts)
    }

    /// Returns a line of this width, with the speed at its right end.
    pub fn spread(&self, width: usize) -> String {
        let [left, hint, right] = self.chosen(width);
        let begin = joined([left, hint]);
        let room = width.saturating_sub(right.chars().count());
        format!("{begin:<room$}{right}")
    }

    /// Returns the parts as separate lines, which together have at most this many letters.
    pub fn stacked(&self, letters: usize) -> Vec<String> {
        let parts = self.chosen(letters).into_iter();
        let parts = parts.flat_map(|part| part.split("  "));
        let said = parts.filter(|part| !part.is_empty());
        said.map(str::to_owned).collect()
    }

    /// Returns the parts in one line of at most this width.
    pub fn joined(&self, width: usize) -> String {
        joined(self.chosen(width))
    }
}

/// Returns the length of the joined parts.
fn length(parts: [&str; 3]) -> usize {
    joined(parts).chars().count()
}

fn joined<const COUNT: usize>(parts: [&str; COUNT]) -> String {
    let said: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join("  ")
}

/// Formats lines, score and pace. Unlike the counters on the screen, these totals do not overflow.
fn sums(totals: &Summary, pieces_per_second: Option<u64>) -> Vec<String> {
    let (lines, score) = (counted(totals.lines, "line"), totals.score);
    let points = counted(score, "point");
    let Some(pace) = pieces_per_second else {
        return vec![format!("{lines}, {points}"), lines];
    };
    vec![
        format!("{lines}, {points}, {} a second", counted(pace, "piece")),
        format!("{lines}, {points}, {pace}/s"),
        format!("{lines} {score} {pace}/s"),
        format!("{lines} {pace}/s"),
        lines,
    ]
}

/// Returns up to three texts, longest first, that show a pause, fast play without animation, and the speed. The last one
/// leaves out the speed if there is something else to show.
fn how_it_runs(layer: &SceneLayer) -> Vec<String> {
    let is_fast = layer.scene.can().is_play_fast;
    let (paused, speed) = (layer.is_paused.then_some("paused"), layer.speed.words());
    let joined = |jump: &'static str, speed: Option<&str>| {
        let jump = is_fast.then_some(jump);
        let words = paused.into_iter().chain(jump).chain(speed);
        words.collect::<Vec<&str>>().join(", ")
    };
    let speed = speed.as_deref();
    let last = speed.filter(|_| paused.is_none() && !is_fast);
    let mut ways = vec![
        joined("no animation", speed),
        joined("instant", speed),
        joined("instant", last),
    ];
    ways.dedup();
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    fn watching(right: &[&str]) -> Status {
        let left = [
            "survival plays without gravity, no filter",
            "survival plays without gravity",
            "survival, no gravity",
            "survival",
        ];
        Status::new(texts(&left), texts(right))
    }

    #[test]
    fn the_status_fills_the_width_and_keeps_the_keys_longest() {
        let status = watching(&[""]);
        assert_eq!(
            status.joined(80),
            "survival plays without gravity, no filter  F1: keys  Esc: menu"
        );
        assert_eq!(status.joined(32), "survival, no gravity  Esc: menu");
        let status = watching(&["paused, no animation", "paused"]);
        assert_eq!(status.spread(32), "survival  Esc: menu       paused");
        assert_eq!(status.spread(24), "survival          paused");
    }

    #[test]
    fn a_missing_sound_fits_into_the_status_line() {
        let mut status = watching(&[""]);
        status.add_silence();
        assert_eq!(status.spread(32), "survival  Esc: menu     no sound");
        let mut status = watching(&["paused, no animation", "paused"]);
        status.add_silence();
        assert!(
            status
                .joined(99)
                .ends_with("paused, no animation, no sound")
        );
        assert_eq!(status.spread(22), "survival        paused");
    }

    #[test]
    fn totals_are_true_and_shorten() {
        let totals = Summary {
            lines: 123_456,
            tetris_rate: Some(97),
            pieces: 300_000,
            score: 1_234_567_890,
            ending: None,
        };
        let right = texts(&[
            "no animation, as fast as possible",
            "instant, top speed",
            "instant max",
        ]);
        let mut status = Status::new(sums(&totals, Some(8_912)), right);
        status.spare_the_rest();
        assert_eq!(
            status.joined(120),
            "123456 lines, 1234567890 points, 8912 pieces a second  F1: keys  Esc: menu  no animation, as fast as possible"
        );
        assert_eq!(status.joined(32), "123456 lines 1234567890 8912/s");
    }

    #[test]
    fn no_word_is_ever_cut_and_no_line_is_too_long() {
        {
            for right in [&[""][..], &["paused, no animation", "paused"]] {
                let status = watching(right);
                let all = [&status.left, &status.hint, &status.right];
                let all = all.into_iter().flatten();
                let whole: Vec<&str> = all.flat_map(|(text, _)| text.split(' ')).collect();
                for width in 0..160 {
                    for line in [status.spread(width), status.joined(width)] {
                        assert!(line.chars().count() <= width, "{width}: {line}");
                        let words = line.split_whitespace();
                        words.for_each(|word| assert!(whole.contains(&word), "{line}"));
                    }
                    assert_eq!(status.spread(width).chars().count(), width);
                }
            }
        }
    }
}

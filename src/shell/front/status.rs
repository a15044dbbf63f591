//! The status line: what is on the left, how it runs on the right.

use crate::shell::activity::speed::Speed;
use crate::shell::activity::stack::Layer;

/// What there is to say of an activity.
#[derive(Clone, Debug)]
pub struct Status {
    /// What it does: all, and then ever shorter texts.
    left: Vec<String>,
    /// How it runs.
    right: String,
}

impl Status {
    /// A status with ever shorter texts of what is on, and how it runs.
    #[cfg(test)]
    pub fn new(left: Vec<String>, right: String) -> Status {
        Status { left, right }
    }

    /// What there is to say now.
    pub fn of(layer: &Layer) -> Status {
        let paused = layer.is_paused.then_some("paused");
        let speed = match layer.speed {
            Speed::Max => "max".to_owned(),
            speed => format!("x{speed}"),
        };
        let words = paused.into_iter().chain(layer.activity.mark());
        let words: Vec<&str> = words.chain([speed.as_str()]).collect();
        Status {
            left: layer.activity.status(),
            right: words.join(" "),
        }
    }

    /// The line of so many letters, the right half at its end: of the left half as much as fits.
    pub fn spread(&self, width: usize) -> String {
        let room = width.saturating_sub(self.right.chars().count() + 1);
        format!("{:<room$} {}", fitting(&self.left, room), self.right)
    }

    /// The halves beside each other on at most so many letters.
    pub fn joined(&self, width: usize) -> String {
        let room = width.saturating_sub(self.right.chars().count() + 2);
        format!("{}  {}", fitting(&self.left, room), self.right)
    }
}

/// The first text that fits into so many letters; of the last one as many whole words as do.
fn fitting(texts: &[String], room: usize) -> String {
    let fits = |text: &&String| text.chars().count() <= room;
    if let Some(text) = texts.iter().find(fits) {
        return text.clone();
    }
    let mut line = String::new();
    for word in texts.last().into_iter().flat_map(|text| text.split(' ')) {
        let space = if line.is_empty() { "" } else { " " };
        if line.chars().count() + space.len() + word.chars().count() > room {
            break;
        }
        line = line + space + word;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_ever_cut() {
        let status = Status {
            left: [
                "survival drag checkerboard",
                "survival checkerboard",
                "checkerboard",
            ]
            .map(str::to_owned)
            .into(),
            right: "paused x1".to_owned(),
        };
        assert_eq!(status.spread(32), "survival checkerboard  paused x1");
        assert_eq!(status.spread(31), "survival checkerboard paused x1");
        assert_eq!(status.spread(30), "checkerboard         paused x1");
        assert_eq!(status.spread(20), "           paused x1");
        assert_eq!(status.joined(80), "survival drag checkerboard  paused x1");
        let whole: Vec<&str> = status.left[0].split(' ').chain(["paused", "x1"]).collect();
        for width in 9..60 {
            for line in [status.spread(width), status.joined(width)] {
                assert!(
                    line.split_whitespace().all(|word| whole.contains(&word)),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn of_the_shortest_text_whole_words_stay() {
        let texts = ["end of the replay".to_owned()];
        assert_eq!(fitting(&texts, 17), "end of the replay");
        assert_eq!(fitting(&texts, 16), "end of the");
        assert_eq!(fitting(&texts, 2), "");
    }
}

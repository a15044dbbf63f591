//! What a game has come to, in words.

use rightwell::session::{Ending, Summary};

/// Why a game is over, and what it has come to.
pub fn summary(summary: &Summary) -> String {
    let why = match summary.ending {
        Some(Ending::ToppedOut) => "topped out",
        Some(Ending::PictureDone) => "picture done",
        Some(Ending::GoalReached) => "goal reached",
        None => "left",
    };
    format!("{why}: {}", totals(summary))
}

/// A picture that is done, and what it took.
pub fn picture(name: &str, summary: &Summary) -> String {
    let Summary { score, pieces, .. } = summary;
    let lines = lines(summary.lines);
    format!("picture done: {name}, {lines}, {score} points, {pieces} pieces")
}

/// Lines, score, and how many of the lines went four at a time.
pub fn totals(summary: &Summary) -> String {
    let mut text = format!("{}, {} points", lines(summary.lines), summary.score);
    if let Some(rate) = summary.tetris_rate() {
        text.push_str(&format!(", Tetris rate {rate}%"));
    }
    text
}

fn lines(lines: u64) -> String {
    match lines {
        1 => "1 line".to_owned(),
        lines => format!("{lines} lines"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_says_why_and_what() {
        let game = Summary {
            lines: 12,
            tetrises: 1,
            pieces: 40,
            score: 3_400,
            ending: Some(Ending::ToppedOut),
        };
        assert_eq!(
            summary(&game),
            "topped out: 12 lines, 3400 points, Tetris rate 33%"
        );
        let short = Summary {
            lines: 0,
            score: 7,
            ending: None,
            ..game
        };
        assert_eq!(summary(&short), "left: 0 lines, 7 points");
    }
}

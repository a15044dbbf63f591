//! Results of games in words.

use rightwell::rules::{Region, counted};
use rightwell::session::{Ending, Summary};

use super::frames_per_second;

/// Formats the end of a game and its totals.
pub fn summary(summary: &Summary) -> String {
    let why = match summary.ending {
        Some(Ending::ToppedOut) => "topped out",
        Some(Ending::PictureDone) => "pattern done",
        Some(Ending::GoalReached) => "goal reached",
        Some(Ending::Crashed) => "crashed",
        None => "given up",
    };
    format!("{why}: {}", totals(summary))
}

/// Formats the totals of a game whose end the video did not show.
pub fn unended(summary: &Summary) -> String {
    format!("its end was not seen: {}", totals(summary))
}

/// Formats the totals of a finished pattern.
pub fn picture(name: &str, summary: &Summary) -> String {
    let lines = counted(summary.lines, "line");
    let score = counted(summary.score, "point");
    let pieces = counted(summary.pieces, "piece");
    format!("pattern done: {name}, {lines}, {score}, {pieces}")
}

/// Formats the lines, the score and the Tetris rate.
pub fn totals(summary: &Summary) -> String {
    let lines = counted(summary.lines, "line");
    let mut text = format!("{lines}, {}", counted(summary.score, "point"));
    if let Some(rate) = summary.tetris_rate() {
        text.push_str(&format!(", Tetris rate {rate}%"));
    }
    text
}

/// Formats a number of frames as minutes and seconds.
pub fn minutes(frames: u64, region: Region) -> String {
    let seconds = (frames as f64 / frames_per_second(region)) as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats a loss in lines, short enough to leave room for a word before it.
pub fn loss(lines: f64) -> String {
    match lines {
        ..9.995 => format!("{lines:.2}"),
        ..999.95 => format!("{lines:.1}"),
        lines => format!("{lines:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_that_of_the_regions_console() {
        assert_eq!(minutes(3_000, Region::Pal), "0:59");
        assert_eq!(minutes(3_607, Region::Ntsc), "1:00");
    }

    #[test]
    fn a_loss_leaves_room_for_a_word() {
        let shown = [0.0, 9.99, 9.996, 10.13, 99.9, 1234.5].map(loss);
        assert_eq!(shown, ["0.00", "9.99", "10.0", "10.1", "99.9", "1234"]);
        assert!([999.94, 999.96].map(loss).iter().all(|text| text.len() < 6));
    }

    #[test]
    fn a_summary_states_the_end_and_the_totals() {
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
        assert_eq!(summary(&short), "given up: 0 lines, 7 points");
        assert_eq!(unended(&short), "its end was not seen: 0 lines, 7 points");
        assert_eq!(
            picture(
                "heart",
                &Summary {
                    lines: 1,
                    score: 1,
                    ..game
                }
            ),
            "pattern done: heart, 1 line, 1 point, 40 pieces"
        );
    }
}

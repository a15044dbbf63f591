//! Results of games in words.

use rightwell::rules::{Region, counted};
use rightwell::session::{CapturedGame, Ending, Skill, Summary};

use crate::options::speed::frames_per_second;

/// Formats the end of a game and its totals.
pub fn summary(summary: &Summary) -> String {
    let why = ending(summary.ending).unwrap_or("game abandoned");
    format!("{why}: {}", totals(summary))
}

fn ending(ending: Option<Ending>) -> Option<&'static str> {
    Some(match ending? {
        Ending::ToppedOut => "topped out",
        Ending::PictureDone => "pattern done",
        Ending::GoalReached => "goal reached",
        Ending::Crashed => "crashed",
    })
}

/// Formats the end of a captured game and its totals.
pub fn captured(summary: &Summary, game: &CapturedGame) -> String {
    let why = ending(summary.ending).unwrap_or("its end was not seen");
    let lines = game.lines_from.lines(summary.lines);
    let score = game
        .score
        .map_or("score unknown".to_owned(), |score| counted(score, "point"));
    format!("{why}: {lines}, {score}{}", tetris_rate(summary))
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
    let score = counted(summary.score, "point");
    format!("{lines}, {score}{}", tetris_rate(summary))
}

fn tetris_rate(summary: &Summary) -> String {
    let rate = summary.tetris_rate;
    rate.map_or_else(String::new, |rate| format!(", Tetris rate {rate}%"))
}

/// Formats a number of frames as minutes and seconds.
pub fn minutes(frames: u64, region: Region) -> String {
    let seconds = (frames as f64 / frames_per_second(region)) as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats a share (0-1) as a percentage, or as a dash if it is unknown.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Formats a loss in lines, short enough to leave room for a word before it.
pub fn loss(lines: f64) -> String {
    match lines {
        ..9.995 => format!("{lines:.2}"),
        ..999.95 => format!("{lines:.1}"),
        lines => format!("{lines:.0}"),
    }
}

/// Formats a rating with its deviation, in letters that the console's font has too.
pub fn skill(skill: &Skill) -> String {
    format!("{:.0} +-{:.0}", skill.rating, skill.deviation)
}

#[cfg(test)]
mod tests {
    use rightwell::session::LinesFrom;

    use super::*;

    #[test]
    fn a_length_is_that_of_the_regions_console() {
        assert_eq!(minutes(3_000, Region::Pal), "0:59");
        assert_eq!(minutes(3_607, Region::Ntsc), "1:00");
    }

    #[test]
    fn the_console_has_every_letter_of_a_rating() {
        use rightwell::render::text::character_tile;
        let text = skill(&Skill::new(1000.0, 350.0));
        let mut letters = text.chars();
        assert!(letters.all(|letter| character_tile(letter) != character_tile('?')));
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
            tetris_rate: Some(33),
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
            tetris_rate: None,
            score: 7,
            ending: None,
            ..game
        };
        assert_eq!(summary(&short), "game abandoned: 0 lines, 7 points");
        let text = "(version: 1, captured: (region: Ntsc, picture_time: 17, time: 9, score: Some(7), \
                    has_topped_out: false, pieces: [\"O\"]))";
        let mut video = CapturedGame::from_ron(text).unwrap();
        assert_eq!(
            captured(&short, &video),
            "its end was not seen: 0 lines, 7 points"
        );
        (video.lines_from, video.score) = (LinesFrom::FirstPiece, None);
        assert_eq!(
            captured(&game, &video),
            "topped out: 12 lines since the first piece seen, score unknown, Tetris rate 33%"
        );
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

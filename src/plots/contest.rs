//! Match of two players in one video: both games side by side, on one clock.

use crate::rules::counted;
use crate::session::{CapturedGame, CatchUp, MatchCourse, MatchMoment, ScoreFrom, TetrisCount};

use super::Plot;
use super::axis::Axis;
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::{count, percent, percent_or_unknown};
use super::reviews::GameOfMany;
use super::tables::Table;
use super::walk;

/// Maximum number of moments that decided a match to list.
pub const MOMENTS_MAX: usize = 6;

/// Match on a page: its plot, its tables and a sentence.
pub(super) struct Contest {
    pub(super) plot: Plot,
    pub(super) tables: [Table; 2],
    pub(super) sentence: String,
}

/// Returns the matches among these games.
pub(super) fn contests(games: &[GameOfMany]) -> Vec<Contest> {
    let captured: Vec<Option<&CapturedGame>> = games.iter().map(|game| game.captured).collect();
    let courses = MatchCourse::among(&captured).into_iter();
    courses
        .filter_map(|course| contest(course.games.map(|game| &games[game]), &course))
        .collect()
}

fn contest(games: [&GameOfMany; 2], course: &MatchCourse) -> Option<Contest> {
    let captured = [games[0].captured?, games[1].captured?];
    let last = course.last();
    let names = captured.map(|game| game.player.as_deref().unwrap_or_default());
    Some(Contest {
        plot: scores(&course.moments, names),
        tables: [
            side_by_side(games, captured, last, names),
            moments(course, games, names),
        ],
        sentence: lead_sentence(last, captured, names),
    })
}

/// Returns a time on the clock of a video as minutes and seconds.
pub fn clock(milliseconds: u32) -> String {
    let seconds = milliseconds / 1_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Describes the lead, the Tetrises that the player behind needs, and the assumptions about the scores.
pub fn lead_sentence(moment: &MatchMoment, games: [&CapturedGame; 2], names: [&str; 2]) -> String {
    let mut sentence = lead(moment, names);
    for (game, name) in games.into_iter().zip(names) {
        if let Some(level) = game.assumed_level() {
            sentence += &format!(" The score of {name} assumes a start at level {level}.");
        }
        match game.score_from {
            ScoreFrom::Screen => {}
            ScoreFrom::ScreenUntil(piece) => {
                let number = piece + 1;
                sentence += &format!(
                    " The score of {name} could not be read after piece {number}: later points are those for clears."
                );
            }
            ScoreFrom::Clears => {
                sentence += &format!(
                    " The score of {name} could not be read: it is the sum of the points for clears."
                );
            }
        }
    }
    sentence
}

/// Names the players of a match whose scores cannot be compared, because they are unknown.
pub fn unknown_scores(captured: &[Option<&CapturedGame>]) -> Vec<String> {
    let is_unknown = |game: &&&CapturedGame| {
        let mut scores = game.pieces.iter().map(|piece| piece.score);
        game.score.is_none() && scores.all(|score| score.is_none())
    };
    let unknown = captured.iter().flatten().filter(is_unknown);
    let sentence = |game: &&CapturedGame| {
        let name = game.player.as_deref()?;
        let reason = match game.possible_levels {
            Some(_) => "the level is unknown",
            None => "the start of the game was not seen",
        };
        Some(format!(
            "The score of {name} is unknown: it cannot be read, and {reason}. So it is not compared."
        ))
    };
    unknown.filter_map(sentence).collect()
}

fn lead(moment: &MatchMoment, names: [&str; 2]) -> String {
    let Some(CatchUp {
        player,
        points,
        way,
    }) = moment.catch_up()
    else {
        return format!("{} and {} have equal scores.", names[0], names[1]);
    };
    let (leader, behind) = (names[1 - player], names[player]);
    let lead = format!("{leader} leads by {} points.", count(points.into()));
    let Some(TetrisCount {
        tetrises,
        lines_left,
    }) = way
    else {
        return format!(
            "{lead} How many Tetrises {behind} is behind is unknown: the level rises with the line count, and the video does not show all lines."
        );
    };
    let left = lines_left.map_or_else(
        || "at level 29 or above".to_owned(),
        |lines| format!("{} left before level 29", counted(lines, "line")),
    );
    let tetrises = counted(tetrises, "Tetris");
    format!(
        "{lead} {behind} is {tetrises} behind, {left}. This assumes that {leader} scores no more, and counts no soft drops."
    )
}

/// Returns the plot of both scores over time.
fn scores(course: &[MatchMoment], names: [&str; 2]) -> Plot {
    let seconds = |moment: &MatchMoment| f64::from(moment.time) / 1_000.0;
    let line = |player: usize| -> Vec<(f64, f64)> {
        let points = course
            .iter()
            .map(|moment| (seconds(moment), f64::from(moment.states[player].score)));
        points.collect()
    };
    let lines = [line(0), line(1)];
    let most = lines
        .iter()
        .flatten()
        .map(|(_, score)| *score)
        .fold(1_000.0, f64::max);
    let (first, last) = (
        course.first().map_or(0.0, seconds),
        course.last().map_or(1.0, seconds),
    );
    let x = Axis::linear(
        "seconds since the start of the video",
        first,
        last.max(first + 1.0),
    );
    let y = Axis::linear("points", 0.0, 1.1 * most);
    let mut chart = Chart::new(&format!("{} and {}", names[0], names[1]), &[], x, y);
    for (line, (name, ink)) in lines
        .iter()
        .zip(names.into_iter().zip([Ink::Data, Ink::Computed]))
    {
        chart.line(line, ink);
        chart.name(ink, name);
    }
    Plot {
        name: "match",
        caption: "Scores of both players on the clock of the video. Where a score cannot be read, it is the sum of the points for clears, without soft drops.".to_owned(),
        drawing: chart.drawing,
    }
}

fn side_by_side(
    games: [&GameOfMany; 2],
    captured: [&CapturedGame; 2],
    last: &MatchMoment,
    names: [&str; 2],
) -> Table {
    let row = |name: &str, of: &dyn Fn(usize) -> String| vec![name.to_owned(), of(0), of(1)];
    let figures = games.map(|game| game.figures);
    let rate = |player: usize| {
        figures[player]
            .tetris_rate
            .map_or_else(|| "-".to_owned(), percent)
    };
    let level = |player: usize| match captured[player].possible_levels {
        Some((least, most)) => format!("unknown, started at {least} to {most}"),
        None => last.states[player].level.to_string(),
    };
    let lines = |player: usize| match last.states[player].lines {
        Some(lines) => lines.to_string(),
        None => {
            let game = captured[player];
            game.lines_from.lines(game.lines().into())
        }
    };
    Table {
        title: "Side by side",
        head: vec!["", "first player", "second player"],
        rows: vec![
            row("player", &|player| names[player].to_owned()),
            row("points", &|player| count(last.states[player].score.into())),
            row("lines", &lines),
            row("level", &level),
            row("accuracy", &|player| {
                percent_or_unknown(figures[player].whole.accuracy)
            }),
            row("Tetris rate", &rate),
            row("Tetrises", &|player| figures[player].clears[3].to_string()),
            row("waits of 13 pieces or more for an I", &|player| {
                figures[player].droughts.to_string()
            }),
            row("longest wait for an I, in pieces", &|player| {
                figures[player].longest_drought.to_string()
            }),
        ],
        ..Table::default()
    }
}

/// Describes who leads at a moment, and by how much.
pub fn leader(moment: &MatchMoment, names: [&str; 2]) -> String {
    match moment.lead() {
        0 => "equal".to_owned(),
        lead => {
            let leader = names[usize::from(lead < 0)];
            format!("{leader} by {}", count(lead.unsigned_abs()))
        }
    }
}

/// Returns the table of the locks that changed the lead most, in the order of time. Each links to its board.
fn moments(course: &MatchCourse, games: [&GameOfMany; 2], names: [&str; 2]) -> Table {
    let changes = course.deciding(MOMENTS_MAX);
    let rows = changes.iter().map(|(points, moment)| {
        vec![
            clock(moment.time),
            names[moment.player].to_owned(),
            format!("+{}", count((*points).into())),
            leader(moment, names),
        ]
    });
    let links = changes
        .iter()
        .map(|(_, moment)| match games[moment.player].report {
            "" => String::new(),
            report => format!("{report}{}", walk::link_to_move(moment.piece + 1)),
        });
    Table {
        title: "Moments that decided",
        head: vec!["time", "player", "points", "lead after it"],
        links: links.collect(),
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::LinesFrom;

    /// Returns a game whose first piece clears a row at level 18. `possible` are the possible levels in RON.
    fn game(player: &str, possible: &str) -> CapturedGame {
        let text = format!(
            r#"(version: 1, captured: (region: Ntsc, picture_time: 17, time: 9000, score: None,
            has_topped_out: false, player: Some("{player}"), possible_levels: {possible},
            pieces: ["I time=0 level=18 score=0 board=XXXXXXXXX. lock=9,18,1", "O time=900 lines=1 level=18 score=760 lock=4,18,0"]))"#
        );
        CapturedGame::from_ron(&text).unwrap()
    }

    #[test]
    fn tetrises_are_not_computed_from_an_unknown_line_count() {
        let (mut ann, bob) = (game("Ann", "None"), game("Bob", "None"));
        let sentence = |games: [&CapturedGame; 2]| {
            let course = MatchCourse::among(&games.map(Some));
            lead_sentence(course[0].last(), games, ["Ann", "Bob"])
        };
        for piece in &mut ann.pieces {
            piece.score = piece.score.map(|score| score.saturating_sub(100));
        }
        assert_eq!(
            sentence([&ann, &bob]),
            "Bob leads by 100 points. How many Tetrises Ann is behind is unknown: the level rises with the line count, and the video does not show all lines."
        );
        ann.lines_from = LinesFrom::Screen;
        assert_eq!(
            sentence([&ann, &bob]),
            "Bob leads by 100 points. Ann is 1 Tetris behind, 229 lines left before level 29. This assumes that Bob scores no more, and counts no soft drops."
        );
    }

    #[test]
    fn players_without_a_score_are_named() {
        let (mut ann, bob) = (game("Ann", "None"), game("Bob", "None"));
        (ann.pieces.iter_mut()).for_each(|piece| piece.score = None);
        let games = [Some(&ann), Some(&bob)];
        assert_eq!(MatchCourse::among(&games), []);
        assert_eq!(
            unknown_scores(&games),
            [
                "The score of Ann is unknown: it cannot be read, and the start of the game was not seen. So it is not compared."
            ]
        );
        ann.possible_levels = Some((16, 18));
        assert_eq!(
            unknown_scores(&[Some(&ann), Some(&bob)]),
            [
                "The score of Ann is unknown: it cannot be read, and the level is unknown. So it is not compared."
            ]
        );
    }

    #[test]
    fn scores_that_were_not_read_are_stated_with_the_lead() {
        for (score_from, wanted) in [
            (ScoreFrom::Screen, ""),
            (
                ScoreFrom::ScreenUntil(0),
                " The score of Bob could not be read after piece 1: later points are those for clears.",
            ),
            (
                ScoreFrom::Clears,
                " The score of Bob could not be read: it is the sum of the points for clears.",
            ),
        ] {
            let (ann, mut bob) = (game("Ann", "None"), game("Bob", "None"));
            bob.score_from = score_from;
            let course = MatchCourse::among(&[Some(&ann), Some(&bob)]);
            let sentence = lead_sentence(course[0].last(), [&ann, &bob], ["Ann", "Bob"]);
            assert_eq!(sentence, format!("Ann and Bob have equal scores.{wanted}"));
        }
    }

    #[test]
    fn an_assumed_level_is_stated_with_the_lead() {
        let games = [game("Ann", "None"), game("Bob", "Some((18, 19))")];
        let course = MatchCourse::among(&[Some(&games[0]), Some(&games[1])]);
        let sentence = lead_sentence(course[0].last(), [&games[0], &games[1]], ["Ann", "Bob"]);
        assert_eq!(
            sentence,
            "Ann and Bob have equal scores. The score of Bob assumes a start at level 18."
        );
    }
}

//! Match of two players as text: the report of each game, and the course of the match.

use std::path::Path;

use rightwell::plots::{MOMENTS_MAX, clock, count, lead_sentence, leader, unknown_scores};
use rightwell::session::{CapturedGame, MatchCourse, ReviewedMove};

use super::pipeline::RatedRecording;
use super::summary;
use crate::host::arguments::path_argument;
use crate::work::video_games::describe;
use crate::work::video_players::VideoPlayer;

/// Formats the report of each game of a video. `moves` are the moves of each game.
pub(super) fn reports(
    video: &Path,
    players: &[VideoPlayer; 2],
    rated: &[RatedRecording],
    moves: &[&[ReviewedMove]],
) -> String {
    let report = |(game, moves): (&RatedRecording, &&[ReviewedMove])| {
        let captured = game.captured.as_ref()?;
        let is_it = |player: &&VideoPlayer| Some(&player.name) == captured.player.as_ref();
        let VideoPlayer { side, name } = players.iter().find(is_it)?;
        let name = match name == side {
            true => String::new(),
            false => format!(", {name}"),
        };
        // `--side` knows only left and right.
        let replayed = format!("{} --side {side}", path_argument(video));
        let replayed = ["left", "right"].contains(side).then_some(replayed);
        let head = format!(
            "{side} player{name}, from {}: {}\n",
            clock(captured.start),
            describe(captured)
        );
        let report = summary::summary(replayed.as_deref(), &game.figures, moves, &game.hand);
        Some(head + &report + "\n")
    };
    rated.iter().zip(moves).filter_map(report).collect()
}

/// Formats the course of each match among these games: who leads at the end, what the player behind needs, and the locks
/// that decided.
pub(super) fn text(rated: &[RatedRecording]) -> String {
    let captured: Vec<Option<&CapturedGame>> =
        rated.iter().map(|game| game.captured.as_ref()).collect();
    let mut lines = unknown_scores(&captured);
    for course in MatchCourse::among(&captured) {
        let [Some(left), Some(right)] = course.games.map(|game| captured[game]) else {
            continue;
        };
        let games = [left, right];
        let names = games.map(|game| game.player.as_deref().unwrap_or_default());
        lines.push(format!(
            "match of {} and {}, until {}: {}",
            names[0],
            names[1],
            clock(course.last().time),
            lead_sentence(course.last(), games, names)
        ));
        lines.push("moments that decided:".to_owned());
        let moments = course.deciding(MOMENTS_MAX).into_iter();
        lines.extend(moments.map(|(points, moment)| {
            format!(
                "  {} {} +{}; lead after it: {}",
                clock(moment.time),
                names[moment.player],
                count(points.into()),
                leader(moment, names)
            )
        }));
        lines.push(String::new());
    }
    lines.join("\n")
}

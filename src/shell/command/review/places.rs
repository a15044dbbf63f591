//! `review --position`: rates the best locks of a position.

use std::path::Path;

use rightwell::engine::StartPosition;
use rightwell::players::rating::points;
use rightwell::players::{Player, RatedMove};
use rightwell::rules::counted;
use rightwell::session::review::{PlaceFigures, in_full};
use rightwell::session::{Rater, ReviewedMove, position_of_start};
use serde::Serialize;

use crate::error::CliError;
use crate::store::{files, load};
use crate::work::json;

/// Number of locks to show.
const PLACES: usize = 5;

/// The best locks of a position as JSON.
#[derive(Serialize)]
struct PlacesJson {
    position: String,
    hand: String,
    places: Vec<PlaceJson>,
}

/// A possible lock of the current piece, with its loss.
#[derive(Serialize)]
struct PlaceJson {
    #[serde(flatten)]
    figures: PlaceFigures,
    points_lost: f64,
}

/// Rates the locks of a position and prints the best ones. Writes the result as JSON to `json_file`. If it is standard
/// output, prints nothing else.
pub fn run(
    position: &StartPosition,
    judge: Player,
    hand: Option<&str>,
    json_file: Option<&Path>,
) -> Result<(), CliError> {
    let hand = load::hand(hand.unwrap_or(Rater::HAND)).map_err(CliError::usage)?;
    let rater = Rater::new(judge, Some((hand.hand(), position.region)));
    let best = rater.best(&position_of_start(position), PLACES);
    let best = best.ok_or_else(|| {
        CliError::usage(format!(
            "{position}: these hands cannot reach any lock for its piece"
        ))
    })?;
    if let Some(path) = json_file {
        let report = PlacesJson {
            position: position.to_string(),
            hand: hand.name().to_owned(),
            places: places(&best).map(|rated| place(&best, rated)).collect(),
        };
        if json::write(&report, path)? {
            return Ok(());
        }
    }
    files::print(&told(position, &best, hand.name()))
}

fn places(best: &ReviewedMove) -> impl Iterator<Item = &RatedMove> {
    best.rating.moves.iter().take(PLACES)
}

fn place(best: &ReviewedMove, rated: &RatedMove) -> PlaceJson {
    let figures = PlaceFigures::beside(best.rating.best(), rated);
    PlaceJson {
        points_lost: points(figures.loss, best.played.position.level),
        figures,
    }
}

/// Formats the locks for a person.
fn told(position: &StartPosition, best: &ReviewedMove, hand: &str) -> String {
    let StartPosition {
        current,
        next,
        level,
        lines,
        ..
    } = position;
    let mut told = vec![
        format!(
            "{position}: {current}, then {next}, at level {level}, {}",
            counted(*lines, "line")
        ),
        format!("rated for the hands: {hand}"),
        "the best locks (columns from 1 at the left):".to_owned(),
    ];
    told.extend(places(best).zip(1..).map(|(rated, number)| {
        let PlaceJson {
            figures,
            points_lost,
        } = place(best, rated);
        let then = rated.then.map_or(String::new(), |then| {
            format!("; then {next} in {}", in_full(then))
        });
        let lost = match number {
            1 => "best".to_owned(),
            _ => format!("{:.2} lines lost, {points_lost:.0} points", figures.loss),
        };
        format!("  {number}. {}: {lost}{then}", in_full(rated.lock))
    }));
    told.push(String::new());
    told.join("\n")
}

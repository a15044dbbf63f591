//! `review FOLDER`: lists the games of a folder, and shows how habits change from the oldest to the newest.

use std::path::{Path, PathBuf};

use rightwell::rules::counted;
use rightwell::session::ReviewFigures;
use rightwell::session::review::{CostsOverTime, HandFigures};

use super::pipeline::{GameToRate, RatedRecording};
use super::summary::accuracy_or_unknown;
use crate::error::{CliError, shown};
use crate::host::clock::FileTime;
use crate::store::recorded;

/// Returns the games of a folder, from the oldest to the newest.
pub(super) fn games(
    folder: &Path,
    names: Vec<(FileTime, PathBuf)>,
) -> Result<Vec<GameToRate>, CliError> {
    if names.is_empty() {
        return Err(CliError::usage(format!(
            "{}: this folder contains no game; allowed: files ending in {}",
            shown(folder),
            recorded::ENDINGS
        )));
    }
    let game = |(changed, file): (FileTime, PathBuf)| {
        let name = file.file_name().unwrap_or_default();
        GameToRate {
            name: name.to_string_lossy().into_owned(),
            changed,
            file,
            recorded: None,
            side: None,
        }
    };
    Ok(names.into_iter().map(game).collect())
}

/// Formats the games of a folder, their habits over time, and the accuracy by hands.
pub(super) fn text(rated: &[RatedRecording], by_hand: &[HandFigures]) -> String {
    table(rated) + &over_time(rated) + &accuracy(by_hand)
}

/// Formats one line per game, from the oldest to the newest.
fn table(rated: &[RatedRecording]) -> String {
    let wide = rated
        .iter()
        .map(|game| game.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(4);
    let mut lines = vec![
        format!(
            "{}, from the oldest to the newest",
            counted(rated.len(), "game")
        ),
        format!(
            "{:wide$} pieces  lines accuracy    loss/piece  most expensive",
            "game"
        ),
    ];
    lines.extend(rated.iter().map(|game| {
        let figures = &game.figures;
        let most = figures
            .categories
            .first()
            .map_or("", |share| share.category.name());
        format!(
            "{:wide$} {:6} {:>6} {:>9} {:13.2}  {most}",
            game.name,
            figures.pieces,
            format!("{}{}", figures.lines, figures.lines_from.mark()),
            accuracy_or_unknown(figures.whole.accuracy),
            figures.whole.mean_loss
        )
    }));
    let are_known = |game: &RatedRecording| game.figures.lines_from.is_known();
    if !rated.iter().all(are_known) {
        lines.push(format!("  +: {}", ReviewFigures::UNKNOWN_LINES));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Formats the accuracy by hands and falling speed.
fn accuracy(by_hand: &[HandFigures]) -> String {
    let wide = by_hand.iter().map(|group| group.hand.chars().count()).max();
    let wide = wide.unwrap_or(0);
    let mut lines = vec!["accuracy by hands and level".to_owned()];
    lines.extend(by_hand.iter().map(|group| {
        format!(
            "  {:wide$} {:11} {:>9}, {:>12}, {:5.1} %, {:.2} lines lost per piece",
            group.hand,
            group.level,
            counted(group.games, "game"),
            counted(group.moves, "piece"),
            100.0 * group.accuracy,
            group.mean_loss
        )
    }));
    lines.push(String::new());
    lines.join("\n")
}

/// Formats how the cost of each kind of error changes over time.
fn over_time(rated: &[RatedRecording]) -> String {
    let figures: Vec<&ReviewFigures> = rated.iter().map(|game| &game.figures).collect();
    let Some(CostsOverTime { parts, rows }) = CostsOverTime::of(&figures) else {
        return String::new();
    };
    let heads: String = parts.iter().map(|part| format!(" {part:>12}")).collect();
    let heads = heads.trim_start_matches("      ");
    let mut lines = vec![format!("lines lost per 100 pieces{heads}")];
    lines.extend(rows.into_iter().map(|(name, values)| {
        let values = values.iter().map(|value| format!(" {value:>12.1}"));
        format!("  {name:16}{}", values.collect::<String>())
    }));
    lines.push(String::new());
    lines.join("\n")
}

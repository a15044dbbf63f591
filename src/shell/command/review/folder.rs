//! `review FOLDER`: rates all games in a folder and shows how habits change from the oldest to the newest.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use rightwell::lab::Control;
use rightwell::players::{NamedHand, Player};
use rightwell::plots::{GameOfMany, reviews_page};
use rightwell::rules::counted;
use rightwell::session::review::{CostsOverTime, HandFigures};
use rightwell::session::{CapturedGame, GameMoves, Rater, Recorded, ReviewFigures, ReviewedMove};
use serde::Serialize;

use super::games::{find, rate};
use super::reports::Reports;
use super::{ReviewArgs, check, summary};
use crate::shell::command::progress::{self, WorkAmount};
use crate::shell::error::{CliError, shown};
use crate::shell::host::arguments::command_line;
use crate::shell::host::clock::{FileTime, date};
use crate::shell::host::log;
use crate::shell::store::{files, recorded};

/// A rated game of the folder.
pub(super) struct RatedRecording {
    file: PathBuf,
    /// Time at which the file was last changed.
    changed: FileTime,
    pub(super) hand: String,
    games: Vec<GameMoves>,
    /// Game as captured from a video, if it is one.
    captured: Option<CapturedGame>,
    pub(super) figures: ReviewFigures,
}

/// Results for the folder, as JSON.
#[derive(Serialize)]
struct Report<'a> {
    folder: String,
    all: &'a ReviewFigures,
    /// Games from the oldest to the newest.
    games: Vec<GameReport<'a>>,
    /// Figures by hands and falling speed.
    by_hand: &'a [HandFigures],
    /// Files without a game to rate, each with the reason.
    left_out: &'a [String],
}

/// A game of the folder, as JSON.
#[derive(Serialize)]
struct GameReport<'a> {
    file: String,
    hand: &'a str,
    #[serde(flatten)]
    figures: &'a ReviewFigures,
}

/// Rates the games of a folder. Without `hand`, each game is rated for the hands of its own player.
pub(super) fn run(
    args: &ReviewArgs,
    (folder, names): (&Path, Vec<(FileTime, PathBuf)>),
    judge: &Player,
    hand: Option<&NamedHand>,
) -> Result<(), CliError> {
    if args.side.is_some() || args.keep_mistakes {
        return Err(CliError::usage(format!(
            "{} is a folder; `--side` and `--keep-mistakes` need a single game",
            shown(folder)
        )));
    }
    if args.playouts.is_some_and(|pairs| pairs > 0) {
        return Err(CliError::usage(
            "`--playouts` cannot be combined with a folder",
        ));
    }
    if names.is_empty() {
        return Err(CliError::usage(format!(
            "{}: this folder contains no game; allowed: files ending in {}",
            shown(folder),
            recorded::ENDINGS
        )));
    }
    // Check the outputs before the long work. Check them again once all input files are known.
    let json = args.json.as_deref().filter(|path| *path != Path::new("-"));
    let outputs = || json.into_iter().chain(args.html.as_deref());
    files::check_overwrites(outputs())?;
    let pool = progress::pool(args.threads)?;
    let control = progress::stopped_by_keys()?;
    let (mut rated, mut left_out, mut for_check) = (Vec::new(), Vec::new(), Vec::new());
    let (mut all_games, mut all_moves) = (Vec::new(), Vec::new());
    progress::with_progress(WorkAmount::Games(names.len() as u64), &control, || {
        for (changed, file) in names {
            if control.stop.load(Ordering::Relaxed) {
                break;
            }
            match rate_file((changed, &file), judge, hand, &pool, &control) {
                Ok((game, rater, moves)) => {
                    all_games.extend(game.games.iter().cloned());
                    all_moves.extend(moves.iter().cloned());
                    rated.push(game);
                    for_check.push((rater, moves));
                }
                Err(fault) => left_out.push(fault.to_string()),
            }
            control.games.fetch_add(1, Ordering::Relaxed);
        }
    });
    let reports = Reports::beside(args.html.as_deref(), &rated);
    files::check_overwrites(outputs().chain(reports.paths()))?;
    for fault in &left_out {
        log::say(format!("left out: {fault}"));
    }
    if rated.is_empty() {
        return Err(CliError::usage(format!(
            "{}: no game in this folder can be rated",
            shown(folder)
        )));
    }
    if let Some(count) = args.check_by_playouts {
        return check::run(args, count, &for_check, &control);
    }
    let all = ReviewFigures::from_games(&all_games, &all_moves);
    let moves: Vec<&[ReviewedMove]> = for_check.iter().map(|(_, moves)| &moves[..]).collect();
    let by_hand = HandFigures::of(rated.iter().map(|game| (&game.hand[..], &game.figures)));
    if let Some(path) = &args.html {
        reports.write(&rated, &moves)?;
        let names: Vec<String> = rated.iter().map(RatedRecording::name).collect();
        let dates: Vec<String> = rated.iter().map(|game| date(game.changed)).collect();
        let games: Vec<GameOfMany> = (rated.iter().enumerate())
            .map(|(place, game)| GameOfMany {
                name: &names[place],
                date: &dates[place],
                report: reports.link(place),
                hands: &game.hand,
                figures: &game.figures,
                moves: moves[place],
                captured: game.captured.as_ref(),
            })
            .collect();
        let shown = folder.display().to_string();
        let page = reviews_page(&shown, &games, &all, &left_out, &command_line());
        files::write_whole(path, page.as_bytes())?;
    }
    if let Some(path) = &args.json {
        let game = |game| GameReport::of(game);
        let report = Report {
            folder: folder.display().to_string(),
            all: &all,
            games: rated.iter().map(game).collect(),
            by_hand: &by_hand,
            left_out: &left_out,
        };
        let mut json = serde_json::to_string_pretty(&report).map_err(CliError::failed)?;
        json.push('\n');
        if path == Path::new("-") {
            return files::print(&json);
        }
        files::write_whole(path, json.as_bytes())?;
    }
    let mut told = table(&rated);
    told.push_str(&over_time(&rated));
    told.push_str(&accuracy(&by_hand));
    let hands = "as listed for each game";
    told.push_str(&summary::summary(None, &all, &all_moves, hands));
    files::print(&told)?;
    if control.stop.load(Ordering::Relaxed) {
        log::say("stopped early; the figures cover the games rated until then");
    }
    Ok(())
}

impl RatedRecording {
    /// Returns the name of the file.
    pub(super) fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

impl GameReport<'_> {
    fn of(rated: &RatedRecording) -> GameReport<'_> {
        GameReport {
            file: rated.file.display().to_string(),
            hand: &rated.hand,
            figures: &rated.figures,
        }
    }
}

/// Rates the longest game of a file, which was last changed at this time.
fn rate_file(
    (changed, file): (FileTime, &Path),
    judge: &Player,
    hand: Option<&NamedHand>,
    pool: &rayon::ThreadPool,
    control: &Control,
) -> Result<(RatedRecording, Rater, Vec<ReviewedMove>), CliError> {
    let found = find(file, None, None, control)?;
    let (name, hand) = found.hands_or(hand)?;
    let rater = Rater::for_recording(judge.clone(), hand, &found.recorded);
    let moves = pool.install(|| rate(&found.games, &rater, control));
    let figures = ReviewFigures::from_games(&found.games, &moves);
    let captured = match &found.recorded {
        Recorded::Captured(playback) => Some(playback.game().clone()),
        _ => None,
    };
    let rated = RatedRecording {
        captured,
        file: file.to_owned(),
        changed,
        hand: name,
        games: found.games,
        figures,
    };
    Ok((rated, rater, moves))
}

/// Formats one line per game, from the oldest to the newest.
fn table(rated: &[RatedRecording]) -> String {
    let wide = rated
        .iter()
        .map(|game| game.name().chars().count())
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
            "{:wide$} {:6} {:6} {:7.1} % {:13.2}  {most}",
            game.name(),
            figures.pieces,
            figures.lines,
            100.0 * figures.whole.accuracy,
            figures.whole.mean_loss
        )
    }));
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

//! `review`: every move of a recorded game rated.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use rayon::prelude::*;
use rightwell::lab::Control;
use rightwell::players::{Label, Player};
use rightwell::rules::Region;
use rightwell::session::review::{MoveFigures, Share};
use rightwell::session::{GameMoves, Rater, Recorded, ReviewFigures, ReviewedMove};
use serde::Serialize;

use crate::shell::command::progress::{self, Extent};
use crate::shell::error::{CliError, shown};
use crate::shell::host::log;
use crate::shell::store::{files, load, recorded};

/// Options of `review`.
#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// The game: a movie ending in .fm2, a recording ending in .ron, also packed (.gz), or a game seen by
    /// NestrisChamps ending in .ngf
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The hands that moves are rated for (see `rightwell hands`) [default: tournament; games without
    /// gravity: anywhere]
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write all figures as JSON to a file, or with - to standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
}

/// All that is known of a review.
#[derive(Serialize)]
struct Report<'a> {
    file: String,
    hand: &'a str,
    #[serde(flatten)]
    figures: &'a ReviewFigures,
    moves: Vec<MoveFigures>,
}

/// The moves of a game, and how they could be made.
struct Found {
    game: GameMoves,
    region: Region,
    without_gravity: bool,
}

pub fn run(args: &ReviewArgs) -> Result<(), CliError> {
    let json_file = args.json.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(path) = json_file {
        files::check_writable(path)?;
    }
    let hand = args
        .hand
        .as_deref()
        .map(load::hand)
        .transpose()
        .map_err(CliError::usage)?;
    let found = find(&args.file)?;
    let judge = Player::named(Rater::JUDGE).expect("it is compiled in");
    let name = match &hand {
        Some(hand) => hand.name().to_owned(),
        None if found.without_gravity => "none: without gravity".to_owned(),
        None => Rater::HAND.to_owned(),
    };
    let hands = match hand {
        None if found.without_gravity => None,
        hand => {
            let hand = match hand {
                Some(hand) => hand,
                None => load::hand(Rater::HAND).map_err(CliError::usage)?,
            };
            Some((hand.hand(), found.region))
        }
    };
    let rater = Rater::new(judge, hands);
    let pool = progress::pool(args.threads)?;
    let control = progress::stopped_by_keys()?;
    let pieces = Extent::Pieces(found.game.moves.len() as u64);
    let reviewed = progress::with_progress(pieces, &control, || {
        pool.install(|| rate(&found.game, &rater, &control))
    });
    let figures = ReviewFigures::of(&found.game, &reviewed);
    if let Some(path) = &args.json {
        let report = Report {
            file: args.file.display().to_string(),
            hand: &name,
            figures: &figures,
            moves: reviewed.iter().map(MoveFigures::of).collect(),
        };
        let mut json = serde_json::to_string_pretty(&report).map_err(CliError::failed)?;
        json.push('\n');
        match json_file {
            None => return files::print(&json),
            Some(_) => files::write_whole(path, json.as_bytes())?,
        };
    }
    files::print(&summary(&figures, &name))?;
    if control.stop.load(Ordering::Relaxed) {
        log::say("stopped early; the figures are those of what was rated until then");
    }
    Ok(())
}

/// The game with the most moves in a file.
fn find(path: &Path) -> Result<Found, CliError> {
    if recorded::is_sighted(path) {
        let game = recorded::load_sighted(path)?;
        return Ok(Found {
            game: GameMoves::of_sighted(&game),
            region: Region::Ntsc,
            without_gravity: false,
        });
    }
    let recorded = recorded::load(path)?;
    let games = GameMoves::of_recording(&recorded);
    let count = games.len();
    let game = games.into_iter().max_by_key(|game| game.moves.len());
    let game = game.ok_or_else(|| {
        CliError::usage(format!(
            "{}: there is no A-type game of one in it that could be rated",
            shown(path)
        ))
    })?;
    if count > 1 {
        log::say(format!("{count} games are in it; rated is the longest"));
    }
    Ok(Found {
        game,
        region: recorded.region(),
        without_gravity: matches!(recorded, Recorded::Drag(_)),
    })
}

/// Rates all moves, unless it is stopped.
fn rate(game: &GameMoves, rater: &Rater, control: &Control) -> Vec<ReviewedMove> {
    let rated = game
        .moves
        .par_iter()
        .enumerate()
        .filter_map(|(place, played)| {
            if control.stop.load(Ordering::Relaxed) {
                return None;
            }
            let reviewed = rater.rate(place + 1, played)?;
            control.pieces.fetch_add(1, Ordering::Relaxed);
            Some(reviewed)
        });
    rated.collect()
}

/// The figures for a person.
fn summary(figures: &ReviewFigures, hand: &str) -> String {
    let [singles, doubles, triples, tetrises] = figures.clears;
    let mut lines = vec![
        format!(
            "{} pieces, {} lines; {singles} singles, {doubles} doubles, {triples} triples, {tetrises} Tetrises{}",
            figures.pieces,
            figures.lines,
            match figures.tetris_rate {
                Some(rate) => format!(" ({:.1} % of the rows)", 100.0 * rate),
                None => String::new(),
            }
        ),
        format!("rated for the hands: {hand}"),
        format!(
            "accuracy {:.1} %, {:.2} lines lost a piece, {:.0} points in all",
            100.0 * figures.whole.accuracy,
            figures.whole.mean_loss,
            figures.whole.points_lost
        ),
    ];
    if figures.unknown > 0 {
        lines.push(format!(
            "{} pieces locked where it is not known; they are left out",
            figures.unknown
        ));
    }
    let labels = Label::ALL.map(|label| {
        let count = figures.labels.get(&label).copied().unwrap_or(0);
        format!("{label} {count}")
    });
    lines.push(labels.join(", "));
    let share = |(name, share): (String, &Share)| {
        format!(
            "  {name:11} {:5} pieces, accuracy {:5.1} %, {:.2} lines lost a piece",
            share.moves,
            100.0 * share.accuracy,
            share.mean_loss
        )
    };
    lines.push("by level:".to_owned());
    let speeds = figures.by_speed.iter();
    lines.extend(speeds.map(|(speed, moves)| share(((*speed).to_owned(), moves))));
    lines.push("by piece:".to_owned());
    let pieces = figures.by_piece.iter();
    lines.extend(pieces.map(|(piece, moves)| share((piece.to_string(), moves))));
    if figures.missed_adjustments > 0 {
        lines.push(format!(
            "{} moves were good before NEXT came, and not for it",
            figures.missed_adjustments
        ));
    }
    if !figures.worst.is_empty() {
        lines.push("the worst moves:".to_owned());
    }
    for worst in &figures.worst {
        let best = worst.others.first().unwrap_or(&worst.played);
        lines.push(format!(
            "  piece {:4}: {} ({} next) at level {}, {} lines: {:.1} lines lost, {:.0} points; column {} turned {}, better column {} turned {}",
            worst.number,
            worst.current,
            worst.next.map_or("nothing".to_owned(), String::from),
            worst.level,
            worst.lines,
            worst.loss,
            worst.points_lost,
            worst.played.place.x,
            worst.played.place.rotation,
            best.place.x,
            best.place.rotation,
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

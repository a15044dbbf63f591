//! Rates several games together: those of a folder, or those of both players in a video.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use rightwell::lab::Control;
use rightwell::players::{NamedHand, Player};
use rightwell::plots::{GameOfMany, reviews_page};
use rightwell::session::puzzles::Mistake;
use rightwell::session::review::HandFigures;
use rightwell::session::{CapturedGame, GameMoves, Rater, Recorded, ReviewFigures, ReviewedMove};
use serde::Serialize;

use super::games::{RatedGames, rate};
use super::reports::Reports;
use super::{ReviewArgs, check, course, folder, playouts, summary};
use crate::error::{CliError, shown};
use crate::host::arguments::command_line;
use crate::host::clock::{FileTime, date};
use crate::host::log;
use crate::store::folders::Folders;
use crate::store::{files, mistakes, recorded};
use crate::work::json;
use crate::work::progress::{self, WorkAmount};
use crate::work::video_players::VideoPlayer;

/// Games to rate together.
pub(super) struct GamesToRate<'a> {
    /// Folder or video.
    pub(super) path: &'a Path,
    pub(super) games: Vec<GameToRate>,
    /// Both players of a video. `None` for a folder.
    pub(super) players: Option<[VideoPlayer; 2]>,
}

/// One of the games to rate.
pub(super) struct GameToRate {
    pub(super) name: String,
    pub(super) file: PathBuf,
    /// Time at which the file was last changed.
    pub(super) changed: FileTime,
    /// Game as read from a video. `None` if the file is a recording that has yet to be read.
    pub(super) captured: Option<CapturedGame>,
}

/// A rated game.
pub(super) struct RatedRecording {
    pub(super) name: String,
    file: PathBuf,
    changed: FileTime,
    pub(super) hand: String,
    games: Vec<GameMoves>,
    /// Game as captured from a video, if it is one.
    pub(super) captured: Option<CapturedGame>,
    pub(super) figures: ReviewFigures,
}

/// Results as JSON.
#[derive(Serialize)]
struct FolderJson<'a> {
    /// Folder or video.
    folder: String,
    all: &'a ReviewFigures,
    /// Games of a folder from the oldest to the newest, or games of a video by player.
    games: Vec<GameReport<'a>>,
    /// Figures by hands and falling speed.
    by_hand: &'a [HandFigures],
    /// Files without a game to rate, each with the reason.
    left_out: &'a [String],
}

/// One of the games, as JSON.
#[derive(Serialize)]
struct GameReport<'a> {
    file: String,
    /// Name of the player, in a video with two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    hand: &'a str,
    #[serde(flatten)]
    figures: &'a ReviewFigures,
}

/// Rates the games. Without `hand`, each game is rated for the hands of its own player.
pub(super) fn run(
    args: &ReviewArgs,
    wanted: GamesToRate,
    judge: &Player,
    hand: Option<&NamedHand>,
    control: &Control,
) -> Result<(), CliError> {
    let GamesToRate {
        path: source,
        games,
        players,
    } = wanted;
    // Check the outputs before the long work. Check them again once all input files are known.
    let outputs = || args.json_file().into_iter().chain(args.html.as_deref());
    files::check_overwrites(outputs())?;
    let folders = args.keep_mistakes.then(Folders::of_user).transpose()?;
    let pool = progress::pool(args.threads)?;
    let RatedFolder {
        mut rated,
        mut ratings,
        left_out,
    } = RatedFolder::rate(games, judge, hand, &pool, control);
    let reports = Reports::beside(args.html.as_deref(), &rated);
    files::check_overwrites(outputs().chain(reports.paths()))?;
    for fault in &left_out {
        log::say(format!("left out: {fault}"));
    }
    if rated.is_empty() && control.stop.load(Ordering::Relaxed) {
        let said = format!("{}: stopped before any game was rated", shown(source));
        return Err(CliError::Interrupted(said));
    }
    if rated.is_empty() {
        return Err(CliError::usage(format!(
            "{}: no game in this folder can be rated",
            shown(source)
        )));
    }
    if let Some(count) = args.check_by_playouts {
        return check::run(args, count, &ratings, control);
    }
    if let Some(wanted) = playouts::of_pairs(args.playouts) {
        for (game, (rater, moves)) in rated.iter_mut().zip(&mut ratings) {
            if !control.stop.load(Ordering::Relaxed) {
                playouts::run(&wanted, rater, moves, &pool, control);
            }
            game.figures = ReviewFigures::from_games(&game.games, moves);
        }
    }
    if let Some(folders) = folders {
        let new = (ratings.iter()).flat_map(|(rater, moves)| Mistake::of_moves(moves, rater));
        log::say(mistakes::add(&folders.mistakes(), new.collect())?.told());
    }
    let all_games: Vec<GameMoves> = rated.iter().flat_map(|game| game.games.clone()).collect();
    let all_moves: Vec<ReviewedMove> =
        (ratings.iter().flat_map(|(_, moves)| moves.clone())).collect();
    let all = ReviewFigures::from_games(&all_games, &all_moves);
    let moves: Vec<&[ReviewedMove]> = ratings.iter().map(|(_, moves)| &moves[..]).collect();
    let by_hand = HandFigures::of(rated.iter().map(|game| (&game.hand[..], &game.figures)));
    if let Some(page) = &args.html {
        reports.write(&rated, &moves)?;
        let dates: Vec<String> = rated.iter().map(|game| date(game.changed)).collect();
        let games: Vec<GameOfMany> = (rated.iter().enumerate())
            .map(|(place, game)| GameOfMany {
                name: &game.name,
                date: &dates[place],
                report: reports.link(place),
                hands: &game.hand,
                figures: &game.figures,
                moves: moves[place],
                captured: game.captured.as_ref(),
            })
            .collect();
        let shown = source.display().to_string();
        let text = reviews_page(&shown, &games, &all, &left_out, &command_line());
        files::write_whole(page, text.as_bytes())?;
    }
    if let Some(path) = &args.json {
        let game = |game| GameReport::of(game);
        let report = FolderJson {
            folder: source.display().to_string(),
            all: &all,
            games: rated.iter().map(game).collect(),
            by_hand: &by_hand,
            left_out: &left_out,
        };
        if json::write(&report, path)? {
            return Ok(());
        }
    }
    let text = match &players {
        Some(players) => course::reports(source, players, &rated, &moves) + &course::text(&rated),
        None => {
            let hands = "as listed for each game";
            folder::text(&rated, &by_hand)
                + &course::text(&rated)
                + &summary::summary(None, &all, &all_moves, hands)
        }
    };
    files::print(&text)?;
    if control.stop.load(Ordering::Relaxed) {
        log::say("stopped early; the figures cover the games rated until then");
    }
    Ok(())
}

/// The rated games, and the files that were left out.
struct RatedFolder {
    rated: Vec<RatedRecording>,
    /// Moves of each game, with the judge that rated them.
    ratings: Vec<(Rater, Vec<ReviewedMove>)>,
    /// Files without a game to rate, each with the reason.
    left_out: Vec<String>,
}

impl RatedFolder {
    /// Rates the games until the user stops it.
    fn rate(
        games: Vec<GameToRate>,
        judge: &Player,
        hand: Option<&NamedHand>,
        pool: &rayon::ThreadPool,
        control: &Control,
    ) -> RatedFolder {
        let mut folder = RatedFolder {
            rated: Vec::new(),
            ratings: Vec::new(),
            left_out: Vec::new(),
        };
        progress::with_progress(WorkAmount::Games(games.len() as u64), control, || {
            for game in games {
                if control.stop.load(Ordering::Relaxed) {
                    break;
                }
                match rate_game(game, judge, hand, pool, control) {
                    Ok((game, rater, moves)) => {
                        folder.rated.push(game);
                        folder.ratings.push((rater, moves));
                    }
                    Err(fault) => folder.left_out.push(fault.to_string()),
                }
                control.games.fetch_add(1, Ordering::Relaxed);
            }
        });
        folder
    }
}

impl GameReport<'_> {
    fn of(rated: &RatedRecording) -> GameReport<'_> {
        GameReport {
            file: rated.file.display().to_string(),
            player: (rated.captured.as_ref()).and_then(|captured| captured.player.as_deref()),
            hand: &rated.hand,
            figures: &rated.figures,
        }
    }
}

/// Rates a game, or the longest game of a recording.
fn rate_game(
    game: GameToRate,
    judge: &Player,
    hand: Option<&NamedHand>,
    pool: &rayon::ThreadPool,
    control: &Control,
) -> Result<(RatedRecording, Rater, Vec<ReviewedMove>), CliError> {
    let recorded = match game.captured {
        Some(captured) => Recorded::from_captured(captured),
        None => recorded::load(&game.file)?,
    };
    let found = RatedGames::of(recorded, &game.file, None)?;
    let (hand_name, hand) = found.hands_or(hand)?;
    let rater = Rater::for_recording(judge.clone(), hand, &found.recorded);
    let moves = pool.install(|| rate(&found.games, &rater, control));
    let figures = ReviewFigures::from_games(&found.games, &moves);
    let captured = match &found.recorded {
        Recorded::Captured(playback) => Some(playback.game().clone()),
        _ => None,
    };
    let rated = RatedRecording {
        name: game.name,
        file: game.file,
        changed: game.changed,
        hand: hand_name,
        games: found.games,
        captured,
        figures,
    };
    Ok((rated, rater, moves))
}

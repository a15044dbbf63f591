//! `review`: rates every move of a recorded game, or the best locks of a position.

mod check;
mod course;
mod folder;
mod games;
mod many;
mod places;
mod playouts;
mod reports;
mod summary;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use rightwell::capture::FieldSide;
use rightwell::engine::Side;
use rightwell::lab::Control;
use rightwell::players::{Evaluator, NamedHand, Player};
use rightwell::plots::{Review, review_page};
use rightwell::session::puzzles::Mistake;
use rightwell::session::review::MoveFigures;
use rightwell::session::{Rater, Recorded, ReviewFigures};
use serde::Serialize;

use games::{RatedGames, rate};
use many::{GameToRate, GamesToRate};

use crate::error::{CliError, shown};
use crate::host::arguments::command_line;
use crate::host::clock::FileTime;
use crate::host::log;
use crate::options::position::PositionArg;
use crate::options::words::{self, OptionWord};
use crate::store::folders::Folders;
use crate::store::settings::Settings;
use crate::store::video::holds_pictures;
use crate::store::video::is_video;
use crate::store::{files, load, mistakes, read, recorded};
use crate::work::game_files::names_by_player;
use crate::work::games_of_file::{FileContent, GamesOfPlayers, GamesOfVideoArgs, VideoArgs};
use crate::work::json;
use crate::work::progress::{self, WorkAmount};

/// Options of `review`.
#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// A game or a folder. A game is a movie (.fm2) or a recording (.ron), both also compressed (.gz), a game captured
    /// by NestrisChamps (.ngf), or a video, whose games are read. For a video with two players, rates both and shows the
    /// course of their match. For a folder, rates all its games and shows how habits change from the oldest to the newest
    #[arg(value_name = "FILE|FOLDER", required_unless_present = "position")]
    pub file: Option<PathBuf>,
    /// Rate a position instead of a game: show its five best locks and their losses. A position is one line of text
    /// (for its format, see src/shell/command/README.md)
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "side", "threads", "html"], value_parser = PositionArg::from_word)]
    pub position: Option<PositionArg>,
    /// Hands for which moves are rated (see `rightwell hands`) [default: measured from the buttons of the game;
    /// tournament if there are too few, and for a position; in games without gravity, no limits]
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Side to rate in a match, or the only player to read in a video with two players
    #[arg(long, value_parser = words::parser::<Side>())]
    pub side: Option<Side>,
    #[command(flatten)]
    pub video: GamesOfVideoArgs,
    /// Player that rates the moves, a name or a file; it needs a value table [default: scorer]
    #[arg(long, value_name = "NAME|FILE.ron", default_value = Rater::JUDGE, hide_default_value = true)]
    pub judge: String,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a report as a single page for any browser: how the game went, or the games of a folder or of two players,
    /// with drawings of the worst moves. For the page all.html of several games, the report of each game is in the
    /// folder all-games
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Write all figures as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
    /// Save the mistakes of the rated games for `rightwell puzzles --mine`. For your own recordings, a setting can do this for
    /// every review
    #[arg(long, conflicts_with_all = ["judge", "position"])]
    pub keep_mistakes: bool,
    /// Measure the loss of every move that loses 0.3 lines or more by playouts: N pairs of games from the played lock
    /// and from the best lock, fewer if the standard error is 0.3 lines before. 0: no playouts. Results are saved for
    /// the next review of the game. Not for folders [default: 48 with --html for a single game, else 0]
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "check_by_playouts"], value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub playouts: Option<u32>,
    /// Check the losses of N moves by playouts from the played locks and from the best locks. Prints estimated and
    /// measured losses by kind of error, height and lines
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "html", "side"], value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub check_by_playouts: Option<u32>,
    /// Playouts from each lock [default: 60]
    #[arg(long, value_name = "N", requires = "check_by_playouts", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub playout_games: Option<u32>,
    /// Seed for the pieces of the playouts and for the choice of moves [default: 1]
    #[arg(long, value_name = "N", requires = "check_by_playouts")]
    pub seed: Option<u64>,
}

impl ReviewArgs {
    /// Returns the file for the figures, unless they go to standard output.
    fn json_file(&self) -> Option<&Path> {
        self.json.as_deref().filter(|path| path.as_os_str() != "-")
    }
}

/// A review as JSON.
#[derive(Serialize)]
struct ReviewJson<'a> {
    file: String,
    hand: &'a str,
    #[serde(flatten)]
    figures: &'a ReviewFigures,
    moves: Vec<MoveFigures>,
}

pub fn run(args: &ReviewArgs) -> Result<(), CliError> {
    if let Some(path) = args.json_file() {
        files::check_writable(path)?;
    }
    if let Some(path) = &args.html {
        if path.extension().is_none_or(|ending| ending != "html") {
            return Err(CliError::usage(format!(
                "--html {}: invalid name; allowed: a file ending in .html",
                shown(path)
            )));
        }
        files::check_writable(path)?;
    }
    playouts::check(args)?;
    let hand = args
        .hand
        .as_deref()
        .map(load::hand)
        .transpose()
        .map_err(CliError::usage)?;
    let judge = judge(&args.judge)?;
    let Some(file) = &args.file else {
        let position = args.position.expect("clap requires one of the two").whole();
        return places::run(&position, judge, args.hand.as_deref(), args.json.as_deref());
    };
    let control = progress::stopped_by_keys()?;
    if file.is_dir() {
        let names = recorded::in_folder(file)?;
        // A folder with images but without recordings is read as a video.
        if !names.is_empty() || !holds_pictures(file) {
            let of_one = [
                ("--side", args.side.is_some()),
                ("--game", args.video.game.is_some()),
                ("--names", args.video.players.names.is_some()),
                ("--playouts", args.playouts.is_some_and(|pairs| pairs > 0)),
            ];
            if let Some((option, _)) = of_one.iter().find(|(_, is_given)| *is_given) {
                return Err(CliError::usage(format!(
                    "`{option}` needs a single game, and {} is a folder",
                    shown(file)
                )));
            }
            let wanted = GamesToRate {
                path: file,
                games: folder::games(file, names)?,
                players: None,
            };
            return many::run(args, wanted, &judge, hand.as_ref(), &control);
        }
    }
    let is_video = is_video(file);
    let video = VideoArgs {
        games: args.video.clone(),
        side: args.side.filter(|_| is_video).map(|side| match side {
            Side::Left => FieldSide::Left,
            Side::Right => FieldSide::Right,
        }),
    };
    let recorded = match video.load(file, &control)? {
        FileContent::One(recorded) => recorded,
        FileContent::Match(found) => {
            return many::run(
                args,
                of_players(file, found),
                &judge,
                hand.as_ref(),
                &control,
            );
        }
    };
    let side = args.side.filter(|_| !is_video);
    run_one(
        args,
        file,
        RatedGames::of(recorded, file, side)?,
        judge,
        hand.as_ref(),
        &control,
    )
}

/// Rates one game, or all rounds that one side of a match played.
fn run_one(
    args: &ReviewArgs,
    file: &Path,
    found: RatedGames,
    judge: Player,
    hand: Option<&NamedHand>,
    control: &Control,
) -> Result<(), CliError> {
    let mistakes = mistakes_file(args, file, &found.recorded)?;
    files::check_overwrites(args.json_file().into_iter().chain(args.html.as_deref()))?;
    let (name, hand) = found.hands_or(hand)?;
    let rater = Rater::for_recording(judge, hand, &found.recorded);
    let pool = progress::pool(args.threads)?;
    let pieces = found.games.iter().map(|game| game.moves.len() as u64);
    let pieces = WorkAmount::Pieces(pieces.sum());
    let wanted = playouts::wanted(args, &found.recorded)?;
    let mut reviewed = progress::with_progress(pieces, control, || {
        pool.install(|| rate(&found.games, &rater, control))
    });
    if let Some(count) = args.check_by_playouts {
        let games = [(rater, reviewed)];
        return check::run(args, count, &games, control);
    }
    let is_rated = !control.stop.load(Ordering::Relaxed);
    if let Some(wanted) = wanted.filter(|_| is_rated) {
        playouts::run(&wanted, &rater, &mut reviewed, &pool, control);
    }
    let figures = ReviewFigures::from_games(&found.games, &reviewed);
    if let Some(path) = &args.html {
        let game = file.file_name().unwrap_or_default();
        let review = Review {
            game: &game.to_string_lossy(),
            is_match: args.side.is_some(),
            hands: &name,
            figures: &figures,
            moves: &reviewed,
        };
        files::write_whole(path, review_page(&review, &command_line()).as_bytes())?;
    }
    let mut is_printed = false;
    if let Some(path) = &args.json {
        let report = ReviewJson {
            file: file.display().to_string(),
            hand: &name,
            figures: &figures,
            moves: reviewed.iter().map(MoveFigures::from_reviewed).collect(),
        };
        is_printed = json::write(&report, path)?;
    }
    if !is_printed {
        // The window cannot review matches, so the summary suggests no command for a match.
        let replayed = args.side.is_none().then(|| shown(file));
        files::print(&summary::summary(
            replayed.as_deref(),
            &figures,
            &reviewed,
            &name,
        ))?;
    }
    if let Some(file) = mistakes {
        let added = mistakes::add(&file, Mistake::of_moves(&reviewed, &rater))?;
        log::say(added.told());
    }
    if !is_rated {
        log::say("stopped early; the figures cover the moves rated until then");
    }
    Ok(())
}

/// Returns the games of both players in a video, to be rated together.
fn of_players(video: &Path, found: GamesOfPlayers) -> GamesToRate<'_> {
    let changed = video.metadata().and_then(|about| about.modified());
    let changed = changed.unwrap_or(FileTime::UNIX_EPOCH);
    let names = names_by_player(&found.games.iter().collect::<Vec<_>>());
    let games = found.games.into_iter().zip(names);
    let games = games.map(|(game, name)| GameToRate {
        name,
        file: video.to_owned(),
        changed,
        captured: Some(game),
    });
    GamesToRate {
        path: video,
        games: games.collect(),
        players: Some(found.players),
    }
}

/// Returns the file for mistakes, or `None` if the options and settings do not ask to save mistakes.
fn mistakes_file(
    args: &ReviewArgs,
    file: &Path,
    recorded: &Recorded,
) -> Result<Option<PathBuf>, CliError> {
    if args.keep_mistakes {
        if matches!(recorded, Recorded::Drag(_)) {
            return Err(CliError::usage(format!(
                "`--keep-mistakes` needs a game with gravity, and {} has none",
                shown(file)
            )));
        }
        return Ok(Some(Folders::of_user()?.mistakes()));
    }
    let is_scorer = args.judge == Rater::JUDGE;
    let folders = Folders::of_user().ok();
    let folders = folders.filter(|folders| folders.holds(file) && is_scorer);
    Ok(folders.and_then(|folders| {
        let settings = folders.settings();
        let is_wanted = read::is_there(&settings) && Settings::load(&settings).0.keep_mistakes;
        is_wanted.then(|| folders.mistakes())
    }))
}

/// Returns the player that rates the moves.
fn judge(name: &str) -> Result<Player, CliError> {
    let player = load::player(name).map_err(CliError::usage)?;
    match player.evaluator() {
        Evaluator::ValueTable(_) => Ok(player),
        _ => Err(CliError::usage(format!(
            "`--judge {name}` does not measure losses in lines; use a player with a value table, such as {}",
            Rater::JUDGE
        ))),
    }
}

//! `review`: rates every move of a recorded game, or the best locks of a position.

mod check;
mod course;
mod folder;
mod games;
mod pipeline;
mod places;
mod playouts;
mod reports;
mod summary;

use std::path::{Path, PathBuf};

use clap::Args;
use rightwell::capture::FieldSide;
use rightwell::engine::Side;
use rightwell::lab::Control;
use rightwell::players::{Evaluator, Player};
use rightwell::session::{Rater, Recorded};

use pipeline::{GameToRate, GamesKind, GamesToRate, RatingSetup};

use crate::error::{CliError, shown};
use crate::host::clock::FileTime;
use crate::options::position::PositionArg;
use crate::options::words::{self, OptionWord};
use crate::store::folders::Folders;
use crate::store::settings::Settings;
use crate::store::video::holds_pictures;
use crate::store::video::is_video;
use crate::store::{files, load, read, recorded};
use crate::work::game_files::names_by_player;
use crate::work::games_of_file::{FileContent, GamesOfPlayers, GamesOfVideoArgs, VideoArgs};
use crate::work::progress;

/// Options of `review`.
#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// A game or a folder. A game is a movie (.fm2) or a recording (.ron), both also compressed (.gz), a TAS Editor
    /// project (.fm3), a BizHawk movie (.bk2), a game captured by NestrisChamps (.ngf), the link of a Game & Watch replay,
    /// or a video, whose games are read. For a video with two players, rates both and shows the course of their match. For
    /// a folder, rates all its games and shows how habits change from the oldest to the newest
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
    /// Write a report as a single page for any browser: how the game went, or the games of a folder or of two players.
    /// It has drawings of the worst moves, and a video's frames at these moves. For the page all.html of several games,
    /// the report of each game is in the folder all-games
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
    /// Maximum time for playouts. The report contains the moves played out until then [default: 180]
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["position", "check_by_playouts"], value_parser = clap::value_parser!(u32).range(1..=604_800))]
    pub playout_time: Option<u32>,
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
    let wanted = match of_folder(args, file)? {
        Some(wanted) => wanted,
        None => of_file(args, file, &control)?,
    };
    let setup = RatingSetup {
        judge: &judge,
        hand: hand.as_ref(),
        control: &control,
    };
    pipeline::run(args, wanted, setup)
}

/// Returns the games of a folder. `None` if it is no folder, or one with images but without recordings, which is read
/// as a video.
fn of_folder<'a>(args: &ReviewArgs, folder: &'a Path) -> Result<Option<GamesToRate<'a>>, CliError> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let names = recorded::in_folder(folder)?;
    if names.is_empty() && holds_pictures(folder) {
        return Ok(None);
    }
    let of_one = [
        ("--side", args.side.is_some()),
        ("--game", args.video.game.is_some()),
        ("--names", args.video.players.names.is_some()),
        ("--playouts", args.playouts.is_some_and(|pairs| pairs > 0)),
    ];
    if let Some((option, _)) = of_one.iter().find(|(_, is_given)| *is_given) {
        return Err(CliError::usage(format!(
            "`{option}` needs a single game, and {} is a folder",
            shown(folder)
        )));
    }
    Ok(Some(GamesToRate {
        path: folder,
        kind: GamesKind::Folder,
        games: folder::games(folder, names)?,
        playouts: None,
        mistakes: asked_mistakes_file(args)?,
    }))
}

/// Returns the game of a recording or video, or the games of both players in a video.
fn of_file<'a>(
    args: &ReviewArgs,
    file: &'a Path,
    control: &Control,
) -> Result<GamesToRate<'a>, CliError> {
    let is_video = is_video(file);
    let video = VideoArgs {
        games: args.video.clone(),
        side: args.side.filter(|_| is_video).map(|side| match side {
            Side::Left => FieldSide::Left,
            Side::Right => FieldSide::Right,
        }),
    };
    let recorded = match video.load(file, control)? {
        FileContent::One(recorded) => recorded,
        FileContent::Match(found) => return of_players(args, file, found),
    };
    let name = file.file_name().unwrap_or_default();
    Ok(GamesToRate {
        path: file,
        kind: GamesKind::One,
        playouts: playouts::wanted(args, &recorded)?,
        mistakes: mistakes_file(args, file, &recorded)?,
        games: vec![GameToRate {
            name: name.to_string_lossy().into_owned(),
            file: file.to_owned(),
            changed: FileTime::UNIX_EPOCH,
            recorded: Some(recorded),
            side: args.side.filter(|_| !is_video),
        }],
    })
}

/// Returns the games of both players in a video.
fn of_players<'a>(
    args: &ReviewArgs,
    video: &'a Path,
    found: GamesOfPlayers,
) -> Result<GamesToRate<'a>, CliError> {
    let changed = video.metadata().and_then(|about| about.modified());
    let changed = changed.unwrap_or(FileTime::UNIX_EPOCH);
    let names = names_by_player(&found.games.iter().collect::<Vec<_>>());
    let games = found.games.into_iter().zip(names);
    let games = games.map(|(game, name)| GameToRate {
        name,
        file: video.to_owned(),
        changed,
        recorded: Some(Recorded::from_captured(game)),
        side: None,
    });
    Ok(GamesToRate {
        path: video,
        kind: GamesKind::Players(found.players),
        games: games.collect(),
        playouts: playouts::of_pairs(args.playouts),
        mistakes: asked_mistakes_file(args)?,
    })
}

/// Returns the file for mistakes, or `None` if the options do not ask to save mistakes.
fn asked_mistakes_file(args: &ReviewArgs) -> Result<Option<PathBuf>, CliError> {
    let folders = args.keep_mistakes.then(Folders::of_user).transpose()?;
    Ok(folders.map(|folders| folders.mistakes()))
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
        return asked_mistakes_file(args);
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

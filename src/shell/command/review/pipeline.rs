//! Rates games and reports on them: a single game, the games of a folder, or those of both players in a video.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use rightwell::engine::Side;
use rightwell::lab::{Control, Playouts};
use rightwell::players::{NamedHand, Player};
use rightwell::plots::{GameOfMany, Review, review_page, reviews_page};
use rightwell::session::puzzles::Mistake;
use rightwell::session::review::{HandFigures, MoveFigures};
use rightwell::session::{CapturedGame, GameMoves, Rater, Recorded, ReviewFigures, ReviewedMove};
use serde::Serialize;

use super::games::{RatedGames, rate};
use super::reports::{Reports, for_link, worst_frames};
use super::{ReviewArgs, check, course, folder, playouts, summary};
use crate::error::{CliError, shown};
use crate::host::arguments::{command_line, path_argument};
use crate::host::clock::{FileTime, Time, date, now};
use crate::host::log;
use crate::store::video::is_video;
use crate::store::{files, mistakes, recorded};
use crate::work::json;
use crate::work::progress::{self, WorkAmount};
use crate::work::video_players::VideoPlayer;

/// Default maximum time for playouts, in seconds.
const PLAYOUT_SECONDS: u32 = 180;

/// Games to rate together.
pub(super) struct GamesToRate<'a> {
    /// File, folder or video.
    pub(super) path: &'a Path,
    pub(super) kind: GamesKind,
    pub(super) games: Vec<GameToRate>,
    /// Playouts of the bad moves, if wanted.
    pub(super) playouts: Option<Playouts>,
    /// File for the mistakes, if they are to be saved.
    pub(super) mistakes: Option<PathBuf>,
}

/// Origin of the games, which sets the form of the report.
pub(super) enum GamesKind {
    One,
    Folder,
    /// Both players of a video.
    Players([VideoPlayer; 2]),
}

/// One of the games to rate.
pub(super) struct GameToRate {
    pub(super) name: String,
    pub(super) file: PathBuf,
    /// Time at which the file was last changed.
    pub(super) changed: FileTime,
    /// Recording. `None` if the file has yet to be read.
    pub(super) recorded: Option<Recorded>,
    /// Side of a match.
    pub(super) side: Option<Side>,
}

/// A rated game, or all rounds that one side of a match played.
pub(super) struct RatedRecording {
    pub(super) name: String,
    pub(super) file: PathBuf,
    changed: FileTime,
    pub(super) hand: String,
    games: Vec<GameMoves>,
    /// Game as captured from a video, if it is one.
    pub(super) captured: Option<CapturedGame>,
    pub(super) figures: ReviewFigures,
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

/// Review of several games as JSON.
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

/// How to rate games.
#[derive(Clone, Copy)]
pub(super) struct RatingSetup<'a> {
    pub(super) judge: &'a Player,
    /// Hands for all games. `None` for those of each game's own player.
    pub(super) hand: Option<&'a NamedHand>,
    pub(super) control: &'a Control,
}

/// Rates the games, saves their mistakes, and writes the reports that the options ask for.
pub(super) fn run(
    args: &ReviewArgs,
    wanted: GamesToRate,
    setup: RatingSetup,
) -> Result<(), CliError> {
    let control = setup.control;
    // Check the outputs before the long work. Check them again once all input files are known.
    let outputs = || args.json_file().into_iter().chain(args.html.as_deref());
    files::check_overwrites(outputs())?;
    let pool = progress::pool(args.threads)?;
    let is_one = matches!(wanted.kind, GamesKind::One);
    let mut found = match is_one {
        true => ReviewedGames::rate_one(wanted.games, setup, &pool)?,
        false => ReviewedGames::rate_all(wanted.games, setup, &pool),
    };
    let is_stopped = || control.stop.load(Ordering::Relaxed);
    found.check(wanted.path, is_stopped())?;
    if let Some(count) = args.check_by_playouts {
        return check::run(args, count, &found.ratings, control);
    }
    let page = args.html.as_deref().filter(|_| !is_one);
    let reports = Reports::beside(page, &found.rated);
    files::check_overwrites(outputs().chain(reports.paths()))?;
    if let Some(playouts) = &wanted.playouts {
        // The page is there while the playouts go on, without the frames of a video.
        found.write_pages(args, wanted.path, &wanted.kind, &reports, false)?;
        let time = Duration::from_secs(args.playout_time.unwrap_or(PLAYOUT_SECONDS).into());
        found.play_out(playouts, &pool, control, now() + time);
    }
    if let Some(file) = wanted.mistakes {
        let ratings = found.ratings.iter();
        let new = ratings.flat_map(|(rater, moves)| Mistake::of_moves(moves, rater));
        log::say(mistakes::add(&file, new.collect())?.told());
    }
    found.write_pages(args, wanted.path, &wanted.kind, &reports, true)?;
    let (path, is_printed) = (
        wanted.path,
        match is_one {
            true => found.write_one(args, wanted.path)?,
            false => found.write_all(args, wanted.path)?,
        },
    );
    if !is_printed {
        files::print(&found.text(args, path, &wanted.kind))?;
    }
    if is_stopped() {
        let what = if is_one { "moves" } else { "games" };
        log::say(format!(
            "stopped early; the figures cover the {what} rated until then"
        ));
    }
    Ok(())
}

/// The rated games, and the files that were left out.
struct ReviewedGames {
    rated: Vec<RatedRecording>,
    /// Moves of each game, with the judge that rated them.
    ratings: Vec<(Rater, Vec<ReviewedMove>)>,
    /// Files without a game to rate, each with the reason.
    left_out: Vec<String>,
}

impl ReviewedGames {
    /// Rates a single game until the user stops it.
    fn rate_one(
        games: Vec<GameToRate>,
        setup: RatingSetup,
        pool: &rayon::ThreadPool,
    ) -> Result<ReviewedGames, CliError> {
        let [game] = <[GameToRate; 1]>::try_from(games)
            .ok()
            .expect("it is one game");
        let game = PreparedGame::of(game, setup)?;
        let pieces = game.found.games.iter().map(|game| game.moves.len() as u64);
        let pieces = WorkAmount::Pieces(pieces.sum());
        let rate = || pool.install(|| game.rate(setup));
        let (rated, rating) = progress::with_progress(pieces, setup.control, rate);
        Ok(ReviewedGames {
            rated: vec![rated],
            ratings: vec![rating],
            left_out: Vec::new(),
        })
    }

    /// Rates the games one after the other until the user stops it.
    fn rate_all(
        games: Vec<GameToRate>,
        setup: RatingSetup,
        pool: &rayon::ThreadPool,
    ) -> ReviewedGames {
        let mut all = ReviewedGames {
            rated: Vec::new(),
            ratings: Vec::new(),
            left_out: Vec::new(),
        };
        let control = setup.control;
        progress::with_progress(WorkAmount::Games(games.len() as u64), control, || {
            for game in games {
                if control.stop.load(Ordering::Relaxed) {
                    break;
                }
                match PreparedGame::of(game, setup) {
                    Ok(game) => {
                        let (rated, rating) = pool.install(|| game.rate(setup));
                        all.rated.push(rated);
                        all.ratings.push(rating);
                    }
                    Err(fault) => all.left_out.push(fault.to_string()),
                }
                control.games.fetch_add(1, Ordering::Relaxed);
            }
        });
        all
    }

    /// Names the files that were left out.
    ///
    /// # Errors
    /// If no game is left.
    fn check(&self, path: &Path, is_stopped: bool) -> Result<(), CliError> {
        for fault in &self.left_out {
            log::say(format!("left out: {fault}"));
        }
        match (self.rated.is_empty(), is_stopped) {
            (false, _) => Ok(()),
            (true, true) => Err(CliError::Interrupted(format!(
                "{}: stopped before any game was rated",
                shown(path)
            ))),
            (true, false) => Err(CliError::usage(format!(
                "{}: no game in this folder can be rated",
                shown(path)
            ))),
        }
    }

    /// Measures the losses of the bad moves by playouts, until a time.
    fn play_out(
        &mut self,
        wanted: &Playouts,
        pool: &rayon::ThreadPool,
        control: &Control,
        until: Time,
    ) {
        for (game, (rater, moves)) in self.rated.iter_mut().zip(&mut self.ratings) {
            if !control.stop.load(Ordering::Relaxed) {
                playouts::run(wanted, rater, moves, pool, control, until);
            }
            game.figures = ReviewFigures::from_games(&game.games, moves);
        }
    }

    /// Writes the figures of a single game. Returns whether they went to standard output.
    fn write_one(&self, args: &ReviewArgs, path: &Path) -> Result<bool, CliError> {
        let (game, (_, moves)) = (&self.rated[0], &self.ratings[0]);
        let Some(file) = &args.json else {
            return Ok(false);
        };
        let report = ReviewJson {
            file: path.display().to_string(),
            hand: &game.hand,
            figures: &game.figures,
            moves: moves.iter().map(MoveFigures::from_reviewed).collect(),
        };
        json::write(&report, file)
    }

    /// Writes the page that the options ask for: of a single game, or of several games with a report of each.
    /// With `frames`, reports show the frames of a video at the worst moves.
    fn write_pages(
        &self,
        args: &ReviewArgs,
        path: &Path,
        kind: &GamesKind,
        reports: &Reports,
        frames: bool,
    ) -> Result<(), CliError> {
        let Some(page) = &args.html else {
            return Ok(());
        };
        let text = if matches!(kind, GamesKind::One) {
            let game = &self.rated[0];
            let is_beside = is_video(path) && path.parent() == page.parent();
            let video = if is_beside {
                for_link(&game.name)
            } else {
                String::new()
            };
            let review = Review {
                game: &game.name,
                is_match: args.side.is_some(),
                video: &video,
                frames: &worst_frames(path, &self.ratings[0].1, frames),
                hands: &game.hand,
                figures: &game.figures,
                moves: &self.ratings[0].1,
            };
            review_page(&review, &command_line())
        } else {
            let moves = self.moves();
            reports.write(&self.rated, &moves, frames)?;
            let dates: Vec<String> = self.rated.iter().map(|game| date(game.changed)).collect();
            let games: Vec<GameOfMany> = (self.rated.iter().enumerate())
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
            let (all, folder) = (self.whole().0, path.display().to_string());
            reviews_page(&folder, &games, &all, &self.left_out, &command_line())
        };
        files::write_whole(page, text.as_bytes())
    }

    /// Writes the figures of several games. Returns whether they went to standard output.
    fn write_all(&self, args: &ReviewArgs, path: &Path) -> Result<bool, CliError> {
        let (all, _) = self.whole();
        let folder = path.display().to_string();
        let Some(file) = &args.json else {
            return Ok(false);
        };
        let report = FolderJson {
            folder,
            all: &all,
            games: self.rated.iter().map(GameReport::of).collect(),
            by_hand: &self.by_hand(),
            left_out: &self.left_out,
        };
        json::write(&report, file)
    }

    /// Formats the review for a person.
    fn text(&self, args: &ReviewArgs, path: &Path, kind: &GamesKind) -> String {
        let rated = &self.rated;
        match kind {
            GamesKind::One => {
                // The window cannot review matches, so the summary suggests no command for a match.
                let replayed = args.side.is_none().then(|| path_argument(path));
                let (game, (_, moves)) = (&rated[0], &self.ratings[0]);
                summary::summary(replayed.as_deref(), &game.figures, moves, &game.hand)
            }
            GamesKind::Folder => {
                let (all, moves) = self.whole();
                let hands = "as listed for each game";
                folder::text(rated, &self.by_hand())
                    + &course::text(rated)
                    + &summary::summary(None, &all, &moves, hands)
            }
            GamesKind::Players(players) => {
                course::reports(path, players, rated, &self.moves()) + &course::text(rated)
            }
        }
    }

    /// Returns the moves of each game.
    fn moves(&self) -> Vec<&[ReviewedMove]> {
        self.ratings.iter().map(|(_, moves)| &moves[..]).collect()
    }

    /// Returns the figures and the moves of all games together.
    fn whole(&self) -> (ReviewFigures, Vec<ReviewedMove>) {
        let games: Vec<GameMoves> = self
            .rated
            .iter()
            .flat_map(|game| game.games.clone())
            .collect();
        let moves = self.moves().concat();
        (ReviewFigures::from_games(&games, &moves), moves)
    }

    fn by_hand(&self) -> Vec<HandFigures> {
        HandFigures::of(
            self.rated
                .iter()
                .map(|game| (&game.hand[..], &game.figures)),
        )
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

/// A game whose moves and hands are known.
struct PreparedGame {
    name: String,
    file: PathBuf,
    changed: FileTime,
    found: RatedGames,
    hand: String,
    rater: Rater,
}

impl PreparedGame {
    /// Reads the file, if it has yet to be read, and finds the longest game and its hands.
    fn of(game: GameToRate, setup: RatingSetup) -> Result<PreparedGame, CliError> {
        let recorded = match game.recorded {
            Some(recorded) => recorded,
            None => recorded::load(&game.file)?,
        };
        let found = RatedGames::of(recorded, &game.file, game.side)?;
        let (name, hand) = found.hands_or(setup.hand)?;
        let rater = Rater::for_recording(setup.judge.clone(), hand, &found.recorded);
        Ok(PreparedGame {
            name: game.name,
            file: game.file,
            changed: game.changed,
            found,
            hand: name,
            rater,
        })
    }

    fn rate(self, setup: RatingSetup) -> (RatedRecording, (Rater, Vec<ReviewedMove>)) {
        let RatedGames { games, recorded } = self.found;
        let moves = rate(&games, &self.rater, setup.control);
        let rated = RatedRecording {
            name: self.name,
            file: self.file,
            changed: self.changed,
            hand: self.hand,
            captured: match &recorded {
                Recorded::Captured(playback) => Some(playback.game().clone()),
                _ => None,
            },
            figures: ReviewFigures::from_games(&games, &moves),
            games,
        };
        (rated, (self.rater, moves))
    }
}

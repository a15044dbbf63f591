//! `review`: every move of a recorded game rated, or what is best in a position.

mod hands;
mod places;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use rightwell::capture::{FieldSide, Reader};
use rightwell::engine::{Side, StartPosition};
use rightwell::lab::Control;
use rightwell::players::{Evaluator, Label, Player};
use rightwell::plots::{Review, review_page};
use rightwell::rules::counted;
use rightwell::session::puzzles::Mistake;
use rightwell::session::review::{MissedTucks, MoveFigures, Share, in_words};
use rightwell::session::{GameMoves, Move, Rater, Recorded, ReviewFigures, ReviewedMove};
use serde::Serialize;

use crate::shell::command::capture::games::{self, GameOfVideoArgs, is_video};
use crate::shell::command::options::parse_position;
use crate::shell::command::progress::{self, Extent};
use crate::shell::error::{CliError, shown};
use crate::shell::host::arguments::command_line;
use crate::shell::host::log;
use crate::shell::input::is_key;
use crate::shell::store::folders::Folders;
use crate::shell::store::settings::Settings;
use crate::shell::store::{files, load, mistakes, read};

/// Options of `review`.
#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// The game: a movie ending in .fm2, a recording ending in .ron, also packed (.gz), a game seen by
    /// NestrisChamps ending in .ngf, or a video, in which games are looked for
    #[arg(value_name = "FILE", required_unless_present = "position")]
    pub file: Option<PathBuf>,
    /// Instead of a game, a position, a line of text (see the page on commands): its five best places and
    /// what each of them loses
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "side", "threads", "html"], value_parser = parse_position)]
    pub position: Option<StartPosition>,
    /// The hands that moves are rated for (see `rightwell hands`) [default: measured from the buttons of the
    /// game, where they are too few, and for a position, tournament; games without gravity: anywhere]
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Whose moves, of a match; of a video with two players whose field
    #[arg(long, value_enum)]
    pub side: Option<MatchSide>,
    #[command(flatten)]
    pub video: GameOfVideoArgs,
    /// Who rates: a player that judges by what a game will lose, by name or from a file [default: scorer]
    #[arg(long, value_name = "NAME|FILE.ron", default_value = Rater::JUDGE, hide_default_value = true)]
    pub judge: String,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a report with the course of the game and its worst moves drawn: one file for any browser
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Write all figures as JSON to a file, or with - to standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
    /// Keep its mistakes for `rightwell puzzles --mine`; those of your own recordings are kept anyway if the
    /// settings say so
    #[arg(long, conflicts_with_all = ["judge", "position"])]
    pub keep_mistakes: bool,
}

/// A side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MatchSide {
    /// The left one
    Left,
    /// The right one
    Right,
}

impl From<MatchSide> for Side {
    fn from(side: MatchSide) -> Side {
        match side {
            MatchSide::Left => Side::Left,
            MatchSide::Right => Side::Right,
        }
    }
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

/// What is rated, and for whom.
struct RatedGames {
    /// A game, or all rounds of a side.
    games: Vec<GameMoves>,
    recorded: Recorded,
}

pub fn run(args: &ReviewArgs) -> Result<(), CliError> {
    let json_file = args.json.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(path) = json_file {
        files::check_writable(path)?;
    }
    if let Some(path) = &args.html {
        if path.extension().is_none_or(|ending| ending != "html") {
            return Err(CliError::usage(format!(
                "--html {}: allowed: a file ending in .html",
                shown(path)
            )));
        }
        files::check_writable(path)?;
    }
    let hand = args
        .hand
        .as_deref()
        .map(load::hand)
        .transpose()
        .map_err(CliError::usage)?;
    let judge = judge(&args.judge)?;
    let Some(file) = &args.file else {
        let position = args.position.as_ref().expect("clap wants one of the two");
        return places::run(position, judge, args.hand.as_deref(), args.json.as_deref());
    };
    let control = progress::stopped_by_keys()?;
    let found = find(args, file, &control)?;
    let mistakes = mistakes_file(args, file, &found.recorded)?;
    files::check_apart(json_file.into_iter().chain(args.html.as_deref()))?;
    let (name, hand) = match hand {
        Some(hand) => (hand.name().to_owned(), Some(hand.hand())),
        None => hands::of(&found.recorded)?,
    };
    let rater = Rater::for_recording(judge, hand, &found.recorded);
    let pool = progress::pool(args.threads)?;
    let pieces = found.games.iter().map(|game| game.moves.len() as u64);
    let pieces = Extent::Pieces(pieces.sum());
    let reviewed = progress::with_progress(pieces, &control, || {
        pool.install(|| rate(&found.games, &rater, &control))
    });
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
    if let Some(path) = &args.json {
        let report = Report {
            file: file.display().to_string(),
            hand: &name,
            figures: &figures,
            moves: reviewed.iter().map(MoveFigures::from_reviewed).collect(),
        };
        let mut json = serde_json::to_string_pretty(&report).map_err(CliError::failed)?;
        json.push('\n');
        match json_file {
            None => files::print(&json)?,
            Some(_) => files::write_whole(path, json.as_bytes())?,
        };
    }
    if args.json.is_none() || json_file.is_some() {
        // The sides of a match are not reviewed in the window.
        let replayed = args.side.is_none().then(|| shown(file));
        files::print(&summary(replayed.as_deref(), &figures, &reviewed, &name))?;
    }
    if let Some(file) = mistakes {
        let added = mistakes::add(&file, Mistake::of_moves(&reviewed, &rater))?;
        log::say(added.told());
    }
    if control.stop.load(Ordering::Relaxed) {
        log::say("stopped early; the figures are those of what was rated until then");
    }
    Ok(())
}

/// The file that takes the mistakes, if they are to be kept.
fn mistakes_file(
    args: &ReviewArgs,
    file: &Path,
    recorded: &Recorded,
) -> Result<Option<PathBuf>, CliError> {
    if args.keep_mistakes {
        if matches!(recorded, Recorded::Drag(_)) {
            return Err(CliError::usage(format!(
                "--keep-mistakes: {} was played without gravity; allowed: games at the console",
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
        let is_wanted =
            read::is_there(&settings) && Settings::load(&settings, is_key).0.keep_mistakes;
        is_wanted.then(|| folders.mistakes())
    }))
}

/// The player that rates.
fn judge(name: &str) -> Result<Player, CliError> {
    let player = load::player(name).map_err(CliError::usage)?;
    match player.evaluator() {
        Evaluator::ValueTable(_) => Ok(player),
        _ => Err(CliError::usage(format!(
            "--judge {name}: it does not count in lines; allowed: players that judge by a table of values, such as {}",
            Rater::JUDGE
        ))),
    }
}

/// The game with the most moves in a file.
fn find(args: &ReviewArgs, path: &Path, control: &Control) -> Result<RatedGames, CliError> {
    let is_video = is_video(path);
    let mut reader = Reader::new();
    if let Some(side) = args.side.filter(|_| is_video) {
        reader.read_side(match side {
            MatchSide::Left => FieldSide::Left,
            MatchSide::Right => FieldSide::Right,
        });
    }
    let recorded = games::load(path, reader, args.video.game, control)?;
    let side = args.side.filter(|_| !is_video);
    if let (Recorded::Match(playback), Some(side)) = (&recorded, side) {
        return Ok(RatedGames {
            games: GameMoves::from_match(playback, side.into()),
            recorded,
        });
    }
    let of_match = match (&recorded, side) {
        (Recorded::Match(_), None) => Some("a match; say whose moves: --side left or --side right"),
        (_, Some(_)) => Some("no match: --side is for matches and videos"),
        (_, None) => None,
    };
    if let Some(fault) = of_match {
        return Err(CliError::usage(format!("{}: {fault}", shown(path))));
    }
    let games = GameMoves::from_recording(&recorded);
    let count = games.len();
    let game = games.into_iter().max_by_key(|game| game.moves.len());
    let game = game.ok_or_else(|| {
        CliError::usage(format!(
            "{}: there is no A-type game of one player in it that could be rated",
            shown(path)
        ))
    })?;
    if count > 1 {
        log::say(format!("{count} games are in it; rated is the longest"));
    }
    Ok(RatedGames {
        games: vec![game],
        recorded,
    })
}

/// Rates all moves, unless it is stopped.
fn rate(games: &[GameMoves], rater: &Rater, control: &Control) -> Vec<ReviewedMove> {
    let mut before = 0;
    let mut moves: Vec<(usize, &Move)> = Vec::new();
    for game in games {
        let numbers = game.numbers().into_iter().map(|number| before + number);
        moves.extend(numbers.zip(&game.moves));
        before += game.moves.len() + game.unknown;
    }
    let rated = moves.into_par_iter().filter_map(|(number, played)| {
        if control.stop.load(Ordering::Relaxed) {
            return None;
        }
        let reviewed = rater.rate(number, played);
        control.pieces.fetch_add(1, Ordering::Relaxed);
        reviewed
    });
    let mut rated: Vec<ReviewedMove> = rated.collect();
    ReviewedMove::mark_lost(&mut rated);
    rated
}

/// The figures for a person.
fn summary(
    file: Option<&str>,
    figures: &ReviewFigures,
    moves: &[ReviewedMove],
    hand: &str,
) -> String {
    let [singles, doubles, triples, tetrises] = figures.clears;
    let mut lines = vec![
        format!(
            "{}, {}; {singles} singles, {doubles} doubles, {triples} triples, {tetrises} Tetrises{}",
            counted(figures.pieces, "piece"),
            counted(figures.lines, "line"),
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
    if figures.lost_end > 0 {
        let (pieces, are) = (
            counted(figures.lost_end, "piece"),
            ["are", "is"][usize::from(figures.lost_end == 1)],
        );
        lines.push(format!(
            "the game was lost by then: {pieces} at its end {are} left out"
        ));
    }
    if figures.unknown > 0 {
        let pieces = counted(figures.unknown, "piece");
        let are = ["they are", "it is"][usize::from(figures.unknown == 1)];
        lines.push(format!(
            "{pieces} locked where it is not known; {are} left out"
        ));
    }
    let labels = Label::ALL.map(|label| {
        let count = figures.labels.get(&label).copied().unwrap_or(0);
        format!("{label} {count}")
    });
    lines.push(labels.join(", "));
    let share = |(name, share): (String, &Share)| {
        format!(
            "  {name:11} {:>12}, accuracy {:5.1} %, {:.2} lines lost a piece",
            counted(share.moves, "piece"),
            100.0 * share.accuracy,
            share.mean_loss
        )
    };
    for habit in &figures.habits {
        let part = if habit.part.is_empty() {
            String::new()
        } else {
            format!(" {}", habit.part)
        };
        lines.push(format!("the most expensive habit{part}: {}", habit.told()));
    }
    if !figures.categories.is_empty() {
        lines.push("what it loses by:".to_owned());
    }
    lines.extend(figures.categories.iter().map(|share| {
        format!(
            "  {:14} {:>10}, {:6.1} lines, {:7.0} points, {:3.0} %: {}",
            share.category.name(),
            counted(share.moves, "move"),
            share.lines_lost,
            share.points_lost,
            100.0 * figures.share_of(share),
            share.category.habit()
        )
    }));
    lines.push("by level:".to_owned());
    let speeds = figures.by_speed.iter();
    lines.extend(speeds.map(|(speed, moves)| share(((*speed).to_owned(), moves))));
    lines.push("by piece:".to_owned());
    let pieces = figures.by_piece.iter();
    lines.extend(pieces.map(|(piece, moves)| share((piece.to_string(), moves))));
    if figures.missed_adjustments > 0 {
        let moves = counted(figures.missed_adjustments, "move");
        let were = ["were", "was"][usize::from(figures.missed_adjustments == 1)];
        lines.push(format!(
            "{moves} {were} good before NEXT came, and not for it"
        ));
    }
    if figures.slips > 0 {
        lines.push(format!(
            "{} lost a line or more one column or turn beside the best place: slips?",
            counted(figures.slips, "move")
        ));
    }
    let MissedTucks {
        moves: tucks,
        exact,
    } = figures.missed_tucks;
    if tucks > 0 {
        lines.push(format!(
            "{} had the best place in a tuck, {exact} with {} frames or fewer for the last press",
            counted(tucks, "move"),
            MissedTucks::EXACT
        ));
    }
    let worst = ReviewedMove::worst(moves);
    if !worst.is_empty() {
        lines.push("the worst moves (columns from 1 at the left):".to_owned());
    }
    for reviewed in worst {
        let (position, rating) = (&reviewed.played.position, &reviewed.rating);
        lines.push(format!(
            "  piece {:4}: {} ({} next) at level {}, {}: {:.1} lines lost, {:.0} points; {}; better {}",
            reviewed.number,
            position.current,
            position.next.map_or_else(|| "nothing".to_owned(), |next| next.to_string()),
            position.level,
            counted(position.lines, "line"),
            rating.loss,
            reviewed.points_lost(),
            in_words(rating.played.lock),
            in_words(rating.best().lock),
        ));
        lines.extend(
            reviewed
                .sentences()
                .map(|sentence| format!("    {sentence}")),
        );
    }
    if let Some((most, file)) = figures.habits.first().zip(file) {
        lines.push(format!(
            "to see and try again each move of the most expensive kind: rightwell replay {file} --review --kind {}",
            most.share.category.word()
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

//! Review of a game: each move rated, and figures about the whole game.

mod by_hand;
pub mod calibration;
mod curve;
mod faster;
mod figures;
mod habit;
mod level_group;
mod lost;
mod over_time;
mod playout_loss;
pub mod puzzles;
pub mod rater;
pub mod reasons;
pub mod reviewed;
mod stages;
mod tuck;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::players::rating::{accuracy, points};
use crate::players::{Input, Label, Player, RatedMove, Rating};
use crate::rules::score::line_points;
use crate::rules::{Piece, Pose, counted};

use super::captured::LinesFrom;
use super::game_stats::DROUGHT;
use super::moves::{GameMoves, Move};
use curve::most_to_come;
use reasons::{Category, LossReason, explain};

pub use by_hand::HandFigures;
pub use calibration::LAST_LINE;
pub use curve::{CurvePoint, clear_points, usual_to_come};
pub use faster::{FasterFigures, FasterLock};
pub use figures::{MoveFigures, PlaceFigures, ReviewedPlace, TuckFigures, in_full, in_words};
pub use habit::Habit;
pub use level_group::LevelGroup;
pub use lost::LostFrom;
pub use over_time::CostsOverTime;
pub use playout_loss::PlayoutLoss;
pub use stages::ByStage;
pub use tuck::{BestTuck, MissedTucks};

/// Rated move of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Number of the piece in the game, from 1.
    pub number: usize,
    /// Move that was played.
    pub played: Move,
    /// Rating of the played move.
    pub rating: Rating,
    /// Reasons why the move loses, most expensive first. Empty for good moves.
    pub reasons: Vec<LossReason>,
    /// Tuck to the best lock, if the best lock needs one and another lock was played.
    pub tuck: Option<BestTuck>,
    /// Point at which the game was lost or given up, if it was before this move. See [`ReviewedMove::mark_lost`].
    pub lost_from: Option<LostFrom>,
    /// Better lock that only faster hands reach. See [`ReviewedMove::mark_faster`].
    pub faster: Option<FasterLock>,
    /// Loss that playouts measured. `None` unless the move was played out.
    pub playouts: Option<PlayoutLoss>,
}

impl ReviewedMove {
    /// Rates move `number` (from 1) of a game, for the hands of `input`. `None` if the judge does not price future
    /// losses.
    pub fn rate(
        number: usize,
        played: &Move,
        judge: &Player,
        input: &Input,
    ) -> Option<ReviewedMove> {
        let rating = calibration::rate(judge, &played.position, played.lock, input)?;
        let reasons = explain(judge, &played.position, &rating, input);
        let tuck = BestTuck::find(&played.position, &rating, input);
        Some(ReviewedMove {
            number,
            played: played.clone(),
            rating,
            reasons,
            tuck,
            lost_from: None,
            faster: None,
            playouts: None,
        })
    }

    /// Returns whether the move counts in the figures: its lock is no guess, and it was made before the game was lost
    /// or given up.
    pub fn is_counted(&self) -> bool {
        !self.is_lost() && !self.played.is_guess()
    }

    /// Returns the loss of the move in lines, 0 if its lock is a guess.
    pub fn played_loss(&self) -> f64 {
        match self.played.is_guess() {
            true => 0.0,
            false => self.rating.loss,
        }
    }

    /// Returns whether the move counts and has the label mistake or worse.
    pub fn is_mistake(&self) -> bool {
        self.is_counted() && self.rating.label() >= Label::Mistake
    }

    /// Returns whether the game was already lost or given up when the piece spawned.
    pub const fn is_lost(&self) -> bool {
        self.lost_from.is_some()
    }

    /// Returns whether the move is the best one and all alternatives lose more than one line.
    pub fn is_only_move(&self) -> bool {
        let is_far = |second: f64| second > 1.0;
        self.is_counted()
            && self.rating.label() == Label::Best
            && self.rating.second_loses().is_some_and(is_far)
    }

    /// Returns the loss of the move in points. Before line 230, the loss is at most the clear points that are still
    /// available until line 230.
    pub fn points_lost(&self) -> f64 {
        let position = &self.played.position;
        let lost = points(self.rating.loss, position.level);
        match position.lines < LAST_LINE {
            true => lost.min(most_to_come(position.lines, position.level)),
            false => lost,
        }
    }

    /// Returns whether the move may be a misdrop: it loses more than a line, and it is one column or one turn away from
    /// the best lock or an equally good one.
    pub fn is_slip(&self) -> bool {
        self.slipped_from().is_some()
    }

    /// Returns the lock that was probably intended, if the move may be a misdrop. Prefers the best lock.
    fn slipped_from(&self) -> Option<&RatedMove> {
        let best = self.rating.best().cost;
        let as_good = |rated: &&RatedMove| Label::from_loss(rated.cost - best) == Label::Best;
        let mut others = self.rating.moves.iter().filter(as_good);
        let beside = others.find(|rated| self.is_beside(rated.lock));
        beside.filter(|_| self.is_counted() && self.rating.loss > 1.0)
    }

    /// Returns whether the played lock is one column or one turn away from `best`.
    fn is_beside(&self, best: Pose) -> bool {
        let played = self.rating.played.lock;
        let turns = played
            .orientation
            .rotation()
            .abs_diff(best.orientation.rotation());
        match played.x.abs_diff(best.x) {
            0 => matches!(turns, 1 | 3),
            1 => turns == 0,
            _ => false,
        }
    }

    /// Returns sentences about the move: whether its lock is a guess, why it loses, whether NEXT required another lock, whether the move may be a
    /// misdrop, whether the best lock is a tuck, and whether
    /// only faster hands reach a better one.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        let lost = self.lost_from.map(|from| from.sentence(self.number));
        let reasons = self.reasons.iter().map(|reason| reason.sentence.clone());
        let reasons = reasons.filter(|_| self.is_counted());
        let missed = self.is_counted() && self.rating.is_missed_adjustment();
        let missed = missed.then(|| {
            let next = self.played.position.next;
            let next = next.map_or_else(String::new, |next| format!(" ({next})"));
            format!("Good by itself, but not before NEXT{next}")
        });
        let slip = self.slipped_from().map(|beside| {
            let place = match beside.lock == self.rating.best().lock {
                true => "the best move".to_owned(),
                false => format!("a lock as good as the best ({})", in_words(beside.lock)),
            };
            format!("One column or rotation away from {place}: a misdrop?")
        });
        let tuck = self.missed_tuck().map(|tuck| tuck.sentence(&self.rating));
        let guess = self.played.is_guess().then(|| GUESS.to_owned());
        guess
            .into_iter()
            .chain(lost)
            .chain(reasons)
            .chain(missed)
            .chain(slip)
            .chain(tuck)
            .chain(self.faster.map(|faster| faster.sentence()))
    }

    /// Returns the tuck that would have been better, unless the move is good.
    pub fn missed_tuck(&self) -> Option<&BestTuck> {
        let tuck = self.tuck.as_ref();
        tuck.filter(|_| self.is_counted() && self.rating.label() > Label::Good)
    }

    /// Returns at most 10 bad moves, worst first. Any two of them are more than 5 pieces apart.
    pub fn worst(moves: &[ReviewedMove]) -> Vec<&ReviewedMove> {
        let is_bad = |reviewed: &&ReviewedMove| {
            reviewed.is_counted() && reviewed.rating.label() > Label::Good
        };
        let mut by_loss: Vec<&ReviewedMove> = moves.iter().filter(is_bad).collect();
        by_loss.sort_by(|one, other| other.rating.loss.total_cmp(&one.rating.loss));
        let mut worst: Vec<&ReviewedMove> = Vec::new();
        for reviewed in by_loss {
            let is_near = |other: &&ReviewedMove| other.number.abs_diff(reviewed.number) <= NEAR;
            if worst.len() < WORST && !worst.iter().any(is_near) {
                worst.push(reviewed);
            }
        }
        worst
    }

    /// Returns the category of the main reason why the move loses, if any.
    pub fn category(&self) -> Option<Category> {
        let first = self.reasons.first().filter(|_| self.is_counted());
        first.map(|reason| reason.category)
    }
}

/// Figures of a reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewFigures {
    /// Number of pieces that locked.
    pub pieces: usize,
    /// Number of pieces whose lock is unknown.
    pub unknown: usize,
    /// Number of pieces whose lock is a guess. The figures about moves leave these pieces out.
    pub repaired: usize,
    /// Lines at the end of the game, summed over several games.
    pub lines: u32,
    /// Origin of the game's line count. For several games, the least certain origin.
    pub lines_from: LinesFrom,
    /// Number of singles, doubles, triples and Tetrises.
    pub clears: [u32; 4],
    /// Share of the cleared rows that were cleared four at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tetris_rate: Option<f64>,
    /// Points for all clears.
    pub points: f64,
    /// Clear points per line, as if at level 0. 300 is perfect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub efficiency: Option<f64>,
    /// Clear points up to and including the first level-up. `None` if the game was not seen from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transition: Option<f64>,
    /// Longest wait for an I, in pieces.
    pub longest_drought: usize,
    /// Number of waits for an I that took at least [`DROUGHT`] pieces.
    pub droughts: usize,
    /// Number of pieces that followed after the game was lost or given up. The figures about moves leave these pieces
    /// out.
    pub lost_end: usize,
    /// Maximum clear points until line 230 minus the clear points actually made, summed over all games. The losses
    /// before line 230 cannot exceed it.
    pub to_win: f64,
    /// The same for the lines from 230 on that the games cleared: the maximum for these lines minus the points made.
    pub to_win_later: f64,
    /// Figures of all moves.
    pub whole: MoveGroupFigures,
    /// Figures of the moves at each falling speed.
    pub by_speed: BTreeMap<LevelGroup, MoveGroupFigures>,
    /// Figures of the moves of each piece.
    pub by_piece: BTreeMap<char, MoveGroupFigures>,
    /// Number of moves with each label.
    pub labels: BTreeMap<Label, usize>,
    /// Cost of each category of errors, most expensive first.
    pub categories: Vec<CategoryShare>,
    /// Most expensive category of errors, once for the levels below 29 and once for those from 29 on.
    pub habits: Vec<Habit>,
    /// Number of moves that would be good if NEXT were unknown, but are not with the known NEXT.
    pub missed_adjustments: usize,
    /// Number of moves that may be misdrops.
    pub slips: usize,
    /// Number of moves for which a tuck would have been better.
    pub missed_tucks: MissedTucks,
    /// Worst moves, worst first.
    pub worst: Vec<MoveFigures>,
}

/// Figures of a group of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MoveGroupFigures {
    /// Number of moves.
    pub moves: usize,
    /// Mean accuracy (0-1). `None` if there are no moves, or if too many locks are guesses.
    pub accuracy: Option<f64>,
    /// Mean loss, in lines.
    pub mean_loss: f64,
    /// Sum of the losses, in points.
    pub points_lost: f64,
}

/// Cost of one category of errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CategoryShare {
    /// Category of the errors.
    pub category: Category,
    /// Number of moves whose main reason has this category.
    pub moves: usize,
    /// Total loss of the category's moves, in lines.
    pub lines_lost: f64,
    /// Total loss of the category's moves, in points.
    pub points_lost: f64,
}

/// Maximum number of worst moves in the list.
const WORST: usize = 10;
/// Sentence about a move whose lock is a guess.
const GUESS: &str = "This lock was not seen clearly: it is a guess, and is not rated";
/// A review warns if more than one lock in this many is a guess.
const GUESSES_WARNED: usize = 10;
/// A game has no accuracy if more than one lock in this many is a guess. Up to there, the guessed moves change the
/// accuracy by less than 5 points, unless they differ from the others by 25.
const GUESSES_MAX: usize = 5;
/// Distance in pieces within which only the worst of several bad moves is listed.
const NEAR: usize = 5;

impl ReviewFigures {
    /// Returns the figures of one game, or of several games together.
    pub fn from_games(games: &[GameMoves], moves: &[ReviewedMove]) -> ReviewFigures {
        let all = || games.iter().flat_map(|game| &game.moves);
        let mut clears = [0; 4];
        for game in games {
            for (sum, more) in clears.iter_mut().zip(&game.clears()[1..]) {
                *sum += more;
            }
        }
        let rows: u32 = (1..).zip(clears).map(|(rows, times)| rows * times).sum();
        let lines = |last: &Move| u32::from(last.position.lines) + u32::from(last.rows);
        let waits = || games.iter().flat_map(|game| droughts(&game.moves));
        let unknown = games.iter().map(|game| game.unknown).sum();
        let mut by_speed: BTreeMap<LevelGroup, Vec<&ReviewedMove>> = BTreeMap::new();
        let mut by_piece: BTreeMap<char, Vec<&ReviewedMove>> = BTreeMap::new();
        let mut labels = BTreeMap::new();
        let rated: Vec<&ReviewedMove> = (moves.iter())
            .filter(|reviewed| reviewed.is_counted())
            .collect();
        for &reviewed in &rated {
            let position = &reviewed.played.position;
            by_speed
                .entry(LevelGroup::of(position.level))
                .or_default()
                .push(reviewed);
            let piece = position.current.letter();
            by_piece.entry(piece).or_default().push(reviewed);
            *labels.entry(reviewed.rating.label()).or_default() += 1;
        }
        let missed = rated
            .iter()
            .filter(|reviewed| reviewed.rating.is_missed_adjustment());
        let to_win = ByStage::to_win(games);
        let shares = to_win.shares_of(&rated);
        let (pieces, repaired) = (
            all().count() + unknown,
            all().filter(|played| played.is_guess()).count(),
        );
        let group = |moves: &[&ReviewedMove]| {
            let group = MoveGroupFigures::scaled(moves.iter().copied(), shares);
            group.beside_guesses(unknown + repaired, pieces)
        };
        ReviewFigures {
            lost_end: (moves.iter().filter(|reviewed| reviewed.is_lost())).count(),
            to_win: to_win.before,
            to_win_later: to_win.later,
            pieces,
            unknown,
            repaired,
            lines: games
                .iter()
                .filter_map(|game| game.moves.last())
                .map(lines)
                .sum(),
            lines_from: (games.iter().map(|game| game.lines_from).max()).unwrap_or_default(),
            clears,
            tetris_rate: (rows > 0).then(|| f64::from(4 * clears[3]) / f64::from(rows)),
            points: all().map(points_of).sum(),
            efficiency: (rows > 0).then(|| {
                let base = (1..)
                    .zip(clears)
                    .map(|(rows, times)| f64::from(line_points(rows, 0)) * f64::from(times));
                base.sum::<f64>() / f64::from(rows)
            }),
            transition: games.iter().find_map(transition),
            longest_drought: waits().max().unwrap_or(0),
            droughts: waits().filter(|&wait| wait >= DROUGHT as usize).count(),
            whole: group(&rated),
            by_speed: by_speed
                .into_iter()
                .map(|(speed, moves)| (speed, group(&moves)))
                .collect(),
            by_piece: by_piece
                .into_iter()
                .map(|(piece, moves)| (piece, group(&moves)))
                .collect(),
            labels,
            categories: categories(&rated, shares),
            habits: Habit::find_all(&rated, shares),
            missed_adjustments: missed.count(),
            slips: moves.iter().filter(|reviewed| reviewed.is_slip()).count(),
            missed_tucks: missed_tucks(moves),
            worst: ReviewedMove::worst(moves)
                .into_iter()
                .map(MoveFigures::from_reviewed)
                .collect(),
        }
    }
}

impl ReviewFigures {
    /// Notice for games whose line count is unknown: see [`LinesFrom::is_known`].
    pub const UNKNOWN_LINES: &str = "lines that the video does not show are not counted; the points lost assume that there were none";

    /// Counts the locks by how surely they are known: `41 locks: 30 certain, 7 repaired, 4 unknown`. `None` if all are
    /// certain.
    pub fn sureness(&self) -> Option<String> {
        let (pieces, repaired, unknown) = (self.pieces, self.repaired, self.unknown);
        let certain = pieces - repaired - unknown;
        (certain < pieces).then(|| {
            let locks = counted(pieces, "lock");
            format!("{locks}: {certain} certain, {repaired} repaired, {unknown} unknown")
        })
    }

    /// Returns a warning if so many locks are guesses that the review says little about the game.
    pub fn warning(&self) -> Option<String> {
        let guesses = self.repaired + self.unknown;
        (GUESSES_WARNED * guesses > self.pieces).then(|| {
            let accuracy = match is_rateable(guesses, self.pieces) {
                true => "",
                false => "; the accuracy is unknown",
            };
            let locks = counted(self.pieces, "lock");
            format!("{guesses} of {locks} are guesses and are not rated{accuracy}")
        })
    }

    /// Returns the points lost by a category, as a share of the points lost by all categories (0-1).
    pub fn share_of(&self, share: &CategoryShare) -> f64 {
        let all: f64 = self.categories.iter().map(|share| share.points_lost).sum();
        share.points_lost / all.max(f64::MIN_POSITIVE)
    }
}

impl MoveGroupFigures {
    /// Returns the figures of the first moves of a game, which must be in order. Leaves out guesses and the moves after
    /// the game was lost or given up.
    pub fn from_moves<'a>(
        moves: impl IntoIterator<Item = &'a ReviewedMove, IntoIter: Clone>,
    ) -> MoveGroupFigures {
        let moves = moves.into_iter();
        let group = MoveGroupFigures::scaled(
            moves.clone().filter(|reviewed| reviewed.is_counted()),
            ByStage::ALL,
        );
        let pieces = moves.clone().last().map_or(0, |last| last.number);
        let known = moves.filter(|reviewed| !reviewed.played.is_guess()).count();
        group.beside_guesses(pieces.saturating_sub(known), pieces)
    }

    /// Removes the accuracy if too many locks of the game are guesses.
    fn beside_guesses(self, guesses: usize, pieces: usize) -> MoveGroupFigures {
        let accuracy = self.accuracy.filter(|_| is_rateable(guesses, pieces));
        MoveGroupFigures { accuracy, ..self }
    }

    /// Returns the figures of these moves, of whose lost points only these shares count.
    fn scaled<'a>(
        moves: impl IntoIterator<Item = &'a ReviewedMove>,
        shares: ByStage,
    ) -> MoveGroupFigures {
        let (mut share, mut sum) = (MoveGroupFigures::default(), 0.0);
        for reviewed in moves {
            let loss = reviewed.rating.loss;
            share.moves += 1;
            sum += accuracy(loss);
            share.mean_loss += loss;
            share.points_lost += shares.of(&reviewed.played) * reviewed.points_lost();
        }
        let count = share.moves.max(1) as f64;
        share.accuracy = (share.moves > 0).then_some(sum / count);
        share.mean_loss /= count;
        share
    }
}

/// Returns whether so few locks are guesses that the others show the accuracy.
const fn is_rateable(guesses: usize, pieces: usize) -> bool {
    GUESSES_MAX * guesses <= pieces
}

/// Returns the cost of each category of errors, most expensive first.
fn categories(moves: &[&ReviewedMove], shares: ByStage) -> Vec<CategoryShare> {
    let shares = Category::ALL.into_iter().map(|category| {
        let of_it = moves
            .iter()
            .filter(|reviewed| reviewed.category() == Some(category));
        let share = MoveGroupFigures::scaled(of_it.copied(), shares);
        CategoryShare {
            category,
            moves: share.moves,
            lines_lost: share.mean_loss * share.moves as f64,
            points_lost: share.points_lost,
        }
    });
    let mut shares: Vec<CategoryShare> = shares.filter(|share| share.moves > 0).collect();
    shares.sort_by(|one, other| other.points_lost.total_cmp(&one.points_lost));
    shares
}

fn missed_tucks(moves: &[ReviewedMove]) -> MissedTucks {
    let tucks = moves.iter().filter_map(ReviewedMove::missed_tuck);
    tucks.fold(MissedTucks::default(), |sum, tuck| MissedTucks {
        moves: sum.moves + 1,
        exact: sum.exact + usize::from(tuck.frames <= MissedTucks::EXACT),
    })
}

/// Iterates over the waits for an I, in pieces.
fn droughts(moves: &[Move]) -> impl Iterator<Item = usize> {
    moves
        .split(|played| played.position.current == Piece::I)
        .map(<[Move]>::len)
}

/// Returns the points for the rows that a move cleared.
fn points_of(played: &Move) -> f64 {
    let Move { position, rows, .. } = played;
    clear_points(position.lines, position.level, *rows)
}

/// Returns the clear points up to and including the first level-up of a game seen from its start.
fn transition(game: &GameMoves) -> Option<f64> {
    let moves = &game.moves[..];
    let first = moves.first()?.position.level;
    if game.lines_from != LinesFrom::Start {
        return None;
    }
    let risen = moves
        .iter()
        .position(|played| played.position.level > first)?;
    Some(moves[..risen].iter().map(points_of).sum())
}

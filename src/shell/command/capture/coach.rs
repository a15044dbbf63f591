//! Live coach for captured games. A thread of its own rates the moves.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rightwell::players::{Label, NamedHand, Player};
use rightwell::rules::{Piece, Pose};
use rightwell::search::Hand;
use rightwell::session::review::MoveGroupFigures;
use rightwell::session::{
    CapturedGame, GameMoves, Move, PieceOutcome, Rater, ReviewedGame, ReviewedMove, VideoGameFinder,
};

use super::CaptureArgs;
use super::events::{GameEvent, PieceJson};
use super::games::GameJson;
use crate::error::CliError;
use crate::host::worker::Worker;
use crate::scene::coached::{columns, short_label};
use crate::scene::live::RatedGame;
use crate::scene::words;
use crate::store::load;
use crate::work::review_hands;

/// Thread of the coach of one player. The answer contains the game's new ratings.
pub(super) type CoachThread = Worker<CoachQuestion, NewRatings>;

/// Game to rate.
pub(super) struct CoachQuestion {
    /// Number of the game among the player's games, from 1.
    pub(super) number: usize,
    /// Name of the player, if the video shows two.
    pub(super) player: Option<String>,
    pub(super) game: SeenGame,
}

/// Game sent to the coach.
pub(super) enum SeenGame {
    /// The game in play.
    On(Box<VideoGameFinder>),
    /// A game that is over.
    Over(Box<CapturedGame>),
}

/// New and corrected ratings of one game.
#[derive(Default)]
pub(super) struct NewRatings {
    pub(super) marks: Vec<PieceRatingLine>,
    /// Number of the game, and its events, if events are written.
    pub(super) number: usize,
    pub(super) events: Vec<GameEvent>,
    /// True if the game has a certain lock.
    pub(super) is_certain: bool,
    /// Message that the player's tapping has been measured.
    pub(super) measured: Option<String>,
    /// The whole game with its ratings, if games are displayed.
    pub(super) game: Option<Arc<RatedGame>>,
}

/// Rating of one piece.
pub(super) struct PieceRatingLine {
    pub(super) line: String,
    /// Frame of the piece's spawn, and the time from that frame until the piece stood still. `None` for a finished
    /// game, whose ratings cannot come late.
    pub(super) stood: Option<(u64, Duration)>,
}

struct Coach {
    hands: Hands,
    rater: Option<Rater>,
    /// True if games are displayed in a window or terminal.
    is_shown: bool,
    /// True if events are written.
    has_events: bool,
    /// Number of the game in play, and its rated moves by piece number.
    game: usize,
    rated: BTreeMap<usize, ReviewedMove>,
    /// Pieces in the events so far, by their number.
    reported: BTreeMap<usize, (Piece, PieceOutcome)>,
}

/// Hands for which moves are rated.
struct Hands {
    hand: Hand,
    name: String,
    /// True if the user chose the hands. If so, they are not measured.
    is_settled: bool,
}

impl Hands {
    /// Returns the hands assumed at first: those from the options, else those that `review` saved, else the default.
    fn of(args: &CaptureArgs) -> Result<Hands, CliError> {
        let told = args.hand.as_deref().map(load::hand).transpose();
        let told = told.map_err(CliError::usage)?;
        let is_settled = told.is_some();
        let hand = match told {
            Some(told) => told,
            None => match review_hands::remembered()? {
                Some(remembered) => remembered,
                None => NamedHand::named(Rater::HAND).map_err(CliError::failed)?,
            },
        };
        Ok(Hands {
            hand: hand.hand(),
            name: hand.name().to_owned(),
            is_settled,
        })
    }
}

/// Starts the thread. Also returns the name of the hands assumed at first.
pub(super) fn begin(args: &CaptureArgs) -> Result<(CoachThread, String), CliError> {
    let hands = Hands::of(args)?;
    let name = hands.name.clone();
    let mut coach = Coach {
        hands,
        rater: None,
        is_shown: args.display.is_some(),
        has_events: args.events.is_some(),
        game: 0,
        rated: BTreeMap::new(),
        reported: BTreeMap::new(),
    };
    let thread = Worker::answering("coach", move |question| coach.rate(question));
    Ok((thread, name))
}

impl Coach {
    /// Rates the new pieces of a game, and those whose reading was corrected.
    fn rate(&mut self, question: CoachQuestion) -> NewRatings {
        let is_over = matches!(question.game, SeenGame::Over(_));
        let game = match question.game {
            SeenGame::On(games) => games.so_far(),
            SeenGame::Over(game) => Some(*game),
        };
        let Some(mut game) = game else {
            return NewRatings::default();
        };
        game.player = question.player;
        if self.game != question.number {
            (self.game, self.rated) = (question.number, BTreeMap::new());
            self.reported.clear();
        }
        let measured = self.measure(&game);
        let is_certain = game.certain() > 0;
        let moves = GameMoves::from_captured(&game);
        let mut marks = Vec::new();
        for (number, played) in moves.numbers().into_iter().zip(&moves.moves) {
            let before = self.rated.get(&number);
            let place = |played: &Move| (played.position.current, played.lock, played.is_guess());
            let is_marked = before.is_some_and(|before| place(&before.played) == place(played));
            let is_level =
                |before: &ReviewedMove| before.played.position.level == played.position.level;
            if is_marked && before.is_some_and(is_level) {
                continue;
            }
            let is_corrected = before.is_some();
            let Some(reviewed) = self.rater(&game).rate(number, played) else {
                continue;
            };
            self.rated.insert(number, reviewed.clone());
            // If only the level of a piece was corrected, the user does not need a new mark.
            if is_marked {
                continue;
            }
            let piece = &game.pieces[number - 1];
            let moved = piece
                .poses_seen
                .last()
                .map_or(0, |seen| seen.time - piece.time);
            let stood = (piece.frame, Duration::from_millis(moved.into()));
            marks.push(PieceRatingLine {
                line: self.line(&reviewed, is_corrected),
                stood: (!is_over).then_some(stood),
            });
        }
        let events = match self.has_events {
            true => self.events(&game, is_over),
            false => Vec::new(),
        };
        let game = self.is_shown.then(|| {
            let rated = moves.numbers().into_iter();
            let rated = rated.filter_map(|number| self.rated.get(&number).cloned());
            let mut rated: Vec<ReviewedMove> = rated.collect();
            if is_over {
                ReviewedMove::mark_lost(&mut rated, self.rater(&game));
            }
            let reviewed = ReviewedGame::new(&moves, rated, self.hands.name.clone());
            Arc::new(RatedGame::new(game, reviewed, is_over))
        });
        NewRatings {
            marks,
            number: question.number,
            events,
            is_certain,
            measured,
            game,
        }
    }

    /// Returns the events of a game: locks that are new or were corrected, and the end.
    fn events(&mut self, game: &CapturedGame, is_over: bool) -> Vec<GameEvent> {
        let mut events = Vec::new();
        for (index, piece) in game.pieces.iter().enumerate() {
            let (number, seen) = (index + 1, (piece.piece, piece.outcome));
            if piece.outcome == PieceOutcome::Last || self.reported.get(&number) == Some(&seen) {
                continue;
            }
            let is_corrected = self.reported.insert(number, seen).is_some();
            let rated = self.rated.get(&number);
            let piece = PieceJson::new(game, index, is_corrected, rated);
            events.push(GameEvent::Piece(Box::new(piece)));
        }
        if is_over {
            // The line contains the player's name already.
            let mut game = GameJson::of(game);
            game.player = None;
            events.push(GameEvent::GameEnded(Box::new(game)));
        }
        events
    }

    /// Measures the player's tapping, as soon as the game contains enough taps. Returns a message when it succeeds.
    fn measure(&mut self, game: &CapturedGame) -> Option<String> {
        if self.hands.is_settled {
            return None;
        }
        let rhythm = game.rhythm()?;
        self.hands = Hands {
            hand: Hand::FASTEST.with_rhythm(rhythm),
            name: rhythm.to_string(),
            is_settled: true,
        };
        self.rater = None;
        Some(format!(
            "tapping measured; from now on, moves are rated for {rhythm}"
        ))
    }

    /// Returns the rater for the game's console.
    fn rater(&mut self, game: &CapturedGame) -> &Rater {
        let hand = self.hands.hand;
        self.rater.get_or_insert_with(|| {
            let judge = Player::named(Rater::JUDGE).expect("the default player is built in");
            Rater::new(judge, Some((hand, game.region)))
        })
    }

    /// Formats the rating of a piece, with the average accuracy so far.
    fn line(&self, reviewed: &ReviewedMove, is_corrected: bool) -> String {
        let place = |lock: Pose| {
            let columns = columns(lock).to_lowercase();
            format!("{} ({columns} {})", lock.notation(), short_label(lock))
        };
        let (rating, piece) = (&reviewed.rating, reviewed.played.position.current.letter());
        let mut line = format!(
            "piece {} {piece}{}, {}: {}",
            reviewed.number,
            if is_corrected { ", corrected" } else { "" },
            place(reviewed.played.lock),
            match reviewed.played.is_guess() {
                true => "guess",
                false => rating.label().name(),
            }
        );
        let is_bad = reviewed.is_counted() && rating.label() > Label::Good;
        if is_bad {
            line += &format!(
                ", {} lines lost, best {}",
                words::loss(rating.loss),
                place(rating.best().lock)
            );
        }
        if let Some(accuracy) = MoveGroupFigures::from_moves(self.rated.values()).accuracy {
            line += &format!("; accuracy {:.1}%", 100.0 * accuracy);
        }
        let said = reviewed.sentences().next();
        said.filter(|_| is_bad)
            .map_or(line.clone(), |said| format!("{line}. {said}"))
    }
}

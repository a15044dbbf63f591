//! Rates the moves of recorded or running games, one by one.

use std::sync::Arc;

use crate::engine::{CrashRule, GameType, StartPosition};
use crate::players::{
    Input, NamedHand, Player, Position, PriceUnit, RatedMove, Strategy, TreeMemory,
};
use crate::rules::{Pose, RandomizerKind, Region};
use crate::search::Hand;

use super::autoplay::Autoplay;
use super::calibration::{self, LossParts};
use super::controls::{Controls, LevelMoves, PadControls};
use super::moves::Move;
use super::playback::Recorded;
use super::review::{LAST_LINE, ReviewedMove};
use super::series::Series;
use super::tapping::measured;

/// A judge, and the hands for which it rates moves.
#[derive(Debug)]
pub struct Rater {
    judge: Arc<Player>,
    moves: Option<Arc<LevelMoves>>,
}

impl Rater {
    /// Player that rates by default.
    pub const JUDGE: &str = "scorer";
    /// Hands for which moves at the console are rated if the player's rhythm cannot be measured.
    pub const HAND: &str = "tournament";

    /// Returns the hands of a recording's player with their name: those measured from its buttons, else
    /// [`Rater::HAND`]. `None` without gravity.
    pub fn hands_of(recorded: &Recorded) -> (String, Option<Hand>) {
        let rhythm = match recorded {
            Recorded::Drag(_) => return ("none: without gravity".to_owned(), None),
            Recorded::Console(playback) => measured(playback),
            Recorded::Captured(playback) => playback.game().rhythm(),
            Recorded::Match(_) => None,
        };
        match rhythm {
            Some(rhythm) => {
                let hand = Hand::FASTEST.with_rhythm(rhythm);
                (format!("measured in the game, {rhythm}"), Some(hand))
            }
            None => {
                let usual = NamedHand::named(Rater::HAND).expect("they are compiled in");
                (Rater::HAND.to_owned(), Some(usual.hand()))
            }
        }
    }

    /// Returns a rater with `judge`, which must judge by future losses, for these hands at a console of that region.
    /// Without hands it rates for every lock reachable without gravity.
    pub fn new(judge: Player, hands: Option<(Hand, Region)>) -> Rater {
        let moves = hands.map(|(hand, region)| Arc::new(Rater::moves_of(hand, region)));
        let judge = Arc::new(judge);
        Rater { judge, moves }
    }

    /// Returns a rater for the console of a recording.
    pub fn for_recording(judge: Player, hand: Option<Hand>, recorded: &Recorded) -> Rater {
        let double_killscreen = match recorded {
            Recorded::Console(playback) => playback.history().has_double_killscreen(),
            Recorded::Drag(_) | Recorded::Match(_) | Recorded::Captured(_) => false,
        };
        let moves = hand.map(|hand| Arc::new(moves(hand, recorded.region(), double_killscreen)));
        let judge = Arc::new(judge);
        Rater { judge, moves }
    }

    /// Returns a rater for hands whose moves, [`Rater::moves_of`], already exist.
    pub const fn with_moves(judge: Arc<Player>, moves: Arc<LevelMoves>) -> Rater {
        let moves = Some(moves);
        Rater { judge, moves }
    }

    /// Returns the move generators of hands at a console of that region, for rating.
    pub fn moves_of(hand: Hand, region: Region) -> LevelMoves {
        moves(hand, region, false)
    }

    /// Returns the hands for which moves are rated, and the release of their console. `None` without gravity.
    pub fn hands(&self) -> Option<(Hand, Region)> {
        let moves = self.moves.as_ref()?;
        Some((moves.hand(), moves.region()))
    }

    /// Rates a move. `number` is the number of the piece in the game, from 1. `None` if the judge is of another kind.
    pub fn rate(&self, number: usize, played: &Move) -> Option<ReviewedMove> {
        ReviewedMove::rate(number, played, &self.judge, &self.input(played))
    }

    /// Returns the loss of a move in lines, as in [`Rater::rate`]. `None` if the judge is of another kind.
    pub fn loss(&self, played: &Move) -> Option<f64> {
        let input = self.input(played);
        let rating = calibration::rate(&self.judge, &played.position, played.lock, &input)?;
        Some(rating.loss)
    }

    /// Returns the parts of the judge's charge for a move. [`Rater::loss`] counts a share of each. `None` if the
    /// judge is of another kind.
    pub fn charged(&self, played: &Move) -> Option<LossParts> {
        calibration::charged(
            &self.judge,
            &played.position,
            played.lock,
            &self.input(played),
        )
    }

    /// Returns the best lock of a position, rated as if it had been played. It contains at least `places` rated locks,
    /// best first, if that many exist. Returns `None` if no lock is reachable, or if the judge does not price locks in
    /// lines.
    pub fn best(&self, position: &Position, places: usize) -> Option<ReviewedMove> {
        let input = self.input_at(position);
        let memory = &mut TreeMemory::default();
        let lock = *self.judge.decide(memory, position, &input)?.locks.first()?;
        let (_, rows) = position.board.lock(lock);
        let played = Move {
            position: position.clone(),
            lock,
            rows: rows as u8,
            frame: 0,
        };
        let mut best = ReviewedMove::rate(1, &played, &self.judge, &input)?;
        best.rating.moves = self.best_places(&played, places)?;
        Some(best)
    }

    /// Starts a game that the judge plays from a position on with these hands, until line 230 if the position is before
    /// that line. Returns `None` if no game can start there.
    pub fn play_on(&self, position: StartPosition, seed: u64) -> Option<Autoplay> {
        let last_line = Some(LAST_LINE.into()).filter(|&last| u32::from(position.lines) < last);
        let judge = self.judge.ending_with(last_line);
        let controls = match &self.moves {
            None => Controls::Drag,
            Some(moves) => Controls::Pad(moves.controls()),
        };
        let series = Series {
            level: position.level,
            randomizer: RandomizerKind::NesOdds,
            seed,
            controls,
            position: Some(position),
        };
        Autoplay::new(series, Strategy::alone(Arc::new(judge)).into()).ok()
    }

    /// Returns the judge's lock for the piece of a position, or `None` if no lock is reachable.
    pub fn decide(&self, memory: &mut TreeMemory, position: &Position) -> Option<Pose> {
        let input = self.input_at(position);
        let line = self.judge.decide_to_the_last(memory, position, &input)?;
        line.locks.first().copied()
    }

    /// Returns the lines' worth of points that a game will lose from a position on. `None` if no lock is left, or if
    /// the judge is of another kind.
    pub fn cost(&self, memory: &mut TreeMemory, position: &Position) -> Option<f64> {
        let lock = self.decide(memory, position)?;
        let rating = self.judge.rate(position, lock, &self.input_at(position))?;
        Some(rating.best().cost)
    }

    /// Returns at least `least` of the best locks of a move, if there are that many, with their costs in lines,
    /// including the played one. `None` if the judge is of another kind.
    pub fn best_places(&self, played: &Move, least: usize) -> Option<Vec<RatedMove>> {
        let (position, input) = (&played.position, self.input(played));
        let priced = (self.judge).price_places(position, played.lock, &input, least)?;
        if priced.unit != PriceUnit::Lines {
            return None;
        }
        let mut places = priced.places;
        let prices = self.judge.prices(position, &input)?;
        calibration::tone(&mut places, &prices, &calibration::shares_at(position));
        Some(places)
    }

    fn input(&self, played: &Move) -> Input {
        self.input_at(&played.position)
    }

    fn input_at(&self, position: &Position) -> Input {
        match &self.moves {
            None => Input::Drag,
            Some(moves) => Input::Pad(moves.at(position.level)),
        }
    }
}

fn moves(hand: Hand, region: Region, double_killscreen: bool) -> LevelMoves {
    LevelMoves::new(PadControls {
        hand,
        region,
        game_type: GameType::A,
        double_killscreen,
        crash: CrashRule::Off,
        training: None,
    })
}

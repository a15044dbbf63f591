//! Rates the moves of games, one by one: of recorded ones, and of one that is being played.

use std::sync::Arc;

use crate::engine::{CrashRule, GameType, StartPosition};
use crate::players::{
    Input, NamedHand, Player, Position, PriceUnit, RatedMove, Strategy, TreeMemory,
};
use crate::rules::{Pose, RandomizerKind, Region};
use crate::search::Hand;

use super::autoplay::Autoplay;
use super::controls::{Controls, LevelMoves, PadControls};
use super::moves::Move;
use super::playback::Recorded;
use super::review::{LAST_LINE, ReviewedMove};
use super::series::Series;
use super::tapping::measured;
use super::toned::{self, LossParts};

/// A judge, and the hands that it rates moves for.
#[derive(Debug)]
pub struct Rater {
    judge: Arc<Player>,
    moves: Option<Arc<LevelMoves>>,
}

impl Rater {
    /// The player that rates unless another is named.
    pub const JUDGE: &str = "scorer";
    /// The hands that moves at the console are rated for where they cannot be measured.
    pub const HAND: &str = "tournament";

    /// The hands of whoever played a recording, with what they are called: those that tap as measured from its
    /// buttons, else [`Rater::HAND`]. None without gravity.
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
                (format!("measured from the game, {rhythm}"), Some(hand))
            }
            None => {
                let usual = NamedHand::named(Rater::HAND).expect("they are compiled in");
                (Rater::HAND.to_owned(), Some(usual.hand()))
            }
        }
    }

    /// Rates by `judge`, who must judge by what a game will lose, for these hands at a console of that
    /// region; without hands for any place that a piece can reach without gravity.
    pub fn new(judge: Player, hands: Option<(Hand, Region)>) -> Rater {
        let moves = hands.map(|(hand, region)| Arc::new(Rater::moves_of(hand, region)));
        let judge = Arc::new(judge);
        Rater { judge, moves }
    }

    /// The same at the console of a recording.
    pub fn for_recording(judge: Player, hand: Option<Hand>, recorded: &Recorded) -> Rater {
        let double_killscreen = match recorded {
            Recorded::Console(playback) => playback.history().has_double_killscreen(),
            Recorded::Drag(_) | Recorded::Match(_) | Recorded::Captured(_) => false,
        };
        let moves = hand.map(|hand| Arc::new(moves(hand, recorded.region(), double_killscreen)));
        let judge = Arc::new(judge);
        Rater { judge, moves }
    }

    /// The same for hands whose moves, [`Rater::moves_of`], are there already.
    pub const fn with_moves(judge: Arc<Player>, moves: Arc<LevelMoves>) -> Rater {
        let moves = Some(moves);
        Rater { judge, moves }
    }

    /// How hands move pieces at a console of that region, where moves are rated for them.
    pub fn moves_of(hand: Hand, region: Region) -> LevelMoves {
        moves(hand, region, false)
    }

    /// The hands that moves are rated for, and the release of their console; none without gravity.
    pub fn hands(&self) -> Option<(Hand, Region)> {
        let moves = self.moves.as_ref()?;
        Some((moves.hand(), moves.region()))
    }

    /// A move and what it was worth; `number` says which piece of the game it was, from 1. None by a
    /// judge of another kind.
    pub fn rate(&self, number: usize, played: &Move) -> Option<ReviewedMove> {
        ReviewedMove::rate(number, played, &self.judge, &self.input(played))
    }

    /// What a move has lost, in lines, as [`Rater::rate`] says it with more; none by a judge of another
    /// kind.
    pub fn loss(&self, played: &Move) -> Option<f64> {
        let input = self.input(played);
        let rating = toned::rate(&self.judge, &played.position, played.lock, &input)?;
        Some(rating.loss)
    }

    /// What the judge charges for a move, part by part: [`Rater::loss`] keeps a share of each. None by a judge of
    /// another kind.
    pub fn charged(&self, played: &Move) -> Option<LossParts> {
        toned::charged(
            &self.judge,
            &played.position,
            played.lock,
            &self.input(played),
        )
    }

    /// The best place of a position as if the piece had been put there, with so many places rated in all,
    /// if there are as many: the best first. None where no place is left, or by a judge of another kind.
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

    /// The judge's own game from a position on with these hands, until line 230 if the position is before it; none
    /// where no game begins so.
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

    /// Where the judge puts the piece of a position; none where no place is left.
    pub fn decide(&self, memory: &mut TreeMemory, position: &Position) -> Option<Pose> {
        let input = self.input_at(position);
        let line = self.judge.decide_to_the_last(memory, position, &input)?;
        line.locks.first().copied()
    }

    /// How many lines' worth of points a game will lose from a position on; none where no place is left, or by a
    /// judge of another kind.
    pub fn cost(&self, memory: &mut TreeMemory, position: &Position) -> Option<f64> {
        let lock = self.decide(memory, position)?;
        let rating = self.judge.rate(position, lock, &self.input_at(position))?;
        Some(rating.best().cost)
    }

    /// The best places of a move, and what each costs in lines, that of the piece among them: at least so many,
    /// if there are. None by a judge of another kind.
    pub fn best_places(&self, played: &Move, least: usize) -> Option<Vec<RatedMove>> {
        let (position, input) = (&played.position, self.input(played));
        let priced = (self.judge).price_places(position, played.lock, &input, least)?;
        if priced.unit != PriceUnit::Lines {
            return None;
        }
        let mut places = priced.places;
        let prices = self.judge.prices(position, &input)?;
        toned::tone(&mut places, &prices, &toned::shares_at(position));
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

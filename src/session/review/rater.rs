//! Rating of moves, one by one, in recorded or running games.

use std::fmt;
use std::sync::Arc;

use crate::engine::{CrashRule, GameType, StartPosition};
use crate::players::{
    Input, NamedHand, Player, Position, PriceUnit, RatedMove, Rating, Strategy, TreeMemory,
};
use crate::rules::{Cell, Piece, PlayfieldMemory, Pose, RandomizerKind, Region, StateHash};
use crate::search::{Hand, Rhythm};

use super::calibration::{self, LAST_LINE, LossParts};
use super::{FasterLock, ReviewedMove};
use crate::session::autoplay::Autoplay;
use crate::session::controls::{Controls, MovesByLevel, PadControls};
use crate::session::moves::Move;
use crate::session::playback::Recorded;
use crate::session::series::SeriesSettings;
use crate::session::tapping::measured;

/// Judge with the hands for which it rates moves.
#[derive(Debug)]
pub struct Rater {
    judge: Arc<Player>,
    moves: Option<Arc<MovesByLevel>>,
}

/// Origin of the hands, that is, of the tapping skill, for which the moves of a recording are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandSource {
    /// The game has no gravity, so all hands reach the same locks.
    NoGravity,
    /// The player's rhythm, measured from the recorded buttons.
    Measured(Rhythm),
    /// The rhythm cannot be measured. The hands are [`Rater::HAND`].
    Unknown,
}

impl HandSource {
    /// Returns a short name of the hands.
    pub fn name(self) -> String {
        match self {
            HandSource::NoGravity => "no gravity".to_owned(),
            HandSource::Measured(rhythm) => rhythm.to_string(),
            HandSource::Unknown => Rater::HAND.to_owned(),
        }
    }
}

/// Writes the source and the hands.
impl fmt::Display for HandSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandSource::NoGravity => f.write_str("none: without gravity"),
            HandSource::Measured(rhythm) => write!(f, "measured in the game, {rhythm}"),
            HandSource::Unknown => f.write_str(Rater::HAND),
        }
    }
}

impl Rater {
    /// Name of the player that rates by default.
    pub const JUDGE: &str = "scorer";
    /// Name of the hands for which console moves are rated if the player's rhythm cannot be measured.
    pub const HAND: &str = "tournament";

    /// Returns the hands of a recording's player, and their source. They are measured from the recorded buttons or, if
    /// that is impossible, they are [`Rater::HAND`]. A recording without gravity has `None`.
    pub fn hands_of(recorded: &Recorded) -> (HandSource, Option<Hand>) {
        let rhythm = match recorded {
            Recorded::Drag(_) => return (HandSource::NoGravity, None),
            Recorded::Console(playback) => measured(playback),
            Recorded::Captured(playback) => playback.game().rhythm(),
            Recorded::Match(_) | Recorded::CapturedMatch(_) => None,
        };
        Rater::hands_for(rhythm)
    }

    /// Returns the hands with this rhythm, or [`Rater::HAND`] without one, and their source.
    pub fn hands_for(rhythm: Option<Rhythm>) -> (HandSource, Option<Hand>) {
        match rhythm {
            Some(rhythm) => {
                let hand = Hand::FASTEST.with_rhythm(rhythm);
                (HandSource::Measured(rhythm), Some(hand))
            }
            None => {
                let usual = NamedHand::named(Rater::HAND).expect("the hands are built in");
                (HandSource::Unknown, Some(usual.hand()))
            }
        }
    }

    /// Returns a rater for these hands on a console of this region. Without hands, it compares all locks that are
    /// reachable without gravity. `judge` must price future losses.
    pub fn new(judge: Player, hands: Option<(Hand, Region)>) -> Rater {
        let moves = hands.map(|(hand, region)| Arc::new(Rater::moves_of(hand, region)));
        let judge = Arc::new(judge);
        Rater { judge, moves }
    }

    /// Returns a rater for these hands on the console of a recording.
    pub fn for_recording(judge: Player, hand: Option<Hand>, recorded: &Recorded) -> Rater {
        let double_killscreen = match recorded {
            Recorded::Console(playback) => playback.history().has_double_killscreen(),
            Recorded::Drag(_)
            | Recorded::Match(_)
            | Recorded::Captured(_)
            | Recorded::CapturedMatch(_) => false,
        };
        let moves = hand.map(|hand| Arc::new(moves(hand, recorded.region(), double_killscreen)));
        let judge = Arc::new(judge);
        Rater { judge, moves }
    }

    /// Returns a rater with move generators that already exist, see [`Rater::moves_of`].
    pub const fn with_moves(judge: Arc<Player>, moves: Arc<MovesByLevel>) -> Rater {
        let moves = Some(moves);
        Rater { judge, moves }
    }

    /// Returns the move generators of these hands on a console of this region, for [`Rater::with_moves`].
    pub fn moves_of(hand: Hand, region: Region) -> MovesByLevel {
        moves(hand, region, false)
    }

    /// Returns the hands for which moves are rated, and the region of the console. `None` without gravity.
    pub fn hands(&self) -> Option<(Hand, Region)> {
        let moves = self.moves.as_ref()?;
        Some((moves.hand(), moves.region()))
    }

    /// Returns a hash that is equal for raters with equal hands and judges that decide alike. The judge's search depth
    /// does not change it.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.number(self.judge.fingerprint());
        let controls = self.moves.as_ref().map(|moves| moves.controls());
        hash.bytes(format!("{controls:?}").as_bytes());
        hash.finish()
    }

    /// Rates a move. `number` is the number of its piece in the game, from 1. `None` if the judge does not price future
    /// losses.
    pub fn rate(&self, number: usize, played: &Move) -> Option<ReviewedMove> {
        ReviewedMove::rate(number, played, &self.judge, &self.input(played))
    }

    /// Returns the loss of a move in lines, as [`Rater::rate`] does. `None` if the judge does not price future losses.
    pub fn loss(&self, played: &Move) -> Option<f64> {
        let input = self.input(played);
        let rating = calibration::rate(&self.judge, &played.position, played.lock, &input)?;
        Some(rating.loss)
    }

    /// Returns the judge's price for a move, by part. [`Rater::loss`] is smaller: it counts only a share of each part.
    /// `None` if the judge does not price future losses.
    pub fn charged(&self, played: &Move) -> Option<LossParts> {
        calibration::charged(
            &self.judge,
            &played.position,
            played.lock,
            &self.input(played),
        )
    }

    /// Returns the best lock of a position, rated as if it had been played. The rating lists at least `places` locks,
    /// best first, if that many exist. `None` if no lock is reachable or the judge does not price locks in lines.
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
            seen: None,
        };
        let mut best = ReviewedMove::rate(1, &played, &self.judge, &input)?;
        best.rating.moves = self.best_locks(&played, places)?;
        Some(best)
    }

    /// Starts a game in which the judge plays on from a position with these hands, in PLAY_FAST. If the position is
    /// before line 230, the judge plays for the points until then. `next` is the piece after the current one. `None` if
    /// no game can start at the position.
    pub fn play_on(&self, position: &Position, next: Piece, seed: u64) -> Option<Autoplay> {
        let field = PlayfieldMemory::from_board(&position.board, Cell::BORDERED);
        let mut start = StartPosition::new(position.current, next).with_field(&field);
        (start.level, start.lines) = (position.level, position.lines);
        let last_line = Some(LAST_LINE.into()).filter(|&last| u32::from(start.lines) < last);
        let judge = self.judge.ending_with(last_line);
        let controls = match &self.moves {
            None => Controls::Drag,
            Some(moves) => Controls::Pad(moves.controls()),
        };
        let series = SeriesSettings {
            level: start.level,
            randomizer: RandomizerKind::NesOdds,
            seed,
            controls,
            position: Some(start),
        };
        let mut play = Autoplay::new(series, Strategy::alone(Arc::new(judge)).into()).ok()?;
        play.set_play_fast(true);
        Some(play)
    }

    /// Returns the judge's lock for the current piece, or `None` if no lock is reachable.
    pub fn decide(&self, memory: &mut TreeMemory, position: &Position) -> Option<Pose> {
        let input = self.input_at(position);
        let line = self.judge.decide_to_the_last(memory, position, &input)?;
        line.locks.first().copied()
    }

    /// Returns the loss that the judge expects for the rest of the game from this position, in lines. `None` if no lock
    /// is reachable or the judge does not price future losses.
    pub fn cost(&self, memory: &mut TreeMemory, position: &Position) -> Option<f64> {
        let lock = self.decide(memory, position)?;
        let rating = self.judge.rate(position, lock, &self.input_at(position))?;
        Some(rating.best().cost)
    }

    /// Returns the luck of a position before line 230, in lines: how much better NEXT is than the mean of all possible
    /// NEXT pieces. No NEXT costs more than all lines that are left. `None` if the judge does not price future losses.
    pub fn luck(&self, position: &Position) -> Option<f64> {
        let left = f64::from(LAST_LINE.saturating_sub(position.lines));
        self.judge
            .luck_within(position, &self.input_at(position), left)
    }

    /// Returns the best locks in a move's position, with their costs in lines. The played lock is among them, and there
    /// are at least `least` locks, if that many exist. `None` if the judge does not price locks in lines.
    pub fn best_locks(&self, played: &Move, least: usize) -> Option<Vec<RatedMove>> {
        let (position, input) = (&played.position, self.input(played));
        let priced = (self.judge).price_locks(position, played.lock, &input, least)?;
        if priced.unit != PriceUnit::Lines {
            return None;
        }
        let mut places = priced.locks;
        let prices = self.judge.prices(position, &input)?;
        calibration::calibrate(&mut places, &prices, &calibration::shares_at(position));
        Some(places)
    }

    /// Returns the move generators of the fastest hands on the console of this rater. `None` without gravity.
    pub(super) fn fastest_moves(&self) -> Option<MovesByLevel> {
        let own = self.moves.as_ref()?.controls();
        Some(moves(Hand::FASTEST, own.region, own.double_killscreen))
    }

    /// Returns the best lock that is reachable with `fastest`, but not for the hands of this rater, and its gain over
    /// their best lock. Searches only the known pieces. Later pieces have the hands of this rater.
    pub(super) fn best_beyond(
        &self,
        position: &Position,
        rating: &Rating,
        fastest: &MovesByLevel,
    ) -> Option<FasterLock> {
        let input = self.input_at(position);
        let faster = Input::Pad(fastest.at(position.level));
        let beyond = (self.judge).best_beyond(position, rating, &input, &faster)?;
        let mut both = [beyond, *rating.quick_moves.first()?];
        if beyond.cost >= both[1].cost {
            return None;
        }
        let prices = self.judge.prices(position, &input)?;
        calibration::calibrate(&mut both, &prices, &calibration::shares_at(position));
        Some(FasterLock {
            lock: beyond.lock,
            gain: both[1].cost - both[0].cost,
        })
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

fn moves(hand: Hand, region: Region, double_killscreen: bool) -> MovesByLevel {
    MovesByLevel::new(PadControls {
        hand,
        region,
        game_type: GameType::A,
        double_killscreen,
        crash: CrashRule::Off,
        training: None,
    })
}

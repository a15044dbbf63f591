//! Saved learners. A resumed run continues as if it had never been interrupted.
//!
//! File format: a header line; one line of RON with the small data; the costs and the error sums as little-endian
//! floats; the CRC-32 of everything before it.

use serde::{Deserialize, Serialize};

use crate::players::value_table::entries::ENTRIES;
use crate::rules::{Board, Piece, Randomizer, RonFault};
use crate::search::MoveGenerator;

use crate::lab::sealed::{UnsealError, seal, unseal};

use super::recipe::Recipe;
use super::stream::GameStream;
use super::{Learner, LearningCurve, LearningSettings, LearningStage, LearningTotals, STREAMS};

/// Header line of a checkpoint.
const HEADER: &[u8] = b"rightwell checkpoint 2\n";
/// Size in bytes of all floats: one cost and two error sums for each entry.
const FLOATS: usize = 4 * 3 * ENTRIES;
/// Upper limit of the number of games in a stream. No stream gets that far, and arithmetic on smaller game numbers
/// cannot overflow.
const GAMES_MAX: u64 = 1 << 48;

/// State of a learner between two rounds.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    head: CheckpointHeader,
    costs: Box<[f32]>,
    errors: Box<[[f32; 2]]>,
}

/// Small data of the file, in one line of RON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointHeader {
    recipe: Recipe,
    stage: LearningStage,
    before_stage: LearningTotals,
    #[serde(rename = "course")]
    totals: LearningTotals,
    streams: Vec<StreamHead>,
    #[serde(default)]
    #[serde(rename = "learnt")]
    error_sum: (u64, f64),
    #[serde(default)]
    curve: LearningCurve,
}

/// Saved state of a stream of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StreamHead {
    /// Number of the current game.
    number: u64,
    /// The four words of the board.
    board: [u64; 4],
    /// True if the game has just begun.
    is_fresh: bool,
    /// Number of random words drawn for this game's pieces.
    drawn: u64,
    previous: Option<u8>,
    /// Number of random words drawn for this game's garbage.
    drawn_for_garbage: u64,
}

impl Checkpoint {
    /// Saves the current state of a learner. `recipe` describes how the learner was made.
    pub fn from_learner(learner: &Learner<'_>, recipe: &Recipe) -> Checkpoint {
        Checkpoint {
            head: CheckpointHeader {
                recipe: recipe.clone(),
                stage: learner.stage,
                before_stage: learner.before_stage,
                totals: learner.totals,
                streams: learner
                    .streams
                    .iter()
                    .map(StreamHead::from_stream)
                    .collect(),
                error_sum: learner.error_sum,
                curve: learner.curve.clone(),
            },
            costs: learner.costs.clone(),
            errors: learner.errors.clone(),
        }
    }

    /// Returns the recipe of the learner.
    pub const fn recipe(&self) -> &Recipe {
        &self.head.recipe
    }

    /// Restores the learner. `lesson` and `moves` must be those that the [recipe](Checkpoint::recipe) describes.
    pub fn into_learner<'a>(
        self,
        lesson: &'a LearningSettings,
        moves: &[&'a dyn MoveGenerator],
    ) -> Result<Learner<'a>, String> {
        let head = self.head;
        if *lesson != head.recipe.lesson {
            return Err("the learning parameters differ from the checkpoint's".to_owned());
        }
        let mut learner = Learner::new(lesson, moves, None)?;
        learner.costs = self.costs;
        learner.errors = self.errors;
        learner.stage = head.stage;
        learner.before_stage = head.before_stage;
        let streams = head.streams.iter();
        learner.streams = streams.map(|stream| stream.to_stream(lesson)).collect();
        learner.totals = head.totals;
        learner.error_sum = head.error_sum;
        learner.curve = head.curve;
        Ok(learner)
    }

    /// Serializes the checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head =
            ron::to_string(&self.head).expect("a checkpoint header can always be serialized");
        let mut content = (head + "\n").into_bytes();
        let floats = self.costs.iter().chain(self.errors.as_flattened());
        content.extend(floats.flat_map(|float| float.to_le_bytes()));
        seal(HEADER, &content)
    }

    /// Reads a checkpoint file.
    ///
    /// # Errors
    /// Returns the fault if the file is damaged or has another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, String> {
        const CORRUPT: &str = "checkpoint is corrupt: checksum mismatch";
        let content = unseal(HEADER, bytes).map_err(|broken| match broken {
            UnsealError::Header => "not a checkpoint of version 2",
            UnsealError::Checksum => CORRUPT,
        })?;
        let text = content.len().checked_sub(FLOATS).ok_or(CORRUPT)?;
        let (head, floats) = content.split_at(text);
        let head: CheckpointHeader =
            ron::de::from_bytes(head).map_err(|error| RonFault::from(error).to_string())?;
        head.check()?;
        let floats = floats.as_chunks::<4>().0.iter();
        let floats: Vec<f32> = floats.map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let (costs, errors) = floats.split_at(ENTRIES);
        Ok(Checkpoint {
            head,
            costs: costs.into(),
            errors: errors.as_chunks::<2>().0.into(),
        })
    }
}

impl StreamHead {
    fn from_stream(stream: &GameStream) -> StreamHead {
        let Randomizer::NesOdds {
            generator,
            previous,
        } = &stream.randomizer
        else {
            unreachable!("learners use the randomizer `nes-odds`");
        };
        StreamHead {
            number: stream.number,
            board: stream.board.words(),
            is_fresh: stream.is_fresh,
            drawn: generator.get_word_pos() as u64,
            previous: previous.map(|piece| piece.index() as u8),
            drawn_for_garbage: stream.disturbance.generator.get_word_pos() as u64,
        }
    }

    fn to_stream(&self, lesson: &LearningSettings) -> GameStream {
        let mut stream = GameStream::new(lesson, self.number);
        if let Randomizer::NesOdds {
            generator,
            previous,
        } = &mut stream.randomizer
        {
            generator.set_word_pos(self.drawn.into());
            *previous = self.previous.map(|index| Piece::ALL[usize::from(index)]);
        }
        let drawn = self.drawn_for_garbage.into();
        stream.disturbance.generator.set_word_pos(drawn);
        stream.board = Board::from_words(self.board);
        stream.is_fresh = self.is_fresh;
        stream
    }
}

impl CheckpointHeader {
    /// Checks that a learner can be in this state.
    fn check(&self) -> Result<(), String> {
        self.recipe.lesson.check()?;
        let (before, now) = (&self.before_stage, &self.totals);
        let pairs = before.tetrises.iter().zip(now.tetrises);
        let mut pairs = pairs.chain([(&before.pieces, now.pieces)]);
        let is_later = pairs.all(|(before, now)| *before <= now);
        let is_piece = |index: u8| usize::from(index) < Piece::COUNT;
        let mut streams = self.streams.iter();
        let is_dealt = streams.all(|stream| stream.previous.is_none_or(is_piece));
        // Every game before the current one took at least one piece.
        let (count, most) = (STREAMS as u64, now.pieces.min(GAMES_MAX));
        let mut streams = (0..).zip(&self.streams);
        let is_own = streams
            .all(|(place, stream)| stream.number % count == place && stream.number / count <= most);
        let is_learnt = self.error_sum.1 >= 0.0 && self.curve.fits();
        let is_whole = self.streams.len() == STREAMS;
        if is_later && is_dealt && is_own && is_learnt && is_whole {
            Ok(())
        } else {
            Err("checkpoint is inconsistent".to_owned())
        }
    }
}

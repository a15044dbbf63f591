//! Streams of games, played with constant costs, and the samples that they yield.

use crate::players::value_table::entries::{PER_FIELD, entries_of};
use crate::rules::{Board, Randomizer, RandomizerKind};

use super::disturbance::TrainingNoise;
use super::judge::{Judge, TriedLock};
use super::{LearningSettings, LearningTotals, STREAMS};

/// Table entries of a playfield, and its target cost in lines.
pub(super) struct TrainingSample {
    pub(super) entries: [u32; PER_FIELD],
    pub(super) target: f32,
}

/// Endless sequence of games.
pub(super) struct GameStream {
    /// Number of the current game. No two streams share a number.
    pub(super) number: u64,
    pub(super) randomizer: Randomizer,
    pub(super) disturbance: TrainingNoise,
    pub(super) board: Board,
    /// True if the game has just begun. An empty playfield at the start yields no sample.
    pub(super) is_fresh: bool,
}

/// Playfield that a game has passed through. It is recorded if decisions know only one piece.
struct PassedPlayfield {
    entries: Option<[u32; PER_FIELD]>,
    /// Loss caused by the next lock.
    paid: f32,
    /// Cost of the playfield after that lock.
    cost: f32,
}

impl GameStream {
    /// Creates a stream that starts with game `number`.
    pub(super) fn new(lesson: &LearningSettings, number: u64) -> GameStream {
        GameStream {
            number,
            randomizer: Randomizer::new(RandomizerKind::NesOdds, lesson.seed, number)
                .expect("this randomizer takes any seed"),
            disturbance: TrainingNoise::new(lesson, number),
            board: Board::EMPTY,
            is_fresh: true,
        }
    }

    fn restart(&mut self, lesson: &LearningSettings) {
        *self = GameStream::new(lesson, self.number + STREAMS as u64);
    }

    /// Plays at least `pieces` pieces. Returns the samples and the totals.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        judge: &Judge<'_>,
        pieces: u64,
    ) -> (Vec<TrainingSample>, LearningTotals) {
        let mut totals = LearningTotals::default();
        let mut samples = Vec::new();
        if judge.knows_one {
            self.play_one_known(judge, pieces, &mut samples, &mut totals);
        } else {
            while totals.pieces < pieces {
                if self.disturbance.is_mistake() {
                    self.make_mistake(judge, &mut totals);
                }
                self.play_two_known(judge, &mut samples, &mut totals);
            }
        }
        (samples, totals)
    }

    /// Plays pieces one by one, each to its cheapest lock.
    #[inline(always)]
    fn play_one_known(
        &mut self,
        judge: &Judge<'_>,
        pieces: u64,
        samples: &mut Vec<TrainingSample>,
        totals: &mut LearningTotals,
    ) {
        let mut passed = Vec::with_capacity(pieces as usize);
        while totals.pieces < pieces {
            if self.disturbance.is_mistake() {
                // Losses after a mistake must not count for the playfields before the mistake.
                push_samples(judge, &mut passed, samples);
                self.make_mistake(judge, totals);
            }
            let piece = self.randomizer.choose();
            let entries = (!self.is_fresh).then(|| entries_of(&self.board));
            let Some(step) = judge.best(&self.board, piece) else {
                totals.pieces += 1;
                passed.push(PassedPlayfield {
                    entries,
                    paid: judge.game_over(),
                    cost: 0.0,
                });
                self.lose(judge, &mut passed, samples, totals);
                continue;
            };
            totals.count(&step);
            let paid = judge.burns[step.rows];
            let Some(board) = self.disturbance.add_garbage(step.board) else {
                passed.push(PassedPlayfield {
                    entries,
                    paid: paid + judge.discount() * judge.game_over(),
                    cost: 0.0,
                });
                self.lose(judge, &mut passed, samples, totals);
                continue;
            };
            let cost = judge.cost(&board);
            passed.push(PassedPlayfield {
                entries,
                paid,
                cost,
            });
            self.board = board;
            self.is_fresh = false;
        }
        push_samples(judge, &mut passed, samples);
    }

    /// Makes a deliberate mistake: locks a piece at a random one of its cheapest candidates. Does nothing if the piece
    /// has no candidate.
    fn make_mistake(&mut self, judge: &Judge<'_>, totals: &mut LearningTotals) {
        let candidates = judge.cheapest(&self.board, self.randomizer.choose());
        if candidates.is_empty() {
            return;
        }
        let step = candidates[self.disturbance.random_index(candidates.len())];
        totals.count(&step);
        self.board = step.board;
        self.is_fresh = false;
    }

    fn lose(
        &mut self,
        judge: &Judge<'_>,
        passed: &mut Vec<PassedPlayfield>,
        samples: &mut Vec<TrainingSample>,
        totals: &mut LearningTotals,
    ) {
        totals.games_over += 1;
        push_samples(judge, passed, samples);
        self.restart(judge.lesson);
    }

    /// Plays decisions that know two pieces. Each decision locks only its first piece; the last decision locks both.
    #[inline(always)]
    fn play_two_known(
        &mut self,
        judge: &Judge<'_>,
        samples: &mut Vec<TrainingSample>,
        totals: &mut LearningTotals,
    ) {
        let mut paid = 0.0;
        let after = self.play_decisions(judge, &mut paid, totals);
        if !self.is_fresh {
            samples.push(TrainingSample {
                entries: entries_of(&self.board),
                target: paid,
            });
        }
        match after {
            Some(board) => {
                self.board = board;
                self.is_fresh = false;
            }
            None => {
                totals.games_over += 1;
                self.restart(judge.lesson);
            }
        }
    }

    /// Plays decisions and returns the playfield after them, or `None` if the game is lost. Adds to `paid` the losses
    /// up to there, and the cost of that playfield.
    #[inline(always)]
    fn play_decisions(
        &mut self,
        judge: &Judge<'_>,
        paid: &mut f32,
        totals: &mut LearningTotals,
    ) -> Option<Board> {
        let mut board = self.board;
        let mut current = self.randomizer.choose();
        let mut next = self.randomizer.choose();
        let mut weight = 1.0;
        for left in (0..judge.lesson.decisions).rev() {
            let Some([first, second]) = judge.best_two(&board, current, next) else {
                totals.pieces += 1;
                *paid += weight * judge.game_over();
                return None;
            };
            board = self.locked(judge, &first, &mut weight, paid, totals)?;
            if left > 0 {
                current = next;
                next = self.randomizer.choose();
                continue;
            }
            // If garbage has arrived since the decision, its second lock is no longer valid.
            let second = if board == first.board {
                Some(second)
            } else {
                judge.best(&board, next)
            };
            let Some(second) = second else {
                totals.pieces += 1;
                *paid += weight * judge.game_over();
                return None;
            };
            board = self.locked(judge, &second, &mut weight, paid, totals)?;
            *paid += weight * judge.cost(&board);
        }
        Some(board)
    }

    /// Returns the playfield after a lock and the garbage that follows it. If the garbage ends the game, adds the loss
    /// of the game to `paid` and returns `None`.
    #[inline(always)]
    fn locked(
        &mut self,
        judge: &Judge<'_>,
        step: &TriedLock,
        weight: &mut f32,
        paid: &mut f32,
        totals: &mut LearningTotals,
    ) -> Option<Board> {
        totals.count(step);
        *paid += *weight * judge.burns[step.rows];
        *weight *= judge.discount();
        let after = self.disturbance.add_garbage(step.board);
        if after.is_none() {
            *paid += *weight * judge.game_over();
        }
        after
    }
}

/// Creates a sample for each playfield of `passed`. Its target covers the next [`LearningSettings::decisions`] decisions, or
/// fewer at the end of `passed`: the sum of their losses, plus the cost of the playfield after them.
fn push_samples(
    judge: &Judge<'_>,
    passed: &mut Vec<PassedPlayfield>,
    samples: &mut Vec<TrainingSample>,
) {
    for (index, playfield) in passed.iter().enumerate() {
        let Some(entries) = playfield.entries else {
            continue;
        };
        let after = &passed[index..passed.len().min(index + judge.lesson.decisions)];
        let mut target = after.last().map_or(0.0, |last| last.cost);
        for playfield in after.iter().rev() {
            target = playfield.paid + judge.discount() * target;
        }
        samples.push(TrainingSample { entries, target });
    }
    passed.clear();
}

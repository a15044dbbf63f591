//! Streams of games played with constant costs, and the samples they yield.

use crate::players::value_table::entries::{PER_FIELD, entries_of};
use crate::rules::{Board, Randomizer, RandomizerKind};

use super::judge::{Judge, TriedLock};
use super::trouble::Disturbance;
use super::{LearningTotals, Lesson, STREAMS};

/// Table entries of a playfield, and its target cost in lines.
pub(super) struct TrainingSample {
    pub(super) entries: [u32; PER_FIELD],
    pub(super) target: f32,
}

/// Endless sequence of games.
pub(super) struct Stream {
    /// Number of the current game. No two streams share a number.
    pub(super) number: u64,
    pub(super) randomizer: Randomizer,
    pub(super) trouble: Disturbance,
    pub(super) board: Board,
    /// True if the game has just begun. Its empty playfield yields no sample.
    pub(super) is_fresh: bool,
}

/// Playfield that a game passed through, recorded when decisions know only one piece.
struct VisitedField {
    entries: Option<[u32; PER_FIELD]>,
    /// Loss caused by the lock that followed.
    paid: f32,
    /// Cost of the playfield after that lock.
    cost: f32,
}

impl Stream {
    /// Creates a stream that starts with game `number`.
    pub(super) fn new(lesson: &Lesson, number: u64) -> Stream {
        Stream {
            number,
            randomizer: Randomizer::new(RandomizerKind::NesOdds, lesson.seed, number)
                .expect("the odds take any seed"),
            trouble: Disturbance::new(lesson, number),
            board: Board::EMPTY,
            is_fresh: true,
        }
    }

    fn begin_again(&mut self, lesson: &Lesson) {
        *self = Stream::new(lesson, self.number + STREAMS as u64);
    }

    /// Plays at least `pieces` pieces. Returns the samples and the totals.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        judge: &Judge<'_>,
        pieces: u64,
    ) -> (Vec<TrainingSample>, LearningTotals) {
        let mut course = LearningTotals::default();
        let mut samples = Vec::new();
        if judge.knows_one {
            self.play_current(judge, pieces, &mut samples, &mut course);
        } else {
            while course.pieces < pieces {
                if self.trouble.is_mistake() {
                    self.err(judge, &mut course);
                }
                self.play_rolling(judge, &mut samples, &mut course);
            }
        }
        (samples, course)
    }

    /// Plays pieces one by one, each to its cheapest lock.
    #[inline(always)]
    fn play_current(
        &mut self,
        judge: &Judge<'_>,
        pieces: u64,
        samples: &mut Vec<TrainingSample>,
        course: &mut LearningTotals,
    ) {
        let mut way = Vec::with_capacity(pieces as usize);
        while course.pieces < pieces {
            if self.trouble.is_mistake() {
                // Losses after a mistake do not count for the playfields before it.
                look_back(judge, &mut way, samples);
                self.err(judge, course);
            }
            let piece = self.randomizer.choose();
            let entries = (!self.is_fresh).then(|| entries_of(&self.board));
            let Some(step) = judge.best(&self.board, piece) else {
                course.pieces += 1;
                way.push(VisitedField {
                    entries,
                    paid: judge.game_over(),
                    cost: 0.0,
                });
                self.lose(judge, &mut way, samples, course);
                continue;
            };
            course.count(&step);
            let paid = judge.burns[step.rows];
            let Some(board) = self.trouble.send(step.board) else {
                way.push(VisitedField {
                    entries,
                    paid: paid + judge.discount() * judge.game_over(),
                    cost: 0.0,
                });
                self.lose(judge, &mut way, samples, course);
                continue;
            };
            let cost = judge.cost(&board);
            way.push(VisitedField {
                entries,
                paid,
                cost,
            });
            self.board = board;
            self.is_fresh = false;
        }
        look_back(judge, &mut way, samples);
    }

    /// Makes a deliberate mistake: locks a piece at a random one of the cheapest candidates. Does nothing without a
    /// candidate.
    fn err(&mut self, judge: &Judge<'_>, course: &mut LearningTotals) {
        let places = judge.cheapest(&self.board, self.randomizer.choose());
        if places.is_empty() {
            return;
        }
        let step = places[self.trouble.one_of(places.len())];
        course.count(&step);
        self.board = step.board;
        self.is_fresh = false;
    }

    fn lose(
        &mut self,
        judge: &Judge<'_>,
        way: &mut Vec<VisitedField>,
        samples: &mut Vec<TrainingSample>,
        course: &mut LearningTotals,
    ) {
        course.games_over += 1;
        look_back(judge, way, samples);
        self.begin_again(judge.lesson);
    }

    /// Plays decisions over two known pieces. Each decision locks only its first piece, but the last decision locks
    /// both.
    #[inline(always)]
    fn play_rolling(
        &mut self,
        judge: &Judge<'_>,
        samples: &mut Vec<TrainingSample>,
        course: &mut LearningTotals,
    ) {
        let mut paid = 0.0;
        let after = self.roll(judge, &mut paid, course);
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
                course.games_over += 1;
                self.begin_again(judge.lesson);
            }
        }
    }

    /// Returns the playfield after the decisions, or `None` if the game is lost. Adds the losses on the way and the
    /// cost of that playfield to `paid`.
    #[inline(always)]
    fn roll(
        &mut self,
        judge: &Judge<'_>,
        paid: &mut f32,
        course: &mut LearningTotals,
    ) -> Option<Board> {
        let mut board = self.board;
        let mut current = self.randomizer.choose();
        let mut next = self.randomizer.choose();
        let mut weight = 1.0;
        for left in (0..judge.lesson.decisions).rev() {
            let Some([first, second]) = judge.best_two(&board, current, next) else {
                course.pieces += 1;
                *paid += weight * judge.game_over();
                return None;
            };
            board = self.locked(judge, &first, &mut weight, paid, course)?;
            if left > 0 {
                current = next;
                next = self.randomizer.choose();
                continue;
            }
            // Garbage may have arrived since the decision.
            let second = if board == first.board {
                Some(second)
            } else {
                judge.best(&board, next)
            };
            let Some(second) = second else {
                course.pieces += 1;
                *paid += weight * judge.game_over();
                return None;
            };
            board = self.locked(judge, &second, &mut weight, paid, course)?;
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
        course: &mut LearningTotals,
    ) -> Option<Board> {
        course.count(step);
        *paid += *weight * judge.burns[step.rows];
        *weight *= judge.discount();
        let after = self.trouble.send(step.board);
        if after.is_none() {
            *paid += *weight * judge.game_over();
        }
        after
    }
}

/// Creates a sample for each playfield of `way`. Its target is the sum of the losses over [`Lesson::decisions`]
/// decisions, or up to the end of `way`, plus the cost of the playfield reached.
fn look_back(judge: &Judge<'_>, way: &mut Vec<VisitedField>, samples: &mut Vec<TrainingSample>) {
    for (place, met) in way.iter().enumerate() {
        let Some(entries) = met.entries else {
            continue;
        };
        let after = &way[place..way.len().min(place + judge.lesson.decisions)];
        let mut target = after.last().map_or(0.0, |last| last.cost);
        for met in after.iter().rev() {
            target = met.paid + judge.discount() * target;
        }
        samples.push(TrainingSample { entries, target });
    }
    way.clear();
}

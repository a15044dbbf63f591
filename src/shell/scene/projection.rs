//! Projection of a game: a thread plays it to the end many times to estimate how it will end.

use std::time::Duration;

use rightwell::lab::projection::{CONTINUATIONS, Projection};

use crate::host::clock::now;
use crate::host::worker::{AnswerSender, Worker};

/// Working time and resting time of the thread, in turn. While it rests, even a single core has time for the game on
/// the screen and for its player.
const WORK: Duration = Duration::from_millis(4);
const REST: Duration = Duration::from_millis(4);

/// Number of playouts that reach a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalShare {
    /// Score to reach.
    pub goal: u64,
    /// Number of playouts that reached the goal.
    pub reached: u32,
    /// Number of playouts.
    pub played: u32,
}

impl GoalShare {
    /// Returns whether all playouts are done.
    pub const fn is_whole(&self) -> bool {
        self.played == CONTINUATIONS
    }
}

/// Projection thread and its results.
#[derive(Debug)]
pub struct ProjectionThread {
    worker: Worker<Projection, GoalShare>,
    /// Score that the requested playouts are to reach, in points.
    goal: Option<u64>,
    /// Complete result for an earlier position, and partial result for the current position.
    whole: Option<GoalShare>,
    share: Option<GoalShare>,
}

impl ProjectionThread {
    /// Starts the thread.
    pub fn start() -> ProjectionThread {
        ProjectionThread {
            worker: Worker::telling("projection", play_on),
            goal: None,
            whole: None,
            share: None,
        }
    }

    /// Collects results. If the thread has failed, returns its error once.
    pub fn hear(&mut self) -> Option<String> {
        while let Some(told) = self.worker.take() {
            match told {
                Ok(share) => self.share = Some(share),
                Err(why) => return Some(why),
            }
        }
        None
    }

    /// Returns whether the thread needs a new position: it has done all playouts, or their goal is not `goal`.
    pub fn wants(&self, goal: u64) -> bool {
        self.goal != Some(goal) || self.share.is_some_and(|share| share.is_whole())
    }

    /// Starts playouts from another position. Stops those from the previous position.
    pub fn ask(&mut self, projection: Projection) {
        let goal = projection.goal();
        let whole = self.share.filter(GoalShare::is_whole).or(self.whole);
        self.whole = whole.filter(|whole| whole.goal == goal);
        (self.goal, self.share) = (Some(goal), None);
        self.worker.ask_instead(projection);
    }

    /// Stops the playouts and drops their results.
    pub fn forget(&mut self) {
        self.worker.give_up();
        (self.goal, self.whole, self.share) = (None, None, None);
    }

    /// Returns the result for the current position. Until it is complete, returns the result for an earlier position
    /// with the same goal, if there is one.
    pub fn share(&self) -> Option<GoalShare> {
        match self.share {
            Some(share) if share.is_whole() => Some(share),
            share => self.whole.or(share),
        }
    }
}

fn play_on(projection: Projection, asker: &AnswerSender<GoalShare>) {
    let mut share = GoalShare {
        goal: projection.goal(),
        reached: 0,
        played: 0,
    };
    asker.tell(share);
    let mut rested = now();
    let mut goes_on = || {
        if now() - rested > WORK {
            std::thread::sleep(REST);
            rested = now();
        }
        asker.is_wanted()
    };
    for continuation in 0..CONTINUATIONS {
        let Some(has_reached) = projection.reaches_goal(continuation, &mut goes_on) else {
            return;
        };
        share.reached += u32::from(has_reached);
        share.played += 1;
        asker.tell(share);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rightwell::players::{Player, Position, Strategy};
    use rightwell::rules::{Board, Piece, RandomizerKind};

    use super::*;

    fn projection(score: u64) -> Projection {
        let player = Player::named("el-tetris").unwrap();
        Projection {
            position: Position {
                level: 29,
                ..Position::new(Board::EMPTY, Piece::T, Piece::L)
            },
            score,
            strategy: Arc::new(Strategy::alone(Arc::new(player))),
            moves: None,
            randomizer: RandomizerKind::Uniform,
        }
    }

    /// Waits until the result is complete, and returns it.
    fn whole(thread: &mut ProjectionThread) -> GoalShare {
        let until = now() + Duration::from_secs(300);
        while now() < until {
            assert_eq!(thread.hear(), None);
            if let Some(share) = thread.share().filter(GoalShare::is_whole) {
                return share;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the projection never ends");
    }

    #[test]
    fn the_thread_finds_the_result_of_all_playouts() {
        let mut thread = ProjectionThread::start();
        assert_eq!((thread.share(), thread.wants(100_000)), (None, true));
        thread.ask(projection(95_000));
        assert!(thread.wants(200_000), "another goal needs new playouts");
        let share = whole(&mut thread);
        let one = projection(95_000);
        let reached =
            (0..CONTINUATIONS).filter(|&number| one.reaches_goal(number, || true) == Some(true));
        assert_eq!(share.reached, reached.count() as u32);
        assert_eq!((share.goal, share.played), (100_000, CONTINUATIONS));
        assert!(
            thread.wants(100_000),
            "the thread is ready for the next position"
        );
        // The previous result is shown until the next one is complete.
        thread.ask(projection(94_000));
        assert!(thread.share().is_some_and(|share| share.is_whole()));
        thread.ask(projection(194_000));
        assert!(thread.share().is_none_or(|share| share.goal == 200_000));
        thread.forget();
        assert_eq!(thread.share(), None);
        thread.ask(projection(99_900));
        assert_eq!(whole(&mut thread).reached, CONTINUATIONS);
    }
}

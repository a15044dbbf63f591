//! The thread that plays on from a game on show, again and again, to see what is likely to come of it.

use std::time::Duration;

use rightwell::lab::projection::{CONTINUATIONS, Projection};

use crate::shell::host::clock::now;
use crate::shell::host::worker::{Asker, Worker};

/// It plays for so long at most without a rest, and then rests for so long: the game on show and its
/// player come first, and on one core too there is time for them.
const WORK: Duration = Duration::from_millis(4);
const REST: Duration = Duration::from_millis(4);

/// How many continuations have come to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The points asked for.
    pub goal: u64,
    /// Continuations that came to it.
    pub reached: u32,
    /// Continuations that were played.
    pub played: u32,
}

impl Share {
    /// Whether all are played.
    pub const fn is_whole(&self) -> bool {
        self.played == CONTINUATIONS
    }
}

/// The thread, and what it has told so far.
#[derive(Debug)]
pub struct ProjectionThread {
    worker: Worker<Projection, Share>,
    /// The points asked for last.
    goal: Option<u64>,
    /// What came of the position before the one asked about, when all of it was played, and what has come
    /// of this one.
    whole: Option<Share>,
    share: Option<Share>,
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

    /// Hears what was played; says why nothing more will be, once, if that is so.
    pub fn hear(&mut self) -> Option<String> {
        while let Some(told) = self.worker.take() {
            match told {
                Ok(share) => self.share = Some(share),
                Err(why) => return Some(why),
            }
        }
        None
    }

    /// Whether another position is wanted: what is played is done, or asks for other points than
    /// `goal`.
    pub fn wants(&self, goal: u64) -> bool {
        self.goal != Some(goal) || self.share.is_some_and(|share| share.is_whole())
    }

    /// Asks about another position; what is played of the one before is given up.
    pub fn ask(&mut self, projection: Projection) {
        let goal = projection.goal();
        let whole = self.share.filter(Share::is_whole).or(self.whole);
        self.whole = whole.filter(|whole| whole.goal == goal);
        (self.goal, self.share) = (Some(goal), None);
        self.worker.ask_instead(projection);
    }

    /// Gives up what is played and forgets what came of it.
    pub fn forget(&mut self) {
        self.worker.give_up();
        (self.goal, self.whole, self.share) = (None, None, None);
    }

    /// What came of the position asked about last, or of the one before until this one is played
    /// whole, if that had the same goal.
    pub fn share(&self) -> Option<Share> {
        match self.share {
            Some(share) if share.is_whole() => Some(share),
            share => self.whole.or(share),
        }
    }
}

fn play_on(projection: Projection, asker: &Asker<Share>) {
    let mut share = Share {
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

    /// What the thread says once it has played all.
    fn whole(thread: &mut ProjectionThread) -> Share {
        let until = now() + Duration::from_secs(300);
        while now() < until {
            assert_eq!(thread.hear(), None);
            if let Some(share) = thread.share().filter(Share::is_whole) {
                return share;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("it does not come to an end");
    }

    #[test]
    fn the_thread_plays_all_and_says_what_anybody_would_find() {
        let mut thread = ProjectionThread::start();
        assert_eq!((thread.share(), thread.wants(100_000)), (None, true));
        thread.ask(projection(95_000));
        assert!(thread.wants(200_000), "other points are another question");
        let share = whole(&mut thread);
        let one = projection(95_000);
        let reached =
            (0..CONTINUATIONS).filter(|&number| one.reaches_goal(number, || true) == Some(true));
        assert_eq!(share.reached, reached.count() as u32);
        assert_eq!((share.goal, share.played), (100_000, CONTINUATIONS));
        assert!(thread.wants(100_000), "it has time for the next position");
        // Until that is played whole, the one before is told.
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

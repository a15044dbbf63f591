//! The thread that plays on from a game on show, again and again, to see what is likely to come of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rightwell::lab::projection::{CONTINUATIONS, Projection};

use crate::shell::host::clock::now;

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

/// The thread. It is told to end when this is dropped, and not waited for: it ends before its next
/// piece.
#[derive(Debug)]
pub struct ProjectionThread {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// The number of the position asked about; another one ends what is played.
    wanted: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// The position to be played from next.
    next: Option<(u64, Projection)>,
    /// What came of the one before it, when all of it was played, and what has come of this one.
    whole: Option<Share>,
    share: Option<Share>,
    is_over: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProjectionThread {
    /// Starts the thread; none where the system has none left.
    pub fn start() -> Option<ProjectionThread> {
        let shared = Arc::new(Shared::default());
        let worker = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("projection".to_owned())
            .spawn(move || play_on(&worker))
            .ok()?;
        Some(ProjectionThread { shared })
    }

    /// Whether another position is wanted: what is played is done, or asks for other points than
    /// `goal`.
    pub fn wants(&self, goal: u64) -> bool {
        let state = self.shared.state();
        let present = state.next.as_ref().map(|(_, projection)| projection.goal());
        let present = present.or(state.share.map(|share| share.goal));
        present != Some(goal) || state.next.is_none() && state.share.is_some_and(|s| s.is_whole())
    }

    /// Asks about another position; what is played of the one before is given up.
    pub fn ask(&self, projection: Projection) {
        let mut state = self.shared.state();
        let number = self.shared.wanted.fetch_add(1, Ordering::Relaxed) + 1;
        let goal = projection.goal();
        let whole = state.share.filter(Share::is_whole).or(state.whole);
        state.whole = whole.filter(|whole| whole.goal == goal);
        state.share = None;
        state.next = Some((number, projection));
        self.shared.wake.notify_one();
    }

    /// Gives up what is played and forgets what came of it.
    pub fn forget(&self) {
        let mut state = self.shared.state();
        self.shared.wanted.fetch_add(1, Ordering::Relaxed);
        *state = State::default();
    }

    /// What came of the position asked about last, or of the one before until this one is played
    /// whole, if that had the same goal.
    pub fn share(&self) -> Option<Share> {
        let state = self.shared.state();
        match state.share {
            Some(share) if share.is_whole() => Some(share),
            share => state.whole.or(share),
        }
    }
}

impl Drop for ProjectionThread {
    fn drop(&mut self) {
        self.shared.wanted.fetch_add(1, Ordering::Relaxed);
        self.shared.state().is_over = true;
        self.shared.wake.notify_one();
    }
}

fn play_on(shared: &Shared) {
    loop {
        let mut state = shared.state();
        let (number, projection) = loop {
            if state.is_over {
                return;
            }
            if let Some(next) = state.next.take() {
                break next;
            }
            let woken = shared.wake.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        };
        let goal = projection.goal();
        let mut share = Share {
            goal,
            reached: 0,
            played: 0,
        };
        state.share = Some(share);
        drop(state);
        let is_wanted = || shared.wanted.load(Ordering::Relaxed) == number;
        let mut rested = now();
        let mut goes_on = || {
            if now() - rested > WORK {
                std::thread::sleep(REST);
                rested = now();
            }
            is_wanted()
        };
        for continuation in 0..CONTINUATIONS {
            let Some(has_reached) = projection.reaches_goal(continuation, &mut goes_on) else {
                break;
            };
            share.reached += u32::from(has_reached);
            share.played += 1;
            let mut state = shared.state();
            if !is_wanted() {
                break;
            }
            state.share = Some(share);
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn whole(thread: &ProjectionThread) -> Share {
        let until = now() + Duration::from_secs(300);
        while now() < until {
            if let Some(share) = thread.share().filter(Share::is_whole) {
                return share;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("it does not come to an end");
    }

    #[test]
    fn the_thread_plays_all_and_says_what_anybody_would_find() {
        let thread = ProjectionThread::start().unwrap();
        assert_eq!((thread.share(), thread.wants(100_000)), (None, true));
        thread.ask(projection(95_000));
        assert!(thread.wants(200_000), "other points are another question");
        let share = whole(&thread);
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
        assert_eq!(whole(&thread).reached, CONTINUATIONS);
    }
}

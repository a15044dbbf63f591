//! The threads that rate the moves of a recording while it is on show.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rightwell::players::Player;
use rightwell::session::{GameMoves, Rater, Recorded, ReviewedGame, ReviewedMove};

use super::worker::panic_message;

/// The threads. They are told to end when this is dropped, and not waited for: they end before their
/// next move.
#[derive(Debug)]
pub struct RatingThread {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    rater: Arc<Rater>,
    found: Mutex<Found>,
    rated: AtomicUsize,
    is_over: AtomicBool,
}

/// What is known so far.
#[derive(Clone, Debug, Default)]
struct Found {
    games: Option<Arc<Vec<GameMoves>>>,
    outcome: Outcome,
}

/// What the rating has come to.
#[derive(Clone, Debug, Default)]
enum Outcome {
    /// It is under way.
    #[default]
    Rating,
    /// All moves are rated.
    Done(Arc<Vec<ReviewedGame>>),
    /// They never will be, and why.
    Failed(String),
}

impl Shared {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RatingThread {
    /// Begins to rate the A-type games of a recording; none of a match, and none where the system has no
    /// thread left.
    pub fn start(recorded: &Recorded) -> Option<RatingThread> {
        if matches!(recorded, Recorded::Match(_)) {
            return None;
        }
        let (_, hand) = Rater::hands_of(recorded);
        let judge = Player::named(Rater::JUDGE).expect("it is compiled in");
        let rater = Rater::of_recorded(judge, hand, recorded);
        RatingThread::begin(rater, recorded.clone(), rate)
    }

    /// Does so in a thread by `rate`.
    fn begin(
        rater: Rater,
        recorded: Recorded,
        rate: impl FnOnce(&Shared, &Recorded) -> Result<Vec<ReviewedGame>, String> + Send + 'static,
    ) -> Option<RatingThread> {
        let shared = Arc::new(Shared {
            rater: Arc::new(rater),
            found: Mutex::default(),
            rated: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        });
        let worker = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("rating".to_owned())
            .spawn(move || {
                let rated = catch_unwind(AssertUnwindSafe(|| rate(&worker, &recorded)));
                let rated = rated.unwrap_or_else(|panic| Err(panic_message(&*panic)));
                worker.found().outcome = match rated {
                    Ok(games) => Outcome::Done(Arc::new(games)),
                    Err(why) => Outcome::Failed(why),
                };
            })
            .ok()?;
        Some(RatingThread { shared })
    }

    /// Who rates, to rate other moves as well.
    pub fn rater(&self) -> Arc<Rater> {
        Arc::clone(&self.shared.rater)
    }

    /// The games of the recording, once they are found.
    pub fn games(&self) -> Option<Arc<Vec<GameMoves>>> {
        self.shared.found().games.clone()
    }

    /// The same with all of their moves rated, once they are.
    pub fn reviewed(&self) -> Option<Arc<Vec<ReviewedGame>>> {
        match &self.shared.found().outcome {
            Outcome::Done(games) => Some(Arc::clone(games)),
            Outcome::Rating | Outcome::Failed(_) => None,
        }
    }

    /// Why the moves will never be rated, if that is so.
    pub fn failure(&self) -> Option<String> {
        match &self.shared.found().outcome {
            Outcome::Failed(why) => Some(why.clone()),
            Outcome::Rating | Outcome::Done(_) => None,
        }
    }

    /// How many moves are rated, and of how many, while they are.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let found = self.shared.found();
        let is_rating = matches!(found.outcome, Outcome::Rating);
        let games = found.games.as_ref().filter(|_| is_rating)?;
        let all = games.iter().map(|game| game.moves.len()).sum();
        Some((self.shared.rated.load(Ordering::Relaxed), all))
    }
}

impl Drop for RatingThread {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

/// All games of a recording, rated, or why they are not.
fn rate(shared: &Shared, recorded: &Recorded) -> Result<Vec<ReviewedGame>, String> {
    let games = Arc::new(GameMoves::of_recording(recorded));
    shared.found().games = Some(Arc::clone(&games));
    let rated = games.iter().map(|game| {
        let moves = rate_game(shared, game);
        match moves.len() == game.moves.len() {
            true => Ok(ReviewedGame::new(game, moves)),
            false => Err("not every move has a rating".to_owned()),
        }
    });
    rated.collect()
}

/// The moves of a game, rated by all cores but the one that shows it; not all of them if nobody wants them
/// any more.
fn rate_game(shared: &Shared, game: &GameMoves) -> Vec<ReviewedMove> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut rated = Vec::new();
        while !shared.is_over.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(played) = game.moves.get(place) else {
                break;
            };
            rated.extend(shared.rater.rate(place + 1, played));
            shared.rated.fetch_add(1, Ordering::Relaxed);
        }
        rated
    };
    let mut all: Vec<ReviewedMove> = std::thread::scope(|scope| {
        let others: Vec<_> = (2..cores).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    });
    all.sort_by_key(|reviewed| reviewed.number);
    all
}

/// What no rating comes of.
#[cfg(test)]
pub mod tests {
    use std::time::Duration;

    use rightwell::engine::{DirectStart, GameType, HighScores};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use super::*;

    fn rater(judge: &str) -> Rater {
        Rater::new(Player::named(judge).unwrap(), None)
    }

    /// Threads that have failed over a recording: they panic with these words.
    pub fn panicked(recorded: &Recorded, words: &'static str) -> RatingThread {
        let rater = rater(Rater::JUDGE);
        let thread = RatingThread::begin(rater, recorded.clone(), move |_, _| panic!("{words}"));
        waited_for(thread.unwrap())
    }

    fn waited_for(thread: RatingThread) -> RatingThread {
        for _ in 0..60_000 {
            if thread.failure().is_some() || thread.reviewed().is_some() {
                return thread;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it never comes to an outcome");
    }

    #[test]
    fn threads_that_cannot_rate_say_so() {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 18,
            seed: 0x1234,
        };
        let mut person = Person::direct(start, HighScores::default()).unwrap();
        for _ in 0..300 {
            person.step(Buttons::DOWN);
        }
        let recorded = Recorded::of_history(person.history());
        let thread = panicked(&recorded, "lost the thread");
        assert_eq!(thread.failure().unwrap(), "lost the thread");
        // This one does not count in lines.
        let thread = RatingThread::begin(rater("el-tetris"), recorded.clone(), rate);
        let thread = waited_for(thread.unwrap());
        assert!(thread.failure().unwrap().contains("not every move"));
        assert_eq!(thread.progress(), None);
        let thread = waited_for(RatingThread::start(&recorded).unwrap());
        assert_eq!(thread.failure(), None);
        assert!(!thread.reviewed().unwrap()[0].moves().is_empty());
    }
}

//! Threads that rate the moves of a recording while it is played back.

use std::cell::{RefCell, RefMut};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rightwell::players::Player;
use rightwell::session::{GameMoves, Rater, Recorded, ReviewedGame, ReviewedMove};

use crate::shell::host::worker::{AnswerSender, Worker, cores};

/// Rating threads and their results.
#[derive(Debug)]
pub struct RatingThread {
    rater: Arc<Rater>,
    worker: Worker<Recorded, RatingEvent>,
    found: RefCell<RatingProgress>,
}

/// Message from the rating threads.
#[derive(Debug)]
enum RatingEvent {
    /// Games that were found in the recording.
    Games(Arc<Vec<GameMoves>>),
    /// One more move is rated.
    Rated,
    /// All moves have been rated. Or the rating has failed, for this reason.
    Done(Result<Vec<ReviewedGame>, String>),
}

/// Results so far.
#[derive(Debug, Default)]
struct RatingProgress {
    games: Option<Arc<Vec<GameMoves>>>,
    /// Number of rated moves.
    rated: usize,
    outcome: Option<Result<Arc<Vec<ReviewedGame>>, String>>,
}

impl RatingThread {
    /// Starts to rate the A-type games of a recording. Returns `None` for a match.
    pub fn start(recorded: &Recorded) -> Option<RatingThread> {
        if matches!(recorded, Recorded::Match(_)) {
            return None;
        }
        let (source, hand) = Rater::hands_of(recorded);
        let judge = Player::named(Rater::JUDGE).expect("the player is built in");
        let rater = Rater::for_recording(judge, hand, recorded);
        let rate = move |rater: &Rater, recorded: &Recorded, asker: &AnswerSender<RatingEvent>| {
            rate(rater, &source.name(), recorded, asker)
        };
        Some(RatingThread::begin(rater, recorded.clone(), rate))
    }

    /// Starts a thread that calls `rate`.
    fn begin(
        rater: Rater,
        recorded: Recorded,
        rate: impl Fn(
            &Rater,
            &Recorded,
            &AnswerSender<RatingEvent>,
        ) -> Result<Vec<ReviewedGame>, String>
        + Send
        + 'static,
    ) -> RatingThread {
        let rater = Arc::new(rater);
        let judge = Arc::clone(&rater);
        let worker = Worker::telling("rating", move |recorded, asker| {
            let outcome = rate(&judge, &recorded, asker);
            asker.tell(RatingEvent::Done(outcome));
        });
        worker.ask(recorded);
        RatingThread {
            rater,
            worker,
            found: RefCell::default(),
        }
    }

    /// Collects messages of the rating threads and returns the results so far.
    fn found(&self) -> RefMut<'_, RatingProgress> {
        let mut found = self.found.borrow_mut();
        while let Some(told) = self.worker.take() {
            match told {
                Ok(RatingEvent::Games(games)) => found.games = Some(games),
                Ok(RatingEvent::Rated) => found.rated += 1,
                Ok(RatingEvent::Done(outcome)) => found.outcome = Some(outcome.map(Arc::new)),
                Err(why) => found.outcome = Some(Err(why)),
            }
        }
        found
    }

    /// Returns the rater. It can also rate other moves.
    pub fn rater(&self) -> Arc<Rater> {
        Arc::clone(&self.rater)
    }

    /// Returns the games of the recording. Returns `None` until they have been found.
    pub fn games(&self) -> Option<Arc<Vec<GameMoves>>> {
        self.found().games.clone()
    }

    /// Returns the rated games. Returns `None` until all moves have been rated.
    pub fn reviewed(&self) -> Option<Arc<Vec<ReviewedGame>>> {
        self.found().outcome.clone()?.ok()
    }

    /// Returns why the rating has failed. Returns `None` if it has not.
    pub fn failure(&self) -> Option<String> {
        self.found().outcome.clone()?.err()
    }

    /// Returns how many moves are rated, and how many there are. Returns `None` unless rating is in progress.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let found = self.found();
        let games = found.games.as_ref().filter(|_| found.outcome.is_none())?;
        let all = games.iter().map(|game| game.moves.len()).sum();
        Some((found.rated, all))
    }
}

/// Rates all games of a recording, for the rater's hands of this name. If this fails, returns the reason.
fn rate(
    rater: &Rater,
    hands: &str,
    recorded: &Recorded,
    asker: &AnswerSender<RatingEvent>,
) -> Result<Vec<ReviewedGame>, String> {
    let games = Arc::new(GameMoves::from_recording(recorded));
    asker.tell(RatingEvent::Games(Arc::clone(&games)));
    let rated = games.iter().map(|game| {
        let mut moves = rate_game(rater, game, asker);
        if moves.len() < game.moves.len() {
            return Err("not every move has a rating".to_owned());
        }
        ReviewedMove::mark_lost(&mut moves, rater);
        Ok(ReviewedGame::new(game, moves, hands.to_owned()))
    });
    rated.collect()
}

/// Rates the moves of a game on all cores but one, which is left for the playback. Stops as soon as the result is no
/// longer wanted; some moves are then not rated.
fn rate_game(
    rater: &Rater,
    game: &GameMoves,
    asker: &AnswerSender<RatingEvent>,
) -> Vec<ReviewedMove> {
    let cores = cores();
    let (next, numbers) = (AtomicUsize::new(0), game.numbers());
    let work = || {
        let mut rated = Vec::new();
        while asker.is_wanted() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(played) = game.moves.get(place) else {
                break;
            };
            rated.extend(rater.rate(numbers[place], played));
            asker.tell(RatingEvent::Rated);
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

/// Ratings that fail, for tests.
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

    /// Returns rating threads that have panicked with this message.
    pub fn panicked(recorded: &Recorded, words: &'static str) -> RatingThread {
        let rater = rater(Rater::JUDGE);
        let thread = RatingThread::begin(rater, recorded.clone(), move |_, _, _| panic!("{words}"));
        waited_for(thread)
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
        let recorded = Recorded::from_history(person.history());
        let thread = panicked(&recorded, "lost the thread");
        assert_eq!(thread.failure().unwrap(), "lost the thread");
        // The player el-tetris cannot price locks in lines.
        let thread = RatingThread::begin(rater("el-tetris"), recorded.clone(), |rater, of, to| {
            rate(rater, Rater::HAND, of, to)
        });
        let thread = waited_for(thread);
        assert!(thread.failure().unwrap().contains("not every move"));
        assert_eq!(thread.progress(), None);
        let thread = waited_for(RatingThread::start(&recorded).unwrap());
        assert_eq!(thread.failure(), None);
        assert!(!thread.reviewed().unwrap()[0].moves().is_empty());
    }
}

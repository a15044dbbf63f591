//! The threads that rate the moves of a recording while it is on show.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rightwell::players::Player;
use rightwell::session::{GameMoves, Rater, Recorded, ReviewedGame, ReviewedMove};

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
    reviewed: Option<Arc<Vec<ReviewedGame>>>,
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
        let hands = hand.map(|hand| (hand, recorded.region()));
        let judge = Player::named(Rater::JUDGE).expect("it is compiled in");
        let shared = Arc::new(Shared {
            rater: Arc::new(Rater::new(judge, hands)),
            found: Mutex::default(),
            rated: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        });
        let (worker, recorded) = (Arc::clone(&shared), recorded.clone());
        std::thread::Builder::new()
            .name("rating".to_owned())
            .spawn(move || rate(&worker, &recorded))
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
        self.shared.found().reviewed.clone()
    }

    /// How many moves are rated, and of how many, while they are.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let found = self.shared.found();
        let games = found.games.as_ref().filter(|_| found.reviewed.is_none())?;
        let all = games.iter().map(|game| game.moves.len()).sum();
        Some((self.shared.rated.load(Ordering::Relaxed), all))
    }
}

impl Drop for RatingThread {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

fn rate(shared: &Shared, recorded: &Recorded) {
    let games = Arc::new(GameMoves::of_recording(recorded));
    shared.found().games = Some(Arc::clone(&games));
    let mut reviewed = Vec::with_capacity(games.len());
    for game in games.iter() {
        let Some(moves) = rate_game(shared, game) else {
            return;
        };
        reviewed.push(ReviewedGame::new(game, moves));
    }
    shared.found().reviewed = Some(Arc::new(reviewed));
}

/// All moves of a game, rated by all cores but the one that shows it; none if nobody wants them any more.
fn rate_game(shared: &Shared, game: &GameMoves) -> Option<Vec<ReviewedMove>> {
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
            all.extend(other.join().ok()?);
        }
        Some(all)
    })?;
    all.sort_by_key(|reviewed| reviewed.number);
    (all.len() == game.moves.len()).then_some(all)
}

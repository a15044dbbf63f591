//! Threads that rate the moves of a recording while it is played back, and then play out the bad ones.

use std::cell::{RefCell, RefMut};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use rightwell::engine::Side;
use rightwell::lab::Playouts;
use rightwell::players::Player;
use rightwell::session::review::PlayoutLoss;
use rightwell::session::{GameMoves, Rater, Recorded, ReviewedGame, ReviewedMove};

use crate::host::worker::{AnswerSender, Worker, cores};
use crate::store::playouts::{self, LossesByMove};

/// Rating threads and their results.
#[derive(Debug)]
pub struct RatingThread {
    raters: Arc<Raters>,
    worker: Worker<RatingTask, RatingEvent>,
    found: RefCell<RatingProgress>,
}

/// Raters of the players in a recording.
#[derive(Debug)]
struct Raters {
    /// Rater of each player, and the name of its hands.
    players: Vec<(Arc<Rater>, String)>,
    /// Index of the player of each game. A game beyond its end is the first player's.
    games: Vec<usize>,
}

impl Raters {
    /// Returns the raters for the games of a recording. Each player is rated for their own hands.
    fn of(recorded: &Recorded) -> Raters {
        let Recorded::CapturedMatch(playback) = recorded else {
            return Raters {
                players: vec![Raters::of_player(recorded)],
                games: Vec::new(),
            };
        };
        let players = Side::BOTH.into_iter().filter_map(|side| {
            let games = playback.games().filter(|(other, ..)| *other == side);
            let games = games.map(|(.., game)| game.game());
            let longest = games.max_by_key(|game| game.pieces.len())?;
            let (source, hand) = Rater::hands_for(longest.rhythm());
            let hands = hand.map(|hand| (hand, longest.region));
            let rater = Rater::new(Raters::judge(), hands);
            Some((Arc::new(rater), source.name()))
        });
        Raters {
            players: players.collect(),
            games: playback.games().map(|(side, ..)| side.index()).collect(),
        }
    }

    /// Returns the rater for the hands of a recording's player, with their name.
    fn of_player(recorded: &Recorded) -> (Arc<Rater>, String) {
        let (source, hand) = Rater::hands_of(recorded);
        let rater = Rater::for_recording(Raters::judge(), hand, recorded);
        (Arc::new(rater), source.name())
    }

    fn judge() -> Player {
        Player::named(Rater::JUDGE).expect("the player is built in")
    }

    /// Returns the rater of a game, with the name of its hands.
    fn of_game(&self, game: usize) -> &(Arc<Rater>, String) {
        let player = self.games.get(game).copied().unwrap_or(0);
        &self.players[player]
    }
}

/// Task of the rating threads.
#[derive(Debug)]
enum RatingTask {
    /// Rate the moves of a recording.
    Rate(Recorded),
    /// Play out the bad moves of rated games. Take results from the file if it has them.
    PlayOut(Arc<Vec<ReviewedGame>>, Option<PathBuf>),
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
    /// A move was played out.
    PlayedOut(PlayedOutMove),
}

/// Move that was played out.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlayedOutMove {
    game: usize,
    place: usize,
    loss: PlayoutLoss,
    /// Fingerprint under which to save the loss. `None` if it comes from the file.
    unsaved: Option<u64>,
}

/// New results of playouts: fingerprint and losses of a game, see [`playouts::add`].
pub type NewPlayouts = (u64, LossesByMove);

/// Results so far.
#[derive(Debug, Default)]
struct RatingProgress {
    games: Option<Arc<Vec<GameMoves>>>,
    /// Number of rated moves.
    rated: usize,
    outcome: Option<Result<Arc<Vec<ReviewedGame>>, String>>,
    /// Results of playouts that are not saved yet.
    unsaved: Vec<NewPlayouts>,
}

impl RatingThread {
    /// Starts to rate the A-type games of a recording, or both games of a captured match. Returns `None` for a match with
    /// garbage.
    pub fn start(recorded: &Recorded) -> Option<RatingThread> {
        if matches!(recorded, Recorded::Match(_)) {
            return None;
        }
        let raters = Raters::of(recorded);
        Some(RatingThread::begin(raters, recorded.clone(), rate))
    }

    /// Starts a thread that calls `rate`.
    fn begin(
        raters: Raters,
        recorded: Recorded,
        rate: impl Fn(
            &Raters,
            &Recorded,
            &AnswerSender<RatingEvent>,
        ) -> Result<Vec<ReviewedGame>, String>
        + Send
        + 'static,
    ) -> RatingThread {
        let raters = Arc::new(raters);
        let judges = Arc::clone(&raters);
        let worker = Worker::telling("rating", move |task, asker| match task {
            RatingTask::Rate(recorded) => {
                let outcome = rate(&judges, &recorded, asker);
                asker.tell(RatingEvent::Done(outcome));
            }
            RatingTask::PlayOut(games, file) => play_out(&judges, games, file.as_deref(), asker),
        });
        worker.ask(RatingTask::Rate(recorded));
        RatingThread {
            raters,
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
                Ok(RatingEvent::PlayedOut(played_out)) => found.set(played_out),
                Err(why) => found.outcome = Some(Err(why)),
            }
        }
        found
    }

    /// Starts to play out the bad moves of these games, the worst first. Takes results of an earlier review from the
    /// file.
    pub fn play_out(&self, games: Arc<Vec<ReviewedGame>>, file: Option<PathBuf>) {
        self.worker.ask(RatingTask::PlayOut(games, file));
    }

    /// Returns the results of playouts that are to be saved, once.
    pub fn take_unsaved(&self) -> Vec<NewPlayouts> {
        std::mem::take(&mut self.found().unsaved)
    }

    /// Returns the rater of a game. It can also rate other moves.
    pub fn rater(&self, game: usize) -> Arc<Rater> {
        Arc::clone(&self.raters.of_game(game).0)
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

impl RatingProgress {
    /// Stores the loss of a move that was played out.
    fn set(&mut self, played_out: PlayedOutMove) {
        let PlayedOutMove {
            game,
            place,
            loss,
            unsaved,
        } = played_out;
        let Some(Ok(games)) = &mut self.outcome else {
            return;
        };
        let Some(game) = Arc::make_mut(games).get_mut(game) else {
            return;
        };
        game.set_playouts(place, loss);
        let number = game.moves()[place].number;
        let Some(fingerprint) = unsaved else {
            return;
        };
        let unsaved = self.unsaved.iter_mut();
        match unsaved.rev().find(|(other, _)| *other == fingerprint) {
            Some((_, losses)) => drop(losses.insert(number, loss)),
            None => {
                let losses = LossesByMove::from([(number, loss)]);
                self.unsaved.push((fingerprint, losses));
            }
        }
    }
}

/// Plays out the bad moves of the games, the worst first. Stops as soon as the results are no longer wanted.
fn play_out(
    raters: &Raters,
    games: Arc<Vec<ReviewedGame>>,
    file: Option<&Path>,
    asker: &AnswerSender<RatingEvent>,
) {
    let playouts = Playouts::REVIEW;
    let mut left: Vec<(usize, usize, u64, ReviewedMove)> = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let moves = game.moves();
        let fingerprint = playouts.fingerprint(&raters.of_game(number).0, moves);
        let saved = file.map(|file| playouts::load(file, fingerprint));
        let saved = saved.unwrap_or_default();
        for place in Playouts::worst_first(moves) {
            match saved.get(&moves[place].number) {
                Some(&loss) => asker.tell(RatingEvent::PlayedOut(PlayedOutMove {
                    game: number,
                    place,
                    loss,
                    unsaved: None,
                })),
                None => left.push((number, place, fingerprint, moves[place].clone())),
            }
        }
    }
    // The caller can then change the games without a copy.
    drop(games);
    left.sort_by(|(.., one), (.., other)| other.rating.loss.total_cmp(&one.rating.loss));
    on_all_cores_but_one(asker, |index| {
        let (game, place, fingerprint, reviewed) = left.get(index)?;
        let rater = &raters.of_game(*game).0;
        let found = playouts.play_out(rater, reviewed, || asker.is_wanted());
        if let Some(loss) = found {
            asker.tell(RatingEvent::PlayedOut(PlayedOutMove {
                game: *game,
                place: *place,
                loss,
                unsaved: Some(*fingerprint),
            }));
        }
        Some(())
    });
}

/// Rates all games of a recording. If this fails, returns the reason.
fn rate(
    raters: &Raters,
    recorded: &Recorded,
    asker: &AnswerSender<RatingEvent>,
) -> Result<Vec<ReviewedGame>, String> {
    let games = Arc::new(GameMoves::from_recording(recorded));
    asker.tell(RatingEvent::Games(Arc::clone(&games)));
    let rated = games.iter().enumerate().map(|(number, game)| {
        let (rater, hands) = raters.of_game(number);
        let mut moves = rate_game(rater, game, asker);
        if moves.len() < game.moves.len() {
            return Err("not every move has a rating".to_owned());
        }
        ReviewedMove::mark_lost(&mut moves, rater);
        Ok(ReviewedGame::new(game, moves, hands.clone()))
    });
    rated.collect()
}

/// Rates the moves of a game. Stops as soon as the result is no longer wanted; some moves are then not rated.
fn rate_game(
    rater: &Rater,
    game: &GameMoves,
    asker: &AnswerSender<RatingEvent>,
) -> Vec<ReviewedMove> {
    let numbers = game.numbers();
    let rated = on_all_cores_but_one(asker, |place| {
        let played = game.moves.get(place)?;
        let rated = rater.rate(numbers[place], played);
        asker.tell(RatingEvent::Rated);
        Some(rated)
    });
    let mut rated: Vec<ReviewedMove> = rated.into_iter().flatten().collect();
    rated.sort_by_key(|reviewed| reviewed.number);
    rated
}

/// Calls `work` with 0, 1, 2 and so on, on all cores but one, which is left for the playback. Ends when `work` returns
/// `None`, or as soon as the results are no longer wanted. Returns the results in any order.
fn on_all_cores_but_one<T: Send>(
    asker: &AnswerSender<RatingEvent>,
    work: impl Fn(usize) -> Option<T> + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while asker.is_wanted() {
            match work(next.fetch_add(1, Ordering::Relaxed)) {
                Some(result) => done.push(result),
                None => break,
            }
        }
        done
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (2..cores())
            // Without another thread, the others do its work.
            .filter_map(|_| Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut all = work();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
}

/// Ratings that fail, for tests.
#[cfg(test)]
pub mod tests {
    use std::time::Duration;

    use rightwell::engine::{DirectStart, GameType, HighScores};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use super::*;

    fn raters(judge: &str) -> Raters {
        let rater = Rater::new(Player::named(judge).unwrap(), None);
        Raters {
            players: vec![(Arc::new(rater), Rater::HAND.to_owned())],
            games: Vec::new(),
        }
    }

    /// Returns rating threads that have panicked with this message.
    pub fn panicked(recorded: &Recorded, words: &'static str) -> RatingThread {
        let raters = raters(Rater::JUDGE);
        let thread =
            RatingThread::begin(raters, recorded.clone(), move |_, _, _| panic!("{words}"));
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
        let thread = RatingThread::begin(raters("el-tetris"), recorded.clone(), rate);
        let thread = waited_for(thread);
        assert!(thread.failure().unwrap().contains("not every move"));
        assert_eq!(thread.progress(), None);
        let thread = waited_for(RatingThread::start(&recorded).unwrap());
        assert_eq!(thread.failure(), None);
        assert!(!thread.reviewed().unwrap()[0].moves().is_empty());
    }
}

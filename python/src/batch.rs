//! Batches of games of either kind: their places, seeds, threads and saved states.

use std::sync::Mutex;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::{Scope, ThreadPool};
use rightwell::rules::randomizer::generator;

use super::rules::wrong;

/// Number of cells of a playfield: 20 rows of 10.
pub const CELLS: usize = 200;
/// Number of games that a thread takes at a time.
pub const GAMES_PER_TASK: usize = 64;

/// Seeds of the games that are played in one place of a batch, one after another.
#[derive(Clone, Debug)]
pub struct GameSeeds {
    generator: ChaCha8Rng,
    /// Seed of the generator, and number of seeds drawn.
    origin: (u64, u64),
}

impl GameSeeds {
    /// Returns the seeds that follow from `seed`.
    pub fn new(seed: u64) -> GameSeeds {
        GameSeeds {
            generator: generator(seed, 0),
            origin: (seed, 0),
        }
    }

    /// Draws the seed of the next game.
    pub fn draw(&mut self) -> u64 {
        self.origin.1 += 1;
        self.generator.random()
    }
}

/// Threads that run the games.
#[derive(Debug)]
pub struct Threads {
    count: usize,
    /// Pool of threads. `None` for the pool of all cores.
    pool: Option<ThreadPool>,
}

impl Threads {
    /// Returns this many threads; 0 stands for as many as there are cores.
    pub fn new(count: usize) -> PyResult<Threads> {
        if count == 0 {
            let (count, pool) = (rayon::current_num_threads(), None);
            return Ok(Threads { count, pool });
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
        let pool = Some(pool.build().map_err(wrong)?);
        Ok(Threads { count, pool })
    }

    /// Calls `work` with each item, in any order, on this thread and on others. This thread begins at once, because
    /// others need a while to wake up. Returns the last error, if there is one.
    pub fn for_each<T: Send>(
        &self,
        items: impl ExactSizeIterator<Item = T> + Send,
        work: impl Fn(T) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        let others = self.count.min(items.len()).saturating_sub(1);
        let items = Mutex::new(items);
        let outcome = Mutex::new(Ok(()));
        let run = || {
            let next = || items.lock().expect("no thread panics with the lock").next();
            if let Err(error) = std::iter::from_fn(next).try_for_each(&work) {
                *outcome.lock().expect("no thread panics with the lock") = Err(error);
            }
        };
        match &self.pool {
            None => rayon::in_place_scope(|scope| on_all(scope, others, &run)),
            Some(pool) => pool.in_place_scope(|scope| on_all(scope, others, &run)),
        }
        outcome
            .into_inner()
            .expect("no thread panics with the lock")
    }
}

/// Calls `run` on this thread and on others.
fn on_all<'scope>(scope: &Scope<'scope>, others: usize, run: &'scope (dyn Fn() + Sync)) {
    (0..others).for_each(|_| scope.spawn(|_| run()));
    run();
}

/// Game that can be restored from its seed and its actions.
pub trait Replayed: Clone {
    /// Rules of the game.
    type Rules;

    /// Begins a game.
    fn begin(rules: &Self::Rules, seed: u64) -> PyResult<Self>;
    /// Repeats a recorded action. Fails if the action is impossible.
    fn repeat(&mut self, rules: &Self::Rules, action: u16) -> PyResult<()>;
    /// Returns the seed of the game and its actions so far.
    fn played(&self) -> (u64, impl Iterator<Item = u16>);
    /// Takes over from the previous game in its place: the arrays still show that game.
    fn follow(&mut self, previous: Self);
}

/// A game, and the seeds of the games after it.
#[derive(Clone, Debug)]
pub struct Place<G> {
    /// Seeds of later games.
    pub seeds: GameSeeds,
    /// The game in play.
    pub game: G,
}

/// First byte of a saved state.
const VERSION: u8 = 1;

impl<G: Replayed> Place<G> {
    /// Begins the first game that follows from `seed`.
    pub fn new(rules: &G::Rules, seed: u64) -> PyResult<Place<G>> {
        let mut seeds = GameSeeds::new(seed);
        let game = G::begin(rules, seeds.draw())?;
        Ok(Place { seeds, game })
    }

    /// Begins the next game.
    pub fn restart(&mut self, rules: &G::Rules) -> PyResult<()> {
        let next = G::begin(rules, self.seeds.draw())?;
        self.put(next);
        Ok(())
    }

    /// Puts another game in this place.
    fn put(&mut self, game: G) {
        let previous = std::mem::replace(&mut self.game, game);
        self.game.follow(previous);
    }

    /// Returns the state as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (seed, actions) = self.game.played();
        let (origin, drawn) = self.seeds.origin;
        let mut bytes = vec![VERSION];
        for number in [origin, drawn, seed] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(actions.flat_map(u16::to_le_bytes));
        bytes
    }

    /// Reads a state of [`Place::to_bytes`], and plays the game again.
    pub fn from_bytes(rules: &G::Rules, bytes: &[u8]) -> PyResult<Place<G>> {
        let fault = || wrong("these bytes are not a state of such a game");
        let (&version, rest) = bytes.split_first().ok_or_else(fault)?;
        let (numbers, actions) = rest.split_at_checked(24).ok_or_else(fault)?;
        let (numbers, _) = numbers.as_chunks::<8>();
        let (actions, odd) = actions.as_chunks::<2>();
        if version != VERSION || !odd.is_empty() {
            return Err(fault());
        }
        let [origin, drawn, seed] = [0, 1, 2].map(|index| u64::from_le_bytes(numbers[index]));
        // The number of games that one run can play.
        if drawn > u32::MAX.into() {
            return Err(fault());
        }
        let mut seeds = GameSeeds::new(origin);
        for _ in 0..drawn {
            seeds.draw();
        }
        let mut game = G::begin(rules, seed)?;
        for action in actions {
            game.repeat(rules, u16::from_le_bytes(*action))?;
        }
        Ok(Place { seeds, game })
    }
}

/// Games side by side, each in a place of its own.
#[derive(Debug)]
pub struct Batch<G: Replayed> {
    /// Rules of all games.
    pub rules: G::Rules,
    /// Places of the games, at least one.
    pub places: Vec<Place<G>>,
    /// Threads that run the games.
    pub threads: Threads,
}

impl<G: Replayed> Batch<G> {
    /// Begins a game for each of these seeds, on this many threads; 0 stands for all cores.
    pub fn new(rules: G::Rules, seeds: Vec<u64>, threads: usize) -> PyResult<Batch<G>> {
        let places = seeds.into_iter().map(|seed| Place::new(&rules, seed));
        Ok(Batch {
            places: places.collect::<PyResult<_>>()?,
            rules,
            threads: Threads::new(threads)?,
        })
    }

    /// Returns a place by its index.
    pub fn place(&self, index: usize) -> PyResult<&Place<G>> {
        let count = self.places.len();
        let fault = || wrong(format!("game {index} is out of range; there are {count}"));
        self.places.get(index).ok_or_else(fault)
    }

    /// Checks that an array has an entry for each game.
    pub fn check_count(&self, count: usize) -> PyResult<()> {
        match self.places.len() {
            games if games == count => Ok(()),
            games => Err(wrong(format!("{count} entries for {games} games"))),
        }
    }

    /// Sets the seed of each game whose entry is not `None`. It applies from the next reset on.
    pub fn seed(&mut self, seeds: Vec<Option<u64>>) -> PyResult<()> {
        self.check_count(seeds.len())?;
        for (place, seed) in self.places.iter_mut().zip(seeds) {
            if let Some(seed) = seed {
                place.seeds = GameSeeds::new(seed);
            }
        }
        Ok(())
    }

    /// Restarts the games for which `mask` is true, all games without a mask.
    pub fn reset(&mut self, mask: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let mask = mask.as_ref().map(|mask| mask.as_slice().map_err(wrong));
        let mask = mask.transpose()?;
        if let Some(mask) = mask {
            self.check_count(mask.len())?;
        }
        for (index, place) in self.places.iter_mut().enumerate() {
            if mask.is_none_or(|mask| mask[index]) {
                place.restart(&self.rules)?;
            }
        }
        Ok(())
    }

    /// Puts a copy of a state in a place.
    pub fn set_state(&mut self, index: usize, state: &Place<G>) -> PyResult<()> {
        self.place(index)?;
        self.places[index].seeds = state.seeds.clone();
        self.places[index].put(state.game.clone());
        Ok(())
    }
}

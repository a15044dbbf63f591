//! Batches of games of either kind: their places, seeds, threads and saved states.

use std::sync::{Arc, Mutex};
use std::thread;

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray};
use pyo3::prelude::*;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPool;
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

    /// Returns the seeds that follow from `seed` after `drawn` games.
    fn after(seed: u64, drawn: u32) -> GameSeeds {
        let mut seeds = GameSeeds::new(seed);
        // A seed is two words of the generator.
        seeds.generator.set_word_pos(u128::from(drawn) * 2);
        seeds.origin.1 = drawn.into();
        seeds
    }

    /// Draws the seed of the next game.
    pub fn draw(&mut self) -> u64 {
        self.origin.1 += 1;
        self.generator.random()
    }
}

/// Pool of a thread for each core, and the process that started it: a fork copies the pool, but not its threads.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Returns the pool of this process. The caller has Python's lock, so that no fork happens meanwhile.
fn pool(_py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let mut slot = POOL.lock().expect("no thread panics with the lock");
    let process = std::process::id();
    if let Some((owner, pool)) = &*slot
        && *owner == process
    {
        return Ok(Arc::clone(pool));
    }
    let pool = Arc::new(rayon::ThreadPoolBuilder::new().build().map_err(wrong)?);
    // Dropping the pool of another process would wait for its threads.
    std::mem::forget(slot.replace((process, Arc::clone(&pool))));
    Ok(pool)
}

/// Threads that run the games.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// Most threads, with the caller's.
    most: usize,
}

impl Threads {
    /// Returns at most this many threads; 0 stands for as many as there are cores.
    pub const fn new(count: usize) -> Threads {
        match count {
            0 => Threads { most: usize::MAX },
            most => Threads { most },
        }
    }

    /// Calls `work` with each item, in any order, without Python's lock, on this thread and on others. This thread
    /// begins at once, because others need a while to wake up. After an error, no thread takes another item.
    pub fn for_each<T: Send>(
        self,
        py: Python<'_>,
        items: impl ExactSizeIterator<Item = T> + Send,
        work: impl Fn(T) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        let most = self.most.min(items.len());
        let pool = (most > 1).then(|| pool(py)).transpose()?;
        // The items that are left, or an error.
        let items = Mutex::new(Ok(items));
        let lock = || items.lock().expect("no thread panics with the lock");
        let run = || {
            let next = || lock().as_mut().ok()?.next();
            if let Err(error) = std::iter::from_fn(next).try_for_each(&work) {
                *lock() = Err(error);
            }
        };
        py.detach(|| match &pool {
            None => run(),
            Some(pool) => pool.in_place_scope(|scope| {
                for _ in 1..most.min(pool.current_num_threads()) {
                    scope.spawn(|_| run());
                }
                run();
            }),
        });
        let left = items.into_inner();
        left.expect("no thread panics with the lock").map(|_| ())
    }

    /// Calls `work` like [`Threads::for_each`], and stops at Ctrl-C.
    pub fn for_each_heard<T: Send>(
        self,
        py: Python<'_>,
        items: impl ExactSizeIterator<Item = T> + Send,
        work: impl Fn(T) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        let caller = thread::current().id();
        self.for_each(py, items, |item| {
            // Python hears Ctrl-C in its own thread.
            if thread::current().id() == caller {
                Python::attach(|py| py.check_signals())?;
            }
            work(item)
        })
    }
}

/// Returns an array of an environment for writing.
pub fn writable<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let fault = |_| wrong("an array of the environment is read-only; a step has to write into it");
    array.try_readwrite().map_err(fault)
}

/// Game that can be restored from its seed and its actions.
pub trait Replayed: Clone + Send {
    /// Rules of the game.
    type Rules: Sync;

    /// Names the rules, one `name=value` a line.
    fn describe(rules: &Self::Rules) -> String;
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
}

/// A game that was set aside, with the seeds of the games after it.
#[derive(Debug)]
pub enum State<G> {
    /// The game itself, and the names of its rules.
    Game(Box<Place<G>>, String),
    /// Bytes of [`State::to_bytes`], which are read when the game goes on.
    Bytes(Vec<u8>),
}

/// First byte of a saved state.
const VERSION: u8 = 2;
/// First byte of a saved state that does not name its rules.
const VERSION_WITHOUT_RULES: u8 = 1;
/// Number of actions that are repeated before Ctrl-C is heard.
const ACTIONS_AT_A_TIME: usize = 1 << 16;

impl<G: Replayed> State<G> {
    /// Returns the state as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (place, rules) = match self {
            State::Game(place, rules) => (place, rules),
            State::Bytes(bytes) => return bytes.clone(),
        };
        let (seed, actions) = place.game.played();
        let (origin, drawn) = place.seeds.origin;
        let mut bytes = vec![VERSION];
        let length = u16::try_from(rules.len()).expect("names of rules are short");
        bytes.extend(length.to_le_bytes());
        bytes.extend(rules.bytes());
        for number in [origin, drawn, seed] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(actions.flat_map(u16::to_le_bytes));
        bytes
    }

    /// Returns the game in its place. Reads bytes by playing the game again. Fails if its rules are others.
    fn place(&self, py: Python<'_>, rules: &G::Rules) -> PyResult<Place<G>> {
        match self {
            State::Game(place, names) => {
                check_rules(&G::describe(rules), names)?;
                Ok((**place).clone())
            }
            State::Bytes(bytes) => State::read(py, rules, bytes),
        }
    }

    fn read(py: Python<'_>, rules: &G::Rules, bytes: &[u8]) -> PyResult<Place<G>> {
        let fault = || wrong("these bytes are not a state of such a game");
        let (&version, mut rest) = bytes.split_first().ok_or_else(fault)?;
        if version == VERSION {
            let (length, others) = rest.split_first_chunk::<2>().ok_or_else(fault)?;
            let length = u16::from_le_bytes(*length).into();
            let (names, others) = others.split_at_checked(length).ok_or_else(fault)?;
            let names = std::str::from_utf8(names).map_err(|_| fault())?;
            check_rules(&G::describe(rules), names)?;
            rest = others;
        } else if version != VERSION_WITHOUT_RULES {
            return Err(fault());
        }
        let (numbers, actions) = rest.split_at_checked(24).ok_or_else(fault)?;
        let (numbers, _) = numbers.as_chunks::<8>();
        let (actions, odd) = actions.as_chunks::<2>();
        let [origin, drawn, seed] = [0, 1, 2].map(|index| u64::from_le_bytes(numbers[index]));
        // No run plays more games.
        let Ok(drawn) = u32::try_from(drawn) else {
            return Err(fault());
        };
        if !odd.is_empty() {
            return Err(fault());
        }
        let seeds = GameSeeds::after(origin, drawn);
        let mut game = G::begin(rules, seed)?;
        for actions in actions.chunks(ACTIONS_AT_A_TIME) {
            py.check_signals()?;
            py.detach(|| {
                let mut actions = actions.iter().map(|action| u16::from_le_bytes(*action));
                actions.try_for_each(|action| game.repeat(rules, action))
            })?;
        }
        Ok(Place { seeds, game })
    }
}

/// Checks that the rules of a state are those of the games. Names the first that differs.
fn check_rules(games: &str, state: &str) -> PyResult<()> {
    if games == state {
        return Ok(());
    }
    let mut pairs = games.lines().zip(state.lines());
    let (games, state) = pairs
        .find(|(games, state)| games != state)
        .unwrap_or(("these rules", "others"));
    Err(wrong(format!(
        "the state is of a game with {state:?}; allowed: {games:?}"
    )))
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
            threads: Threads::new(threads),
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

    /// Takes over the seeds of the later games of another batch with as many games.
    pub fn continue_seeds(&mut self, other: &Batch<G>) -> PyResult<()> {
        self.check_count(other.places.len())?;
        for (place, other) in self.places.iter_mut().zip(&other.places) {
            place.seeds = other.seeds.clone();
        }
        Ok(())
    }

    /// Returns a copy of a game.
    pub fn state(&self, index: usize) -> PyResult<State<G>> {
        let place = self.place(index)?.clone();
        Ok(State::Game(Box::new(place), G::describe(&self.rules)))
    }

    /// Puts a copy of a state in a place. Returns its game.
    pub fn set_state(
        &mut self,
        py: Python<'_>,
        index: usize,
        state: &State<G>,
    ) -> PyResult<&mut G> {
        self.place(index)?;
        let Place { seeds, game } = state.place(py, &self.rules)?;
        let place = &mut self.places[index];
        place.seeds = seeds;
        place.put(game);
        Ok(&mut place.game)
    }
}

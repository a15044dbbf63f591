//! Placement games: an action is a lock of the current piece.

mod game;

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rightwell::players::Player;

use super::batch::{Batch, CELLS, GAMES_PER_TASK, Place};
use super::rules::{PlacementRules, wrong};

use game::{ACTIONS, FACTS, PlacementGame, action_of, write_board};

/// A game of [`PlacementGames`] that was set aside, with the seeds of the games after it.
#[pyclass(frozen, module = "rightwell._native")]
pub struct PlacementState(Place<PlacementGame>);

#[pymethods]
impl PlacementState {
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }
}

/// Placement games, side by side.
#[pyclass(module = "rightwell._native")]
pub struct PlacementGames {
    batch: Batch<PlacementGame>,
    judge: Option<Player>,
    #[pyo3(get)]
    board: Py<PyArray3<u8>>,
    #[pyo3(get)]
    facts: Py<PyArray2<i32>>,
    #[pyo3(get)]
    mask: Py<PyArray2<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
}

#[pymethods]
impl PlacementGames {
    /// Names of the columns of `facts`.
    #[classattr]
    const FACTS: [&'static str; FACTS.len()] = FACTS;
    /// Number of actions.
    #[classattr]
    const ACTIONS: usize = ACTIONS;

    #[new]
    #[pyo3(signature = (seeds, *, level, hand, region, randomizer, position, threads))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn new(
        py: Python<'_>,
        seeds: Vec<u64>,
        level: u8,
        hand: Option<&str>,
        region: &str,
        randomizer: &str,
        position: Option<&str>,
        threads: usize,
    ) -> PyResult<PlacementGames> {
        let rules = PlacementRules::new(level, hand, region, randomizer, position)?;
        let count = seeds.len();
        let mut games = PlacementGames {
            batch: Batch::new(rules, seeds, threads)?,
            judge: None,
            board: PyArray3::zeros(py, [count, 20, 10], false).unbind(),
            facts: PyArray2::zeros(py, [count, FACTS.len()], false).unbind(),
            mask: PyArray2::zeros(py, [count, ACTIONS], false).unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
        };
        games.step_all(py, None, false)?;
        Ok(games)
    }

    /// Number of games.
    fn __len__(&self) -> usize {
        self.batch.places.len()
    }

    /// Sets the seed of each game whose entry is not `None`. It applies from the next reset on.
    fn seed(&mut self, seeds: Vec<Option<u64>>) -> PyResult<()> {
        self.batch.seed(seeds)
    }

    /// Restarts the games for which `mask` is true, all games without a mask.
    #[pyo3(signature = (mask=None))]
    fn reset(&mut self, py: Python<'_>, mask: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        self.batch.reset(mask)?;
        self.step_all(py, None, false)
    }

    /// Locks a piece in each game. An action that is not legal stands for the next legal one; with `strict`, it is an
    /// error, and no game changes. With `restart`, games that are over begin again instead.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        restart: bool,
        strict: bool,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(wrong)?;
        self.batch.check_count(actions.len())?;
        for (index, (place, &action)) in self.batch.places.iter().zip(actions).enumerate() {
            if !(0..ACTIONS as i64).contains(&action) {
                return Err(wrong(format!(
                    "game {index}: action {action} is out of range; allowed: 0 to {}",
                    ACTIONS - 1
                )));
            }
            if strict && place.game.locks.is_some() && place.game.legal(action as u16).is_none() {
                return Err(wrong(format!(
                    "game {index}: action {action} is no lock of its piece; allowed: those that are 1 in the action mask"
                )));
            }
        }
        self.step_all(py, Some(actions), restart)
    }

    /// Returns the boards after each legal action of all games: one array of boards, one of actions, and where the
    /// boards of each game begin, with the number of all boards at the end.
    #[expect(clippy::type_complexity, reason = "three arrays")]
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyArray3<u8>>,
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray1<i64>>,
    )> {
        let locks = |place: &Place<PlacementGame>| {
            place.game.locks.map_or(0, |locks| locks.count() as usize)
        };
        let mut starts = vec![0];
        for place in &self.batch.places {
            starts.push(starts[starts.len() - 1] + locks(place) as i64);
        }
        let count = starts[self.batch.places.len()] as usize;
        let boards = PyArray3::zeros(py, [count, 20, 10], false);
        let mut actions = Vec::with_capacity(count);
        {
            let mut boards = boards.readwrite();
            let mut left = boards
                .as_slice_mut()
                .map_err(wrong)?
                .chunks_exact_mut(CELLS);
            for game in self.batch.places.iter().map(|place| &place.game) {
                for lock in game.legal_locks() {
                    actions.push(i64::from(action_of(lock)));
                    write_board(
                        &game.board.lock(lock).0,
                        left.next().expect("the locks were counted"),
                    );
                }
            }
        }
        Ok((
            boards,
            PyArray1::from_vec(py, actions),
            PyArray1::from_vec(py, starts),
        ))
    }

    /// Returns the judge's price of each legal action of a game, in lines lost until the end of the game, in the order
    /// of [`PlacementGames::afterstates`].
    fn prices<'py>(
        &mut self,
        py: Python<'py>,
        index: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let judge = match &mut self.judge {
            Some(judge) => judge,
            none => none.insert(Player::named(JUDGE).map_err(wrong)?),
        };
        let (game, rules) = (&self.batch.place(index)?.game, &self.batch.rules);
        let prices = py.detach(|| game.prices(rules, judge));
        let prices = prices.ok_or_else(|| wrong("the judge has no prices"))?;
        Ok(PyArray1::from_vec(py, prices))
    }

    /// Returns a game as a recording: the text of a file, and its ending, `ron`. With hands, the recording has all
    /// frames, and points for soft drops.
    fn recording(&self, index: usize) -> PyResult<(String, &'static str)> {
        let game = &self.batch.place(index)?.game;
        Ok((game.recording(&self.batch.rules)?, "ron"))
    }

    /// Returns a copy of a game.
    fn state(&self, index: usize) -> PyResult<PlacementState> {
        self.batch.place(index).cloned().map(PlacementState)
    }

    /// Puts a copy in the place of a game.
    fn set_state(&mut self, py: Python<'_>, index: usize, state: &PlacementState) -> PyResult<()> {
        self.batch.set_state(index, &state.0)?;
        self.step_all(py, None, false)
    }

    /// Reads a state from bytes. The rules must be those of the game that was saved.
    fn state_from(&self, bytes: &[u8]) -> PyResult<PlacementState> {
        Place::from_bytes(&self.batch.rules, bytes).map(PlacementState)
    }
}

/// Player that prices locks.
const JUDGE: &str = "scorer";

impl PlacementGames {
    /// Locks a piece in all games, if there are actions, and writes the arrays.
    fn step_all(&mut self, py: Python<'_>, actions: Option<&[i64]>, restart: bool) -> PyResult<()> {
        let mut board = self.board.bind(py).readwrite();
        let mut facts = self.facts.bind(py).readwrite();
        let mut mask = self.mask.bind(py).readwrite();
        let mut rewards = self.rewards.bind(py).readwrite();
        let mut terminated = self.terminated.bind(py).readwrite();
        let board = board.as_slice_mut().map_err(wrong)?;
        let facts = facts.as_slice_mut().map_err(wrong)?;
        let mask = mask.as_slice_mut().map_err(wrong)?;
        let rewards = rewards.as_slice_mut().map_err(wrong)?;
        let terminated = terminated.as_slice_mut().map_err(wrong)?;
        let rules = &self.batch.rules;
        let step = |index: usize, place: &mut Place<PlacementGame>| -> PyResult<f64> {
            let Some(actions) = actions else {
                return Ok(0.0);
            };
            let (action, game) = (actions[index] as u16, &mut place.game);
            match game.legal(action).or_else(|| game.legal_from(action)) {
                Some(lock) => return Ok(game.lock(rules, lock)),
                None if restart => place.restart(rules)?,
                None => {}
            }
            Ok(0.0)
        };
        const TASK: usize = GAMES_PER_TASK;
        let parts = self.batch.places.chunks_mut(TASK);
        let parts = parts.zip(board.chunks_mut(TASK * CELLS));
        let parts = parts.zip(facts.chunks_mut(TASK * FACTS.len()));
        let parts = parts.zip(mask.chunks_mut(TASK * ACTIONS));
        let parts = parts.zip(rewards.chunks_mut(TASK));
        let parts = parts.zip(terminated.chunks_mut(TASK)).enumerate();
        let threads = &self.batch.threads;
        py.detach(|| {
            threads.for_each(parts, |(task, part)| {
                let (((((places, board), facts), mask), rewards), terminated) = part;
                for (index, place) in places.iter_mut().enumerate() {
                    rewards[index] = step(task * TASK + index, place)?;
                    terminated[index] = place.game.locks.is_none();
                    place.game.write(
                        &mut board[index * CELLS..][..CELLS],
                        &mut facts[index * FACTS.len()..][..FACTS.len()],
                        &mut mask[index * ACTIONS..][..ACTIONS],
                    );
                }
                Ok(())
            })
        })
    }
}

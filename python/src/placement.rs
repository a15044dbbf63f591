//! Placement games: an action is a lock of the current piece.

mod game;

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use rightwell::players::Player;

use super::batch::{Batch, CELLS, GAMES_PER_TASK, Place, State, writable};
use super::console::picture;
use super::rules::{PlacementRules, wrong};

use game::{ACTIONS, FACTS, PlacementGame, action_of, write_board};

/// A game of [`PlacementGames`] that was set aside, with the seeds of the games after it.
#[pyclass(frozen, module = "rightwell._native")]
pub struct PlacementState(State<PlacementGame>);

#[pymethods]
impl PlacementState {
    /// Returns the state that was saved as these bytes. They are read when a game goes on from it.
    #[new]
    fn new(bytes: &[u8]) -> PlacementState {
        PlacementState(State::Bytes(bytes.to_vec()))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        (py.get_type::<PlacementState>(), (self.__bytes__(py),))
    }
}

/// Placement games, side by side.
#[pyclass(module = "rightwell._native")]
pub struct PlacementGames {
    batch: Batch<PlacementGame>,
    /// Player that prices locks, with the number of pieces that it searches.
    judge: Option<(u8, Player)>,
    /// Player that chose last, with its name and the last line of its games.
    player: Option<((String, Option<u32>), Player)>,
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
            player: None,
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

    /// Returns the judge's price of each legal action, in lines lost until the end of the game, in the order of
    /// [`PlacementGames::afterstates`]: of all games, or of the one with this index. The judge searches `pieces` pieces
    /// deep: 1 is the current one, 2 adds NEXT, and each further one is a mean over all that may come.
    #[pyo3(signature = (index, pieces))]
    fn prices<'py>(
        &mut self,
        py: Python<'py>,
        index: Option<usize>,
        pieces: u8,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let judge = match &mut self.judge {
            Some((depth, judge)) if *depth == pieces => judge,
            other => {
                let judge = Player::named(JUDGE).map_err(wrong)?;
                &mut other.insert((pieces, judge.no_deeper_than(pieces))).1
            }
        };
        let (judge, rules) = (&*judge, &self.batch.rules);
        let places = match index {
            None => &self.batch.places[..],
            Some(index) => std::slice::from_ref(self.batch.place(index)?),
        };
        let mut prices = vec![Vec::new(); places.len()];
        let games = places.iter().zip(&mut prices);
        self.batch
            .threads
            .for_each_heard(py, games, |(place, prices)| {
                let priced = place.game.prices(rules, judge);
                *prices = priced.ok_or_else(|| wrong("the judge has no prices"))?;
                Ok(())
            })?;
        Ok(PyArray1::from_vec(py, prices.concat()))
    }

    /// Returns the action that a built-in player chooses in each game, or in the one with this index; 0 for a game that is
    /// over. A player with a learnt table expects its games to end after `last_line` lines, if given.
    #[pyo3(signature = (index, player, last_line))]
    fn choices<'py>(
        &mut self,
        py: Python<'py>,
        index: Option<usize>,
        player: &str,
        last_line: Option<u32>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let asked = (player.to_owned(), last_line);
        let player = match &mut self.player {
            Some((found, player)) if *found == asked => player,
            other => {
                let player = Player::named(&asked.0).map_err(wrong)?;
                &mut other.insert((asked, player.ending_with(last_line))).1
            }
        };
        let (player, rules) = (&*player, &self.batch.rules);
        let places = match index {
            None => &self.batch.places[..],
            Some(index) => std::slice::from_ref(self.batch.place(index)?),
        };
        let mut choices = vec![0; places.len()];
        let games = places.iter().zip(&mut choices);
        self.batch
            .threads
            .for_each_heard(py, games, |(place, choice)| {
                *choice = place.game.choice(rules, player).map_or(0, i64::from);
                Ok(())
            })?;
        Ok(PyArray1::from_vec(py, choices))
    }

    /// Returns a game as a recording: the text of a file, and its ending, `ron`. With hands, the recording has all
    /// frames, and points for soft drops.
    fn recording(&self, index: usize) -> PyResult<(String, &'static str)> {
        let game = &self.batch.place(index)?.game;
        Ok((game.recording(&self.batch.rules)?, "ron"))
    }

    /// Returns the picture of a game: red, green and blue of 240 rows of 256 pixels.
    fn picture<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        picture(py, &self.batch.place(index)?.game.view())
    }

    /// Returns a copy of a game.
    fn state(&self, index: usize) -> PyResult<PlacementState> {
        self.batch.state(index).map(PlacementState)
    }

    /// Puts a copy in the place of a game. The rules must be those of the game that was copied.
    fn set_state(&mut self, py: Python<'_>, index: usize, state: &PlacementState) -> PyResult<()> {
        self.batch.set_state(py, index, &state.0)?;
        self.step_all(py, None, false)
    }

    /// Takes over the seeds of the later games of other games, as many as these.
    fn continue_seeds(&mut self, other: PyRef<'_, PlacementGames>) -> PyResult<()> {
        self.batch.continue_seeds(&other.batch)
    }
}

/// Player that prices locks.
const JUDGE: &str = "scorer";

impl PlacementGames {
    /// Locks a piece in all games, if there are actions, and writes the arrays.
    fn step_all(&mut self, py: Python<'_>, actions: Option<&[i64]>, restart: bool) -> PyResult<()> {
        let mut board = writable(self.board.bind(py))?;
        let mut facts = writable(self.facts.bind(py))?;
        let mut mask = writable(self.mask.bind(py))?;
        let mut rewards = writable(self.rewards.bind(py))?;
        let mut terminated = writable(self.terminated.bind(py))?;
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
        let threads = self.batch.threads;
        threads.for_each(py, parts, |(task, part)| {
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
    }
}

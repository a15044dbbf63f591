//! Placement games: an action is a lock of the current piece.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use rightwell::engine::drag_recording::{PieceInputs, RecordedGame};
use rightwell::engine::{
    DragGame, DragInput, DragRecording, DragStart, PlayState, RecordedConsole, RecordingEnd,
};
use rightwell::players::{Input, Player, Position};
use rightwell::rules::{Board, Piece, Pose};
use rightwell::search::{
    Hand, MoveGenerator, NoFilter, PadPiece, ReachableLocks, Thumbs, pad_path,
};

use super::batch::{CELLS, GAMES_PER_TASK, GameSeeds, Place, Replayed, Threads};
use super::rules::{PlacementRules, wrong};

/// Number of actions: a rotation, a row and a column.
const ACTIONS: usize = 4 * CELLS;
/// Numbers of a game in the array `facts`, in this order.
const FACTS: [&str; 7] = [
    "current", "next", "level", "lines", "score", "pieces", "action",
];
/// Most frames that a recording may wait for a piece: longer than any animation.
const WAIT_MAX: u32 = 600;
/// Best score on a new cartridge, which a recording shows.
const TOP: u32 = 10_000;

/// The game in play.
#[derive(Clone, Debug)]
enum Play {
    /// Without gravity.
    Drag(Box<DragGame>),
    /// At the console, with hands. Pieces lock at once.
    Console(Box<RecordedConsole>),
}

/// A game in which an action is a lock.
#[derive(Clone, Debug)]
struct PlacementGame {
    play: Play,
    seed: u64,
    /// Actions so far.
    actions: Vec<u16>,
    /// Locks of the current piece. `None` if the game is over.
    locks: Option<ReachableLocks>,
    /// Facts, in the order of [`FACTS`].
    facts: [i32; FACTS.len()],
    board: Board,
    /// Actions that are legal in the array `mask`.
    marked: Vec<u16>,
}

/// Returns the action of a lock.
fn action_of(lock: Pose) -> u16 {
    let rotation = u16::from(lock.orientation.rotation());
    rotation * CELLS as u16 + lock.y as u16 * 10 + lock.x as u16
}

/// Returns the lock of an action, if the piece has such a rotation.
fn lock_of(action: u16, piece: Piece) -> Option<Pose> {
    let (rotation, cell) = ((action / CELLS as u16) as u8, action % CELLS as u16);
    (rotation < piece.rotation_count()).then(|| Pose {
        orientation: piece.orientation(rotation),
        x: (cell % 10) as i8,
        y: (cell / 10) as i8,
    })
}

impl PlacementGame {
    fn piece(&self) -> Piece {
        match &self.play {
            Play::Drag(game) => game.pose().piece(),
            Play::Console(console) => console
                .console()
                .game()
                .map_or(Piece::T, |game| game.pose().piece()),
        }
    }

    /// Returns the lock of a legal action.
    fn legal(&self, action: u16) -> Option<Pose> {
        let lock = lock_of(action, self.piece())?;
        let locks = self.locks.as_ref()?;
        locks
            .rotation(lock.orientation.rotation())
            .contains(lock.x, lock.y)
            .then_some(lock)
    }

    /// Returns the first legal lock from this action on, starting again at action 0. `None` if the game is over.
    fn legal_from(&self, action: u16) -> Option<Pose> {
        let locks = self.locks?;
        locks
            .iter()
            .min_by_key(|&lock| (action_of(lock) < action, action_of(lock)))
    }

    /// Locks the current piece. Returns the points won. The lock must be legal.
    fn lock(&mut self, rules: &PlacementRules, lock: Pose) -> f64 {
        self.actions.push(action_of(lock));
        let before = self.facts[4];
        let is_over = match &mut self.play {
            Play::Drag(game) => {
                game.step(Some(DragInput::Lock {
                    pose: lock,
                    animate: false,
                }));
                game.is_over()
            }
            Play::Console(console) => !console.forget().lock_at_once(lock),
        };
        self.look(rules, is_over);
        f64::from(self.facts[4] - before)
    }

    /// Updates board, facts and locks.
    fn look(&mut self, rules: &PlacementRules, is_over: bool) {
        let (current, next, level, lines, score, speed_level);
        match &self.play {
            Play::Drag(game) => {
                self.board = game.board();
                (current, next) = (game.pose().piece(), game.next());
                (level, lines, score) = (game.level(), game.lines(), game.score().points());
                speed_level = level;
            }
            Play::Console(console) => {
                let Some(game) = console.console().game() else {
                    self.locks = None;
                    return;
                };
                self.board = game.board();
                (current, next) = (game.pose().piece(), game.next());
                (level, lines, score) = (game.level(), game.lines(), game.score().points());
                speed_level = game.speed_level();
            }
        }
        self.facts = [
            current.index() as i32,
            next.index() as i32,
            level.into(),
            lines.into(),
            score as i32,
            self.actions.len() as i32,
            self.actions.last().map_or(-1, |&action| action.into()),
        ];
        self.locks = match &rules.hands {
            _ if is_over => None,
            None => NoFilter.locks(&self.board, current),
            Some(hands) => hands.moves.at(speed_level).locks(&self.board, current),
        };
    }

    fn position(&self) -> Position {
        let piece = |fact: i32| Piece::ALL[fact as usize];
        Position {
            board: self.board,
            current: piece(self.facts[0]),
            next: Some(piece(self.facts[1])),
            level: self.facts[2] as u8,
            lines: self.facts[3] as u16,
        }
    }

    /// Writes the cells, the facts and the legal actions.
    fn write(&mut self, board: &mut [u8], facts: &mut [i32], mask: &mut [i8]) {
        write_board(&self.board, board);
        facts.copy_from_slice(&self.facts);
        for action in self.marked.drain(..) {
            mask[usize::from(action)] = 0;
        }
        self.marked.extend(
            self.locks
                .iter()
                .flat_map(ReachableLocks::iter)
                .map(action_of),
        );
        for &action in &self.marked {
            mask[usize::from(action)] = 1;
        }
    }

    /// Returns the game as a recording without gravity.
    fn drag_recording(&self, start: DragStart) -> DragRecording {
        let mut game = DragGame::new(start.clone()).expect("the game has begun with this start");
        let mut pieces = Vec::new();
        let mut frames = 0;
        let ends = self
            .locks
            .is_none()
            .then_some(DragInput::GiveUp { animate: false });
        let mut actions = self.actions.iter();
        while !game.is_over() {
            let lock = actions
                .next()
                .and_then(|&action| lock_of(action, game.pose().piece()));
            let lock = lock.map(|pose| DragInput::Lock {
                pose,
                animate: false,
            });
            let Some(input) = lock.or(ends) else {
                break;
            };
            let mut inputs = PieceInputs::default();
            inputs.push(input.into());
            pieces.push(inputs);
            game.step(Some(input));
            frames += 1;
        }
        let mut recording = DragRecording::new();
        recording.games.push(RecordedGame {
            start,
            frames,
            pieces,
        });
        recording.end = Some(RecordingEnd {
            frame: frames,
            hash: game.hash(),
        });
        recording
    }

    /// Plays the game frame by frame on `console`, as the hands would. The pieces do not depend on time, so they are the
    /// same.
    fn played_by_hand(
        &self,
        mut console: RecordedConsole,
        hand: Hand,
    ) -> PyResult<RecordedConsole> {
        for &action in &self.actions {
            let mut waited = 0;
            let played = console
                .console()
                .game()
                .map_or(0, |game| game.statistics().iter().sum::<u16>());
            while console
                .console()
                .game()
                .is_some_and(|game| game.play_state() != PlayState::Control)
                && waited < WAIT_MAX
            {
                console.step(Default::default());
                waited += 1;
            }
            let (game, carry) = (console.console().game(), console.console().carry());
            let Some(game) = game else { break };
            let piece = PadPiece {
                pose: game.pose(),
                control: carry.control,
                held: carry.pad.held,
                thumbs: Thumbs::default(),
                level: game.speed_level(),
                region: console.console().region(),
            };
            let lock = lock_of(action, game.pose().piece());
            let path = lock.and_then(|lock| pad_path(&game.board(), piece, hand, lock));
            let path = path.ok_or_else(|| {
                wrong(format!("these hands cannot play piece {} in time", played))
            })?;
            for held in path {
                console.step(held);
            }
        }
        Ok(console)
    }
}

impl Replayed for PlacementGame {
    type Rules = PlacementRules;

    fn begin(rules: &PlacementRules, seed: u64) -> PyResult<PlacementGame> {
        let play = match &rules.hands {
            None => Play::Drag(Box::new(
                DragGame::new(drag_start(rules, seed)).map_err(wrong)?,
            )),
            Some(hands) => Play::Console(Box::new(rules.begin(hands, seed, false)?)),
        };
        let mut game = PlacementGame {
            play,
            seed,
            actions: Vec::new(),
            locks: None,
            facts: [0; FACTS.len()],
            board: Board::EMPTY,
            marked: Vec::new(),
        };
        game.look(rules, false);
        Ok(game)
    }

    fn repeat(&mut self, rules: &PlacementRules, action: u16) -> PyResult<()> {
        let lock = self
            .legal(action)
            .ok_or_else(|| wrong("the state has an impossible action"))?;
        self.lock(rules, lock);
        Ok(())
    }

    fn played(&self) -> (u64, impl Iterator<Item = u16>) {
        (self.seed, self.actions.iter().copied())
    }
}

fn drag_start(rules: &PlacementRules, seed: u64) -> DragStart {
    DragStart {
        level: rules.series.level,
        randomizer: rules.series.randomizer,
        seed,
        game: 0,
        top: TOP,
        endless: None,
        position: rules.series.position,
    }
}

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
    rules: PlacementRules,
    places: Vec<Place<PlacementGame>>,
    threads: Threads,
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
        let places = seeds.into_iter().map(|seed| Place::new(&rules, seed));
        let mut games = PlacementGames {
            places: places.collect::<PyResult<_>>()?,
            rules,
            threads: Threads::new(threads)?,
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
        self.places.len()
    }

    /// Sets the seed of each game whose entry is not `None`. It applies from the next reset on.
    fn seed(&mut self, seeds: Vec<Option<u64>>) -> PyResult<()> {
        self.check_count(seeds.len())?;
        for (place, seed) in self.places.iter_mut().zip(seeds) {
            if let Some(seed) = seed {
                place.seeds = GameSeeds::new(seed);
            }
        }
        Ok(())
    }

    /// Restarts the games for which `mask` is true, all games without a mask.
    #[pyo3(signature = (mask=None))]
    fn reset(&mut self, py: Python<'_>, mask: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let mask = mask
            .as_ref()
            .map(|mask| mask.as_slice().map_err(wrong))
            .transpose()?;
        if let Some(mask) = mask {
            self.check_count(mask.len())?;
        }
        for (index, place) in self.places.iter_mut().enumerate() {
            if mask.is_none_or(|mask| mask[index]) {
                restarted(place, &self.rules)?;
            }
        }
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
        self.check_count(actions.len())?;
        for (index, (place, &action)) in self.places.iter().zip(actions).enumerate() {
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
        for place in &self.places {
            starts.push(starts[starts.len() - 1] + locks(place) as i64);
        }
        let count = starts[self.places.len()] as usize;
        let boards = PyArray3::zeros(py, [count, 20, 10], false);
        let mut actions = Vec::with_capacity(count);
        {
            let mut boards = boards.readwrite();
            let mut left = boards
                .as_slice_mut()
                .map_err(wrong)?
                .chunks_exact_mut(CELLS);
            for game in self.places.iter().map(|place| &place.game) {
                for lock in game.locks.iter().flat_map(ReachableLocks::iter) {
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
            Some(judge) => judge.clone(),
            None => self
                .judge
                .insert(Player::named(JUDGE).map_err(wrong)?)
                .clone(),
        };
        let game = &self.place(index)?.game;
        let locks: Vec<Pose> = game.locks.iter().flat_map(ReachableLocks::iter).collect();
        let Some(&first) = locks.first() else {
            return Ok(PyArray1::zeros(py, 0, false));
        };
        let position = game.position();
        let input = match &self.rules.hands {
            None => Input::Drag,
            Some(hands) => Input::Pad(hands.moves.at(position.level)),
        };
        let priced = py.detach(|| judge.price_locks(&position, first, input.moves(), locks.len()));
        let priced = priced.ok_or_else(|| wrong("the judge has no prices"))?;
        let price = |lock: &Pose| {
            priced
                .locks
                .iter()
                .find(|rated| rated.lock == *lock)
                .map_or(f64::INFINITY, |rated| rated.cost)
        };
        Ok(PyArray1::from_vec(py, locks.iter().map(price).collect()))
    }

    /// Returns a game as a recording: the text of a file ending in `.ron` or, if a movie can hold it, `.fm2`. Also
    /// returns that ending. With hands, the recording has all frames, and points for soft drops.
    fn recording(&self, index: usize) -> PyResult<(String, &'static str)> {
        let game = &self.place(index)?.game;
        let text = match &self.rules.hands {
            None => game
                .drag_recording(drag_start(&self.rules, game.seed))
                .to_ron(),
            Some(hands) => {
                let console = self.rules.begin(hands, game.seed, true)?;
                let console = game.played_by_hand(console, hands.moves.hand())?;
                console
                    .history()
                    .expect("the console keeps its history")
                    .to_ron()
            }
        };
        Ok((text, "ron"))
    }

    /// Returns a copy of a game.
    fn state(&self, index: usize) -> PyResult<PlacementState> {
        self.place(index).cloned().map(PlacementState)
    }

    /// Puts a copy in the place of a game.
    fn set_state(&mut self, py: Python<'_>, index: usize, state: &PlacementState) -> PyResult<()> {
        let marked = self.place(index)?.game.marked.clone();
        self.places[index] = state.0.clone();
        self.places[index].game.marked = marked;
        self.step_all(py, None, false)
    }

    /// Reads a state from bytes. The rules must be those of the game that was saved.
    fn state_from(&self, bytes: &[u8]) -> PyResult<PlacementState> {
        Place::from_bytes(&self.rules, bytes).map(PlacementState)
    }
}

/// Player that prices locks.
const JUDGE: &str = "scorer";

/// Writes the cells of a board, 1 for an occupied one.
fn write_board(board: &Board, out: &mut [u8]) {
    for (y, row) in out.chunks_exact_mut(10).enumerate() {
        let cells = board.row(y as i8);
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = (cells >> x & 1) as u8;
        }
    }
}

/// A game with its part of each array: board, facts, mask, reward, and whether it is over.
type Row<'a> = (
    &'a mut Place<PlacementGame>,
    &'a mut [u8],
    &'a mut [i32],
    &'a mut [i8],
    &'a mut f64,
    &'a mut bool,
);

impl PlacementGames {
    fn place(&self, index: usize) -> PyResult<&Place<PlacementGame>> {
        let count = self.places.len();
        let fault = || wrong(format!("game {index} is out of range; there are {count}"));
        self.places.get(index).ok_or_else(fault)
    }

    fn check_count(&self, count: usize) -> PyResult<()> {
        match self.places.len() {
            games if games == count => Ok(()),
            games => Err(wrong(format!("{count} entries for {games} games"))),
        }
    }

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
        let rules = &self.rules;
        let work = |(index, (place, board, facts, mask, points, is_over)): (usize, Row<'_>)| -> PyResult<()> {
            *points = 0.0;
            if let Some(actions) = actions {
                let action = actions[index] as u16;
                let game = &place.game;
                match game.legal(action).or_else(|| game.legal_from(action)) {
                    Some(lock) => *points = place.game.lock(rules, lock),
                    None if restart => restarted(place, rules)?,
                    None => {}
                }
            }
            *is_over = place.game.locks.is_none();
            place.game.write(board, facts, mask);
            Ok(())
        };
        let (places, threads) = (&mut self.places, &self.threads);
        py.detach(|| {
            threads.run(places.len(), |is_parallel| match is_parallel {
                true => (
                    places.par_iter_mut(),
                    board.par_chunks_mut(CELLS),
                    facts.par_chunks_mut(FACTS.len()),
                    mask.par_chunks_mut(ACTIONS),
                    rewards.par_iter_mut(),
                    terminated.par_iter_mut(),
                )
                    .into_par_iter()
                    .enumerate()
                    .with_min_len(GAMES_PER_TASK)
                    .try_for_each(work),
                false => {
                    let rows = places
                        .iter_mut()
                        .zip(board.chunks_mut(CELLS))
                        .zip(facts.chunks_mut(FACTS.len()));
                    let rows = rows
                        .zip(mask.chunks_mut(ACTIONS))
                        .zip(rewards.iter_mut())
                        .zip(terminated.iter_mut());
                    let rows = rows.map(|(((((place, board), facts), mask), points), is_over)| {
                        (place, board, facts, mask, points, is_over)
                    });
                    rows.enumerate().try_for_each(work)
                }
            })
        })
    }
}

/// Begins the next game in a place. The array still has the legal actions of the previous one.
fn restarted(place: &mut Place<PlacementGame>, rules: &PlacementRules) -> PyResult<()> {
    let marked = std::mem::take(&mut place.game.marked);
    place.restart(rules)?;
    place.game.marked = marked;
    Ok(())
}

//! Console games: an action is the buttons held in a frame.

use std::sync::LazyLock;

use numpy::{PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use rightwell::engine::{History, PadGame, PersistentMemory, PlayState, RecordedConsole, View};
use rightwell::render::{Frame, Renderer};
use rightwell::rules::{Buttons, Cell, Piece};

use super::batch::{Batch, CELLS, GAMES_PER_TASK, Place, Replayed, State, writable};
use super::rules::{ConsoleOptions, ConsoleRules, checked_height, wrong};

/// Number of bytes of a picture: red, green and blue of 240 rows of 256 pixels.
const PICTURE: usize = Frame::WIDTH * Frame::HEIGHT * 3;

/// Numbers that every game has, in this order.
pub const GAME_FACTS: [&str; 11] = [
    "current",
    "orientation",
    "x",
    "y",
    "next",
    "level",
    "lines",
    "score",
    "das",
    "fall_timer",
    "play_state",
];
/// Numbers of a game in the array `facts`, after [`GAME_FACTS`] and in this order.
const MORE_FACTS: [&str; 9] = ["seed", "height", "t", "j", "z", "o", "s", "l", "i"];
/// Number of columns of the array `facts`.
const FACTS: usize = GAME_FACTS.len() + MORE_FACTS.len();
/// Column of the height of the stack, before the number of each piece.
const HEIGHT: usize = FACTS - Piece::COUNT - 1;

/// Returns the renderer that all games share.
fn renderer() -> &'static Renderer {
    static RENDERER: LazyLock<Renderer> = LazyLock::new(Renderer::new);
    &RENDERER
}

/// Returns the picture of a game: red, green and blue of 240 rows of 256 pixels.
pub fn picture<'py>(py: Python<'py>, view: &View) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (mut frame, renderer) = (Frame::new(), renderer());
    renderer.draw(view, &mut frame);
    let pixels = frame.to_rgb(renderer.palette(), 1).into_iter().flatten();
    PyArray1::from_iter(py, pixels).reshape([Frame::HEIGHT, Frame::WIDTH, 3])
}

/// Returns the facts that every game has: [`GAME_FACTS`].
pub fn game_facts(game: &PadGame, carry: &PersistentMemory) -> [i32; GAME_FACTS.len()] {
    let pose = game.pose();
    [
        pose.piece().index() as i32,
        pose.orientation.id().into(),
        pose.x.into(),
        pose.y.into(),
        game.next().index() as i32,
        game.level().into(),
        game.lines().into(),
        game.score().points() as i32,
        carry.control.das.into(),
        carry.control.fall_timer.into(),
        game.play_state().number().into(),
    ]
}

/// Writes the settled cells of a game, 1 for an occupied one.
pub fn write_cells(game: &PadGame, board: &mut [u8]) {
    for (byte, cell) in board.iter_mut().zip(game.page().visible()) {
        *byte = cell.is_occupied().into();
    }
}

/// Number of frames within which a B-type game makes its garbage: 12 rows, then the cut to their height.
const SET_UP_FRAMES: usize = 16;

/// Parts of a game that a reward counts.
#[derive(Clone, Copy, Debug)]
struct Reward {
    score: bool,
    lines: bool,
    height: bool,
}

/// Score, lines and height of the stack, as far as rewards have counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counted {
    score: u32,
    lines: u16,
    height: u8,
}

/// A game at the console.
#[derive(Clone, Debug)]
struct ConsoleGame {
    console: RecordedConsole,
    seed: u16,
    /// Buttons of each frame so far.
    inputs: Vec<u8>,
    counted: Counted,
    /// True from the frame in which the game is lost or has reached its goal.
    is_over: bool,
    /// Last picture, once one was drawn.
    picture: Option<Frame>,
}

impl ConsoleGame {
    /// Returns the game, until the player leaves it by a reset.
    fn game(&self) -> Option<&PadGame> {
        self.console.console().game()
    }

    /// Runs a frame.
    fn frame(&mut self, held: Buttons) {
        self.console.step(held);
        self.inputs.push(held.bits());
        let console = self.console.console();
        self.is_over = console.is_game_ended() || console.game().is_none();
    }

    /// Runs up to `frames` frames with these buttons held. Stops when the game is over.
    fn step(&mut self, held: Buttons, frames: u32) {
        for _ in 0..frames {
            if self.is_over {
                break;
            }
            self.frame(held);
        }
    }

    fn count(&self) -> Counted {
        let Some(game) = self.game() else {
            return self.counted;
        };
        let rows = game.page().visible().chunks_exact(10);
        let is_used = |row: &&[_]| row.iter().any(|cell: &Cell| cell.is_occupied());
        Counted {
            score: game.score().points(),
            lines: game.lines(),
            height: rows.filter(is_used).count() as u8,
        }
    }

    /// Returns whether a piece is under control, and no garbage is being made. Cells and statistics do not change while
    /// this stays so.
    fn is_controlled(&self) -> bool {
        let state = self.game().map(PadGame::play_state);
        state == Some(PlayState::Control) && self.inputs.len() > SET_UP_FRAMES
    }

    /// Writes the settled cells, the height of the stack and the number of each piece.
    fn write_page(&self, board: &mut [u8], facts: &mut [i32]) {
        let Some(game) = self.game() else {
            return;
        };
        write_cells(game, board);
        let counts = game.statistics().map(i32::from);
        let height = i32::from(self.count().height);
        let facts = facts[HEIGHT..].iter_mut();
        for (fact, number) in facts.zip([height].into_iter().chain(counts)) {
            *fact = number;
        }
    }

    /// Writes the facts before the numbers of pieces.
    fn write_facts(&self, facts: &mut [i32]) {
        let Some(game) = self.game() else {
            return;
        };
        let numbers = game_facts(game, self.console.console().carry());
        facts[..numbers.len()].copy_from_slice(&numbers);
        facts[numbers.len()] = self.seed.into();
    }

    /// Draws the picture. Writes only the parts that have changed since the last picture in `pixels`. `spare` is any
    /// frame, and becomes another one.
    fn draw(&mut self, spare: &mut Frame, pixels: &mut [u8]) {
        let renderer = renderer();
        renderer.draw(&self.console.console().view(), spare);
        let table = renderer.palette().rgba_table();
        let (new, _) = spare.pixels().as_chunks::<16>();
        let old = self
            .picture
            .as_ref()
            .map(|picture| picture.pixels().as_chunks::<16>().0);
        for (index, (new, out)) in new.iter().zip(pixels.chunks_exact_mut(48)).enumerate() {
            if old.is_some_and(|old| old[index] == *new) {
                continue;
            }
            for (colour, rgb) in new.iter().zip(out.chunks_exact_mut(3)) {
                rgb.copy_from_slice(&table[usize::from(colour & 0x3F)][..3]);
            }
        }
        std::mem::swap(self.picture.get_or_insert_with(Frame::new), spare);
    }
}

impl Replayed for ConsoleGame {
    type Rules = ConsoleRules;

    fn describe(rules: &ConsoleRules) -> String {
        rules.describe()
    }

    fn begin(rules: &ConsoleRules, seed: u64) -> PyResult<ConsoleGame> {
        // Bit 0 of the register does not matter, and the other bits are never all 0.
        let seed = (seed % 0x7FFF + 1) as u16 * 2;
        let mut console = rules.begin(seed)?;
        console.forget();
        let mut game = ConsoleGame {
            console,
            seed,
            inputs: Vec::new(),
            counted: Counted::default(),
            is_over: false,
            picture: None,
        };
        game.counted = game.count();
        Ok(game)
    }

    fn repeat(&mut self, _rules: &ConsoleRules, action: u16) -> PyResult<()> {
        let held = u8::try_from(action).ok().filter(|_| !self.is_over);
        let held = held.ok_or_else(|| wrong("the state has an impossible action"))?;
        self.frame(Buttons::from_bits(held));
        Ok(())
    }

    fn played(&self) -> (u64, impl Iterator<Item = u16>) {
        let seed = u64::from(self.seed / 2) + 0x7FFE;
        (seed, self.inputs.iter().map(|&held| held.into()))
    }

    fn follow(&mut self, previous: ConsoleGame) {
        self.picture = previous.picture;
    }
}

/// A game of [`ConsoleGames`] that was set aside, with the seeds of the games after it.
#[pyclass(frozen, module = "rightwell._native")]
pub struct ConsoleState(State<ConsoleGame>);

#[pymethods]
impl ConsoleState {
    /// Returns the state that was saved as these bytes. They are read when a game goes on from it.
    #[new]
    fn new(bytes: &[u8]) -> ConsoleState {
        ConsoleState(State::Bytes(bytes.to_vec()))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        (py.get_type::<ConsoleState>(), (self.__bytes__(py),))
    }
}

/// Games at the console, side by side.
#[pyclass(module = "rightwell._native")]
pub struct ConsoleGames {
    batch: Batch<ConsoleGame>,
    reward: Reward,
    skip_frames: u32,
    #[pyo3(get)]
    board: Py<PyArray3<u8>>,
    #[pyo3(get)]
    facts: Py<PyArray2<i32>>,
    #[pyo3(get)]
    pixels: Option<Py<PyArray4<u8>>>,
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
}

#[pymethods]
impl ConsoleGames {
    /// Names of the columns of `facts`.
    #[classattr]
    #[pyo3(name = "FACTS")]
    fn facts_names() -> Vec<&'static str> {
        [&GAME_FACTS[..], &MORE_FACTS].concat()
    }

    #[new]
    #[pyo3(signature = (seeds, *, level, region, height, mode, position, crash, double_killscreen, skip_frames, reward, pixels, threads))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn new(
        py: Python<'_>,
        seeds: Vec<u64>,
        level: u8,
        region: &str,
        height: Option<u8>,
        mode: Option<&str>,
        position: Option<&str>,
        crash: &str,
        double_killscreen: bool,
        skip_frames: u32,
        reward: (bool, bool, bool),
        pixels: bool,
        threads: usize,
    ) -> PyResult<ConsoleGames> {
        let options = ConsoleOptions {
            height: height.map(checked_height).transpose()?,
            mode,
            position,
            crash,
            double_killscreen,
        };
        let rules = ConsoleRules::new(level, region, options)?;
        let (count, (score, lines, height)) = (seeds.len(), reward);
        let mut games = ConsoleGames {
            batch: Batch::new(rules, seeds, threads)?,
            reward: Reward {
                score,
                lines,
                height,
            },
            skip_frames,
            board: PyArray3::zeros(py, [count, 20, 10], false).unbind(),
            facts: PyArray2::zeros(py, [count, FACTS], false).unbind(),
            pixels: pixels.then(|| {
                PyArray4::zeros(py, [count, Frame::HEIGHT, Frame::WIDTH, 3], false).unbind()
            }),
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

    /// Runs `skip_frames` frames of each game with these buttons held: from bit 0, A, B, Select, Start, Up, Down, Left,
    /// Right. With `restart`, games that are over begin again instead.
    fn step(
        &mut self,
        py: Python<'_>,
        buttons: PyReadonlyArray1<'_, u8>,
        restart: bool,
    ) -> PyResult<()> {
        let buttons = buttons.as_slice().map_err(wrong)?;
        self.batch.check_count(buttons.len())?;
        self.step_all(py, Some(buttons), restart)
    }

    /// Returns a game as a recording: the text of a file ending in `.fm2` or, if a movie cannot hold it, `.ron`. Also
    /// returns that ending.
    fn recording(&self, index: usize) -> PyResult<(String, &'static str)> {
        let game = &self.batch.place(index)?.game;
        let mut console = self.batch.rules.begin(game.seed)?;
        let begun = console.console().frames();
        for &held in &game.inputs {
            console.step(Buttons::from_bits(held));
        }
        let history = console.history().expect("the console keeps its history");
        let history: History = history.with_main_game(Some(begun));
        Ok(match history.is_for_emulators() {
            true => (history.to_fm2(), "fm2"),
            false => (history.to_ron(), "ron"),
        })
    }

    /// Returns the picture of a game: red, green and blue of 240 rows of 256 pixels.
    fn picture<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        picture(py, &self.batch.place(index)?.game.console.console().view())
    }

    /// Returns a copy of a game.
    fn state(&self, index: usize) -> PyResult<ConsoleState> {
        self.batch.state(index).map(ConsoleState)
    }

    /// Puts a copy in the place of a game. The rules must be those of the game that was copied.
    fn set_state(&mut self, py: Python<'_>, index: usize, state: &ConsoleState) -> PyResult<()> {
        let game = self.batch.set_state(py, index, &state.0)?;
        game.counted = game.count();
        self.step_all(py, None, false)
    }

    /// Takes over the seeds of the later games of other games, as many as these.
    fn continue_seeds(&mut self, other: PyRef<'_, ConsoleGames>) -> PyResult<()> {
        self.batch.continue_seeds(&other.batch)
    }
}

impl ConsoleGames {
    /// Steps all games, if there are buttons, and writes the arrays.
    fn step_all(&mut self, py: Python<'_>, buttons: Option<&[u8]>, restart: bool) -> PyResult<()> {
        let mut board = writable(self.board.bind(py))?;
        let mut facts = writable(self.facts.bind(py))?;
        let mut rewards = writable(self.rewards.bind(py))?;
        let mut terminated = writable(self.terminated.bind(py))?;
        let mut pixels = self
            .pixels
            .as_ref()
            .map(|pixels| writable(pixels.bind(py)))
            .transpose()?;
        let board = board.as_slice_mut().map_err(wrong)?;
        let facts = facts.as_slice_mut().map_err(wrong)?;
        let rewards = rewards.as_slice_mut().map_err(wrong)?;
        let terminated = terminated.as_slice_mut().map_err(wrong)?;
        let pixels = pixels
            .as_mut()
            .map(|pixels| pixels.as_slice_mut().map_err(wrong))
            .transpose()?;
        let (rules, reward, frames) = (&self.batch.rules, self.reward, self.skip_frames);
        let step = |index: usize, place: &mut Place<ConsoleGame>| -> PyResult<(f64, bool)> {
            let Some(buttons) = buttons else {
                return Ok((0.0, true));
            };
            if restart && place.game.is_over {
                place.restart(rules)?;
                return Ok((0.0, true));
            }
            let game = &mut place.game;
            let was_controlled = frames == 1 && game.is_controlled();
            game.step(Buttons::from_bits(buttons[index].reverse_bits()), frames);
            let is_page_new = !(was_controlled && game.is_controlled());
            Ok((game.reward(reward, is_page_new), is_page_new))
        };
        const TASK: usize = GAMES_PER_TASK;
        let mut pixels = pixels.map(|pixels| pixels.chunks_mut(TASK * PICTURE));
        let parts = self.batch.places.chunks_mut(TASK);
        let parts = parts.zip(board.chunks_mut(TASK * CELLS));
        let parts = parts.zip(facts.chunks_mut(TASK * FACTS));
        let parts = parts.zip(rewards.chunks_mut(TASK));
        let parts = parts.zip(terminated.chunks_mut(TASK)).enumerate();
        let parts = parts.map(|part| (part, pixels.as_mut().and_then(Iterator::next)));
        let threads = self.batch.threads;
        threads.for_each(py, parts, |((task, part), pixels)| {
            let ((((places, board), facts), rewards), terminated) = part;
            for (index, place) in places.iter_mut().enumerate() {
                let board = &mut board[index * CELLS..][..CELLS];
                let facts = &mut facts[index * FACTS..][..FACTS];
                let (reward, is_page_new) = step(task * TASK + index, place)?;
                rewards[index] = reward;
                terminated[index] = place.game.is_over;
                if is_page_new {
                    place.game.write_page(board, facts);
                }
                place.game.write_facts(facts);
            }
            if let Some(pixels) = pixels {
                let mut spare = Frame::new();
                let pixels = pixels.chunks_mut(PICTURE);
                for (place, pixels) in places.iter_mut().zip(pixels) {
                    place.game.draw(&mut spare, pixels);
                }
            }
            Ok(())
        })
    }
}

impl ConsoleGame {
    /// Returns the reward since the last call. `is_page_new` is true if the cells may have changed since then.
    fn reward(&mut self, wanted: Reward, is_page_new: bool) -> f64 {
        let Some(game) = self.game() else {
            return 0.0;
        };
        let (score, lines) = (game.score().points(), game.lines());
        if !is_page_new && (score, lines) == (self.counted.score, self.counted.lines) {
            return 0.0;
        }
        let now = self.count();
        let before = std::mem::replace(&mut self.counted, now);
        let gained = |is_wanted: bool, points: f64| if is_wanted { points } else { 0.0 };
        gained(wanted.score, f64::from(now.score) - f64::from(before.score))
            // A B-type game counts its lines down.
            + gained(wanted.lines, f64::from(now.lines.abs_diff(before.lines)))
            - gained(
                wanted.height,
                f64::from(now.height.saturating_sub(before.height)),
            )
    }
}

//! Rounds of two players against each other, with garbage: an action is the buttons held in a frame.

use numpy::{PyArray2, PyArray3};
use pyo3::prelude::*;
use rightwell::engine::versus::{GarbageHoles, GarbageRules, MatchRecording, Versus, VersusStart};
use rightwell::engine::{MatchStage, RoundOutcome, Side};
use rightwell::rules::Buttons;

use super::batch::{CELLS, writable};
use super::console::{GAME_FACTS, game_facts, picture, write_cells};
use super::rules::{region_named, wrong};

/// Numbers of a side in the array `facts`, after those of every game: rows of garbage queued for it, and rows that it
/// has sent.
const GARBAGE_FACTS: [&str; 2] = ["pending", "sent"];
/// Number of columns of the array `facts`.
const FACTS: usize = GAME_FACTS.len() + GARBAGE_FACTS.len();

/// A round of two players. Start and Select do nothing, so that no player can stop the other.
#[pyclass(module = "rightwell._native")]
pub struct VersusRound {
    versus: Versus,
    /// Buttons of each frame so far.
    inputs: Vec<[Buttons; 2]>,
    #[pyo3(get)]
    board: Py<PyArray3<u8>>,
    #[pyo3(get)]
    facts: Py<PyArray2<i32>>,
}

#[pymethods]
impl VersusRound {
    /// Names of the columns of `facts`.
    #[classattr]
    #[pyo3(name = "FACTS")]
    fn facts_names() -> Vec<&'static str> {
        [&GAME_FACTS[..], &GARBAGE_FACTS].concat()
    }

    #[new]
    #[pyo3(signature = (seed, *, levels, garbage, cancelling, region, randomizer))]
    fn new(
        py: Python<'_>,
        seed: u64,
        levels: [u8; 2],
        garbage: &str,
        cancelling: bool,
        region: &str,
        randomizer: &str,
    ) -> PyResult<VersusRound> {
        let holes = match garbage {
            "fixed" => GarbageHoles::Fixed,
            "changing" => GarbageHoles::Changing,
            "off" => GarbageHoles::Off,
            _ => {
                return Err(wrong(format!(
                    "garbage {garbage:?}; allowed: fixed, changing, off"
                )));
            }
        };
        let start = VersusStart {
            levels,
            garbage: GarbageRules { holes, cancelling },
            best_of: 1,
            seed,
            randomizer: randomizer.parse().map_err(wrong)?,
            region: region_named(region)?,
            ..VersusStart::default()
        };
        let round = VersusRound {
            versus: Versus::new(start).map_err(wrong)?,
            inputs: Vec::new(),
            board: PyArray3::zeros(py, [2, 20, 10], false).unbind(),
            facts: PyArray2::zeros(py, [2, FACTS], false).unbind(),
        };
        round.write(py)?;
        Ok(round)
    }

    /// Runs up to `frames` frames with these buttons held, left player first: from bit 0, A, B, Select, Start, Up, Down,
    /// Left, Right. Stops at the end of the round.
    fn step(&mut self, py: Python<'_>, buttons: [u8; 2], frames: u32) -> PyResult<()> {
        let stopping = Buttons::START.with(Buttons::SELECT).bits();
        let held = buttons.map(|bits| Buttons::from_bits(bits.reverse_bits() & !stopping));
        for _ in 0..frames {
            if self.outcome().is_some() {
                break;
            }
            self.versus.step(held);
            self.inputs.push(held);
        }
        self.write(py)
    }

    /// Returns the winner, 0 for the left and 1 for the right player, or 2 for a draw. `None` while they play.
    #[getter]
    fn outcome(&self) -> Option<u8> {
        let (MatchStage::RoundOver(outcome) | MatchStage::MatchOver(outcome)) =
            self.versus.moment()
        else {
            return None;
        };
        Some(match outcome {
            RoundOutcome::Won(side) => side.index() as u8,
            RoundOutcome::Draw => 2,
        })
    }

    /// Returns the picture of both players: red, green and blue of 240 rows of 256 pixels.
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        picture(py, &self.versus.view())
    }

    /// Returns the round as the text of a recording, a file ending in `.ron`.
    fn recording(&self) -> String {
        MatchRecording::from_versus(&self.versus, self.inputs.clone()).to_ron()
    }
}

impl VersusRound {
    fn write(&self, py: Python<'_>) -> PyResult<()> {
        let mut board = writable(self.board.bind(py))?;
        let mut facts = writable(self.facts.bind(py))?;
        let boards = board.as_slice_mut().map_err(wrong)?.chunks_mut(CELLS);
        let facts = facts.as_slice_mut().map_err(wrong)?.chunks_mut(FACTS);
        for ((side, board), facts) in Side::BOTH.into_iter().zip(boards).zip(facts) {
            let game = self.versus.game(side);
            write_cells(game, board);
            let (of_game, of_garbage) = facts.split_at_mut(GAME_FACTS.len());
            of_game.copy_from_slice(&game_facts(game, self.versus.carry(side)));
            of_garbage.copy_from_slice(
                &[self.versus.pending(side), self.versus.sent(side)].map(|rows| rows as i32),
            );
        }
        Ok(())
    }
}

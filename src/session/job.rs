//! Work for a thinking thread: a copied position out, a plan back.

use std::sync::Arc;

use crate::engine::{Carry, DragGame, PadGame};
use crate::players::{Input, Position, Strategy};
use crate::rules::motion::COLUMNS;
use crate::rules::{Buttons, Control, Occupancy, Pad, Page, Pose};
use crate::search::{PadMover, PadPiece, Path, UnderWay, pad_locks, pad_path};

use super::controls::Movers;

/// The position of a game that asks for an input.
pub fn position_of(game: &DragGame) -> Position {
    Position {
        board: game.board(),
        current: game.pose().piece(),
        next: Some(game.next()),
        level: game.level(),
        lines: game.lines(),
    }
}

/// The position of a game of the cartridge in which a piece has just spawned.
pub fn position_of_pad(game: &PadGame) -> Position {
    Position {
        board: game.field().board(),
        current: game.pose().piece(),
        next: Some(game.next()),
        level: game.level(),
        lines: game.lines(),
    }
}

/// A numbered question: where does this piece go?
#[derive(Clone, Debug)]
pub struct Job {
    /// The plan bears the same number; a plan for another job is not wanted any more.
    pub number: u64,
    /// The position.
    pub position: Position,
    /// Who decides.
    pub strategy: Arc<Strategy>,
    /// How the piece gets there.
    pub task: Task,
}

/// How a piece gets to its lock.
#[derive(Clone, Debug)]
pub enum Task {
    /// Without gravity.
    Drag {
        /// Whether the path is wanted too; without it the plan is the lock alone.
        with_path: bool,
    },
    /// By gamepad.
    Pad(Box<PadTask>),
}

/// A piece in the hands of a player at the gamepad.
#[derive(Clone, Debug)]
pub struct PadTask {
    /// The playfield, hidden rows included.
    pub page: Page,
    /// The piece before the next tick.
    pub piece: PadPiece,
    /// The hands.
    pub movers: Arc<Movers>,
    /// The piece slips: it goes to another place near by, which this number chooses.
    pub slip: Option<u32>,
}

/// The answer to a [`Job`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the job.
    pub number: u64,
    /// What to do.
    pub decision: Decision,
}

/// Where the current piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Along this path, from spawn to the lock.
    Walk(Path),
    /// To this lock, without a path.
    Lock(Pose),
    /// These buttons, a frame each, until the piece rests; none let it fall.
    Press(Vec<Press>),
    /// No place is left.
    GiveUp,
}

/// The buttons of a frame, and where the piece is after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// What is held.
    pub held: Buttons,
    /// Where the piece must be then.
    pub pose: Pose,
}

impl Job {
    /// Thinks.
    pub fn solve(&self) -> Plan {
        let decision = match &self.task {
            Task::Drag { with_path } => match self.lock() {
                Some(lock) if *with_path => {
                    let path = self.strategy.path(&self.position, lock);
                    Decision::Walk(path.expect("a lock that was found can be reached"))
                }
                Some(lock) => Decision::Lock(lock),
                None => Decision::GiveUp,
            },
            Task::Pad(task) => Decision::Press(self.presses(task)),
        };
        Plan {
            number: self.number,
            decision,
        }
    }

    /// The lock chosen for the current piece, or none if no place is left.
    pub fn lock(&self) -> Option<Pose> {
        match &self.task {
            Task::Drag { .. } => self.choose(&Input::Drag),
            Task::Pad(task) if task.is_usual() => {
                self.choose(&Input::Pad(task.movers.at(self.position.level)))
            }
            Task::Pad(task) => self.lock_and_inputs(task).map(|(lock, _)| lock),
        }
    }

    fn choose(&self, input: &Input) -> Option<Pose> {
        let line = self.strategy.decide(&self.position, input);
        line.map(|line| line.locks[0])
    }

    fn presses(&self, task: &PadTask) -> Vec<Press> {
        let way = self.lock_and_inputs(task);
        let way = way.map(|(lock, inputs)| task.slipped(lock).unwrap_or(inputs));
        way.map_or_else(Vec::new, |inputs| task.presses(&inputs))
    }

    /// The lock and the buttons that lead there.
    fn lock_and_inputs(&self, task: &PadTask) -> Option<(Pose, Vec<Buttons>)> {
        let PadTask {
            page,
            piece,
            movers,
            slip: _,
        } = task;
        let hand = movers.hand();
        let mover = movers.at(self.position.level);
        if task.is_fresh() {
            let lock = self.choose(&Input::Pad(Arc::clone(&mover)))?;
            if let Some(inputs) = pad_path(page, *piece, hand, lock) {
                return Some((lock, inputs));
            }
        }
        // The search for many boards knows neither hidden rows nor pieces on their way.
        let locks = pad_locks(page, *piece, hand);
        let mover = UnderWay::new(self.position.board, locks, PadMover::clone(&mover));
        let lock = self.choose(&Input::UnderWay(Box::new(mover)))?;
        Some((lock, pad_path(page, *piece, hand, lock)?))
    }
}

impl PadTask {
    /// The piece that has just spawned in `game`.
    pub(super) fn of(game: &PadGame, carry: &Carry, movers: &Arc<Movers>) -> PadTask {
        PadTask {
            page: game.field().into_owned(),
            piece: PadPiece {
                pose: game.pose(),
                control: carry.control,
                held: carry.pad.held,
                level: game.level(),
                region: game.start().region,
            },
            movers: Arc::clone(movers),
            slip: None,
        }
    }

    /// Whether the piece has not been moved yet. The first piece of a game hangs for a while, which
    /// only gives it more time.
    fn is_fresh(&self) -> bool {
        let PadPiece { pose, control, .. } = self.piece;
        pose == Pose::spawn(pose.piece()) && control.fall_timer == 0 && control.down <= 0
    }

    /// Whether every lock found in the visible rows can be reached: the hidden rows are empty too.
    fn is_usual(&self) -> bool {
        let is_hidden = |y| (0..COLUMNS).any(|x| self.page.is_occupied(x, y));
        self.is_fresh() && ![-1, -2].into_iter().any(is_hidden)
    }

    /// The buttons to another place than `lock`, if the piece slips: a column beside it or, if
    /// nothing can be reached there, two columns.
    fn slipped(&self, lock: Pose) -> Option<Vec<Buttons>> {
        let slip = self.slip?;
        let hand = self.movers.hand();
        let locks = pad_locks(&self.page, self.piece, hand)?;
        let beside = |columns: i8| -> Vec<Pose> {
            let is_beside = |other: &Pose| {
                other.orientation == lock.orientation && (other.x - lock.x).abs() == columns
            };
            locks.iter().filter(is_beside).collect()
        };
        let places = [1, 2]
            .map(beside)
            .into_iter()
            .find(|found| !found.is_empty())?;
        let place = places[slip as usize % places.len()];
        pad_path(&self.page, self.piece, hand, place)
    }

    /// Each frame's buttons with the pose they lead to.
    fn presses(&self, inputs: &[Buttons]) -> Vec<Press> {
        let PadPiece {
            mut pose,
            control,
            held,
            level,
            region,
        } = self.piece;
        let mut control: Control = control;
        let mut pad = Pad {
            held,
            new: Buttons::NONE,
        };
        let frames = inputs.iter().map(|&held| {
            pad.read(held);
            control.fall_timer = control.fall_timer.wrapping_add(1);
            control.tick(&mut pose, pad, level, region, &self.page);
            Press { held, pose }
        });
        frames.collect()
    }
}

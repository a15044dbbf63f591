//! Where a piece goes by gamepad, and the buttons that lead there.

use std::sync::Arc;

use crate::engine::{Carry, PadGame};
use crate::players::{Input, Position, Strategy};
use crate::rules::motion::COLUMNS;
use crate::rules::{Buttons, Control, Occupancy, Pad, Page, Pose};
use crate::search::{Line, PadMoves, PadPiece, Thumbs, UnderWay, pad_locks, pad_path};
use crate::session::controls::LevelMoves;

use super::position_of_pad;

/// A piece in the hands of a player at the gamepad.
#[derive(Clone, Debug)]
pub struct PadTask {
    /// The position.
    pub position: Position,
    /// Who decides.
    pub strategy: Arc<Strategy>,
    /// The playfield, hidden rows included.
    pub page: Page,
    /// The piece before the next tick.
    pub piece: PadPiece,
    /// The hands.
    pub moves: Arc<LevelMoves>,
    /// The hands miss: the piece goes to another place near by, which this number chooses.
    pub misdrop: Option<u32>,
}

/// Frames for which a direction is held on after a piece, if nothing ends them before: more than pass
/// until the next one comes.
const ENTRY_FRAMES: usize = 60;

/// The buttons of a frame, and where the piece is after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// What is held.
    pub held: Buttons,
    /// Where the piece must be then.
    pub pose: Pose,
}

impl PadTask {
    /// The piece that has just spawned in `game`.
    pub(in crate::session) fn of(
        game: &PadGame,
        carry: &Carry,
        strategy: &Arc<Strategy>,
        moves: &Arc<LevelMoves>,
    ) -> PadTask {
        PadTask {
            position: position_of_pad(game),
            strategy: Arc::clone(strategy),
            page: game.field().into_owned(),
            piece: PadPiece {
                pose: game.pose(),
                control: carry.control,
                held: carry.pad.held,
                thumbs: Thumbs::default(),
                level: game.level(),
                region: game.start().region,
            },
            moves: Arc::clone(moves),
            misdrop: None,
        }
    }

    /// Thinks: the buttons of each frame until the piece rests; none let it fall. Hands that shift by
    /// autoshift go on to hold a direction for the next piece.
    pub fn solve(&self) -> Vec<Press> {
        let Some((line, inputs)) = self.line_and_inputs() else {
            return Vec::new();
        };
        let inputs = self.misdropped(line.locks[0]).unwrap_or(inputs);
        let mut presses = self.presses(&inputs);
        if self.moves.hand().autoshifts()
            && let (Some(rests), Some(next)) = (presses.last().copied(), line.locks.get(1))
        {
            let held = match (next.x - Pose::spawn(next.piece()).x).signum() {
                -1 => Buttons::LEFT,
                1 => Buttons::RIGHT,
                _ => Buttons::NONE,
            };
            presses.resize(presses.len() + ENTRY_FRAMES, Press { held, ..rests });
        }
        presses
    }

    /// The lock chosen for the current piece, or none if no place is left.
    pub fn lock(&self) -> Option<Pose> {
        if self.is_usual() {
            let line = self.choose(&Input::Pad(self.moves.at(self.position.level)));
            line.map(|line| line.locks[0])
        } else {
            self.line_and_inputs().map(|(line, _)| line.locks[0])
        }
    }

    fn choose(&self, input: &Input) -> Option<Line> {
        self.strategy.decide(&self.position, input)
    }

    /// The line chosen and the buttons that lead to its first lock.
    fn line_and_inputs(&self) -> Option<(Line, Vec<Buttons>)> {
        let PadTask { page, piece, .. } = self;
        let hand = self.moves.hand();
        let moves = self.moves.at(self.position.level);
        // What autoshift does hangs on what is held and how far it is charged.
        if self.is_fresh() && !hand.autoshifts() {
            let line = self.choose(&Input::Pad(Arc::clone(&moves)))?;
            if let Some(inputs) = pad_path(page, *piece, hand, line.locks[0]) {
                return Some((line, inputs));
            }
        }
        // The search for many boards knows neither hidden rows nor pieces on their way.
        let locks = pad_locks(page, *piece, hand);
        let moves = UnderWay::new(self.position.board, locks, PadMoves::clone(&moves));
        let line = self.choose(&Input::UnderWay(Box::new(moves)))?;
        let inputs = pad_path(page, *piece, hand, line.locks[0])?;
        Some((line, inputs))
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
        self.is_fresh() && !self.moves.hand().autoshifts() && ![-1, -2].into_iter().any(is_hidden)
    }

    /// The buttons to another place than `lock`, if the hands miss: a column beside it or, if
    /// nothing can be reached there, two columns.
    fn misdropped(&self, lock: Pose) -> Option<Vec<Buttons>> {
        let misdrop = self.misdrop?;
        let hand = self.moves.hand();
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
        let place = places[misdrop as usize % places.len()];
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
            thumbs: _,
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

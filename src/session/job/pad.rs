//! Choice of a lock by gamepad, and of the buttons that lead to it.

mod crashes;

use std::cmp::Reverse;
use std::sync::Arc;

use crate::engine::score_time::CrashPrediction;
use crate::engine::{PadGame, PersistentMemory};
use crate::players::{
    Input, Position, PricedLocks, Strategy, TreeMemory, TuckAwareChoice, UnseenNextCosts,
};
use crate::rules::motion::COLUMNS;
use crate::rules::randomizer::ODDS;
use crate::rules::{Board, Buttons, Occupancy, Piece, PlayfieldMemory, Pose};
use crate::search::{
    Hand, InMotionMoves, InputsBeforeNext, MoveGenerator, PadMoves, PadPiece, Thumbs, Tuck,
    open_unseen, pad_locks, pad_path,
};
use crate::session::controls::MovesByLevel;

use super::{piece_of_pad, position_of_pad};

/// Task to plan the lock of a piece in a gamepad game, and the buttons for it. Contains everything that affects the
/// plan.
#[derive(Clone, Debug)]
pub struct PadTask {
    /// Position for which the piece is planned.
    pub position: Position,
    /// Strategy that decides.
    pub strategy: Arc<Strategy>,
    /// Playfield, including hidden rows.
    pub page: PlayfieldMemory,
    /// State of the piece before the next tick.
    pub piece: PadPiece,
    /// Move generators of the hands, for all levels.
    pub moves: Arc<MovesByLevel>,
    /// Number that selects the neighbouring lock to play instead, if this piece is a misdrop.
    pub misdrop: Option<u32>,
    /// Random number (0-999) that decides whether the hands miss a tuck this time. `None` if these hands never miss
    /// tucks.
    pub slip: Option<u16>,
    /// Visibility of NEXT.
    pub next_visibility: NextVisibility,
    /// Data to predict whether counting the next points can crash the game. `None` if it cannot.
    pub crash_prediction: Option<CrashPrediction>,
}

/// Visibility of NEXT when a piece is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextVisibility {
    /// Visible from the spawn on, or at the latest when the first button may be pressed.
    AtOnce,
    /// Not visible yet.
    NotYet,
    /// Visible since the current frame. The hands started the piece without NEXT.
    Now,
}

/// Buttons that the hands press for the current piece.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PadDecision {
    /// Buttons and poses of each frame. If empty, the piece falls without input.
    pub presses: Vec<PlannedFrame>,
    /// State of the thumbs after these presses, if the presses end where NEXT becomes visible and the remaining ones
    /// are planned only then. `None` if the piece has come to rest by then or falls without further input.
    pub thumbs_at_next: Option<Thumbs>,
    /// True if NEXT must be hidden while the console counts the points of the piece, because the game could crash
    /// otherwise.
    pub hides_next: bool,
}

/// Maximum number of frames to hold a direction after a piece locks. The next piece always spawns sooner.
const ENTRY_FRAMES: usize = 60;

/// Buttons of a frame, and the pose of the piece after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedFrame {
    /// Buttons held.
    pub held: Buttons,
    /// Expected pose after the frame.
    pub pose: Pose,
}

impl PadTask {
    /// Returns the task for the piece in `game`. `thumbs` is set if the hands started the piece before NEXT was
    /// visible. Otherwise the piece has just spawned.
    pub(in crate::session) fn new(
        game: &PadGame,
        carry: &PersistentMemory,
        strategy: &Arc<Strategy>,
        moves: &Arc<MovesByLevel>,
        thumbs: Option<Thumbs>,
    ) -> PadTask {
        PadTask {
            position: position_of_pad(game),
            strategy: Arc::clone(strategy),
            page: game.field().into_owned(),
            piece: piece_of_pad(game, carry, thumbs.unwrap_or_default()),
            moves: Arc::clone(moves),
            misdrop: None,
            slip: None,
            next_visibility: match thumbs {
                Some(_) => NextVisibility::Now,
                None if moves.hand().begins_unseen() => NextVisibility::NotYet,
                None => NextVisibility::AtOnce,
            },
            crash_prediction: game.crash_prediction(),
        }
    }

    /// Returns the hands. If they started the piece before NEXT was visible, their reaction time has already passed.
    fn hand(&self) -> Hand {
        match self.next_visibility {
            NextVisibility::AtOnce | NextVisibility::NotYet => self.moves.hand(),
            NextVisibility::Now => self.moves.hand().awake(),
        }
    }

    /// Decides, using the seat's `memory`. Returns the buttons of each frame until the piece rests or NEXT becomes
    /// visible. Hands that use DAS also hold a direction for the next piece.
    pub fn solve(&self, memory: &mut TreeMemory) -> PadDecision {
        let full_path = match self.next_visibility {
            NextVisibility::NotYet => match self.open() {
                Some(InputsBeforeNext {
                    lock: None,
                    inputs,
                    piece,
                    ..
                }) => return self.begin(&inputs, piece.thumbs),
                opening => opening.and_then(|opening| Some((opening.lock?, opening.inputs))),
            },
            NextVisibility::AtOnce | NextVisibility::Now => self.lock_and_inputs(memory),
        };
        let Some((lock, inputs)) = full_path else {
            return PadDecision::default();
        };
        let (inputs, hides_next) = match self.safe_path(lock) {
            Some(safe) => (safe.inputs, safe.hides_next),
            None => (inputs, false),
        };
        let inputs = self.misdropped(lock).unwrap_or(inputs);
        let inputs = self.with_tuck_missed(&inputs).unwrap_or(inputs);
        let mut presses = self.presses(&inputs);
        if self.hand().autoshifts()
            && let Some(rests) = presses.last().copied()
            && let Some(held) = self.toward_next(memory, rests.pose)
        {
            presses.resize(presses.len() + ENTRY_FRAMES, PlannedFrame { held, ..rests });
        }
        PadDecision {
            presses,
            thumbs_at_next: None,
            hides_next,
        }
    }

    /// Returns a decision that ends when NEXT becomes visible. `thumbs` is the state of the thumbs at that point. If
    /// the hands miss a tuck before that, the decision contains the buttons of the failed tuck instead.
    fn begin(&self, inputs: &[Buttons], thumbs: Thumbs) -> PadDecision {
        let Some(mut missed) = self.with_tuck_missed(inputs) else {
            return PadDecision {
                presses: self.presses(inputs),
                thumbs_at_next: Some(thumbs),
                hides_next: false,
            };
        };
        let is_seen = missed.len() > inputs.len();
        missed.truncate(inputs.len());
        let thumbs = self.piece.after(&self.page, &missed).thumbs;
        PadDecision {
            presses: self.presses(&missed),
            thumbs_at_next: is_seen.then_some(thumbs),
            hides_next: false,
        }
    }

    /// Returns the lock chosen for the current piece, or `None` if no lock is reachable. If the hands miss a press, the
    /// piece locks elsewhere.
    pub fn lock(&self, memory: &mut TreeMemory) -> Option<Pose> {
        match self.next_visibility {
            NextVisibility::AtOnce if self.is_usual() && !self.hand().tuck_misdrops() => {
                self.choose(memory, &Input::Pad(self.moves.at(self.piece.level)))
            }
            NextVisibility::AtOnce => self.lock_and_inputs(memory).map(|(lock, _)| lock),
            NextVisibility::NotYet => {
                let opening = self.open()?;
                opening.lock.or_else(|| self.after(&opening).lock(memory))
            }
            NextVisibility::Now if self.hand().tuck_misdrops() => {
                self.lock_and_inputs(memory).map(|(lock, _)| lock)
            }
            NextVisibility::Now => self.lock_in_motion(memory),
        }
    }

    /// Returns the chosen lock and the buttons of each frame that lead to it, including the frames before NEXT is
    /// visible.
    pub fn full_path(&self, memory: &mut TreeMemory) -> Option<(Pose, Vec<Buttons>)> {
        if self.next_visibility != NextVisibility::NotYet {
            return self.lock_and_inputs(memory);
        }
        let mut opening = self.open()?;
        let (lock, rest) = match opening.lock {
            Some(lock) => (lock, Vec::new()),
            None => self.after(&opening).lock_and_inputs(memory)?,
        };
        opening.inputs.extend(rest);
        Some((lock, opening.inputs))
    }

    /// Implements [`PlanTask::price_locks`](super::PlanTask::price_locks). `None` before NEXT is visible, and for hands
    /// that sometimes miss tucks: their prices also depend on possible misses.
    pub(super) fn price_locks(&self, chosen: Pose, least: usize) -> Option<PricedLocks> {
        if self.next_visibility == NextVisibility::NotYet || self.hand().tuck_misdrops() {
            return None;
        }
        let input = match self.next_visibility {
            NextVisibility::AtOnce if self.is_usual() => {
                Input::Pad(self.moves.at(self.piece.level))
            }
            _ => self.in_motion(),
        };
        let (strategy, position) = (&self.strategy, &self.position);
        strategy.price_locks(position, &input, chosen, least)
    }

    /// Plans the part of the piece's inputs before NEXT is visible.
    fn open(&self) -> Option<InputsBeforeNext> {
        let moves = self.moves.at(self.piece.level);
        let foresight = UnseenNextCosts::new(&self.strategy, &self.position, &moves);
        open_unseen(&self.page, self.piece, self.hand(), &foresight)
    }

    /// Returns the task that remains once NEXT is visible.
    fn after(&self, opening: &InputsBeforeNext) -> PadTask {
        PadTask {
            piece: opening.piece,
            next_visibility: NextVisibility::Now,
            ..self.clone()
        }
    }

    fn choose(&self, memory: &mut TreeMemory, input: &Input) -> Option<Pose> {
        let line = self.strategy.decide(memory, &self.position, input);
        line.map(|line| line.locks[0])
    }

    /// Returns the direction to hold after this piece locks, so that autoshift moves the next piece as soon as it
    /// spawns.
    ///
    /// The direction points to the lock that the strategy chooses for the next piece while the piece after it is
    /// unknown. If NEXT was not visible before this piece locked, returns the most likely direction by the cartridge's
    /// odds, or `None` in a tie.
    fn toward_next(&self, memory: &mut TreeMemory, rests: Pose) -> Option<Buttons> {
        let board = self.position.board.lock(rests).0;
        if self.next_visibility != NextVisibility::NotYet {
            return self.toward(memory, self.position.next?, &board);
        }
        let mut odds = [Buttons::LEFT, Buttons::NONE, Buttons::RIGHT].map(|held| (0, held));
        for (next, of_64) in Piece::ALL.into_iter().zip(ODDS[rests.piece().index()]) {
            let toward = self.toward(memory, next, &board);
            if let Some((sum, _)) = odds.iter_mut().find(|(_, held)| Some(*held) == toward) {
                *sum += u32::from(of_64);
            }
        }
        odds.sort_by_key(|&(sum, _)| Reverse(sum));
        let [(most, held), (second, _), _] = odds;
        (most > second).then_some(held)
    }

    /// Returns the direction from the spawn of `piece` to its chosen lock on `board`.
    fn toward(&self, memory: &mut TreeMemory, piece: Piece, board: &Board) -> Option<Buttons> {
        let position = Position {
            board: *board,
            current: piece,
            next: None,
            ..self.position.clone()
        };
        let input = Input::Pad(self.moves.at(position.level));
        let goal = self.strategy.decide(memory, &position, &input)?.locks[0];
        Some(match (goal.x - Pose::spawn(piece).x).signum() {
            -1 => Buttons::LEFT,
            1 => Buttons::RIGHT,
            _ => Buttons::NONE,
        })
    }

    /// Returns the chosen lock and the buttons that lead to it, with NEXT visible.
    fn lock_and_inputs(&self, memory: &mut TreeMemory) -> Option<(Pose, Vec<Buttons>)> {
        let PadTask { page, piece, .. } = self;
        let hand = self.hand();
        if hand.tuck_misdrops() {
            return self.lock_with_tuck_misses(memory);
        }
        // The fast search does not model DAS, which depends on held buttons and on the charge.
        if self.next_visibility == NextVisibility::AtOnce && self.is_fresh() && !hand.autoshifts() {
            let moves = self.moves.at(self.piece.level);
            let lock = self.choose(memory, &Input::Pad(moves))?;
            if let Some(inputs) = pad_path(page, *piece, hand, lock) {
                return Some((lock, inputs));
            }
        }
        let lock = self.lock_in_motion(memory)?;
        Some((lock, pad_path(page, *piece, hand, lock)?))
    }

    /// Returns the lock and the buttons for hands that sometimes miss tucks. If no lock needs a tuck, the lock is the
    /// one that other hands choose.
    fn lock_with_tuck_misses(&self, memory: &mut TreeMemory) -> Option<(Pose, Vec<Buttons>)> {
        let PadTask { page, piece, .. } = self;
        let Position { board, current, .. } = self.position;
        let hand = self.hand();
        let moves = self.moves.at(self.piece.level);
        let hands = TuckAwareChoice {
            strategy: &self.strategy,
            position: &self.position,
            field: page,
            piece: *piece,
            hand,
            moves: &moves,
        };
        if self.next_visibility == NextVisibility::AtOnce && self.is_fresh() && !hand.autoshifts() {
            let found = hands.choose(memory, moves.locks(&board, current)?);
            if found.is_some() {
                return found;
            }
        }
        hands.choose(memory, self.without_crashes(pad_locks(page, *piece, hand)?))
    }

    /// Chooses among the locks of an exact search. The fast search does not handle hidden rows or pieces in motion.
    fn lock_in_motion(&self, memory: &mut TreeMemory) -> Option<Pose> {
        self.choose(memory, &self.in_motion())
    }

    /// Returns the locks that the piece can reach from its current state, with the move generator for the later pieces,
    /// which start at their spawn.
    fn in_motion(&self) -> Input {
        let moves = self.moves.at(self.piece.level);
        let locks = pad_locks(&self.page, self.piece, self.hand());
        let locks = locks.map(|locks| self.without_crashes(locks));
        let moves = InMotionMoves::new(self.position.board, locks, PadMoves::clone(&moves));
        Input::InMotion(Box::new(moves))
    }

    /// Returns whether the piece has not moved since its spawn. The first piece of a game waits at the top for a while,
    /// which only gives the hands more time.
    ///
    /// Returns `false` for every piece while a lock can crash the game. The exact search then checks each lock.
    fn is_fresh(&self) -> bool {
        if self.crash_prediction.is_some() {
            return false;
        }
        let PadPiece { pose, control, .. } = self.piece;
        pose == Pose::spawn(pose.piece()) && control.fall_timer == 0 && control.down <= 0
    }

    /// Returns whether the fast search of the visible rows is exact: the piece has not moved, the hands do not use DAS,
    /// and the hidden rows are empty.
    fn is_usual(&self) -> bool {
        let is_hidden = |y| (0..COLUMNS).any(|x| self.page.is_occupied(x, y));
        self.is_fresh() && !self.moves.hand().autoshifts() && ![-1, -2].into_iter().any(is_hidden)
    }

    /// Returns the buttons to a neighbour of `lock`, if this piece is a misdrop. The neighbour is one column away or,
    /// if no lock is reachable in that column, two columns.
    fn misdropped(&self, lock: Pose) -> Option<Vec<Buttons>> {
        let misdrop = self.misdrop?;
        let hand = self.hand();
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

    /// Returns the buttons of a failed tuck, if `inputs` lead to a tuck and the hands miss it this time.
    fn with_tuck_missed(&self, inputs: &[Buttons]) -> Option<Vec<Buttons>> {
        let number = self.slip.filter(|_| self.hand().tuck_misdrops())?;
        let tuck = Tuck::find(&self.page, self.piece, inputs)?;
        (number < tuck.misses_of_thousand()).then_some(tuck.missed)
    }

    /// Pairs each frame's buttons with the pose after that frame.
    fn presses(&self, inputs: &[Buttons]) -> Vec<PlannedFrame> {
        let mut piece = self.piece;
        let frames = inputs.iter().map(|&held| {
            piece = piece.after(&self.page, &[held]);
            let pose = piece.pose;
            PlannedFrame { held, pose }
        });
        frames.collect()
    }
}

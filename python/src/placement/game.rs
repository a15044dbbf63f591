//! A game in which an action is a lock of the current piece.

use pyo3::prelude::*;
use rightwell::engine::drag_recording::{PieceInputs, RecordedGame};
use rightwell::engine::{
    Console, DragGame, DragInput, DragRecording, DragStart, PadGame, PlayState, RecordedConsole,
    RecordingEnd, View,
};
use rightwell::players::{Input, Player, Position, TreeMemory};
use rightwell::rules::{Board, Buttons, Piece, Pose};
use rightwell::search::{
    Hand, MoveGenerator, NoFilter, PadPiece, ReachableLocks, Thumbs, pad_path,
};

use crate::batch::{CELLS, Replayed};
use crate::rules::{PlacementRules, wrong};

/// Number of actions: a rotation, a row and a column.
pub(super) const ACTIONS: usize = 4 * CELLS;
/// Numbers of a game in the array `facts`, in this order.
pub(super) const FACTS: [&str; 7] = [
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
pub(super) struct PlacementGame {
    play: Play,
    seed: u64,
    /// Actions so far.
    actions: Vec<u16>,
    /// Locks of the current piece. `None` if the game is over.
    pub(super) locks: Option<ReachableLocks>,
    /// Facts, in the order of [`FACTS`].
    facts: [i32; FACTS.len()],
    pub(super) board: Board,
    /// Actions that are legal in the array `mask`.
    marked: Vec<u16>,
}

/// Returns the action of a lock.
pub(super) fn action_of(lock: Pose) -> u16 {
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
    /// Returns the view of a screen that shows the whole state.
    pub(super) fn view(&self) -> View {
        match &self.play {
            Play::Drag(game) => game.view(),
            Play::Console(console) => {
                let game = console.console().game();
                game.map_or(View::Blank, PadGame::redrawn_view)
            }
        }
    }

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
    pub(super) fn legal(&self, action: u16) -> Option<Pose> {
        let lock = lock_of(action, self.piece())?;
        let locks = self.locks.as_ref()?;
        locks
            .rotation(lock.orientation.rotation())
            .contains(lock.x, lock.y)
            .then_some(lock)
    }

    /// Returns the first legal lock from this action on, starting again at action 0. `None` if the game is over.
    pub(super) fn legal_from(&self, action: u16) -> Option<Pose> {
        let locks = self.locks?;
        locks
            .iter()
            .min_by_key(|&lock| (action_of(lock) < action, action_of(lock)))
    }

    /// Locks the current piece. Returns the points won. The lock must be legal.
    pub(super) fn lock(&mut self, rules: &PlacementRules, lock: Pose) -> f64 {
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
            level: self.facts[2] as u8,
            lines: self.facts[3] as u16,
            ..Position::new(self.board, piece(self.facts[0]), piece(self.facts[1]))
        }
    }

    /// Writes the cells, the facts and the legal actions.
    pub(super) fn write(&mut self, board: &mut [u8], facts: &mut [i32], mask: &mut [i8]) {
        write_board(&self.board, board);
        facts.copy_from_slice(&self.facts);
        for action in self.marked.drain(..) {
            mask[usize::from(action)] = 0;
        }
        let legal = self.locks.iter().flat_map(ReachableLocks::iter);
        self.marked.extend(legal.map(action_of));
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
        for (index, &action) in self.actions.iter().enumerate() {
            let is_waiting = |console: &RecordedConsole| {
                let game = console.console().game();
                game.is_some_and(|game| game.play_state() != PlayState::Control)
            };
            for _ in 0..WAIT_MAX {
                if is_waiting(&console) {
                    console.step(Buttons::NONE);
                }
            }
            let path = path(console.console(), hand, action);
            let fault = || {
                wrong(format!(
                    "these hands cannot play piece {} in time",
                    index + 1
                ))
            };
            for held in path.ok_or_else(fault)? {
                console.step(held);
            }
        }
        Ok(console)
    }

    /// Returns the game as a recording, in RON.
    pub(super) fn recording(&self, rules: &PlacementRules) -> PyResult<String> {
        let Some(hands) = &rules.hands else {
            return Ok(self.drag_recording(drag_start(rules, self.seed)).to_ron());
        };
        let console = rules.begin(hands, self.seed, true)?;
        let console = self.played_by_hand(console, hands.moves.hand())?;
        let history = console.history().expect("the console keeps its history");
        Ok(history.to_ron())
    }

    /// Returns the judge's price of each legal action, in the order of the locks. `None` if the judge has no prices.
    pub(super) fn prices(&self, rules: &PlacementRules, judge: &Player) -> Option<Vec<f64>> {
        let locks: Vec<Pose> = self.legal_locks().collect();
        let Some(&first) = locks.first() else {
            return Some(Vec::new());
        };
        let (position, input) = (self.position(), self.input(rules));
        let priced = judge.price_locks(&position, first, input.moves(), locks.len())?;
        let price = |lock: &Pose| {
            let rated = priced.locks.iter().find(|rated| rated.lock == *lock);
            rated.map_or(f64::INFINITY, |rated| rated.cost)
        };
        Some(locks.iter().map(price).collect())
    }

    /// Returns the action that a player chooses. `None` if the game is over.
    pub(super) fn choice(&self, rules: &PlacementRules, player: &Player) -> Option<u16> {
        self.locks?;
        let (position, input) = (self.position(), self.input(rules));
        let chain = player.decide_to_the_last(&mut TreeMemory::default(), &position, input.moves());
        let chosen = chain.and_then(|chain| chain.locks.first().copied());
        chosen.or_else(|| self.legal_from(0)).map(action_of)
    }

    /// Returns how the pieces move.
    fn input(&self, rules: &PlacementRules) -> Input {
        match &rules.hands {
            None => Input::Drag,
            Some(hands) => Input::Pad(hands.moves.at(self.facts[2] as u8)),
        }
    }

    /// Returns the legal locks, in the order of their actions.
    pub(super) fn legal_locks(&self) -> impl Iterator<Item = Pose> {
        self.locks.iter().flat_map(ReachableLocks::iter)
    }
}

/// Returns the buttons of each frame that lead to the lock of an action. `None` if these hands cannot reach it.
fn path(console: &Console, hand: Hand, action: u16) -> Option<Vec<Buttons>> {
    let (game, carry) = (console.game()?, console.carry());
    let piece = PadPiece {
        pose: game.pose(),
        control: carry.control,
        held: carry.pad.held,
        thumbs: Thumbs::default(),
        level: game.speed_level(),
        region: console.region(),
    };
    let lock = lock_of(action, game.pose().piece())?;
    pad_path(&game.board(), piece, hand, lock)
}

impl Replayed for PlacementGame {
    type Rules = PlacementRules;

    fn describe(rules: &PlacementRules) -> String {
        rules.describe()
    }

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

    fn follow(&mut self, previous: PlacementGame) {
        self.marked = previous.marked;
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

/// Writes the cells of a board, 1 for an occupied one.
pub(super) fn write_board(board: &Board, out: &mut [u8]) {
    for (y, row) in out.chunks_exact_mut(10).enumerate() {
        let cells = board.row(y as i8);
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = (cells >> x & 1) as u8;
        }
    }
}

//! Practice games that start from any position. They move and fall as on the console. If the position comes from a
//! game, the pieces of that game follow.

use crate::engine::{
    Event, Events, GameType, PadGame, PadPosition, PadStart, PersistentMemory, TickOutcome, View,
};
use crate::players::Position;
use crate::rules::score::SCORE_MAX;
use crate::rules::{Buttons, Cell, Lfsr, Piece, PlayfieldMemory, Pose, Region};

use super::ending::Ending;
use super::game_stats::GameStats;
use super::moves::GameMoves;
use super::summary::Summary;

/// Number of locks that a practice game remembers.
const LOCKS_MAX: usize = 2;

/// Start of a practice game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PracticeStart {
    /// Region of the cartridge. It sets the frame rate.
    pub region: Region,
    /// Position in which the piece has just spawned.
    pub position: Position,
    /// Score in this position, 0-999,999.
    pub score: u32,
    /// Pieces after NEXT, in order. Once they are used up, the cartridge's randomizer chooses. If NEXT is unknown, the
    /// first of these pieces is NEXT.
    pub later_pieces: Vec<Piece>,
    /// Shift register of the randomizer in the first frame. Bit 0 is ignored. The value 0, which the register cannot
    /// have, becomes 2.
    pub register: u16,
}

impl PracticeStart {
    /// Returns the start at the move with index `place` of a game, with the pieces that followed and the score before
    /// the move. `None` if the game has no such move.
    pub fn from_game(
        game: &GameMoves,
        place: usize,
        region: Region,
        score: u64,
    ) -> Option<PracticeStart> {
        let played = game.moves.get(place)?;
        Some(PracticeStart {
            region,
            position: played.position.clone(),
            score: score.min(SCORE_MAX.into()) as u32,
            later_pieces: game.later_pieces(place),
            register: played.frame as u16,
        })
    }
}

/// Practice game. It is not recorded and has no high scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Practice {
    game: PadGame,
    carry: PersistentMemory,
    stats: GameStats,
    held: Buttons,
    /// Locks of the first pieces, at most [`LOCKS_MAX`].
    locks: Vec<Pose>,
    is_left: bool,
}

impl Practice {
    /// Starts the game, one frame before its first tick, with no button held.
    pub fn new(start: &PracticeStart) -> Practice {
        let mut carry = PersistentMemory::default();
        carry.choice.lfsr = Lfsr::new((start.register & !1).max(2));
        Practice::with_carry(start, carry)
    }

    fn with_carry(start: &PracticeStart, mut carry: PersistentMemory) -> Practice {
        let Position {
            board,
            current,
            next,
            later: _,
            level,
            lines,
        } = start.position;
        carry.choice.previous_id = current.spawn().id();
        let mut later_pieces = start.later_pieces.iter().copied();
        let next = next.or_else(|| later_pieces.next());
        let next = next.unwrap_or_else(|| carry.choice.choose());
        carry.choice.previous_id = next.spawn().id();
        let position = PadPosition {
            start: PadStart {
                region: start.region,
                game_type: GameType::A,
                level,
                top: start.score.max(PadStart::default().top),
                ..PadStart::default()
            },
            page: PlayfieldMemory::from_board(&board, Cell::BORDERED),
            pose: Pose::spawn(current),
            next,
            lines,
            score: start.score,
        };
        let mut game = PadGame::from_position(position, &mut carry);
        game.give_pieces(later_pieces);
        Practice {
            stats: GameStats::of_pad(&game, &carry),
            game,
            carry,
            held: Buttons::NONE,
            locks: Vec::new(),
            is_left: false,
        }
    }

    /// Runs one frame with these buttons held. Does nothing once the player has left the game.
    pub fn step(&mut self, held: Buttons) -> Events {
        if self.is_left {
            return Events::default();
        }
        self.held = held;
        let flow = self.game.step(&mut self.carry, held);
        let events = self.game.events();
        self.stats.follow_pad(&self.game, &self.carry, events);
        if events.contains(Event::Spawned) && self.locks.len() < LOCKS_MAX {
            self.locks.extend(self.game.locked());
        }
        // Practice shows no ending scene, so any outcome other than `Going` ends the game.
        self.is_left = flow != TickOutcome::Going;
        events
    }

    /// Returns the view of the screen.
    pub fn view(&self) -> View {
        self.game.view()
    }

    /// Returns the game.
    pub const fn game(&self) -> &PadGame {
        &self.game
    }

    /// Returns the buttons held in the last frame.
    pub const fn held(&self) -> Buttons {
        self.held
    }

    /// Returns the locks of the first two pieces. A lock is known once the next piece has spawned.
    pub fn locks(&self) -> &[Pose] {
        &self.locks
    }

    /// Returns whether the game is lost, from the first frame of the closing curtain on.
    pub fn is_over(&self) -> bool {
        self.game.is_over() || self.is_left
    }

    /// Returns whether the game cannot continue: Start was pressed after the curtain, or an ending scene would start.
    pub const fn is_left(&self) -> bool {
        self.is_left
    }

    /// Returns the summary of the play since the start position. Its score includes the score at the start.
    pub fn summary(&self) -> Summary {
        let ending = self.is_over().then_some(Ending::ToppedOut);
        self.stats.summary(self.game.score(), ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Console, DirectStart, HighScores, PlayState, RecordedConsole};
    use crate::rules::Board;

    /// Returns pseudo-random buttons for a frame.
    fn tapped(frame: u32) -> Buttons {
        let bits = (frame / 3).wrapping_mul(2_654_435_761) >> 24;
        Buttons::from_bits(bits as u8 & 0xC7)
    }

    /// Returns a console game a few pieces after its start.
    fn console(level: u8) -> Console {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level,
            seed: 0x1234,
        };
        let recorded = RecordedConsole::direct(start, HighScores::default()).unwrap();
        let mut console = recorded.console().clone();
        for frame in 0..120 {
            console.step(tapped(frame));
        }
        while !console.step(Buttons::NONE).contains(Event::Spawned) {}
        console
    }

    fn start_of(game: &PadGame, later_pieces: Vec<Piece>) -> PracticeStart {
        PracticeStart {
            region: Region::Ntsc,
            position: Position {
                board: game.board(),
                current: game.pose().piece(),
                next: Some(game.next()),
                later: [None; 2],
                level: game.level(),
                lines: game.lines(),
            },
            score: game.score().points(),
            later_pieces,
            register: 0x5678,
        }
    }

    #[test]
    fn practice_equals_the_console_frame_by_frame() {
        for level in [0, 9, 18, 19] {
            let mut console = console(level);
            let board = console.game().unwrap().board();
            console.respawn(Some(&board), None).unwrap();
            let start = start_of(console.game().unwrap(), Vec::new());
            let mut practice = Practice::with_carry(&start, *console.carry());
            for frame in 0..8_000 {
                if practice.is_over() {
                    break;
                }
                let held = tapped(frame);
                assert_eq!(console.step(held), practice.step(held), "frame {frame}");
                let game = console.game().unwrap();
                let found = practice.game();
                assert_eq!((found.pose(), found.next()), (game.pose(), game.next()));
                assert_eq!(found.board(), game.board());
                assert_eq!((found.score(), found.level()), (game.score(), game.level()));
            }
            assert!(practice.summary().pieces > 1, "level {level}");
        }
    }

    #[test]
    fn the_given_pieces_spawn_in_order_and_then_the_cartridge_chooses() {
        let later_pieces = [Piece::I, Piece::I, Piece::I, Piece::O, Piece::S];
        let start = PracticeStart {
            position: Position::new(Board::EMPTY, Piece::T, Piece::L),
            score: 12_345,
            ..start_of(console(18).game().unwrap(), later_pieces.to_vec())
        };
        let pieces = |start: &PracticeStart| {
            let mut practice = Practice::new(start);
            let mut pieces = vec![practice.game().pose().piece()];
            let mut frame = 0;
            while !practice.is_over() && pieces.len() < 15 {
                frame += 1;
                // Change the side from piece to piece, so that the stack grows slowly.
                let side = match pieces.len() % 3 {
                    0 => Buttons::LEFT,
                    1 => Buttons::RIGHT,
                    _ => Buttons::NONE,
                };
                let held = if frame % 4 < 2 { side } else { Buttons::NONE };
                if practice.step(held).contains(Event::Spawned) {
                    pieces.push(practice.game().pose().piece());
                }
            }
            pieces
        };
        let found = pieces(&start);
        assert_eq!(found[..2], [Piece::T, Piece::L]);
        assert_eq!(found[2..7], later_pieces);
        assert!(found.len() > 9, "others come after them: {found:?}");
        assert_eq!(found, pieces(&start), "equal starts, equal games");
        let others = (1..20).map(|seed| {
            let register = start.register.wrapping_add(seed * 998);
            pieces(&PracticeStart {
                register,
                ..start.clone()
            })[7..]
                .to_vec()
        });
        assert!(others.into_iter().any(|other| other != found[7..]));
        let unseen = Position {
            next: None,
            ..start.position
        };
        let first = pieces(&PracticeStart {
            position: unseen,
            ..start
        });
        assert_eq!(first[..3], [Piece::T, Piece::I, Piece::I]);
    }

    #[test]
    fn a_lock_is_known_when_the_next_piece_spawns() {
        let start = start_of(console(18).game().unwrap(), vec![Piece::O]);
        let mut practice = Practice::new(&start);
        assert_eq!(practice.game().play_state(), PlayState::Control);
        while !practice.step(Buttons::DOWN).contains(Event::Spawned) {
            assert!(practice.locks().is_empty());
        }
        let lock = practice.locks()[0];
        assert!(lock.rests(&start.position.board));
        assert_eq!(lock.piece(), start.position.current);
        let (after, _) = start.position.board.lock(lock);
        assert_eq!(practice.game().board(), after);
        let mut frames = 0;
        while !practice.is_left() {
            frames += 1;
            let starts = practice.game().is_curtain_closed() && frames % 8 == 0;
            practice.step(if starts {
                Buttons::START
            } else {
                Buttons::NONE
            });
        }
        assert_eq!(practice.locks().len(), LOCKS_MAX);
        assert_eq!(practice.locks()[0], lock, "the first stays the first");
        assert_eq!(practice.summary().ending, Some(Ending::ToppedOut));
        assert_eq!(practice.step(Buttons::A), Events::default());
    }
}

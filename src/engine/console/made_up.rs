//! Changes to the running game that buttons alone cannot make. Programs that study games use them.

use crate::engine::direct_start::DirectStart;
use crate::engine::pad_game::{PadPosition, PadStart, PieceSource};
use crate::engine::play_state::PlayState;
use crate::engine::score_time::CrashRule;
use crate::engine::start_position::StartPosition;
use crate::engine::training::Training;
use crate::engine::view::GameType;
use crate::rules::{Board, Cell, Piece, PlayfieldMemory, Pose, Randomizer};

use super::{Console, ScreenState};

/// The screen shows no game that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot place a piece: the screen shows no running game")]
pub struct NoEditableGame;

impl Console {
    /// Sets the level of the game on the screen, if there is one. The menus offer only 0-19, so buttons alone cannot
    /// start a game at a higher level.
    pub fn set_level(&mut self, level: u8) {
        if let ScreenState::Game(play) = &mut self.screen {
            play.game.set_level(level);
        }
    }

    /// Makes pieces of the game on the screen, if there is one, fall two rows at a time from level 39 on, as in
    /// tournaments. The setting ends with the game. Buttons alone cannot do this.
    pub fn set_double_killscreen(&mut self) {
        if let ScreenState::Game(_) = &self.screen {
            self.carry.control.double_killscreen = true;
        }
    }

    /// Sets the crash rule of the current game and of all later games. The rule survives resets of the console. The
    /// cartridge has [`CrashRule::Crash`]; a new console has [`CrashRule::Off`].
    pub fn set_crash(&mut self, rule: CrashRule) {
        self.crash = rule;
        if let ScreenState::Game(play) = &mut self.screen {
            play.game.set_crash(rule);
        }
    }

    /// Starts a training mode in the game on the screen, if there is one. The game must not have begun. Buttons alone
    /// cannot do this.
    pub fn train(&mut self, training: Training) {
        if let ScreenState::Game(play) = &mut self.screen {
            play.game.train(training, &mut self.carry);
            if let GameType::B { height } = play.game.start().game_type {
                // Keep the height within 0-5: the level menu that opens after the game offers no other.
                let offered = height.min(DirectStart::HEIGHT_MAX);
                (self.choice.is_b_type, self.choice.height) = (true, offered);
            }
        }
    }

    /// Restarts the game on the screen, if there is one, at a position: its piece has just spawned, no button is held,
    /// and the game is A-type. The region and the source of the pieces after NEXT do not change; a training mode and a
    /// double killscreen end. Buttons alone cannot do this.
    pub fn begin_at(&mut self, position: &StartPosition) {
        let ScreenState::Game(play) = &self.screen else {
            return;
        };
        if play.demo.is_some() {
            return;
        }
        let before = play.game.clone();
        let start = PadStart {
            game_type: GameType::A,
            pieces: PieceSource::Register,
            ..*before.start()
        };
        let position = position.in_pad_game(start);
        self.set_position(position.clone());
        if let ScreenState::Game(play) = &mut self.screen {
            play.game = before.moved_to(position, &mut self.carry);
            play.game.set_crash(self.crash);
        }
    }

    /// Makes `randomizer` choose all pieces of the game on the screen, if there is one. The game must not have begun.
    /// Buttons alone cannot do this.
    pub fn draw_pieces_from(&mut self, randomizer: Randomizer) {
        if let ScreenState::Game(play) = &mut self.screen {
            play.game.draw_pieces_from(randomizer);
        }
    }

    /// Gives these pieces to the game on the screen, if there is one: its first piece, NEXT and the pieces after it. The
    /// game must not have begun. Buttons alone cannot do this.
    pub fn give_sequence(&mut self, sequence: &[Piece]) {
        if let ScreenState::Game(play) = &mut self.screen {
            play.game.begin_with_sequence(sequence, &mut self.carry);
        }
    }

    /// Locks the current piece of the game on the screen at `pose` at once, without soft drop, and spawns the next one.
    ///
    /// No frame passes, the shift register is not stepped, and the screen does not change. Returns false if the game is
    /// lost, if a B-type game has reached its goal, or if there is no game.
    ///
    /// Meant for statistics of games whose pieces do not depend on time.
    pub fn lock_at_once(&mut self, pose: Pose) -> bool {
        match &mut self.screen {
            ScreenState::Game(play) => play.game.lock_at_once(pose, &mut self.carry),
            _ => false,
        }
    }

    /// Restarts the game on the screen as if a piece had just spawned. `board`, if given, replaces the settled cells;
    /// `pieces`, if given, replaces the current piece and NEXT. The button counters become zero and no button is held.
    /// Level, lines and score do not change.
    ///
    /// See [`Console::set_position`].
    ///
    /// # Errors
    /// [`NoEditableGame`] in a menu, in the demo, and in a game that is lost or won.
    pub fn respawn(
        &mut self,
        board: Option<&Board>,
        pieces: Option<(Piece, Piece)>,
    ) -> Result<(), NoEditableGame> {
        let ScreenState::Game(play) = &self.screen else {
            return Err(NoEditableGame);
        };
        let game = &play.game;
        let is_over = matches!(game.play_state(), PlayState::Curtain | PlayState::Ended);
        if play.demo.is_some() || play.ending.is_some() || is_over {
            return Err(NoEditableGame);
        }
        let (current, next) = pieces.unwrap_or((game.pose().piece(), game.next()));
        let position = PadPosition {
            start: PadStart {
                level: game.level(),
                ..*game.start()
            },
            page: match board {
                Some(board) => PlayfieldMemory::from_board(board, Cell::BORDERED),
                None => game.field().into_owned(),
            },
            pose: Pose::spawn(current),
            next,
            lines: game.lines(),
            score: game.score().points(),
        };
        self.set_position(position);
        Ok(())
    }
}

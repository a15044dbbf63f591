//! The game on the screen with another field or other pieces, for programs that study it.

use crate::engine::direct_start::DirectStart;
use crate::engine::pad_game::{PadPosition, PadStart, PieceSource};
use crate::engine::play_state::PlayState;
use crate::engine::score_time::CrashRule;
use crate::engine::start_position::StartPosition;
use crate::engine::training::Training;
use crate::engine::view::GameType;
use crate::rules::{Board, Cell, Page, Piece, Pose, Randomizer};

use super::{Console, Present};

/// There is no game on the screen that could be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game on the screen in which a piece can be placed")]
pub struct NoGame;

impl Console {
    /// Sets the level of the game on the screen, if one is. Menus offer 0-19 only, so levels above
    /// have no history that buttons alone would lead to.
    pub fn set_level(&mut self, level: u8) {
        if let Present::Game(play) = &mut self.screen {
            play.game.set_level(level);
        }
    }

    /// Lets pieces of the game on the screen, if one is, fall two rows at once from level 39 on, as
    /// tournaments have it. The next game has it no more. Buttons alone would not lead there.
    pub fn set_double_killscreen(&mut self) {
        if let Present::Game(_) = &self.screen {
            self.carry.control.double_killscreen = true;
        }
    }

    /// Sets what is done about the score routine's time in the game on the screen and in all after it, whatever
    /// is done to the console. The cartridge has [`CrashRule::Crash`]; a console begins with [`CrashRule::Off`].
    pub fn set_crash(&mut self, rule: CrashRule) {
        self.crash = rule;
        if let Present::Game(play) = &mut self.screen {
            play.game.set_crash(rule);
        }
    }

    /// Begins a training mode in the game on the screen, if one is; it must not have begun. Buttons alone
    /// would not lead there.
    pub fn train(&mut self, training: Training) {
        if let Present::Game(play) = &mut self.screen {
            play.game.train(training, &mut self.carry);
            if let GameType::B { height } = play.game.start().game_type {
                // The menu, which is there after the game, offers less.
                let offered = height.min(DirectStart::HEIGHT_MAX);
                (self.choice.is_b_type, self.choice.height) = (true, offered);
            }
        }
    }

    /// Lets the game on the screen, if one is, begin at a position: its piece has just appeared, no button
    /// was held, and the game is of the A-type. The release of the cartridge, and whoever chooses the
    /// pieces after NEXT, stay; a training mode and a double killscreen do not. Buttons alone would not
    /// lead there.
    pub fn begin_at(&mut self, position: &StartPosition) {
        let Present::Game(play) = &self.screen else {
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
        self.make_up(position.clone());
        if let Present::Game(play) = &mut self.screen {
            play.game = before.elsewhere(position, &mut self.carry);
            play.game.set_crash(self.crash);
        }
    }

    /// Lets `randomizer` choose the pieces of the game on the screen, if one is; it must not have
    /// begun. Buttons alone would not lead to these pieces.
    pub fn draw_pieces_from(&mut self, randomizer: Randomizer) {
        if let Present::Game(play) = &mut self.screen {
            play.game.draw_pieces_from(randomizer);
        }
    }

    /// Locks the current piece of the game on the screen at `pose` at once, as if it had come to
    /// rest there without being pushed down, and lets the next one appear. No frame passes, the
    /// shift register stands still, and nothing of it is shown. Returns whether the game goes on:
    /// it may be lost, or a B-type game may have reached its goal; without a game it does not.
    ///
    /// For statistics of games whose pieces do not depend on time.
    pub fn lock_at_once(&mut self, pose: Pose) -> bool {
        match &mut self.screen {
            Present::Game(play) => play.game.lock_at_once(pose, &mut self.carry),
            _ => false,
        }
    }

    /// Puts the game on the screen into the situation right after a spawn: with these settled
    /// cells and these pieces, current and next, where they are given. Counters of the buttons are
    /// zero and nothing is held; level, lines and score stay.
    ///
    /// See [`Console::make_up`].
    ///
    /// # Errors
    /// [`NoGame`] in a menu, in the demo, and in a game that is lost or won.
    pub fn respawn(
        &mut self,
        board: Option<&Board>,
        pieces: Option<(Piece, Piece)>,
    ) -> Result<(), NoGame> {
        let Present::Game(play) = &self.screen else {
            return Err(NoGame);
        };
        let game = &play.game;
        let is_over = matches!(game.play_state(), PlayState::Curtain | PlayState::Ended);
        if play.demo.is_some() || play.ending.is_some() || is_over {
            return Err(NoGame);
        }
        let (current, next) = pieces.unwrap_or((game.pose().piece(), game.next()));
        let position = PadPosition {
            start: PadStart {
                level: game.level(),
                ..*game.start()
            },
            page: match board {
                Some(board) => Page::from_board(board, Cell::BORDERED),
                None => game.field().into_owned(),
            },
            pose: Pose::spawn(current),
            next,
            lines: game.lines(),
            score: game.score().points(),
        };
        self.make_up(position);
        Ok(())
    }
}

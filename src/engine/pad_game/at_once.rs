//! Tools for studies of games: chosen pieces, and locks that take no frames.

use std::collections::VecDeque;

use super::{PadGame, PieceOverride};
use crate::engine::core::TopEdgeRule;
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::view::{GameType, View};
use crate::rules::{Piece, Pose, Randomizer};

impl PadGame {
    /// Makes `randomizer` choose all pieces, including the first two. The game must be set up and must not have begun.
    pub(in crate::engine) fn draw_pieces_from(&mut self, mut randomizer: Randomizer) {
        let (current, next) = (randomizer.choose(), randomizer.choose());
        self.core.begin_with([current, next]);
        self.drawn = Some(PieceOverride::Randomizer(Box::new(randomizer)));
    }

    /// Queues these pieces after NEXT. Afterwards the cartridge chooses again; its choice takes the last given piece as
    /// the previous piece.
    pub fn give_pieces(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        let given: VecDeque<Piece> = pieces.into_iter().collect();
        self.drawn = (!given.is_empty()).then_some(PieceOverride::Given(given));
    }

    /// Replaces the current piece and NEXT by the first two pieces of `sequence`, and queues the others after NEXT. The
    /// game must be set up and must not have begun. Does nothing with fewer than two pieces.
    pub(in crate::engine) fn begin_with_sequence(
        &mut self,
        sequence: &[Piece],
        carry: &mut PersistentMemory,
    ) {
        if let [current, next, later @ ..] = sequence {
            self.core.begin_with([*current, *next]);
            carry.choice.previous_id = next.spawn().id();
            self.give_pieces(later.iter().copied());
        }
    }

    /// Locks the current piece at `pose` at once, without soft drop: lock, clear, count and spawn take no frame and are
    /// not shown. Returns false if the game is lost or a B-type game has reached its goal.
    pub(in crate::engine) fn lock_at_once(
        &mut self,
        pose: Pose,
        carry: &mut PersistentMemory,
    ) -> bool {
        self.end_set_up();
        self.core.pose = pose;
        if !pose.fits(&self.core.page) {
            self.lose();
            return false;
        }
        self.core.lock_and_check_at_once(TopEdgeRule::Keep);
        carry.control.pushes = 0;
        self.count(carry);
        if self.start.game_type != GameType::A && self.lines() == 0 {
            return false;
        }
        self.take_garbage(carry);
        if self.is_lost {
            return false;
        }
        self.spawn_now(carry);
        true
    }

    /// Returns the view of a screen that shows the whole state, even after pieces that locked at once.
    pub fn redrawn_view(&self) -> View {
        let mut game = self.clone();
        game.core.refresh_display();
        game.view()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::pad_game::PadStart;

    #[test]
    fn with_the_last_given_piece_the_game_is_the_cartridges_again() {
        let mut carry = PersistentMemory::default();
        let mut game = PadGame::new(PadStart::default(), &mut carry);
        let mut lock_at = |game: &mut PadGame, x| {
            let mut pose = Pose { x, ..game.pose() };
            while !pose.rests(&game.board()) {
                pose.y += 1;
            }
            assert!(game.lock_at_once(pose, &mut carry));
        };
        game.give_pieces([Piece::T, Piece::I]);
        lock_at(&mut game, 2);
        assert!(game.next() == Piece::T && game.drawn.is_some());
        lock_at(&mut game, 7);
        assert!(game.next() == Piece::I && game.drawn.is_none());
        lock_at(&mut game, 5);
        assert_eq!(game.pose().piece(), Piece::I);
    }
}

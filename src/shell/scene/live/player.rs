//! One player's game in a live capture: the latest reading, with coloured cells and the ratings so far.

use std::sync::Arc;

use rightwell::engine::View;
use rightwell::engine::view::GameView;
use rightwell::render::LossMark;
use rightwell::render::panel::Figure;
use rightwell::rules::{Cell, PlayfieldMemory};
use rightwell::session::{CapturedPlayback, GameStats, LastFrameState, ReviewedGame, Summary};

use super::shared::RatedGame;
use crate::scene::coached;

/// Number of frames for which a mark is shown.
pub(super) const MARK_FRAMES: u32 = 60;

/// A player's game as last seen.
#[derive(Default)]
pub(super) struct LivePlayer {
    /// Reading of the latest frame. `None` if that frame shows no game.
    pub(super) now: Option<LastFrameState>,
    /// Game in play, or the last finished one, with its ratings so far.
    pub(super) rated: Option<Arc<RatedGame>>,
    /// Settled cells with their colours.
    page: PlayfieldMemory,
    /// Frames since the latest rating arrived.
    frames: u32,
}

impl LivePlayer {
    /// Takes over the reading of a frame and the ratings so far.
    pub(super) fn see(&mut self, now: Option<LastFrameState>, rated: Option<&Arc<RatedGame>>) {
        if rated.map(Arc::as_ptr) != self.rated.as_ref().map(Arc::as_ptr) {
            self.frames = 0;
            self.rated = rated.cloned();
        }
        let mut now = now;
        // If this frame hides only the piece, the piece keeps its last pose.
        if let (Some(now), Some(before)) = (&mut now, self.now) {
            let is_same = (before.settled, before.piece) == (now.settled, now.piece);
            now.pose = now.pose.or(before.pose.filter(|_| is_same));
            now.next = now.next.or(before.next);
        }
        self.now = now;
        self.colour();
    }

    /// Counts a frame of the display.
    pub(super) const fn tick(&mut self) {
        self.frames = self.frames.saturating_add(1);
    }

    /// Colours the settled cells like the first of these playfields that matches the board: the current one, the current
    /// one with the locked piece, the rated game's. If none matches, all cells get one colour.
    fn colour(&mut self) {
        let Some(now) = self.now else {
            return;
        };
        let is_it = |page: &PlayfieldMemory| page.board() == now.settled;
        if is_it(&self.page) {
            return;
        }
        let mut page = self.page.clone();
        page.write_visible(now.locked);
        for y in 1..20 {
            if page.is_row_complete(y) {
                page.remove_row(y);
            }
        }
        let rated = || {
            let View::Game(game) = self.rated.as_ref()?.playback.view() else {
                return None;
            };
            let mut page = PlayfieldMemory::default();
            for (cell, style) in game.field.into_iter().enumerate() {
                page.set((cell % 10) as i8, (cell / 10) as i8, style);
            }
            Some(page)
        };
        let known = Some(page).filter(is_it).or_else(|| rated().filter(is_it));
        self.page =
            known.unwrap_or_else(|| PlayfieldMemory::from_board(&now.settled, Cell::BORDERED));
    }

    /// Returns the view of the game, or `None` if none has been seen.
    pub(super) fn view(&self) -> Option<GameView> {
        let rated = || match self.rated.as_ref()?.playback.view() {
            View::Game(game) => Some(*game),
            _ => None,
        };
        let Some(now) = self.now else {
            return rated();
        };
        let is_on = self.rated.as_ref().is_some_and(|rated| !rated.is_over);
        let known = rated().filter(|_| is_on);
        Some(GameView {
            field: *self.page.visible(),
            piece: now.pose,
            next: now.next,
            ..known.unwrap_or(GameView::BLANK)
        })
    }

    /// Returns the mark of the last lock, for [`MARK_FRAMES`] frames after the lock.
    pub(super) fn mark(&self) -> Option<LossMark> {
        let last = self.rated.as_ref()?.last()?;
        let last = Some(last).filter(|last| !last.played.is_guess())?;
        (self.frames < MARK_FRAMES).then(|| coached::mark(last.rating.loss))
    }

    /// Returns the accuracy in the game in play, 0 to 1, if any of its moves is rated and
    /// not too many are guesses.
    pub(super) fn accuracy_on(&self) -> Option<f64> {
        let rated = self.rated.as_ref().filter(|rated| !rated.is_over)?;
        let has_game = self.now.is_some() && rated.last().is_some();
        accuracy_of(&rated.reviewed).filter(|_| has_game)
    }

    /// Returns the rated game to review, if any of its moves is rated.
    pub(super) fn rated_playback(&self) -> Option<CapturedPlayback> {
        let rated = self.rated.as_ref().filter(|rated| rated.last().is_some())?;
        Some(rated.playback.clone())
    }

    /// Returns the totals of the rated game.
    pub(super) fn totals(&self) -> Option<Summary> {
        Some(self.rated.as_ref()?.playback.summary())
    }

    /// Returns the score of the rated game: 0 before it begins, `None` if it is unknown.
    pub(super) fn score(&self) -> Option<u32> {
        (self.rated.as_ref()).map_or(Some(0), |rated| rated.playback.score())
    }

    /// Returns the statistics of the rated game.
    pub(super) fn figures(&self) -> Option<Box<GameStats>> {
        let rated = self.rated.as_ref()?;
        Some(Box::new(rated.playback.figures().clone()))
    }

    /// Returns the coach's figures about the rated game, for its panel beside another game.
    pub(super) fn coach(&self) -> Vec<Figure> {
        let rated = self.rated.as_ref();
        let accuracy = rated.filter(|rated| rated.last().is_some());
        let accuracy = accuracy.and_then(|rated| accuracy_of(&rated.reviewed));
        coached::beside(accuracy, rated.and_then(|rated| rated.last()))
    }
}

/// Returns the average accuracy of the moves, 0 to 1, if it is known.
fn accuracy_of(game: &ReviewedGame) -> Option<f64> {
    game.figures_by(usize::MAX).accuracy
}

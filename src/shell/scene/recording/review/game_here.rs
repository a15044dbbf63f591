//! Game that the review shows: one after another in a recording, or one of both in a captured match.

use rightwell::engine::Side;
use rightwell::render::panel::Figure;
use rightwell::session::{CapturedMatchPlayback, Recorded, ReviewedGame, Seek};

use super::Review;
use crate::scene::coached;
use crate::scene::recording::RecordingScene;

impl Review {
    /// Returns the figures of the coach about both games of a captured match at the current frame.
    pub(in crate::scene::recording) fn rated(
        &self,
        playback: &CapturedMatchPlayback,
    ) -> [Vec<Figure>; 2] {
        let games = self.reviewed();
        Side::BOTH
            .map(|side| {
                let game = games.as_ref()?.get(playback.game_index(side))?;
                let place = game.at(playback.frame());
                let accuracy = place.and_then(|place| game.figures_by(place).accuracy);
                let last = place.and_then(|place| game.moves().get(place));
                Some(coached::beside(accuracy, last))
            })
            .map(Option::unwrap_or_default)
    }
}

impl RecordingScene {
    /// Returns the game at the current frame, see [`RecordingScene::game_index`].
    pub(super) fn game_here<'a>(&self, games: &'a [ReviewedGame]) -> Option<&'a ReviewedGame> {
        games.get(self.game_index(games)?)
    }

    /// Returns the index of the game at the current frame: the last one that has begun, or the first one if none has. In
    /// a captured match, returns the game of the player at whose mistake the review paused last.
    pub(super) fn game_index(&self, games: &[ReviewedGame]) -> Option<usize> {
        let frame = self.recorded.place().frame();
        if let (Recorded::CapturedMatch(playback), Some(side)) =
            (&self.recorded, self.side_of(self.review.game))
        {
            return Some(playback.game_index(side));
        }
        let begun = |game: &usize| games[*game].at(frame).is_some();
        let last = (0..games.len()).rfind(begun);
        last.or((!games.is_empty()).then_some(0))
    }

    /// Returns the side of a game in a captured match.
    pub(super) fn side_of(&self, game: usize) -> Option<Side> {
        let Recorded::CapturedMatch(playback) = &self.recorded else {
            return None;
        };
        playback.games().nth(game).map(|(side, ..)| side)
    }

    /// Returns the side at whose mistake the review has paused, in a captured match.
    pub(in crate::scene::recording) fn standing_side(&self) -> Option<Side> {
        self.side_of(self.review.standing?.game)
    }
}

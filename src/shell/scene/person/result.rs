//! Result of a finished game beyond its totals: the player's best at this start, accuracy, and worst move.

use rightwell::engine::{GameType, PadStart};
use rightwell::render::panel::{Figure, Tone};
use rightwell::rules::Region;
use rightwell::session::ReviewedMove;

use crate::host::disk::PendingResult;
use crate::scene::OwnResult;
use crate::scene::coach::GameRating;
use crate::scene::coached;
use crate::store::personal_best;

use super::PersonScene;

/// Start level, release and score of a game that counts.
type Best = (u8, Region, u64);

/// The player's best scores before the current game. A background thread reads them from the recordings when the first
/// game is over.
#[derive(Debug, Default)]
pub(super) struct OwnBests {
    pending: Option<PendingResult<Vec<Best>>>,
    /// Best scores, by start. `None` until the thread has read the recordings.
    recorded: Option<Vec<Best>>,
    /// Scores of this scene's earlier games, and of its finished game.
    made: Vec<Best>,
    last: Option<Best>,
}

impl OwnBests {
    /// Returns the best score at this start before the current game, 0 without any. `None` until it is known.
    fn before(&self, start: &PadStart) -> Option<u64> {
        let all = self.recorded.as_ref()?.iter().chain(&self.made);
        let is_alike = |best: &&Best| (best.0, best.1) == (start.level, start.region);
        Some(all.filter(is_alike).map(|best| best.2).max().unwrap_or(0))
    }
}

impl PersonScene {
    /// Once a game is over, notes its score and reads the best scores of the recordings.
    pub(super) fn follow_bests(&mut self) {
        let finished = self.person.summary().filter(|_| self.is_over());
        let Some(finished) = finished else {
            return self.bests.made.extend(self.bests.last.take());
        };
        let start = self.game.start.filter(|_| self.has_best());
        self.bests.last = start.map(|start| (start.level, start.region, finished.score));
        if self.bests.recorded.is_none() {
            let folder = self.store.folder.path.clone();
            let read = move || {
                let bests = personal_best::games_of_folder(&folder).into_iter();
                let bests = bests.map(|(_, best)| (best.level, best.region, best.score));
                bests.collect()
            };
            let pending = self
                .bests
                .pending
                .get_or_insert_with(|| PendingResult::start(read));
            self.bests.recorded = pending.take();
        }
    }

    /// Returns whether the game on the screen is one of those that have a best score.
    fn has_best(&self) -> bool {
        self.game_type() == Some(GameType::A) && !self.person.is_unranked()
    }

    /// Returns the worst move of the finished game, once the moves are rated.
    pub(super) fn worst(&self) -> Option<&ReviewedMove> {
        self.coach.rating()?.worst.as_ref()
    }

    /// Returns the result for the card.
    pub(super) fn own_result(&self) -> Option<OwnResult> {
        let summary = self.person.summary().filter(|_| self.has_card())?;
        let dash = || "-".to_owned();
        let mut figures = Vec::new();
        if self.has_best() {
            let before = self.game.start.and_then(|start| self.bests.before(&start));
            let best = before.map(|before| before.max(summary.score));
            let is_new = before.is_some_and(|before| 0 < before && before < summary.score);
            let figure = Figure::new("Your best", best.map_or_else(dash, |best| best.to_string()));
            figures.push(match is_new {
                true => figure.toned(Tone::Good),
                false => figure,
            });
        }
        let rating = self.coach.rating();
        if self.game.is_a_type {
            let accuracy = rating.map_or_else(dash, GameRating::accuracy);
            figures.push(Figure::new("Accuracy", accuracy));
        }
        let enters_name = self.has_made_a_high_score();
        Some(OwnResult {
            figures,
            cost: rating.and_then(GameRating::cost),
            worst: self.worst().map(coached::worst),
            enters_name,
            starts_again: self.is_direct && !enters_name,
        })
    }
}

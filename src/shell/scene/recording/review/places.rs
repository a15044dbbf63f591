//! Finds the best locks for the current piece, even those that are worse than the played one. The search runs while the
//! user looks at the piece.

use std::sync::Arc;

use rightwell::players::RatedMove;
use rightwell::session::{Move, Rater};

use crate::host::worker::Worker;
use crate::scene::coached;

use super::MoveIndex;

/// Worker that finds the best locks, with its last result.
#[derive(Debug, Default)]
pub(super) struct BestPlaces {
    worker: Option<Worker<(MoveIndex, Move), PlacesAnswer>>,
    asked: Option<MoveIndex>,
    found: Option<PlacesAnswer>,
}

/// Move and its best locks, best first.
type PlacesAnswer = (MoveIndex, Vec<RatedMove>);

impl BestPlaces {
    /// Collects results, and requests the best locks for the current move. Returns whether there is a new result.
    ///
    /// # Errors
    /// Returns why the search has failed.
    pub(super) fn look_for(
        &mut self,
        site: MoveIndex,
        played: &Move,
        rater: impl FnOnce() -> Arc<Rater>,
    ) -> Result<bool, String> {
        let known = self.found.as_ref().map(|(site, _)| *site);
        while let Some(found) = self.worker.as_ref().and_then(Worker::take) {
            self.found = Some(found?);
        }
        if self.asked != Some(site) {
            self.asked = Some(site);
            let worker = self.worker.get_or_insert_with(|| {
                let rater = rater();
                Worker::answering("places", move |(site, played)| {
                    let found = rater.best_locks(&played, coached::PLACES);
                    (site, found.unwrap_or_default())
                })
            });
            worker.ask_instead((site, played.clone()));
        }
        Ok(self.found.as_ref().map(|(site, _)| *site) != known)
    }

    /// Returns the best locks of a move, if they are known.
    pub(super) fn of(&self, site: MoveIndex) -> Option<&[RatedMove]> {
        let found = self.found.as_ref()?;
        (found.0 == site && !found.1.is_empty()).then_some(&found.1)
    }
}

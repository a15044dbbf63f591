//! The best places for the piece that is on, those that are worse than its own too: they are looked for while
//! it is looked at.

use std::sync::Arc;

use rightwell::players::RatedMove;
use rightwell::session::{Move, Rater};

use crate::shell::activity::coached;
use crate::shell::host::worker::Worker;

use super::Site;

/// Who looks for them, and what was found.
#[derive(Debug, Default)]
pub(super) struct BestPlaces {
    worker: Option<Worker<(Site, Move), Found>>,
    asked: Option<Site>,
    found: Option<Found>,
}

/// A move and its best places, the best first.
type Found = (Site, Vec<RatedMove>);

impl BestPlaces {
    /// Hears what was found, and asks about the move that is on; says whether something new is known.
    ///
    /// # Errors
    /// Why nothing more will be found.
    pub(super) fn look_for(
        &mut self,
        site: Site,
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
                    let found = rater.best_places(&played, coached::PLACES);
                    (site, found.unwrap_or_default())
                })
            });
            worker.ask_instead((site, played.clone()));
        }
        Ok(self.found.as_ref().map(|(site, _)| *site) != known)
    }

    /// Those of a move, if they are known.
    pub(super) fn of(&self, site: Site) -> Option<&[RatedMove]> {
        let found = self.found.as_ref()?;
        (found.0 == site && !found.1.is_empty()).then_some(&found.1)
    }
}

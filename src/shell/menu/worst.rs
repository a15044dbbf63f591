//! Page of errors in the reviewed game. A row leads to the errors of one kind, or to one move.

use crate::shell::scene::{ErrorListRow, SceneCommand, Target};

use super::PageAction;
use super::act_page::{ActPage, ActRows};

/// Returns the page: first the costliest kinds of errors, then the worst moves, each part with a heading. `worst` must
/// not be empty.
pub fn worst_page(worst: &[ErrorListRow]) -> ActPage {
    let mut rows = ActRows::default();
    let mut before = None;
    for listed in worst {
        let target = listed.target;
        let heading = match target {
            Target::Kind(None) => None,
            Target::Kind(Some(_)) => Some(ErrorListRow::KINDS),
            Target::Move(_) | Target::Nth(_) | Target::Place(_) | Target::Time(_) => {
                Some(ErrorListRow::MOVES)
            }
        };
        if let Some(heading) = heading.filter(|_| heading != before) {
            rows.heading(heading);
        }
        before = heading;
        rows.act(&listed.label, &listed.hint, move |_| {
            PageAction::send(SceneCommand::Jump(target))
        });
    }
    rows.into_page("WORST MOVES")
}

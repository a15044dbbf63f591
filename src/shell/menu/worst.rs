//! Page of errors in the reviewed game. A row leads to the errors of one kind, or to one move.

use crate::scene::{ErrorListRow, JumpTarget, SceneCommand};

use super::PageAction;
use super::act_page::{ActionPage, ActionRows};

/// Returns the page: first the costliest kinds of errors, then the worst moves, each part with a heading. `worst` must
/// not be empty.
pub fn worst_page(worst: &[ErrorListRow]) -> ActionPage {
    let mut rows = ActionRows::default();
    let mut before = None;
    for listed in worst {
        let target = listed.target;
        let heading = match target {
            JumpTarget::Kind(None) => None,
            JumpTarget::Kind(Some(_)) => Some(ErrorListRow::KINDS),
            JumpTarget::Move(_)
            | JumpTarget::Nth(_)
            | JumpTarget::Place(_)
            | JumpTarget::Reason(_)
            | JumpTarget::Time(_) => Some(ErrorListRow::MOVES),
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

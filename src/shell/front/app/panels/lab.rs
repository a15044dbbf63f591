//! Where pieces lock, and what is likely to come of the game.

use rightwell::render::Panel;
use rightwell::render::lab::LabPanel;
use rightwell::render::panel::{PanelPart, PanelSide};

/// The lab's panel.
pub(super) fn panel(lab: LabPanel) -> Panel {
    Panel {
        side: PanelSide::Left,
        ..Panel::new("Lab", vec![PanelPart::Map(Box::new(lab))])
    }
}

//! Panel of a scene, with the targets of clicks.

use rightwell::render::Panel;
#[cfg(any(feature = "window", test))]
use rightwell::render::panel::ClickZone;
use rightwell::render::panel::PanelPart;

use super::Target;

/// Panel, with the targets of clicks in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenePanel {
    /// Contents.
    pub panel: Panel,
    /// Click targets of the parts, then of the compact parts.
    leads: [Vec<ClickTargets>; 2],
}

/// Click target of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ClickTargets {
    /// None.
    #[default]
    Nowhere,
    /// One target for each row of a list.
    Rows(Vec<Target>),
    /// Move at the clicked position of a curve over this number of moves.
    Along(usize),
}

/// Part with its click target.
pub type ClickablePart = (PanelPart, ClickTargets);

/// Returns a part without a click target.
pub const fn plain(part: PanelPart) -> ClickablePart {
    (part, ClickTargets::Nowhere)
}

impl ScenePanel {
    /// Returns a panel of these parts.
    pub fn new(title: &str, parts: Vec<ClickablePart>) -> ScenePanel {
        let (parts, leads) = parts.into_iter().unzip();
        ScenePanel {
            panel: Panel::new(title, parts),
            leads: [leads, Vec::new()],
        }
    }

    /// Adds a compact version for small screens.
    #[must_use]
    pub fn or(mut self, compact: Vec<ClickablePart>) -> ScenePanel {
        let (parts, leads) = compact.into_iter().unzip();
        self.panel.compact = Some(parts);
        self.leads[1] = leads;
        self
    }

    /// Returns the target of a click in a zone. `share` is the distance from the left end, 0 to 1.
    #[cfg(any(feature = "window", test))]
    pub fn target(&self, zone: &ClickZone, share: f32) -> Option<Target> {
        let leads = &self.leads[usize::from(zone.is_compact)];
        match leads.get(zone.part)? {
            ClickTargets::Nowhere => None,
            ClickTargets::Rows(targets) => targets.get(zone.row?).copied(),
            ClickTargets::Along(moves) => {
                let place = (share.clamp(0.0, 1.0) * *moves as f32) as usize;
                Some(Target::Nth(place.min(moves.checked_sub(1)?)))
            }
        }
    }
}

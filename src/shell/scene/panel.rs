//! Panel of a scene. It also defines what a click on each part does.

use rightwell::render::Panel;
#[cfg(any(feature = "window", test))]
use rightwell::render::panel::ClickZone;
use rightwell::render::panel::PanelPart;

use super::JumpTarget;

/// Panel with the targets of clicks on its parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenePanel {
    /// Panel to draw.
    pub panel: Panel,
    /// Targets of clicks: for the parts of the panel, and for the parts of its compact version.
    leads: [Vec<ClickTargets>; 2],
}

/// Targets of clicks on a part of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ClickTargets {
    /// Clicks have no effect.
    #[default]
    Nowhere,
    /// One target for each row of a list.
    Rows(Vec<JumpTarget>),
    /// Curve over this number of moves. A click selects the move at that point of the curve.
    Along(usize),
    /// Timeline of a recording. A click goes to the time at its position.
    Time,
}

/// Part of a panel, with the effect of a click on it.
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

    /// Adds a compact version for small windows.
    #[must_use]
    pub fn or(mut self, compact: Vec<ClickablePart>) -> ScenePanel {
        let (parts, leads) = compact.into_iter().unzip();
        self.panel.compact = Some(parts);
        self.leads[1] = leads;
        self
    }

    /// Returns the target of a click in a zone. `share` is the click's horizontal position in the zone, from 0 (left)
    /// to 1 (right).
    #[cfg(any(feature = "window", test))]
    pub fn target(&self, zone: &ClickZone, share: f32) -> Option<JumpTarget> {
        let leads = &self.leads[usize::from(zone.is_compact)];
        match leads.get(zone.part)? {
            ClickTargets::Nowhere => None,
            ClickTargets::Rows(targets) => targets.get(zone.row?).copied(),
            ClickTargets::Along(moves) => {
                let place = (share.clamp(0.0, 1.0) * *moves as f32) as usize;
                Some(JumpTarget::Nth(place.min(moves.checked_sub(1)?)))
            }
            ClickTargets::Time => {
                let share = share.clamp(0.0, 1.0) * f32::from(JumpTarget::TIME_STEPS);
                Some(JumpTarget::Time(share.round() as u16))
            }
        }
    }
}

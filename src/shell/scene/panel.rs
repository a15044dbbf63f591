//! Panel of a scene, with the targets of clicks.

use rightwell::render::Panel;
use rightwell::render::panel::PanelPart;
#[cfg(any(feature = "window", test))]
use rightwell::render::panel::Zone;

use super::Target;

/// Panel, with the targets of clicks in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenePanel {
    /// Contents.
    pub panel: Panel,
    /// Click targets of the parts, then of the compact parts.
    leads: [Vec<Leads>; 2],
}

/// Click target of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Leads {
    /// None.
    #[default]
    Nowhere,
    /// One target for each row of a list.
    Rows(Vec<Target>),
    /// Move at the clicked position of a curve over this number of moves.
    Along(usize),
}

/// Part with its click target.
pub type Part = (PanelPart, Leads);

/// Returns a part without a click target.
pub const fn plain(part: PanelPart) -> Part {
    (part, Leads::Nowhere)
}

impl ScenePanel {
    /// Returns a panel of these parts.
    pub fn new(title: &str, parts: Vec<Part>) -> ScenePanel {
        let (parts, leads) = parts.into_iter().unzip();
        ScenePanel {
            panel: Panel::new(title, parts),
            leads: [leads, Vec::new()],
        }
    }

    /// Adds a compact version for small screens.
    #[must_use]
    pub fn or(mut self, compact: Vec<Part>) -> ScenePanel {
        let (parts, leads) = compact.into_iter().unzip();
        self.panel.compact = Some(parts);
        self.leads[1] = leads;
        self
    }

    /// Returns the target of a click in a zone. `share` is the distance from the left end, 0 to 1.
    #[cfg(any(feature = "window", test))]
    pub fn target(&self, zone: &Zone, share: f32) -> Option<Target> {
        let leads = &self.leads[usize::from(zone.is_compact)];
        match leads.get(zone.part)? {
            Leads::Nowhere => None,
            Leads::Rows(targets) => targets.get(zone.row?).copied(),
            Leads::Along(moves) => {
                let place = (share.clamp(0.0, 1.0) * *moves as f32) as usize;
                Some(Target::Nth(place.min(moves.checked_sub(1)?)))
            }
        }
    }
}

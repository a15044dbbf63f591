//! A panel of a scene, and where the places in it lead.

use rightwell::render::Panel;
use rightwell::render::panel::PanelPart;
#[cfg(any(feature = "window", test))]
use rightwell::render::panel::Zone;

use super::Target;

/// A panel, and where a click in it leads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenePanel {
    /// What it shows.
    pub panel: Panel,
    /// Where each of its parts leads; of those that it has where there is little room as well.
    leads: [Vec<Leads>; 2],
}

/// Where a part of a panel leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Leads {
    /// Nowhere.
    #[default]
    Nowhere,
    /// Each row of a list to a target.
    Rows(Vec<Target>),
    /// A curve to the move, of so many, that lies there.
    Along(usize),
}

/// A part and where it leads.
pub type Part = (PanelPart, Leads);

/// A part that leads nowhere.
pub const fn plain(part: PanelPart) -> Part {
    (part, Leads::Nowhere)
}

impl ScenePanel {
    /// A panel of these parts.
    pub fn new(title: &str, parts: Vec<Part>) -> ScenePanel {
        let (parts, leads) = parts.into_iter().unzip();
        ScenePanel {
            panel: Panel::new(title, parts),
            leads: [leads, Vec::new()],
        }
    }

    /// The same with what it shows where there is little room.
    #[must_use]
    pub fn or(mut self, compact: Vec<Part>) -> ScenePanel {
        let (parts, leads) = compact.into_iter().unzip();
        self.panel.compact = Some(parts);
        self.leads[1] = leads;
        self
    }

    /// Where a place of it leads: a zone, and how far from its left end that is, 0 to 1.
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

//! Pages of panels. Panels without room beside the game are on the next page.

use rightwell::render::Panel;
use rightwell::render::panel::{ColumnSize, arrange};

use crate::input::action::Action;

use super::App;

/// Page of panels that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PanelPages {
    /// This page, from 0.
    Page(usize),
    /// No panels.
    None,
}

impl PanelPages {
    /// Returns whether it is a page after the first.
    pub(super) const fn is_later(self) -> bool {
        matches!(self, PanelPages::Page(1..))
    }
}

impl App {
    /// Turns to the next page of panels: main, more, none.
    pub(super) fn turn_page(&mut self) {
        let has_lab = self.can().does(Action::Lab) && self.hud().figures[0].is_some();
        self.pages = match self.pages {
            PanelPages::Page(0) if has_lab || self.has_more => PanelPages::Page(1),
            PanelPages::Page(page) if self.has_more => PanelPages::Page(page + 1),
            PanelPages::Page(_) => PanelPages::None,
            PanelPages::None => PanelPages::Page(0),
        };
    }

    /// Returns the number of a later page and the key of the next one.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has pages")
    )]
    pub(super) fn page_in_words(&self) -> Option<String> {
        let key = Action::Lab.key(&self.settings().program_keys);
        match self.pages {
            PanelPages::Page(0) if self.has_more => Some(format!("{key}: more panels")),
            PanelPages::Page(page @ 1..) => Some(format!("Page {}. {key}: next", page + 1)),
            _ => None,
        }
    }

    /// Returns the panels of the current page, from all panels. The first panel is the status, which every page shows.
    /// Panels of earlier pages follow as far as there is room. Notes whether there is another page.
    #[cfg_attr(
        not(feature = "window"),
        allow(dead_code, reason = "only a window has pages")
    )]
    pub(super) fn on_page(&mut self, mut panels: Vec<Panel>, sizes: &[ColumnSize]) -> Vec<Panel> {
        let PanelPages::Page(page) = self.pages else {
            return panels;
        };
        let (mut turned, mut new) = (0, panels.len().saturating_sub(1));
        loop {
            let places = arrange(&panels, sizes);
            let is_whole = |index: usize| {
                let mut places = places.iter();
                places.any(|place| place.panel == index && !place.is_compact)
            };
            let (seen, rest): (Vec<_>, Vec<_>) = (1..=new).partition(|&index| is_whole(index));
            self.has_more = !rest.is_empty() && !seen.is_empty();
            if turned == page || !self.has_more {
                return panels;
            }
            let earlier = seen.into_iter().chain(new + 1..panels.len());
            panels = [0]
                .iter()
                .chain(&rest)
                .copied()
                .chain(earlier)
                .map(|index| panels[index].clone())
                .collect();
            (turned, new) = (turned + 1, rest.len());
        }
    }
}

//! Contents of the panels beside the game.

mod keys;
mod menu;
mod scene;
mod versus;

use rightwell::render::Panel;

use crate::stage::{buttons, statistics};
use crate::store::settings::{PanelPlace, StatisticsPage};

use super::App;
use super::pages::PanelPages;

impl App {
    /// Returns the position of panels: none with touch input, otherwise the user's setting.
    pub(super) fn panel_place(&self) -> PanelPlace {
        match self.devices.is_touched || self.pages == PanelPages::None {
            true => PanelPlace::None,
            false => self.settings().panels,
        }
    }

    /// Returns whether panels stand in columns, which only a window has.
    #[cfg(not(any(feature = "window", test)))]
    pub(super) const fn has_columns(&self) -> bool {
        false
    }

    /// Returns whether the user opened a panel. The game then makes room for it.
    pub fn has_opened_panel(&self) -> bool {
        let hud = self.hud();
        if self.panel_place() == PanelPlace::None {
            return false;
        }
        self.has_all_statistics() || self.has_lab() || hud.is_opened
    }

    fn has_all_statistics(&self) -> bool {
        self.settings().statistics == StatisticsPage::Full && self.hud().figures[0].is_some()
    }

    /// Returns the keys panel, if it is on.
    #[cfg(any(feature = "window", test))]
    pub(super) fn keys_panel(&self) -> Option<Panel> {
        keys::panel(self, &scene::panels(self))
    }

    /// Returns the panel beside an open menu, if the selected row has an explanation.
    #[cfg(any(feature = "window", test))]
    pub(super) fn menu_panel(&self) -> Option<Panel> {
        menu::panel(self)
    }

    /// Returns the panels to show beside the game, most important first.
    pub fn panels_beside_game(&mut self) -> Vec<Panel> {
        if self.panel_place() == PanelPlace::None {
            return Vec::new();
        }
        let lab = self.lab_panels();
        let hud = self.hud();
        let statistics = statistics::panels(
            self.settings().statistics,
            &self.view(),
            [0, 1].map(|side| hud.figures[side].as_deref()),
        );
        let mut all: Vec<Panel> = self.welcome().into_iter().collect();
        all.extend(scene::panels(self));
        let keys = keys::panel(self, &all);
        // New players need their keys more than the figures.
        let is_new = self.has_person() && self.watched < keys::FIRST_MINUTES;
        let (keys_first, keys_last) = if is_new { (keys, None) } else { (None, keys) };
        all.extend(menu::panel(self));
        all.extend(lab);
        all.extend(buttons::panels(&self.view(), self.overlay().inputs));
        all.extend(keys_first);
        all.extend(versus::panels(self));
        all.extend(statistics);
        all.extend(keys_last);
        all
    }
}

//! The panels beside the picture: what each of them shows now, the most important ones first.

mod keys;
mod lab;
mod menu;
mod review;
mod status;
mod tree;
mod versus;

use rightwell::render::Panel;

use crate::shell::front::stage::layout::{Layout, Wanted};
use crate::shell::front::stage::statistics;
use crate::shell::store::settings::StatisticsPage;

use super::App;

impl App {
    /// Whether somebody has opened a panel, so that the picture makes room for it.
    fn has_opened_panel(&self) -> bool {
        let hud = self.hud();
        let settings = self.settings();
        let has_statistics =
            settings.statistics == StatisticsPage::Full && hud.figures[0].is_some();
        let has_lab = settings.lab && hud.figures[0].is_some();
        has_statistics || has_lab || hud.review.is_some() || hud.tree.is_some()
    }

    /// Where everything stands in a window of that size.
    pub fn layout(&self, (width, height): (u32, u32)) -> Layout {
        let settings = self.settings();
        let wanted = Wanted {
            status: settings.status_line,
            panels: settings.panels,
            is_opened: self.has_opened_panel(),
        };
        Layout::new(width, height, settings.scaling, wanted)
    }

    /// All panels that there are now.
    pub(super) fn panels(&mut self) -> Vec<Panel> {
        let lab = self.lab();
        let status = status::panel(self);
        let review = self.review().map(review::panel);
        let tree = self.hud().tree.as_ref().map(tree::panel);
        let keys = keys::panel(self);
        let menu = menu::panel(self);
        let first = [Some(status), menu, review, tree, lab.map(lab::panel)];
        let statistics = statistics::panels(
            self.settings().statistics,
            &self.view(),
            [0, 1].map(|side| self.hud().figures[side].as_deref()),
        );
        let rest = versus::panels(self).into_iter();
        let rest = rest.chain(statistics).chain(keys);
        let all = first.into_iter().flatten().chain(rest);
        all.collect()
    }
}

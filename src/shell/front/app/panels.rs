//! The panels beside the picture: what each of them shows now, the most important ones first.

mod keys;
mod lab;
mod menu;
mod review;
mod scene;
mod status;
mod tree;
mod versus;

use rightwell::render::Panel;

use crate::shell::front::stage::layout::{Layout, Wanted};
use crate::shell::front::stage::statistics;
use crate::shell::input::action::Action;
use crate::shell::store::settings::StatisticsPage;

use super::App;

/// Panels that stand before those of the scene.
const ABOVE_SCENE: usize = 1;

impl App {
    /// Whether somebody has opened a panel, so that the picture makes room for it.
    fn has_opened_panel(&self) -> bool {
        let hud = self.hud();
        let settings = self.settings();
        let has_statistics =
            settings.statistics == StatisticsPage::Full && hud.figures[0].is_some();
        let has_lab = settings.lab && hud.figures[0].is_some();
        let has_plan = settings.plan && self.can().does(Action::Plan) && !hud.panels.is_empty();
        has_statistics || has_lab || has_plan || hud.review.is_some() || hud.tree.is_some()
    }

    /// Where everything stands in a window of that size.
    pub fn layout(&self, (width, height): (u32, u32)) -> Layout {
        let settings = self.settings();
        let layout = |is_opened| {
            let wanted = Wanted {
                status: settings.status_line,
                panels: settings.panels,
                is_opened,
            };
            Layout::new(width, height, settings.scaling, wanted)
        };
        let found = layout(self.has_opened_panel());
        // Menu and help stand on the picture, which a page would hide.
        match found.is_page && (self.menu.is_some() || self.help) {
            true => layout(false),
            false => found,
        }
    }

    /// All panels that there are now.
    pub(super) fn panels(&mut self) -> Vec<Panel> {
        let lab = self.lab();
        let status = status::panel(self);
        let scene = scene::panels(self);
        let tree = self.hud().tree.as_ref().map(tree::panel);
        let keys = keys::panel(self);
        let menu = menu::panel(self);
        let opened = [menu, tree, lab.map(lab::panel)];
        let versus = versus::panels(self);
        let statistics = statistics::panels(
            self.settings().statistics,
            &self.view(),
            [0, 1].map(|side| self.hud().figures[side].as_deref()),
        );
        let mut all = vec![status];
        debug_assert_eq!(all.len(), ABOVE_SCENE);
        all.extend(scene);
        all.extend(opened.into_iter().flatten());
        all.extend(versus);
        all.extend(statistics);
        all.extend(keys);
        all
    }
}

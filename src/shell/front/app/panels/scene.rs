//! The panels of the scene that is on, and where a click in them leads.

use rightwell::render::Panel;
use rightwell::render::panel::PanelPart;

use crate::shell::activity::Happening;
use crate::shell::front::app::App;
use crate::shell::front::stage::layout::Layout;

use super::{ABOVE_SCENE, review};

/// The panels of the scene, the keys of a review in the first one.
pub(super) fn panels(app: &App) -> Vec<Panel> {
    let told = app.review();
    let mut panels: Vec<Panel> = (app.hud().panels.iter())
        .map(|scene| scene.panel.clone())
        .collect();
    match (panels.first_mut(), told) {
        (Some(first), Some(told)) if !told.keys.is_empty() => {
            let keys = PanelPart::Keys(told.keys);
            let compact = first.compact.iter_mut();
            compact.for_each(|parts| parts.push(keys.clone()));
            first.parts.push(keys);
        }
        (None, Some(told)) => panels.push(review::panel(told)),
        _ => {}
    }
    panels
}

impl App {
    /// Goes where a click at that place of the window leads, if it leads anywhere.
    pub fn click(&mut self, layout: &Layout, x: f32, y: f32) {
        if self.menu.is_some() {
            return;
        }
        let Some((zone, share)) = self.stage.zone_at(layout, x, y) else {
            return;
        };
        let scene = zone.panel.checked_sub(ABOVE_SCENE);
        let scene = scene.and_then(|scene| self.hud().panels.get(scene));
        if let Some(target) = scene.and_then(|scene| scene.target(&zone, share)) {
            self.notice = None;
            let top = self.stack.top_mut();
            top.activity.handle(Happening::Jump(target));
            self.carry_out();
        }
    }
}

//! Panels that show the buttons held on the controllers.

use rightwell::engine::View;
use rightwell::render::Panel;
use rightwell::render::panel::{PanelPart, PanelSide};
use rightwell::rules::Buttons;

/// Returns a panel for each controller with known buttons, while a game is on the screen.
pub fn panels(view: &View, held: [Option<Buttons>; 2]) -> Vec<Panel> {
    let titles = match view {
        View::Game(_) => ["Buttons", ""],
        View::Versus(_) => ["Left pad", "Right pad"],
        _ => return Vec::new(),
    };
    let sides = [PanelSide::Left, PanelSide::Right];
    let pads = held.into_iter().zip(titles).zip(sides);
    let panels = pads.filter_map(|((held, title), side)| {
        let pad = PanelPart::Pad(held?);
        Some(Panel {
            side,
            ..Panel::new(title, vec![pad])
        })
    });
    panels.collect()
}

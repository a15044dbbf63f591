//! The search tree of a player that grows one.

use rightwell::render::panel::{Figure, PanelList, PanelPart, PanelSide};
use rightwell::render::{Panel, TreePicture};

/// The tree's panel: its table, line by line.
pub(super) fn panel(tree: &TreePicture) -> Panel {
    let rows = tree.table.iter().map(|line| Figure::new(line.as_str(), ""));
    let list = PanelList {
        rows: rows.collect(),
        cursor: None,
        least: 6,
    };
    Panel {
        side: PanelSide::Left,
        ..Panel::new("Search tree", vec![PanelPart::List(list)])
    }
}

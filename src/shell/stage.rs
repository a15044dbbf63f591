//! The picture of a game as windows and films show it: the console's screen with its overlay, and columns of panels
//! beside it.

pub mod buttons;
pub mod layout;
pub mod overlay;
pub mod statistics;

use rightwell::engine::View;
use rightwell::render::panel::{ClickZone, ColumnSize, PlacedPanel, arrange};
use rightwell::render::surface::Area;
use rightwell::render::{Frame, Panel, Renderer, Surface};
use rightwell::rules::Buttons;

use layout::Layout;

/// Columns of panels on the screen.
#[derive(Debug, Default)]
pub struct PanelColumns {
    /// Panels, their positions, the sizes of the columns, and the background colour.
    panels: Vec<Panel>,
    places: Vec<PlacedPanel>,
    sizes: Vec<ColumnSize>,
    ground: u8,
    columns: Vec<ShownColumn>,
    /// Number of redrawn columns so far.
    changes: u32,
}

/// A drawn column of panels.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "window"),
    allow(
        dead_code,
        reason = "only a window has a mouse and keeps what it has drawn"
    )
)]
pub struct ShownColumn {
    /// Pixels of the column.
    pub surface: Surface,
    zones: Vec<ClickZone>,
    /// Number that changes with every redraw.
    pub change: u32,
}

impl PanelColumns {
    /// Draws the panels. A column with unchanged content is not redrawn.
    pub fn show(
        &mut self,
        renderer: &Renderer,
        panels: Vec<Panel>,
        sizes: &[ColumnSize],
        ground: u8,
    ) {
        let is_same_stage = self.sizes == sizes && self.ground == ground;
        if is_same_stage && self.panels == panels {
            return;
        }
        let places = arrange(&panels, sizes);
        let mut before = std::mem::take(&mut self.columns).into_iter();
        for (column, size) in sizes.iter().enumerate() {
            let kept = before.next().filter(|_| {
                let shown = in_column(&self.places, &self.panels, column);
                is_same_stage && shown.eq(in_column(&places, &panels, column))
            });
            let shown = kept.unwrap_or_else(|| {
                let mut surface = Surface::new(size.width, size.height, ground);
                let zones = renderer.panel_column(&panels, &places, column, &mut surface);
                self.changes = self.changes.wrapping_add(1);
                ShownColumn {
                    surface,
                    zones,
                    change: self.changes,
                }
            });
            self.columns.push(shown);
        }
        self.panels = panels;
        self.places = places;
        self.sizes = sizes.to_vec();
        self.ground = ground;
    }

    /// Returns the panel with this index.
    #[cfg(any(feature = "window", test))]
    pub fn panel(&self, index: usize) -> Option<&Panel> {
        self.panels.get(index)
    }

    /// Returns whether a panel is shown, and not in its compact form.
    pub fn shows(&self, panel: &Panel) -> bool {
        let mut places = self.places.iter();
        places.any(|place| !place.is_compact && self.panels[place.panel] == *panel)
    }

    /// Returns whether a panel is shown, possibly in its compact form.
    #[cfg(test)]
    pub fn shows_any_form(&self, panel: &Panel) -> bool {
        let mut places = self.places.iter();
        places.any(|place| self.panels[place.panel] == *panel)
    }

    /// Returns `held`, or no buttons if panels already show the controllers.
    pub fn not_shown(&self, view: &View, held: [Option<Buttons>; 2]) -> [Option<Buttons>; 2] {
        let pads = buttons::panels(view, held);
        match pads.iter().all(|panel| self.shows(panel)) {
            true => [None; 2],
            false => held,
        }
    }

    /// Returns the columns, from the left.
    #[cfg(feature = "window")]
    pub fn columns(&self) -> &[ShownColumn] {
        &self.columns
    }

    /// Returns the background colour.
    #[cfg(feature = "window")]
    pub const fn ground(&self) -> u8 {
        self.ground
    }

    /// Returns the click zone at a point of the window, and the point's horizontal position in the zone, 0 to 1.
    #[cfg(any(feature = "window", test))]
    pub fn zone_at(&self, layout: &Layout, x: f32, y: f32) -> Option<(ClickZone, f32)> {
        let columns = layout.columns.iter().zip(&self.columns);
        let (zones, (x, y)) = columns
            .filter_map(|(column, shown)| Some((&shown.zones, column.point(x, y)?)))
            .next()?;
        let is_in = |from: usize, size: usize, at: usize| (from..from + size).contains(&at);
        let zone = zones.iter().find(|ClickZone { area, .. }| {
            is_in(area.x, area.width, x) && is_in(area.y, area.height, y)
        })?;
        let share = (x - zone.area.x) as f32 / zone.area.width.max(1) as f32;
        Some((*zone, share))
    }

    /// Renders the whole window: the game screen and columns on the background.
    pub fn picture(&self, (width, height): (u32, u32), layout: &Layout, frame: &Frame) -> Surface {
        let mut whole = Surface::new(width as usize, height as usize, self.ground);
        let screen = layout.picture;
        let area = Area {
            x: screen.x as usize,
            y: screen.y as usize,
            width: screen.width as usize,
            height: screen.height as usize,
        };
        whole.frame_in(frame, area);
        for (column, shown) in layout.columns.iter().zip(&self.columns) {
            let place = (column.area.x as usize, column.area.y as usize);
            whole.surface(&shown.surface, place, column.factor as usize);
        }
        whole
    }

    /// Returns the number of redrawn columns so far.
    #[cfg(test)]
    pub const fn changes(&self) -> u32 {
        self.changes
    }
}

/// Returns the panels of a column with their positions.
fn in_column<'a>(
    places: &'a [PlacedPanel],
    panels: &'a [Panel],
    column: usize,
) -> impl Iterator<Item = (&'a PlacedPanel, &'a Panel)> {
    let places = places.iter().filter(move |place| place.column == column);
    places.map(|place| (place, &panels[place.panel]))
}

//! The stage: the console's picture and the columns of panels beside it.

pub mod layout;
pub mod statistics;

use rightwell::render::panel::{ColumnSize, Zone, arrange};
use rightwell::render::surface::Area;
use rightwell::render::{Frame, Panel, Renderer, Surface};

use layout::Layout;

/// The columns of panels as they are shown.
#[derive(Debug, Default)]
pub struct Stage {
    /// What is drawn, on columns of which size, on which ground.
    panels: Vec<Panel>,
    sizes: Vec<ColumnSize>,
    ground: u8,
    columns: Vec<Surface>,
    zones: Vec<Vec<Zone>>,
    /// How often it was drawn.
    changes: u32,
}

impl Stage {
    /// Shows panels in columns; what is shown already is not drawn again.
    pub fn show(
        &mut self,
        renderer: &Renderer,
        panels: Vec<Panel>,
        sizes: &[ColumnSize],
        ground: u8,
    ) {
        if self.panels == panels && self.sizes == sizes && self.ground == ground {
            return;
        }
        let places = arrange(&panels, sizes);
        let surfaces = sizes
            .iter()
            .map(|size| Surface::new(size.width, size.height, ground));
        self.columns = surfaces.collect();
        let columns = self.columns.iter_mut().enumerate();
        let zones = columns
            .map(|(column, surface)| renderer.panel_column(&panels, &places, column, surface));
        self.zones = zones.collect();
        self.panels = panels;
        self.sizes = sizes.to_vec();
        self.ground = ground;
        self.changes = self.changes.wrapping_add(1);
    }

    /// The columns, from the left.
    #[cfg(feature = "window")]
    pub fn columns(&self) -> &[Surface] {
        &self.columns
    }

    /// The whole window as a picture: the console's and the columns, on the ground.
    pub fn picture(&self, (width, height): (u32, u32), layout: &Layout, frame: &Frame) -> Surface {
        let mut whole = Surface::new(width as usize, height as usize, self.ground);
        let layout::Area {
            x,
            y,
            width,
            height,
        } = layout.picture;
        let [x, y, width, height] = [x, y, width, height].map(|length| length as usize);
        whole.frame_in(
            frame,
            Area {
                x,
                y,
                width,
                height,
            },
        );
        for (column, surface) in layout.columns.iter().zip(&self.columns) {
            let place = (column.area.x as usize, column.area.y as usize);
            whole.surface(surface, place, column.factor as usize);
        }
        whole
    }

    /// A number that changes whenever they do.
    #[cfg(any(feature = "window", test))]
    pub const fn changes(&self) -> u32 {
        self.changes
    }
}

//! Menus as values: buttons and letters in, a [`Sheet`] out, which `render` draws.
//!
//! Owns pages, their rows and how a cursor moves on them. Knows nothing of windows, files or what a
//! row is good for: whoever makes a [`Page`] gives each row a name of its own and is told which one
//! was chosen or changed. Start with [`Page::press`] and [`Page::sheet`].

mod field;
mod page;
mod sheet;
mod text;

pub use field::Field;
pub use page::{Answer, Input, MenuRow, Page};
pub use sheet::{Chosen, Preview, Sheet, SheetLine};
pub use text::{fitting, wrap, wrap_within};

//! Menus as values: buttons and letters in, a [`Sheet`] out, which `render` draws.
//!
//! This module contains pages, their rows and the movement of the cursor. It knows nothing of windows, files or the
//! purpose of a row: the creator of a [`Page`] gives each row a name, and [`Answer`] reports which row was chosen or
//! changed. Start with [`Page::press`] and [`Page::sheet`].

mod field;
mod icon;
mod layout;
mod page;
mod sheet;
mod text;

pub use field::Field;
pub use icon::Icon;
pub use layout::SheetLayout;
pub use page::{Answer, Input, MenuRow, Page};
pub use sheet::{Column, Preview, Sheet, SheetLine, SheetPicture, ValueDescription};
pub use text::{fitting, wrap, wrap_measured, wrap_within};

//! Films: pictures in motion, and what is heard.

mod area;

pub mod apng;
pub mod gif;
pub mod wav;

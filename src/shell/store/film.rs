//! Films: pictures in motion, and what is heard.

mod area;

mod video;

pub mod apng;
pub mod gif;
pub mod mp4;
pub mod wav;

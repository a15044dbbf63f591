//! Films and sound as files: frames and samples in, bytes out.
//!
//! A film keeps each frame until the next one comes, and writes only the rectangle that changed. Nothing is written
//! before the first frame, and a film without one has no bytes.

mod apng;
mod area;
mod gif;
mod mp4;
mod video;
mod wav;

pub use apng::Apng;
pub use gif::Gif;
pub use mp4::Mp4;
pub use wav::Wav;

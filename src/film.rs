//! Films and sound as files: frames and samples in, bytes out.
//!
//! GIF and PNG films hold each frame back until the next one arrives, because only then its duration is known. They
//! write only the rectangle that changed. Nothing is written before the first frame, so a film without frames has no
//! bytes.

mod apng;
mod changed_area;
mod gif;
mod mp4;
mod video;
mod wav;

pub use apng::Apng;
pub use gif::Gif;
pub use mp4::Mp4;
pub use wav::Wav;

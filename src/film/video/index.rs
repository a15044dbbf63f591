//! Index at the end of an MP4 file: description and location of all units.

use super::boxes::BoxWriter;
use super::colour::{MATRIX, PRIMARIES, TRANSFER};
use super::headers::FrameRate;
use super::sound::{DESCRIPTION, SAMPLE_RATE, UNIT};

/// Contents of the index.
pub struct FilmIndex {
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Frame rate.
    pub rate: FrameRate,
    /// Sequence parameter set.
    pub film_unit: Vec<u8>,
    /// Picture parameter set.
    pub pictures_unit: Vec<u8>,
    /// Locations of the frames.
    pub pictures: TrackIndex,
    /// Locations of the sound, if there is any.
    pub sound: Option<TrackIndex>,
}

/// Locations of the units of one track.
#[derive(Default)]
pub struct TrackIndex {
    /// Length of each unit in bytes.
    pub lengths: Vec<u32>,
    /// Numbers of the key units, at which a player can start. Units are counted from 1.
    pub keys: Vec<u32>,
    /// Chunks of successive units in the file: position of the first byte, and number of units.
    pub pieces: Vec<(u64, u32)>,
    /// Number of units in all chunks.
    pub in_pieces: u32,
}

/// Time units per second for the whole file.
const SCALE: u32 = SAMPLE_RATE;

/// Properties of a track, needed while its box is written.
struct TrackShape<'a> {
    track: &'a TrackIndex,
    number: u32,
    /// Time units per second for this track.
    scale: u32,
    /// Duration of a unit, in the track's time units.
    unit: u32,
    /// Length of the beginning of the track that players skip, in the track's time units.
    left_out: u32,
    /// Duration of the track, in the file's time units.
    length: u64,
}

/// Returns the bytes of the index.
pub fn index(film: &FilmIndex, samples: u64) -> Vec<u8> {
    let rate = film.rate;
    let time = film.pictures.lengths.len() as u128 * u128::from(rate.seconds) * u128::from(SCALE);
    let pictures = TrackShape {
        track: &film.pictures,
        number: 1,
        scale: rate.pictures,
        unit: rate.seconds,
        left_out: 0,
        length: time.div_ceil(u128::from(rate.pictures)) as u64,
    };
    let sound = film.sound.as_ref().map(|track| TrackShape {
        track,
        number: 2,
        scale: SAMPLE_RATE,
        unit: UNIT as u32,
        left_out: UNIT as u32,
        length: samples,
    });
    let length = pictures.length.max(samples);
    let mut boxes = BoxWriter::new();
    boxes.add(b"moov", |boxes| {
        boxes.add_version(b"mvhd", 1, 0, |boxes| {
            boxes.bytes(&[0; 16]);
            boxes.number(SCALE);
            boxes.long(length);
            // The film plays at normal speed and full volume.
            boxes.number(0x1_0000);
            boxes.short(0x100);
            boxes.bytes(&[0; 10]);
            boxes.upright();
            boxes.bytes(&[0; 24]);
            boxes.number(3);
        });
        pictures.put(boxes, film, true);
        if let Some(sound) = &sound {
            sound.put(boxes, film, false);
        }
    });
    boxes.into_bytes()
}

impl TrackShape<'_> {
    fn put(&self, boxes: &mut BoxWriter, film: &FilmIndex, is_picture: bool) {
        let (width, height) = if is_picture { film.size } else { (0, 0) };
        boxes.add(b"trak", |boxes| {
            boxes.add_version(b"tkhd", 1, 3, |boxes| {
                boxes.bytes(&[0; 16]);
                boxes.numbers(&[self.number, 0]);
                boxes.long(self.length);
                boxes.bytes(&[0; 12]);
                boxes.short(if is_picture { 0 } else { 0x100 });
                boxes.short(0);
                boxes.upright();
                boxes.numbers(&[u32::from(width) << 16, u32::from(height) << 16]);
            });
            boxes.add(b"edts", |boxes| {
                boxes.add_version(b"elst", 1, 0, |boxes| {
                    boxes.number(1);
                    boxes.long(self.length);
                    boxes.long(u64::from(self.left_out));
                    boxes.number(0x1_0000);
                });
            });
            boxes.add(b"mdia", |boxes| self.media(boxes, film, is_picture));
        });
    }

    fn media(&self, boxes: &mut BoxWriter, film: &FilmIndex, is_picture: bool) {
        boxes.add_version(b"mdhd", 1, 0, |boxes| {
            boxes.bytes(&[0; 16]);
            boxes.number(self.scale);
            boxes.long(self.track.lengths.len() as u64 * u64::from(self.unit));
            // The language is undetermined.
            boxes.short(0x55C4);
            boxes.short(0);
        });
        boxes.add_version(b"hdlr", 0, 0, |boxes| {
            boxes.number(0);
            boxes.bytes(if is_picture { b"vide" } else { b"soun" });
            boxes.bytes(&[0; 12]);
            boxes.bytes(if is_picture { b"picture\0" } else { b"sound\0" });
        });
        boxes.add(b"minf", |boxes| {
            match is_picture {
                true => boxes.add_version(b"vmhd", 0, 1, |boxes| boxes.long(0)),
                false => boxes.add_version(b"smhd", 0, 0, |boxes| boxes.number(0)),
            }
            boxes.add(b"dinf", |boxes| {
                boxes.add_version(b"dref", 0, 0, |boxes| {
                    boxes.number(1);
                    boxes.add_version(b"url ", 0, 1, |_| {});
                });
            });
            boxes.add(b"stbl", |boxes| {
                boxes.add_version(b"stsd", 0, 0, |boxes| {
                    boxes.number(1);
                    match is_picture {
                        true => describe_pictures(boxes, film),
                        false => describe_sound(boxes),
                    }
                });
                self.units(boxes, is_picture);
            });
        });
    }

    /// Writes the times and locations of the units.
    fn units(&self, boxes: &mut BoxWriter, is_picture: bool) {
        let TrackIndex {
            lengths,
            keys,
            pieces,
            ..
        } = self.track;
        let count = lengths.len() as u32;
        boxes.add_version(b"stts", 0, 0, |boxes| boxes.numbers(&[1, count, self.unit]));
        if is_picture {
            boxes.add_version(b"stss", 0, 0, |boxes| {
                boxes.number(keys.len() as u32);
                boxes.numbers(keys);
            });
        }
        boxes.add_version(b"stsc", 0, 0, |boxes| {
            let mut runs: Vec<[u32; 3]> = Vec::new();
            for (number, &(_, units)) in (1..).zip(pieces) {
                if runs.last().is_none_or(|run| run[1] != units) {
                    runs.push([number, units, 1]);
                }
            }
            boxes.number(runs.len() as u32);
            boxes.numbers(runs.as_flattened());
        });
        boxes.add_version(b"stsz", 0, 0, |boxes| {
            boxes.numbers(&[0, count]);
            boxes.numbers(lengths);
        });
        let is_long = pieces
            .last()
            .is_some_and(|piece| piece.0 > u64::from(u32::MAX));
        boxes.add_version(if is_long { b"co64" } else { b"stco" }, 0, 0, |boxes| {
            boxes.number(pieces.len() as u32);
            for &(position, _) in pieces {
                match is_long {
                    true => boxes.long(position),
                    false => boxes.number(position as u32),
                }
            }
        });
    }
}

fn describe_pictures(boxes: &mut BoxWriter, film: &FilmIndex) {
    boxes.add(b"avc1", |boxes| {
        boxes.bytes(&[0, 0, 0, 0, 0, 0, 0, 1]);
        boxes.bytes(&[0; 16]);
        boxes.short(film.size.0);
        boxes.short(film.size.1);
        // The resolution is 72 pixels per inch, the usual value.
        boxes.numbers(&[0x48_0000, 0x48_0000, 0]);
        boxes.short(1);
        boxes.bytes(&[0; 32]);
        boxes.short(24);
        boxes.short(0xFFFF);
        boxes.add(b"avcC", |boxes| {
            boxes.bytes(&[1]);
            boxes.bytes(&film.film_unit[1..4]);
            boxes.bytes(&[0xFF, 0xE1]);
            boxes.short(film.film_unit.len() as u16);
            boxes.bytes(&film.film_unit);
            boxes.bytes(&[1]);
            boxes.short(film.pictures_unit.len() as u16);
            boxes.bytes(&film.pictures_unit);
        });
        boxes.add(b"colr", |boxes| {
            boxes.bytes(b"nclx");
            for code in [PRIMARIES, TRANSFER, MATRIX] {
                boxes.short(u16::from(code));
            }
            boxes.bytes(&[0]);
        });
        boxes.add(b"pasp", |boxes| boxes.numbers(&[1, 1]));
    });
}

fn describe_sound(boxes: &mut BoxWriter) {
    boxes.add(b"mp4a", |boxes| {
        boxes.bytes(&[0, 0, 0, 0, 0, 0, 0, 1]);
        boxes.bytes(&[0; 8]);
        boxes.short(1);
        boxes.short(16);
        boxes.number(0);
        boxes.number(SAMPLE_RATE << 16);
        boxes.add_version(b"esds", 0, 0, |boxes| {
            // Each descriptor starts with a tag and the length of its contents.
            boxes.bytes(&[3, 25, 0, 2, 0]);
            boxes.bytes(&[4, 17, 0x40, 0x15, 0, 0, 0]);
            boxes.numbers(&[0, 0]);
            boxes.bytes(&[5, 2]);
            boxes.bytes(&DESCRIPTION);
            boxes.bytes(&[6, 1, 2]);
        });
    });
}

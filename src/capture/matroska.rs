//! Reader of raw frames in Matroska, as ffmpeg writes them. Unlike YUV4MPEG2, it stores the time of each frame.
//!
//! Source of the layout: RFC 8794 (EBML) and RFC 9559 (Matroska).

use std::io::{BufReader, ErrorKind, Read, copy, sink};

use super::{Pixels, Y4mError};

const EBML: u32 = 0x1A45_DFA3;
const SEGMENT: u32 = 0x1853_8067;
const TRACKS: u32 = 0x1654_AE6B;
const TRACK: u32 = 0xAE;
const VIDEO: u32 = 0xE0;
const WIDTH: u32 = 0xB0;
const HEIGHT: u32 = 0xBA;
const CLUSTER: u32 = 0x1F43_B675;
const TIMESTAMP: u32 = 0xE7;
const BLOCK_GROUP: u32 = 0xA0;
const BLOCK: u32 = 0xA1;
const SIMPLE_BLOCK: u32 = 0xA3;
/// Size in bytes of what precedes the frame in a block: the track, the time in the cluster and flags.
const BLOCK_HEAD: u64 = 4;
/// Width and height in pixels of a block that shares one colour.
const SHARED: (usize, usize) = (2, 2);

/// Reader of raw frames in the colour format `yuv420p`. A unit of time in the file stands for a microsecond.
#[derive(Debug)]
pub struct Matroska<R> {
    from: BufReader<R>,
    /// Width and height in pixels.
    size: (usize, usize),
    /// Time of the cluster.
    cluster: u64,
    /// Time of the first frame.
    first: Option<u64>,
    /// Time of the last frame, since the first one.
    last: u64,
}

impl<R: Read> Matroska<R> {
    /// Reads the beginning.
    ///
    /// # Errors
    /// If the file is empty or not in this format.
    pub fn begin(from: R) -> Result<Matroska<R>, Y4mError> {
        let mut file = Matroska {
            from: BufReader::with_capacity(1 << 16, from),
            size: (0, 0),
            cluster: 0,
            first: None,
            last: 0,
        };
        match file.element()? {
            Some((EBML, size)) => file.skip(size).map(|()| file),
            Some(_) => Err(improper("not a Matroska video")),
            None => Err(Y4mError::CutOff("it is empty".to_owned())),
        }
    }

    /// Reads the next frame. Returns it with its time in microseconds since the first frame, or `None` at the end of
    /// the video. No frame is earlier than the one before it.
    ///
    /// # Errors
    /// If the frame is incomplete or has another size than the video.
    pub fn frame(&mut self) -> Result<Option<(Pixels, u64)>, Y4mError> {
        while let Some((id, size)) = self.element()? {
            match id {
                // Their contents follow.
                SEGMENT | TRACKS | TRACK | VIDEO | CLUSTER | BLOCK_GROUP => {}
                WIDTH => self.size.0 = self.number(size)? as usize,
                HEIGHT => self.size.1 = self.number(size)? as usize,
                TIMESTAMP => self.cluster = self.number(size)?,
                BLOCK | SIMPLE_BLOCK => return self.block(size).map(Some),
                _ => self.skip(size)?,
            }
        }
        Ok(None)
    }

    fn block(&mut self, size: u64) -> Result<(Pixels, u64), Y4mError> {
        Pixels::check_size(self.size).map_err(Y4mError::Improper)?;
        let length = Pixels::yuv_bytes(self.size, SHARED);
        if size != length as u64 + BLOCK_HEAD {
            return Err(improper("a frame has another size than the video"));
        }
        let [_, high, low, _] = self.bytes::<{ BLOCK_HEAD as usize }>()?;
        let time = self
            .cluster
            .saturating_add_signed(i16::from_be_bytes([high, low]).into());
        let first = *self.first.get_or_insert(time);
        self.last = self.last.max(time.saturating_sub(first));
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).map_err(cut_off)?;
        Ok((Pixels::from_yuv(self.size, SHARED, bytes), self.last))
    }

    /// Reads the name and the size of the next element. `None` at the end of the video.
    fn element(&mut self) -> Result<Option<(u32, u64)>, Y4mError> {
        let Some(first) = self.from.by_ref().bytes().next() else {
            return Ok(None);
        };
        let first = first.map_err(cut_off)?;
        let more = first.leading_zeros();
        if more > 3 {
            return Err(improper("an element has no name"));
        }
        let id = self.rest(u64::from(first), more)? as u32;
        let [size] = self.bytes()?;
        let more = size.leading_zeros();
        if more > 7 {
            return Err(improper("an element has no size"));
        }
        let size = u64::from(size) & (0x7F >> more);
        Ok(Some((id, self.rest(size, more)?)))
    }

    /// Appends the next `count` bytes to a number.
    fn rest(&mut self, number: u64, count: u32) -> Result<u64, Y4mError> {
        (0..count).try_fold(number, |number, _| {
            let [byte] = self.bytes()?;
            Ok(number << 8 | u64::from(byte))
        })
    }

    fn number(&mut self, size: u64) -> Result<u64, Y4mError> {
        match size {
            0..=8 => self.rest(0, size as u32),
            _ => Err(improper("a number is too long")),
        }
    }

    fn skip(&mut self, size: u64) -> Result<(), Y4mError> {
        let skipped = copy(&mut self.from.by_ref().take(size), &mut sink()).map_err(cut_off)?;
        match skipped == size {
            true => Ok(()),
            false => Err(cut_off(ErrorKind::UnexpectedEof.into())),
        }
    }

    fn bytes<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], Y4mError> {
        let mut bytes = [0; COUNT];
        self.from.read_exact(&mut bytes).map_err(cut_off)?;
        Ok(bytes)
    }
}

fn improper(message: &str) -> Y4mError {
    Y4mError::Improper(message.to_owned())
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "`map_err` passes errors by value"
)]
fn cut_off(error: std::io::Error) -> Y4mError {
    Y4mError::CutOff(format!("a frame is incomplete: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of a frame of 64x64 pixels.
    const FRAME: usize = 6_144;

    fn element(id: u32, contents: &[u8]) -> Vec<u8> {
        let id = id.to_be_bytes();
        let mut bytes = id[id.iter().position(|byte| *byte > 0).unwrap()..].to_vec();
        bytes.extend((contents.len() as u32 | 1 << 28).to_be_bytes());
        bytes.extend(contents);
        bytes
    }

    /// Returns a video of grey frames with these times: of the cluster, and of the frame in it.
    fn film(times: &[(u32, i16)]) -> Vec<u8> {
        let sides = [element(WIDTH, &[64]), element(HEIGHT, &[64])].concat();
        let tracks = element(TRACKS, &element(TRACK, &element(VIDEO, &sides)));
        let mut film = [element(EBML, &[1; 9]), element(0xEC, &[0; 40]), tracks].concat();
        for (cluster, time) in times {
            let [high, low] = time.to_be_bytes();
            let block = [&[0x81, high, low, 0][..], &[128; FRAME]].concat();
            let contents = [
                element(TIMESTAMP, &cluster.to_be_bytes()),
                element(SIMPLE_BLOCK, &block),
            ];
            film.extend(element(CLUSTER, &contents.concat()));
        }
        film
    }

    #[test]
    fn frames_come_with_their_own_times() {
        let film = film(&[(5_000, 10), (5_000, 16_693), (400_000_000, -1), (9, 0)]);
        let mut film = Matroska::begin(film.as_slice()).unwrap();
        for expected in [0, 16_683, 399_994_989, 399_994_989] {
            let (frame, time) = film.frame().unwrap().unwrap();
            assert_eq!((frame.width(), frame.height(), time), (64, 64, expected));
            assert_eq!(frame.rgb(63, 63), [130; 3]);
        }
        assert!(film.frame().unwrap().is_none());
    }

    #[test]
    fn broken_videos_are_refused() {
        let begin = |bytes: &[u8]| Matroska::begin(bytes).err().map(|error| error.to_string());
        assert_eq!(begin(b"").unwrap(), "it is empty");
        assert_eq!(begin(b"\0").unwrap(), "an element has no name");
        assert_eq!(begin(b"\xA3\0").unwrap(), "an element has no size");
        assert_eq!(begin(b"YUV4MPEG2 W64").unwrap(), "not a Matroska video");
        assert_eq!(
            begin(&element(SEGMENT, b"")).unwrap(),
            "not a Matroska video"
        );
        let whole = film(&[(0, 0)]);
        let fault = |bytes: &[u8]| {
            let frame = Matroska::begin(bytes).and_then(|mut film| film.frame());
            frame.err().map(|error| error.to_string())
        };
        let cut = fault(&whole[..whole.len() - 1]).unwrap();
        assert!(cut.starts_with("a frame is incomplete: "), "{cut}");
        let block = element(SIMPLE_BLOCK, &[0; 9]);
        let other = [&film(&[]), block.as_slice()].concat();
        assert_eq!(
            fault(&other).unwrap(),
            "a frame has another size than the video"
        );
        let large = element(WIDTH, &[0xFF; 8]);
        let large = [film(&[]), large, block].concat();
        assert!(fault(&large).unwrap().contains(" pixels; allowed: "));
    }
}

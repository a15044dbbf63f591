//! Reader of raw videos in the YUV4MPEG2 format, which has a header line for the video and another before each frame.

use std::io::{BufRead, BufReader, ErrorKind, Read};

use super::Pixels;

const NO_HEADER: &str = "not a YUV4MPEG2 video";
/// Maximum length of a header line in bytes.
const LINE_MAX: u64 = 512;
/// Supported colour formats. Each has the size, in pixels, of a block that shares one colour.
const FORMS: [(&str, (usize, usize)); 7] = [
    ("420", (2, 2)),
    ("420jpeg", (2, 2)),
    ("420mpeg2", (2, 2)),
    ("420paldv", (2, 2)),
    ("422", (2, 1)),
    ("444", (1, 1)),
    ("mono", (0, 0)),
];

/// Error in a raw video.
#[derive(Debug, thiserror::Error)]
pub enum Y4mError {
    /// The video ends too early. The program that wrote it may have reported the reason.
    #[error("{0}")]
    CutOff(String),
    /// The format is wrong or not supported.
    #[error("{0}")]
    Improper(String),
}

impl Y4mError {
    fn improper(message: impl ToString) -> Y4mError {
        Y4mError::Improper(message.to_string())
    }
}

/// Reader of a raw video.
#[derive(Debug)]
pub struct Y4m<R> {
    from: BufReader<R>,
    header: Header,
    frames: u64,
}

/// Header of the video.
#[derive(Debug)]
struct Header {
    /// Width and height in pixels.
    size: (usize, usize),
    /// Width and height in pixels of a block that shares one colour. (0, 0) for grey videos.
    shared: (usize, usize),
    /// Frame rate as a fraction: a number of frames, and the number of seconds for which they last.
    rate: (u64, u64),
}

impl<R: Read> Y4m<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If there is no header, or its size, rate or colours are not supported.
    pub fn begin(from: R) -> Result<Y4m<R>, Y4mError> {
        let mut from = BufReader::with_capacity(1 << 16, from);
        Header::read(&mut from).map(|header| Y4m {
            from,
            header,
            frames: 0,
        })
    }

    /// Reads the next frame. Returns it with its time in microseconds since the first frame, or `None` at the end of
    /// the video.
    ///
    /// # Errors
    /// If the frame is incomplete or has no header line.
    pub fn frame(&mut self) -> Result<Option<(Pixels, u64)>, Y4mError> {
        let Some(line) = line(&mut self.from)? else {
            return Ok(None);
        };
        if !line.starts_with("FRAME") {
            let message = format!("frame {} does not begin with FRAME", self.frames);
            return Err(Y4mError::Improper(message));
        }
        let is_grey = self.header.shared == (0, 0);
        // Read a grey frame as a single block with neutral colour differences.
        let (across, down) = self.header.size;
        let shared = if is_grey {
            (across.next_power_of_two(), down.next_power_of_two())
        } else {
            self.header.shared
        };
        let length = Pixels::yuv_bytes(self.header.size, shared);
        let colours = if is_grey { 2 } else { 0 };
        let mut bytes = Vec::with_capacity(length);
        let mut rest = self.from.by_ref().take((length - colours) as u64);
        let read = rest.read_to_end(&mut bytes).and_then(|read| {
            let is_whole = read == length - colours;
            is_whole
                .then_some(())
                .ok_or_else(|| ErrorKind::UnexpectedEof.into())
        });
        read.map_err(|error| {
            Y4mError::CutOff(format!("frame {} is incomplete: {error}", self.frames))
        })?;
        bytes.resize(length, 128);
        let (frames, seconds) = self.header.rate;
        let time = u128::from(self.frames) * u128::from(seconds) * 1_000_000 / u128::from(frames);
        self.frames += 1;
        Ok(Some((
            Pixels::from_yuv(self.header.size, shared, bytes),
            time as u64,
        )))
    }
}

impl Header {
    fn read(from: &mut impl BufRead) -> Result<Header, Y4mError> {
        let line = line(from)?.ok_or_else(|| Y4mError::CutOff("it is empty".to_owned()))?;
        let mut words = line.split(' ');
        if words.next() != Some("YUV4MPEG2") {
            return Err(Y4mError::improper(NO_HEADER));
        }
        let (mut size, mut rate, mut form) = ((0, 0), (0, 0), "420");
        for word in words {
            let (key, value) = word.split_at_checked(1).unwrap_or_default();
            match key {
                "W" => size.0 = value.parse().unwrap_or(0),
                "H" => size.1 = value.parse().unwrap_or(0),
                "F" => {
                    let (frames, seconds) = value.split_once(':').unwrap_or((value, "1"));
                    rate = (frames.parse().unwrap_or(0), seconds.parse().unwrap_or(0));
                }
                "C" => form = value,
                _ => {}
            }
        }
        Pixels::check_size(size).map_err(Y4mError::Improper)?;
        if !(1..=1 << 32).contains(&rate.0) || !(1..=1 << 32).contains(&rate.1) {
            return Err(Y4mError::improper(
                "missing or invalid frame rate in the header",
            ));
        }
        let Some((_, shared)) = FORMS.iter().find(|(name, _)| *name == form) else {
            let allowed = FORMS.map(|(name, _)| name).join(", ");
            let message = format!("unsupported colour format {form}; allowed: {allowed}");
            return Err(Y4mError::Improper(message));
        };
        Ok(Header {
            size,
            shared: *shared,
            rate,
        })
    }
}

/// Reads a line of text. `None` at the end of the video.
fn line(from: &mut impl BufRead) -> Result<Option<String>, Y4mError> {
    let mut bytes = Vec::new();
    let read = from.take(LINE_MAX).read_until(b'\n', &mut bytes);
    read.map_err(Y4mError::improper)?;
    match bytes.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Some(_) => Err(Y4mError::improper(NO_HEADER)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(bytes: &[u8]) -> Result<Y4m<&[u8]>, Y4mError> {
        Y4m::begin(bytes)
    }

    /// Returns a video of grey frames with these brightnesses.
    fn film(head: &str, bytes: usize, values: &[u8]) -> Vec<u8> {
        let mut film = format!("YUV4MPEG2 {head}\n").into_bytes();
        for value in values {
            film.extend(b"FRAME\n");
            film.extend(std::iter::repeat_n(*value, bytes));
        }
        film
    }

    #[test]
    fn frames_come_with_their_colours_and_times() {
        for (form, bytes) in [
            ("", 6144),
            (" C420jpeg", 6144),
            (" C422", 8192),
            (" C444", 12288),
        ] {
            let film = film(
                &format!("W64 H64 F60000:1001 Ip A1:1{form}"),
                bytes,
                &[128, 128],
            );
            let mut film = begun(&film).unwrap();
            let (frame, time) = film.frame().unwrap().unwrap();
            assert_eq!((frame.width(), frame.height(), time), (64, 64, 0));
            assert_eq!(frame.rgb(63, 63), [130; 3], "{form}");
            assert_eq!(film.frame().unwrap().unwrap().1, 16683);
            assert!(film.frame().unwrap().is_none());
        }
        let film = film("W64 H64 F50:1 Cmono", 4096, &[235]);
        let frame = begun(&film).unwrap().frame().unwrap().unwrap().0;
        assert_eq!(frame.rgb(0, 0), [254; 3]);
    }

    #[test]
    fn an_improper_header_is_named() {
        let long = "x".repeat(5000);
        for (film, start_of_message) in [
            ("", "it is empty"),
            ("RIFF\n", "not a YUV4MPEG2 video"),
            (&long, "not a YUV4MPEG2 video"),
            (
                "YUV4MPEG2 W64 H64\n",
                "missing or invalid frame rate in the header",
            ),
            (
                "YUV4MPEG2 W64 H64 F0:0\n",
                "missing or invalid frame rate in the header",
            ),
            ("YUV4MPEG2 F60:1\n", "0x0 pixels; allowed: "),
            (
                "YUV4MPEG2 W7680 H4320 F60:1\n",
                "7680x4320 pixels; allowed: ",
            ),
            (
                "YUV4MPEG2 W64 H64 F60:1 C420p10\n",
                "unsupported colour format 420p10; allowed: 420",
            ),
        ] {
            let fault = begun(film.as_bytes()).err().unwrap().to_string();
            assert!(fault.starts_with(start_of_message), "{fault}");
        }
        let mut cut = film("W64 H64 F60:1", 6144, &[16]);
        cut.pop();
        let fault = begun(&cut).unwrap().frame().err().unwrap().to_string();
        assert!(fault.starts_with("frame 0 is incomplete: "), "{fault}");
    }
}

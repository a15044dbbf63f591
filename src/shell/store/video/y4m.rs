//! Raw pictures in a row: YUV4MPEG2, a line of text about all of them, then each with a line before it.

use std::io::{BufRead, BufReader, Read};

use rightwell::capture::Pixels;

/// What is said where not even a line comes.
pub const NOTHING: &str = "there is nothing in it";
/// The longest line there is.
const LINE_MAX: u64 = 512;
/// The forms that are read, and how many pixels across and down share their colour.
const FORMS: [(&str, (usize, usize)); 7] = [
    ("420", (2, 2)),
    ("420jpeg", (2, 2)),
    ("420mpeg2", (2, 2)),
    ("420paldv", (2, 2)),
    ("422", (2, 1)),
    ("444", (1, 1)),
    ("mono", (0, 0)),
];

/// Pictures that are read one after another.
pub struct Y4m<R> {
    from: BufReader<R>,
    header: Header,
    pictures: u64,
}

/// What is said of all pictures.
struct Header {
    size: (usize, usize),
    /// Pixels across and down that share their colour; none without colours.
    shared: (usize, usize),
    /// Pictures in so many seconds.
    rate: (u64, u64),
}

impl<R: Read> Y4m<R> {
    /// Reads the line about all pictures.
    pub fn begin(from: R) -> Result<Y4m<R>, String> {
        let mut from = BufReader::with_capacity(1 << 16, from);
        Header::read(&mut from).map(|header| Y4m {
            from,
            header,
            pictures: 0,
        })
    }

    /// Pixels across and down.
    pub fn size(&self) -> (usize, usize) {
        self.header.size
    }

    /// The next picture and its microseconds since the first one; none at the end.
    pub fn picture(&mut self) -> Result<Option<(Pixels, u64)>, String> {
        let Some(line) = line(&mut self.from)? else {
            return Ok(None);
        };
        if !line.starts_with("FRAME") {
            return Err(format!(
                "picture {} does not begin with FRAME",
                self.pictures
            ));
        }
        let is_grey = self.header.shared == (0, 0);
        // Without colours there is one for all pixels: none.
        let shared = if is_grey {
            self.header.size
        } else {
            self.header.shared
        };
        let mut bytes = vec![128; Pixels::yuv_bytes(self.header.size, shared)];
        let colours = if is_grey { 2 } else { 0 };
        let end = bytes.len() - colours;
        let read = self.from.read_exact(&mut bytes[..end]);
        read.map_err(|error| format!("it breaks off in picture {}: {error}", self.pictures))?;
        let (pictures, seconds) = self.header.rate;
        let time =
            u128::from(self.pictures) * u128::from(seconds) * 1_000_000 / u128::from(pictures);
        self.pictures += 1;
        Ok(Some((
            Pixels::from_yuv(self.header.size, shared, bytes),
            time as u64,
        )))
    }
}

impl Header {
    fn read(from: &mut impl BufRead) -> Result<Header, String> {
        let line = line(from)?.ok_or(NOTHING)?;
        let mut words = line.split(' ');
        if words.next() != Some("YUV4MPEG2") {
            return Err("allowed: raw pictures that begin with YUV4MPEG2".to_owned());
        }
        let (mut size, mut rate, mut form) = ((0, 0), (0, 0), "420");
        for word in words {
            let (key, value) = word.split_at_checked(1).unwrap_or_default();
            match key {
                "W" => size.0 = value.parse().unwrap_or(0),
                "H" => size.1 = value.parse().unwrap_or(0),
                "F" => {
                    let (pictures, seconds) = value.split_once(':').unwrap_or((value, "1"));
                    rate = (pictures.parse().unwrap_or(0), seconds.parse().unwrap_or(0));
                }
                "C" => form = value,
                _ => {}
            }
        }
        super::check_size(size)?;
        if !(1..=1 << 32).contains(&rate.0) || !(1..=1 << 32).contains(&rate.1) {
            return Err("it does not say how many pictures a second there are".to_owned());
        }
        let Some((_, shared)) = FORMS.iter().find(|(name, _)| *name == form) else {
            let allowed = FORMS.map(|(name, _)| name).join(", ");
            return Err(format!(
                "the form of its colours is {form}; allowed: {allowed}"
            ));
        };
        Ok(Header {
            size,
            shared: *shared,
            rate,
        })
    }
}

/// A line of text; none at the end.
fn line(from: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let read = from.take(LINE_MAX).read_until(b'\n', &mut bytes);
    read.map_err(|error| error.to_string())?;
    match bytes.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Some(_) => Err("allowed: raw pictures that begin with YUV4MPEG2".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(bytes: &[u8]) -> Result<Y4m<&[u8]>, String> {
        Y4m::begin(bytes)
    }

    /// A film of grey pictures of these brightnesses.
    fn film(head: &str, bytes: usize, values: &[u8]) -> Vec<u8> {
        let mut film = format!("YUV4MPEG2 {head}\n").into_bytes();
        for value in values {
            film.extend(b"FRAME\n");
            film.extend(std::iter::repeat_n(*value, bytes));
        }
        film
    }

    #[test]
    fn pictures_come_with_their_colours_and_times() {
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
            let (picture, time) = film.picture().unwrap().unwrap();
            assert_eq!((picture.width(), picture.height(), time), (64, 64, 0));
            assert_eq!(picture.rgb(63, 63), [130; 3], "{form}");
            assert_eq!(film.picture().unwrap().unwrap().1, 16683);
            assert!(film.picture().unwrap().is_none());
        }
        let film = film("W64 H64 F50:1 Cmono", 4096, &[235]);
        let picture = begun(&film).unwrap().picture().unwrap().unwrap().0;
        assert_eq!(picture.rgb(0, 0), [254; 3]);
    }

    #[test]
    fn what_is_no_film_is_named() {
        let long = "x".repeat(5000);
        for (film, said) in [
            ("", "there is nothing in it"),
            ("RIFF\n", "allowed: raw pictures that begin with YUV4MPEG2"),
            (&long, "allowed: raw pictures that begin with YUV4MPEG2"),
            (
                "YUV4MPEG2 W64 H64\n",
                "it does not say how many pictures a second there are",
            ),
            (
                "YUV4MPEG2 W64 H64 F0:0\n",
                "it does not say how many pictures a second there are",
            ),
            ("YUV4MPEG2 F60:1\n", "0x0 pixels; allowed: "),
            (
                "YUV4MPEG2 W7680 H4320 F60:1\n",
                "7680x4320 pixels; allowed: ",
            ),
            (
                "YUV4MPEG2 W64 H64 F60:1 C420p10\n",
                "the form of its colours is 420p10; allowed: 420",
            ),
        ] {
            let fault = begun(film.as_bytes()).err().unwrap();
            assert!(fault.starts_with(said), "{fault}");
        }
        let mut cut = film("W64 H64 F60:1", 6144, &[16]);
        cut.pop();
        let fault = begun(&cut).unwrap().picture().err().unwrap();
        assert!(fault.starts_with("it breaks off in picture 0: "), "{fault}");
    }
}

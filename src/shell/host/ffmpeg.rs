//! The one other program that is ever started: the user's own `ffmpeg`, which unpacks a video.
//!
//! It gets a file and nothing else: no network (a playlist that names an address is refused), nothing to be
//! asked, nothing to be written but the pictures.

use std::ffi::OsString;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

/// What it may open: the file itself, and the pipe that the pictures come through.
const PROTOCOLS: &str = "file,pipe";
/// So much of what it complains about is kept.
const SAID_MAX: u64 = 4096;

/// How to get it.
const INSTALL: &str = "videos need ffmpeg, and it was not found: install it (apt install ffmpeg, brew install ffmpeg or \
    winget install ffmpeg); a folder of PNG pictures needs nothing";

/// Which pictures of a video come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// All of them, in even time, with this many pixels across and down.
    All(usize, usize),
    /// Those that can be unpacked without others, in full size: a few in each minute.
    Few,
}

/// A video that is being unpacked, to be read in the form YUV4MPEG2. It ends when this is dropped.
pub struct Decoder {
    child: Child,
    pictures: ChildStdout,
    said: Option<JoinHandle<String>>,
}

impl Decoder {
    /// Begins to unpack a file.
    pub fn begin(video: &Path, pictures: Pictures) -> Result<Decoder, String> {
        let mut command = Command::new("ffmpeg");
        command.args(arguments(video, pictures));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => INSTALL.to_owned(),
            _ => format!("ffmpeg: {error}"),
        })?;
        let (Some(pictures), Some(said)) = (child.stdout.take(), child.stderr.take()) else {
            unreachable!("both are pipes");
        };
        let said = std::thread::spawn(move || {
            let (mut text, mut said) = (Vec::new(), said);
            // All of it is read, or it would wait.
            drop(said.by_ref().take(SAID_MAX).read_to_end(&mut text));
            drop(std::io::copy(&mut said, &mut std::io::sink()));
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Decoder {
            child,
            pictures,
            said: Some(said),
        })
    }

    /// Waits for its end behind the last picture; what it said if it could not do its work.
    pub fn end(&mut self) -> Result<(), String> {
        let ended = self
            .child
            .wait()
            .map_err(|error| format!("ffmpeg: {error}"))?;
        let said = self
            .said
            .take()
            .and_then(|said| said.join().ok())
            .unwrap_or_default();
        if ended.success() {
            return Ok(());
        }
        let line = said.lines().rfind(|line| !line.trim().is_empty());
        Err(format!(
            "ffmpeg: {}",
            line.unwrap_or("no reason given").trim()
        ))
    }
}

impl Read for Decoder {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.pictures.read(bytes)
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The whole command line.
fn arguments(video: &Path, pictures: Pictures) -> Vec<OsString> {
    let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let mut line = words(&["-nostdin", "-hide_banner", "-loglevel", "error"]);
    line.extend(words(&["-protocol_whitelist", PROTOCOLS]));
    if pictures == Pictures::Few {
        line.extend(words(&["-skip_frame", "nokey"]));
    }
    // With the protocol before it, no name is an address or an option.
    let mut file = OsString::from("file:");
    file.push(video);
    line.extend([OsString::from("-i"), file]);
    // Covers of music are no video.
    line.extend(words(&["-map", "0:V:0"]));
    // Pictures that were left out would be filled up with others.
    let filter = match pictures {
        Pictures::All(across, down) => format!("scale={across}:{down}:flags=area"),
        Pictures::Few => "setpts=N/FRAME_RATE/TB".to_owned(),
    };
    line.extend(words(&["-vf", &filter]));
    line.extend(words(&[
        "-pix_fmt",
        "yuv420p",
        "-f",
        "yuv4mpegpipe",
        "pipe:1",
    ]));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command line as one text.
    fn line(video: &str, pictures: Pictures) -> String {
        let words = arguments(Path::new(video), pictures);
        words
            .iter()
            .map(|word| word.to_string_lossy() + " ")
            .collect()
    }

    #[test]
    fn no_name_is_an_address_or_an_option() {
        for name in ["http://example.org/a.mp4", "-y", "concat:a|b", "a.mp4"] {
            for pictures in [Pictures::Few, Pictures::All(640, 360)] {
                let line = line(name, pictures);
                assert!(line.contains(&format!("-i file:{name} ")), "{line}");
                let (before, _) = line.split_once("-i ").unwrap();
                assert!(before.contains("-protocol_whitelist file,pipe "), "{line}");
                assert!(before.starts_with("-nostdin "), "{line}");
            }
        }
    }
}

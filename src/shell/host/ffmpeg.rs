//! The one other program that is ever started: the user's own `ffmpeg`, which unpacks a video or takes the pictures
//! of a device.
//!
//! It gets a file, or a camera or screen of this computer, and nothing else: no network (a playlist that names an
//! address is refused), nothing to be asked, nothing to be written but the pictures.

use std::ffi::OsString;
use std::fmt;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::str::FromStr;
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

/// A kind of devices, as ffmpeg calls it: cards and cameras, and what is on a screen.
struct Kind {
    name: &'static str,
    /// What is asked of it.
    asked: &'static [&'static str],
    /// What the names of its devices begin with, and what else may be in them.
    begin: &'static str,
    may: fn(char) -> bool,
}

/// Those that there are.
const DEVICES: [Kind; 5] = [
    Kind {
        name: "v4l2",
        asked: &["-framerate", "60"],
        begin: "/dev/",
        may: |letter| letter.is_ascii_alphanumeric() || "/_-".contains(letter),
    },
    Kind {
        name: "x11grab",
        asked: &["-framerate", "60", "-draw_mouse", "0"],
        begin: ":",
        may: |letter| letter.is_ascii_digit() || ".+,".contains(letter),
    },
    Kind {
        name: "avfoundation",
        asked: &[],
        begin: "",
        may: |letter| letter != ':',
    },
    Kind {
        name: "dshow",
        asked: &[],
        begin: "video=",
        may: |letter| letter != ':',
    },
    Kind {
        name: "gdigrab",
        asked: &["-framerate", "60", "-draw_mouse", "0"],
        begin: "",
        may: |_| true,
    },
];
/// Pictures of a device come with so many pixels across at most, if their own size is not wanted.
const ACROSS_MAX: usize = 1280;

/// A camera, a card or a screen of this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    kind: usize,
    name: String,
}

impl FromStr for Device {
    type Err = String;

    /// Its kind, and behind a colon its name.
    fn from_str(text: &str) -> Result<Device, String> {
        let (kind, name) = text.split_once(':').unwrap_or((text, ""));
        let known = DEVICES.iter().position(|known| known.name == kind);
        let is_named = |kind: &usize| {
            let Kind { begin, may, .. } = DEVICES[*kind];
            name.strip_prefix(begin)
                .is_some_and(|rest| !rest.is_empty() && rest.chars().all(may))
        };
        let kind = known.filter(is_named).ok_or_else(|| {
            "allowed: v4l2:/dev/video0, x11grab::0 (a display of this computer, also as :0+X,Y), avfoundation:0, \
             dshow:video=NAME and gdigrab:desktop"
                .to_owned()
        })?;
        let name = name.to_owned();
        Ok(Device { kind, name })
    }
}

impl fmt::Display for Device {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}:{}", DEVICES[self.kind].name, self.name)
    }
}

/// What ffmpeg takes pictures from.
#[derive(Clone, Copy, Debug)]
pub enum Taken<'a> {
    /// A file.
    File(&'a Path, Pictures),
    /// A device, until it is dropped; in full size, or small enough to be quick.
    Device(&'a Device, bool),
}

/// An ffmpeg at work. It ends when this is dropped.
pub struct Decoder {
    child: Child,
    said: Option<JoinHandle<String>>,
}

impl Decoder {
    /// Lets it begin; what comes of it are pictures in the form YUV4MPEG2.
    pub fn begin(taken: Taken) -> Result<(Decoder, ChildStdout), String> {
        let mut command = Command::new("ffmpeg");
        command.args(arguments(taken));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is for this program, which says what follows.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
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
        let said = Some(said);
        Ok((Decoder { child, said }, pictures))
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

impl Drop for Decoder {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The whole command line.
fn arguments(taken: Taken) -> Vec<OsString> {
    let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let mut line = words(&["-nostdin", "-hide_banner", "-loglevel", "error"]);
    line.extend(words(&["-protocol_whitelist", PROTOCOLS]));
    let filter = match taken {
        Taken::File(video, pictures) => {
            if pictures == Pictures::Few {
                line.extend(words(&["-skip_frame", "nokey"]));
            }
            // With the protocol before it, no name is an address or an option.
            let mut file = OsString::from("file:");
            file.push(video);
            line.extend([OsString::from("-i"), file]);
            match pictures {
                Pictures::All(across, down) => format!("scale={across}:{down}:flags=area"),
                // Pictures that were left out would be filled up with others.
                Pictures::Few => "setpts=N/FRAME_RATE/TB".to_owned(),
            }
        }
        Taken::Device(Device { kind, name }, is_full) => {
            let kind = &DEVICES[*kind];
            line.extend(words(kind.asked));
            // With the kind before it, a name is nothing else.
            line.extend(words(&["-f", kind.name, "-i", name]));
            match is_full {
                true => "null".to_owned(),
                false => format!("scale='min(iw,{ACROSS_MAX})':-2:flags=area"),
            }
        }
    };
    // Covers of music are no video.
    line.extend(words(&["-map", "0:V:0", "-vf", &filter]));
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
    fn line(taken: Taken) -> String {
        let words = arguments(taken);
        words
            .iter()
            .map(|word| word.to_string_lossy() + " ")
            .collect()
    }

    #[test]
    fn no_name_is_an_address_or_an_option() {
        for name in ["http://example.org/a.mp4", "-y", "concat:a|b", "a.mp4"] {
            for pictures in [Pictures::Few, Pictures::All(640, 360)] {
                let line = line(Taken::File(Path::new(name), pictures));
                assert!(line.contains(&format!("-i file:{name} ")), "{line}");
                let (before, _) = line.split_once("-i ").unwrap();
                assert!(before.contains("-protocol_whitelist file,pipe "), "{line}");
                assert!(before.starts_with("-nostdin "), "{line}");
            }
        }
    }

    #[test]
    fn a_device_is_one_of_this_computer() {
        for (text, said) in [
            ("v4l2:/dev/video0", "-f v4l2 -i /dev/video0 "),
            ("x11grab::99.0+10,20", "-f x11grab -i :99.0+10,20 "),
            ("dshow:video=A card", "-f dshow -i video=A card "),
        ] {
            let device: Device = text.parse().unwrap();
            let line = line(Taken::Device(&device, false));
            assert!(line.contains(said), "{line}");
            assert!(line.contains("-protocol_whitelist file,pipe "), "{line}");
            assert_eq!(device.to_string(), text);
        }
        for text in [
            "",
            "v4l2",
            "v4l2:",
            "v4l2:/dev/../home/a",
            "v4l2:video0",
            "x11grab:",
            "x11grab::",
            "x11grab:example.org:0",
            "lavfi:movie=a.mp4",
            "dshow:audio=A",
            "avfoundation:0:0",
            "http://example.org",
        ] {
            let fault = text.parse::<Device>().unwrap_err();
            assert!(fault.starts_with("allowed: v4l2:/dev/video0"), "{text}");
        }
    }
}

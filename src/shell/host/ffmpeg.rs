//! The `ffmpeg` installed by the user, which decodes a video or captures a device. The program starts no other process.
//!
//! ffmpeg gets a file that is no playlist, or a camera or screen of this computer. It opens a network connection only if
//! the user names its address for `capture --live`. It asks no questions and writes only frames.

use std::ffi::OsString;
use std::fmt;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Builder;
use std::time::Duration;

use rightwell::rules::sanitize::quoted;

use super::clock::now;
use super::threads;

/// Protocols that ffmpeg may use: files for the input, and a pipe for the output.
const PROTOCOLS: &str = "file,pipe";
/// Protocols for a network address that the user names. A playlist from the network opens no file.
const NETWORK: &str = "http,https,httpproxy,crypto,data,rtmp,rtmps,rtmpt,rtp,srt,tcp,tls,udp";
/// Maximum number of bytes that are read from ffmpeg's error output.
const COMPLAINTS_MAX: u64 = 4096;
/// Maximum wait for ffmpeg to exit after it was killed or has closed its output.
const END_TIME: Duration = Duration::from_millis(400);

/// Message if ffmpeg is not installed.
const INSTALL: &str = "videos need ffmpeg, which was not found; install it (apt install ffmpeg, brew install ffmpeg \
    or winget install ffmpeg), or pass a folder of images";

/// Selection of the frames to decode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameChoice {
    /// All frames with their own times, scaled to this width and height in pixels.
    All(usize, usize),
    /// Key frames in full size: a few per minute.
    Few,
    /// Two frames per second in full size, for files with hardly any key frames.
    EveryHalfSecond,
    /// The first frame at or after this time in milliseconds, scaled to this height in pixels.
    At(u32, usize),
}

/// Kind of live source, with ffmpeg's name for it: capture cards and cameras, screens, filters, or network addresses.
struct DeviceKind {
    name: &'static str,
    options: &'static [&'static str],
    /// Required prefix of the device name, and the characters that may follow.
    prefix: &'static str,
    allowed: fn(char) -> bool,
}

const DEVICES: [DeviceKind; 14] = [
    DeviceKind {
        name: "v4l2",
        options: &["-framerate", "60"],
        prefix: "/dev/",
        allowed: |letter| letter.is_ascii_alphanumeric() || "/_-".contains(letter),
    },
    DeviceKind {
        name: "x11grab",
        options: &["-framerate", "60", "-draw_mouse", "0"],
        prefix: ":",
        allowed: |letter| letter.is_ascii_digit() || ".+,".contains(letter),
    },
    DeviceKind {
        name: "avfoundation",
        options: &[],
        prefix: "",
        allowed: |letter| letter != ':',
    },
    DeviceKind {
        name: "dshow",
        options: &[],
        prefix: "video=",
        allowed: |letter| letter != ':',
    },
    DeviceKind {
        name: "gdigrab",
        options: &["-framerate", "60", "-draw_mouse", "0"],
        prefix: "",
        allowed: |_| true,
    },
    DeviceKind {
        name: "lavfi",
        // A filter would deliver its frames at once.
        options: &["-re"],
        prefix: "",
        allowed: |_| true,
    },
    address("http", SOON),
    address("https", SOON),
    address("rtmp", SOON),
    address("rtmps", SOON),
    address("rtsp", AT_ONCE),
    address("srt", AT_ONCE),
    address("tcp", AT_ONCE),
    address("udp", AT_ONCE),
];

/// Returns the kind of network addresses with this protocol.
const fn address(name: &'static str, options: &'static [&'static str]) -> DeviceKind {
    DeviceKind {
        name,
        options,
        prefix: ADDRESS,
        allowed: |letter| !letter.is_whitespace() && !letter.is_control(),
    }
}

/// Options for a stream that may begin between two key frames.
const AT_ONCE: &[&str] = &["-fflags", "nobuffer"];
/// Options for a stream that begins with a key frame. ffmpeg would look for sound for five seconds before its first frame.
const SOON: &[&str] = &["-analyzeduration", "500000", "-fflags", "nobuffer"];
/// Beginning of a network address after its protocol and the colon.
const ADDRESS: &str = "//";
/// Hosts of pages that show videos. ffmpeg cannot find the video in a page.
const PAGES: [&str; 4] = ["youtube.com", "youtu.be", "twitch.tv", "kick.com"];
/// Filter for the times of a file's frames. Matroska counts milliseconds, so a millisecond in it stands for a
/// microsecond. ffmpeg would drop frames after a backward jump, so the time goes on there.
const TIMES: &str = "setpts='if(isnan(PREV_INPTS),0,PREV_OUTPTS+max(1,1000*(PTS-PREV_INPTS)))'";
/// Output options for a file: raw frames, each with its time. No metadata of the file is needed.
const OF_FILE: &[&str] = &[
    "-enc_time_base",
    "1:1000000",
    "-map_metadata",
    "-1",
    "-c:v",
    "rawvideo",
    "-f",
    "matroska",
];
/// Output options for a device: raw frames at an even rate.
const OF_DEVICE: &[&str] = &["-f", "yuv4mpegpipe"];
/// Maximum width in pixels of a device's frames. It does not apply if full size is requested.
const ACROSS_MAX: usize = 1280;

/// A camera, a capture card, a screen of this computer, or a network address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    kind: usize,
    name: String,
}

impl FromStr for Device {
    type Err = String;

    /// Parses `KIND:NAME`.
    fn from_str(text: &str) -> Result<Device, String> {
        let (kind, name) = text.split_once(':').unwrap_or((text, ""));
        let known = DEVICES.iter().position(|known| known.name == kind);
        let is_named = |kind: &usize| {
            let DeviceKind {
                prefix, allowed, ..
            } = DEVICES[*kind];
            name.strip_prefix(prefix)
                .is_some_and(|rest| !rest.is_empty() && rest.chars().all(allowed))
        };
        let kind = known.filter(is_named).ok_or_else(|| {
            "allowed: v4l2:/dev/video0, x11grab::0 (a display of this computer, also as :0+X,Y), avfoundation:0, \
             dshow:video=NAME, gdigrab:desktop, an address such as rtmp://HOST/KEY or http://HOST/FILE, lavfi:FILTER, \
             and - or a named pipe for raw frames (YUV4MPEG2)"
                .to_owned()
        })?;
        let name = name.to_owned();
        if DEVICES[kind].is_address() && is_page(&name) {
            return Err(format!(
                "a page is not a video; pass its stream: yt-dlp -o - {} | ffmpeg -i - -f yuv4mpegpipe - | \
                 rightwell capture --live -",
                quoted(text)
            ));
        }
        Ok(Device { kind, name })
    }
}

impl DeviceKind {
    /// Returns whether this is a network address.
    fn is_address(&self) -> bool {
        self.prefix == ADDRESS
    }
}

impl Device {
    /// Returns whether the source waits until its frames are read, like a film on a server.
    pub fn waits(&self) -> bool {
        DEVICES[self.kind].name.starts_with("http")
    }
}

/// Returns whether the host of an address is one of [`PAGES`]. `address` begins with [`ADDRESS`].
fn is_page(address: &str) -> bool {
    let host = address.trim_start_matches('/').split('/').next();
    let host = host.unwrap_or_default().to_lowercase();
    let is_of = |page: &&str| host == **page || host.ends_with(&format!(".{page}"));
    PAGES.iter().any(is_of)
}

impl fmt::Display for Device {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}:{}", DEVICES[self.kind].name, self.name)
    }
}

/// Source of the frames that ffmpeg decodes.
#[derive(Clone, Copy, Debug)]
pub enum FrameInput<'a> {
    /// A file.
    File(&'a Path, FrameChoice),
    /// A device. `true` asks for full size, `false` for frames that are small enough to process quickly.
    Device(&'a Device, bool),
}

/// A running ffmpeg. Dropping it ends the ffmpeg process.
pub struct Decoder {
    child: Arc<Mutex<Child>>,
    /// Receives ffmpeg's error output, once ffmpeg has ended or written [`COMPLAINTS_MAX`] bytes.
    complaints: Receiver<String>,
}

/// Most recently started ffmpeg process, for [`kill_running`].
static RUNNING: Mutex<Weak<Mutex<Child>>> = Mutex::new(Weak::new());

/// Kills ffmpeg if it is running, for exits that skip destructors.
pub fn kill_running() {
    if let Some(child) = lock(&RUNNING).upgrade() {
        kill(&mut lock(&child));
    }
}

/// Kills ffmpeg. Waits at most [`END_TIME`] for its exit, because a process that waits for a stalled disk may never
/// exit.
fn kill(child: &mut Child) {
    // This fails if ffmpeg has already ended, which does no harm.
    drop(child.kill());
    let until = now() + END_TIME;
    while now() < until && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(END_TIME / 100);
    }
}

impl Decoder {
    /// Starts ffmpeg and returns its frames: those of a file in Matroska, with times in microseconds, and those of a
    /// device as a YUV4MPEG2 stream at an even rate.
    ///
    /// # Errors
    /// If ffmpeg is not installed or cannot be started.
    pub fn begin(input: FrameInput) -> Result<(Decoder, ChildStdout), String> {
        let mut command = ffmpeg();
        command.args(arguments(input));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // In a process group of its own, ffmpeg does not receive Ctrl-C from the terminal. This program receives it and
        // ends ffmpeg.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => INSTALL.to_owned(),
            _ => format!("ffmpeg: {error}"),
        })?;
        let (Some(frames), Some(mut complaints)) = (child.stdout.take(), child.stderr.take())
        else {
            unreachable!("both are pipes");
        };
        let (sender, receiver) = channel();
        let read = move || {
            let mut text = Vec::new();
            drop(
                complaints
                    .by_ref()
                    .take(COMPLAINTS_MAX)
                    .read_to_end(&mut text),
            );
            drop(sender.send(String::from_utf8_lossy(&text).into_owned()));
            // Read the rest of the error output too. Otherwise ffmpeg would block on a full pipe.
            drop(std::io::copy(&mut complaints, &mut std::io::sink()));
        };
        threads::required(Builder::new().spawn(read));
        let child = Arc::new(Mutex::new(child));
        *lock(&RUNNING) = Arc::downgrade(&child);
        let decoder = Decoder {
            child,
            complaints: receiver,
        };
        Ok((decoder, frames))
    }

    /// Waits for ffmpeg to exit after its last frame.
    ///
    /// # Errors
    /// The first line of ffmpeg's error output, if ffmpeg failed.
    pub fn end(&mut self) -> Result<(), String> {
        let until = now() + END_TIME;
        let status = loop {
            match lock(&self.child).try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if now() < until => {}
                // ffmpeg has already closed its output, so all frames were read.
                Ok(None) => return Ok(()),
                Err(error) => return Err(format!("ffmpeg: {error}")),
            }
            std::thread::sleep(END_TIME / 100);
        };
        if status.success() {
            return Ok(());
        }
        let complaints = self.complaints.recv_timeout(END_TIME).unwrap_or_default();
        Err(match first_complaint(&complaints) {
            Some(complaint) => complaint,
            None => format!("ffmpeg ended with {status}"),
        })
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        kill(&mut lock(&self.child));
    }
}

/// Returns the command of ffmpeg, without arguments.
fn ffmpeg() -> Command {
    Command::new("ffmpeg")
}

/// Returns the length of a video in milliseconds, if ffmpeg can tell it.
pub fn length(video: &Path) -> Option<u64> {
    let mut file = OsString::from("file:");
    file.push(video);
    // Without an output, ffmpeg describes the file and ends.
    let mut command = ffmpeg();
    command.args([
        "-nostdin",
        "-hide_banner",
        "-protocol_whitelist",
        PROTOCOLS,
        "-i",
    ]);
    let output = command.arg(file).stdin(Stdio::null()).output().ok()?;
    length_in(&String::from_utf8_lossy(&output.stderr))
}

/// Returns the length in ffmpeg's description of a file, in milliseconds.
fn length_in(description: &str) -> Option<u64> {
    let (_, text) = description.split_once("Duration: ")?;
    let mut parts = text.split(',').next()?.splitn(3, ':');
    let mut part = || parts.next()?.trim().parse::<f64>().ok();
    let [hours, minutes, seconds] = [part()?, part()?, part()?];
    let length = 1_000.0 * (3_600.0 * hours + 60.0 * minutes + seconds);
    (length > 0.0).then_some(length as u64)
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the first line of ffmpeg's error output, without the `[component]` prefix.
fn first_complaint(complaints: &str) -> Option<String> {
    if complaints.contains("matches no streams") {
        return Some("the file contains no video".to_owned());
    }
    let line = complaints
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())?;
    let text = match line.split_once("] ") {
        Some((part, text)) if part.starts_with('[') => text,
        _ => line,
    };
    Some(format!("ffmpeg: {text}"))
}

/// Builds ffmpeg's arguments.
fn arguments(input: FrameInput) -> Vec<OsString> {
    let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let mut line = words(&["-nostdin", "-hide_banner", "-loglevel", "error"]);
    let protocols = match input {
        FrameInput::Device(device, _) if DEVICES[device.kind].is_address() => NETWORK,
        _ => PROTOCOLS,
    };
    line.extend(words(&["-protocol_whitelist", protocols]));
    let (filter, output) = match input {
        FrameInput::File(video, pictures) => {
            match pictures {
                FrameChoice::Few => line.extend(words(&["-skip_frame", "nokey"])),
                FrameChoice::At(time, _) => line.extend(words(&["-ss", &format!("{time}ms")])),
                // Frames that no other frame needs are not smoothed, which saves a tenth of the decoding time or more.
                _ => line.extend(words(&["-skip_loop_filter", "noref"])),
            }
            // After `file:`, a name cannot be taken for an address or an option.
            let mut file = OsString::from("file:");
            file.push(video);
            line.extend([OsString::from("-i"), file]);
            let filter = match pictures {
                FrameChoice::All(across, down) => format!("scale={across}:{down}:flags=area,"),
                FrameChoice::Few => String::new(),
                // `fps` repeats frames to fill a gap, so gaps are shortened to a second.
                FrameChoice::EveryHalfSecond => {
                    let time = "if(isnan(PREV_INPTS),0,PREV_OUTPTS+clip(PTS-PREV_INPTS,0,1/TB))";
                    format!("setpts='{time}',fps=2,")
                }
                FrameChoice::At(_, down) => {
                    line.extend(words(&["-frames:v", "1"]));
                    format!("scale=-2:{down}:flags=area,")
                }
            };
            (filter + TIMES, OF_FILE)
        }
        FrameInput::Device(device, is_full) => {
            let kind = &DEVICES[device.kind];
            line.extend(words(kind.options));
            // After `-i`, a name cannot be taken for an option.
            line.extend(match kind.is_address() {
                true => words(&["-i", &device.to_string()]),
                false => words(&["-f", kind.name, "-i", &device.name]),
            });
            let filter = match is_full {
                true => "null".to_owned(),
                false => format!("scale='min(iw,{ACROSS_MAX})':-2:flags=area"),
            };
            (filter, OF_DEVICE)
        }
    };
    // `V` selects a video stream that is not cover art.
    line.extend(words(&["-map", "0:V:0", "-vf", &filter]));
    line.extend(words(output));
    line.extend(words(&["-pix_fmt", "yuv420p", "pipe:1"]));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins all arguments into one line.
    fn line(input: FrameInput) -> String {
        let words = arguments(input);
        words
            .iter()
            .map(|word| word.to_string_lossy() + " ")
            .collect()
    }

    #[test]
    fn the_length_of_a_video_is_read_from_its_description() {
        let text =
            "Input #0, mov, from 'a.mp4':\n  Duration: 01:01:06.55, start: 0.0, bitrate: 99 kb/s\n";
        assert_eq!(length_in(text), Some(3_666_550));
        for text in [
            "",
            "Duration: N/A, bitrate: N/A",
            "Duration: 00:00:00.00, start",
        ] {
            assert_eq!(length_in(text), None, "{text}");
        }
    }

    #[test]
    fn no_name_is_an_address_or_an_option() {
        for name in ["http://example.org/a.mp4", "-y", "concat:a|b", "a.mp4"] {
            for choice in [
                FrameChoice::Few,
                FrameChoice::EveryHalfSecond,
                FrameChoice::All(640, 360),
                FrameChoice::At(1_500, 240),
            ] {
                let line = line(FrameInput::File(Path::new(name), choice));
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
            let line = line(FrameInput::Device(&device, false));
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
            "lavfi:",
            "dshow:audio=A",
            "avfoundation:0:0",
            "http:example.org",
            "http://",
            "http://example.org/a b",
            "file:///a.mp4",
            "concat:a|b",
        ] {
            let fault = text.parse::<Device>().unwrap_err();
            assert!(fault.starts_with("allowed: v4l2:/dev/video0"), "{text}");
        }
    }

    #[test]
    fn an_address_is_opened_without_access_to_files() {
        for text in [
            "http://example.org/a.mp4",
            "https://example.org/live.m3u8?key=1",
            "rtmp://localhost/live/key",
        ] {
            let device: Device = text.parse().unwrap();
            let line = line(FrameInput::Device(&device, false));
            assert!(line.contains(&format!(" -i {text} ")), "{line}");
            assert!(line.contains(&format!("-protocol_whitelist {NETWORK} ")));
            assert_eq!(device.to_string(), text);
        }
    }

    #[test]
    fn a_page_is_refused_with_the_program_that_finds_its_video() {
        for text in [
            "https://www.youtube.com/watch?v=1&t=2;date",
            "https://youtu.be/1",
            "https://www.twitch.tv/somebody",
        ] {
            let fault = text.parse::<Device>().unwrap_err();
            let begin = format!("yt-dlp -o - {} |", quoted(text));
            assert!(fault.contains(&begin), "{fault}");
        }
        let stream = "https://usher.ttvnw.net/api/channel.m3u8";
        assert!(stream.parse::<Device>().is_ok());
    }
}

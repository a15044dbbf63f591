//! Frames of a video or a live source. A thread reads them ahead, so that the program never waits for a pipe that sends
//! nothing.

use std::fmt;
use std::io::{self, Read, stdin};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use rightwell::capture::{Matroska, Pixels, Y4m, Y4mError};

use crate::error::{CliError, shown};
use crate::host::clock::{Time, now};
use crate::host::ffmpeg::{Decoder, Device, FrameChoice, FrameInput};
use crate::store::read;

/// Maximum number of frames read ahead: an eighth of a second.
const FRAMES_AHEAD: usize = 8;
/// Maximum wait for a frame. The program then checks the stop flag.
const PATIENCE: Duration = Duration::from_millis(50);
/// Maximum wait for the header of a live source's frames. If the source fails within this time, the command ends with its
/// error.
const FIRST_PATIENCE: Duration = Duration::from_secs(5);

/// Queue of frames in the order of their arrival.
pub struct FrameQueue {
    name: String,
    /// The ffmpeg process that produces the frames. `None` for standard input.
    decoder: Option<Decoder>,
    /// Receives frames. A first message of `None` means that the header was read.
    frames: Receiver<Result<Option<TimedFrame>, Y4mError>>,
    /// Number of frames taken so far, and the time of the last one.
    taken: u64,
    last_time: u64,
}

/// Name of standard input in messages.
const STANDARD_INPUT: &str = "standard input";

/// Source of frames that are read while they are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveSource {
    /// A device, a screen, a filter or an address, read by ffmpeg.
    Device(Device),
    /// Raw frames in the YUV4MPEG2 format on standard input.
    StandardInput,
    /// Raw frames in a named pipe.
    Pipe(PathBuf),
}

impl FromStr for LiveSource {
    type Err = String;

    /// Parses `-`, the path of a named pipe, or the name of a device.
    fn from_str(text: &str) -> Result<LiveSource, String> {
        match Path::new(text) {
            _ if text == "-" => Ok(LiveSource::StandardInput),
            path if read::is_pipe(path) => Ok(LiveSource::Pipe(path.to_owned())),
            _ => text.parse().map(LiveSource::Device),
        }
    }
}

impl fmt::Display for LiveSource {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LiveSource::Device(device) => device.fmt(to),
            LiveSource::StandardInput => to.write_str(STANDARD_INPUT),
            LiveSource::Pipe(path) => to.write_str(&shown(path)),
        }
    }
}

/// A frame with its times.
pub struct TimedFrame {
    pub pixels: Pixels,
    /// Microseconds since the first frame.
    pub time: u64,
    /// Time when the frame was read from the pipe.
    pub arrived: Time,
}

/// Result of waiting for a frame.
pub enum NextFrame {
    Frame(TimedFrame),
    /// No frame arrived in time.
    Nothing,
    /// There are no more frames.
    End,
}

/// Format of the frames in a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PipeFormat {
    Y4m,
    Matroska,
}

/// Treatment of frames that arrive while the queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WhenFull {
    /// The pipe waits until the queue has room.
    Wait,
    /// The frame is dropped: a device does not wait, and a late frame is worth less than a new one.
    Drop,
}

impl FrameQueue {
    /// Starts ffmpeg on a file.
    ///
    /// # Errors
    /// If ffmpeg cannot be started.
    pub fn of_file(path: &Path, choice: FrameChoice) -> Result<FrameQueue, CliError> {
        let input = FrameInput::File(path, choice);
        FrameQueue::decoded(shown(path), input, PipeFormat::Matroska, WhenFull::Wait)
    }

    /// Opens a live source. ffmpeg scales the frames of a device to full size or to a size small enough for quick
    /// processing. Waits briefly for the header of the frames.
    ///
    /// # Errors
    /// If ffmpeg cannot be started, or the source fails before the header.
    pub fn of_live(
        source: &LiveSource,
        is_full: bool,
        stop: &AtomicBool,
    ) -> Result<FrameQueue, CliError> {
        let name = source.to_string();
        let mut queue = match source {
            LiveSource::Device(device) => {
                let when_full = match device.waits() {
                    true => WhenFull::Wait,
                    false => WhenFull::Drop,
                };
                let input = FrameInput::Device(device, is_full);
                FrameQueue::decoded(name, input, PipeFormat::Y4m, when_full)?
            }
            LiveSource::StandardInput => FrameQueue::of_standard_input()?,
            LiveSource::Pipe(path) => {
                let path = path.clone();
                let open = move || read::pipe(&path);
                FrameQueue::begin(name, None, open, PipeFormat::Y4m, WhenFull::Wait)?
            }
        };
        let until = now() + FIRST_PATIENCE;
        while now() < until && !stop.load(Ordering::Relaxed) {
            match queue.frames.recv_timeout(PATIENCE) {
                Ok(Ok(_)) => break,
                Ok(Err(fault)) => return Err(queue.fault(fault)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
        Ok(queue)
    }

    /// Reads raw frames from standard input.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn of_standard_input() -> Result<FrameQueue, CliError> {
        let name = STANDARD_INPUT.to_owned();
        let open = || Ok(stdin());
        FrameQueue::begin(name, None, open, PipeFormat::Y4m, WhenFull::Wait)
    }

    fn decoded(
        name: String,
        input: FrameInput,
        format: PipeFormat,
        when_full: WhenFull,
    ) -> Result<FrameQueue, CliError> {
        let (decoder, pipe) = Decoder::begin(input)
            .map_err(|fault| CliError::usage(format!("cannot read {name}: {fault}")))?;
        FrameQueue::begin(name, Some(decoder), || Ok(pipe), format, when_full)
    }

    /// Starts the thread that opens the pipe and reads it.
    fn begin<R: Read + 'static>(
        name: String,
        decoder: Option<Decoder>,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        format: PipeFormat,
        when_full: WhenFull,
    ) -> Result<FrameQueue, CliError> {
        let (sender, frames) = sync_channel(FRAMES_AHEAD);
        let thread = std::thread::Builder::new().name("frames".to_owned());
        let work = move || {
            let pipe = open().map_err(|error| Y4mError::CutOff(error.to_string()));
            let read = pipe.and_then(|pipe| read_frames(pipe, &sender, format, when_full));
            // Nobody receives the error if the queue is gone.
            if let Err(fault) = read {
                drop(sender.send(Err(fault)));
            }
        };
        thread.spawn(work).map_err(CliError::failed)?;
        Ok(FrameQueue {
            name,
            decoder,
            frames,
            taken: 0,
            last_time: 0,
        })
    }

    /// Returns the name of the source for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits for the next frame, at most for this time.
    ///
    /// # Errors
    /// If the source has failed. The exit code is 2 before the first frame, and 1 later.
    pub fn next(&mut self, patience: Duration) -> Result<NextFrame, CliError> {
        match self.frames.recv_timeout(patience) {
            Ok(Ok(Some(frame))) => {
                self.taken += 1;
                self.last_time = frame.time;
                Ok(NextFrame::Frame(frame))
            }
            Ok(Ok(None)) | Err(RecvTimeoutError::Timeout) => Ok(NextFrame::Nothing),
            Ok(Err(fault)) => Err(self.fault(fault)),
            Err(RecvTimeoutError::Disconnected) => match self.decoder.as_mut().map(Decoder::end) {
                Some(Err(fault)) => Err(self.named(&fault)),
                Some(Ok(())) | None => Ok(NextFrame::End),
            },
        }
    }

    /// Waits for the next frame until `stop` is set. Returns `None` at the end and after a stop.
    pub fn next_unless_stopped(
        &mut self,
        stop: &AtomicBool,
    ) -> Option<Result<TimedFrame, CliError>> {
        while !stop.load(Ordering::Relaxed) {
            match self.next(PATIENCE) {
                Ok(NextFrame::Frame(frame)) => return Some(Ok(frame)),
                Ok(NextFrame::Nothing) => {}
                Ok(NextFrame::End) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        None
    }

    /// Returns the error for a pipe that delivers invalid frames. If ffmpeg has ended early, the error contains
    /// ffmpeg's own message.
    fn fault(&mut self, fault: Y4mError) -> CliError {
        let reason = match (&fault, &mut self.decoder) {
            (Y4mError::CutOff(_), Some(decoder)) => decoder.end().err(),
            _ => None,
        };
        self.named(&reason.unwrap_or_else(|| fault.to_string()))
    }

    fn named(&self, fault: &str) -> CliError {
        let FrameQueue { name, taken, .. } = self;
        if *taken == 0 {
            return CliError::usage(format!("cannot read {name}: {fault}"));
        }
        let seconds = self.last_time / 1_000_000;
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        CliError::failed(format!(
            "{name} ends early after {taken} frames, at {minutes}:{seconds:02}: {fault}"
        ))
    }
}

/// Reads frames from a pipe until the pipe ends or no one receives them.
fn read_frames(
    pipe: impl Read + 'static,
    frames: &SyncSender<Result<Option<TimedFrame>, Y4mError>>,
    format: PipeFormat,
    when_full: WhenFull,
) -> Result<(), Y4mError> {
    type NextOfPipe = dyn FnMut() -> Result<Option<(Pixels, u64)>, Y4mError>;
    let mut next: Box<NextOfPipe> = match format {
        PipeFormat::Y4m => {
            let mut y4m = Y4m::begin(pipe)?;
            Box::new(move || y4m.frame())
        }
        PipeFormat::Matroska => {
            let mut matroska = Matroska::begin(pipe)?;
            Box::new(move || matroska.frame())
        }
    };
    if frames.send(Ok(None)).is_err() {
        return Ok(());
    }
    while let Some((pixels, time)) = next()? {
        let frame = Some(TimedFrame {
            pixels,
            time,
            arrived: now(),
        });
        let is_gone = match when_full {
            WhenFull::Wait => frames.send(Ok(frame)).is_err(),
            WhenFull::Drop => {
                let sent = frames.try_send(Ok(frame));
                matches!(sent, Err(TrySendError::Disconnected(_)))
            }
        };
        if is_gone {
            break;
        }
    }
    Ok(())
}

//! The pictures of a device, as they come: whoever is too slow for them misses some, and is never behind.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TrySendError, sync_channel};
use std::time::Duration;

use rightwell::capture::Pixels;

use crate::shell::error::CliError;
use crate::shell::host::clock::{Time, now};
use crate::shell::host::ffmpeg::{Decoder, Device, Taken};

use super::y4m::Y4m;

/// So many pictures wait at most: an eighth of a second of them.
const WAITING: usize = 8;

/// A device that pictures come from.
pub struct Live {
    name: String,
    decoder: Decoder,
    pictures: Receiver<Result<(Pixels, u64, Time), String>>,
}

/// What comes of a device.
pub enum Came {
    /// A picture, the microseconds since the first one, and when it came.
    Picture(Pixels, u64, Time),
    /// Nothing in the time given.
    Nothing,
    /// Nothing any more.
    End,
}

impl Live {
    /// Begins to take pictures, in full size or small enough to be quick.
    ///
    /// # Errors
    /// Why there are none, in one line.
    pub fn begin(device: &Device, is_full: bool) -> Result<Live, CliError> {
        let name = device.to_string();
        let fault = |fault: String| CliError::usage(format!("cannot read {name}: {fault}"));
        let (mut decoder, pipe) = Decoder::begin(Taken::Device(device, is_full)).map_err(fault)?;
        let mut y4m = match Y4m::begin(pipe) {
            Ok(y4m) => y4m,
            Err(said) => return Err(fault(super::why(&mut decoder, said))),
        };
        let (give, pictures) = sync_channel(WAITING);
        let take = move || {
            while let Some(next) = y4m.picture().transpose() {
                let is_over = next.is_err();
                let next = next.map(|(picture, time)| (picture, time, now()));
                let given = give.try_send(next);
                if is_over || matches!(given, Err(TrySendError::Disconnected(_))) {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("pictures".to_owned());
        thread.spawn(take).map_err(CliError::failed)?;
        Ok(Live {
            name,
            decoder,
            pictures,
        })
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What comes next, in so much time.
    ///
    /// # Errors
    /// Why no more pictures come, in one line, if the device has not just ended.
    pub fn next(&mut self, patience: Duration) -> Result<Came, CliError> {
        let fault = |fault| CliError::usage(format!("{}: {fault}", self.name));
        match self.pictures.recv_timeout(patience) {
            Ok(Ok((picture, time, came))) => Ok(Came::Picture(picture, time, came)),
            Ok(Err(said)) => Err(fault(said)),
            Err(RecvTimeoutError::Timeout) => Ok(Came::Nothing),
            Err(RecvTimeoutError::Disconnected) => {
                self.decoder.end().map_err(fault).map(|()| Came::End)
            }
        }
    }
}

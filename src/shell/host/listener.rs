//! Messages from the game to the sound output.

use std::fmt;

use rightwell::sound::{Cue, Volumes};

/// One message to a [`Listener`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window is heard")
)]
pub enum Packet {
    /// Sound cues of the next step.
    Frame(Cue),
    /// The game pauses: play the queued frames, then fall silent. The next frame resumes.
    Hold,
    /// A frame comes soon, so open the device.
    Prepare,
    /// New volumes, effective at once.
    Set(Volumes),
}

/// Turns the game's cues into sound. Callers never wait for it.
pub trait Listener: fmt::Debug {
    /// Takes one message.
    fn tell(&mut self, packet: Packet);

    /// Returns a pending message once: why there is no sound, or `Ok` once sound works again.
    fn take_message(&mut self) -> Option<Result<(), String>>;
}

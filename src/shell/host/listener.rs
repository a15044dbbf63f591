//! Messages from the game to the sound output.

use std::fmt;

use rightwell::sound::{SoundCue, Volumes};

/// One message to a [`SoundListener`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window is heard")
)]
pub enum SoundPacket {
    /// Sound cues of one step.
    Frame(SoundCue),
    /// The game is paused: play the queued frames, then be silent. The next frame ends the pause.
    Hold,
    /// A frame will follow soon, so open the device.
    Prepare,
    /// New volumes. They take effect at once.
    Set(Volumes),
}

/// Plays the sound of the game. Callers never wait for it.
pub trait SoundListener: fmt::Debug {
    /// Receives one message.
    fn tell(&mut self, packet: SoundPacket);

    /// Returns each pending message once: the reason why there is no sound, or `Ok` once sound works again.
    fn take_message(&mut self) -> Option<Result<(), String>>;
}

//! What is told of what is to be heard, and who is told.

use std::fmt;

use rightwell::sound::{Cue, Volumes};

/// What is told of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window is heard")
)]
pub enum Packet {
    /// What is to be heard of its next step.
    Frame(Cue),
    /// Nothing moves from here on: silence after what came before. The next frame goes on.
    Hold,
    /// A frame comes soon.
    Prepare,
    /// How loud it is, at once.
    Set(Volumes),
}

/// Makes sound of what a program shows, without ever being waited for.
pub trait Listener: fmt::Debug {
    /// Takes what is told.
    fn tell(&mut self, packet: Packet);

    /// What there is to say, once: why nothing is heard, or that all is well again.
    fn take_message(&mut self) -> Option<Result<(), String>>;
}

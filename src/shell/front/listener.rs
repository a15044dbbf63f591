//! Who is told what is to be heard.

use std::fmt;

use rightwell::sound::{Cue, Volumes};

/// Makes sound of what a program shows, without ever being waited for.
pub trait Listener: fmt::Debug {
    /// What is to be heard of the next step.
    fn hear(&mut self, cue: Cue);

    /// Something is to be heard soon.
    #[cfg(any(feature = "window", test))]
    fn prepare(&mut self);

    /// Nothing moves from here on: silence.
    fn hold(&mut self);

    /// How loud it is.
    fn set(&mut self, volumes: Volumes);

    /// What there is to say, once: why nothing is heard, or that all is well again.
    fn take_message(&mut self) -> Option<Result<(), String>>;
}

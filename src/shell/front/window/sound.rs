//! The sound of the window: cues to the thread for sound.

use std::sync::Arc;

use rightwell::sound::{Cue, Repertoire, Sound, Volumes};

use crate::shell::front::listener::Listener;
use crate::shell::host::speaker::{Packet, Speaker, Synth};

/// The console's sound on the thread for it.
struct OnThread(Sound);

impl Synth for OnThread {
    type Frame = Cue;
    type Settings = Volumes;

    fn play(&mut self, cues: &[Cue], samples: &mut Vec<f32>) {
        self.0.frame(cues, samples);
    }

    fn silence(&mut self) {
        self.0.silence();
    }

    fn set(&mut self, volumes: Volumes) {
        self.0.set_volumes(volumes);
    }
}

/// The system's loudspeaker.
#[derive(Debug)]
pub struct Loudspeaker(Speaker<OnThread>);

impl Loudspeaker {
    /// Starts the thread for sound, which plays these tunes.
    pub fn start(tunes: &Repertoire) -> Loudspeaker {
        let sound = Sound::new(Arc::new(tunes.clone()));
        Loudspeaker(Speaker::start(OnThread(sound)))
    }
}

impl Listener for Loudspeaker {
    fn hear(&mut self, cue: Cue) {
        self.0.send(Packet::Frame(cue));
    }

    fn prepare(&mut self) {
        self.0.send(Packet::Prepare);
    }

    fn hold(&mut self) {
        self.0.send(Packet::Hold);
    }

    fn set(&mut self, volumes: Volumes) {
        self.0.send(Packet::Set(volumes));
    }

    fn take_message(&mut self) -> Option<Result<(), String>> {
        self.0.take_message()
    }
}

//! Sound of the current scene: effects and music for each step, silence while nothing moves.

use rightwell::engine::{Event, Events};
use rightwell::sound::{Director, ExtraSoundEvent, MusicChoice};

use crate::host::listener::{SoundListener, SoundPacket};
use crate::host::log;

use super::App;

/// Maximum number of steps with sound per loop iteration. A later step sounds only if it has an event in [`GREAT`].
const STEPS_MAX: u32 = 8;

/// Events that cause sound in every step, even after [`STEPS_MAX`] steps in one loop iteration.
const GREAT: [Event; 6] = [
    Event::Tetris,
    Event::LevelUp,
    Event::ToppedOut,
    Event::GoalReached,
    Event::ScreenChanged,
    Event::Paused,
];

/// State of the sound output.
#[derive(Debug, Default)]
pub(super) struct SoundState {
    /// `None` if there is no sound, as in a terminal.
    listener: Option<Box<dyn SoundListener>>,
    director: Director,
    /// Mark of the drill's last piece, so that each hit and miss sounds once.
    streak: Option<u32>,
    /// Steps in the current loop iteration.
    steps: u32,
    /// True if another window has the focus.
    is_away: bool,
    /// True if the listener was already told to be silent.
    is_silent: bool,
}

impl App {
    /// Turns the sound off or on.
    pub(super) fn toggle_sound(&mut self) {
        let is_on = self.settings().sound && !self.context.sound.mute;
        self.context.sound.mute = false;
        self.context.set(|settings| settings.sound = !is_on);
        let state = if is_on { "sound off" } else { "sound on" };
        self.say(state.to_owned());
    }

    /// Returns whether sound should play now.
    fn is_heard(&self) -> bool {
        let settings = self.settings();
        let is_wanted = settings.sound && !self.context.sound.mute;
        is_wanted && (!self.hearing.is_away || settings.sound_in_background)
    }

    /// Applies volumes and music choice from the settings.
    pub(super) fn set_sound(&mut self) {
        let settings = self.settings();
        let volumes = settings.volumes();
        let title_tune = settings.title_tune;
        let music = self.context.sound.music.as_ref().unwrap_or(&settings.music);
        let choice = match music.as_str() {
            "menu" => Ok(MusicChoice::Menu),
            "off" => Ok(MusicChoice::Off),
            name => self
                .context
                .tunes
                .find(name)
                .map(MusicChoice::Tune)
                .ok_or_else(|| {
                    let known: Vec<&str> = self.context.tunes.names().collect();
                    format!(
                        "unknown music {name}; allowed: menu, off, {}",
                        known.join(", ")
                    )
                }),
        };
        if let Some(listener) = &mut self.hearing.listener {
            listener.tell(SoundPacket::Set(volumes));
        }
        let director = &mut self.hearing.director;
        match choice {
            Ok(choice) => director.choose(choice, title_tune),
            Err(fault) => {
                director.choose(MusicChoice::Menu, title_tune);
                log::say(format!("rightwell: {fault}"));
                self.say(fault);
            }
        }
    }

    /// Sends the sound of a step with these events to the listener.
    pub(super) fn hear(&mut self, events: Events) {
        if self.hearing.listener.is_none() || !self.is_heard() {
            return;
        }
        self.hearing.steps += 1;
        let is_great = GREAT.iter().any(|&event| events.contains(event));
        if self.hearing.steps > STEPS_MAX && !is_great {
            return;
        }
        let top = self.stack.top();
        let scene = &*top.scene;
        let can = scene.can();
        let overlay = &top.hud().overlay;
        let is_done = can.is_between_games && overlay.highlight.is_some();
        let last = std::mem::replace(&mut self.hearing.streak, overlay.streak);
        let besides: &[ExtraSoundEvent] = match overlay.streak {
            _ if is_done => &[ExtraSoundEvent::PictureDone],
            Some(0) if last != Some(0) => &[ExtraSoundEvent::Miss],
            Some(1..) if last != overlay.streak => &[ExtraSoundEvent::Hit],
            _ => &[],
        };
        let view = scene.view();
        let director = &mut self.hearing.director;
        director.set_region(can.region);
        let cue = director.cue(events, &view, besides, can.people);
        if let Some(listener) = &mut self.hearing.listener {
            listener.tell(SoundPacket::Frame(cue));
            self.hearing.is_silent = false;
        }
    }

    /// Tells the listener to open its device before the first step.
    #[cfg(any(feature = "window", test))]
    pub(super) fn prepare_hearing(&mut self) {
        let is_heard = self.is_heard();
        if let Some(listener) = self.hearing.listener.as_mut().filter(|_| is_heard) {
            listener.tell(SoundPacket::Prepare);
        }
    }

    /// Ends a loop iteration: silences the listener if nothing moves, and shows the listener's messages.
    pub(super) fn end_hearing(&mut self) {
        self.hearing.steps = 0;
        let is_silent = self.times() == 0.0 || !self.is_heard();
        let Some(listener) = &mut self.hearing.listener else {
            return;
        };
        if is_silent && !self.hearing.is_silent {
            listener.tell(SoundPacket::Hold);
            self.hearing.is_silent = true;
        }
        if let Some(message) = listener.take_message() {
            let said = message.as_ref().err();
            let said = said.map_or("sound is back", String::as_str);
            log::say(format!("rightwell: {said}"));
            self.context.sound.trouble = message.err();
        }
    }

    /// Returns whether sound is on but fails.
    pub(super) fn lacks_sound(&self) -> bool {
        let sound = &self.context.sound;
        self.settings().sound && !sound.mute && sound.trouble.is_some()
    }
}

/// Parts that only a window has: the listener and the focus.
#[cfg(any(feature = "window", test))]
impl App {
    /// Connects the listener that plays the sound.
    pub fn listen(&mut self, listener: Box<dyn SoundListener>) {
        self.hearing.listener = Some(listener);
        self.set_sound();
    }

    /// Records whether another window has the focus.
    pub fn set_away(&mut self, is_away: bool) {
        self.hearing.is_away = is_away;
    }

    /// Returns all tunes.
    #[cfg(feature = "window")]
    pub const fn tunes(&self) -> &rightwell::sound::Repertoire {
        &self.context.tunes
    }
}

//! Game pads: found as they come and go, and read as the console's pads.
//!
//! Devices speak by the trait [`PadSource`](device::PadSource), on every system in the words of
//! Linux: codes of buttons and axes. `numbering` turns codes into SDL's numbers, `mapping` or
//! `standard` say what these are, `pad` finds out what is pressed, `nes` what that is on the console,
//! and `places` who plays with it.

mod binding;
mod button;
mod chord;
#[cfg_attr(
    not(target_os = "linux"),
    allow(
        dead_code,
        reason = "elsewhere the system tells pads from other devices"
    )
)]
mod device;
#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
mod elsewhere;
mod guid;
#[cfg(target_os = "linux")]
mod linux;
mod mapping;
mod nes;
mod numbering;
mod pad;
#[cfg(any(target_family = "wasm", test))]
#[cfg_attr(
    not(target_family = "wasm"),
    allow(dead_code, reason = "only its rule is tried elsewhere")
)]
mod page;
mod places;
mod standard;
#[cfg(test)]
pub mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use rightwell::rules::Buttons;
use rightwell::rules::sanitize::plain;

use crate::shell::host::clock::Time;
use crate::shell::store::settings::Settings;

pub use button::PadButton;
pub use chord::MenuChord;

use button::PadSet;
use device::{PadInfo, PadSource, RawEvent};
use mapping::Mapping;
use nes::NesButtons;
use pad::Pad;
use places::PadPlaces;

/// Pads found so soon after the start were there before it: nobody needs to be told.
const START_TIME: Duration = Duration::from_secs(2);
/// Letters of a pad's name in a notice, at most.
const NAME_MAX: usize = 32;

/// All pads of this machine.
pub struct Pads {
    source: Box<dyn PadSource>,
    mappings: Vec<Mapping>,
    /// What presses the console's buttons on the first pad, and on the others.
    buttons: [NesButtons; 2],
    there: BTreeMap<u32, HeldPad>,
    places: PadPlaces,
    begin: Time,
}

/// A pad that is there, and what is held on it.
#[derive(Debug)]
struct HeldPad {
    pad: Pad,
    chord: MenuChord,
    /// What is pressed but was let go of, see [`Pads::let_go`].
    ignored: PadSet,
    /// What counts as pressed, on the pad and on the console.
    down: PadSet,
    pressed: Buttons,
}

/// What pads did in a round of the loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PadInput {
    /// What those who play hold on the console's pads.
    pub held: [Buttons; 2],
    /// What went down there since the last round, however shortly.
    pub new: [Buttons; 2],
    /// What is held on any pad, whoever plays: for menus.
    pub any_held: Buttons,
    /// What went down on any pad.
    pub any_new: Buttons,
    /// Whether the program's menu is asked for: by Guide, or by Start and Select held.
    pub guide: bool,
    /// What went down on any pad by its own name: to choose buttons by pressing them.
    pub pressed: Vec<PadButton>,
    /// At which of the console's pads somebody plays with a pad.
    pub at: [bool; 2],
    /// The pad of somebody who plays is gone: what to say.
    pub lost: Option<String>,
    /// What else there is to say, in one line each.
    pub notices: Vec<String>,
}

impl PadInput {
    /// The same without anything pressed: what is done in other windows is not meant for this one.
    #[must_use]
    pub fn unheard(self) -> PadInput {
        PadInput {
            at: self.at,
            lost: self.lost,
            notices: self.notices,
            ..PadInput::default()
        }
    }
}

impl Pads {
    /// The pads of this machine from now on, and what is wrong with the mapping strings, one line
    /// each: those of the settings and those of `SDL_GAMECONTROLLERCONFIG`, one a line in
    /// `environment`. The settings' count more.
    pub fn start(settings: &Settings, environment: &str, now: Time) -> (Pads, Vec<String>) {
        let own = settings.pad_mappings.iter().map(String::as_str);
        let (known, faults) = Mapping::parse_all(std::iter::once(environment).chain(own));
        #[cfg(target_os = "linux")]
        let source = linux::Linux::start();
        #[cfg(target_family = "wasm")]
        let source = page::Page::start();
        #[cfg(not(any(target_os = "linux", target_family = "wasm")))]
        let source = elsewhere::Elsewhere::start(&settings.pad_mappings.join("\n"));
        (Pads::new(Box::new(source), known, settings, now), faults)
    }

    /// Pads of any source.
    fn new(
        source: Box<dyn PadSource>,
        mappings: Vec<Mapping>,
        settings: &Settings,
        now: Time,
    ) -> Pads {
        Pads {
            source,
            mappings,
            buttons: buttons(settings),
            there: BTreeMap::new(),
            places: PadPlaces::default(),
            begin: now,
        }
    }

    /// From now on the console's buttons are pressed as these settings say.
    pub fn set(&mut self, settings: &Settings) {
        let buttons = buttons(settings);
        if buttons != self.buttons {
            self.buttons = buttons;
            self.let_go();
        }
    }

    /// What is held now does not count until it is pressed anew: it was meant for something else.
    pub fn let_go(&mut self) {
        for held in self.there.values_mut() {
            held.ignored = held.pad.down();
            held.down = PadSet::default();
            held.pressed = Buttons::NONE;
        }
    }

    /// Whether there is one.
    pub fn has_pad(&self) -> bool {
        !self.there.is_empty()
    }

    /// What the pads did since the last round; `people` are the console's pads with somebody at
    /// them. Never waits.
    pub fn round(&mut self, people: [bool; 2], now: Time) -> PadInput {
        let mut input = PadInput::default();
        self.places.note(people);
        for event in self.source.take() {
            match event {
                RawEvent::Connected(device, info) => self.connect(device, info, now, &mut input),
                RawEvent::Disconnected(device) => self.disconnect(device, people, &mut input),
                RawEvent::Button(device, code, is_down) => {
                    self.change(device, people, &mut input, |pad| pad.press(code, is_down));
                }
                RawEvent::Axis(device, code, value) => {
                    self.change(device, people, &mut input, |pad| pad.turn(code, value));
                }
                RawEvent::Refused(place) => {
                    let why = "there is a game pad that this program may not open";
                    input.notices.push(format!("{why}: {}", plain(&place)));
                }
            }
        }
        for (device, held) in &mut self.there {
            input.any_held = input.any_held.with(held.pressed);
            input.guide |= held.chord.asks(now, held.pressed);
            if let Some(side) = self.places.side(*device, people) {
                input.at[side] = true;
                input.held[side] = input.held[side].with(held.pressed);
            }
        }
        input
    }

    fn connect(&mut self, device: u32, info: PadInfo, now: Time, input: &mut PadInput) {
        let name = short(&info.name);
        let was_here = self.places.connect(device, &info);
        let held = HeldPad {
            pad: Pad::new(info, &self.mappings),
            chord: MenuChord::default(),
            ignored: PadSet::default(),
            down: PadSet::default(),
            pressed: Buttons::NONE,
        };
        self.there.insert(device, held);
        let is_new = now.saturating_duration_since(self.begin) > START_TIME;
        if was_here {
            input.notices.push(format!("game pad is back: {name}"));
        } else if is_new {
            input.notices.push(format!("game pad: {name}"));
        }
    }

    fn disconnect(&mut self, device: u32, people: [bool; 2], input: &mut PadInput) {
        let Some(gone) = self.there.remove(&device) else {
            return;
        };
        let name = short(&gone.pad.info().name);
        if self.places.side(device, people).is_some() {
            input.lost = Some(format!(
                "paused: game pad lost: {name}. Start or {{PAUSE}}: go on"
            ));
        } else {
            input.notices.push(format!("game pad lost: {name}"));
        }
        self.places.disconnect(device);
    }

    /// Something changes on a pad; what goes down by that is noted.
    fn change(
        &mut self,
        device: u32,
        people: [bool; 2],
        input: &mut PadInput,
        change: impl FnOnce(&mut Pad),
    ) {
        let Some(held) = self.there.get_mut(&device) else {
            return;
        };
        change(&mut held.pad);
        let down = held.pad.down();
        held.ignored = held.ignored.only(down);
        let down = down.without(held.ignored);
        let new = down.without(held.down);
        held.down = down;
        let place = self.places.place_of(device).unwrap_or(0).min(1);
        let buttons = &self.buttons[place];
        let pressed = buttons.pressed(down);
        let new_on_console = pressed.without(held.pressed);
        held.pressed = pressed;
        input.pressed.extend(new.iter());
        input.guide |= new.has(PadButton::GUIDE);
        input.any_new = input.any_new.with(new_on_console);
        if let Some(side) = self.places.side(device, people) {
            input.new[side] = input.new[side].with(new_on_console);
        }
    }
}

fn buttons(settings: &Settings) -> [NesButtons; 2] {
    [&settings.pad_buttons, &settings.second_pad_buttons].map(NesButtons::new)
}

/// A pad's name as it may stand in a notice.
fn short(name: &str) -> String {
    let name: String = plain(name.trim()).chars().take(NAME_MAX).collect();
    if name.is_empty() {
        "without a name".to_owned()
    } else {
        name
    }
}

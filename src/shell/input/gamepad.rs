//! Gamepads: finds them, and translates their buttons to those of the console.
//!
//! On every system, events arrive through [`PadSource`], with Linux's codes for buttons and axes.
//! `numbering` converts the codes to SDL's numbers, `mapping` and `standard` convert the numbers to names, `pad` tracks
//! which buttons are pressed, `nes` assigns them to the console's buttons, and `places` assigns pads to players.

mod binding;
mod button;
mod chord;
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "other systems recognise gamepads themselves")
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
    allow(dead_code, reason = "other systems use it only in tests")
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

use crate::host::clock::Time;
use crate::store::settings::Settings;

pub use button::PadButton;
pub use chord::MenuChord;

use button::PadButtonSet;
use device::{PadInfo, PadSource, RawEvent};
use mapping::Mapping;
use nes::NesButtons;
use pad::Pad;
use places::PadSlots;

/// Time after the start in which a new pad causes no notice. Such a pad was probably connected before.
const START_TIME: Duration = Duration::from_secs(2);
/// Maximum length of a pad's name in a notice, in characters.
const NAME_MAX: usize = 32;

/// All gamepads of this computer.
pub struct Gamepads {
    source: Box<dyn PadSource>,
    mappings: Vec<Mapping>,
    /// Button assignments: for the first pad, and for all others.
    buttons: [NesButtons; 2],
    there: BTreeMap<u32, HeldPad>,
    places: PadSlots,
    begin: Time,
}

/// A connected pad and its pressed buttons.
#[derive(Debug)]
struct HeldPad {
    pad: Pad,
    chord: MenuChord,
    /// Buttons that were held at the call of [`Gamepads::let_go`]. Each is ignored until it is released.
    ignored: PadButtonSet,
    /// Pressed buttons without the ignored ones: as buttons of the pad, and as buttons of the console.
    down: PadButtonSet,
    pressed: Buttons,
}

/// Input of all pads in one loop iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PadInput {
    /// Buttons held on the console's two controllers.
    pub held: [Buttons; 2],
    /// Buttons of the controllers that were pressed since the last call, even if they are already released.
    pub new: [Buttons; 2],
    /// Buttons held on any pad, even if its owner does not play. Menus use them.
    pub any_held: Buttons,
    /// Buttons pressed on any pad since the last call.
    pub any_new: Buttons,
    /// True if the player asked for the menu, with Guide or by holding Start and Select.
    pub guide: bool,
    /// Buttons pressed on any pad, by their names on the pad. The settings use them to assign buttons.
    pub pressed: Vec<PadButton>,
    /// For each controller, whether a person plays it with a gamepad.
    pub at: [bool; 2],
    /// Notice that the pad of a player was disconnected.
    pub lost: Option<String>,
    /// Other notices, one line each.
    pub notices: Vec<String>,
}

impl PadInput {
    /// Removes all buttons, because another window has the focus. The notices remain.
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

impl Gamepads {
    /// Starts looking for pads. Also returns the errors in the mapping strings, one line each.
    ///
    /// Mapping strings come from the settings and from `environment`, the value of `SDL_GAMECONTROLLERCONFIG`, with one
    /// string per line. Strings from the settings take precedence.
    pub fn start(settings: &Settings, environment: &str, now: Time) -> (Gamepads, Vec<String>) {
        let own = settings.pad_mappings.iter().map(String::as_str);
        let (known, faults) = Mapping::parse_all(std::iter::once(environment).chain(own));
        #[cfg(target_os = "linux")]
        let source = linux::LinuxPads::start();
        #[cfg(target_family = "wasm")]
        let source = page::PagePads::start();
        #[cfg(not(any(target_os = "linux", target_family = "wasm")))]
        let source = elsewhere::GilrsPads::start(&settings.pad_mappings.join("\n"));
        (
            Gamepads::new(Box::new(source), known, settings, now),
            faults,
        )
    }

    /// Returns pads whose events come from any source.
    fn new(
        source: Box<dyn PadSource>,
        mappings: Vec<Mapping>,
        settings: &Settings,
        now: Time,
    ) -> Gamepads {
        Gamepads {
            source,
            mappings,
            buttons: buttons(settings),
            there: BTreeMap::new(),
            places: PadSlots::default(),
            begin: now,
        }
    }

    /// Applies the button assignment from the settings.
    pub fn set(&mut self, settings: &Settings) {
        let buttons = buttons(settings);
        if buttons != self.buttons {
            self.buttons = buttons;
            self.let_go();
        }
    }

    /// Ignores all held buttons until they are released, because they were pressed for another purpose.
    pub fn let_go(&mut self) {
        for held in self.there.values_mut() {
            held.ignored = held.pad.down();
            held.down = PadButtonSet::default();
            held.pressed = Buttons::NONE;
        }
    }

    /// Returns whether a pad is connected.
    pub fn has_pad(&self) -> bool {
        !self.there.is_empty()
    }

    /// Returns the input since the last call, without waiting. `people` marks the controllers with which people play.
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
                    let why = "cannot open a gamepad: permission denied";
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
            ignored: PadButtonSet::default(),
            down: PadButtonSet::default(),
            pressed: Buttons::NONE,
        };
        self.there.insert(device, held);
        let is_new = now.saturating_duration_since(self.begin) > START_TIME;
        if was_here {
            input.notices.push(format!("gamepad is back: {name}"));
        } else if is_new {
            input.notices.push(format!("gamepad connected: {name}"));
        }
    }

    fn disconnect(&mut self, device: u32, people: [bool; 2], input: &mut PadInput) {
        let Some(gone) = self.there.remove(&device) else {
            return;
        };
        let name = short(&gone.pad.info().name);
        if self.places.side(device, people).is_some() {
            input.lost = Some(format!(
                "gamepad disconnected: {name}. Start or {{PAUSE}}: resume"
            ));
        } else {
            input.notices.push(format!("gamepad disconnected: {name}"));
        }
        self.places.disconnect(device);
    }

    /// Applies an event to a pad and records the buttons that were pressed.
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

/// Shortens a pad's name for a notice.
fn short(name: &str) -> String {
    let name: String = plain(name.trim()).chars().take(NAME_MAX).collect();
    if name.is_empty() {
        "without a name".to_owned()
    } else {
        name
    }
}

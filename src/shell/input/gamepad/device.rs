//! The boundary to the devices: what every source of game pads says, in the words of Linux' evdev.

/// A pad as it was found. Codes are those of `linux/input-event-codes.h`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PadInfo {
    /// What it calls itself.
    pub name: String,
    /// What tells it from others of its kind: serial number, radio address, else the socket; empty
    /// if nothing does.
    pub uniq: String,
    /// How it is attached: 3 USB, 5 Bluetooth.
    pub bus: u16,
    /// The maker's number; 0: unknown.
    pub vendor: u16,
    /// The maker's number of the model.
    pub product: u16,
    /// The version of the model.
    pub version: u16,
    /// The codes of all its keys and buttons, ascending.
    pub buttons: Vec<u16>,
    /// Its axes, hats among them, by ascending code.
    pub axes: Vec<AxisInfo>,
}

/// An axis of a pad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AxisInfo {
    /// `ABS_X` and so on, 0-63.
    pub code: u16,
    /// The least and the greatest value.
    pub min: i32,
    /// See `min`.
    pub max: i32,
    /// The value when the pad was found; what it is worth shows only when it changes.
    pub first: i32,
    /// Whether the device says neither noise, nor dead zone, nor resolution, as those of hats do not.
    pub is_plain: bool,
}

/// Something that a device did. Pads are told apart by numbers that are never given again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawEvent {
    /// A pad is there from now on.
    Connected(u32, PadInfo),
    /// One of its buttons, by code, goes down or up.
    Button(u32, u16, bool),
    /// One of its axes, by code, has this value now.
    Axis(u32, u16, i32),
    /// The pad is gone.
    Disconnected(u32),
    /// There is a pad that may not be opened: its place, as the system names it.
    Refused(String),
}

/// Where pads come from.
pub trait PadSource {
    /// What has happened since the last call, in its order. Never waits.
    fn take(&mut self) -> Vec<RawEvent>;
}

/// Keys of a typist's top row of letters, Q to P.
const LETTERS: std::ops::RangeInclusive<u16> = 16..=25;
/// `BTN_TOOL_PEN`, `BTN_TOOL_FINGER`, `BTN_TOUCH`: tablets and touchpads, those of pads too.
const TOUCH: [u16; 3] = [0x140, 0x145, 0x14a];
/// `ABS_X` and `ABS_HAT0X`.
const STEERING: [u16; 2] = [0x00, 0x10];

impl PadInfo {
    /// Whether this is something to play with, and no keyboard, mouse, tablet or sensor.
    pub fn is_pad(&self) -> bool {
        let has = |code: &u16| self.buttons.binary_search(code).is_ok();
        let buttons = &self.buttons;
        let has_pad_button = buttons.iter().any(|code| is_of_pads(*code));
        let has_direction = self.axes.iter().any(|axis| STEERING.contains(&axis.code))
            || buttons.iter().any(|code| DPAD.contains(code));
        let is_keyboard = LETTERS.clone().all(|code| has(&code));
        has_pad_button && has_direction && !is_keyboard && !TOUCH.iter().any(has)
    }
}

/// `BTN_DPAD_UP` to `BTN_DPAD_RIGHT`.
const DPAD: std::ops::RangeInclusive<u16> = 0x220..=0x223;

/// `BTN_JOYSTICK` and `BTN_GAMEPAD` with those behind them.
fn is_of_pads(code: u16) -> bool {
    (0x120..=0x13f).contains(&code) || DPAD.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(buttons: &[u16], axes: &[u16]) -> PadInfo {
        let axes = axes.iter().map(|&code| AxisInfo {
            code,
            ..AxisInfo::default()
        });
        PadInfo {
            buttons: buttons.to_vec(),
            axes: axes.collect(),
            ..PadInfo::default()
        }
    }

    #[test]
    fn pads_and_joysticks_are_told_from_keyboards_mice_touchpads_and_sensors() {
        assert!(device(&[0x130, 0x131], &[0x00, 0x01]).is_pad());
        assert!(device(&[0x120, 0x121], &[0x10, 0x11]).is_pad());
        assert!(device(&[0x130, 0x220, 0x221, 0x222, 0x223], &[]).is_pad());
        let keyboard: Vec<u16> = (1..=83).chain([0x120]).collect();
        assert!(!device(&keyboard, &[0x00]).is_pad());
        assert!(!device(&[0x110, 0x111, 0x112], &[]).is_pad(), "a mouse");
        assert!(!device(&[0x110, 0x130, 0x145, 0x14a], &[0x00, 0x01]).is_pad());
        assert!(!device(&[], &[0x00, 0x01, 0x02]).is_pad(), "a sensor");
        assert!(!device(&[0x130], &[]).is_pad(), "a remote control");
    }
}

//! Interface to the devices. Every source of gamepads uses the codes of Linux's evdev.

/// Description of a connected pad. Codes follow `linux/input-event-codes.h`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PadInfo {
    /// Name reported by the pad.
    pub name: String,
    /// Identifier that differs between pads of one model: the serial number, the radio address, or else the socket.
    /// Empty if unknown.
    pub uniq: String,
    /// Bus type: 3 USB, 5 Bluetooth.
    pub bus: u16,
    /// Vendor id; 0 if unknown.
    pub vendor: u16,
    /// Product id.
    pub product: u16,
    /// Product version.
    pub version: u16,
    /// Codes of all keys and buttons, ascending.
    pub buttons: Vec<u16>,
    /// Axes including hats, by ascending code.
    pub axes: Vec<AxisInfo>,
}

/// An axis of a pad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AxisInfo {
    /// Code such as `ABS_X`, 0-63.
    pub code: u16,
    /// Minimum value.
    pub min: i32,
    /// Maximum value.
    pub max: i32,
    /// Value when the pad was connected. Some devices report a wrong value until the axis moves.
    pub first: i32,
    /// True if the device reports neither noise nor dead zone nor resolution for the axis. Hats usually report none of
    /// them.
    pub is_plain: bool,
}

/// Event of a pad. The first number identifies the connection, and is never reused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawEvent {
    /// A pad was connected.
    Connected(u32, PadInfo),
    /// The button with this code was pressed (`true`) or released.
    Button(u32, u16, bool),
    /// An axis with this code has a new value.
    Axis(u32, u16, i32),
    /// The pad was disconnected.
    Disconnected(u32),
    /// The program has no permission to open this pad. Contains the system's name of the device.
    Refused(String),
}

/// Source of pad events.
pub trait PadSource {
    /// Returns all events since the last call, in order, without waiting.
    fn take(&mut self) -> Vec<RawEvent>;
}

/// Codes of the keys Q to P. A device with all of them is a keyboard.
const LETTERS: std::ops::RangeInclusive<u16> = 16..=25;
/// `BTN_TOOL_PEN`, `BTN_TOOL_FINGER`, `BTN_TOUCH`: codes of tablets and touchpads, including the touchpad of a pad.
const TOUCH: [u16; 3] = [0x140, 0x145, 0x14a];
/// `ABS_X` and `ABS_HAT0X`: axes for left and right.
const STEERING: [u16; 2] = [0x00, 0x10];

impl PadInfo {
    /// Returns whether this is a gamepad or joystick, and not a keyboard, mouse, tablet or sensor.
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

/// Returns whether only gamepads and joysticks have this code. Their codes are those from `BTN_JOYSTICK` and from
/// `BTN_GAMEPAD` on, and the d-pad's.
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
    fn only_pads_and_joysticks_count_as_pads() {
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

//! How SDL numbers the buttons, hats and axes of a pad on Linux.
//!
//! Mapping strings name them so. The rules are those of `ConfigJoystick` and
//! `GuessIfAxesAreDigitalHat` in SDL's `src/joystick/linux/SDL_sysjoystick.c` (SDL 3.2):
//! buttons from `BTN_JOYSTICK` on by ascending code, then those below; then each pair of axes from
//! `ABS_HAT0X` to `ABS_HAT3Y` that is digital is a hat; all other axes by ascending code.

use std::collections::BTreeMap;

use super::device::{AxisInfo, PadInfo};

/// `BTN_JOYSTICK`: where SDL begins to count buttons.
const FIRST_BUTTON: u16 = 0x120;
/// `ABS_HAT0X`; those up to `ABS_HAT3Y` follow.
const FIRST_HAT: u16 = 0x10;
/// How many hats a device can have.
const HATS: u16 = 4;

/// Where a code of an axis leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisPlace {
    /// A hat by its number, and whether it is its upright axis.
    Hat(u8, bool),
    /// An axis by its number.
    Axis(u8),
}

/// The numbers of all that a pad has, by code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    buttons: BTreeMap<u16, u8>,
    axes: BTreeMap<u16, AxisPlace>,
}

impl Numbering {
    /// The numbers of a pad. What goes beyond 255 has none.
    pub fn from_pad(pad: &PadInfo) -> Numbering {
        let mut codes = pad.buttons.clone();
        codes.sort_by_key(|code| (*code < FIRST_BUTTON, *code));
        codes.dedup();
        let buttons = codes.into_iter().zip(0..=255).collect();
        let mut axes = BTreeMap::new();
        let mut hats = 0;
        for hat in 0..HATS {
            let codes = [FIRST_HAT + 2 * hat, FIRST_HAT + 2 * hat + 1];
            let pair: Vec<&AxisInfo> = codes.iter().filter_map(|code| pad.axis(*code)).collect();
            if !pair.is_empty() && is_digital(&pair) {
                axes.insert(codes[0], AxisPlace::Hat(hats, false));
                axes.insert(codes[1], AxisPlace::Hat(hats, true));
                hats += 1;
            }
        }
        let mut rest: Vec<u16> = pad.axes.iter().map(|axis| axis.code).collect();
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|code| !axes.contains_key(code));
        let rest = rest.into_iter().zip(0..=255);
        axes.extend(rest.map(|(code, number)| (code, AxisPlace::Axis(number))));
        Numbering { buttons, axes }
    }

    /// The number of a button.
    pub fn button(&self, code: u16) -> Option<u8> {
        self.buttons.get(&code).copied()
    }

    /// How many buttons there are, at most 256.
    pub fn buttons(&self) -> usize {
        self.buttons.len()
    }

    /// The hat or axis that a code of an axis stands for.
    pub fn axis(&self, code: u16) -> Option<AxisPlace> {
        self.axes.get(&code).copied()
    }
}

impl PadInfo {
    /// The axis of that code.
    pub fn axis(&self, code: u16) -> Option<&AxisInfo> {
        self.axes.iter().find(|axis| axis.code == code)
    }
}

/// Whether the axes of a pair have three places each.
fn is_digital(pair: &[&AxisInfo]) -> bool {
    let is_small = |axis: &&AxisInfo| (axis.min, axis.max) == (-1, 1);
    pair.iter().all(is_small) || pair.iter().all(|axis| axis.is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(code: u16, max: i32, is_plain: bool) -> AxisInfo {
        AxisInfo {
            code,
            min: -max,
            max,
            first: 0,
            is_plain,
        }
    }

    #[test]
    fn buttons_of_pads_come_first_and_keys_behind_them() {
        let pad = PadInfo {
            buttons: vec![28, 158, 0x130, 0x131, 0x133, 0x2c0],
            ..PadInfo::default()
        };
        let numbers = Numbering::from_pad(&pad);
        let of = |code| numbers.button(code);
        assert_eq!(
            [of(0x130), of(0x133), of(0x2c0)],
            [Some(0), Some(2), Some(3)]
        );
        assert_eq!([of(28), of(158), of(29)], [Some(4), Some(5), None]);
    }

    #[test]
    fn digital_pairs_are_hats_and_do_not_count_as_axes() {
        let pad = PadInfo {
            axes: vec![
                axis(0x00, 32767, false),
                axis(0x01, 32767, false),
                axis(0x05, 1023, false),
                axis(0x10, 1, false),
                axis(0x11, 1, false),
                // A trackpad is told by its resolution.
                axis(0x12, 32767, false),
                axis(0x13, 32767, false),
                axis(0x14, 127, true),
                axis(0x28, 255, true),
            ],
            ..PadInfo::default()
        };
        let numbers = Numbering::from_pad(&pad);
        let of = |code| numbers.axis(code);
        assert_eq!(of(0x10), Some(AxisPlace::Hat(0, false)));
        assert_eq!(of(0x11), Some(AxisPlace::Hat(0, true)));
        assert_eq!(of(0x14), Some(AxisPlace::Hat(1, false)));
        let axes = [0x00, 0x01, 0x05, 0x12, 0x13, 0x28];
        for (number, code) in axes.into_iter().enumerate() {
            assert_eq!(of(code), Some(AxisPlace::Axis(number as u8)), "{code:#x}");
        }
        assert_eq!(of(0x02), None);
    }
}

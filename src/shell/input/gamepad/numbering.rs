//! SDL's numbers of a pad's buttons, hats and axes on Linux, as used in mapping strings.
//!
//! The rules follow `ConfigJoystick` and `GuessIfAxesAreDigitalHat` in SDL's `src/joystick/linux/SDL_sysjoystick.c`
//! (SDL 3.2). Buttons are numbered by code: first those from `BTN_JOYSTICK` upwards, then those below it. Each pair of
//! axes from `ABS_HAT0X` to `ABS_HAT3Y` is a hat if the axes are digital. All other axes are numbered by code.

use std::collections::BTreeMap;

use super::device::{AxisInfo, PadInfo};

/// `BTN_JOYSTICK`, the code of the first numbered button.
const FIRST_BUTTON: u16 = 0x120;
/// `ABS_HAT0X`. The codes up to `ABS_HAT3Y` follow.
const FIRST_HAT: u16 = 0x10;
/// Maximum number of hats.
const HATS: u16 = 4;

/// Meaning of an axis code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisNumber {
    /// Number of a hat, and `true` for its vertical axis.
    Hat(u8, bool),
    /// Number of an axis.
    Axis(u8),
}

/// SDL's numbers of a pad's buttons, hats and axes, by code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SdlNumbering {
    buttons: BTreeMap<u16, u8>,
    axes: BTreeMap<u16, AxisNumber>,
}

impl SdlNumbering {
    /// Numbers the buttons, hats and axes of a pad. The 256th button or axis and all later ones get no number.
    pub fn from_pad(pad: &PadInfo) -> SdlNumbering {
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
                axes.insert(codes[0], AxisNumber::Hat(hats, false));
                axes.insert(codes[1], AxisNumber::Hat(hats, true));
                hats += 1;
            }
        }
        let mut rest: Vec<u16> = pad.axes.iter().map(|axis| axis.code).collect();
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|code| !axes.contains_key(code));
        let rest = rest.into_iter().zip(0..=255);
        axes.extend(rest.map(|(code, number)| (code, AxisNumber::Axis(number))));
        SdlNumbering { buttons, axes }
    }

    /// Returns the number of a button.
    pub fn button(&self, code: u16) -> Option<u8> {
        self.buttons.get(&code).copied()
    }

    /// Returns the number of buttons, at most 256.
    pub fn buttons(&self) -> usize {
        self.buttons.len()
    }

    /// Returns the hat or axis with this code.
    pub fn axis(&self, code: u16) -> Option<AxisNumber> {
        self.axes.get(&code).copied()
    }
}

impl PadInfo {
    /// Returns the axis with this code.
    pub fn axis(&self, code: u16) -> Option<&AxisInfo> {
        self.axes.iter().find(|axis| axis.code == code)
    }
}

/// Returns whether each axis of a pair has only three positions.
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
        let numbers = SdlNumbering::from_pad(&pad);
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
                // The axis has a resolution, as on a trackpad, so it is not a hat.
                axis(0x12, 32767, false),
                axis(0x13, 32767, false),
                axis(0x14, 127, true),
                axis(0x28, 255, true),
            ],
            ..PadInfo::default()
        };
        let numbers = SdlNumbering::from_pad(&pad);
        let of = |code| numbers.axis(code);
        assert_eq!(of(0x10), Some(AxisNumber::Hat(0, false)));
        assert_eq!(of(0x11), Some(AxisNumber::Hat(0, true)));
        assert_eq!(of(0x14), Some(AxisNumber::Hat(1, false)));
        let axes = [0x00, 0x01, 0x05, 0x12, 0x13, 0x28];
        for (number, code) in axes.into_iter().enumerate() {
            assert_eq!(of(code), Some(AxisNumber::Axis(number as u8)), "{code:#x}");
        }
        assert_eq!(of(0x02), None);
    }
}

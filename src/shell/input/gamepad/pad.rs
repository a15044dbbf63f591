//! Pressed buttons of one pad.

use super::binding::{Binding, BindingSource, BindingTarget};
use super::button::{PadButton, PadButtonSet};
use super::device::{AxisInfo, PadInfo};
use super::mapping::Mapping;
use super::numbering::{AxisNumber, SdlNumbering};
use super::standard;

/// Deflection, from 0 to 1, from which half an axis counts as pressed. Below it is the dead zone.
const PRESSED: f32 = 0.5;
/// Deflection below which a pressed half axis counts as released. It is lower than `PRESSED`, so that a trembling thumb
/// does not press twice.
const RELEASED: f32 = 0.4;
/// Minimum distance from an axis's first value before the axis is used. Some devices first report 0, which may be the
/// end of their range.
const MOVED: f32 = 0.025;

/// A connected pad.
#[derive(Debug)]
pub struct Pad {
    info: PadInfo,
    numbering: SdlNumbering,
    bindings: Vec<Binding>,
    /// True for each held button, by SDL's number.
    buttons: [bool; 256],
    /// Hat positions, horizontal and vertical: -1, 0 or 1.
    hats: [[i8; 2]; 4],
    axes: Vec<AxisState>,
    /// All buttons that are pressed now.
    down: PadButtonSet,
}

/// An axis that is not a hat.
#[derive(Clone, Copy, Debug)]
struct AxisState {
    info: AxisInfo,
    /// Position from -1 to 1. `None` until the axis has moved.
    value: Option<f32>,
}

impl Pad {
    /// Returns a pad with the best mapping. No button is pressed.
    pub fn new(info: PadInfo, mappings: &[Mapping]) -> Pad {
        let numbering = SdlNumbering::from_pad(&info);
        let mapped = Mapping::find(mappings, &info).map(<[Binding]>::to_vec);
        let bindings = mapped.unwrap_or_else(|| standard::bindings(&info, &numbering));
        let is_axis = |axis: &&AxisInfo| {
            let place = numbering.axis(axis.code);
            matches!(place, Some(AxisNumber::Axis(_)))
        };
        let mut axes: Vec<AxisInfo> = info.axes.iter().filter(is_axis).copied().collect();
        axes.sort_by_key(|axis| axis.code);
        axes.dedup_by_key(|axis| axis.code);
        Pad {
            numbering,
            bindings,
            buttons: [false; 256],
            hats: [[0; 2]; 4],
            axes: axes
                .into_iter()
                .map(|info| AxisState { info, value: None })
                .collect(),
            down: PadButtonSet::default(),
            info,
        }
    }

    /// Returns the pad's description.
    pub fn info(&self) -> &PadInfo {
        &self.info
    }

    /// Returns all buttons that are pressed now.
    pub fn down(&self) -> PadButtonSet {
        self.down
    }

    /// Presses or releases a button. Ignores unknown codes.
    pub fn press(&mut self, code: u16, is_down: bool) {
        if let Some(number) = self.numbering.button(code) {
            self.buttons[usize::from(number)] = is_down;
            self.look();
        }
    }

    /// Sets the value of an axis or a hat.
    pub fn turn(&mut self, code: u16, value: i32) {
        match self.numbering.axis(code) {
            Some(AxisNumber::Hat(hat, is_upright)) => {
                let info = self.info.axis(code).copied().unwrap_or_default();
                self.hats[usize::from(hat)][usize::from(is_upright)] = third(&info, value);
            }
            Some(AxisNumber::Axis(number)) => {
                let Some(axis) = self.axes.get_mut(usize::from(number)) else {
                    return;
                };
                let (now, first) = (along(&axis.info, value), along(&axis.info, axis.info.first));
                if axis.value.is_some() || (now - first).abs() > MOVED {
                    axis.value = Some(now);
                }
            }
            None => return,
        }
        self.look();
    }

    /// Updates the set of pressed buttons.
    fn look(&mut self) {
        let mut pressed = [0.0_f32; 128];
        let mut named = [false; 256];
        for binding in &self.bindings {
            if let BindingSource::Button(number) = binding.from {
                named[usize::from(number)] = true;
            }
            for (button, share) in self.presses(binding) {
                let most = &mut pressed[button.index()];
                *most = most.max(share);
            }
        }
        let is_pressed = |button: &PadButton| {
            let enough = if self.down.has(*button) {
                RELEASED
            } else {
                PRESSED
            };
            pressed[button.index()] >= enough
        };
        let targets = self.bindings.iter().flat_map(|binding| match binding.to {
            BindingTarget::One(button) => [button; 2],
            BindingTarget::Axis(negative, positive) => [negative, positive],
        });
        let unnamed = (0..=255).filter(|&number: &u8| {
            let number = usize::from(number);
            self.buttons[number] && !named[number]
        });
        let unnamed = unnamed.filter_map(PadButton::numbered);
        let down = targets.filter(is_pressed).chain(unnamed).collect();
        self.down = down;
    }

    /// Returns the buttons of a binding, and how far each is pressed, from 0 to 1.
    fn presses(&self, binding: &Binding) -> [(PadButton, f32); 2] {
        let whole = |is_down: bool| is_down.then_some(1.0);
        let share = match binding.from {
            BindingSource::Button(number) => whole(self.buttons[usize::from(number)]),
            BindingSource::Hat(hat, directions) => whole(self.hat(hat) & directions != 0),
            BindingSource::Axis(number, span, is_turned) => {
                let axis = self.axes.get(usize::from(number));
                let value = axis.and_then(|axis| axis.value);
                value.and_then(|value| span.share(value, is_turned))
            }
        };
        let nothing = match binding.to {
            BindingTarget::One(_) => 0.0,
            BindingTarget::Axis(..) => 0.5,
        };
        binding.to.pressed(share.unwrap_or(nothing))
    }

    /// Returns the pressed directions of a hat as a sum: 1 up, 2 right, 4 down, 8 left.
    fn hat(&self, hat: u8) -> u8 {
        let [across, upright] = self.hats.get(usize::from(hat)).copied().unwrap_or_default();
        let across = [8, 0, 2][(across + 1) as usize];
        let upright = [1, 0, 4][(upright + 1) as usize];
        across | upright
    }
}

/// Scales the value of an axis to the range -1 to 1. If the axis reports no range, assumes that of a 16-bit number.
fn along(axis: &AxisInfo, value: i32) -> f32 {
    let (min, max) = if axis.max > axis.min {
        (f64::from(axis.min), f64::from(axis.max))
    } else {
        (-32_768.0, 32_767.0)
    };
    let along = (f64::from(value) - min) / (max - min) * 2.0 - 1.0;
    along.clamp(-1.0, 1.0) as f32
}

/// Converts the value of a hat to -1, 0 or 1. Each stands for a third of the range.
fn third(axis: &AxisInfo, value: i32) -> i8 {
    match along(axis, value) {
        along if along < -1.0 / 3.0 => -1,
        along if along > 1.0 / 3.0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(code: u16, min: i32, max: i32, first: i32) -> AxisInfo {
        AxisInfo {
            code,
            min,
            max,
            first,
            is_plain: false,
        }
    }

    fn pad(mapping: &str) -> Pad {
        let info = PadInfo {
            vendor: 1,
            buttons: vec![0x130, 0x131, 0x13f],
            axes: vec![
                axis(0x00, 0, 255, 0),
                axis(0x01, 0, 255, 128),
                axis(0x02, 0, 255, 0),
                axis(0x10, -1, 1, 0),
                axis(0x11, -1, 1, 0),
            ],
            ..PadInfo::default()
        };
        let guid = "00000000010000000000000000000000";
        let (mappings, _) = Mapping::parse_all([&*format!("{guid},Pad,{mapping}")]);
        Pad::new(info, &mappings)
    }

    fn down(pad: &Pad) -> String {
        let names: Vec<String> = pad.down().iter().map(|one| one.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn a_stick_presses_behind_its_dead_zone_and_a_trembling_thumb_presses_once() {
        let mut pad = pad("");
        let mut at = |value| {
            pad.turn(0x00, value);
            down(&pad)
        };
        assert_eq!(at(128), "");
        assert_eq!(at(60), "-leftx");
        assert_eq!(at(70), "-leftx", "too weak to press, too strong to release");
        assert_eq!(at(80), "");
        assert_eq!(at(70), "");
        assert_eq!(at(255), "+leftx");
        assert_eq!(at(0), "-leftx", "never both");
    }

    #[test]
    fn a_stick_in_a_corner_presses_both_directions_and_near_an_axis_one() {
        let mut pad = pad("");
        pad.turn(0x00, 218);
        pad.turn(0x01, 38);
        assert_eq!(down(&pad), "+leftx -lefty");
        pad.turn(0x00, 250);
        pad.turn(0x01, 90);
        assert_eq!(down(&pad), "+leftx");
    }

    #[test]
    fn an_axis_found_at_an_end_presses_nothing_until_it_moves() {
        let mut pad = pad("");
        pad.press(0x130, true);
        assert_eq!(
            down(&pad),
            "a",
            "the stick's first value is its left end and counts as released"
        );
        pad.turn(0x00, 2);
        assert_eq!(down(&pad), "a");
        pad.turn(0x00, 128);
        pad.turn(0x00, 2);
        assert_eq!(down(&pad), "a -leftx");
    }

    #[test]
    fn a_hat_presses_one_direction_or_two_beside_each_other() {
        let mut pad = pad("");
        let mut at = |x, y| {
            pad.turn(0x10, x);
            pad.turn(0x11, y);
            down(&pad)
        };
        assert_eq!(at(-1, 0), "dpleft");
        assert_eq!(at(-1, 1), "dpdown dpleft");
        assert_eq!(at(0, -1), "dpup");
        assert_eq!(at(0, 0), "");
    }

    #[test]
    fn mappings_turn_axes_round_and_take_halves_of_them() {
        let mut pad = pad("dpup:+a1,dpdown:-a1,leftx:a0~,lefttrigger:a2,-righty:b1,");
        pad.turn(0x00, 255);
        pad.turn(0x01, 255);
        assert_eq!(down(&pad), "dpup -leftx");
        pad.turn(0x00, 128);
        pad.turn(0x01, 0);
        assert_eq!(down(&pad), "dpdown");
        pad.turn(0x01, 128);
        pad.turn(0x02, 120);
        assert_eq!(down(&pad), "");
        pad.turn(0x02, 140);
        assert_eq!(down(&pad), "lefttrigger");
        pad.press(0x131, true);
        assert_eq!(down(&pad), "lefttrigger -righty");
    }

    #[test]
    fn buttons_without_a_name_are_known_by_their_numbers() {
        let mut pad = pad("a:b0,");
        pad.press(0x13f, true);
        pad.press(0x131, true);
        pad.press(0x2ff, true);
        assert_eq!(down(&pad), "b1 b2");
    }
}

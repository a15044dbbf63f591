//! Bindings for pads without a mapping string, derived from Linux codes.

use super::binding::{AxisSpan, Binding, BindingSource, BindingTarget};
use super::button::PadButton;
use super::device::PadInfo;
use super::numbering::{AxisNumber, SdlNumbering};

/// `BTN_SOUTH`. Pads with this code follow Linux's gamepad specification. All others count as joysticks.
const SOUTH: u16 = 0x130;
/// `BTN_C`. A pad with this code has no driver of its own.
const C: u16 = 0x132;

/// Vendors whose drivers report `BTN_NORTH` and `BTN_WEST` by position: Sony and Nintendo.
///
/// Other drivers, such as the Xbox driver, report the printed letters X and Y. The codes of these letters are those of
/// the upper and the left button, although X is on the left and Y on top (SDL: `LINUX_JoystickGetGamepadMapping`).
const BY_PLACE: [u16; 2] = [0x054c, 0x057e];
/// Vendor id of 8BitDo. Without a driver of their own, its pads report letters as on Nintendo's pads, with A on the
/// right (`gamecontrollerdb.txt`: `a:b1,b:b0,x:b4,y:b3`).
const BY_NINTENDO_LETTERS: u16 = 0x2dc8;

/// Codes that mean the same button on all pads. Source: `linux/input-event-codes.h`.
const BUTTONS: [(u16, &str); 13] = [
    (0x136, "leftshoulder"),
    (0x137, "rightshoulder"),
    (0x138, "lefttrigger"),
    (0x139, "righttrigger"),
    (0x13a, "back"),
    (0x13b, "start"),
    (0x13c, "guide"),
    (0x13d, "leftstick"),
    (0x13e, "rightstick"),
    (0x220, "dpup"),
    (0x221, "dpdown"),
    (0x222, "dpleft"),
    (0x223, "dpright"),
];

/// Directions of the hat: the button's name, the bit of the direction, and the axis code and half axis that report it.
const HAT: [(&str, u8, u16, AxisSpan); 4] = [
    ("dpup", 1, 0x11, AxisSpan::Negative),
    ("dpright", 2, 0x10, AxisSpan::Positive),
    ("dpdown", 4, 0x11, AxisSpan::Positive),
    ("dpleft", 8, 0x10, AxisSpan::Negative),
];

/// Returns the bindings of a pad, derived from its codes.
pub fn bindings(pad: &PadInfo, numbering: &SdlNumbering) -> Vec<Binding> {
    let mut bindings = Vec::new();
    let mut bind = |name: &str, from: Option<BindingSource>| {
        let to = PadButton::named(name).map(BindingTarget::One);
        bindings.extend(from.zip(to).map(|(from, to)| Binding { from, to }));
    };
    let button = |code| numbering.button(code).map(BindingSource::Button);
    if button(SOUTH).is_some() {
        for (name, code) in ["a", "b", "x", "y"].into_iter().zip(face(pad)) {
            bind(name, button(code));
        }
        for (code, name) in BUTTONS {
            bind(name, button(code));
        }
    } else {
        for (number, name) in joystick(numbering.buttons()).into_iter().enumerate() {
            bind(name, Some(BindingSource::Button(number as u8)));
        }
        for (code, name) in &BUTTONS[9..] {
            bind(name, button(*code));
        }
    }
    for (name, direction, code, span) in HAT {
        bind(
            name,
            numbering.axis(code).map(|place| match place {
                AxisNumber::Hat(hat, _) => BindingSource::Hat(hat, direction),
                AxisNumber::Axis(axis) => BindingSource::Axis(axis, span, false),
            }),
        );
    }
    let axis = |code| match numbering.axis(code) {
        Some(AxisNumber::Axis(axis)) => Some(axis),
        _ => None,
    };
    // The right stick is RX and RY, or Z and RZ on pads that follow Android's convention.
    let right = [[0x03, 0x04], [0x02, 0x05]];
    let right = right.into_iter().find_map(|[x, y]| axis(x).zip(axis(y)));
    // Codes of the triggers in three conventions: Linux's gamepad specification, Android, and the Xbox driver.
    let triggers = [
        ("lefttrigger", [0x15, 0x0a, 0x02]),
        ("righttrigger", [0x14, 0x09, 0x05]),
    ];
    for (name, codes) in triggers {
        let is_stick = |number: &u8| right.is_some_and(|(x, y)| [x, y].contains(number));
        let number = codes
            .into_iter()
            .find_map(axis)
            .filter(|number| !is_stick(number));
        bind(
            name,
            number.map(|number| BindingSource::Axis(number, AxisSpan::Whole, false)),
        );
    }
    let left = [
        ("-leftx", "+leftx", axis(0x00)),
        ("-lefty", "+lefty", axis(0x01)),
    ];
    let right = [
        ("-rightx", "+rightx", right.map(|(x, _)| x)),
        ("-righty", "+righty", right.map(|(_, y)| y)),
    ];
    for (negative, positive, axis) in left.into_iter().chain(right) {
        let halves = PadButton::named(negative).zip(PadButton::named(positive));
        bindings.extend(
            axis.zip(halves)
                .map(|(axis, (negative, positive))| Binding {
                    from: BindingSource::Axis(axis, AxisSpan::Whole, false),
                    to: BindingTarget::Axis(negative, positive),
                }),
        );
    }
    bindings
}

/// Returns the codes of the lower, right, left and upper face buttons.
fn face(pad: &PadInfo) -> [u16; 4] {
    match pad.vendor {
        BY_NINTENDO_LETTERS if pad.buttons.contains(&C) => [0x131, 0x130, 0x134, 0x133],
        vendor if BY_PLACE.contains(&vendor) => [0x130, 0x131, 0x134, 0x133],
        _ => [0x130, 0x131, 0x133, 0x134],
    }
}

/// Returns the names of a joystick's buttons, in the order of their numbers. No standard defines them.
///
/// Joysticks with ten or more buttons usually follow this order. With four to nine buttons, the last two are Select and
/// Start.
fn joystick(buttons: usize) -> Vec<&'static str> {
    let names: &[&str] = &[
        "a",
        "b",
        "x",
        "y",
        "leftshoulder",
        "rightshoulder",
        "lefttrigger",
    ];
    match buttons {
        0..4 => names[..buttons].to_vec(),
        4..10 => {
            let first = names[..buttons - 2].iter().copied();
            first.chain(["back", "start"]).collect()
        }
        _ => {
            let first = ["x", "a", "b", "y"].into_iter();
            let rest = ["righttrigger", "back", "start", "leftstick", "rightstick"];
            let all = first.chain(names[4..].iter().copied()).chain(rest);
            all.take(buttons).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pad(vendor: u16, buttons: &[u16]) -> PadInfo {
        PadInfo {
            vendor,
            buttons: buttons.to_vec(),
            ..PadInfo::default()
        }
    }

    /// Returns the code of the button with this name.
    fn code(pad: &PadInfo, name: &str) -> Option<u16> {
        let numbering = SdlNumbering::from_pad(pad);
        let to = BindingTarget::One(PadButton::named(name).unwrap());
        let bindings = bindings(pad, &numbering);
        let found = bindings.iter().find(|binding| binding.to == to)?;
        let codes = pad.buttons.iter().copied();
        codes.into_iter().find(|code| {
            let number = numbering.button(*code).map(BindingSource::Button);
            number == Some(found.from)
        })
    }

    #[test]
    fn the_four_buttons_are_named_by_their_place_whatever_is_printed_on_them() {
        let buttons = [0x130, 0x131, 0x133, 0x134, 0x13a, 0x13b];
        let face = |pad: PadInfo| ["a", "b", "x", "y"].map(|name| code(&pad, name).unwrap());
        let xbox = face(pad(0x045e, &buttons));
        assert_eq!(xbox, [0x130, 0x131, 0x133, 0x134]);
        assert_eq!(face(pad(0x054c, &buttons)), [0x130, 0x131, 0x134, 0x133]);
        let all: Vec<u16> = (0x130..=0x13e).collect();
        assert_eq!(face(pad(0x2dc8, &all)), [0x131, 0x130, 0x134, 0x133]);
        assert_eq!(
            face(pad(0x2dc8, &buttons)),
            xbox,
            "these buttons come from the driver for Xbox pads"
        );
    }

    #[test]
    fn joysticks_with_few_and_many_buttons_have_a_b_select_and_start() {
        let named = |count: u16, name: &str| {
            let buttons: Vec<u16> = (0x120..0x120 + count).collect();
            code(&pad(0x0079, &buttons), name).map(|code| code - 0x120)
        };
        assert_eq!(
            [named(2, "a"), named(2, "b"), named(2, "start")],
            [Some(0), Some(1), None]
        );
        assert_eq!([named(4, "back"), named(4, "start")], [Some(2), Some(3)]);
        assert_eq!([named(9, "back"), named(9, "start")], [Some(7), Some(8)]);
        assert_eq!(
            [named(12, "x"), named(12, "a"), named(12, "b")],
            [Some(0), Some(1), Some(2)]
        );
        assert_eq!([named(12, "back"), named(12, "start")], [Some(8), Some(9)]);
    }
}

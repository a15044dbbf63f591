//! Gamepads in a browser. The web page provides a file with their current state.

use std::fs::File;
use std::io::Read;

use crate::host::page;

use super::device::{AxisInfo, PadInfo, PadSource, RawEvent};

/// Path of the state file. `assets/web/thread.js` provides it.
const PLACE: &str = "/dev/pads";
/// Maximum number of pads, including the touch buttons. For each pad, the page writes its number (0 for none), its
/// buttons as bits, and four axes, each in four bytes, and then its name.
const PADS: usize = 5;
const SIZE: usize = 24 + NAME;
const NAME: usize = 64;

/// Linux codes of the browser's buttons. Source: W3C, "Gamepad", the standard gamepad.
const BUTTONS: [u16; 17] = [
    0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x138, 0x139, 0x13a, 0x13b, 0x13d, 0x13e, 0x220,
    0x221, 0x222, 0x223, 0x13c,
];
/// Linux codes of the axes: left stick, then right stick, each with its horizontal axis first.
const AXES: [u16; 4] = [0x00, 0x01, 0x03, 0x04];
/// Maximum value of an axis.
const END: i32 = 32_767;

/// State of a pad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PadState {
    /// Number of the pad, 0 for none.
    number: u32,
    buttons: u32,
    axes: [i32; AXES.len()],
}

/// Pads that the web page reports.
#[derive(Debug)]
pub struct PagePads {
    /// File with the pads' state. `None` if the web page has no such file.
    file: Option<File>,
    held: [PadState; PADS],
}

impl PagePads {
    /// Starts watching for pads.
    pub fn start() -> PagePads {
        PagePads {
            file: page::open(PLACE).ok(),
            held: [PadState::default(); PADS],
        }
    }
}

impl PadSource for PagePads {
    fn take(&mut self) -> Vec<RawEvent> {
        let mut said = [0; PADS * SIZE];
        let mut events = Vec::new();
        let read = self.file.as_mut().map(|file| file.read_exact(&mut said));
        if let Some(Ok(())) = read {
            for (before, said) in self.held.iter_mut().zip(said.chunks_exact(SIZE)) {
                let now = held(said);
                tell(*before, now, &said[SIZE - NAME..], &mut events);
                *before = now;
            }
        }
        events
    }
}

/// Decodes the state of one pad.
fn held(said: &[u8]) -> PadState {
    let mut numbers = said.chunks_exact(4).map(|four| {
        let four: [u8; 4] = four.try_into().expect("there are four");
        i32::from_le_bytes(four)
    });
    let mut next = || numbers.next().unwrap_or_default();
    PadState {
        number: next().cast_unsigned(),
        buttons: next().cast_unsigned(),
        axes: [(); AXES.len()].map(|()| next().clamp(-END, END)),
    }
}

/// Appends an event for each difference between two states of a pad.
fn tell(before: PadState, now: PadState, name: &[u8], events: &mut Vec<RawEvent>) {
    let mut before = before;
    if before.number != now.number {
        if before.number > 0 {
            events.push(RawEvent::Disconnected(before.number));
        }
        if now.number > 0 {
            events.push(RawEvent::Connected(now.number, info(name)));
        }
        before = PadState::default();
    }
    if now.number == 0 {
        return;
    }
    for (bit, code) in BUTTONS.into_iter().enumerate() {
        let is_down = now.buttons >> bit & 1 == 1;
        if is_down != (before.buttons >> bit & 1 == 1) {
            events.push(RawEvent::Button(now.number, code, is_down));
        }
    }
    for (axis, code) in AXES.into_iter().enumerate() {
        if now.axes[axis] != before.axes[axis] {
            events.push(RawEvent::Axis(now.number, code, now.axes[axis]));
        }
    }
}

fn info(name: &[u8]) -> PadInfo {
    let name = String::from_utf8_lossy(name);
    let mut buttons = BUTTONS.to_vec();
    buttons.sort_unstable();
    let axes = AXES.map(|code| AxisInfo {
        code,
        min: -END,
        max: END,
        first: 0,
        is_plain: false,
    });
    PadInfo {
        name: name.trim_end_matches('\0').to_owned(),
        buttons,
        axes: axes.to_vec(),
        ..PadInfo::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(number: i32, buttons: i32, right: i32) -> Vec<u8> {
        let numbers = [number, buttons, right, 0, 0, 0];
        let mut said: Vec<u8> = numbers.into_iter().flat_map(i32::to_le_bytes).collect();
        said.extend(b"Pad");
        said.resize(SIZE, 0);
        said
    }

    fn told(before: &[u8], now: &[u8]) -> Vec<RawEvent> {
        let mut events = Vec::new();
        tell(held(before), held(now), &now[SIZE - NAME..], &mut events);
        events
    }

    #[test]
    fn pads_connect_play_and_disconnect() {
        let (none, rest) = (said(0, 0, 0), said(7, 0, 0));
        let came = told(&none, &said(7, 1 << 9, 0));
        let [RawEvent::Connected(7, info), start] = &came[..] else {
            panic!("{came:?}");
        };
        assert!(info.is_pad());
        assert_eq!(info.name, "Pad");
        assert_eq!(*start, RawEvent::Button(7, 0x13b, true));
        let turned = told(&rest, &said(7, 1 << 14, -100_000));
        let left = RawEvent::Button(7, 0x222, true);
        assert_eq!(turned, [left, RawEvent::Axis(7, 0x00, -END)]);
        assert_eq!(told(&rest, &rest), []);
        let other = told(&said(7, 1, 0), &said(8, 0, 0));
        assert_eq!(other[0], RawEvent::Disconnected(7));
        assert!(matches!(other[1..], [RawEvent::Connected(8, _)]));
        assert_eq!(told(&rest, &none), [RawEvent::Disconnected(7)]);
    }
}

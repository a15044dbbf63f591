//! Gamepads on systems other than Linux, through gilrs. Names of gilrs are translated to Linux codes.

#[cfg(any(windows, target_os = "macos"))]
pub use with_gilrs::GilrsPads;

/// Stub for systems on which this program does not use gilrs. It never finds a pad.
#[cfg(not(any(windows, target_os = "macos")))]
#[derive(Debug)]
pub struct GilrsPads;

#[cfg(not(any(windows, target_os = "macos")))]
impl GilrsPads {
    /// Returns a source without pads.
    pub fn start(_: &str) -> GilrsPads {
        GilrsPads
    }
}

#[cfg(not(any(windows, target_os = "macos")))]
impl super::device::PadSource for GilrsPads {
    fn take(&mut self) -> Vec<super::device::RawEvent> {
        Vec::new()
    }
}

#[cfg(any(windows, target_os = "macos"))]
mod with_gilrs {
    use std::collections::BTreeMap;

    use gilrs::{Axis, Button, EventType, GamepadId, Gilrs, GilrsBuilder};

    use super::super::device::{AxisInfo, PadInfo, PadSource, RawEvent};

    /// Linux codes of the buttons. They follow the Xbox convention.
    const BUTTONS: [(Button, u16); 17] = [
        (Button::South, 0x130),
        (Button::East, 0x131),
        (Button::West, 0x133),
        (Button::North, 0x134),
        (Button::LeftTrigger, 0x136),
        (Button::RightTrigger, 0x137),
        (Button::LeftTrigger2, 0x138),
        (Button::RightTrigger2, 0x139),
        (Button::Select, 0x13a),
        (Button::Start, 0x13b),
        (Button::Mode, 0x13c),
        (Button::LeftThumb, 0x13d),
        (Button::RightThumb, 0x13e),
        (Button::DPadUp, 0x220),
        (Button::DPadDown, 0x221),
        (Button::DPadLeft, 0x222),
        (Button::DPadRight, 0x223),
    ];

    /// Linux codes of the axes. `true` inverts the axis: gilrs reports up as the maximum, Linux as the minimum.
    const AXES: [(Axis, u16, bool); 4] = [
        (Axis::LeftStickX, 0x00, false),
        (Axis::LeftStickY, 0x01, true),
        (Axis::RightStickX, 0x03, false),
        (Axis::RightStickY, 0x04, true),
    ];

    /// Maximum value of an axis.
    const END: i32 = 32_767;

    /// The pads of this computer. There are none if gilrs cannot be started.
    #[derive(Debug)]
    pub struct GilrsPads {
        gilrs: Option<Gilrs>,
        /// Numbers of the connected pads, by gilrs id.
        there: BTreeMap<usize, u32>,
        next: u32,
        /// Events to return from the next call.
        waiting: Vec<RawEvent>,
    }

    impl GilrsPads {
        /// Starts looking for pads. `mappings` contains mapping strings, one per line. gilrs itself reads
        /// `SDL_GAMECONTROLLERCONFIG`.
        pub fn start(mappings: &str) -> GilrsPads {
            let mut pads = GilrsPads {
                gilrs: GilrsBuilder::new().add_mappings(mappings).build().ok(),
                there: BTreeMap::new(),
                next: 0,
                waiting: Vec::new(),
            };
            let ids = pads.gilrs.iter().flat_map(|gilrs| gilrs.gamepads());
            let ids: Vec<GamepadId> = ids.map(|(id, _)| id).collect();
            ids.into_iter().for_each(|id| pads.connect(id));
            pads
        }

        fn connect(&mut self, id: GamepadId) {
            let Some(gilrs) = self.gilrs.as_ref() else {
                return;
            };
            if self.there.contains_key(&usize::from(id)) {
                return;
            }
            let pad = gilrs.gamepad(id);
            let info = PadInfo {
                name: pad.name().to_owned(),
                uniq: format!("{:02x?}", pad.uuid()),
                buttons: BUTTONS.map(|(_, code)| code).to_vec(),
                axes: AXES.map(|(_, code, _)| axis(code)).to_vec(),
                ..PadInfo::default()
            };
            self.there.insert(usize::from(id), self.next);
            self.waiting.push(RawEvent::Connected(self.next, info));
            self.next += 1;
        }

        fn hear(&mut self, id: GamepadId, event: EventType) {
            if event == EventType::Connected {
                return self.connect(id);
            }
            let Some(&number) = self.there.get(&usize::from(id)) else {
                return;
            };
            let press = |button: Button, is_down: bool| {
                let code = BUTTONS.iter().find(|(known, _)| *known == button)?.1;
                Some(RawEvent::Button(number, code, is_down))
            };
            let said = match event {
                EventType::ButtonPressed(button, _) => press(button, true),
                EventType::ButtonReleased(button, _) => press(button, false),
                EventType::AxisChanged(moved, value, _) => {
                    let known = AXES.iter().find(|(axis, ..)| *axis == moved);
                    known.map(|&(_, code, is_turned)| {
                        let value = if is_turned { -value } else { value };
                        RawEvent::Axis(number, code, (value * END as f32) as i32)
                    })
                }
                EventType::Disconnected => {
                    self.there.remove(&usize::from(id));
                    Some(RawEvent::Disconnected(number))
                }
                _ => None,
            };
            self.waiting.extend(said);
        }
    }

    fn axis(code: u16) -> AxisInfo {
        AxisInfo {
            code,
            min: -END,
            max: END,
            first: 0,
            is_plain: false,
        }
    }

    impl PadSource for GilrsPads {
        fn take(&mut self) -> Vec<RawEvent> {
            while let Some(event) = self.gilrs.as_mut().and_then(Gilrs::next_event) {
                self.hear(event.id, event.event);
            }
            std::mem::take(&mut self.waiting)
        }
    }
}

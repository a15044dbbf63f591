//! Replays recorded events of pads, as if they came from real devices, and checks the resulting input.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

use super::device::AxisInfo;
use super::*;
use crate::host::clock::now;
use crate::store::settings::KeyMap;

/// Duration of one loop iteration.
const ROUND: Duration = Duration::from_millis(16);

/// A pad source that replays given events.
#[derive(Clone, Debug, Default)]
pub struct ReplayedPads(Rc<RefCell<Vec<RawEvent>>>);

impl ReplayedPads {
    /// Returns pads of this source, with default settings and without mapping strings.
    pub fn pads(&self) -> Gamepads {
        Gamepads::new(
            Box::new(self.clone()),
            Vec::new(),
            &Settings::default(),
            now(),
        )
    }

    /// Connects a pad.
    pub fn connect(&self, device: u32) {
        let pad = PadInfo {
            name: "Pad".to_owned(),
            buttons: vec![
                0x130, 0x131, 0x133, 0x13a, 0x13b, 0x13c, 0x220, 0x221, 0x222, 0x223,
            ],
            ..PadInfo::default()
        };
        self.0.borrow_mut().push(RawEvent::Connected(device, pad));
    }

    /// Disconnects a pad.
    pub fn disconnect(&self, device: u32) {
        self.0.borrow_mut().push(RawEvent::Disconnected(device));
    }

    /// Presses or releases a button, by its Linux code.
    pub fn press(&self, device: u32, code: u16, is_down: bool) {
        let press = RawEvent::Button(device, code, is_down);
        self.0.borrow_mut().push(press);
    }
}

impl PadSource for ReplayedPads {
    fn take(&mut self) -> Vec<RawEvent> {
        self.0.take()
    }
}

/// Replays a stream of events. Compares the resulting input with the lines that begin with `=`.
///
/// `pad NUMBER …`, `buttons NUMBER CODE …` and `axis NUMBER CODE MIN MAX FIRST [noisy]` describe a pad. `connect` and
/// `disconnect` connect and disconnect it. `key NUMBER CODE VALUE` and `abs NUMBER CODE VALUE` are its events.
/// `people`, `wait MILLISECONDS`, `let-go` and `mapping` are calls that the program makes. Codes are hexadecimal.
fn play(name: &str, stream: &str) {
    let told = ReplayedPads::default();
    let mappings = stream
        .lines()
        .filter_map(|line| line.strip_prefix("mapping "));
    let (mappings, faults) = Mapping::parse_all(mappings);
    assert_eq!(faults, [""; 0], "{name}");
    let mut time = now();
    let mut pads = Gamepads::new(Box::new(told.clone()), mappings, &Settings::default(), time);
    let mut people = [true, false];
    let mut described: BTreeMap<u32, PadInfo> = BTreeMap::new();
    let (mut rounds, mut wrong) = (0, Vec::new());
    for (line, text) in stream.lines().enumerate() {
        let place = format!("{name}, line {}: {text}", line + 1);
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = rest.split(' ').collect();
        let number = || words[0].parse::<u32>().expect(&place);
        let code = |at: usize| u16::from_str_radix(words[at], 16).expect(&place);
        let value = |at: usize| words[at].parse::<i32>().expect(&place);
        let tell = |event| told.0.borrow_mut().push(event);
        match word {
            "" | "#" | "mapping" => {}
            "pad" => drop(described.insert(number(), described_by(rest))),
            "buttons" => {
                let pad = described.get_mut(&number()).expect(&place);
                pad.buttons = (1..words.len()).map(code).collect();
            }
            "axis" => {
                let pad = described.get_mut(&number()).expect(&place);
                pad.axes.push(AxisInfo {
                    code: code(1),
                    min: value(2),
                    max: value(3),
                    first: value(4),
                    is_plain: words.len() == 5,
                });
            }
            "connect" => {
                let pad = &described[&number()];
                assert!(pad.is_pad(), "{place}");
                tell(RawEvent::Connected(number(), pad.clone()));
            }
            "disconnect" => tell(RawEvent::Disconnected(number())),
            "key" => tell(RawEvent::Button(number(), code(1), value(2) != 0)),
            "abs" => tell(RawEvent::Axis(number(), code(1), value(2))),
            "people" => {
                people = match rest {
                    "none" => [false, false],
                    "two" => [true, true],
                    "right" => [false, true],
                    _ => panic!("{place}"),
                }
            }
            "wait" => time += Duration::from_millis(rest.parse().expect(&place)),
            "let-go" => pads.let_go(),
            "=" => {
                time += ROUND;
                let heard = in_words(&pads.round(people, time), people);
                rounds += 1;
                if heard != rest {
                    wrong.push(format!("{place}\n    heard: {heard}"));
                }
            }
            _ => panic!("{place}"),
        }
    }
    assert!(rounds > 5, "{name}: {rounds} rounds");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Parses `bus=… vendor=… product=… version=… uniq=… name=…`.
fn described_by(text: &str) -> PadInfo {
    let after = |key: &str| text.split_once(key).expect(text).1;
    let word = |key: &str| after(key).split(' ').next().unwrap();
    let number = |key: &str| u16::from_str_radix(word(key), 16).expect(text);
    PadInfo {
        name: after("name=").to_owned(),
        uniq: word("uniq=").to_owned(),
        bus: number("bus="),
        vendor: number("vendor="),
        product: number("product="),
        version: number("version="),
        ..PadInfo::default()
    }
}

/// Formats the input like the expected lines of an event stream, which begin with `=`.
fn in_words(heard: &PadInput, people: [bool; 2]) -> String {
    let letters = |buttons: Buttons| -> String {
        let bits = Buttons::LETTERS.iter().enumerate();
        let held = bits.filter(|(bit, _)| buttons.bits() >> bit & 1 == 1);
        held.map(|(_, letter)| letter).collect()
    };
    let mut parts = Vec::new();
    match (people, heard.at) {
        ([true, true], [true, true]) => parts.push("at both".to_owned()),
        ([true, true], [true, false]) => parts.push("at left".to_owned()),
        ([true, true], [false, true]) => parts.push("at right".to_owned()),
        _ => {}
    }
    let sides = match people {
        [true, false] => ["", "right "],
        _ => ["left ", "right "],
    };
    for (side, name) in sides.into_iter().enumerate() {
        let is_alone = name.is_empty();
        for (buttons, what) in [(heard.held[side], "held "), (heard.new[side], "new ")] {
            let what = if is_alone || what == "new " { what } else { "" };
            if !buttons.is_empty() {
                parts.push(format!("{name}{what}{}", letters(buttons)));
            }
        }
    }
    let played = heard.held[0].with(heard.held[1]);
    if heard.any_held != played {
        parts.push(format!("any {}", letters(heard.any_held)));
    }
    if heard.guide {
        parts.push("guide".to_owned());
    }
    if !heard.pressed.is_empty() {
        let mut names = "pressed".to_owned();
        for button in &heard.pressed {
            write!(names, " {button}").unwrap();
        }
        parts.push(names);
    }
    parts.extend(heard.lost.is_some().then(|| "lost".to_owned()));
    parts.extend(heard.notices.iter().map(|notice| format!("note {notice}")));
    if parts.is_empty() {
        "nothing".to_owned()
    } else {
        parts.join(", ")
    }
}

macro_rules! stream {
    ($file:literal) => {
        play(
            $file,
            include_str!(concat!("../../../../tests/data/pads/", $file)),
        )
    };
}

#[test]
fn an_xbox_pad_plays_asks_for_the_menu_and_comes_back() {
    stream!("xbox.txt");
}

#[test]
fn an_8bitdo_pad_has_a_and_b_where_they_are_printed() {
    stream!("8bitdo.txt");
}

#[test]
fn a_playstation_pad_is_known_by_its_places_and_its_sticks_by_their_first_report() {
    stream!("playstation.txt");
}

#[test]
fn an_old_pad_with_nothing_but_a_hat_plays() {
    stream!("hat_only.txt");
}

#[test]
fn pads_play_as_mapping_strings_say() {
    stream!("mapped.txt");
}

#[test]
fn two_pads_keep_their_players_whenever_they_come_back() {
    stream!("two_people.txt");
}

#[test]
fn the_settings_choose_the_buttons_of_each_pad() {
    let told = ReplayedPads::default();
    let settings = Settings {
        pad_buttons: KeyMap::pad("dpleft dpright dpup dpdown leftshoulder x start back"),
        second_pad_buttons: KeyMap::pad("dpleft dpright dpup dpdown b5 a start back"),
        ..Settings::default()
    };
    let begin = now();
    let mut pads = Gamepads::new(Box::new(told.clone()), Vec::new(), &settings, begin);
    for device in [1, 2] {
        let pad = PadInfo {
            uniq: device.to_string(),
            buttons: vec![0x130, 0x131, 0x133, 0x136, 0x13c, 0x13f],
            axes: vec![AxisInfo::default()],
            ..PadInfo::default()
        };
        told.0.borrow_mut().push(RawEvent::Connected(device, pad));
        for code in [0x133, 0x136, 0x13f] {
            told.press(device, code, true);
        }
    }
    let heard = pads.round([true, true], begin + ROUND);
    // On the first pad, `x` is A. On the second pad, `x` acts like `a`, which is the default, and the button without a
    // name is B.
    let both = Buttons::A.with(Buttons::B);
    assert_eq!(heard.held, [both, both]);
    pads.set(&Settings::default());
    let heard = pads.round([true, true], begin + ROUND * 2);
    assert_eq!(
        heard.any_held,
        Buttons::NONE,
        "buttons held in the settings must not count in the game"
    );
    told.press(1, 0x133, false);
    told.press(1, 0x133, true);
    let heard = pads.round([true, true], begin + ROUND * 3);
    assert_eq!(heard.held, [Buttons::B, Buttons::NONE]);
}

#[test]
fn names_of_pads_that_are_long_or_hold_control_characters_fit_into_a_notice() {
    let name = format!("Pad\u{1b}[31m\n{}", "x".repeat(500));
    assert_eq!(short(&name), "Pad\\u{1b}[31m\\nxxxxxxxxxxxxxxxxx");
    assert_eq!(short(" \0").len(), 5);
    assert_eq!(short("  "), "without a name");
}

#[test]
fn any_events_in_any_order_are_handled() {
    let told = ReplayedPads::default();
    let begin = now();
    let mapping = "00000000010000000000000000000000,Odd,a:b255,b:h9.15,leftx:a77~,dpup:-a0~,";
    let (mappings, _) = Mapping::parse_all([mapping]);
    let mut pads = Gamepads::new(
        Box::new(told.clone()),
        mappings,
        &Settings::default(),
        begin,
    );
    let mut seed = 7_u32;
    let mut draw = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % below
    };
    let ends = [i32::MIN, -1, 0, 1, 127, i32::MAX];
    for round in 0..3_000 {
        let device = draw(4);
        let code = [0x00, 0x01, 0x10, 0x11, 0x17, 0x3f, 0x120, 0x130, 0x2ff][draw(9) as usize];
        let value = ends[draw(6) as usize];
        let event = match draw(8) {
            0 => RawEvent::Connected(
                device,
                PadInfo {
                    vendor: draw(2) as u16,
                    buttons: (0..draw(700) as u16).collect(),
                    axes: (0..draw(70) as u16)
                        .map(|code| AxisInfo {
                            code,
                            min: ends[draw(6) as usize],
                            max: ends[draw(6) as usize],
                            first: value,
                            is_plain: draw(2) == 0,
                        })
                        .collect(),
                    ..PadInfo::default()
                },
            ),
            1 => RawEvent::Disconnected(device),
            2..5 => RawEvent::Button(device, code, value > 0),
            _ => RawEvent::Axis(device, code, value),
        };
        told.0.borrow_mut().push(event);
        let people = [[false, false], [true, false], [true, true]][draw(3) as usize];
        let heard = pads.round(people, begin + ROUND * round);
        for held in heard.held.into_iter().chain([heard.any_new]) {
            assert!(held.bits() < 0xff);
        }
    }
}

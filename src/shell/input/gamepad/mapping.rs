//! SDL's mapping strings: `GUID,name,a:b0,dpup:h0.1,leftx:a0,+lefty:b3,platform:Linux,`.
//!
//! SDL defines the format (`SDL_AddGamepadMapping` in its documentation, `SDL_gamepad.c`). Lines of lists such as
//! `gamecontrollerdb.txt` work unchanged.

use rightwell::rules::sanitize::plain;

use super::binding::{AxisSpan, Binding, BindingSource, BindingTarget};
use super::button::PadButton;
use super::device::PadInfo;
use super::guid::Guid;

/// Name of this system in mapping strings.
const PLATFORM: &str = if cfg!(windows) {
    "Windows"
} else if cfg!(target_os = "macos") {
    "Mac OS X"
} else {
    "Linux"
};

/// Hint in lists of mappings. For pads with swapped letters, such lists contain two mappings: one by position and one
/// by printed letter. This program uses the mapping by position.
const LETTERS_HINT: &str = "SDL_GAMECONTROLLER_USE_BUTTON_LABELS";

/// Maximum number of characters that a message quotes from a faulty string.
const QUOTED: usize = 40;

/// Mapping for one model of pads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    guid: Guid,
    /// Checksum of the pad's name. 0 if the mapping applies to all names.
    checksum: u16,
    bindings: Vec<Binding>,
}

impl Mapping {
    /// Parses a mapping string. Returns `None` for a comment, and for a mapping of another system.
    ///
    /// # Errors
    /// One line that describes the fault.
    pub fn parse(text: &str) -> Result<Option<Mapping>, String> {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        read(text).map_err(|why| format!("gamepad mapping {}: {why}", quoted(text)))
    }

    /// Parses mapping strings, one per line. Returns the mappings and one message per faulty line.
    pub fn parse_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> (Vec<Mapping>, Vec<String>) {
        let (mut mappings, mut faults) = (Vec::new(), Vec::new());
        for text in texts.into_iter().flat_map(str::lines) {
            match Mapping::parse(text) {
                Ok(mapping) => mappings.extend(mapping),
                Err(fault) => faults.push(fault),
            }
        }
        (mappings, faults)
    }

    /// Returns the bindings of the mapping that applies to a pad, if there is one.
    ///
    /// As in SDL, a mapping for this name comes before a general one, and a mapping for this version before one for
    /// another version. Among equals, the last one is used.
    pub fn find<'a>(mappings: &'a [Mapping], pad: &PadInfo) -> Option<&'a [Binding]> {
        let guid = Guid::from_pad(pad);
        let fits = |mapping: &Mapping, version_counts: bool, checksum: u16| {
            mapping.checksum == checksum && mapping.guid.is_like(guid, version_counts)
        };
        let order = [true, false].map(|version| [guid.checksum(), 0].map(|sum| (version, sum)));
        let found = order.as_flattened().iter().find_map(|&(version, sum)| {
            let mut last = mappings.iter().rev();
            last.find(|mapping| fits(mapping, version, sum))
        });
        found.map(|mapping| &*mapping.bindings)
    }
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(QUOTED).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    format!("'{}{dots}'", plain(&short))
}

/// Parses a string that is neither empty nor a comment.
fn read(text: &str) -> Result<Option<Mapping>, String> {
    let mut fields = text.split(',').map(str::trim);
    let number = fields.next().unwrap_or_default();
    if number == "xinput" {
        // This mapping is for XInput pads on Windows, for which the program needs no mapping.
        return Ok(None);
    }
    let guid = Guid::parse(number)
        .ok_or_else(|| format!("{} is not a GUID of 32 digits 0-9, a-f", quoted(number)))?;
    fields.next().ok_or("missing name after the GUID")?;
    let fields: Vec<&str> = fields.filter(|field| !field.is_empty()).collect();
    let mut mapping = Mapping {
        guid,
        checksum: guid.checksum(),
        bindings: Vec::new(),
    };
    let is_meant = fields.iter().all(|field| match field.split_once(':') {
        Some(("platform", name)) => name == PLATFORM,
        Some(("hint", hint)) => holds(hint),
        _ => true,
    });
    if !is_meant {
        return Ok(None);
    }
    for field in fields {
        let (to, from) = field
            .split_once(':')
            .ok_or_else(|| format!("{} has no colon", quoted(field)))?;
        match to {
            // `sdk` selects versions of Android. `type` and `face` describe the pad's appearance.
            "platform" | "hint" | "type" | "face" | "sdk>=" | "sdk<=" | "sdk" => {}
            "crc" => {
                mapping.checksum = u16::from_str_radix(from, 16)
                    .map_err(|_| format!("{} is not a checksum of 4 digits", quoted(from)))?;
            }
            _ => {
                let to = target(to)
                    .ok_or_else(|| format!("{} is neither a button nor an axis", quoted(to)))?;
                let from = source(from).ok_or_else(|| {
                    format!(
                        "{} is not a source such as b0, h0.1, a0, +a0, a0~",
                        quoted(from)
                    )
                })?;
                mapping.bindings.push(Binding { from, to });
            }
        }
    }
    if mapping.bindings.is_empty() {
        return Err("the mapping names no button".to_owned());
    }
    Ok(Some(mapping))
}

/// Evaluates a hint such as `!NAME:=1`. If the variable NAME is not set, the number after `:=` is its value.
fn holds(hint: &str) -> bool {
    let (is_turned, rest) = match hint.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, hint),
    };
    let (name, value) = rest.split_once(":=").unwrap_or((rest, "0"));
    let is_set = name != LETTERS_HINT && value != "0";
    is_set != is_turned
}

/// Parses the left side of a binding: the buttons that are pressed.
fn target(name: &str) -> Option<BindingTarget> {
    if let Some(button) = PadButton::named(name) {
        let is_number = name.len() > 1 && name.as_bytes()[1].is_ascii_digit();
        return (!is_number).then_some(BindingTarget::One(button));
    }
    let half = |sign: char| PadButton::named(&format!("{sign}{name}"));
    Some(BindingTarget::Axis(half('-')?, half('+')?))
}

/// Parses the right side of a binding: the input of the pad.
fn source(text: &str) -> Option<BindingSource> {
    let number = |digits: &str| -> Option<u8> {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| is_number)
    };
    let (span, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (AxisSpan::Positive, rest),
        ("-", rest) => (AxisSpan::Negative, rest),
        _ => (AxisSpan::Whole, text),
    };
    let (is_turned, rest) = match rest.strip_suffix('~') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    match rest.split_at_checked(1)? {
        ("a", rest) => Some(BindingSource::Axis(number(rest)?, span, is_turned)),
        _ if is_turned || span != AxisSpan::Whole => None,
        ("b", rest) => Some(BindingSource::Button(number(rest)?)),
        ("h", rest) => {
            let (hat, directions) = rest.split_once('.')?;
            let directions = number(directions).filter(|mask| (1..16).contains(mask))?;
            Some(BindingSource::Hat(number(hat)?, directions))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SNES: &str = "030000005e0400008e02000014010000,Pad,a:b1,b:b0,dpup:h0.1,\
        leftx:a0,+lefty:-a1~,-righty:b7,lefttrigger:a2~,";

    fn pad() -> PadInfo {
        PadInfo {
            name: "Pad".to_owned(),
            bus: 3,
            vendor: 0x045e,
            product: 0x028e,
            version: 0x0114,
            ..PadInfo::default()
        }
    }

    fn bindings(text: &str) -> Vec<Binding> {
        Mapping::parse(text).unwrap().unwrap().bindings
    }

    #[test]
    fn buttons_hats_halves_and_turned_axes_are_read() {
        let named = |name| PadButton::named(name).unwrap();
        let one = |name| BindingTarget::One(named(name));
        let expected = [
            (BindingSource::Button(1), one("a")),
            (BindingSource::Button(0), one("b")),
            (BindingSource::Hat(0, 1), one("dpup")),
            (
                BindingSource::Axis(0, AxisSpan::Whole, false),
                BindingTarget::Axis(named("-leftx"), named("+leftx")),
            ),
            (
                BindingSource::Axis(1, AxisSpan::Negative, true),
                one("+lefty"),
            ),
            (BindingSource::Button(7), one("-righty")),
            (
                BindingSource::Axis(2, AxisSpan::Whole, true),
                one("lefttrigger"),
            ),
        ];
        let expected = expected.map(|(from, to)| Binding { from, to });
        assert_eq!(bindings(SNES), expected);
    }

    #[test]
    fn strings_for_other_systems_and_comments_are_skipped() {
        let of = |end: &str| Mapping::parse(&format!("{SNES}{end}"));
        for passed in [
            "platform:Android,",
            "hint:SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1,",
            "hint:SDL_OTHER,",
        ] {
            assert_eq!(of(passed), Ok(None), "{passed}");
        }
        for meant in [
            format!("platform:{PLATFORM},"),
            "hint:!SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1,".to_owned(),
            "hint:SDL_OTHER:=1,".to_owned(),
            "face:abxy,type:1,crc:1f3c,".to_owned(),
        ] {
            assert!(of(&meant).unwrap().is_some(), "{meant}");
        }
        for empty in ["", "  ", "# Linux", "xinput,Pads of Windows,a:b0,"] {
            assert_eq!(Mapping::parse(empty), Ok(None), "{empty}");
        }
    }

    #[test]
    fn every_faulty_string_is_one_line_that_says_why() {
        let guid = "030000005e0400008e02000014010000";
        for (text, why) in [
            ("03,Pad,a:b0".to_owned(), "'03' is not a GUID"),
            (guid.to_owned(), "missing name"),
            (format!("{guid},Pad,"), "names no button"),
            (format!("{guid},Pad,a"), "'a' has no colon"),
            (
                format!("{guid},Pad,select:b0"),
                "'select' is neither a button",
            ),
            (format!("{guid},Pad,b3:b0"), "'b3' is neither a button"),
            (format!("{guid},Pad,a:c0"), "'c0' is not a source"),
            (format!("{guid},Pad,a:b"), "'b' is not a source"),
            (format!("{guid},Pad,a:"), "'' is not a source"),
            (format!("{guid},Pad,a:+b0"), "'+b0' is not a source"),
            (format!("{guid},Pad,a:h0.16"), "'h0.16' is not a source"),
            (format!("{guid},Pad,a:a+1"), "'a+1' is not a source"),
            (format!("{guid},Pad,crc:x,a:b0"), "'x' is not a checksum"),
            (format!("{guid}\u{1b},Pad,a:b0"), "\\u{1b}"),
        ] {
            let fault = Mapping::parse(&text).unwrap_err();
            assert!(fault.contains(why), "{text}: {fault}");
            assert!(fault.lines().count() == 1 && fault.len() < 250, "{fault}");
        }
        let (mappings, faults) = Mapping::parse_all([&*format!("{SNES}\n\nfaulty\n"), SNES]);
        assert_eq!((mappings.len(), faults.len()), (2, 1));
    }

    #[test]
    fn the_most_fitting_mapping_is_found_and_of_two_the_later_one() {
        let string = |guid: &str, end: &str| format!("{guid},Pad,{end}");
        let (exact, older) = (
            "030000005e0400008e02000014010000",
            "030000005e0400008e02000010010000",
        );
        let sum = Guid::from_pad(&pad()).checksum();
        let texts = [
            string(older, "a:b1,"),
            string(exact, "a:b2,"),
            string(exact, "a:b3,"),
            string(exact, &format!("crc:{sum:04x},a:b4,")),
            string(exact, "crc:0001,a:b5,"),
            string("030000004c0500008e02000014010000", "a:b6,"),
        ];
        let found = |texts: &[String]| {
            let (mappings, faults) = Mapping::parse_all(texts.iter().map(String::as_str));
            assert_eq!(faults, [""; 0]);
            let bindings = Mapping::find(&mappings, &pad())?;
            Some(bindings[0].from)
        };
        assert_eq!(found(&texts), Some(BindingSource::Button(4)));
        assert_eq!(found(&texts[..3]), Some(BindingSource::Button(3)));
        assert_eq!(
            found(&texts[..1]),
            Some(BindingSource::Button(1)),
            "another version"
        );
        assert_eq!(found(&texts[4..]), None);
    }

    #[test]
    fn corrupt_strings_are_parsed_or_reported() {
        let letters: Vec<char> = SNES.chars().collect();
        let mut seed = 1_u32;
        let mut named = 0;
        for _ in 0..20_000 {
            let mut spoilt = letters.clone();
            for _ in 0..3 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let place = (seed >> 8) as usize % spoilt.len().max(1);
                match seed >> 29 {
                    0 => spoilt.truncate(place),
                    1 => spoilt.insert(place.min(spoilt.len()), 'é'),
                    2 if !spoilt.is_empty() => drop(spoilt.remove(place)),
                    _ if !spoilt.is_empty() => spoilt[place] = char::from((seed >> 16) as u8 % 128),
                    _ => {}
                }
            }
            let text: String = spoilt.into_iter().collect();
            let (_, faults) = Mapping::parse_all([&*text]);
            named += faults.len();
            assert!(faults.iter().all(|fault| fault.lines().count() == 1));
        }
        assert!(named > 5_000, "{named}");
    }
}

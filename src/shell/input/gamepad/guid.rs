//! SDL's identifier of a model of gamepad. It decides which mappings apply to a pad.

use std::fmt;

use super::device::PadInfo;

/// SDL's GUID of a pad model: 16 bytes. Bytes 2 and 3 are a checksum of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guid([u8; 16]);

impl Guid {
    /// Returns the GUID as built by SDL on Linux (`SDL_CreateJoystickGUID` in `SDL_joystick.c`).
    ///
    /// Its parts are the bus, a checksum of the name, the vendor, the product and the version, each with the low byte
    /// first. Two zero bytes follow after the vendor, and two after the product. If the vendor is unknown, the
    /// beginning of the name takes the place of the last three parts.
    pub fn from_pad(pad: &PadInfo) -> Guid {
        let mut bytes = [0; 16];
        let mut put = |at: usize, number: u16| {
            bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        };
        put(0, pad.bus);
        put(2, checksum(pad.name.as_bytes()));
        if pad.vendor == 0 {
            for (byte, letter) in bytes[4..15].iter_mut().zip(pad.name.bytes()) {
                *byte = letter;
            }
        } else {
            put(4, pad.vendor);
            put(8, pad.product);
            put(12, pad.version);
        }
        Guid(bytes)
    }

    /// Parses 32 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Guid> {
        let digits = text.as_bytes();
        let mut bytes = [0; 16];
        if digits.len() != 32 {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            let digit = |letter: u8| char::from(letter).to_digit(16);
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Some(Guid(bytes))
    }

    /// Returns the checksum of the name; 0 if the GUID has none.
    pub fn checksum(self) -> u16 {
        u16::from_le_bytes([self.0[2], self.0[3]])
    }

    /// Compares two GUIDs without their checksums. Unless `version_counts`, ignores their versions too.
    ///
    /// If the vendor is unknown, the bytes of the version belong to the name. Then they are always compared.
    pub fn is_like(self, other: Guid, version_counts: bool) -> bool {
        let plain = |guid: Guid| {
            let mut bytes = guid.0;
            bytes[2..4].fill(0);
            let has_version = bytes[4..6] != [0; 2] && bytes[6..8] == [0; 2];
            if has_version && !version_counts {
                bytes[12..14].fill(0);
            }
            bytes
        };
        plain(self) == plain(other)
    }
}

/// Formats the GUID as in mapping strings.
impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Returns SDL's `SDL_crc16`: CRC-16/ARC, polynomial 0x8005 with reversed bits, initial value 0.
fn checksum(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte), |crc: u16, _| {
            if crc & 1 == 0 {
                crc >> 1
            } else {
                crc >> 1 ^ 0xa001
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xbox() -> PadInfo {
        PadInfo {
            name: "Microsoft X-Box 360 pad".to_owned(),
            bus: 3,
            vendor: 0x045e,
            product: 0x028e,
            version: 0x0114,
            ..PadInfo::default()
        }
    }

    #[test]
    fn a_known_pad_has_the_number_that_mapping_lists_give_it() {
        let listed = Guid::parse("030000005e0400008e02000014010000").unwrap();
        let guid = Guid::from_pad(&xbox());
        assert!(guid.is_like(listed, true));
        assert_ne!(guid, listed, "the name's checksum");
        assert_eq!(listed.to_string(), "030000005e0400008e02000014010000");
        let older = Guid::parse("030000005e0400008e02000010010000").unwrap();
        assert!(!guid.is_like(older, true));
        assert!(guid.is_like(older, false));
    }

    #[test]
    fn the_checksum_is_the_known_one() {
        assert_eq!(checksum(b"123456789"), 0xbb3d);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn a_pad_without_a_vendor_is_known_by_its_name() {
        let pad = |name: &str| {
            Guid::from_pad(&PadInfo {
                name: name.to_owned(),
                ..PadInfo::default()
            })
        };
        assert!(!pad("Pad of wood").is_like(pad("Pad of iron"), false));
        assert_eq!(
            &pad("A very long name").to_string()[8..],
            "4120766572792 06c6f6e6700".replace(' ', "")
        );
    }

    #[test]
    fn only_32_digits_are_a_number() {
        for wrong in ["", "03", "030000005e0400008e0200001401000g", "xinput"] {
            assert_eq!(Guid::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Guid::parse(&"é".repeat(16)), None);
    }
}

//! Bytes as digits of base 64 and base 62.

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

/// Base 64 with the digits `-` and `_`, written without padding and read with or without it.
const CODE: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// Digits of nestris.org's base 62.
pub(super) const BASE_62: &[u8; 62] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Number of digits for the length of a code of nestris.org.
pub(super) const LENGTH_DIGITS: usize = 4;

/// Decodes base64 in both of its alphabets (RFC 4648, sections 4 and 5). `None` if the text is not base64.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    let text = text.replace('+', "-").replace('/', "_");
    CODE.decode(text).ok()
}

/// Encodes bytes in URL-safe base64 without padding (RFC 4648, section 5).
pub(super) fn encoded(bytes: &[u8]) -> String {
    CODE.encode(bytes)
}

/// Writes bytes as a code of nestris.org: their count in four digits, then the bytes as one number.
pub(super) fn in_base_62(bytes: &[u8]) -> String {
    let mut left = bytes.to_vec();
    let mut digits = Vec::new();
    while left.iter().any(|&byte| byte > 0) {
        let mut rest = 0;
        for byte in &mut left {
            let value = rest << 8 | usize::from(*byte);
            (*byte, rest) = ((value / 62) as u8, value % 62);
        }
        digits.push(BASE_62[rest]);
    }
    let length = bytes.len();
    digits
        .extend((0..LENGTH_DIGITS as u32).map(|place| BASE_62[length / 62_usize.pow(place) % 62]));
    digits
        .iter()
        .rev()
        .map(|&digit| char::from(digit))
        .collect()
}

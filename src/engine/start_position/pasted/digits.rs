//! Bytes as digits of base 64 and base 62.

/// Digits of base 64 (RFC 4648, section 4). Fumen uses the same ones.
pub(super) const BASE_64: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Digits of nestris.org's base 62.
pub(super) const BASE_62: &[u8; 62] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Number of digits for the length of a code of nestris.org.
pub(super) const LENGTH_DIGITS: usize = 4;

/// Decodes base64 in both of its alphabets (RFC 4648, sections 4 and 5), with or without padding. `%2B`, `%2F` and
/// `%3D` stand for `+`, `/` and `=`. `None` if a character is invalid.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    let text = [("%2B", "+"), ("%2F", "/"), ("%3D", "=")].into_iter().fold(
        text.to_owned(),
        |text, (code, letter)| {
            text.replace(code, letter)
                .replace(&code.to_ascii_lowercase(), letter)
        },
    );
    let text = text
        .trim_end_matches('=')
        .replace('-', "+")
        .replace('_', "/");
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let digit = BASE_64.iter().position(|digit| *digit == letter)?;
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}

/// Encodes bytes in URL-safe base64 without padding (RFC 4648, section 5).
pub(super) fn encoded(bytes: &[u8]) -> String {
    let chunk = |three: &[u8]| {
        let byte = |place| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digits = [18, 12, 6, 0].map(|shift| BASE_64[(bits >> shift & 63) as usize]);
        digits
            .into_iter()
            .take(three.len() + 1)
            .map(char::from)
            .collect::<String>()
    };
    let text: String = bytes.chunks(3).map(chunk).collect();
    text.replace('+', "-").replace('/', "_")
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

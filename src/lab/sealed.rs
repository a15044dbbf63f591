//! Runs that were broken off, as bytes: a first line that says what they are, the content, and the CRC-32 of
//! both.

/// Why bytes are not what was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// The first line is another one.
    Foreign,
    /// The checksum is another one.
    Spoilt,
}

/// The content behind its first line, with its checksum.
pub(super) fn seal(header: &[u8], content: &[u8]) -> Vec<u8> {
    let mut bytes = [header, content].concat();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The content of bytes with this first line.
pub(super) fn unseal<'a>(header: &[u8], bytes: &'a [u8]) -> Result<&'a [u8], Broken> {
    if !bytes.starts_with(header) {
        return Err(Broken::Foreign);
    }
    let (sealed, checksum) = bytes.split_last_chunk().ok_or(Broken::Spoilt)?;
    let content = sealed.strip_prefix(header).ok_or(Broken::Spoilt)?;
    match crc32fast::hash(sealed) == u32::from_le_bytes(*checksum) {
        true => Ok(content),
        false => Err(Broken::Spoilt),
    }
}

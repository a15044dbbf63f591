//! Sealing of the files of interrupted runs: a header line, the content, and a CRC-32 of both.

/// Reason why bytes cannot be unsealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnsealError {
    /// The header line is wrong.
    Header,
    /// The checksum is wrong.
    Checksum,
}

/// Adds a header and a checksum to `content`.
pub(super) fn seal(header: &[u8], content: &[u8]) -> Vec<u8> {
    let mut bytes = [header, content].concat();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Checks sealed bytes and returns their content.
pub(super) fn unseal<'a>(header: &[u8], bytes: &'a [u8]) -> Result<&'a [u8], UnsealError> {
    if !bytes.starts_with(header) {
        return Err(UnsealError::Header);
    }
    let (sealed, checksum) = bytes.split_last_chunk().ok_or(UnsealError::Checksum)?;
    let content = sealed.strip_prefix(header).ok_or(UnsealError::Checksum)?;
    match crc32fast::hash(sealed) == u32::from_le_bytes(*checksum) {
        true => Ok(content),
        false => Err(UnsealError::Checksum),
    }
}

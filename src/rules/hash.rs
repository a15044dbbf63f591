//! State hash: equal games have equal hashes on every machine and in every release.

/// A running 64-bit FNV-1a hash.
///
/// Source: Fowler, Noll, Vo: offset basis and prime of the 64-bit variant. The standard library's hasher is unsuitable
/// here, because its results may change between releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(u64);

impl Default for StateHash {
    fn default() -> StateHash {
        StateHash(0xCBF2_9CE4_8422_2325)
    }
}

impl StateHash {
    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }

    /// Adds a number, least significant byte first.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Returns the hash of everything added so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts_have_their_published_hashes() {
        let hash = |text: &str| {
            let mut hash = StateHash::default();
            hash.bytes(text.as_bytes());
            hash.finish()
        };
        assert_eq!(hash(""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(hash("a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(hash("foobar"), 0x8594_4171_F739_67E8);
    }
}

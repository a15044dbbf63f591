//! Bit writer for H.264 streams, most significant bit first.

/// Growing sequence of bits.
#[derive(Clone, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Last bits, which do not fill a byte yet. They are the low bits of this number.
    rest: u64,
    /// Number of bits in `rest`, 0-7.
    count: u32,
}

impl BitWriter {
    /// Creates an empty sequence.
    pub fn new() -> BitWriter {
        BitWriter::default()
    }

    /// Returns the number of bits.
    pub fn len(&self) -> usize {
        self.bytes.len() * 8 + self.count as usize
    }

    /// Adds the lowest `count` bits of `value`; `count` is up to 32.
    pub fn put(&mut self, value: u32, count: u32) {
        let value = u64::from(value) & ((1 << count) - 1);
        self.rest = self.rest << count | value;
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.rest >> self.count) as u8);
        }
        self.rest &= (1 << self.count) - 1;
    }

    /// Adds one bit.
    pub fn flag(&mut self, bit: bool) {
        self.put(u32::from(bit), 1);
    }

    /// Adds a number in Exp-Golomb code, `ue(v)`. Small numbers get short codes.
    pub fn unsigned(&mut self, value: u32) {
        let length = (value + 1).ilog2();
        self.put(0, length);
        self.put(value + 1, length + 1);
    }

    /// Adds a signed number in Exp-Golomb code, `se(v)`.
    pub fn signed(&mut self, value: i32) {
        let doubled = value.unsigned_abs() * 2;
        self.unsigned(if value > 0 { doubled - 1 } else { doubled });
    }

    /// Adds zeros until the last byte is full.
    pub fn align(&mut self) {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
    }

    /// Adds all bits of `other`.
    pub fn append(&mut self, other: &BitWriter) {
        for &byte in &other.bytes {
            self.put(u32::from(byte), 8);
        }
        self.put(other.rest as u32, other.count);
    }

    /// Returns the bytes, padding the last one with zeros.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }

    /// Ends the unit and returns the byte `header`, followed by the bytes of the unit. Byte sequences that look like a
    /// start code are escaped.
    pub fn into_unit(mut self, header: u8) -> Vec<u8> {
        self.flag(true);
        self.align();
        let mut unit = Vec::with_capacity(self.bytes.len() + 16);
        unit.push(header);
        let mut zeros = 0;
        for byte in self.bytes {
            if zeros >= 2 && byte <= 3 {
                unit.push(3);
                zeros = 0;
            }
            zeros = if byte == 0 { zeros + 1 } else { 0 };
            unit.push(byte);
        }
        unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_coded_as_the_standard_shows() {
        let mut bits = BitWriter::new();
        for value in [0, 1, 2, 3, 7] {
            bits.unsigned(value);
        }
        // 1 010 011 00100 0001000
        assert_eq!(bits.len(), 19);
        bits.align();
        assert_eq!(bits.bytes, [0b1010_0110, 0b0100_0001, 0]);
        let mut bits = BitWriter::new();
        for value in [0, 1, -1, 2] {
            bits.signed(value);
        }
        bits.align();
        assert_eq!(bits.bytes, [0b1010_0110, 0b0100_0000]);
    }

    #[test]
    fn a_unit_never_looks_like_the_mark_between_units() {
        let mut bits = BitWriter::new();
        bits.put(0, 32);
        bits.put(1, 8);
        assert_eq!(bits.into_unit(0x65), [0x65, 0, 0, 3, 0, 0, 3, 1, 0x80]);
    }

    #[test]
    fn appended_bits_follow_one_another() {
        let (mut all, mut part) = (BitWriter::new(), BitWriter::new());
        all.put(0b101, 3);
        part.put(0b11_0011_0011, 10);
        all.append(&part);
        assert_eq!(all.len(), 13);
        all.align();
        assert_eq!(all.bytes, [0b1011_1001, 0b1001_1000]);
    }
}

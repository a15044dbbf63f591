//! Boxes: the parts of an MP4 file, each with a length and a name.

/// Sequence of boxes being written.
#[derive(Default)]
pub struct BoxWriter(Vec<u8>);

impl BoxWriter {
    /// Creates an empty sequence.
    pub fn new() -> BoxWriter {
        BoxWriter::default()
    }

    /// Returns the bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Adds a box. `fill` writes its contents.
    pub fn add(&mut self, name: &[u8; 4], fill: impl FnOnce(&mut BoxWriter)) {
        let start = self.0.len();
        self.number(0);
        self.bytes(name);
        fill(self);
        let length = (self.0.len() - start) as u32;
        self.0[start..start + 4].copy_from_slice(&length.to_be_bytes());
    }

    /// Adds a box with a version and flags.
    pub fn add_version(
        &mut self,
        name: &[u8; 4],
        version: u8,
        flags: u32,
        fill: impl FnOnce(&mut BoxWriter),
    ) {
        self.add(name, |boxes| {
            boxes.number(u32::from(version) << 24 | flags);
            fill(boxes);
        });
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Adds a number of two bytes.
    pub fn short(&mut self, number: u16) {
        self.bytes(&number.to_be_bytes());
    }

    /// Adds a number of four bytes.
    pub fn number(&mut self, number: u32) {
        self.bytes(&number.to_be_bytes());
    }

    /// Adds several numbers of four bytes.
    pub fn numbers(&mut self, numbers: &[u32]) {
        for &number in numbers {
            self.number(number);
        }
    }

    /// Adds a number of eight bytes.
    pub fn long(&mut self, number: u64) {
        self.bytes(&number.to_be_bytes());
    }

    /// Adds the identity transformation matrix.
    pub fn upright(&mut self) {
        self.numbers(&[0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);
    }
}

//! The system's randomness.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::shell::error::CliError;

/// A state of the cartridge's shift register that leads to pieces.
pub fn register() -> Result<u16, CliError> {
    // The lowest bit says nothing; without it 0 is dead.
    bits().map(|bits| ((bits % 0x7FFF + 1) << 1) as u16)
}

/// 64 bits that nobody can foretell.
pub fn bits() -> Result<u64, CliError> {
    SysRng
        .try_next_u64()
        .map_err(|error| CliError::failed(format!("the system gives no random seed: {error}")))
}

//! Random numbers from the system.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::error::CliError;

/// Returns a random state of the cartridge's shift register. Never returns a state that would stay the same for ever.
pub fn register() -> Result<u16, CliError> {
    // The lowest bit has no effect. If all other bits are 0, the state never changes.
    bits().map(|bits| ((bits % 0x7FFF + 1) << 1) as u16)
}

/// Returns 64 random bits.
pub fn bits() -> Result<u64, CliError> {
    SysRng.try_next_u64().map_err(|error| {
        CliError::failed(format!("cannot get a random seed from the system: {error}"))
    })
}

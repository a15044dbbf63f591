//! The system's randomness.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::shell::error::CliError;

/// 64 bits that nobody can foretell.
pub fn bits() -> Result<u64, CliError> {
    SysRng
        .try_next_u64()
        .map_err(|error| CliError::failed(format!("the system gives no random seed: {error}")))
}

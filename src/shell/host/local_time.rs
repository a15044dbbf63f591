//! The user's time zone, if the system can tell it.
#![cfg_attr(
    all(unix, target_pointer_width = "64"),
    allow(
        unsafe_code,
        reason = "the system's function for local times has no safe form"
    )
)]

/// Returns by how many seconds local time is ahead of UTC at a moment, given in seconds since 1 January 1970. Returns
/// `None` if the system cannot tell.
pub fn offset(seconds: i64) -> Option<i64> {
    // Tests must not depend on where they run.
    if cfg!(test) {
        return Some(0);
    }
    offset_of_system(seconds)
}

#[cfg(all(unix, target_pointer_width = "64"))]
fn offset_of_system(seconds: i64) -> Option<i64> {
    use std::ffi::{c_char, c_int, c_long};

    /// A broken-down time, as Linux, macOS and the BSDs define it.
    #[repr(C)]
    struct BrokenDown {
        fields: [c_int; 9],
        offset: c_long,
        zone: *const c_char,
    }

    unsafe extern "C" {
        fn localtime_r(seconds: *const i64, result: *mut BrokenDown) -> *mut BrokenDown;
    }

    let mut local = BrokenDown {
        fields: [0; 9],
        offset: 0,
        zone: std::ptr::null(),
    };
    // SAFETY: both pointers are valid during the call, and the struct has the layout that the system fills.
    let filled = unsafe { localtime_r(&raw const seconds, &raw mut local) };
    (!filled.is_null()).then_some(local.offset)
}

/// A browser tells only the current offset.
#[cfg(target_family = "wasm")]
fn offset_of_system(_seconds: i64) -> Option<i64> {
    let minutes = super::places::variable("RIGHTWELL_UTC_MINUTES")?;
    let minutes: i64 = minutes.to_str()?.parse().ok()?;
    Some(60 * minutes)
}

#[cfg(not(any(all(unix, target_pointer_width = "64"), target_family = "wasm")))]
fn offset_of_system(_seconds: i64) -> Option<i64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(unix, target_pointer_width = "64"))]
    #[test]
    fn the_system_knows_an_offset_of_less_than_a_day() {
        let found = offset_of_system(1_795_298_520).unwrap();
        assert!(found.abs() < 24 * 60 * 60 && found % 60 == 0, "{found}");
    }
}

//! The user's time zone, if the system reports it.

/// Returns the number of seconds by which local time is ahead of UTC. `seconds` is the moment, in seconds since 1
/// January 1970. Returns `None` if the system does not report it.
pub fn offset(seconds: i64) -> Option<i64> {
    // Tests must not depend on where they run.
    if cfg!(test) {
        return Some(0);
    }
    offset_of_system(seconds)
}

#[cfg(not(target_family = "wasm"))]
fn offset_of_system(seconds: i64) -> Option<i64> {
    use chrono::{Local, TimeZone};

    let local = Local.timestamp_opt(seconds, 0).single()?;
    Some(local.offset().local_minus_utc().into())
}

/// A browser reports only the current offset.
#[cfg(target_family = "wasm")]
fn offset_of_system(_seconds: i64) -> Option<i64> {
    let minutes = super::places::variable("RIGHTWELL_UTC_MINUTES")?;
    let minutes: i64 = minutes.to_str()?.parse().ok()?;
    Some(60 * minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn the_system_knows_an_offset_of_less_than_a_day() {
        let found = offset_of_system(1_795_298_520).unwrap();
        assert!(found.abs() < 24 * 60 * 60 && found % 60 == 0, "{found}");
    }
}

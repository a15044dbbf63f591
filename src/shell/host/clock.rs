//! The clock.

use rightwell::rules::counted;

/// A moment that can be compared only within this run of the program.
pub use std::time::Instant as Time;

/// A moment as stored in files, such as a time of change.
pub use std::time::SystemTime as FileTime;

/// Returns the current day as days since 1 January 1970, UTC.
pub fn today() -> u64 {
    let since = file_time().duration_since(FileTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / (24 * 60 * 60))
}

/// Returns the current moment, to be compared with times of files.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the only one that reads the clock"
)]
pub fn file_time() -> FileTime {
    FileTime::now()
}

/// Returns in words how long before `now` a file was written.
pub fn ago(written: FileTime, now: FileTime) -> String {
    let minutes = now
        .duration_since(written)
        .map_or(0, |since| since.as_secs() / 60);
    let (count, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1_440 => (minutes / 60, "hour"),
        _ => (minutes / 1_440, "day"),
    };
    format!("{} ago", counted(count, unit))
}

/// Formats a file's date and time in UTC, like `2026-11-21 22:05`.
pub fn date_of(time: FileTime) -> String {
    let since = time.duration_since(FileTime::UNIX_EPOCH);
    let minutes = since.map_or(0, |since| since.as_secs() / 60);
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    let (year, month, day) = civil_date(minutes / (24 * 60));
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// Converts days since 1 January 1970 to year, month and day.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let (mut year, mut left) = (1970, days);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year, month, left + 1)
}

/// Returns the current moment.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the only one that reads the clock"
)]
pub fn now() -> Time {
    Time::now()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_868_799, "2000-02-29 23:59"),
            (951_868_800, "2000-03-01 00:00"),
            (1_704_067_199, "2023-12-31 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            let time = FileTime::UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(date_of(time), date);
        }
    }
}

//! The clock.

use super::local_time;

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

/// Returns whether the system reports the local time. Otherwise, [`when`] uses UTC.
pub fn has_local_time() -> bool {
    local_time::offset(0).is_some()
}

/// Formats the day and time of a file, such as `Today 20:49`, `Yesterday 20:49` or `21 Nov 20:49`. Uses the user's time
/// zone if the system reports it, otherwise UTC.
pub fn when(time: FileTime, now: FileTime) -> String {
    let [time, now] = [time, now].map(local_seconds);
    let [day, today] = [time, now].map(|time| time.div_euclid(DAY));
    let minutes = time.rem_euclid(DAY) / 60;
    let date = match today - day {
        0 => "Today".to_owned(),
        1 => "Yesterday".to_owned(),
        _ => {
            let (_, month, day) = civil_date(day.try_into().unwrap_or(0));
            format!("{day} {}", MONTHS[month as usize - 1])
        }
    };
    format!("{date} {:02}:{:02}", minutes / 60, minutes % 60)
}

/// Returns the day of a file, like `21 Nov 2025`. In the user's time zone if the system tells it, otherwise in UTC.
pub fn date(time: FileTime) -> String {
    let day = local_seconds(time).div_euclid(DAY);
    let (year, month, day) = civil_date(day.try_into().unwrap_or(0));
    format!("{day} {} {year}", MONTHS[month as usize - 1])
}

/// Returns the local time as seconds since 1 January 1970, 00:00 local time.
fn local_seconds(time: FileTime) -> i64 {
    let seconds = seconds_of(time);
    seconds + local_time::offset(seconds).unwrap_or(0)
}

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Returns the seconds since 1 January 1970. Returns 0 for earlier times.
fn seconds_of(time: FileTime) -> i64 {
    let since = time.duration_since(FileTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs().try_into().unwrap_or(0))
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

    fn at(seconds: u64) -> FileTime {
        FileTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(at(1_709_164_800)), "29 Feb 2024");
        let now = at(4_200_000_000);
        for (seconds, date) in [
            (0, "1 Jan 00:00"),
            (951_782_399, "28 Feb 23:59"),
            (951_868_799, "29 Feb 23:59"),
            (951_868_800, "1 Mar 00:00"),
            (1_704_067_199, "31 Dec 23:59"),
            (4_107_542_400, "1 Mar 00:00"),
        ] {
            assert_eq!(when(at(seconds), now), date);
        }
    }

    #[test]
    fn today_and_yesterday_end_at_midnight() {
        let midnight = 20_000 * 24 * 60 * 60;
        let now = at(midnight + 22 * 60 * 60);
        for (seconds, said) in [
            (midnight + 20 * 3_600 + 49 * 60, "Today 20:49"),
            (midnight, "Today 00:00"),
            (midnight - 60, "Yesterday 23:59"),
            (midnight - 24 * 3_600, "Yesterday 00:00"),
            (midnight - 24 * 3_600 - 1, "2 Oct 23:59"),
        ] {
            assert_eq!(when(at(seconds), now), said);
        }
    }
}

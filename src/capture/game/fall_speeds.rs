//! Measures how fast the pieces of a video fall, and compares the speeds with the gravity of each level.

use crate::rules::Region;

use super::{CapturedGame, CapturedPiece};

/// Penalty for pieces that fall too slowly.
pub(super) const SLOWER: u32 = 24;
/// Penalty for pieces that fall faster than gravity, which a soft drop can explain. It counts once, however many levels
/// the game has.
pub(super) const FASTER: u32 = 1;
/// Penalty per piece that falls faster than a soft drop.
const UNPUSHED: u32 = 6;
/// Maximum of that penalty. A video may be sped up, so digits that are read all the time outweigh it.
const UNPUSHED_MAX: u32 = 30;
/// Frames per row of a soft drop.
const PUSHED_FRAMES: u64 = 2;
/// Minimum number of rows over which a speed is measured, at a frame interval of `USUAL_FRAME_TIME` milliseconds.
/// Longer intervals need more rows.
const ROWS_MIN: u32 = 6;
/// Upper limit of the rows needed for a measurement, so that pieces that land on a stack count too.
const ROWS_MAX: u32 = 12;
/// Frame interval in milliseconds for which `ROWS_MIN` applies.
const USUAL_FRAME_TIME: u32 = 17;
/// Tolerance of a measured speed, in percent.
const SPEED_TOLERANCE: u64 = 22;
/// Tolerance of the longest time per row, in percent.
const LONGEST_TOLERANCE: u64 = 8;
/// A level is too fast if one in this many of its pieces is slower. A pause makes single pieces slower.
const SLOWER_DIVISOR: usize = 8;

/// Speed of one piece, in microseconds per row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FallSpeed {
    /// Time per row of its slowest long fall. A soft drop can make it shorter than gravity does. `None` without a long
    /// fall.
    long: Option<u64>,
    /// Time that gravity takes at least. `None` if the piece was not seen falling.
    least: Option<u64>,
}

/// Returns the minimum number of rows over which a speed is measured at this frame interval.
fn rows_measured(frame_time: u32) -> i8 {
    let rows = ROWS_MIN.saturating_mul(frame_time) / USUAL_FRAME_TIME;
    rows.clamp(ROWS_MIN, ROWS_MAX) as i8
}

/// Returns the speed of each piece.
pub(super) fn fall_speeds(game: &CapturedGame) -> Vec<FallSpeed> {
    let rows = rows_measured(game.frame_time);
    let speeds = game.pieces.iter().enumerate().map(|(index, piece)| {
        let falls = falls(piece);
        FallSpeed {
            long: row_time(falls.get(1..).unwrap_or_default(), rows),
            // The first piece of a game waits before it falls.
            least: least_row_time(&falls, game.frame_time).filter(|_| index > 0),
        }
    });
    speeds.collect()
}

/// Returns for the first row of a piece, and for each lower row that it reached, the row and the time in milliseconds.
fn falls(piece: &CapturedPiece) -> Vec<(i8, u32)> {
    let mut falls: Vec<(i8, u32)> = Vec::new();
    for seen in &piece.poses_seen {
        if falls.last().is_none_or(|(row, _)| seen.pose.y > *row) {
            falls.push((seen.pose.y, seen.time));
        }
    }
    falls
}

/// Returns the time per row, in microseconds, of the slowest fall over at least `rows` rows. `None` if no such fall was
/// seen.
fn row_time(falls: &[(i8, u32)], rows: i8) -> Option<u64> {
    let slow = falls.iter().enumerate().filter_map(|(index, first)| {
        let last = falls[index..]
            .iter()
            .find(|last| last.0 - first.0 >= rows)?;
        Some(time_per_row(*first, *last, 0))
    });
    slow.max()
}

/// Returns the longest time per row, in microseconds, over any number of rows. Gravity takes at least as long: a piece
/// that cannot fall locks. Each time may be too long by `frame_time`, the milliseconds from one frame to the next.
fn least_row_time(falls: &[(i8, u32)], frame_time: u32) -> Option<u64> {
    let pairs = falls.iter().enumerate().flat_map(|(index, first)| {
        let lasts = falls[index + 1..].iter();
        lasts.map(move |last| time_per_row(*first, *last, frame_time))
    });
    pairs.max()
}

/// Returns the time per row, in microseconds, from one row to a lower one. The time is shorter by `less` milliseconds.
fn time_per_row((top, first): (i8, u32), (bottom, last): (i8, u32), less: u32) -> u64 {
    let time = last.saturating_sub(first).saturating_sub(less);
    1_000 * u64::from(time) / u64::from(bottom.abs_diff(top)).max(1)
}

/// Returns how badly these levels fit the measured fall speeds, as a penalty.
pub(super) fn speed_penalty(region: Region, levels: &[u8], speeds: &[FallSpeed]) -> u32 {
    let frame = match region {
        Region::Ntsc => 16_639,
        Region::Pal => 19_997,
    };
    let pushed = PUSHED_FRAMES * frame;
    let (mut penalty, mut is_faster) = (0, false);
    let mut rest = speeds;
    for levels in levels.chunk_by(|one, other| one == other) {
        let speeds = rest
            .split_off(..levels.len().min(rest.len()))
            .unwrap_or_default();
        let expected = u64::from(region.gravity_frames(levels[0])) * frame;
        let limit = (100 + LONGEST_TOLERANCE) * expected;
        let is_slower = |speed: &&FallSpeed| speed.least.is_some_and(|least| 100 * least > limit);
        let slower = speeds.iter().filter(is_slower).count();
        if slower >= speeds.len().clamp(1, 2) && SLOWER_DIVISOR * slower >= speeds.len() {
            penalty += SLOWER;
            continue;
        }
        let mut times: Vec<u64> = speeds.iter().filter_map(|speed| speed.long).collect();
        if times.is_empty() {
            continue;
        }
        times.sort_unstable();
        // Soft drops make some pieces faster, so one of the slower pieces decides.
        let time = times[times.len() * 2 / 3];
        let is_off = |from: u64| 100 * time.abs_diff(from) > SPEED_TOLERANCE * from;
        if is_off(expected) {
            match time {
                time if time > expected => penalty += SLOWER,
                // A speed that no console has costs a penalty per piece, like misread digits.
                time if time < pushed && is_off(pushed) => {
                    penalty += (UNPUSHED * times.len() as u32).min(UNPUSHED_MAX);
                }
                _ => is_faster = true,
            }
        }
    }
    penalty + FASTER * u32::from(is_faster)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_frame_rate_measures_speed_over_more_rows() {
        for (frame_time, rows) in [(0, 6), (16, 6), (20, 7), (33, 11), (40, 12), (u32::MAX, 12)] {
            assert_eq!(rows_measured(frame_time), rows, "{frame_time}");
        }
    }

    #[test]
    fn the_slowest_fall_is_a_limit_of_gravity() {
        // After two rows at 100 ms each, the piece is pushed down.
        let falls = [(0, 0), (1, 100), (2, 200), (3, 233), (4, 266)];
        assert_eq!(least_row_time(&falls, 0), Some(100_000));
        assert_eq!(least_row_time(&falls, 20), Some(90_000));
        assert_eq!(least_row_time(&falls[..1], 0), None);
        let speeds = [FallSpeed {
            long: None,
            least: Some(90_000),
        }; 3];
        let penalty = |level: u8| speed_penalty(Region::Ntsc, &[level; 3], &speeds);
        // A row takes 6 frames at level 9, and 5 frames at level 10.
        assert_eq!((penalty(9), penalty(10)), (0, SLOWER));
    }

    #[test]
    fn soft_drops_at_two_levels_count_as_much_as_at_one() {
        // Two frames per row.
        let speeds = [FallSpeed {
            long: Some(33_278),
            least: None,
        }; 4];
        for levels in [[1, 1, 1, 1], [0, 0, 1, 1]] {
            let penalty = speed_penalty(Region::Ntsc, &levels, &speeds);
            assert_eq!(penalty, FASTER, "{levels:?}");
        }
    }
}

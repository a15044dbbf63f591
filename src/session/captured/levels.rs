//! Finds the levels of a game in a video from the digits, the colour changes and the speed of falling pieces.

use std::collections::BTreeMap;

use crate::rules::level::level_digits;
use crate::rules::{Counter, LineCounter, Region};

use super::cleared_rows::ClearedRows;
use super::figures::{
    LineCounts, NumberReadings, ShapeDigits, level_shapes, shown_level, shows_level,
};
use super::level_hues::fitting_levels;
use super::{CapturedGame, CapturedPiece, Disagreement, ShownNumber};

/// Starting levels, most common first. The order breaks ties.
const START_LEVELS: [u8; 30] = [
    18, 19, 29, 9, 0, 5, 8, 12, 15, 16, 6, 7, 1, 2, 3, 4, 10, 11, 13, 14, 17, 20, 21, 22, 23, 24,
    25, 26, 27, 28,
];
/// Number of common starting levels.
const USUAL_STARTS: usize = 5;
/// Penalty for wrong digits at a piece.
const WRONG_DIGITS: u32 = 4;
/// Maximum number of pieces to count at which the same digits are wrong. One digit may be misread throughout a game.
const WRONG_DIGITS_MAX: u32 = 8;
/// Penalty for an unexpected or missing colour change.
const WRONG_COLOUR: u32 = 12;
/// Penalty for a level whose colours have other hues, at each piece.
const WRONG_HUE: u32 = 1;
/// Maximum penalty for wrong hues. Videos may have other colours, so a clear speed outweighs them.
const WRONG_HUES_MAX: u32 = SLOWER - 2;
/// Penalty for a rise of the score that the level does not explain.
const WRONG_SCORE: u32 = 6;
/// Penalty for pieces that fall too slowly.
const SLOWER: u32 = 24;
/// Penalty for pieces that fall faster than gravity, which a soft drop can explain.
const FASTER: u32 = 1;
/// Penalty per piece that falls faster than a soft drop.
const UNPUSHED: u32 = 6;
/// Penalty for a line count that no game can have at this level.
const UNREACHED: u32 = 40;
/// Penalty if the frame rate is that of one console (NTSC or PAL) and the falling speeds are those of the other.
const OTHER_CONSOLE: u32 = 20;
// Penalty for an uncommon starting level. It is less than `SLOWER`, so a clear speed outweighs it.
const UNUSUAL: u32 = SLOWER - 1;
/// Frames per row of a soft drop.
const PUSHED_FRAMES: u64 = 2;
/// Minimum difference in one component (0-255) for two colours to count as different.
const COLOUR_DISTANCE_MIN: u32 = 45;
/// Minimum number of rows over which a speed is measured, at a frame interval of `USUAL_FRAME_TIME` milliseconds.
/// Longer intervals need more rows.
const ROWS_MIN: u32 = 6;
/// Upper limit of the rows needed for a measurement, so that pieces that land on a stack count too.
const ROWS_MAX: u32 = 12;
/// Frame interval in milliseconds for which `ROWS_MIN` applies.
const USUAL_FRAME_TIME: u32 = 17;
/// Minimum penalty of the best course at which hues or digits must be misleading. Other courses are possible then.
const MISLED: u32 = WRONG_HUES_MAX;
/// Maximum additional penalty of these other courses.
const MISLED_MARGIN: u32 = WRONG_DIGITS * WRONG_DIGITS_MAX - WRONG_HUES_MAX;
/// Maximum additional number of score rises that a possible course does not explain. Some digits are known only by
/// resemblance.
const RISES_WRONG_MAX: usize = 1;
/// Tolerance of a measured speed, in percent.
const SPEED_TOLERANCE: u64 = 22;
/// Tolerance of the longest time per row, in percent.
const LONGEST_TOLERANCE: u64 = 8;
/// A level is too fast if one in this many of its pieces is slower. A pause makes single pieces slower.
const SLOWER_DIVISOR: usize = 8;

/// Speed of one piece, in microseconds per row.
#[derive(Clone, Copy, Debug, Default)]
struct FallSpeed {
    /// Time per row of its slowest long fall. A soft drop can make it shorter than gravity does. `None` without a long
    /// fall.
    long: Option<u64>,
    /// Time that gravity takes at least. `None` if the piece was not seen falling.
    least: Option<u64>,
}

/// Possible start of a game. It determines the level at each piece.
#[derive(Clone, Copy, Debug)]
struct LevelCourse {
    region: Region,
    /// Line count at the first piece.
    lines: u16,
    /// Level at the first piece.
    level: u8,
    /// True in a B-type game, whose level never changes.
    is_b_type: bool,
}

/// Possible start of a game with its penalties.
#[derive(Clone, Copy, Debug)]
struct WeighedCourse {
    course: LevelCourse,
    /// Penalty for contradictions to the video.
    seen: u32,
    /// Sum of all penalties.
    all: u32,
}

/// Returns the penalty for each level (0-29) at which a game with this many lines can first be seen. The penalty is
/// high if no starting level leads to that level, and lower if only uncommon ones do.
fn start_penalty(lines: u16) -> [u32; 30] {
    if lines == 0 {
        return [0; 30];
    }
    let mut penalty = [UNREACHED; 30];
    for (index, start) in START_LEVELS.into_iter().enumerate().rev() {
        let (mut counter, mut level) = (LineCounter::default(), start);
        for _ in 0..lines {
            level = counter.count(1, level);
        }
        if let Some(penalty) = penalty.get_mut(usize::from(level)) {
            *penalty = if index < USUAL_STARTS { 0 } else { UNUSUAL };
        }
    }
    penalty
}

/// Returns the possible levels at each piece: for each starting level, and for each of these line counts at the first
/// piece.
pub(super) fn courses(game: &CapturedGame, line_counts: &LineCounts) -> Vec<Vec<u8>> {
    let (line_counts, is_b_type) = line_counts.rising();
    let line_counts = if line_counts.is_empty() {
        &[0]
    } else {
        line_counts
    };
    let courses = START_LEVELS.iter().flat_map(|&level| {
        line_counts.iter().map(move |&lines| LevelCourse {
            region: game.region,
            lines,
            level,
            is_b_type,
        })
    });
    let mut courses: Vec<Vec<u8>> = courses.map(|course| levels(game, &course)).collect();
    courses.sort_unstable();
    courses.dedup();
    courses
}

/// Determines the level at each piece, and also the console (NTSC or PAL) if the frame rate does not identify it.
/// `line_counts` are the possible line counts at the first piece. Returns the line count that fits the levels best, or
/// `None` if several fit equally well.
pub(super) fn determine(
    game: &mut CapturedGame,
    cleared: &[ClearedRows],
    seen: &[NumberReadings],
    figures: &ShapeDigits,
    line_counts: &LineCounts,
) -> Option<u16> {
    let (line_counts, is_b_type) = line_counts.rising();
    let has_line_counts = !line_counts.is_empty();
    let changes = changes(seen);
    let speeds = speeds(game);
    let hues: Vec<Option<[bool; 10]>> = (seen.iter())
        .map(|seen| fitting_levels([seen.colours[0]?, seen.colours[1]?]))
        .collect();
    let penalty = |course: &LevelCourse, figures: &ShapeDigits, counted: &ShapeDigits| {
        let levels = levels(game, course);
        let mut wrong: BTreeMap<[Option<u8>; 2], u32> = BTreeMap::new();
        for (seen, level) in seen.iter().zip(&levels) {
            if shows_level(seen, figures, *level) == Some(false) {
                *wrong.entry(level_shapes(seen)).or_default() += 1;
            }
        }
        let digits: u32 = wrong
            .values()
            .map(|count| count.min(&WRONG_DIGITS_MAX))
            .sum();
        let colours = (1..levels.len()).filter(|&index| {
            let changed = changes.get(index).copied().flatten();
            changed.is_some_and(|changed| changed != (levels[index] % 10 != levels[index - 1] % 10))
        });
        let fits = hues
            .iter()
            .zip(&levels)
            .filter_map(|(fits, level)| Some((*fits)?[usize::from(level % 10)]));
        let hues = fits.filter(|fits| !fits).count() as u32;
        WRONG_DIGITS * digits
            + (WRONG_HUE * hues).min(WRONG_HUES_MAX)
            + WRONG_COLOUR * colours.count() as u32
            + WRONG_SCORE * counted.wrong_rises(cleared, seen, &levels) as u32
            + speed_penalty(course.region, &levels, &speeds)
    };
    // A PAL frame interval identifies the console. An NTSC interval does not, because the video may repeat frames of a
    // PAL console.
    let regions = match game.region {
        Region::Pal => vec![Region::Pal],
        Region::Ntsc => vec![Region::Ntsc, Region::Pal],
    };
    let is_ntsc = matches!(game.frame_time, 16 | 17);
    let courses = |lines: u16| {
        let regions = regions.iter().copied();
        regions.flat_map(move |region| {
            START_LEVELS.map(|level| LevelCourse {
                region,
                lines,
                level,
                is_b_type,
            })
        })
    };
    let line_counts = if line_counts.is_empty() {
        &[0]
    } else {
        line_counts
    };
    let voted = |lines: u16| match has_line_counts {
        true => figures.with_lines(lines, game, seen),
        false => figures.clone(),
    };
    let mut weighed: Vec<WeighedCourse> = Vec::new();
    for &lines in line_counts {
        let voted = voted(lines);
        let start_penalty = start_penalty(lines);
        let counted = voted.without_likely_digits();
        weighed.extend(courses(lines).map(|course| {
            let other = u32::from(is_ntsc && course.region == Region::Pal) * OTHER_CONSOLE;
            let seen = penalty(&course, &voted, &counted);
            let all = seen + start_penalty[usize::from(course.level)] + other;
            WeighedCourse { course, seen, all }
        }));
    }
    let best = *weighed.iter().min_by_key(|weighed| weighed.all)?;
    let margin = if best.seen < MISLED { 0 } else { MISLED_MARGIN };
    weighed.retain(|weighed| weighed.all <= best.all + margin);
    // Resemblances make more of the score legible. It tells some of the possible courses apart.
    let rises = |WeighedCourse { course, .. }: &WeighedCourse| {
        voted(course.lines).wrong_rises(cleared, seen, &levels(game, course))
    };
    let fewest = weighed.iter().map(rises).min()?;
    weighed.retain(|weighed| rises(weighed) <= fewest + RISES_WRONG_MAX);
    let course = weighed.iter().min_by_key(|weighed| weighed.all)?.course;
    let levels_fitting = weighed.iter().map(|weighed| weighed.course.level);
    let range = levels_fitting.clone().min().zip(levels_fitting.max());
    game.possible_levels = range.filter(|(first, last)| first != last);
    let is_unique = weighed
        .iter()
        .all(|weighed| weighed.course.lines == course.lines);
    let first = (is_unique && has_line_counts).then_some(course.lines);
    let voted = first.map(|first| figures.with_lines(first, game, seen));
    let figures = voted.as_ref().unwrap_or(figures);
    let levels = levels(game, &course);
    game.region = course.region;
    for (index, level) in levels.into_iter().enumerate() {
        game.pieces[index].level = level;
        let shown = |index: usize| shown_level(seen.get(index)?, figures);
        let off = |index: usize| {
            let counted = level_digits(game.pieces[index].level);
            shown(index).filter(|shown| *shown != counted)
        };
        if let Some([tens, ones]) = off(index)
            && index.checked_sub(1).and_then(off).is_none()
        {
            game.disagreements.push(Disagreement {
                piece: index,
                what: ShownNumber::Level,
                counted: level.into(),
                read: (10 * tens + ones).into(),
            });
        }
    }
    first
}

/// Returns the level at each piece of a game with this start.
fn levels(game: &CapturedGame, course: &LevelCourse) -> Vec<u8> {
    if course.is_b_type {
        return vec![course.level; game.pieces.len()];
    }
    let mut level = course.level;
    let mut counter = LineCounter(Counter::new(course.lines));
    let count = |piece: &CapturedPiece| {
        let lines = course.lines + piece.lines;
        let more = lines.saturating_sub(counter.0.value());
        for _ in 0..more {
            level = counter.count(1, level);
        }
        level
    };
    game.pieces.iter().map(count).collect()
}

/// Returns for each piece whether the colours changed, or `None` if that is not visible.
fn changes(seen: &[NumberReadings]) -> Vec<Option<bool>> {
    let far = |one: [u8; 3], other: [u8; 3]| {
        let parts = one.iter().zip(other);
        parts
            .map(|(&one, other)| u32::from(one.abs_diff(other)))
            .max()
            .unwrap_or(0)
    };
    let pairs = |before: &NumberReadings, after: &NumberReadings| {
        let far = |one: usize, other: usize| Some(far(before.colours[one]?, after.colours[other]?));
        // The two colours may be swapped.
        let (straight, crossed) = ([far(0, 0), far(1, 1)], [far(0, 1), far(1, 0)]);
        let most = |pair: [Option<u32>; 2]| pair.into_iter().flatten().max();
        match (most(straight), most(crossed)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    };
    let mut changes = vec![None];
    for index in 1..seen.len() {
        let known = |seen: &&NumberReadings| seen.colours.iter().any(Option::is_some);
        let before = seen[..index].iter().rev().find(known);
        let changed = before
            .filter(|_| known(&&seen[index]))
            .and_then(|before| pairs(before, &seen[index]));
        changes.push(changed.map(|far| far > COLOUR_DISTANCE_MIN));
    }
    changes
}

/// Returns the minimum number of rows over which a speed is measured at this frame interval.
fn rows_measured(frame_time: u32) -> i8 {
    let rows = ROWS_MIN.saturating_mul(frame_time) / USUAL_FRAME_TIME;
    rows.clamp(ROWS_MIN, ROWS_MAX) as i8
}

/// Returns the speed of each piece.
fn speeds(game: &CapturedGame) -> Vec<FallSpeed> {
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
fn speed_penalty(region: Region, levels: &[u8], speeds: &[FallSpeed]) -> u32 {
    let frame = match region {
        Region::Ntsc => 16_639,
        Region::Pal => 19_997,
    };
    let pushed = PUSHED_FRAMES * frame;
    let mut penalty = 0;
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
            penalty += match time {
                time if time > expected => SLOWER,
                // A speed that no console has costs a penalty per piece, like misread digits.
                time if time < pushed && is_off(pushed) => UNPUSHED * times.len() as u32,
                _ => FASTER,
            };
        }
    }
    penalty
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
    fn lines_limit_the_possible_levels() {
        for (lines, level, wanted) in [
            (0, 5, 0),
            (96, 9, 0),
            (126, 18, 0),
            // The start level was 13.
            (146, 18, UNUSUAL),
            (196, 25, 0),
            (200, 18, UNREACHED),
            (200, 26, 0),
            (230, 28, UNUSUAL),
            (230, 29, 0),
        ] {
            let penalty = start_penalty(lines)[level];
            assert_eq!(penalty, wanted, "{lines} lines, level {level}");
        }
    }
}

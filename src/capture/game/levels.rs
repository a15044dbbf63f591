//! Finds the levels of a game in a video from the digits, the colour changes and the speed of falling pieces.

use std::collections::BTreeMap;

use crate::rules::{Counter, LineCounter, Region};

use super::cleared_rows::ClearedRows;
use super::fall_speeds::{FASTER, FallSpeed, SLOWER, fall_speeds, speed_penalty};
use super::figures::{NumberReadings, ShapeDigits, WrongDigit, shown_level, wrong_level_digits};
use super::level_hues::fitting_levels;
use super::line_count::LineCounts;
use super::{CapturedGame, CapturedPiece, Disagreement, ShownNumber};

/// Starting levels, most common first. The order breaks ties.
const START_LEVELS: [u8; 30] = [
    18, 19, 29, 9, 0, 5, 8, 12, 15, 16, 6, 7, 1, 2, 3, 4, 10, 11, 13, 14, 17, 20, 21, 22, 23, 24,
    25, 26, 27, 28,
];
/// Number of levels.
const LEVELS: usize = u8::MAX as usize + 1;
/// Number of common starting levels.
const USUAL_STARTS: usize = 5;
/// Penalty for wrong digits at a piece.
const WRONG_DIGITS: u32 = 4;
/// Maximum number of pieces to count at which digits are wrong for one reason: a digit may be misread all game long.
const WRONG_DIGITS_MAX: u32 = 8;
/// Penalty for an unexpected or missing colour change.
const WRONG_COLOUR: u32 = 12;
/// Penalty for a level whose colours have other hues, at each piece.
const WRONG_HUE: u32 = 1;
/// Maximum penalty for wrong hues. Videos may have other colours, so a clear speed outweighs them.
const WRONG_HUES_MAX: u32 = SLOWER - 2;
/// Penalty for a rise of the score that the level does not explain.
const WRONG_SCORE: u32 = 6;
/// Penalty for a line count that no game can have at this level.
const UNREACHED: u32 = 40;
/// Penalty if the frame rate is that of one console (NTSC or PAL) and the falling speeds are those of the other.
const OTHER_CONSOLE: u32 = 20;
/// Penalty for an uncommon starting level. It is less than `SLOWER`, so a clear speed outweighs it.
const UNUSUAL: u32 = SLOWER - 1;
/// Minimum difference in one component (0-255) for two colours to count as different.
const COLOUR_DISTANCE_MIN: u32 = 45;
/// Minimum penalty of the best course at which hues or digits must be misleading. Other courses are possible then.
const MISLED: u32 = WRONG_HUES_MAX;
/// Maximum additional penalty of these other courses.
const MISLED_MARGIN: u32 = WRONG_DIGITS * WRONG_DIGITS_MAX - WRONG_HUES_MAX;
/// Maximum additional number of score rises that a possible course does not explain. Some digits are known only by
/// resemblance.
const RISES_WRONG_MAX: usize = 1;

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

/// Evidence in a video for the levels of a game.
struct LevelEvidence<'a> {
    game: &'a CapturedGame,
    /// Rows cleared from each piece to the next.
    cleared: &'a [ClearedRows],
    /// Numbers read during each piece.
    seen: &'a [NumberReadings],
    /// True for each piece at which the colours changed. `None` if that is not visible.
    changes: Vec<Option<bool>>,
    /// Last digits of the levels that have the hues of each piece. `None` if the hues are not visible.
    hues: Vec<Option<[bool; 10]>>,
    speeds: Vec<FallSpeed>,
}

impl<'a> LevelEvidence<'a> {
    fn new(
        game: &'a CapturedGame,
        cleared: &'a [ClearedRows],
        seen: &'a [NumberReadings],
        has_speeds: bool,
    ) -> LevelEvidence<'a> {
        let hues = |seen: &NumberReadings| fitting_levels([seen.colours[0]?, seen.colours[1]?]);
        LevelEvidence {
            game,
            cleared,
            seen,
            changes: changes(seen),
            hues: seen.iter().map(hues).collect(),
            speeds: if has_speeds {
                fall_speeds(game)
            } else {
                Vec::new()
            },
        }
    }

    /// Weighs possible starts that share one line count. `figures` are the digits that this count reveals.
    fn weigh(&self, courses: &[LevelCourse], figures: &ShapeDigits) -> Vec<WeighedCourse> {
        let is_ntsc = matches!(self.game.frame_time, 16 | 17);
        let start_penalty = start_penalty(courses[0].lines);
        let sure = figures.without_likely_digits();
        let weighed = courses.iter().map(|&course| {
            let levels = levels(self.game, &course);
            let rises = sure.wrong_rises(self.cleared, self.seen, &levels) as u32;
            let seen = self.digit_penalty(figures, &levels)
                + self.colour_penalty(&levels)
                + WRONG_SCORE * rises
                + speed_penalty(course.region, &levels, &self.speeds);
            let other = u32::from(is_ntsc && course.region == Region::Pal) * OTHER_CONSOLE;
            let all = seen + start_penalty[usize::from(course.level)] + other;
            WeighedCourse { course, seen, all }
        });
        weighed.collect()
    }

    /// Returns the penalty for digits that show other levels.
    fn digit_penalty(&self, figures: &ShapeDigits, levels: &[u8]) -> u32 {
        let mut wrong: BTreeMap<[Option<WrongDigit>; 2], u32> = BTreeMap::new();
        for (seen, level) in self.seen.iter().zip(levels) {
            *wrong
                .entry(wrong_level_digits(seen, figures, *level))
                .or_default() += 1;
        }
        wrong.remove(&[None; 2]);
        let digits = wrong.values().map(|count| count.min(&WRONG_DIGITS_MAX));
        WRONG_DIGITS * digits.sum::<u32>()
    }

    /// Returns the penalty for colours that other levels have, and for colours that change at other pieces.
    fn colour_penalty(&self, levels: &[u8]) -> u32 {
        let shown = self.hues.iter().zip(levels);
        let is_wrong = |(fits, level): &(&Option<[bool; 10]>, &u8)| {
            fits.is_some_and(|fits| !fits[usize::from(*level % 10)])
        };
        let hues = shown.filter(is_wrong).count() as u32;
        let pairs = levels.windows(2).zip(self.changes.iter().skip(1));
        let unexpected = pairs.filter(|(pair, changed)| {
            changed.is_some_and(|changed| changed != (pair[0] % 10 != pair[1] % 10))
        });
        (WRONG_HUE * hues).min(WRONG_HUES_MAX) + WRONG_COLOUR * unexpected.count() as u32
    }
}

/// Returns the penalty for each level at which a game with this many lines can first be seen. The penalty is
/// high if no starting level leads to that level, and lower if only uncommon ones do.
fn start_penalty(lines: u16) -> [u32; LEVELS] {
    let mut penalty = [UNREACHED; LEVELS];
    if lines == 0 {
        penalty[..START_LEVELS.len()].fill(0);
        return penalty;
    }
    for (index, start) in START_LEVELS.into_iter().enumerate().rev() {
        let (mut counter, mut level) = (LineCounter::default(), start);
        for _ in 0..lines {
            level = counter.count(1, level);
        }
        penalty[usize::from(level)] = if index < USUAL_STARTS { 0 } else { UNUSUAL };
    }
    penalty
}

/// Returns every possible start of a game with these line counts, on these consoles.
fn possible_courses(line_counts: &LineCounts, regions: &[Region]) -> Vec<LevelCourse> {
    let (line_counts, is_b_type) = line_counts.rising();
    let line_counts = if line_counts.is_empty() {
        &[0]
    } else {
        line_counts
    };
    let mut courses = Vec::new();
    for &lines in line_counts {
        // Levels at which no game starts are possible only if the lines lead to them.
        let penalty = start_penalty(lines);
        let later = START_LEVELS.len() as u8..=u8::MAX;
        let later = later.filter(|level| penalty[usize::from(*level)] < UNREACHED);
        let first_levels: Vec<u8> = START_LEVELS.into_iter().chain(later).collect();
        for &region in regions {
            courses.extend(first_levels.iter().map(|&level| LevelCourse {
                region,
                lines,
                level,
                is_b_type,
            }));
        }
    }
    courses
}

/// Returns the possible levels at each piece: for each starting level, and for each of these line counts at the first
/// piece.
pub(super) fn courses(game: &CapturedGame, line_counts: &LineCounts) -> Vec<Vec<u8>> {
    let courses = possible_courses(line_counts, &[game.region]);
    let mut courses: Vec<Vec<u8>> = courses.iter().map(|course| levels(game, course)).collect();
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
    // No frame interval identifies the console: a video may repeat or drop frames. In a tie, the console of the interval
    // wins.
    let regions = match game.region {
        Region::Pal => &[Region::Pal, Region::Ntsc][..],
        // The frames of a recording come at irregular times, which do not tell the speed of a piece well enough.
        Region::Ntsc if figures.is_exact() => &[Region::Ntsc],
        Region::Ntsc => &[Region::Ntsc, Region::Pal],
    };
    let has_line_counts = !line_counts.rising().0.is_empty();
    let figures_at = |lines: u16| match has_line_counts {
        true => figures.with_lines(lines, game, seen),
        false => figures.clone(),
    };
    let evidence = LevelEvidence::new(game, cleared, seen, !figures.is_exact());
    let courses = possible_courses(line_counts, regions);
    let mut weighed: Vec<WeighedCourse> = Vec::new();
    for courses in courses.chunk_by(|one, other| one.lines == other.lines) {
        weighed.extend(evidence.weigh(courses, &figures_at(courses[0].lines)));
    }
    let best = *weighed.iter().min_by_key(|weighed| weighed.all)?;
    let margin = if best.seen < MISLED { 0 } else { MISLED_MARGIN };
    // If a frame interval of PAL belongs to speeds of NTSC, soft drops may have made the pieces of a PAL console so fast.
    let is_odd = (game.region, best.course.region) == (Region::Pal, Region::Ntsc);
    weighed.retain(|weighed| {
        let pushed = u32::from(is_odd && weighed.course.region == Region::Pal) * FASTER;
        weighed.all <= best.all + margin.max(pushed)
    });
    // Resemblances make more of the score legible. It tells some of the possible courses apart.
    let rises = |WeighedCourse { course, .. }: &WeighedCourse| {
        figures_at(course.lines).wrong_rises(cleared, seen, &levels(game, course))
    };
    let fewest = weighed.iter().map(rises).min()?;
    weighed.retain(|weighed| rises(weighed) <= fewest + RISES_WRONG_MAX);
    let course = weighed.iter().min_by_key(|weighed| weighed.all)?.course;
    let is_unique = weighed
        .iter()
        .all(|weighed| weighed.course.lines == course.lines);
    let first = (is_unique && has_line_counts).then_some(course.lines);
    let voted = first.map(figures_at);
    let first_levels = weighed.iter().map(|weighed| weighed.course.level);
    let range = first_levels.clone().min().zip(first_levels.max());
    game.possible_levels = range.filter(|(first, last)| first != last);
    game.region = course.region;
    let first_levels = |of_region: bool| {
        let courses = weighed.iter().map(|weighed| weighed.course);
        courses
            .filter(move |other| (other.region == course.region) == of_region)
            .map(|course| course.level)
    };
    game.level_on_other_console = first_levels(false).next().filter(|other| {
        first_levels(true).all(|level| level == course.level)
            && first_levels(false).all(|level| level == *other && level != course.level)
    });
    let levels = levels(game, &course);
    for (piece, level) in game.pieces.iter_mut().zip(levels) {
        piece.level = level;
    }
    note_disagreements(game, seen, voted.as_ref().unwrap_or(figures));
    first
}

/// Adds the first of several pieces at which the digits show another level.
fn note_disagreements(game: &mut CapturedGame, seen: &[NumberReadings], figures: &ShapeDigits) {
    let mut was_off = false;
    for (index, (piece, seen)) in game.pieces.iter().zip(seen).enumerate() {
        let shown = shown_level(seen, figures);
        let off = shown.filter(|shown| *shown != figures.level_digits(piece.level));
        if let Some([tens, ones]) = off
            && !was_off
        {
            game.disagreements.push(Disagreement {
                piece: index,
                what: ShownNumber::Level,
                counted: piece.level.into(),
                read: (10 * tens + ones).into(),
            });
        }
        was_off = off.is_some();
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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

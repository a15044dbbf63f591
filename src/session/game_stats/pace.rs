//! Comparison of a score with the pace for a round target score.

/// Line at which every pace ends.
const END: u64 = 230;
/// Last line up to which the points per line are constant. Afterwards they change up to line 230.
const BEND: u64 = 110;

/// Paces for the targets of 100,000 to 1,500,000. Each entry contains the points per line, and the additional points
/// per line at line 230.
///
/// Source: the pace mode of TetrisGYM.
const PACES: [(u64, u64); 15] = [
    (360, 75),
    (760, 110),
    (1150, 154),
    (1510, 229),
    (1900, 274),
    (2250, 359),
    (2650, 393),
    (3000, 478),
    (3390, 523),
    (3826, 522),
    (4140, 643),
    (4500, 717),
    (4920, 732),
    (5300, 787),
    (5640, 882),
];

/// Highest target, in hundreds of thousands.
pub const TARGET_MAX: u8 = PACES.len() as u8;

/// Returns the score after `lines` lines that is on pace for `target` (1-15) hundred thousand points at line 230.
/// `None` for other targets, and from line 230 on.
///
/// Source: the pace mode of TetrisGYM.
pub fn pace_score(target: u8, lines: u64) -> Option<u64> {
    let pace = usize::from(target).checked_sub(1);
    let &(base, end) = pace
        .and_then(|pace| PACES.get(pace))
        .filter(|_| lines < END)?;
    let late = 256 * lines.saturating_sub(BEND) / (END - BEND);
    // Adding half of the divisor rounds to the nearest whole number.
    let more = (end * late + 128) / 256;
    Some((base + more) * lines)
}

/// Returns the lead of a score over the pace for `target`, in points. Negative if the score is behind. `None` if there
/// is no pace.
pub fn ahead(score: u64, target: u8, lines: u64) -> Option<i64> {
    let pace = pace_score(target, lines)?;
    Some(score as i64 - pace as i64)
}

/// Returns the target with the nearest pace, and the lead over that pace in points, negative if the score is behind. In
/// a tie, the lower target wins. `None` before the first line and from line 230 on.
pub fn nearest(score: u64, lines: u64) -> Option<(u8, i64)> {
    let targets = (1..=TARGET_MAX).filter(|_| lines > 0);
    targets
        .filter_map(|target| Some((target, ahead(score, target, lines)?)))
        .min_by_key(|(_, points)| points.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_bends_at_line_110_and_ends_at_line_230() {
        // The first result is 1510 x 100. The second is (1510 + round(229 x 42 / 256)) x 130, where 42 is 256 x 20 /
        // 120.
        assert_eq!(pace_score(4, 100), Some(151_000));
        assert_eq!(pace_score(4, 130), Some(201_240));
        assert_eq!(pace_score(10, 130), Some(508_560));
        assert_eq!(pace_score(4, 0), Some(0));
        for (target, lines) in [(0, 10), (16, 10), (4, 230), (4, u64::MAX)] {
            assert_eq!(pace_score(target, lines), None);
        }
        for target in 1..=TARGET_MAX {
            let end = pace_score(target, 229).unwrap() * 230 / 229;
            let goal = u64::from(target) * 100_000;
            assert!(end.abs_diff(goal) < goal / 50, "{target}: {end}");
        }
    }

    #[test]
    fn the_nearest_pace_has_its_sign() {
        assert_eq!(ahead(200_000, 4, 130), Some(-1_240));
        assert_eq!(nearest(200_000, 130), Some((4, -1_240)));
        assert_eq!(nearest(508_561, 130), Some((10, 1)));
        assert_eq!(nearest(0, 0), None);
        assert_eq!(nearest(900_000, 230), None);
    }
}

//! Tables for slower hands, and for levels at which pieces fall faster.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

use crate::players::stakes::LINES_MAX;
use crate::search::{Hand, Rhythm, TapHz};

use super::file::{NamedTable, ReadFile, Table};

/// Table in a player file, with the hands and levels for which it is meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandTableFile {
    /// Rhythm of the hands, as in a hand file: `12 Hz`, a pattern, or `das`. A table for a pattern with unequal gaps
    /// applies only to hands with exactly that pattern.
    pub taps: String,
    /// First level for this table (0-255). A table for level 39 or higher applies only to games with the double
    /// killscreen. Other games stay with the table for a lower level.
    pub level: u8,
    /// True if the table is only for hands that see NEXT late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Table: a built-in one, or a file beside the player file.
    pub table: String,
    /// Last line that matters to these hands, because hardly any of their games get further. It already counts while the
    /// table for the level below is in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_line: Option<u32>,
    /// Number of lines before `level` over which the table gains influence (0-1000). From `level` on, only this table
    /// counts. With 0 it has no influence before `level`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub approach: u32,
}

const fn is_zero(lines: &u32) -> bool {
    *lines == 0
}

/// Table with the hands and the first level for which it is meant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HandTable {
    frames: u32,
    /// The only rhythm to which the table applies. `None` if it applies to all rhythms of similar speed.
    only: Option<Rhythm>,
    pub(super) level: u8,
    late: bool,
    pub(super) table: NamedTable,
    pub(super) last_line: Option<u32>,
    pub(super) approach: u32,
}

impl HandTable {
    /// Returns whether both tables are for the same hands and the same first level.
    fn has_same_scope(&self, other: &HandTable) -> bool {
        let of = |table: &HandTable| (table.frames, table.only, table.level, table.late);
        of(self) == of(other)
    }
}

/// Returns the readable tables, and the faults of the others.
pub(super) fn read_all(
    files: &[HandTableFile],
    read: ReadFile<'_>,
) -> (Vec<HandTable>, Vec<String>) {
    let (mut tables, mut faults) = (Vec::new(), Vec::new());
    for file in files {
        let rhythm = file.taps.parse::<Rhythm>();
        let rhythm = rhythm.map_err(|error| error.to_string());
        match (rhythm, Table::find(&file.table, read)) {
            (Ok(rhythm), Ok(table)) => {
                let new = HandTable {
                    frames: rhythm.frames_of_five_taps(),
                    only: Some(rhythm).filter(|rhythm| is_uneven(*rhythm)),
                    level: file.level,
                    late: file.late,
                    table,
                    last_line: file.last_line,
                    approach: file.approach,
                };
                if f64::from(file.approach) > LINES_MAX {
                    let approach = file.approach;
                    faults.push(format!(
                        "approach {approach}; allowed: 0 to {LINES_MAX} lines"
                    ));
                }
                if tables.iter().any(|other| new.has_same_scope(other)) {
                    let (taps, level) = (&file.taps, file.level);
                    faults.push(format!(
                        "tables: too many for hands that tap at {taps} from level {level} on; allowed: one without and one \
                        with late: true"
                    ));
                }
                tables.push(new);
            }
            (rhythm, table) => faults.extend(rhythm.err().into_iter().chain(table.err())),
        }
    }
    (tables, faults)
}

/// Returns whether the gaps between taps are unequal.
fn is_uneven(rhythm: Rhythm) -> bool {
    matches!(rhythm, Rhythm::Pattern(pattern) if !pattern.is_even())
}

/// Returns the table for these hands at `level`, and the table for the next higher level. The first is `None` if the
/// table of the fastest hands applies.
///
/// Only tables for the hands most similar to these are candidates. Of the two results, the first is the table with the
/// highest level up to `level`, the second the one with the lowest level above it. If there are two tables for one
/// level, hands that see NEXT late get the late one.
pub(super) fn tables_for(
    tables: &[HandTable],
    hand: Hand,
    level: u8,
) -> (Option<&HandTable>, Option<&HandTable>) {
    let frames = hand.rhythm().frames_of_five_taps();
    let fastest = Rhythm::Rate(TapHz::MAX).frames_of_five_taps();
    let is_late = hand.begins_unseen();
    let is_mine =
        Some(hand.rhythm()).filter(|mine| tables.iter().any(|table| table.only == Some(*mine)));
    let fitting = tables.iter().filter(|table| is_late || !table.late);
    let fitting = fitting.filter(|table| table.only == is_mine);
    let all = fitting.clone().map(|table| table.frames);
    // If two tables are equally near, choose the one for slower hands: fast hands can do everything that slow hands
    // can.
    let alike = all
        .chain([fastest])
        .min_by_key(|&other| (other.abs_diff(frames), Reverse(other)));
    let alike = |table: &&HandTable| Some(table.frames) == alike;
    let alike = fitting.filter(alike);
    let (reached, above): (Vec<_>, Vec<_>) = alike.partition(|table| table.level <= level);
    let rank = |table: &&HandTable| (table.level, table.late);
    let next = |table: &&HandTable| (table.level, !table.late);
    (
        reached.into_iter().max_by_key(rank),
        above.into_iter().min_by_key(next),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(taps: &str, level: u8, table: &str) -> HandTableFile {
        HandTableFile {
            taps: taps.to_owned(),
            level,
            late: taps == "30 Hz",
            table: table.to_owned(),
            last_line: None,
            approach: 0,
        }
    }

    fn read(name: &str) -> Result<Vec<u8>, String> {
        Err(format!("{name} is not here"))
    }

    #[test]
    fn hands_get_the_table_of_the_most_similar_hands() {
        let files = [
            file("30 Hz", 0, "scorer"),
            file("15 Hz", 0, "fast-tapper-18"),
            file("15 Hz", 29, "fast-tapper-29"),
            file("12 Hz", 0, "tapper-18"),
            file("12 Hz", 19, "tapper-19"),
        ];
        let (tables, faults) = read_all(&files, &read);
        assert_eq!(faults, [""; 0]);
        let table_of = |taps: &str, level| {
            let (taps, sight) = taps.split_once(" late").unwrap_or((taps, "0"));
            let sight = if sight.is_empty() { "18" } else { sight };
            let hand = Hand::FASTEST.with_rhythm(taps.parse().unwrap());
            let hand = hand.with_sight(sight.parse().unwrap()).unwrap();
            let found = tables_for(&tables, hand, level).0?;
            let is_it = |name: &&str| *Table::built_in(name).unwrap() == **found.table.get();
            Table::names().into_iter().find(|name| is_it(name))
        };
        for (taps, level, wanted) in [
            ("30 Hz", 18, None),
            ("30 Hz late", 18, Some("scorer")),
            ("24 Hz late", 29, Some("scorer")),
            ("12 Hz late", 18, Some("tapper-18")),
            ("24 Hz", 29, None),
            ("15 Hz", 18, Some("fast-tapper-18")),
            ("15 Hz", 28, Some("fast-tapper-18")),
            ("15 Hz", 30, Some("fast-tapper-29")),
            ("13.3 Hz", 18, Some("tapper-18")),
            ("12 Hz", 18, Some("tapper-18")),
            ("X....", 19, Some("tapper-19")),
            ("10 Hz", 29, Some("tapper-19")),
            ("das", 5, Some("tapper-18")),
            // Four taps at full speed, then a pause.
            ("X.X.X.X...........", 18, Some("tapper-18")),
        ] {
            assert_eq!(table_of(taps, level), wanted, "{taps} at level {level}");
        }
    }

    #[test]
    fn hands_with_late_next_get_the_late_table() {
        let late = HandTableFile {
            late: true,
            ..file("12 Hz", 18, "tapper-19")
        };
        let now = file("X....", 18, "tapper-18");
        for files in [[late.clone(), now.clone()], [now.clone(), late.clone()]] {
            let (tables, faults) = read_all(&files, &read);
            assert_eq!(faults, [""; 0]);
            for (sight, wanted) in [("0", "tapper-18"), ("21", "tapper-19")] {
                let hand = Hand::new(12, 0).unwrap();
                let hand = hand.with_sight(sight.parse().unwrap()).unwrap();
                let found = tables_for(&tables, hand, 18).0.unwrap();
                assert_eq!(
                    **found.table.get(),
                    *Table::built_in(wanted).unwrap(),
                    "{sight}"
                );
            }
        }
        let (_, faults) = read_all(&[now, late.clone(), late], &read);
        let fault = "tables: too many for hands that tap at 12 Hz from level 18 on; allowed: one without and one \
        with late: true";
        assert_eq!(faults, [fault]);
    }

    #[test]
    fn tables_for_an_uneven_pattern_are_only_for_that_pattern() {
        let files = [
            file("12 Hz", 0, "tapper-18"),
            file("X.X.X.X...........", 0, "scorer"),
            file("X.X.X.X...........", 29, "well"),
        ];
        let (tables, faults) = read_all(&files, &read);
        assert_eq!(faults, [""; 0]);
        for (taps, level, wanted) in [
            ("X.X.X.X...........", 18, "scorer"),
            ("X.X.X.X...........", 29, "well"),
            // Five taps at this rate take as long as with the uneven pattern.
            ("13.3 Hz", 29, "tapper-18"),
            ("X.X.X.X..........", 29, "tapper-18"),
        ] {
            let hand = Hand::FASTEST.with_rhythm(taps.parse().unwrap());
            let found = tables_for(&tables, hand, level).0.unwrap();
            assert_eq!(
                **found.table.get(),
                *Table::built_in(wanted).unwrap(),
                "{taps}"
            );
        }
    }

    #[test]
    fn every_fault_of_a_list_of_tables_is_named() {
        let far = HandTableFile {
            approach: 1001,
            ..file("12 Hz", 18, "tapper-18")
        };
        let (_, faults) = read_all(&[far], &read);
        assert_eq!(faults, ["approach 1001; allowed: 0 to 1000 lines"]);
        let (tables, faults) = read_all(
            &[file("99 Hz", 0, "scorer"), file("das", 0, "my.table")],
            &read,
        );
        assert!(tables.is_empty());
        assert!(faults[0].contains("tap_hz=99"), "{faults:?}");
        assert!(faults[1].contains("my.table is not here"), "{faults:?}");
        assert!(faults[1].contains("tapper-18"), "{faults:?}");
    }
}

//! Well filter that works: builds for Tetrises by learnt costs instead of refusing squares.
//!
//! [`WellFilter`](super::WellFilter) refuses squares in the well and leaves everything else to the player, which then
//! waits above dirty rows until it is too late. This builder refuses nothing: every field has a cost, and burning a
//! row may pay off. It decides in place of any player.

use super::value_table::{ValueTable, ValueTableFile};

/// Keeps the rightmost column open and takes Tetrises in it.
#[derive(Clone, Debug, PartialEq)]
pub struct WellBuilder {
    /// Judge without gravity.
    pub drag: ValueTable,
    /// Judge by pad.
    pub pad: ValueTable,
}

impl WellBuilder {
    /// Returns the builder with a search over at most `pieces` pieces, the current one included, but always over both
    /// known ones.
    #[must_use]
    pub fn no_deeper_than(&self, pieces: u8) -> WellBuilder {
        WellBuilder {
            drag: self.drag.no_deeper_than(pieces),
            pad: self.pad.no_deeper_than(pieces),
        }
    }
}

impl Default for WellBuilder {
    fn default() -> WellBuilder {
        WellBuilder {
            drag: judge("well"),
            pad: judge("scorer"),
        }
    }
}

/// Returns the judge with one of the built-in tables.
fn judge(table: &str) -> ValueTable {
    let file = ValueTableFile {
        table: table.to_owned(),
        tables: Vec::new(),
        // Rows cleared by fewer than four are lost rows, however few points they bring.
        burns: [1.0, 2.0, 3.0],
        game_over: 100.0,
        last_line: None,
        beam: BEAM,
        deep_beam: DEEP_BEAM,
        deep_locks: 2,
    };
    let nothing = |_: &str| Err("tables compiled in are read from no file".to_owned());
    ValueTable::new(&file, &nothing).expect("the table is compiled in, the values are allowed")
}

/// Number of fields judged by the mean over the third piece.
const BEAM: usize = 16;
/// Number of fields judged by the third and the fourth piece.
///
/// Over 500 games to line 230 no game is lost and 86 % of the rows go by Tetrises, at 0.6 ms a decision. With the
/// third piece alone it is 83 % of the rows, and one game in 200 is lost.
const DEEP_BEAM: usize = 3;

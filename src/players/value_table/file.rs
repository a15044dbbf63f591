//! Value tables as files: a line of text that says what it is, then the entries.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::rules::echo;

use super::entries::{CONTOUR_END, CONTOUR_END_1, ENTRIES, ENTRIES_1};

/// Units of a cost that make a line.
pub const UNITS: i32 = 512;

/// Reads a file by the name that another file calls it, or says why it cannot.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// The first line of a table file.
const HEADER: &[u8] = b"rightwell value table 2\n";
/// That of the version before.
const HEADER_1: &[u8] = b"rightwell value table 1\n";

/// The entries of a value table.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    costs: Box<[i16; ENTRIES]>,
}

/// A table compiled in.
struct BuiltIn {
    name: &'static str,
    file: &'static [u8],
    /// The table, once somebody asked for it.
    table: OnceLock<Arc<Table>>,
}

static BUILT_IN: [BuiltIn; 2] = [
    BuiltIn {
        name: "scorer",
        file: include_bytes!("../../../assets/players/scorer.table"),
        table: OnceLock::new(),
    },
    BuiltIn {
        name: "well",
        file: include_bytes!("../../../assets/players/well.table"),
        table: OnceLock::new(),
    },
];

impl Table {
    /// The table compiled in under that name.
    pub fn built_in(name: &str) -> Option<Arc<Table>> {
        let found = BUILT_IN.iter().find(|found| found.name == name)?;
        let read = || Table::from_bytes(found.file).expect("tables compiled in are tested");
        let table = found.table.get_or_init(|| Arc::new(read()));
        Some(Arc::clone(table))
    }

    /// The table compiled in under that name, or the one in a file of that name.
    ///
    /// # Errors
    /// What is wrong, with the name of the table.
    pub fn find(name: &str, read: ReadFile<'_>) -> Result<Arc<Table>, String> {
        if let Some(table) = Table::built_in(name) {
            return Ok(table);
        }
        let wrong = |fault: &dyn fmt::Display| {
            format!(
                "table {}: {fault}; allowed: scorer, well, or a table file beside this one",
                echo(name)
            )
        };
        let bytes = read(name).map_err(|fault| wrong(&fault))?;
        let table = Table::from_bytes(&bytes).map_err(|fault| wrong(&fault))?;
        Ok(Arc::new(table))
    }

    /// Reads a table file; one of version 1 as it is seen in the mirror.
    ///
    /// Tables of version 1 looked at the columns from the left, and those learnt so kept the well open
    /// there. In the mirror they are tables of a well at the right, to which only the entries of its
    /// own groups and of the stretch at the left wall are missing: these are 0.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Table, String> {
        if let Some(entries) = bytes.strip_prefix(HEADER_1) {
            return Table::from_entries(&in_the_mirror(entries)?);
        }
        match bytes.strip_prefix(HEADER) {
            Some(entries) => Table::from_entries(entries),
            None => Err("no value table of version 1 or 2".to_owned()),
        }
    }

    fn from_entries(entries: &[u8]) -> Result<Table, String> {
        if entries.len() != 2 * ENTRIES {
            return Err(format!(
                "{} bytes of entries; allowed: {}",
                entries.len(),
                2 * ENTRIES
            ));
        }
        let costs = entries
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let costs: Box<[i16]> = costs.collect();
        let costs = costs.try_into().expect("the length was checked");
        Ok(Table { costs })
    }

    /// The table with these costs in lines, each rounded to [`UNITS`] and held to 64 lines.
    ///
    /// # Panics
    /// If there are more or fewer than [`ENTRIES`].
    pub fn from_lines(lines: &[f32]) -> Table {
        let costs = lines
            .iter()
            // The cast keeps what is too large at the ends of the range.
            .map(|cost| (cost * UNITS as f32).round() as i16);
        let costs: Box<[i16]> = costs.collect();
        let costs = costs.try_into().expect("a cost for every entry");
        Table { costs }
    }

    /// All costs, in lines.
    pub fn to_lines(&self) -> Box<[f32]> {
        let costs = self.costs.iter();
        costs.map(|&cost| f32::from(cost) / UNITS as f32).collect()
    }

    /// The table as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let entries = self.costs.iter().flat_map(|cost| cost.to_le_bytes());
        HEADER.iter().copied().chain(entries).collect()
    }

    /// An entry, in [`UNITS`].
    ///
    /// # Panics
    /// Past the last entry.
    #[inline(always)]
    pub fn cost(&self, entry: u32) -> i16 {
        self.costs[entry as usize]
    }
}

/// The entries of a table of version 1 where they stand in one of today.
///
/// # Errors
/// If there are more or fewer than such a table has.
fn in_the_mirror(entries: &[u8]) -> Result<Vec<u8>, String> {
    let expected = 2 * ENTRIES_1;
    if entries.len() != expected {
        return Err(format!(
            "{} bytes of entries; allowed: {expected}",
            entries.len()
        ));
    }
    let (contour, others) = entries.split_at(2 * CONTOUR_END_1);
    let stretch = vec![0; 2 * (CONTOUR_END - CONTOUR_END_1)];
    let mut mirrored = [contour, &stretch, others].concat();
    mirrored.resize(2 * ENTRIES, 0);
    Ok(mirrored)
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table of {ENTRIES} entries")
    }
}

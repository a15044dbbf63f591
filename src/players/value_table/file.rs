//! Value tables as files: text lines with version, origin and checksum, followed by the entries.

use std::fmt;
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use flate2::read::GzDecoder;

use crate::players::stakes::UNITS;
use crate::rules::sanitized;

use super::entries::{CONTOUR_END, CONTOUR_END_1, ENTRIES, ENTRIES_1, ENTRIES_3};

/// Function that reads a file named in another file. Its error says why it cannot.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// First line of a table file. The next two lines give the table's origin and its checksum.
const HEADER: &[u8] = b"rightwell value table 4\n";
/// First bytes of a file packed by gzip.
const PACKED: [u8; 2] = [0x1F, 0x8B];
/// Maximum size of an unpacked file in bytes: all entries, and the lines of text.
const UNPACKED_MAX: u64 = 2 * ENTRIES as u64 + 4096;
/// Prefix of the checksum line.
const CHECKSUM: &str = "crc32 ";
/// First line of a version 3 file. The lines of origin and checksum follow, as in version 4.
const HEADER_3: &[u8] = b"rightwell value table 3\n";
/// First line of a version 1 file. The entries follow directly.
const HEADER_1: &[u8] = b"rightwell value table 1\n";
/// First line of a version 2 file. The entries follow directly.
const HEADER_2: &[u8] = b"rightwell value table 2\n";

/// Entries of a value table.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    costs: Box<[i16; ENTRIES]>,
}

/// Table that ships with the program.
struct BuiltIn {
    name: &'static str,
    /// Content of the table's file. Empty if the file is not compiled in, see [`supply_tables`].
    file: &'static [u8],
    /// The table, read at its first use.
    table: OnceLock<Arc<Table>>,
}

/// Content of a table's file. Browser builds leave it out, because a browser would download tables that it hardly ever
/// uses.
#[cfg(not(target_family = "wasm"))]
macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../assets/players/", $name, ".table.gz"))
    };
}
#[cfg(target_family = "wasm")]
macro_rules! file {
    ($name:literal) => {
        b""
    };
}

/// Built-in tables, by name.
macro_rules! built_in {
    ($($name:literal),*) => {
        [$(BuiltIn {
            name: $name,
            file: file!($name),
            table: OnceLock::new(),
        }),*]
    };
}

static BUILT_IN: [BuiltIn; 29] = built_in![
    "scorer",
    "well",
    "machine",
    "machine-29",
    "machine-39",
    "tournament-29",
    "tournament-39",
    "tap24-18",
    "tap24-19",
    "tap24-29",
    "tap24-39",
    "tap20-18",
    "tap20-19",
    "tap20-29",
    "late20-18",
    "late20-19",
    "fast-tapper-18",
    "fast-tapper-19",
    "fast-tapper-29",
    "late15-18",
    "late15-19",
    "tapper-18",
    "tapper-19",
    "tap10-18",
    "tap10-19",
    "slow-5-18",
    "slow-5-19",
    "slow-5-29",
    "slow-5-39"
];

/// Function that supplies the file of a table that is not compiled in. Its argument is the file's name. Its error is
/// the reason why it cannot supply the file.
type TableSource = fn(&str) -> Result<Vec<u8>, String>;

static SUPPLY: OnceLock<TableSource> = OnceLock::new();

/// Number of failed attempts to supply a table. `LAST_FAILURE` holds the reason of the last failure.
static SUPPLY_FAILURES: AtomicUsize = AtomicUsize::new(0);
static LAST_FAILURE: Mutex<String> = Mutex::new(String::new());

/// Makes `supply` provide the files of [`Table::names`] that are not compiled in, as in WebAssembly builds. Each file
/// is requested at its table's first use. Call this once, before any table is used.
///
/// While a table cannot be supplied, every decision that needs it requests it again and uses zeros instead. Such
/// decisions are worthless: see [`MissingTable`].
pub fn supply_tables(supply: TableSource) {
    SUPPLY.get_or_init(|| supply);
}

/// Detector of tables that went missing after a call of [`MissingTable::watch`].
#[derive(Clone, Copy, Debug)]
pub struct MissingTable(usize);

impl MissingTable {
    /// Starts watching for missing tables.
    pub fn watch() -> MissingTable {
        MissingTable(SUPPLY_FAILURES.load(Ordering::Acquire))
    }

    /// Returns why the last missing table could not be supplied, or `None` if no thread has needed a missing table
    /// since the watch began. Decisions made with a missing table are worthless.
    pub fn since(self) -> Option<String> {
        let has_failed = SUPPLY_FAILURES.load(Ordering::Acquire) != self.0;
        let why = || LAST_FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
        has_failed.then(|| why().clone())
    }

    fn note(why: String) {
        *LAST_FAILURE.lock().unwrap_or_else(PoisonError::into_inner) = why;
        SUPPLY_FAILURES.fetch_add(1, Ordering::Release);
    }
}

impl BuiltIn {
    /// Reads the table.
    ///
    /// # Errors
    /// The table is not compiled in, and [`supply_tables`] cannot provide it.
    fn read(&self) -> Result<Table, String> {
        match (self.file, SUPPLY.get()) {
            ([], Some(supply)) => Table::from_bytes(&supply(&format!("{}.table.gz", self.name))?),
            (file, _) => Ok(Table::from_bytes(file).expect("built-in tables are valid")),
        }
    }
}

/// Table as named in a player file. A built-in table is read at its first use.
#[derive(Clone)]
pub enum NamedTable {
    /// A built-in table.
    BuiltIn(BuiltInTable),
    /// A table from a file.
    Read(Arc<Table>),
}

/// A built-in table.
#[derive(Clone, Copy)]
pub struct BuiltInTable(&'static BuiltIn);

impl NamedTable {
    /// Returns the table, or a table of zeros if it cannot be supplied: see [`MissingTable`].
    pub fn get(&self) -> &Arc<Table> {
        let found = match self {
            NamedTable::BuiltIn(BuiltInTable(found)) => found,
            NamedTable::Read(table) => return table,
        };
        if let Some(table) = found.table.get() {
            return table;
        }
        match found.read() {
            Ok(table) => found.table.get_or_init(|| Arc::new(table)),
            Err(why) => {
                static ZEROS: OnceLock<Arc<Table>> = OnceLock::new();
                MissingTable::note(why);
                ZEROS.get_or_init(|| Arc::new(Table::from_lines(&[0.0; ENTRIES])))
            }
        }
    }

    fn built_in(name: &str) -> Option<NamedTable> {
        let found = BUILT_IN.iter().find(|found| found.name == name)?;
        Some(NamedTable::BuiltIn(BuiltInTable(found)))
    }
}

impl PartialEq for NamedTable {
    fn eq(&self, other: &NamedTable) -> bool {
        match (self, other) {
            (NamedTable::BuiltIn(one), NamedTable::BuiltIn(other)) => one.0.name == other.0.name,
            _ => self.get() == other.get(),
        }
    }
}

impl fmt::Debug for NamedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamedTable::BuiltIn(found) => write!(f, "Table {}", found.0.name),
            NamedTable::Read(table) => table.fmt(f),
        }
    }
}

impl Table {
    /// Returns the built-in table with this name.
    pub fn built_in(name: &str) -> Option<Arc<Table>> {
        NamedTable::built_in(name).map(|found| Arc::clone(found.get()))
    }

    /// Returns the names of the built-in tables.
    pub fn names() -> [&'static str; BUILT_IN.len()] {
        BUILT_IN.each_ref().map(|built_in| built_in.name)
    }

    /// Returns the built-in table with this name, or reads the file with this name.
    ///
    /// # Errors
    /// The fault, with the name of the table.
    pub fn find(name: &str, read: ReadFile<'_>) -> Result<NamedTable, String> {
        if let Some(table) = NamedTable::built_in(name) {
            return Ok(table);
        }
        let wrong = |fault: &dyn fmt::Display| {
            format!(
                "table {}: {fault}; allowed: {}, or a table file in the same folder",
                sanitized(name),
                Table::names().join(", ")
            )
        };
        let bytes = read(name).map_err(|fault| wrong(&fault))?;
        let table = Table::from_bytes(&bytes).map_err(|fault| wrong(&fault))?;
        Ok(NamedTable::Read(Arc::new(table)))
    }

    /// Reads a table file, packed by gzip or not, and converts earlier versions.
    ///
    /// Tables of version 1 count the columns from the left and have the well at the left. With the columns counted from
    /// the right, they become tables for a well at the right. They lack the entries of the well's groups and of the
    /// stretch at the left wall; these entries become 0.
    ///
    /// # Errors
    /// The fault.
    pub fn from_bytes(bytes: &[u8]) -> Result<Table, String> {
        if bytes.starts_with(&PACKED) {
            return Table::from_bytes(&unpacked(bytes)?);
        }
        if let Some(entries) = bytes.strip_prefix(HEADER_1) {
            return Table::from_entries(&from_version_1(entries)?);
        }
        if let Some(entries) = bytes.strip_prefix(HEADER_2) {
            return Table::from_entries(&padded(entries)?);
        }
        if let Some(rest) = bytes.strip_prefix(HEADER_3) {
            return Table::from_entries(&padded(verified_entries(rest, ENTRIES_3)?)?);
        }
        match bytes.strip_prefix(HEADER) {
            Some(rest) => Table::from_entries(verified_entries(rest, ENTRIES)?),
            None => Err("not a value table of version 1 to 4".to_owned()),
        }
    }

    fn from_entries(entries: &[u8]) -> Result<Table, String> {
        check_length(entries, ENTRIES)?;
        let costs = entries
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let costs: Box<[i16]> = costs.collect();
        let costs = costs.try_into().expect("the length was checked");
        Ok(Table { costs })
    }

    /// Returns the table with these costs, given in lines. Each cost is rounded to a multiple of 1 / [`UNITS`] and
    /// limited to 64 lines.
    ///
    /// # Panics
    /// If there are more or fewer than [`ENTRIES`].
    pub fn from_lines(lines: &[f32]) -> Table {
        let costs = lines
            .iter()
            // The cast saturates values that are too large.
            .map(|cost| (cost * UNITS as f32).round() as i16);
        let costs: Box<[i16]> = costs.collect();
        let costs = costs.try_into().expect("each entry has a cost");
        Table { costs }
    }

    /// Returns all costs, in lines.
    pub fn to_lines(&self) -> Box<[f32]> {
        let costs = self.costs.iter();
        costs.map(|&cost| f32::from(cost) / UNITS as f32).collect()
    }

    /// Returns the content of the table's file. `made` is the origin line.
    pub fn to_bytes(&self, made: &str) -> Vec<u8> {
        let made = made.replace('\n', " ");
        let lines = format!("{made}\n{CHECKSUM}{:08X}\n", self.checksum());
        [HEADER, lines.as_bytes(), &self.entry_bytes()].concat()
    }

    /// Returns the CRC-32 of the entries in their file form.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.entry_bytes())
    }

    fn entry_bytes(&self) -> Vec<u8> {
        let entries = self.costs.iter();
        entries.flat_map(|cost| cost.to_le_bytes()).collect()
    }

    /// Returns the cost of one entry, in [`UNITS`].
    ///
    /// # Panics
    /// If `entry` is past the last entry.
    #[inline(always)]
    pub fn cost(&self, entry: u32) -> i16 {
        self.costs[entry as usize]
    }
}

/// Unpacks a gzip file.
///
/// # Errors
/// If the file is corrupt, packed twice, or larger than any table.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let unpacker = GzDecoder::new(bytes);
    let read = unpacker.take(UNPACKED_MAX).read_to_end(&mut content);
    read.map_err(|error| format!("cannot unpack the file: {error}"))?;
    match content.starts_with(&PACKED) {
        true => Err("the file is compressed twice; compress it once".to_owned()),
        false => Ok(content),
    }
}

/// Checks a file of version 3 or 4 and returns its entries. `rest` is the file without its first line, and `expected`
/// is the number of entries.
fn verified_entries(rest: &[u8], expected: usize) -> Result<&[u8], String> {
    let mut parts = rest.splitn(3, |&byte| byte == b'\n');
    let (_made, expected_checksum, entries) = (parts.next(), parts.next(), parts.next());
    let expected_checksum =
        expected_checksum.and_then(|line| str::from_utf8(line).ok()?.strip_prefix(CHECKSUM));
    let expected_checksum =
        expected_checksum.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let (Some(expected_checksum), Some(entries)) = (expected_checksum, entries) else {
        return Err(
            "corrupt header: the third line must be `crc32` and 8 hexadecimal digits".to_owned(),
        );
    };
    check_length(entries, expected)?;
    let found = crc32fast::hash(entries);
    if found != expected_checksum {
        return Err(format!(
            "corrupt entries: checksum is {found:08X}, expected {expected_checksum:08X}"
        ));
    }
    Ok(entries)
}

/// Checks the size of a table.
///
/// # Errors
///
/// If `entries` does not have `expected` entries of two bytes each.
fn check_length(entries: &[u8], expected: usize) -> Result<(), String> {
    match entries.len() == 2 * expected {
        true => Ok(()),
        false => Err(format!(
            "entries take {} bytes; expected {}",
            entries.len(),
            2 * expected
        )),
    }
}

/// Appends zeros for the entries that a table of version 2 or 3 lacks.
///
/// # Errors
/// If the number of entries is wrong for these versions.
fn padded(entries: &[u8]) -> Result<Vec<u8>, String> {
    check_length(entries, ENTRIES_3)?;
    let mut padded = entries.to_vec();
    padded.resize(2 * ENTRIES, 0);
    Ok(padded)
}

/// Moves the entries of a version 1 table to their present indexes.
///
/// # Errors
/// If the number of entries is wrong for version 1.
fn from_version_1(entries: &[u8]) -> Result<Vec<u8>, String> {
    check_length(entries, ENTRIES_1)?;
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

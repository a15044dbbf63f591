//! Results of drills: the best one and the latest ones.

use std::collections::BTreeMap;
use std::path::Path;

use rightwell::engine::Training;
use rightwell::engine::training::ClearScoring;
use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::options::words::OptionWord;

use super::read::FileKind;
use super::versioned::{self, Version};

/// Maximum number of saved results of a drill.
const KEPT: usize = 50;

/// Contents of the file of drill results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllDrillResults {
    version: Version<1>,
    /// Results by the name of the drill: mode, value, options and level.
    drills: BTreeMap<String, DrillResults>,
}

/// Results of one drill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillResults {
    /// Number of games.
    pub games: u32,
    /// Best result, in the unit of the mode.
    pub best: u64,
    /// Latest results, oldest first.
    pub last: Vec<u64>,
}

impl DrillResults {
    pub fn add(&mut self, result: u64) {
        self.games = self.games.saturating_add(1);
        self.best = self.best.max(result);
        if self.last.len() >= KEPT {
            self.last.drain(..=self.last.len() - KEPT);
        }
        self.last.push(result);
    }
}

/// Returns the name that identifies a drill: mode, value, options and first level.
pub fn name_of(training: &Training, level: u8) -> String {
    let mut name = format!("{training}, level {level}");
    if let Some(linecap) = training.linecap {
        name.push_str(&format!(", {linecap}"));
    }
    if training.das_only {
        name.push_str(", DAS only");
    }
    if training.no_pause {
        name.push_str(", no pause");
    }
    if training.clears != ClearScoring::All {
        name.push_str(&format!(", clears: {}", training.clears.word()));
    }
    name
}

impl AllDrillResults {
    /// Returns the results of the drill with this name.
    pub fn of_drill(&self, name: &str) -> DrillResults {
        self.drills.get(name).cloned().unwrap_or_default()
    }
}

/// Reads the results. If the file is missing, there are none yet.
pub fn load(path: &Path) -> Result<AllDrillResults, CliError> {
    Ok(versioned::load(path, FileKind::Results)?.unwrap_or_default())
}

/// Adds a result: reads the file again, because another program may have changed it, and writes it atomically. Never
/// overwrites an unreadable file.
pub fn add(path: &Path, name: &str, result: u64) -> Result<DrillResults, CliError> {
    let change = |all: &mut AllDrillResults| {
        let drill = all.drills.entry(name.to_owned()).or_default();
        drill.add(result);
        drill.clone()
    };
    versioned::update(path, FileKind::Results, change).map(|(_, drill)| drill)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_drill_keeps_its_best_and_its_last_fifty_results() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/drills.ron");
        let drought: Training = "drought:13".parse().unwrap();
        let (slow, fast) = (name_of(&drought, 18), name_of(&drought, 29));
        assert_eq!(
            load(&path).unwrap().of_drill(&slow),
            DrillResults::default()
        );
        for result in 0..60 {
            add(&path, &slow, 100 - result).unwrap();
        }
        let last = add(&path, &slow, 7).unwrap();
        assert_eq!(load(&path).unwrap().of_drill(&slow), last);
        assert_eq!((last.games, last.best, last.last.len()), (61, 100, KEPT));
        assert_eq!(last.last[KEPT - 2..], [41, 7]);
        assert_eq!(
            load(&path).unwrap().of_drill(&fast),
            DrillResults::default()
        );
        let das_only = Training {
            das_only: true,
            no_pause: true,
            linecap: Some("lines=330:halt".parse().unwrap()),
            ..drought
        };
        assert_eq!(
            name_of(&das_only, 18),
            "drought:13, level 18, lines=330:halt, DAS only, no pause"
        );
    }
}

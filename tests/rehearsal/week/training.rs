//! Learning a table with interruptions: the program is killed, stopped by a signal, and resumed.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::program::{Run, RunResult, command};

use super::Week;

/// Number of pieces to learn from. This takes a few seconds.
const PIECES: u32 = 12_000;

impl Week {
    /// Learns a table without interruption, and a second time with a kill and a signal. Both tables must be equal.
    pub fn training(&mut self, seed: u16, breaks: [u64; 2]) -> RunResult<()> {
        let folder = self.disk.outside().join(format!("tables-{seed:04X}"));
        crate::disk::make_folder(&folder)?;
        let line = |name: &str| {
            let table = folder.join(name);
            format!(
                "train --table {} --pieces {PIECES} --seed {seed:X}",
                table.display()
            )
        };
        let whole = command(&self.disk, &line("whole.table"))?;
        if whole.code != 0 {
            return Err(whole.story());
        }
        let line = line("broken.table");
        let checkpoint = folder.join("broken.table.checkpoint");
        let again = |line: &str| match checkpoint.exists() {
            true => format!("{line} --resume"),
            false => line.to_owned(),
        };
        for (signal, time, code) in [("KILL", breaks[0], 137), ("TERM", breaks[1], 143)] {
            let run = Run::start(&self.disk, &again(&line), None)?;
            sleep(Duration::from_millis(time));
            run.signal(signal);
            let report = run.wait()?;
            if report.code == 0 {
                // The run was already complete when it was to be interrupted.
                break;
            }
            if report.code != code {
                return Err(report.story());
            }
        }
        if !folder.join("broken.table").exists() {
            let last = command(&self.disk, &again(&line))?;
            if last.code != 0 {
                return Err(last.story());
            }
        }
        let [whole, broken] =
            ["whole.table", "broken.table"].map(|name| fs::read(folder.join(name)).ok());
        if whole.is_none() || whole != broken {
            return Err(format!(
                "'{line}' learns something else with breaks after {breaks:?} ms"
            ));
        }
        drop(fs::remove_dir_all(&folder));
        self.ledger.count("tables");
        Ok(())
    }
}

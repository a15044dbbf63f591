//! `simulate --resume FILE`: a run that can be broken off at any moment and goes on.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rightwell::lab::{Control, Counts, Entries, Kept, Ledger, Shard};
use rightwell::rules::{counted, sanitized};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::shell::command::progress::OnDrop;
use crate::shell::error::{CliError, shown};
use crate::shell::host::clock::now;
use crate::shell::host::{exit, log, page};
use crate::shell::store::files;
use crate::shell::store::read::{self, FileKind};

/// Time to the first writing; then it doubles up to [`SELDOM`], so that a short run is kept as well.
const SOON: Duration = Duration::from_millis(200);
/// Time between two writings in the long run.
const SELDOM: Duration = Duration::from_secs(5);
/// Writing takes at most this share of the time.
const SHARE: u32 = 20;

/// A run with its file, if it has one.
pub struct Resumable<D, C> {
    file: Option<RunFile<D>>,
    ledger: Ledger<C>,
    /// How long was played before, in seconds.
    before: f64,
}

/// Where a run is kept.
struct RunFile<D> {
    path: PathBuf,
    description: D,
    shard: Shard,
}

impl<D, C> Resumable<D, C>
where
    D: Clone + PartialEq + Serialize + DeserializeOwned + Sync,
    C: Counts + Serialize + DeserializeOwned,
{
    /// The run of `units` units that `description` says, kept in that file; where the file is there, it
    /// goes on from it.
    pub fn open(
        path: Option<&Path>,
        description: D,
        shard: Shard,
        units: u64,
    ) -> Result<Self, CliError> {
        let Some(path) = path else {
            return Ok(Resumable {
                file: None,
                ledger: Ledger::forgetful(),
                before: 0.0,
            });
        };
        if page::IS_HERE {
            return Err(CliError::usage(
                "--resume: a page keeps no runs; allowed: without it",
            ));
        }
        files::check_writable(path)?;
        let (entries, before): (Entries<C>, f64) = match path.exists() {
            true => found(path, &description, shard, units)?,
            false => (Entries::default(), 0.0),
        };
        let [pieces, _] = entries.sum.progress();
        if path.exists() {
            log::say(format!(
                "goes on with {}: {} in games and streams that were played to their end",
                shown(path),
                counted(pieces, "piece")
            ));
        }
        Ok(Resumable {
            file: Some(RunFile {
                path: path.to_owned(),
                description,
                shard,
            }),
            ledger: Ledger::new(entries),
            before,
        })
    }

    /// What was played before, pieces and games.
    pub fn played(&self) -> [u64; 2] {
        self.ledger.entries().sum.progress()
    }

    /// Has `work` play what is left while the run is kept again and again; returns what was counted in
    /// all, and how long that took in all, in seconds.
    pub fn play(
        &self,
        control: &Control,
        work: impl FnOnce(&Ledger<C>) -> C,
    ) -> Result<(C, f64), CliError> {
        let begin = now();
        let seconds = || self.before + (now() - begin).as_secs_f64();
        let Some(file) = self.file.as_ref().filter(|_| !page::IS_HERE) else {
            return Ok((work(&self.ledger), seconds()));
        };
        let done = AtomicBool::new(false);
        let counts = thread::scope(|scope| {
            let keeper = scope.spawn(|| self.keep(file, &done, control, &seconds));
            // Set also when the work panics: a keeper that goes on would be waited for.
            let _done = OnDrop(|| {
                done.store(true, Ordering::Relaxed);
                keeper.thread().unpark();
            });
            work(&self.ledger)
        });
        let path = shown(&file.path);
        if control.astray.load(Ordering::Relaxed) {
            return Err(CliError::usage(format!(
                "--resume {path}: games do not go as it says: it is spoilt, or the program was changed"
            )));
        }
        if let Err(error) = file.write(&self.ledger, seconds()) {
            exit::failed(error);
        } else if control.stop.load(Ordering::Relaxed) {
            log::say(format!("kept in {path}: the same command goes on"));
        }
        Ok((counts, seconds()))
    }

    /// Writes the run now and then until it is done. A fault is said once: the run goes on.
    fn keep(
        &self,
        file: &RunFile<D>,
        done: &AtomicBool,
        control: &Control,
        seconds: &impl Fn() -> f64,
    ) {
        let (mut wait, mut is_said) = (SOON, false);
        let mut due = now() + wait;
        while !done.load(Ordering::Relaxed) {
            let left = due.saturating_duration_since(now());
            if !left.is_zero() {
                thread::park_timeout(left);
                continue;
            }
            // What was kept is better than what went astray.
            if control.astray.load(Ordering::Relaxed) {
                return;
            }
            let begin = now();
            if let Err(error) = file.write(&self.ledger, seconds())
                && !is_said
            {
                is_said = true;
                log::say(format!("{error}; the run goes on"));
            }
            wait = (2 * wait).min(SELDOM);
            due = now() + wait.max(SHARE * (now() - begin));
        }
    }
}

impl<D: Clone + Serialize + DeserializeOwned> RunFile<D> {
    /// Writes the run in place of what was kept before.
    fn write<C>(&self, ledger: &Ledger<C>, seconds: f64) -> Result<(), CliError>
    where
        C: Counts + Serialize + DeserializeOwned,
    {
        let kept = Kept {
            description: self.description.clone(),
            shard: self.shard,
            seconds,
            entries: ledger.entries(),
        };
        files::write_whole(&self.path, &kept.to_bytes()).map(drop)
    }
}

/// What is in the file of a run, if it is this run.
fn found<D, C>(
    path: &Path,
    description: &D,
    shard: Shard,
    units: u64,
) -> Result<(Entries<C>, f64), CliError>
where
    D: Clone + PartialEq + Serialize + DeserializeOwned,
    C: Counts + Serialize + DeserializeOwned,
{
    let name = shown(path);
    let wrong = |fault: String| CliError::usage(format!("--resume {name}: {fault}"));
    let bytes = read::bytes(path, FileKind::Run).map_err(|error| wrong(error.fault.to_string()))?;
    let kept: Kept<D, C> = Kept::from_bytes(&bytes).map_err(wrong)?;
    let other = |difference: String| {
        wrong(format!(
            "it is of another run: {difference}; allowed: the same command as that one, or another file"
        ))
    };
    if kept.description != *description {
        return Err(other(difference(&kept.description, description)));
    }
    if kept.shard != shard {
        let [there, here] =
            [kept.shard, shard].map(|shard| format!("{}/{}", shard.index + 1, shard.count));
        return Err(other(format!("shard {there} there, {here} here")));
    }
    kept.check(units).map_err(wrong)?;
    Ok((kept.entries, kept.seconds))
}

/// The first thing in which two descriptions differ.
fn difference(there: &impl Serialize, here: &impl Serialize) -> String {
    let [there, here] = [serde_json::to_value(there), serde_json::to_value(here)]
        .map(|value| value.unwrap_or(Value::Null));
    let keys = [&there, &here].map(|value| value.as_object());
    let keys = keys.into_iter().flatten().flat_map(|map| map.keys());
    // What a person typed says more than what comes of it.
    let differing = keys.filter(|&key| there.get(key) != here.get(key));
    match differing.min_by_key(|key| *key == "fingerprint") {
        None => "other options".to_owned(),
        Some(key) => {
            let word = |value: &Value| match value.get(key) {
                None => "none".to_owned(),
                Some(Value::String(text)) => sanitized(text).to_string(),
                Some(value) => sanitized(&value.to_string()).to_string(),
            };
            format!("{key} {} there, {} here", word(&there), word(&here))
        }
    }
}

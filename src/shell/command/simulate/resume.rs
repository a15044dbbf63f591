//! `simulate --resume FILE`: a run that can be killed at any moment and continued later.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rightwell::lab::{Control, Counts, RunResults, RunResultsContent, SavedRun, Shard};
use rightwell::rules::{counted, sanitized};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{CliError, shown};
use crate::host::clock::now;
use crate::host::{exit, log, page, threads};
use crate::store::files;
use crate::store::read::{self, FileKind};
use crate::work::progress::OnDrop;

/// Time until the first save, short enough that short runs are saved too. The interval doubles with each save, up to
/// [`SELDOM`].
const SOON: Duration = Duration::from_millis(200);
/// Maximum interval between two saves.
const SELDOM: Duration = Duration::from_secs(5);
/// Saving takes at most 1 / `SHARE` of the time.
const SHARE: u32 = 20;

/// A run of `simulate`, and its file if the options ask to save it.
pub struct ResumableRun<D, C> {
    file: Option<RunFile<D>>,
    ledger: RunResults<C>,
    /// Duration of earlier runs, in seconds.
    before: f64,
}

/// File of a run, with the description by which the run is recognized.
struct RunFile<D> {
    path: PathBuf,
    description: D,
    shard: Shard,
}

impl<D, C> ResumableRun<D, C>
where
    D: Clone + PartialEq + Serialize + DeserializeOwned + Sync,
    C: Counts + Serialize + DeserializeOwned,
{
    /// Opens the run with this description and `units` units of work. Continues from the file if it exists.
    pub fn open(
        path: Option<&Path>,
        description: D,
        shard: Shard,
        units: u64,
    ) -> Result<Self, CliError> {
        let Some(path) = path else {
            return Ok(ResumableRun {
                file: None,
                ledger: RunResults::without_memory(),
                before: 0.0,
            });
        };
        if page::IS_HERE {
            return Err(CliError::usage(
                "`--resume` is not available in the browser version",
            ));
        }
        files::check_writable(path)?;
        let (entries, before): (RunResultsContent<C>, f64) = match path.exists() {
            true => found(path, &description, shard, units)?,
            false => (RunResultsContent::default(), 0.0),
        };
        let [pieces, _] = entries.sum.progress();
        if path.exists() {
            log::say(format!(
                "resuming {}: {} already played",
                shown(path),
                counted(pieces, "piece")
            ));
        }
        Ok(ResumableRun {
            file: Some(RunFile {
                path: path.to_owned(),
                description,
                shard,
            }),
            ledger: RunResults::new(entries),
            before,
        })
    }

    /// Returns how many pieces and games earlier runs played.
    pub fn played(&self) -> [u64; 2] {
        self.ledger.entries().sum.progress()
    }

    /// Plays the remaining units and saves the run regularly. Returns the total counts and the total duration in
    /// seconds.
    pub fn play(
        &self,
        control: &Control,
        work: impl FnOnce(&RunResults<C>) -> C,
    ) -> Result<(C, f64), CliError> {
        let begin = now();
        let seconds = || self.before + (now() - begin).as_secs_f64();
        let Some(file) = self.file.as_ref().filter(|_| !page::IS_HERE) else {
            return Ok((work(&self.ledger), seconds()));
        };
        let done = AtomicBool::new(false);
        let counts = thread::scope(|scope| {
            let keeper = thread::Builder::new()
                .spawn_scoped(scope, || self.keep(file, &done, control, &seconds));
            let keeper = threads::required(keeper);
            // The guard sets the flag even if `work` panics. Otherwise the scope would wait forever for the saving
            // thread.
            let _done = OnDrop(|| {
                done.store(true, Ordering::Relaxed);
                keeper.thread().unpark();
            });
            work(&self.ledger)
        });
        let path = shown(&file.path);
        if control.replay_failed.load(Ordering::Relaxed) {
            return Err(CliError::usage(format!(
                "--resume {path}: games in the file desync; the file is corrupt, or the program has changed"
            )));
        }
        if let Err(error) = file.write(&self.ledger, seconds()) {
            exit::failed(error);
        } else if control.stop.load(Ordering::Relaxed) {
            log::say(format!("saved in {path}; repeat the command to resume"));
        }
        Ok((counts, seconds()))
    }

    /// Saves the run regularly until it ends. The first failure is reported and does not stop the run.
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
            // After a desync, the current state is wrong, so the file keeps the state saved before.
            if control.replay_failed.load(Ordering::Relaxed) {
                return;
            }
            let begin = now();
            if let Err(error) = file.write(&self.ledger, seconds())
                && !is_said
            {
                is_said = true;
                log::say(format!("{error}; the run continues"));
            }
            wait = (2 * wait).min(SELDOM);
            due = now() + wait.max(SHARE * (now() - begin));
        }
    }
}

impl<D: Clone + Serialize + DeserializeOwned> RunFile<D> {
    /// Writes the state of the run over the previous state.
    fn write<C>(&self, ledger: &RunResults<C>, seconds: f64) -> Result<(), CliError>
    where
        C: Counts + Serialize + DeserializeOwned,
    {
        let kept = SavedRun {
            description: self.description.clone(),
            shard: self.shard,
            seconds,
            entries: ledger.entries(),
        };
        files::write_whole(&self.path, &kept.to_bytes()).map(drop)
    }
}

/// Reads the file of a run and checks that it has this description.
fn found<D, C>(
    path: &Path,
    description: &D,
    shard: Shard,
    units: u64,
) -> Result<(RunResultsContent<C>, f64), CliError>
where
    D: Clone + PartialEq + Serialize + DeserializeOwned,
    C: Counts + Serialize + DeserializeOwned,
{
    let name = shown(path);
    let wrong = |fault: String| CliError::usage(format!("--resume {name}: {fault}"));
    let bytes = read::bytes(path, FileKind::Run).map_err(|error| wrong(error.fault.to_string()))?;
    let kept: SavedRun<D, C> = SavedRun::from_bytes(&bytes).map_err(wrong)?;
    let other = |difference: String| {
        wrong(format!(
            "it belongs to another run ({difference}); repeat the command of that run, or choose another file"
        ))
    };
    if kept.description != *description {
        return Err(other(difference(&kept.description, description)));
    }
    if kept.shard != shard {
        let [there, here] =
            [kept.shard, shard].map(|shard| format!("{}/{}", shard.index + 1, shard.count));
        return Err(other(format!(
            "shard is {there} in the file, {here} in this command"
        )));
    }
    kept.check(units).map_err(wrong)?;
    Ok((kept.entries, kept.seconds))
}

/// Returns the first difference between two descriptions.
fn difference(there: &impl Serialize, here: &impl Serialize) -> String {
    let [there, here] = [serde_json::to_value(there), serde_json::to_value(here)]
        .map(|value| value.unwrap_or(Value::Null));
    let keys = [&there, &here].map(|value| value.as_object());
    let keys = keys.into_iter().flatten().flat_map(|map| map.keys());
    // Prefer an option that the user set: its name explains more than a fingerprint.
    let differing = keys.filter(|&key| there.get(key) != here.get(key));
    match differing.min_by_key(|key| *key == "fingerprint") {
        None => "other options".to_owned(),
        Some(key) => {
            let word = |value: &Value| match value.get(key) {
                None => "none".to_owned(),
                Some(Value::String(text)) => sanitized(text).to_string(),
                Some(value) => sanitized(&value.to_string()).to_string(),
            };
            format!(
                "{key} is {} in the file, {} in this command",
                word(&there),
                word(&here)
            )
        }
    }
}

//! Long rehearsal: a simulated user works with the real program for a week. Nothing may be lost.
//!
//! A seed determines the order of games, matches, reviews, changes of settings, and training. Programs are killed,
//! displays crash, disks become full, folders disappear. At the end, every game that was finished, or that was played
//! for more than two seconds, must be among the recordings, and its replay must end as the game did. Every score that
//! is high enough must be in the table. No temporary files may be left. No run may have panicked or hung.
//!
//! Start it with `cargo test --release --test rehearsal -- --minutes 60 [--seed HEX]`. Without `--minutes`, it lasts
//! twenty seconds. Equal seeds give equal episodes, but the exact moment of a kill depends on the computer.

#[cfg(unix)]
mod disk;
#[cfg(unix)]
mod display;
#[cfg(unix)]
mod ledger;
#[cfg(unix)]
mod load;
mod options;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod user;
#[cfg(unix)]
mod week;

use std::process::ExitCode;

use options::Options;

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => return ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            return ExitCode::from(2);
        }
    };
    rehearse(&options)
}

#[cfg(not(unix))]
fn rehearse(_: &Options) -> ExitCode {
    eprintln!(
        "rehearsal: LEFT OUT, NOTHING WAS CHECKED: there are no signals, displays and terminals to try"
    );
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn rehearse(options: &Options) -> ExitCode {
    use load::now;

    let until = now() + options.time;
    println!("rehearsal: seed {:X}, {:?}", options.seed, options.time);
    let mut week = match week::Week::begin() {
        Ok(week) => week,
        Err(fault) => {
            eprintln!("rehearsal: {fault}");
            return ExitCode::FAILURE;
        }
    };
    if !week.can_play() {
        eprintln!(
            "rehearsal: LEFT OUT, NOTHING WAS CHECKED: {}",
            week.left_out().join("; ")
        );
        return ExitCode::SUCCESS;
    }
    for left_out in week.left_out() {
        eprintln!("rehearsal: left out: {left_out}");
    }
    let mut episodes = 0;
    let mut outcome = Ok(());
    for episode in user::Plan::new(options.seed) {
        if now() >= until || outcome.is_err() {
            break;
        }
        episodes += 1;
        week.story.push(format!("{episodes}: {episode:?}"));
        if options.is_loud {
            println!("{episodes}: {episode:?}");
        }
        outcome = week.live(&episode);
    }
    let outcome = outcome.and_then(|()| week.end());
    println!(
        "rehearsal: seed {:X}, episodes {episodes}, {}",
        options.seed,
        week.counts()
    );
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            tell(options.seed, &fault, &week);
            ExitCode::FAILURE
        }
    }
}

/// Reports the failure, and keeps the home folder so that it can be inspected.
#[cfg(unix)]
fn tell(seed: u64, fault: &str, week: &week::Week) {
    let last = week.story.len().saturating_sub(12);
    eprintln!("rehearsal FAILED with seed {seed:X}");
    eprintln!("what happened last:\n{}", week.story[last..].join("\n"));
    eprintln!("what is wrong: {fault}");
    let copy = std::env::temp_dir().join(format!("rightwell-rehearsal-{seed:X}"));
    let mut command = std::process::Command::new("cp");
    if disk::succeeds(command.arg("-r").arg(week.home()).arg(&copy)) {
        eprintln!("the home folder as it was: {}", copy.display());
    }
}

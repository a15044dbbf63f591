//! `versus`: two against each other, in the window.

use std::path::Path;

use rightwell::session::{Contestant, Match};

use super::arena::{Arena, Shelf};
use super::cli::VersusArgs;
use super::error::CliError;
use super::files;
use super::folders::Folders;
use super::options::say_seed;
use super::rules::{Setting, opponent};
use super::settings::Settings;
use super::stage::Stage;
use super::watch;

/// Rounds of a match unless something else is asked for.
pub const BEST_OF: u8 = 3;
/// The word for somebody with a pad.
const PERSON: &str = "person";

pub fn run(args: &VersusArgs) -> Result<(), CliError> {
    let contestants = contestants(args)?;
    let setting = Setting {
        level: args.level,
        seed: args.seed,
        randomizer: args.randomizer,
        region: args.region,
    };
    let start = args.rules.start(setting, &contestants, BEST_OF)?;
    if let Some(path) = &args.save_replay {
        check_recording(path)?;
    }
    let folders = Folders::of_user()?;
    let (settings, faults) = Settings::load(&folders.settings(), watch::is_key);
    for fault in &faults {
        eprintln!("rightwell: {fault}");
    }
    let seed = start.seed;
    let play = Match::new(start, contestants).map_err(CliError::usage)?;
    let has_person = play.has_person();
    let stage = || {
        if args.seed.is_none() {
            say_seed(seed);
        }
        let shelf = Shelf {
            recordings: folders.recordings(),
            kept: settings.recordings_kept,
            save_replay: args.save_replay.clone(),
        };
        Stage::Versus(Box::new(Arena::new(play, shelf)))
    };
    if has_person {
        watch::show_in_window(stage(), args.speed.limited(), &settings, &faults)
    } else {
        watch::show(args.display, args.speed, stage)
    }
}

/// Who sits where. Player and dials of their own are the right side's, or the left one's if a person
/// sits on the right.
fn contestants(args: &VersusArgs) -> Result<[Contestant; 2], CliError> {
    let mut lines = [args.left.clone(), args.right.clone()];
    let side = usize::from(lines[1] != PERSON);
    let mut dials = String::new();
    for (dial, value) in [
        ("tap-hz", args.tap_hz.as_ref()),
        ("reaction", args.reaction.as_ref()),
        ("depth", args.depth.as_ref()),
        ("misdrops", args.misdrops.as_ref()),
        ("aggression", args.aggression.as_ref()),
    ] {
        if let Some(value) = value {
            dials += &format!(",{dial}={value}");
        }
    }
    if lines[side] == PERSON {
        if args.player.is_some() || !dials.is_empty() {
            return Err(CliError::usage(
                "--player and dials are a computer's; allowed: with --left or --right other than person",
            ));
        }
    } else {
        if let Some(player) = &args.player {
            lines[side].clone_from(player);
        }
        lines[side] += &dials;
    }
    let [left, right] = lines.map(|line| match line.as_str() {
        PERSON => Ok(Contestant::Person),
        line => opponent(line).map(Contestant::Computer),
    });
    Ok([left?, right?])
}

/// Whether a recording of a match can have the name.
pub fn check_recording(path: &Path) -> Result<(), CliError> {
    if path.extension().is_none_or(|ending| ending != "ron") {
        return Err(CliError::usage(format!(
            "cannot write {}: a match has two pads and garbage, so it is no FCEUX movie; allowed: a name ending in .ron",
            path.display()
        )));
    }
    files::check_writable(path)
}

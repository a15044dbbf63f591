//! `review --playouts`: measures the losses of bad moves by playouts.

use std::path::PathBuf;

use rightwell::lab::{Control, Playouts};
use rightwell::session::{Rater, Recorded, ReviewedMove};

use super::ReviewArgs;
use crate::error::CliError;
use crate::host::clock::{Time, now};
use crate::host::log;
use crate::store::folders::Folders;
use crate::store::playouts::{self, LossesByMove};
use crate::work::progress::{self, WorkAmount};

/// Rejects a number of playouts that has no standard error.
pub(super) fn check(args: &ReviewArgs) -> Result<(), CliError> {
    match args.playouts {
        Some(1) => Err(CliError::usage(
            "`--playouts 1` has no standard error; allowed: 0, or 2 to 100000",
        )),
        _ => Ok(()),
    }
}

/// Returns the playouts of the only game that the options ask for, if any. They are on by default for a report.
pub(super) fn wanted(args: &ReviewArgs, recorded: &Recorded) -> Result<Option<Playouts>, CliError> {
    let usual = args.html.as_ref().map(|_| Playouts::REVIEW.pairs);
    match (recorded, args.playouts) {
        (Recorded::Match(_), Some(1..)) => Err(CliError::usage(
            "`--playouts` cannot be combined with a match: playouts know no garbage",
        )),
        (Recorded::Match(_), _) => Ok(None),
        (_, pairs) => Ok(of_pairs(pairs.or(usual))),
    }
}

/// Returns playouts of this number of pairs, or `None` for none.
pub(super) fn of_pairs(pairs: Option<u32>) -> Option<Playouts> {
    pairs.filter(|&pairs| pairs > 0).map(|pairs| Playouts {
        pairs,
        ..Playouts::REVIEW
    })
}

/// Plays out the bad moves of a game, the worst first, and stores the results in the moves. Takes results of an earlier
/// review from the data folder, and saves the new ones there. Stops at the time `until`.
pub(super) fn run(
    playouts: &Playouts,
    rater: &Rater,
    moves: &mut [ReviewedMove],
    pool: &rayon::ThreadPool,
    control: &Control,
    until: Time,
) {
    let worst = Playouts::worst_first(moves);
    if worst.is_empty() {
        return;
    }
    let fingerprint = playouts.fingerprint(rater, moves);
    let file: Option<PathBuf> = Folders::of_user().ok().map(|folders| folders.playouts());
    let saved = file.as_ref().map(|file| playouts::load(file, fingerprint));
    let saved = saved.unwrap_or_default();
    for reviewed in moves.iter_mut() {
        reviewed.playouts = saved.get(&reviewed.number).copied();
    }
    let left: Vec<usize> = (worst.iter().copied())
        .filter(|&index| moves[index].playouts.is_none())
        .collect();
    if left.is_empty() {
        return;
    }
    let of_left: Vec<&ReviewedMove> = left.iter().map(|&index| &moves[index]).collect();
    let work = WorkAmount::Moves(left.len() as u64);
    let found = progress::with_progress(work, control, || {
        pool.install(|| playouts.play_out_all(rater, &of_left, control, || now() < until))
    });
    let mut new = LossesByMove::new();
    for (&index, found) in left.iter().zip(found) {
        moves[index].playouts = found;
        new.extend(found.map(|found| (moves[index].number, found)));
    }
    if new.len() < left.len() {
        let done = worst.len() - (left.len() - new.len());
        let more = match now() < until {
            true => "",
            false => "; another review goes on, or pass a longer `--playout-time`",
        };
        log::say(format!("played out {done} of {} moves{more}", worst.len()));
    }
    if let Some(file) = file.filter(|_| !new.is_empty()) {
        playouts::add(&file, fingerprint, &new);
    }
}

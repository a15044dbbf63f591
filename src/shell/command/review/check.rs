//! `review --check-by-playouts`: compares estimated losses of moves with the results of playouts.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use rand::RngExt;
use rightwell::lab::{CheckedMove, Control, FoundLoss, Playouts};
use rightwell::players::Label;
use rightwell::rules::randomizer::generator;
use rightwell::session::{Rater, ReviewedMove};
use serde::Serialize;

use super::ReviewArgs;
use crate::error::CliError;
use crate::host::log;
use crate::store::files;
use crate::work::json;
use crate::work::progress::{self, WorkAmount};

/// Default number of playouts per lock.
const GAMES: u32 = 60;

/// Results of the check as JSON.
#[derive(Serialize)]
struct CheckJson<'a> {
    games_from_each_place: u32,
    pieces: u32,
    seed: u64,
    all: FoundLoss,
    by: &'a BTreeMap<String, FoundLoss>,
    moves: &'a [CheckedMove],
}

/// Checks `count` moves of rated games by playouts. Takes equally many moves of each kind of error, if there are
/// enough.
pub(super) fn run(
    args: &ReviewArgs,
    count: u32,
    games: &[(Rater, Vec<ReviewedMove>)],
    control: &Control,
) -> Result<(), CliError> {
    let playouts = Playouts {
        pairs: args.playout_games.unwrap_or(GAMES),
        error: 0.0,
        seed: args.seed.unwrap_or(1),
        ..Playouts::REVIEW
    };
    let chosen = choose(count as usize, playouts.seed, games);
    if chosen.is_empty() {
        return Err(CliError::usage(
            "`--check-by-playouts` has nothing to check: every move before line 230 is the best one",
        ));
    }
    let total: usize = chosen.iter().map(Vec::len).sum();
    control.games.store(0, Ordering::Relaxed);
    let pool = progress::pool(args.threads)?;
    let checked = progress::with_progress(WorkAmount::Moves(total as u64), control, || {
        let of_games = games.iter().zip(&chosen);
        let checked = of_games.map(|((rater, _), moves)| {
            pool.install(|| CheckedMove::check(&playouts, rater, moves, control))
        });
        checked.flatten().collect::<Vec<CheckedMove>>()
    });
    let groups = groups(&checked);
    if let Some(path) = &args.json {
        let report = CheckJson {
            games_from_each_place: playouts.pairs,
            pieces: playouts.pieces,
            seed: playouts.seed,
            all: FoundLoss::mean_of(&checked),
            by: &groups,
            moves: &checked,
        };
        if json::write(&report, path)? {
            return Ok(());
        }
    }
    files::print(&table(&playouts, &checked, &groups))?;
    if control.stop.load(Ordering::Relaxed) {
        log::say("stopped early; the figures cover the moves checked until then");
    }
    Ok(())
}

/// Returns the group to which a move belongs when moves are drawn: its kind of error, or `called good`.
fn stratum(reviewed: &ReviewedMove) -> String {
    match reviewed.category() {
        Some(kind) => kind.word().to_owned(),
        None => "called good".to_owned(),
    }
}

/// Draws `count` moves, equally many from each group if there are enough. Returns their indices, sorted by game.
fn choose(
    count: usize,
    seed: u64,
    games: &[(Rater, Vec<ReviewedMove>)],
) -> Vec<Vec<&ReviewedMove>> {
    let mut strata: BTreeMap<String, Vec<(usize, &ReviewedMove)>> = BTreeMap::new();
    for (game, (_, moves)) in games.iter().enumerate() {
        for reviewed in moves
            .iter()
            .filter(|reviewed| Playouts::can_play_out(reviewed))
        {
            let of_it = strata.entry(stratum(reviewed)).or_default();
            of_it.push((game, reviewed));
        }
    }
    let mut chance = generator(seed, 0);
    for of_it in strata.values_mut() {
        of_it.sort_by_cached_key(|_| chance.random::<u64>());
    }
    let mut chosen = vec![Vec::new(); games.len()];
    let mut left = count;
    while left > 0 && strata.values().any(|of_it| !of_it.is_empty()) {
        for of_it in strata.values_mut().filter(|of_it| !of_it.is_empty()) {
            if left > 0
                && let Some((game, reviewed)) = of_it.pop()
            {
                chosen[game].push(reviewed);
                left -= 1;
            }
        }
    }
    chosen
}

/// Groups the results by kind, label, height, lines and level, and by level and kind.
fn groups(checked: &[CheckedMove]) -> BTreeMap<String, FoundLoss> {
    let mut groups: BTreeMap<String, Vec<&CheckedMove>> = BTreeMap::new();
    for of_it in checked {
        let height = match of_it.height {
            0..=7 => "height 0-7",
            8..=12 => "height 8-12",
            _ => "height 13-20",
        };
        let lines = match of_it.lines {
            0..=129 => "lines 0-129",
            130..=199 => "lines 130-199",
            _ => "lines 200-229",
        };
        let level = match of_it.level {
            0..=18 => "level 0-18",
            19..=28 => "level 19-28",
            _ => "level 29 and more",
        };
        let kind = of_it.kind.unwrap_or("none");
        let is_good = of_it.reviewed_loss <= Label::LIMITS[1];
        let called = if is_good { ", called good" } else { "" };
        for group in [
            format!("kind {kind}"),
            format!("label {}", of_it.label),
            format!("{height}{called}"),
            format!("{lines}{called}"),
            format!("{level}{called}"),
            format!("{level}, {kind}"),
        ] {
            groups.entry(group).or_default().push(of_it);
        }
    }
    let found = |(name, of_it): (String, Vec<&CheckedMove>)| (name, FoundLoss::mean_of(of_it));
    groups.into_iter().map(found).collect()
}

/// Formats the results for a person.
fn table(
    playouts: &Playouts,
    checked: &[CheckedMove],
    groups: &BTreeMap<String, FoundLoss>,
) -> String {
    let mut lines = vec![
        format!(
            "{} moves, each checked by {} playouts of {} pieces from the played lock and from the best lock; seed {}",
            checked.len(),
            playouts.pairs,
            playouts.pieces,
            playouts.seed
        ),
        format!(
            "{:34} {:>5} {:>7} {:>7}  95 %",
            "lines lost by the move", "moves", "said", "found"
        ),
    ];
    let row = |name: &str, of_it: &FoundLoss| {
        format!(
            "{name:34} {:5} {:7.2} {:7.2}  +-{:.2}",
            of_it.moves, of_it.reviewed_loss, of_it.found, of_it.half_width
        )
    };
    lines.push(row("all", &FoundLoss::mean_of(checked)));
    lines.extend(groups.iter().map(|(name, of_it)| row(name, of_it)));
    lines.push(String::new());
    lines.join("\n")
}

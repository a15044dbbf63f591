//! Measures a player's tapping rhythm from the columns of the pieces.

use crate::rules::Region;
use crate::search::Rhythm;

use super::{CapturedGame, CapturedPiece};

/// Maximum frame interval, in milliseconds, at which a rhythm can be measured.
const FRAME_TIME_MAX: u32 = 21;
/// A run of shifts ends after this many frames without a shift.
const PAUSE: f64 = 16.5;
/// Minimum number of shifts in a run.
const SHIFTS_MIN: usize = 3;
/// Maximum deviation of the interval between two DAS shifts from the regular interval, in frames.
const EVEN: f64 = 0.75;

/// Returns the player's rhythm, or `None` if it cannot be determined.
pub(super) fn rhythm(game: &CapturedGame) -> Option<Rhythm> {
    if !(1..=FRAME_TIME_MAX).contains(&game.frame_time) {
        return None;
    }
    let per_second = match game.region {
        Region::Ntsc => 60.1,
        Region::Pal => 50.01,
    };
    let region = game.region;
    let autoshift = f64::from(region.autoshift_delay_frames() - region.autoshift_reload());
    let (mut gaps, mut holds) = (Vec::new(), 0);
    for piece in &game.pieces {
        for shifts in rows_of_shifts(piece, per_second) {
            let apart: Vec<f64> = shifts.windows(2).map(|pair| pair[1] - pair[0]).collect();
            // The first interval of an autoshift may be longer than the others, so compare from the last interval back.
            let even = apart
                .iter()
                .rev()
                .take_while(|gap| (**gap - autoshift).abs() < EVEN);
            if even.count() + 1 >= apart.len() && apart.len() >= SHIFTS_MIN {
                holds += 1;
            } else {
                gaps.push((shifts[shifts.len() - 1] - shifts[0]) / apart.len() as f64);
            }
        }
    }
    Rhythm::of_bursts(gaps, holds, region)
}

/// Returns a piece's runs of shifts to one side. Each shift is given by its frame number.
fn rows_of_shifts(piece: &CapturedPiece, per_second: f64) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let mut side = 0;
    for pair in piece.poses_seen.windows(2) {
        let by = pair[1].pose.x - pair[0].pose.x;
        if by == 0 {
            continue;
        }
        let frame = f64::from(pair[1].time) * per_second / 1_000.0;
        let goes_on = rows.last().is_some_and(|row| {
            row.last()
                .is_some_and(|last| by.signum() == side && frame - last < PAUSE)
        });
        side = by.signum();
        if by.abs() > 1 {
            // Part of the motion is missing in the frames, so a new run starts.
            rows.push(Vec::new());
            continue;
        }
        match rows.last_mut().filter(|_| goes_on) {
            Some(row) => row.push(frame),
            None => rows.push(vec![frame]),
        }
    }
    rows.retain(|row| row.len() >= SHIFTS_MIN);
    rows
}

//! Finds and rates the games of a recording.

use std::path::Path;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rightwell::engine::Side;
use rightwell::lab::Control;
use rightwell::players::NamedHand;
use rightwell::search::Hand;
use rightwell::session::{GameMoves, Move, Rater, Recorded, ReviewedMove};

use crate::error::{CliError, shown};
use crate::host::log;
use crate::work::review_hands;

/// Games to rate.
pub(super) struct RatedGames {
    /// The moves of one game, or of all rounds that one side played.
    pub(super) games: Vec<GameMoves>,
    pub(super) recorded: Recorded,
}

impl RatedGames {
    /// Returns the longest game of a recording, or all rounds of one side of a match. `path` is the file of the
    /// recording.
    pub(super) fn of(
        recorded: Recorded,
        path: &Path,
        side: Option<Side>,
    ) -> Result<RatedGames, CliError> {
        if let (Recorded::Match(playback), Some(side)) = (&recorded, side) {
            return Ok(RatedGames {
                games: GameMoves::from_match(playback, side),
                recorded,
            });
        }
        let of_match = match (&recorded, side) {
            (Recorded::Match(_), None) => {
                Some("it is a match; pass `--side left` or `--side right`")
            }
            (_, Some(_)) => Some("it is not a match; `--side` needs a match or a video"),
            (_, None) => None,
        };
        if let Some(fault) = of_match {
            return Err(CliError::usage(format!("{}: {fault}", shown(path))));
        }
        let games = GameMoves::from_recording(&recorded);
        let count = games.len();
        let game = games.into_iter().max_by_key(|game| game.moves.len());
        let game = game.ok_or_else(|| {
            CliError::usage(format!(
                "{} contains no A-type game of one player to rate",
                shown(path)
            ))
        })?;
        if count > 1 {
            log::say(format!("it contains {count} games; rating the longest"));
        }
        Ok(RatedGames {
            games: vec![game],
            recorded,
        })
    }

    /// Returns the hands to rate for, with their name: those from the options, else the hands measured for the player.
    pub(super) fn hands_or(
        &self,
        named: Option<&NamedHand>,
    ) -> Result<(String, Option<Hand>), CliError> {
        match named {
            Some(hand) => Ok((hand.name().to_owned(), Some(hand.hand()))),
            None => review_hands::of(&self.recorded),
        }
    }
}

/// Rates all moves, or fewer if the control stops the work.
pub(super) fn rate(games: &[GameMoves], rater: &Rater, control: &Control) -> Vec<ReviewedMove> {
    let mut before = 0;
    let mut moves: Vec<(usize, &Move)> = Vec::new();
    for game in games {
        let numbers = game.numbers().into_iter().map(|number| before + number);
        moves.extend(numbers.zip(&game.moves));
        before += game.moves.len() + game.unknown;
    }
    let rated = moves.into_par_iter().filter_map(|(number, played)| {
        if control.stop.load(Ordering::Relaxed) {
            return None;
        }
        let reviewed = rater.rate(number, played);
        control.pieces.fetch_add(1, Ordering::Relaxed);
        reviewed
    });
    let mut rated: Vec<ReviewedMove> = rated.collect();
    ReviewedMove::mark_lost(&mut rated, rater);
    ReviewedMove::mark_faster(&mut rated, rater);
    rated
}

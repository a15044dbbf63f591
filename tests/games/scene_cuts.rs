//! Videos that show something else for a while, during which pieces lock.

use rightwell::capture::{DIGITS, Sighting};
use rightwell::engine::{GameView, View};
use rightwell::rules::motion::ROWS;
use rightwell::rules::{Board, Region};
use rightwell::session::{CapturedGame, CapturedPlayback, LinesFrom, ScoreFrom, Seek};

use crate::broadcasts::LAST_POINTS_MAX;
use crate::games_sighted::games;
use crate::played::{Played, play};
use crate::support::cases::sample;
use crate::support::sightings::digit;

/// Numbers beside the playfield of a video.
#[derive(Clone, Copy, Debug)]
enum Numbers {
    /// Digits that look like digits.
    Legible,
    /// Shapes of an unknown font.
    Shapes,
    Missing,
}

/// Returns the games in a video that shows something else from shortly after the spawn of one piece until shortly after
/// the spawn of another.
fn games_with_cut(played: &Played, pieces: [usize; 2], numbers: Numbers) -> Vec<CapturedGame> {
    let [from, to] = pieces.map(|index| played.moves[index].frame + 10);
    let see = |seen: &Sighting| {
        let mut seen = seen.clone();
        seen.game = seen.game.filter(|_| !(from..to).contains(&seen.frame));
        if let Some(game) = &mut seen.game {
            match numbers {
                Numbers::Legible => game.likely_digits = game.digits.map(|shape| digit(shape?)),
                Numbers::Shapes => {}
                Numbers::Missing => game.digits = [None; DIGITS],
            }
        }
        seen
    };
    let sightings: Vec<Sighting> = played.sightings.iter().map(see).collect();
    games(&sightings)
}

/// Checks a game that begins in the video: its numbers must be right or said to be unknown.
fn check(played: &Played, games: &[CapturedGame]) -> Result<(), String> {
    let [game] = games else {
        return Err(format!("{} games", games.len()));
    };
    let first = game.pieces[0].level;
    let (least, most) = game.possible_levels.unwrap_or((first, first));
    let (lines, score) = (game.lines(), game.score.map(u64::from));
    let is_score = match (score, game.score_from) {
        (None, _) => true,
        (Some(score), ScoreFrom::Screen) => {
            (played.score - LAST_POINTS_MAX..=played.score).contains(&score)
        }
        // Points for soft drops may be missing.
        (Some(score), ScoreFrom::ScreenUntil(_) | ScoreFrom::Clears) => {
            (played.clear_points()..=played.score).contains(&score)
        }
    };
    let is_right = game.lines_from.is_known()
        && lines == played.lines
        && (least..=most).contains(&played.level)
        && is_score
        && game.disagreements.is_empty();
    is_right.then_some(()).ok_or_else(|| {
        format!(
            "{lines} lines for {}, level {least} to {most} for {}, score {score:?} for {}, {:?}",
            played.lines, played.level, played.score, game.disagreements
        )
    })
}

#[test]
fn lines_level_and_score_are_right_or_unknown_after_a_cut_of_up_to_eight_pieces() {
    let mut wrong = Vec::new();
    for (seed, level) in (0..).zip([5, 9, 18, 19, 29]) {
        let played = play(level, Region::Ntsc, 0, 60, seed);
        for index in sample(45) {
            let from = [7, 19, 31][index % 3];
            let pieces = [1, 2, 3, 5, 8][index % 5];
            let numbers = [Numbers::Legible, Numbers::Shapes, Numbers::Missing][index / 15];
            let games = games_with_cut(&played, [from, from + pieces], numbers);
            if let Err(why) = check(&played, &games) {
                wrong.push(format!("{pieces} pieces from {from}, {numbers:?}: {why}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn lines_are_a_lower_limit_after_a_long_cut_without_numbers() {
    let mut limits = 0;
    for seed in 0..8 {
        let played = play(9, Region::Ntsc, 0, 60, seed);
        for game in games_with_cut(&played, [12, 32], Numbers::Missing) {
            let from_start = game.pieces[0].frame <= played.moves[1].frame;
            if from_start && game.pieces.len() > 30 {
                limits += 1;
                let lines = game.lines();
                assert!(lines <= played.lines, "{lines} for {}", played.lines);
                assert_eq!(game.lines_from, LinesFrom::AtLeast, "seed {seed}");
                let View::Game(view) = CapturedPlayback::new(game).view() else {
                    panic!("a captured game is shown");
                };
                let shown: [&[u8]; 2] = [&view.lines, &view.level_digits];
                assert_eq!(shown.map(GameView::counter_text), ["---", "--"]);
            }
        }
    }
    assert!(limits > 1);
}

#[test]
fn a_cut_to_a_picture_that_fills_the_playfield_is_no_curtain() {
    let played = play(18, Region::Ntsc, 0, 60, 2);
    let cut = [20, 22].map(|piece| played.moves[piece].frame);
    let mut sightings = played.sightings.clone();
    for seen in &mut sightings {
        if let Some(game) = &mut seen.game
            && (cut[0] + 10..cut[1] + 10).contains(&seen.frame)
        {
            game.board = Board::from_rows([0x3ff; ROWS as usize]);
        }
    }
    let games = games(&sightings);
    assert_eq!(check(&played, &games), Ok(()));
    assert!(!games[0].has_topped_out);
}

#[test]
fn lines_before_the_first_piece_seen_do_not_lower_the_tetris_rate() {
    let played = play(18, Region::Ntsc, 0, 60, 2);
    let whole = games_with_cut(&played, [0, 0], Numbers::Legible).swap_remove(0);
    let mut later = whole.clone();
    for piece in &mut later.pieces {
        piece.lines += 100;
    }
    let rates = [whole, later].map(|game| {
        let mut playback = CapturedPlayback::new(game);
        playback.seek(playback.frames());
        playback.summary().tetris_rate
    });
    assert!(rates[0] > Some(0));
    assert_eq!(rates[0], rates[1]);
}

//! Panels of a review: the current move, and the game.

use rightwell::lab::Playouts;
use rightwell::players::RatedMove;
use rightwell::render::panel::{Curve, Figure, PanelList, PanelPart, PanelSide, Tone};
use rightwell::session::review::MoveGroupFigures;
use rightwell::session::{Category, ReviewFigures, ReviewedGame};

use crate::input::pad_help::capitalized;
use crate::scene::JumpTarget;
use crate::scene::coach::RATED_MIN;
use crate::scene::coached;
use crate::scene::panel::{ClickTargets, ClickablePart, ScenePanel, plain};
use crate::scene::words;

/// Number of points in the loss curve, and its height in pixels.
const CURVE_POINTS: usize = 240;
const CURVE_HEIGHT: usize = 40;
/// Minimum number of visible rows in the list of worst moves.
const ROWS: usize = 3;

/// Returns the panels about a move and its game, the most important first. With `only`, the number of errors counts
/// only those of this kind.
pub(in crate::scene) fn panels_of(
    game: &ReviewedGame,
    place: usize,
    only: Option<Category>,
    (places, cursor): (&[RatedMove], Option<usize>),
) -> Option<Vec<ScenePanel>> {
    let reviewed = game.moves().get(place)?;
    let mut short: Vec<_> = coached::figures(reviewed).map(plain).into();
    short.extend(coached::sentences(reviewed).into_iter().map(plain));
    let mut whole = short.clone();
    if let Some(time) = reviewed.played.video_time() {
        let time = Figure::new("Time in the video", time);
        whole.push(plain(PanelPart::Figures(vec![time])));
    }
    let played = (reviewed.rating.played.lock, coached::played_word(reviewed));
    whole.extend(coached::places("Best places", places, played, cursor));
    let frame = reviewed.played.frame;
    let of_move = [
        ScenePanel::new("Coach", whole).or(short),
        coached::boards("After NEXT", reviewed),
    ];
    let of_game = [
        Some(accuracy(game, place, only)),
        habits(game.figures(), only),
        worst(game.figures(), frame),
    ];
    let of_game = of_game.into_iter().flatten().map(|mut shown| {
        shown.panel.side = PanelSide::Left;
        shown
    });
    Some(of_move.into_iter().chain(of_game).collect())
}

/// Returns the panel with the accuracy, up to this move and at each speed, and with the loss curve.
fn accuracy(game: &ReviewedGame, place: usize, only: Option<Category>) -> ScenePanel {
    let percent = |share: &MoveGroupFigures| words::percent(share.accuracy);
    let so_far = game.figures_by(place);
    let (by, all) = (
        game.errors_by(place, only),
        game.errors_by(usize::MAX, only),
    );
    let errors = only.map_or("Mistakes", |_| "Of this kind");
    let of_game = game.figures_by(usize::MAX);
    // A few pieces tell nothing, as on the card of the game.
    let is_few = of_game.moves < RATED_MIN;
    let whole = match is_few {
        true => format!("{} rated, needs {RATED_MIN}", of_game.moves),
        false => percent(&of_game),
    };
    let mut first = vec![
        Figure::new("Whole game", whole),
        Figure::new(errors, format!("{by} of {all}")),
        Figure::new("Lines lost", lines_lost(game)),
        Figure::new("Simulated", played_out(game)),
        Figure::new("Hands", game.hands()),
    ];
    let figures = game.figures();
    let guesses = figures.repaired + figures.unknown;
    let guesses = (guesses > 0).then(|| {
        Figure::new("Guesses", format!("{guesses} of {}", figures.pieces)).toned(Tone::Poor)
    });
    first.extend(guesses);
    let key = plain(PanelPart::KeyFigure(Figure::new(
        "So far",
        match is_few {
            true => "-".to_owned(),
            false => percent(&so_far),
        },
    )));
    let speeds = game.figures().by_speed.iter();
    let speeds = speeds.filter(|_| game.figures().by_speed.len() > 1);
    let speeds = speeds.map(|(speed, share)| {
        let word = format!("Level {speed}");
        Figure::new(word, percent(share))
    });
    let lost = game.curve(CURVE_POINTS);
    let most = lost.last().copied().unwrap_or(0.0).max(f64::MIN_POSITIVE);
    let moves = game.moves().len();
    let curve = Curve {
        title: "Lines lost so far",
        points: lost.iter().map(|lost| (lost / most) as f32).collect(),
        line: Vec::new(),
        cursor: Some((place as f32 + 0.5) / moves.max(1) as f32),
        height: CURVE_HEIGHT,
    };
    let whole = first.iter().cloned().chain(speeds).collect();
    let parts = vec![
        key.clone(),
        plain(PanelPart::Figures(whole)),
        (PanelPart::Curve(curve), ClickTargets::Along(moves)),
    ];
    let short = vec![key, plain(PanelPart::Figures(first))];
    ScenePanel::new("Accuracy", parts).or(short)
}

/// Returns the lines that the moves of the whole game lost, up to the point at which it was lost or given up.
fn lines_lost(game: &ReviewedGame) -> String {
    let whole = game.figures_by(usize::MAX);
    format!("{:.1}", whole.mean_loss * whole.moves as f64)
}

/// Returns how many of the game's bad moves are played out: a dash before the first one, then `3 of 40`.
fn played_out(game: &ReviewedGame) -> String {
    let done = game
        .moves()
        .iter()
        .filter(|reviewed| reviewed.playouts.is_some());
    match done.count() {
        0 => "-".to_owned(),
        done => format!("{done} of {}", Playouts::worst_first(game.moves()).len()),
    }
}

/// Returns the panel of the costliest kinds of errors. A click on a row limits the review to errors of its kind.
fn habits(figures: &ReviewFigures, only: Option<Category>) -> Option<ScenePanel> {
    let mut kinds: Vec<Option<Category>> = vec![];
    let mut rows = Vec::new();
    for habit in &figures.habits {
        let part = match habit.part {
            "" => String::new(),
            part => format!(", {part}"),
        };
        kinds.push(Some(habit.share.category));
        let word = capitalized(&format!("{}{part}", habit.share.category.habit()));
        rows.push(Figure::new(word, format!("{:.0}%", 100.0 * habit.of_all)));
    }
    if rows.is_empty() {
        return None;
    }
    if only.is_some() {
        kinds.push(None);
        rows.push(Figure::new("All mistakes", ""));
    }
    let cursor = only.and_then(|kind| kinds.iter().position(|other| *other == Some(kind)));
    let targets = kinds.into_iter().map(JumpTarget::Kind).collect();
    Some(ScenePanel::new("Habits", list(rows, targets, cursor, 1)))
}

/// Returns the panel with the worst moves of the game. A click on a row goes to its move.
fn worst(figures: &ReviewFigures, frame: u64) -> Option<ScenePanel> {
    let worst = &figures.worst;
    if worst.is_empty() {
        return None;
    }
    let rows = worst.iter().map(|one| {
        let kind = one.reasons.first().map(|reason| reason.category.name());
        let word = format!(
            "{} {} {}",
            one.number,
            one.current,
            kind.unwrap_or_default()
        );
        Figure::new(word.trim_end(), format!("{:.1}", one.loss))
    });
    let targets = worst
        .iter()
        .map(|one| JumpTarget::Move(one.frame))
        .collect();
    let cursor = worst.iter().position(|one| one.frame == frame);
    let rows = rows.collect();
    Some(ScenePanel::new(
        "Worst moves",
        list(rows, targets, cursor, ROWS),
    ))
}

fn list(
    rows: Vec<Figure>,
    targets: Vec<JumpTarget>,
    cursor: Option<usize>,
    least: usize,
) -> Vec<ClickablePart> {
    let list = PanelList {
        rows,
        cursor,
        least,
    };
    vec![(PanelPart::List(list), ClickTargets::Rows(targets))]
}

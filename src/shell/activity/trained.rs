//! What a game of training has to say beside its picture.

use rightwell::engine::training::{DrillProgress, Training, TrainingMode};
use rightwell::engine::{Console, PadGame};
use rightwell::render::panel::{Curve, Figure, PanelPart, Tone};

use crate::shell::store::drill_results::DrillResults;

use super::panel::{ScenePanel, plain};

/// The panel of what is trained in the game on the screen; none where nothing is.
///
/// With what came of the drill so far, where that is known.
pub fn panel(console: &Console, results: Option<&DrillResults>) -> Option<ScenePanel> {
    let game = console.game()?;
    let (training, progress) = game.training()?;
    let about = PanelPart::Text(training.mode.facts().about.to_owned(), Tone::Quiet);
    let mut all = figures(training, progress, game);
    let results = results.filter(|results| results.games > 0);
    if let Some(results) = results {
        all.push(Figure::new("BEST", results.best.to_string()).toned(Tone::Good));
        all.push(Figure::new("GAMES", results.games.to_string()));
    }
    let figures = PanelPart::Figures(all);
    let mut full = vec![plain(about), plain(figures.clone())];
    full.extend(results.map(curve).map(plain));
    Some(ScenePanel::new(&training.in_words(), full).or(vec![plain(figures)]))
}

/// The last results from the left to the right, the best as the highest.
fn curve(results: &DrillResults) -> PanelPart {
    let best = results.best.max(1) as f32;
    PanelPart::Curve(Curve {
        points: (results.last.iter())
            .map(|&result| result as f32 / best)
            .collect(),
        height: 24,
        ..Curve::default()
    })
}

fn figures(training: &Training, progress: DrillProgress, game: &PadGame) -> Vec<Figure> {
    let mut figures = Vec::new();
    let drills = [
        TrainingMode::TSpins,
        TrainingMode::TapQuantity,
        TrainingMode::Wells,
    ];
    if drills.contains(&training.mode) {
        let tone = if progress.streak > 0 {
            Tone::Good
        } else {
            Tone::Plain
        };
        figures.push(Figure::new("IN A ROW", progress.streak.to_string()).toned(tone));
        figures.push(Figure::new("MOST", progress.best.to_string()));
    }
    let taps = [("TAPS", progress.taps), ("NEXT TAPS", progress.next_taps)];
    for (word, taps) in taps {
        figures.extend(taps.map(|taps| Figure::new(word, in_words(taps)).toned(Tone::Head)));
    }
    if let Some(linecap) = training.linecap {
        figures.push(Figure::new("LINECAP", linecap.to_string()));
    }
    if training.das_only {
        figures.push(Figure::new("TAPPING", "DAS ONLY"));
    }
    // The cartridge's digits end before these do.
    figures.push(Figure::new("SCORE", game.score().points().to_string()));
    figures.push(Figure::new("LEVEL", game.level().to_string()));
    figures
}

/// Taps to the left are below 0.
fn in_words(taps: i8) -> String {
    match taps {
        0 => "none".to_owned(),
        1.. => format!("{taps} right"),
        _ => format!("{} left", -taps),
    }
}

//! What a game of training has to say beside its picture.

use rightwell::engine::training::{DrillProgress, Training, TrainingMode};
use rightwell::engine::{Console, PadGame};
use rightwell::render::panel::{Figure, PanelPart, Tone};

use super::panel::{ScenePanel, plain};

/// The panel of what is trained in the game on the screen; none where nothing is.
pub fn panel(console: &Console) -> Option<ScenePanel> {
    let game = console.game()?;
    let (training, progress) = game.training()?;
    let about = PanelPart::Text(training.mode.facts().about.to_owned(), Tone::Quiet);
    let figures = PanelPart::Figures(figures(training, progress, game));
    let full = vec![plain(about), plain(figures.clone())];
    Some(ScenePanel::new(&training.in_words(), full).or(vec![plain(figures)]))
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

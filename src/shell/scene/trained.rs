//! Panels about the training mode and the crash rule of a game.

use rightwell::engine::training::{
    ClearScoring, DrillMeasure, DrillProgress, Training, TrainingMode,
};
use rightwell::engine::{Console, CrashRule, PadGame, PlayState};
use rightwell::render::panel::{Curve, Figure, PanelPart, Tone};
use rightwell::search::Tuck;
use rightwell::session::{DasCharges, GameStats, LastPress};

use crate::input::pad_help::capitalized;
use crate::options::words::OptionWord;
use crate::store::drill_results::DrillResults;

use super::panel::{ScenePanel, plain};

/// Facts about a drill that the game itself does not contain.
#[derive(Clone, Copy, Default)]
pub struct DrillContext<'a> {
    /// Results of the drill so far.
    pub results: Option<&'a DrillResults>,
    /// Timing of the last tuck or spin.
    pub press: Option<LastPress>,
    /// Why the last piece missed its target, in words.
    pub missed_by: Option<&'a str>,
    /// Statistics of the game.
    pub stats: Option<&'a GameStats>,
}

/// Number of misses that makes the tap drill name an easier one.
const HARD_FROM: u32 = 5;

/// Returns the panels about the training mode and the crash rule of the current game.
pub fn panels(console: &Console, known: DrillContext<'_>) -> impl Iterator<Item = ScenePanel> {
    let trained = panel(console, known);
    trained.into_iter().chain(crash(console.crash_rule()))
}

/// Returns the panel about the crash rule. Returns `None` if the console never crashes.
fn crash(rule: CrashRule) -> Option<ScenePanel> {
    let rule = Some(rule).filter(|&rule| rule != CrashRule::Off)?;
    let figures = PanelPart::Figures(vec![Figure::new("Rule", rule.name()).toned(Tone::Head)]);
    let about = PanelPart::Text(rule.about().to_owned(), Tone::Quiet);
    let full = vec![plain(figures.clone()), plain(about)];
    Some(ScenePanel::new("Crashes", full).or(vec![plain(figures)]))
}

/// Returns the panel about the training mode of the current game, if it has one.
fn panel(console: &Console, known: DrillContext<'_>) -> Option<ScenePanel> {
    let game = console.game()?;
    let (training, progress) = game.training()?;
    let about = training.mode.facts().about.to_owned();
    let about = match training.mode {
        TrainingMode::HardDrop => about
            .replace("Up ", "{UP} ")
            .replace("Select ", "{SELECT} "),
        _ => about,
    };
    let about = PanelPart::Text(about, Tone::Quiet);
    let mut all = figures(training, progress, game);
    let press = known.press.map(in_frames);
    all.extend(
        known
            .missed_by
            .map(|by| Figure::new("Last miss", by).toned(Tone::Bad)),
    );
    all.extend(press.map(|frames| Figure::new("Last press", frames).toned(Tone::Head)));
    let results = known.results.filter(|results| results.games > 0);
    if let Some(results) = results {
        all.push(Figure::new("Best", results.best.to_string()).toned(Tone::Good));
        all.push(Figure::new("Games", results.games.to_string()));
    }
    let das = known.stats.and_then(GameStats::das);
    let das = das.filter(|_| training.mode == TrainingMode::DasCharge);
    let charge = das.map(|das| charge(das, progress, game));
    let mut compact = vec![PanelPart::KeyFigure(key_figure(training, progress, game))];
    compact.extend(charge.into_iter().flatten());
    compact.push(PanelPart::Figures(all));
    if training.mode == TrainingMode::Tap && progress.streak == 0 && progress.misses >= HARD_FROM {
        let advice = "Too hard? {MENU}, TRAINING, TAP: choose a lower TOWER or LEVEL.";
        compact.push(PanelPart::Text(advice.to_owned(), Tone::Head));
    }
    let compact: Vec<_> = compact.into_iter().map(plain).collect();
    let mut full = compact.clone();
    full.extend(results.map(curve).map(plain));
    full.push(plain(about));
    Some(ScenePanel::new(&training.in_words(), full).or(compact))
}

/// Returns the figures for the card after a drill, the key figure first. Empty if the game has no training mode.
pub fn result(console: &Console, results: Option<&DrillResults>) -> Vec<Figure> {
    let Some((game, training)) = console
        .game()
        .and_then(|game| Some((game, game.training()?.0)))
    else {
        return Vec::new();
    };
    let points = Figure::new("Score", game.score().points().to_string());
    let lines = Figure::new("Lines", game.lines().to_string());
    let mut figures = match training.mode.facts().measure {
        DrillMeasure::Streak => {
            let most = game.drill_result().unwrap_or(0);
            vec![
                Figure::new("Most in a row", most.to_string()),
                points,
                lines,
            ]
        }
        DrillMeasure::Lines => vec![lines, points],
        DrillMeasure::Points => vec![points, lines],
    };
    if let Some(results) = results {
        figures.push(Figure::new("Best so far", results.best.to_string()));
        figures.push(Figure::new("Games", results.games.to_string()));
    }
    figures
}

/// Returns a curve of the last results, the oldest first. The best result is at the top edge.
fn curve(results: &DrillResults) -> PanelPart {
    let best = results.best.max(1) as f32;
    PanelPart::Curve(Curve {
        title: "Latest results",
        points: (results.last.iter())
            .map(|&result| result as f32 / best)
            .collect(),
        height: 24,
        ..Curve::default()
    })
}

/// Returns the figure by which results of the mode are compared. It keeps counting beyond the cartridge's digits.
fn key_figure(training: &Training, progress: DrillProgress, game: &PadGame) -> Figure {
    match training.mode.facts().measure {
        DrillMeasure::Streak => {
            let is_running = progress.streak > 0;
            let tone = if is_running { Tone::Good } else { Tone::Plain };
            Figure::new("In a row", progress.streak.to_string()).toned(tone)
        }
        DrillMeasure::Lines => Figure::new("Lines", game.lines().to_string()),
        DrillMeasure::Points => Figure::new("Score", game.score().points().to_string()),
    }
}

fn figures(training: &Training, progress: DrillProgress, game: &PadGame) -> Vec<Figure> {
    let measure = training.mode.facts().measure;
    let value = |part: Training| {
        let values = part.mode.facts().values?;
        let meaning = (values.meaning)(part.value);
        Some(Figure::new(capitalized(values.title), meaning))
    };
    let mut figures: Vec<Figure> = training.parts().filter_map(value).collect();
    if measure == DrillMeasure::Streak {
        figures.push(Figure::new("Most in a row", progress.best.to_string()));
        figures.push(Figure::new("Missed", progress.misses.to_string()));
    }
    let taps = [("Tap", progress.taps()), ("Then tap", progress.next_taps)];
    for (word, taps) in taps {
        figures.extend(taps.map(|taps| Figure::new(word, in_words(taps)).toned(Tone::Head)));
    }
    if let Some(linecap) = training.linecap {
        figures.push(Figure::new("Linecap", linecap.to_string()));
    }
    if training.das_only {
        figures.push(Figure::new("Tapping", "DAS only"));
    }
    match training.clears {
        ClearScoring::All => {}
        clears => figures.push(Figure::new("Score", capitalized(&clears.word()))),
    }
    if training.no_pause {
        figures.push(Figure::new("Pause", "None"));
    }
    if measure != DrillMeasure::Points {
        figures.push(Figure::new("Score", game.score().points().to_string()));
    }
    if measure != DrillMeasure::Lines {
        figures.push(Figure::new("Lines", game.lines().to_string()));
    }
    figures.push(Figure::new("Level", game.level().to_string()));
    figures
}

/// Returns the DAS charge as a meter, and three figures: the charge at the spawn, advice for this moment, and the
/// number of pieces that spawned with a high charge.
fn charge(das: &DasCharges, progress: DrillProgress, game: &PadGame) -> [PanelPart; 2] {
    let is_full = das.charge() + 1 >= das.full();
    let tone = if is_full { Tone::Good } else { Tone::Bad };
    let meter = PanelPart::Meter {
        full: das.charge().into(),
        of: das.full().into(),
        tone,
    };
    let came = progress.charge.map_or("-".to_owned(), |charge| {
        format!("{charge} of {}", das.full())
    });
    let came_full = progress
        .charge
        .is_some_and(|charge| charge + 1 >= das.full());
    let tone = if came_full { Tone::Good } else { Tone::Plain };
    let all = das.great_spawns() + das.fair_spawns() + das.bad_spawns();
    let now = match (game.play_state(), is_full) {
        _ if game.is_over() => "-",
        (PlayState::Control, true) => "no tap",
        (PlayState::Control, false) => "hold to a wall",
        (_, true) => "the next side",
        (_, false) => "too late",
    };
    let figures = vec![
        Figure::new("Came with", came).toned(tone),
        Figure::new("Now", now).toned(Tone::Head),
        Figure::new("Full", format!("{} of {all}", das.great_spawns())),
    ];
    [meter, PanelPart::Figures(figures)]
}

/// Describes the timing of a press: its frame within the window in which it works.
fn in_frames(LastPress { window, place }: LastPress) -> String {
    match window {
        1 => "the only frame".to_owned(),
        Tuck::WINDOW_MAX => format!("{window} frames or more"),
        _ => format!("frame {place} of {window}"),
    }
}

/// Returns a number of taps in words. Taps to the left are negative.
fn in_words(taps: i8) -> String {
    match taps {
        0 => "not at all".to_owned(),
        1.. => format!("{taps} to the right"),
        _ => format!("{} to the left", -taps),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timing_of_a_press_is_described_by_its_frame() {
        let said = |window, place| in_frames(LastPress { window, place });
        assert_eq!(said(3, 2), "frame 2 of 3");
        assert_eq!(said(1, 1), "the only frame");
        assert_eq!(said(6, 1), "6 frames or more");
    }
}

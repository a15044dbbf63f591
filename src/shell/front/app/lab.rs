//! Lab panels of the current game: counts so far, and the projected outcome.

use rightwell::lab::fit::RowShareFit;
use rightwell::lab::projection::{Projection, STEP};
use rightwell::render::Panel;
use rightwell::render::panel::{Figure, LockMap, PanelPart, PanelSide};
use rightwell::session::{GameStats, Summary};

use crate::input::action::Action;
use crate::scene::projection::{GoalShare, ProjectionThread};

use super::App;

/// Exponent applied to a cell's share relative to the largest share, so that rare locks stay visible.
///
/// Source: the heat maps of meatfighter.com.
const POWER: f32 = 0.19;
/// Range of the bars, as decimal logarithms of the percentage of locks in a row. On this scale, the fitted line is
/// straight.
const BAR_RANGE: (f64, f64) = (-2.0, 2.0);

/// State of the lab panels while they are shown.
#[derive(Debug, Default)]
pub struct LabPanels {
    /// Thread that runs the playouts. It is started when a scene first has a projection.
    thread: Option<ProjectionThread>,
    /// Piece counts of the game at the last request for playouts, and at the last call of `share`.
    asked: Option<u64>,
    pieces: u64,
}

impl LabPanels {
    /// Returns the share of playouts that reached the goal so far, and requests new playouts when due.
    fn share(
        &mut self,
        app: &mut App,
        totals: &Summary,
        projection: Option<Projection>,
    ) -> Option<GoalShare> {
        if totals.pieces < self.pieces {
            // A lower count belongs to another game.
            self.asked = None;
            if let Some(thread) = &mut self.thread {
                thread.forget();
            }
        }
        self.pieces = totals.pieces;
        let goal = (totals.score / STEP + 1) * STEP;
        if self.thread.is_none() && projection.is_some() {
            self.thread = Some(ProjectionThread::start());
        }
        let thread = self.thread.as_mut()?;
        if let Some(why) = thread.hear() {
            app.say(format!("cannot compute the forecast: {why}"));
        }
        if thread.wants(goal)
            && self.asked != Some(totals.pieces)
            && let Some(projection) = projection
        {
            thread.ask(projection);
            self.asked = Some(totals.pieces);
        }
        thread.share().filter(|share| share.goal == goal)
    }
}

impl App {
    /// Shows or hides the AI's plan and its reasons. The setting is saved.
    pub(super) fn toggle_plan(&mut self) {
        self.context.set(|settings| settings.plan = !settings.plan);
    }

    /// Switches to the next level of detail of the statistics. The setting is saved.
    pub(super) fn turn_statistics(&mut self) {
        (self.context).set(|settings| settings.statistics = settings.statistics.next());
    }

    /// Returns whether the lab is on, by its setting or on a later page of panels, and the scene has statistics to show.
    pub(super) fn has_lab(&self) -> bool {
        let is_wanted = self.settings().lab || self.pages.is_later();
        is_wanted && self.can().does(Action::Lab) && self.hud().figures[0].is_some()
    }

    /// Returns the lab's panels, if the lab is on and the scene has statistics to show.
    pub(super) fn lab_panels(&mut self) -> Vec<Panel> {
        let hud = self.has_lab().then(|| self.hud());
        let shown = hud.and_then(|hud| {
            let (figures, totals) = (hud.figures[0].clone()?, hud.totals?);
            Some((figures, totals, hud.projection.clone()))
        });
        let Some((figures, totals, projection)) = shown else {
            // Stop the playouts while the view is hidden.
            self.lab = LabPanels::default();
            return Vec::new();
        };
        let mut lab = std::mem::take(&mut self.lab);
        let share = lab.share(self, &totals, projection);
        self.lab = lab;
        let panels = [
            ("Lab", lab_figures(&figures, &totals, share)),
            ("Where pieces lock", PanelPart::Map(Box::new(map(&figures)))),
        ];
        let panels = panels.map(|(title, part)| Panel {
            side: PanelSide::Left,
            ..Panel::new(title, vec![part])
        });
        panels.into()
    }
}

/// Builds the map of locks: heat of each cell, and a bar for each row.
fn map(figures: &GameStats) -> LockMap {
    let most = figures.locks.as_flattened().iter().max();
    let most = most.map_or(1.0, |&most| most.max(1) as f32);
    let rows = rows(figures);
    let all: u64 = rows.iter().sum();
    let length = |power: f64| {
        let (least, greatest) = BAR_RANGE;
        ((power - least) / (greatest - least)) as f32
    };
    let line = RowShareFit::from_locks(&rows).map(|fit| {
        let at = |row| length(fit.intercept + fit.slope * f64::from(row));
        (0..16).map(at).collect()
    });
    LockMap {
        heat: figures
            .locks
            .map(|row| row.map(|cell| (cell as f32 / most).powf(POWER))),
        bars: rows.map(|row: u64| match row {
            0 => 0.0,
            row => length((100.0 * row as f64 / all as f64).log10()),
        }),
        line: line.unwrap_or_default(),
    }
}

/// Counts locks by the row of the pivot.
fn rows(figures: &GameStats) -> [u64; 20] {
    let sum = |row: [u32; 10]| row.iter().map(|&cell| u64::from(cell)).sum();
    figures.locks.map(sum)
}

/// Returns the figures beside the map.
fn lab_figures(figures: &GameStats, totals: &Summary, share: Option<GoalShare>) -> PanelPart {
    let droughts = &figures.droughts;
    let until = RowShareFit::from_locks(&rows(figures)).map_or_else(
        || "-".to_owned(),
        |fit| short(fit.expected_pieces) + " pieces",
    );
    let mut told = vec![
        Figure::new("Pieces", short(totals.pieces as f64)),
        Figure::new("Top-out in", until),
        Figure::new("Droughts", short(droughts.count.into())),
        Figure::new("Pieces since I", short(droughts.now.into())),
        Figure::new("Last drought", short(droughts.last.into())),
        Figure::new("Longest wait", short(droughts.longest.into())),
    ];
    told.extend(share.map(|share| {
        let chance = match share.played {
            0 => "-".to_owned(),
            of => format!("{}%", (share.reached * 100 + of / 2) / of),
        };
        let word = format!("Chance of {}", short(share.goal as f64));
        Figure::new(word, chance)
    }));
    PanelPart::Figures(told)
}

/// Formats a number in at most five characters: whole, or in thousands, millions and so on, always rounded down.
fn short(number: f64) -> String {
    const UNITS: [&str; 5] = ["K", "M", "G", "T", "P"];
    let whole = format!("{:.0}", number.floor());
    if whole.len() <= 5 {
        return whole;
    }
    let mut scaled = number;
    for unit in UNITS {
        scaled /= 1_000.0;
        if scaled < 10.0 && scaled.fract() != 0.0 {
            return format!("{:.1}{unit}", (scaled * 10.0).floor() / 10.0);
        }
        if scaled < 1_000.0 {
            return format!("{:.0}{unit}", scaled.floor());
        }
    }
    "far".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_five_characters() {
        for (number, text) in [
            (0.0, "0"),
            (12_345.0, "12345"),
            (100_000.0, "100K"),
            (1_200_000.0, "1.2M"),
            (999_999.0, "999K"),
            (1_999_999.0, "1.9M"),
            (3.4e9, "3.4G"),
            (1e30, "far"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn the_largest_cell_is_the_brightest_and_rare_ones_are_seen() {
        let mut figures = GameStats::default();
        figures.locks[18][4] = 1_000;
        figures.locks[10][0] = 1;
        let totals = Summary {
            lines: 0,
            tetris_rate: None,
            pieces: 1_001,
            score: 0,
            ending: None,
        };
        let share = GoalShare {
            goal: 100_000,
            reached: 3,
            played: 4,
        };
        let map = map(&figures);
        assert_eq!((map.heat[18][4], map.heat[0][0]), (1.0, 0.0));
        assert!((0.2..0.3).contains(&map.heat[10][0]), "0.001 ^ 0.19 = 0.27");
        assert!(map.line.is_empty(), "rows with few locks have no line");
        let PanelPart::Figures(told) = lab_figures(&figures, &totals, Some(share)) else {
            panic!("figures");
        };
        assert_eq!(told.last(), Some(&Figure::new("Chance of 100K", "75%")));
    }
}

//! Speed test: the user taps left or right as fast as possible. It is not a game.

use std::path::PathBuf;

use rightwell::engine::{Events, GameView, View};
use rightwell::render::Overlay;
use rightwell::render::panel::{Curve, Figure, PanelPart, Tone};
use rightwell::rules::motion::{COLUMNS, ROWS};
use rightwell::rules::{Buttons, Cell, Region};
use rightwell::session::speed_test::{SpeedTest, TimedBurst};

use crate::options::scenes::SPEED_TEST;
use crate::store::drill_results::{self, DrillResults};
use crate::store::saver::SaveQueue;

use super::coach::CoachSettings;
use super::context::Context;
use super::panel::{ScenePanel, plain};
use super::{Capabilities, Hud, Scene, StepInput, StepOutcome, title};

/// Name on the command line.
pub const NAME: &str = SPEED_TEST.0;
/// Purpose, for the help.
pub const ABOUT: &str = SPEED_TEST.1;
/// Instructions in the panel.
const HOW: &str = "Tap left or right as fast as you can, at least five times.";
/// Number of bursts in the panel, the latest ones.
const LAST_SHOWN: usize = 3;

/// Scene of the speed test.
#[derive(Debug)]
pub struct SpeedTestScene {
    test: SpeedTest,
    region: Region,
    held: Buttons,
    /// Gaps between the taps of the last burst, in frames.
    gaps: Vec<u8>,
    /// File of the results.
    file: Option<(PathBuf, SaveQueue)>,
    /// Results so far.
    results: DrillResults,
}

/// Returns the name under which the results of the speed test are saved.
pub const fn name_of(region: Region) -> &'static str {
    match region {
        Region::Ntsc => "speed-test",
        Region::Pal => "speed-test, PAL",
    }
}

/// Formats a saved result, given in hundredths of a hertz.
pub fn in_hz(hundredths: u64) -> String {
    format!("{}.{:02} Hz", hundredths / 100, hundredths % 100)
}

impl SpeedTestScene {
    /// Returns a speed test at the frame rate of this region. It saves its results in `file`.
    pub fn new(region: Region, file: Option<(PathBuf, SaveQueue)>) -> SpeedTestScene {
        SpeedTestScene {
            test: SpeedTest::new(region),
            region,
            held: Buttons::NONE,
            gaps: Vec::new(),
            file,
            results: DrillResults::default(),
        }
    }

    /// Saves a finished burst.
    fn keep(&mut self, burst: TimedBurst) {
        let (Some((path, saver)), Some(hundredths)) = (&self.file, burst.burst.hundredths()) else {
            return;
        };
        self.results.add(hundredths.into());
        let (path, name) = (path.clone(), name_of(self.region));
        saver.save(move || drill_results::add(&path, name, hundredths.into()).map(|_| None));
    }

    /// Returns the burst that is shown: the current one, else the last one.
    fn shown_burst(&self) -> Option<TimedBurst> {
        self.test.burst().or(self.test.last().last().copied())
    }

    fn panel(&self) -> ScenePanel {
        let hz = |timed: Option<TimedBurst>| {
            let hundredths = timed.and_then(|timed| timed.burst.hundredths());
            hundredths.map_or("-".to_owned(), |hundredths| in_hz(hundredths.into()))
        };
        let rate_of = |timed| hz(timed).trim_end_matches(" Hz").to_owned();
        let told = self.shown_burst();
        let taps = told.map_or(0, |told| told.burst.taps);
        let even = told.map_or("-".to_owned(), |told| {
            format!("{}-{} frames", told.shortest, told.longest)
        });
        let best = match self.results.games {
            0 => hz(self.test.best()),
            _ => in_hz(self.results.best),
        };
        let now = Figure::new("Now, in Hz", rate_of(told)).toned(Tone::Head);
        let now = plain(PanelPart::KeyFigure(now));
        let mut figures = vec![
            Figure::new("Taps", taps.to_string()),
            Figure::new("Between taps", even),
            Figure::new("Best today", hz(self.test.best())),
            Figure::new("Best", best).toned(Tone::Good),
        ];
        let last = self.test.last().iter().rev().take(LAST_SHOWN);
        let last: Vec<String> = last.map(|timed| rate_of(Some(*timed))).collect();
        if !last.is_empty() {
            figures.push(Figure::new("Last", last.join(" ")));
        }
        let figures = plain(PanelPart::Figures(figures));
        let mut parts = vec![
            now,
            figures,
            plain(PanelPart::Text(HOW.to_owned(), Tone::Quiet)),
        ];
        if self.results.games > 0 {
            let best = self.results.best.max(1) as f32;
            let points = self.results.last.iter();
            parts.push(plain(PanelPart::Curve(Curve {
                title: "Latest results",
                points: points.map(|&hundredths| hundredths as f32 / best).collect(),
                height: 24,
                ..Curve::default()
            })));
        }
        ScenePanel::new("Speed test", parts)
    }
}

impl Scene for SpeedTestScene {
    fn begin(&mut self, context: &mut Context) {
        match self
            .file
            .as_ref()
            .map(|(path, _)| drill_results::load(path))
        {
            Some(Ok(all)) => self.results = all.of_drill(name_of(self.region)),
            Some(Err(error)) => context.notify(error.to_string()),
            None => {}
        }
    }

    fn step(&mut self, input: StepInput, _context: &mut Context) -> StepOutcome {
        let [held, _] = input.held;
        let new = held.without(self.held);
        self.held = held;
        if let Some(ended) = self.test.step(new) {
            self.keep(ended);
        }
        if !self.test.gaps().is_empty() {
            self.gaps = self.test.gaps().to_vec();
        }
        StepOutcome::Stepped(Events::default())
    }

    /// Draws each of the last ten gaps between taps as a column, with one cell per frame. Uneven taps are easy to see.
    fn view(&self) -> View {
        let mut field = [Cell::EMPTY; 200];
        let shown = self.gaps.len().saturating_sub(COLUMNS as usize);
        for (x, &gap) in self.gaps[shown..].iter().enumerate() {
            for y in (ROWS as usize).saturating_sub(gap.into())..ROWS as usize {
                field[y * COLUMNS as usize + x] = Cell::LIGHT;
            }
        }
        View::Game(Box::new(GameView {
            field,
            title: "Speed",
            ..GameView::BLANK
        }))
    }

    fn hud(&self) -> Hud {
        let rate = self.shown_burst().and_then(|told| told.burst.hundredths());
        let told = rate.map(|hundredths| in_hz(hundredths.into()));
        let told = told.unwrap_or("tap left or right as fast as you can".to_owned());
        Hud {
            title: title("speed test", None),
            status: vec![format!("speed test: {told}"), told],
            overlay: Overlay {
                rate,
                inputs: [Some(self.held), None],
                ..Overlay::default()
            },
            panels: vec![self.panel()],
            ..Hud::default()
        }
    }

    fn can(&self) -> Capabilities {
        Capabilities {
            people: [true, false],
            region: self.region,
            is_practice: true,
            ..Capabilities::default()
        }
    }

    fn tick(&mut self, _coach: &CoachSettings, context: &mut Context) {
        let saver = self.file.as_ref().map(|(_, saver)| saver);
        context.notify_of(saver.and_then(SaveQueue::take_notice));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::Disk;

    fn tap(scene: &mut SpeedTestScene, gaps: &[usize]) {
        for &gap in gaps {
            for frame in 0..gap {
                let held = if frame == 0 {
                    Buttons::LEFT
                } else {
                    Buttons::NONE
                };
                scene.step(
                    StepInput::of([held, Buttons::NONE]),
                    &mut Context::default(),
                );
            }
        }
    }

    #[test]
    fn a_burst_is_shown_at_once_and_saved_at_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("drills.ron");
        let disk = Disk::immediate();
        let saved = || Some((file.clone(), SaveQueue::new(&disk)));
        let mut scene = SpeedTestScene::new(Region::Ntsc, saved());
        tap(&mut scene, &[5, 4, 6, 5, 1]);
        let said = |scene: &SpeedTestScene| scene.hud().status[0].clone();
        assert_eq!(said(&scene), "speed test: 12.02 Hz");
        assert_eq!(drill_results::load(&file).unwrap().of_drill(NAME).games, 0);
        tap(&mut scene, &[20]);
        tap(&mut scene, &[3, 3, 3, 30]);
        let kept = drill_results::load(&file).unwrap().of_drill(NAME);
        assert_eq!(
            (kept.games, kept.best),
            (1, 1202),
            "a burst of four taps must not count"
        );
        let View::Game(view) = scene.view() else {
            panic!("expected a playfield");
        };
        let height = |x: usize| {
            (0..20)
                .filter(|y| view.field[y * 10 + x].is_occupied())
                .count()
        };
        assert_eq!([0, 1, 2, 3].map(height), [3, 3, 3, 0]);
        let mut again = SpeedTestScene::new(Region::Ntsc, saved());
        again.begin(&mut Context::default());
        assert_eq!(again.results, kept);
    }
}

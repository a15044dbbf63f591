//! Timeline of a replay: a bar with level-ups and mistakes, on which a click goes to any time.

use rightwell::render::panel::{Figure, PanelPart, PanelSide, Timeline};

use crate::scene::panel::{ClickTargets, ScenePanel, plain};
use crate::scene::{JumpTarget, words};

use super::RecordingScene;

impl RecordingScene {
    /// Goes to a time of the recording, in steps from its first piece to its end.
    pub(super) fn seek_time(&mut self, step: u16) {
        let length = self.last.saturating_sub(self.first);
        let passed = length * u64::from(step) / u64::from(JumpTarget::TIME_STEPS);
        self.review.go_away();
        self.recorded.seek().seek(self.first + passed);
    }

    /// Returns the panel with the time of the replay, its level-ups and its rated mistakes.
    pub(super) fn timeline_panel(&self) -> ScenePanel {
        let length = self.last.saturating_sub(self.first).max(1);
        let share = |frame: u64| frame.saturating_sub(self.first) as f32 / length as f32;
        let frame = self.recorded.place().frame();
        let played = frame.saturating_sub(self.first).min(length);
        let clock = |frames| words::minutes(frames, self.recorded.region());
        let ticks = self.review.ticks().into_iter();
        let timeline = Timeline {
            now: share(frame),
            ticks: ticks.map(|(frame, tone)| (share(frame), tone)).collect(),
        };
        let time = Figure::new("Time", clock(played));
        let length = Figure::new("Length", clock(length));
        let parts = vec![
            plain(PanelPart::KeyFigure(time)),
            (PanelPart::Timeline(timeline), ClickTargets::Time),
            plain(PanelPart::Figures(vec![length])),
        ];
        let mut shown = ScenePanel::new("Replay", parts);
        shown.panel.side = PanelSide::Left;
        shown
    }
}

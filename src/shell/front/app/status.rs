//! What the program says of itself: status line and title.

use rightwell::players::StrategyKind;
use rightwell::session::{Controls, Ending};

use crate::shell::activity::stage::Stage;
use crate::shell::front::pacer::Speed;

use super::App;

impl App {
    /// The two halves of the status line.
    pub fn status(&self) -> (String, String) {
        let mut left = match &self.stage {
            Stage::Exhibition(exhibition, _) => {
                let strategy = exhibition.strategy();
                let filter = match strategy.kind() {
                    StrategyKind::Alone => "no filter".to_owned(),
                    StrategyKind::Pattern(builder) => builder.pattern().name().to_owned(),
                    StrategyKind::PatternFilter(filter) => {
                        format!("plain {}", filter.pattern().name())
                    }
                    kind => kind.to_string(),
                };
                let input = match exhibition.series().controls {
                    Controls::Drag => "drag",
                    Controls::Pad(_) => "pad",
                };
                format!("{} {input} {filter}", strategy.player().name())
            }
            Stage::Recorded(recorded) => {
                let place = recorded.place();
                let clock = |frame| minutes(frame as f64 / recorded.frames_per_second());
                let (now, end) = (clock(place.frame()), clock(place.frames()));
                format!("replay {now} of {end}")
            }
            Stage::Person(_) => "F1: keys".to_owned(),
            Stage::Versus(arena) => {
                let versus = arena.play().versus();
                let (round, best_of) = (versus.round() + 1, versus.start().best_of);
                let keys = if arena.play().has_person() {
                    "F1: keys  "
                } else {
                    ""
                };
                format!("{keys}round {round}, best of {best_of}")
            }
        };
        if let Some(ending) = self.ending() {
            left = ending.to_owned();
        }
        let mut right = match self.speed {
            Speed::Max => "max".to_owned(),
            speed => format!("x{speed}"),
        };
        if let Stage::Exhibition(exhibition, _) = &self.stage
            && exhibition.is_play_fast()
        {
            right.insert_str(0, "fast ");
        }
        if self.paused {
            right.insert_str(0, "paused ");
        }
        (left, right)
    }

    /// What there is to say at the end of a game.
    pub(super) fn ending(&self) -> Option<&'static str> {
        match &self.stage {
            Stage::Exhibition(exhibition, _) => exhibition.ending().map(|ending| match ending {
                Ending::ToppedOut => "game over",
                Ending::PictureDone => "picture done",
                Ending::GoalReached => "goal reached",
            }),
            Stage::Recorded(recorded) => {
                recorded.place().is_at_end().then_some("end of the replay")
            }
            Stage::Person(_) | Stage::Versus(_) => None,
        }
    }

    /// The window's title: who plays, and the score.
    pub fn title(&self) -> String {
        let who = match &self.stage {
            Stage::Exhibition(exhibition, _) => exhibition.strategy().player().name(),
            Stage::Recorded(_) => "replay",
            Stage::Person(_) => "play",
            Stage::Versus(arena) => return arena.title(),
        };
        match self.stage.points() {
            Some(points) => format!("Rightwell - {who} - {points}"),
            None => format!("Rightwell - {who}"),
        }
    }
}

/// Seconds of play as minutes and seconds.
fn minutes(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

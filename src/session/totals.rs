//! Statistics of a console's games.

use crate::engine::{Console, Event, Events};

use super::ending::Ending;
use super::game_stats::GameStats;
use super::summary::Summary;

/// Statistics of the games on a console, one game after the other. The demo does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleTotals {
    /// Game being counted. `None` while there is no game.
    game: Option<Box<CountedGame>>,
}

/// Game of a console.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CountedGame {
    stats: GameStats,
    ending: Option<Ending>,
}

impl ConsoleTotals {
    /// Starts counting at the current frame of `console`.
    pub fn new(console: &Console) -> ConsoleTotals {
        let mut totals = ConsoleTotals { game: None };
        totals.follow(console, Events::default());
        totals
    }

    /// Counts the events of one frame of the console.
    pub fn follow(&mut self, console: &Console, events: Events) {
        let Some(game) = console.game().filter(|_| !console.is_demo()) else {
            self.game = None;
            return;
        };
        let Some(counted) = &mut self.game else {
            self.game = Some(Box::new(CountedGame {
                stats: GameStats::of_pad(game, console.carry()),
                ending: None,
            }));
            return;
        };
        counted.stats.follow_pad(game, console.carry(), events);
        if events.contains(Event::ToppedOut) {
            counted.ending = Some(Ending::ToppedOut);
        } else if events.contains(Event::GoalReached) {
            counted.ending = Some(Ending::GoalReached);
        } else if events.contains(Event::Crashed) {
            counted.ending = Some(Ending::Crashed);
        }
    }

    /// Returns the statistics of the current game, on the screen or during its ending.
    pub fn figures(&self) -> Option<&GameStats> {
        self.game.as_ref().map(|counted| &counted.stats)
    }

    /// Returns the summary of the current game, on the screen or during its ending.
    pub fn summary(&self, console: &Console) -> Option<Summary> {
        let counted = self.game.as_ref()?;
        let score = console.game()?.score();
        Some(counted.stats.summary(score, counted.ending))
    }
}

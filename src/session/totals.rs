//! Totals of running games, and summaries of games.

use crate::engine::{Console, Event, Events, Side, Versus};
use crate::rules::Score;

use super::ending::Ending;
use super::game_stats::GameStats;

/// Number of lines at which the cartridge's line counter restarts at 0.
///
/// Source: [`Counter`](crate::rules::Counter).
const COUNTER_END: u16 = 25_600;

/// Totals of a game, not limited by the counters on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GameTotals {
    /// Line counter at the last step.
    counter: u16,
    lines: u64,
    tetrises: u64,
    pieces: u64,
}

impl GameTotals {
    /// Starts counting. `counter` is the line counter: 25 in a B-type game, otherwise 0.
    pub fn new(counter: u16) -> GameTotals {
        GameTotals {
            counter,
            ..GameTotals::default()
        }
    }

    /// Follows one step. `counter` is the line counter after it, which may count up or down.
    pub fn follow(&mut self, counter: u16, events: Events) {
        if counter != self.counter {
            let up = (counter + COUNTER_END - self.counter) % COUNTER_END;
            self.lines += u64::from(up.min(COUNTER_END - up));
            self.counter = counter;
        }
        self.tetrises += u64::from(events.contains(Event::Tetris));
        let is_next = events.contains(Event::Spawned) || events.contains(Event::GoalReached);
        self.pieces += u64::from(is_next);
    }

    /// Follows one frame of a match. Each round has its own totals.
    pub fn follow_match(totals: &mut [GameTotals; 2], versus: &Versus, events: [Events; 2]) {
        for side in Side::BOTH {
            let (totals, events) = (&mut totals[side.index()], events[side.index()]);
            if events.contains(Event::ScreenChanged) {
                *totals = GameTotals::default();
            } else {
                totals.follow(versus.game(side).lines(), events);
            }
        }
    }

    /// Returns the summary with this score, and with the ending if the game has ended.
    pub fn summary(self, score: Score, ending: Option<Ending>) -> Summary {
        Summary {
            lines: self.lines,
            tetrises: self.tetrises,
            pieces: self.pieces,
            score: score.unlimited().max(score.points().into()),
            ending,
        }
    }
}

/// Summary of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Lines cleared.
    pub lines: u64,
    /// Number of Tetrises.
    pub tetrises: u64,
    /// Pieces locked.
    pub pieces: u64,
    /// Score without the six-digit limit. Past that limit, soft drops do not count.
    pub score: u64,
    /// Ending of the game. `None` if it is in progress or was left.
    pub ending: Option<Ending>,
}

impl Summary {
    /// Returns the percentage of lines cleared four at once, rounded to the nearest whole number. `None` without lines.
    pub const fn tetris_rate(&self) -> Option<u64> {
        match self.lines {
            0 => None,
            lines => Some((800 * self.tetrises + lines) / (2 * lines)),
        }
    }
}

/// Totals of the games on a console, one after another. The demo does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleTotals {
    /// Current game, or `None` if there is none.
    game: Option<Box<CountedGame>>,
}

/// Game of a console.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CountedGame {
    totals: GameTotals,
    stats: GameStats,
    ending: Option<Ending>,
}

impl ConsoleTotals {
    /// Starts counting at the console's current state.
    pub fn new(console: &Console) -> ConsoleTotals {
        let mut totals = ConsoleTotals { game: None };
        totals.follow(console, Events::default());
        totals
    }

    /// Follows one frame.
    pub fn follow(&mut self, console: &Console, events: Events) {
        let Some(game) = console.game().filter(|_| !console.is_demo()) else {
            self.game = None;
            return;
        };
        let Some(counted) = &mut self.game else {
            self.game = Some(Box::new(CountedGame {
                totals: GameTotals::new(game.lines()),
                stats: GameStats::of_pad(game, console.carry()),
                ending: None,
            }));
            return;
        };
        counted.totals.follow(game.lines(), events);
        counted.stats.follow_pad(game, console.carry(), events);
        if events.contains(Event::ToppedOut) {
            counted.ending = Some(Ending::ToppedOut);
        } else if events.contains(Event::GoalReached) {
            counted.ending = Some(Ending::GoalReached);
        } else if events.contains(Event::Crashed) {
            counted.ending = Some(Ending::Crashed);
        }
    }

    /// Returns the statistics of the current game, also during its ending scene. `None` without a game.
    pub fn figures(&self) -> Option<&GameStats> {
        self.game.as_ref().map(|counted| &counted.stats)
    }

    /// Returns the summary of the current game, also during its ending scene. `None` without a game.
    pub fn summary(&self, console: &Console) -> Option<Summary> {
        let counted = self.game.as_ref()?;
        let score = console.game()?.score();
        Some(counted.totals.summary(score, counted.ending))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(all: &[Event]) -> Events {
        let mut events = Events::default();
        all.iter().for_each(|&event| events.insert(event));
        events
    }

    #[test]
    fn lines_go_on_where_the_counter_starts_again() {
        let mut totals = GameTotals::new(0);
        let mut counter = 0;
        for _ in 0..10_000 {
            counter = (counter + 4) % COUNTER_END;
            totals.follow(counter, events(&[Event::Tetris]));
            totals.follow(counter, events(&[Event::Spawned]));
        }
        assert_eq!((totals.lines, totals.pieces), (40_000, 10_000));
        assert_eq!(
            totals.summary(Score::default(), None).tetris_rate(),
            Some(100)
        );
    }

    #[test]
    fn a_game_that_counts_down_has_cleared_what_is_missing() {
        let mut totals = GameTotals::new(25);
        for counter in [21, 20, 18, 0] {
            totals.follow(counter, Events::default());
        }
        totals.follow(0, events(&[Event::GoalReached]));
        let summary = totals.summary(Score::new(3_400), Some(Ending::GoalReached));
        assert_eq!(
            (summary.lines, summary.pieces, summary.score),
            (25, 1, 3_400)
        );
    }

    #[test]
    fn the_rate_is_that_of_lines_and_rounded() {
        let rate = |lines, tetrises| {
            let totals = GameTotals {
                lines,
                tetrises,
                ..GameTotals::default()
            };
            totals.summary(Score::default(), None).tetris_rate()
        };
        assert_eq!(rate(0, 0), None);
        assert_eq!(rate(7, 0), Some(0));
        assert_eq!(rate(7, 1), Some(57));
        assert_eq!(rate(12, 1), Some(33));
        assert_eq!(rate(6, 1), Some(67));
        assert_eq!(rate(4, 1), Some(100));
    }
}

//! Development of the error costs from the oldest games to the newest.

use crate::session::reasons::Category;

use super::ReviewFigures;

/// Cost of each category of errors, by period.
#[derive(Clone, Debug, PartialEq)]
pub struct CostsOverTime {
    /// Names of the periods, such as `games 1-3`.
    pub parts: Vec<String>,
    /// Lines lost per 100 pieces in each period. The first row is for all categories together, and one row follows for
    /// each category with any cost.
    pub rows: Vec<(&'static str, Vec<f64>)>,
}

/// Maximum number of periods.
const PARTS: usize = 4;

impl CostsOverTime {
    /// Returns the costs by period over these games, oldest first. `None` for fewer than two games.
    pub fn of(games: &[&ReviewFigures]) -> Option<CostsOverTime> {
        let count = PARTS.min(games.len());
        if count < 2 {
            return None;
        }
        let bounds = |part: usize| (part * games.len() / count, (part + 1) * games.len() / count);
        let part = |part| match bounds(part) {
            (from, to) if from + 1 == to => format!("game {to}"),
            (from, to) => format!("games {}-{to}", from + 1),
        };
        let lost = |games: &[&ReviewFigures], kind: Option<Category>| -> f64 {
            let of_game = |game: &&ReviewFigures| match kind {
                None => game.whole.mean_loss * game.whole.moves as f64,
                Some(kind) => {
                    let shares = game.categories.iter();
                    shares
                        .filter(|share| share.category == kind)
                        .map(|share| share.lines_lost)
                        .sum()
                }
            };
            // Adding 0.0 turns the -0 of an empty sum into 0.
            0.0 + games.iter().map(of_game).sum::<f64>()
        };
        let row = |name, kind| {
            let in_part = |part| {
                let (from, to) = bounds(part);
                let games = &games[from..to];
                let moves: usize = games.iter().map(|game| game.whole.moves).sum();
                100.0 * lost(games, kind) / moves.max(1) as f64
            };
            (name, (0..count).map(in_part).collect())
        };
        let kinds = Category::ALL.into_iter();
        let kinds = kinds.filter(|&kind| lost(games, Some(kind)) > 0.0);
        let kinds = kinds.map(|kind| row(kind.name(), Some(kind)));
        Some(CostsOverTime {
            parts: (0..count).map(part).collect(),
            rows: std::iter::once(row("all", None)).chain(kinds).collect(),
        })
    }
}

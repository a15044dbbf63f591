//! Plots that show how a swarm converges.

use crate::lab::swarm::{Iteration, SwarmRecipe};
use crate::rules::counted;

use super::Plot;
use super::axis::Axis;
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::count;

/// Returns the plots of a swarm. Empty before the second iteration.
pub fn convergence(recipe: &SwarmRecipe, course: &[Iteration]) -> Vec<Plot> {
    if course.len() < 2 {
        return Vec::new();
    }
    let points = |of: fn(&Iteration) -> f64| -> Vec<(f64, f64)> {
        let numbers = (1..).map(f64::from);
        numbers.zip(course.iter().map(of)).collect()
    };
    let best = points(|iteration| iteration.best);
    let mean = points(|iteration| iteration.mean);
    let spread = points(|iteration| iteration.spread);
    let objective = recipe.objective;
    let x = || Axis::linear("iteration", 1.0, course.len() as f64);
    let both = || best.iter().chain(&mean).map(|point| point.1);
    let (least, most) = (
        both().fold(f64::MAX, f64::min),
        both().fold(f64::MIN, f64::max),
    );
    let room = 0.05 * (most - least);
    let end = |points: &[(f64, f64)]| points.last().map_or(0.0, |point| point.1);
    let restarts: Vec<f64> = (1..)
        .zip(course)
        .filter(|(_, iteration)| iteration.restarts)
        .map(|(number, _)| f64::from(number))
        .collect();
    let lines = [format!(
        "at the end: best {}, mean {} ({} with {} each)",
        objective.in_words(end(&best)),
        objective.in_words(end(&mean)),
        counted(recipe.particles, "particle"),
        counted(count(recipe.games), "game")
    )];
    let y = Axis::linear(objective.unit(), least - room, most + room);
    let mut values = Chart::new("Values of the swarm", &lines, x(), y);
    values.line(&mean, Ink::Computed);
    values.line(&best, Ink::Data);
    values.name(Ink::Data, "best");
    values.name(Ink::Computed, "mean");
    let widest = spread
        .iter()
        .fold(0.0, |most: f64, point| most.max(point.1));
    let lines = [format!("at the end {:.3}", end(&spread))];
    let y = Axis::linear("distance from the centre", 0.0, 1.05 * widest);
    let mut spread_chart = Chart::new("Spread of the swarm", &lines, x(), y);
    spread_chart.line(&spread, Ink::Data);
    for number in restarts {
        values.mark(number, "restart", Ink::Secondary);
        spread_chart.mark(number, "restart", Ink::Secondary);
    }
    vec![
        Plot {
            name: "swarm-values",
            caption: "Best value so far and mean of all particles in the training games, by iteration. A particle dropped after a quarter of the games counts with its value in that quarter."
                .to_owned(),
            drawing: values.drawing,
        },
        Plot {
            name: "swarm-spread",
            caption: "Root mean square distance of the particles from their centre, per coordinate (1 is a weight of usual size). A swarm contracts as it settles."
                .to_owned(),
            drawing: spread_chart.drawing,
        },
    ]
}

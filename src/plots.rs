//! Pictures and a page of what the lab found.
//!
//! Owns drawings, their two forms (SVG whose text stays text, and PNG in the game's own letters), one
//! picture a question, and the page that gathers them. Figures come from reports alone, so equal
//! reports give equal pictures, byte for byte. Start with [`plot_games`], [`plot_matches`],
//! [`plot_learning`],
//! [`plot_swarm`], [`review_page`] or [`reviews_page`].

mod axis;
mod chart;
mod clears;
mod drawing;
mod heat;
mod heights;
mod learning;
mod matches;
mod numbers;
mod page;
mod png;
mod review;
mod reviews;
mod rows;
mod scores;
mod style;
mod svg;
mod swarm;
mod tables;
mod walk;
mod worst;

pub use axis::{Axis, Spacing};
pub use chart::Chart;
pub use drawing::{Anchor, Drawing, Ink, Letters, Shape};
pub use heat::heat_colour;
pub use review::{Review, review_page};
pub use reviews::{GameOfMany, reviews_page};

use crate::lab::{Course, Curve, Iteration, MatchReport, Report, SwarmRecipe};

/// The page that gathers everything.
pub const PAGE: &str = "report.html";

/// Every picture there can be: `NAME.svg` and `NAME.png`, of games, of matches, of learning, of
/// swarms.
pub const NAMES: [&str; 13] = [
    "locks",
    "locks-by-piece",
    "rows",
    "clears",
    "scores",
    "chances",
    "heights",
    "matches",
    "learning-tetrises",
    "learning-losses",
    "learning-errors",
    "swarm-values",
    "swarm-spread",
];

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotFile {
    /// Its name, without a folder.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// A picture with its name and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// One of [`NAMES`].
    pub name: &'static str,
    /// What it shows and how to read it, in a sentence or two.
    pub caption: String,
    /// The picture.
    pub drawing: Drawing,
}

/// Pictures and page of games; what does not apply is absent. `command` is the command line that made
/// them.
pub fn plot_games(report: &Report, command: &str) -> Vec<PlotFile> {
    let plots = [
        heat::lock_map(report),
        heat::lock_maps_by_piece(report),
        rows::locks_by_row(report),
        clears::intervals(report),
        scores::distribution(report),
        scores::chances(report),
        heights::stack_heights(report),
    ];
    let plots: Vec<Plot> = plots.into_iter().flatten().collect();
    let page = tables::for_games(report);
    files(&plots, &page, command)
}

/// The picture and the page of matches.
pub fn plot_matches(report: &MatchReport, command: &str) -> Vec<PlotFile> {
    let plots: Vec<Plot> = matches::win_rates(report).into_iter().collect();
    let page = tables::for_matches(report);
    files(&plots, &page, command)
}

/// Pictures and page of learning: how it went, what was played in all, and in a line how the table is
/// made.
pub fn plot_learning(curve: &Curve, course: &Course, recipe: &str, command: &str) -> Vec<PlotFile> {
    let plots = learning::curves(curve, course);
    let page = tables::for_learning(course, recipe);
    files(&plots, &page, command)
}

/// Pictures and page of a swarm: what came of each iteration.
pub fn plot_swarm(recipe: &SwarmRecipe, course: &[Iteration], command: &str) -> Vec<PlotFile> {
    let plots = swarm::convergence(recipe, course);
    let page = tables::for_swarm(recipe, course);
    files(&plots, &page, command)
}

fn files(plots: &[Plot], tables: &tables::Tables, command: &str) -> Vec<PlotFile> {
    let renderer = crate::render::Renderer::new();
    let mut files = Vec::with_capacity(2 * plots.len() + 1);
    for plot in plots {
        let svg = svg::file(plot).into_bytes();
        let png = png::file(&plot.drawing, &renderer);
        for (ending, bytes) in [("svg", svg), ("png", png)] {
            let name = format!("{}.{ending}", plot.name);
            files.push(PlotFile { name, bytes });
        }
    }
    files.push(PlotFile {
        name: PAGE.to_owned(),
        bytes: page::page(plots, tables, "", &[command], page::BESIDE).into_bytes(),
    });
    files
}

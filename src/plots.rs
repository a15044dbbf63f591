//! Plots and an HTML page for the results of the lab.
//!
//! This module owns drawings, their two formats (SVG with real text, PNG with the game's own letters), one plot per
//! question, and the pages that contain the plots. All figures come from reports, so equal reports give identical
//! plots, byte for byte. Start with [`plot_games`], [`plot_matches`], [`plot_learning`], [`plot_swarm`],
//! [`review_page`] or [`reviews_page`].

mod axis;
mod chart;
mod clears;
mod contest;
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
pub use contest::{MOMENTS_MAX, clock, lead_sentence, leader, unknown_scores};
pub use drawing::{Anchor, Drawing, Ink, LetterSize, Shape};
pub use heat::heat_colour;
pub use numbers::count;
pub use review::{Review, review_page};
pub use reviews::{GameOfMany, reviews_page, strong_people};

use crate::lab::{Iteration, LearningCurve, LearningTotals, MatchReport, Report, SwarmRecipe};

/// File name of the page in the output folder.
pub const PAGE: &str = "report.html";

/// Names of all plots of games, matches, learning and swarms. Their files are `NAME.svg` and `NAME.png`.
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

/// Output file of a plot or page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotFile {
    /// Name of the file, without a folder.
    pub name: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Plot with its name and caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Name of the plot, one of [`NAMES`].
    pub name: &'static str,
    /// Caption: one or two sentences that say what the plot shows and how to read it.
    pub caption: String,
    /// Drawing of the plot.
    pub drawing: Drawing,
}

/// Returns the plots and the page of a batch of games. Plots without data are left out. `command` is the command line
/// that made them.
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

/// Returns the plot and the page of a batch of matches. `command` is the command line that made them.
pub fn plot_matches(report: &MatchReport, command: &str) -> Vec<PlotFile> {
    let plots: Vec<Plot> = matches::win_rates(report).into_iter().collect();
    let page = tables::for_matches(report);
    files(&plots, &page, command)
}

/// Returns the plots and the page of a learning run. `recipe` is its recipe in one line.
pub fn plot_learning(
    curve: &LearningCurve,
    course: &LearningTotals,
    recipe: &str,
    command: &str,
) -> Vec<PlotFile> {
    let plots = learning::curves(curve, course);
    let page = tables::for_learning(course, recipe);
    files(&plots, &page, command)
}

/// Returns the plots and the page of a swarm. `course` holds the result of each iteration.
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
    let page = page::page(&page::Page {
        plots,
        tables,
        lead: "",
        walk: "",
        more: "",
        commands: &[command],
        below: page::FILES_NOTE,
    });
    files.push(PlotFile {
        name: PAGE.to_owned(),
        bytes: page.into_bytes(),
    });
    files
}

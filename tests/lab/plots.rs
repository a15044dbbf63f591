//! Tests of the plots and their page: colours and lines agree with the figures, and the page needs no other resources.

use std::collections::BTreeMap;
use std::sync::Arc;

use rightwell::lab::{Batch, BatchDescription, BatchSize, Control, Report, Shard, Tally};
use rightwell::players::{Player, Strategy};
use rightwell::plots::{NAMES, PAGE, PlotFile, heat_colour, plot_games};
use rightwell::rules::{Piece, Pose, RandomizerKind};
use rightwell::session::{Controls, SeriesSettings};

use crate::support::markup;

fn batch(games: u64) -> Batch {
    let player = Player::named("el-tetris").unwrap();
    Batch {
        series: SeriesSettings {
            level: 18,
            randomizer: RandomizerKind::NesOdds,
            seed: 77,
            controls: Controls::Drag,
            position: None,
        },
        strategy: Arc::new(Strategy::alone(Arc::new(player))),
        extent: BatchSize::Games {
            games,
            pieces: None,
        },
        lines: Some(40),
        pieces_per_game: None,
        shard: Shard::WHOLE,
    }
}

fn report_of(tally: &Tally) -> Report {
    Report::from_description(BatchDescription::from_batch(&batch(1)), tally, 1.0, false)
}

/// Returns a tally with locks. Each entry is a piece, a row, a column, and a number of locks.
fn tally(locks: &[(Piece, i8, i8, u32)]) -> Tally {
    let mut tally = Tally::default();
    for &(piece, y, x, count) in locks {
        let pose = Pose {
            orientation: piece.spawn(),
            x,
            y,
        };
        for _ in 0..count {
            tally.count_lock(pose, 0, 3);
        }
    }
    tally
}

fn text(files: &[PlotFile], name: &str) -> String {
    let file = files.iter().find(|file| file.name == name);
    let file = file.unwrap_or_else(|| panic!("there is no file {name}"));
    String::from_utf8(file.bytes.clone()).unwrap()
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the points of an SVG line from its text.
fn points(text: &str) -> Vec<(f64, f64)> {
    let number = |text: &str| text.parse().unwrap();
    text.split(' ')
        .filter_map(|pair| pair.split_once(','))
        .map(|(x, y)| (number(x), number(y)))
        .collect()
}

#[test]
fn every_cell_of_the_heat_map_has_the_colour_of_its_share_of_the_largest() {
    let drawn = [
        (Piece::T, 18, 4, 1000),
        (Piece::O, 18, 5, 100),
        (Piece::I, 10, 9, 1),
    ];
    let files = plot_games(&report_of(&tally(&drawn)), "");
    let svg = text(&files, "locks.svg");
    for (_, y, x, count) in drawn {
        let said = format!("<title>row {y}, column {x}: ");
        let place = svg.find(&said).unwrap_or_else(|| panic!("{said}"));
        let tag = &svg[svg[..place].rfind("<rect").unwrap()..place];
        let colour = hex(heat_colour(count.into(), 1000));
        assert!(tag.contains(&colour), "{tag}: not {colour}");
    }
    assert_eq!(
        svg.matches("<title>row").count(),
        3,
        "only these cells may be bright"
    );
    // Each piece has a colour scale of its own, up to its largest cell. So a single cell has the brightest colour.
    let pieces = text(&files, "locks-by-piece.svg");
    let brightest = hex(heat_colour(1, 1));
    assert_eq!(pieces.matches(&brightest).count(), 3);
}

#[test]
fn the_fitted_line_goes_through_the_dots_of_a_tenfold_fall() {
    // Each row has ten times as many locks as the row above it.
    let mut tally = Tally::default();
    for row in 6..=15 {
        tally.locks[row][4] = 10u64.pow(row as u32 - 5);
    }
    tally.pieces = tally.locks_by_row().iter().sum();
    let report = report_of(&tally);
    let fit = report.fit.unwrap();
    assert!((fit.slope - 1.0).abs() < 1e-9);
    let svg = text(&plot_games(&report, ""), "rows.svg");
    let of = |class: &str| markup::values(&svg, "polyline", &[class], "points");
    let dots: Vec<(f64, f64)> = of("line-first").iter().map(|dot| points(dot)[0]).collect();
    assert_eq!(dots.len(), 10);
    let lines: Vec<Vec<(f64, f64)>> = of("line-second").iter().map(|line| points(line)).collect();
    let fitted = &lines[lines.len() - 1];
    let [(x0, y0), (x1, y1)] = fitted[..] else {
        panic!("{fitted:?}")
    };
    let slope = (y1 - y0) / (x1 - x0);
    for &(x, y) in &dots {
        let on_line = y0 + slope * (x - x0);
        assert!(
            (on_line - y).abs() < 0.05,
            "{x}, {y}: the line is at {on_line}"
        );
    }
    // The line goes from the dot of row 6 to the dot of row 15.
    let row = dots[1].0 - dots[0].0;
    assert!((x1 - x0 - 9.0 * row).abs() < 0.05);
    assert!((dots[0].0 - x0).abs() < 0.05);
    // A dashed line continues the fitted line up to row 0, where the chart states the expected number of pieces.
    let above = lines
        .iter()
        .find(|line| (line[1].0 - x0).abs() < 0.01 && line[0].0 < x0);
    let above = above.expect("the line must reach row 0");
    assert!((x0 - above[0].0 - 6.0 * row).abs() < 0.05);
    assert!((above[0].1 - y0 + 6.0 * slope * row).abs() < 0.1);
    assert!(svg.contains("until a piece locks in row 0"));
}

#[test]
fn a_fitted_line_that_contradicts_the_games_is_not_shown() {
    let locks: Vec<_> = (6..=15).map(|y| (Piece::T, y, 4, 100)).collect();
    let mut tally = tally(&locks);
    let shown = |tally: &Tally| {
        let report = report_of(tally);
        assert!(report.fit.is_some_and(|fit| fit.expected_pieces < 11.0));
        let files = plot_games(&report, "");
        [text(&files, "rows.svg"), text(&files, "report.html")]
    };
    let [rows, page] = shown(&tally);
    assert!(
        rows.contains("no fitted line: the line predicts 100 lost games, but 0 were lost"),
        "{rows}"
    );
    assert!(!rows.contains("until a piece locks in row 0"));
    assert!(!page.contains("pieces expected until the game is over"));
    (tally.games, tally.games_over) = (100, 100);
    let [rows, page] = shown(&tally);
    assert!(rows.contains("until a piece locks in row 0"));
    assert!(page.contains("pieces expected until the game is over"));
}

#[test]
fn a_steep_line_ends_at_all_locks() {
    let locks = [10, 11, 12].map(|y| (Piece::T, y, 4, 10u32.pow(y as u32 - 9)));
    let svg = text(&plot_games(&report_of(&tally(&locks)), ""), "rows.svg");
    let of = |class: &str| markup::values(&svg, "polyline", &[class], "points");
    let lines: Vec<Vec<(f64, f64)>> = of("line-second").iter().map(|line| points(line)).collect();
    let [(x0, y0), (x1, y1)] = lines[lines.len() - 1][..] else {
        panic!("{lines:?}")
    };
    for dot in of("line-first") {
        let (x, y) = points(dot)[0];
        let on_line = y0 + (y1 - y0) / (x1 - x0) * (x - x0);
        assert!(
            (on_line - y).abs() < 0.05,
            "{x}, {y}: the line is at {on_line}"
        );
    }
    let top = of("line-grid")
        .iter()
        .map(|line| points(line)[0].1)
        .fold(f64::MAX, f64::min);
    assert!((y1 - top).abs() < 0.01, "{y1} is not {top}");
}

#[test]
fn bars_of_complete_clears_are_their_counts() {
    let mut tally = tally(&[(Piece::I, 18, 4, 100)]);
    tally.clears = BTreeMap::from([(10, 4), (15, 2), (20, 1), (25, 1)]);
    let svg = text(&plot_games(&report_of(&tally), ""), "clears.svg");
    let bars = markup::values(&svg, "rect", &["fill-pale"], "height");
    let heights: Vec<f64> = bars.iter().map(|height| height.parse().unwrap()).collect();
    assert_eq!(heights.len(), 4);
    for (bar, count) in heights.iter().zip([4.0, 2.0, 1.0, 1.0]) {
        let expected = heights[0] * count / 4.0;
        assert!((bar - expected).abs() < 0.05, "{bar}, not {expected}");
    }
}

#[test]
fn the_chance_falls_from_all_games_to_none() {
    let batch = batch(50);
    let report = Report::new(&batch, &batch.run(&Control::default()), 1.0, false);
    let svg = text(&plot_games(&report, ""), "chances.svg");
    let lines = markup::values(&svg, "polyline", &["line-first"], "points");
    let line = points(lines[0]);
    assert!(line.len() > 100);
    assert!(line.is_sorted_by(|one, other| one.0 < other.0 && one.1 <= other.1));
    let quiet = markup::values(&svg, "polyline", &["line-quiet"], "points");
    let floor = points(quiet[quiet.len() - 1])[0].1;
    assert!(
        (line[line.len() - 1].1 - floor).abs() < 0.01,
        "the line must end at the floor"
    );
    let grid = markup::values(&svg, "polyline", &["line-grid"], "points");
    let top = grid
        .iter()
        .map(|line| points(line)[0].1)
        .fold(f64::MAX, f64::min);
    assert!(
        (line[0].1 - top).abs() < 0.01,
        "the line must begin at the top"
    );
}

#[test]
fn every_plot_is_well_formed_and_the_page_needs_no_other_resource() {
    let batch = batch(30);
    let report = Report::new(&batch, &batch.run(&Control::default()), 1.0, false);
    let files = plot_games(&report, "rightwell simulate");
    assert_eq!(files.len(), 2 * 7 + 1, "all plots of games, and the page");
    for file in &files {
        if let Some(name) = file.name.strip_suffix(".png") {
            assert!(NAMES.contains(&name), "{name}");
            let (width, height) = rightwell::pixels::picture_size(&file.bytes).unwrap();
            assert_eq!(width, 1440, "{name}");
            rightwell::pixels::read_picture(&file.bytes, (width, height)).unwrap();
            continue;
        }
        let text = text(&files, &file.name);
        markup::check(&text);
        let own = "xmlns=\"http://www.w3.org/2000/svg\"";
        let rest = text.replacen(own, "", usize::from(file.name != PAGE));
        for word in [
            "://", "href", "src=", "url(", "@import", "<script", "<link", "<img", "onload",
        ] {
            assert!(
                !rest.contains(word),
                "{} must not contain {word}",
                file.name
            );
        }
    }
    let page = text(&files, PAGE);
    assert!(page.contains("<code>rightwell simulate</code>"));
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("width=device-width"));
    assert!(page.contains("default-src 'none'"));
    for plot in &files[..files.len() - 1] {
        let Some(name) = plot.name.strip_suffix(".svg") else {
            continue;
        };
        let svg = text(&files, &format!("{name}.svg"));
        let title = svg
            .split("title fill-text\">")
            .nth(1)
            .unwrap()
            .split('<')
            .next();
        assert!(
            page.contains(title.unwrap()),
            "the page must contain {name}"
        );
    }
}

#[test]
fn text_from_files_and_command_lines_stays_text() {
    let batch = batch(2);
    let mut report = Report::new(&batch, &batch.run(&Control::default()), 1.0, true);
    report.description.player = "<b onclick=\"x\">&'\u{1b}[1m".to_owned();
    let files = plot_games(&report, "rightwell --player '</code><script>'");
    let page = text(&files, PAGE);
    markup::check(&page);
    assert!(!page.contains("<b ") && !page.contains("<script"));
    assert!(page.contains("&lt;/code&gt;&lt;script&gt;"));
    assert!(page.contains("Stopped early"));
}

#[test]
fn figures_without_games_have_a_page_without_plots() {
    let files = plot_games(&report_of(&Tally::default()), "rightwell");
    assert_eq!(files.len(), 1);
    markup::check(&text(&files, PAGE));
    // One lock is hardly any data, but the plots must not fail.
    let files = plot_games(&report_of(&tally(&[(Piece::I, 0, 5, 1)])), "rightwell");
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let wanted = ["locks", "locks-by-piece", "rows", "heights"];
    let wanted: Vec<String> = wanted
        .iter()
        .flat_map(|name| [format!("{name}.svg"), format!("{name}.png")])
        .chain([PAGE.to_owned()])
        .collect();
    assert_eq!(names, wanted);
}

//! Texts and tables for the pages.

use crate::lab::description::{BatchDescription, BatchLimits};
use crate::lab::{Iteration, LearningTotals, MatchReport, Report, SwarmRecipe};
use crate::rules::counted;

use super::numbers::{count, number, percent, rounded};

/// Texts and tables of one page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// Title of the page.
    pub title: String,
    /// Summary of the results in one or two sentences.
    pub about: String,
    /// Most important figures, each with name and value.
    pub cards: Vec<[String; 2]>,
    /// Tables of all other figures.
    pub tables: Vec<Table>,
}

/// Table of figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Title of the table.
    pub title: &'static str,
    /// Names of the columns. Empty if the columns need no names.
    pub head: Vec<&'static str>,
    /// Rows of cells. The first cell names the row.
    pub rows: Vec<Vec<String>>,
    /// Targets of links, one per row from the first on: a link is on the first cell. Empty if a row has none.
    pub links: Vec<String>,
}

/// Returns the texts and tables for a batch of games.
pub fn for_games(report: &Report) -> Tables {
    let mut cards = vec![
        card("games", count(report.games)),
        card("games lost", count(report.games_over)),
        card("pieces", count(report.pieces)),
        card("rows cleared", count(report.rows_cleared)),
    ];
    if let Some(rate) = report.tetris_rate {
        cards.push(card("Tetris rate", percent(rate)));
    }
    if let Some(scores) = &report.scores {
        cards.push(card("mean score", number(scores.mean)));
    }
    if let Some(share) = report.share_reached_lines {
        cards.push(card("of the games reached the line limit", percent(share)));
    }
    let tables = [
        Some(outcome(report)),
        scores(report),
        endings(report),
        rows(report),
        Some(settings(&report.description, report.shard.as_deref())),
    ];
    Tables {
        title: title(report),
        about: interruption_note(report.interrupted),
        cards,
        tables: tables.into_iter().flatten().collect(),
    }
}

/// Returns the title: the number of games and the player.
fn title(report: &Report) -> String {
    let what = &report.description;
    let games = match report.games {
        1 => "One game".to_owned(),
        games => counted(count(games), "game"),
    };
    match what.filter.as_str() {
        "none" => format!("{games} of {}", what.player),
        filter => format!("{games} of {}, filter {filter}", what.player),
    }
}

fn interruption_note(interrupted: bool) -> String {
    match interrupted {
        true => "Stopped early. The figures cover the games played so far.".to_owned(),
        false => String::new(),
    }
}

/// Returns the table of results.
fn outcome(report: &Report) -> Table {
    let mut rows = Vec::new();
    let mut add = |name: &str, value: String| rows.push(vec![name.to_owned(), value]);
    if let Ok(fit) = report.good_fit() {
        add(
            "pieces expected until the game is over",
            rounded(fit.expected_pieces),
        );
        add(
            "rows expected until the game is over",
            rounded(fit.expected_rows),
        );
        add(
            "how well the line fits (r2; 1 is perfect)",
            format!("{:.4}", fit.r2),
        );
        add(
            "number of locks in each row, compared with the row above",
            format!("{:.2} times", 10f64.powf(fit.slope)),
        );
    }
    if let Some(clears) = &report.complete_clears {
        add("times the playfield was empty again", count(clears.count));
        add(
            "pieces between two empty playfields, on average",
            number(clears.mean_pieces),
        );
    }
    for (lines, share) in &report.share_at_lines {
        add(&format!("games that reached line {lines}"), percent(*share));
    }
    if let Some(pattern) = &report.pattern {
        add("picture", pattern.name.clone());
        add(
            "games that completed the picture",
            percent(pattern.completed_share),
        );
        add(
            "completed rows of the picture, on average",
            number(pattern.rows_done_mean),
        );
        if let Some(pieces) = pattern.pieces_mean {
            add("pieces to complete the picture, on average", number(pieces));
        }
    }
    add("time", format!("{} seconds", number(report.seconds)));
    add("pieces a second", number(report.pieces_per_second));
    Table {
        title: "Results",
        head: Vec::new(),
        rows,
        ..Table::default()
    }
}

fn scores(report: &Report) -> Option<Table> {
    let figures = report.scores.as_ref()?;
    let mut rows = vec![
        line("mean", number(figures.mean)),
        line(
            "95 % confidence interval of the mean",
            format!("{} to {}", number(figures.ci95[0]), number(figures.ci95[1])),
        ),
        line(
            "median: half of the games have more",
            number(figures.median),
        ),
        line("lowest", count(figures.min)),
        line("highest", count(figures.max)),
        line("mean of the best third", number(figures.top_third_mean)),
    ];
    for (rank, score) in &figures.percentiles {
        rows.push(line(
            &format!("{rank} % of the games have at most"),
            count(*score),
        ));
    }
    let reached = report
        .scores
        .as_ref()
        .map(|figures| figures.share_at_least.iter());
    let mut shares: Vec<(u64, f64)> = reached?
        .filter_map(|(score, share)| Some((score.parse().ok()?, *share)))
        .collect();
    shares.sort_by_key(|(score, _)| *score);
    for (score, share) in shares {
        rows.push(line(
            &format!("games with {} or more", count(score)),
            percent(share),
        ));
    }
    Some(Table {
        title: "Scores",
        head: Vec::new(),
        rows,
        ..Table::default()
    })
}

/// Returns the table of causes of lost games.
fn endings(report: &Report) -> Option<Table> {
    let (head, rows) = report.endings()?;
    Some(Table {
        title: "What ended the lost games, by level, with their mean number of lines",
        head,
        rows,
        ..Table::default()
    })
}

/// Returns the table of locks by row.
fn rows(report: &Report) -> Option<Table> {
    let (percents, ratios) = (report.row_percent?, report.row_ratio_percent?);
    let locks = report.tally.locks_by_row();
    let rows = (0..20)
        .filter(|&row| locks[row] > 0)
        .map(|row| {
            let ratio = ratios.get(row).copied().flatten();
            vec![
                row.to_string(),
                count(locks[row]),
                percent(percents[row] / 100.0),
                ratio.map_or_else(String::new, |ratio| percent(ratio / 100.0)),
            ]
        })
        .collect();
    Some(Table {
        title: "Locks by row",
        head: vec!["row, 0 at the top", "locks", "share", "of the row below"],
        rows,
        ..Table::default()
    })
}

/// Returns the table that describes the games played.
fn settings(what: &BatchDescription, shard: Option<&str>) -> Table {
    let mut rows = vec![
        line("player", what.player.clone()),
        line("filter", what.filter.clone()),
        line("fingerprint of both", what.fingerprint.clone()),
        line(
            "input",
            match what.input.as_str() {
                "drag" => "without gravity".to_owned(),
                _ => "by gamepad, frame by frame".to_owned(),
            },
        ),
    ];
    let mut add = |name: &str, value: Option<String>| {
        rows.extend(value.map(|value| line(name, value)));
    };
    add("hands", what.hand.clone());
    add("taps", what.taps.clone());
    add("taps a second", what.tap_hz.map(|rate| rate.to_string()));
    add(
        "frames before the first tap",
        what.reaction.map(|frames| frames.to_string()),
    );
    add(
        "frames before NEXT is seen",
        what.sight.as_ref().map(ToString::to_string),
    );
    add("region", what.region.clone());
    add(
        "garbage of the B-type game",
        what.height.map(|height| height.to_string()),
    );
    add(
        "double killscreen",
        what.double_killscreen.then(|| "yes".to_owned()),
    );
    add("crashes", what.crash.clone());
    add("randomizer", Some(what.randomizer.clone()));
    add("seed", Some(what.seed.clone()));
    add("start level", Some(what.level.to_string()));
    add("requested", Some(wanted(&what.wanted)));
    add("part", shard.map(str::to_owned));
    add("version", Some(format!("Rightwell {}", what.version)));
    Table {
        title: "Settings",
        head: Vec::new(),
        rows,
        ..Table::default()
    }
}

/// Returns the limits of a batch as text.
fn wanted(wanted: &BatchLimits) -> String {
    let parts = [
        wanted.games.map(|games| counted(count(games), "game")),
        wanted.pieces.map(|pieces| counted(count(pieces), "piece")),
        wanted
            .lines
            .map(|lines| format!("games end at line {lines}")),
        wanted
            .pieces_per_game
            .map(|pieces| format!("games end after {}", counted(count(pieces), "piece"))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// Returns the texts and tables for a batch of matches.
pub fn for_matches(report: &MatchReport) -> Tables {
    let [left, right] = &report.sides;
    let mut cards = vec![card("matches", count(report.games))];
    for side in &report.sides {
        cards.push(card(&format!("won by {}", side.who.name), count(side.wins)));
    }
    if let (Some(rate), Some([low, high])) = (report.win_rate, report.ci95) {
        cards.push(card("of the matches won by the left side", percent(rate)));
        let interval = format!("{:.1}-{:.1} %", 100.0 * low, 100.0 * high);
        cards.push(card("95 % confidence interval of the share", interval));
    }
    let row = |name: &str, of: &dyn Fn(usize) -> String| vec![name.to_owned(), of(0), of(1)];
    let per_match = |sum: u64| number(sum as f64 / report.games.max(1) as f64);
    let sides = &report.sides;
    let rows = vec![
        row("name", &|side| sides[side].who.name.clone()),
        row("player", &|side| sides[side].who.player.clone()),
        row("dials", &|side| sides[side].who.dials.replace(',', ", ")),
        row("start level", &|side| report.rules.levels[side].to_string()),
        row("matches won", &|side| count(sides[side].wins)),
        row("pieces", &|side| count(sides[side].pieces)),
        row("rows cleared", &|side| count(sides[side].rows_cleared)),
        row("of these rows, cleared by Tetrises", &|side| {
            sides[side].tetris_rate.map_or_else(String::new, percent)
        }),
        row("rows of garbage sent", &|side| count(sides[side].rows_sent)),
        row("rows of garbage sent per match", &|side| {
            per_match(sides[side].rows_sent)
        }),
    ];
    let rules = &report.rules;
    let settings = vec![
        line("best of", rules.best_of.to_string()),
        line("garbage", rules.garbage.clone()),
        line(
            "clears cancel garbage",
            if rules.cancelling { "yes" } else { "no" }.to_owned(),
        ),
        line("randomizer", rules.randomizer.clone()),
        line("region", rules.region.clone()),
        line("seed", rules.seed.clone()),
        line("requested", wanted(&rules.wanted)),
        line("matches without a winner", count(report.undecided)),
        line("rounds", count(report.rounds)),
        line("drawn rounds (replayed)", count(report.drawn_rounds)),
        line(
            "frames of a round, on average",
            report.mean_round_frames.map_or_else(String::new, number),
        ),
        line(
            "frames of the longest round",
            count(report.longest_round_frames),
        ),
        line("time", format!("{} seconds", number(report.seconds))),
        line("version", format!("Rightwell {}", rules.version)),
    ];
    let tables = vec![
        Table {
            title: "The two sides",
            head: vec!["", "left", "right"],
            rows,
            ..Table::default()
        },
        Table {
            title: "The matches",
            head: Vec::new(),
            rows: settings,
            ..Table::default()
        },
    ];
    Tables {
        title: format!("{} against {}", left.who.name, right.who.name),
        about: interruption_note(report.interrupted),
        cards,
        tables,
    }
}

/// Returns the texts and tables for a learning run.
pub fn for_learning(totals: &LearningTotals, recipe: &str) -> Tables {
    let share = totals.rows_by_tetrises() as f64 / totals.rows.max(1) as f64;
    Tables {
        title: "How the table was learnt".to_owned(),
        about: String::new(),
        cards: vec![
            card("pieces", count(totals.pieces)),
            card("games lost", count(totals.games_over)),
            card("rows cleared", count(totals.rows)),
            card("Tetris rate", percent(share)),
        ],
        tables: vec![Table {
            title: "Recipe",
            head: Vec::new(),
            rows: recipe
                .split(", ")
                .filter_map(|part| part.rsplit_once(' '))
                .map(|(name, value)| line(name, value.to_owned()))
                .collect(),
            ..Table::default()
        }],
    }
}

/// Returns the texts and tables for a swarm: its result and its recipe.
pub fn for_swarm(recipe: &SwarmRecipe, course: &[Iteration]) -> Tables {
    let best = course
        .last()
        .map(|last| recipe.objective.in_words(last.best));
    let restarts = course.iter().filter(|iteration| iteration.restarts);
    let words = recipe.words().into_iter();
    Tables {
        title: "How the swarm found the player".to_owned(),
        about: String::new(),
        cards: vec![
            card(recipe.objective.unit(), best.unwrap_or_default()),
            card("iterations", count(course.len() as u64)),
            card("particles", count(recipe.particles as u64)),
            card("restarts", count(restarts.count() as u64)),
        ],
        tables: vec![Table {
            title: "Recipe",
            head: Vec::new(),
            rows: words.map(|(name, value)| line(name, value)).collect(),
            ..Table::default()
        }],
    }
}

pub fn card(name: &str, value: String) -> [String; 2] {
    [name.to_owned(), value]
}

fn line(name: &str, value: String) -> Vec<String> {
    vec![name.to_owned(), value]
}

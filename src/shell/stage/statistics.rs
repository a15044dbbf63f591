//! Statistics panels of the current game, or of both sides of a match.

use rightwell::engine::View;
use rightwell::render::Panel;
use rightwell::render::panel::{Curve, Figure, PanelPart, PanelSide, Tone};
use rightwell::rules::{Board, Piece};
use rightwell::session::{BoardShape, DROUGHT, GameStats};

use crate::store::settings::StatisticsPage;

/// Height of the curve in pixels of the column.
const CURVE_HEIGHT: usize = 32;
/// Number of figures for one side of a match if there is little room.
const FEWER: usize = 2;
/// Highest possible points per line.
const BEST_EFFICIENCY: f64 = 300.0;
/// Rows of a playfield.
const ROWS: f32 = 20.0;
/// Levels at which the game gets faster. The panels show the score at each.
const MILESTONES: [u8; 3] = [19, 29, 39];
/// Text for an unknown figure.
const NONE: &str = "-";

/// Returns the statistics panels of the current game or match, if they are on.
pub fn panels(page: StatisticsPage, view: &View, figures: [Option<&GameStats>; 2]) -> Vec<Panel> {
    let has_game = matches!(view, View::Game(_) | View::Versus(_));
    if page == StatisticsPage::None || !has_game {
        return Vec::new();
    }
    let board = match view {
        View::Game(game) => Some(game.board()),
        _ => None,
    };
    let of_game = |stats: &GameStats| match page {
        StatisticsPage::Full => more(stats, board.as_ref()),
        StatisticsPage::Compact | StatisticsPage::None => Vec::new(),
    };
    match (view, figures) {
        (View::Versus(_), [left, right]) => {
            let side = |side: PanelSide, name: &str, stats: Option<&GameStats>| {
                let panels = stats.map(|stats| of_side(name, stats, of_game(stats)));
                let panels = panels.into_iter().flatten();
                panels
                    .map(|panel| Panel { side, ..panel })
                    .collect::<Vec<_>>()
            };
            in_turn(
                side(PanelSide::Left, "Left", left),
                side(PanelSide::Right, "Right", right),
            )
        }
        (_, [Some(stats), _]) => {
            let all = std::iter::once(first_panel(stats)).chain(of_game(stats));
            all.map(|panel| Panel {
                side: PanelSide::Left,
                ..panel
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the panels of one side of a match. Titles name the side. The curve has its own panel, so that the figures of
/// both sides come before the curves.
fn of_side(name: &str, stats: &GameStats, more: Vec<Panel>) -> Vec<Panel> {
    let figures = first(stats);
    let fewer = vec![
        key_figure(stats),
        PanelPart::Figures(figures[..FEWER].to_vec()),
    ];
    let first = Panel {
        compact: Some(fewer),
        ..Panel::new(name, vec![key_figure(stats), PanelPart::Figures(figures)])
    };
    let curve = Panel::new("height", vec![curve(stats)]);
    let more = std::iter::once(curve).chain(more).map(|panel| {
        let title = format!("{name}: {}", panel.title.to_lowercase());
        Panel { title, ..panel }
    });
    std::iter::once(first).chain(more).collect()
}

/// Alternates the panels of the left and the right side.
fn in_turn(left: Vec<Panel>, right: Vec<Panel>) -> Vec<Panel> {
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let mut all = Vec::new();
    loop {
        let mut two = [left.next(), right.next()];
        match &mut two {
            [None, None] => return all,
            [Some(left), Some(_)] => left.is_of_two = true,
            _ => {}
        }
        all.extend(two.into_iter().flatten());
    }
}

fn first_panel(stats: &GameStats) -> Panel {
    let figures = vec![key_figure(stats), PanelPart::Figures(first(stats))];
    let mut whole = figures.clone();
    whole.push(curve(stats));
    Panel {
        compact: Some(figures),
        ..Panel::new("This game", whole)
    }
}

/// Returns all further statistics, one topic per panel.
fn more(stats: &GameStats, board: Option<&Board>) -> Vec<Panel> {
    let mut of_pieces = vec![PanelPart::Figures(pieces(stats))];
    of_pieces.extend(board.map(marks));
    let hands = hands(stats);
    let hands = (!hands.is_empty()).then(|| Panel::new("Hands", hands));
    let panels = [
        Panel::new("Score", vec![PanelPart::Figures(score(stats))]),
        Panel::new("Clears", vec![clears(stats)]),
        Panel::new("Pieces", of_pieces),
    ];
    panels.into_iter().chain(hands).collect()
}

/// Returns the Tetris rate, the most important figure of a game.
fn key_figure(stats: &GameStats) -> PanelPart {
    let rate = stats.clears().tetris_rate();
    let rate = rate.map_or_else(|| "none".to_owned(), |rate| percent(Some(rate)));
    PanelPart::KeyFigure(Figure::new("Tetris rate", rate))
}

/// Returns the most important figures after the key figure. Scores to come are left out until they are known.
fn first(stats: &GameStats) -> Vec<Figure> {
    let clears = stats.clears();
    let droughts = &stats.droughts;
    let drought = match droughts.now {
        now @ DROUGHT.. => Figure::new("Drought", now.to_string()).toned(Tone::Bad),
        now => Figure::new("Pieces since I", now.to_string()),
    };
    let mut figures = vec![
        Figure::new("Points per line", whole(clears.efficiency())),
        Figure::new("Lines burned", clears.burn().to_string()),
        drought,
    ];
    figures.extend(stats.nearest_pace().map(|(target, ahead)| {
        let tone = match ahead < 0 {
            true => Tone::Bad,
            false => Tone::Good,
        };
        let goal = in_thousands(u64::from(target) * 100_000);
        Figure::new(format!("Pace for {goal}"), format!("{ahead:+}")).toned(tone)
    }));
    let mut milestones = MILESTONES.into_iter();
    let course = milestones.find_map(|level| Some((level, stats.projection(level)?)));
    figures.extend(course.map(|(level, score)| {
        Figure::new(format!("Likely at level {level}"), in_thousands(score))
    }));
    figures
}

/// Returns the curve of the stack's height, with the score as a line relative to its maximum.
fn curve(stats: &GameStats) -> PanelPart {
    let points = stats.curve().points();
    let most = points
        .iter()
        .map(|point| point.score)
        .max()
        .unwrap_or(0)
        .max(1);
    PanelPart::Curve(Curve {
        title: "Height and score",
        points: points
            .iter()
            .map(|point| f32::from(point.height) / ROWS)
            .collect(),
        line: points
            .iter()
            .map(|point| point.score as f32 / most as f32)
            .collect(),
        cursor: None,
        height: CURVE_HEIGHT,
    })
}

/// Returns the scores at the transition and at the [`MILESTONES`], and the points of the latest levels.
fn score(stats: &GameStats) -> Vec<Figure> {
    let levels = stats.levels();
    let points =
        |score: Option<u64>| score.map_or_else(|| NONE.to_owned(), |score| score.to_string());
    let known = stats.has_known_counts();
    let transition = levels.transition().filter(|_| known);
    let mut figures = vec![Figure::new("Transition", points(transition))];
    for level in MILESTONES.into_iter().filter(|_| known) {
        let reached = levels.reached(level);
        if reached.is_some() {
            figures.push(Figure::new(format!("At level {level}"), points(reached)));
        } else if let Some(runway) = stats.runway(level) {
            figures.push(Figure::new(
                format!("Most at level {level}"),
                runway.to_string(),
            ));
        }
    }
    for row in levels.rows().iter().rev().take(2) {
        let rate = row.tetris_rate().map(|rate| percent(Some(rate)));
        let rate = rate.map_or_else(String::new, |rate| format!(" {rate}"));
        let points = format!("{}{rate}", row.points);
        figures.push(Figure::new(format!("Level {}", row.level), points));
    }
    figures
}

/// Returns the number of clears of each kind and their share of the points.
fn clears(stats: &GameStats) -> PanelPart {
    let clears = stats.clears();
    let shares = clears.shares().unwrap_or_default();
    let names = ["Singles", "Doubles", "Triples", "Tetrises"];
    let mut bars: Vec<(Figure, f32)> = names
        .into_iter()
        .zip(1..)
        .zip(shares)
        .map(|((name, rows), share)| (Figure::new(name, clears.of(rows).to_string()), share as f32))
        .collect();
    let pushed = Figure::new("Soft drop", clears.push_points().to_string());
    bars.push((pushed, shares[4] as f32));
    let last = clears.tens().next_back();
    if let Some(last) = last.filter(|_| stats.has_known_counts()) {
        let word = format!("Points per line, {}-{}", last.end - 9, last.end);
        let share = (last.efficiency / BEST_EFFICIENCY) as f32;
        bars.push((Figure::new(word, format!("{:.0}", last.efficiency)), share));
    }
    PanelPart::Bars(bars)
}

/// Returns the distribution of the pieces.
fn pieces(stats: &GameStats) -> Vec<Figure> {
    let (counts, droughts) = (stats.pieces(), &stats.droughts);
    let of_all = |share: Option<f64>| {
        share.map_or_else(|| NONE.to_owned(), |share| format!("{:.1}%", 100.0 * share))
    };
    vec![
        Figure::new("Pieces", counts.all().to_string()),
        Figure::new("I", of_all(counts.share(Piece::I))),
        Figure::new("Droughts", droughts.count.to_string()),
        Figure::new("Longest", droughts.longest.to_string()),
        Figure::new("Unevenness", of_all(counts.deviation())),
        Figure::new("Uneven, last 28", of_all(counts.deviation_of_last(28))),
        Figure::new("Tetris ready", percent(stats.ready_share())),
    ]
}

/// Returns the properties of the current board, such as READY for a Tetris.
fn marks(board: &Board) -> PanelPart {
    let marks = BoardShape::of(board);
    let mark = |is_so: bool, word: &str| {
        let tone = if is_so { Tone::Good } else { Tone::Quiet };
        (word.to_owned(), tone)
    };
    PanelPart::Words(vec![
        mark(marks.ready.is_some(), "Ready"),
        mark(marks.has_clean_slope, "Slope"),
        mark(marks.is_well_open, "Well"),
        mark(marks.has_double_well, "Double"),
    ])
}

/// Returns DAS charge and taps, if the game is played with a gamepad.
fn hands(stats: &GameStats) -> Vec<PanelPart> {
    let mut parts = Vec::new();
    // Players who never charge, such as an AI that taps, have nothing to see here.
    if let Some(das) = stats
        .das()
        .filter(|das| das.great_spawns() + das.fair_spawns() > 0)
    {
        let (great, fair, bad) = (das.great_spawns(), das.fair_spawns(), das.bad_spawns());
        let tone = if das.is_lost() { Tone::Bad } else { Tone::Good };
        parts.push(PanelPart::Meter {
            full: das.charge().into(),
            of: das.full().into(),
            tone,
        });
        parts.push(PanelPart::Figures(vec![
            Figure::new("Great, fair, bad", format!("{great} {fair} {bad}")),
            Figure::new("Charge at spawn", tenth(das.mean())),
            Figure::new("Charge lost", das.losses().to_string()),
        ]));
    }
    if let Some(taps) = stats.taps() {
        let hz =
            |burst: Option<rightwell::session::Burst>| tenth(burst.and_then(|burst| burst.hz()));
        parts.push(PanelPart::Figures(vec![
            Figure::new("Taps a second", hz(taps.burst())),
            Figure::new("Fastest", hz(taps.fastest())),
            Figure::new("Taps", taps.all().to_string()),
        ]));
    }
    parts
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| NONE.to_owned(), |share| format!("{:.0}%", 100.0 * share))
}

fn whole(number: Option<f64>) -> String {
    number.map_or_else(|| NONE.to_owned(), |number| format!("{number:.0}"))
}

fn tenth(number: Option<f64>) -> String {
    number.map_or_else(|| NONE.to_owned(), |number| format!("{number:.1}"))
}

/// Formats points in the usual short form: 1.30M, 612K.
fn in_thousands(points: u64) -> String {
    match points {
        0..1_000_000 => format!("{}K", points / 1_000),
        _ => format!("{:.2}M", points as f64 / 1_000_000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_the_usual_short_form() {
        assert_eq!(in_thousands(612_345), "612K");
        assert_eq!(in_thousands(1_300_000), "1.30M");
    }

    #[test]
    fn before_the_first_clear_no_rate_is_shown() {
        let figures = first(&GameStats::default());
        let said: Vec<(&str, &str)> = figures
            .iter()
            .map(|figure| (&*figure.word, &*figure.value))
            .collect();
        let expected = [
            ("Points per line", "-"),
            ("Lines burned", "0"),
            ("Pieces since I", "0"),
        ];
        assert_eq!(said, expected);
    }
}

//! Plot of the win rates, with confidence intervals.

use crate::lab::MatchReport;
use crate::rules::counted;

use super::Plot;
use super::drawing::{Anchor, Drawing, Ink};
use super::numbers::{count, percent};

/// Maximum number of letters to show of a name.
const NAME_MAX: usize = 48;

/// Returns the plot of the win rates. `None` if no match was decided.
pub fn win_rates(report: &MatchReport) -> Option<Plot> {
    const TOP: f64 = 92.0;
    const PITCH: f64 = 62.0;
    let (rate, [low, high]) = (report.win_rate?, report.ci95?);
    let [left, right] = &report.sides;
    let decided = report.games - report.undecided;
    let lines = [format!(
        "{}, best of {}; bars: 95 % confidence intervals",
        counted(count(decided), "match"),
        report.rules.best_of
    )];
    let bottom = TOP + 2.0 * PITCH;
    let mut drawing = Drawing::new(bottom + 50.0, "Who wins", &lines);
    let (begin, end) = (Drawing::MARGIN + 12.0, Drawing::WIDTH - 28.0);
    let at = |share: f64| begin + share * (end - begin);
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let line = [(at(share), TOP - 20.0), (at(share), bottom)];
        let ink = if quarter == 2 {
            Ink::Secondary
        } else {
            Ink::Grid
        };
        drawing.line(&line, 1.0, ink);
        let text = format!("{} %", 25 * quarter);
        let place = (at(share), bottom + 18.0);
        drawing.text(place, Anchor::Middle, Ink::Secondary, &text);
    }
    let label = "share of the matches won";
    drawing.text((end, bottom + 38.0), Anchor::End, Ink::Secondary, label);
    let sides = [
        (&left.who.name, rate, low, high),
        (&right.who.name, 1.0 - rate, 1.0 - high, 1.0 - low),
    ];
    for (index, (name, share, low, high)) in sides.into_iter().enumerate() {
        let y = TOP + PITCH * index as f64;
        let place = if index == 0 { "left" } else { "right" };
        let name: String = name.chars().take(NAME_MAX).collect();
        let text = format!("{name} ({place}): {}", percent(share));
        drawing.filled(
            (begin, y - 12.0),
            (text.chars().count() as f64 * 7.0, 16.0),
            Ink::Paper,
        );
        drawing.text((begin, y), Anchor::Start, Ink::Text, &text);
        let y = y + 20.0;
        drawing.filled(
            (at(low), y - 7.0),
            (at(high) - at(low), 14.0),
            Ink::DataArea,
        );
        drawing.tooltip(format!("between {} and {}", percent(low), percent(high)));
        drawing.line(&[(at(share), y), (at(share), y)], 11.0, Ink::Data);
    }
    Some(Plot {
        name: "matches",
        caption: "Share of the decided matches won by each side, with its 95 % confidence interval (Wilson's score \
                  interval)."
            .to_owned(),
        drawing,
    })
}

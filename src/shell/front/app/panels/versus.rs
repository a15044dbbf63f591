//! Panels of a match: lead and garbage of each side.

use rightwell::engine::{Moment, RoundOutcome, Side, SideView, VersusView, View};
use rightwell::render::Panel;
use rightwell::render::panel::{Figure, PanelPart, PanelSide, Tone};
use rightwell::session::{GameStats, tetris_difference};

use crate::shell::front::app::App;
use crate::shell::scene::contest::Contest;

/// Number of rows that a Tetris clears.
const TETRIS: usize = 4;

/// Returns a panel for each side of a match, and none for other scenes.
pub(super) fn panels(app: &App) -> Vec<Panel> {
    let hud = app.hud();
    match (app.view(), &hud.contest, &hud.figures) {
        (View::Versus(view), Some(contest), [Some(left), Some(right)]) => {
            let stats = [&**left, &**right];
            Side::BOTH
                .map(|side| panel(side, &view, contest, stats))
                .into()
        }
        _ => Vec::new(),
    }
}

fn panel(side: Side, view: &VersusView, contest: &Contest, stats: [&GameStats; 2]) -> Panel {
    let SideView {
        name,
        pending,
        wins,
        ..
    } = &view.sides[side.index()];
    let own = stats[side.index()];
    let other = stats[side.other().index()];
    let points = i128::from(own.score()) - i128::from(other.score());
    let [lead, in_tetrises] = match view.moment {
        Moment::RoundOver(outcome) | Moment::MatchOver(outcome) => outcome_of(outcome, side),
        Moment::Playing | Moment::Paused => {
            [ahead(points), in_tetrises(tetris_difference([own, other]))]
        }
    };
    let sent = contest.sent[side.index()];
    let coming = Figure::new("GARBAGE COMING", pending.to_string());
    let coming = match pending {
        0 => coming,
        _ => coming.toned(Tone::Bad),
    };
    let mut first = vec![
        Figure::new("ROUNDS WON", format!("{wins} OF {}", view.wins_needed)),
        lead,
        in_tetrises,
        coming,
        Figure::new("GARBAGE SENT", sent.to_string()),
    ];
    if view.surplus > 0 {
        let more = format!("+{}", view.surplus);
        first.push(Figure::new("EACH ATTACK", more));
    }
    let mut all = first.clone();
    all.extend([
        Figure::new("SCORE", own.score().to_string()),
        Figure::new("LINES", own.clears().lines().to_string()),
        Figure::new("TETRISES", own.clears().of(TETRIS).to_string()),
    ]);
    let hands = contest.hands[side.index()].as_ref();
    all.extend(hands.map(|hands| Figure::new("HANDS", hands.to_uppercase())));
    all.push(Figure::new("ROUND", round(view.moment, contest)));
    Panel {
        compact: Some(vec![PanelPart::Figures(first)]),
        is_of_two: side == Side::Left,
        side: match side {
            Side::Left => PanelSide::Left,
            Side::Right => PanelSide::Right,
        },
        ..Panel::new(name.to_uppercase(), vec![PanelPart::Figures(all)])
    }
}

/// Returns the text about the current round: its number, or `THE LAST` once the match is over.
fn round(moment: Moment, contest: &Contest) -> String {
    match moment {
        Moment::MatchOver(_) => "THE LAST".to_owned(),
        _ => format!("{} (BEST OF {})", contest.round, contest.best_of),
    }
}

/// Returns the figures of a finished round, in place of the lead: a player who topped out may have more points.
fn outcome_of(outcome: RoundOutcome, side: Side) -> [Figure; 2] {
    let (word, tone) = match outcome {
        RoundOutcome::Won(winner) if winner == side => ("WON", Tone::Good),
        RoundOutcome::Won(_) => ("LOST", Tone::Bad),
        RoundOutcome::Draw => ("DRAWN", Tone::Plain),
    };
    let round = Figure::new("THIS ROUND", word).toned(tone);
    [round, Figure::new("IN TETRISES", "-")]
}

/// Returns the figure that shows a lead in points. `points` is negative if this side trails.
fn ahead(points: i128) -> Figure {
    match points {
        0 => Figure::new("LEVEL ON", "POINTS"),
        1.. => Figure::new("AHEAD BY", points.to_string()).toned(Tone::Good),
        _ => Figure::new("BEHIND BY", (-points).to_string()).toned(Tone::Bad),
    }
}

/// Returns the figure that shows a lead in Tetrises. `lead` is negative if this side trails.
fn in_tetrises(lead: f64) -> Figure {
    let said = format!("{:.1}", lead.abs());
    let tone = match lead {
        _ if said == "0.0" => Tone::Plain,
        0.0.. => Tone::Good,
        _ => Tone::Bad,
    };
    Figure::new("IN TETRISES", said).toned(tone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_ahead_after_a_round() {
        let won = RoundOutcome::Won(Side::Left);
        assert_eq!(outcome_of(won, Side::Left)[0].value, "WON");
        assert_eq!(outcome_of(won, Side::Right)[0].value, "LOST");
    }

    #[test]
    fn a_lead_is_said_from_the_side_that_has_it() {
        assert_eq!(ahead(300), Figure::new("AHEAD BY", "300").toned(Tone::Good));
        assert_eq!(
            ahead(-300),
            Figure::new("BEHIND BY", "300").toned(Tone::Bad)
        );
        assert_eq!(in_tetrises(-1.52).value, "1.5");
        assert_eq!(in_tetrises(-1.52).tone, Tone::Bad);
        for lead in [0.0, 0.04, -0.04] {
            assert_eq!(in_tetrises(lead).tone, Tone::Plain, "{lead}");
        }
    }
}

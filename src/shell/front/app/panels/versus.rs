//! Panels of a match: lead and garbage of each side.

use rightwell::engine::{MatchKind, MatchStage, RoundOutcome, Side, VersusView, View};
use rightwell::render::Panel;
use rightwell::render::panel::{Figure, PanelPart, PanelSide, Tone};
use rightwell::session::{GameStats, tetris_difference};

use crate::front::app::App;
use crate::scene::contest::MatchFacts;

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

fn panel(side: Side, view: &VersusView, contest: &MatchFacts, stats: [&GameStats; 2]) -> Panel {
    let name = &view.sides[side.index()].name;
    let own = stats[side.index()];
    let other = stats[side.other().index()];
    let [lead, in_tetrises] = match view.moment {
        MatchStage::RoundOver(outcome) | MatchStage::MatchOver(outcome) => {
            outcome_of(outcome, side)
        }
        MatchStage::Playing | MatchStage::Paused => {
            let points = match view.kind {
                MatchKind::Captured { lead: None, .. } => None,
                _ => Some(i128::from(own.score()) - i128::from(other.score())),
            };
            [ahead(points), in_tetrises(tetris_difference([own, other]))]
        }
    };
    let mut first = vec![in_tetrises];
    first.extend(contest.sent.map(|sent| {
        let sent = sent[side.index()].to_string();
        Figure::new("Garbage sent", sent)
    }));
    if let MatchKind::Garbage {
        surplus: surplus @ 1..,
        ..
    } = view.kind
    {
        first.push(Figure::new("Each attack", format!("+{surplus}")));
    }
    first.extend(contest.rated[side.index()].iter().cloned());
    let mut all = first.clone();
    all.push(Figure::new("Tetrises", own.clears().of(TETRIS).to_string()));
    let hands = contest.hands[side.index()].as_ref();
    all.extend(hands.map(|hands| Figure::new("Hands", hands.clone())));
    let round = contest.round.map(|round| round_text(view.moment, round));
    all.extend(round.map(|round| Figure::new("Round", round)));
    Panel {
        compact: Some(vec![
            PanelPart::KeyFigure(lead.clone()),
            PanelPart::Figures(first),
        ]),
        is_of_two: side == Side::Left,
        side: match side {
            Side::Left => PanelSide::Left,
            Side::Right => PanelSide::Right,
        },
        ..Panel::new(
            name.clone(),
            vec![PanelPart::KeyFigure(lead), PanelPart::Figures(all)],
        )
    }
}

/// Returns the text about the current round: its number, or `THE LAST` once the match is over.
fn round_text(moment: MatchStage, (round, best_of): (u32, u8)) -> String {
    match moment {
        MatchStage::MatchOver(_) => "The last".to_owned(),
        _ => format!("{round} (best of {best_of})"),
    }
}

/// Returns the figures of a finished round. They replace the lead, because a player who topped out may have more
/// points.
fn outcome_of(outcome: RoundOutcome, side: Side) -> [Figure; 2] {
    let (word, tone) = match outcome {
        RoundOutcome::Won(winner) if winner == side => ("Won", Tone::Good),
        RoundOutcome::Won(_) => ("Lost", Tone::Bad),
        RoundOutcome::Draw => ("Drawn", Tone::Plain),
    };
    let round = Figure::new("This round", word).toned(tone);
    [round, Figure::new("In Tetrises", "-")]
}

/// Returns the figure that shows a lead in points. `points` is negative if this side trails, and `None` if a score is
/// unknown.
fn ahead(points: Option<i128>) -> Figure {
    match points {
        None => Figure::new("Lead", "unknown"),
        Some(0) => Figure::new("Points", "Tied"),
        Some(points @ 1..) => Figure::new("Ahead by", points.to_string()).toned(Tone::Good),
        Some(points) => Figure::new("Behind by", (-points).to_string()).toned(Tone::Bad),
    }
}

/// Returns the figure that shows a lead in Tetrises. `lead` is negative if this side trails, and `None` if the lines,
/// the level or the score of a side is unknown.
fn in_tetrises(lead: Option<f64>) -> Figure {
    let Some(lead) = lead else {
        return Figure::new("In Tetrises", "-");
    };
    let said = format!("{:.1}", lead.abs());
    let tone = match lead {
        _ if said.starts_with("0.0") => Tone::Plain,
        0.0.. => Tone::Good,
        _ => Tone::Bad,
    };
    Figure::new("In Tetrises", said).toned(tone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_lead_is_shown_after_a_round() {
        let won = RoundOutcome::Won(Side::Left);
        assert_eq!(outcome_of(won, Side::Left)[0].value, "Won");
        assert_eq!(outcome_of(won, Side::Right)[0].value, "Lost");
    }

    #[test]
    fn a_lead_has_the_sign_of_its_side() {
        assert_eq!(
            ahead(Some(300)),
            Figure::new("Ahead by", "300").toned(Tone::Good)
        );
        assert_eq!(
            ahead(Some(-300)),
            Figure::new("Behind by", "300").toned(Tone::Bad)
        );
        assert_eq!(in_tetrises(Some(-1.52)).value, "1.5");
        assert_eq!(in_tetrises(Some(-1.52)).tone, Tone::Bad);
        for lead in [0.0, 0.04, -0.04] {
            assert_eq!(in_tetrises(Some(lead)).tone, Tone::Plain, "{lead}");
        }
        assert_eq!(ahead(None).value, "unknown");
        assert_eq!(in_tetrises(None).value, "-");
    }
}

//! A review as text for a person.

use rightwell::players::Label;
use rightwell::rules::counted;
use rightwell::session::review::{MissedTucks, MoveGroupFigures, in_full};
use rightwell::session::{ReviewFigures, ReviewedMove};

/// Formats the figures of a review.
pub(super) fn summary(
    file: Option<&str>,
    figures: &ReviewFigures,
    moves: &[ReviewedMove],
    hand: &str,
) -> String {
    let mut lines = whole(figures, hand);
    lines.extend(left_out(figures));
    lines.extend(costs(figures));
    lines.extend(groups(figures));
    lines.extend(occasions(figures));
    lines.extend(worst_moves(figures, moves));
    if let Some((most, file)) = figures.habits.first().zip(file) {
        lines.push(format!(
            "to see and retry each move of the most expensive kind: rightwell replay {file} --review --kind {}",
            most.share.category.word()
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Describes the game and its accuracy.
fn whole(figures: &ReviewFigures, hand: &str) -> Vec<String> {
    let [singles, doubles, triples, tetrises] = figures.clears;
    let warning = figures.warning();
    let warning = warning.map(|warning| format!("warning: {warning}"));
    let mut lines: Vec<String> = warning.into_iter().chain(figures.sureness()).collect();
    lines.extend([
        format!(
            "{}, {}; {}, {}, {}, {}{}",
            counted(figures.pieces, "piece"),
            figures.lines_from.lines(figures.lines.into()),
            counted(singles, "single"),
            counted(doubles, "double"),
            counted(triples, "triple"),
            counted(tetrises, "Tetris"),
            match figures.tetris_rate {
                Some(rate) => format!(" ({:.1} % of the rows)", 100.0 * rate),
                None => String::new(),
            }
        ),
        format!("rated for the hands: {hand}"),
        match figures.whole.accuracy {
            Some(accuracy) => format!(
                "accuracy {:.1} %, {:.2} lines lost per piece, {:.0} points lost in all",
                100.0 * accuracy,
                figures.whole.mean_loss,
                figures.whole.points_lost
            ),
            None => "accuracy unknown".to_owned(),
        },
    ]);
    lines.extend((!figures.lines_from.is_known()).then(|| ReviewFigures::UNKNOWN_LINES.to_owned()));
    lines
}

/// Says which pieces are left out, and counts the labels of the others.
fn left_out(figures: &ReviewFigures) -> Vec<String> {
    let mut lines = Vec::new();
    if figures.lost_end > 0 {
        let (pieces, are) = (
            counted(figures.lost_end, "piece"),
            ["are", "is"][usize::from(figures.lost_end == 1)],
        );
        lines.push(format!(
            "the game was already lost: its last {pieces} {are} left out"
        ));
    }
    if figures.unknown > 0 {
        let pieces = counted(figures.unknown, "piece");
        let are = ["they are", "it is"][usize::from(figures.unknown == 1)];
        lines.push(format!(
            "{pieces} locked at an unknown position; {are} left out"
        ));
    }
    let labels = Label::ALL.map(|label| {
        let count = figures.labels.get(&label).copied().unwrap_or(0);
        format!("{label} {count}")
    });
    lines.push(labels.join(", "));
    lines
}

/// Lists what the errors cost.
fn costs(figures: &ReviewFigures) -> Vec<String> {
    let mut lines = Vec::new();
    for habit in &figures.habits {
        let part = if habit.part.is_empty() {
            String::new()
        } else {
            format!(" {}", habit.part)
        };
        lines.push(format!(
            "the most expensive habit{part}: {}",
            habit.description()
        ));
    }
    if !figures.categories.is_empty() {
        lines.push("lines and points lost, by kind of error:".to_owned());
    }
    lines.extend(figures.categories.iter().map(|share| {
        format!(
            "  {:14} {:>10}, {:6.1} lines, {:7.0} points, {:3.0} %: {}",
            share.category.name(),
            counted(share.moves, "move"),
            share.lines_lost,
            share.points_lost,
            100.0 * figures.share_of(share),
            share.category.habit()
        )
    }));
    lines
}

/// Lists the figures by level and by piece.
fn groups(figures: &ReviewFigures) -> Vec<String> {
    let share = |name: String, share: &MoveGroupFigures| {
        format!(
            "  {name:11} {:>12}, accuracy {:>7}, {:.2} lines lost per piece",
            counted(share.moves, "piece"),
            accuracy_or_unknown(share.accuracy),
            share.mean_loss
        )
    };
    let mut lines = vec!["by level:".to_owned()];
    let speeds = figures.by_speed.iter();
    lines.extend(speeds.map(|(speed, moves)| share(speed.to_string(), moves)));
    lines.push("by piece:".to_owned());
    let pieces = figures.by_piece.iter();
    lines.extend(pieces.map(|(piece, moves)| share(piece.to_string(), moves)));
    lines
}

/// Formats an accuracy (0-1) as a percentage, or as `unknown`.
pub(super) fn accuracy_or_unknown(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(
        || "unknown".to_owned(),
        |accuracy| format!("{:.1} %", 100.0 * accuracy),
    )
}

/// Counts missed adjustments, misdrops and missed tucks.
fn occasions(figures: &ReviewFigures) -> Vec<String> {
    let mut lines = Vec::new();
    if figures.missed_adjustments > 0 {
        let moves = counted(figures.missed_adjustments, "move");
        let were = ["were", "was"][usize::from(figures.missed_adjustments == 1)];
        lines.push(format!(
            "{moves} {were} good while NEXT was unknown, but NEXT needed another lock"
        ));
    }
    if figures.slips > 0 {
        lines.push(format!(
            "{} locked one column or rotation away from the best lock and lost a line or more: misdrops?",
            counted(figures.slips, "move")
        ));
    }
    let MissedTucks {
        moves: tucks,
        exact,
    } = figures.missed_tucks;
    if tucks > 0 {
        lines.push(format!(
            "{} missed a tuck that was the best lock, {exact} of them with {} frames or fewer for the last press",
            counted(tucks, "move"),
            MissedTucks::EXACT
        ));
    }
    lines
}

/// Describes the worst moves, each with its reasons.
fn worst_moves(figures: &ReviewFigures, moves: &[ReviewedMove]) -> Vec<String> {
    let mut lines = Vec::new();
    let worst = ReviewedMove::worst(moves);
    if !worst.is_empty() {
        lines.push("the worst moves (columns from 1 at the left):".to_owned());
    }
    for reviewed in worst {
        let (position, rating) = (&reviewed.played.position, &reviewed.rating);
        lines.push(format!(
            "  piece {:4}: {} ({} next) at level {}, {}: {} lost, {:.0} points; {}; better {}",
            reviewed.number,
            position.current,
            position
                .next
                .map_or_else(|| "nothing".to_owned(), |next| next.to_string()),
            position.level,
            figures.lines_from.lines(position.lines.into()),
            reviewed.loss_in_lines(),
            reviewed.shown_points(),
            in_full(rating.played.lock),
            in_full(rating.best().lock),
        ));
        lines.extend(
            reviewed
                .sentences()
                .map(|sentence| format!("    {sentence}")),
        );
    }
    lines
}

//! Texts of a review: those beside the playback, and those in the list of errors.

use rightwell::rules::counted;
use rightwell::session::review::{CategoryShare, Habit, MoveFigures};
use rightwell::session::{Category, ReviewFigures, ReviewedMove};

use crate::scene::{ErrorListRow, JumpTarget};

/// Returns the costliest habit in words, in several versions from long to short. Returns none if there is no habit.
pub(super) fn habit(figures: &ReviewFigures) -> Vec<String> {
    let most = figures.habits.first();
    most.map_or_else(Vec::new, in_ever_fewer_words)
}

fn in_ever_fewer_words(most: &Habit) -> Vec<String> {
    let (percent, part) = (100.0 * most.of_all, most.part);
    let kind = most.share.category;
    let habit = kind.habit();
    let part = if part.is_empty() {
        String::new()
    } else {
        format!(" {part}")
    };
    vec![
        format!("most expensive habit{part} ({percent:.0}%): {habit}"),
        format!("most expensive habit ({percent:.0}%): {kind}"),
        format!("most lost to {}: {percent:.0}%", lost_to(kind)),
        format!("lost to {}: {percent:.0}%", lost_to(kind)),
    ]
}

/// Returns a short phrase, as players say it, for errors of this kind.
pub(in crate::scene) const fn lost_to(kind: Category) -> &'static str {
    match kind {
        Category::Hole => "holes",
        Category::Burn => "burns",
        Category::BurnMissed => "missed burns",
        Category::TetrisMissed => "missed Tetrises",
        Category::WellCovered => "a covered well",
        Category::NoLock => "lack of places",
        Category::NeedsI => "waiting",
        Category::OutOfReach => "lack of reach",
        Category::Surface => "steep surface",
        Category::WorseFit => "later pieces",
    }
}

/// Returns one sentence about a mistake.
pub(super) fn sentence(reviewed: &ReviewedMove) -> String {
    let usual = || "another lock was better".to_owned();
    reviewed.sentences().next().unwrap_or_else(usual)
}

/// Maximum number of error kinds in the list.
const KINDS: usize = 3;

/// Returns the list of kinds of errors, costliest habits first.
pub(super) fn listed_kinds(figures: &ReviewFigures) -> Vec<ErrorListRow> {
    let of_part = |kind| {
        figures
            .habits
            .iter()
            .find(|habit| habit.share.category == kind)
    };
    let mut shares: Vec<&CategoryShare> = figures.categories.iter().collect();
    let first_in = |share: &&CategoryShare| {
        let kinds = figures.habits.iter().map(|habit| habit.share.category);
        kinds.take_while(|kind| *kind != share.category).count()
    };
    // The sort is stable, so kinds that are not habits keep their order.
    shares.sort_by_key(first_in);
    let listed = shares.into_iter().take(KINDS).map(|share| {
        let kind = share.category;
        let percent = format!("{:.0}%", 100.0 * figures.share_of(share));
        let most = match of_part(kind).filter(|habit| !habit.part.is_empty()) {
            Some(habit) => format!("{} the most", habit.part),
            None => format!("{percent} of the cost of all errors"),
        };
        ErrorListRow {
            target: JumpTarget::Kind(Some(kind)),
            label: format!("{:<14} {:>5} {percent:>5}", kind.name(), share.moves),
            hint: format!("{most}: {}", kind.habit()),
        }
    });
    listed.collect()
}

/// Returns the list row of a move.
pub(super) fn listed_move(worst: &MoveFigures) -> ErrorListRow {
    let kind = worst.reasons.first().map(|reason| reason.category.name());
    let label = format!(
        "{:>5} {} {:>5.1} {}",
        worst.number,
        worst.current,
        worst.loss,
        kind.unwrap_or_default()
    );
    ErrorListRow {
        target: JumpTarget::Move(worst.frame),
        label,
        hint: format!(
            "Piece {} ({}) at level {}, {}: {:.1} lines or {:.0} points lost",
            worst.number,
            worst.current,
            worst.level,
            counted(worst.lines, "line"),
            worst.loss,
            worst.points_lost
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_costs_most_is_said_as_a_player_would_where_there_is_little_room_too() {
        for category in Category::ALL {
            let share = CategoryShare {
                category,
                moves: 3,
                lines_lost: 7.0,
                points_lost: 100.0,
            };
            let said = in_ever_fewer_words(&Habit {
                part: "",
                share,
                of_all: 0.31,
            });
            assert!(said.is_sorted_by_key(|text| std::cmp::Reverse(text.len())));
            let [.., short, shortest] = &said[..] else {
                panic!("{said:?}");
            };
            assert!(short.starts_with("most lost to ") && short.ends_with(": 31%"));
            assert!(shortest.len() <= 32, "it has room in a line: {shortest}");
            if category == Category::Hole {
                assert_eq!(short, "most lost to holes: 31%");
            }
        }
    }
}

//! The tree of a player that searches one, as the picture shows it.

use rightwell::players::TreeWatch;
use rightwell::players::uct::Glimpse;
use rightwell::render::TreePicture;
use rightwell::rules::{Board, Pose};
use rightwell::search::tree::Step;

/// Candidates in the table.
const ROWS: usize = 8;

/// What is said when a tree is shown from now on, or no more.
pub fn said(is_shown: bool) -> String {
    let said = match is_shown {
        true => "tree: visits as shades, the line visited most as outlines",
        false => "no tree",
    };
    said.to_owned()
}

/// The tree that a player grows now or grew last, while somebody wants to see it.
pub fn picture(watch: &TreeWatch) -> Option<TreePicture> {
    Some(drawn(&watch.seen()?))
}

/// The places that a tree has tried, most often first, and the share of its tries that went to each.
pub fn shares(glimpse: &Glimpse) -> impl Iterator<Item = (Pose, f64)> {
    let all = f64::from(glimpse.view.arm.visits.max(1));
    let tried = glimpse.view.children.iter();
    tried.filter_map(move |child| match child.step {
        Step::Choice(lock) => Some((lock, f64::from(child.arm.visits) / all)),
        Step::Root | Step::Outcome(_) => None,
    })
}

fn drawn(glimpse: &Glimpse) -> TreePicture {
    let root = &glimpse.view;
    let all = f64::from(root.arm.visits.max(1));
    let candidates = shares(glimpse).map(|(lock, share)| (cells(lock), share));
    let lock = |step| match step {
        Step::Choice(lock) => Some(lock),
        Step::Root | Step::Outcome(_) => None,
    };
    // Rows that the first lock clears are not where the second one is.
    let line = root.principal_line().into_iter();
    let line = line.map_while(|node| lock(node.step)).map(cells);
    let (played, of) = glimpse.played;
    let mut table = vec![
        "tries".to_owned(),
        format!("{:>9}", format!("{}/{}", short(played), short(of))),
        format!("good{:>4.0}%", 100.0 * root.arm.mean()),
        format!("lost{:>5}", short(glimpse.playouts.lost)),
        // Where the piece lies, the share of the tries, and how good those were.
        "at try%ok".to_owned(),
    ];
    table.extend(root.children.iter().take(ROWS).filter_map(|child| {
        let lock = lock(child.step)?;
        let share = 100.0 * f64::from(child.arm.visits) / all;
        let mean = 100.0 * child.arm.mean();
        Some(format!(
            "{:>2}{}{share:>3.0}{mean:>3.0}",
            column(lock),
            turned(lock)
        ))
    }));
    TreePicture {
        candidates: candidates.collect(),
        line: line.collect(),
        table,
    }
}

/// The column in which a lock begins, from 1 at the left.
fn column(lock: Pose) -> usize {
    let cells = cells(lock);
    let is_in = |x: &i8| (0..20).any(|y| cells.contains(*x, y));
    (0..10).find(is_in).map_or(0, |x| x as usize + 1)
}

/// Where the upper side of a piece as it comes points to now.
fn turned(lock: Pose) -> char {
    ['\u{2191}', '\u{2192}', '\u{2193}', '\u{2190}'][usize::from(lock.orientation.rotation() % 4)]
}

/// A number in four letters, up to ten million: from ten thousand on in thousands.
fn short(number: u32) -> String {
    match number {
        0..=9_999 => number.to_string(),
        _ => format!("{}k", number / 1_000),
    }
}

/// The cells of a lock.
fn cells(lock: Pose) -> Board {
    Board::EMPTY.with(lock)
}

#[cfg(test)]
mod tests {
    use rightwell::players::{Player, Position, TreeMemory};
    use rightwell::rules::Piece;
    use rightwell::search::NoFilter;

    use super::*;

    #[test]
    fn the_window_shows_the_tree_only_while_it_is_open_and_changes_no_decision() {
        let player = Player::named("uct").unwrap().with_playouts(60);
        let position = Position::new(Board::EMPTY, Piece::T, Piece::I);
        let watch = TreeWatch::default();
        let decide = || player.decide(&mut TreeMemory::shown_in(&watch), &position, &NoFilter);
        let unseen = decide();
        assert_eq!(picture(&watch), None);
        watch.set_open(true);
        assert_eq!(picture(&watch), None, "nothing was thought yet");
        assert_eq!(decide(), unseen);
        let picture_then = picture(&watch).unwrap();
        let shares: f64 = picture_then.candidates.iter().map(|(_, share)| share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
        assert_eq!(picture_then.line[0], picture_then.candidates[0].0);
        assert_eq!(picture_then.table[1], "    60/60");
        let (word, mean) = picture_then.table[2].split_once(' ').unwrap();
        let mean = mean.trim().trim_end_matches('%');
        assert!(word == "good" && mean.parse::<f64>().is_ok());
        assert!(
            picture_then.table[5..]
                .iter()
                .all(|line| line.chars().count() == 9),
            "columns: {picture_then:?}"
        );
        assert!(
            picture_then
                .table
                .iter()
                .all(|line| line.chars().count() <= 9),
            "{picture_then:?}"
        );
        watch.set_open(false);
        assert_eq!(picture(&watch), None);
    }
}

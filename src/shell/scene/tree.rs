//! Shows a player's search tree, in the playfield and in a panel.

use rightwell::players::TreeWatch;
use rightwell::players::uct::TreeSnapshot;
use rightwell::render::TreePicture;
use rightwell::render::panel::{Figure, PanelList, PanelPart, PanelSide};
use rightwell::rules::{Board, Pose};
use rightwell::search::tree::TreeStep;

use super::coached;
use super::panel::{ScenePanel, plain};

/// Number of rows in the table, and the minimum number that stays visible.
const ROWS: usize = 8;
const ROWS_MIN: usize = 4;

/// Returns the notice that the tree was switched on or off.
pub fn toggle_notice(is_shown: bool) -> String {
    let said = match is_shown {
        true => "search tree: shades show visits; outlines show the most visited line",
        false => "no tree",
    };
    said.to_owned()
}

/// Returns the drawing and the panel of the current search tree, or of the last one. Returns `None` unless `watch` is
/// open.
pub fn shown(watch: &TreeWatch) -> Option<(TreePicture, ScenePanel)> {
    let glimpse = watch.latest()?;
    Some((drawn(&glimpse), table(&glimpse)))
}

/// Returns the lock that a step stands for. Returns `None` for other steps.
const fn lock(step: TreeStep<Pose>) -> Option<Pose> {
    match step {
        TreeStep::Choice(lock) => Some(lock),
        TreeStep::Root | TreeStep::Outcome(_) => None,
    }
}

/// Returns the locks that the search has tried, most tried first, each with its share of the tries.
pub fn shares(glimpse: &TreeSnapshot) -> impl Iterator<Item = (Pose, f64)> {
    let all = f64::from(glimpse.view.arm.visits.max(1));
    let tried = glimpse.view.children.iter();
    tried.filter_map(move |child| match child.step {
        TreeStep::Choice(lock) => Some((lock, f64::from(child.arm.visits) / all)),
        TreeStep::Root | TreeStep::Outcome(_) => None,
    })
}

fn drawn(glimpse: &TreeSnapshot) -> TreePicture {
    let root = &glimpse.view;
    let candidates = shares(glimpse).map(|(lock, share)| (cells(lock), share));
    // The cells of later locks are not moved down, even if the first lock clears rows.
    let line = root.principal_line().into_iter();
    let line = line.map_while(|node| lock(node.step)).map(cells);
    TreePicture {
        candidates: candidates.collect(),
        line: line.collect(),
    }
}

/// Returns the panel of the tree: the totals, then a row for each candidate lock with its share of the tries and its
/// value.
fn table(glimpse: &TreeSnapshot) -> ScenePanel {
    let root = &glimpse.view;
    let all = f64::from(root.arm.visits.max(1));
    let (played, of) = glimpse.played;
    let figures = vec![
        Figure::new("Tries", format!("{played} of {of}")),
        Figure::new("Good", format!("{:.0}%", 100.0 * root.arm.mean())),
        Figure::new("Lost", glimpse.playouts.lost.to_string()),
    ];
    let rows = root.children.iter().take(ROWS).filter_map(|child| {
        let lock = lock(child.step)?;
        let tried = 100.0 * f64::from(child.arm.visits) / all;
        let good = 100.0 * child.arm.mean();
        let row = Figure::new("", format!("{tried:.0}% {good:>3.0}%"));
        Some(row.with_lock(coached::lock_icon(lock, "")))
    });
    let list = PanelList {
        rows: rows.collect(),
        cursor: None,
        least: ROWS_MIN,
    };
    let parts = [
        PanelPart::Figures(figures),
        PanelPart::Figures(vec![Figure::new("At", "Tried, good")]),
        PanelPart::List(list),
    ];
    let mut table = ScenePanel::new("Search tree", parts.map(plain).into());
    table.panel.side = PanelSide::Left;
    table
}

/// Returns the cells of a lock.
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
        assert_eq!(shown(&watch), None);
        watch.set_open(true);
        assert_eq!(shown(&watch), None, "no tree before the first search");
        assert_eq!(decide(), unseen);
        let (picture, table) = shown(&watch).unwrap();
        let shares: f64 = picture.candidates.iter().map(|(_, share)| share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
        assert_eq!(picture.line[0], picture.candidates[0].0);
        let [
            PanelPart::Figures(figures),
            PanelPart::Figures(_),
            PanelPart::List(list),
        ] = &table.panel.parts[..]
        else {
            panic!("expected figures and a list, found {table:?}");
        };
        assert_eq!(figures[0], Figure::new("Tries", "60 of 60"));
        let mean = figures[1].value.trim_end_matches('%');
        assert!(figures[1].word == "Good" && mean.parse::<f64>().is_ok());
        let candidates = picture.candidates.len();
        assert_eq!(list.rows.len(), candidates.min(ROWS));
        watch.set_open(false);
        assert_eq!(shown(&watch), None);
    }
}

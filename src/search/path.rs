//! Breadth-first search without gravity: shortest paths, and the lock that the search meets first.

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece, Pose, Step};

use super::filter::ChildFilter;
use super::pivots::Pivots;

/// Poses from the spawn pose to a lock, both included, each one step from the previous one.
pub type Path = Vec<Pose>;

/// Finds a shortest path to `target` by breadth-first search. `None` if `target` is unreachable. The search tries steps
/// in the order of [`Step::for_piece`].
pub fn find_path(
    board: &Board,
    piece: Piece,
    target: Pose,
    filter: &impl ChildFilter,
) -> Option<Path> {
    let (met, parents) = search(board, piece, &[target], filter)?;
    Some(trace(&parents, met))
}

/// Returns the lock among `locks` that the breadth-first search of [`find_path`] meets first. `None` if it meets none.
pub(super) fn first_met(
    board: &Board,
    piece: Piece,
    locks: &[Pose],
    filter: &impl ChildFilter,
) -> Option<Pose> {
    search(board, piece, locks, filter).map(|(met, _)| met)
}

/// Parent of each pose that a search has met. The start is its own parent.
type Parents = [Pose; STATES];

/// Searches until it meets one of `targets`. Returns that pose and the parents of all poses met.
///
/// The search takes poses from a simple queue, because it runs a few times per decision, not once per leaf.
fn search(
    board: &Board,
    piece: Piece,
    targets: &[Pose],
    filter: &impl ChildFilter,
) -> Option<(Pose, Parents)> {
    let start = Pose::spawn(piece);
    if !start.fits(board) {
        return None;
    }
    let mut unmet = [Pivots::NONE; 4];
    for rotation in 0..piece.rotation_count() {
        let orientation = piece.orientation(rotation);
        let free = Pivots::free(board, orientation);
        unmet[usize::from(rotation)] = filter.retain(board, orientation, free);
    }
    unmet[0] = unmet[0].and_not(Pivots::at(start.x, start.y));
    let mut parents = [start; STATES];
    let mut queue = Vec::with_capacity(STATES);
    queue.push(start);
    let mut head = 0;
    while let Some(&pose) = queue.get(head) {
        if targets.contains(&pose) {
            return Some((pose, parents));
        }
        head += 1;
        for &step in Step::for_piece(piece) {
            let child = pose.after(step);
            if unmet[usize::from(child.orientation.rotation())].remove(child.x, child.y) {
                parents[index(child)] = pose;
                queue.push(child);
            }
        }
    }
    None
}

/// Follows the parents back from `target` to the start.
fn trace(parents: &Parents, target: Pose) -> Path {
    let mut path = vec![target];
    let mut pose = target;
    while parents[index(pose)] != pose {
        pose = parents[index(pose)];
        path.push(pose);
    }
    path.reverse();
    path
}

/// Number of states: four rotations in each cell.
const STATES: usize = 4 * ROWS as usize * COLUMNS as usize;

fn index(pose: Pose) -> usize {
    let rotation = usize::from(pose.orientation.rotation());
    (rotation * ROWS as usize + pose.y as usize) * COLUMNS as usize + pose.x as usize
}

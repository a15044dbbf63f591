//! Shortest path from spawn to a lock.

use std::collections::VecDeque;

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece, Pose, Step};

use super::filter::ChildFilter;

/// Poses from the spawn pose to a lock, both included, each one step from the previous one.
pub type Path = Vec<Pose>;

/// Finds a shortest path to `target` by breadth-first search. `None` if `target` is unreachable. The search tries steps
/// in the order of [`Step::for_piece`].
///
/// The search uses a simple queue, because it runs once per decision, not once per leaf.
pub fn find_path(
    board: &Board,
    piece: Piece,
    target: Pose,
    filter: &impl ChildFilter,
) -> Option<Path> {
    let start = Pose::spawn(piece);
    if !start.fits(board) {
        return None;
    }
    let mut parents = [None; STATES];
    let mut queue = VecDeque::from([start]);
    parents[index(start)] = Some(start);
    while let Some(pose) = queue.pop_front() {
        if pose == target {
            return Some(trace(&parents, target));
        }
        for &step in Step::for_piece(piece) {
            let child = pose.after(step);
            if child.fits(board) && parents[index(child)].is_none() && filter.validate(board, child)
            {
                parents[index(child)] = Some(pose);
                queue.push_back(child);
            }
        }
    }
    None
}

/// Follows the parents back from `target` to the start. The start is its own parent.
fn trace(parents: &[Option<Pose>; STATES], target: Pose) -> Path {
    let mut path = vec![target];
    let mut pose = target;
    while let Some(parent) = parents[index(pose)].filter(|&parent| parent != pose) {
        path.push(parent);
        pose = parent;
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

//! Plain reference of the search and the evaluator. It follows their descriptions word by word, with arrays of cells, a
//! queue of states, and one loop for each feature. It shares no code with the search of the library.
#![allow(
    clippy::needless_range_loop,
    reason = "x and y say more than iterators here"
)]

use std::collections::VecDeque;

use rightwell::rules::{Board, Orientation, Piece, Pose};

/// `cells[y][x]` is true if the cell is occupied.
pub type Cells = [[bool; 10]; 20];

pub fn cells_of(board: &Board) -> Cells {
    let text = board.to_string();
    let mut cells = [[false; 10]; 20];
    for (y, line) in text.lines().enumerate() {
        for (x, letter) in line.chars().enumerate() {
            cells[y][x] = letter == 'X';
        }
    }
    cells
}

pub fn board_of(cells: &Cells) -> Board {
    let rows: Vec<String> = cells
        .iter()
        .map(|row| {
            row.iter()
                .map(|&cell| if cell { 'X' } else { '.' })
                .collect()
        })
        .collect();
    rows.join("\n").parse().unwrap()
}

/// State of the search: column, row, and number of clockwise turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub x: i32,
    pub y: i32,
    pub rotation: usize,
}

impl State {
    pub fn pose(self, piece: Piece) -> Pose {
        Pose {
            orientation: orientations(piece)[self.rotation],
            x: self.x as i8,
            y: self.y as i8,
        }
    }
}

/// Returns the orientations of a piece, clockwise from the spawn.
fn orientations(piece: Piece) -> Vec<Orientation> {
    let mut all = vec![piece.spawn()];
    while all.last().unwrap().clockwise() != piece.spawn() {
        all.push(all.last().unwrap().clockwise());
    }
    all
}

fn squares(piece: Piece, state: State) -> Vec<(i32, i32)> {
    orientations(piece)[state.rotation]
        .squares()
        .iter()
        .map(|&(dx, dy)| (state.x + i32::from(dx), state.y + i32::from(dy)))
        .collect()
}

fn is_legal(cells: &Cells, piece: Piece, state: State) -> bool {
    squares(piece, state)
        .iter()
        .all(|&(x, y)| (0..10).contains(&x) && y < 20 && (y < 0 || !cells[y as usize][x as usize]))
}

/// Searches breadth-first. Calls `listener` with each lock and the path to it, in the order in which they are found.
/// Returns `false` if the piece cannot spawn.
pub fn search(
    cells: &Cells,
    piece: Piece,
    validate: &dyn Fn(State) -> bool,
    listener: &mut dyn FnMut(State, Vec<State>),
) -> bool {
    let count = orientations(piece).len();
    let start = State {
        x: 5,
        y: 0,
        rotation: 0,
    };
    if !is_legal(cells, piece, start) {
        return false;
    }
    // States that were visited, each with the index of the state before it.
    let mut visited: Vec<(State, Option<usize>)> = vec![(start, None)];
    let mut seen = [[[false; 4]; 20]; 10];
    seen[5][0][0] = true;
    let mut queue = VecDeque::from([0]);
    while let Some(index) = queue.pop_front() {
        let state = visited[index].0;
        let mut children = Vec::new();
        let turned = |turns: usize| State {
            rotation: (state.rotation + turns) % count,
            ..state
        };
        if count > 1 {
            children.push(turned(count - 1));
        }
        if count > 2 {
            children.push(turned(1));
        }
        children.push(State {
            x: state.x - 1,
            ..state
        });
        children.push(State {
            x: state.x + 1,
            ..state
        });
        let down = State {
            y: state.y + 1,
            ..state
        };
        children.push(down);
        for child in children {
            if is_legal(cells, piece, child)
                && !seen[child.x as usize][child.y as usize][child.rotation]
                && validate(child)
            {
                seen[child.x as usize][child.y as usize][child.rotation] = true;
                visited.push((child, Some(index)));
                queue.push_back(visited.len() - 1);
            }
        }
        if !is_legal(cells, piece, down) {
            let mut path = Vec::new();
            let mut at = Some(index);
            while let Some(step) = at {
                path.push(visited[step].0);
                at = visited[step].1;
            }
            path.reverse();
            listener(state, path);
        }
    }
    true
}

/// Finder of all locks of a piece: [`locks`] or [`locks_as_met`].
pub type FindLocks = fn(&Cells, Piece, &dyn Fn(State) -> bool) -> Option<Vec<State>>;

/// Returns all locks, in the order (rotation, x, y). Returns `None` if the piece cannot spawn.
pub fn locks(cells: &Cells, piece: Piece, validate: &dyn Fn(State) -> bool) -> Option<Vec<State>> {
    locks_as_met(cells, piece, validate).map(|mut locks| {
        locks.sort_by_key(|lock| (lock.rotation, lock.x, lock.y));
        locks
    })
}

/// Returns all locks, in the order in which the search meets them. Returns `None` if the piece cannot spawn.
pub fn locks_as_met(
    cells: &Cells,
    piece: Piece,
    validate: &dyn Fn(State) -> bool,
) -> Option<Vec<State>> {
    let mut locks = Vec::new();
    search(cells, piece, validate, &mut |lock, _| locks.push(lock)).then_some(locks)
}

/// Returns the playfield after a lock, without the rows that are full, and the number of those rows.
pub fn lock(cells: &Cells, piece: Piece, state: State) -> (Cells, u32) {
    let mut cells = *cells;
    for (x, y) in squares(piece, state) {
        if y >= 0 {
            cells[y as usize][x as usize] = true;
        }
    }
    let mut cleared = 0;
    for y in (state.y - 2).max(1)..=(state.y + 1).min(19) {
        if cells[y as usize].iter().all(|&cell| cell) {
            for above in (1..=y as usize).rev() {
                cells[above] = cells[above - 1];
            }
            cells[0] = [false; 10];
            cleared += 1;
        }
    }
    (cells, cleared)
}

/// Returns how many rows the lowest cell of the piece is above the floor.
pub fn lock_height(piece: Piece, state: State) -> u32 {
    let lowest = squares(piece, state).iter().map(|&(_, y)| y).max().unwrap();
    (19 - lowest) as u32
}

fn topmost(cells: &Cells, x: usize) -> Option<usize> {
    (0..20).find(|&y| cells[y][x])
}

fn occupied(cells: &Cells, x: i32, y: usize) -> bool {
    !(0..10).contains(&x) || cells[y][x as usize]
}

pub fn well_cells(cells: &Cells) -> u32 {
    let mut count = 0;
    for x in 0..10 {
        for y in (0..=topmost(cells, x).unwrap_or(19)).rev() {
            if occupied(cells, x as i32 - 1, y) && occupied(cells, x as i32 + 1, y) {
                count += 1;
            }
        }
    }
    count
}

pub fn column_holes(cells: &Cells) -> u32 {
    let mut count = 0;
    for x in 0..10 {
        for rows in cells.windows(2) {
            if rows[0][x] && !rows[1][x] {
                count += 1;
            }
        }
    }
    count
}

pub fn column_transitions(cells: &Cells) -> u32 {
    let mut count = 0;
    for x in 0..10 {
        if let Some(top) = topmost(cells, x) {
            for y in top..19 {
                if cells[y][x] != cells[y + 1][x] {
                    count += 1;
                }
            }
        }
    }
    count
}

pub fn row_transitions(cells: &Cells) -> u32 {
    let mut count = 0;
    for (y, row) in cells.iter().enumerate() {
        if row.iter().any(|&cell| cell) {
            for x in -1..10 {
                if occupied(cells, x, y) != occupied(cells, x + 1, y) {
                    count += 1;
                }
            }
        }
    }
    count
}

/// Returns the value of the six features, as a floating-point number. Lower is better.
pub fn evaluate(cells: &Cells, rows_cleared: u32, lock_height: u32) -> f64 {
    1.000000000000000 * f64::from(rows_cleared)
        + 12.885008263218383 * f64::from(lock_height)
        + 15.842707182438396 * f64::from(well_cells(cells))
        + 26.89449650779595 * f64::from(column_holes(cells))
        + 27.616914062397015 * f64::from(column_transitions(cells))
        + 30.18511071927904 * f64::from(row_transitions(cells))
}

/// Filter of the states that the search may visit for a piece.
type Validate<'a> = &'a dyn Fn(&Cells, Piece, State) -> bool;

/// Returns the best sequence of locks for the pieces, and its value. Among equal values, the sequence that `find` gives
/// first wins.
pub fn decide(
    cells: &Cells,
    pieces: &[Piece],
    find: FindLocks,
    validate: Validate<'_>,
) -> Option<(Vec<State>, f64)> {
    let mut best = None;
    let finder = (find, validate);
    descend(cells, pieces, finder, (0, 0), &mut Vec::new(), &mut best);
    best
}

fn descend(
    cells: &Cells,
    pieces: &[Piece],
    (find, validate): (FindLocks, Validate<'_>),
    (rows, height): (u32, u32),
    chain: &mut Vec<State>,
    best: &mut Option<(Vec<State>, f64)>,
) {
    let Some((&piece, others)) = pieces.split_first() else {
        let value = evaluate(cells, rows, height);
        if best.as_ref().is_none_or(|(_, lowest)| value < *lowest) {
            *best = Some((chain.clone(), value));
        }
        return;
    };
    let found = find(cells, piece, &|state| validate(cells, piece, state));
    for state in found.unwrap_or_default() {
        let (after, cleared) = lock(cells, piece, state);
        let sums = (rows + cleared, height + lock_height(piece, state));
        chain.push(state);
        descend(&after, others, (find, validate), sums, chain, best);
        chain.pop();
    }
}

//! Features as words, and the cells that they count.

use crate::rules::Board;
use crate::rules::motion::{COLUMNS, ROWS};

use super::Feature;

impl Feature {
    /// Returns the name in words, such as `column holes`.
    pub fn words(self) -> String {
        let mut words = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.push(letter.to_ascii_lowercase());
        }
        words
    }

    /// Returns the cells of `board` that the feature counts: holes, wells, or one cell of each pair in a transition (in
    /// a column the lower one, in a row the empty one). `None` for features that count no single cells.
    pub fn cells(self, board: &Board) -> Option<Board> {
        let top = |x| board.column(x).trailing_zeros().min(ROWS as u32) as i8;
        let filled = |x, y| !(0..COLUMNS).contains(&x) || board.contains(x, y);
        let is_between = |x, y| filled(x - 1, y) && filled(x + 1, y);
        let changes = |x, y| board.contains(x, y) != board.contains(x, y - 1);
        let is_row_empty = |y| board.row(y) == 0;
        let counts = |x: i8, y: i8| match self {
            Feature::WellCells => y <= top(x) && is_between(x, y),
            Feature::CumulativeWells => !board.contains(x, y) && is_between(x, y),
            Feature::ColumnHoles => !board.contains(x, y) && board.contains(x, y - 1),
            Feature::BuriedHoles => !board.contains(x, y) && y > top(x),
            Feature::ColumnTransitions => y > top(x) && changes(x, y),
            Feature::AllColumnTransitions | Feature::FloorColumnTransitions => changes(x, y),
            Feature::RowTransitions | Feature::AllRowTransitions => {
                let is_counted = self == Feature::AllRowTransitions || !is_row_empty(y);
                let has_filled_neighbour = filled(x - 1, y) || filled(x + 1, y);
                is_counted && !board.contains(x, y) && has_filled_neighbour
            }
            _ => false,
        };
        let is_marked = matches!(
            self,
            Feature::WellCells
                | Feature::CumulativeWells
                | Feature::ColumnHoles
                | Feature::BuriedHoles
                | Feature::ColumnTransitions
                | Feature::AllColumnTransitions
                | Feature::FloorColumnTransitions
                | Feature::RowTransitions
                | Feature::AllRowTransitions
        );
        let mut cells = Board::EMPTY;
        for (x, y) in (0..COLUMNS).flat_map(|x| (0..ROWS).map(move |y| (x, y))) {
            if is_marked && counts(x, y) {
                cells.insert(x, y);
            }
        }
        is_marked.then_some(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "X......... XX.X...... X..X.....X .X.X.XX..X";

    fn cells(feature: Feature) -> String {
        let board = feature.cells(&BOARD.parse().unwrap()).unwrap();
        let rows: Vec<String> = board
            .to_string()
            .lines()
            .skip(16)
            .map(str::to_owned)
            .collect();
        rows.join(" ")
    }

    #[test]
    fn features_are_named_in_words() {
        assert_eq!(Feature::ColumnHoles.words(), "column holes");
        assert_eq!(Feature::LockHeight.words(), "lock height");
    }

    #[test]
    fn the_counted_cells_are_marked() {
        let holes = ".......... .......... .X........ X.........";
        assert_eq!(cells(Feature::ColumnHoles), holes);
        let wells = ".......... ..X....... .......... ..X.X.....";
        assert_eq!(cells(Feature::WellCells), wells);
        let columns = ".......... .......... .X........ XX........";
        assert_eq!(cells(Feature::ColumnTransitions), columns);
        let rows = ".X.......X ..X.X....X .XX.X...X. X.X.X..XX.";
        assert_eq!(cells(Feature::RowTransitions), rows);
        let board = BOARD.parse().unwrap();
        assert_eq!(Feature::LockHeight.cells(&board), None);
    }
}

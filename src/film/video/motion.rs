//! Which picture and which part of it a block shows again.

use super::block::Grid;

/// Where a block comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is drawn anew.
    Drawn,
    /// From an earlier picture, 0 for the last one, as many quarters of a pixel to the right and down.
    Copied {
        /// Which picture.
        picture: u8,
        /// The way to its place there.
        way: [i32; 2],
    },
}

impl Origin {
    /// The same place of the last picture.
    pub const SAME: Origin = Origin::Copied {
        picture: 0,
        way: [0; 2],
    };

    /// The way if it is from that picture.
    fn way_in(self, wanted: u8) -> Option<[i32; 2]> {
        match self {
            Origin::Copied { picture, way } if picture == wanted => Some(way),
            _ => None,
        }
    }
}

/// The blocks whose origins tell that of the next one.
struct NearOrigins {
    left: Option<Origin>,
    above: Option<Origin>,
    /// Above to the right or, where there is none, above to the left.
    corner: Option<Origin>,
}

impl NearOrigins {
    fn around(block: usize, grid: &Grid, origins: &[Origin]) -> NearOrigins {
        let (column, row) = grid.place(block);
        let at = |is_there: bool, back: usize| is_there.then(|| origins[block - back]);
        let right = at(
            row > 0 && column + 1 < grid.columns,
            grid.columns.saturating_sub(1),
        );
        NearOrigins {
            left: at(column > 0, 1),
            above: at(row > 0, grid.columns),
            corner: right.or_else(|| at(row > 0 && column > 0, grid.columns + 1)),
        }
    }
}

/// The way that a block copied from `picture` is expected to have.
pub fn expected(block: usize, picture: u8, grid: &Grid, origins: &[Origin]) -> [i32; 2] {
    let NearOrigins {
        left,
        above,
        corner,
    } = NearOrigins::around(block, grid, origins);
    if above.is_none() && corner.is_none() && left.is_some() {
        // Only the one to the left counts.
        return match left {
            Some(Origin::Copied { way, .. }) => way,
            _ => [0; 2],
        };
    }
    let all = [left, above, corner];
    let same = all.map(|near| near.and_then(|origin| origin.way_in(picture)));
    let mut found = same.into_iter().flatten();
    if let (Some(way), None) = (found.next(), found.next()) {
        return way;
    }
    let ways = all.map(|near| match near {
        Some(Origin::Copied { way, .. }) => way,
        _ => [0; 2],
    });
    [0, 1].map(|axis| {
        let mut values = ways.map(|way| way[axis]);
        values.sort_unstable();
        values[1]
    })
}

/// The way that a block has about which nothing is said.
pub fn skipped(block: usize, grid: &Grid, origins: &[Origin]) -> [i32; 2] {
    let near = NearOrigins::around(block, grid, origins);
    match (near.left, near.above) {
        (None, _) | (_, None) => [0; 2],
        (Some(left), Some(above)) if left == Origin::SAME || above == Origin::SAME => [0; 2],
        _ => expected(block, 0, grid, origins),
    }
}

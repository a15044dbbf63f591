//! Motion of blocks: the frame and the position from which a block is copied.

use super::block::BlockGrid;

/// Origin of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockOrigin {
    /// The block is drawn anew.
    Drawn,
    /// The block is copied from a reference frame.
    Copied {
        /// Reference frame, 0 for the last one.
        picture: u8,
        /// Motion vector to the right and down, in quarters of a pixel.
        way: [i32; 2],
    },
}

impl BlockOrigin {
    /// A copy from the same position in the last frame.
    pub const SAME: BlockOrigin = BlockOrigin::Copied {
        picture: 0,
        way: [0; 2],
    };

    /// Returns the motion vector if the block is copied from frame `wanted`.
    fn way_in(self, wanted: u8) -> Option<[i32; 2]> {
        match self {
            BlockOrigin::Copied { picture, way } if picture == wanted => Some(way),
            _ => None,
        }
    }
}

/// Origins of the neighbours, from which the next block's motion is predicted.
struct NeighbourOrigins {
    left: Option<BlockOrigin>,
    above: Option<BlockOrigin>,
    /// Block above to the right, or above to the left if that block does not exist.
    corner: Option<BlockOrigin>,
}

impl NeighbourOrigins {
    fn around(block: usize, grid: &BlockGrid, origins: &[BlockOrigin]) -> NeighbourOrigins {
        let (column, row) = grid.place(block);
        let at = |is_there: bool, back: usize| is_there.then(|| origins[block - back]);
        let right = at(
            row > 0 && column + 1 < grid.columns,
            grid.columns.saturating_sub(1),
        );
        NeighbourOrigins {
            left: at(column > 0, 1),
            above: at(row > 0, grid.columns),
            corner: right.or_else(|| at(row > 0 && column > 0, grid.columns + 1)),
        }
    }
}

/// Predicts the motion vector of a block copied from `picture`.
pub fn expected(block: usize, picture: u8, grid: &BlockGrid, origins: &[BlockOrigin]) -> [i32; 2] {
    let NeighbourOrigins {
        left,
        above,
        corner,
    } = NeighbourOrigins::around(block, grid, origins);
    if above.is_none() && corner.is_none() && left.is_some() {
        // The left neighbour alone gives the prediction.
        return match left {
            Some(BlockOrigin::Copied { way, .. }) => way,
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
        Some(BlockOrigin::Copied { way, .. }) => way,
        _ => [0; 2],
    });
    [0, 1].map(|axis| {
        let mut values = ways.map(|way| way[axis]);
        values.sort_unstable();
        values[1]
    })
}

/// Returns the motion vector of a skipped block.
pub fn skipped(block: usize, grid: &BlockGrid, origins: &[BlockOrigin]) -> [i32; 2] {
    let near = NeighbourOrigins::around(block, grid, origins);
    match (near.left, near.above) {
        (None, _) | (_, None) => [0; 2],
        (Some(left), Some(above)) if left == BlockOrigin::SAME || above == BlockOrigin::SAME => {
            [0; 2]
        }
        _ => expected(block, 0, grid, origins),
    }
}

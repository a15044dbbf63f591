//! Mirroring of tables: turns costs for a well at the left wall into costs for a well at the right wall.

use super::entries::{
    BURIALS, CONTOUR, COVERS, EDGE_DEPTH, EDGE_STATE, ENTRIES, EntryGroup, HEIGHTS, HEIGHTS_OF_3,
    LEFT, PLACES, STRETCH, STRETCHES, TRIPLE, TRIPLES, WELL_DEPTH, WELL_MOUTH, WELL_STATE,
};
use crate::rules::motion::COLUMNS;

/// Number of height differences in a stretch of the contour.
const STEPS: usize = 4;

/// Returns the entry that corresponds to `entry` on the mirrored board.
///
/// Groups that use only the near columns have no exact counterpart, because the mirrored board leaves out another
/// column. They map to the near columns counted from the other end.
fn mirrored(entry: usize) -> usize {
    let within = |group: &EntryGroup| group.begin <= entry && entry < group.end;
    let swap = |from: &EntryGroup, to: &EntryGroup| to.begin + entry - from.begin;
    if within(&CONTOUR) {
        let (stretch, burial) = (entry / STRETCH / BURIALS, entry / STRETCH % BURIALS);
        let steps = (0..STEPS).fold((entry % STRETCH, 0), |(left, turned), _| {
            (left / 9, turned * 9 + 8 - left % 9)
        });
        return ((STRETCHES - 1 - stretch) * BURIALS + burial) * STRETCH + steps.1;
    }
    if within(&COVERS) {
        let index = entry - COVERS.begin;
        let (pair, covers, step) = (index / 225, index / 9 % 25, index % 9);
        let covers = covers % 5 * 5 + covers / 5;
        return COVERS.begin + ((COLUMNS as usize - 2 - pair) * 25 + covers) * 9 + 8 - step;
    }
    if within(&PLACES) {
        let index = entry - PLACES.begin;
        let (flat_and_burial, mut places) = (index % (2 * BURIALS), index / (2 * BURIALS));
        let [mut j, mut l, t, o, mut s, mut z] = [0; 6].map(|_: usize| {
            let count = places % 3;
            places /= 3;
            count
        });
        std::mem::swap(&mut z, &mut s);
        std::mem::swap(&mut l, &mut j);
        let places = [z, s, o, t, l, j]
            .iter()
            .fold(0, |all, count| all * 3 + count);
        return PLACES.begin + places * 2 * BURIALS + flat_and_burial;
    }
    if within(&HEIGHTS_OF_3) {
        let index = entry - HEIGHTS_OF_3.begin;
        let (place, [first, second, third]) = (
            index / TRIPLE,
            [HEIGHTS * HEIGHTS, HEIGHTS, 1].map(|unit| index / unit % HEIGHTS),
        );
        let turned = (third * HEIGHTS + second) * HEIGHTS + first;
        return HEIGHTS_OF_3.begin + (TRIPLES - 1 - place) * TRIPLE + turned;
    }
    for (one, other) in [
        (&WELL_STATE, &EDGE_STATE),
        (&WELL_DEPTH, &EDGE_DEPTH),
        (&WELL_MOUTH, &LEFT),
    ] {
        if within(one) {
            return swap(one, other);
        }
        if within(other) {
            return swap(other, one);
        }
    }
    entry
}

/// Returns a mirrored table. It prices a board as `costs` prices the board's mirror image.
pub fn in_the_mirror(costs: &[f32]) -> Box<[f32]> {
    (0..ENTRIES).map(|entry| costs[mirrored(entry)]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::entries::{EXTREMES, HOLE_HEIGHT, RIGHT, TOP_HOLE, entries_of};
    use super::*;
    use crate::rules::Board;

    /// Returns a board of random heights with some holes, and its mirror image.
    fn field(seed: u32) -> [Board; 2] {
        let mut state = seed.wrapping_mul(0x9E37_79B9) | 1;
        let mut random = |below: u32| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state % below
        };
        let mut boards = [Board::EMPTY; 2];
        for x in 0..COLUMNS {
            let height = random(12) as i8;
            for y in 20 - height..20 {
                if y == 20 - height || random(8) > 0 {
                    boards[0].insert(x, y);
                    boards[1].insert(COLUMNS - 1 - x, y);
                }
            }
        }
        boards
    }

    #[test]
    fn a_mirrored_field_has_mirrored_entries_except_in_the_left_out_column() {
        let near_only = [&TOP_HOLE, &EXTREMES, &RIGHT, &HOLE_HEIGHT, &PLACES];
        let compared = |entry: &usize| {
            !near_only
                .iter()
                .any(|group| group.begin <= *entry && *entry < group.end)
        };
        for seed in 0..2000 {
            let sorted = |board: &Board, turn: &dyn Fn(usize) -> usize| {
                let entries = entries_of(board).map(|entry| turn(entry as usize));
                let mut entries: Vec<usize> = entries.into_iter().filter(compared).collect();
                entries.sort_unstable();
                entries
            };
            let [field, turned] = field(seed);
            assert_eq!(sorted(&field, &mirrored), sorted(&turned, &|entry| entry));
        }
        assert!((0..ENTRIES).all(|entry| mirrored(mirrored(entry)) == entry));
    }
}

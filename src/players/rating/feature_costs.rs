//! Share of each feature in the cost of a sequence of locks.

use crate::players::evaluator::Evaluator;
use crate::players::features::{Counts, Feature, FeatureCost, FeatureGroups};
use crate::players::player::Player;
use crate::rules::{Board, Pose};
use crate::search::{LockSequence, SearchLeaf};

impl Player {
    /// Returns the share of each feature in the cost of `locks` on `board`, in the order of the player file. Terms that
    /// look ahead and the file's rules are left out. `None` for players that judge by tables, and without locks.
    pub fn feature_costs(&self, board: &Board, locks: &[Pose]) -> Option<Vec<FeatureCost>> {
        let (&last, earlier) = locks.split_last()?;
        let root = SearchLeaf::root(*board);
        let leaf = locks.iter().fold(root, |leaf, &lock| leaf.after(lock));
        let sequence = LockSequence {
            root: board,
            earlier,
            last,
        };
        match self.evaluator() {
            Evaluator::SixFeatures(six) => {
                let weighed = six.weighed();
                let groups = FeatureGroups::from_features(weighed.map(|(feature, _)| feature));
                let counts = Counts::measure(groups, &leaf, sequence);
                let cost = |(feature, weight): (Feature, f64)| {
                    let count = counts.get(feature).into();
                    FeatureCost {
                        feature,
                        count,
                        weight: Some(weight),
                        cost: weight * count,
                    }
                };
                Some(weighed.map(cost).into())
            }
            Evaluator::WeightedSum(sum) => Some(sum.feature_costs(&leaf, sequence)),
            Evaluator::ValueTable(_) | Evaluator::Uct(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Position, PriceUnit};
    use crate::rules::Piece;
    use crate::search::NoFilter;

    #[test]
    fn the_shares_of_all_features_are_the_cost_of_the_lock() {
        let board = "XX........ XXX.XXX... XXXXXXXX.X X.XXXXXXX."
            .parse()
            .unwrap();
        for name in ["survival", "dellacherie", "bcts"] {
            let player = Player::named(name).unwrap();
            let position = Position::new(board, Piece::L, Piece::T);
            let chosen = Pose::spawn(Piece::L);
            let priced = player.price_locks(&position, chosen, &NoFilter, 5).unwrap();
            assert_eq!(priced.unit, PriceUnit::Weights);
            for rated in &priced.locks {
                let locks: Vec<Pose> = [rated.lock].into_iter().chain(rated.then).collect();
                let costs = player.feature_costs(&board, &locks).unwrap();
                let sum: f64 = costs.iter().map(|share| share.cost).sum();
                assert!(
                    (sum - rated.cost).abs() < 1e-6,
                    "{name}: {sum} {}",
                    rated.cost
                );
                for share in costs {
                    let product = share.weight.unwrap() * share.count;
                    assert!((product - share.cost).abs() < 1e-6, "{name}: {share:?}");
                }
            }
        }
    }
}

//! Tests of the tree search by playouts: on slot machines and small trees whose results are known, compared with a
//! plain form of the selection rule, and on locks of pieces.

use std::f64::consts::TAU;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use rightwell::players::{Player, Position, SearchTree, TreeMemory};
use rightwell::rules::randomizer::{ODDS, generator};
use rightwell::rules::{Board, Piece, Pose, Region};
use rightwell::search::tree::{
    Arm, ArmRule, Candidate, FirstPlay, Forest, PlayoutOutcome, RandomStreams, RuleKind,
    SearchWorld, Tree, TreeGrowth, TreeNodeView, TreeStep, natural_log,
};
use rightwell::search::{Hand, MoveGenerator, NoFilter, PadMoves, ReachableLocks};

use crate::support::boards;

/// Growth of the trees in these tests. They keep every child.
const GROWTH: TreeGrowth = TreeGrowth {
    rule: ArmRule {
        kind: RuleKind::Ucb1,
        k: 1.0,
        first_play: FirstPlay::Random,
    },
    trust: 0,
    is_chance_shared: false,
    expand_after: 1,
    keep: 0,
    hopeless: i64::MAX,
    widening: None,
    nodes_max: 100_000,
};

/// Slot machines. Each pays 1 with a probability of its own, and otherwise nothing.
struct Slots(Vec<f64>);

impl SearchWorld for Slots {
    /// Chosen machine.
    type State = Option<usize>;
    type Choice = usize;

    fn candidates(&self, state: &Option<usize>, found: &mut Vec<Candidate<Option<usize>, usize>>) {
        if state.is_none() {
            found.extend((0..self.0.len()).map(|choice| Candidate {
                choice,
                state: Some(choice),
                cost: 0,
            }));
        }
    }

    fn after(&self, _: &Option<usize>, choice: usize) -> Option<usize> {
        Some(choice)
    }

    fn worse(&self, _: i64) -> f64 {
        0.0
    }

    fn odds(&self, _: &Option<usize>) -> Option<[u8; 7]> {
        None
    }

    fn outcome(&self, state: &Option<usize>, _: usize) -> Option<usize> {
        *state
    }

    fn playout(&self, state: &Option<usize>, dice: &mut RandomStreams) -> (f64, PlayoutOutcome) {
        let odds = state.map_or(0.0, |machine| self.0[machine]);
        let won = dice.fraction() < odds;
        (f64::from(u8::from(won)), PlayoutOutcome::default())
    }
}

/// A world with a choice, then a draw of one of seven outcomes, then a second choice. After that, the reward is
/// certain.
struct TwoLevels;

/// The choices so far, and the draw.
#[derive(Clone, Debug, PartialEq, Default)]
struct Way {
    first: Option<usize>,
    drawn: Option<usize>,
    second: Option<usize>,
}

impl TwoLevels {
    /// Returns the reward. Choice 0 pays 0.55. Choice 1 pays 0.9 if the second choice matches the draw and nothing if
    /// it does not; for draw 6, it always pays 0.2. Choice 2 pays 1 for draw 0, and otherwise nothing.
    fn paid(way: &Way) -> f64 {
        match (way.first, way.drawn, way.second) {
            (Some(0), ..) => 0.55,
            (Some(1), Some(6), _) => 0.2,
            (Some(1), Some(drawn), Some(second)) if drawn % 3 == second => 0.9,
            (Some(2), Some(0), _) => 1.0,
            _ => 0.0,
        }
    }

    /// Value of choice 1 if the second choice always matches the draw. The draws follow [`DRAWS`].
    const VALUE_OF_1: f64 = (56.0 * 0.9 + 8.0 * 0.2) / 64.0;
}

const DRAWS: [u8; 7] = [10, 10, 9, 9, 9, 9, 8];

impl SearchWorld for TwoLevels {
    type State = Way;
    type Choice = usize;

    fn candidates(&self, way: &Way, found: &mut Vec<Candidate<Way, usize>>) {
        if way.second.is_none() {
            found.extend((0..3).map(|choice| Candidate {
                choice,
                state: self.after(way, choice),
                cost: 0,
            }));
        }
    }

    fn after(&self, way: &Way, choice: usize) -> Way {
        let mut way = way.clone();
        match way.first {
            None => way.first = Some(choice),
            Some(_) => way.second = Some(choice),
        }
        way
    }

    fn worse(&self, _: i64) -> f64 {
        0.0
    }

    fn odds(&self, way: &Way) -> Option<[u8; 7]> {
        (way.first.is_some() && way.drawn.is_none()).then_some(DRAWS)
    }

    fn outcome(&self, way: &Way, outcome: usize) -> Way {
        Way {
            drawn: Some(outcome),
            ..way.clone()
        }
    }

    fn playout(&self, way: &Way, dice: &mut RandomStreams) -> (f64, PlayoutOutcome) {
        let mut way = way.clone();
        if way.first.is_none() {
            way.first = Some(0);
        }
        if way.drawn.is_none() {
            way.drawn = Some(dice.by_odds(&DRAWS));
        }
        if way.second.is_none() {
            way.second = Some((dice.fraction() * 3.0) as usize);
        }
        (TwoLevels::paid(&way), PlayoutOutcome::default())
    }
}

#[test]
fn the_best_slot_machine_is_found() {
    for kind in [RuleKind::Ucb1, RuleKind::Ucb1Tuned] {
        for seed in 0..20 {
            let slots = Slots(vec![0.3, 0.45, 0.7, 0.2, 0.5]);
            let mut growth = GROWTH;
            growth.rule.kind = kind;
            let mut forest = Forest::new(&None, 2, seed);
            forest.grow(&slots, &growth, 6000, false);
            let best = forest.best().unwrap();
            assert_eq!(best.choice, 2, "{kind:?}, seed {seed}");
            assert!((best.arm.mean() - 0.7).abs() < 0.05, "{best:?}");
            let variance = 0.7 * 0.3;
            assert!((best.arm.variance() - variance).abs() < 0.03, "{best:?}");
        }
    }
}

#[test]
fn a_choice_that_depends_on_the_draw_is_found_at_both_levels() {
    for is_chance_shared in [false, true] {
        for seed in 0..10 {
            let growth = TreeGrowth {
                is_chance_shared,
                ..GROWTH
            };
            let mut forest = Forest::new(&Way::default(), 1, seed);
            forest.grow(&TwoLevels, &growth, 20_000, false);
            let best = forest.best().unwrap();
            assert_eq!(best.choice, 1, "seed {seed}");
            let short = TwoLevels::VALUE_OF_1 - best.arm.mean();
            assert!((0.0..0.1).contains(&short), "seed {seed}: {best:?}");
            let view = forest.view(&growth.rule, 3);
            let after = &view.children[0];
            assert_eq!(after.step, TreeStep::Choice(1));
            for drawn in &after.children {
                let TreeStep::Outcome(outcome) = drawn.step else {
                    panic!("a draw must follow a choice");
                };
                let share = f64::from(drawn.arm.visits) / f64::from(after.arm.visits);
                let odds = f64::from(DRAWS[outcome]) / 64.0;
                assert!((share - odds).abs() < 0.02, "{outcome}: {share}");
                if outcome < 6 {
                    assert_eq!(drawn.children[0].step, TreeStep::Choice(outcome % 3));
                    assert!((drawn.children[0].arm.mean() - 0.9).abs() < 1e-9);
                }
            }
        }
    }
}

/// Returns the value of an arm by the selection rule as textbooks state it, with the logarithm of the standard library.
fn plain_value(kind: RuleKind, k: f64, rewards: &[f64], visits_of_all: u32) -> f64 {
    let n = rewards.len() as f64;
    let mean = rewards.iter().sum::<f64>() / n;
    let log = f64::from(visits_of_all).ln();
    match kind {
        RuleKind::Ucb1 => mean + k * (log / n).sqrt(),
        RuleKind::Ucb1Tuned => {
            let squares: f64 = rewards.iter().map(|reward| (reward - mean).powi(2)).sum();
            let v = squares / n + (2.0 * log / n).sqrt();
            mean + k * (log / n * v.min(0.25)).sqrt()
        }
    }
}

#[test]
fn the_rule_of_selection_is_the_one_in_books() {
    let mut chance = generator(7, 0);
    for case in 0..5000 {
        let count = chance.random_range(1..40);
        let centre: f64 = chance.random();
        let rewards: Vec<f64> = (0..count)
            .map(|_| (centre + 0.2 * (TAU * chance.random::<f64>()).sin()).clamp(0.0, 1.0))
            .collect();
        let mut arm = Arm::default();
        rewards.iter().for_each(|&reward| arm.add(reward));
        let all = count as u32 + chance.random_range(0..1000);
        for kind in [RuleKind::Ucb1, RuleKind::Ucb1Tuned] {
            let k = chance.random_range(0.0..2.0);
            let rule = ArmRule {
                kind,
                k,
                first_play: FirstPlay::Random,
            };
            let value = rule.value(&arm, natural_log(all), || panic!("it was visited"));
            let plain = plain_value(kind, k, &rewards, all);
            assert!((value - plain).abs() < 1e-7, "case {case}: {value} {plain}");
        }
    }
}

#[test]
fn unvisited_nodes_come_first_or_have_a_constant_value() {
    let rule = |first_play| ArmRule {
        kind: RuleKind::Ucb1,
        k: 1.0,
        first_play,
    };
    let fresh = Arm::default();
    let random = rule(FirstPlay::Random);
    assert_eq!(random.value(&fresh, 3.0, || 0.5), 10_500.0);
    let constant = rule(FirstPlay::Constant(0.9));
    assert_eq!(constant.value(&fresh, 3.0, || panic!("no chance")), 0.9);

    // While a machine always pays, the rule does not try another one.
    let slots = Slots(vec![1.0, 1.0, 1.0]);
    let mut growth = GROWTH;
    growth.rule = constant;
    growth.rule.k = 0.5;
    let mut tree = Tree::new(None, RandomStreams::new(1, 0));
    tree.grow(&slots, &growth, 2);
    let visits: Vec<u32> = tree.children().map(|(_, arm)| arm.visits).collect();
    assert_eq!(visits, [2, 0, 0]);
}

/// Checks the number of visits of each node: the sum of its children's visits, plus its own visits as a leaf.
fn check_visits<C>(node: &TreeNodeView<C>, expand_after: u32, depth: usize) {
    if depth == 0 || node.children.is_empty() {
        return;
    }
    let below: u32 = node.children.iter().map(|child| child.arm.visits).sum();
    let own = node.arm.visits - below;
    assert!(own <= expand_after, "{own} of {}", node.arm.visits);
    for child in &node.children {
        check_visits(child, expand_after, depth - 1);
    }
}

#[test]
fn visits_add_up() {
    let mut forest = Forest::new(&Way::default(), 1, 3);
    forest.grow(&TwoLevels, &GROWTH, 3000, false);
    let view = forest.view(&GROWTH.rule, 9);
    assert_eq!(view.arm.visits, 3000);
    assert_eq!(forest.playouts().rewards, view.arm);
    let first: u32 = view.children.iter().map(|child| child.arm.visits).sum();
    assert_eq!(first, 3000, "the root is never a leaf");
    check_visits(&view, GROWTH.expand_after, 9);
}

#[test]
fn a_full_tree_grows_no_further_and_still_counts() {
    let growth = TreeGrowth {
        nodes_max: 20,
        ..GROWTH
    };
    let mut forest = Forest::new(&Way::default(), 3, 3);
    forest.grow(&TwoLevels, &growth, 3000, false);
    // The last expansion may exceed the limit by seven outcomes.
    assert!(forest.size() <= 3 * 27, "{}", forest.size());
    assert_eq!(forest.view(&growth.rule, 1).arm.visits, 3000);
}

fn moves() -> PadMoves {
    PadMoves::new(Hand::FASTEST, 19, Region::Ntsc)
}

fn tree(player: &Player, position: &Position, playouts: u32, side_by_side: bool) -> SearchTree {
    let uct = player.uct().unwrap();
    let mut tree = uct.begin(None, position, 2, &moves());
    uct.grow(&mut tree, &moves(), playouts, side_by_side);
    tree
}

fn position(chance: &mut ChaCha8Rng) -> Position {
    Position {
        level: 19,
        ..Position::new(
            boards::clean(chance),
            boards::piece(chance),
            boards::piece(chance),
        )
    }
}

#[test]
fn equal_seeds_grow_equal_trees_on_one_thread_and_on_two() {
    let mut chance = generator(11, 0);
    for name in ["uct", "uct-scorer"] {
        let player = Player::named(name).unwrap();
        let uct = player.uct().unwrap();
        for _ in 0..4 {
            let position = position(&mut chance);
            let alone = uct.view(&tree(&player, &position, 300, false), 9);
            for threads in [1, 2] {
                let pool = ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .unwrap();
                let grown = pool.install(|| tree(&player, &position, 300, true));
                assert_eq!(uct.view(&grown, 9), alone, "{name}, {threads} threads");
            }
        }
    }
}

#[test]
fn a_tree_that_is_grown_in_steps_is_the_same() {
    let player = Player::named("uct").unwrap();
    let uct = player.uct().unwrap();
    let position = Position::new(Board::EMPTY, Piece::T, Piece::L);
    let at_once = tree(&player, &position, 400, false);
    let mut in_steps = uct.begin(None, &position, 2, &moves());
    for _ in 0..10 {
        uct.grow(&mut in_steps, &moves(), 40, false);
    }
    assert_eq!(uct.view(&in_steps, 9), uct.view(&at_once, 9));
}

#[test]
fn chance_draws_pieces_by_the_odds_of_the_cartridge_also_where_they_are_shared() {
    let odds = &ODDS[Piece::T.index()];
    let counts = |mut draw: Box<dyn FnMut(u32) -> usize>| {
        let mut counts = [0_u32; 7];
        (0..64_000).for_each(|number| counts[draw(number)] += 1);
        counts
    };
    let (mut on, mut shared) = (RandomStreams::new(5, 0), RandomStreams::new(5, 0));
    let mut second = RandomStreams::new(5, 0);
    let each = [
        counts(Box::new(move |_| on.by_odds(odds))),
        counts(Box::new(move |number| {
            shared.begin(number);
            shared.by_odds(odds)
        })),
        counts(Box::new(move |number| {
            second.begin(number);
            second.by_odds(odds);
            second.by_odds(odds)
        })),
    ];
    for counts in each {
        for (count, odds) in counts.iter().zip(odds) {
            let expected = i64::from(*odds) * 1000;
            assert!((i64::from(*count) - expected).abs() < 600, "{counts:?}");
        }
    }
}

#[test]
fn two_paths_to_one_playfield_share_a_child() {
    // World in which choices 1 and 2 lead to the same state, and so do 3 and 4, and 5 and 6. In the game, two locks can
    // likewise lead to the same playfield.
    struct Twins;
    impl SearchWorld for Twins {
        type State = u8;
        type Choice = u8;
        fn candidates(&self, state: &u8, found: &mut Vec<Candidate<u8, u8>>) {
            if *state == 0 {
                found.extend((1..=6).map(|choice| Candidate {
                    choice,
                    state: self.after(state, choice),
                    cost: i64::from(choice),
                }));
            }
        }
        fn after(&self, _: &u8, choice: u8) -> u8 {
            choice.div_ceil(2)
        }
        fn worse(&self, _: i64) -> f64 {
            0.0
        }
        fn odds(&self, _: &u8) -> Option<[u8; 7]> {
            None
        }
        fn outcome(&self, state: &u8, _: usize) -> u8 {
            *state
        }
        fn playout(&self, _: &u8, _: &mut RandomStreams) -> (f64, PlayoutOutcome) {
            (0.5, PlayoutOutcome::default())
        }
    }
    let children = |growth: TreeGrowth| {
        let mut tree = Tree::new(0, RandomStreams::new(1, 0));
        tree.grow(&Twins, &growth, 30);
        tree.children()
            .map(|(choice, _)| choice)
            .collect::<Vec<u8>>()
    };
    assert_eq!(children(GROWTH), [1, 3, 5]);
    let thinned = TreeGrowth {
        hopeless: 2,
        ..GROWTH
    };
    assert_eq!(children(thinned), [1, 3], "the last child must cost 4 more");
    let kept = TreeGrowth { keep: 2, ..GROWTH };
    assert_eq!(children(kept), [1, 3]);
    let mut wide = GROWTH;
    wide.widening = Some(0.3);
    let mut tree = Tree::new(0, RandomStreams::new(1, 0));
    tree.grow(&Twins, &wide, 20);
    let visits: Vec<u32> = tree.children().map(|(_, arm)| arm.visits).collect();
    assert!(
        visits[0] > 9 && visits[1] > 0 && visits[2] == 0,
        "{visits:?}"
    );
}

#[test]
fn a_player_reuses_its_tree_and_repeats_its_answer() {
    let player = Player::named("uct").unwrap();
    let moves = moves();
    let before = Position {
        level: 19,
        ..Position::new(Board::EMPTY, Piece::J, Piece::T)
    };
    let mut memory = TreeMemory::default();
    let line = player.decide(&mut memory, &before, &moves).unwrap();
    assert_eq!(
        player.decide(&mut memory, &before, &moves),
        Some(line.clone())
    );
    let (board, _) = before.board.lock(line.locks[0]);
    let after = Position {
        board,
        current: Piece::T,
        next: Some(Piece::L),
        ..before.clone()
    };
    let uct = player.uct().unwrap();
    let kept = uct.begin(memory.last(), &after, 2, &moves);
    let known = uct.view(&kept, 1).arm.visits;
    assert!(known > 0 && known < uct.playouts(), "{known}");
    // A search for another game starts without this tree.
    let fresh = uct.begin(None, &after, 2, &moves);
    assert_eq!(uct.view(&fresh, 1).arm.visits, 0);
    // A game that has left the searched position cannot use this tree either.
    let elsewhere = Position {
        board: Board::EMPTY,
        ..after
    };
    let fresh = uct.begin(memory.last(), &elsewhere, 2, &moves);
    assert_eq!(uct.view(&fresh, 1).arm.visits, 0);
}

#[test]
fn players_choose_only_reachable_locks() {
    let mut chance = generator(13, 0);
    for name in ["uct", "uct-scorer"] {
        let player = Player::named(name).unwrap().with_playouts(40);
        for _ in 0..12 {
            let position = position(&mut chance);
            let locks = NoFilter.locks(&position.board, position.current);
            let line = player.decide(&mut TreeMemory::default(), &position, &NoFilter);
            let locks: Vec<Pose> = locks.iter().flat_map(ReachableLocks::iter).collect();
            match line {
                Some(line) => assert!(locks.contains(&line.locks[0])),
                None => assert!(locks.is_empty()),
            }
        }
        let full: Board = "XXXXXXXXX. ".repeat(20).parse().unwrap();
        let lost = Position::new(full, Piece::T, Piece::T);
        assert_eq!(
            player.decide(&mut TreeMemory::default(), &lost, &NoFilter),
            None
        );
    }
}

#[test]
fn a_tetris_that_saves_the_game_is_taken() {
    let board: Board = "XXXXXXXXX. ".repeat(17).parse().unwrap();
    for name in ["uct", "uct-scorer"] {
        let player = Player::named(name).unwrap();
        let position = Position {
            level: 19,
            ..Position::new(board, Piece::I, Piece::T)
        };
        let line = player
            .decide(&mut TreeMemory::default(), &position, &NoFilter)
            .unwrap();
        assert_eq!(board.lock(line.locks[0]).1, 4, "{name}");
    }
}

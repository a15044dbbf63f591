//! Tests of pieces that start before the player sees NEXT: the cost of the delay agrees with plain references, and the
//! search does not use NEXT too early.

use std::cell::Cell as Counter;
use std::sync::Arc;

use rand::RngExt;
use rightwell::players::{Player, Position, Strategy, TreeMemory, UnseenNextCosts};
use rightwell::rules::randomizer::ODDS;
use rightwell::rules::{Board, Buttons, Piece, Pose, Region};
use rightwell::search::{
    ChildFilter, Hand, HoveringPiece, InMotionMoves, InputsBeforeNext, MoveGenerator, NextCosts,
    PadMoves, PadPiece, ReachableLocks, Sight, UnseenNextJudge, hovers, open_unseen, pad_locks,
};
use rightwell::session::{NextVisibility, PadTask, PlannedFrame};

use crate::support::boards;
use crate::support::cases::{sample, share};
use crate::support::naive_pad::Hands;
use crate::support::pad_play::{RATES, REGIONS, RHYTHMS, hand, is_playable_by, play};
use crate::support::tasks::{self, KINDS, strategy};

fn seeing(hand: Hand, sight: &str) -> Hand {
    hand.with_sight(sight.parse().unwrap()).unwrap()
}

fn sights() -> impl Iterator<Item = Sight> {
    let frames = [0, 1, 2, 4, 6, 9, 12, 18, 24, 36, 48, 60];
    let frames = frames.map(|frames| Sight::after(frames).unwrap());
    frames.into_iter().chain([Sight::NEVER])
}

/// Judge whose costs follow a rule.
struct RuleJudge<F>(F);

impl<F: Fn(Pose, Piece) -> i64> UnseenNextJudge for RuleJudge<F> {
    fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>> {
        let costs = |&lock: &Pose| Some(Piece::ALL.map(|next| (self.0)(lock, next)));
        locks.iter().map(costs).collect()
    }

    fn deep_cost(&self, lock: Pose, next: Piece) -> i64 {
        (self.0)(lock, next)
    }
}

/// Returns a judge with arbitrary costs. They are from a small range, so that some are equal.
fn scattered(seed: u64) -> RuleJudge<impl Fn(Pose, Piece) -> i64> {
    RuleJudge(move |lock: Pose, next: Piece| {
        let place = (lock.orientation.id() as u64, lock.x as u64, lock.y as u64);
        let mixed = (seed ^ place.0 << 40 ^ place.1 << 20 ^ place.2 << 8 ^ next.index() as u64)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 58) as i64
    })
}

/// Returns 64 times the mean cost over all NEXT pieces.
fn mean(piece: Piece, mut cost: impl FnMut(Piece) -> i64) -> i128 {
    let odds = Piece::ALL.into_iter().zip(ODDS[piece.index()]);
    odds.map(|(next, odds)| i128::from(odds) * i128::from(cost(next)))
        .sum()
}

/// Returns 64 times the lowest mean cost that is possible if one of these locks is chosen without knowing NEXT.
fn least_mean(locks: ReachableLocks, cost: impl Fn(Pose, Piece) -> i64) -> i128 {
    let means = locks
        .iter()
        .map(|lock| mean(lock.piece(), |next| cost(lock, next)));
    means.min().unwrap()
}

/// Returns 64 times the mean of the lowest costs, if the lock is chosen after NEXT is seen.
fn mean_least(locks: ReachableLocks, cost: impl Fn(Pose, Piece) -> i64) -> i128 {
    let piece = locks.iter().next().unwrap().piece();
    mean(piece, |next| {
        locks.iter().map(|lock| cost(lock, next)).min().unwrap()
    })
}

/// Returns a position, with its piece at the spawn.
fn position(seed: u64, index: usize) -> (Position, PadPiece) {
    let mut generator = boards::generator(seed + index as u64);
    let (current, next) = (boards::piece(&mut generator), boards::piece(&mut generator));
    let level = [0, 9, 18, 18, 19, 29][index % 6];
    let board = loop {
        let board = boards::any(&mut generator);
        if Pose::spawn(current).fits(&board) {
            break board;
        }
    };
    let position = Position {
        level,
        ..Position::new(board, current, next)
    };
    let region = REGIONS[index / 7 % 2];
    (position, PadPiece::fresh(current, level, region))
}

#[test]
fn hands_that_press_one_button_at_a_time_wait_for_next_where_the_piece_is() {
    for taps in ["one-button", "turn-shift-fall"] {
        let hand = hand(taps, 0);
        let piece = PadPiece::fresh(Piece::T, 18, Region::Ntsc);
        let found = hovers(&Board::EMPTY, piece, hand, 18);
        assert_eq!(found.len(), 1, "{taps}");
        assert!(found[0].inputs.iter().all(|held| held.is_empty()));
        let locks = pad_locks(&Board::EMPTY, found[0].piece, hand);
        assert_eq!(Some(found[0].locks), locks, "{taps}");
    }
}

#[test]
fn the_later_next_is_seen_the_more_it_costs() {
    let mut rises = 0;
    for index in 0..150 {
        let (Position { board, .. }, piece) = position(1, index);
        let hand = hand(RATES[index % 6], 0);
        let Some(locks) = pad_locks(&board, piece, hand) else {
            continue;
        };
        let judge = scattered(index as u64);
        let costs: Vec<i128> = sights()
            .map(|sight| {
                let hand = hand.with_sight(sight).unwrap();
                open_unseen(&board, piece, hand, &judge).unwrap().cost
            })
            .collect();
        // Seeing NEXT at once is equivalent to knowing NEXT. The search with a known NEXT supports only thumbs that
        // cannot save up taps.
        let steady = PadMoves::new(hand, piece.level, piece.region);
        let steady = steady.locks(&board, piece.pose.piece());
        let today = steady.map_or(i128::MAX, |locks| mean_least(locks, &judge.0));
        let never = least_mean(locks, &judge.0);
        let least = mean_least(locks, &judge.0);
        assert!((least..=today.min(never)).contains(&costs[0]), "{board:?}");
        if hand.tap_hz() == Hand::FASTEST.tap_hz() {
            assert_eq!((costs[0], today), (least, least), "at once: {board:?}");
        }
        assert_eq!(*costs.last().unwrap(), least_mean(locks, &judge.0), "never");
        assert!(costs.is_sorted(), "{costs:?} {piece:?} {hand:?} {board:?}");
        rises += usize::from(costs.windows(2).filter(|pair| pair[0] < pair[1]).count() > 2);
    }
    assert!(rises > 30, "{rises}");
}

/// A falling piece, and the state of the hands, after buttons that the hands may press.
type State = (PadPiece, Hands);

/// Returns all states of a falling piece that can be reached in this number of frames with buttons that the hands may
/// press.
fn states(board: &Board, piece: PadPiece, hand: Hand, frames: u16) -> Vec<State> {
    const SIDEWAYS: [Buttons; 4] = [Buttons::NONE, Buttons::LEFT, Buttons::RIGHT, Buttons::DOWN];
    const TURNS: [Buttons; 3] = [Buttons::NONE, Buttons::A, Buttons::B];
    let mut states = vec![(piece, Hands::default())];
    for frame in 0..frames {
        let mut next: Vec<State> = Vec::new();
        for (piece, hands) in states {
            for held in SIDEWAYS.iter().flat_map(|&a| TURNS.map(|b| a.with(b))) {
                let Some(hands) = hands.after(held, frame, hand, piece.region) else {
                    continue;
                };
                let state = (piece.after(board, &[held]), hands);
                if !next.contains(&state) {
                    next.push(state);
                }
            }
        }
        states = next;
    }
    states
}

/// Returns the cost by its definition. NEXT is seen in frame 6. The cost is the lower of two: the best lock without
/// NEXT, and the best state in frame 6.
fn plain_cost(
    board: &Board,
    piece: PadPiece,
    hand: Hand,
    judge: &impl Fn(Pose, Piece) -> i64,
) -> i128 {
    let mut best = least_mean(pad_locks(board, piece, hand).unwrap(), judge);
    let mut seen: Vec<PadPiece> = Vec::new();
    for (piece, _) in states(board, piece, hand, 6) {
        if !seen.contains(&piece) {
            seen.push(piece);
            let locks = pad_locks(board, piece, hand.awake());
            best = locks.map_or(best, |locks| best.min(mean_least(locks, judge)));
        }
    }
    best
}

#[test]
fn no_buttons_of_six_frames_are_better_on_low_stacks() {
    let mut generator = boards::generator(3);
    let mut waits = 0;
    for index in sample(12) {
        let board = loop {
            let board = boards::any(&mut generator);
            if (0..=6).all(|y| board.row(y) == 0) {
                break board;
            }
        };
        let piece = PadPiece::fresh(
            boards::piece(&mut generator),
            [18, 19][index / 2 % 2],
            Region::Ntsc,
        );
        let hand = seeing(hand(["30", "20"][index % 2], 0), "6");
        let judge = scattered(index as u64);
        let found = open_unseen(&board, piece, hand, &judge).unwrap();
        let expected = plain_cost(&board, piece, hand, &judge.0);
        assert_eq!(found.cost, expected, "{piece:?} {hand:?} {board:?}");
        waits += usize::from(found.lock.is_none());
    }
    assert!(waits > 0, "{waits}");
}

#[test]
fn no_plan_is_priced_below_the_cheapest_buttons() {
    let mut judged = 0;
    for index in sample(36) {
        let (Position { board, .. }, piece) = position(5, index);
        let hand = seeing(hand(["30", "12", "20", "13.3"][index % 4], 0), "6");
        // The reference does not handle pieces that come to rest within six frames.
        let rests = pad_locks(&board, piece, hand).is_none();
        let is_high = (0..9).any(|y| board.row(y) != 0);
        if rests || is_high {
            continue;
        }
        let judge = scattered(index as u64);
        let found = open_unseen(&board, piece, hand, &judge).unwrap();
        let least = plain_cost(&board, piece, hand, &judge.0);
        assert!(found.cost >= least, "{piece:?} {hand:?} {board:?}");
        judged += 1;
    }
    assert!(judged > share(11), "{judged}");
}

#[test]
fn locks_reachable_from_a_hover_can_be_played() {
    let mut ways = 0;
    for index in sample(120) {
        let (Position { board, .. }, piece) = position(7, index);
        let reaction = [0, 0, 5][index % 3];
        let hand = hand(RATES[index % 6], reaction);
        let frames = [6, 12, 18, 30][index % 4];
        for hover in hovers(&board, piece, hand, frames) {
            let HoveringPiece {
                inputs,
                piece: after,
                taps,
                locks,
            } = hover;
            assert!(inputs.len() >= usize::from(frames));
            assert_eq!(after, piece.after(&board, &inputs));
            let is_tap = |held: &&Buttons| !held.is_empty();
            assert_eq!(taps as usize, inputs.iter().filter(is_tap).count());
            let all = pad_locks(&board, after, hand.awake()).unwrap();
            if hand.tap_hz() == Hand::FASTEST.tap_hz() {
                assert_eq!(locks, all, "{after:?} {board:?}");
            }
            assert!(
                locks
                    .iter()
                    .all(|lock| all.iter().any(|other| other == lock))
            );
            // Follow the path of one of these locks to its end.
            let lock = locks.iter().nth(index % locks.count() as usize).unwrap();
            let rest = rightwell::search::pad_path(&board, after, hand.awake(), lock).unwrap();
            let whole = [inputs, rest].concat();
            is_playable_by(&whole, hand, piece.region);
            play(&board, piece, &whole, lock);
            ways += 1;
        }
    }
    assert!(ways > share(1000), "{ways}");
}

#[test]
fn a_judge_with_one_best_lock_does_not_wait() {
    let piece = PadPiece::fresh(Piece::T, 18, Region::Ntsc);
    let judge = RuleJudge(|lock: Pose, _: Piece| i64::from(lock.x) * 20 + i64::from(lock.y));
    let hand = seeing(Hand::FASTEST, "60");
    let found = open_unseen(&Board::EMPTY, piece, hand, &judge).unwrap();
    let lock = found.lock.unwrap();
    assert_eq!(lock.x, judge.costs(&[lock])[0].unwrap()[0] as i8 / 20);
    play(&Board::EMPTY, piece, &found.inputs, lock);
}

#[test]
fn a_judge_of_two_sides_waits_between_them() {
    // The O falls one row in every frame. After six frames, 13 rows are left, in which it can move six columns.
    let piece = PadPiece::fresh(Piece::O, 29, Region::Ntsc);
    let hand = seeing(Hand::FASTEST, "6");
    let wants = |left: i8, right: i8| {
        RuleJudge(move |lock: Pose, next: Piece| {
            let wanted = if next.index().is_multiple_of(2) {
                left
            } else {
                right
            };
            i64::from(lock.x != wanted)
        })
    };
    let columns = |opening: &InputsBeforeNext| opening.piece.pose.x;
    let found = open_unseen(&Board::EMPTY, piece, hand, &wants(1, 9)).unwrap();
    assert_eq!((found.lock, found.cost), (None, 0));
    assert!((3..=7).contains(&columns(&found)), "{found:?}");
    let found = open_unseen(&Board::EMPTY, piece, hand, &wants(7, 9)).unwrap();
    assert_eq!((found.lock, found.cost), (None, 0));
    assert!(
        (7..=9).contains(&columns(&found)),
        "a later NEXT must leave fewer taps: {found:?}"
    );
    assert!(found.inputs.iter().all(|held| !held.has(Buttons::LEFT)));
}

#[test]
fn only_close_plans_are_judged_again() {
    struct Twice<'a> {
        asked: &'a Counter<u32>,
        margin: i64,
    }
    impl UnseenNextJudge for Twice<'_> {
        fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>> {
            let cost = |lock: &Pose| Some([10 * i64::from(lock.x); 7]);
            locks.iter().map(cost).collect()
        }
        fn margin(&self) -> Option<i64> {
            Some(self.margin)
        }
        /// Returns a lower cost than `costs` for locks in column 2.
        fn deep_cost(&self, lock: Pose, _: Piece) -> i64 {
            self.asked.set(self.asked.get() + 1);
            i64::from(lock.x != 2)
        }
    }
    let piece = PadPiece::fresh(Piece::O, 18, Region::Ntsc);
    let hand = seeing(Hand::FASTEST, "never");
    for (margin, column) in [(9, 1), (10, 2)] {
        let asked = Counter::new(0);
        let judge = Twice {
            asked: &asked,
            margin,
        };
        let found = open_unseen(&Board::EMPTY, piece, hand, &judge).unwrap();
        assert_eq!(found.lock.unwrap().x, column);
        assert_eq!(asked.get(), if column == 1 { 0 } else { 14 });
    }
}

/// Returns the task to place a piece that has just spawned.
fn task(strategy: &Arc<Strategy>, position: &Position, piece: PadPiece, hand: Hand) -> PadTask {
    tasks::task(strategy, position, piece, (hand, NextVisibility::NotYet))
}

#[test]
fn next_is_never_used_before_its_frame() {
    let rhythms: Vec<&str> = RHYTHMS.into_iter().chain(["das"]).collect();
    let (mut changes, mut toward_next) = (0, 0);
    for index in sample(88) {
        let (position, mut piece) = position(9, index);
        let player = ["survival", "scorer", "dellacherie", "plateau"][index % 4];
        let strategy = strategy(player, KINDS[index / 4 % 5]);
        // Each rhythm is combined with each sight.
        let rhythm = rhythms[index / 4 % 11];
        let sight = ["18", "6", "60", "never"][index % 4];
        let hand = seeing(hand(rhythm, 0), sight);
        if hand.autoshifts() {
            piece.held = [Buttons::LEFT, Buttons::RIGHT][index / 44 % 2];
            piece.control.das = piece.region.autoshift_delay_frames() - 1;
        }
        let ask = |next: Option<Piece>| {
            let position = Position {
                next,
                ..position.clone()
            };
            task(&strategy, &position, piece, hand)
        };
        let blind = ask(None).solve(&mut TreeMemory::default());
        let mut locks = Vec::new();
        for next in Piece::ALL {
            let task = ask(Some(next));
            // The plan includes the buttons during the entry delay.
            assert_eq!(
                task.solve(&mut TreeMemory::default()),
                blind,
                "{player} {rhythm} {sight} {index}"
            );
            locks.push(task.lock(&mut TreeMemory::default()));
        }
        locks.dedup();
        assert!(
            blind.thumbs_at_next.is_some() || locks.len() == 1,
            "no plan can change any more"
        );
        changes += usize::from(locks.len() > 1);
        let rests = blind.presses.last().filter(|_| hand.autoshifts());
        let holds = |rests: &PlannedFrame| rests.held.has(Buttons::LEFT.with(Buttons::RIGHT));
        toward_next += usize::from(blind.thumbs_at_next.is_none() && rests.is_some_and(holds));
    }
    assert!(
        changes > share(15),
        "NEXT must change some plans: {changes}"
    );
    assert!(
        toward_next >= share(4),
        "some plans must hold a direction for NEXT: {toward_next}"
    );
}

/// Filter that allows only one lock on one board.
struct Only(Board, Pose);

impl ChildFilter for Only {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        *board != self.0 || pose == self.1
    }
}

#[test]
fn costs_for_each_next_are_those_of_the_search_over_both_pieces() {
    let mut compared = 0;
    for index in 0..24 {
        let (position, piece) = position(11, index);
        let moves = PadMoves::new(Hand::FASTEST, position.level, piece.region);
        let Some(locks) = moves.locks(&position.board, position.current) else {
            continue;
        };
        for player in ["survival", "dt10", "scorer"] {
            let strategy = strategy(player, "none");
            let judge = UnseenNextCosts::new(&strategy, &position, &moves);
            let poses: Vec<Pose> = locks.iter().collect();
            let costs = judge.costs(&poses);
            let lock = poses[index % poses.len()];
            let costs = costs[index % poses.len()].unwrap();
            let only = locks.sifted(&position.board, &Only(position.board, lock));
            let moves = InMotionMoves::new(position.board, only, moves.clone());
            let shallow = Player::named(player).unwrap().no_deeper_than(2);
            for next in Piece::ALL {
                let known = Position {
                    next: Some(next),
                    ..position.clone()
                };
                let line = shallow.decide(&mut TreeMemory::default(), &known, &moves);
                let Some(line) = line.filter(|line| line.locks.len() == shallow.known_pieces())
                else {
                    continue;
                };
                assert_eq!(
                    line.value,
                    costs[next.index()],
                    "{player} {lock:?} {next:?}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_deep_cost_is_that_of_the_search_with_one_lock_only() {
    let mut compared = 0;
    for index in 0..6 {
        let (position, piece) = position(13, 6 + index);
        let moves = PadMoves::new(Hand::FASTEST, position.level, piece.region);
        let Some(locks) = moves.locks(&position.board, position.current) else {
            continue;
        };
        let strategy = Arc::new(Strategy::alone(Arc::new(
            Player::named("scorer").unwrap().no_deeper_than(3),
        )));
        let judge = UnseenNextCosts::new(&strategy, &position, &moves);
        let lock = locks
            .iter()
            .nth(index)
            .unwrap_or(locks.iter().next().unwrap());
        let only = locks.sifted(&position.board, &Only(position.board, lock));
        let moves = InMotionMoves::new(position.board, only, moves.clone());
        for next in Piece::ALL {
            let known = Position {
                next: Some(next),
                ..position.clone()
            };
            let line = strategy
                .player()
                .decide(&mut TreeMemory::default(), &known, &moves)
                .unwrap();
            if line.locks.len() == 2 {
                assert_eq!(judge.deep_cost(lock, next), line.value, "{lock:?} {next:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 25, "{compared}");
}

#[test]
fn filters_apply_before_next_is_seen() {
    let mut generator = boards::generator(17);
    for kind in ["well-plain", "pattern-plain:heart"] {
        let strategy = strategy("survival", kind);
        for _ in 0..20 {
            let mut board = Board::EMPTY;
            for x in 0..9 {
                for y in 20 - generator.random_range(0..4)..20 {
                    board.insert(x, y);
                }
            }
            let current = boards::piece(&mut generator);
            let position = Position::new(board, current, Piece::T);
            let piece = PadPiece::fresh(current, 0, Region::Ntsc);
            let moves = PadMoves::new(Hand::FASTEST, 0, Region::Ntsc);
            let judge = UnseenNextCosts::new(&strategy, &position, &moves);
            let locks: Vec<Pose> = pad_locks(&board, piece, Hand::FASTEST)
                .unwrap()
                .iter()
                .collect();
            for (lock, costs) in locks.iter().zip(judge.costs(&locks)) {
                let passes = strategy.kind().validate(&board, *lock);
                assert_eq!(costs.is_some(), passes, "{kind} {lock:?} {board:?}");
            }
            let task = task(&strategy, &position, piece, seeing(Hand::FASTEST, "30"));
            if let Some(lock) = task.lock(&mut TreeMemory::default()) {
                assert!(strategy.kind().validate(&board, lock), "{kind} {lock:?}");
            }
        }
    }
}

//! Tests of the rules for garbage between two sides, one situation at a time.
//!
//! In each situation, a piece is at rest at the start, so its drop fails in frame 1. The game writes the piece into the
//! playfield in frame 1 + n, and checks its rows until frame e = 4 + 2n. n is the number of frames in which the screen
//! redraws all rows from two above the pivot down to the bottom. Without a clear, garbage may come in frame e + 3. With
//! a clear, it may come in frame e + 19 + w. w is the number of frames until the first step of the animation.

use rightwell::engine::{Event, MatchStage, RoundOutcome, Side, Versus};
use rightwell::rules::{Cell, Piece};

use crate::support::duel::*;

const SENT: [u32; 5] = [0, 0, 1, 2, 4];

#[test]
fn one_to_four_rows_send_none_one_two_and_four_when_their_check_ends() {
    for side in Side::BOTH {
        for (lines, sent) in SENT.into_iter().enumerate() {
            let mut versus = duel(CLASSIC, 1);
            versus.set_position(side, clearing(lines, 0));
            for frame in 1..=60 {
                let events = step(&mut versus, side);
                let is_sent = frame >= 6;
                let pending = if is_sent { sent } else { 0 };
                assert_eq!(versus.pending(side.other()), pending, "frame {frame}");
                assert_eq!(versus.sent(side), pending, "frame {frame}");
                assert_eq!((versus.pending(side), versus.sent(side.other())), (0, 0));
                let is_now = frame == 6 && sent > 0;
                assert_eq!(events.contains(Event::GarbageSent), is_now, "frame {frame}");
            }
            assert_eq!(usize::from(versus.game(side).lines()), lines);
        }
    }
}

#[test]
fn a_lock_without_a_clear_sends_nothing() {
    let mut versus = duel(CLASSIC, 1);
    versus.set_position(Side::Left, tower(5));
    until(&mut versus, Side::Left, Event::Spawned);
    assert_eq!(versus.pending(Side::Right), 0);
}

#[test]
fn garbage_waits_while_a_piece_is_under_control() {
    for side in Side::BOTH {
        let mut versus = duel(CLASSIC, 1);
        versus.send(side, 4);
        let locked = until(&mut versus, side, Event::Locked);
        assert!(locked > 900, "{locked}");
        assert_eq!(versus.pending(side), 4);
        let received = until(&mut versus, side, Event::GarbageReceived);
        assert_eq!(
            received,
            locked + 3,
            "counting takes one frame, and the goal one more"
        );
    }
}

#[test]
fn the_field_rises_over_all_new_rows_at_once() {
    let columns = [2, 7];
    for side in Side::BOTH {
        let mut versus = duel_with_holes(CLASSIC, columns);
        versus.set_position(side, resting("XX........ XXX....XXX", Piece::O, 0, 5));
        versus.send(side, 3);
        wait(&mut versus, 8);
        let before = "XX..XX.... XXX.XX.XXX";
        assert_eq!(field(versus.game(side)), rows(before));
        assert_eq!(versus.pending(side), 3);
        let events = step(&mut versus, side);
        assert!(events.contains(Event::GarbageReceived));
        assert_eq!(versus.pending(side), 0);
        let garbage = ["GG.GGGGGGG ", "GGGGGGG.GG "][side.index()];
        let after = format!("{before} {}", garbage.repeat(3));
        assert_eq!(field(versus.game(side)), rows(&after));
        assert!(field(versus.game(side.other())).is_empty());
    }
}

#[test]
fn the_piece_that_moves_up_with_the_field_leaves_no_sprite_behind() {
    let mut versus = duel(CLASSIC, 1);
    versus.set_position(Side::Left, tower(0));
    versus.send(Side::Left, 3);
    until(&mut versus, Side::Left, Event::GarbageReceived);
    let is_shown = |versus: &Versus| shown(versus)[0].game.piece.is_some();
    let spawned = versus.frames() + 5;
    while versus.frames() < spawned {
        wait(&mut versus, 1);
        assert!(!is_shown(&versus));
    }
    wait(&mut versus, 1);
    assert!(is_shown(&versus));
}

/// During the entry delay, the game waits until the screen is redrawn, at four rows a frame. Garbage starts the redraw
/// again, which then takes five more frames. So the next piece spawns in frame e + 8 instead of e + 5. After a clear,
/// it spawns in frame e + 24 + w instead of e + 22 + w.
#[test]
fn garbage_delays_the_next_piece_by_three_frames_and_after_a_clear_by_two() {
    // The pivot is in row 18 - `base`.
    for (base, n) in [(0, 1), (4, 2), (8, 3), (12, 4), (13, 5)] {
        let e = 4 + 2 * n;
        let w = (4 - e % 4) % 4;
        for (lines, garbage, spawned) in [
            (0, 0, e + 5),
            (0, 1, e + 8),
            (0, 3, e + 8),
            (4, 0, e + 22 + w),
            (4, 1, e + 24 + w),
        ] {
            for side in Side::BOTH {
                let mut versus = duel(CLASSIC, 1);
                let lying = if lines == 0 {
                    resting(&".XXXXXXXXX ".repeat(base), Piece::I, 1, 9)
                } else {
                    clearing(lines, base)
                };
                versus.set_position(side, lying);
                versus.send(side, garbage);
                let frame = until(&mut versus, side, Event::Spawned);
                assert_eq!(
                    frame, spawned,
                    "{lines} lines over {base}: {garbage} rows arrive"
                );
            }
        }
    }
}

#[test]
fn the_hole_stays_in_its_column_for_the_whole_round() {
    let mut seen = [[false; 10]; 2];
    let mut is_different = false;
    for seed in 0..80 {
        let mut versus = duel(CLASSIC, seed);
        let columns = Side::BOTH.map(|side| hole(&versus, side));
        is_different |= columns[0] != columns[1];
        for side in Side::BOTH {
            seen[side.index()][columns[side.index()]] = true;
            for rows in [1, 4, 2] {
                versus.send(side, rows);
                versus.set_position(side, tower(0));
                until(&mut versus, side, Event::GarbageReceived);
                let expected = vec![columns[side.index()]; rows as usize];
                assert_eq!(holes(versus.game(side)), expected);
            }
        }
    }
    assert!(is_different, "the sides must have different holes");
    assert_eq!(
        seen, [[true; 10]; 2],
        "every column must have a hole at some time"
    );
}

#[test]
fn several_attacks_arrive_together_with_the_oldest_on_top() {
    for seed in 0..20 {
        let mut versus = duel(CHANGING, seed);
        versus.send(Side::Left, 2);
        let mut one = versus.clone();
        versus.send(Side::Left, 3);
        versus.send(Side::Left, 1);
        assert_eq!(versus.pending(Side::Left), 6);
        let of = |versus: &mut Versus| {
            versus.set_position(Side::Left, tower(0));
            until(versus, Side::Left, Event::GarbageReceived);
            holes(versus.game(Side::Left))
        };
        let (first, all) = (of(&mut one), of(&mut versus));
        assert_eq!(all[..2], first);
        assert!(all[0] == all[1] && all[2] == all[3] && all[3] == all[4]);
        assert!(all[1] != all[2] && all[4] != all[5], "{all:?}");
    }
}

#[test]
fn an_attack_first_cancels_the_attackers_pending_garbage() {
    for side in Side::BOTH {
        for (pending, lines, left, sent) in [
            (3, 4, 0, 1),
            (4, 4, 0, 0),
            (6, 4, 2, 0),
            (1, 2, 0, 0),
            (2, 1, 2, 0),
            (0, 3, 0, 2),
        ] {
            let mut versus = duel(CANCELLING, 1);
            versus.set_position(side, clearing(lines, 0));
            versus.send(side, pending);
            wait(&mut versus, 5);
            let events = step(&mut versus, side);
            assert_eq!(versus.pending(side), left);
            assert_eq!(versus.pending(side.other()), sent);
            assert_eq!(versus.sent(side), sent);
            assert_eq!(events.contains(Event::GarbageSent), sent > 0);
        }
    }
}

#[test]
fn without_cancelling_pending_garbage_remains() {
    let mut versus = duel(CLASSIC, 1);
    versus.set_position(Side::Left, clearing(4, 0));
    versus.send(Side::Left, 3);
    wait(&mut versus, 6);
    assert_eq!(Side::BOTH.map(|side| versus.pending(side)), [3, 4]);
}

#[test]
fn attacks_of_the_same_frame_cross_each_other() {
    for garbage in [CLASSIC, CANCELLING] {
        let mut versus = duel(garbage, 1);
        versus.set_position(Side::Left, clearing(4, 0));
        versus.set_position(Side::Right, clearing(3, 0));
        wait(&mut versus, 6);
        assert_eq!(Side::BOTH.map(|side| versus.pending(side)), [2, 4]);
        assert_eq!(Side::BOTH.map(|side| versus.sent(side)), [4, 2]);
    }
}

#[test]
fn without_garbage_nothing_is_sent_or_reported() {
    let mut versus = duel(OFF, 1);
    versus.set_position(Side::Left, clearing(4, 0));
    versus.send(Side::Left, 5);
    for _ in 0..60 {
        let events = step(&mut versus, Side::Left);
        assert!(!events.contains(Event::GarbageSent) && !events.contains(Event::GarbageReceived));
    }
    assert_eq!(Side::BOTH.map(|side| versus.pending(side)), [0; 2]);
    assert_eq!(versus.sent(Side::Left), 0);
}

/// Here a clear starts in frame 1. Its row check ends in frame 6, and garbage may come in frame 27. Without garbage,
/// the next piece spawns in frame 30.
#[test]
fn garbage_sent_during_a_clear_arrives_after_it_and_later_garbage_after_the_next_lock() {
    for side in Side::BOTH {
        for sent in 6..30 {
            let mut versus = duel(CLASSIC, 1);
            versus.set_position(side, clearing(4, 0));
            // The row check of the other side ends in frame `sent`.
            wait(&mut versus, sent - 6);
            versus.set_position(side.other(), clearing(3, 0));
            wait(&mut versus, 6);
            assert_eq!(versus.pending(side), 2);
            if sent < 27 {
                assert_eq!(until(&mut versus, side, Event::GarbageReceived), 27);
            } else {
                assert_eq!(until(&mut versus, side, Event::Spawned), 30);
                assert_eq!(versus.pending(side), 2);
                let locked = until(&mut versus, side, Event::Locked);
                assert_eq!(until(&mut versus, side, Event::GarbageReceived), locked + 3);
            }
            assert_eq!(holes(versus.game(side)).len(), 2);
        }
    }
}

#[test]
fn a_garbage_row_is_complete_only_when_its_hole_is_filled() {
    let mut versus = duel_with_holes(CLASSIC, [4, 4]);
    versus.set_position(Side::Left, tower(0));
    versus.send(Side::Left, 4);
    until(&mut versus, Side::Left, Event::GarbageReceived);
    let garbage = "GGGG.GGGGG ".repeat(4);
    assert_eq!(
        field(versus.game(Side::Left)),
        rows(&format!("....XX.... ....XX.... {garbage}"))
    );

    // A flat I is at rest on garbage. The row check includes the row below the I.
    let mut page = versus.game(Side::Left).page().clone();
    for y in 14..16 {
        (0..10).for_each(|x| page.set(x, y, Cell::EMPTY));
    }
    let mut flat = resting(&"XXXX.XXXXX ".repeat(4), Piece::I, 0, 4);
    flat.page = page.clone();
    versus.set_position(Side::Left, flat);
    until(&mut versus, Side::Left, Event::Spawned);
    assert_eq!(versus.game(Side::Left).lines(), 0);
    assert_eq!(
        field(versus.game(Side::Left)),
        rows(&format!("..XXXX.... {garbage}"))
    );

    // An upright I falls into the holes.
    let mut upright = resting(&"XXXX.XXXXX ".repeat(4), Piece::I, 1, 4);
    assert_eq!(upright.pose.y, 18);
    upright.page = page;
    versus.set_position(Side::Left, upright);
    until(&mut versus, Side::Left, Event::Tetris);
    assert_eq!(
        versus.pending(Side::Right),
        4,
        "the clear must count as an attack"
    );
    until(&mut versus, Side::Left, Event::Spawned);
    assert_eq!(versus.game(Side::Left).lines(), 4);
    assert!(field(versus.game(Side::Left)).is_empty());
}

#[test]
fn a_stack_pushed_out_of_the_field_loses_at_once() {
    for side in Side::BOTH {
        for (height, sent) in [(20, 1), (19, 2), (16, 5), (2, 999)] {
            let mut versus = duel(CLASSIC, 1);
            versus.set_position(side, tower(height));
            versus.send(side, sent);
            wait(&mut versus, 8);
            assert_eq!(versus.moment(), MatchStage::Playing);
            let events = step(&mut versus, side);
            assert!(events.contains(Event::ToppedOut) && events.contains(Event::GarbageReceived));
            assert_eq!(
                versus.moment(),
                MatchStage::RoundOver(RoundOutcome::Won(side.other()))
            );
            assert_eq!(versus.wins(side.other()), 1);
            assert_eq!(versus.wins(side), 0);
        }
    }
}

#[test]
fn a_stack_that_just_reaches_the_highest_row_does_not_lose() {
    for (height, sent) in [(19, 1), (15, 5), (18, 1)] {
        let mut versus = duel(CLASSIC, 1);
        versus.set_position(Side::Left, tower(height));
        versus.send(Side::Left, sent);
        until(&mut versus, Side::Left, Event::GarbageReceived);
        assert_eq!(field(versus.game(Side::Left)).len(), height + sent as usize);
        until(&mut versus, Side::Left, Event::Spawned);
        assert_eq!(versus.moment(), MatchStage::Playing);
    }
}

#[test]
fn hidden_rows_above_the_field_rise_too_without_a_loss() {
    let mut versus = duel(CLASSIC, 1);
    let mut position = tower(3);
    position.page.set(3, -1, Cell::LIGHT);
    position.page.set(4, -2, Cell::DARK);
    versus.set_position(Side::Left, position);
    versus.send(Side::Left, 1);
    until(&mut versus, Side::Left, Event::GarbageReceived);
    let page = versus.game(Side::Left).page();
    assert_eq!(
        [page.cell(3, -2), page.cell(3, -1)],
        [Cell::LIGHT, Cell::EMPTY]
    );
    assert_eq!(page.cell(4, -2), Cell::EMPTY);
    assert_eq!(versus.moment(), MatchStage::Playing);
}

#[test]
fn the_curtain_after_a_push_out_closes_as_after_any_loss_and_is_shown_to_the_last_row() {
    for delay in 0..4 {
        let mut versus = duel(CLASSIC, 1);
        wait(&mut versus, delay);
        versus.set_position(Side::Left, tower(20));
        versus.send(Side::Left, 1);
        let lost = until(&mut versus, Side::Left, Event::ToppedOut);
        // The curtain moves in every frame whose number is a multiple of four, but not in the frame of the loss.
        let first = (lost / 4 + 1) * 4;
        let closed = until(&mut versus, Side::Left, Event::CurtainClosed);
        assert_eq!(closed, first + 35 * 4);
        wait(&mut versus, 1);
        let [left, right] = shown(&versus);
        assert_eq!(left.game.field, [Cell::CURTAIN; 200]);
        assert_eq!(right.game.field, [Cell::EMPTY; 200]);
    }
}

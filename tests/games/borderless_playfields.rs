//! Tests of broadcasts with playfields that have no visible border.

use crate::broadcasts::{PLAIN, bare, check};
use crate::support::broadcast::{Layout, Shown};

pub fn playfields_without_a_border_are_read() {
    check(Layout {
        name: "without a border",
        every: 2,
        players: [bare((160, 60, 320, 600), 0), bare((820, 60, 320, 600), 0)],
        ..PLAIN
    });
}

pub fn playfields_without_a_border_on_black_are_read() {
    check(Layout {
        name: "without a border, on black",
        every: 2,
        background: [0; 3],
        learns: true,
        players: [bare((160, 60, 300, 600), 0), bare((820, 60, 300, 600), 0)],
        ..PLAIN
    });
}

pub fn the_stack_is_not_mistaken_for_the_floor() {
    let shown = |x: usize| Shown {
        start: 300,
        ..bare((x, 120, 64, 117), 0)
    };
    check(Layout {
        name: "small, without a border, on chequered ground",
        size: (640, 360),
        pattern: |x, y| 30 * (1 - ((x / 40 + y / 40) % 2) as u8),
        learns: true,
        players: [shown(67), shown(403)],
        ..PLAIN
    });
}

//! Situations of a match as small text boards: `.` empty, `X` a block, `G` a block of garbage.

use rightwell::engine::{
    Event, Events, GarbageRules, Holes, PadGame, PadPosition, PadStart, Side, SideView, Versus,
    VersusStart, View,
};
use rightwell::rules::{Board, Buttons, Cell, Page, Piece, Pose, Step};

/// No button on either side.
pub const IDLE: [Buttons; 2] = [Buttons::NONE; 2];
/// Level at which pieces fall one row per frame.
const FAST: u8 = 29;

pub const CLASSIC: GarbageRules = GarbageRules {
    holes: Holes::Fixed,
    cancelling: false,
};
pub const CANCELLING: GarbageRules = GarbageRules {
    holes: Holes::Fixed,
    cancelling: true,
};
pub const CHANGING: GarbageRules = GarbageRules {
    holes: Holes::Changing,
    cancelling: false,
};

pub const OFF: GarbageRules = GarbageRules {
    holes: Holes::Off,
    cancelling: false,
};

/// Returns a match in which both sides wait for input.
pub fn duel(garbage: GarbageRules, seed: u64) -> Versus {
    let start = VersusStart {
        garbage,
        seed,
        ..VersusStart::default()
    };
    let mut versus = Versus::new(start).unwrap();
    for side in Side::BOTH {
        versus.set_position(side, waiting());
    }
    versus
}

/// Returns a match with the holes of both sides in these columns.
pub fn duel_with_holes(garbage: GarbageRules, columns: [usize; 2]) -> Versus {
    let has_them = |versus: &Versus| Side::BOTH.map(|side| hole(versus, side)) == columns;
    (0..)
        .map(|seed| duel(garbage, seed))
        .find(has_them)
        .expect("some seed has them")
}

/// Returns a position over an empty playfield. Its piece stays under control for more than 900 frames.
pub fn waiting() -> PadPosition {
    position(Board::EMPTY, Pose::spawn(Piece::O), 0)
}

/// Returns a position with a piece at rest over these rows. Its drop fails in the first frame.
pub fn resting(rows: &str, piece: Piece, rotation: u8, x: i8) -> PadPosition {
    let board: Board = rows.parse().unwrap();
    let mut pose = Pose {
        orientation: piece.orientation(rotation),
        x,
        y: 0,
    };
    while let Some(lower) = pose.step(Step::Down, &board) {
        pose = lower;
    }
    position(board, pose, FAST)
}

/// Returns a position with an upright I at rest in the well on the right. The I completes this many rows, 0-4. The
/// `base` rows below them stay incomplete.
pub fn clearing(lines: usize, base: usize) -> PadPosition {
    let rows = "XXXXXXXXX. ".repeat(lines) + &".XXXXXXXXX ".repeat(base);
    resting(&rows, Piece::I, 1, 9)
}

/// Returns a position with a column of this height on the left, and a piece that rests on the floor beside it.
pub fn tower(height: usize) -> PadPosition {
    resting(&"X......... ".repeat(height), Piece::O, 0, 5)
}

/// Returns a position whose piece overlaps other cells. The game is lost in the second frame.
pub fn buried() -> PadPosition {
    position(full_but_the_left(), Pose::spawn(Piece::O), FAST)
}

fn full_but_the_left() -> Board {
    ".XXXXXXXXX ".repeat(20).parse().unwrap()
}

/// Returns `board` with a piece at `pose`.
fn position(board: Board, pose: Pose, level: u8) -> PadPosition {
    PadPosition {
        start: PadStart {
            level,
            ..PadStart::default()
        },
        page: Page::from_board(&board, Cell::BORDERED),
        pose,
        next: Piece::T,
        lines: 0,
        score: 0,
    }
}

/// Returns the settled rows, from the first row that is not empty.
pub fn field(game: &PadGame) -> Vec<String> {
    let letter = |cell: &Cell| match *cell {
        Cell::GARBAGE => 'G',
        cell if cell.is_occupied() => 'X',
        _ => '.',
    };
    let rows = (0..20).map(|y| game.page().row(y).iter().map(letter).collect());
    rows.skip_while(|row: &String| !row.contains(['X', 'G']))
        .collect()
}

/// Returns the rows of a text in the form of [`field`].
pub fn rows(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the display registers of both sides.
pub fn shown(versus: &Versus) -> [SideView; 2] {
    let View::Versus(view) = versus.view() else {
        panic!("a match has one screen");
    };
    view.sides
}

/// Steps with nothing held. Returns the events on `side`.
pub fn step(versus: &mut Versus, side: Side) -> Events {
    versus.step(IDLE)[side.index()]
}

/// Steps this many frames with nothing held.
pub fn wait(versus: &mut Versus, frames: u64) {
    for _ in 0..frames {
        versus.step(IDLE);
    }
}

/// Steps with nothing held until an event happens on `side`. Returns the frame of the match.
pub fn until(versus: &mut Versus, side: Side, event: Event) -> u64 {
    for _ in 0..2_000 {
        if step(versus, side).contains(event) {
            return versus.frames();
        }
    }
    panic!("{event:?} does not come");
}

/// Returns the column of the hole in the next row of garbage.
pub fn hole(versus: &Versus, side: Side) -> usize {
    let mut versus = versus.clone();
    versus.send(side, 1);
    versus.set_position(side, tower(0));
    until(&mut versus, side, Event::GarbageReceived);
    holes(versus.game(side))[0]
}

/// Returns the column of the one hole in each row of garbage, from the top down.
pub fn holes(game: &PadGame) -> Vec<usize> {
    let garbage = field(game).into_iter().filter(|row| row.contains('G'));
    garbage
        .map(|row| {
            assert_eq!(row.matches('.').count(), 1, "{row}");
            assert_eq!(row.matches('G').count(), 9, "{row}");
            row.find('.').unwrap()
        })
        .collect()
}

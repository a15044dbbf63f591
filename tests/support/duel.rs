//! Situations of a match, on small boards in text form: `.` is empty, `X` a block, `G` a block of garbage.

use rightwell::engine::{
    Event, Events, GarbageHoles, GarbageRules, PadGame, PadPosition, PadStart, Side, SideView,
    Versus, VersusStart, View,
};
use rightwell::rules::{Board, Buttons, Cell, Piece, PlayfieldMemory, Pose, Step};

/// No buttons on either side.
pub const IDLE: [Buttons; 2] = [Buttons::NONE; 2];
/// Level at which a piece falls one row per frame.
const FAST: u8 = 29;

pub const CLASSIC: GarbageRules = GarbageRules {
    holes: GarbageHoles::Fixed,
    cancelling: false,
};
pub const CANCELLING: GarbageRules = GarbageRules {
    holes: GarbageHoles::Fixed,
    cancelling: true,
};
pub const CHANGING: GarbageRules = GarbageRules {
    holes: GarbageHoles::Changing,
    cancelling: false,
};

pub const OFF: GarbageRules = GarbageRules {
    holes: GarbageHoles::Off,
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

/// Returns a match in which the holes of both sides are in these columns.
pub fn duel_with_holes(garbage: GarbageRules, columns: [usize; 2]) -> Versus {
    let has_them = |versus: &Versus| Side::BOTH.map(|side| hole(versus, side)) == columns;
    (0..)
        .map(|seed| duel(garbage, seed))
        .find(has_them)
        .expect("some seed has these holes")
}

/// Returns a position with an empty playfield. Its piece can be moved for more than 900 frames.
pub fn waiting() -> PadPosition {
    position(Board::EMPTY, Pose::spawn(Piece::O), 0)
}

/// Returns a position with a piece at rest on these rows. In the first frame, its drop fails.
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

/// Returns a position in which an upright I is at rest in the well on the right. The I completes this many rows, 0-4.
/// Below them, `base` rows remain incomplete.
pub fn clearing(lines: usize, base: usize) -> PadPosition {
    let rows = "XXXXXXXXX. ".repeat(lines) + &".XXXXXXXXX ".repeat(base);
    resting(&rows, Piece::I, 1, 9)
}

/// Returns a position with a column of this height on the left. Beside it, a piece is at rest on the floor.
pub fn tower(height: usize) -> PadPosition {
    resting(&"X......... ".repeat(height), Piece::O, 0, 5)
}

/// Returns a position whose piece overlaps other cells. In the second frame, the game is lost.
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
        page: PlayfieldMemory::from_board(&board, Cell::BORDERED),
        pose,
        next: Piece::T,
        lines: 0,
        score: 0,
    }
}

/// Returns the settled rows as text, from the first row that is not empty.
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

/// Returns the rows of a text, in the form of [`field`].
pub fn rows(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns what the display registers of both sides show.
pub fn shown(versus: &Versus) -> [SideView; 2] {
    let View::Versus(view) = versus.view() else {
        panic!("a match has one screen");
    };
    view.sides
}

/// Steps one frame without buttons. Returns the events on `side`.
pub fn step(versus: &mut Versus, side: Side) -> Events {
    versus.step(IDLE)[side.index()]
}

/// Steps this many frames without buttons.
pub fn wait(versus: &mut Versus, frames: u64) {
    for _ in 0..frames {
        versus.step(IDLE);
    }
}

/// Steps without buttons until an event happens on `side`. Returns the number of that frame in the match.
pub fn until(versus: &mut Versus, side: Side, event: Event) -> u64 {
    for _ in 0..2_000 {
        if step(versus, side).contains(event) {
            return versus.frames();
        }
    }
    panic!("{event:?} never happens");
}

/// Returns the column of the hole in the next row of garbage.
pub fn hole(versus: &Versus, side: Side) -> usize {
    let mut versus = versus.clone();
    versus.send(side, 1);
    versus.set_position(side, tower(0));
    until(&mut versus, side, Event::GarbageReceived);
    holes(versus.game(side))[0]
}

/// Returns the column of the hole in each row of garbage, from top to bottom. Each row has one hole.
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

//! Benches of the two game machines. For the game without gravity: frames of a piece with its animation, and locks
//! without animation. For the console with random buttons: games without a training mode, and with a mode that changes
//! nothing in them.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use rightwell::engine::{
    Console, DirectStart, DragGame, DragInput, DragStart, GameType, Screen, Training, TrainingMode,
    direct_start,
};
use rightwell::players::{Player, Position, TreeMemory};
use rightwell::rules::{Buttons, Pose, RandomizerKind, Region};
use rightwell::search::NoFilter;

const PIECES: usize = 200;

fn start() -> DragGame {
    DragGame::new(DragStart {
        level: 18,
        randomizer: RandomizerKind::NesOdds,
        seed: 18,
        game: 0,
        top: 10_000,
        endless: None,
        position: None,
    })
    .expect("every seed is allowed")
}

/// Returns the locks of the first pieces, chosen by the player `survival`.
fn locks() -> Vec<Pose> {
    let player = Player::named("survival").expect("compiled in");
    let mut game = start();
    let mut locks = Vec::new();
    while locks.len() < PIECES {
        let (board, piece) = (game.board(), game.pose().piece());
        let line = player
            .decide(
                &mut TreeMemory::default(),
                &Position::new(board, piece, game.next()),
                &NoFilter,
            )
            .expect("the game must not end");
        let pose = line.locks[0];
        locks.push(pose);
        game.step(Some(DragInput::Lock {
            pose,
            animate: false,
        }));
    }
    locks
}

fn play(locks: &[Pose], animate: bool) -> DragGame {
    let mut game = start();
    for &pose in locks {
        game.step(Some(DragInput::Lock { pose, animate }));
        while !game.wants_input() {
            game.step(None);
        }
    }
    game
}

fn steps(c: &mut Criterion) {
    let locks = locks();
    let (slow, fast) = (play(&locks, true), play(&locks, false));
    assert_eq!(slow.board(), fast.board());
    assert_eq!(fast.steps(), PIECES as u64);
    assert_eq!((fast.lines(), slow.steps()), (78, 3_686));
    c.bench_function("200 pieces, every frame", |b| {
        b.iter(|| play(&locks, true));
    });
    c.bench_function("200 pieces at once", |b| b.iter(|| play(&locks, false)));
    c.bench_function("hash of a state", |b| b.iter(|| slow.hash()));
}

/// Returns random buttons, each pressed or released now and then.
fn inputs() -> Vec<Buttons> {
    let mut state = 0x2545_F491u32;
    let mut held = 0u8;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let steps = (0..CONSOLE_FRAMES).map(|_| {
        if next().is_multiple_of(6) {
            // Start and Select are left out, so the console stays in the game.
            held ^= (1 << (next() % 8)) & 0b1100_1111;
        }
        Buttons::from_bits(held)
    });
    steps.collect()
}

const CONSOLE_FRAMES: usize = 10_000;

fn console(c: &mut Criterion) {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 0,
        seed: 0x8988,
    };
    let (console, _) = direct_start(start, 0).expect("the menus offer this start");
    let inputs = inputs();
    let play = |console: &Console| {
        let mut console = console.clone();
        for &held in &inputs {
            console.step(held);
        }
        console
    };
    assert_eq!(play(&console).screen(), Screen::Game);
    // This mode changes only the score limit. So it measures what it costs to consult a training mode at each step of a
    // game.
    let mut trained = console.clone();
    trained.train(Training::new(TrainingMode::Tetris));
    let [plain, idle] = [play(&console), play(&trained)].map(|console| console.view());
    assert_eq!(plain, idle);
    c.bench_function("10000 console frames", |b| b.iter(|| play(&console)));
    c.bench_function("10000 console frames, an idle drill", |b| {
        b.iter(|| play(&trained));
    });
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = steps, console
}
criterion_main!(benches);

//! Tests with millions of frames of random buttons: nothing panics, and all invariants hold.

use std::collections::BTreeSet;

use rightwell::engine::{
    Console, GameType, PadGame, PadPosition, PadStart, PersistentMemory, PieceSource, PlayState,
    Screen, TickOutcome, View,
};
use rightwell::rules::{Buttons, Cell, Lfsr, Piece, PlayfieldMemory, Pose, Region};

use crate::support::cases;

/// Number of frames of each test.
const FRAMES: u64 = 8_000_000;

/// SplitMix64, a small generator. A test that fails can print its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Returns the buttons of the next frame. They change now and then. Start and Select are rare, unless `menus` is
    /// set.
    fn buttons(&mut self, before: Buttons, menus: bool) -> Buttons {
        if self.below(4) != 0 {
            return before;
        }
        let buttons = Buttons::from_bits((self.next() & self.next()) as u8);
        let rare = Buttons::START | Buttons::SELECT;
        match self.below(if menus { 3 } else { 500 }) {
            0 if self.below(100) == 0 => Buttons::A | Buttons::B | Buttons::SELECT | Buttons::START,
            0 if menus => Buttons::START,
            0 => buttons | rare.only(Buttons::from_bits(self.next() as u8)),
            _ => buttons.without(rare),
        }
    }
}

fn random_position(random: &mut Random) -> PadPosition {
    let mut page = PlayfieldMemory::default();
    let styles = [Cell::BORDERED, Cell::LIGHT, Cell::DARK];
    let top = random.below(22) as i8 - 2;
    let density = random.below(10);
    for y in top..20 {
        for x in 0..10 {
            if random.below(10) < density {
                page.set(x, y, styles[random.below(3) as usize]);
            }
        }
    }
    let game_type = if random.below(2) == 0 {
        GameType::A
    } else {
        GameType::B {
            height: random.below(6) as u8,
        }
    };
    PadPosition {
        start: PadStart {
            region: [Region::Ntsc, Region::Pal][random.below(2) as usize],
            game_type,
            level: random.below(256) as u8,
            top: 0,
            pieces: PieceSource::Register,
        },
        page,
        pose: Pose::spawn(Piece::ALL[random.below(7) as usize]),
        next: Piece::ALL[random.below(7) as usize],
        lines: random.below(1200) as u16,
        score: random.below(1_000_000) as u32,
    }
}

fn check(game: &PadGame, before: &PadGame, seed: u64) {
    let pose = game.pose();
    assert!(
        (0..10).contains(&pose.x) && (0..20).contains(&pose.y),
        "seed {seed}: {pose:?}"
    );
    let cursor = game.row_cursor();
    assert!(cursor < 20 || cursor == 32, "seed {seed}: cursor {cursor}");
    assert!(game.completed_lines() <= 4, "seed {seed}");
    let (score, was) = (game.score().points(), before.score().points());
    assert!(
        score >= was.min(999_999),
        "seed {seed}: {was} became {score}"
    );
    if game.start().region == Region::Ntsc {
        assert!(score <= 1_014_999, "seed {seed}: {score}");
    }
    if let GameType::B { .. } = game.start().game_type {
        assert!(game.lines() <= before.lines(), "seed {seed}");
        assert_eq!(game.level(), before.level(), "seed {seed}");
    }
    if game.play_state() == PlayState::Control && before.play_state() == PlayState::Control {
        assert_eq!(
            game.page(),
            before.page(),
            "seed {seed}: the playfield changed while a piece was under control"
        );
    }
}

#[test]
fn games_on_random_boards_never_break() {
    let mut played = 0;
    let mut seed = cases::seed();
    while played < FRAMES {
        seed += 1;
        let mut random = Random(seed);
        let mut carry = PersistentMemory {
            frame: random.next() as u16,
            ..PersistentMemory::default()
        };
        carry.choice.lfsr = Lfsr::new(random.next() as u16 | 2);
        let mut game = PadGame::from_position(random_position(&mut random), &mut carry);
        let mut held = Buttons::NONE;
        for _ in 0..5_000 {
            held = random.buttons(held, false);
            let before = game.clone();
            let flow = game.step(&mut carry, held);
            check(&game, &before, seed);
            played += 1;
            if random.below(64) == 0 {
                assert!(matches!(game.view(), View::Game(_)));
            }
            if flow != TickOutcome::Going {
                break;
            }
        }
    }
}

#[test]
fn consoles_pass_every_screen() {
    let mut screens = BTreeSet::new();
    let mut played = 0;
    let mut seed = cases::seed();
    while played < FRAMES {
        seed += 1;
        let mut random = Random(seed);
        let region = [Region::Ntsc, Region::Pal][random.below(2) as usize];
        let mut console = Console::power_on(region);
        let mut held = Buttons::NONE;
        let length = 20_000 + random.below(100_000);
        let lazy = random.below(4) == 0;
        // In PAL games, Select can add points and so reach the goal.
        let cheats = region == Region::Pal && random.below(2) == 0;
        for _ in 0..length {
            let playing = console.game().is_some_and(|game| !game.is_over());
            let menus = !playing || console.screen() != Screen::Game || random.below(2_000) == 0;
            held = random.buttons(held, menus);
            if cheats && playing && !menus {
                held = Buttons::DOWN | Buttons::SELECT;
            }
            if lazy && console.frames() < 3_000 {
                held = Buttons::NONE;
            }
            console.step(held);
            played += 1;
            if random.below(128) == 0 {
                screens.insert((console.screen(), console.is_demo()));
                let state = console.state();
                assert_eq!(state.frame, console.frames());
                let view = console.view();
                let (mut same, mut other) = (console.clone(), console.clone());
                same.step(held);
                other.step(held);
                assert_eq!(same.hash(), other.hash(), "seed {seed}");
                drop(view);
            }
        }
    }
    let all = [
        (Screen::Legal, false),
        (Screen::Title, false),
        (Screen::TypeMenu, false),
        (Screen::LevelMenu, false),
        (Screen::Game, false),
        (Screen::Game, true),
        (Screen::Ending, false),
        (Screen::NameEntry, false),
    ];
    assert_eq!(screens, BTreeSet::from(all));
}

/// Hash of the state after a fixed run of random buttons. A change of behaviour changes the hash, and the commit
/// message must mention it. A refactoring does not change the hash.
#[test]
fn a_fixed_run_of_random_buttons_leads_to_its_known_state() {
    let signature = |region| {
        let mut random = Random(42);
        let mut console = Console::power_on(region);
        let mut held = Buttons::NONE;
        for _ in 0..300_000 {
            held = random.buttons(held, console.screen() != Screen::Game);
            console.step(held);
        }
        format!("{:016X}", console.hash())
    };
    assert_eq!(signature(Region::Ntsc), "C0C865CA1E76CCFE");
    assert_eq!(signature(Region::Pal), "8C746F6D60F85BD5");
}

//! Tests of games that start without the menus. Their history is complete: replaying the inputs since power-on, even
//! from a movie, gives an identical game.

use rightwell::engine::{
    Console, DirectStart, DirectStartError, GameType, HighScores, History, PieceSource,
    RecordedConsole, direct_start,
};
use rightwell::rules::{Buttons, Lfsr, NesChoice, Piece, Region};

const TYPES: [GameType; 3] = [
    GameType::A,
    GameType::B { height: 0 },
    GameType::B { height: 5 },
];

fn starts() -> impl Iterator<Item = DirectStart> {
    let seeds = [0x8988, 0x0002, 0xFFFF, 0x1234, 0xBEEF, 0x8000];
    (0..=19).flat_map(move |level| {
        [Region::Ntsc, Region::Pal].map(|region| DirectStart {
            region,
            game_type: TYPES[usize::from(level) % 3],
            level,
            seed: seeds[usize::from(level) % seeds.len()],
        })
    })
}

/// Returns the first two pieces of a game whose randomizer has the state `seed` when it chooses the first piece.
fn first_pieces(seed: u16) -> [Piece; 2] {
    let mut choice = NesChoice {
        lfsr: Lfsr::new(seed),
        count: 0,
        previous_id: 0,
    };
    let current = choice.choose();
    choice.lfsr.step();
    [current, choice.choose()]
}

#[test]
fn every_start_gives_the_requested_game() {
    for start in starts() {
        let (console, inputs) = direct_start(start, 0).unwrap();
        assert_eq!(console.frames(), inputs.len() as u64);
        let game = console.game().expect("a game stands");
        assert_eq!(game.level(), start.level, "{start:?}");
        assert_eq!(game.start().game_type, start.game_type);
        assert_eq!(game.start().pieces, PieceSource::Register);
        assert_eq!(console.region(), start.region);
        let pieces = [game.pose().piece(), game.next()];
        assert_eq!(pieces, first_pieces(start.seed), "{start:?}");
        let mut after = console.clone();
        after.step(Buttons::NONE);
        assert_eq!(after.carry().control.fall_timer, 1, "the first tick");
    }
}

#[test]
fn the_seed_is_in_the_register_when_the_first_piece_is_chosen() {
    for seed in [0x8988, 0x0002, 0xFFFE, 0x4242] {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 18,
            seed,
        };
        let (_, inputs) = direct_start(start, 0).unwrap();
        let mut console = Console::power_on(Region::Ntsc);
        for &buttons in &inputs[..inputs.len() - 1] {
            console.step(buttons);
        }
        // In the last frame, the register makes one more step before the choice.
        let mut lfsr = console.carry().choice.lfsr;
        lfsr.step();
        assert_eq!(lfsr.state() & !1, seed);
        assert!(console.game().is_none());
    }
}

#[test]
fn music_is_chosen_on_the_way_and_changes_nothing_else() {
    for start in starts().take(2) {
        for music in 0..=3 {
            let (console, _) = direct_start(start, music).unwrap();
            let game = console.game().expect("a game stands");
            assert_eq!(console.music(), music);
            let pieces = [game.pose().piece(), game.next()];
            assert_eq!(pieces, first_pieces(start.seed), "{start:?}");
            assert_eq!(game.start().game_type, start.game_type);
        }
    }
}

#[test]
fn a_movie_of_the_inputs_leads_to_the_same_state() {
    for start in starts().filter(|start| start.region == Region::Ntsc) {
        let scores = HighScores::default();
        let mut console = RecordedConsole::direct(start, scores).unwrap();
        for buttons in [Buttons::LEFT, Buttons::DOWN, Buttons::A, Buttons::START] {
            console.step(buttons);
        }
        let history = History::from_fm2(&console.history().unwrap().to_fm2()).unwrap();
        let again = history.play();
        let end = history.end().unwrap();
        assert_eq!((again.frames(), again.hash()), (end.frame, end.hash));
        assert_eq!(again, *console.console());
    }
}

#[test]
fn a_game_can_begin_at_every_level() {
    for level in [20, 29, 30, 154, 255] {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level,
            seed: 0x8988,
        };
        let console = RecordedConsole::direct(start, HighScores::default()).unwrap();
        assert_eq!(console.console().game().unwrap().level(), level);
        let text = console.history().unwrap().to_ron();
        assert_eq!(History::from_ron(&text).unwrap().play(), *console.console());
    }
}

#[test]
fn starts_that_the_menus_do_not_offer_are_refused() {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 0,
        seed: 0x8988,
    };
    let refused = |start| direct_start(start, 0).unwrap_err();
    let game_type = GameType::B { height: 6 };
    assert_eq!(
        refused(DirectStart { game_type, ..start }),
        DirectStartError::Height(6)
    );
    for seed in [0, 1] {
        let error = refused(DirectStart { seed, ..start });
        assert!(matches!(error, DirectStartError::Seed(_)), "{error}");
    }
}

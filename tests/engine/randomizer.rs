//! Tests of the randomizers: the exact one bit for bit, the others by their probabilities.
//!
//! The vectors are in `tests/data/randomizer/`. Each line is a list of words, and `#` starts a comment.

use std::path::Path;

use rightwell::rules::randomizer::{FIRST_ODDS, NesChoice, ODDS, UnreachableSeed};
use rightwell::rules::{Lfsr, Piece, Randomizer, RandomizerKind, SzShare};

/// Returns the words of each line of a data file.
fn lines(name: &str) -> Vec<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("data/randomizer").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| line.split('#').next().unwrap())
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .filter(|words: &Vec<String>| !words.is_empty())
        .collect()
}

fn hex(word: &str) -> u16 {
    u16::from_str_radix(word, 16).unwrap()
}

fn piece(word: &str) -> Piece {
    let [letter] = word.chars().collect::<Vec<char>>()[..] else {
        panic!("'{word}' is not a piece")
    };
    Piece::from_letter(letter).unwrap()
}

/// Returns the line of `odds.txt` that starts with `name`.
fn odds(name: &str) -> [f64; 7] {
    let lines = lines("odds.txt");
    let line = lines.iter().find(|words| words[0] == name).unwrap();
    let numbers: Vec<f64> = line[1..].iter().map(|word| word.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn randomizer(kind: RandomizerKind, seed: u64, game: u64) -> Randomizer {
    Randomizer::new(kind, seed, game).unwrap()
}

/// Returns the first 40 pieces of a game, drawn one video frame apart.
fn pieces(kind: RandomizerKind, seed: u64, game: u64) -> String {
    let mut randomizer = randomizer(kind, seed, game);
    (0..40)
        .map(|_| {
            randomizer.frame();
            randomizer.choose().letter()
        })
        .collect()
}

/// Returns `true` if a count is within five standard deviations of its expectation.
fn is_near(count: u64, draws: u64, share: f64) -> bool {
    let expected = draws as f64 * share;
    let deviation = (expected * (1.0 - share)).sqrt();
    (count as f64 - expected).abs() < 5.0 * deviation
}

#[test]
fn shift_register_runs_through_the_published_states() {
    let lines = lines("lfsr.txt");
    assert_eq!(lines.len(), 55);
    let mut register = Lfsr::POWER_ON;
    let mut steps = 0;
    for words in lines {
        let step: u32 = words[0].parse().unwrap();
        while steps < step {
            register.step();
            steps += 1;
        }
        assert_eq!(
            format!("{:04X}", register.state()),
            words[1],
            "after {step} steps"
        );
    }
}

#[test]
fn shift_register_repeats_after_its_period_and_not_before() {
    let mut register = Lfsr::POWER_ON;
    let mut steps = 0;
    loop {
        register.step();
        steps += 1;
        if register == Lfsr::POWER_ON {
            break;
        }
    }
    assert_eq!(steps, Lfsr::PERIOD);
}

#[test]
fn shift_register_stays_at_zero_and_forgets_bit_0() {
    for state in [0x0000, 0x0001] {
        let mut register = Lfsr::new(state);
        register.step();
        assert_eq!(register.state(), 0);
    }
    for state in (0..=0xFFFE).step_by(2) {
        let (mut even, mut odd) = (Lfsr::new(state), Lfsr::new(state | 1));
        even.step();
        odd.step();
        assert_eq!(even, odd);
    }
}

#[test]
fn single_choices_are_the_cartridges() {
    let lines = lines("choices.txt");
    assert_eq!(lines.len(), 26);
    for words in lines {
        let mut choice = NesChoice {
            lfsr: Lfsr::new(hex(&words[0])),
            count: words[1].parse().unwrap(),
            previous_id: words[2].parse().unwrap(),
        };
        let chosen = choice.choose();
        assert_eq!(chosen, piece(&words[3]), "{words:?}");
        assert_eq!(choice.lfsr.state(), hex(&words[4]), "{words:?}");
        assert_eq!(choice.count, words[5].parse::<u8>().unwrap(), "{words:?}");
        assert_eq!(choice.previous_id, chosen.spawn().id());
    }
}

#[test]
fn sequences_of_choices_are_the_cartridges() {
    let mut choice = None;
    let mut steps_between = 0;
    let mut chosen = 0;
    for words in lines("sequences.txt") {
        if words[0] == "start" {
            steps_between = words[3].parse().unwrap();
            choice = Some(NesChoice {
                lfsr: Lfsr::new(hex(&words[1])),
                count: words[2].parse().unwrap(),
                previous_id: 0,
            });
            chosen = 0;
            continue;
        }
        let choice = choice.as_mut().unwrap();
        for word in words {
            if chosen > 0 {
                (0..steps_between).for_each(|_| choice.lfsr.step());
            }
            let found = format!("{}/{:04X}", choice.choose(), choice.lfsr.state());
            assert_eq!(found, word, "choice {chosen}");
            chosen += 1;
        }
    }
    assert_eq!(chosen, 24);
    assert_eq!(choice.unwrap().count, 224);
}

#[test]
fn odds_of_every_pair_are_the_published_ones() {
    for before in Piece::ALL {
        let published = odds(&before.to_string()).map(|share| (share * 2.0) as u8);
        assert_eq!(ODDS[before.index()], published, "after {before}");
    }
    assert_eq!(FIRST_ODDS, odds("first").map(|share| share as u8));
    for row in ODDS.iter().chain([&FIRST_ODDS]) {
        assert_eq!(row.iter().sum::<u8>(), 64);
    }
}

#[test]
fn odds_are_those_of_all_states_the_choice_can_meet() {
    // For all high bytes and both draws together, the choice has 64 outcomes with equal probabilities.
    for before in Piece::ALL {
        let mut counts = [0u32; 7];
        for first in 0..8u16 {
            for second in 0..8u16 {
                let direct = Piece::ALL.get(usize::from(first));
                let chosen = match direct {
                    Some(piece) if *piece != before => usize::from(first),
                    _ => usize::from((second + u16::from(before.spawn().id())) % 7),
                };
                counts[chosen] += 1;
            }
        }
        assert_eq!(counts, ODDS[before.index()].map(u32::from));
    }
}

#[test]
fn long_run_shares_are_the_published_ones() {
    // Share of each piece in the long run: the stationary distribution of the odds.
    let mut shares = [1.0 / 7.0; 7];
    for _ in 0..100 {
        shares = std::array::from_fn(|next| {
            let parts = shares.iter().zip(&ODDS);
            parts
                .map(|(share, odds)| share * f64::from(odds[next]) / 64.0)
                .sum()
        });
    }
    let rounded = shares.map(|share| (share * 10_000.0).round());
    assert_eq!(rounded, odds("share"));
}

/// Returns how often each piece followed each other one in `draws` draws.
fn drawn_pairs(kind: RandomizerKind, draws: u64) -> [[u64; 7]; 7] {
    let mut randomizer = randomizer(kind, 7, 0);
    let mut pairs = [[0; 7]; 7];
    let mut before = randomizer.choose();
    for _ in 0..draws {
        let next = randomizer.choose();
        pairs[before.index()][next.index()] += 1;
        before = next;
    }
    pairs
}

#[test]
fn drawn_pairs_follow_the_odds() {
    const DRAWS: u64 = 700_000;
    let pairs = drawn_pairs(RandomizerKind::NesOdds, DRAWS);
    for (before, counts) in Piece::ALL.iter().zip(pairs) {
        let draws = counts.iter().sum();
        assert!(is_near(
            draws,
            DRAWS,
            odds("share")[before.index()] / 10_000.0
        ));
        for (next, count) in Piece::ALL.iter().zip(counts) {
            let share = odds(&before.to_string())[next.index()] / 32.0;
            assert!(
                is_near(count, draws, share),
                "{next} after {before}: {count} of {draws}"
            );
        }
    }
}

#[test]
fn first_pieces_of_games_follow_their_own_odds() {
    const GAMES: u64 = 70_000;
    let mut counts = [0; 7];
    for game in 0..GAMES {
        let first = randomizer(RandomizerKind::NesOdds, 1, game).choose();
        counts[first.index()] += 1;
    }
    for (count, share) in counts.into_iter().zip(odds("first")) {
        assert!(is_near(count, GAMES, share / 64.0), "{counts:?}");
    }
}

#[test]
fn uniform_pieces_do_not_depend_on_the_previous_one() {
    const DRAWS: u64 = 700_000;
    let pairs = drawn_pairs(RandomizerKind::Uniform, DRAWS);
    for count in pairs.into_iter().flatten() {
        assert!(is_near(count, DRAWS, 1.0 / 49.0), "{pairs:?}");
    }
}

const KINDS: [RandomizerKind; 5] = [
    RandomizerKind::Nes,
    RandomizerKind::NesOdds,
    RandomizerKind::Uniform,
    RandomizerKind::Sz(SzShare::new(50).unwrap()),
    RandomizerKind::Sz(SzShare::ALL),
];

#[test]
fn a_share_of_the_uniform_pieces_is_replaced_by_s_or_z_with_equal_odds() {
    const DRAWS: u64 = 200_000;
    for percent in [0, 30, 75, 100] {
        let kind = RandomizerKind::Sz(SzShare::new(percent).unwrap());
        let mut randomizer = randomizer(kind, 7, 0);
        let mut counts = [0u64; 7];
        (0..DRAWS).for_each(|_| counts[randomizer.choose().index()] += 1);
        let replaced = f64::from(percent) / 100.0;
        for piece in Piece::ALL {
            let half = match piece {
                Piece::S | Piece::Z => replaced / 2.0,
                _ => 0.0,
            };
            let share = half + (1.0 - replaced) / 7.0;
            let count = counts[piece.index()];
            assert!(
                is_near(count, DRAWS, share) || (share, count) == (0.0, 0),
                "{percent} percent: {counts:?}"
            );
        }
    }
    let none = RandomizerKind::Sz(SzShare::new(0).unwrap());
    assert_eq!(
        pieces(none, 5, 1),
        pieces(RandomizerKind::Uniform, 5, 1),
        "nothing is replaced"
    );
}

#[test]
fn names_of_randomizers_are_read_back_and_unknown_ones_get_the_allowed_ones() {
    for kind in KINDS {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let text = KINDS.map(|kind| kind.to_string()).join(" ");
    assert_eq!(text, "nes nes-odds uniform sz:50 sz");
    assert_eq!(
        "sz:100".parse(),
        Ok(RandomizerKind::Sz(SzShare::ALL)),
        "all pieces"
    );
    for wrong in [
        "", "SZ", "bag", "sz:", "sz:101", "sz:256", "sz:+5", "sz:5.5",
    ] {
        let error = wrong.parse::<RandomizerKind>().unwrap_err().to_string();
        assert_eq!(
            error, "allowed: nes, nes-odds, uniform, sz, and sz:0 to sz:100",
            "{wrong}"
        );
    }
}

#[test]
fn equal_seeds_give_equal_pieces_and_other_seeds_or_games_others() {
    for kind in KINDS {
        let name = kind.to_string();
        let game = pieces(kind, 0x1234_5678, 3);
        assert_eq!(game, pieces(kind, 0x1234_5678, 3), "{name}");
        assert_ne!(game, pieces(kind, 0x1234_5678, 4), "{name}: another game");
        assert_ne!(game, pieces(kind, 0x1234_567A, 3), "{name}: another seed");
        if kind != RandomizerKind::Nes {
            let far = 0x8000_0000_1234_5678;
            assert_ne!(
                game,
                pieces(kind, far, 3),
                "{name}: all 64 bits of the seed must count"
            );
        }
    }
}

#[test]
fn only_the_exact_randomizer_sees_video_frames() {
    for kind in KINDS {
        let name = kind.to_string();
        let mut waited = randomizer(kind, 0x8988, 0);
        let fresh = waited.clone();
        (0..100).for_each(|_| waited.frame());
        assert_eq!(waited != fresh, kind == RandomizerKind::Nes, "{name}");
    }
}

#[test]
fn games_of_the_exact_randomizer_begin_in_all_its_states() {
    let mut seen = vec![false; 1 << 16];
    let mut register = Lfsr::new(0x8988);
    for _ in 0..Lfsr::PERIOD {
        assert!(!seen[usize::from(register.state())]);
        seen[usize::from(register.state())] = true;
        (0..4001).for_each(|_| register.step());
    }
    for game in [0, 1, 2, 1000, 32_766, 32_767, u64::MAX] {
        let state = randomizer(RandomizerKind::Nes, 0x8988, game)
            .lfsr()
            .unwrap()
            .state();
        let mut register = Lfsr::new(0x8988);
        for _ in 0..game % u64::from(Lfsr::PERIOD) * 4001 % u64::from(Lfsr::PERIOD) {
            register.step();
        }
        assert_eq!(state, register.state(), "game {game}");
    }
}

#[test]
fn seeds_the_register_never_holds_are_refused_with_the_allowed_ones() {
    for seed in [0x0000, 0x0001, 0xFFFF_0000, 0x1_0001] {
        let error = Randomizer::new(RandomizerKind::Nes, seed, 0).unwrap_err();
        assert_eq!(error, UnreachableSeed(seed as u16));
        assert!(error.to_string().contains("allowed"), "{error}");
    }
    for kind in [RandomizerKind::NesOdds, RandomizerKind::Uniform] {
        assert!(Randomizer::new(kind, 0, 0).is_ok());
    }
    let (even, odd) = (
        randomizer(RandomizerKind::Nes, 0x8988, 0),
        randomizer(RandomizerKind::Nes, 0x8989, 0),
    );
    assert_eq!(even, odd, "bit 0 must have no effect");
}

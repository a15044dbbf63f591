//! Texts from outside are read or refused, whatever is in them; what is read plays without a panic.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::engine::{Console, Fm2, Tape, Versus, VersusStart, VersusTape};
use rightwell::rules::{Buttons, Region};

fn generator(seed: u64) -> ChaCha8Rng {
    rightwell::rules::randomizer::generator(seed, 0)
}

/// A console some frames after power-on, and the movie of it.
fn movie(region: Region) -> Fm2 {
    let mut console = Console::power_on(region);
    let mut generator = generator(1);
    let inputs: Vec<Buttons> = (0..400)
        .map(|_| Buttons::from_bits(generator.random_range(0..=255)))
        .collect();
    for &held in &inputs {
        console.step(held);
    }
    Fm2::of_inputs(&inputs, &console)
}

/// A text with some of its characters changed, removed, doubled or moved.
fn spoil(text: &str, generator: &mut ChaCha8Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..generator.random_range(1..6) {
        let place = generator.random_range(0..letters.len());
        match generator.random_range(0..5) {
            0 => letters[place] = char::from(generator.random_range(32..127u8)),
            1 => drop(letters.remove(place)),
            2 => letters.insert(place, letters[place]),
            3 => letters.truncate(place.max(20)),
            _ => {
                let other = generator.random_range(0..letters.len());
                letters.swap(place, other);
            }
        }
    }
    letters.into_iter().collect()
}

/// Plays the first frames of a movie.
fn play(movie: &Fm2) {
    let mut console = movie.power_on();
    for index in 0..500 {
        movie.play_frame(index, &mut console);
    }
}

#[test]
fn spoilt_movies_are_read_or_refused_by_line() {
    let text = movie(Region::Ntsc).to_text();
    let mut generator = generator(2);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..5_000 {
        match Fm2::from_text(&spoil(&text, &mut generator)) {
            Ok(movie) => {
                read += 1;
                if read % 50 == 0 {
                    play(&movie);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with("line "), "{error}");
            }
        }
    }
    assert!(
        read > 100 && refused > 100,
        "{read} read, {refused} refused"
    );
}

#[test]
fn spoilt_recordings_of_the_console_are_read_or_refused() {
    let text = Tape::of_movie(&movie(Region::Pal), Region::Pal).to_ron();
    let mut generator = generator(3);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..5_000 {
        // A doubled digit can ask for very many frames; reading them is bounded.
        match Tape::read(&spoil(&text, &mut generator)) {
            Ok(movie) => {
                read += 1;
                if read % 50 == 0 {
                    play(&movie);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(
        read > 100 && refused > 100,
        "{read} read, {refused} refused"
    );
}

#[test]
fn spoilt_recordings_of_matches_are_read_or_refused() {
    let mut generator = generator(4);
    let mut versus = Versus::new(VersusStart::default()).unwrap();
    let inputs: Vec<[Buttons; 2]> = (0..200)
        .map(|_| [0; 2].map(|_| Buttons::from_bits(generator.random_range(0..=255))))
        .collect();
    for &held in &inputs {
        versus.step(held);
    }
    let text = VersusTape::of(&versus, inputs).to_ron();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..10_000 {
        match VersusTape::from_ron(&spoil(&text, &mut generator)) {
            Ok(tape) => {
                read += 1;
                // What was read can begin, whatever its start.
                let mut versus = Versus::new(tape.start).unwrap();
                for &held in tape.inputs.iter().take(500) {
                    versus.step(held);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(
        read > 100 && refused > 100,
        "{read} read, {refused} refused"
    );
}

#[test]
fn a_name_of_several_lines_is_refused_in_one() {
    for name in ["far too\nlong a name", "a\nb", ""] {
        let start = VersusStart {
            names: [name, "right"].map(str::to_owned),
            ..VersusStart::default()
        };
        let error = Versus::new(start).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn a_movie_written_and_read_back_gives_the_same_state_at_every_frame() {
    for region in [Region::Ntsc, Region::Pal] {
        let written = movie(region);
        let read = match region {
            Region::Ntsc => Fm2::from_text(&written.to_text()).unwrap(),
            Region::Pal => Tape::read(&Tape::of_movie(&written, region).to_ron()).unwrap(),
        };
        let (mut one, mut other) = (Console::power_on(region), read.power_on());
        for index in 0..written.frames.len() as u64 {
            written.play_frame(index, &mut one);
            read.play_frame(index, &mut other);
            assert_eq!(one.hash(), other.hash(), "frame {}", index + 1);
        }
        let end = read.end.unwrap();
        assert_eq!((end.frame, end.hash), (other.frames(), other.hash()));
    }
}

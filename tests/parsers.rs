//! Texts from outside are read or refused, whatever is in them; what is read plays without a panic.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::engine::history::{Command, InputFrame};
use rightwell::engine::{
    HighScores, History, MatchRecording, RecordedConsole, RecordingKind, Versus, VersusStart,
};
use rightwell::rules::{Buttons, Region};

fn generator(seed: u64) -> ChaCha8Rng {
    rightwell::rules::randomizer::generator(seed, 0)
}

/// The history of a console some frames after power-on.
fn history(region: Region) -> History {
    let mut console = RecordedConsole::power_on(region, HighScores::default());
    let mut generator = generator(1);
    for _ in 0..400 {
        console.step(Buttons::from_bits(generator.random_range(0..=255)));
    }
    console.history().unwrap()
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

/// Plays the first frames of a history.
fn play(history: &History) {
    let mut console = history.power_on();
    for index in 0..500 {
        history.play_frame(index, &mut console);
    }
}

#[test]
fn spoilt_movies_are_read_or_refused_by_line() {
    let text = history(Region::Ntsc).to_fm2();
    let mut generator = generator(2);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..5_000 {
        match History::from_fm2(&spoil(&text, &mut generator)) {
            Ok(history) => {
                read += 1;
                if read % 50 == 0 {
                    play(&history);
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
    let text = history(Region::Pal).to_ron();
    let mut generator = generator(3);
    let (mut read, mut refused, mut kinds) = (0, 0, 0);
    for _ in 0..5_000 {
        // A doubled digit can ask for very many frames; reading them is bounded.
        let text = spoil(&text, &mut generator);
        kinds += u32::from(RecordingKind::of(&text) == Some(RecordingKind::Console));
        match History::from_ron(&text) {
            Ok(history) => {
                read += 1;
                if read % 50 == 0 {
                    play(&history);
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
    assert!(kinds >= read, "what is read has told its kind");
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
    let text = MatchRecording::of(&versus, inputs).to_ron();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..10_000 {
        match MatchRecording::from_ron(&spoil(&text, &mut generator)) {
            Ok(recording) => {
                read += 1;
                // What was read can begin, whatever its start.
                let mut versus = Versus::new(recording.start).unwrap();
                for &held in recording.inputs.iter().take(500) {
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
fn a_history_written_and_read_back_gives_the_same_state_at_every_frame() {
    for region in [Region::Ntsc, Region::Pal] {
        let mut written = history(region);
        for command in [Command::Reset, Command::None] {
            let held = Buttons::START;
            written.push(InputFrame { command, held });
        }
        let end = written.play();
        let written = written.ending_as(&end);
        for read in [
            History::from_fm2(&written.to_fm2()).unwrap(),
            History::from_ron(&written.to_ron()).unwrap(),
        ] {
            let (mut one, mut other) = (written.power_on(), read.power_on());
            for index in 0..written.len() {
                written.play_frame(index, &mut one);
                read.play_frame(index, &mut other);
                assert_eq!(one.hash(), other.hash(), "frame {}", index + 1);
            }
            let end = read.end().unwrap();
            assert_eq!((end.frame, end.hash), (other.frames(), other.hash()));
        }
    }
}

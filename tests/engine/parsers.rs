//! Tests of the parsers: they accept or refuse any text without a panic, and games from accepted texts run without a
//! panic.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::engine::history::{Command, InputFrame};
use rightwell::engine::recording::FRAMES_MAX;
use rightwell::engine::{
    DragRecording, HighScores, History, MatchRecording, RecordedConsole, RecordingKind, Versus,
    VersusStart,
};
use rightwell::players::{NamedHand, Opponent, Pattern, Player};
use rightwell::rules::{Buttons, Region};

fn generator(seed: u64) -> ChaCha8Rng {
    rightwell::rules::randomizer::generator(seed, 0)
}

/// Returns the history of a console up to some frames after power-on.
fn history(region: Region) -> History {
    let mut console = RecordedConsole::power_on(region, HighScores::default());
    let mut generator = generator(1);
    for _ in 0..400 {
        console.step(Buttons::from_bits(generator.random_range(0..=255)));
    }
    console.history().unwrap()
}

/// Corrupts a text: changes, removes, doubles or moves some of its characters.
fn corrupt(text: &str, generator: &mut ChaCha8Rng) -> String {
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
fn corrupted_movies_are_read_or_refused_by_line() {
    let text = history(Region::Ntsc).to_fm2();
    let mut generator = generator(2);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..5_000 {
        match History::from_fm2(&corrupt(&text, &mut generator)) {
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
fn corrupted_recordings_of_the_console_are_read_or_refused() {
    let text = history(Region::Pal).to_ron();
    let mut generator = generator(3);
    let (mut read, mut refused, mut kinds) = (0, 0, 0);
    for _ in 0..5_000 {
        // With a doubled digit, the text can ask for a huge number of frames. The parser limits them.
        let text = corrupt(&text, &mut generator);
        kinds += u32::from(RecordingKind::detect(&text) == Some(RecordingKind::Console));
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
    assert!(kinds >= read, "each accepted text must have a known kind");
}

#[test]
fn corrupted_recordings_of_matches_are_read_or_refused() {
    let mut generator = generator(4);
    let mut versus = Versus::new(VersusStart::default()).unwrap();
    let inputs: Vec<[Buttons; 2]> = (0..200)
        .map(|_| [0; 2].map(|_| Buttons::from_bits(generator.random_range(0..=255))))
        .collect();
    for &held in &inputs {
        versus.step(held);
    }
    let text = MatchRecording::from_versus(&versus, inputs).to_ron();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..10_000 {
        match MatchRecording::from_ron(&corrupt(&text, &mut generator)) {
            Ok(recording) => {
                read += 1;
                // Any start that the parser accepts can begin a match.
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

/// One frame more than a recording may contain.
const TOO_MANY: u64 = FRAMES_MAX + 1;

#[test]
fn a_movie_of_more_than_24_hours_is_refused() {
    let frame = "|0|........||\n";
    let text = |frames: u64| format!("version 3\n{}", frame.repeat(frames as usize));
    let error = History::from_fm2(&text(TOO_MANY)).unwrap_err().to_string();
    assert!(error.contains("more than 5192536 frames"), "{error}");
    assert!(error.contains("allowed: 24 hours"), "{error}");
    assert_eq!(
        History::from_fm2(&text(FRAMES_MAX)).unwrap().len(),
        FRAMES_MAX
    );
}

#[test]
fn counts_make_no_recording_longer_than_24_hours() {
    let refused = |error: String, word: &str| {
        assert!(error.contains("5192536"), "{error}");
        assert!(error.contains("allowed: 24 hours of play"), "{error}");
        assert!(error.contains(word), "{error}");
    };
    let few = history(Region::Pal).to_ron();
    let begin = few.find("inputs: [").unwrap() + "inputs: [".len();
    for word in [format!("-*{TOO_MANY}"), "A*1000000 ".repeat(6)] {
        let text = format!("{}\"{word}\", {}", &few[..begin], &few[begin..]);
        let error = History::from_ron(&text).unwrap_err().to_string();
        refused(error, word.split_whitespace().next().unwrap());
    }
    let recording = MatchRecording {
        start: VersusStart::default(),
        inputs: vec![[Buttons::A, Buttons::NONE]; 3],
        end: None,
    };
    let text = recording
        .to_ron()
        .replace("A|-*3", "A|-*18446744073709551615");
    refused(
        MatchRecording::from_ron(&text).unwrap_err().to_string(),
        "A|-*",
    );
    let start = "start: (level: 0, randomizer: Uniform, seed: 1, game: 0, top: 0)";
    let game = format!("({start}, frames: 3000000, pieces: [])");
    let text = format!("(version: 1, games: [{game}, {game}], end: None)");
    refused(
        DragRecording::from_ron(&text).unwrap_err().to_string(),
        "game 2",
    );
}

#[test]
fn endless_empty_lists_are_refused() {
    let nothing = "\"\",".repeat(TOO_MANY as usize);
    let text = format!("(version: 1, console: Pal, scores: ([], []), inputs: [{nothing}])");
    let error = History::from_ron(&text).unwrap_err().to_string();
    assert!(error.contains("a list has more than 5192536"), "{error}");
}

#[test]
fn faults_are_short_and_without_control_characters() {
    let long = "a b\u{1b}[31m".repeat(10_000);
    let movie = |line: &str| {
        let text = format!("version 3\n|0|........||\n{line}\n");
        History::from_fm2(&text).unwrap_err().to_string()
    };
    let console = |from: &str, to: &str| {
        let text = history(Region::Pal).to_ron();
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        History::from_ron(&text).unwrap_err().to_string()
    };
    let name = long.replace([' ', '[', '\u{1b}'], "_");
    for message in [
        movie(&long),
        movie(&format!("|{long}|........||")),
        movie(&format!("|0|{long}||")),
        movie(&format!("version {long}")),
        console("inputs: [", &format!("inputs: [\"{name}\",")),
        console("version", &name),
        console("console: Pal", &format!("console: {name}")),
        console("hash: \"", &format!("hash: \"{}", long.escape_default())),
        Player::from_ron("x.ron", &format!("({name}: 1)"))
            .unwrap_err()
            .to_string(),
        Player::named(&long).unwrap_err().to_string(),
        Opponent::from_line(
            &format!("survival,{long}=1"),
            Opponent::named,
            NamedHand::named,
            Pattern::named,
        )
        .unwrap_err()
        .to_string(),
        Pattern::named(&long).unwrap_err().to_string(),
    ] {
        let letters = message.chars().count();
        assert!(letters < 700, "{letters}: {message}");
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}

#[test]
fn names_in_errors_are_shortened() {
    let player = include_str!("../../assets/players/dt10.ron");
    let opponent = include_str!("../../assets/opponents/club.ron");
    for name in ["a\u{1b}[31m", "a b", "", &"n".repeat(201)] {
        let text = player.replace("\"dt10\"", &format!("\"{name}\""));
        let error = Player::from_ron("x.ron", &text).unwrap_err().to_string();
        assert!(error.contains("allowed: "), "{error}");
        assert!(!error.contains(char::is_control), "{error:?}");
        let text = opponent.replace("\"club\"", &format!("\"{name}\""));
        let error = Opponent::from_ron("x.ron", &text, Player::named).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("allowed: one word of at most 10"), "{error}");
        assert!(!error.contains(char::is_control), "{error:?}");
    }
}

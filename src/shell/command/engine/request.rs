//! Parser of requests.

use rightwell::engine::direct_start::DirectStart;
use rightwell::engine::{CrashRule, GameType, StartPosition};
use rightwell::players::HandsProfile;
use rightwell::rules::{Board, Buttons, Lfsr, Piece, Region, sanitized};
use rightwell::search::{Hand, Sight, TapHz};

use crate::options::position::PositionArg;
use crate::options::words::{OptionWord, parse_seed};
use crate::store::load;

use super::tree::TreeRequest;

/// A parsed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineRequest {
    Power,
    /// Start of the game, whether it has the double killscreen, and the rule for crashes.
    New(DirectStart, bool, CrashRule),
    Board(Board),
    Pieces(Piece, Piece),
    /// Position at which to start a game. `None` asks for the current position.
    Position(Option<StartPosition>),
    Step(Buttons, u64),
    Run(Vec<Buttons>),
    State,
    Locks,
    LocksPad(Hand),
    /// Name of the player, and hands.
    Genmove(String, Hand),
    /// Name of the player, hands, and options of the tree.
    Tree(String, Hand, TreeRequest),
    Save(String),
    Load(String),
}

/// Start of a game for `new` without options.
pub const DEFAULT_START: DirectStart = DirectStart {
    region: Region::Ntsc,
    game_type: GameType::A,
    level: 0,
    seed: Lfsr::POWER_ON.state(),
};

/// Names of all requests, for messages.
const KNOWN: &str =
    "power, new, board, pieces, position, step, run, state, locks, genmove, tree, save, load, quit";

/// Maximum number of digits before a request. The answer repeats them.
const DIGITS_MAX: usize = 20;

/// Splits a line into the number before the request, as text, and the request itself.
pub fn split_number(line: &str) -> (&str, &str) {
    let line = line.trim();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    if digits <= DIGITS_MAX && (rest.is_empty() || rest.starts_with(char::is_whitespace)) {
        (number, rest.trim_start())
    } else {
        ("", line)
    }
}

impl EngineRequest {
    /// Parses a request.
    pub fn parse(text: &str) -> Result<EngineRequest, String> {
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let none = |request| match words.is_empty() {
            true => Ok(request),
            false => Err(format!(
                "`{name}` takes no arguments; found '{}'",
                sanitized(rest)
            )),
        };
        match name {
            "power" => none(EngineRequest::Power),
            "state" => none(EngineRequest::State),
            "locks" if words.first() == Some(&"pad") => {
                hand(&words[1..]).map(EngineRequest::LocksPad)
            }
            "locks" => none(EngineRequest::Locks),
            "new" => new_game(&words),
            "board" => board(&words),
            "pieces" => pieces(&words),
            "position" => match words[..] {
                [] => Ok(EngineRequest::Position(None)),
                [text] => PositionArg::from_word(text)
                    .map(|position| EngineRequest::Position(Some(position.whole()))),
                _ => Err("`position` takes one position, or no argument".to_owned()),
            },
            "step" => step(&words),
            "run" => run(&words),
            "genmove" => genmove(rest),
            "tree" => tree(rest),
            "" => Err(format!(
                "a request must follow the number; allowed: {KNOWN}"
            )),
            "save" | "load" if rest.is_empty() => Err(format!("`{name}` needs one file")),
            "save" => Ok(EngineRequest::Save(rest.to_owned())),
            "load" => Ok(EngineRequest::Load(rest.to_owned())),
            _ => Err(format!(
                "'{}' is not known; allowed: {KNOWN}",
                sanitized(name)
            )),
        }
    }
}

/// The options of `new`, for messages.
const NEW_WORDS: &str =
    "level=N seed=HEX type=a|b height=N region=ntsc|pal double_killscreen=on|off crash=RULE";

fn new_game(words: &[&str]) -> Result<EngineRequest, String> {
    let mut start = DEFAULT_START;
    let (mut double_killscreen, mut crash) = (false, CrashRule::Off);
    let (mut is_b_type, mut height) = (false, None);
    for word in words {
        let wrong = |allowed: &str| Err(format!("'{}'; allowed: {allowed}", sanitized(word)));
        let Some((name, value)) = word.split_once('=') else {
            return wrong(NEW_WORDS);
        };
        match (name, value) {
            ("level", _) => match value.parse() {
                Ok(level) => start.level = level,
                Err(_) => return wrong("level=0 to level=255"),
            },
            ("seed", _) => match parse_seed(value) {
                Ok(seed) => start.seed = seed as u16,
                Err(_) => return wrong("seed= and 1 to 16 hexadecimal digits"),
            },
            ("type", "a") => is_b_type = false,
            ("type", "b") => is_b_type = true,
            ("type", _) => return wrong("type=a type=b"),
            ("height", _) => match value.parse() {
                Ok(number) => height = Some(number),
                Err(_) => return wrong("height=0 to height=5"),
            },
            ("region", "ntsc") => start.region = Region::Ntsc,
            ("region", "pal") => start.region = Region::Pal,
            ("region", _) => return wrong("region=ntsc region=pal"),
            ("double_killscreen", "on") => double_killscreen = true,
            ("double_killscreen", "off") => double_killscreen = false,
            ("double_killscreen", _) => {
                return wrong("double_killscreen=on double_killscreen=off");
            }
            ("crash", _) => {
                let mut rules = CrashRule::NAMES.into_iter();
                match rules.find(|(_, name)| *name == value) {
                    Some((rule, _)) => crash = rule,
                    None => {
                        let rules = CrashRule::NAMES.map(|(_, name)| format!("crash={name}"));
                        return wrong(&rules.join(" "));
                    }
                }
            }
            _ => return wrong(NEW_WORDS),
        }
    }
    start.game_type = match (is_b_type, height) {
        (true, height) => GameType::B {
            height: height.unwrap_or(0),
        },
        (false, None) => GameType::A,
        (false, Some(height)) => return Err(format!("height={height} requires type=b")),
    };
    start.check().map_err(|error| error.to_string())?;
    Ok(EngineRequest::New(start, double_killscreen, crash))
}

fn board(words: &[&str]) -> Result<EngineRequest, String> {
    if words.len() != 20 {
        return Err(format!(
            "{} rows; a board is 20 words of 10 '.' or 'X', top first",
            words.len()
        ));
    }
    let board: Board = words
        .join(" ")
        .parse()
        .map_err(|error| format!("{error}"))?;
    Ok(EngineRequest::Board(board))
}

fn pieces(words: &[&str]) -> Result<EngineRequest, String> {
    let piece = |word: &str| {
        let mut letters = word.chars();
        match (letters.next().and_then(Piece::from_letter), letters.next()) {
            (Some(piece), None) => Ok(piece),
            _ => Err(format!(
                "'{}' is not a piece; allowed: T J Z O S L I",
                sanitized(word)
            )),
        }
    };
    match words {
        [current, next] => Ok(EngineRequest::Pieces(piece(current)?, piece(next)?)),
        _ => Err("`pieces` needs two pieces: the current and the next".to_owned()),
    }
}

fn step(words: &[&str]) -> Result<EngineRequest, String> {
    match words {
        [held] => Ok(EngineRequest::Step(buttons(held)?, 1)),
        [held, count] => match count.parse() {
            Ok(frames) if frames > 0 => Ok(EngineRequest::Step(buttons(held)?, frames)),
            _ => Err(format!(
                "'{}' is not a count; allowed: 1 or more",
                sanitized(count)
            )),
        },
        _ => Err("`step` takes buttons and an optional count of frames".to_owned()),
    }
}

fn run(words: &[&str]) -> Result<EngineRequest, String> {
    if words.is_empty() {
        return Err("`run` needs the buttons of each frame".to_owned());
    }
    let inputs: Result<Vec<Buttons>, String> = words.iter().map(|word| buttons(word)).collect();
    inputs.map(EngineRequest::Run)
}

/// Parses the options for hands.
fn hand(words: &[&str]) -> Result<Hand, String> {
    let mut said = HandsProfile::default();
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let is_known = HANDS.iter().any(|name| word.starts_with(name));
        let wrong = |allowed| format!("{}; allowed: {allowed}", sanitized(word));
        if !is_known || !said.set(&name.replace('_', "-"), value).map_err(wrong)? {
            let (min, max) = (TapHz::MIN, TapHz::MAX);
            let (frames, sights) = (Hand::REACTION_FRAMES_MAX, Sight::FRAMES_MAX);
            return Err(format!(
                "'{}'; allowed: hand=NAME, tap_hz={min} to tap_hz={max}, taps=PATTERN, reaction=0 to reaction={frames}, sight=0 to sight={sights}, sight=never, tuck_misdrops=on, tuck_misdrops=off",
                sanitized(word)
            ));
        }
    }
    let hand = said.apply_to(Hand::FASTEST, load::hand);
    hand.map_err(|error| error.to_string())
}

fn genmove(text: &str) -> Result<EngineRequest, String> {
    let (player, words) = player_and_words(text, &HANDS);
    let player = player.unwrap_or("survival");
    Ok(EngineRequest::Genmove(player.to_owned(), hand(&words)?))
}

fn tree(text: &str) -> Result<EngineRequest, String> {
    let names: Vec<&str> = HANDS.into_iter().chain(TreeRequest::WORDS).collect();
    let (player, words) = player_and_words(text, &names);
    let is_wanted = |word: &&str| TreeRequest::WORDS.iter().any(|name| word.starts_with(name));
    let (wantedes, hands): (Vec<&str>, Vec<&str>) = words.into_iter().partition(is_wanted);
    let mut wanted = TreeRequest::default();
    for word in wantedes {
        wanted.read(word)?;
    }
    let player = player.unwrap_or("uct");
    Ok(EngineRequest::Tree(
        player.to_owned(),
        hand(&hands)?,
        wanted,
    ))
}

/// Prefixes of the options for hands.
const HANDS: [&str; 6] = [
    "hand=",
    "tap_hz=",
    "taps=",
    "reaction=",
    "sight=",
    "tuck_misdrops=",
];

/// Splits off the options at the end, each of which begins with one of `names`. The text before them is the player,
/// which may be a file name with spaces.
fn player_and_words<'a>(text: &'a str, names: &[&str]) -> (Option<&'a str>, Vec<&'a str>) {
    let mut player = text;
    let mut words = Vec::new();
    loop {
        let (rest, last) = player
            .rsplit_once(char::is_whitespace)
            .unwrap_or(("", player));
        if !names.iter().any(|name| last.starts_with(name)) {
            break;
        }
        words.insert(0, last);
        player = rest.trim_end();
    }
    (Some(player).filter(|player| !player.is_empty()), words)
}

/// Formats buttons as letters, or as `-` for none, in the form that [`EngineRequest::Run`] accepts.
pub fn word(buttons: Buttons) -> String {
    if buttons.is_empty() {
        return "-".to_owned();
    }
    buttons.to_string().replace('.', "")
}

/// Parses buttons: letters of `RLDUTSBA` in any order, or `-` for none.
fn buttons(word: &str) -> Result<Buttons, String> {
    if word == "-" {
        return Ok(Buttons::NONE);
    }
    let wrong = || {
        format!(
            "'{}' is not a set of buttons; allowed: letters of RLDUTSBA, or -",
            sanitized(word)
        )
    };
    if word.contains(['.', '-']) {
        return Err(wrong());
    }
    word.parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use rightwell::engine::PositionFormat;

    use super::*;

    #[test]
    fn a_number_before_a_request_is_split_off() {
        assert_eq!(split_number("12 state"), ("12", "state"));
        assert_eq!(split_number("state"), ("", "state"));
        assert_eq!(split_number("  7   step T 3 "), ("7", "step T 3"));
        assert_eq!(split_number("3d"), ("", "3d"));
    }

    #[test]
    fn a_position_is_read_in_the_formats_that_the_option_reads() {
        let mut position = StartPosition::new(Piece::T, Piece::I);
        position.level = 18;
        for format in [
            PositionFormat::Own,
            PositionFormat::StackRabbit,
            PositionFormat::Nestris,
        ] {
            let text = position.written_as(format).unwrap();
            let request = EngineRequest::parse(&format!("position {text}"));
            assert_eq!(
                request,
                Ok(EngineRequest::Position(Some(position))),
                "{text}"
            );
        }
    }

    #[test]
    fn wrong_requests_are_answered_with_what_is_allowed() {
        for (request, word) in [
            ("dance", "genmove"),
            ("power on", "'on'"),
            ("new level=256", "level=0 to level=255"),
            ("new level=x", "level=0"),
            ("new seed=0001", "0001"),
            ("new seed=xyz", "hexadecimal"),
            ("new height=3", "type=b"),
            ("new type=b height=6", "0-5"),
            ("new type=c", "type=a"),
            ("new region=moon", "region=pal"),
            ("new speed=3", "level=N"),
            ("new double_killscreen=yes", "double_killscreen=on"),
            ("new crash=often", "crash=off crash=show crash=top-out"),
            ("board ..........", "20 words"),
            ("pieces T", "two"),
            ("pieces T TT", "'TT'"),
            ("position T I", "one position, or no argument"),
            ("position TI", "six words"),
            ("position TI-0-0-0--000", "incomplete or mistyped"),
            ("", "a request must follow the number"),
            ("step", "buttons"),
            ("step Q", "RLDUTSBA"),
            ("step T 0", "'0'"),
            ("run", "buttons"),
            ("save", "file"),
            ("locks all", "'all'"),
            ("locks pad tap_hz=0", "1 to 30"),
            ("locks pad tap_hz=31", "1 to 30"),
            ("locks pad tap_hz=x", "1 to 30"),
            ("locks pad tap_hz=13.333", "two decimals"),
            ("locks pad reaction=61", "0 to 60"),
            ("locks pad speed=3", "reaction=0"),
            ("locks pad taps=XX", "taps=XX; allowed: 2 to 60 letters"),
            (
                "locks pad hand=foot",
                "unknown hand 'foot'; allowed: machine",
            ),
            ("genmove scorer taps=.X", "taps=.X"),
            ("locks pad sight=61", "0 to 60 frames, or never"),
            ("genmove reaction=9 sight=8", "9 to 60 frames, or never"),
            (
                "genmove tuck_misdrops=yes",
                "tuck_misdrops=yes; allowed: on",
            ),
            ("tree playouts=0", "playouts=1 to playouts=1000000"),
            ("tree uct depth=101", "depth=1 to depth=100"),
            ("tree uct format=xml", "format=dot"),
            ("tree tap_hz=0", "1 to 30"),
        ] {
            let error = EngineRequest::parse(request).unwrap_err();
            assert!(error.contains(word), "{request}: {error}");
        }
    }

    #[test]
    fn buttons_are_read_in_any_order() {
        let all = Buttons::LEFT.with(Buttons::A);
        assert_eq!(
            EngineRequest::parse("step AL 5"),
            Ok(EngineRequest::Step(all, 5))
        );
        let inputs = vec![Buttons::NONE, Buttons::START];
        assert_eq!(
            EngineRequest::parse("run - T"),
            Ok(EngineRequest::Run(inputs))
        );
    }
}

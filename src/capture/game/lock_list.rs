//! Links of Game & Watch replays: the locks of a game, in 14 bits each.
//!
//! A link has the starting level (`sl`) and the locks in base64 (`r`): the pivot's column (4 bits) and row (5), and the
//! cartridge's orientation (5), highest bit first. Zeros fill the last bytes.
//!
//! Source: github.com/trochr/Nes-Tetris-Replay, `script.js`.

use base64::alphabet::STANDARD;

use crate::rules::score::line_points;
use crate::rules::{Board, LineCounter, Orientation, Pose};

use super::{CapturedGame, CapturedPiece, PieceOutcome, ScoreFrom};

/// Maximum number of locks. The longest games have fewer.
const LOCKS_MAX: usize = 20_000;

/// Reason why a link contains no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LockListError {
    /// The starting level is no number of a level.
    #[error("the link's starting level (sl) is not a level; allowed: 0-255")]
    Level,
    /// The locks are not base64.
    #[error("the link's list of locks (r) contains a character that is not base64")]
    NoBase64,
    /// The list is empty or too long.
    #[error("the link contains {0} locks; allowed: 1 to {LOCKS_MAX}")]
    Count(usize),
    /// The orientation or the place of a lock is impossible.
    #[error("lock {0} of the link does not rest on the playfield")]
    Lock(usize),
}

/// Returns the game in a link of a Game & Watch replay, or `None` if the text is no such link. The link contains no times:
/// they are 0. The score is that of the clears.
pub(super) fn game_of_link(link: &str) -> Option<Result<CapturedGame, LockListError>> {
    let (_, query) = link.split_once('?')?;
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    let (level, locks) = (value("sl")?, value("r")?);
    Some(game(level, locks))
}

fn game(level: &str, locks: &str) -> Result<CapturedGame, LockListError> {
    let mut level: u8 = level.parse().map_err(|_| LockListError::Level)?;
    let mut numbers = numbers(locks)?;
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    if !(1..=LOCKS_MAX).contains(&numbers.len()) {
        return Err(LockListError::Count(numbers.len()));
    }
    let (mut board, mut lines, mut score) = (Board::EMPTY, LineCounter::default(), 0);
    let mut pieces: Vec<CapturedPiece> = Vec::new();
    for (index, number) in numbers.iter().enumerate() {
        let orientation = Orientation::new((number & 31) as u8);
        let lock = orientation.map(|orientation| Pose {
            orientation,
            x: (number >> 10) as i8,
            y: (number >> 5 & 31) as i8,
        });
        let lock = lock.filter(|lock| lock.fits(&board) && lock.rests(&board));
        let lock = lock.ok_or(LockListError::Lock(index + 1))?;
        let (after, rows) = board.lock(lock);
        let rows = rows as u8;
        if let Some(before) = pieces.last_mut() {
            before.next = Some(lock.piece());
        }
        pieces.push(CapturedPiece {
            piece: lock.piece(),
            next: None,
            board,
            lines: lines.0.value(),
            level,
            score: None,
            das: None,
            time: 0,
            frame: index as u64,
            poses_seen: Vec::new(),
            outcome: PieceOutcome::Locked {
                lock,
                rows,
                is_certain: true,
            },
        });
        level = lines.count(rows, level);
        score += line_points(rows, level);
        board = after;
    }
    Ok(CapturedGame {
        score: Some(score),
        score_from: ScoreFrom::Clears,
        ..CapturedGame::of_pieces(pieces)
    })
}

/// Returns the numbers of 14 bits in a base64 text, which may be escaped and lack its padding.
fn numbers(text: &str) -> Result<Vec<u16>, LockListError> {
    let text = [
        ("%2B", "+"),
        ("%2F", "/"),
        ("%3D", "="),
        (" ", "+"),
        ("-", "+"),
        ("_", "/"),
    ]
    .into_iter()
    .fold(text.to_owned(), |text, (code, sign)| {
        text.replace(code, sign)
    });
    let (mut numbers, mut bits, mut length) = (Vec::new(), 0_u32, 0);
    for letter in text.trim_end_matches('=').chars() {
        let value = STANDARD.as_str().chars().position(|known| known == letter);
        bits = bits << 6 | value.ok_or(LockListError::NoBase64)? as u32;
        length += 6;
        if length >= 14 {
            length -= 14;
            numbers.push((bits >> length & 0x3FFF) as u16);
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use crate::rules::Piece;
    use crate::rules::randomizer::generator;

    use super::*;

    /// Returns a link with these locks.
    fn link(locks: &[(u32, u32, u32)]) -> String {
        let bits: String = (locks.iter())
            .map(|(x, y, orientation)| format!("{x:04b}{y:05b}{orientation:05b}"))
            .collect();
        let letters = bits.as_bytes().chunks(6).map(|six| {
            let six = format!("{:0<6}", std::str::from_utf8(six).unwrap());
            let value = usize::from_str_radix(&six, 2).unwrap();
            char::from(STANDARD.as_str().as_bytes()[value])
        });
        format!(
            "https://example.org/?sl=9&r={}==",
            letters.collect::<String>()
        )
    }

    fn read(link: &str) -> Result<CapturedGame, LockListError> {
        game_of_link(link).unwrap()
    }

    #[test]
    fn the_locks_of_a_link_are_a_game_with_its_lines_and_levels() {
        // Five O fill two rows. An I stays.
        let locks = [1, 3, 5, 7, 9].map(|x| (x, 18, 10));
        let game = read(&link(&[&locks[..], &[(5, 19, 18), (0, 0, 0)]].concat())).unwrap();
        let pieces: Vec<Piece> = game.pieces.iter().map(|piece| piece.piece).collect();
        assert_eq!(pieces, [&[Piece::O; 5][..], &[Piece::I]].concat());
        let counts = (game.lines(), game.certain(), game.score);
        assert_eq!((counts, game.clears()), ((2, 6, Some(1000)), [0, 1, 0, 0]));
        assert_eq!(game.pieces[4].next, Some(Piece::I));
        let last = &game.pieces[5];
        assert_eq!((last.board, last.lines, last.level), (Board::EMPTY, 2, 9));
    }

    #[test]
    fn a_published_link_is_read_whole() {
        let game = read("?sl=18&r=OQVks3qJrSUkkBMxkglWmQjFEEA").unwrap();
        assert_eq!(
            (game.pieces.len(), game.certain(), game.lines()),
            (11, 11, 0)
        );
        assert_eq!(game.pieces[0].level, 18);
    }

    #[test]
    fn an_impossible_link_is_named_by_its_fault() {
        for (link, fault) in [
            ("?sl=x&r=OQVk".to_owned(), LockListError::Level),
            ("?sl=1&r=O*Vk".to_owned(), LockListError::NoBase64),
            ("?sl=1&r=AAAA".to_owned(), LockListError::Count(0)),
            (link(&[(2, 19, 18), (6, 17, 18)]), LockListError::Lock(2)),
            (link(&[(2, 19, 31)]), LockListError::Lock(1)),
        ] {
            assert_eq!(read(&link), Err(fault), "{link}");
        }
        assert!(game_of_link("game.fm2").is_none());
    }

    #[test]
    fn mutated_links_are_read_or_refused() {
        let mut generator = generator(12, 0);
        let link = "?sl=18&r=OQVks3qJrSUkkBMxkglWmQjFEEA";
        for _ in 0..2_000 {
            let mut letters: Vec<char> = link.chars().collect();
            for _ in 0..generator.random_range(1..4) {
                let place = generator.random_range(0..letters.len());
                letters[place] = ['A', '/', '=', '%', 'é', '9'][generator.random_range(0..6)];
            }
            let link: String = letters.into_iter().collect();
            if let Some(Ok(game)) = game_of_link(&link) {
                assert_eq!(game.certain(), game.pieces.len(), "{link}");
            }
        }
    }
}

//! Tests of positions in the formats of other programs.

use rand::RngExt;

use crate::rules::randomizer::generator;

use super::*;

/// Returns a position with nine cells in the lowest row and an open right column.
fn ready(style: Cell) -> StartPosition {
    let mut position = StartPosition::new(Piece::T, Piece::I);
    (position.level, position.lines) = (19, 137);
    (0..9).for_each(|x| position.set(x, 19, style));
    position
}

fn pasted(text: &str) -> PastedPosition {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_string_of_stackrabbit_is_read_by_hand_made_example() {
    let field = format!("{}1111111110", "0".repeat(190));
    let alone = pasted(&field);
    assert_eq!(alone.format, PositionFormat::StackRabbit);
    assert_eq!(
        alone.missing().unwrap(),
        "the current piece, NEXT, the level"
    );
    let whole = pasted(&format!("{field}|19|137|4|0|"));
    assert_eq!(whole.complete(), Ok(ready(Cell::BORDERED)));
    assert_eq!(
        ready(Cell::DARK)
            .written_as(PositionFormat::StackRabbit)
            .unwrap(),
        format!("{field}|19|137|4|0|")
    );
}

#[test]
fn a_link_to_the_playground_is_read_by_hand_made_example() {
    // 47 empty bytes and a half, then nine cells of colour 1 (white): 0101 0101 each byte, lowest bits first.
    // Row 20 begins in the middle of byte 47 (cell 190 = 4 * 47 + 2).
    let mut board = [0_u8; 50];
    (board[47], board[48], board[49]) = (0b0101_0000, 0b0101_0101, 0b0001_0101);
    let link = format!(
        "https://betatetris.github.io/btpg/?piece=0&lines=137&hz=5&board={}",
        encoded(&board)
    );
    let read = pasted(&link);
    assert_eq!(
        (read.current, read.next, read.level),
        (Some(Piece::T), None, Some(19))
    );
    assert_eq!(read.over(&ready(Cell::BORDERED)), ready(Cell::BORDERED));
    let written = ready(Cell::BORDERED)
        .written_as(PositionFormat::BetaTetris)
        .unwrap();
    assert!(
        written.ends_with(&format!("board={}", encoded(&board))),
        "{written}"
    );
}

#[test]
fn a_code_of_nestris_is_read_by_hand_made_example() {
    // The number of 52 bytes is small if only the last cells are filled: pieces I and O (0 and 1), then the field
    // with one white cell (3) in the last column but one of the floor. 256^50 + 12 in base 62.
    let code = in_base_62(&{
        let mut bytes = [0_u8; NESTRIS_BYTES];
        (bytes[1], bytes[51]) = (1, 0b0000_1100);
        bytes
    });
    assert!(code.starts_with("000q"), "{code}: 52 is the digit q");
    let read = pasted(&code);
    assert_eq!((read.current, read.next), (Some(Piece::I), Some(Piece::O)));
    let other = StartPosition::new(Piece::T, Piece::T);
    let mut expected = StartPosition::new(Piece::I, Piece::O);
    expected.set(8, 19, Cell::BORDERED);
    assert_eq!(read.over(&other), expected);
}

#[test]
fn the_field_of_a_fumen_is_read_by_hand_made_example() {
    // Runs of (colour + 8) * 240 + length - 1: 220 empty cells (2139), nine grey cells (3848), 11 empty ones (1930).
    let digits = |run: usize| {
        [run % 64, run / 64].map(|digit| char::from(alphabet::STANDARD.as_str().as_bytes()[digit]))
    };
    let text: String = [2139, 3848, 1930].into_iter().flat_map(digits).collect();
    let read = pasted(&format!("https://fumen.zui.jp/?v115@{text}AgH"));
    assert_eq!(read.format, PositionFormat::Fumen);
    assert_eq!(
        read.over(&ready(Cell::BORDERED)).board(),
        ready(Cell::BORDERED).board()
    );
    let high: String = [1929, 3840, 2149].into_iter().flat_map(digits).collect();
    let error = format!("v115@{high}AgH")
        .parse::<PastedPosition>()
        .unwrap_err();
    assert!(error.to_string().contains("above row 20"), "{error}");
}

#[test]
fn a_piece_on_a_fumen_page_is_the_current_one_and_its_quiz_names_next() {
    let digits = |number: usize, count: u32| {
        let known = alphabet::STANDARD.as_str().as_bytes();
        let places = (0..count).map(|place| number / 64_usize.pow(place) % 64);
        places
            .map(|digit| char::from(known[digit]))
            .collect::<String>()
    };
    // Piece T (5) with a fixed colour flag, then the comment.
    let comment = |text: &str| {
        let letters: Vec<usize> = text
            .bytes()
            .map(|letter| usize::from(letter - b' '))
            .collect();
        let fours = letters.chunks(4).map(|four| {
            let number = four
                .iter()
                .rev()
                .fold(0, |number, letter| 96 * number + letter);
            digits(number, 5)
        });
        digits(text.len(), 2) + &fours.collect::<String>()
    };
    let page = |piece: usize, text: Option<&str>| {
        let flags = FUMEN_COMMENT / 2 + usize::from(text.is_some()) * FUMEN_COMMENT;
        let comment = text.map_or(String::new(), comment);
        format!("v115@vhA{}{comment}", digits(piece + flags, 3))
    };
    let pieces = |text: &str| {
        let read = pasted(text);
        (read.current, read.next)
    };
    assert_eq!(page(0, None), "v115@vhAAgH");
    assert_eq!(pieces("v115@vhAAgH"), (None, None));
    assert_eq!(pieces(&page(5, None)), (Some(Piece::T), None));
    let quiz = Some("%23Q%3D%5B%5D%28T%29IOS");
    assert_eq!(pieces(&page(0, quiz)), (Some(Piece::T), Some(Piece::I)));
    assert_eq!(pieces(&page(4, quiz)), (Some(Piece::Z), Some(Piece::I)));
    assert_eq!(pieces(&page(4, Some("#Q=[](Z)"))), (Some(Piece::Z), None));
    assert_eq!(pieces(&page(4, Some("no quiz"))), (Some(Piece::Z), None));
}

#[test]
fn a_frame_of_nestrischamps_is_read_by_hand_made_example() {
    // Version 2: lines 137 (12 bits), level 19 (8), score 250,000 (24) from byte 6.5 on, then DAS and NEXT.
    let mut bits = String::from("01000001");
    bits += &"0".repeat(16 + 28);
    bits += &format!("{:012b}{:08b}{:024b}", 137, 19, 250_000);
    bits += "11111";
    bits += "110";
    bits += &"0".repeat(8 + 7 * 9 + 1 + 2 * 190);
    bits += &"01".repeat(9);
    bits += "00";
    let byte = |bits: &[u8]| u8::from_str_radix(std::str::from_utf8(bits).unwrap(), 2).unwrap();
    let mut frame: Vec<u8> = bits.as_bytes().chunks(8).map(byte).collect();
    frame.resize(72, 0);
    let read = pasted(&encoded(&frame));
    assert_eq!(read.format, PositionFormat::NestrisChamps);
    let expected = StartPosition {
        score: 250_000,
        ..ready(Cell::BORDERED)
    };
    assert_eq!(read.over(&expected), expected);
    assert_eq!(
        (read.current, read.next, read.level),
        (None, Some(Piece::I), Some(19))
    );
}

#[test]
fn every_position_is_read_from_each_format_that_is_written() {
    let mut generator = generator(9, 0);
    for _ in 0..300 {
        let mut piece = || Piece::ALL[generator.random_range(0..Piece::COUNT)];
        let mut position = StartPosition::new(piece(), piece());
        for (x, y) in (2..ROWS).flat_map(|y| (0..9).map(move |x| (x, y))) {
            position.set(x, y, BLOCKS[generator.random_range(0..4)]);
        }
        position.level = 18;
        for format in PositionFormat::WRITTEN {
            let text = position.written_as(format).unwrap();
            let read = pasted(&text);
            assert_eq!(read.format, format, "{text}");
            assert_eq!(read.over(&position).board(), position.board(), "{text}");
            if format != PositionFormat::StackRabbit {
                assert_eq!(read.over(&position), position, "{text}");
            }
        }
    }
}

#[test]
fn mutated_texts_are_read_or_named_in_one_line() {
    let mut generator = generator(10, 0);
    let mut texts: Vec<String> = PositionFormat::WRITTEN
        .map(|format| ready(Cell::LIGHT).written_as(format).unwrap())
        .to_vec();
    texts.push("v115@bhzhPexAAgH".to_owned());
    texts.push("v115@vhAVgWWAFLDmClcJSAVDEHBEooRBPoAVBp/zBA".to_owned());
    texts.push(encoded(&[0x41; 72]));
    for _ in 0..5_000 {
        let text = &texts[generator.random_range(0..texts.len())];
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..generator.random_range(1..4) {
            let place = generator.random_range(0..letters.len());
            match generator.random_range(0..3) {
                0 => drop(letters.remove(place)),
                1 => letters.truncate(place + 1),
                _ => letters[place] = ['0', 'Z', '-', '|', '%', 'é'][generator.random_range(0..6)],
            }
            if letters.is_empty() {
                break;
            }
        }
        let text: String = letters.into_iter().collect();
        if let Err(error) = text.parse::<PastedPosition>() {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

#[test]
fn a_cut_off_text_is_named_by_its_format_and_the_fault() {
    let rabbit = format!("{}|18|0|9|0|", "0".repeat(200));
    for (text, expected) in [
        (
            "0".repeat(199),
            "looks like a StackRabbit position, but it has 199 cells",
        ),
        (rabbit, "its current piece is '9'; allowed: 0-6"),
        (
            "?piece=1&board=AAAA".to_owned(),
            "BetaTetris position, but its board has 3 bytes; allowed: 50",
        ),
        (
            "v115@bh".to_owned(),
            "fumen position, but its field ends or breaks after 220 cells",
        ),
        (
            "000p123456".to_owned(),
            "nestris.org position, but its length is 51 bytes; allowed: 52",
        ),
        ("hello".to_owned(), "'hello' is not a position"),
    ] {
        let error = text.parse::<PastedPosition>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let board = encoded(&[0; 50]);
    let link = format!("?piece=1&lines=10&board={board}");
    let error = pasted(&link).complete().unwrap_err().to_string();
    assert_eq!(
        error,
        "the BetaTetris position contains no NEXT; paste it in the editor to add it"
    );
}

//! Tests of pattern files: valid ones, and the messages for invalid ones.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rightwell::pixels::to_png;
use rightwell::players::{Pattern, PatternError, Player, Strategy, StrategyKind};
use rightwell::rules::Board;

const BLACK: [u8; 3] = [0; 3];
const WHITE: [u8; 3] = [255; 3];

/// Returns a temporary folder for one test, deleted at its end.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Returns the pixels of a pattern with these lowest rows: `X` is black, `.` is white.
fn picture(rows: &str) -> Vec<[u8; 3]> {
    let board: Board = rows.parse().unwrap();
    let cells = (0..20).flat_map(|y| (0..10).map(move |x| (x, y)));
    let colour = |(x, y)| if board.contains(x, y) { BLACK } else { WHITE };
    cells.map(colour).collect()
}

/// Saves an image as a pattern file, and reads it. Returns the error message without the name of the file.
fn refusal(width: usize, image: &[[u8; 3]]) -> String {
    let folder = folder();
    let path = folder.path().join("mine.png");
    fs::write(&path, to_png(width, image)).unwrap();
    refusal_of(&path)
}

fn read(path: &std::path::Path) -> Result<Pattern, PatternError> {
    let name = path.file_stem().unwrap().to_str().unwrap();
    Pattern::read(name, path.to_str().unwrap(), &fs::read(path).unwrap())
}

fn refusal_of(path: &std::path::Path) -> String {
    let name = path.to_str().unwrap();
    let error = read(path).unwrap_err().to_string();
    let message = error.strip_prefix(&format!("pattern {name}: "));
    message
        .unwrap_or_else(|| panic!("the error must name the file: {error}"))
        .to_owned()
}

#[test]
fn a_picture_is_read_cell_by_cell() {
    let rows = "..X....... XXX....X.. X.XXXXXXXX";
    let folder = folder();
    let path = folder.path().join("hill.png");
    fs::write(&path, to_png(10, &picture(rows))).unwrap();
    let pattern = read(&path).unwrap();
    assert_eq!(pattern.name(), "hill");
    assert_eq!(*pattern.filled(), rows.parse().unwrap());
    assert_eq!((pattern.rows(), pattern.top_row()), (3, 17));
}

#[test]
fn grey_palette_and_transparent_formats_are_read_alike() {
    let rows = "XXX....X.. X.XXXXXXXX";
    let rgb = picture(rows);
    let folder = folder();
    let grey: Vec<[u8; 1]> = rgb.iter().map(|&[r, _, _]| [r]).collect();
    let rgba: Vec<[u8; 4]> = rgb.iter().map(|&[r, g, b]| [r, g, b, 255]).collect();
    let paths: Vec<PathBuf> = ["grey.png", "rgba.png"]
        .map(|name| folder.path().join(name))
        .into();
    fs::write(&paths[0], to_png(10, &grey)).unwrap();
    fs::write(&paths[1], to_png(10, &rgba)).unwrap();
    for path in paths {
        let pattern = read(&path).unwrap();
        assert_eq!(*pattern.filled(), rows.parse().unwrap());
    }
}

#[test]
fn another_size_is_named_with_the_allowed_one() {
    for (width, height) in [(20, 10), (10, 21), (9, 20), (1, 1), (320, 640)] {
        assert_eq!(
            refusal(width, &vec![BLACK; width * height]),
            format!("{width}x{height} pixels; allowed: 10x20, one pixel per cell")
        );
    }
}

#[test]
fn every_cell_of_a_third_colour_is_named() {
    let mut image = picture("X.........");
    image[183] = [255, 0, 0];
    image[199] = [1, 0, 0];
    let allowed = "allowed: black #000000FF and white #FFFFFFFF";
    assert_eq!(
        refusal(10, &image),
        format!(
            "cell column 3, row 18 has colour #FF0000FF; {allowed}; \
             cell column 9, row 19 has colour #010000FF; {allowed}"
        )
    );
}

#[test]
fn half_transparent_cells_are_named() {
    let folder = folder();
    let path = folder.path().join("glass.png");
    let mut image = [[255; 4]; 200];
    image[194] = [0, 0, 0, 128];
    fs::write(&path, to_png(10, &image)).unwrap();
    let message = refusal_of(&path);
    assert!(
        message.starts_with("cell column 4, row 19 has colour #00000080"),
        "{message}"
    );
}

#[test]
fn full_rows_and_empty_rows_below_black_are_named_all_together() {
    let image = picture("..X....... .......... XXXXXXXXXX X......... XXXXXXXXXX");
    assert_eq!(
        refusal(10, &image),
        "row 16 is completely white (columns 0-9) below black, so nothing can rest above it; row 17 is completely \
        black (columns 0-9), so it would be cleared; row 19 is completely black (columns 0-9), so it would be \
        cleared"
    );
    let floor = picture("X......... ..........");
    assert!(refusal(10, &floor).starts_with("row 19 is completely white"));
}

#[test]
fn a_white_pattern_has_nothing_to_build() {
    assert_eq!(
        refusal(10, &picture("..........")),
        "the picture has no black cell"
    );
}

#[test]
fn files_that_are_not_images_are_unreadable() {
    let folder = folder();
    let whole = to_png(10, &picture("X........."));
    let half = whole[..whole.len() / 2].to_vec();
    let mut corrupt = whole.clone();
    corrupt[40] ^= 0xFF;
    let texts: [(&str, Vec<u8>); 5] = [
        ("half.png", half),
        ("spoilt.png", corrupt),
        ("empty.png", Vec::new()),
        ("text.png", b"no picture".to_vec()),
        ("other.png", b"GIF89a\x0a\0\x14\0\0\0\0;".to_vec()),
    ];
    for (name, bytes) in texts {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let message = refusal_of(&path);
        assert!(
            message.starts_with("not a readable picture (PNG, JPEG, WebP or BMP)"),
            "{message}"
        );
    }
}

#[test]
fn an_unknown_name_is_reported_with_the_known_ones() {
    for name in ["nothing", "missing/file.png", "", "."] {
        let error = Pattern::named(name).unwrap_err();
        assert!(matches!(error, PatternError::Unknown { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains(&format!("'{name}'")), "{text}");
        assert!(
            text.contains("tetriminos") && text.contains("PNG"),
            "{text}"
        );
    }
}

#[test]
fn filters_are_named_as_they_are_found() {
    for name in [
        "none",
        "well",
        "well-plain",
        "pattern:tetriminos",
        "pattern-plain:big-t",
    ] {
        assert_eq!(
            StrategyKind::find(name, Pattern::named)
                .unwrap()
                .to_string(),
            name
        );
    }
    for name in ["", "wall", "pattern", "Pattern:big-t", "none:", "well:a"] {
        let error = StrategyKind::find(name, Pattern::named)
            .unwrap_err()
            .to_string();
        assert!(error.contains(&format!("'{name}'")), "{error}");
        assert!(error.contains("none, well, pattern:NAME"), "{error}");
        assert!(error.contains("well-plain, pattern-plain:NAME"), "{error}");
    }
}

#[test]
fn a_list_of_patterns_rotates_from_game_to_game() {
    let player = Arc::new(Player::named("survival").unwrap());
    let find = |text: &str| Strategy::find(Arc::clone(&player), text, Pattern::named);
    let list = find("pattern:heart,smiley,house").unwrap();
    let names = [0, 1, 2, 3].map(|number| list.in_game(number).kind().to_string());
    let expected = ["heart", "smiley", "house", "heart"].map(|name| format!("pattern:{name}"));
    assert_eq!(names, expected);
    assert_eq!(list.filter(), "pattern:heart,smiley,house");
    assert_ne!(
        list.fingerprint(),
        find("pattern:heart").unwrap().fingerprint()
    );
    assert_eq!(find("pattern:heart").unwrap().filter(), "pattern:heart");
    for (text, unknown) in [
        ("pattern:heart,hut", "'hut'"),
        ("pattern-plain:heart,", "''"),
    ] {
        let error = find(text).unwrap_err().to_string();
        assert!(
            error.contains(unknown) && error.contains("smiley"),
            "{error}"
        );
    }
    assert!(find("well,none").is_err());
}

#[test]
fn every_compiled_in_picture_can_be_named_and_has_a_file_that_is_the_same() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../patterns");
    let built_in = Pattern::built_in();
    assert!(built_in.len() >= 3);
    for pattern in &built_in {
        let file = folder.join(format!("{}.png", pattern.name()));
        let from_file = read(&file).unwrap();
        assert_eq!(from_file, *pattern);
        assert_eq!(Pattern::named(pattern.name()).unwrap(), *pattern);
    }
}

#[test]
fn rows_are_done_from_the_floor_up_and_only_when_equal() {
    let pattern = Pattern::new("hill", "XX........ XXX.......".parse().unwrap()).unwrap();
    let table = [
        ("..........", 0),
        ("XXX.......", 1),
        ("XX........ XXX.......", 2),
        ("XX........ XXXX......", 0),
        ("XXX....... XXX.......", 1),
        ("X......... XX........ XXX.......", 2),
    ];
    for (board, rows) in table {
        let board = board.parse().unwrap();
        assert_eq!(pattern.rows_done(&board), rows, "{board:?}");
        assert_eq!(pattern.is_done(&board), rows == 2);
    }
}

//! Tests that reconstruct real games, piece by piece, from what a camera captured. The captures are in the folder named
//! by `RIGHTWELL_GAMES`.

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use rightwell::capture::{GameSighting, Sighting};
use rightwell::engine::{NgfFrame, read_ngf};
use rightwell::rules::Board;
use rightwell::rules::Piece;
use rightwell::session::{
    CapturedGame, CapturedPlayback, GameMoves, PieceOutcome, Seek, VideoGameFinder,
};

/// Returns the available games, each with its name and the frames that show a game.
fn games() -> Vec<(String, CapturedGame, Vec<NgfFrame>)> {
    let Some(folder) = std::env::var_os("RIGHTWELL_GAMES").map(PathBuf::from) else {
        eprintln!("left out: RIGHTWELL_GAMES names no folder of games");
        return Vec::new();
    };
    let files = fs::read_dir(&folder).expect("RIGHTWELL_GAMES must name a folder");
    let paths = files.map(|file| file.unwrap().path());
    let games = paths.filter(|path| path.extension().is_some_and(|ending| ending == "ngf"));
    let games: Vec<_> = games
        .map(|path| {
            let mut bytes = Vec::new();
            let file = fs::File::open(&path).unwrap();
            flate2::read::GzDecoder::new(file)
                .read_to_end(&mut bytes)
                .unwrap();
            let frames = read_ngf(&bytes).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let game = CapturedGame::longest_in(&frames).expect("the file must show a game");
            let shown = frames
                .into_iter()
                .filter(|frame| frame.lines.is_some() || frame.score.is_some());
            (name, game, shown.collect())
        })
        .collect();
    assert!(!games.is_empty(), "no game in {}", folder.display());
    games
}

#[test]
fn nearly_all_locks_are_found_and_their_rows_are_the_lines_that_were_counted() {
    for (name, game, frames) in games() {
        let (locked, unknown) = game.locked();
        let clears = GameMoves::from_captured(&game).clears();
        let rows: u32 = (0..).zip(clears).map(|(rows, times)| rows * times).sum();
        let lines = frames.iter().rev().find_map(|frame| frame.lines).unwrap();
        let certain = game.certain();
        eprintln!(
            "{name}: {locked} locked, {certain} certain, {unknown} unknown, clears {clears:?}, {lines} lines"
        );
        assert!(100 * unknown <= locked, "{name}: {unknown} of {locked}");
        assert!(
            100 * certain >= 80 * locked,
            "{name}: {certain} of {locked}"
        );
        if unknown == 0 {
            assert_eq!(rows, u32::from(lines), "{name}");
        }
    }
}

#[test]
fn every_piece_follows_next_and_the_stack_before_it() {
    for (name, game, frames) in games() {
        let pairs = game.pieces.windows(2);
        for pair in pairs {
            let [one, other] = pair else { unreachable!() };
            assert_eq!(one.next, Some(other.piece), "{name}");
            if let PieceOutcome::Locked { lock, rows, .. } = one.outcome {
                let (board, cleared) = one.board.lock(lock);
                assert_eq!((board, cleared), (other.board, u32::from(rows)), "{name}");
            }
            assert!(one.time <= other.time && one.frame <= other.frame, "{name}");
        }
        let statistics = frames.iter().rev().find_map(|frame| {
            let counts: Option<Vec<u16>> = frame.statistics.into_iter().collect();
            counts
        });
        let count = |piece: Piece| {
            game.pieces
                .iter()
                .filter(|seen| seen.piece == piece)
                .count()
        };
        let counted: Vec<u16> = Piece::ALL.map(|piece| count(piece) as u16).into();
        assert_eq!(Some(counted), statistics, "{name}");
    }
}

#[test]
fn the_statistics_of_a_game_are_what_its_file_has_counted() {
    for (name, game, frames) in games() {
        let last = |read: fn(&NgfFrame) -> Option<u32>| frames.iter().rev().find_map(read);
        let lines = last(|frame| frame.lines.map(u32::from)).unwrap();
        let score = last(|frame| frame.score).unwrap();
        let first = game.pieces.first().unwrap().lines;
        let statistics = frames.iter().rev().find_map(|frame| {
            let counts: Option<Vec<u16>> = frame.statistics.into_iter().collect();
            counts
        });
        let (_, unknown) = game.locked();
        let mut playback = CapturedPlayback::new(game.clone());
        let frames = playback.frames();
        playback.seek(frames);
        let figures = playback.figures();
        let counted = Piece::ALL.map(|piece| figures.pieces().of(piece) as u16);
        assert_eq!(Some(counted.to_vec()), statistics, "{name}: pieces");
        let cleared = figures.clears().lines() + u64::from(first);
        assert!(
            cleared.abs_diff(lines.into()) <= 4 * unknown as u64,
            "{name}: {cleared}"
        );
        assert_eq!(
            figures.score() % 1_600_000,
            u64::from(score),
            "{name}: points"
        );
        let levels = figures.levels().rows();
        let level = last(|frame| frame.level.map(u32::from)).unwrap();
        let told = levels.last().map(|row| u32::from(row.level));
        assert_eq!(told, Some(level), "{name}: levels");
    }
}

/// Returns what a camera observed, without the counters that it read, as in a video.
fn as_video(frames: &[NgfFrame]) -> Vec<Sighting> {
    let first = frames[0].time;
    let sighted = frames.iter().enumerate().map(|(index, frame)| Sighting {
        frame: index as u64,
        time: 1_000 * u64::from(frame.time.wrapping_sub(first)),
        game: Some(GameSighting {
            board: frame.board(),
            doubtful: Board::EMPTY,
            kinds: frame.cells.clone(),
            next: frame.next,
            colours: [None; 3],
            digits: [None; 11],
            likely_digits: [None; 11],
            flashes: false,
        }),
    });
    sighted.collect()
}

#[test]
fn without_counters_nearly_the_same_game_is_found() {
    for (name, game, frames) in games() {
        let mut reader = VideoGameFinder::new();
        let mut found: Vec<CapturedGame> = as_video(&frames)
            .iter()
            .filter_map(|seen| reader.see(seen))
            .collect();
        found.extend(reader.end());
        let seen = found.iter().max_by_key(|game| game.pieces.len()).unwrap();
        let (mut same, mut wrong_but_certain) = (0, 0);
        for piece in &game.pieces {
            let PieceOutcome::Locked { lock, .. } = piece.outcome else {
                continue;
            };
            let near = |other: &&rightwell::session::CapturedPiece| {
                other.frame.abs_diff(piece.frame) <= 12 && other.piece == piece.piece
            };
            let nearest = seen
                .pieces
                .iter()
                .filter(near)
                .min_by_key(|other| other.frame.abs_diff(piece.frame));
            match nearest.map(|piece| piece.outcome) {
                Some(PieceOutcome::Locked { lock: other, .. }) if other == lock => same += 1,
                other => {
                    eprintln!(
                        "  {}: {lock:?} at {}: {other:?}",
                        piece.piece.letter(),
                        piece.frame
                    );
                    wrong_but_certain += usize::from(matches!(
                        other,
                        Some(PieceOutcome::Locked {
                            is_certain: true,
                            ..
                        })
                    ));
                }
            }
        }
        let games: Vec<usize> = found.iter().map(|game| game.pieces.len()).collect();
        eprintln!(
            "{name}: {same} of {} the same, {wrong_but_certain} wrong but certain, games {games:?}, clears {:?}, certain {}",
            game.pieces.len(),
            seen.clears(),
            seen.certain()
        );
        assert!(100 * same >= 97 * game.pieces.len(), "{name}: {same}");
    }
}

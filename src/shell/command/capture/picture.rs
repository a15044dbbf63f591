//! A single frame: the playfield and everything else that can be read in it.

use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rightwell::capture::{DIGITS, FieldArea, GameSighting, Pixels, Sighting};
use rightwell::pixels::to_png;
use rightwell::render::Renderer;
use rightwell::render::palette::{Palette, block_colours};
use rightwell::rules::Piece;
use rightwell::rules::motion::{COLUMNS, ROWS};
use serde::Serialize;

use super::CaptureArgs;
use crate::error::{CliError, shown};
use crate::store::{files, video};
use crate::work::json;

/// Everything that was read in a frame.
#[derive(Serialize)]
struct FrameReading {
    file: String,
    /// Left, top, width and height of the playfield, in pixels.
    field: [f32; 4],
    /// Rows of the playfield from the top: `.` empty, `X` occupied.
    rows: Vec<String>,
    /// Uncertain cells, as column and row from 0.
    doubtful: Vec<[u8; 2]>,
    next: Option<char>,
    /// Last digit of the level, found from the colours of the blocks.
    colours_of_level: Option<u8>,
    /// Digits as displayed, with `?` for an unreadable digit.
    lines: String,
    score: String,
    level: String,
    /// Number of digits that are unreadable.
    doubtful_digits: usize,
    /// Reading of the other player's playfield, if the frame shows two.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Box<FrameReading>>,
}

/// Reading of one frame of a video, with the frame itself, for a report about a wrong reading.
#[derive(Serialize)]
struct PackedReading {
    /// Name and version of this program.
    program: &'static str,
    /// Seconds since the first frame.
    seconds: f64,
    /// Readings of all players whose playfield was found.
    readings: Vec<FrameReading>,
    /// The frame as a PNG image, in the form of an address that browsers open.
    picture: String,
}

/// Returns a JSON text with a frame, the playfields that were found in it, and the values that were read.
///
/// # Errors
/// If the text cannot be written.
pub(super) fn packed(
    source: &str,
    (picture, time): (&Pixels, u64),
    sightings: &[Sighting],
    places: &[Option<FieldArea>],
) -> Result<String, CliError> {
    let players = sightings.iter().zip(places.iter().copied());
    let readings = players
        .filter_map(game_at)
        .map(|(game, place)| found(Path::new(source), game, place));
    let png = to_png(picture.width(), &drawn(picture, &[]));
    let packed = PackedReading {
        program: concat!("rightwell ", env!("CARGO_PKG_VERSION")),
        seconds: time as f64 / 1e6,
        readings: readings.collect(),
        picture: format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png)),
    };
    serde_json::to_string_pretty(&packed).map_err(CliError::failed)
}

/// Maximum difference of the playfields of two players, as a fraction of their width and height. Other dark boxes on the
/// console's screen differ more.
const SIZE_DIFFERENCE_MAX: f32 = 0.1;

/// Colours of the marks drawn over a frame.
const CELL: [u8; 3] = [255, 0, 255];
const EMPTY: [u8; 3] = [0, 90, 0];
const DOUBTFUL: [u8; 3] = [255, 255, 0];
const BOX: [u8; 3] = [0, 255, 0];

pub fn run(args: &CaptureArgs, file: &Path) -> Result<(), CliError> {
    let picture = video::still(file)?;
    let mut reader = args.reader_of_all();
    let sightings = reader.read_all(&picture, 0);
    let players = sightings.iter().zip(reader.places());
    let mut players: Vec<(&GameSighting, FieldArea)> = match args.side {
        Some(_) => players
            .skip(args.player(&reader))
            .take(1)
            .filter_map(game_at)
            .collect(),
        None => players.filter_map(game_at).collect(),
    };
    let Some(&(_, first)) = players.first() else {
        return Err(CliError::usage(no_game(file, args.field.is_some())));
    };
    players.retain(|(_, place)| is_as_large(place, &first));
    if let Some(path) = &args.show {
        let drawn = drawn(&picture, &players);
        files::write_whole(path, &to_png(picture.width(), &drawn))?;
    }
    let mut readings = players
        .iter()
        .map(|(game, place)| found(file, game, *place));
    let (first, second) = (readings.next(), readings.next());
    let found = FrameReading {
        other: second.map(Box::new),
        ..first.expect("the first playfield is as large as itself")
    };
    match &args.json {
        Some(path) => json::write(&found, path).map(drop),
        None => files::print(&as_text(&found)),
    }
}

/// Returns a player's game and the position of its playfield, if the frame shows them.
fn game_at(
    (sighting, place): (&Sighting, Option<FieldArea>),
) -> Option<(&GameSighting, FieldArea)> {
    Some((sighting.game.as_ref()?, place?))
}

fn is_as_large(one: &FieldArea, other: &FieldArea) -> bool {
    let is_near = |one: f32, other: f32| (one - other).abs() <= SIZE_DIFFERENCE_MAX * other;
    is_near(one.width, other.width) && is_near(one.height, other.height)
}

/// Returns the message for a frame that shows no game. `is_told` is true if the user gave the position of the
/// playfield.
fn no_game(file: &Path, is_told: bool) -> String {
    let help = match is_told {
        true => "no playfield is visible at the given `--field`",
        false => {
            "a playfield without the screen around it may need a video, whose pieces move; or pass it as `--field X,Y,W,H`"
        }
    };
    format!("{}: no game found; {help}", shown(file))
}

/// Returns everything that a single frame shows.
fn found(file: &Path, game: &GameSighting, place: FieldArea) -> FrameReading {
    let digit = |look: Option<u8>| char::from_digit(look?.into(), 10);
    let digits = game.likely_digits.map(|look| digit(look).unwrap_or('?'));
    let text = |places: std::ops::Range<usize>| digits[places].iter().collect();
    let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)));
    let doubtful = cells.filter(|(column, row)| game.doubtful.contains(*column, *row));
    FrameReading {
        file: file.display().to_string(),
        field: [place.x, place.y, place.width, place.height].map(|at| (10.0 * at).round() / 10.0),
        rows: game.board.to_string().lines().map(str::to_owned).collect(),
        doubtful: doubtful
            .map(|(column, row)| [column as u8, row as u8])
            .collect(),
        next: game.next.map(Piece::letter),
        colours_of_level: level(game, Renderer::new().palette()),
        lines: text(0..3),
        score: text(3..9),
        level: text(9..DIGITS),
        doubtful_digits: digits.iter().filter(|digit| **digit == '?').count(),
        other: None,
    }
}

/// Formats the reading as readable text.
fn as_text(found: &FrameReading) -> String {
    let [x, y, width, height] = found.field;
    let mut lines = vec![format!("playfield at {x},{y}, {width} x {height} pixels")];
    lines.extend(found.rows.iter().cloned());
    lines.push(format!(
        "next {}, lines {}, score {}, level {}",
        found.next.map_or("?".to_owned(), String::from),
        found.lines,
        found.score,
        found.level
    ));
    if let Some(level) = found.colours_of_level {
        lines.push(format!("colours of levels ending in {level}"));
    }
    if !found.doubtful.is_empty() {
        lines.push(format!("{} cells are doubtful", found.doubtful.len()));
    }
    if found.doubtful_digits > 0 {
        let count = found.doubtful_digits;
        lines.push(format!("{count} of {DIGITS} digits are doubtful"));
    }
    lines.push(String::new());
    if let Some(other) = &found.other {
        lines.push(as_text(other));
    }
    lines.join("\n")
}

/// Returns the last digit of the level whose two block colours match best. Returns `None` if another digit matches
/// nearly as well.
fn level(game: &GameSighting, palette: &Palette) -> Option<u8> {
    let [_, Some(one), Some(other)] = game.colours else {
        return None;
    };
    let pure = |rgb: [u8; 3]| {
        let [red, green, blue] = rgb.map(f32::from);
        let length = (red * red + green * green + blue * blue).sqrt().max(1.0);
        [
            red / length,
            green / length,
            blue / length,
            (red + green + blue) / 765.0,
        ]
    };
    let away = |one: [u8; 3], other: [u8; 3]| {
        let parts = pure(one).into_iter().zip(pure(other));
        parts.map(|(one, other)| (one - other).powi(2)).sum::<f32>()
    };
    let mut levels: Vec<(f32, u8)> = (0..10)
        .map(|level| {
            let [_, _, first, second] = block_colours(level).map(|index| palette.rgb(index));
            let straight = away(one, first) + away(other, second);
            let crossed = away(one, second) + away(other, first);
            (straight.min(crossed), level)
        })
        .collect();
    levels.sort_by(|one, other| one.0.total_cmp(&other.0));
    (levels[0].0 < 0.5 * levels[1].0).then_some(levels[0].1)
}

/// Returns the pixels of the frame with the readings of its players drawn over it.
fn drawn(picture: &Pixels, players: &[(&GameSighting, FieldArea)]) -> Vec<[u8; 3]> {
    let mut canvas = FrameCanvas {
        width: picture.width(),
        pixels: (0..picture.height())
            .flat_map(|y| (0..picture.width()).map(move |x| picture.rgb(x, y)))
            .collect(),
    };
    for (game, place) in players {
        canvas.mark(game, place);
    }
    canvas.pixels
}

/// Copy of a frame to draw on.
struct FrameCanvas {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl FrameCanvas {
    /// Draws the reading of a playfield.
    fn mark(&mut self, game: &GameSighting, place: &FieldArea) {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let colour = match (
                    game.doubtful.contains(column, row),
                    game.board.contains(column, row),
                ) {
                    (true, _) => DOUBTFUL,
                    (false, true) => CELL,
                    (false, false) => EMPTY,
                };
                self.outline(place.cell(column as u8, row as u8), colour);
            }
        }
        for (digit, group) in place.digits().into_iter().zip(game.digits) {
            self.outline(digit, if group.is_some() { BOX } else { DOUBTFUL });
        }
        self.outline(
            place.next(),
            if game.next.is_some() { BOX } else { DOUBTFUL },
        );
    }

    /// Draws the outline of a rectangle, clipped to the frame.
    fn outline(&mut self, part: FieldArea, colour: [u8; 3]) {
        let (left, right) = (
            part.x.round() as i64,
            (part.x + part.width).round() as i64 - 1,
        );
        let (top, bottom) = (
            part.y.round() as i64,
            (part.y + part.height).round() as i64 - 1,
        );
        for x in left..=right {
            self.dot(x, top, colour);
            self.dot(x, bottom, colour);
        }
        for y in top..=bottom {
            self.dot(left, y, colour);
            self.dot(right, y, colour);
        }
    }

    fn dot(&mut self, x: i64, y: i64, colour: [u8; 3]) {
        if (0..self.width as i64).contains(&x) && y >= 0 {
            let place = y as usize * self.width + x as usize;
            if let Some(pixel) = self.pixels.get_mut(place) {
                *pixel = colour;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rightwell::capture::FrameReader;
    use rightwell::engine::View;
    use rightwell::engine::view::GameView;
    use rightwell::render::Frame;

    use super::*;

    #[test]
    fn a_packed_reading_holds_the_frame_the_playfield_and_the_values() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        let game = GameView {
            level_digits: [1, 8],
            ..GameView::BLANK
        };
        renderer.draw(&View::Game(Box::new(game)), &mut frame);
        let pixels = Pixels::from_rgb(512, frame.to_rgb(renderer.palette(), 2));
        let mut reader = FrameReader::new();
        let sightings = reader.read_all(&pixels, 0);
        let text = packed("a card", (&pixels, 1_500_000), &sightings, &reader.places()).unwrap();
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["seconds"], 1.5);
        assert_eq!(read["readings"][0]["file"], "a card");
        let field = &read["readings"][0]["field"];
        assert!((field[0].as_f64().unwrap() - 192.0).abs() < 8.0, "{field}");
        let picture = read["picture"].as_str().unwrap();
        let png = picture.strip_prefix("data:image/png;base64,").unwrap();
        assert_eq!(
            BASE64_STANDARD.decode(png).unwrap(),
            to_png(512, &drawn(&pixels, &[]))
        );
    }
}

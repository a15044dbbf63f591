//! B-type endings: figures that pass by, or musicians on the last of ten levels, and the bonus.
//!
//! The engine decides when a bonus is counted. The scenes are this project's own.

use super::palette::ENDING;
use super::picture::Picture;
use super::scene::{Scene, SceneError};
use super::tiles::Tiles;
use super::{Frame, Renderer};

/// Motion of a level's figures.
#[derive(Clone, Copy)]
enum Motion {
    /// On the road.
    Walks,
    /// Through the air, in waves.
    Flies,
}

/// Figures by the last digit of the level: name, motion, pixels moved in four frames, and frames per drawing.
const FIGURES: [(&str, Motion, u16, u16); 9] = [
    ("dragonfly", Motion::Flies, 5, 3),
    ("swallow", Motion::Flies, 6, 8),
    ("snail", Motion::Walks, 1, 16),
    ("saucer", Motion::Flies, 4, 8),
    ("bat", Motion::Flies, 4, 6),
    ("balloon", Motion::Flies, 1, 20),
    ("hen", Motion::Walks, 3, 6),
    ("serpent", Motion::Flies, 3, 12),
    ("biplane", Motion::Flies, 5, 2),
];
/// Musicians in the order in which they join, with the column of the middle of each.
const MUSICIANS: [(&str, i32); 6] = [
    ("singer", 128),
    ("drummer", 95),
    ("bassist", 161),
    ("guitarist", 62),
    ("trumpeter", 194),
    ("fiddler", 29),
];
/// Level digit of the concert.
const CONCERT: u8 = 9;

/// Number of pixels from one figure to the next.
const SPACING: u16 = 42;
/// Distance until a figure reappears, in pixels.
const ROUND: i32 = Frame::WIDTH as i32 + 48;
/// Row of the feet of walking figures.
const ROAD_Y: i32 = 186;
/// Row of the feet of musicians.
const STAGE_Y: i32 = 184;
/// Rows of the middle of each flying figure.
const AIR_Y: [i32; 6] = [84, 116, 60, 132, 96, 72];
/// Vertical motion of a flying figure in pixels.
const WAVE: [i32; 16] = [0, 1, 3, 4, 5, 6, 6, 6, 5, 4, 3, 1, 0, -1, -2, -1];
/// Number of frames of each step of the wave.
const WAVE_FRAMES: u16 = 4;
/// Number of frames of one drawing of a musician.
const BEAT_FRAMES: u16 = 14;

/// Number of pixels that a note rises before it vanishes, and number of frames per pixel.
const NOTE_RISE: u16 = 64;
const NOTE_FRAMES: u16 = 2;
/// Tile columns and rows of the numbers.
const SCORE: (usize, usize) = (10, 25);
const TOTAL: (usize, usize) = (10, 27);
const LEVEL_BONUS: (usize, usize) = (25, 25);
const HEIGHT_BONUS: (usize, usize) = (25, 27);

/// Drawings of the B-type endings.
#[derive(Clone, Debug)]
pub(super) struct BTypeEndings {
    road: Frame,
    stage: Frame,
    figures: Vec<[Picture; 2]>,
    musicians: Vec<[Picture; 2]>,
    notes: [Picture; 2],
}

/// State of the scene from the engine.
#[derive(Clone, Copy)]
pub(super) struct ParadeState {
    /// Which parade character, 0-8; 9 is the concert scene.
    pub(super) level_digit: u8,
    /// Number of figures minus one.
    pub(super) height: u8,
    /// Number of frames since the scene began.
    pub(super) frame: u16,
}

/// Bonus from the engine: digits, and hundreds still to be counted.
#[derive(Clone, Copy)]
pub(super) struct BonusCounter {
    pub(super) score: [u8; 6],
    pub(super) level: u8,
    pub(super) height: u8,
    pub(super) total: [u8; 6],
}

impl BTypeEndings {
    /// Paints the static parts and takes the drawings from their files.
    pub(super) fn new(
        scene: &Scene,
        sprites: &Scene,
        tiles: &Tiles,
    ) -> Result<BTypeEndings, SceneError> {
        let pair = |name: &str| {
            let picture = |index| sprites.picture(&format!("{name} {index}"));
            Ok([picture(0)?, picture(1)?])
        };
        let figures = FIGURES.iter().map(|(name, ..)| pair(name));
        let musicians = MUSICIANS.iter().map(|(name, _)| pair(name));
        Ok(BTypeEndings {
            road: scene.frame(&["night", "road", "bonus"], tiles)?,
            stage: scene.frame(&["stage", "bonus", "hall"], tiles)?,
            figures: figures.collect::<Result<_, SceneError>>()?,
            musicians: musicians.collect::<Result<_, SceneError>>()?,
            notes: pair("note")?,
        })
    }
}

/// Draws the scene and the numbers.
pub(super) fn draw(
    renderer: &Renderer,
    state: ParadeState,
    bonus: BonusCounter,
    frame: &mut Frame,
) {
    if state.level_digit >= CONCERT {
        draw_concert(&renderer.parade, state, frame);
    } else {
        draw_road(&renderer.parade, state, frame);
    }
    let hundreds = |count: u8| [count / 10 % 10, count % 10, 0, 0];
    let mut number = |(column, row), digits: &[u8]| {
        let digits = digits.iter().copied();
        renderer.tiles.line(frame, column, row, digits, ENDING);
    };
    number(SCORE, &bonus.score);
    number(TOTAL, &bonus.total);
    number(LEVEL_BONUS, &hundreds(bonus.level));
    number(HEIGHT_BONUS, &hundreds(bonus.height));
}

fn draw_road(parade: &BTypeEndings, state: ParadeState, frame: &mut Frame) {
    frame.clone_from(&parade.road);
    let kind = usize::from(state.level_digit);
    let (_, way, speed, picture_frames) = FIGURES[kind];
    let way_gone = (u32::from(state.frame) * u32::from(speed) / 4) as i32;
    for (index, air_y) in (0..=u16::from(state.height.min(5))).zip(AIR_Y) {
        // Figures enter from the left, one after the other.
        let way_gone = way_gone - i32::from(index * SPACING);
        if way_gone < 0 {
            break;
        }
        let turn = state.frame / picture_frames + index;
        let picture = &parade.figures[kind][usize::from(turn % 2)];
        let x = way_gone % ROUND - picture.width();
        let y = match way {
            Motion::Walks => ROAD_Y - picture.height(),
            Motion::Flies => {
                let step = usize::from(state.frame / WAVE_FRAMES + 5 * index) % WAVE.len();
                air_y + WAVE[step] - picture.height() / 2
            }
        };
        frame.picture(x, y, picture);
    }
}

fn draw_concert(parade: &BTypeEndings, state: ParadeState, frame: &mut Frame) {
    frame.clone_from(&parade.stage);
    let players = usize::from(state.height.min(5)) + 1;
    let players = parade.musicians[..players].iter().zip(MUSICIANS);
    for (index, (pictures, (_, middle))) in (0..).zip(players) {
        let beat = state.frame / BEAT_FRAMES + index;
        let picture = &pictures[usize::from(beat % 2)];
        let top = STAGE_Y - picture.height();
        frame.picture(middle - picture.width() / 2, top, picture);
        let rise = (state.frame / NOTE_FRAMES + 23 * index) % NOTE_RISE;
        let sway = WAVE[usize::from(rise / 4) % WAVE.len()];
        let note = &parade.notes[usize::from(index % 2)];
        frame.picture(middle + 6 + sway, top - i32::from(rise), note);
    }
}

//! A-type endings: a take-off at night.
//!
//! The engine provides the position. The scene is this project's own.

use super::palette::ENDING;
use super::picture::Picture;
use super::scene::{Scene, SceneError};
use super::tiles::Tiles;
use super::{Frame, Renderer};

/// Vehicle of each of the five endings: name of its picture, pixel row of its base before it rises, and pixel columns of
/// its jets, counted from its middle.
const VEHICLES: [(&str, u8, &[i32]); 5] = [
    ("small rocket", 0xBF, &[0]),
    ("medium rocket", 0xBF, &[0]),
    ("large rocket", 0xBF, &[-10, 0, 10]),
    ("shuttle", 0xBF, &[-14, -4, 4, 14]),
    ("tower", 0xC7, &[-32, -16, 0, 16, 32]),
];
/// Scene in which the building takes off. In the other scenes the building stands beside the vehicle.
const TOWER: usize = 4;
/// Middle of all vehicles.
const MIDDLE: i32 = Frame::WIDTH as i32 / 2;
/// Number of pixels of a jet that the vehicle hides.
const JET_HIDDEN: i32 = 2;
/// Uppermost row of the ground.
const GROUND_Y: usize = 200;
/// Tile column and row of the score.
const SCORE: (usize, usize) = (16, 27);

/// Drawings of the A-type endings.
#[derive(Clone, Debug)]
pub(super) struct ATypeEndings {
    /// Scene of the rockets, and scene of the building.
    backgrounds: [Frame; 2],
    vehicles: [Picture; 5],
    jets: [Picture; 2],
    steam: [Picture; 2],
}

impl ATypeEndings {
    /// Paints the static parts and takes the pictures from their files.
    pub(super) fn new(
        scene: &Scene,
        sprites: &Scene,
        tiles: &Tiles,
    ) -> Result<ATypeEndings, SceneError> {
        let paint = |last| scene.frame(&["night", "launch", last], tiles);
        let [small, medium, large, shuttle, tower] = VEHICLES.map(|(name, _, _)| name);
        Ok(ATypeEndings {
            backgrounds: [paint("pad")?, paint("park")?],
            vehicles: [
                sprites.picture(small)?,
                sprites.picture(medium)?,
                sprites.picture(large)?,
                sprites.picture(shuttle)?,
                scene.picture(tower)?,
            ],
            jets: [sprites.picture("fire 0")?, sprites.picture("fire 1")?],
            steam: [sprites.picture("steam 0")?, sprites.picture("steam 1")?],
        })
    }
}

/// Draws scene 0-4 with the vehicle's base at row `y`, or without the vehicle if that is 0.
pub(super) fn draw(
    renderer: &Renderer,
    scene: u8,
    y: u8,
    jet: u8,
    score: &[u8; 6],
    frame: &mut Frame,
) {
    let launch = &renderer.launch;
    let scene = usize::from(scene).min(TOWER);
    let background = &launch.backgrounds[usize::from(scene == TOWER)];
    frame.clone_from(background);
    if y > 0 {
        draw_vehicle(launch, scene, y, jet, frame);
        // The ground hides the ends of the jets.
        frame.copy_rows(GROUND_Y, background);
    }
    let digits = score.iter().copied();
    renderer.tiles.line(frame, SCORE.0, SCORE.1, digits, ENDING);
}

fn draw_vehicle(launch: &ATypeEndings, scene: usize, y: u8, jet: u8, frame: &mut Frame) {
    let (_, standing_y, nozzles) = VEHICLES[scene];
    let vehicle = &launch.vehicles[scene];
    let picture = usize::from(jet & 1);
    let left = MIDDLE - vehicle.width() / 2;
    let base = i32::from(y) + 1;
    if y < standing_y {
        let jet = &launch.jets[picture];
        for nozzle in nozzles {
            let x = MIDDLE + nozzle - jet.width() / 2;
            frame.picture(x, base - JET_HIDDEN, jet);
        }
    }
    frame.picture(left, base - vehicle.height(), vehicle);
    if y >= standing_y {
        let steam = &launch.steam[picture];
        let y = base - steam.height();
        frame.picture(left - steam.width() + 4, y, steam);
        frame.picture(left + vehicle.width() - 4, y, steam);
    }
}

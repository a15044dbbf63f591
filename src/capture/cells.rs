//! Reading of the cells of a playfield: whether they are occupied, and their colours.

use super::layout::CELL;
use super::screen::{Colour, Screen, ScreenBrightness, mean};
use super::{CELLS, KIND_UNKNOWN};
use crate::rules::Board;
use crate::rules::motion::{COLUMNS, ROWS};

/// Range in which the threshold between empty and occupied cells must lie, as a distance from black (0-1). The darkest
/// level colours of the console are a third as bright as the border.
const THRESHOLD_RANGE: (f32, f32) = (0.06, 0.28);
/// Minimum whiteness (0-1) of a white cell. The lightest colour of any level has less than half this whiteness.
const WHITENESS_MIN: f32 = 0.58;
/// Minimum distance between two colours that count as different. Black and white have distance 1.
const COLOUR_DISTANCE_MIN: f32 = 0.16;
/// Distance of a cell from the colour of its kind above which the cell is doubtful.
const KIND_DISTANCE_MAX: f32 = 0.25;
/// Distance of a cell from the colour of its kind above which the cell is doubtful, as a fraction of that colour's
/// distance from black. The limit detects a piece that was present in fewer than half of the frames blended into this
/// one.
const KIND_DISTANCE_SHARE: f32 = 0.45;
/// Spread of a cell's pixels above which the cell is doubtful.
const SPREAD_MAX: f32 = 0.2;

/// Maximum change in colour of an unchanged cell.
const UNCHANGED_MAX: f32 = 0.08;
/// Number of unchanged frames after which a cell is steady.
const STEADY_FRAMES: u8 = 2;

/// Brightness of the gap between two cells, as a fraction of the cells' brightness, above which the cells count as
/// merged.
const GAP_BRIGHTNESS_MAX: f32 = 0.8;

/// Measurements at the middle of a cell.
#[derive(Clone, Copy)]
struct CellSample {
    colour: Colour,
    /// Distance of the colour from black.
    brightness: f32,
    /// Spread of the pixels' colours.
    spread: f32,
    /// True if the cell merges with its neighbours on all sides. Real cells have gaps between them, so something is in
    /// front of this one.
    is_covered: bool,
}

/// Reading of all cells in one frame.
pub(super) struct CellReadings {
    pub(super) board: Board,
    pub(super) doubtful: Board,
    /// Cells with something in front of them.
    pub(super) covered: Board,
    pub(super) kinds: Box<[u8; CELLS]>,
    pub(super) colours: [Option<Colour>; 3],
    /// Distance of a colour from black above which a cell counts as occupied.
    pub(super) threshold: f32,
}

/// Colours remembered from earlier frames.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameMemory {
    /// Latest two colours of the level.
    colours: [Option<Colour>; 2],
    /// Colour of each cell, and the number of frames since it last changed.
    cells: Vec<(Colour, u8)>,
}

impl FrameMemory {
    /// Returns for each cell whether it has been unchanged for [`STEADY_FRAMES`] frames. A changing cell may be a blend
    /// of two frames.
    fn steady(&mut self, samples: &[CellSample], light: &ScreenBrightness) -> Vec<bool> {
        self.cells.resize(samples.len(), ([0.0; 3], 0));
        let cells = self.cells.iter_mut().zip(samples);
        let steady = cells.map(|((colour, times), sample)| {
            let is_unchanged = light.distance(*colour, sample.colour) < UNCHANGED_MAX;
            *times = if is_unchanged {
                times.saturating_add(1)
            } else {
                0
            };
            *colour = sample.colour;
            *times >= STEADY_FRAMES
        });
        steady.collect()
    }
}

impl CellReadings {
    pub(super) fn read(
        screen: &Screen,
        light: &ScreenBrightness,
        known: &mut FrameMemory,
    ) -> CellReadings {
        let samples: Vec<CellSample> = places()
            .map(|(column, row)| {
                sample(
                    screen,
                    light,
                    CELL * f32::from(column),
                    CELL * f32::from(row),
                )
            })
            .collect();
        let (threshold, margin) = threshold(&samples);
        let is_white = |sample: &CellSample| light.whiteness(sample.colour) >= WHITENESS_MIN;
        let occupied = |sample: &CellSample| sample.brightness >= threshold;
        let is_coloured = |sample: &CellSample| {
            occupied(sample)
                && !is_white(sample)
                && !sample.is_covered
                && sample.spread < SPREAD_MAX
        };
        // Steady cells set the colours of the level. A changing cell does so only if its kind has no colour yet.
        let steady = known.steady(&samples, light);
        let white = light.black.map(|part| part + light.span);
        let of_known: Vec<Colour> = known.colours.into_iter().flatten().collect();
        let is_new = |colour: Colour| match of_known.as_slice() {
            [] => true,
            [one] => !light.is_dimmed(colour, *one) && !light.is_dimmed(colour, white),
            _ => false,
        };
        let coloured: Vec<Colour> = (samples.iter().zip(steady))
            .filter(|(sample, _)| is_coloured(sample))
            .filter(|(sample, is_steady)| *is_steady || is_new(sample.colour))
            .map(|(sample, _)| sample.colour)
            .collect();
        two_colours(&coloured, light, &mut known.colours);
        // Without clear colours, only a cell that is much darker than both colours may be a blend of two frames.
        let known_brightness = |colour: &Colour| light.brightness(*colour);
        let darkest = known.colours.iter().flatten().map(known_brightness);
        let faint = (1.0 - KIND_DISTANCE_SHARE) * darkest.reduce(f32::min).unwrap_or(1.0);
        let [mut board, mut doubtful, mut covered] = [Board::EMPTY; 3];
        let mut kinds = Box::new([0; CELLS]);
        let mut of_kind = [const { Vec::new() }; 3];
        for (place, ((column, row), sample)) in places().zip(&samples).enumerate() {
            let is_unclear = (sample.brightness - threshold).abs() < margin;
            let is_covered = sample.is_covered && sample.brightness >= threshold;
            if is_unclear || is_covered || sample.spread > SPREAD_MAX {
                doubtful.insert(column, row);
            }
            if is_covered {
                covered.insert(column, row);
            }
            if sample.brightness < threshold {
                continue;
            }
            board.insert(column, row);
            let kind = if is_white(sample) {
                Some(1)
            } else {
                nearest(sample.colour, light, &known.colours).map(|(kind, _)| kind + 2)
            };
            match kind {
                Some(kind) => {
                    kinds[place] = kind as u8;
                    if !is_covered {
                        of_kind[kind - 1].push(sample.colour);
                    }
                }
                None => {
                    kinds[place] = KIND_UNKNOWN;
                    if screen.shows_colours() || sample.brightness < faint {
                        doubtful.insert(column, row);
                    }
                }
            }
        }
        let colours =
            of_kind.map(|colours: Vec<Colour>| (!colours.is_empty()).then(|| mean(colours)));
        CellReadings {
            board,
            doubtful,
            covered,
            kinds,
            colours,
            threshold,
        }
    }
}

/// Iterates over the cells as (column, row), row by row from the top.
fn places() -> impl Iterator<Item = (i8, i8)> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)))
}

/// Measures the middle of the cell whose upper left corner is (x, y) in console pixels.
fn sample(screen: &Screen, light: &ScreenBrightness, x: f32, y: f32) -> CellSample {
    // In a small playfield, the points are closer to the middle of the cell, because the pixels at its edges are blends.
    let (right, down) = screen.console_pixel();
    let (right, down) = (right.min(1.0), down.min(1.0));
    let mut colours = [[0.0; 3]; 16];
    for (place, colour) in colours.iter_mut().enumerate() {
        let [column, row] = [place % 4, place / 4].map(|step| step as f32 - 1.5);
        *colour = screen.colour(x + 3.5 + column * right, y + 3.5 + row * down);
    }
    // Coloured cells have a bright glint. Dropping the pixels farthest from the mean removes it.
    let sample = mean(colours);
    let mut nearest = colours.map(|colour| (light.distance(colour, sample), colour));
    nearest.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let colour = mean(nearest[..8].iter().map(|(_, colour)| *colour));
    let brightness = light.brightness(colour);
    let corners = [(-0.5, -0.5), (7.5, -0.5), (-0.5, 7.5), (7.5, 7.5)]
        .map(|(right, down)| light.brightness(screen.colour(x + right, y + down)));
    let is_covered = corners
        .into_iter()
        .all(|corner| corner > GAP_BRIGHTNESS_MAX * brightness);
    let mut away = colours.map(|other| light.distance(other, colour));
    away.sort_unstable_by(f32::total_cmp);
    CellSample {
        colour,
        brightness,
        spread: away[..12].iter().sum::<f32>() / 12.0,
        is_covered,
    }
}

/// Returns the threshold: the minimum distance from black of an occupied cell. It lies in the middle of the widest gap
/// in brightness between dark and bright cells. Also returns how near to the threshold a cell's brightness makes the
/// cell doubtful.
fn threshold(samples: &[CellSample]) -> (f32, f32) {
    let (low, high) = THRESHOLD_RANGE;
    let mut brightnesses: Vec<f32> = samples.iter().map(|sample| sample.brightness).collect();
    brightnesses.retain(|brightness| (low..high).contains(brightness));
    brightnesses.extend([low, high]);
    brightnesses.sort_by(f32::total_cmp);
    let gaps = brightnesses
        .windows(2)
        .map(|pair| (pair[1] - pair[0], (pair[0] + pair[1]) / 2.0));
    let (gap, sample) = gaps
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .unwrap_or((0.0, low));
    // In a wide gap, only cells very close to the threshold are doubtful.
    (sample, if gap > 0.1 { 0.02 } else { 0.04 })
}

/// Finds the two colours of the level among the colours of its cells. If only one is present, the other stays as it
/// was. If the colours change little, each kind keeps its colour from frame to frame.
fn two_colours(cells: &[Colour], light: &ScreenBrightness, known: &mut [Option<Colour>; 2]) {
    let Some(first) = cells.first() else {
        return;
    };
    let farthest = |from: Colour| {
        let by_distance = |one: &&Colour, other: &&Colour| {
            light
                .distance(**one, from)
                .total_cmp(&light.distance(**other, from))
        };
        *cells.iter().max_by(by_distance).unwrap_or(first)
    };
    let one = farthest(*first);
    let mut centres = [one, farthest(one)];
    for _ in 0..4 {
        let is_first = |cell: &&Colour| {
            light.distance(**cell, centres[0]) <= light.distance(**cell, centres[1])
        };
        let (ones, others): (Vec<&Colour>, Vec<&Colour>) = cells.iter().partition(is_first);
        for (centre, cells) in centres.iter_mut().zip([ones, others]) {
            if !cells.is_empty() {
                *centre = mean(cells.into_iter().copied());
            }
        }
    }
    if light.distance(centres[0], centres[1]) < COLOUR_DISTANCE_MIN {
        let centre = mean(cells.iter().copied());
        match nearest(centre, light, known) {
            Some((kind, distance)) if distance < COLOUR_DISTANCE_MIN => known[kind] = Some(centre),
            _ => *known = [Some(centre), None],
        }
        return;
    }
    let away = |known: Option<Colour>, centre: Colour| {
        known.map_or(COLOUR_DISTANCE_MIN, |known| light.distance(known, centre))
    };
    let straight = away(known[0], centres[0]) + away(known[1], centres[1]);
    let crossed = away(known[0], centres[1]) + away(known[1], centres[0]);
    if crossed < straight {
        centres.swap(0, 1);
    }
    *known = centres.map(Some);
}

/// Returns the kind with the nearest colour, and the distance to it. `None` if no colour is near enough.
fn nearest(
    colour: Colour,
    light: &ScreenBrightness,
    known: &[Option<Colour>; 2],
) -> Option<(usize, f32)> {
    let distances = known.iter().enumerate();
    let distances =
        distances.filter_map(|(kind, known)| Some((kind, light.distance(colour, (*known)?))));
    let nearest = distances.min_by(|one, other| one.1.total_cmp(&other.1));
    let limit = |kind: usize| {
        let brightness = known[kind].map_or(0.0, |colour| light.brightness(colour));
        KIND_DISTANCE_MAX.min(KIND_DISTANCE_SHARE * brightness)
    };
    nearest.filter(|&(kind, distance)| distance < limit(kind))
}

//! Follows the border of a playfield from frame to frame, and returns each frame as if the camera stood still.

use std::borrow::Cow;

use super::{FieldArea, Pixels};

/// Number of frames from one measurement to the next while the camera stands still.
const STILL_INTERVAL: u64 = 8;
/// Distance of a corner from its place, in console pixels, that the camera must have moved.
const MOVED_MIN: f32 = 1.2;
/// Number of successive frames with this distance that prove that the camera moves.
const MOVED_FRAMES: u32 = 3;
/// Maximum number of frames without a visible border. After them, the camera counts as standing still.
const LOST_FRAMES: u32 = 90;
/// Number of spots at which each side of the border is measured: left and right, top and bottom.
const SPOTS: [usize; 2] = [24, 12];
/// Maximum distance of the border from its expected place, in steps, and maximum slope: the distance of a side's ends
/// from the distance of its middle. The first values follow a moving camera, the last ones find it.
const REACHES: [(i32, i32); 2] = [(6, 4), (10, 10)];
/// Length of a step in console pixels.
const STEP: f32 = 0.5;
/// Maximum number of measurements of one frame. Each begins where the last one has found the border.
const TRIES: usize = 4;
/// Distance in console pixels below which no further measurement is made.
const SETTLED: f32 = 0.3;
/// Contrast (0-255) of a border that is clearly visible.
const CONTRAST: f32 = 48.0;
/// Minimum visibility (0-1) of a side.
const VISIBLE_MIN: f32 = 0.5;
/// Minimum visibility of the nearest line of a border, as a fraction of that of its most visible line.
const LINE_MIN: f32 = 0.85;
/// Maximum foreshortening: the change in scale from one side of the playfield to the opposite one.
const PERSPECTIVE_MAX: f32 = 0.25;
/// Minimum and maximum size of the playfield, as a multiple of its first size.
const SIZES: (f32, f32) = (0.4, 2.5);

/// Point in a frame, in pixels.
type Point = [f32; 2];

/// Follower of a camera.
#[derive(Clone, Debug, Default)]
pub(super) struct Camera {
    view: Option<View>,
    /// Known place of a border, and where it was first found.
    first: Option<(FieldArea, Corners)>,
    /// Number of successive frames in which the border had moved.
    moved: u32,
}

/// View of a moving camera.
#[derive(Clone, Debug)]
struct View {
    /// Inner edge of the border in the frames that [`Camera::steady`] returns.
    border: FieldArea,
    corners: Corners,
    /// Number of successive frames in which the border was invisible.
    lost: u32,
}

/// Corners of the border's inner edge: the upper left, upper right, lower left and lower right one.
#[derive(Clone, Copy, Debug)]
struct Corners([Point; 4]);

/// Projection of a plane: a 3x3 matrix, row by row, in homogeneous coordinates.
#[derive(Clone, Copy, Debug)]
struct Projection([[f32; 3]; 3]);

/// Line on which one side of the border was found: its distance outwards from the expected place in the middle, and the
/// additional distance at its right or lower end. In console pixels.
#[derive(Clone, Copy, Debug)]
struct SideLine {
    offset: f32,
    slope: f32,
}

impl Camera {
    /// Returns where the border is in the frames of a moving camera, after [`Camera::steady`] has changed them. `None`
    /// while the camera stands still.
    pub(super) fn border(&self) -> Option<FieldArea> {
        Some(self.view.as_ref()?.border)
    }

    /// Returns the frame with the border at its usual place. `border` is about this place, if a border may be followed.
    /// `number` is the index of the frame in the video.
    pub(super) fn steady<'a>(
        &mut self,
        frame: &'a Pixels,
        number: u64,
        border: Option<FieldArea>,
    ) -> Cow<'a, Pixels> {
        match &mut self.view {
            None => {
                let is_due = self.moved > 0 || number.is_multiple_of(STILL_INTERVAL);
                if let Some(border) = border.filter(|_| is_due) {
                    self.look(frame, border);
                }
            }
            Some(view) => {
                let found = view.corners.found(frame, &view.border, REACHES[0]);
                match found {
                    Some(corners) => (view.corners, view.lost) = (corners, 0),
                    None => view.lost += 1,
                }
                if view.lost > LOST_FRAMES {
                    *self = Camera::default();
                }
            }
        }
        match &self.view {
            Some(view) => Cow::Owned(view.steady(frame)),
            None => Cow::Borrowed(frame),
        }
    }

    /// Looks whether the border has moved, or is no upright rectangle.
    fn look(&mut self, frame: &Pixels, border: FieldArea) {
        let first = self.first.filter(|(known, _)| *known == border);
        let found = first.and_then(|(_, first)| first.found(frame, &border, REACHES[0]));
        let found = found.or_else(|| Corners::of(&border).found(frame, &border, REACHES[1]));
        let Some(corners) = found else {
            self.moved = 0;
            return;
        };
        let (_, first) = *self.first.insert(first.unwrap_or((border, corners)));
        let upright = Corners::of(&corners.upright());
        let away = corners.distance(&first, &border);
        let away = away.max(corners.distance(&upright, &border));
        self.moved = if away >= MOVED_MIN { self.moved + 1 } else { 0 };
        if self.moved == MOVED_FRAMES {
            self.view = Some(View {
                border: corners.upright(),
                corners,
                lost: 0,
            });
        }
    }
}

impl View {
    /// Returns the frame with the corners of the border at their usual places.
    fn steady(&self, frame: &Pixels) -> Pixels {
        let FieldArea {
            x,
            y,
            width,
            height,
        } = self.border;
        let Projection(rows) = self.corners.projection();
        // From the pixels of the steady frame instead of the unit square.
        let rows = rows.map(|[right, down, start]| {
            let (right, down) = (right / width, down / height);
            [right, down, start - x * right - y * down]
        });
        frame.projected(rows)
    }
}

impl Corners {
    fn of(area: &FieldArea) -> Corners {
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        Corners([
            [area.x, area.y],
            [right, area.y],
            [area.x, bottom],
            [right, bottom],
        ])
    }

    /// Returns the upright rectangle that is most like this.
    fn upright(&self) -> FieldArea {
        let [start, right, down, end] = self.0;
        let middle = |one: Point, other: Point, part: usize| (one[part] + other[part]) / 2.0;
        let (x, y) = (middle(start, down, 0), middle(start, right, 1));
        FieldArea {
            x,
            y,
            width: middle(right, end, 0) - x,
            height: middle(down, end, 1) - y,
        }
    }

    /// Returns the largest distance between two corners, in console pixels. `area` has the size of the playfield.
    fn distance(&self, other: &Corners, area: &FieldArea) -> f32 {
        let (across, down) = (area.width / 80.0, area.height / 160.0);
        let pairs = self.0.iter().zip(&other.0);
        pairs
            .map(|(one, other)| ((one[0] - other[0]) / across).hypot((one[1] - other[1]) / down))
            .fold(0.0, f32::max)
    }

    /// Returns the projection of the unit square to these corners.
    fn projection(&self) -> Projection {
        let [start, right, down, end] = self.0;
        let away = |one: Point, other: Point| [one[0] - other[0], one[1] - other[1]];
        let (one, other) = (away(right, end), away(down, end));
        let sum = away(away(start, right), away(down, end));
        let cross = |one: Point, other: Point| one[0] * other[1] - one[1] * other[0];
        let area = cross(one, other);
        let (across, along) = (cross(sum, other) / area, cross(one, sum) / area);
        let row = |part: usize| {
            [
                right[part] - start[part] + across * right[part],
                down[part] - start[part] + along * down[part],
                start[part],
            ]
        };
        Projection([row(0), row(1), [across, along, 1.0]])
    }

    /// Returns the corners in this frame, which are near these ones, or `None` if too little of the border is visible.
    /// `border` has the usual size.
    fn found(&self, frame: &Pixels, border: &FieldArea, reach: (i32, i32)) -> Option<Corners> {
        let mut corners = *self;
        for _ in 0..TRIES {
            let next = corners.measured(frame, reach)?;
            let distance = next.distance(&corners, border);
            corners = next;
            if distance < SETTLED {
                break;
            }
        }
        corners.is_possible(border).then_some(corners)
    }

    /// Returns whether a camera can show a border of this size with these corners.
    fn is_possible(&self, border: &FieldArea) -> bool {
        let Projection([.., [across, along, _]]) = self.projection();
        let [start, right, down, end] = self.0;
        let length = |one: Point, other: Point| (one[0] - other[0]).hypot(one[1] - other[1]);
        let sizes = [
            length(start, right) / border.width,
            length(down, end) / border.width,
            length(start, down) / border.height,
            length(right, end) / border.height,
        ];
        across.abs().max(along.abs()) <= PERSPECTIVE_MAX
            && (sizes.iter()).all(|size| (SIZES.0..=SIZES.1).contains(size))
    }

    /// Measures where the sides of the border are, and returns their corners.
    fn measured(&self, frame: &Pixels, reach: (i32, i32)) -> Option<Corners> {
        let projection = self.projection();
        // Left, right, top and bottom.
        let lines = [0, 1, 2, 3].map(|side| {
            // `along` and `out` are in units of the side's length and in console pixels.
            let value = |along: f32, out: f32| {
                let (across, down) = (out / 80.0, out / 160.0);
                let (x, y) = [
                    (-across, along),
                    (1.0 + across, along),
                    (along, -down),
                    (along, 1.0 + down),
                ][side];
                let [x, y] = projection.at(x, y);
                frame.value_between(x, y)
            };
            SideLine::found(&value, SPOTS[side / 2], reach)
        });
        let opposite = |line: SideLine| SideLine {
            offset: -line.offset,
            slope: -line.slope,
        };
        // Behind something that covers one side, it moves with the opposite one.
        let hidden = lines.iter().filter(|line| line.is_none()).count();
        if hidden > 1 {
            return None;
        }
        let line = |side: usize| lines[side].or_else(|| lines[side ^ 1].map(opposite));
        let (left, right, top, bottom) = (line(0)?, line(1)?, line(2)?, line(3)?);
        let corner = |(side, is_right): (SideLine, bool), (end, is_low): (SideLine, bool)| {
            let place = |line: SideLine, is_far: bool, along: f32, length: f32| {
                let out = (line.offset + line.slope * (2.0 * along - 1.0)) / length;
                if is_far { 1.0 + out } else { -out }
            };
            let (mut x, mut y) = (f32::from(u8::from(is_right)), f32::from(u8::from(is_low)));
            for _ in 0..2 {
                (x, y) = (place(side, is_right, y, 80.0), place(end, is_low, x, 160.0));
            }
            projection.at(x, y)
        };
        let (left, right) = ((left, false), (right, true));
        let (top, bottom) = ((top, false), (bottom, true));
        Some(Corners([
            corner(left, top),
            corner(right, top),
            corner(left, bottom),
            corner(right, bottom),
        ]))
    }
}

impl Projection {
    /// Returns the point that shows a point of the plane.
    fn at(&self, x: f32, y: f32) -> Point {
        let [across, down, depth] = self.0.map(|row| row[0] * x + row[1] * y + row[2]);
        [across / depth, down / depth]
    }
}

impl SideLine {
    /// Returns the largest distance from the expected place.
    fn distance(&self) -> f32 {
        self.offset.abs() + self.slope.abs()
    }

    /// Finds the line with brightness outside and darkness inside. `value` returns the brightness at a point: its
    /// place along the side, and its distance outwards from the expected place.
    fn found(
        value: &dyn Fn(f32, f32) -> f32,
        spots: usize,
        (reach, steepest): (i32, i32),
    ) -> Option<SideLine> {
        let end = reach + steepest;
        let along: Vec<f32> = (0..spots)
            .map(|spot| (spot as f32 + 0.5) / spots as f32)
            .collect();
        // For each spot, the contrast at each distance.
        let contrasts: Vec<Vec<f32>> = (along.iter())
            .map(|&along| {
                let profile: Vec<f32> = (-end - 1..=end + 2)
                    .map(|step| value(along, STEP * step as f32))
                    .collect();
                let contrast = |ends: &[f32]| ((ends[3] - ends[0]) / CONTRAST).clamp(0.0, 1.0);
                profile.windows(4).map(contrast).collect()
            })
            .collect();
        let at = |spot: usize, line: SideLine| {
            let out = line.offset + line.slope * (2.0 * along[spot] - 1.0);
            contrasts[spot][(out.round() as i32 + end) as usize]
        };
        let lines = (-reach..=reach).flat_map(|offset| {
            let slopes = (-steepest..=steepest).step_by(2);
            slopes.map(move |slope| SideLine {
                offset: offset as f32,
                slope: slope as f32,
            })
        });
        let seen = |line| (0..spots).map(|spot| at(spot, line)).sum::<f32>();
        let lines: Vec<(f32, SideLine)> = lines.map(|line| (seen(line), line)).collect();
        let most = lines.iter().map(|(seen, _)| *seen).fold(0.0, f32::max);
        if most < VISIBLE_MIN * spots as f32 {
            return None;
        }
        // The border may have several lines.
        let near = lines
            .into_iter()
            .filter(|(seen, _)| *seen >= LINE_MIN * most);
        let near = near.map(|(_, line)| line);
        let best = near.min_by(|one, other| one.distance().total_cmp(&other.distance()))?;
        // The edge itself is where the brightness crosses the middle between both sides.
        let crossings = (0..spots).filter(|&spot| at(spot, best) >= VISIBLE_MIN);
        let crossings = crossings.filter_map(|spot| {
            let place = 2.0 * along[spot] - 1.0;
            let out = (best.offset + best.slope * place).round();
            let values = [-1.0, 0.0, 1.0, 2.0].map(|step| value(along[spot], STEP * (out + step)));
            let middle = (values[0] + values[3]) / 2.0;
            let step = (0..3).find(|&step| values[step] <= middle && values[step + 1] > middle)?;
            let part = (middle - values[step]) / (values[step + 1] - values[step]);
            Some((place, STEP * (out - 1.0 + step as f32 + part)))
        });
        let crossings: Vec<(f32, f32)> = crossings.collect();
        let count = crossings.len() as f32;
        let mean = |of: &dyn Fn(&(f32, f32)) -> f32| crossings.iter().map(of).sum::<f32>() / count;
        let (place, out) = (mean(&|spot| spot.0), mean(&|spot| spot.1));
        let spread = mean(&|spot| (spot.0 - place) * (spot.0 - place));
        let slope = mean(&|spot| (spot.0 - place) * (spot.1 - out)) / spread;
        // Spots at one place tell no slope.
        let slope = if spread > 0.1 {
            slope
        } else {
            STEP * best.slope
        };
        (count > 0.0).then_some(SideLine {
            offset: out - slope * place,
            slope,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Width and height of the frames, and of the inside of the border, in pixels.
    const FRAME: (usize, usize) = (320, 480);
    const INSIDE: (f32, f32) = (160.0, 320.0);

    /// Returns a frame with a white border of four console pixels. The camera has moved by `shift` pixels, turned by `turn`
    /// radians and zoomed in by `zoom`. The upper half of the frame is wider by `tilt`.
    fn frame(shift: Point, turn: f32, zoom: f32, tilt: f32) -> Pixels {
        let middle = (FRAME.0 as f32 / 2.0, FRAME.1 as f32 / 2.0);
        let pixels = (0..FRAME.0 * FRAME.1).map(|place| {
            let (x, y) = ((place % FRAME.0) as f32, (place / FRAME.0) as f32);
            let (x, y) = (x + 0.5 - middle.0 - shift[0], y + 0.5 - middle.1 - shift[1]);
            let (sine, cosine) = turn.sin_cos();
            let (x, y) = (cosine * x + sine * y, cosine * y - sine * x);
            let depth = zoom * (1.0 - tilt * y / middle.1);
            let (x, y) = (x.abs() / depth, y.abs() / depth);
            let out = (x - INSIDE.0 / 2.0).max(y - INSIDE.1 / 2.0);
            [if (0.0..8.0).contains(&out) { 250 } else { 20 }; 3]
        });
        Pixels::from_rgb(FRAME.0, pixels.collect())
    }

    /// Returns the inside of the border in a frame of a camera that has not moved.
    fn inside() -> FieldArea {
        FieldArea {
            x: (FRAME.0 as f32 - INSIDE.0) / 2.0,
            y: (FRAME.1 as f32 - INSIDE.1) / 2.0,
            width: INSIDE.0,
            height: INSIDE.1,
        }
    }

    #[test]
    fn the_border_stays_at_its_place_while_the_camera_moves_turns_and_zooms() {
        let mut camera = Camera::default();
        let mut steady_frames = 0;
        for number in 0..120 {
            let part = number as f32 / 120.0;
            let shift = [9.0 * (12.0 * part).sin(), 9.0 * (15.0 * part).cos()];
            let frame = frame(shift, 0.06 * part, 1.0 + 0.2 * part, 0.05 * part);
            let steady = camera.steady(&frame, number, Some(inside()));
            let Some(border) = camera.border() else {
                continue;
            };
            steady_frames += 1;
            let (right, bottom) = (border.x + border.width, border.y + border.height);
            for step in 1..20 {
                let along = step as f32 / 20.0;
                let (x, y) = (
                    border.x + along * border.width,
                    border.y + along * border.height,
                );
                let ends =
                    [(border.x, -2.0), (right, 2.0)].map(|(x, out)| [(x + out, y), (x - out, y)]);
                let sides =
                    [(border.y, -2.0), (bottom, 2.0)].map(|(y, out)| [(x, y + out), (x, y - out)]);
                for [outside, inside] in ends.into_iter().chain(sides) {
                    let value = |(x, y)| steady.value_between(x, y);
                    assert!(value(outside) > 200.0, "frame {number}: {outside:?}");
                    assert!(value(inside) < 70.0, "frame {number}: {inside:?}");
                }
            }
        }
        assert!(steady_frames > 90, "{steady_frames}");
    }

    #[test]
    fn frames_of_a_camera_that_stands_still_stay() {
        let mut camera = Camera::default();
        // The reader knows the place of the border only to a few pixels.
        let frame = frame([2.0, -2.0], 0.0, 1.0, 0.0);
        for number in 0..60 {
            let steady = camera.steady(&frame, number, Some(inside()));
            assert!(matches!(steady, Cow::Borrowed(_)), "{number}");
        }
    }
}

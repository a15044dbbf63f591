//! The screen as old televisions showed it: bright lines with darker gaps, and a soft glow.

use rightwell::render::{Frame, Palette};

use crate::stage::layout::Area;

/// Brightness at the middle of a line, in 256ths.
const FULL: u32 = 256;
/// Brightness of the glow around a pixel, in 256ths of the pixel.
const GLOW: u32 = 64;
/// Distribution of a pixel's glow over five pixels, in eighths: two before, the pixel itself, two after.
const SPREAD: [u32; 5] = [1, 2, 2, 2, 1];

/// Red, green and blue of a pixel.
type RgbLight = [u32; 3];

/// Paints the frame as RGBA pixels, at the console's width and with `factor` rows per line.
///
/// # Panics
///
/// If `pixels` does not hold exactly four bytes per pixel, or `factor` is 0.
pub fn paint(picture: &Frame, palette: &Palette, factor: usize, pixels: &mut [u8]) {
    assert_eq!(pixels.len(), Frame::WIDTH * Frame::HEIGHT * factor * 4);
    let indexes = picture.pixels().chunks_exact(Frame::WIDTH);
    let lines: Vec<Vec<RgbLight>> = indexes
        .map(|line| line.iter().map(|index| light(palette, *index)).collect())
        .collect();
    let glow = glow(&lines);
    let dark = vec![[0; 3]; Frame::WIDTH];
    let rows = pixels.chunks_exact_mut(Frame::WIDTH * 4).enumerate();
    for (row, out) in rows {
        let (line, phase) = (row / factor, row % factor);
        let below = lines.get(line + 1).unwrap_or(&dark);
        let shares = [beam(phase, factor), beam(factor - phase, factor)];
        let (out, _) = out.as_chunks_mut::<4>();
        let sources = lines[line].iter().zip(below).zip(&glow[line]);
        for (out, ((upper, lower), glow)) in out.iter_mut().zip(sources) {
            for channel in 0..3 {
                let light = upper[channel] * shares[0] + lower[channel] * shares[1];
                out[channel] = (light / FULL + glow[channel]).min(255) as u8;
            }
            out[3] = 255;
        }
    }
}

/// Returns the number of painted rows per line for a screen in this area: the next whole multiple, so that the window only
/// has to shrink it.
pub const fn factor(area: Area) -> usize {
    let factor = (area.height as usize).div_ceil(Frame::HEIGHT);
    if factor == 0 { 1 } else { factor }
}

/// Paints the frame into an area of a window's pixels, smoothed like the real window.
pub fn put(picture: &Frame, palette: &Palette, area: Area, window: (&mut [[u8; 3]], usize)) {
    let (pixels, width) = window;
    let [left, top, across, down] =
        [area.x, area.y, area.width, area.height].map(|length| length as usize);
    let factor = factor(area);
    let height = Frame::HEIGHT * factor;
    let mut painted = vec![0; Frame::WIDTH * height * 4];
    paint(picture, palette, factor, &mut painted);
    for (y, out) in pixels
        .chunks_exact_mut(width)
        .skip(top)
        .take(down)
        .enumerate()
    {
        let (rows, below) = between(y, down, height);
        for (x, out) in out[left..][..across].iter_mut().enumerate() {
            let (columns, right) = between(x, across, Frame::WIDTH);
            for (channel, out) in out.iter_mut().enumerate() {
                let [upper, lower] = rows.map(|row| {
                    let light =
                        |column| f32::from(painted[4 * (row * Frame::WIDTH + column) + channel]);
                    mixed(columns.map(light), right)
                });
                *out = mixed([upper, lower], below).round() as u8;
            }
        }
    }
}

/// Returns the two of `count` places around the point that place `at` of `shown` places shows, and the share of the second.
fn between(at: usize, shown: usize, count: usize) -> ([usize; 2], f32) {
    let at = (at as f32 + 0.5) * count as f32 / shown as f32 - 0.5;
    let at = at.max(0.0);
    let first = (at as usize).min(count - 1);
    ([first, (first + 1).min(count - 1)], at.fract())
}

fn mixed([one, other]: [f32; 2], share: f32) -> f32 {
    one + (other - one) * share
}

fn light(palette: &Palette, index: u8) -> RgbLight {
    palette.rgb(index).map(u32::from)
}

/// Returns the brightness of a line at a distance of `rows` from its middle, with `factor` rows per line. The line is
/// full at its middle, a quarter as bright halfway to the next line, and 0 at the next line.
const fn beam(rows: usize, factor: usize) -> u32 {
    let left = (factor - rows) as u32;
    FULL * left * left / (factor * factor) as u32
}

/// Returns the glow: the dimmed light of each pixel, spread over its neighbours.
fn glow(lines: &[Vec<RgbLight>]) -> Vec<Vec<RgbLight>> {
    let across: Vec<Vec<RgbLight>> = lines
        .iter()
        .map(|line| spread(line, RgbLight::clone))
        .collect();
    let columns = |x: usize| spread(&across, move |line: &Vec<RgbLight>| line[x]);
    let mut glow = vec![vec![[0; 3]; Frame::WIDTH]; lines.len()];
    for x in 0..Frame::WIDTH {
        for (line, light) in glow.iter_mut().zip(columns(x)) {
            line[x] = light.map(|light| light * GLOW / 256);
        }
    }
    glow
}

/// Spreads light along a line. Positions beyond its ends are dark.
fn spread<T>(places: &[T], light: impl Fn(&T) -> RgbLight) -> Vec<RgbLight> {
    let reach = SPREAD.len() / 2;
    let spread = (0..places.len()).map(|place| {
        let mut sum = [0; 3];
        for (step, part) in SPREAD.into_iter().enumerate() {
            let from = (place + step).checked_sub(reach);
            if let Some(from) = from.and_then(|from| places.get(from)) {
                let light = light(from);
                (0..3).for_each(|channel| sum[channel] += part * light[channel]);
            }
        }
        sum.map(|sum| sum / 8)
    });
    spread.collect()
}

#[cfg(test)]
mod tests {
    use rightwell::render::Renderer;
    use rightwell::render::palette::BLACK;

    use super::*;

    /// Returns the brightness of a line's rows in one column of a frame of one colour.
    fn rows(factor: usize, colour: u8) -> Vec<u8> {
        let mut picture = Frame::new();
        picture.fill(colour);
        let mut pixels = vec![0; Frame::WIDTH * Frame::HEIGHT * factor * 4];
        paint(&picture, &Palette::default(), factor, &mut pixels);
        let first = 120 * factor;
        (first..first + factor)
            .map(|row| pixels[4 * (row * Frame::WIDTH + 128) + 1])
            .collect()
    }

    #[test]
    fn a_line_is_brightest_at_its_middle_and_darkest_between_two() {
        for factor in 2..9 {
            let rows = rows(factor, 0x10);
            let (brightest, darkest) = (rows[0], rows[factor / 2]);
            assert!(rows.iter().all(|row| (darkest..=brightest).contains(row)));
            assert!(darkest < brightest, "{rows:?}");
            let mirrored = rows[1..].iter().rev();
            assert!(rows[1..].iter().eq(mirrored), "{rows:?}");
        }
        assert_eq!(rows(4, BLACK), [0; 4]);
    }

    #[test]
    fn light_glows_into_the_dark_beside_it_and_no_further() {
        let renderer = Renderer::new();
        let mut picture = Frame::new();
        renderer.text(&mut picture, 16, 16, "I", rightwell::render::palette::TEXT);
        let mut pixels = vec![0; Frame::WIDTH * Frame::HEIGHT * 3 * 4];
        paint(&picture, renderer.palette(), 3, &mut pixels);
        let lit = |x: usize, y: usize| pixels[4 * (3 * y * Frame::WIDTH + x)] > 0;
        let is_text = |x: usize, y: usize| picture.pixel(x, y) != BLACK;
        let is_near = |x: usize, y: usize, reach: usize| {
            let rows = y - reach..=y + reach;
            let places = rows.flat_map(|y| (x - reach..=x + reach).map(move |x| (x, y)));
            places.into_iter().any(|(x, y)| is_text(x, y))
        };
        for (x, y) in (120..144).flat_map(|x| (120..144).map(move |y| (x, y))) {
            assert!(lit(x, y) || !is_near(x, y, 1), "{x} {y}");
            assert!(!lit(x, y) || is_near(x, y, 2), "{x} {y}");
        }
    }

    #[test]
    fn put_changes_only_the_area_of_the_screen() {
        let mut picture = Frame::new();
        picture.fill(0x30);
        let area = Area {
            x: 40,
            y: 8,
            width: 585,
            height: 480,
        };
        let ground = [1, 2, 3];
        let mut pixels = vec![ground; 700 * 500];
        put(&picture, &Palette::default(), area, (&mut pixels, 700));
        for (x, y) in (0..700).flat_map(|x| (0..500).map(move |y| (x, y))) {
            let is_inside = (40..625).contains(&x) && (8..488).contains(&y);
            assert_eq!(pixels[y * 700 + x] == ground, !is_inside, "{x} {y}");
        }
    }
}

//! Decoded video frames.

/// Frame of a video, stored row by row from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: usize,
    height: usize,
    planes: Planes,
}

#[derive(Clone, PartialEq, Eq)]
enum Planes {
    /// Red, green and blue of each pixel.
    Rgb(Vec<[u8; 3]>),
    /// Brightness and colour differences.
    Yuv(YuvPlanes),
}

/// Brightness of each pixel, followed by both colour differences. A block of pixels shares each colour difference.
#[derive(Clone, PartialEq, Eq)]
struct YuvPlanes {
    bytes: Vec<u8>,
    /// Number of pixels across, and of all pixels.
    pixels: (usize, usize),
    /// Width and height of a block, as powers of two.
    block: (u32, u32),
    /// Number of blocks across, and of all blocks.
    blocks: (usize, usize),
}

impl Pixels {
    /// Maximum number of pixels in a frame.
    pub const PIXELS_MAX: usize = 4096 * 2304;
    /// Minimum width and height in pixels. Playfields in smaller frames cannot be read.
    pub const SIDE_MIN: usize = 64;

    /// Checks the width and height of frames, in pixels.
    ///
    /// # Errors
    /// If such frames are too small or too large. The message names the allowed sizes.
    pub fn check_size((width, height): (usize, usize)) -> Result<(), String> {
        let (side, most) = (Pixels::SIDE_MIN, Pixels::PIXELS_MAX);
        let pixels = width.checked_mul(height);
        if width >= side && height >= side && pixels.is_some_and(|pixels| pixels <= most) {
            return Ok(());
        }
        Err(format!(
            "{width}x{height} pixels; allowed: at least {side}x{side}, at most {most} in all, such as 4096x2304"
        ))
    }

    /// Creates a frame from the red, green and blue of each pixel, row by row from the top.
    ///
    /// # Panics
    /// If the number of pixels is not a multiple of `width`.
    pub fn from_rgb(width: usize, rgb: Vec<[u8; 3]>) -> Pixels {
        let height = rgb.len() / width;
        assert_eq!(
            rgb.len(),
            width * height,
            "the number of pixels must be a multiple of the width"
        );
        Pixels {
            width,
            height,
            planes: Planes::Rgb(rgb),
        }
    }

    /// Creates a frame in video format, where 16 is black and 235 is white. `bytes` contains the brightness of every
    /// pixel, then the differences to blue, then those to red. A block of `across` x `down` pixels shares each
    /// difference.
    ///
    /// # Panics
    /// If the number of bytes differs from [`Pixels::yuv_bytes`], or `across` or `down` is not a power of two.
    pub fn from_yuv(
        (width, height): (usize, usize),
        (across, down): (usize, usize),
        bytes: Vec<u8>,
    ) -> Pixels {
        let expected = Pixels::yuv_bytes((width, height), (across, down));
        assert_eq!(
            bytes.len(),
            expected,
            "the planes must have the expected number of bytes"
        );
        assert!(
            across.is_power_of_two() && down.is_power_of_two(),
            "the sides of a block must be powers of two"
        );
        let wide = width.div_ceil(across);
        Pixels {
            width,
            height,
            planes: Planes::Yuv(YuvPlanes {
                bytes,
                pixels: (width, width * height),
                block: (across.ilog2(), down.ilog2()),
                blocks: (wide, wide * height.div_ceil(down)),
            }),
        }
    }

    /// Returns the number of bytes that [`Pixels::from_yuv`] needs for a frame of this size. A block of `across` x
    /// `down` pixels shares each colour difference.
    pub fn yuv_bytes((width, height): (usize, usize), (across, down): (usize, usize)) -> usize {
        width * height + 2 * width.div_ceil(across) * height.div_ceil(down)
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the red, green and blue of a pixel.
    ///
    /// # Panics
    /// If the pixel is outside the frame.
    pub fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        assert!(x < self.width, "column {x} is outside the frame");
        match &self.planes {
            Planes::Rgb(rgb) => rgb[y * self.width + x],
            Planes::Yuv(planes) => planes.parts(x, y).map(channel),
        }
    }

    /// Returns the largest of a pixel's red, green and blue: its distance from black, whatever its colour.
    pub fn value(&self, x: usize, y: usize) -> u8 {
        assert!(x < self.width, "column {x} is outside the frame");
        match &self.planes {
            Planes::Rgb(rgb) => {
                let [red, green, blue] = rgb[y * self.width + x];
                red.max(green).max(blue)
            }
            Planes::Yuv(planes) => {
                let [red, green, blue] = planes.parts(x, y);
                channel(red.max(green).max(blue))
            }
        }
    }

    /// Returns the brightness at a point, between those of the four nearest pixels. Outside the frame, it is that of the
    /// nearest pixel.
    pub(super) fn value_between(&self, x: f32, y: f32) -> f32 {
        let ((left, right, across), (upper, lower, down)) =
            (between(x, self.width), between(y, self.height));
        let value = |x, y| f32::from(self.value(x, y));
        let row = |y| value(left, y) + across * (value(right, y) - value(left, y));
        row(upper) + down * (row(lower) - row(upper))
    }

    /// Returns this frame, projected: `rows` is the matrix that maps each point of the new frame to this one, in homogeneous
    /// coordinates. Points outside this frame look like the nearest pixel.
    pub(super) fn projected(&self, rows: [[f32; 3]; 3]) -> Pixels {
        let size = (self.width, self.height);
        let planes = match &self.planes {
            Planes::Rgb(rgb) => {
                let bytes = projected::<3>(rgb.as_flattened(), size, (1, 1), rows);
                Planes::Rgb(bytes.as_chunks().0.to_vec())
            }
            Planes::Yuv(planes) => {
                let (luma, colours) = planes.bytes.split_at(planes.pixels.1);
                let blocks = (planes.blocks.0, planes.blocks.1 / planes.blocks.0);
                let block = (1 << planes.block.0, 1 << planes.block.1);
                let mut bytes = projected::<1>(luma, size, (1, 1), rows);
                for colour in colours.chunks(planes.blocks.1) {
                    bytes.extend(projected::<1>(colour, blocks, block, rows));
                }
                Planes::Yuv(YuvPlanes { bytes, ..*planes })
            }
        };
        Pixels { planes, ..*self }
    }

    /// Returns this frame with each row replaced by the mean of `rows` rows around it.
    pub(super) fn smoothed_down(&self, rows: usize) -> Pixels {
        let planes = match &self.planes {
            Planes::Rgb(rgb) => {
                let bytes = mean_rows(rgb.as_flattened(), 3 * self.width, rows);
                Planes::Rgb(bytes.as_chunks().0.to_vec())
            }
            Planes::Yuv(planes) => {
                let (luma, colours) = planes.bytes.split_at(planes.pixels.1);
                let blocks = rows.div_ceil(1 << planes.block.1);
                let mut bytes = mean_rows(luma, self.width, rows);
                for colour in colours.chunks(planes.blocks.1) {
                    bytes.extend(mean_rows(colour, planes.blocks.0, blocks));
                }
                Planes::Yuv(YuvPlanes { bytes, ..*planes })
            }
        };
        Pixels { planes, ..*self }
    }
}

/// Number of pixels between two points that are projected exactly. Between them, the projection is a straight line.
const EXACT_INTERVAL: usize = 16;

/// Returns a projected plane. Each of its blocks has `N` bytes, and shows this many pixels of the frame across and down.
/// `rows` is the matrix of [`Pixels::projected`].
fn projected<const N: usize>(
    bytes: &[u8],
    (width, height): (usize, usize),
    block: (u16, u16),
    rows: [[f32; 3]; 3],
) -> Vec<u8> {
    /// Number of bits after the point in fixed-point numbers.
    const BITS: u32 = 16;
    const ONE: i32 = 1 << BITS;
    let block = (f32::from(block.0), f32::from(block.1));
    // Beside and below each point, there is another pixel.
    let fixed = |at: f32, length: usize| {
        (((at - 0.5) * ONE as f32) as i32).clamp(0, (length as i32 - 1) * ONE - 1)
    };
    let source = |x: usize, y: usize| {
        let (x, y) = ((x as f32 + 0.5) * block.0, (y as f32 + 0.5) * block.1);
        let [across, down, depth] = rows.map(|row| row[0] * x + row[1] * y + row[2]);
        let (across, down) = (across / depth / block.0, down / depth / block.1);
        [fixed(across, width), fixed(down, height)]
    };
    let mut plane = Vec::with_capacity(bytes.len());
    for y in 0..height {
        for start in (0..width).step_by(EXACT_INTERVAL) {
            let (mut at, end) = (source(start, y), source(start + EXACT_INTERVAL, y));
            let step = [0, 1].map(|axis| (end[axis] - at[axis]) / EXACT_INTERVAL as i32);
            for _ in start..(start + EXACT_INTERVAL).min(width) {
                let [left, upper] = at.map(|at| (at >> BITS) as usize);
                let [across, down] = at.map(|at| (at & (ONE - 1)) >> 8);
                let upper = N * (upper * width + left);
                let rows = [upper, upper + N * width].map(|start| &bytes[start..][..2 * N]);
                for part in 0..N {
                    let [upper, lower] = rows.map(|row| {
                        let [left, right] = [part, N + part].map(|place| i32::from(row[place]));
                        256 * left + across * (right - left)
                    });
                    let mix = 256 * upper + down * (lower - upper);
                    plane.push(((mix + ONE / 2) >> BITS) as u8);
                }
                at = [at[0] + step[0], at[1] + step[1]];
            }
        }
    }
    plane
}

/// Returns the two pixels whose middles are around a point, and the part (0-1) of the second one.
fn between(at: f32, length: usize) -> (usize, usize, f32) {
    let at = (at - 0.5).clamp(0.0, (length - 1) as f32);
    let first = at as usize;
    (first, (first + 1).min(length - 1), at - first as f32)
}

/// Returns the mean of each row and its neighbours, `rows` rows in all. At the upper and lower end, there are fewer.
/// `width` is the number of bytes in a row.
fn mean_rows(bytes: &[u8], width: usize, rows: usize) -> Vec<u8> {
    let height = bytes.len() / width;
    let mut means = Vec::with_capacity(bytes.len());
    let mut sums = vec![0u16; width];
    for y in 0..height {
        let around = y.saturating_sub((rows - 1) / 2)..(y + rows / 2 + 1).min(height);
        let count = around.len() as u16;
        sums.fill(0);
        for row in bytes[around.start * width..around.end * width].chunks_exact(width) {
            for (sum, byte) in sums.iter_mut().zip(row) {
                *sum += u16::from(*byte);
            }
        }
        means.extend(sums.iter().map(|sum| (sum / count) as u8));
    }
    means
}

impl YuvPlanes {
    /// Returns the red, green and blue of a pixel, in 1024ths. They may be out of range.
    fn parts(&self, x: usize, y: usize) -> [i32; 3] {
        let blue = self.pixels.1 + (y >> self.block.1) * self.blocks.0 + (x >> self.block.0);
        let places = [y * self.pixels.0 + x, blue, blue + self.blocks.1];
        let [luma, blue, red] = places.map(|place| i32::from(self.bytes[place]));
        let (luma, blue, red) = (1192 * (luma - 16), blue - 128, red - 128);
        // BT.601 weights.
        [
            luma + 1634 * red,
            luma - 401 * blue - 833 * red,
            luma + 2066 * blue,
        ]
    }
}

/// Returns a colour channel (0-255). `part` is in 1024ths.
fn channel(part: i32) -> u8 {
    (part >> 10).clamp(0, 255) as u8
}

//! Reads pictures and writes PNG files.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::io::Reader;
use image::{ColorType as ImageColours, ImageError, ImageFormat};
use png::{BitDepth, ColorType, Compression, Encoder};

/// File name extensions of the pictures that can be read.
pub const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "bmp"];

/// Reason why the wanted pixels cannot be read from a file.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file is not a PNG, JPEG, WebP or BMP, or it is corrupt.
    #[error("not a readable picture (PNG, JPEG, WebP or BMP): {0}")]
    Unreadable(#[from] ImageError),
    /// The picture has the wrong size.
    #[error("{}x{} pixels; allowed: {}x{}", .found.0, .found.1, .allowed.0, .allowed.1)]
    Size {
        /// Width and height in pixels.
        found: (u32, u32),
        /// Wanted width and height.
        allowed: (u32, u32),
    },
    /// The JPEG builds up in too many scans. Each takes the time of a picture, even if it has hardly any bytes.
    #[error("a JPEG of {0} scans; allowed: up to {SCANS_MAX}")]
    Scans(usize),
}

/// Maximum number of scans in a JPEG. Usual ones have up to 12.
const SCANS_MAX: usize = 100;
/// Marker at the beginning of a scan.
const SCAN: [u8; 2] = [0xFF, 0xDA];

/// Returns a reader for the format of the content. A JPEG with too many scans is refused.
fn reader(bytes: &[u8]) -> Result<Reader<Cursor<&[u8]>>, PictureError> {
    let reader = Reader::new(Cursor::new(bytes)).with_guessed_format();
    let reader = reader.map_err(ImageError::from)?;
    let scans = || bytes.windows(2).filter(|pair| **pair == SCAN).count();
    match reader.format() {
        Some(ImageFormat::Jpeg) if scans() > SCANS_MAX => Err(PictureError::Scans(scans())),
        _ => Ok(reader),
    }
}

/// Returns whether the first bytes of a file are those of a picture that can be read.
pub fn is_picture(bytes: &[u8]) -> bool {
    match image::guess_format(bytes) {
        // AVI and WAV begin like WebP.
        Ok(ImageFormat::WebP) => bytes.get(8..12) == Some(b"WEBP"),
        Ok(format) => ENDINGS
            .map(ImageFormat::from_extension)
            .contains(&Some(format)),
        Err(_) => false,
    }
}

/// Returns width and height of a picture.
///
/// # Errors
/// [`PictureError::Unreadable`] and [`PictureError::Scans`].
pub fn picture_size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    Ok(reader(bytes)?.into_dimensions()?)
}

/// Reads a picture of a given width and height. Returns red, green, blue and alpha of each pixel, row by row from the
/// top. Grey, indexed and full colours of any depth are accepted.
///
/// # Errors
/// As [`picture_size`]; also [`PictureError::Size`], checked before any pixel is unpacked, because a small file
/// can contain very many pixels.
pub fn read_picture(bytes: &[u8], allowed: (u32, u32)) -> Result<Vec<[u8; 4]>, PictureError> {
    let found = picture_size(bytes)?;
    if found != allowed {
        return Err(PictureError::Size { found, allowed });
    }
    let pixels = reader(bytes)?.decode()?.into_rgba8();
    Ok(pixels.pixels().map(|pixel| pixel.0).collect())
}

/// Writes a PNG of this width. A pixel is grey; red, green, blue; or red, green, blue, alpha.
///
/// # Panics
/// If the pixels do not form a rectangle of this width.
pub fn to_png<const PARTS: usize>(width: usize, pixels: &[[u8; PARTS]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let height = pixels.len() / width;
    let mut encoder = Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(
        const {
            match PARTS {
                1 => ColorType::Grayscale,
                3 => ColorType::Rgb,
                4 => ColorType::Rgba,
                _ => panic!("unsupported number of bytes per pixel"),
            }
        },
    );
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(pixels.as_flattened()))
        .expect("a rectangle of pixels fits into memory");
    bytes
}

/// Quality of the JPEG files, from 1 to 100.
const JPEG_QUALITY: u8 = 70;

/// Writes a JPEG of this width.
///
/// # Panics
/// If the pixels do not form a rectangle of this width, or if it has no pixels or a side of more than 65,535.
pub fn to_jpeg(width: usize, rgb: &[[u8; 3]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (across, down) = (width as u32, (rgb.len() / width) as u32);
    JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)
        .encode(rgb.as_flattened(), across, down, ImageColours::Rgb8)
        .expect("a rectangle of pixels fits into memory");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a picture of two pixels. Its palette has three colours, with `clear` as their opacity.
    fn file(colours: ColorType, depth: BitDepth, data: &[u8], clear: Option<&[u8]>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(colours);
        encoder.set_depth(depth);
        if colours == ColorType::Indexed {
            encoder.set_palette(&[9, 9, 9, 0, 0, 0, 255, 255, 255][..]);
        }
        if let Some(clear) = clear {
            encoder.set_trns(clear);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(data).unwrap();
        drop(writer);
        bytes
    }

    #[test]
    fn every_kind_of_png_is_read_alike() {
        use BitDepth::{Eight, Four, One, Sixteen, Two};
        use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
        const BLACK_WHITE: [[u8; 4]; 2] = [[0, 0, 0, 255], [255; 4]];
        const HALF_WHITE: [[u8; 4]; 2] = [[0, 0, 0, 128], [255; 4]];
        const CLEAR_WHITE: [[u8; 4]; 2] = [[0; 4], [255; 4]];
        let rgb = [0, 0, 0, 255, 255, 255];
        let rgb_16 = [0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255];
        let rgba = [0, 0, 0, 128, 255, 255, 255, 255];
        let rgba_16 = rgba.map(|part| [part; 2]);
        let all: [(_, _, &[u8], Option<&[u8]>, _); 17] = [
            (Grayscale, One, &[0x40], None, BLACK_WHITE),
            (Grayscale, Two, &[0x30], None, BLACK_WHITE),
            (Grayscale, Four, &[0x0F], None, BLACK_WHITE),
            (Grayscale, Four, &[0x0F], Some(&[0, 0]), CLEAR_WHITE),
            (Grayscale, Eight, &[0, 255], None, BLACK_WHITE),
            (Grayscale, Eight, &[0, 255], Some(&[0, 0]), CLEAR_WHITE),
            (Grayscale, Sixteen, &[0, 0, 255, 255], None, BLACK_WHITE),
            (GrayscaleAlpha, Eight, &[0, 128, 255, 255], None, HALF_WHITE),
            (
                GrayscaleAlpha,
                Sixteen,
                &[0, 0, 128, 128, 255, 255, 255, 255],
                None,
                HALF_WHITE,
            ),
            (Indexed, Two, &[0x60], None, BLACK_WHITE),
            (Indexed, Eight, &[1, 2], None, BLACK_WHITE),
            (Indexed, Four, &[0x12], Some(&[255, 128]), HALF_WHITE),
            (Rgb, Eight, &rgb, None, BLACK_WHITE),
            (Rgb, Eight, &rgb, Some(&[0; 6]), CLEAR_WHITE),
            (Rgb, Sixteen, &rgb_16, None, BLACK_WHITE),
            (Rgba, Eight, &rgba, None, HALF_WHITE),
            (Rgba, Sixteen, rgba_16.as_flattened(), None, HALF_WHITE),
        ];
        for (colours, depth, data, clear, expected) in all {
            let pixels = read_picture(&file(colours, depth, data, clear), (2, 1)).unwrap();
            assert_eq!(pixels, expected, "{colours:?}, {depth:?}, {clear:?}");
        }
    }

    #[test]
    fn a_jpeg_with_too_many_scans_is_refused() {
        let jpeg = |scans: usize| [&[0xFF, 0xD8, 0xFF, 0xE0][..], &SCAN.repeat(scans)].concat();
        let fault = |scans: usize| picture_size(&jpeg(scans)).unwrap_err().to_string();
        assert_eq!(fault(101), "a JPEG of 101 scans; allowed: up to 100");
        assert!(fault(100).starts_with("not a readable picture"));
    }

    #[test]
    fn pictures_are_known_by_their_content() {
        /// Two white pixels, lossless.
        const WEBP: [u8; 38] = [
            82, 73, 70, 70, 30, 0, 0, 0, 87, 69, 66, 80, 86, 80, 56, 76, 17, 0, 0, 0, 47, 1, 0, 0,
            0, 7, 208, 255, 254, 247, 191, 255, 129, 136, 232, 127, 0, 0,
        ];
        let written = |format| {
            let mut file = Cursor::new(Vec::new());
            let white = image::RgbImage::from_pixel(2, 1, image::Rgb([255; 3]));
            white.write_to(&mut file, format).unwrap();
            file.into_inner()
        };
        let formats = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp];
        for file in formats.map(written).into_iter().chain([WEBP.to_vec()]) {
            assert!(is_picture(&file));
            assert_eq!(read_picture(&file, (2, 1)).unwrap(), [[255; 4]; 2]);
            assert!(read_picture(&file[..file.len() / 2], (2, 1)).is_err());
        }
        for other in [&b"GIF89a"[..], b"RIFF", b"YUV4MPEG2", b""] {
            assert!(!is_picture(other));
            assert!(picture_size(other).is_err());
        }
    }

    #[test]
    fn pixels_come_back() {
        let rgba: Vec<[u8; 4]> = (0..6).map(|part| [part, 50, 100, part * 40]).collect();
        assert_eq!(read_picture(&to_png(3, &rgba), (3, 2)).unwrap(), rgba);
        let rgb = [[1, 2, 3], [4, 5, 6]];
        let opaque = rgb.map(|[red, green, blue]| [red, green, blue, 255]);
        assert_eq!(read_picture(&to_png(1, &rgb), (1, 2)).unwrap(), opaque);
        assert_eq!(picture_size(&to_png(3, &rgba)).unwrap(), (3, 2));
        let grey = read_picture(&to_png(2, &[[7], [8]]), (2, 1)).unwrap();
        assert_eq!(grey, [[7, 7, 7, 255], [8, 8, 8, 255]]);
    }
}

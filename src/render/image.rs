//! Frames as pictures for files: true colours, any whole scale.

use ::image::{Rgb, RgbImage};

use super::{Frame, Palette};

/// The frame in true colours, each pixel a square of `scale` x `scale`.
///
/// # Panics
///
/// If `scale` is 0.
pub fn to_image(frame: &Frame, palette: &Palette, scale: u32) -> RgbImage {
    assert!(scale > 0, "a picture needs a scale of at least 1");
    let (width, height) = (Frame::WIDTH as u32, Frame::HEIGHT as u32);
    RgbImage::from_fn(width * scale, height * scale, |x, y| {
        let index = frame.pixel((x / scale) as usize, (y / scale) as usize);
        Rgb(palette.rgb(index))
    })
}

#[cfg(test)]
mod tests {
    use super::super::Renderer;
    use super::*;

    #[test]
    fn every_pixel_becomes_a_square_of_its_colour() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        renderer.text(&mut frame, 0, 0, "I", [0x0F, 0, 0, 0x16]);
        let picture = to_image(&frame, renderer.palette(), 3);
        assert_eq!(picture.dimensions(), (768, 720));
        for (x, y, &Rgb(rgb)) in picture.enumerate_pixels().step_by(7) {
            let index = frame.pixel(x as usize / 3, y as usize / 3);
            assert_eq!(rgb, renderer.palette().rgb(index));
        }
    }

    #[test]
    fn rgba_bytes_agree_with_the_picture() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        renderer.panel(&mut frame, 3, 3, 6, 6);
        let mut bytes = vec![0; 256 * 240 * 4];
        frame.to_rgba(renderer.palette(), &mut bytes);
        let picture = to_image(&frame, renderer.palette(), 1);
        for (bytes, Rgb(rgb)) in bytes.chunks(4).zip(picture.pixels()) {
            assert_eq!(bytes, [rgb[0], rgb[1], rgb[2], 0xFF]);
        }
    }
}

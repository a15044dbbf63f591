//! Drawing of the game screen, the strip and the panels in the window.

use macroquad::prelude::*;
use rightwell::render::surface::Area as Part;
use rightwell::render::{Frame as Picture, Palette};

use crate::front::scanlines;
use crate::stage::layout::{Area, Layout};
use crate::stage::{PanelColumns, ShownColumn};

/// Shader for screens with fractional scaling. Each console pixel keeps its colour up to its edges. Only a physical
/// pixel that two console pixels share is blended.
const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
varying vec2 place;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1.0);
    place = texcoord;
}";
const SHARP: &str = "#version 100
precision highp float;
varying vec2 place;
uniform sampler2D Texture;
uniform vec2 Size;
uniform vec2 Scale;
void main() {
    vec2 at = place * Size;
    vec2 pixel = floor(at);
    vec2 off = at - pixel - 0.5;
    vec2 plain = 0.5 - 0.5 / Scale;
    vec2 mixed = (off - clamp(off, -plain, plain)) * Scale;
    gl_FragColor = texture2D(Texture, (pixel + 0.5 + mixed) / Size);
}";
/// Shader for everything else. It is opaque, which draws faster than with blending.
const OPAQUE: &str = "#version 100
precision highp float;
varying vec2 place;
uniform sampler2D Texture;
void main() {
    gl_FragColor = texture2D(Texture, place);
}";

/// Textures and shaders of the window.
pub struct Canvas {
    picture: CanvasTexture,
    strip: CanvasTexture,
    /// Screen with scanlines, at the console's width and a whole multiple of its height.
    television: Option<CanvasTexture>,
    /// Blending shader, compiled on first use. `Some(None)` if the graphics driver rejects it.
    sharp: Option<Option<Material>>,
    opaque: Option<Option<Material>>,
    columns: Vec<ColumnSheet>,
    /// Palette of the columns.
    colours: Palette,
}

/// Texture with its pixels, and the frame and palette that the pixels show.
struct CanvasTexture {
    pixels: Image,
    texture: Texture2D,
    shown: Option<(Picture, Palette)>,
}

impl CanvasTexture {
    fn new(width: usize, height: usize) -> CanvasTexture {
        let (width, height) = (width as u16, height as u16);
        let pixels = Image::gen_image_color(width, height, BLACK);
        let texture = Texture2D::from_image(&pixels);
        texture.set_filter(FilterMode::Nearest);
        CanvasTexture {
            pixels,
            texture,
            shown: None,
        }
    }

    /// Updates the texture to show a frame, whose pixels `paint` produces. Does nothing if the frame is already shown.
    fn update(
        &mut self,
        picture: &Picture,
        palette: &Palette,
        paint: impl FnOnce(&Picture, &mut Vec<u8>),
    ) {
        let shown = self.shown.as_ref();
        if shown.is_some_and(|shown| (&shown.0, &shown.1) == (picture, palette)) {
            return;
        }
        paint(picture, &mut self.pixels.bytes);
        self.texture.update(&self.pixels);
        self.shown = Some((picture.clone(), palette.clone()));
    }
}

/// Texture of a panel column.
struct ColumnSheet {
    sheet: CanvasTexture,
    /// Parts drawn on the texture, and the change number of the column that they show.
    parts: Vec<Part>,
    change: u32,
}

impl ColumnSheet {
    fn new(shown: &ShownColumn, ground: u8, palette: &Palette) -> ColumnSheet {
        let mut sheet = CanvasTexture::new(shown.surface.width(), shown.surface.height());
        shown.surface.to_rgba(palette, &mut sheet.pixels.bytes);
        sheet.texture.update(&sheet.pixels);
        ColumnSheet {
            sheet,
            parts: shown.surface.drawn(ground),
            change: shown.change,
        }
    }

    /// Updates the texture to show another content of equal size.
    fn update(&mut self, shown: &ShownColumn, ground: u8, palette: &Palette) {
        let CanvasTexture {
            pixels, texture, ..
        } = &mut self.sheet;
        shown.surface.to_rgba(palette, &mut pixels.bytes);
        texture.update(pixels);
        self.parts = shown.surface.drawn(ground);
        self.change = shown.change;
    }

    fn fits(&self, shown: &ShownColumn) -> bool {
        let Image { width, height, .. } = self.sheet.pixels;
        let size = (usize::from(width), usize::from(height));
        size == (shown.surface.width(), shown.surface.height())
    }
}

impl Canvas {
    /// Creates empty textures.
    pub fn new() -> Canvas {
        Canvas {
            picture: CanvasTexture::new(Picture::WIDTH, Picture::HEIGHT),
            strip: CanvasTexture::new(Picture::WIDTH, Picture::HEIGHT),
            television: None,
            sharp: None,
            opaque: None,
            columns: Vec::new(),
            colours: Palette::default(),
        }
    }

    /// Fills the window with a colour. Without one, makes it transparent.
    pub fn clear(&self, colour: Option<[u8; 3]>) {
        match colour {
            // macroquad has already cleared the window to black.
            Some([0, 0, 0]) => {}
            Some([red, green, blue]) => clear_background(Color::from_rgba(red, green, blue, 255)),
            None => clear_background(BLANK),
        }
    }

    /// Draws the game screen.
    pub fn show(
        &mut self,
        layout: &Layout,
        has_scanlines: bool,
        picture: &Picture,
        palette: &Palette,
    ) {
        // A page replaces the game screen.
        if layout.is_page {
            return;
        }
        match has_scanlines && layout.phone.is_none() {
            true => self.show_lines(layout.picture, picture, palette),
            false => self.show_picture(layout, picture, palette),
        }
        gl_use_default_material();
    }

    fn show_picture(&mut self, layout: &Layout, picture: &Picture, palette: &Palette) {
        let area = layout.picture;
        let shown = vec2(layout.source.0 as f32, layout.source.1 as f32);
        let is_mixed = !layout.is_whole() && self.begin_mixing(area, shown);
        if !is_mixed {
            self.begin_opaque();
        }
        let sheet = &mut self.picture;
        sheet.update(picture, palette, |picture, pixels| {
            picture.to_rgba(palette, pixels);
        });
        sheet.texture.set_filter(match is_mixed {
            true => FilterMode::Linear,
            false => FilterMode::Nearest,
        });
        draw(&sheet.texture, area, shown);
    }

    /// Draws a screen with scanlines.
    fn show_lines(&mut self, area: Area, picture: &Picture, palette: &Palette) {
        self.begin_opaque();
        let factor = scanlines::factor(area);
        let height = Picture::HEIGHT * factor;
        let sheet = self
            .television
            .take()
            .filter(|sheet| sheet.pixels.height() == height);
        let mut sheet = sheet.unwrap_or_else(|| {
            let sheet = CanvasTexture::new(Picture::WIDTH, height);
            sheet.texture.set_filter(FilterMode::Linear);
            sheet
        });
        sheet.update(picture, palette, |picture, pixels| {
            scanlines::paint(picture, palette, factor, pixels);
        });
        let size = vec2(Picture::WIDTH as f32, height as f32);
        draw(&sheet.texture, area, size);
        self.television = Some(sheet);
    }

    /// Draws the strip beside the screen, if there is one.
    pub fn show_strip(&mut self, layout: &Layout, strip: &Picture, palette: &Palette) {
        if let Some(beside) = layout.strip {
            let paint = |strip: &Picture, pixels: &mut Vec<u8>| strip.to_rgba(palette, pixels);
            self.strip.update(strip, palette, paint);
            let source = vec2(beside.size.columns as f32, beside.size.rows as f32) * 8.0;
            draw(&self.strip.texture, beside.area, source);
        }
    }

    /// Draws the panel columns over the cleared background. Uploads only changed columns.
    pub fn show_columns(&mut self, layout: &Layout, stage: &PanelColumns, palette: &Palette) {
        let (shown, ground) = (stage.columns(), stage.ground());
        let mut pairs = self.columns.iter().zip(shown);
        if self.columns.len() != shown.len() || !pairs.all(|(column, shown)| column.fits(shown)) {
            let columns = shown.iter();
            let columns = columns.map(|shown| ColumnSheet::new(shown, ground, palette));
            self.columns = columns.collect();
        }
        let is_recoloured = self.colours != *palette;
        for (column, shown) in self.columns.iter_mut().zip(shown) {
            if is_recoloured || column.change != shown.change {
                column.update(shown, ground, palette);
            }
        }
        self.colours.clone_from(palette);
        self.begin_opaque();
        for (column, place) in self.columns.iter().zip(&layout.columns) {
            for part in &column.parts {
                draw_part(&column.sheet.texture, *part, place.area, place.factor);
            }
        }
        gl_use_default_material();
    }

    /// Selects the opaque shader.
    fn begin_opaque(&mut self) {
        let material = self.opaque.get_or_insert_with(|| material(OPAQUE, &[]));
        if let Some(material) = material {
            gl_use_material(material);
        }
    }

    /// Selects the blending shader for the part of a screen with this size, shown in this area. Returns `false` if the
    /// shader is not available.
    fn begin_mixing(&mut self, area: Area, shown: Vec2) -> bool {
        let sharp = || material(SHARP, &["Size", "Scale"]);
        let Some(material) = self.sharp.get_or_insert_with(sharp) else {
            return false;
        };
        let size = vec2(Picture::WIDTH as f32, Picture::HEIGHT as f32);
        let Area { width, height, .. } = area;
        let scale = vec2(width as f32, height as f32) / shown;
        material.set_uniform("Size", size);
        material.set_uniform("Scale", scale.max(vec2(1.0, 1.0)));
        gl_use_material(material);
        true
    }
}

/// Compiles an opaque material, or returns `None` if the graphics driver rejects the shader.
fn material(fragment: &str, sizes: &[&str]) -> Option<Material> {
    let source = ShaderSource::Glsl {
        vertex: VERTEX,
        fragment,
    };
    let uniforms = sizes.iter();
    let params = MaterialParams {
        uniforms: uniforms
            .map(|name| UniformDesc::new(name, UniformType::Float2))
            .collect(),
        ..Default::default()
    };
    load_material(source, params).ok()
}

/// Draws a part of a column, each pixel as a square of `factor` physical pixels.
fn draw_part(texture: &Texture2D, part: Part, column: Area, factor: u32) {
    let [x, y, width, height] = [part.x, part.y, part.width, part.height].map(|size| size as u32);
    let area = Area {
        x: column.x + x * factor,
        y: column.y + y * factor,
        width: width * factor,
        height: height * factor,
    };
    let [x, y, width, height] = [x, y, width, height].map(|size| size as f32);
    draw_from(texture, area, Rect::new(x, y, width, height));
}

/// Draws the upper left part of a texture.
fn draw(texture: &Texture2D, area: Area, source: Vec2) {
    draw_from(texture, area, Rect::new(0.0, 0.0, source.x, source.y));
}

/// Draws a part of a texture.
///
/// macroquad's sizes are physical pixels divided by the display's scale.
fn draw_from(texture: &Texture2D, area: Area, source: Rect) {
    let dpi = screen_dpi_scale();
    let params = DrawTextureParams {
        dest_size: Some(vec2(area.width as f32, area.height as f32) / dpi),
        source: Some(source),
        ..Default::default()
    };
    draw_texture_ex(
        texture,
        area.x as f32 / dpi,
        area.y as f32 / dpi,
        WHITE,
        params,
    );
}

//! The picture and the strip on the window, as the layout says.

use macroquad::prelude::*;
use rightwell::render::{Frame as Picture, Palette, Surface};

use crate::shell::front::stage::Stage;
use crate::shell::front::stage::layout::{Area, Layout};

/// How the picture is drawn where its pixels are not whole squares of true ones: each keeps its own
/// colour up to its edges, and only a true pixel that two of them share is mixed.
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
const FRAGMENT: &str = "#version 100
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

/// What is drawn on.
pub struct Canvas {
    picture: Sheet,
    strip: Sheet,
    /// Made when it is first needed; none where the graphics do not understand it.
    sharp: Option<Option<Material>>,
    /// The strip that is on its texture, and its colours.
    shown: (Picture, Palette),
    /// The columns of panels, and which state of them in which colours they show.
    columns: Vec<Sheet>,
    columns_shown: Option<(u32, Palette)>,
}

/// A texture with the pixels that go there.
struct Sheet {
    pixels: Image,
    texture: Texture2D,
}

impl Sheet {
    fn new(width: usize, height: usize) -> Sheet {
        let (width, height) = (width as u16, height as u16);
        let pixels = Image::gen_image_color(width, height, BLACK);
        let texture = Texture2D::from_image(&pixels);
        texture.set_filter(FilterMode::Nearest);
        Sheet { pixels, texture }
    }

    fn update(&mut self, picture: &Picture, palette: &Palette) {
        picture.to_rgba(palette, &mut self.pixels.bytes);
        self.texture.update(&self.pixels);
    }
}

impl Canvas {
    /// An empty one.
    pub fn new() -> Canvas {
        Canvas {
            picture: Sheet::new(Picture::WIDTH, Picture::HEIGHT),
            strip: Sheet::new(Picture::WIDTH, Picture::HEIGHT),
            sharp: None,
            shown: (Picture::new(), Palette::default()),
            columns: Vec::new(),
            columns_shown: None,
        }
    }

    /// Makes the window one colour.
    pub fn clear(&self, [red, green, blue]: [u8; 3]) {
        clear_background(Color::from_rgba(red, green, blue, 255));
    }

    /// Draws the picture.
    pub fn show(&mut self, layout: &Layout, picture: &Picture, palette: &Palette) {
        self.picture.update(picture, palette);
        let source = vec2(Picture::WIDTH as f32, Picture::HEIGHT as f32);
        let is_mixed = self.begin_mixing(layout);
        self.picture.texture.set_filter(match is_mixed {
            true => FilterMode::Linear,
            false => FilterMode::Nearest,
        });
        draw(&self.picture.texture, layout.picture, source);
        if is_mixed {
            gl_use_default_material();
        }
    }

    /// Draws the strip beside the picture, if there is one.
    pub fn show_strip(&mut self, layout: &Layout, strip: &Picture, palette: &Palette) {
        if let Some(beside) = layout.strip {
            let (shown, colours) = &mut self.shown;
            if shown != strip || colours != palette {
                shown.clone_from(strip);
                colours.clone_from(palette);
                self.strip.update(strip, palette);
            }
            let source = vec2(beside.size.columns as f32, beside.size.rows as f32) * 8.0;
            draw(&self.strip.texture, beside.area, source);
        }
    }

    /// Draws the columns of panels; only what has changed is sent to the graphics.
    pub fn show_columns(&mut self, layout: &Layout, stage: &Stage, palette: &Palette) {
        let surfaces = stage.columns();
        let sizes = |sheet: &Sheet| (sheet.pixels.width(), sheet.pixels.height());
        let has_size = |(sheet, surface): (&Sheet, &Surface)| {
            sizes(sheet) == (surface.width(), surface.height())
        };
        let fits =
            self.columns.len() == surfaces.len() && self.columns.iter().zip(surfaces).all(has_size);
        if !fits {
            let sheets = surfaces.iter();
            let sheets = sheets.map(|surface| Sheet::new(surface.width(), surface.height()));
            self.columns = sheets.collect();
        }
        let shown = (stage.changes(), palette);
        let is_shown = self
            .columns_shown
            .as_ref()
            .is_some_and(|(changes, colours)| (*changes, colours) == shown);
        if !fits || !is_shown {
            for (sheet, surface) in self.columns.iter_mut().zip(surfaces) {
                surface.to_rgba(palette, &mut sheet.pixels.bytes);
                sheet.texture.update(&sheet.pixels);
            }
            self.columns_shown = Some((stage.changes(), palette.clone()));
        }
        for (sheet, column) in self.columns.iter().zip(&layout.columns) {
            let source = vec2(sheet.pixels.width() as f32, sheet.pixels.height() as f32);
            draw(&sheet.texture, column.area, source);
        }
    }

    /// Whether what is drawn next is mixed at its edges: where it need be and can.
    fn begin_mixing(&mut self, layout: &Layout) -> bool {
        if layout.is_whole() {
            return false;
        }
        let Some(material) = self.sharp.get_or_insert_with(sharp) else {
            return false;
        };
        let size = vec2(Picture::WIDTH as f32, Picture::HEIGHT as f32);
        let Area { width, height, .. } = layout.picture;
        let scale = vec2(width as f32, height as f32) / size;
        material.set_uniform("Size", size);
        material.set_uniform("Scale", scale.max(vec2(1.0, 1.0)));
        gl_use_material(material);
        true
    }
}

fn sharp() -> Option<Material> {
    let source = ShaderSource::Glsl {
        vertex: VERTEX,
        fragment: FRAGMENT,
    };
    let uniforms = ["Size", "Scale"];
    let params = MaterialParams {
        uniforms: uniforms
            .map(|name| UniformDesc::new(name, UniformType::Float2))
            .into(),
        ..Default::default()
    };
    load_material(source, params).ok()
}

/// Draws the upper left part of a texture.
///
/// macroquad's sizes are true pixels divided by the display's scale.
fn draw(texture: &Texture2D, area: Area, source: Vec2) {
    let dpi = screen_dpi_scale();
    let params = DrawTextureParams {
        dest_size: Some(vec2(area.width as f32, area.height as f32) / dpi),
        source: Some(Rect::new(0.0, 0.0, source.x, source.y)),
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

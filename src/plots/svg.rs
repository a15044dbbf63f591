//! Conversion of drawings to SVG. Texts remain texts, and colours follow light and dark mode.

use std::fmt::Write;

use super::Plot;
use super::drawing::{Anchor, Drawing, Ink, LetterSize, Shape};
use super::style;

/// Returns a plot as an SVG file that contains its own style.
pub fn file(plot: &Plot) -> String {
    let Drawing { width, height, .. } = plot.drawing;
    let style = style::sheet();
    let body = body(&plot.drawing, &plot.caption);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<style>{style}</style>\n{body}</svg>\n"
    )
}

/// Returns a plot as an SVG element, for a page that already contains the style sheet.
pub fn part(plot: &Plot) -> String {
    picture(&plot.drawing, &plot.caption)
}

/// Returns an SVG element for a drawing and its caption.
pub fn picture(drawing: &Drawing, caption: &str) -> String {
    let Drawing { width, height, .. } = drawing;
    let body = body(drawing, caption);
    format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\">\n{body}</svg>\n")
}

/// Escapes text for SVG and HTML, for use between tags and in attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML text must not contain control characters.
            letter if letter.is_control() => out.push('?'),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            letter => out.push(letter),
        }
    }
    out
}

fn body(drawing: &Drawing, caption: &str) -> String {
    let mut out = format!("<title>{}</title>\n", escaped(caption));
    for shape in &drawing.shapes {
        out.push_str(&element(shape));
        out.push('\n');
    }
    out
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Box {
            x,
            y,
            width,
            height,
            ink,
            tooltip,
        } => {
            let (x, y, width, height) = (at(*x), at(*y), at(*width), at(*height));
            let paint = paint(*ink, "fill");
            let rect =
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {paint}");
            match tooltip.is_empty() {
                true => format!("{rect}/>"),
                false => format!("{rect}><title>{}</title></rect>", escaped(tooltip)),
            }
        }
        Shape::Line {
            points,
            width,
            ink,
            is_dashed,
        } => {
            let mut places = String::new();
            for (x, y) in points {
                let gap = if places.is_empty() { "" } else { " " };
                let _ = write!(places, "{gap}{},{}", at(*x), at(*y));
            }
            let dashes = if *is_dashed {
                " stroke-dasharray=\"6 5\""
            } else {
                ""
            };
            let (width, paint) = (at(*width), paint(*ink, "line"));
            format!("<polyline points=\"{places}\" stroke-width=\"{width}\"{dashes} {paint}/>")
        }
        Shape::Text {
            x,
            y,
            anchor,
            letters,
            ink,
            text,
        } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let class = match letters {
                LetterSize::Title => "title ",
                LetterSize::Usual => "",
            };
            let ink = style::name_of(*ink).unwrap_or("text");
            let (x, y, text) = (at(*x), at(*y), escaped(text));
            format!("<text x=\"{x}\" y=\"{y}\"{anchor} class=\"{class}fill-{ink}\">{text}</text>")
        }
    }
}

fn paint(ink: Ink, what: &str) -> String {
    match (style::name_of(ink), what) {
        (Some(name), _) => format!("class=\"{what}-{name}\""),
        (None, "fill") => format!("fill=\"{}\"", style::hex(style::by_light(ink))),
        (None, _) => format!("stroke=\"{}\"", style::hex(style::by_light(ink))),
    }
}

/// Formats a coordinate with at most two decimals.
fn at(place: f64) -> String {
    let text = format!("{place:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_looks_like_a_tag_stays_text() {
        assert_eq!(
            escaped("<a href=\"x\">'&'</a>\u{1b}"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;?"
        );
    }

    #[test]
    fn places_are_short() {
        assert_eq!(
            [1.0, 0.5, 12.345, -0.001].map(at),
            ["1", "0.5", "12.35", "0"]
        );
    }
}

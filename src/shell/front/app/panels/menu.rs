//! Explanation of the selected menu row's value, and the page's picture.

use rightwell::menu::SheetPicture;
use rightwell::render::Panel;
use rightwell::render::panel::{Figure, PanelPart, Tone};

use crate::front::app::App;

/// Number of figures if there is little room.
const FIGURES: usize = 2;

/// Returns the panel beside an open menu, if the selected row has an explanation besides its hint.
pub(super) fn panel(app: &App) -> Option<Panel> {
    let sheet = app.sheet()?;
    let mut chosen = sheet.lines.iter().filter(|line| line.is_chosen);
    let label = chosen.next().map(|line| line.label.clone());
    // The second line of a row contains only its value.
    let value = sheet.lines.iter().rfind(|line| line.is_chosen);
    let value = value.map_or("", |line| line.value.as_str());
    let label = label.filter(|label| !label.is_empty());
    let mut parts = Vec::new();
    let told = sheet.chosen;
    if !told.about.is_empty() {
        if !value.is_empty() {
            parts.push(PanelPart::Text(value.to_owned(), Tone::Head));
        }
        parts.push(PanelPart::Text(told.about, Tone::Plain));
    }
    let figures = told.figures.into_iter();
    let figures: Vec<Figure> = figures
        .map(|(word, value)| Figure::new(word, value))
        .collect();
    let mut compact = parts.clone();
    if !figures.is_empty() {
        let first = figures.iter().take(FIGURES).cloned().collect();
        compact.push(PanelPart::Figures(first));
        parts.push(PanelPart::Figures(figures));
    }
    if !sheet.values.is_empty() {
        let word = |word: String| {
            let tone = match word == value {
                true => Tone::Head,
                false => Tone::Quiet,
            };
            (word, tone)
        };
        let words = sheet.values.into_iter().map(word);
        parts.push(PanelPart::Words(words.collect()));
    }
    if let SheetPicture::Preview(preview) = sheet.picture {
        parts.push(PanelPart::Picture(preview));
    }
    if parts.is_empty() {
        return None;
    }
    Some(Panel {
        compact: Some(compact).filter(|compact| !compact.is_empty()),
        ..Panel::new(label.unwrap_or(sheet.title), parts)
    })
}

//! Full explanation of the selected menu row.

use rightwell::menu::Sheet;
use rightwell::render::Panel;
use rightwell::render::panel::{Figure, PanelPart, Tone};

use crate::shell::front::app::App;

/// Number of figures if there is little room.
const FIGURES: usize = 2;

/// Returns the panel beside an open menu, if the selected row has an explanation.
pub(super) fn panel(app: &App) -> Option<Panel> {
    let Sheet {
        title,
        lines,
        about,
        chosen: told,
        values,
        preview,
        ..
    } = app.sheet()?;
    let mut chosen = lines.iter().filter(|line| line.is_chosen);
    let label = chosen.next().map(|line| line.label.clone());
    // The second line of a row contains only its value.
    let value = lines.iter().rfind(|line| line.is_chosen);
    let value = value.map_or("", |line| line.value.as_str());
    let label = label.filter(|label| !label.is_empty()).unwrap_or(title);
    let text = |text: String, tone| (!text.is_empty()).then_some(PanelPart::Text(text, tone));
    let about = text(about, Tone::Plain);
    // The explanation of the value comes first, because the page already explains the row.
    let mut parts = Vec::new();
    if !told.about.is_empty() {
        parts.extend(text(value.to_owned(), Tone::Head));
        parts.extend(text(told.about, Tone::Plain));
    }
    let figures = told.figures.into_iter();
    let figures: Vec<Figure> = figures
        .map(|(word, value)| Figure::new(word, value))
        .collect();
    let mut short = parts.clone();
    if !figures.is_empty() {
        let first = figures.iter().take(FIGURES).cloned().collect();
        short.push(PanelPart::Figures(first));
        parts.push(PanelPart::Figures(figures));
    }
    parts.extend(about.clone());
    let short = match short.is_empty() {
        true => about.map(|about| vec![about]),
        false => Some(short),
    };
    if !values.is_empty() {
        let word = |word: String| {
            let tone = if word == value {
                Tone::Head
            } else {
                Tone::Quiet
            };
            (word, tone)
        };
        parts.push(PanelPart::Words(values.into_iter().map(word).collect()));
    }
    parts.extend(preview.map(PanelPart::Picture));
    if parts.is_empty() {
        return None;
    }
    Some(Panel {
        compact: short,
        ..Panel::new(label, parts)
    })
}

//! What the row of the menu under the cursor is good for, in full.

use rightwell::menu::Sheet;
use rightwell::render::Panel;
use rightwell::render::panel::{PanelPart, Tone};

use crate::shell::front::app::App;

impl App {
    /// The menu's page beside the panels: what they say in full is not on it.
    pub(in crate::shell::front::app) fn sheet_beside_panels(&self) -> Option<Sheet> {
        let sheet = self.sheet()?;
        match panel(self).filter(|panel| self.stage.shows(panel)) {
            Some(_) => Some(sheet.without_hint()),
            None => Some(sheet),
        }
    }
}

/// The panel beside an open menu, where there is something to say.
pub(super) fn panel(app: &App) -> Option<Panel> {
    let Sheet {
        title,
        lines,
        about,
        values,
        preview,
        ..
    } = app.sheet()?;
    let mut chosen = lines.iter().filter(|line| line.is_chosen);
    let label = chosen.next().map(|line| line.label.clone());
    // A second line of a row has the value alone.
    let value = lines.iter().rfind(|line| line.is_chosen);
    let value = value.map_or("", |line| line.value.as_str());
    let label = label.filter(|label| !label.is_empty()).unwrap_or(title);
    let text = |text: String, tone| (!text.is_empty()).then_some(PanelPart::Text(text, tone));
    let mut parts: Vec<PanelPart> = text(about, Tone::Plain).into_iter().collect();
    let about_alone = (!parts.is_empty()).then(|| parts.clone());
    if !values.is_empty() {
        let word = |word: String| {
            let tone = if word == value {
                Tone::Head
            } else {
                Tone::Quiet
            };
            (word.to_uppercase(), tone)
        };
        parts.push(PanelPart::Words(values.into_iter().map(word).collect()));
    }
    parts.extend(preview.map(PanelPart::Picture));
    if parts.is_empty() {
        return None;
    }
    Some(Panel {
        compact: about_alone,
        ..Panel::new(label, parts)
    })
}

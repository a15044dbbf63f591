//! Text of panels, line by line, for pixels and for terminals.

use std::ops::Range;

use super::{Figure, Panel, PanelList, PanelPart, PlacedPanel, Tone};
use crate::menu::wrap;
use crate::rules::Buttons;

/// Display label of each pad button.
const BUTTONS: [(Buttons, &str); 8] = [
    (Buttons::LEFT, "\u{2190}"),
    (Buttons::RIGHT, "\u{2192}"),
    (Buttons::UP, "\u{2191}"),
    (Buttons::DOWN, "\u{2193}"),
    (Buttons::SELECT, "SELECT"),
    (Buttons::START, "START"),
    (Buttons::B, "B"),
    (Buttons::A, "A"),
];

/// Line of a panel.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PanelLine {
    /// Content, from the left.
    pub spans: Vec<ToneSpan>,
    /// Length of the bar below the line, 0 to 1, if it has one.
    pub bar: Option<f32>,
    /// Row of the list that this line is part of.
    pub row: Option<usize>,
}

/// Part of a line with one tone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToneSpan {
    /// Column of its first letter.
    pub column: usize,
    /// Text.
    pub text: String,
    /// Tone.
    pub tone: Tone,
}

impl PanelLine {
    fn new(text: impl Into<String>, tone: Tone) -> PanelLine {
        PanelLine {
            spans: vec![ToneSpan {
                column: 0,
                text: text.into(),
                tone,
            }],
            ..PanelLine::default()
        }
    }

    /// Returns a line in the plain tone.
    pub(super) fn plain(text: impl Into<String>) -> PanelLine {
        PanelLine::new(text, Tone::Plain)
    }

    fn and(mut self, column: usize, text: impl Into<String>, tone: Tone) -> PanelLine {
        let text = text.into();
        self.spans.push(ToneSpan { column, text, tone });
        self
    }

    /// Returns the line's text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for span in &self.spans {
            let missing = span.column.saturating_sub(text.chars().count());
            text.extend(std::iter::repeat_n(' ', missing));
            text.push_str(&span.text);
        }
        text
    }
}

impl Panel {
    /// Returns the placed panel as lines of `columns` letters, title first. Drawings that letters cannot show are
    /// left out.
    ///
    /// # Panics
    ///
    /// If a line has no room for a letter.
    pub fn lines(&self, columns: usize, place: &PlacedPanel) -> Vec<PanelLine> {
        let parts = self.shown(place.is_compact);
        let needs = parts.iter().map(|part| part.least_lines(columns));
        let mut later: usize = needs.sum();
        let mut lines = title_lines(&self.title, columns);
        for part in parts {
            later -= part.least_lines(columns);
            let more = match part {
                PanelPart::List(list) => {
                    let room = place.height.saturating_sub(lines.len() + later);
                    list.lines(list.shown(room, columns), columns)
                }
                part => part.lines(columns),
            };
            lines.extend(more);
        }
        lines
    }

    /// Returns its parts, in full or in the compact form.
    pub(super) fn shown(&self, is_compact: bool) -> &[PanelPart] {
        match (&self.compact, is_compact) {
            (Some(parts), true) => parts,
            _ => &self.parts,
        }
    }
}

/// Returns the lines of a title, or none without a title.
pub(super) fn title_lines(title: &str, columns: usize) -> Vec<PanelLine> {
    let lines = wrap(title, columns).into_iter();
    let lines = lines.filter(|line| !line.is_empty());
    let lines = lines.map(|line| PanelLine::new(line.to_uppercase(), Tone::Head));
    lines.collect()
}

impl PanelPart {
    /// Returns the text of the part in lines of `columns` letters.
    pub(super) fn lines(&self, columns: usize) -> Vec<PanelLine> {
        match self {
            PanelPart::Text(text, tone) => {
                let lines = wrap(text, columns).into_iter();
                lines.map(|line| PanelLine::new(line, *tone)).collect()
            }
            PanelPart::Figures(figures) => figures
                .iter()
                .flat_map(|figure| figure.lines(columns))
                .collect(),
            PanelPart::Bars(bars) => {
                let lines = bars.iter().flat_map(|(figure, share)| {
                    let mut lines = figure.lines(columns);
                    if let Some(last) = lines.last_mut() {
                        last.bar = Some(share.clamp(0.0, 1.0));
                    }
                    lines
                });
                lines.collect()
            }
            PanelPart::List(list) => list.lines(0..list.rows.len(), columns),
            PanelPart::Keys(keys) => key_lines(keys, columns),
            PanelPart::Words(words) => word_lines(words, columns),
            PanelPart::Pad(held) => word_lines(&button_words(*held), columns),
            PanelPart::Map(map) => map.lines(columns),
            PanelPart::Curve(_)
            | PanelPart::Boards(_)
            | PanelPart::Meter { .. }
            | PanelPart::Picture(_) => Vec::new(),
        }
    }

    /// Returns its minimum number of lines.
    pub(super) fn least_lines(&self, columns: usize) -> usize {
        match self {
            PanelPart::List(list) => list.least_lines(columns),
            _ => self.lines(columns).len(),
        }
    }
}

impl Figure {
    /// Returns label and value in one line, or below each other if necessary.
    fn lines(&self, columns: usize) -> Vec<PanelLine> {
        let (word, value) = (self.word.chars().count(), self.value.chars().count());
        let has_both = word > 0 && value > 0;
        if word + value + usize::from(has_both) <= columns {
            let line = PanelLine::new(&self.word, Tone::Quiet);
            return vec![line.and(columns - value, &self.value, self.tone)];
        }
        let words = wrap(&self.word, columns).into_iter();
        let words = words.filter(|line| !line.is_empty());
        let values = wrap(&self.value, columns).into_iter();
        let values = values.filter(|line| !line.is_empty()).map(|line| {
            let column = columns - line.chars().count();
            PanelLine::default().and(column, line, self.tone)
        });
        words
            .map(|line| PanelLine::new(line, Tone::Quiet))
            .chain(values)
            .collect()
    }
}

impl PanelList {
    /// Returns the lines of some of its rows.
    pub(super) fn lines(&self, rows: Range<usize>, columns: usize) -> Vec<PanelLine> {
        let lines = rows.flat_map(|row| {
            let is_chosen = self.cursor == Some(row);
            self.rows[row]
                .lines(columns)
                .into_iter()
                .map(move |mut line| {
                    line.row = Some(row);
                    if is_chosen {
                        line.spans
                            .iter_mut()
                            .for_each(|span| span.tone = Tone::Head);
                    }
                    line
                })
        });
        lines.collect()
    }

    /// Returns the number of lines that the minimum number of rows needs, counting the rows with the most lines.
    pub(super) fn least_lines(&self, columns: usize) -> usize {
        let rows = 0..self.rows.len();
        let mut lengths: Vec<usize> = rows
            .map(|row| self.lines(row..row + 1, columns).len())
            .collect();
        lengths.sort_unstable_by(|one, other| other.cmp(one));
        lengths.iter().take(self.least).sum()
    }

    /// Returns as many rows around the cursor as fit into `lines` lines.
    pub(super) fn shown(&self, lines: usize, columns: usize) -> Range<usize> {
        let length = |row: usize| self.lines(row..row + 1, columns).len();
        let cursor = self.cursor.unwrap_or(0).min(self.rows.len());
        let (mut first, mut end, mut used) = (cursor, cursor, 0);
        // Adds rows below and above in turn, as long as there is room.
        loop {
            let before = (first, end);
            if end < self.rows.len() && used + length(end) <= lines {
                used += length(end);
                end += 1;
            }
            if first > 0 && used + length(first - 1) <= lines {
                first -= 1;
                used += length(first);
            }
            if (first, end) == before {
                return first..end;
            }
        }
    }
}

/// Returns keys with their actions beside them, or below them if the names of keys are long.
fn key_lines(keys: &[(String, String)], columns: usize) -> Vec<PanelLine> {
    let longest = keys.iter().map(|(key, _)| key.chars().count());
    let longest = longest.max().unwrap_or(0);
    // At most half the line. A longer name gets a line of its own.
    let indent = (longest + 1).min(columns / 2);
    let mut lines = Vec::new();
    for (key, does) in keys {
        let said = wrap(does, columns - indent);
        let stands_alone = key.chars().count() >= indent;
        let mut said = said.into_iter();
        if stands_alone {
            let names = wrap(key, columns).into_iter();
            lines.extend(names.map(|name| PanelLine::new(name, Tone::Head)));
        } else if let Some(first) = said.next() {
            lines.push(PanelLine::new(key, Tone::Head).and(indent, first, Tone::Plain));
        }
        lines.extend(said.map(|line| PanelLine::default().and(indent, line, Tone::Plain)));
    }
    lines
}

/// Returns all buttons of a pad, with the held ones highlighted.
fn button_words(held: Buttons) -> Vec<(String, Tone)> {
    let words = BUTTONS.map(|(button, word)| {
        let tone = if held.has(button) {
            Tone::Head
        } else {
            Tone::Quiet
        };
        (word.to_owned(), tone)
    });
    words.into()
}

/// Returns words one after the other, separated by spaces.
fn word_lines(words: &[(String, Tone)], columns: usize) -> Vec<PanelLine> {
    let mut lines = vec![PanelLine::default()];
    let mut column = 0;
    for (word, tone) in words {
        for word in wrap(word, columns) {
            let letters = word.chars().count();
            if column > 0 && column + letters > columns {
                lines.push(PanelLine::default());
                column = 0;
            }
            let line = lines.last_mut().expect("there is always a line");
            *line = std::mem::take(line).and(column, word, *tone);
            column += letters + 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(part: &PanelPart, columns: usize) -> Vec<String> {
        part.lines(columns).iter().map(PanelLine::text).collect()
    }

    #[test]
    fn what_a_word_stands_for_is_at_the_right_end_or_below_it() {
        let figures = PanelPart::Figures(vec![
            Figure::new("LINES", "230"),
            Figure::new("TRANSITION", "612,340"),
        ]);
        assert_eq!(
            texts(&figures, 12),
            ["LINES    230", "TRANSITION", "     612,340"]
        );
    }

    #[test]
    fn long_names_of_keys_stand_alone() {
        let keys = [("F1", "ALL KEYS"), ("RIGHTBRACKET", "NEXT PIECE")];
        let keys = keys.map(|(key, does)| (key.to_owned(), does.to_owned()));
        let part = PanelPart::Keys(keys.into());
        let narrow = [
            "F1      ALL KEYS",
            "RIGHTBRACKET",
            "        NEXT",
            "        PIECE",
        ];
        assert_eq!(texts(&part, 16), narrow);
        let wide = ["F1           ALL KEYS", "RIGHTBRACKET NEXT PIECE"];
        assert_eq!(texts(&part, 28), wide);
    }

    #[test]
    fn a_list_shows_the_rows_around_its_cursor() {
        let rows = (0..9).map(|row| Figure::new(format!("ROW {row}"), "1"));
        let mut list = PanelList {
            rows: rows.collect(),
            cursor: None,
            least: 1,
        };
        assert_eq!(list.shown(4, 20), 0..4);
        list.cursor = Some(5);
        assert_eq!(list.shown(4, 20), 3..7);
        list.cursor = Some(8);
        assert_eq!(list.shown(4, 20), 5..9);
        assert_eq!(list.shown(40, 20), 0..9);
        assert_eq!(list.shown(0, 20), 8..8);
    }

    #[test]
    fn no_line_is_longer_than_its_room_and_no_word_is_lost() {
        let figure = Figure::new("a word that is rather long", "and what it stands for");
        let parts = [
            PanelPart::Text(
                "what is said of a move, in a whole sentence".to_owned(),
                Tone::Plain,
            ),
            PanelPart::Figures(vec![figure.clone()]),
            PanelPart::Bars(vec![(figure.clone(), 0.5)]),
            PanelPart::List(PanelList {
                rows: vec![figure.clone(); 3],
                cursor: Some(1),
                least: 3,
            }),
            PanelPart::Keys(vec![(figure.word.clone(), figure.value.clone())]),
            PanelPart::Words(vec![("left".to_owned(), Tone::Plain); 9]),
        ];
        let joined = |texts: Vec<String>| -> String {
            let words: Vec<String> = texts;
            words.join(" ").split_whitespace().collect()
        };
        for part in parts {
            let whole = joined(texts(&part, 60));
            for columns in 4..60 {
                let lines = texts(&part, columns);
                assert!(
                    lines.iter().all(|line| line.chars().count() <= columns),
                    "{lines:?}"
                );
                assert_eq!(joined(lines), whole, "{columns}");
            }
        }
    }
}

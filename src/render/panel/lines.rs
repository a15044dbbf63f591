//! Text of panels, line by line, for pixels and for terminals.

use std::ops::Range;

use super::{Figure, LengthUnit, Panel, PanelList, PanelPart, PlacedPanel, Tone};
use crate::rules::{Buttons, Pose};

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

/// Width of a drawn lock, and least width of the label before it, so that the locks in a list are aligned.
pub(super) const LOCK_WIDTH: usize = 30;
const NUMBER: usize = 8;

/// Line of a panel.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PanelLine {
    /// Content, from the left.
    pub spans: Vec<ToneSpan>,
    /// Length of the bar below the line, 0 to 1, if it has one.
    pub bar: Option<f32>,
    /// Row of the list that this line is part of.
    pub row: Option<usize>,
    /// Drawn lock and its position in the line.
    pub lock: Option<(usize, Pose)>,
}

/// Part of a line with one tone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToneSpan {
    /// Position of its first letter, in the unit of the [`LengthUnit`].
    pub at: usize,
    /// Text.
    pub text: String,
    /// Tone.
    pub tone: Tone,
}

impl PanelLine {
    fn new(text: impl Into<String>, tone: Tone) -> PanelLine {
        PanelLine::default().and(0, text, tone)
    }

    /// Returns a line in the plain tone.
    pub(super) fn plain(text: impl Into<String>) -> PanelLine {
        PanelLine::new(text, Tone::Plain)
    }

    fn and(mut self, at: usize, text: impl Into<String>, tone: Tone) -> PanelLine {
        let text = text.into();
        self.spans.push(ToneSpan { at, text, tone });
        self
    }

    /// Returns the text of a line measured in letters.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for span in &self.spans {
            let missing = span.at.saturating_sub(text.chars().count());
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
        let ruler = LengthUnit::Letters;
        let parts = self.shown(place.is_compact);
        let needs = parts.iter().map(|part| part.least_lines(ruler, columns));
        let mut later: usize = needs.sum();
        let mut lines = title_lines(&self.title, columns);
        for part in parts {
            later -= part.least_lines(ruler, columns);
            let room = place.height.saturating_sub(lines.len() + later);
            lines.extend(part.fitting(room, ruler, columns));
        }
        lines
    }

    /// Returns the panel's parts, in full or in the compact form.
    pub(super) fn shown(&self, is_compact: bool) -> &[PanelPart] {
        match (&self.compact, is_compact) {
            (Some(parts), true) => parts,
            _ => &self.parts,
        }
    }
}

/// Returns the lines of a title, or none without a title.
pub(super) fn title_lines(title: &str, columns: usize) -> Vec<PanelLine> {
    let lines = LengthUnit::Letters.wrap(title, columns).into_iter();
    let lines = lines.filter(|line| !line.is_empty());
    let lines = lines.map(|line| PanelLine::new(line.to_uppercase(), Tone::Head));
    lines.collect()
}

impl PanelPart {
    /// Returns the text of the part in lines of this length.
    pub(super) fn lines(&self, ruler: LengthUnit, room: usize) -> Vec<PanelLine> {
        match self {
            PanelPart::Text(text, tone) => {
                let lines = ruler.wrap(text, room).into_iter();
                lines.map(|line| PanelLine::new(line, *tone)).collect()
            }
            PanelPart::KeyFigure(figure) => figure.lines(ruler, room),
            PanelPart::Figures(figures) => figures
                .iter()
                .flat_map(|figure| figure.lines(ruler, room))
                .collect(),
            PanelPart::Bars(bars) => {
                let lines = bars.iter().flat_map(|(figure, share)| {
                    let mut lines = figure.lines(ruler, room);
                    if let Some(last) = lines.last_mut() {
                        last.bar = Some(share.clamp(0.0, 1.0));
                    }
                    lines
                });
                lines.collect()
            }
            PanelPart::List(list) => list.lines(0..list.rows.len(), ruler, room),
            PanelPart::Keys(keys) | PanelPart::MoreKeys { keys, .. } => {
                key_lines(keys, ruler, room)
            }
            PanelPart::Words(words) => word_lines(words, ruler, room),
            PanelPart::Pad(held) => word_lines(&button_words(*held), ruler, room),
            PanelPart::Map(map) => map.lines(room),
            PanelPart::Curve(_)
            | PanelPart::Timeline(_)
            | PanelPart::Boards(_)
            | PanelPart::Meter { .. }
            | PanelPart::Picture(_) => Vec::new(),
        }
    }

    /// Returns the part's minimum number of lines.
    pub(super) fn least_lines(&self, ruler: LengthUnit, room: usize) -> usize {
        match self {
            PanelPart::List(list) => list.least_lines(ruler, room),
            PanelPart::MoreKeys { keys, least } => key_lines(&keys[..*least], ruler, room).len(),
            _ => self.lines(ruler, room).len(),
        }
    }

    /// Returns the text of the part in lines of this length. Lists and long lists of keys show as much as fits into
    /// `lines` lines.
    pub(super) fn fitting(&self, lines: usize, ruler: LengthUnit, room: usize) -> Vec<PanelLine> {
        match self {
            PanelPart::List(list) => list.fitting(lines, ruler, room),
            PanelPart::MoreKeys { keys, least } => {
                let shown = |count: usize| key_lines(&keys[..count], ruler, room);
                let mut counts = (*least..=keys.len()).rev();
                let most = counts.find(|&count| shown(count).len() <= lines);
                shown(most.unwrap_or(*least))
            }
            part => part.lines(ruler, room),
        }
    }
}

impl Figure {
    /// Returns the label and, at the right end of its first line, the value. The label wraps beside the value. A value
    /// that leaves the label too little room stands below it.
    fn lines(&self, ruler: LengthUnit, room: usize) -> Vec<PanelLine> {
        let label = match (&self.lock, ruler) {
            (Some(lock), LengthUnit::Letters) => {
                let notation = lock.pose.notation().to_string();
                let words = [&*self.word, lock.remark, &*notation, &*lock.words];
                let words = words.into_iter().filter(|word| !word.is_empty());
                &words.collect::<Vec<_>>().join(" ")
            }
            _ => &self.word,
        };
        let icon = self.lock.as_ref().filter(|_| ruler == LengthUnit::Pixels);
        let (word, value) = (ruler.width(label), ruler.width(&self.value));
        let between = if word > 0 && value > 0 {
            ruler.gap()
        } else {
            0
        };
        let beside = room.saturating_sub(value + between);
        let longest = label.split(' ').map(|word| ruler.width(word)).max();
        let mut lines: Vec<PanelLine> = Vec::new();
        let has_room = longest.unwrap_or(0) <= beside;
        let width = if has_room { beside } else { room };
        if word > 0 {
            let words = ruler.wrap(label, width.max(1)).into_iter();
            lines.extend(words.map(|line| PanelLine::new(line, Tone::Quiet)));
        }
        if let Some(icon) = icon {
            let mut line = lines.pop().unwrap_or_default();
            let at = if word > 0 {
                word.max(NUMBER) + ruler.gap()
            } else {
                0
            };
            line.lock = Some((at, icon.pose));
            let after = at + LOCK_WIDTH + ruler.gap();
            // The remark is left out if the value leaves it no room.
            let notation = icon.pose.notation().to_string();
            let remarked = format!("{notation} {}", icon.remark);
            let fits = !icon.remark.is_empty() && after + ruler.width(&remarked) <= beside;
            line = line.and(after, if fits { remarked } else { notation }, self.tone);
            lines.push(line);
        }
        if value > 0 && value <= room && has_room {
            if lines.is_empty() {
                lines.push(PanelLine::default());
            }
            let first = std::mem::take(&mut lines[0]);
            lines[0] = first.and(room - value, &self.value, self.tone);
        } else if value > 0 {
            let values = ruler.wrap(&self.value, room).into_iter();
            lines.extend(values.map(|line| {
                let at = room - ruler.width(&line);
                PanelLine::default().and(at, line, self.tone)
            }));
        }
        lines
    }
}

/// Number of lines from which a list counts the rows that it leaves out.
const MORE_FROM: usize = 3;

impl PanelList {
    /// Returns the lines of some rows of the list.
    pub(super) fn lines(
        &self,
        rows: Range<usize>,
        ruler: LengthUnit,
        room: usize,
    ) -> Vec<PanelLine> {
        let lines = rows.flat_map(|row| {
            let is_chosen = self.cursor == Some(row);
            let mut lines = self.rows[row].lines(ruler, room);
            for line in &mut lines {
                line.row = Some(row);
                let spans = line.spans.iter_mut().filter(|_| is_chosen);
                spans.for_each(|span| span.tone = Tone::Head);
            }
            lines
        });
        lines.collect()
    }

    /// Returns as many rows around the cursor as fit into `lines` lines. If rows are left out, the last line counts them.
    pub(super) fn fitting(&self, lines: usize, ruler: LengthUnit, room: usize) -> Vec<PanelLine> {
        let all = self.shown(lines, ruler, room);
        if all.len() == self.rows.len() || lines < MORE_FROM {
            return self.lines(all, ruler, room);
        }
        let shown = self.shown(lines - 1, ruler, room);
        let more = format!("{} more", self.rows.len() - shown.len());
        let mut lines = self.lines(shown, ruler, room);
        lines.push(PanelLine::new(more, Tone::Quiet));
        lines
    }

    /// Returns the number of lines that the list needs to show its minimum number of rows, even if these are its
    /// longest rows.
    pub(super) fn least_lines(&self, ruler: LengthUnit, room: usize) -> usize {
        let rows = self.rows.iter();
        let mut lengths: Vec<usize> = rows.map(|row| row.lines(ruler, room).len()).collect();
        lengths.sort_unstable_by(|one, other| other.cmp(one));
        lengths.iter().take(self.least).sum()
    }

    /// Returns as many rows around the cursor as fit into `lines` lines.
    pub(super) fn shown(&self, lines: usize, ruler: LengthUnit, room: usize) -> Range<usize> {
        let length = |row: usize| self.rows[row].lines(ruler, room).len();
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
fn key_lines(keys: &[(String, String)], ruler: LengthUnit, room: usize) -> Vec<PanelLine> {
    let longest = keys.iter().map(|(key, _)| ruler.width(key));
    let longest = longest.max().unwrap_or(0);
    // Indent by at most half the line. A longer name gets a line of its own.
    let indent = (longest + ruler.gap()).min(room / 2);
    let mut lines = Vec::new();
    for (key, does) in keys {
        let mut does = ruler.wrap(does, room - indent).into_iter();
        if ruler.width(key) >= indent {
            let names = ruler.wrap(key, room).into_iter();
            lines.extend(names.map(|name| PanelLine::new(name, Tone::Head)));
        } else if let Some(first) = does.next() {
            lines.push(PanelLine::new(key, Tone::Head).and(indent, first, Tone::Plain));
        }
        lines.extend(does.map(|line| PanelLine::default().and(indent, line, Tone::Plain)));
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
fn word_lines(words: &[(String, Tone)], ruler: LengthUnit, room: usize) -> Vec<PanelLine> {
    let mut lines = vec![PanelLine::default()];
    let mut at = 0;
    for (word, tone) in words {
        for word in ruler.wrap(word, room) {
            let width = ruler.width(&word);
            if at > 0 && at + width > room {
                lines.push(PanelLine::default());
                at = 0;
            }
            let line = lines.last_mut().expect("there is always a line");
            *line = std::mem::take(line).and(at, word, *tone);
            at += width + ruler.gap();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(part: &PanelPart, columns: usize) -> Vec<String> {
        part.lines(LengthUnit::Letters, columns)
            .iter()
            .map(PanelLine::text)
            .collect()
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
        let two = PanelPart::Figures(vec![Figure::new("PIECES SINCE THE LAST I", "13")]);
        assert_eq!(
            texts(&two, 16),
            ["PIECES SINCE  13", "THE LAST I"],
            "the value stays beside its label"
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
        assert_eq!(list.shown(4, LengthUnit::Letters, 20), 0..4);
        list.cursor = Some(5);
        assert_eq!(list.shown(4, LengthUnit::Letters, 20), 3..7);
        list.cursor = Some(8);
        assert_eq!(list.shown(4, LengthUnit::Letters, 20), 5..9);
        assert_eq!(list.shown(40, LengthUnit::Letters, 20), 0..9);
        assert_eq!(list.shown(0, LengthUnit::Letters, 20), 8..8);
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
        // A value stands beside the first line of a label that wraps.
        let joined = |texts: Vec<String>| -> Vec<char> {
            let mut letters: Vec<char> = texts
                .concat()
                .split_whitespace()
                .flat_map(str::chars)
                .collect();
            letters.sort_unstable();
            letters
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

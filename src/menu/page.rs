//! A page of rows with a cursor.

use super::field::Field;
use super::sheet::{Line, Preview, Sheet};
use super::text::{fitting, wrap};

/// What hands do in a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The row above.
    Up,
    /// The row below.
    Down,
    /// The value before.
    Left,
    /// The value after.
    Right,
    /// Several rows up.
    PageUp,
    /// Several rows down.
    PageDown,
    /// Chooses the row: button A, Enter, a click.
    Accept,
    /// Does what the page is for, wherever the cursor is: button Start.
    Start,
    /// Leaves the page: button B, Escape.
    Back,
    /// A letter or digit is typed.
    Letter(char),
    /// The last letter is taken away.
    Erase,
    /// A pointer moves to this column (0-255) and row (0-239) of the picture in pixels.
    Point(usize, usize),
    /// A pointer presses there.
    Press(usize, usize),
}

/// What came of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// Nothing but perhaps another place of the cursor.
    Nothing,
    /// The row of this name was chosen.
    Chosen(T),
    /// The row of this name has another value.
    Changed(T),
    /// The page is left.
    Left,
}

/// A row of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<T> {
    /// The maker's name for it.
    pub name: T,
    /// What it is called on the page.
    pub label: String,
    /// What it holds.
    pub field: Field,
    /// What it is good for.
    pub hint: String,
}

impl<T> Row<T> {
    /// A row of that name.
    pub fn new(name: T, label: &str, field: Field, hint: &str) -> Row<T> {
        Row {
            name,
            label: label.to_owned(),
            field,
            hint: hint.to_owned(),
        }
    }
}

/// A page of a menu: rows, one of which the cursor is on.
#[derive(Clone, Debug)]
pub struct Page<T> {
    title: String,
    rows: Vec<Row<T>>,
    /// The row under the cursor; never a heading where there is another row.
    cursor: usize,
    /// Whether the row under the cursor is being written with a gamepad.
    is_writing: bool,
    /// The number that is being typed, of which the row may hold one nearby that is allowed.
    typed: Option<u32>,
    /// What Start chooses, wherever the cursor is; without it Start chooses the row.
    start: Option<T>,
    preview: Option<Preview>,
}

/// Rows that a page up or down skips.
const PAGE: usize = 8;

impl<T: Clone + PartialEq> Page<T> {
    /// A page with the cursor on its first row that can be chosen.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn new(title: &str, rows: Vec<Row<T>>) -> Page<T> {
        assert!(!rows.is_empty(), "a page has a row");
        let mut page = Page {
            title: title.to_owned(),
            rows,
            cursor: 0,
            is_writing: false,
            typed: None,
            start: None,
            preview: None,
        };
        page.cursor = page.next_row(page.rows.len() - 1, 1);
        page
    }

    /// The page, on which Start always chooses that row.
    #[must_use]
    pub fn started_by(mut self, name: T) -> Page<T> {
        self.start = Some(name);
        self
    }

    /// Shows a small picture beside the hint, or none.
    pub fn set_preview(&mut self, preview: Option<Preview>) {
        self.preview = preview;
    }

    /// Says something else of the row under the cursor.
    pub fn set_hint(&mut self, hint: &str) {
        hint.clone_into(&mut self.rows[self.cursor].hint);
    }

    /// Puts other rows in the place of these; the cursor stays on the row of its name, or as far down
    /// as it was.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn set_rows(&mut self, rows: Vec<Row<T>>) {
        assert!(!rows.is_empty(), "a page has a row");
        let name = self.name().clone();
        self.rows = rows;
        let place = self.rows.iter().position(|row| row.name == name);
        self.is_writing &= place.is_some();
        let place = place.unwrap_or(self.cursor.min(self.rows.len() - 1));
        let count = self.rows.len();
        self.cursor = self.next_row((place + count - 1) % count, 1);
    }

    /// The name of the row under the cursor.
    pub fn name(&self) -> &T {
        &self.rows[self.cursor].name
    }

    /// What the row of that name holds; nothing without such a row.
    pub fn field(&self, name: &T) -> Option<&Field> {
        let row = self.rows.iter().find(|row| row.name == *name);
        row.map(|row| &row.field)
    }

    /// Puts the cursor on the row of that name, if there is one.
    pub fn go_to(&mut self, name: &T) {
        let place = self.rows.iter().position(|row| row.name == *name);
        self.cursor = place.unwrap_or(self.cursor);
    }

    /// Whether letters and digits are typed here rather than used as buttons.
    pub fn takes_letters(&self) -> bool {
        let field = &self.rows[self.cursor].field;
        matches!(field, Field::Text { .. } | Field::Number { .. })
    }

    /// The next row from `place` that can be chosen, `step` being 1 or -1; it goes round.
    fn next_row(&self, place: usize, step: isize) -> usize {
        let count = self.rows.len() as isize;
        let mut next = place as isize;
        for _ in 0..count {
            next = (next + step).rem_euclid(count);
            if self.rows[next as usize].field != Field::Heading {
                break;
            }
        }
        next as usize
    }

    /// Does what an input asks for.
    pub fn press(&mut self, input: Input) -> Answer<T> {
        if self.is_writing
            && let Some(answer) = self.write(input)
        {
            return answer;
        }
        if !matches!(input, Input::Letter(_) | Input::Erase) {
            self.typed = None;
        }
        match input {
            Input::Up => self.cursor = self.next_row(self.cursor, -1),
            Input::Down => self.cursor = self.next_row(self.cursor, 1),
            Input::PageUp => self.skip(self.cursor.saturating_sub(PAGE), 1),
            Input::PageDown => self.skip((self.cursor + PAGE).min(self.rows.len() - 1), -1),
            Input::Left | Input::Right => {
                let changed = self.rows[self.cursor].field.turn(input == Input::Right);
                return self.changed(changed);
            }
            Input::Letter(letter) => {
                let changed = self.type_letter(letter);
                return self.changed(changed);
            }
            Input::Erase => {
                let changed = self.erase();
                return self.changed(changed);
            }
            Input::Accept => return self.accept(),
            Input::Start => {
                return match &self.start {
                    Some(start) => Answer::Chosen(start.clone()),
                    None => self.accept(),
                };
            }
            Input::Back => return Answer::Left,
            Input::Point(column, row) => {
                if let Some(line) = self.line_at(column, row) {
                    self.cursor = line.row;
                }
            }
            Input::Press(column, row) => return self.click(column, row),
        }
        Answer::Nothing
    }

    /// Types a letter of a text, or a digit of a number: digits go on as long as they make one that
    /// is not too great.
    fn type_letter(&mut self, letter: char) -> bool {
        let field = &mut self.rows[self.cursor].field;
        let Some(greatest) = field.greatest() else {
            return field.type_letter(letter);
        };
        let Some(digit) = letter.to_digit(10) else {
            return false;
        };
        let longer = (self.typed.unwrap_or(0).saturating_mul(10)).saturating_add(digit);
        let typed = if longer > greatest { digit } else { longer };
        self.typed = Some(typed);
        field.set_number(typed)
    }

    fn erase(&mut self) -> bool {
        let field = &mut self.rows[self.cursor].field;
        if field.greatest().is_none() {
            return field.erase();
        }
        let before = self.typed.or_else(|| field.value().parse().ok());
        let typed = before.unwrap_or(0) / 10;
        self.typed = Some(typed);
        field.set_number(typed)
    }

    /// Goes to the row at `place`, or on from there by `step` if it cannot be chosen.
    fn skip(&mut self, place: usize, step: isize) {
        let count = self.rows.len() as isize;
        let before = (place as isize - step).rem_euclid(count) as usize;
        self.cursor = self.next_row(before, step);
    }

    fn changed(&self, is_changed: bool) -> Answer<T> {
        if is_changed {
            Answer::Changed(self.name().clone())
        } else {
            Answer::Nothing
        }
    }

    fn accept(&mut self) -> Answer<T> {
        match &mut self.rows[self.cursor].field {
            Field::Heading | Field::Told(_) => Answer::Nothing,
            Field::Act | Field::Shown(_) => Answer::Chosen(self.name().clone()),
            Field::Text { .. } => {
                self.is_writing = true;
                Answer::Nothing
            }
            field => {
                let changed = field.turn(true);
                self.changed(changed)
            }
        }
    }

    /// What buttons do while a text is written: up and down change its last letter, right adds one,
    /// left takes it away. Letters go the usual way.
    fn write(&mut self, input: Input) -> Option<Answer<T>> {
        let field = &mut self.rows[self.cursor].field;
        let changed = match input {
            Input::Up | Input::Down => field.spin(input == Input::Down),
            Input::Right => {
                let Field::Text { letters, value, .. } = &*field else {
                    return None;
                };
                let first = value.chars().last().or(letters.chars().next());
                first.is_some_and(|first| field.type_letter(first))
            }
            Input::Left => field.erase(),
            Input::Accept | Input::Start | Input::Back => {
                self.is_writing = false;
                return Some(Answer::Nothing);
            }
            Input::Point(..) => return Some(Answer::Nothing),
            Input::Press(..) => {
                self.is_writing = false;
                return None;
            }
            _ => return None,
        };
        Some(self.changed(changed))
    }

    /// A click on a row chooses it; on the left half of a value that turns it goes back.
    fn click(&mut self, column: usize, row: usize) -> Answer<T> {
        if (Sheet::FOOTER_Y..Sheet::FOOTER_Y + Sheet::PITCH).contains(&row) {
            return Answer::Left;
        }
        let Some(line) = self.line_at(column, row) else {
            return Answer::Nothing;
        };
        self.cursor = line.row;
        let value = 8 * (Sheet::LEFT + Sheet::VALUE_COLUMN);
        let is_left_half = column + 8 >= value && column < value + 4 * Sheet::VALUE_COLUMNS;
        if line.turns && is_left_half {
            return self.press(Input::Left);
        }
        self.accept()
    }

    /// The line at a place of the picture, if it can be chosen.
    fn line_at(&self, column: usize, row: usize) -> Option<Line> {
        let place = row.checked_sub(Sheet::FIRST_Y)? / Sheet::PITCH;
        let within = (Sheet::LEFT..Sheet::LEFT + Sheet::COLUMNS).contains(&(column / 8));
        let line = self.sheet().lines.into_iter().nth(place)?;
        (within && !line.is_heading).then_some(line)
    }

    /// What the page looks like.
    pub fn sheet(&self) -> Sheet {
        let lines: Vec<Line> = (0..self.rows.len())
            .flat_map(|row| self.lines(row))
            .collect();
        let chosen = lines.iter().position(|line| line.is_chosen).unwrap_or(0);
        let room = Sheet::lines_at_most(self.preview.is_some());
        let hidden = lines.len().saturating_sub(room);
        let top = chosen.saturating_sub(room / 2).min(hidden);
        let row = &self.rows[self.cursor];
        let (rows, columns) = Sheet::hint_size(self.preview.as_ref());
        let mut hint = wrap(&row.hint, columns);
        hint.truncate(rows);
        Sheet {
            title: self.title.clone(),
            more: (top > 0, top < hidden),
            lines: lines.into_iter().skip(top).take(room).collect(),
            hint,
            footer: self.footer().to_owned(),
            preview: self.preview.clone(),
        }
    }

    /// The one or two lines of a row.
    fn lines(&self, row: usize) -> Vec<Line> {
        let Row { label, field, .. } = &self.rows[row];
        let is_chosen = row == self.cursor;
        let is_written = is_chosen && matches!(field, Field::Text { .. });
        let value = field.value();
        let line = Line {
            row,
            label: fitting(label, Sheet::COLUMNS),
            value: String::new(),
            is_chosen,
            is_heading: *field == Field::Heading,
            turns: false,
            is_written: false,
        };
        if value.is_empty() && !is_written {
            return vec![line];
        }
        let turns = field.turns();
        let is_short = value.chars().count() <= Sheet::VALUE_COLUMNS
            && label.chars().count() < Sheet::VALUE_COLUMN - 1;
        if is_short {
            return vec![Line {
                value,
                turns,
                is_written,
                ..line
            }];
        }
        let second = Line {
            label: String::new(),
            value: fitting(&value, Sheet::COLUMNS - 4),
            turns,
            is_written,
            ..line.clone()
        };
        vec![line, second]
    }

    /// What buttons do for the row under the cursor.
    fn footer(&self) -> &'static str {
        match &self.rows[self.cursor].field {
            Field::Text { .. } if self.is_writing => {
                "\u{2191}\u{2193} \u{2190}\u{2192}: LETTERS  A: DONE"
            }
            Field::Text { .. } => "TYPE/A: WRITE  ESC/B: BACK",
            Field::Number { .. } => "\u{2190}\u{2192}, DIGITS  ESC/B: BACK",
            Field::Choice { .. } => "\u{2190}\u{2192}: CHANGE  ESC/B: BACK",
            Field::Told(_) => "ESC/B: BACK",
            _ => "ENTER/A: CHOOSE  ESC/B: BACK",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page<char> {
        let row = |name, field| Row::new(name, &format!("row {name}"), field, "what it is for");
        let text = Field::Text {
            value: String::new(),
            letters: "ABC",
            max: 3,
            empty: "any".to_owned(),
        };
        let rows = vec![
            row('h', Field::Heading),
            row('a', Field::Act),
            row('c', Field::choice(&["x", "y"], "x")),
            row('n', Field::number(5, 0, 9)),
            row('t', text),
        ];
        Page::new("page", rows).started_by('a')
    }

    /// The page after these inputs, and what came of the last one.
    fn after(inputs: &[Input]) -> (Page<char>, Answer<char>) {
        let mut page = page();
        let answers = inputs.iter().map(|&input| page.press(input));
        let last = answers.last().unwrap();
        (page, last)
    }

    #[test]
    fn the_cursor_goes_round_and_passes_over_headings() {
        use Input::{Down, Up};
        assert_eq!(page().name(), &'a');
        assert_eq!(after(&[Up]).0.name(), &'t');
        assert_eq!(after(&[Down, Down, Down, Down]).0.name(), &'a');
        assert_eq!(after(&[Input::PageDown]).0.name(), &'t');
        assert_eq!(after(&[Input::PageDown, Input::PageUp]).0.name(), &'a');
    }

    #[test]
    fn values_change_and_start_works_from_everywhere() {
        use Input::{Accept, Back, Down, Left, Letter, Start};
        assert_eq!(after(&[Accept]).1, Answer::Chosen('a'));
        let (page, answer) = after(&[Down, Left]);
        assert_eq!(answer, Answer::Changed('c'));
        assert_eq!(page.field(&'c').unwrap().value(), "y");
        let (page, answer) = after(&[Down, Down, Letter('7')]);
        assert_eq!(answer, Answer::Changed('n'));
        assert_eq!(page.field(&'n').unwrap().value(), "7");
        assert_eq!(after(&[Down, Down, Start]).1, Answer::Chosen('a'));
        assert_eq!(after(&[Down, Back]).1, Answer::Left);
    }

    #[test]
    fn a_number_is_typed_digit_by_digit_through_what_is_not_allowed() {
        let hertz = Field::Number {
            value: 90,
            range: (60, 240),
            step: 30,
        };
        let mut page = Page::new("page", vec![Row::new('h', "loop", hertz, "")]);
        let mut typed = |text: &str| {
            for letter in text.chars() {
                page.press(Input::Letter(letter));
            }
            page.press(Input::Down);
            page.field(&'h').unwrap().value()
        };
        assert_eq!(typed("120"), "120");
        assert_eq!(typed("9"), "60", "the least one");
        assert_eq!(typed("99210"), "210", "too great a number begins anew");
        assert_eq!(typed("135"), "120", "the nearest one below");
    }

    #[test]
    fn a_text_is_typed_or_written_with_the_pad() {
        use Input::{Accept, Back, Down, Erase, Left, Letter, Right, Up};
        let value = |inputs: &[Input]| {
            let all: Vec<Input> = [Up].iter().chain(inputs).copied().collect();
            after(&all).0.field(&'t').unwrap().value()
        };
        assert_eq!(value(&[Letter('c'), Letter('x'), Letter('a')]), "CA");
        assert_eq!(value(&[Letter('c'), Erase]), "any");
        assert_eq!(value(&[Accept, Down, Right, Down, Right]), "ABB");
        assert_eq!(value(&[Accept, Down, Right, Up, Left]), "A");
        let (page, answer) = after(&[Up, Accept, Down, Back]);
        assert_eq!((answer, page.name()), (Answer::Nothing, &'t'));
    }

    #[test]
    fn a_pointer_chooses_what_it_presses() {
        let at = |row: usize| Sheet::FIRST_Y + Sheet::PITCH * row + 5;
        let (page, answer) = after(&[Input::Point(40, at(3))]);
        assert_eq!((page.name(), answer), (&'n', Answer::Nothing));
        assert_eq!(after(&[Input::Press(40, at(1))]).1, Answer::Chosen('a'));
        assert_eq!(after(&[Input::Press(40, at(0))]).1, Answer::Nothing);
        let value = 8 * (Sheet::LEFT + Sheet::VALUE_COLUMN);
        let number = |column| {
            let (page, _) = after(&[Input::Press(column, at(3))]);
            page.field(&'n').unwrap().value()
        };
        assert_eq!(number(value), "4");
        assert_eq!(number(value + 8 * Sheet::VALUE_COLUMNS - 8), "6");
        let footer = Input::Press(70, Sheet::FOOTER_Y + 3);
        assert_eq!(after(&[footer]).1, Answer::Left);
    }

    #[test]
    fn other_rows_leave_the_cursor_where_it_was() {
        let mut page = after(&[Input::Down, Input::Down]).0;
        let rows = vec![
            Row::new('n', "number", Field::number(5, 0, 9), ""),
            Row::new('z', "last", Field::Act, ""),
        ];
        page.set_rows(rows);
        assert_eq!(page.name(), &'n');
        page.set_rows(vec![Row::new('q', "other", Field::Act, "")]);
        assert_eq!(page.name(), &'q');
    }

    #[test]
    fn long_pages_scroll_and_long_values_have_a_line_of_their_own() {
        let rows = (0..40).map(|row| {
            let value = if row == 20 {
                "a value that is far too long for one line"
            } else {
                "short"
            };
            Row::new(row, "label", Field::Shown(value.to_owned()), "")
        });
        let mut page = Page::new("long", rows.collect());
        assert_eq!(page.sheet().more, (false, true));
        for row in 0..40 {
            let sheet = page.sheet();
            assert!(sheet.lines.len() <= Sheet::LINES);
            assert!(
                sheet
                    .lines
                    .iter()
                    .any(|line| line.is_chosen && line.row == row)
            );
            for line in &sheet.lines {
                assert!(line.value.chars().count() <= Sheet::COLUMNS - 4);
            }
            page.press(Input::Down);
        }
        page.press(Input::Up);
        assert_eq!(page.sheet().more, (true, false));
    }
}

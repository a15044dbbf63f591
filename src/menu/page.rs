//! Pages of rows with a cursor.

use super::field::Field;
use super::icon::Icon;
use super::sheet::{Column, Preview, Sheet, SheetLine, SheetPicture, ValueDescription};
use super::text::{ending, fitting};

/// Input of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Moves to the row above.
    Up,
    /// Moves to the row below.
    Down,
    /// Selects the previous value.
    Left,
    /// Selects the next value.
    Right,
    /// Moves several rows up.
    PageUp,
    /// Moves several rows down.
    PageDown,
    /// Chooses the row: button A, or a click.
    Accept,
    /// Finishes a typed text, or otherwise chooses the row: the Enter key.
    Enter,
    /// Performs the page's main action, wherever the cursor is: button Start.
    Start,
    /// Leaves the page: button B, Escape.
    Back,
    /// Types a letter or digit.
    Letter(char),
    /// Erases the last letter.
    Erase,
    /// Moves the pointer to a column (0-255) and row (0-239) of the frame in pixels.
    Point(usize, usize),
    /// Clicks at a column and row of the frame.
    Press(usize, usize),
    /// Moves the pointer to the row with this index.
    PointRow(usize),
    /// Clicks the row with this index. Contains whether the pointer is on the left half of its value.
    PressRow(usize, bool),
}

/// Result of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// Nothing happened, except that the cursor may have moved.
    Nothing,
    /// The row of this name was chosen.
    Chosen(T),
    /// The row of this name has a new value.
    Changed(T),
    /// The text in the row of this name is finished.
    Entered(T),
    /// The user left the page.
    Left,
}

/// Row of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuRow<T> {
    /// Name that the creator of the page uses for the row.
    pub name: T,
    /// Label on the page.
    pub label: String,
    /// Content.
    pub field: Field,
    /// Purpose of the row.
    pub hint: String,
    /// Description of the current value, for the space beside the page.
    pub chosen: ValueDescription,
    /// Icon before the label.
    pub icon: Option<Icon>,
    /// Picture of the row, shown instead of the page's picture.
    pub preview: Option<Preview>,
    /// True if a group of rows begins here. Headings always begin one.
    pub begins_group: bool,
    /// Lines of texts for the columns of the page, shown instead of label and content. A line with a single text takes
    /// the whole width. The label then serves only as the row's name.
    pub cells: Vec<Vec<String>>,
}

impl<T> MenuRow<T> {
    /// Creates a row.
    pub fn new(name: T, label: &str, field: Field, hint: &str) -> MenuRow<T> {
        MenuRow {
            name,
            label: label.to_owned(),
            field,
            hint: hint.to_owned(),
            chosen: ValueDescription::default(),
            icon: None,
            preview: None,
            begins_group: false,
            cells: Vec::new(),
        }
    }
}

/// Page of a menu: rows with a cursor.
#[derive(Clone, Debug)]
pub struct Page<T> {
    title: String,
    rows: Vec<MenuRow<T>>,
    /// Index of the row under the cursor; never a heading unless there are only headings.
    cursor: usize,
    /// True if the player is typing into the row under the cursor with a gamepad.
    is_writing: bool,
    /// Number that the player is typing. Meanwhile the row contains the nearest allowed number.
    typed: Option<u32>,
    /// Row that Start chooses. If `None`, Start chooses the row under the cursor.
    start: Option<T>,
    picture: SheetPicture,
    columns: &'static [Column],
}

/// Number of rows that PageUp or PageDown skips.
const PAGE: usize = 8;

impl<T: Clone + PartialEq> Page<T> {
    /// Creates a page with the cursor on the first row that can be chosen.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn new(title: &str, rows: Vec<MenuRow<T>>) -> Page<T> {
        assert!(!rows.is_empty(), "a page has a row");
        let mut page = Page {
            title: title.to_owned(),
            rows,
            cursor: 0,
            is_writing: false,
            typed: None,
            start: None,
            picture: SheetPicture::None,
            columns: &[],
        };
        page.cursor = page.next_row(page.rows.len() - 1, 1);
        page
    }

    /// Returns the page with a row that Start chooses, wherever the cursor is.
    #[must_use]
    pub fn started_by(mut self, name: T) -> Page<T> {
        self.start = Some(name);
        self
    }

    /// Returns the page with the game behind it at the right.
    #[must_use]
    pub fn beside_game(mut self) -> Page<T> {
        self.picture = SheetPicture::Game;
        self
    }

    /// Returns the page with columns for the rows with cells.
    #[must_use]
    pub fn with_columns(mut self, columns: &'static [Column]) -> Page<T> {
        self.columns = columns;
        self
    }

    /// Sets or removes the preview beside the hint.
    pub fn set_preview(&mut self, preview: Option<Preview>) {
        self.picture = preview.map_or(SheetPicture::None, SheetPicture::Preview);
    }

    /// Replaces all rows. The cursor stays on the row of the same name or, if there is none, at its index.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn set_rows(&mut self, rows: Vec<MenuRow<T>>) {
        assert!(!rows.is_empty(), "a page has a row");
        let name = self.name().clone();
        self.rows = rows;
        let place = self.rows.iter().position(|row| row.name == name);
        self.is_writing &= place.is_some();
        let place = place.unwrap_or(self.cursor.min(self.rows.len() - 1));
        let count = self.rows.len();
        self.cursor = self.next_row((place + count - 1) % count, 1);
    }

    /// Returns the name of the row under the cursor.
    pub fn name(&self) -> &T {
        &self.rows[self.cursor].name
    }

    /// Returns the content of a row. `None` if there is no row of this name.
    pub fn field(&self, name: &T) -> Option<&Field> {
        let row = self.rows.iter().find(|row| row.name == *name);
        row.map(|row| &row.field)
    }

    /// Moves the cursor to a row, if it exists.
    pub fn go_to(&mut self, name: &T) {
        let place = self.rows.iter().position(|row| row.name == *name);
        self.cursor = place.unwrap_or(self.cursor);
    }

    /// Returns whether letters and digits are typed into the page instead of acting as buttons.
    pub fn takes_letters(&self) -> bool {
        let field = &self.rows[self.cursor].field;
        matches!(field, Field::Text { .. } | Field::Number { .. })
    }

    /// Returns the first row, searching from `place` in direction `step` (1 or -1), that can be chosen. The search
    /// wraps around.
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

    /// Handles an input.
    pub fn press(&mut self, input: Input) -> Answer<T> {
        let Some(input) = self.sheet().aim(input) else {
            return Answer::Nothing;
        };
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
            Input::Enter => return self.enter(),
            Input::Start => {
                return match &self.start {
                    Some(start) => Answer::Chosen(start.clone()),
                    None => self.accept(),
                };
            }
            Input::Back => return Answer::Left,
            Input::PointRow(row) => self.cursor = row,
            Input::PressRow(row, is_left_half) => return self.click(row, is_left_half),
            Input::Point(..) | Input::Press(..) => {}
        }
        Answer::Nothing
    }

    /// Types a letter of a text, or a digit of a number. A digit that would exceed the maximum starts a new number.
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

    /// Moves to the row at `place`. If that row cannot be chosen, moves on by `step` until one can.
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

    /// Finishes a typed text, starts from the row of a value if Start does, or chooses any other row.
    fn enter(&mut self) -> Answer<T> {
        match (&self.rows[self.cursor].field, &self.start) {
            (Field::Text { .. }, _) => Answer::Entered(self.name().clone()),
            (Field::Number { .. } | Field::Choice { .. }, Some(start)) => {
                Answer::Chosen(start.clone())
            }
            _ => self.accept(),
        }
    }

    /// Handles buttons while a text is typed with a gamepad: up and down change its last letter, right appends a
    /// letter, left removes one. Returns `None` for letters of a keyboard, which are handled like in any other row.
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
            Input::PointRow(_) => return Some(Answer::Nothing),
            Input::PressRow(..) | Input::Enter => {
                self.is_writing = false;
                return None;
            }
            _ => return None,
        };
        Some(self.changed(changed))
    }

    /// Handles a click. A click chooses the row, but on a row of text it only moves the cursor there. On the left half
    /// of a value that left and right can change, it selects the previous value.
    fn click(&mut self, row: usize, is_left_half: bool) -> Answer<T> {
        self.cursor = row;
        match &self.rows[row].field {
            field if field.turns() && is_left_half => self.press(Input::Left),
            Field::Text { .. } => Answer::Nothing,
            _ => self.accept(),
        }
    }

    /// Returns the content of the page.
    pub fn sheet(&self) -> Sheet {
        let row = &self.rows[self.cursor];
        let preview = row.preview.clone().map(SheetPicture::Preview);
        Sheet {
            title: fitting(&self.title, Sheet::COLUMNS),
            lines: (0..self.rows.len())
                .flat_map(|row| self.lines(row))
                .collect(),
            columns: self.columns,
            hint: row.hint.clone(),
            chosen: row.chosen.clone(),
            values: row.field.values(),
            footer: self.footer().to_owned(),
            picture: preview.unwrap_or_else(|| self.picture.clone()),
        }
    }

    /// Returns the column of a value: right of the longest label beside a value, or further left if this value is long.
    fn column(&self, value: &str) -> usize {
        let labels = self.rows.iter().filter(|row| !row.field.value().is_empty());
        let longest = labels.map(|row| row.label.chars().count()).max();
        // A page of texts alone is a table: it gives all its room to them.
        let is_table =
            (self.rows.iter()).all(|row| matches!(row.field, Field::Told(_) | Field::Heading));
        let least = if is_table { 0 } else { Sheet::VALUE_COLUMN };
        let last =
            (Sheet::VALUE_COLUMN + Sheet::VALUE_COLUMNS).saturating_sub(value.chars().count());
        (longest.unwrap_or(0) + 2).max(least).min(last)
    }

    /// Returns the one or two lines of a row.
    fn lines(&self, row: usize) -> Vec<SheetLine> {
        let MenuRow { label, field, .. } = &self.rows[row];
        let is_chosen = row == self.cursor;
        let is_written = is_chosen && matches!(field, Field::Text { .. });
        let value = field.value();
        let is_heading = *field == Field::Heading;
        let line = SheetLine {
            row,
            icon: self.rows[row].icon,
            label: fitting(label, Sheet::COLUMNS),
            column: self.column(&value),
            is_chosen,
            is_heading,
            begins_group: self.rows[row].begins_group || is_heading,
            ..SheetLine::default()
        };
        if let Some((first, more)) = self.rows[row].cells.split_first() {
            let more = more.iter().map(|cells| SheetLine {
                cells: cells.clone(),
                icon: None,
                begins_group: false,
                ..line.clone()
            });
            let first = SheetLine {
                cells: first.clone(),
                ..line.clone()
            };
            return std::iter::once(first).chain(more).collect();
        }
        if value.is_empty() && !is_written {
            return vec![line];
        }
        let turns = field.turns();
        let end = line.value_column() + value.chars().count();
        if end <= Sheet::VALUE_COLUMN + Sheet::VALUE_COLUMNS {
            return vec![SheetLine {
                value,
                turns,
                is_written,
                ..line
            }];
        }
        let fit = if is_written { ending } else { fitting };
        let second = SheetLine {
            label: String::new(),
            icon: None,
            begins_group: false,
            value: fit(&value, Sheet::COLUMNS - 4),
            turns,
            is_written,
            ..line.clone()
        };
        vec![line, second]
    }

    /// Returns the button help for the row under the cursor.
    fn footer(&self) -> &'static str {
        match &self.rows[self.cursor].field {
            Field::Number { .. } | Field::Choice { .. } if self.start.is_some() => {
                "\u{2190}\u{2192}: CHANGE  ENTER: BEGIN"
            }
            Field::Text { .. } if self.is_writing => {
                "\u{2191}\u{2193} \u{2190}\u{2192}: LETTERS  A: DONE"
            }
            Field::Text { .. } => "TYPE/A  ENTER: OK  ESC: BACK",
            Field::Number { .. } => "\u{2190}\u{2192}, DIGITS  ESC/B: BACK",
            Field::Choice { .. } => "\u{2190}\u{2192}: CHANGE  ESC/B: BACK",
            Field::Told(_) => "ESC/B: BACK",
            _ => "ENTER/A: CHOOSE  ESC/B: BACK",
        }
    }
}

#[cfg(test)]
mod tests;

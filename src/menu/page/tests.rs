//! Tests of pages with scripts of inputs.

use super::*;

fn page() -> Page<char> {
    let row = |name, field| MenuRow::new(name, &format!("row {name}"), field, "what it is for");
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

/// Returns the page after these inputs, and the answer to the last one.
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
    let mut page = Page::new("page", vec![MenuRow::new('h', "loop", hertz, "")]);
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
fn enter_ends_a_typed_text_at_once_and_only_a_pad_begins_to_choose_letters() {
    use Input::{Accept, Down, Enter, Letter, Press, Up};
    assert_eq!(after(&[Up, Letter('a'), Enter]).1, Answer::Entered('t'));
    assert_eq!(after(&[Up, Accept, Down, Enter]).1, Answer::Entered('t'));
    assert_eq!(after(&[Enter]).1, Answer::Chosen('a'));
    let from_value = [Down, Enter];
    assert_eq!(after(&from_value).1, Answer::Chosen('a'), "it starts");
    let click = Press(40, Sheet::FIRST_Y + Sheet::PITCH * 4 + 5);
    let (page, _) = after(&[click, Down]);
    assert_eq!(page.name(), &'a', "a click does not choose letters");
}

#[test]
fn the_end_of_a_long_text_is_seen_while_it_is_typed() {
    let text = Field::Text {
        value: String::new(),
        letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        max: 200,
        empty: String::new(),
    };
    let rows = vec![
        MenuRow::new('t', "text", text, ""),
        MenuRow::new('a', "act", Field::Act, ""),
    ];
    let mut page = Page::new("page", rows);
    let shown = |page: &Page<char>| page.sheet().lines[1].value.clone();
    for letter in ('A'..='Z').chain('A'..='Z') {
        page.press(Input::Letter(letter));
    }
    assert_eq!(shown(&page), "..EFGHIJKLMNOPQRSTUVWXYZ");
    page.press(Input::Down);
    assert_eq!(shown(&page), "ABCDEFGHIJKLMNOPQRSTUV..");
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
        MenuRow::new('n', "number", Field::number(5, 0, 9), ""),
        MenuRow::new('z', "last", Field::Act, ""),
    ];
    page.set_rows(rows);
    assert_eq!(page.name(), &'n');
    page.set_rows(vec![MenuRow::new('q', "other", Field::Act, "")]);
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
        MenuRow::new(row, "label", Field::Shown(value.to_owned()), "")
    });
    let mut page = Page::new("long", rows.collect());
    assert_eq!(page.sheet().layout().more, (false, true));
    for row in 0..40 {
        let sheet = page.sheet();
        let shown = sheet.layout().lines;
        assert!(shown.iter().any(|(index, _)| {
            let line = &sheet.lines[*index];
            line.is_chosen && line.row == row
        }));
        for line in &sheet.lines {
            assert!(line.value.chars().count() <= Sheet::COLUMNS - 4);
        }
        page.press(Input::Down);
    }
    page.press(Input::Up);
    assert_eq!(page.sheet().layout().more, (true, false));
}

#[test]
fn a_page_of_texts_alone_gives_them_all_its_room() {
    let told = [
        ("F1", "this help"),
        ("F9 F10", "level of next game"),
        ("G", "a text of 22 letters.."),
    ];
    let rows = told.map(|(key, does)| MenuRow::new(key, key, Field::Told(does.to_owned()), ""));
    let sheet = Page::new("keys", rows.to_vec()).sheet();
    let columns: Vec<usize> = sheet.lines.iter().map(SheetLine::value_column).collect();
    assert_eq!(columns, [8, 8, 5]);
    assert_eq!(sheet.lines[2].value, "a text of 22 letters..");
}

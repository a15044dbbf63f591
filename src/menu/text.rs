//! Text layout that cuts as few words as possible.

/// Breaks a text into lines of at most `width` letters, at line breaks and between words. A word that is longer than a
/// line is broken after a separator of paths or names if it contains one.
///
/// # Panics
/// If `width` is 0.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    wrap_measured(text, width, |text| text.chars().count())
}

/// Breaks a text like [`wrap`] into lines of at most `room`, in the unit in which `width_of` measures a text.
///
/// # Panics
/// If `room` is 0.
pub fn wrap_measured(
    text: &str,
    room: usize,
    width_of: impl Fn(&str) -> usize + Copy,
) -> Vec<String> {
    assert!(room > 0, "a line must have room for a letter");
    if text.is_empty() {
        return vec![String::new()];
    }
    let lines = text.lines();
    lines
        .flat_map(|line| wrap_line(line, room, width_of))
        .collect()
}

fn wrap_line(text: &str, room: usize, width_of: impl Fn(&str) -> usize + Copy) -> Vec<String> {
    let mut lines = vec![String::new()];
    for mut word in text.split_whitespace() {
        while !word.is_empty() {
            let line = lines.last_mut().expect("there is always a line");
            let longer = match line.as_str() {
                "" => word.to_owned(),
                line => format!("{line} {word}"),
            };
            if width_of(&longer) <= room {
                *line = longer;
                word = "";
            } else if line.is_empty() {
                let (head, tail) = word.split_at(break_in(word, room, width_of));
                line.push_str(head);
                word = tail;
                lines.push(String::new());
            } else {
                lines.push(String::new());
            }
        }
    }
    lines
}

/// Returns the byte index at which to break a word that is wider than `room`: after the last separator of paths or
/// names within the line, otherwise at the end of the line. Each line has at least one letter.
fn break_in(word: &str, room: usize, width_of: impl Fn(&str) -> usize) -> usize {
    let signs = ['/', '\\', '-', '_', '.', ','];
    let ends = word
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    let fitting = ends.take_while(|&end| width_of(&word[..end]) <= room);
    let end = fitting.last().or(word.chars().next().map(char::len_utf8));
    let end = end.unwrap_or(0);
    let last = word[..end].rfind(signs);
    last.filter(|&last| last > 0).map_or(end, |last| last + 1)
}

/// Mark for omitted text.
const MORE: &str = " ...";

/// [Wraps](wrap_measured) a text into at most `rows` lines. If text is omitted, dots follow the last whole word.
///
/// # Panics
/// If `room` is 0.
pub fn wrap_within(
    text: &str,
    room: usize,
    rows: usize,
    width_of: impl Fn(&str) -> usize + Copy,
) -> Vec<String> {
    let mut lines = wrap_measured(text, room, width_of);
    if lines.len() <= rows {
        return lines;
    }
    lines.truncate(rows);
    if let Some(last) = lines.last_mut() {
        while !last.is_empty() && width_of(last) + width_of(MORE) > room {
            let end = last.rfind(' ').unwrap_or(0);
            last.truncate(end);
        }
        last.push_str(MORE);
    }
    lines
}

/// Returns the end of a text on one line of at most `width` letters. If text is omitted, the line begins with two dots.
pub fn ending(text: &str, width: usize) -> String {
    let letters = text.chars().count();
    if letters <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(2);
    let dots: String = "..".chars().take(width).collect();
    dots + &text.chars().skip(letters - room).collect::<String>()
}

/// Returns the beginning of a text on one line of at most `width` letters: as many whole words as fit, or a part of the
/// first word. If text is omitted, the line ends with two dots.
pub fn fitting(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(2);
    let mut line = String::new();
    for word in text.split(' ') {
        let space = usize::from(!line.is_empty());
        if line.chars().count() + space + word.chars().count() > room {
            break;
        }
        line = [line.as_str(), word].join(if space == 1 { " " } else { "" });
    }
    if line.is_empty() {
        line = text.chars().take(room).collect();
    }
    let dots: String = "..".chars().take(width).collect();
    line + &dots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_break_between_words_and_longer_words_behind_a_sign() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrap("in /home/me/games", 9), ["in", "/home/me/", "games"]);
        assert_eq!(wrap("one\ntwo three", 20), ["one", "two three"]);
        assert_eq!(wrap("", 20), [""]);
    }

    #[test]
    fn lines_that_are_too_many_end_behind_a_word() {
        let text = "one two three four five six";
        let within = |rows| wrap_within(text, 11, rows, |text| text.chars().count());
        assert_eq!(within(2), ["one two", "three ..."]);
        assert_eq!(within(3).join(" "), text);
    }

    #[test]
    fn what_does_not_fit_loses_whole_words() {
        assert_eq!(fitting("one two", 7), "one two");
        assert_eq!(fitting("one two three", 10), "one two..");
        assert_eq!(fitting("one two three", 8), "one..");
        assert_eq!(fitting("abcdefghij", 6), "abcd..");
        assert_eq!(fitting("abc", 1), ".");
        assert_eq!(ending("abcdefghij", 6), "..ghij");
        assert_eq!(ending("abc", 3), "abc");
    }
}

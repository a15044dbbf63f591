//! Text layout that cuts as few words as possible.

/// Breaks a text into lines of at most `width` letters, at line breaks and between words. A word that is longer than a
/// line is broken after a separator of paths or names if it contains one.
///
/// # Panics
/// If `width` is 0.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    assert!(width > 0, "a line must have room for a letter");
    if text.is_empty() {
        return vec![String::new()];
    }
    let lines = text.lines();
    lines.flat_map(|line| wrap_line(line, width)).collect()
}

fn wrap_line(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        while !word.is_empty() {
            let line = lines.last_mut().expect("there is always a line");
            let used = line.chars().count();
            let needed = word.len() + usize::from(used > 0);
            if used + needed <= width {
                if used > 0 {
                    line.push(' ');
                }
                line.extend(word.drain(..));
            } else if used == 0 {
                line.extend(word.drain(..break_in(&word, width)));
                lines.push(String::new());
            } else {
                lines.push(String::new());
            }
        }
    }
    lines
}

/// Returns where to break a word that is longer than `width` letters: after the last separator of paths or names
/// within the line, otherwise at the end of the line.
fn break_in(word: &[char], width: usize) -> usize {
    let signs = ['/', '\\', '-', '_', '.', ','];
    let last = word[..width]
        .iter()
        .rposition(|letter| signs.contains(letter));
    last.filter(|&last| last > 0).map_or(width, |last| last + 1)
}

/// Mark for omitted text.
const MORE: &str = " ...";

/// [Wraps](wrap) a text into at most `rows` lines. If text is omitted, dots follow the last whole word.
///
/// # Panics
/// If `width` is 0.
pub fn wrap_within(text: &str, width: usize, rows: usize) -> Vec<String> {
    let mut lines = wrap(text, width);
    if lines.len() <= rows {
        return lines;
    }
    lines.truncate(rows);
    if let Some(last) = lines.last_mut() {
        while last.chars().count() + MORE.len() > width {
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
        assert_eq!(wrap_within(text, 11, 2), ["one two", "three ..."]);
        assert_eq!(wrap_within(text, 11, 3).join(" "), text);
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

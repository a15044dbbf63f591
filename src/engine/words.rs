//! Inputs as words: the letters of the buttons held, then a star and the number of frames.

use crate::rules::{Buttons, sanitized};

use super::recording::FRAMES_MAX;

/// Words per line of a file.
const WORDS_PER_LINE: usize = 24;

/// Writes inputs as lines of words. A run of equal inputs becomes one word, which `word` writes.
pub(super) fn write<I: Copy + PartialEq>(
    inputs: impl Iterator<Item = I>,
    word: impl Fn(I) -> String,
) -> Vec<String> {
    let mut runs: Vec<(I, usize)> = Vec::new();
    for input in inputs {
        match runs.last_mut() {
            Some((before, count)) if *before == input => *count += 1,
            _ => runs.push((input, 1)),
        }
    }
    let words: Vec<String> = runs
        .into_iter()
        .map(|(input, count)| match count {
            1 => word(input),
            _ => format!("{}*{count}", word(input)),
        })
        .collect();
    let lines = words.chunks(WORDS_PER_LINE);
    lines.map(|words| words.join(" ")).collect()
}

/// Parses the inputs from lines of words. `input` parses a word without its star and number.
///
/// # Errors
/// One line with the faulty word and the allowed form.
pub(super) fn read<I: Clone>(
    lines: &[String],
    input: impl Fn(&str) -> Option<I>,
) -> Result<Vec<I>, String> {
    let mut inputs = Vec::new();
    for word in lines.iter().flat_map(|line| line.split_whitespace()) {
        let (letters, count) = word.split_once('*').unwrap_or((word, "1"));
        let found = input(letters).zip(count.parse::<u64>().ok());
        let Some((held, count)) = found.filter(|(_, count)| *count > 0) else {
            return Err(format!(
                "inputs: invalid '{}'; allowed: letters of RLDUTSBA or -, a bar between two pads, then an optional \
                *frames",
                sanitized(word)
            ));
        };
        if count > FRAMES_MAX - inputs.len() as u64 {
            return Err(format!(
                "inputs: '{}' exceeds {FRAMES_MAX} frames; allowed: 24 hours of play",
                sanitized(word)
            ));
        }
        inputs.extend(std::iter::repeat_n(held, count as usize));
    }
    Ok(inputs)
}

/// Returns the letters of a set of buttons, or `-`.
pub(super) fn letters(held: Buttons) -> String {
    if held.is_empty() {
        return "-".to_owned();
    }
    held.to_string().replace('.', "")
}

/// Returns the set of buttons with these letters.
pub(super) fn buttons(letters: &str) -> Option<Buttons> {
    match letters {
        "-" => Some(Buttons::NONE),
        "" => None,
        letters if letters.contains(['.', '-', ' ']) => None,
        letters => letters.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_inputs_are_one_word_and_read_back() {
        let inputs = [Buttons::NONE, Buttons::NONE, Buttons::LEFT | Buttons::A];
        let lines = write(inputs.into_iter(), letters);
        assert_eq!(lines, ["-*2 LA"]);
        assert_eq!(read(&lines, buttons), Ok(inputs.to_vec()));
    }

    #[test]
    fn wrong_words_are_named() {
        for word in ["Q", "T*0", "T*x", "*3", "T*99999999999", "--"] {
            let error = read(&[word.to_owned()], buttons).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}

//! Reader of requests: lines of limited length.

use std::io::{self, BufRead, Read};

/// Maximum length of a request in bytes. The rest of a longer line is skipped.
pub const LINE_MAX: u64 = 1 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum RequestLine {
    /// The complete line, without its line end.
    Whole(Vec<u8>),
    /// The first [`LINE_MAX`] bytes of a longer line.
    TooLong(Vec<u8>),
}

/// Reads the next line. Returns `None` at the end of the input.
pub fn next(from: &mut impl BufRead) -> io::Result<Option<RequestLine>> {
    let mut line = Vec::new();
    from.by_ref()
        .take(LINE_MAX + 1)
        .read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Some(RequestLine::Whole(line)));
    }
    if line.len() as u64 > LINE_MAX {
        from.skip_until(b'\n')?;
        return Ok(Some(RequestLine::TooLong(line)));
    }
    Ok((!line.is_empty()).then_some(RequestLine::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_complete_up_to_the_limit_and_longer_ones_are_cut() {
        let most = vec![b'x'; LINE_MAX as usize];
        let more = vec![b'y'; 3 * LINE_MAX as usize];
        let text = [b"a\n\n", &most[..], b"\n", &more, b"\nstate"].concat();
        let mut from = &text[..];
        let mut lines = Vec::new();
        while let Some(line) = next(&mut from).unwrap() {
            lines.push(line);
        }
        let whole = |text: &[u8]| RequestLine::Whole(text.to_vec());
        assert_eq!(lines.len(), 5);
        assert!(lines[..3] == [whole(b"a"), whole(b""), whole(&most)]);
        let RequestLine::TooLong(begin) = &lines[3] else {
            panic!("the fourth is too long");
        };
        assert_eq!(begin.len() as u64, LINE_MAX + 1);
        assert_eq!(lines[4], whole(b"state"));
    }
}

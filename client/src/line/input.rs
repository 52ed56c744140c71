//! Lines from standard input, read on a thread of their own: a blocked read must neither hold up
//! the connection nor the end of the program.

use std::io::{self, BufRead, Read as _};
use std::thread;

use tokio::sync::mpsc;

/// Longest line that is read, in bytes. Chosen: several times the longest honest command, a room
/// started from a 60-move transcript.
pub const LINE_BYTES_MAX: usize = 4096;

/// Whose input it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A person's: while there is no connection, and during `wait`, lines are still taken.
    Person,
    /// A script's: each line is taken when the one before it is done, however long that is.
    Script,
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// Its text, without the line ending.
    Text(String),
    /// It is longer than [`LINE_BYTES_MAX`] and was skipped.
    TooLong,
}

/// Reads lines until the end of the input, one ahead of who takes them.
///
/// # Errors
/// The one of the system if it has no thread to give.
pub fn read_lines(
    mut input: impl BufRead + Send + 'static,
) -> io::Result<mpsc::Receiver<InputLine>> {
    let (sender, lines) = mpsc::channel(1);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        // An input that cannot be read has ended.
        while let Ok(Some(line)) = next_line(&mut input) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}

fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let limit = LINE_BYTES_MAX as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > LINE_BYTES_MAX && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(InputLine::Text(String::from_utf8_lossy(&bytes).trim_end().to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_they_do_on_any_system_and_long_ones_are_skipped() {
        let long = "x".repeat(3 * LINE_BYTES_MAX);
        let text = format!("f5\r\n{long}\n\nlast \u{e9}\u{fffd}");
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        let text = |text: &str| InputLine::Text(text.to_owned());
        assert_eq!(lines, [text("f5"), InputLine::TooLong, text(""), text("last é\u{fffd}")]);
    }
}

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
    /// Instead of a line, Ctrl-C was typed.
    Interrupt,
}

/// Lines of input, taken one by one.
#[derive(Debug)]
pub struct Lines {
    read: mpsc::Receiver<InputLine>,
    /// Where a line is asked for, if it is not read without.
    asks: Option<mpsc::Sender<()>>,
    is_asked: bool,
}

impl From<mpsc::Receiver<InputLine>> for Lines {
    fn from(read: mpsc::Receiver<InputLine>) -> Self {
        Self { read, asks: None, is_asked: false }
    }
}

impl Lines {
    pub(super) const fn asked_for(read: mpsc::Receiver<InputLine>, asks: mpsc::Sender<()>) -> Self {
        Self { read, asks: Some(asks), is_asked: false }
    }

    /// Returns the next line; nothing at the end of the input. A wait that is dropped loses nothing.
    pub async fn next(&mut self) -> Option<InputLine> {
        if let (Some(asks), false) = (&self.asks, self.is_asked) {
            // Whoever reads no more has ended the input, which the line tells.
            let _ = asks.try_send(());
            self.is_asked = true;
        }
        let line = self.read.recv().await;
        self.is_asked = false;
        line
    }
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
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(InputLine::Text(without_keys(&text).trim_end().to_owned())))
}

/// Takes out what keys without a character send: `ESC [`, parameters and a last character (ECMA-48,
/// 5.4), or `ESC O` and one.
fn without_keys(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept += match part.as_bytes() {
            [b'[', sequence @ ..] => {
                let last = sequence.iter().position(|byte| (0x40..=0x7e).contains(byte));
                last.and_then(|last| part.get(last + 2..)).unwrap_or_default()
            }
            [b'O', _, ..] => part.get(2..).unwrap_or_default(),
            _ => part,
        };
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_without_a_character_are_no_part_of_a_line() {
        for (typed, line) in [
            ("\u{1b}[15~", ""),
            ("f5\u{1b}[D\u{1b}[1;5C", "f5"),
            ("\u{1b}OPboard\u{1b}OH", "board"),
            ("bo\u{1b}[3~ard\u{1b}[", "board"),
            ("\u{1b}é", "é"),
        ] {
            assert_eq!(without_keys(typed), line, "{typed:?}");
        }
    }

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

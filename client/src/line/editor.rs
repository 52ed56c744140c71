//! A person's lines at a terminal: edited, with a history. What happens meanwhile is told above the
//! line that is being typed.

use std::io::{self, Write};
use std::thread;

use reversi_client_core::server_url::INVITATION_MARK;
#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::error::ReadlineError;
use rustyline::{DefaultEditor, ExternalPrinter};
use tokio::sync::mpsc;

use super::input::{InputLine, LINE_BYTES_MAX, Lines};
use crate::tui::canvas::wrap;

/// What the first interpreter asks with.
const PROMPT: &str = "reversi ? > ";

/// Writes above the line that is being typed, and gives the terminal back as it was.
pub struct Above {
    printer: Box<dyn ExternalPrinter + Send>,
    text: Vec<u8>,
    #[cfg(unix)]
    before: Option<Termios>,
}

/// Takes the terminal of standard input and output. A line is asked for only when it is wanted, so
/// that no prompt stands before the answer to the line before.
///
/// # Errors
/// What keeps the terminal from being used so, or a thread from being started.
pub fn edit_lines() -> rustyline::Result<(Lines, Above)> {
    #[cfg(unix)]
    let before = tcgetattr(io::stdin()).ok();
    let mut editor = DefaultEditor::new()?;
    let printer = Box::new(editor.create_external_printer()?);
    let (line_sender, lines) = mpsc::channel(1);
    let (asks, mut asked) = mpsc::channel(1);
    let edit = move || {
        while asked.blocking_recv() == Some(()) {
            let read = editor.readline(PROMPT);
            // An invitation is not shown again.
            if let Ok(line) = &read
                && !line.contains(INVITATION_MARK)
            {
                // What is not in the history is typed anew.
                let _ = editor.add_history_entry(line);
            }
            let line = match read {
                Ok(line) if line.len() > LINE_BYTES_MAX => InputLine::TooLong,
                Ok(line) => InputLine::Text(line),
                Err(ReadlineError::Interrupted) => InputLine::Interrupt,
                // The end of the input, or one that cannot be read.
                Err(_) => break,
            };
            if line_sender.blocking_send(line).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().name("input".to_owned()).spawn(edit)?;
    let above = Above {
        printer,
        text: Vec::new(),
        #[cfg(unix)]
        before,
    };
    Ok((Lines::asked_for(lines, asks), above))
}

impl Write for Above {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        let columns = crossterm::terminal::size().map_or(usize::MAX, |(columns, _)| columns.into());
        self.printer.print(broken(&text, columns)).map_err(io::Error::other)
    }
}

/// Breaks lines between words where they are wider than the terminal.
fn broken(text: &str, columns: usize) -> String {
    let fits = |line: &str| line.chars().count() <= columns;
    let lines = text.lines().flat_map(|line| {
        // What is one long word, such as the moves of a game, can then still be copied.
        let is_left = fits(line) || !line.split_whitespace().all(fits);
        if is_left { vec![line.to_owned()] } else { wrap(line, columns) }
    });
    lines.map(|line| line + "\n").collect()
}

#[cfg(unix)]
impl Drop for Above {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // There is nobody to be told that it cannot be done.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_at_a_terminal_break_between_words_and_moves_stay_whole() {
        assert_eq!(broken("Black to move.\n 1  X\n", 9), "Black to\nmove.\n 1  X\n");
        assert_eq!(broken("Moves: f5d6c3d3c4f4 (6).\n", 9), "Moves: f5d6c3d3c4f4 (6).\n");
    }
}

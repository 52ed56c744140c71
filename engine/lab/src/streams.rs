//! The streams of the program: results on standard output, progress and complaints on standard
//! error, and lines from others, which may hold anything.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::process;

/// Writes a line to standard output; see [`write`].
macro_rules! say {
    ($($words:tt)*) => { $crate::streams::write(format_args!("{}\n", format_args!($($words)*))) };
}

/// Writes a line to standard error, if anybody listens there.
macro_rules! note {
    ($($words:tt)*) => { $crate::streams::write_beside(format_args!("{}\n", format_args!($($words)*))) };
}

pub(crate) use {note, say};

/// Writes to standard output at once. Where nobody reads it any more, as behind `| head`, nothing is
/// left to do and the program ends, quietly; where it cannot be written, the program says so and ends.
pub(crate) fn write(text: fmt::Arguments<'_>) {
    let mut out = io::stdout().lock();
    let written = out.write_fmt(text).and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => process::exit(0),
        Err(error) => {
            note!("reversi-engine: writing the output: {error}");
            process::exit(1);
        }
    }
}

/// Writes to standard error; a closed one changes nothing.
pub(crate) fn write_beside(text: fmt::Arguments<'_>) {
    let _ = io::stderr().write_fmt(text);
}

/// The longest line that is taken whole; what is longer is taken as several.
const LINE_BYTES_MAX: u64 = 1 << 16;

/// Returns the lines of a stream without their ends, LF or CRLF. What is not UTF-8 becomes U+FFFD, so
/// that a stray byte spoils its own line and no other.
pub(crate) fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match input.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
        if line.ends_with(b"\n") {
            line.pop();
        }
        if line.ends_with(b"\r") {
            line.pop();
        }
        Some(Ok(String::from_utf8_lossy(&line).into_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_may_hold_anything() {
        let read: Vec<String> = lines(&b"a b\r\n\xff\n\n\tc"[..]).map(Result::unwrap).collect();
        assert_eq!(read, ["a b", "\u{fffd}", "", "\tc"]);
    }

    #[test]
    fn an_endless_line_is_taken_in_pieces() {
        let long = vec![b'x'; 3 * LINE_BYTES_MAX as usize];
        let lengths: Vec<usize> = lines(&long[..]).map(|line| line.unwrap().len()).collect();
        assert_eq!(lengths, [LINE_BYTES_MAX as usize; 3]);
    }
}

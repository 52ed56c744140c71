//! The log. Its lines never make the server wait and never end it: they are handed to a thread that
//! writes them, and those that it cannot take or write are dropped and counted. It is not to know
//! what is logged, but that who knows the name of a private room may enter it.

use std::borrow::Cow;
use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use reversi_protocol::RoomId;
use reversi_room::SecretHash;
use tracing::error;
use tracing_subscriber::EnvFilter;

use crate::config::LogFormat;

/// Lines that may wait to be written. Chosen: what a busy server says in a second.
const LINES_MAX: usize = 8 * 1024;

/// Bytes of the lines that may wait to be written; a line at the finest level may be a whole frame.
const BYTES_MAX: usize = 4 * 1024 * 1024;

/// Time for what waits to be written when the program ends.
const FLUSH_MAX: Duration = Duration::from_millis(500);

/// Writes lines on a thread of its own. Clones share it.
#[derive(Clone, Debug)]
pub struct LineWriter {
    jobs: SyncSender<Job>,
    bytes_waiting: Arc<AtomicUsize>,
    dropped: Counter,
}

#[derive(Debug)]
enum Job {
    Write(Vec<u8>),
    /// Everything before this is written.
    Flush(SyncSender<()>),
}

impl LineWriter {
    /// Starts the thread. Lines that are not written count as `dropped`.
    pub fn start(mut out: impl Write + Send + 'static, dropped: Counter) -> io::Result<Self> {
        let (jobs, queue) = sync_channel(LINES_MAX);
        let writer = Self { jobs, bytes_waiting: Arc::default(), dropped };
        let (bytes_waiting, dropped) = (Arc::clone(&writer.bytes_waiting), writer.dropped.clone());
        thread::Builder::new().name("log".to_owned()).spawn(move || {
            for job in queue {
                match job {
                    Job::Write(line) => {
                        if out.write_all(&line).and_then(|()| out.flush()).is_err() {
                            dropped.inc();
                        }
                        bytes_waiting.fetch_sub(line.len(), Ordering::Relaxed);
                    }
                    // Whoever asked may have gone.
                    Job::Flush(done) => drop(done.try_send(())),
                }
            }
        })?;
        Ok(writer)
    }

    /// Hands a line over, or drops it.
    pub fn say(&self, line: Vec<u8>) {
        let length = line.len();
        let waiting = self.bytes_waiting.fetch_add(length, Ordering::Relaxed);
        if waiting + length > BYTES_MAX || self.jobs.try_send(Job::Write(line)).is_err() {
            self.bytes_waiting.fetch_sub(length, Ordering::Relaxed);
            self.dropped.inc();
        }
    }

    /// Waits until everything is written, but not for long.
    pub fn flush(&self) {
        let (done, on_done) = sync_channel(1);
        if self.jobs.try_send(Job::Flush(done)).is_ok() {
            // What is not written by now never will be.
            let _ = on_done.recv_timeout(FLUSH_MAX);
        }
    }
}

/// Starts the log. What a thread says when it panics is logged, too.
///
/// # Errors
/// If `filter` is none.
pub fn start(
    format: LogFormat,
    filter: &str,
    has_colors: bool,
    writer: LineWriter,
) -> Result<(), tracing_subscriber::filter::ParseError> {
    let log = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_new(filter)?)
        .with_writer(move || LogLine(writer.clone()))
        .with_ansi(has_colors);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        error!(place, "panic: {}", panic.payload_as_str().unwrap_or("without a message"));
    }));
    Ok(())
}

/// Takes one line of the log, in one call.
struct LogLine(LineWriter);

impl Write for LogLine {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.say(hide_private_rooms(line).into_owned());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Puts a short digest in place of every word that could be the name of a private room: the lines
/// about one room can still be found together.
fn hide_private_rooms(line: &[u8]) -> Cow<'_, [u8]> {
    let mut shown = Vec::new();
    let mut copied = 0;
    for (start, word) in words(line) {
        if let Some(digest) = private_room_digest(word) {
            shown.extend_from_slice(&line[copied..start]);
            shown.extend_from_slice(b"private-");
            shown.extend_from_slice(&digest.as_bytes()[..DIGEST_CHARS]);
            copied = start + word.len();
        }
    }
    if copied == 0 {
        return Cow::Borrowed(line);
    }
    shown.extend_from_slice(&line[copied..]);
    Cow::Owned(shown)
}

/// Characters of a digest. Chosen: rooms that are open at a time are told apart, and nobody who has
/// it can tell which of the names with 80 random bits it was.
const DIGEST_CHARS: usize = 8;

/// Cuts a line into its words of letters and digits, each with where it begins. Codes that colour a
/// terminal are skipped: their last letter is no part of the word after them.
fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < line.len() && !line[at].is_ascii_alphanumeric() {
            let is_code = line[at..].starts_with(b"\x1b[");
            at += if is_code { code_length(&line[at..]) } else { 1 };
        }
        let length = line.get(at..)?.iter().take_while(|c| c.is_ascii_alphanumeric()).count();
        let start = at;
        at += length;
        (length > 0).then(|| (start, &line[start..at]))
    })
}

/// Returns the length of a terminal's code: a bracket, parameters, and a character from `@` on.
fn code_length(code: &[u8]) -> usize {
    let end = code.iter().skip(2).position(|byte| (b'@'..=b'~').contains(byte));
    end.map_or(code.len(), |end| 2 + end + 1)
}

fn private_room_digest(word: &[u8]) -> Option<String> {
    let name = <[u8; RoomId::PRIVATE_CHARS]>::try_from(word).ok()?.map(|c| c.to_ascii_uppercase());
    let is_drawn = name.iter().all(|c| RoomId::ALPHABET.contains(c))
        && name.iter().any(u8::is_ascii_alphabetic);
    is_drawn.then(|| String::from(SecretHash::of(&name)))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    /// Standard error that nobody reads until something is sent.
    struct Blocked(Receiver<()>);

    impl Write for Blocked {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_nobody_reads_are_dropped_and_counted_and_nobody_waits() {
        let (unblock, blocked) = channel();
        let writer = LineWriter::start(Blocked(blocked), Counter::default()).unwrap();
        for _ in 0..LINES_MAX + 100 {
            writer.say(b"a line\n".to_vec());
        }
        // One more may be in the hands of the thread.
        assert!((99..=100).contains(&writer.dropped.get()), "{}", writer.dropped.get());
        writer.say(vec![b'x'; BYTES_MAX + 1]);
        assert!((100..=101).contains(&writer.dropped.get()), "{}", writer.dropped.get());
        // The reader dies, so the rest is lost as well.
        drop(unblock);
        while writer.bytes_waiting.load(Ordering::Relaxed) > 0 {
            thread::yield_now();
        }
        assert_eq!(writer.dropped.get(), LINES_MAX as u64 + 101);
    }

    #[test]
    fn the_name_of_a_private_room_is_never_shown() {
        let shown =
            |line: &str| String::from_utf8(hide_private_rooms(line.as_bytes()).into()).unwrap();
        let name = "0123456789ABCDEF";
        let hidden = "private-2125b2c3";
        for (line, expected) in [
            (
                format!("INFO room opened room={name}\n"),
                format!("INFO room opened room={hidden}\n"),
            ),
            (name.to_owned(), hidden.to_owned()),
            (format!("/room/{} {name}", name.to_lowercase()), format!("/room/{hidden} {hidden}")),
            (
                format!("\x1b[3mroom\x1b[0m{name}\x1b[0m"),
                format!("\x1b[3mroom\x1b[0m{hidden}\x1b[0m"),
            ),
            (format!("{{\"room\":\"{name}\"}}\n"), format!("{{\"room\":\"{hidden}\"}}\n")),
        ] {
            assert_eq!(shown(&line), expected);
        }
        for plain in [
            "room=K7QP seq=3\n",
            "0123456789012345",
            "0123456789ABCDEF0",
            "\x1b[",
            "",
            "ILOU456789ABCDEF",
        ] {
            assert_eq!(shown(plain), plain);
        }
    }
}

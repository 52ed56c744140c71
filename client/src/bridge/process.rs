//! An engine as a process: lines go in, lines come out.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::error::EngineError;

/// What is longer comes as several lines. Chosen: no answer of the protocols is near it.
const LINE_BYTES_MAX: u64 = 4096;

/// Lines that wait to be looked at; an engine that writes more waits itself.
const LINES_WAITING_MAX: usize = 64;

/// Time in which an engine has to end that was told to quit, or that hung up.
const END_MAX: Duration = Duration::from_secs(1);

/// A running engine; it is killed where it is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
    /// What it was asked last.
    asked: String,
}

impl Process {
    /// Starts a program, its arguments separated by spaces.
    pub(super) fn start(command: &str) -> Result<Self, EngineError> {
        let not_started = |source| EngineError::NotStarted { command: command.to_owned(), source };
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(not_started)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, lines) = mpsc::channel(LINES_WAITING_MAX);
        tokio::spawn(pass_on(output, sender));
        Ok(Self { child, input, lines, asked: String::new() })
    }

    /// Returns what it was asked last.
    pub(super) fn asked(&self) -> &str {
        &self.asked
    }

    /// Writes a line.
    pub(super) async fn tell(&mut self, line: &str) -> Result<(), EngineError> {
        line.clone_into(&mut self.asked);
        match self.input.write_all(format!("{line}\n").as_bytes()).await {
            Ok(()) => Ok(()),
            Err(_hung_up) => Err(self.end().await),
        }
    }

    /// Waits for a line.
    pub(super) async fn line(&mut self) -> Result<String, EngineError> {
        match self.lines.recv().await {
            Some(line) => Ok(line),
            None => Err(self.end().await),
        }
    }

    /// Tells how it ended.
    async fn end(&mut self) -> EngineError {
        match timeout(END_MAX, self.child.wait()).await {
            Ok(Ok(status)) => EngineError::Ended { code: code(status) },
            Ok(Err(error)) => error.into(),
            Err(_elapsed) => std::io::Error::from(std::io::ErrorKind::BrokenPipe).into(),
        }
    }

    /// Lets it end by itself, which both protocols have the same word for.
    pub(super) async fn quit(&mut self) {
        if self.tell("quit").await.is_ok() {
            let _ = timeout(END_MAX, self.child.wait()).await;
        }
    }
}

/// Returns the exit code, or what shells have for a signal.
fn code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    status.code().or(signal.map(|number: i32| 128 + number)).unwrap_or_default()
}

/// Passes lines on as long as anybody takes them.
async fn pass_on(output: ChildStdout, lines: mpsc::Sender<String>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while let Ok(1..) = (&mut output).take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes).await {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        if lines.send(line).await.is_err() {
            return;
        }
    }
}

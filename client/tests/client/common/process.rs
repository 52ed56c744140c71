//! `reversi line` as a process whose lines a test writes and reads.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// A test that waits longer has failed.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct LineProcess {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    output: Option<Lines<BufReader<ChildStdout>>>,
}

/// A line's type and fields stand in the README.
fn assert_documented(line: &Value) {
    let kind = line["type"].as_str().unwrap();
    let readme = include_str!("../../../README.md");
    // The tables of lines come after the one of commands, some of which have the same name.
    let row = readme.lines().rfind(|row| row.starts_with(&format!("| `{kind}` |")));
    let row = row.unwrap_or_else(|| panic!("README.md lacks the type {kind}"));
    // Those that every event of a room has stand above their table.
    let common = ["type", "room", "seq", "at_ms", "your_turn", "your_answer"];
    for field in line.as_object().unwrap().keys().filter(|field| !common.contains(&&***field)) {
        assert!(row.contains(&format!("`{field}`")), "README.md lacks the field {field} of {kind}");
    }
}

impl LineProcess {
    pub(crate) fn command(url: &str, name: &str, state_dir: &Path) -> Command {
        Self::command_of("line", url, name, state_dir)
    }

    /// Returns what starts another mode of the client that tells what happens line by line.
    pub(crate) fn command_of(mode: &str, url: &str, name: &str, state_dir: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
        command.args([mode, "--server", url, "--name", name]).arg("--state-dir").arg(state_dir);
        command.arg("--config-dir").arg(state_dir.join("config"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        command
    }

    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = child.stdout.take().map(|output| BufReader::new(output).lines());
        Self { child, input, output }
    }

    pub(crate) fn json(url: &str, name: &str, state_dir: &Path) -> Self {
        let mut command = Self::command(url, name, state_dir);
        command.arg("--json");
        Self::start(command)
    }

    pub(crate) fn plain(url: &str, name: &str, state_dir: &Path) -> Self {
        Self::start(Self::command(url, name, state_dir))
    }

    pub(crate) async fn write(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_bytes()).await.unwrap();
        input.write_all(b"\n").await.unwrap();
        input.flush().await.unwrap();
    }

    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// Closes the output, as when the reader of a pipe goes away.
    pub(crate) fn close_output(&mut self) {
        self.output = None;
    }

    pub(crate) async fn line(&mut self) -> String {
        let line = timeout(PATIENCE, self.output.as_mut().unwrap().next_line()).await;
        let line = line.expect("a line in time").unwrap().expect("a line before the end");
        assert!(!line.contains('\u{1b}'), "an escape code: {line:?}");
        line
    }

    /// Reads the next line, which has to be JSON of this type.
    pub(crate) async fn expect(&mut self, kind: &str) -> Value {
        let line = self.line().await;
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["type"], kind, "{line}");
        assert_documented(&value);
        value
    }

    /// Reads what is left until the end of the output.
    pub(crate) async fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let output = self.output.as_mut().unwrap();
        while let Some(line) = timeout(PATIENCE, output.next_line()).await.unwrap().unwrap() {
            assert!(!line.contains('\u{1b}'), "an escape code: {line:?}");
            lines.push(line);
        }
        lines
    }

    pub(crate) async fn exit_code(&mut self) -> Option<i32> {
        timeout(PATIENCE, self.child.wait()).await.unwrap().unwrap().code()
    }
}

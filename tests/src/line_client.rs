//! The real terminal client in line mode: lines in, JSON lines or sentences out.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{ExitStatus, Output, Stdio};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::binaries::{binary, within};

/// A running `reversi line --json`.
#[derive(Debug)]
pub struct LineClient {
    name: String,
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    /// Every line that it has written, as an object.
    pub said: Vec<Value>,
}

impl LineClient {
    /// Starts a client that keeps its seats and choices in `state`, and waits until it is connected.
    pub async fn start(address: SocketAddr, name: &str, state: &Path) -> Self {
        let mut child = command(address, name, state).arg("--json").spawn().expect("it starts");
        let input = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let output = BufReader::new(stdout).lines();
        let mut client = Self { name: name.to_owned(), child, input, output, said: Vec::new() };
        client.hear("connected").await;
        client
    }

    /// Types a line.
    pub async fn type_line(&mut self, line: &str) {
        let typed = self.input.write_all(format!("{line}\n").as_bytes()).await;
        typed.unwrap_or_else(|error| panic!("{} takes no more lines: {error}", self.name));
    }

    /// Reads on until a line of this type comes, and returns it. A refusal on the way is a failure.
    pub async fn hear(&mut self, kind: &str) -> Value {
        let what = format!("a line of type {kind:?}");
        self.hear_such(&what, |line| line["type"] == kind).await
    }

    /// Reads on until a line comes for which this holds, and returns it. A refusal on the way, other
    /// than the line itself, is a failure.
    pub async fn hear_such(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = within(format!("{}: {what}", self.name), self.output.next_line()).await;
            let line = line.expect("the output can be read");
            let line = line.unwrap_or_else(|| panic!("{} ended before {what}", self.name));
            assert!(!line.contains('\x1b'), "an escape code: {line:?}");
            let line: Value =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(line["type"].is_string(), "a line without a type: {line}");
            self.said.push(line.clone());
            if is_it(&line) {
                return line;
            }
            assert_ne!(line["type"], "refused", "{} waits for {what}: {line}", self.name);
        }
    }

    /// Kills it with SIGKILL and waits until it is gone.
    pub async fn kill(&mut self) {
        let killed = within("the end of a killed client", self.child.kill()).await;
        killed.expect("a client that runs can be killed");
    }

    /// Waits until it has ended by itself.
    pub async fn ended(&mut self) -> ExitStatus {
        let status = within("the end of the client", self.child.wait()).await;
        status.expect("the client's status")
    }
}

/// Runs a client in plain words on a whole script, and returns what it said.
pub async fn run_line_script(
    address: SocketAddr,
    name: &str,
    state: &Path,
    script: &str,
) -> Output {
    let mut child = command(address, name, state).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("standard input is piped");
    // A client that ends early does not read all of it.
    let _ = input.write_all(script.as_bytes()).await;
    drop(input);
    let output = within("the end of the client", child.wait_with_output()).await;
    output.expect("the client's output")
}

fn command(address: SocketAddr, name: &str, state: &Path) -> Command {
    let mut command = Command::new(binary("reversi"));
    command.args(["line", "--server", &format!("http://{address}"), "--name", name]);
    command.arg("--state-dir").arg(state).arg("--config-dir").arg(state);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.kill_on_drop(true);
    command
}

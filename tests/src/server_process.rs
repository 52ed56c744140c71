//! The real server as a process: started on a free port with a data folder of its own, killed,
//! told to stop, started again.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::binaries::{binary, within};
use crate::http::get;

/// Limits that no test comes near: what is tested is not how fast one address may be.
const GENEROUS: [&str; 7] = [
    "--stores-per-minute=1000000",
    "--pages-per-second=1000000",
    "--rooms-per-minute=1000000",
    "--requests-per-second=1000000",
    "--connections-per-address=10000",
    "--connections=10000",
    "--rooms=10000",
];

/// How often it is looked for a line of the server's log.
const LOG_READ_EVERY: Duration = Duration::from_millis(20);

/// Lines of the server's log that a failed test shows.
const LOG_LINES_SHOWN: usize = 40;

/// A running server, or one that was stopped and can be started again.
#[derive(Debug)]
pub struct ServerProcess {
    data: TempDir,
    wrapper: Vec<String>,
    options: Vec<String>,
    running: Running,
    log: Log,
}

type Log = Arc<Mutex<Vec<String>>>;

/// The process and what it has said on standard output.
#[derive(Debug)]
struct Running {
    child: Child,
    address: SocketAddr,
    first_line: String,
    _stdout: Lines<BufReader<ChildStdout>>,
    log_reader: JoinHandle<()>,
}

impl ServerProcess {
    /// Starts a server with generous limits.
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Starts a server with further options.
    pub async fn start_with(options: &[&str]) -> Self {
        Self::start_at(GENEROUS.iter().chain(options).map(|&option| option.to_owned()).collect())
            .await
    }

    /// Starts a server with the limits that people get, but for these options.
    pub async fn start_as_shipped(options: &[&str]) -> Self {
        let options = ["--log-level=warn"].iter().chain(options);
        Self::start_at(options.map(|&option| option.to_owned()).collect()).await
    }

    /// Starts a server, with the limits that people get, by a command that runs what follows it, such
    /// as `nohup`.
    pub async fn start_by(wrapper: &[&str], options: &[&str]) -> Self {
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let wrapper = wrapper.iter().map(|&word| word.to_owned()).collect();
        Self::start_saying_to(Stdio::piped(), wrapper, options).await
    }

    /// Starts a server with its standard error somewhere else; its log is not read then.
    pub async fn start_with_stderr(stderr: impl Into<Stdio>) -> Self {
        Self::start_saying_to(stderr.into(), Vec::new(), Vec::new()).await
    }

    async fn start_at(options: Vec<String>) -> Self {
        Self::start_saying_to(Stdio::piped(), Vec::new(), options).await
    }

    async fn start_saying_to(stderr: Stdio, wrapper: Vec<String>, options: Vec<String>) -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let log = Log::default();
        let mut command = command(&wrapper, "127.0.0.1:0", data.path(), &options);
        command.stderr(stderr);
        let running = Running::start(command, &log).await;
        Self { data, wrapper, options, running, log }
    }

    /// Returns where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.running.address
    }

    /// Returns the first line of its standard output.
    pub fn first_line(&self) -> &str {
        &self.running.first_line
    }

    /// Returns its data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// Returns its database.
    pub fn database(&self) -> PathBuf {
        self.data().join("reversi.db")
    }

    /// Returns the memory that it occupies, in bytes.
    pub fn resident_bytes(&self) -> u64 {
        let status = self.kernel_file("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.expect("the kernel tells the resident size") * 1024
    }

    /// Returns a number that the server counts, such as `reversi_connections`.
    pub async fn metric(&self, name: &str) -> usize {
        let metrics = get(self.address(), "/metrics").await.body;
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name}: {metrics}")).parse().expect("a number")
    }

    /// Returns what the kernel tells of the process in a file such as `limits`.
    pub fn kernel_file(&self, name: &str) -> String {
        std::fs::read_to_string(self.kernel_path(name)).expect("a process")
    }

    /// Returns where the kernel tells of the process, such as what it sees as `root`.
    pub fn kernel_path(&self, name: &str) -> PathBuf {
        let id = self.running.child.id().expect("the server runs");
        Path::new("/proc").join(id.to_string()).join(name)
    }

    /// Kills it with SIGKILL and waits until it is gone.
    pub async fn kill(&mut self) {
        let killed = within("the end of a killed server", self.running.child.kill()).await;
        killed.expect("a server that runs can be killed");
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        let id = self.running.child.id().expect("the server runs");
        let id = Pid::from_raw(id.cast_signed()).expect("a process has a number");
        kill_process(id, signal).expect("a server that runs can be signalled");
    }

    /// Waits until it has ended by itself and its log is complete.
    pub async fn ended(&mut self) -> ExitStatus {
        let Running { child, log_reader, .. } = &mut self.running;
        let status = within("the end of the server", child.wait()).await;
        within("the end of the log", log_reader).await.expect("the log is read");
        status.expect("the server's status")
    }

    /// Starts it again after its end: the same data, the same port, the same options.
    pub async fn restart(&mut self) {
        let address = self.address().to_string();
        let command = command(&self.wrapper, &address, self.data.path(), &self.options);
        self.running = Running::start(command, &self.log).await;
    }

    /// Waits until a line of its log has all of these in it.
    pub async fn until_logged(&self, parts: &[&str]) {
        let has_all = |line: &String| parts.iter().all(|part| line.contains(part));
        let logged = async {
            while !self.log().iter().any(has_all) {
                sleep(LOG_READ_EVERY).await;
            }
        };
        within(format!("a line of the log with {parts:?}"), logged).await;
    }

    /// Returns the lines of its log that were read so far, those before a restart included. It is read beside the
    /// server: what it has just written may not be among them.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().expect("no test panics while it reads the log").clone()
    }
}

/// A failed test shows how the server saw it.
impl Drop for ServerProcess {
    #[expect(clippy::print_stderr, reason = "the test harness shows it with the failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.log();
            let shown = &log[log.len().saturating_sub(LOG_LINES_SHOWN)..];
            eprintln!("the server's last words:\n{}", shown.join("\n"));
        }
    }
}

impl Running {
    async fn start(mut command: Command, log: &Log) -> Self {
        let mut child = command.spawn().expect("the server starts");
        let log_reader = tokio::spawn(read_log(child.stderr.take(), Arc::clone(log)));
        let stdout = child.stdout.take().expect("standard output is piped");
        let mut stdout = BufReader::new(stdout).lines();
        let first_line = within("the server's first line", stdout.next_line()).await;
        let Ok(Some(first_line)) = first_line else {
            let _ = log_reader.await;
            panic!("the server did not start: {:?}", log.lock().map(|lines| lines.clone()));
        };
        let address = first_line.strip_prefix("listening on http://");
        let address = address.and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("not an address: {first_line:?}"));
        Self { child, address, first_line, _stdout: stdout, log_reader }
    }
}

/// Runs a server that is expected to end by itself, and returns what it said.
pub async fn run_server_to_end(wrapper: &[&str], listen: &str, data: &Path) -> Output {
    let wrapper: Vec<String> = wrapper.iter().map(|&word| word.to_owned()).collect();
    let child = command(&wrapper, listen, data, &[]).spawn().expect("the server starts");
    let output = within("the end of the server", child.wait_with_output()).await;
    output.expect("the server's output")
}

fn command(wrapper: &[String], listen: &str, data: &Path, options: &[String]) -> Command {
    let server = binary("reversi-server");
    let mut command = match wrapper {
        [] => Command::new(server),
        [program, words @ ..] => {
            let mut command = Command::new(program);
            command.args(words).arg(server);
            command
        }
    };
    command.args(["--listen", listen, "--data"]).arg(data).args(options);
    command.env("REVERSI_LOG_LEVEL", "debug");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.kill_on_drop(true);
    command
}

async fn read_log(stderr: Option<ChildStderr>, log: Log) {
    let Some(stderr) = stderr else { return };
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if let Ok(mut log) = log.lock() {
            log.push(line);
        }
    }
}

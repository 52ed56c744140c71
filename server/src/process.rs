//! What the operating system lets this process do, and asks of it: open files, threads, who may read
//! its files, signals.

use std::sync::Mutex;
use std::time::Duration;
use std::{fs, io, thread};

use futures::future::select_all;
use rand::TryRng as _;
use rand::rngs::SysRng;
use rustix::fs::Mode;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, setrlimit, umask};
use rustix::system::uname;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

/// Files that are no connections: the database, its log and its readers, the port, the standard
/// streams, and what the runtime needs. Chosen: twice what is open when nobody is connected.
const FILES_RESERVED: usize = 64;

/// Draws a number by lot, from the operating system's randomness, if it has some.
pub fn draw_lot() -> Option<u64> {
    SysRng.try_next_u64().ok()
}

/// Makes files that this process creates readable by its own user alone.
pub fn keep_files_private() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Lets the process open as many files as it may, and returns how many connections that leaves
/// room for.
pub fn connections_that_fit() -> usize {
    let limit = getrlimit(Resource::Nofile);
    // Where raising fails the limit is what it was.
    let raised = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    let files = if raised.is_ok() { limit.maximum } else { limit.current };
    files.map_or(usize::MAX, |files| (files as usize).saturating_sub(FILES_RESERVED).max(1))
}

/// Checks that this many threads can be started: the runtime gives up with a panic where one cannot.
pub fn can_start_threads(count: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock();
        let wait = || drop(gate.lock());
        let started: io::Result<Vec<_>> =
            (0..count).map(|_| thread::Builder::new().spawn_scoped(scope, wait)).collect();
        drop(closed);
        started.map(drop)
    })
}

/// Returns how long a thread has waited for a processor since it began; nothing where the system does
/// not tell.
pub fn held_up(thread: Pid) -> Duration {
    let path = format!("/proc/self/task/{}/schedstat", thread.as_raw_nonzero());
    let told = fs::read_to_string(path).unwrap_or_default();
    // Nanoseconds on a processor, nanoseconds of waiting for one, and how often it had one.
    let waited = told.split(' ').nth(1).and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(waited.unwrap_or_default())
}

/// Returns what the machine calls itself.
pub fn machine_name() -> String {
    uname().nodename().to_string_lossy().into_owned()
}

/// The signals that tell the server to stop.
#[derive(Debug)]
pub struct StopSignals(Vec<Signal>);

impl StopSignals {
    /// Begins to listen. A hang-up or a quit that whoever started the server let it ignore (`nohup`)
    /// stays ignored.
    pub fn listen() -> io::Result<Self> {
        let ignored = ignored_signals();
        let unless_ignored = [SignalKind::hangup(), SignalKind::quit()]
            .into_iter()
            .filter(|kind| ignored & (1 << (kind.as_raw_value() - 1)) == 0);
        [SignalKind::terminate(), SignalKind::interrupt()]
            .into_iter()
            .chain(unless_ignored)
            .map(signal)
            .collect::<io::Result<_>>()
            .map(Self)
    }

    /// Waits for one of them.
    pub async fn recv(&mut self) {
        select_all(self.0.iter_mut().map(|signal| Box::pin(signal.recv()))).await;
    }
}

/// Returns what is told when standard input has ended or cannot be read any more.
pub fn end_of_input() -> io::Result<oneshot::Receiver<()>> {
    let (ended, on_end) = oneshot::channel();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        // Whoever waited may have gone.
        let _ = ended.send(());
    })?;
    Ok(on_end)
}

/// Returns the signals that the process was started with as ignored, one bit each; none where the
/// system does not tell.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or_default()
}

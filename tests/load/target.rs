//! What is measured: the server, or the bare relay, as a process of its own.

use std::cell::Cell;
use std::io::{BufRead as _, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

use reversi_tests::{binary, get};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use tempfile::TempDir;

use crate::Options;
use crate::figures::Usage;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Server,
    Relay,
    /// The relay that keeps every move.
    StoringRelay,
}

impl Kind {
    pub(crate) const fn is_relay(self) -> bool {
        matches!(self, Self::Relay | Self::StoringRelay)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Relay => "relay",
            Self::StoringRelay => "storing relay",
        }
    }
}

/// Limits that a load comes nowhere near.
const GENEROUS: [&str; 9] = [
    "--rooms=20000",
    "--rooms-per-address=1000000",
    "--rooms-per-minute=1000000",
    "--stores-per-minute=1000000",
    "--requests-per-second=1000000",
    "--connections=40000",
    "--connections-per-address=40000",
    "--bot-threads=1",
    "--log-level=error",
];

/// A free port.
const ANYWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// Connections from one address: ports are not without end.
const CONNECTIONS_PER_ADDRESS: u32 = 4000;

pub(crate) struct Target {
    pub(crate) kind: Kind,
    pub(crate) address: SocketAddr,
    pub(crate) is_lean: bool,
    /// Where rooms are opened.
    pub(crate) opened_at: SocketAddr,
    pids: Vec<u32>,
    /// The processes of the database, where it is not the server's own.
    database: Vec<u32>,
    child: Option<Child>,
    data: TempDir,
    connections: Rc<Cell<u32>>,
    rooms: Cell<u32>,
}

/// Lets this program and those it starts open many files, and keeps it to core 1 where there is one.
pub(crate) fn prepare() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let limit = Rlimit { current: maximum, maximum };
    setrlimit(Resource::Nofile, limit).expect("as many files as may be");
    let own = std::process::id().to_string();
    let kept = Command::new("taskset").args(["-pc", "1", &own]).stdout(Stdio::null()).status();
    kept.expect("taskset is there");
}

impl Target {
    pub(crate) fn start(kind: Kind, options: &Options) -> Self {
        Self::start_with(kind, options, &[])
    }

    /// Starts it with further options.
    pub(crate) fn start_with(kind: Kind, options: &Options, further: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let (child, address, pid) = match options.at {
            Some((address, pid)) if kind == Kind::Server => (None, address, pid),
            Some(_) | None => {
                let mut command = command(kind, ANYWHERE, data.path(), options);
                let (child, address) = begin(command.args(further));
                let pid = child.id();
                (Some(child), address, pid)
            }
        };
        Self {
            kind,
            address,
            is_lean: options.is_lean,
            opened_at: options.opened_at.unwrap_or(address),
            pids: vec![pid],
            database: Vec::new(),
            child,
            data,
            connections: Rc::default(),
            rooms: Cell::new(0),
        }
    }

    /// Returns targets that are measured as one, with the processes of their database. Rooms that are played at one of
    /// them are opened so many further.
    pub(crate) fn together(mut targets: Vec<Self>, database: &[u32], further: usize) -> Vec<Self> {
        let children = targets.iter().filter_map(|target| target.child.as_ref());
        let pids: Vec<u32> = children.map(Child::id).collect();
        let addresses: Vec<SocketAddr> = targets.iter().map(|target| target.address).collect();
        let connections = Rc::clone(&targets[0].connections);
        for (number, target) in targets.iter_mut().enumerate() {
            target.pids.clone_from(&pids);
            target.database = database.to_vec();
            target.opened_at = addresses[(number + further) % addresses.len()];
            target.connections = Rc::clone(&connections);
        }
        targets
    }

    pub(crate) fn pids(&self) -> &[u32] {
        &self.pids
    }

    /// Returns what servers and their database have used.
    pub(crate) fn used(&self) -> [Usage; 2] {
        [&self.pids, &self.database].map(|pids| Usage::of(pids))
    }

    /// Says what a move has cost the database, if that is another process.
    pub(crate) fn told_of_database(&self, used: &Usage, moves: usize) -> String {
        if self.database.is_empty() {
            return String::new();
        }
        format!(" and {:.1} of the database", used.cpu.as_secs_f64() * 1e6 / moves as f64)
    }

    /// Returns how many packets the server has sent over links.
    pub(crate) async fn link_packets(&self) -> u64 {
        let metrics = get(self.address, "/metrics").await.body;
        let line =
            metrics.lines().find_map(|line| line.strip_prefix("reversi_link_packets_total "));
        line.and_then(|packets| packets.parse().ok()).unwrap_or_default()
    }

    /// Kills the server and starts it again, on the same address and over the same data.
    pub(crate) fn restart(&mut self, options: &Options) {
        let child = self.child.as_mut().expect("a server of our own");
        child.kill().expect("it runs");
        let _ = child.wait();
        let mut command = command(self.kind, self.address, self.data.path(), options);
        self.child = Some(begin(&mut command).0);
    }

    pub(crate) fn next_connection(&self) -> u32 {
        self.connections.replace(self.connections.get() + 1)
    }

    pub(crate) fn next_room(&self) -> u32 {
        self.rooms.replace(self.rooms.get() + 1)
    }
}

/// Returns the address that a connection comes from.
pub(crate) fn address_of(connection: u32) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, 2 + (connection / CONNECTIONS_PER_ADDRESS) as u8)
}

fn command(kind: Kind, address: SocketAddr, data: &Path, options: &Options) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]);
    match kind {
        Kind::Server => {
            command.arg(options.program.clone().unwrap_or_else(|| binary("reversi-server")));
            command.arg(format!("--listen={address}")).arg("--data").arg(data);
            command.args(GENEROUS).args(&options.server)
        }
        Kind::Relay | Kind::StoringRelay => {
            command.arg(std::env::current_exe().expect("a path")).arg("relay");
            if kind == Kind::StoringRelay { command.arg(data) } else { &mut command }
        }
    };
    command
}

/// Starts a program that says first where it listens.
fn begin(command: &mut Command) -> (Child, SocketAddr) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("standard output is piped");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on http://");
    let address = address.and_then(|address| address.parse().ok());
    let address = address.unwrap_or_else(|| panic!("not an address: {line:?}"));
    (child, address)
}

impl Drop for Target {
    fn drop(&mut self) {
        let Some(child) = &mut self.child else { return };
        if let Some(pid) = Pid::from_raw(child.id().cast_signed()) {
            let _ = kill_process(pid, Signal::TERM);
        }
        let _ = child.wait();
    }
}

//! A PostgreSQL server that a test has for itself: in a temporary folder, on a Unix socket there and no port, run by
//! a user that is not root. It ends with its value.
#![allow(clippy::missing_panics_doc, reason = "a panic is how a test fails")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

mod line;
mod tls;

pub use line::Line;
pub use tls::{Authority, Encrypted, Vouched};

/// Where Debian keeps the programs of each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// What the server is for; what it holds need not outlive the machine.
const SETTINGS: &str = "
    listen_addresses = ''
    fsync = off
    max_connections = 200
    log_min_messages = warning
";

/// How often a start is tried: what a killed server leaves behind takes a moment to end.
const STARTS_MAX: usize = 50;

/// A running server, or one that was killed and can be started again.
#[derive(Debug)]
pub struct PrivatePostgres {
    folder: TempDir,
    programs: PathBuf,
    /// The user and group that run it; nothing for one's own.
    user: Option<(u32, u32)>,
    databases: AtomicU32,
}

impl PrivatePostgres {
    /// Starts a server; nothing where PostgreSQL is not installed, of which it says that the test of this name is left
    /// out. Where the variable `CI` is set, nothing is left out.
    #[expect(clippy::print_stderr, reason = "the test harness shows it")]
    pub fn start(test: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var_os("CI").is_none_or(|it| it.is_empty()),
                "{test}: no PostgreSQL in {VERSIONS}"
            );
            eprintln!("SKIPPED: {test}, since there is no PostgreSQL in {VERSIONS}");
            return None;
        };
        let server = Self::empty(programs);
        let data = server.data();
        let data = data.to_str().expect("a plain path");
        let options =
            ["-N", "-E", "UTF8", "--locale=C", "-A", "trust", "-U", "reversi", "-D", data];
        said(&server.run("initdb", &options));
        let settings = format!("{SETTINGS}unix_socket_directories = '{}'\n", server.host());
        fs::write(server.data().join("postgresql.auto.conf"), settings).expect("it is ours");
        server.start_again();
        Some(server)
    }

    /// Makes the place for a server.
    fn empty(programs: PathBuf) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let is_root = fs::metadata(folder.path()).expect("the folder").uid() == 0;
        let user = is_root.then(other_user);
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).expect("root may");
        }
        Self { folder, programs, user, databases: AtomicU32::new(0) }
    }

    /// Makes an empty database and returns its address.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name} TEMPLATE template0"));
        self.address(&name)
    }

    /// Returns the address of a database.
    pub fn address(&self, name: &str) -> String {
        format!("postgres:///{name}?user=reversi&host={}", self.host())
    }

    /// Returns the address of a database that is here or at another server, whichever writes.
    pub fn address_of_either(&self, name: &str, other: &Self) -> String {
        let [here, there] = [self.host(), other.host()];
        format!(
            "postgres:///{name}?user=reversi&host={here}&host={there}&target_session_attrs=read-write"
        )
    }

    /// Runs statements in a database, and returns a line for each row.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let options = [
            "-h",
            self.host(),
            "-U",
            "reversi",
            "-d",
            database,
            "-v",
            "ON_ERROR_STOP=1",
            "-XAtqc",
            sql,
        ];
        said(&self.run("psql", &options))
    }

    /// Kills the server in the middle of whatever it does.
    pub fn kill(&self) {
        self.signal("-KILL");
    }

    /// Lets all that the server consists of stand still, or go on.
    pub fn stand_still(&self, is_still: bool) {
        self.signal(if is_still { "-STOP" } else { "-CONT" });
    }

    fn signal(&self, signal: &str) {
        let processes = self.processes().into_iter().map(|process| process.to_string());
        // One of them may have ended meanwhile.
        Command::new("kill").arg(signal).args(processes).output().expect("kill");
    }

    /// Returns the processes that it consists of at the moment, the one that starts the others first.
    pub fn processes(&self) -> Vec<u32> {
        let first = self.pid();
        let children = fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
        let children = children.expect("the kernel tells them");
        let numbers = std::iter::once(&first[..]).chain(children.split_whitespace());
        numbers.map(|number| number.parse().expect("a number")).collect()
    }

    /// Makes a standby that follows it from now on, and is waited for once [`PrivatePostgres::wait_for_standby`] says
    /// so.
    #[must_use]
    pub fn standby(&self) -> Self {
        let standby = Self::empty(self.programs.clone());
        let data = standby.data();
        let data = data.to_str().expect("a plain path");
        let options = ["-h", self.host(), "-U", "reversi", "-c", "fast", "-N", "-R", "-D", data];
        said(&standby.run("pg_basebackup", &options));
        standby.set("unix_socket_directories", standby.host());
        standby.start_again();
        standby
    }

    /// Has each commit wait until a standby has it too, or no more.
    pub fn wait_for_standby(&self, is_waited: bool) {
        let (all, expected) = if is_waited { ("*", "sync") } else { ("", "async") };
        self.sql("postgres", &format!("ALTER SYSTEM SET synchronous_standby_names = '{all}'"));
        self.sql("postgres", "SELECT pg_reload_conf()");
        while self.sql("postgres", "SELECT sync_state FROM pg_stat_replication") != expected {}
    }

    /// Makes of a standby the server that writes.
    pub fn promote(&self) {
        let data = self.data();
        said(&self.run("pg_ctl", &["-D", data.to_str().expect("a plain path"), "-w", "promote"]));
    }

    /// Starts it again after [`PrivatePostgres::kill`], and waits until it answers.
    pub fn start_again(&self) {
        let (data, log) = (self.data(), self.folder.path().join("log"));
        let [data, log] = [&data, &log].map(|path| path.to_str().expect("a plain path"));
        let start = || self.run("pg_ctl", &["-D", data, "-l", log, "-w", "start"]);
        let is_up = (0..STARTS_MAX).any(|_| start().status.success());
        assert!(is_up, "it does not start: {:?}", fs::read_to_string(log));
    }

    fn pid(&self) -> String {
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).expect("it runs");
        pid.lines().next().expect("its number").to_owned()
    }

    /// Adds a setting that counts from the next start on.
    fn set(&self, name: &str, value: &str) {
        let file = self.data().join("postgresql.auto.conf");
        let before = fs::read_to_string(&file).expect("it is ours");
        fs::write(file, format!("{before}{name} = '{value}'\n")).expect("it is ours");
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn host(&self) -> &str {
        self.folder.path().to_str().expect("a plain path")
    }

    fn run(&self, program: &str, options: &[&str]) -> Output {
        let mut command = Command::new(self.programs.join(program));
        command.args(options).current_dir(self.folder.path());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command.output().expect("a program of PostgreSQL")
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        let data = self.data();
        // It may have been killed.
        let _ = self
            .run("pg_ctl", &["-D", data.to_str().unwrap_or_default(), "-m", "immediate", "stop"]);
    }
}

/// Returns what a program said on standard output.
fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}

/// Returns the folder of the newest version's programs.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir(VERSIONS).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let whole = versions.map(|version| version.join("bin")).filter(|it| it.join("initdb").exists());
    whole.max_by_key(|programs| {
        let version = programs.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        version.and_then(|version| version.parse::<u32>().ok())
    })
}

/// Returns a user and group that root runs the server as, which does not run as root.
fn other_user() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    find("postgres").or_else(|| find("nobody")).expect("a user that is not root")
}

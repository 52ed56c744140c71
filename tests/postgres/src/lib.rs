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
        let folder = tempfile::tempdir().expect("a temporary folder");
        let is_root = fs::metadata(folder.path()).expect("the folder").uid() == 0;
        let user = is_root.then(other_user);
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).expect("root may");
        }
        let server = Self { folder, programs, user, databases: AtomicU32::new(0) };
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
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).expect("it runs");
        let pid = pid.lines().next().expect("its number").to_owned();
        let killed = Command::new("kill").args(["-KILL", &pid]).status();
        assert!(killed.expect("kill").success(), "it runs");
    }

    /// Starts it again after [`PrivatePostgres::kill`], and waits until it answers.
    pub fn start_again(&self) {
        let (data, log) = (self.data(), self.folder.path().join("log"));
        let [data, log] = [&data, &log].map(|path| path.to_str().expect("a plain path"));
        let start = || self.run("pg_ctl", &["-D", data, "-l", log, "-w", "start"]);
        let is_up = (0..STARTS_MAX).any(|_| start().status.success());
        assert!(is_up, "it does not start: {:?}", fs::read_to_string(log));
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

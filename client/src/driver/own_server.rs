//! A server of one's own: the program `reversi-server`, started for as long as the client runs. It
//! ends when the client lets go of its input, which happens however the client ends.

use std::env;
use std::ffi::OsString;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::texts::{Language, Say, Text};
use reversi_client_core::{say, shown_in_english};
use thiserror::Error;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::{sleep, timeout};

use crate::private_file::PrivateFile;

const PROGRAM: &str = "reversi-server";

/// A server that has just been told to end still holds its data for a moment, so it is waited for:
/// so often, and so long each time.
const TRIES: u32 = 5;
const TRY_AGAIN: Duration = Duration::from_millis(400);

/// Time for the server to end. Chosen: more than it takes for itself, [`kill`](Child::kill) follows.
const END_MAX: Duration = Duration::from_secs(7);

/// What has to be served by nobody but oneself is not lost by staying away: a year, in minutes.
const ABSENCE_LIMIT: &str = "--absence-limit=525600";

/// An address of the documentation (RFC 5737): nothing is sent to it, it is asked for the way there.
const ELSEWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 9);

/// Who can get at a server of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Whoever uses this machine.
    Machine,
    /// Whoever can reach this machine.
    Network,
}

/// Why there is no server of one's own.
#[derive(Debug, Error)]
pub enum OwnServerError {
    /// There is no such program in any of these folders.
    NotFound { beside: Option<PathBuf>, path: OsString },
    /// It cannot be started, or its folder cannot be made.
    NotStarted { what: PathBuf, source: io::Error },
    /// It ended at once; its last words.
    Ended { words: String },
}

shown_in_english!(OwnServerError);

impl Say for OwnServerError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::NotFound { beside, path } => {
                let beside = beside.as_deref().unwrap_or(Path::new("-")).display();
                let path = path.to_string_lossy();
                say!(language, OwnServerNotFound, program = PROGRAM, beside, path)
            }
            Self::NotStarted { what, source } => {
                say!(language, OwnServerNotStarted, what = what.display(), why = source)
            }
            Self::Ended { words } if words.is_empty() => {
                language.text(Text::OwnServerEndedSilently).to_owned()
            }
            Self::Ended { words } => say!(language, OwnServerEnded, words),
        }
    }
}

/// A running server. One that is dropped ends by itself.
#[derive(Debug)]
pub struct OwnServer {
    child: Child,
    /// The server runs as long as this is open.
    input: Option<ChildStdin>,
    url: ServerUrl,
}

impl OwnServer {
    /// Starts a server that keeps its games in the user's state folder, and waits until it listens.
    ///
    /// # Errors
    /// [`OwnServerError`] says where it was looked for, or what it said.
    pub async fn start(state_dir: &Path, reach: Reach) -> Result<Self, OwnServerError> {
        let program = find(program_folder(), env::var_os("PATH").unwrap_or_default())?;
        let log = PrivateFile { path: state_dir.join("server.log") };
        let mut tries = 1;
        loop {
            let outcome = Self::try_start(&program, state_dir, &log, reach).await;
            if !matches!(outcome, Err(OwnServerError::Ended { .. })) || tries == TRIES {
                return outcome;
            }
            tries += 1;
            sleep(TRY_AGAIN).await;
        }
    }

    async fn try_start(
        program: &Path,
        state_dir: &Path,
        log: &PrivateFile,
        reach: Reach,
    ) -> Result<Self, OwnServerError> {
        let failed = |what: &Path| {
            let what = what.to_owned();
            move |source| OwnServerError::NotStarted { what, source }
        };
        let log_file = log.begin().map_err(failed(&log.path))?;
        let host = match reach {
            Reach::Machine => Ipv4Addr::LOCALHOST,
            Reach::Network => Ipv4Addr::UNSPECIFIED,
        };
        let mut command = Command::new(program);
        command.arg("--listen").arg(format!("{host}:0"));
        command.arg("--data").arg(state_dir.join("server"));
        command.args(["--until-input-ends", "--log-level=warn", ABSENCE_LIMIT]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log_file);
        // What the terminal tells the client by signals is not meant for the server.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(failed(program))?;
        let input = child.stdin.take();
        let port = match child.stdout.take() {
            Some(output) => port(&mut BufReader::new(output)).await,
            None => None,
        };
        let Some(port) = port else {
            let _ = child.wait().await;
            let words = log.read().ok().flatten().unwrap_or_default();
            let words = String::from_utf8_lossy(&words);
            let words = words.lines().last().unwrap_or_default().trim().to_owned();
            return Err(OwnServerError::Ended { words });
        };
        let host = match reach {
            Reach::Machine => IpAddr::V4(Ipv4Addr::LOCALHOST),
            Reach::Network => address_in_network(),
        };
        Ok(Self { child, input, url: SocketAddr::new(host, port).into() })
    }

    /// Returns where it is, as others find it who can.
    pub const fn url(&self) -> &ServerUrl {
        &self.url
    }

    /// Tells it to end, and waits until it has.
    pub async fn stop(mut self) {
        drop(self.input.take());
        if timeout(END_MAX, self.child.wait()).await.is_err() {
            // It has ended now or never will.
            let _ = self.child.kill().await;
        }
    }
}

/// Returns the port that a server says it listens on; nothing if it ended without.
async fn port(output: &mut (impl tokio::io::AsyncBufRead + Unpin)) -> Option<u16> {
    let mut line = String::new();
    output.read_line(&mut line).await.ok()?;
    let address = line.trim().strip_prefix("listening on http://")?;
    Some(address.parse::<SocketAddr>().ok()?.port())
}

fn program_folder() -> Option<PathBuf> {
    Some(env::current_exe().ok()?.parent()?.to_owned())
}

/// Finds the program beside this one, else in the system's path.
fn find(beside: Option<PathBuf>, path: OsString) -> Result<PathBuf, OwnServerError> {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let folders = beside.iter().cloned().chain(env::split_paths(&path));
    let found = folders.map(|folder| folder.join(&name)).find(|program| program.is_file());
    found.ok_or(OwnServerError::NotFound { beside, path })
}

/// Returns this machine's address as others in its network know it; where it has none, the one that
/// only this machine knows.
fn address_in_network() -> IpAddr {
    let own = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(ELSEWHERE)?;
        socket.local_addr()
    });
    own.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_no_server_is_found_it_says_where_it_looked() {
        let folder = tempfile::tempdir().unwrap();
        let beside = folder.path().join("bin");
        let path = env::join_paths([folder.path().join("a"), folder.path().join("b")]).unwrap();
        let missing = find(Some(beside.clone()), path.clone()).unwrap_err();
        for language in Language::ALL {
            let told = missing.say(language);
            for looked in [beside.to_str(), path.to_str(), Some(PROGRAM)] {
                assert!(told.contains(looked.unwrap()), "{told}");
            }
        }
    }

    #[test]
    fn the_server_beside_the_program_comes_before_those_in_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
        let [beside, other] = ["bin", "other"].map(|name| folder.path().join(name));
        for place in [&other, &beside] {
            std::fs::create_dir(place).unwrap();
            std::fs::write(place.join(&name), "").unwrap();
            let found = find(Some(beside.clone()), other.clone().into()).unwrap();
            assert_eq!(found, place.join(&name));
        }
    }

    #[tokio::test]
    async fn the_port_is_read_from_the_first_line_and_nothing_else_is_one() {
        for (said, read) in [
            ("listening on http://0.0.0.0:4711\nplay: ...\n", Some(4711)),
            ("listening on http://[::1]:80\n", Some(80)),
            ("Listening elsewhere\n", None),
            ("", None),
        ] {
            assert_eq!(port(&mut said.as_bytes()).await, read, "{said}");
        }
    }
}

//! A line to a database that loses what it should pass on when it is told to.

use std::io::{Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tempfile::TempDir;

use crate::PrivatePostgres;

/// The socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// A line to a database. What goes there always arrives.
#[derive(Debug)]
pub struct Line {
    _folder: TempDir,
    address: String,
    fault: Arc<Fault>,
}

#[derive(Debug, Default)]
struct Fault {
    loses_answer: AtomicBool,
    is_silent: AtomicBool,
}

impl Line {
    /// Lays a line to the database at an address.
    pub fn to(server: &PrivatePostgres, address: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let here = folder.path().to_str().expect("a plain path");
        let address = address.replace(server.host(), here);
        let fault = Arc::<Fault>::default();
        let (there, faults) = (Path::new(server.host()).join(SOCKET), Arc::clone(&fault));
        thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                // While the server is down whoever calls is hung up on.
                if let Ok(server) = UnixStream::connect(&there) {
                    relay(&client, &server, &faults);
                }
            }
        });
        Self { _folder: folder, address, fault }
    }

    /// Returns the address of the database by way of the line.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Loses what comes back next, and ends that connection.
    pub fn lose_answer(&self) {
        self.fault.loses_answer.store(true, Ordering::Relaxed);
    }

    /// Lets nothing come back, as long as it is so.
    pub fn be_silent(&self, is_silent: bool) {
        self.fault.is_silent.store(is_silent, Ordering::Relaxed);
    }
}

fn relay(client: &UnixStream, server: &UnixStream, fault: &Arc<Fault>) {
    let end = |stream: &UnixStream| stream.try_clone().expect("a file");
    let (from, to) = (end(client), end(server));
    thread::spawn(move || pass_on(from, &to, &Fault::default()));
    let (from, to, fault) = (end(server), end(client), Arc::clone(fault));
    thread::spawn(move || pass_on(from, &to, &fault));
}

fn pass_on(mut from: UnixStream, mut to: &UnixStream, fault: &Fault) {
    let mut bytes = [0; 8192];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        if fault.is_silent.load(Ordering::Relaxed) {
            continue;
        }
        if fault.loses_answer.swap(false, Ordering::Relaxed)
            || to.write_all(&bytes[..read]).is_err()
        {
            break;
        }
    }
    // They may have ended already.
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
